"""What each seat gets under every contract of its game, hands unchanged."""

from __future__ import annotations

import msgspec

from kingcli.errors import KingError
from kingcli.records import ContractRow, OpenPosition, is_declared
from kingcli.search.batch import Question, ask
from kingcli.search.solution import EVERY_SEAT


class ContractValues(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One contract: the points of each seat. `declared`: each seat has the contract itself, as its declarer. Without
    values `error` says why; the values of a row that is not `exact` are the least that is proven.
    """

    contract: str
    named: str | None = None
    values: dict[str, int | None] = {}
    declared: bool = False
    exact: bool = True
    error: str = ""


class ContractTable(msgspec.Struct, frozen=True, kw_only=True, tag_field="schema", tag="king.contracts/1"):
    """The contracts of a game in its order, each with every suit it may name."""

    id: str | None
    method: str
    contracts: list[ContractValues]

    @property
    def exact(self) -> bool:
        return all(row.exact for row in self.contracts)


def contract_table(position: OpenPosition, question: Question) -> ContractTable:
    """The first method of the question, for every seat. Raises KingError for what no contract can be asked."""
    method = question.methods[0]
    if method not in ("guarantee", "best", "maxn"):
        raise KingError("a table of all contracts shows guarantee, best or maxn")
    rows = [_row(row, msgspec.structs.replace(question, methods=(method,))) for row in position.rows]
    return ContractTable(id=position.id, method=method, contracts=rows)


def _row(row: ContractRow, question: Question) -> ContractValues:
    if row.problems is None:
        return ContractValues(contract=row.contract, named=row.named, error=row.reason)
    first = row.problems[0]
    if not is_declared(row):
        (found,) = ask(first, msgspec.structs.replace(question, seats=EVERY_SEAT))
        value = found.value if isinstance(found.value, tuple) else (None,) * len(first.seats)
        values = dict(zip(first.seats, value, strict=True))
        return ContractValues(contract=row.contract, named=row.named, values=values, exact=found.exact)
    values, is_exact = {}, True
    for seat, (letter, problem) in enumerate(zip(first.seats, row.problems, strict=True)):
        (found,) = ask(problem, msgspec.structs.replace(question, seats=letter))
        is_exact = is_exact and found.exact
        values[letter] = found.value[seat] if isinstance(found.value, tuple) else found.value
    return ContractValues(contract=row.contract, named=row.named, values=values, declared=True, exact=is_exact)
