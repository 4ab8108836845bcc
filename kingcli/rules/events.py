"""What happens in a round: decisions that seats make, and the events they and the rules leave behind."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from kingcli.cards import RANKS, SUIT_MASKS, SUITS, Card, card_name, cards_of, parse_card
from kingcli.seats import SEATS, Seat

Call = str
Option = Card | Call


class Kind(StrEnum):
    """The first nine are decisions; the rest are facts that follow from the deal and from decisions."""

    CONTRACT = "contract"
    OFFER = "offer"
    BID = "bid"
    TRUMP = "trump"
    SUIT = "suit"
    DISCARD = "discard"
    GIVE = "give"
    PLAY = "play"
    LAY = "lay"
    DEALT = "dealt"
    TURNED = "turned"
    NAMED = "named"
    TALON = "talon"
    DRAWN = "drawn"
    LEFT = "left"
    TRICK = "trick"
    OUT = "out"
    SCORED = "scored"
    END = "end"


DECISIONS = frozenset(list(Kind)[: list(Kind).index(Kind.LAY) + 1])

Value = Option | tuple[int, ...] | None


class Decision(msgspec.Struct, frozen=True):
    """One small step a seat has to take. `options` are sorted (cards before calls), unique and never empty."""

    seat: Seat
    kind: Kind
    options: tuple[Option, ...]


class Event(msgspec.Struct, frozen=True):
    """One thing that happened. `seat` is who did it or whom it befell; `seen_by` has bit `1 << seat` for who may
    read `value`.

    value by kind: CONTRACT OFFER BID TRUMP SUIT NAMED a call; DISCARD GIVE PLAY LAY TURNED DRAWN a card (LAY also
    "pass", "stop"); DEALT TALON LEFT cards in order; TRICK the cards in order of play; OUT the prize as one number;
    SCORED the points of all seats; END None, or "redeal".
    """

    kind: Kind
    seat: Seat | None
    value: Value
    seen_by: int


class Deal(msgspec.Struct, frozen=True):
    """The cards as dealt, by seat at the table (a seat that sits out has none), each hand in the order received.

    `talon` are the cards set aside in order, `stock` those to draw from, top first. No chance happens later.
    """

    hands: tuple[tuple[Card, ...], ...]
    talon: tuple[Card, ...] = ()
    stock: tuple[Card, ...] = ()


_WORDS = ("by-last", "pass", "stop", "take")


def option_text(option: Option) -> str:
    """ "SA" for a card, the call itself otherwise."""
    return card_name(option) if isinstance(option, int) else option


def parse_option(text: str) -> Option:
    """A card in any spelling, or a call ("trump:S", "contract:queens", "open:highest", "bid:125", "pass", ...)."""
    word = text.strip()
    if ":" in word or word.lower() in _WORDS:
        head, colon, tail = word.partition(":")
        is_suit = head.lower() in ("trump", "open", "suit") and tail.upper() in (*SUITS, "NT")
        suit = tail.upper() if is_suit else tail.lower()
        return head.lower() + colon + suit
    return parse_card(word)


def sort_options(options: list[Option]) -> tuple[Option, ...]:
    """Cards in hand order, then calls by name, numbers in calls by size."""
    return tuple(sorted(set(options), key=option_key))


def option_key(option: Option) -> tuple[int, int, str, int]:
    """The sort key of options."""
    if isinstance(option, int):
        return (0, option, "", 0)
    head, _, tail = option.partition(":")
    return (1, 0, head if tail.isdigit() else option, int(tail) if tail.isdigit() else 0)


def seat_mask(*seats: Seat) -> int:
    return sum(1 << seat for seat in set(seats))


def suit_words(cards: int) -> str:
    """The suits of a set of cards, for reasons: "♥"."""
    signs = "♠♥♦♣"
    return "".join(signs[s] for s in range(4) if cards & SUIT_MASKS[s])


def card_words(cards: int) -> str:
    """ "♠J ♠7": a set of cards as people read it."""
    return " ".join("♠♥♦♣"[card >> 4] + (RANKS + "XY")[card & 15] for card in cards_of(cards))


def seat_letter(seat: Seat | None) -> str:
    return "-" if seat is None else SEATS[seat]
