"""Whether a fixture notices a change: a playthrough comes out as another text, a perft line counts otherwise, dealers
and choosers are not those of the rule book, something is public that is not, or the loader refuses.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple
from unittest.mock import patch

import msgspec

import independent
import make_perft
import make_playthroughs
from kingcli.errors import VariantError
from kingcli.random import stream
from kingcli.rules import Kind, Match, Position, Round, RoundResult, make_view, phase
from kingcli.rules.deal import chooser_of, eldest_of, has_chooser, shuffled_deal
from kingcli.rules.perft import perft
from kingcli.seats import SEATS
from kingcli.variants import Table, Variant, compile_table, load_variant
from mutants import Mutant, rule_mutants, table_mutants

MAX_COUNT = 300  # sequences counted at each depth of a perft line
POSITION_KEYS = {"contract", "leader", "turn", "trump", "declarer", "trick", "laid"}


class Playthrough(NamedTuple):
    """A whole round as it is committed."""

    stem: str
    settings: dict[str, Any]
    call: str
    seed: str
    text: str


class Line(NamedTuple):
    """A perft line; `is_plain`: under the game's own rules, without options."""

    position: Position
    counts: list[int]
    named: str | None
    is_plain: bool


@cache
def playthroughs(name: str, contract: str) -> list[Playthrough]:
    return [
        Playthrough(path.stem, settings, call, seed, path.read_text(encoding="utf-8"))
        for path, variant, key, settings, call, seed in make_playthroughs.all_rounds()
        if (variant, key) == (name, contract) and path.exists()
    ]


@cache
def perft_lines(name: str, contract: str) -> list[Line]:
    found = []
    for line in (make_perft.FOLDER / f"{name}.perft").read_text(encoding="utf-8").splitlines():
        if f"contract={contract}" in line.split():
            keys = dict(word.split("=") for word in line.split("|")[2].split())
            _, position, counts = make_perft.read_line(name, line)
            found.append(Line(position, counts, keys.get("trump"), keys.keys() <= POSITION_KEYS))
    return found


def plays_alike(variant: Variant, contract: str, one: Playthrough) -> bool:
    try:
        return make_playthroughs.play(variant, contract, one.call, one.seed) == one.text
    except Exception:  # wrong rules may lead anywhere: that is noticed too
        return False


def counts_alike(line: Line, table: Table) -> bool:
    shown = next((depth for depth, count in enumerate(line.counts) if count > MAX_COUNT), len(line.counts))
    try:
        position = msgspec.structs.replace(line.position, table=table)  # type: ignore[type-var]
        return perft(position, shown) == line.counts[:shown]
    except Exception:
        return False


# ---- tables


@cache
def mutants_of(table: Table, has_declarer: bool, has_talon: bool) -> dict[str, Mutant]:
    return {mutant.label: mutant for mutant in table_mutants(table, has_declarer, has_talon)}


class Tables:
    """The tables of one contract, as its fixtures meet them, and what was changed in them."""

    def __init__(self, name: str, contract: str):
        self.name = name
        self.contract = contract
        self.rules = load_variant(name).contracts[contract]
        self.kind = has_chooser(load_variant(name), self.rules), self.rules.talon is not None
        self.suits: list[str | None] = [*"SHDC", "NT"] if self.rules.suit == "trump" else [None]

    def mutants(self) -> dict[str, Mutant]:
        found: dict[str, Mutant] = {}
        for one in playthroughs(self.name, self.contract):
            game = load_variant(self.name, one.settings)
            for named in self.suits:
                found |= mutants_of(compile_table(game, self.contract, named), *self.kind)
        return found

    def wrong(self, label: str, table: Table) -> Table | None:
        """The table with that change; None where it has nothing to change."""
        mutant = mutants_of(table, *self.kind).get(label)
        return mutant.table if mutant is not None else None

    def is_seen_in_lines(self, label: str) -> bool:
        tables = [(line, self.wrong(label, line.position.table)) for line in perft_lines(self.name, self.contract)]
        return not all(counts_alike(line, table) for line, table in tables if table is not None)

    def is_seen_in(self, label: str, rounds: list[Playthrough]) -> bool:
        def wrong(*key: Any) -> Table:
            table = compile_table(*key)
            return self.wrong(label, table) or table

        with patch.object(phase, "compile_table", wrong):
            return not all(plays_alike(load_variant(self.name, one.settings), self.contract, one) for one in rounds)


# ---- the rules of a game


def changed(name: str, settings: dict[str, Any], change: dict[str, Any]) -> Variant:
    """The changed game; what is written down of its settings is what it had before."""
    known = load_variant(name, settings)
    return msgspec.structs.replace(load_variant(name, settings | change), settings=known.settings)


def rounds_alike(name: str, contract: str, change: dict[str, Any], rounds: list[Playthrough]) -> bool:
    return all(
        plays_alike(changed(name, one.settings, change), contract, one)
        for one in rounds
        if not change.keys() & one.settings.keys()
    )


def lines_alike(name: str, contract: str, change: dict[str, Any]) -> bool:
    variant = load_variant(name, change)
    plain = [line for line in perft_lines(name, contract) if line.is_plain]
    return all(counts_alike(line, compile_table(variant, contract, line.named)) for line in plain)


def is_seated_as_in_the_rule_book(variant: Variant) -> bool:
    """Dealers, and who leads or chooses, round by round from the seat N."""
    match, seats = Match(variant, 0), SEATS[: variant.seats]
    if variant.pool is None:
        texts = {key: str(value).lower() for key, value in variant.settings.items() if key in variant.options}
        expected = [row[1:] for row in independent.dealers_and_choosers(variant.name, "N", texts)]
    else:
        n = len(seats)
        expected = [(seats[i % n], seats[(i + 1) % n]) for i in range(n * sum(variant.pool.each.values()))]
    for dealer, leader in expected:
        plan = match.plan()
        rules = plan.deal_rules(variant)
        who = eldest_of(variant, plan.dealer)
        if has_chooser(variant, rules):
            who = chooser_of(variant, rules, plan.dealer)
        if SEATS[plan.dealer] != dealer or leader not in (None, SEATS[who]):
            return False
        contract = plan.contract or plan.choices[0]
        match.end_round(RoundResult(plan.number, plan.dealer, contract, None, None, (0,) * variant.seats))
    return match.is_over


def shows_what_is_public(variant: Variant, contract: str) -> bool:
    """rules.md 1.1.1, 1.3, 2.1, 3.4, 4.1: who names trump in a fixed order has seen three cards, the others none; who
    chooses from a pool has seen all; a talon is shown to all.
    """
    choices = tuple(sorted(variant.pool.each)) if variant.pool is not None else ()
    deal = shuffled_deal(variant, variant.contracts[contract], 0, stream("public", purpose="deal"))
    played = Round(variant, deal, 0, None if choices else contract, choices)
    if choices:
        played.apply(f"contract:{contract}")
    decision = played.decision()
    assert decision is not None
    if decision.kind is Kind.TRUMP:
        held = [make_view(played, seat).hand.bit_count() for seat in range(variant.seats)]
        three = [3 if seat == decision.seat else 0 for seat in range(variant.seats)]
        if held != ([len(hand) for hand in deal.hands] if choices else three):
            return False
        played.apply("trump:S")
    seen = [event for seat in range(variant.seats) for event in played.seen_by(seat)]
    return all(event.value == deal.talon for event in seen if event.kind is Kind.TALON)


def is_seen_elsewhere(name: str, contract: str, change: dict[str, Any]) -> bool:
    """By the loader, in the perft lines, the seating or what is public."""
    try:
        load_variant(name, change)
    except VariantError:
        return True
    variant = changed(name, {}, change)
    if not lines_alike(name, contract, change):
        return True
    return not (is_seated_as_in_the_rule_book(variant) and shows_what_is_public(variant, contract))


def unseen_rules(name: str, contract: str, rounds: list[Playthrough]) -> Iterator[dict[str, Any]]:
    """The changes of rules that nothing notices, these rounds included."""
    for change in rule_mutants(load_variant(name), contract):
        if not is_seen_elsewhere(name, contract, change) and rounds_alike(name, contract, change, rounds):
            yield change
