"""The tie rules of max^n. A seat looks at its own score first, then at those of the others, seat by seat in the
direction of play: `hostile` likes what is lowest for them, `kind` what is highest.

Either order is total on score vectors and does not change when the same is added to two of them. So max^n has one
answer, whatever the order in which moves are tried, and a table of positions need not know the scores made before.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from kingcli.seats import Seat

Vector = tuple[int, ...]
Ties = Literal["hostile", "kind"]

HOSTILE: Ties = "hostile"
KIND: Ties = "kind"


def order_key(ties: Ties, chooser: Seat, direction: int) -> Callable[[Vector], Vector]:
    """What the chooser maximises: its own score, then minus (kind: plus) the next seat's, and so on round the table."""
    sign = 1 if ties == KIND else -1

    def key(vector: Vector) -> Vector:
        n_seats = len(vector)
        others = (vector[(chooser + direction * steps) % n_seats] for steps in range(1, n_seats))
        return (vector[chooser], *(sign * score for score in others))

    return key


def prefers(ties: Ties, chooser: Seat, following: Sequence[Seat]) -> Callable[[Vector, Vector], bool]:
    """Whether the chooser likes the first of two vectors better. `following[seat]` is the next seat in play."""
    others = []
    seat = following[chooser]
    while seat != chooser:
        others.append(seat)
        seat = following[seat]
    turns = tuple(others)
    is_kind = ties == KIND

    def is_better(one: Vector, other: Vector) -> bool:
        if one[chooser] != other[chooser]:
            return one[chooser] > other[chooser]
        for seat in turns:
            if one[seat] != other[seat]:
                return (one[seat] > other[seat]) is is_kind
        return False

    return is_better


def add(one: Vector, other: Vector) -> Vector:
    return tuple(a + b for a, b in zip(one, other, strict=True))
