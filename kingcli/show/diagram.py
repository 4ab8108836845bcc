"""Hands round the table as bridge books print them: N above, W and E beside, S below."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from kingcli.cards import Hand
from kingcli.seats import SEATS
from kingcli.show.console import Screen

_MIDDLE = 18


def show_hands(screen: Screen, hands: Sequence[Hand]) -> None:
    """Print the hands by seat (3: N E S; 4: N E S W; 5: F on a line of its own); a seat without cards shows dashes."""
    texts = [Text(f"{seat}   ").append_text(screen.holding(hand)) for seat, hand in zip(SEATS, hands, strict=False)]
    north, east, south = texts[:3]
    west = texts[3] if len(texts) > 3 else Text("")
    gap = max(_MIDDLE + len(north) + 2, len(west) + 10, _MIDDLE + 26)
    screen.line(Text(" " * _MIDDLE).append_text(north))
    screen.line(Text("  ").append_text(west).append(" " * (gap - 2 - len(west))).append_text(east))
    screen.line(Text(" " * _MIDDLE).append_text(south))
    for extra in texts[4:]:
        screen.line(Text("  ").append_text(extra))
