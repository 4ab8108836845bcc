"""Positions: "king.position/1" -> a position of the rules, checked all over, and back."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from kingcli.cards import card_name, hand_text, n_cards, names
from kingcli.errors import RecordError, VariantError, near_misses
from kingcli.records.position_fields import Fields, named_suit
from kingcli.records.position_lays import hundred_position, layout_position, runs_of
from kingcli.records.position_tricks import trick_position
from kingcli.records.record import PositionRecord
from kingcli.rules import HundredPosition, LayoutPosition, Position, TrickPosition
from kingcli.seats import SEATS, Seat, seat_names
from kingcli.variants import HundredTable, LayoutTable, Variant, compile_table, load_variant, variant_names

ONLY_WHAT_IS_LEFT = "counts only what is left (no scores are given)"


class Problem(msgspec.Struct, frozen=True, kw_only=True):
    """A position to solve. `named` is the suit named, trump or penalty suit ("S", "NT"), or None; `notes` say what was
    assumed.

    `active` are the seats at the table that play: seat k of the position is `active[k]` (left empty: the first seats).
    `place` is where it was read ("hands.jsonl:3"); `totals` are the match totals by seat at the table before this
    round, or None.
    """

    id: str | None = None
    variant: Variant
    contract: str
    named: str | None
    position: Position
    active: tuple[Seat, ...] = ()
    notes: tuple[str, ...] = ()
    totals: tuple[int, ...] | None = None
    place: str = ""

    @property
    def seats(self) -> str:
        """The letters of the seats that play, in the position's order: "NES"."""
        return "".join(SEATS[seat] for seat in self.active) or seat_names(self.position.table.n_seats)


FindVariant = Callable[[str, Mapping[str, Any]], Variant]


def find_variant(name: str, options: Mapping[str, Any], own: Mapping[str, str] | None = None) -> Variant:
    """The variant a record names, with its options. `own` are variant files by name; they come before built-in ones.

    A record never opens a file by itself. Raises VariantError.
    """
    files = own or {}
    if name in files:
        return load_variant(files[name], options)
    if name not in variant_names():
        guess = near_misses(name, [*variant_names(), *files])
        raise VariantError(
            f"no variant {name!r}{guess}; `king variants list` shows all, your own file is given with --variant"
        )
    return load_variant(name, options)


def problem_from(record: PositionRecord, find: FindVariant = find_variant, place: str = "") -> Problem:
    """Check a position record and build the position.

    Raises RecordError or VariantError naming the field: `hands.S: the 7 of spades is also in E's hand`.
    """
    variant = find(record.variant, record.options)
    if record.contract is None:
        raise RecordError(f"is missing: one of {', '.join(variant.contracts)}", where="contract")
    contract = variant.contracts.get(record.contract)
    if contract is None:
        raise RecordError(
            f"{variant.name} has no contract {record.contract!r}{near_misses(record.contract, variant.contracts)}",
            where="contract",
        )
    named = named_suit(record, variant, contract)
    table = compile_table(variant, record.contract, named)
    fields = Fields(record, variant, contract)
    is_told = record.scores is not None
    position: Position
    if isinstance(table, LayoutTable):
        position = layout_position(fields, table)
    elif isinstance(table, HundredTable):
        position = hundred_position(fields, table)
    else:
        position, is_told = trick_position(fields, table)
    return Problem(
        id=record.id,
        variant=variant,
        contract=record.contract,
        named=named,
        position=position,
        active=fields.active,
        notes=() if is_told else (ONLY_WHAT_IS_LEFT,),
        totals=fields.totals(),
        place=place,
    )


def _told(values: Sequence[Any] | None, seats: str) -> dict[str, Any] | None:
    return dict(zip(seats, values, strict=True)) if values is not None else None


def dump_position(problem: Problem) -> PositionRecord:
    """The record of a position; `problem_from` gives the same position back.

    Scores are left out when they are all 0 and nothing is told of the tricks before.
    """
    position, variant, seats = problem.position, problem.variant, problem.seats
    tells = ONLY_WHAT_IS_LEFT not in problem.notes
    kind = variant.contracts[problem.contract].suit
    out = [letter for letter in seat_names(variant.seats) if letter not in seats]
    fields: dict[str, Any] = {
        "id": problem.id,
        "variant": variant.name,
        "options": dict(variant.settings),
        "contract": problem.contract,
        "trump": problem.named if kind == "trump" else None,
        "suit": problem.named if kind == "penalty" else None,
        "hands": {seat: hand_text(hand) for seat, hand in zip(seats, position.hands, strict=True)},
        "seats_out": tuple(out) or None,
        "scores": _told(position.scores, seats) if tells or any(position.scores) else None,
        "totals": _told(problem.totals, seat_names(variant.seats)),
    }
    if isinstance(position, LayoutPosition):
        return PositionRecord(
            turn=seats[position.turn],
            laid=runs_of(position.laid) or None,
            laid_now=position.laid_now or None,
            passes=position.passes or None,
            **fields,
        )
    if isinstance(position, HundredPosition):
        return PositionRecord(turn=seats[position.turn], sum=position.sum, **fields)
    taken = position.taken if _is_whole(position) else None
    return PositionRecord(
        leader=seats[position.leader],
        trick=tuple(card_name(card) for card in position.trick),
        order=tuple(seats[seat] for seat in position.order) or None,
        declarer=seats[position.declarer] if position.declarer is not None else None,
        stock=names(position.stock) or None,
        odd=card_name(position.odd) if position.odd is not None else None,
        taken=_told([hand_text(cards) for cards in taken], seats) if taken is not None else None,
        tricks=_told(position.tricks, seats) if taken is None or position.table.has_stock else None,
        recent=tuple(seats[seat] for seat in position.recent) or None,
        **fields,
    )


def _is_whole(position: TrickPosition) -> bool:
    """Whether the cards taken are all that were; where a premium asks for tricks alone they may not be known."""
    if position.taken is None or position.table.has_stock or position.tricks is None:
        return position.taken is not None
    return sum(map(n_cards, position.taken)) >= position.table.n_seats * sum(position.tricks)
