"""king variants: list, show, check."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from kingcli.cli.options import chosen_variant, format_option, lang_option, write_out
from kingcli.errors import CHECK_FAILED
from kingcli.variants import Variant, load_variant, variant_names

if TYPE_CHECKING:
    from kingcli.rules.check import Coverage


@click.group(epilog="Example:  king variants show russian")
def command() -> None:
    """List, show and check the games."""


@command.command("list", epilog="Example:  king variants list")
@lang_option()
@format_option("table", "json", default="table")
def list_games(lang: str, format: str) -> None:
    """List all built-in games."""
    games = [load_variant(name) for name in variant_names()]
    if format == "json":
        _json([_summary(game) for game in games])
        return
    from kingcli.show.console import Screen
    from kingcli.show.rulecard import show_list

    show_list(Screen(), games, lang)


@command.command(epilog="Example:  king variants show lithuanian --set layout=false")
@click.argument("name")
@click.option(
    "--set", "settings", multiple=True, metavar="KEY=VALUE", help="Set an option of the variant (repeatable)."
)
@click.option("--resolved", is_flag=True, help="Print the full data, parents and options worked in, as JSON.")
@lang_option()
@format_option("table", "json", default="table")
def show(name: str, settings: tuple[str, ...], resolved: bool, lang: str, format: str) -> None:
    """Print the rules of a game; NAME is a built-in game or your own YAML file."""
    variant = chosen_variant(name, settings)
    if resolved:
        _json(variant)
        return
    if format == "json":
        _json(_summary(variant))
        return
    from kingcli.show.console import Screen
    from kingcli.show.rulecard import show_rule_card

    show_rule_card(Screen(), variant, load_variant(variant.extends) if variant.extends else None, lang)


@command.command(epilog="Example:  king variants diff russian simple")
@click.argument("one")
@click.argument("other")
def diff(one: str, other: str) -> None:
    """Say in words how two games differ."""
    from kingcli.show.console import Screen
    from kingcli.show.rulecard import show_differences

    show_differences(Screen(), load_variant(one), load_variant(other))


@command.command(epilog="Example:  king variants check russian --play 200")
@click.argument("names", nargs=-1, metavar="[NAME | FILE]...")
@click.option(
    "--all", "everything", is_flag=True, help="All built-in games (as when none is named), with a coverage table."
)
@click.option(
    "--play", "n_matches", type=click.IntRange(1), default=20, show_default=True, help="Random matches a game."
)
@click.option("--seed", default="check", show_default=True, help="Seed of the random matches.")
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help="Worker processes.")
@click.pass_context
def check(ctx: click.Context, names: tuple[str, ...], everything: bool, n_matches: int, seed: str, jobs: int) -> None:
    """Check the data of games (all built-in ones by default), and play them at random under every law they state.

    The settings of a game's options are checked too: the defaults with all matches, the others with a twentieth.
    """
    from kingcli.rules.check import tasks
    from kingcli.show.console import Screen
    from kingcli.show.coverage import show_coverage

    planned = [task for name in names or variant_names() for task in tasks(name, n_matches)]
    met = _play_all(ctx, planned, seed, jobs)
    if everything:
        complete = show_coverage(Screen(), met)
        ctx.exit(0 if complete else CHECK_FAILED)


def _play_all(
    ctx: click.Context, planned: list[tuple[str, dict[str, Any], int]], seed: str, jobs: int
) -> list[tuple[str, dict[str, Any], int, Coverage]]:
    """Run the tasks and say of each game that it passed; leaves with exit code 1 at the first broken law."""
    from contextlib import closing

    from kingcli.rules.check import run_task
    from kingcli.workers import Failed, run

    met: list[tuple[str, dict[str, Any], int, Coverage]] = []
    chunks = [(number, (*task, seed)) for number, task in enumerate(planned)]
    with closing(run(run_task, chunks, jobs=jobs)) as results:
        for (name, settings, matches), result in zip(planned, results, strict=True):
            if isinstance(result, Failed):
                click.echo(f"king: {result.reason.removeprefix('BrokenLaw: ')}", err=True)
                ctx.exit(CHECK_FAILED)
            met.append((name, settings, matches, result.value))
            if len(met) == len(planned) or planned[len(met)][0] != name:
                mine = [entry for entry in met if entry[0] == name]
                rounds = sum(sum(entry[3].rounds.values()) for entry in mine)
                decisions = sum(sum(entry[3].decisions.values()) for entry in mine)
                click.echo(f"{name}: ok  ({len(mine)} option settings, {rounds} rounds, {decisions} decisions)")
    return met


def _summary(variant: Variant) -> dict[str, Any]:
    from kingcli.rules import n_rounds

    return {
        "schema": "king.variant/1",
        "name": variant.name,
        "digest": variant.digest,
        "names": variant.names,
        "seats": variant.seats,
        "rounds": n_rounds(variant),
        "match_total": variant.match_total,
        "contracts": {key: contract.total for key, contract in variant.contracts.items()},
        "options": {key: rule.default for key, rule in variant.options.items()},
    }


def _json(value: Any) -> None:
    import msgspec

    write_out(msgspec.json.format(msgspec.json.encode(value), indent=2).decode() + "\n")
