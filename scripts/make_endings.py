"""Write fixtures/endings: positions with their frozen answers, one JSON object a line.

<variant>.jsonl: small endings of every contract with the answers of all four methods; the enumeration confirms them.
kinds.jsonl: the same for each kind of play beyond these games (the Hundred, premiums, jokers, a stock, an odd card,
...). large.jsonl: 6 cards each and whole hands, too many for an enumeration; a change in an answer must be explained.
dds.jsonl: two against two at bridge rules, answers by somebody else's solver (DDS 2.9 through endplay 0.5.12).
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from endings import FIRST_GAMES, KINDS, ending, forms, kind_endings
from kingcli.records import Problem, dump_position
from kingcli.rules import Position
from kingcli.search import Solution, solve
from kingcli.seats import SEATS
from kingcli.variants import LayoutTable, Variant, compile_table, load_variant

FOLDER = Path(__file__).resolve().parent.parent / "fixtures" / "endings"
SMALL = ((1, 0), (2, 0), (2, 1), (2, 3), (3, 0), (3, 2))  # cards each, cards on the table
MAX_NODES = 800
N_OF_A_KIND = 10


def text(problem: Problem, answers: dict[str, Any]) -> str:
    return json.dumps({"position": msgspec.to_builtins(dump_position(problem)), **answers}) + "\n"


def answer(solution: Solution) -> dict[str, Any]:
    """What is frozen of an answer: not the line nor the nodes, which may change for the better."""
    row = msgspec.to_builtins(solution.row())
    return {key: row[key] for key in ("value", "cards", "best")}


def answers(position: Position, team: tuple[int, ...]) -> dict[str, Any]:
    """Keys: guarantee, best (all seats), the team's letters, maxn."""
    letters = "".join(SEATS[seat] for seat in team)
    return {
        "guarantee": answer(solve(position, "guarantee", "all")),
        "best": answer(solve(position, "best", "all")),
        letters: answer(solve(position, "team", team)),
        "maxn": answer(solve(position, "maxn")),
    }


def small(variant: Variant) -> Iterator[str]:
    for contract, suits in forms(variant):
        for number, (n_left, on_table) in enumerate(SMALL):
            named = suits[number % len(suits)]
            is_layout = isinstance(compile_table(variant, contract, named), LayoutTable)
            name = f"{variant.name}-{contract}-{number + 1}"
            played = 0 if is_layout else min(on_table, variant.seats - 1)
            position = ending(variant, contract, named, n_left, f"fixtures/{name}", on_table=played)
            team = (number % variant.seats, (number + 1 + number // variant.seats) % variant.seats)
            problem = Problem(id=name, variant=variant, contract=contract, named=named, position=position)
            yield text(problem, answers(position, tuple(sorted(team))))


def kinds() -> Iterator[str]:
    for kind in KINDS:
        for number, (_, problem) in enumerate(kind_endings(kind, N_OF_A_KIND)):
            n_seats = problem.position.table.n_seats
            team = (number % n_seats, (number + 1) % n_seats)
            yield text(problem, answers(problem.position, tuple(sorted(team))))


def large() -> Iterator[str]:
    seen = set()
    for name in FIRST_GAMES:
        variant = load_variant(name)
        for contract, suits in forms(variant):
            named = suits[-1]
            table = compile_table(variant, contract, named)
            if table in seen:
                continue
            seen.add(table)
            for n_left in (6, table.hand_size):
                for number in range(100):
                    words = f"{name}-{contract}-{n_left}-{number + 1}"
                    position = ending(variant, contract, named, n_left, f"fixtures/{words}")
                    found = solve(position, nodes=MAX_NODES)
                    if found.exact and found.value != 0:
                        problem = Problem(id=words, variant=variant, contract=contract, named=named, position=position)
                        yield text(problem, {"guarantee": answer(found)})
                        break


def dds(folder: Path) -> Iterator[str]:
    """A sample of the answers in a folder with dds_8card.jsonl and dds_midtrick.jsonl: (cards each, one in so many)."""
    samples = (("dds_midtrick.jsonl", 5, 4), ("dds_8card.jsonl", 5, 12), ("dds_8card.jsonl", 8, 150))
    for file, n_cards, step in samples:
        rows = (folder / file).read_text(encoding="utf-8").splitlines()
        chosen = [row for row in rows if json.loads(row)["cards"] == n_cards]
        yield from (row + "\n" for row in chosen[::step])


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in FIRST_GAMES:
        write(f"{name}.jsonl", small(load_variant(name)))
    write("kinds.jsonl", kinds())
    write("large.jsonl", large())
    if len(sys.argv) > 1:
        write("dds.jsonl", dds(Path(sys.argv[1])))


def write(name: str, lines: Iterator[str]) -> None:
    written = [*lines]
    (FOLDER / name).write_text("".join(written), encoding="utf-8", newline="\n")
    print(f"{name}: {len(written)} positions")


if __name__ == "__main__":
    main()
