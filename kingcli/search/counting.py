"""Play sequences counted by the compiled core where it can, else by the rules: the same numbers."""

from __future__ import annotations

from collections.abc import Iterator

from kingcli import kernel
from kingcli.rules import Option, Position, TrickPosition
from kingcli.rules import perft as rules
from kingcli.search.check import check_position, told
from kingcli.search.compiled import can_solve


def perft(position: Position, depth: int) -> list[int]:
    """The number of sequences of 1, 2, .. `depth` steps from here; a round that is over is not continued.

    Raises RecordError for a position that does not hold together.
    """
    if isinstance(position, TrickPosition) and can_solve(position):
        position = told(position)
        check_position(position)
        return kernel.perft(position, depth)
    return rules.perft(position, depth)


def divide(position: Position, depth: int) -> Iterator[tuple[Option, int]]:
    """(option, number of sequences of `depth` steps that begin with it)."""
    for option in rules.options_at(position):
        yield option, perft(rules.after(position, option), depth - 1)[-1] if depth > 1 else 1
