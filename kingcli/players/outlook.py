"""What a table says about its cards before anything is played: which cards beat which, and where the points are."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from kingcli.cards import N_CARD_NUMBERS, SUIT_MASKS, Hand, cards_of, mask, n_cards, suit_index
from kingcli.variants import TrickTable, Variant, compile_table


class Outlook(msgspec.Struct, frozen=True):
    """By card (64 entries): `above`, the cards of its suit that beat it when it is led, and `below`, those it beats.

    `coming[k]` are the points of tricks as such (not of cards in them) while k tricks are to come; `losses` (<= 0) and
    `gains` (>= 0) are the points of all cards that have any.
    """

    table: TrickTable
    above: tuple[Hand, ...]
    below: tuple[Hand, ...]
    coming: tuple[int, ...]
    losses: int
    gains: int

    @property
    def total(self) -> int:
        """What all seats score in a whole round, premiums apart."""
        return self.losses + self.gains + self.coming[self.table.hand_size]

    @property
    def a_trick(self) -> float:
        """The points of a trick, and of the cards in it, on the average of a whole round."""
        return self.total / self.table.hand_size


@lru_cache(maxsize=4096)
def outlook_of(variant: Variant, contract: str, named: str | None) -> Outlook | None:
    """The outlook of a contract under the suit named; None where it is not played in tricks."""
    table = compile_table(variant, contract, named)
    if not isinstance(table, TrickTable):
        return None
    above, below = [0] * N_CARD_NUMBERS, [0] * N_CARD_NUMBERS
    for card in cards_of(table.deck):
        suit = table.deck & SUIT_MASKS[suit_index(card)] & ~(1 << card)
        above[card] = _beaters(table, card) & suit
        below[card] = suit & ~above[card]
    points = [table.card_points[card] for card in cards_of(table.deck)]
    return Outlook(
        table,
        tuple(above),
        tuple(below),
        tuple(_coming(table)),
        sum(value for value in points if value < 0),
        sum(value for value in points if value > 0),
    )


def _beaters(table: TrickTable, card: int) -> Hand:
    """The cards that beat this one when it is led and they are of its suit."""
    suit = suit_index(card)
    if table.jokers >> card & 1:
        return table.joker_beaten_by[suit]
    strength = table.strength[suit]
    stronger = mask(other for other in cards_of(table.deck) if strength[other] > strength[card])
    return stronger if table.joker_beaten_by[suit] >> card & 1 else stronger | table.jokers


def _coming(table: TrickTable) -> list[int]:
    """See `Outlook.coming`. A hand can grow beyond its size where cards are drawn: then as at the first trick."""
    found = [0]
    for following in range(n_cards(table.deck)):
        number = max(0, table.hand_size - 1 - following)
        points = table.trick_points[min(number, len(table.trick_points) - 1)]
        points += table.end_points[following] if following < len(table.end_points) else 0
        found.append(found[-1] + points)
    return found
