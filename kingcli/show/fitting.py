"""Tables that fit the screen: long words of one column go on in further lines."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from itertools import zip_longest

from rich.text import Text

Row = Sequence[str | Text]
_NARROWEST = 12


def fit(heads: Sequence[str], rows: Sequence[Row], columns: Sequence[int], width: int, indent: int = 2) -> list[Row]:
    """The rows with the texts of `columns` wrapped, the first of these first, so that the table is at most `width` wide
    where that can be. A line after the first has these cells alone; "\\n" in a cell begins a new line.
    """
    widths = [max((_widest(row[index]) for row in rows), default=0) for index in range(len(heads))]
    widths = [max(len(head), wide) for head, wide in zip(heads, widths, strict=True)]
    for index in columns:
        too_much = indent + sum(widths) + 2 * (len(heads) - 1) - width
        if too_much > 0:
            widths[index] = max(widths[index] - too_much, min(widths[index], _NARROWEST))
    fitted: list[Row] = []
    for row in rows:
        cells = [_lines(cell, widths[index]) if index in columns else [cell] for index, cell in enumerate(row)]
        fitted += zip_longest(*cells, fillvalue="")
    return fitted


def joined(parts: Sequence[str], width: int, sign: str = " · ") -> list[str]:
    """The parts with a sign between them, on as few lines as hold them."""
    lines: list[str] = []
    for part in parts:
        if lines and len(lines[-1]) + len(sign) + len(part) <= width:
            lines[-1] += sign + part
        else:
            lines.append(part)
    return lines


def _widest(cell: str | Text) -> int:
    return max(len(line) for line in str(cell).split("\n"))


def _lines(cell: str | Text, width: int) -> list[str | Text]:
    lines = [part for line in str(cell).split("\n") for part in textwrap.wrap(line, width, break_on_hyphens=False)]
    return [cell] if len(lines) <= 1 else [*lines]
