"""The principal line: from a solved position to the end of the round, a best card at every step.

Among cards of the same value the line plays the lowest (by rank, then in hand order), and a call after all cards.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol

from kingcli.cards import rank_index
from kingcli.rules import Option, Position, TrickPosition, tricks
from kingcli.rules.perft import after, options_at
from kingcli.search.ties import Ties, Vector, order_key
from kingcli.seats import Seat

Line = tuple[tuple[Seat, Option], ...]


class Sides(Protocol):
    """A two-sided search."""

    helpers: frozenset[Seat]

    def range(self, position: Any) -> tuple[int, int]: ...

    def groups(self, position: Any) -> list[list[Option]]: ...

    def probe(self, position: Any, target: int) -> int: ...


class Each(Protocol):
    """A max^n search."""

    def groups(self, position: Any) -> list[list[Option]]: ...

    def scores(self, position: Any) -> Vector: ...


def turn(position: Position) -> Seat:
    """The seat to move."""
    return tricks.turn(position) if isinstance(position, TrickPosition) else position.turn


def final_scores(position: Position) -> Vector:
    """The scores of a round that is over."""
    return tricks.final_scores(position) if isinstance(position, TrickPosition) else position.scores


def low_first(options: Iterable[Option]) -> list[Option]:
    """Options in the order in which a line prefers them."""
    return sorted(options, key=lambda option: (-rank_index(option), option) if isinstance(option, int) else (1, 0))


def line_of_sides(search: Sides, position: Position, value: int) -> Line:
    """The line of a two-sided search from a position with this exact value.

    A helper looks for a card that keeps `value`, another seat for one that does not let it be exceeded: a probe a card.
    """
    line: list[tuple[Seat, Option]] = []
    while options_at(position):
        seat = turn(position)
        helping = seat in search.helpers
        target = value if helping else value + 1
        groups = {low_first(group)[0]: group for group in search.groups(position)}
        candidates = low_first(groups)
        chosen = candidates[-1]
        for option in candidates[:-1]:
            if (search.probe(after(position, option), target) >= target) == helping:
                chosen = option
                break
        line.append((seat, chosen))
        position = after(position, chosen)
    return tuple(line)


def line_of_each(search: Each, ties: Ties, position: Position) -> Line:
    """The line of max^n: everybody plays what the tie rule prefers."""
    line: list[tuple[Seat, Option]] = []
    while options_at(position):
        seat = turn(position)
        direction = position.table.direction
        candidates = low_first(low_first(group)[0] for group in search.groups(position))
        if len(candidates) == 1:
            chosen = candidates[0]
        else:
            values = {option: search.scores(after(position, option)) for option in candidates}
            key = order_key(ties, seat, direction)
            chosen = max(candidates, key=lambda option: key(values[option]))
        line.append((seat, chosen))
        position = after(position, chosen)
    return tuple(line)
