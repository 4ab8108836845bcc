"""The compiled core beside DDS (through endplay) on DDS's own work, two against two, in the same run on one thread.

Needs endplay, which is no dependency of king: pip install endplay. Times are the processor's, of this thread;
both are called one position at a time from Python, with the position made before.
Run: python scripts/bench_dds.py [--deals 1000]
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable

from endplay.dds import solve_board
from endplay.dds.solve import SolveMode
from endplay.types import Deal, Denom, Player

import bench_kernel
from endings import bridge
from kingcli import kernel
from kingcli.cards import ALL_52, cards_of, hand_text, mask
from kingcli.random import stream
from kingcli.rules import TrickPosition

DENOMS = {"NT": Denom.nt, "S": Denom.spades}


def deal(trump: str, n_cards: int, number: int) -> TrickPosition:
    rng = stream("dds", match=number, purpose=str(n_cards))
    cards = [card for card in cards_of(ALL_52) if n_cards == 13 or card % 16 < 8]
    rng.shuffle(cards)
    hands = tuple(mask(cards[n_cards * seat : n_cards * seat + n_cards]) for seat in range(4))
    nothing = (0,) * 4
    return TrickPosition(bridge(trump, n_cards), hands, rng.below(4), (), None, nothing, nothing, nothing)


def timed(run: Callable[[], int]) -> tuple[float, int]:
    start = time.thread_time()
    value = run()
    return 1000 * (time.thread_time() - start), value


def row(
    report: bench_kernel.Report, label: str, trump: str, n_cards: int, n: int, every_card: bool, bar: float
) -> None:
    solver, ours, theirs = kernel.Solver(), [], []
    mode = SolveMode.Default if every_card else SolveMode.OptimalOne
    for number in range(n):
        position = deal(trump, n_cards, number)
        team = 0b1010 if position.leader % 2 else 0b0101
        request = kernel.Request(team, team, cards=every_card, line=False)
        text = "N:" + " ".join(hand_text(hand) for hand in position.hands)
        board = Deal(text, first=list(Player)[position.leader], trump=DENOMS[trump])

        def dds(board: Deal = board) -> int:
            return max(tricks for _, tricks in solve_board(board, mode))

        def king(position: TrickPosition = position, request: kernel.Request = request) -> int:
            return solver.solve(position, request).value[0]

        (their_ms, their_value), (our_ms, our_value) = timed(dds), timed(king)
        assert their_value == our_value, text
        theirs.append(their_ms)
        ours.append(our_ms)
    ours.sort()
    theirs.sort()
    last = int(0.99 * n)
    print(f"  {label:24} king {statistics.median(ours):9.3f} {statistics.fmean(ours):9.3f} {ours[last]:9.2f}", end="")
    print(f"   DDS {statistics.median(theirs):9.3f} {statistics.fmean(theirs):9.3f} {theirs[last]:9.2f}")
    if n_cards == 8:
        report.figure(f"{label}: median against DDS", statistics.median(ours) / statistics.median(theirs), bar, "x")
        report.figure(f"{label}: p99 against DDS", ours[last] / theirs[last], 1.2, "x")
    report.figure(f"{label}: mean against DDS", statistics.fmean(ours) / statistics.fmean(theirs), bar, "x")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--full", type=int, default=10, help="deals of 13 cards, no trump")
    arguments = parser.parse_args()
    report = bench_kernel.Report()
    print(f"{kernel.core()}; median, mean, p99 ms of {arguments.deals} deals of 8 cards")
    for label, trump in (("no trump", "NT"), ("suit", "S")):
        row(report, f"{label}, value", trump, 8, arguments.deals, False, 0.9)
        row(report, f"{label}, every card", trump, 8, arguments.deals, True, 0.9)
    if arguments.full:
        row(report, "13 cards, no trump", "NT", 13, arguments.full, False, 5.0)
    print(f"missed: {len(report.missed)}" + "".join(f"\n  {what}" for what in report.missed))


if __name__ == "__main__":
    main()
