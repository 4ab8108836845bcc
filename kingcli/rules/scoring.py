"""Adding up: penalties and rewards, places, the audit of a score sheet."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

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


def settle(totals: Sequence[int], how: str) -> tuple[int, ...] | None:
    """Who pays whom when totals do not balance: points by seat, received positive, paid negative; None without a
    payment.

    "losers-pay": every minus is paid in full, the winners share it in proportion to their plus. "winners-receive":
    every plus is received in full, the losers share it in proportion to their minus. Whole points by largest
    remainder; equal remainders go to the larger amount, then to the earlier seat.
    """
    plus = [max(total, 0) for total in totals]
    minus = [max(-total, 0) for total in totals]
    if how == "none" or not any(plus) or not any(minus):
        return None
    fixed, shared = (minus, plus) if how == "losers-pay" else (plus, minus)
    shares = _share(sum(fixed), shared)
    sign = -1 if how == "losers-pay" else 1
    return tuple(sign * (own - share) for own, share in zip(fixed, shares, strict=True))


def _share(amount: int, weights: Sequence[int]) -> list[int]:
    """Split an amount in proportion to weights, in whole points by largest remainder."""
    whole = sum(weights)
    shares = [amount * weight // whole for weight in weights]
    order = sorted(range(len(weights)), key=lambda i: (-(amount * weights[i] % whole), -weights[i], i))
    for seat in order[: amount - sum(shares)]:
        shares[seat] += 1
    return shares


def places_of(variant_ranking: str, scores: Sequence[Sequence[int]], totals: Sequence[int]) -> tuple[int, ...]:
    """The places of a match by its ranking rule, from its scores (rounds x seats).

    "net" compares totals; "premium-first" compares the sum of rewards, then totals (Varzytines, the literal reading).
    """
    if variant_ranking == "net":
        return places(totals)
    rewards = balance(scores, len(totals)).rewards
    keys = list(zip(rewards, totals, strict=True))
    return tuple(1 + sum(other > key for other in keys) for key in keys)


def running_fields(scores: Iterable[int]) -> tuple[list[int], list[int]]:
    """The last two fields of a triangle sheet from one seat's scores in order: penalties and rewards, without signs.

    Every total ever written, in order; all but the last are struck out. A score of 0 writes nothing.
    """
    penalties, rewards = list[int](), list[int]()
    for points in scores:
        field = penalties if points < 0 else rewards
        if points:
            field.append((field[-1] if field else 0) + abs(points))
    return penalties, rewards
