"""The table contract x seat: what the same hands are worth under every contract."""

from __future__ import annotations

from rich.text import Text

from kingcli.records import OpenPosition
from kingcli.search.contracts import ContractTable, ContractValues
from kingcli.show.console import Screen, signed
from kingcli.show.diagram import show_hands
from kingcli.show.solution import by_letter, sizes_of
from kingcli.show.words import contract_name

_WHAT = {"guarantee": "what each seat is sure of", "best": "what each seat gets at best", "maxn": "max^n"}
_OWN = " *"


def show_contracts(screen: Screen, position: OpenPosition, table: ContractTable) -> None:
    """Print the hands and a row a contract; contracts that a seat chooses for itself are marked."""
    problem = next(row.problems[0] for row in position.rows if row.problems is not None)
    parts = [position.id] if position.id else []
    parts += [position.variant.title, sizes_of(problem.position), _WHAT[table.method]]
    parts.append("exact" if table.exact else "not all exact: the budget ran out")
    screen.line((" · " if screen.has_signs else " - ").join(parts))
    show_hands(screen, by_letter(problem.position.hands, problem.seats))
    for note in problem.notes:
        screen.line(f"  Note: {note}.")
    screen.line()
    rows: list[list[str | Text]] = []
    for row in table.contracts:
        name = Text(contract_name(position.variant, row.contract))
        if row.named is not None:
            name += Text(" ") + Text(screen.suit("SHDC".index(row.named)) if row.named in "SHDC" else "no trump")
        rows.append([name + Text(_OWN if row.declared else ""), *_cells(row, problem.seats)])
    screen.table(["contract", *problem.seats], rows)
    if any(row.declared for row in table.contracts):
        screen.line("  * each seat as its declarer")
    for row in table.contracts:
        if row.error:
            screen.line(f"  {contract_name(position.variant, row.contract)}: {row.error}")
    screen.line("  More: --method best|maxn, --format json; one contract: --contract NAME --trump S")


def _cells(row: ContractValues, letters: str) -> list[str]:
    found = [row.values.get(letter) for letter in letters]
    return ["-" if value is None else signed(value) + ("" if row.exact else "?") for value in found]
