"""A round in card play, as plain frozen values: what is true now, all hands seen. Seats sitting out are not in it."""

from __future__ import annotations

import msgspec

from kingcli.cards import Card, Hand
from kingcli.seats import Seat
from kingcli.variants import HundredTable, LayoutTable, TrickTable


class TrickPosition(msgspec.Struct, frozen=True):
    """Trick play. `hands` are the cards still held; `trick` the cards on the table in order of play, led by `leader`.

    `declarer` is None where nobody chose; `taken` (cards won) and `tricks` (number won) are by seat, or None where a
    position does not tell; `scores` are the points made so far in this round, before premiums. `stock`: cards to draw,
    top first; `odd`: a card that goes to a trick to come. Only with a stock: `order`, the seats that take part in the
    trick on the table, leader first, and `recent`, the winners of the latest tricks, the last one last.
    """

    table: TrickTable
    hands: tuple[Hand, ...]
    leader: Seat
    trick: tuple[Card, ...]
    declarer: Seat | None
    scores: tuple[int, ...]
    taken: tuple[Hand, ...] | None = None
    tricks: tuple[int, ...] | None = None
    stock: tuple[Card, ...] = ()
    odd: Card | None = None
    order: tuple[Seat, ...] = ()
    recent: tuple[Seat, ...] = ()


class LayoutPosition(msgspec.Struct, frozen=True):
    """Card dominoes. `laid` are the cards on the table, `turn` who is to lay, `n_out` how many seats had gone out
    before, `passes` how many voluntary passes were made in a row, `laid_now` how many start cards the seat in turn has
    just laid and may add to.
    """

    table: LayoutTable
    hands: tuple[Hand, ...]
    turn: Seat
    laid: Hand
    n_out: int
    passes: int
    scores: tuple[int, ...]
    laid_now: int = 0


class HundredPosition(msgspec.Struct, frozen=True):
    """The counting race: `sum` of the eyes laid so far, `turn` who is to lay."""

    table: HundredTable
    hands: tuple[Hand, ...]
    turn: Seat
    sum: int
    scores: tuple[int, ...]


Position = TrickPosition | LayoutPosition | HundredPosition
