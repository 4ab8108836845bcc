"""Seats: numbers 0..n-1 clockwise as seen from above, written N E S W F.

Three players sit at N E S, four at N E S W, five at N E S W F. `direction` is +1 for clockwise play, -1 for the other
way; the seat on the left is the next in that direction.
"""

from __future__ import annotations

from kingcli.errors import RecordError

SEATS = "NESWF"

Seat = int


def seat_names(n_seats: int) -> str:
    return SEATS[:n_seats]


def next_seat(seat: Seat, n_seats: int, direction: int, steps: int = 1) -> Seat:
    """The seat `steps` turns later (negative: earlier)."""
    return (seat + direction * steps) % n_seats


def parse_seat(text: str, n_seats: int) -> Seat:
    """The seat of a letter. Raises RecordError when no such seat is at this table."""
    word = text.strip().upper()
    if len(word) == 1 and word in seat_names(n_seats):
        return SEATS.index(word)
    raise RecordError(f"{text.strip()!r} is not a seat at this table ({' '.join(seat_names(n_seats))})")
