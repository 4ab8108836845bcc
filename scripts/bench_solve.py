"""Time the solver in plain Python: `python scripts/bench_solve.py [QUESTION ...] [--deals N]`; no question means all.

Every question has a limit for the worst of its random deals; a line that passes it ends with MISSED, and the exit code
is then 1. Times are CPU time of the whole answer: the value of every card and the line. A contract with more cards than
the solver takes without a budget is left out. The last line is a signature: the sum of all nodes, which changes only
when the search does.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Iterator
from typing import NamedTuple

from endings import FIRST_GAMES, ending, forms
from kingcli.rules import Position
from kingcli.search import solve
from kingcli.search.size import MAX_CARDS, MAX_CARDS_HUNDRED, MAX_CARDS_SPECIAL
from kingcli.variants import HundredTable, LayoutTable, Table, Variant, compile_table, load_variant, variant_names


class Question(NamedTuple):
    """What is asked of each contract of a kind: `cards` in each hand (0: all; None: as many as the solver takes without
    a budget), and the seconds the worst deal may take.
    """

    method: str
    cards: int | None
    limit: float
    n_deals: int
    kind: str = "tricks"


QUESTIONS = {
    "guarantee-4": Question("guarantee", 4, 1.0, 20),
    "guarantee-5": Question("guarantee", 5, 2.0, 20),
    "guarantee-6": Question("guarantee", 6, 15.0, 20),
    "guarantee-whole": Question("guarantee", 0, 60.0, 5),
    "best-4": Question("best", 4, 2.0, 20),
    "best-6": Question("best", 6, 15.0, 10),
    "maxn-4": Question("maxn", 4, 2.0, 20),
    "maxn-5": Question("maxn", 5, 5.0, 10),
    "maxn-6": Question("maxn", 6, 15.0, 5),
    "maxn-9": Question("maxn", 9, 60.0, 3),
    "best-whole": Question("best", 0, 60.0, 5),
    "layout-guarantee": Question("guarantee", 0, 10.0, 20, kind="layout"),
    "layout-best": Question("best", 0, 10.0, 20, kind="layout"),
    "layout-maxn": Question("maxn", 0, 20.0, 10, kind="layout"),
    "hundred-guarantee": Question("guarantee", None, 15.0, 10, kind="hundred"),
    "hundred-best": Question("best", None, 15.0, 10, kind="hundred"),
    "hundred-maxn": Question("maxn", None, 15.0, 5, kind="hundred"),
    "special-guarantee": Question("guarantee", None, 30.0, 5, kind="special"),
    "special-best": Question("best", None, 30.0, 5, kind="special"),
    "special-maxn": Question("maxn", None, 30.0, 5, kind="special"),
    "stock-guarantee": Question("guarantee", 5, 30.0, 3, kind="stock"),
    "stock-best": Question("best", 0, 30.0, 3, kind="stock"),
    "stock-maxn": Question("maxn", 4, 30.0, 3, kind="stock"),
    "large-pack-guarantee": Question("guarantee", None, 60.0, 3, kind="large-pack"),
    "large-pack-best": Question("best", None, 60.0, 3, kind="large-pack"),
    "large-pack-maxn": Question("maxn", None, 60.0, 2, kind="large-pack"),
    "large-layout-guarantee": Question("guarantee", 0, 30.0, 3, kind="large-layout"),
    "large-layout-best": Question("best", 0, 30.0, 3, kind="large-layout"),
    "large-layout-maxn": Question("maxn", 8, 30.0, 3, kind="large-layout"),
}


class Form(NamedTuple):
    variant: str
    contract: str
    named: str | None
    settings: tuple[tuple[str, object], ...] = ()

    def __str__(self) -> str:
        named = f" {self.named}" if self.named else ""
        return " ".join([f"{self.variant} {self.contract}{named}", *(f"{key}={value}" for key, value in self.settings)])

    @property
    def game(self) -> Variant:
        return load_variant(self.variant, dict(self.settings))

    @property
    def table(self) -> Table:
        return compile_table(self.game, self.contract, self.named)

    def cards(self, question: Question) -> int:
        size = self.table.hand_size
        return min(size, self.limit(question)) if question.cards is None else question.cards or size

    def limit(self, question: Question) -> int:
        """The cards in each hand up to which the solver answers this without a budget."""
        limits = LIMITS.get(question.kind)
        return limits[self.table.n_seats][question.method] if limits else self.table.hand_size

    def position(self, question: Question, number: int) -> Position:
        seed = f"bench/{self.contract}/{number}"
        return ending(self.game, self.contract, self.named, self.cards(question), seed)


LIMITS = {"tricks": MAX_CARDS, "large-pack": MAX_CARDS, "hundred": MAX_CARDS_HUNDRED, "special": MAX_CARDS_SPECIAL}


def kind_of(table: Table) -> str:
    """What is to be searched: special are jokers and premiums; large are packs and layouts of more than 32 cards."""
    if isinstance(table, HundredTable):
        return "hundred"
    is_large = table.deck.bit_count() > 32
    if isinstance(table, LayoutTable):
        return "large-layout" if is_large else "layout"
    if table.has_stock:
        return "stock"
    if table.jokers or table.premiums:
        return "special"
    return "large-pack" if is_large else "tricks"


def contracts(kind: str) -> Iterator[Form]:
    """Every contract that is a game of its own, with the first suit it can be played in and with no trump."""
    seen: set[Table] = set()
    for name in (*FIRST_GAMES, *(name for name in variant_names() if name not in FIRST_GAMES)):
        variant = load_variant(name)
        for contract, suits in forms(variant):
            for named in dict.fromkeys((suits[0], suits[-1])) if "NT" in suits else suits[:1]:
                table = compile_table(variant, contract, named)
                if table not in seen and kind_of(table) == kind:
                    seen.add(table)
                    yield Form(name, contract, named)
                    if kind in ("layout", "large-layout"):
                        yield Form(name, contract, named, (("contracts.layout.layout.may_pass", True),))


def ask(name: str, question: Question) -> tuple[bool, int]:
    """Print a line a contract. Returns whether all kept the limit, and the nodes."""
    kept, total = True, 0
    for form in contracts(question.kind):
        times, nodes = [], []
        if form.cards(question) > form.limit(question):
            continue
        for number in range(question.n_deals):
            position = form.position(question, number)
            started = time.process_time()
            found = solve(position, question.method)
            times.append(time.process_time() - started)
            nodes.append(found.nodes)
        missed = f"   MISSED {question.limit:g} s" if max(times) > question.limit else ""
        kept = kept and not missed
        total += sum(nodes)
        print(
            f"{name:16} {form!s:44} median {statistics.median(times) * 1000:8.1f} ms   "
            f"worst {max(times) * 1000:9.1f} ms   nodes {sum(nodes):9}{missed}",
            flush=True,
        )
    return kept, total


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("questions", nargs="*", metavar="QUESTION", help=f"of: {' '.join(QUESTIONS)}")
    parser.add_argument("--deals", type=int, help="random deals a contract (default: each question's own)")
    chosen = parser.parse_args()
    for name in chosen.questions:
        if name not in QUESTIONS:
            parser.error(f"no question {name!r} (there are {' '.join(QUESTIONS)})")
    results = []
    for name in chosen.questions or QUESTIONS:
        question = QUESTIONS[name]
        if chosen.deals is not None:
            question = question._replace(n_deals=chosen.deals)
        results.append(ask(name, question))
    print(f"nodes {sum(nodes for _, nodes in results)}")
    return 0 if all(kept for kept, _ in results) else 1


if __name__ == "__main__":
    sys.exit(main())
