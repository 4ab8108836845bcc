"""What a table says about its cards before anything is played: which cards beat which, and where the points are."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from kingcli.cards import N_CARD_NUMBERS, SUIT_MASKS, Hand, cards_of, mask, suit_index
from kingcli.variants import TrickTable, Variant, compile_table, total_of


class Outlook(msgspec.Struct, frozen=True):
    """By card (64 entries): `above`, the cards of its suit that beat it when it is led, and `below`, those it beats.

    `ahead[t]` are the points of tricks as such (not of cards in them) from trick t (0 = first) on, up to
    `ahead[hand_size]` = 0; `total` is what all seats score in the whole round.
    """

    table: TrickTable
    above: tuple[Hand, ...]
    below: tuple[Hand, ...]
    ahead: tuple[int, ...]
    total: int


@lru_cache(maxsize=4096)
def outlook_of(variant: Variant, contract: str, named: str | None) -> Outlook | None:
    """The outlook of a contract under the suit named; None where it is not played in tricks."""
    table = compile_table(variant, contract, named)
    if not isinstance(table, TrickTable):
        return None
    above, below = [0] * N_CARD_NUMBERS, [0] * N_CARD_NUMBERS
    for card in cards_of(table.deck):
        strength = table.strength[suit_index(card)]
        suit = [other for other in cards_of(table.deck & SUIT_MASKS[suit_index(card)]) if other != card]
        above[card] = mask(other for other in suit if strength[other] > strength[card])
        below[card] = mask(other for other in suit if strength[other] <= strength[card])
    ahead = [0]
    for following in range(table.hand_size):
        number = table.hand_size - 1 - following
        points = table.trick_points[min(number, len(table.trick_points) - 1)]
        points += table.end_points[following] if following < len(table.end_points) else 0
        ahead.append(ahead[-1] + points)
    return Outlook(table, tuple(above), tuple(below), tuple(reversed(ahead)), total_of(table))
