"""How much one search may cost, and the count of what it did cost."""

from __future__ import annotations

import time
from typing import Any

_CLOCK_EVERY = 256
# A position kept by a search in plain Python: its key, bounds and share of the table.
_ENTRY_BYTES = 300

DEFAULT_MEMORY = 64 << 20


class OutOfBudget(Exception):
    """The search was stopped; what it had proven before still holds."""


class Budget:
    """Counts nodes (positions whose moves were looked at between tricks or, in layouts, between cards).

    `spend()` raises OutOfBudget at the node after `nodes`, or `seconds` after the budget was made. None means no limit.
    `memory` is about how many bytes the table of a search may take; it is begun anew when it is full.
    """

    __slots__ = ("deadline", "limit", "memory", "nodes")

    def __init__(self, nodes: int | None = None, seconds: float | None = None, memory: int | None = None):
        self.nodes = 0
        self.limit = nodes
        self.deadline = None if seconds is None else time.monotonic() + seconds
        self.memory = memory

    def spend(self) -> None:
        if self.limit is not None and self.nodes >= self.limit:
            raise OutOfBudget
        self.nodes += 1
        if self.deadline is not None and self.nodes % _CLOCK_EVERY == 0 and time.monotonic() > self.deadline:
            raise OutOfBudget

    def lift(self) -> None:
        """No limit on nodes and time from here on."""
        self.limit = self.deadline = None

    def nodes_left(self) -> int | None:
        """None: as many as it takes."""
        return None if self.limit is None else max(self.limit - self.nodes, 0)

    def seconds_left(self) -> float | None:
        return None if self.deadline is None else max(self.deadline - time.monotonic(), 0.0)

    def table(self) -> dict[Any, Any]:
        """An empty table for what is proven of positions."""
        return {} if self.memory is None else _Bounded(max(self.memory // _ENTRY_BYTES, 64))


class _Bounded(dict[Any, Any]):
    """A table that forgets all it holds when it is full."""

    __slots__ = ("_most",)

    def __init__(self, most: int):
        super().__init__()
        self._most = most

    def __setitem__(self, key: Any, value: Any) -> None:
        if len(self) >= self._most:
            self.clear()
        super().__setitem__(key, value)
