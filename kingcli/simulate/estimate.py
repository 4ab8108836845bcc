"""From exact sums to means, errors and intervals. Only + - * / and square roots: the same bits on any machine."""

from __future__ import annotations

import math

import msgspec

from kingcli.simulate.tally import Moments

_Z = 1.959963984540054
# The 97.5 % point of Student's t for 1, 2, ... degrees of freedom.
_T = (12.706205, 4.302653, 3.182446, 2.776445, 2.570582, 2.446912, 2.364624, 2.306004, 2.262157, 2.228139)


DIGITS = 6
"""Decimal places of means, errors and intervals."""


class Interval(msgspec.Struct, frozen=True):
    """A mean, its standard error and the ends of its 95 % interval; the last three are None below two deal sets."""

    mean: float
    error: float | None
    low: float | None
    high: float | None


class Estimate(msgspec.Struct, frozen=True):
    """The same with what it is the mean of: `points`, the sum over `count` matches or rounds."""

    count: int
    points: int
    mean: float
    error: float | None
    low: float | None
    high: float | None


def interval(moments: Moments, sets: int) -> Interval:
    """The ratio of the sums of x and r over `sets` clusters, with the standard error of a ratio of cluster sums.

    Raises ValueError when nothing was counted.
    """
    x, r, xx, xr, rr = moments
    if r == 0:
        raise ValueError("nothing was counted")
    mean = x / r
    if sets < 2:
        return Interval(rounded(mean), None, None, None)
    # Sum over clusters of (x_i - mean r_i)^2, times r^2: an integer, so nothing cancels.
    squares = xx * r * r - 2 * x * r * xr + x * x * rr
    error = math.sqrt(sets * squares / ((sets - 1) * r**4))
    reach = student(sets - 1) * error
    return Interval(rounded(mean), rounded(error), rounded(mean - reach), rounded(mean + reach))


def estimate(moments: Moments, sets: int) -> Estimate:
    """The same as `interval`, with sum and count."""
    found = interval(moments, sets)
    return Estimate(moments[1], moments[0], found.mean, found.error, found.low, found.high)


def rounded(value: float) -> float:
    """To `DIGITS` places, and never -0.0."""
    return round(value, DIGITS) + 0.0


def student(freedom: int) -> float:
    """The 97.5 % point of Student's t: tabled up to ten degrees of freedom, then expanded in 1/freedom (< 2e-5 off)."""
    if freedom <= len(_T):
        return _T[freedom - 1]
    z, n = _Z, float(freedom)
    z2 = z * z
    z3 = z * z2
    z5 = z3 * z2
    z7 = z5 * z2
    z9 = z7 * z2
    first = (z3 + z) / 4
    second = (5 * z5 + 16 * z3 + 3 * z) / 96
    third = (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / 384
    fourth = (79 * z9 + 776 * z7 + 1482 * z5 - 1920 * z3 - 945 * z) / 92160
    return z + first / n + second / (n * n) + third / (n * n * n) + fourth / (n * n * n * n)
