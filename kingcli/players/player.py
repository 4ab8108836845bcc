"""What every player is: a function from a View and a random stream to one of the options."""

from __future__ import annotations

from typing import Protocol

from kingcli.random import Stream
from kingcli.rules import Option, View


class Player(Protocol):
    """Stateless: his memory is `view.events`. The same view and stream give the same option, in any process."""

    @property
    def name(self) -> str:
        """The spec that `find` makes this player from, in its shortest form: "easy", "easy:errors=10"."""
        ...

    def choose(self, view: View, rng: Stream) -> Option:
        """One of `view.decision.options`, of which there are at least two. `rng` is this decision's own stream."""
        ...
