"""The console all output for people goes through: 80 columns or the terminal's, colour only where wanted, suit signs
or letters.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Iterable, Sequence
from typing import Literal, TextIO, cast

from rich.console import Console
from rich.table import Table
from rich.text import Text

from kingcli.cards import RANKS, SUITS, SYMBOLS, Card, Hand, cards_of, rank_index, suit_index
from kingcli.rules import Option

_RED = (1, 2)


class Screen:
    """Writes tables and lines to a stream (stdout by default). A stream that cannot show ♠ gets S H D C instead."""

    def __init__(self, stream: TextIO | None = None):
        self.stream = stream if stream is not None else sys.stdout
        terminal = self.stream.isatty()
        self.console = Console(
            file=self.stream,
            width=None if terminal else 80,
            highlight=False,
            markup=False,
            emoji=False,
            soft_wrap=False,
        )
        self._drawn = io.StringIO()
        self._wide = Console(
            file=self._drawn,
            width=1000,
            force_terminal=self.console.is_terminal,
            color_system=_color_system(self.console),
            no_color=self.console.no_color,
            highlight=False,
            markup=False,
            emoji=False,
        )
        self.has_signs = _can_show(self.stream, "♠♥♦♣")

    def suit(self, suit: int) -> str:
        """The sign of a suit number, or its letter."""
        return SYMBOLS[SUITS[suit]] if self.has_signs else SUITS[suit]

    def card(self, card: Card) -> Text:
        """ "♦7", red suits red."""
        style = "red" if suit_index(card) in _RED else ""
        return Text(self.suit(suit_index(card)) + (RANKS + "XY")[rank_index(card)], style=style)

    def option(self, option: Option) -> Text:
        """A card or a call as people read it."""
        return self.card(option) if isinstance(option, int) else Text(self.plain(option))

    def cards(self, cards: Iterable[Card]) -> Text:
        return Text(" ").join(self.card(card) for card in cards)

    def holding(self, hand: Hand) -> Text:
        """ "♠ Q 9  ♥ -  ♦ K  ♣ 8": one hand on one line."""
        parts = []
        for suit in range(4):
            ranks = [(RANKS + "XY")[rank_index(c)] for c in cards_of(hand) if suit_index(c) == suit]
            parts.append(Text(f"{self.suit(suit)} {' '.join(ranks) or '-'}", style="red" if suit in _RED else ""))
        return Text("  ").join(parts)

    def plain(self, text: str) -> str:
        """The text with suit signs replaced by letters where the stream cannot show them."""
        if not self.has_signs:
            for letter, sign in SYMBOLS.items():
                text = text.replace(sign, letter)
        return text

    def line(self, text: str | Text = "") -> None:
        """One line, however long; never wrapped, so that it can be searched and compared."""
        if isinstance(text, str):
            text = Text(self.plain(text))
        self.console.print(text, soft_wrap=True)

    def table(
        self,
        columns: Sequence[str],
        rows: Iterable[Sequence[str | Text]],
        *,
        left: Sequence[int] = (0,),
        indent: int = 2,
    ) -> None:
        """A table with one header line, as wide as its cells. Columns are right-justified but for those in `left`."""
        table = Table(box=None, pad_edge=False, padding=(0, 1), header_style="bold")
        for index, column in enumerate(columns):
            table.add_column(
                self.plain(column), justify="left" if index in left else "right", no_wrap=True, overflow="crop"
            )
        for row in rows:
            table.add_row(*(Text(self.plain(cell)) if isinstance(cell, str) else cell for cell in row))
        self._wide.print(table)
        for line in self._drawn.getvalue().splitlines():
            self.stream.write(" " * indent + line.rstrip() + "\n")
        self._drawn.seek(0)
        self._drawn.truncate()


def _color_system(console: Console) -> Literal["standard", "256", "truecolor", "windows"] | None:
    return cast(Literal["standard", "256", "truecolor", "windows"] | None, console.color_system)


def _can_show(stream: TextIO, text: str) -> bool:
    try:
        text.encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def signed(points: int) -> str:
    """ "+3", "-16", "0": points with their natural sign."""
    return f"{points:+d}" if points else "0"
