"""The answer of the solver, and the same as a row of JSON ("king.solution/1")."""

from __future__ import annotations

import msgspec

from kingcli.rules import Option, option_text
from kingcli.search.line import Line
from kingcli.search.ties import Ties, Vector
from kingcli.seats import SEATS, Seat

Value = int | tuple[int, ...]
Range = tuple[int, int]

EVERY_SEAT = "all"


class Solution(msgspec.Struct, frozen=True, kw_only=True):
    """What a position is worth; points of the whole round in their natural sign, those made already included.

    `seats` are those the value is for. `value` and the values of `cards` (every option of the seat to move) are one
    number for a seat or team, or one number a seat (maxn, and "all"). `best` are the cards that keep the value: the
    highest when the seat to move wants it high, else the lowest. `line` is (seat, option) to the end of the round and
    begins with one of them. `ties` names the tie rule of maxn. A round that is over has a value and no cards.

    Of equilibria `vectors` are all score vectors that may come about, `card_vectors` those after each option, `best`
    the options that some equilibrium chooses; value and cards are empty.

    An answer that is not `exact` (the budget ran out): `bounds` (low, high) hold the value (a pair a seat for "all"),
    `value` is the low one, `card_bounds` are those of each card, `cards` has only the cards whose value is known. In
    maxn nothing is known but `cards`; value and bounds are None.
    """

    method: str
    seats: tuple[Seat, ...]
    value: Value | None
    cards: dict[Option, Value]
    best: tuple[Option, ...]
    line: Line
    exact: bool
    nodes: int
    ties: Ties | None = None
    bounds: Range | tuple[Range, ...] | None = None
    card_bounds: dict[Option, Range] = {}
    vectors: tuple[Vector, ...] = ()
    card_vectors: dict[Option, tuple[Vector, ...]] = {}

    @classmethod
    def of_end(cls, method: str, seats: tuple[Seat, ...], value: Value, ties: Ties | None = None) -> Solution:
        """The answer for a round that is over: its value, and nothing to play."""
        return cls(method=method, seats=seats, value=value, cards={}, best=(), line=(), exact=True, nodes=0, ties=ties)

    @classmethod
    def of_equilibria(
        cls,
        seats: tuple[Seat, ...],
        card_vectors: dict[Option, tuple[Vector, ...]],
        vectors: tuple[Vector, ...],
        *,
        best: tuple[Option, ...] = (),
        exact: bool,
        nodes: int,
    ) -> Solution:
        return cls(
            method="equilibria",
            seats=seats,
            value=None,
            cards={},
            best=best,
            line=(),
            exact=exact,
            nodes=nodes,
            vectors=vectors,
            card_vectors=card_vectors,
        )

    @property
    def of_each(self) -> bool:
        """Whether values are one number a seat."""
        return self.method in ("maxn", "equilibria") or isinstance(self.value, tuple)

    def row(self, id: str | None = None, notes: tuple[str, ...] = (), letters: str = SEATS) -> SolutionRow:
        """The answer as JSON knows it; `letters` are those of the seats, in the position's order."""
        bounds = self.bounds
        if bounds is not None and self.of_each:
            bounds = dict(zip(letters, bounds, strict=False))  # type: ignore[assignment]
        return SolutionRow(
            id=id,
            method=self.method,
            for_=EVERY_SEAT if self.of_each else "".join(letters[seat] for seat in self.seats),
            value=by_seat(self.value, letters),
            cards={option_text(card): by_seat(value, letters) for card, value in self.cards.items()},
            best=[option_text(card) for card in self.best],
            line=[(letters[seat], option_text(option)) for seat, option in self.line],
            exact=self.exact,
            nodes=self.nodes,
            ties=self.ties,
            bounds=bounds,  # type: ignore[arg-type]
            card_bounds={option_text(card): pair for card, pair in self.card_bounds.items()} or None,
            notes=list(notes) or None,
            equilibria=[by_letter(vector, letters) for vector in self.vectors] or None,
            card_equilibria={
                option_text(card): [by_letter(vector, letters) for vector in vectors]
                for card, vectors in self.card_vectors.items()
            }
            or None,
        )


def by_letter(vector: Vector, letters: str) -> dict[str, int]:
    return dict(zip(letters, vector, strict=False))


def by_seat(value: Value | None, letters: str) -> int | dict[str, int] | None:
    """A number as it is, numbers of all seats as an object."""
    return by_letter(value, letters) if isinstance(value, tuple) else value


class SolutionRow(
    msgspec.Struct, kw_only=True, omit_defaults=True, tag_field="schema", tag="king.solution/1", rename={"for_": "for"}
):
    """One solved position. `for` is a seat, a team ("NS") or "all"; values are a number, or an object by seat for all.

    `cards` are all options of the seat to move; `line` is [seat, option] to the end of the round. When `exact` is false
    a budget ran out: `bounds` are [lowest, highest] still possible, `value` the lowest. `ties` is there for maxn.
    `equilibria` and `card_equilibria` are there for that method: all score vectors, and those after each option.
    """

    id: str | None
    method: str
    for_: str
    value: int | dict[str, int] | None
    cards: dict[str, int | dict[str, int] | None]
    best: list[str]
    line: list[tuple[str, str]]
    exact: bool
    nodes: int
    ties: str | None = None
    bounds: tuple[int, int] | dict[str, tuple[int, int]] | None = None
    card_bounds: dict[str, tuple[int, int]] | None = None
    notes: list[str] | None = None
    equilibria: list[dict[str, int]] | None = None
    card_equilibria: dict[str, list[dict[str, int]]] | None = None


class ErrorRow(msgspec.Struct, kw_only=True, tag_field="schema", tag="king.error/1"):
    """A position that could not be solved; `line` is that of the input, 0 where it has none."""

    id: str | None
    line: int
    error: str
    exit: int
