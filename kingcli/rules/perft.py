"""Counting play sequences: the checkable size of a game tree."""

from __future__ import annotations

from kingcli.cards import cards_of
from kingcli.rules import hundred, layout, tricks
from kingcli.rules.events import Option
from kingcli.rules.position import HundredPosition, LayoutPosition, Position


def options_at(position: Position) -> tuple[Option, ...]:
    """The options of the seat to move; none when the round is over."""
    if isinstance(position, LayoutPosition):
        return () if layout.is_over(position) else layout.options(position)
    if isinstance(position, HundredPosition):
        return () if hundred.is_over(position) else hundred.options(position)
    return () if tricks.is_over(position) else tuple(cards_of(tricks.legal(position)))


def after(position: Position, option: Option) -> Position:
    """The position after a legal option."""
    if isinstance(position, LayoutPosition):
        return layout.play(position, option)
    if isinstance(position, HundredPosition):
        return hundred.play(position, option)
    return tricks.play(position, int(option))


def perft(position: Position, depth: int) -> list[int]:
    """The number of sequences of 1, 2, .. `depth` steps from here; a round that is over is not continued."""
    counts = [0] * depth
    _count(position, 0, counts)
    return counts


def _count(position: Position, level: int, counts: list[int]) -> None:
    options = options_at(position)
    counts[level] += len(options)
    if level + 1 < len(counts):
        for option in options:
            _count(after(position, option), level + 1, counts)
