"""What happens in a round: decisions that seats make, and the events they and the rules leave behind."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from kingcli.cards import RANKS, SUIT_MASKS, SUITS, Card, card_name, cards_of, parse_card
from kingcli.seats import SEATS, Seat

Call = str
Option = Card | Call


class Kind(StrEnum):
    """The first five are decisions; the rest are facts that follow from the deal and from decisions."""

    CONTRACT = "contract"
    TRUMP = "trump"
    DISCARD = "discard"
    PLAY = "play"
    LAY = "lay"
    DEALT = "dealt"
    TURNED = "turned"
    NAMED = "named"
    TALON = "talon"
    TRICK = "trick"
    OUT = "out"
    SCORED = "scored"
    END = "end"


DECISIONS = frozenset({Kind.CONTRACT, Kind.TRUMP, Kind.DISCARD, Kind.PLAY, Kind.LAY})

Value = Option | tuple[int, ...] | None


class Decision(msgspec.Struct, frozen=True):
    """One small step a seat has to take. `options` are sorted (cards before calls), unique and never empty."""

    seat: Seat
    kind: Kind
    options: tuple[Option, ...]


class Event(msgspec.Struct, frozen=True):
    """One thing that happened. `seat` is who did it or whom it befell; `seen_by` has bit `1 << seat` for who may
    read `value`.

    value by kind: CONTRACT TRUMP NAMED a call; DISCARD PLAY LAY TURNED a card (LAY also "pass"); DEALT TALON cards
    in order;
    TRICK the cards in order of play; OUT the prize as one number; SCORED the points of all seats; END None.
    """

    kind: Kind
    seat: Seat | None
    value: Value
    seen_by: int


class Deal(msgspec.Struct, frozen=True):
    """The cards as dealt: each hand in the order received, then the cards set aside in order. No chance happens
    later.
    """

    hands: tuple[tuple[Card, ...], ...]
    talon: tuple[Card, ...] = ()


def option_text(option: Option) -> str:
    """ "SA" for a card, the call itself otherwise."""
    return card_name(option) if isinstance(option, int) else option


def parse_option(text: str) -> Option:
    """A card in any spelling, or a call ("trump:S", "contract:queens", "open:highest", "by-last", "pass")."""
    word = text.strip()
    if ":" in word or word.lower() in ("by-last", "pass"):
        head, colon, tail = word.partition(":")
        suit = tail.upper() if head.lower() in ("trump", "open") and tail.upper() in (*SUITS, "NT") else tail.lower()
        return head.lower() + colon + suit
    return parse_card(word)


def sort_options(options: list[Option]) -> tuple[Option, ...]:
    """Cards in hand order, then calls by name."""
    return tuple(sorted(set(options), key=lambda option: (isinstance(option, str), option)))


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
