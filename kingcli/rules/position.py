"""A round in card play, as plain frozen values: what is true now, all hands seen."""

from __future__ import annotations

import msgspec

from kingcli.cards import Card, Hand
from kingcli.seats import Seat
from kingcli.variants import LayoutTable, TrickTable


class TrickPosition(msgspec.Struct, frozen=True):
    """Trick play. `hands` are the cards still held; `trick` the cards on the table in order of play, led by `leader`.

    `declarer` is None where nobody chose; `taken` (cards won) and `tricks` (number won) are by seat, or None where a
    position
    does not tell; `scores` are the points made so far in this round.
    """

    table: TrickTable
    hands: tuple[Hand, ...]
    leader: Seat
    trick: tuple[Card, ...]
    declarer: Seat | None
    scores: tuple[int, ...]
    taken: tuple[Hand, ...] | None = None
    tricks: tuple[int, ...] | None = None


class LayoutPosition(msgspec.Struct, frozen=True):
    """Card dominoes. `laid` are the cards on the table, `turn` who is to lay, `n_out` how many seats had gone out
    before,
    `passes` how many voluntary passes were made in a row.
    """

    table: LayoutTable
    hands: tuple[Hand, ...]
    turn: Seat
    laid: Hand
    n_out: int
    passes: int
    scores: tuple[int, ...]


Position = TrickPosition | LayoutPosition
