"""Time the compiled core on fixed random deals and print each figure beside its bar; a bar that is missed says MISSED.

Times are the processor's (of this thread), those with two threads the clock's.
Run: python scripts/bench_kernel.py [--deals 1000] [--only guarantee,maxn,...]
The node count at the end is a signature: it changes only when the search changes.
"""

from __future__ import annotations

import argparse
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence

from kingcli import kernel
from kingcli.cards import cards_of, mask
from kingcli.random import Stream, stream
from kingcli.rules import TrickPosition, tricks
from kingcli.variants import TrickTable, compile_table, load_variant

CONTRACTS = [
    ("tricks", "russian", "tricks", None),
    ("hearts", "russian", "hearts", None),
    ("jacks", "russian", "jacks", None),
    ("jacks and kings", "lithuanian", "jacks-kings", None),
    ("queens", "russian", "queens", None),
    ("last two", "russian", "last-two", None),
    ("king", "russian", "king", None),
    ("all six", "russian", "all", None),
    ("Kordebaletas", "lithuanian", "all", None),
    ("no trump", "lithuanian", "trump", "NT"),
    ("trump", "lithuanian", "trump", "S"),
    ("trump, Russian", "russian", "trump", "S"),
]


def table_of(variant: str, contract: str, named: str | None) -> TrickTable:
    table = compile_table(load_variant(variant), contract, named)
    assert isinstance(table, TrickTable)
    return table


def deal(table: TrickTable, rng: Stream, n_left: int | None = None) -> TrickPosition:
    """Full hands, or as many random cards each as `n_left` says."""
    cards = list(cards_of(table.deck))
    rng.shuffle(cards)
    size = table.hand_size if n_left is None else n_left
    hands = tuple(mask(cards[size * seat : size * seat + size]) for seat in range(table.n_seats))
    nothing = (0,) * table.n_seats
    return TrickPosition(table, hands, rng.below(table.n_seats), (), 0, nothing, nothing, nothing)


def deals(table: TrickTable, n: int, purpose: str, n_left: int | None = None) -> list[TrickPosition]:
    return [deal(table, stream("bench", match=number, purpose=purpose), n_left) for number in range(n)]


class Times:
    """Milliseconds of many runs."""

    def __init__(self, ms: Sequence[float], nodes: int = 0):
        self.ms = sorted(ms)
        self.nodes = nodes

    def row(self) -> str:
        return (
            f"{self.median:9.3f} {self.mean:9.3f} {self.p99:9.2f} {self.worst:9.2f}  {self.nodes / len(self.ms):10.0f}"
        )

    @property
    def median(self) -> float:
        return statistics.median(self.ms)

    @property
    def mean(self) -> float:
        return statistics.fmean(self.ms)

    @property
    def p99(self) -> float:
        return self.ms[min(len(self.ms) - 1, int(len(self.ms) * 0.99))]

    @property
    def worst(self) -> float:
        return self.ms[-1]


def timed(positions: Sequence[TrickPosition], ask: Callable[[TrickPosition], kernel.Request]) -> Times:
    """One solver, each position by itself."""
    solver, ms, nodes = kernel.Solver(), [], 0
    for position in positions:
        start = time.thread_time()
        answer = solver.solve(position, ask(position))
        ms.append(1000 * (time.thread_time() - start))
        assert answer.error is None, answer.error
        assert answer.exact
        nodes += answer.nodes
    return Times(ms, nodes)


class Report:
    """Prints figures and keeps what was missed."""

    def __init__(self) -> None:
        self.missed: list[str] = []
        self.nodes = 0

    def figure(self, what: str, value: float, bar: float, unit: str, *, at_least: bool = False) -> None:
        is_met = value >= bar if at_least else value <= bar
        if not is_met:
            self.missed.append(what)
        sign = ">=" if at_least else "<="
        print(f"  {what:58} {value:12.3f} {unit:3} {sign} {bar:g}{'' if is_met else '   MISSED'}")


def leader(position: TrickPosition) -> kernel.Request:
    return kernel.sides([position.leader], cards=False, line=False)


def guarantee(report: Report, n: int) -> None:
    print(f"guarantee of full rounds, {n} deals a contract: median, mean, p99, worst ms; nodes")
    for label, *names in CONTRACTS:
        table = table_of(*names)
        times = timed(deals(table, n, "guarantee"), leader)
        report.nodes += times.nodes
        print(f"  {label:20} {times.row()}")
        bar = 0.12 if "trump" in label else 4.0
        report.figure(f"{label}: mean", times.mean, bar, "ms")
        report.figure(f"{label}: p99", times.p99, 40, "ms")
        report.figure(f"{label}: worst", times.worst, 300, "ms")


def every_card(report: Report, n: int) -> None:
    print(f"all cards' values against one value, {n} deals a contract")
    for label, *names in CONTRACTS:
        positions = deals(table_of(*names), n, "guarantee")
        one = timed(positions, leader)
        all_cards = timed(positions, lambda position: kernel.sides([position.leader], line=False))
        report.nodes += all_cards.nodes
        report.figure(f"{label}: every card / one value ({all_cards.mean:.3f} ms)", all_cards.mean / one.mean, 1.5, "x")


def maxn(report: Report, n: int) -> None:
    print(f"max^n of full rounds, {n} deals a contract: median, mean, p99, worst ms; nodes")
    for label, *names in CONTRACTS:
        times = timed(deals(table_of(*names), n, "maxn"), lambda _: kernel.each(line=False))
        report.nodes += times.nodes
        print(f"  {label:20} {times.row()}")
        report.figure(f"{label}: max^n median", times.median, 100, "ms")
        report.figure(f"{label}: max^n worst", times.worst, 1000, "ms")


def whole_round(report: Report, n: int) -> None:
    print(f"a whole played round with every alternative at every card, {n} rounds a contract")
    for label, *names in CONTRACTS:
        table, solver, spent = table_of(*names), kernel.Solver(), 0.0
        for number, start in enumerate(deals(table, n, "round")):
            rng, position = stream("bench", match=number, purpose="play"), start
            while not tricks.is_over(position):
                began = time.thread_time()
                answer = solver.solve(position, kernel.sides([tricks.turn(position)], line=False))
                spent += time.thread_time() - began
                best = list(cards_of(answer.best))
                position = tricks.play(position, best[rng.below(len(best))])
        report.figure(f"{label}: round", 1000 * spent / n, 20, "ms")


MOST_SECONDS = 60
BIG = [("king", None), ("trump", "S"), ("hearts", None), ("trump", "NT"), ("last-two", None), ("all", None)]
BIG += [("tricks", None), ("jacks-kings", None), ("queens", None)]


def big(n_left: int, named: tuple[str, str | None]) -> TrickTable:
    import msgspec

    from kingcli.cards import ALL_52

    variant = load_variant("lithuanian")
    small = compile_table(variant, named[0], named[1])
    assert isinstance(small, TrickTable)
    bigger = msgspec.structs.replace(variant, deck=msgspec.structs.replace(variant.deck, low="2"))
    full = compile_table(bigger, named[0], named[1])
    assert isinstance(full, TrickTable)
    assert full.deck == ALL_52
    del small
    return msgspec.structs.replace(full, hand_size=n_left)


def large_packs(report: Report, n: int) -> None:
    print("52 cards, guarantee")
    for name in BIG:
        times = timed(deals(big(10, name), n, "ten", 10), leader)
        report.nodes += times.nodes
        report.figure(f"10 left, {name[0]} {name[1] or ''}: worst of {n}", times.worst / 1000, 1, "s")
    for name in BIG:
        spent, solver, n_open = [], kernel.Solver(), 0
        for position in deals(big(13, name), 10, "thirteen", 13):
            start = time.thread_time()
            request = kernel.sides([position.leader], cards=False, line=False, seconds=MOST_SECONDS)
            n_open += not solver.solve(position, request).exact
            spent.append(time.thread_time() - start)
        told = f" ({n_open} given up after {MOST_SECONDS} s)" if n_open else ""
        report.figure(f"13 left, {name[0]} {name[1] or ''}: median of 10{told}", statistics.median(spent), 10, "s")


def worlds(report: Report, n: int) -> None:
    print("100 sampled worlds x all first cards, two threads")
    for label, *names in CONTRACTS:
        table, spent = table_of(*names), []
        for number in range(n):
            rng = stream("bench", match=number, purpose="worlds")
            own = deal(table, rng)
            others = list(cards_of(table.deck & ~own.hands[own.leader]))
            jobs = []
            for _ in range(100):
                rng.shuffle(others)
                parts = (others[8 * i : 8 * i + 8] for i in range(3))
                hands = tuple(own.hands[seat] if seat == own.leader else mask(next(parts)) for seat in range(4))
                position = TrickPosition(table, hands, own.leader, (), 0, *((0,) * 4,) * 3)
                jobs.append((position, kernel.sides([own.leader], line=False)))
            solver = kernel.Solver(threads=2)
            start = time.perf_counter()
            solver.solve_all(jobs)
            spent.append(time.perf_counter() - start)
        report.figure(f"{label}: worst of {n}", max(spent), 0.5, "s")


def playouts(report: Report, n: int) -> None:
    print("uniform playouts, one thread")
    state = (1, 2, 3, 4)
    module = kernel._module()
    for label, *names in CONTRACTS:
        position = deals(table_of(*names), 1, "playouts")[0]
        table, plain = kernel._table(position.table), kernel._plain(position)
        start = time.thread_time()
        module.play_out(table, plain, 200 * n, state, False)
        report.figure(f"{label}: rounds", 200 * n / (time.thread_time() - start) / 1e6, 3, "M/s", at_least=True)
    table = table_of(*CONTRACTS[0][1:])
    positions = deals(table, 10_000, "playouts")
    start = time.thread_time()
    module.play_out(kernel._table(table), kernel._plain(positions[0]), 1_000_000, state, False)
    one = time.thread_time() - start
    start = time.thread_time()
    kernel.play_out_all(positions, 100, state)
    report.figure("10,000 positions x 100 / one position x 1,000,000", (time.thread_time() - start) / one, 1.2, "x")


def equilibria(report: Report, n: int) -> None:
    print(f"equilibria of 7 cards each, {n} deals a contract: median, mean, p99, worst ms; nodes")
    for label, *names in CONTRACTS:
        times = timed(deals(table_of(*names), n, "equilibria", 7), lambda _: kernel.equilibria())
        report.nodes += times.nodes
        print(f"  {label:20} {times.row()}")
        report.figure(f"{label}: equilibria median", times.median, 200, "ms")


def process(report: Report, n: int) -> None:
    print("king solve of one position of 8 cards each, whole process")
    king = [sys.executable, "-P", "-m", "kingcli"]
    for label in ("tricks", "queens", "all"):
        deal = [*king, "deal", "--variant", "russian", "--contract", label, "--seed", "bench"]
        position = subprocess.run(deal, capture_output=True, check=True).stdout
        seconds = []
        for _ in range(10):
            start = time.perf_counter()
            subprocess.run([*king, "solve", "-"], input=position, capture_output=True, check=True)
            seconds.append(time.perf_counter() - start)
        report.figure(f"{label}: median of 10", statistics.median(seconds), 0.25, "s")


def memory(report: Report, n: int) -> None:
    print("memory")
    for size in (1, 8, 64):
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        solver = kernel.Solver(memory=size << 20)
        for position in deals(big(11, ("queens", None)), 1, "memory", 11):
            solver.solve(position, kernel.sides([position.leader], nodes=3_000_000, cards=False, line=False))
        grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
        report.figure(f"a solver of {size} MB: bytes of its tables", solver.bytes() / 2**20, size, "MB")
        report.figure(f"a solver of {size} MB: growth of the process", grown, size + 4, "MB")
        del solver


PARTS: dict[str, tuple[Callable[[Report, int], None], float]] = {
    "guarantee": (guarantee, 1.0),
    "cards": (every_card, 0.3),
    "round": (whole_round, 0.05),
    "maxn": (maxn, 0.2),
    "equilibria": (equilibria, 0.05),
    "process": (process, 1.0),
    "worlds": (worlds, 0.005),
    "playouts": (playouts, 5.0),
    "large": (large_packs, 0.05),
    "memory": (memory, 1.0),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--only", default=",".join(PARTS))
    arguments = parser.parse_args()
    print(kernel.core())
    report = Report()
    for name in arguments.only.split(","):
        part, share = PARTS[name]
        part(report, max(1, int(arguments.deals * share)))
    print(f"nodes: {report.nodes}")
    print(f"missed: {len(report.missed)}" + "".join(f"\n  {what}" for what in report.missed))


if __name__ == "__main__":
    main()
