"""Cards, suits, ranks, and sets of cards.

A card is an int: 16 * suit + rank index, suits S H D C = 0..3, ranks A K Q ... 2 = 0..12 and the two jokers X Y =
13, 14
(a joker belongs to the heart suit's numbers). Ascending numbers are the order in which hands are written: spades first,
high cards first. A set of cards (a hand, a deck) is an int with bit `1 << card` set.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from kingcli.errors import RecordError

Card = int
Hand = int

SUITS = "SHDC"
RANKS = "AKQJT98765432"
SYMBOLS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
N_CARD_NUMBERS = 64

_INPUT_SUITS = {s: s for s in SUITS} | {sign: s for s, sign in SYMBOLS.items()} | dict(zip("♤♡♢♧", SUITS, strict=True))
_JOKERS = {"HX": 1 * 16 + 13, "HY": 1 * 16 + 14}


def make_card(suit: int, rank: int) -> Card:
    """The card of suit 0..3 (S H D C) and rank index 0..12 (A .. 2)."""
    return 16 * suit + rank


def suit_index(card: Card) -> int:
    return card >> 4


def rank_index(card: Card) -> int:
    return card & 15


@cache
def card_name(card: Card) -> str:
    """ "SA", "HT"; the jokers are "HX" and "HY"."""
    return SUITS[card >> 4] + (RANKS + "XY")[card & 15]


_BY_NAME = {SUITS[s] + RANKS[r]: make_card(s, r) for s in range(4) for r in range(13)} | _JOKERS


def parse_card(text: str) -> Card:
    """A card written suit first or rank first, with letters or suit signs, any case, ten as T or 10: SA AS 10h ♠A.

    Raises RecordError when it is none of these.
    """
    word = text.strip().upper().replace("10", "T").replace("\ufe0f", "")
    if len(word) == 2:
        for suit, rank in ((word[0], word[1]), (word[1], word[0])):
            card = _BY_NAME.get(_INPUT_SUITS.get(suit, "?") + rank)
            if card is not None:
                return card
    raise RecordError(f"{text.strip()!r} is not a card (write suit and rank, as in SA, HT or C7)")


def mask(cards: Iterable[Card]) -> Hand:
    """The set of these cards."""
    hand = 0
    for card in cards:
        hand |= 1 << card
    return hand


def cards_of(hand: Hand) -> Iterator[Card]:
    """The cards of a set, spades first, high first."""
    while hand:
        low = hand & -hand
        yield low.bit_length() - 1
        hand ^= low


def n_cards(hand: Hand) -> int:
    return hand.bit_count()


SUIT_MASKS: tuple[Hand, ...] = tuple(mask(make_card(s, r) for r in range(16)) for s in range(4))
ALL_52: Hand = mask(make_card(s, r) for s in range(4) for r in range(13))


def rank_mask(rank: str) -> Hand:
    """The four cards of a rank letter."""
    return mask(make_card(s, RANKS.index(rank)) for s in range(4))


def hand_text(hand: Hand) -> str:
    """PBN holding "S.H.D.C", high to low, T for ten: "AK.Q..T7"."""
    return ".".join(
        "".join((RANKS + "XY")[card & 15] for card in cards_of(hand & SUIT_MASKS[suit])) for suit in range(4)
    )


def names(cards: Iterable[Card]) -> str:
    """ "SA HT C7": the cards in the order given, separated by one space."""
    return " ".join(card_name(card) for card in cards)


def parse_hand(text: str) -> Hand:
    """A holding "S.H.D.C" (ranks of each suit, T or 10, "-" or nothing for a void; suit letters before the ranks
    allowed).

    Raises RecordError when it does not have four suits, holds a card twice or has a letter that is no rank.
    """
    suits = text.strip().split(".")
    if len(suits) != 4:
        raise RecordError(f"{text.strip()!r} is not a hand: it needs four suits S.H.D.C separated by three dots")
    hand = 0
    for index, ranks in enumerate(suits):
        word = ranks.strip().upper().replace("10", "T")
        if word == "-":
            continue
        if word[:1] in _INPUT_SUITS:
            if _INPUT_SUITS[word[0]] != SUITS[index]:
                raise RecordError(f"{text.strip()!r}: {ranks!r} stands where the {SUITS[index]} suit is expected")
            word = word[1:]
        for letter in word:
            card = _BY_NAME.get(SUITS[index] + letter)
            if card is None:
                raise RecordError(f"{text.strip()!r}: {letter!r} is not a rank (A K Q J T 9 ... 2)")
            if hand >> card & 1:
                raise RecordError(f"{text.strip()!r}: {card_name(card)} stands twice")
            hand |= 1 << card
    return hand
