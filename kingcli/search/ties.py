"""The tie rule of max^n, `hostile`: own score; then what is lowest for the next seat, then for the seat after.

The order is total on score vectors and does not change when the same is added to two of them. So max^n has one answer,
whatever the order in which moves are tried, and positions can be kept in a table without the scores made before.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kingcli.seats import Seat

Vector = tuple[int, ...]

HOSTILE = "hostile"


def hostile_key(vector: Vector, chooser: Seat, direction: int) -> Vector:
    """What the chooser maximises: own score, then minus the next seat's in the direction of play, and so on round."""
    n_seats = len(vector)
    others = (vector[(chooser + direction * steps) % n_seats] for steps in range(1, n_seats))
    return (vector[chooser], *(-score for score in others))


def prefers(chooser: Seat, following: Sequence[Seat]) -> Callable[[Vector, Vector], bool]:
    """Whether the chooser likes the first of two vectors better. `following[seat]` is the next seat in play."""
    others = []
    seat = following[chooser]
    while seat != chooser:
        others.append(seat)
        seat = following[seat]
    turns = tuple(others)

    def is_better(one: Vector, other: Vector) -> bool:
        if one[chooser] != other[chooser]:
            return one[chooser] > other[chooser]
        for seat in turns:
            if one[seat] != other[seat]:
                return one[seat] < other[seat]
        return False

    return is_better


def add(one: Vector, other: Vector) -> Vector:
    return tuple(a + b for a, b in zip(one, other, strict=True))
