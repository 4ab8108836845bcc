"""Find, for a contract, the first whole round that shows all its rules, for NUMBERS in make_playthroughs.py.

A rule shows in a round when the round comes out otherwise with the rule changed (tests/mutants.py); rules that the
perft lines or the contract's other playthroughs show already are not asked for. Run with PYTHONPATH=tests:scripts:

    python scripts/find_playthroughs.py [VARIANT [CONTRACT]]
"""

from __future__ import annotations

import argparse

import make_playthroughs
from kingcli.variants import load_variant, variant_names
from mutants import Needs
from noticing import Playthrough, Tables, playthroughs, rounds_alike, unseen_rules


def find(name: str, contract: str, tries: int) -> tuple[int, list[object]]:
    """The number of the round that leaves fewest rules unshown, and those."""
    variant = load_variant(name)
    call = ["trump:S"] if variant.contracts[contract].suit == "trump" else []
    others = [one for one in playthroughs(name, contract) if one.stem != contract]
    tables = Tables(name, contract)
    labels = [
        label
        for label, mutant in tables.mutants().items()
        if mutant.needs is Needs.EACH and not (tables.is_seen_in(label, others) or tables.is_seen_in_lines(label))
    ]
    changes = [*unseen_rules(name, contract, others)]
    best: tuple[int, list[object]] = (0, [*labels, *changes])
    for number in range(tries):
        seed = make_playthroughs.seed_of(f"{name}/{contract}", number)
        one = Playthrough(contract, {}, call, seed, make_playthroughs.play(variant, contract, call, seed))
        left: list[object] = []
        for label in labels:
            if len(left) >= len(best[1]):
                break
            left += [] if tables.is_seen_in(label, [one]) else [label]
        left += [change for change in changes if rounds_alike(name, contract, change, [one])]
        if len(left) < len(best[1]) or number == 0:
            best = number, left
        if not left:
            break
    return best


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("variant", nargs="?")
    parser.add_argument("contract", nargs="?")
    parser.add_argument("--tries", type=int, default=3000)
    chosen = parser.parse_args()
    for name in [chosen.variant] if chosen.variant else variant_names():
        for contract in [chosen.contract] if chosen.contract else load_variant(name).contracts:
            number, left = find(name, contract, chosen.tries)
            note = f"  # not shown: {left}" if left else ""
            print(f'    "{name}/{contract}": {number},{note}', flush=True)


if __name__ == "__main__":
    main()
