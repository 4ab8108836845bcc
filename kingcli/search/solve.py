"""The front of the solver: what can be asked, and which search answers it."""

from __future__ import annotations

from collections.abc import Sequence

from kingcli.errors import KingError
from kingcli.rules import Position, TrickPosition
from kingcli.search import compiled, plain
from kingcli.search.budget import Budget
from kingcli.search.check import check_position, told
from kingcli.search.line import turn
from kingcli.search.size import check_size
from kingcli.search.solution import EVERY_SEAT, Range, Solution, Value
from kingcli.search.ties import HOSTILE, Ties
from kingcli.seats import SEATS, Seat

METHODS = ("guarantee", "team", "best", "maxn", "equilibria")


def solve(
    position: Position,
    method: str = "guarantee",
    seats: Sequence[Seat] | str | None = None,
    *,
    ties: Ties = HOSTILE,
    nodes: int | None = None,
    seconds: float | None = None,
    memory: int | None = None,
    is_plain: bool = False,
) -> Solution:
    """Solve a position in card play exactly, all hands seen.

    method "guarantee": the most a seat can be sure of, the others acting as one; "team": the same for seats together;
    "best": the most if everyone helps; "maxn": every seat for itself, with its tie rule (see ties.py), whatever the
    seats; "equilibria": all score vectors that some equilibrium leads to.
    seats: for whom; None is the seat to move, "all" each seat by itself, several seats act and count together.
    nodes, seconds: a budget; when it runs out the answer is bounds. memory: bytes for the table of positions (default
    64 MB in the compiled core, no limit in plain Python); less memory costs time, never correctness.
    is_plain: without the compiled core, though it is there.

    Raises RecordError for a position that does not hold together; KingError for one that is too large without a budget,
    for an unknown method and for seats that are not at the table.
    """
    if isinstance(position, TrickPosition):
        position = told(position)
    check_position(position)
    if method not in METHODS:
        raise KingError(f"no method {method!r} (there are {', '.join(METHODS)})")
    is_compiled = not is_plain and compiled.can_solve(position)
    if nodes is None and seconds is None:
        check_size(position, method, is_compiled=is_compiled)
    budget = Budget(nodes, seconds, memory)
    if method == "equilibria":
        if is_compiled and isinstance(position, TrickPosition):
            return compiled.equilibria_of(position, budget)
        return plain.equilibria_of(position, budget)
    if method == "maxn":
        if is_compiled and isinstance(position, TrickPosition):
            return compiled.each_seat(position, ties, budget)
        return plain.each_seat(position, ties, budget)
    n_seats = position.table.n_seats
    if seats == EVERY_SEAT:
        if method == "team":
            raise KingError("a team of all seats plays against nobody; name its seats, as in NS")
        found = [_two_sides(position, method, (seat,), budget, is_compiled=is_compiled) for seat in range(n_seats)]
        return _joined(found, turn(position))
    chosen = (turn(position),) if seats is None else tuple(sorted({int(seat) for seat in seats}))
    if not chosen or not all(0 <= seat < n_seats for seat in chosen):
        raise KingError(f"the seats at this table are {' '.join(SEATS[:n_seats])}")
    if method == "guarantee" and len(chosen) > 1:
        method = "team"
    return _two_sides(position, method, chosen, budget, is_compiled=is_compiled)


def _two_sides(
    position: Position, method: str, seats: tuple[Seat, ...], budget: Budget, *, is_compiled: bool
) -> Solution:
    if is_compiled and isinstance(position, TrickPosition):
        return compiled.two_sides(position, method, seats, budget)
    return plain.two_sides(position, method, seats, budget)


def _joined(found: list[Solution], mover: Seat) -> Solution:
    """The answers for each seat as one; best cards and line are those of the seat to move."""
    own, is_exact = found[mover], all(one.exact for one in found)
    known = [card for card in own.cards if all(card in one.cards for one in found)]
    return Solution(
        method=own.method,
        seats=tuple(range(len(found))),
        value=tuple(_number(one.value) for one in found),
        cards={card: tuple(_number(one.cards[card]) for one in found) for card in known},
        best=own.best if is_exact else (),
        line=own.line if is_exact else (),
        exact=is_exact,
        nodes=max(one.nodes for one in found),
        bounds=None if is_exact else tuple(_bounds(one) for one in found),
    )


def _number(value: Value | None) -> int:
    assert isinstance(value, int)
    return value


def _bounds(one: Solution) -> Range:
    if one.bounds is None:
        return _number(one.value), _number(one.value)
    low, high = one.bounds
    assert isinstance(low, int)
    assert isinstance(high, int)
    return low, high
