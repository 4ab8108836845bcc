"""Adding up: penalties and rewards, places, the audit of a score sheet."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec


class Balance(msgspec.Struct, frozen=True):
    """One match added up. `penalties` (<= 0), `rewards` (>= 0) and `totals` are by seat."""

    penalties: tuple[int, ...]
    rewards: tuple[int, ...]
    totals: tuple[int, ...]


def balance(scores: Sequence[Sequence[int]], n_seats: int) -> Balance:
    """Split the scores of all rounds (rounds x seats) by sign and add them up for each seat."""
    penalties = tuple(sum(min(row[seat], 0) for row in scores) for seat in range(n_seats))
    rewards = tuple(sum(max(row[seat], 0) for row in scores) for seat in range(n_seats))
    return Balance(penalties, rewards, tuple(p + r for p, r in zip(penalties, rewards, strict=True)))


def places(totals: Sequence[int]) -> tuple[int, ...]:
    """The place of each seat, 1 for the highest total; equal totals share the better place."""
    return tuple(1 + sum(other > total for other in totals) for total in totals)


def winners(totals: Sequence[int]) -> tuple[int, ...]:
    """The seats that share the first place."""
    return tuple(seat for seat, place in enumerate(places(totals)) if place == 1)


class Audit(msgspec.Struct, frozen=True):
    """The check under a score sheet: in a game whose scores sum to `expected`, won = lost + expected."""

    won: int
    lost: int
    expected: int

    @property
    def agrees(self) -> bool:
        return self.won == self.lost + self.expected


def audit(totals: Sequence[int], expected: int = 0) -> Audit:
    """Won is the sum of the plus totals, lost that of the minus totals, without its sign."""
    return Audit(sum(max(t, 0) for t in totals), -sum(min(t, 0) for t in totals), expected)
