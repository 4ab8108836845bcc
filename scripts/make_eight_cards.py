"""Write fixtures/endings/eight_cards.jsonl: whole hands with the answers of tests/enumeration8.cpp, a deal a line.

Run: python scripts/make_eight_cards.py (minutes; needs a C++ compiler, $CXX or the first of c++, g++, clang++).
The answers are frozen: a line that changes means that a rule or the deals changed.
"""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from bench_kernel import CONTRACTS, deal, table_of
from kingcli.cards import hand_text
from kingcli.random import stream
from kingcli.seats import SEATS

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "tests" / "enumeration8.cpp"
FIXTURE = ROOT / "fixtures" / "endings" / "eight_cards.jsonl"
N_DEALS = 5  # of each contract with four seats
N_DEALS_3 = 2

Form = tuple[str, str, str | None]  # variant, contract, trump

FOUR_SEATS: list[Form] = [(variant, contract, named) for _, variant, contract, named in CONTRACTS]
THREE_SEATS: list[Form] = [
    ("lithuanian-3", "hearts", None),
    ("lithuanian-3", "jacks-kings", None),
    ("lithuanian-3", "all", None),
    ("lithuanian-3", "trump", "S"),
    ("russian-3", "tricks", None),
    ("russian-3", "queens", None),
    ("russian-3", "king", None),
    ("russian-3", "trump", "S"),
]


class NoCompiler(Exception):
    """No C++ compiler to be found."""


class Deal(NamedTuple):
    """Whole hands, the leader about to lead; trump None where no suit is named, "NT" for no trump."""

    id: str
    variant: str
    contract: str
    trump: str | None
    leader: str
    declarer: str | None
    hands: dict[str, str]

    def question(self) -> str:
        """The line that tests/enumeration8.cpp reads."""
        trump = "-" if self.trump in (None, "NT") else self.trump
        return " ".join(
            [self.variant, self.contract, str(trump), self.leader, self.declarer or "-", *self.hands.values()]
        )


def deals(form: Form, purpose: str) -> Iterator[Deal]:
    """Random deals of a contract, without end. The trump suit goes round. Whoever names trump leads to the first trick;
    in every third deal, against the rules, somebody else does, so that the ban on leading trumps is met at once.
    """
    variant, contract, named = form
    table = table_of(*form)
    for number in count():
        rng = stream(f"{variant}/{contract}/{named}", match=number, purpose=purpose)
        position = deal(table, rng)
        trump = "SHDC"[number % 4] if named in tuple("SHDC") else named
        declarer = (position.leader + (number % 3 == 2)) % table.n_seats
        yield Deal(
            "-".join([variant, contract, *([trump] if trump else []), str(number + 1)]),
            variant,
            contract,
            trump,
            SEATS[position.leader],
            SEATS[declarer] if contract == "trump" else None,
            dict(zip(SEATS, map(hand_text, position.hands), strict=False)),
        )


def compiler() -> list[str]:
    """The words that call the C++ compiler. Raises NoCompiler."""
    if words := shlex.split(os.environ.get("CXX", "")):
        return words
    for name in ("c++", "g++", "clang++"):
        if path := shutil.which(name):
            return [path]
    raise NoCompiler("no C++ compiler: set CXX, or put c++, g++ or clang++ on the PATH")


def build(folder: Path) -> Path:
    """Compile the enumeration into this folder. Raises NoCompiler, CalledProcessError."""
    program = folder / "enumeration8"
    subprocess.run([*compiler(), "-std=c++20", "-O2", "-o", str(program), str(SOURCE)], check=True)
    return program


def answers(program: Path, form: Form, n: int, purpose: str) -> Iterator[tuple[Deal, dict[str, Any]]]:
    """The first `n` deals of a contract that the enumeration can hold, each with what it says."""
    n_answers = 0
    with subprocess.Popen([str(program)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for one in deals(form, purpose):
            process.stdin.write(one.question() + "\n")
            process.stdin.flush()
            line = process.stdout.readline()
            if not line:
                raise ChildProcessError(f"the enumeration gave up at {one.question()!r}")
            if answer := json.loads(line):
                yield one, answer
                n_answers += 1
                if n_answers == n:
                    break


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, FIXTURE.open("w", encoding="utf-8") as fixture:
        program = build(Path(folder))
        for form in [*FOUR_SEATS, *THREE_SEATS]:
            for one, answer in answers(program, form, N_DEALS if form in FOUR_SEATS else N_DEALS_3, "eight cards"):
                fixture.write(json.dumps({**one._asdict(), **answer}) + "\n")
                fixture.flush()
                print(one.id, answer["positions"], flush=True)


if __name__ == "__main__":
    main()
