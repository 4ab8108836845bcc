"""king bench: how fast this machine solves, on a fixed set of deals."""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click
import msgspec

from kingcli.cli.options import format_option, write_out

if TYPE_CHECKING:
    from kingcli.rules import Position
    from kingcli.variants import Contract

GAMES = ("russian", "lithuanian")
# Cards in a hand, without the compiled core.
SMALL = 5


class Timing(msgspec.Struct, frozen=True, kw_only=True):
    """One contract: milliseconds a position, and how many positions the searches looked at in all."""

    contract: str
    median_ms: float
    mean_ms: float
    p99_ms: float
    worst_ms: float
    nodes: int


class Bench(msgspec.Struct, frozen=True, kw_only=True, tag_field="schema", tag="king.bench/1"):
    """`nodes` over all contracts is the signature of the search: it changes only when the search changes."""

    core: str
    method: str
    cards: int
    deals: int
    contracts: list[Timing]
    nodes: int


@click.command(epilog="Example:  king bench --deals 20")
@click.option("--deals", type=click.IntRange(1), default=100, show_default=True, metavar="N", help="Deals a contract.")
@click.option(
    "--method", type=click.Choice(["guarantee", "maxn"]), default="guarantee", show_default=True, help="What to solve."
)
@click.option("--cards", type=click.IntRange(1, 8), metavar="N", help="Cards in a hand (default: whole hands, 8).")
@format_option("table", "json", default="table")
def command(deals: int, method: str, cards: int | None, format: str) -> None:
    """Solve a fixed set of deals of every contract of tricks and print times and the number of positions looked at.

    A time is that of one answer: the value of every card and a line. The number of positions depends on the version
    and the core alone: it is the signature of the search.
    """
    from kingcli import kernel
    from kingcli.show.console import Screen

    size = cards or (8 if kernel.available() else SMALL)
    rows = []
    for label, positions in _positions(size, deals):
        _progress(label)
        rows.append(_timed(label, positions, method))
    _progress("")
    found = Bench(
        core=kernel.core(),
        method=method,
        cards=size,
        deals=deals,
        contracts=rows,
        nodes=sum(row.nodes for row in rows),
    )
    if format == "json":
        write_out(msgspec.json.encode(found).decode() + "\n")
        return
    screen = Screen()
    screen.line(f"{found.core} core · {method} · {size} cards each · {deals} deals a contract, processor time in ms")
    screen.table(
        ["contract", "median", "mean", "p99", "worst", "positions"],
        [
            [
                row.contract,
                *(f"{ms:.3f}" for ms in (row.median_ms, row.mean_ms, row.p99_ms, row.worst_ms)),
                f"{row.nodes:,}".replace(",", " "),
            ]
            for row in rows
        ],
    )
    screen.line(f"  signature: {found.nodes} positions")


def _positions(size: int, deals: int) -> Iterator[tuple[str, list[Position]]]:
    """Every contract of tricks of the games, with spades and no trump where a trump is named."""
    from kingcli.random import stream
    from kingcli.rules.endings import random_ending
    from kingcli.variants import load_variant

    for game in GAMES:
        variant = load_variant(game)
        for name, contract in variant.contracts.items():
            if contract.kind != "tricks":
                continue
            for named in _suits(contract):
                rngs = [stream("bench", match=number, purpose="ending") for number in range(deals)]
                positions = [random_ending(variant, name, named, rng.below(4), size, rng) for rng in rngs]
                yield f"{game} {name}{f' {named}' if named else ''}", positions


def _suits(contract: Contract) -> list[str | None]:
    if contract.suit == "none":
        return [None]
    return ["S", "NT"] if contract.trump.no_trump else ["S"]


def _timed(label: str, positions: list[Position], method: str) -> Timing:
    from kingcli.search import solve

    times, nodes = [], 0
    for position in positions:
        start = time.thread_time()
        nodes += solve(position, method).nodes
        times.append((time.thread_time() - start) * 1000)
    times.sort()
    last = times[min(len(times) - 1, len(times) * 99 // 100)]
    return Timing(
        contract=label,
        median_ms=round(statistics.median(times), 4),
        mean_ms=round(statistics.fmean(times), 4),
        p99_ms=round(last, 4),
        worst_ms=round(times[-1], 4),
        nodes=nodes,
    )


def _progress(label: str) -> None:
    if sys.stderr.isatty():
        click.echo(f"\r\x1b[K{f'bench  {label}' if label else ''}", err=True, nl=False)
