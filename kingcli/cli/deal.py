"""king deal: whole deals as records, or positions under a contract."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from kingcli.cli.options import chosen_seed, chosen_variant, seed_option, variant_options, write_out
from kingcli.errors import KingError, near_misses
from kingcli.random import stream
from kingcli.variants import Variant

if TYPE_CHECKING:
    from kingcli.records import Problem


@click.command(epilog="Example:  king deal --variant russian --contract queens --left 4 -n 20 --seed 7 | king solve -")
@variant_options(required=True)
@click.option("-n", "count", type=click.IntRange(1), default=1, show_default=True, help="How many to deal.")
@seed_option
@click.option("--contract", metavar="NAME", help="Deal positions under this contract instead of whole rounds.")
@click.option("--trump", metavar="S|H|D|C|NT", help="Trump of these positions; drawn for each where it is not given.")
@click.option("--left", type=click.IntRange(1), metavar="N", help="Cards in each hand of a position (default: all).")
@click.option(
    "--format",
    "format",
    type=click.Choice(["pkn", "jsonl", "table"]),
    help="How to print; rounds as pkn, positions as jsonl if not said.",
)
def command(
    variant: str,
    settings: tuple[str, ...],
    count: int,
    seed: str | None,
    contract: str | None,
    trump: str | None,
    left: int | None,
    format: str | None,
) -> None:
    """Deal hands from a seed: rounds that are about to begin, or with --contract positions to solve."""
    game = chosen_variant(variant, settings)
    if contract is None and (left is not None or trump is not None):
        raise click.UsageError("--left and --trump need --contract: a position is played under a contract")
    if contract is not None and format == "pkn":
        raise click.UsageError("PKN holds rounds; positions (with --contract) are printed as jsonl or table")
    text = chosen_seed(seed)
    if contract is None:
        _print_rounds(game, count, text, format or "pkn")
    else:
        _print_positions(game, contract, trump, left, count, text, format or "jsonl")


def _print_rounds(game: Variant, count: int, seed: str, format: str) -> None:
    from kingcli.records import dumps, match_id, record_of
    from kingcli.rules import Match, draw_dealer
    from kingcli.rules.deal import shuffled_deal

    for number in range(count):
        match = Match(game, draw_dealer(game, stream(seed, match=number, purpose="lot")))
        plan = match.plan()
        rng = stream(seed, match=number, round=plan.number, purpose="deal")
        dealt = match.start_round(shuffled_deal(game, plan.deal_rules(game), plan.dealer, rng))
        if format == "table":
            from kingcli.cards import mask
            from kingcli.show.console import Screen
            from kingcli.show.diagram import show_hands

            screen = Screen()
            screen.line(f"{game.title} · deal {number + 1} of seed {seed} · dealer {'NESWF'[plan.dealer]}")
            show_hands(screen, [mask(hand) for hand in dealt.deal.hands])
            continue
        identity = match_id(game, seed, number)
        write_out(dumps([record_of(dealt, number=plan.number, match_id=identity, seed=seed)], format))  # type: ignore[arg-type]


def _print_positions(
    game: Variant, contract: str, trump: str | None, left: int | None, count: int, seed: str, format: str
) -> None:
    from kingcli.records import dump_position, dumps

    if contract not in game.contracts:
        known = ", ".join(game.contracts)
        raise KingError(
            f"{game.name} has no contract {contract!r}{near_misses(contract, game.contracts)}; it has {known}"
        )
    for problem in _problems(game, contract, trump, left, count, seed):
        if format == "table":
            from kingcli.show.console import Screen
            from kingcli.show.diagram import show_hands

            screen = Screen()
            screen.line(f"{game.title} · {contract}{f' {problem.named}' if problem.named else ''} · {problem.id}")
            show_hands(screen, problem.position.hands)
        else:
            write_out(dumps([dump_position(problem)], "jsonl"))


def _problems(
    game: Variant, contract: str, trump: str | None, left: int | None, count: int, seed: str
) -> Iterator[Problem]:
    from kingcli.records import Problem
    from kingcli.rules.endings import random_ending
    from kingcli.variants.table import hand_size_of

    rules = game.contracts[contract]
    suits = ["S", "H", "D", "C"]
    if trump is not None:
        allowed = suits + (["NT"] if rules.trump.no_trump else [])
        if rules.suit == "none":
            raise KingError(f"--trump {trump}: {contract} is played without naming a suit; leave it out")
        if trump.upper() not in allowed:
            raise KingError(f"--trump {trump}: one of {' '.join(allowed)} is expected")
    for number in range(count):
        rng = stream(seed, match=number, purpose="ending")
        named = trump.upper() if trump is not None else suits[rng.below(4)] if rules.suit != "none" else None
        dealer = rng.below(game.seats)
        position = random_ending(game, contract, named, dealer, left or hand_size_of(game, rules), rng)
        notes = ("counts only what is left (no scores are given)",)
        identity = f"{game.name}-{contract}-{seed}-{number + 1}"
        yield Problem(id=identity, variant=game, contract=contract, named=named, position=position, notes=notes)
