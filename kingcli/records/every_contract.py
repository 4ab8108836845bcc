"""The same hands under every contract of their game, as in the double-dummy tables of bridge."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from kingcli.cards import SUITS
from kingcli.errors import KingError, RecordError
from kingcli.records.position_fields import seats_that_play
from kingcli.records.positions import FindVariant, Problem, problem_from
from kingcli.records.record import PositionRecord
from kingcli.rules import TrickPosition, layout
from kingcli.rules.deal import has_chooser
from kingcli.seats import SEATS
from kingcli.variants import Contract, LayoutTable, Variant, compile_table
from kingcli.variants.table import NO_TRUMP

EVERY_CONTRACT = "all-contracts"


class ContractRow(msgspec.Struct, frozen=True, kw_only=True):
    """A contract with the suit it names. `problems` are the hands under it, one by seat: where players choose this
    contract each seat is its declarer in its own; otherwise all are the same. None: `reason` says why it cannot be
    played.
    """

    contract: str
    named: str | None
    problems: tuple[Problem, ...] | None = None
    reason: str = ""


def with_contract(record: PositionRecord, contract: str, named: str | None, find: FindVariant) -> PositionRecord:
    """The same hands under another contract, of which only what is left counts. `named` is the suit it names, a trump
    or a penalty suit.
    """
    rule = find(record.variant, record.options).contracts.get(contract)
    is_penalty = rule is not None and rule.suit == "penalty"
    first = record.leader or record.turn
    has_leader = rule is None or rule.kind == "tricks"
    return msgspec.structs.replace(
        record,
        contract=contract,
        trump=None if is_penalty else named,
        suit=named if is_penalty else None,
        leader=first if has_leader else None,
        turn=None if has_leader else first,
        scores=record.scores if contract == record.contract else None,
    )


def open_position(record: PositionRecord, find: FindVariant, place: str) -> tuple[Variant, list[ContractRow]]:
    """The rows of all contracts of the game. Raises RecordError when the hands fit none of them."""
    variant = find(record.variant, record.options)
    rows = []
    for name, contract in variant.contracts.items():
        for named in suits_named(contract):
            try:
                problems = tuple(_by_seat(record, variant, name, named, place))
                rows.append(ContractRow(contract=name, named=named, problems=problems))
            except KingError as error:
                rows.append(ContractRow(contract=name, named=named, reason=str(error)))
    if all(row.problems is None for row in rows):
        raise RecordError(rows[0].reason)
    return variant, rows


def suits_named(contract: Contract) -> list[str | None]:
    if contract.suit == "none":
        return [None]
    return [*([NO_TRUMP] if contract.suit == "trump" and contract.trump.no_trump else []), *SUITS]


def _by_seat(record: PositionRecord, variant: Variant, name: str, named: str | None, place: str) -> list[Problem]:
    contract = variant.contracts[name]
    letters = [SEATS[seat] for seat in seats_that_play(record, variant)]
    first = record.leader or record.turn or letters[0]
    table = compile_table(variant, name, named)
    common: dict[str, Any] = {
        "contract": name,
        "trump": named if contract.suit == "trump" else None,
        "suit": named if contract.suit == "penalty" else None,
        "declarer": None,
        # Points made so far were those of another contract.
        "scores": None,
    }
    if contract.kind != "tricks":
        # Who begins a layout may follow from the cards; a table without a card laid is the start of a round.
        problem = _first_that_holds(record, common, [first, *letters], variant, place)
        if isinstance(table, LayoutTable) and record.laid is None:
            start = layout.start(table, problem.position.hands, letters.index(first))
            problem = msgspec.structs.replace(problem, position=start)
        return [problem] * len(letters)
    is_own = has_chooser(variant, contract)
    problems = []
    for letter in letters:
        leads = is_own and contract.leader == "declarer"
        change = common | {"leader": letter if leads else first, "turn": None, "declarer": letter if is_own else None}
        problems.append(problem_from(_replaced(record, change), _found(variant), place))
    return problems


def _first_that_holds(
    record: PositionRecord, common: Mapping[str, Any], turns: list[str], variant: Variant, place: str
) -> Problem:
    """The position with one of these seats in turn. Raises the RecordError of the first."""
    wrong: RecordError | None = None
    for letter in turns:
        try:
            return problem_from(_replaced(record, {**common, "leader": None, "turn": letter}), _found(variant), place)
        except RecordError as error:
            wrong = wrong or error
    assert wrong is not None
    raise wrong


def _replaced(record: PositionRecord, changes: Mapping[str, Any]) -> PositionRecord:
    return msgspec.structs.replace(record, **changes)


def _found(variant: Variant) -> FindVariant:
    return lambda name, options: variant


def is_declared(row: ContractRow) -> bool:
    """Whether each seat is valued as the declarer."""
    if row.problems is None:
        return False
    return len({p.position.declarer for p in row.problems if isinstance(p.position, TrickPosition)}) > 1
