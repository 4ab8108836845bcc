"""What to play: games, seatings, deals, and how the work is cut into chunks.

A deal set is one match number under one game: the same first dealer and the same cards for every seating. A chunk is a
few deal sets with all their seatings; how a plan is cut depends on nothing but the plan.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec

from kingcli.errors import USAGE, KingError
from kingcli.players import find
from kingcli.variants import Variant

# Matches of a chunk, about: large enough to be worth a message to a worker, small enough that little is lost by Ctrl-C.
CHUNK_MATCHES = 4

Seating = tuple[str, ...]

# As many games are named in a message; more are counted.
_MOST_NAMES = 6

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six")


class Chunk(msgspec.Struct, frozen=True):
    """Deal sets `first` .. `first + count - 1` of one game, each with every seating; `records` is a format or None."""

    variant: Variant
    seatings: tuple[Seating, ...]
    seed: str
    first: int
    count: int
    records: Literal["pkn", "jsonl"] | None = None

    @property
    def key(self) -> tuple[str, int]:
        """Names the chunk within its plan: the game and its first deal set."""
        return self.variant.name, self.first

    @property
    def last(self) -> int:
        return self.first + self.count - 1

    @property
    def n_matches(self) -> int:
        return self.count * len(self.seatings)

    def places(self) -> list[tuple[int, int]]:
        """Deal set and seating (both from 1) of each match, in the order of play."""
        sets, turns = range(self.first, self.last + 1), range(1, len(self.seatings) + 1)
        return [(match, seating) for match in sets for seating in turns]


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """A run: `matches` deal sets of each game. `players` are specs, one or a list for the seats."""

    variants: tuple[Variant, ...]
    players: tuple[str, ...]
    matches: int
    seed: str
    rotate: bool = False
    chunk_matches: int = CHUNK_MATCHES

    def seatings(self, variant: Variant) -> tuple[Seating, ...]:
        """Who sits where, by seat. With `rotate` every different turn of the list: all have all seats equally often."""
        names, n_seats = self.players, variant.seats
        turns = [
            tuple(names[(seat + turn) % len(names)] for seat in range(n_seats))
            for turn in range(len(names) if self.rotate else 1)
        ]
        return tuple(dict.fromkeys(turns))

    def players_of(self, variant: Variant) -> tuple[str, ...]:
        """The different players of a game, in the order given."""
        seated = {name for seating in self.seatings(variant) for name in seating}
        return tuple(name for name in dict.fromkeys(self.players) if name in seated)

    def n_matches(self, variant: Variant) -> int:
        return self.matches * len(self.seatings(variant))

    @property
    def total_matches(self) -> int:
        return sum(self.n_matches(variant) for variant in self.variants)

    def chunks(self, records: Literal["pkn", "jsonl"] | None = None) -> Iterator[Chunk]:
        """All chunks in order: game by game, deal sets 1, 2, ..."""
        for variant in self.variants:
            seatings = self.seatings(variant)
            size = max(1, self.chunk_matches // len(seatings))
            for first in range(1, self.matches + 1, size):
                count = min(size, self.matches + 1 - first)
                yield Chunk(variant, seatings, self.seed, first, count, records)


def make_plan(
    variants: Sequence[Variant],
    players: Sequence[str] = ("easy",),
    *,
    matches: int = 100,
    seed: str,
    rotate: bool = False,
) -> Plan:
    """A plan that can be played: one player fills all seats; a list has one for each seat.

    With several games a list that fits one of them is cut or begun again for the others (see `fitting_notes`).
    Raises KingError (exit code 2): no game, a game twice, an unknown player, a list that fits no seats, no match,
    a seed that is not text.
    """
    if not variants:
        raise _refusal("no game to play; name one with --variant")
    names = [variant.name for variant in variants]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise _refusal(f"the game {twice} is named twice")
    if matches < 1:
        raise _refusal(f"{matches} matches cannot be played; at least 1 is needed")
    try:
        seed.encode()
    except UnicodeEncodeError:
        raise _refusal("the seed is not text (bytes that are not UTF-8)") from None
    if not players:
        raise _refusal("no player is named")
    specs = tuple(find(player).name for player in players)
    sizes = sorted({variant.seats for variant in variants})
    if len(specs) > 1 and len(specs) not in sizes:
        tables = " and ".join(_number(size) for size in sizes)
        cure = f"name one player, or {' or '.join(_number(size) for size in sizes)}"
        games = f"{', '.join(names)} has" if len(names) <= _MOST_NAMES else f"the {len(names)} games have"
        raise _refusal(f"{_number(len(specs))} players are named, but {games} {tables} seats; {cure}")
    return Plan(variants=tuple(variants), players=specs, matches=matches, seed=seed, rotate=rotate)


def fitting_notes(plan: Plan) -> list[str]:
    """One line for each game whose seats the list of players does not match: who plays there."""
    return [
        f"{variant.name} has {_number(variant.seats)} seats: "
        + "; ".join(", ".join(seating) for seating in plan.seatings(variant))
        for variant in plan.variants
        if len(plan.players) not in (1, variant.seats)
    ]


def _number(n: int) -> str:
    return _NUMBERS[n] if n < len(_NUMBERS) else str(n)


def _refusal(message: str) -> KingError:
    return KingError(message, exit_code=USAGE)
