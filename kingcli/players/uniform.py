"""The player who draws lots: the yardstick that every other player must beat."""

from __future__ import annotations

import msgspec

from kingcli.random import Stream
from kingcli.rules import Option, View


class RandomPlayer(msgspec.Struct, frozen=True):
    """Every option equally likely."""

    @property
    def name(self) -> str:
        return "random"

    def choose(self, view: View, rng: Stream) -> Option:
        assert view.decision is not None
        options = view.decision.options
        return options[rng.below(len(options))]
