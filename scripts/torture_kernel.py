"""Throw random positions at the compiled core, good and bad ones; it must answer or refuse each, and never crash.

python scripts/torture_kernel.py [--positions 1000000]. For the sanitizers: configure kingcli/kernel with
-DKING_SANITIZE=ON, put the built module into the package in place of its own, and run this
with LD_PRELOAD set to the sanitizer's library.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter

import msgspec

from kingcli import kernel
from kingcli.cards import cards_of, mask
from kingcli.errors import RecordError
from kingcli.random import Stream, stream
from kingcli.rules import TrickPosition
from kingcli.rules.check import option_settings
from kingcli.variants import TrickTable, compile_table, load_variant, variant_names


def tables() -> list[TrickTable]:
    """Every trick table of every game, once."""
    found: dict[TrickTable, None] = {}
    for name in variant_names():
        for settings in option_settings(name):
            variant = load_variant(name, settings)
            for contract_id, contract in variant.contracts.items():
                for suit in [None] if contract.suit == "none" else ["S", "H", "D", "C"]:
                    table = compile_table(variant, contract_id, suit)
                    if isinstance(table, TrickTable):
                        found[table] = None
    return list(found)


def some_position(table: TrickTable, rng: Stream) -> TrickPosition:
    """A small ending that may be good, with something put wrong in two of three."""
    cards = list(cards_of(table.deck))
    rng.shuffle(cards)
    n_seats = table.n_seats
    size, on_table = 1 + rng.below(3), rng.below(n_seats)
    leader = rng.below(n_seats)
    trick = tuple(cards.pop() for _ in range(on_table))
    played = {(leader + table.direction * step) % n_seats for step in range(on_table)}
    hands = tuple(mask(cards.pop() for _ in range(size - (seat in played))) for seat in range(n_seats))
    order: tuple[int, ...] = ()
    if table.has_stock and trick:
        seats = [(leader + table.direction * step) % n_seats for step in range(n_seats)]
        order = tuple(seat for seat in seats if hands[seat] or seat in played)
    nothing = (0,) * n_seats
    position = TrickPosition(
        table,
        hands,
        leader,
        trick,
        (None, *range(n_seats))[rng.below(n_seats + 1)],
        nothing,
        nothing,
        nothing,
        tuple(cards[: rng.below(4)]) if table.has_stock else (),
        cards[-1] if table.extra_to_trick is not None and cards else None,
        order,
        tuple(rng.below(n_seats) for _ in range(rng.below(3))) if table.has_stock else (),
    )
    fault = rng.below(24)
    number = rng.below(1 << 64)
    faults: dict[int, dict[str, object]] = {
        0: {"leader": rng.below(9) - 2},
        1: {"declarer": rng.below(9) - 2},
        2: {"trick": tuple(rng.below(80) - 8 for _ in range(rng.below(6)))},
        3: {"hands": (number, *hands[1:])},
        4: {"hands": tuple(rng.below(1 << 64) for _ in range(rng.below(6)))},
        5: {"stock": tuple(rng.below(70) for _ in range(rng.below(80)))},
        6: {"odd": rng.below(90) - 9},
        7: {"order": tuple(rng.below(6) for _ in range(rng.below(7)))},
        8: {"recent": tuple(rng.below(6) - 1 for _ in range(rng.below(90)))},
        9: {"taken": tuple(rng.below(1 << 64) for _ in range(n_seats))},
        10: {"tricks": tuple(rng.below(300) - 100 for _ in range(n_seats))},
        11: {"scores": tuple(rng.below(1 << 40) - (1 << 39) for _ in range(n_seats))},
        12: {"taken": None, "tricks": None},
        13: {"hands": tuple(hand & number for hand in hands)},
        14: {"trick": (), "hands": (0,) * n_seats},
        15: {"hands": (hands[-1], *hands[1:])},
    }
    return msgspec.structs.replace(position, **faults.get(fault, {}))


def some_request(rng: Stream, n_seats: int) -> kernel.Request:
    earners = rng.below(1 << n_seats)
    helpers = (earners, (1 << n_seats) - 1, rng.below(1 << n_seats))[rng.below(3)]
    nodes = 200 if rng.below(4) else 1 + rng.below(20)
    plain, equilibria = rng.below(8) == 0, rng.below(6) == 0
    return kernel.Request(helpers, earners, bool(rng.below(2)), nodes, plain=plain, equilibria=equilibria)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=1_000_000)
    parser.add_argument("--seed", default="torture")
    arguments = parser.parse_args()
    found, every, solver = Counter[str](), tables(), kernel.Solver(threads=2)
    start, done, batch = time.perf_counter(), 0, 0
    while done < arguments.positions:
        rng = stream(arguments.seed, match=batch, purpose="positions")
        jobs = []
        for _ in range(min(1000, arguments.positions - done)):
            table = every[rng.below(len(every))]
            jobs.append((some_position(table, rng), some_request(rng, table.n_seats)))
        for (position, _), answer in zip(jobs, solver.solve_all(jobs), strict=True):
            found[answer.error or ("solved" if answer.exact else "out of budget")] += 1
            if rng.below(8) == 0:
                try:
                    kernel.perft(position, 2)
                    kernel.play_out(position, 2, (1, 2, 3, 4))
                except RecordError:
                    found["refused by perft"] += 1
        done, batch = done + len(jobs), batch + 1
    print(f"{done} positions in {time.perf_counter() - start:.0f} s")
    for what, n in found.most_common():
        print(f"{n:9} {what}")


if __name__ == "__main__":
    main()
