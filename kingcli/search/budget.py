"""How much one search may cost, and the count of what it did cost."""

from __future__ import annotations

import time

_CLOCK_EVERY = 256


class OutOfBudget(Exception):
    """The search was stopped; what it had proven before still holds."""


class Budget:
    """Counts nodes (positions whose moves were looked at between tricks or, in layouts, between cards).

    `spend()` raises OutOfBudget at the node after `nodes`, or `seconds` after the budget was made. None means no limit.
    """

    __slots__ = ("deadline", "limit", "nodes")

    def __init__(self, nodes: int | None = None, seconds: float | None = None):
        self.nodes = 0
        self.limit = nodes
        self.deadline = None if seconds is None else time.monotonic() + seconds

    def spend(self) -> None:
        if self.limit is not None and self.nodes >= self.limit:
            raise OutOfBudget
        self.nodes += 1
        if self.deadline is not None and self.nodes % _CLOCK_EVERY == 0 and time.monotonic() > self.deadline:
            raise OutOfBudget

    def lift(self) -> None:
        """No limit from here on."""
        self.limit = self.deadline = None
