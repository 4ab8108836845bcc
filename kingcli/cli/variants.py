"""king variants: list, show, check."""

from __future__ import annotations

from typing import Any

import click

from kingcli.cli.options import chosen_variant, format_option, write_out
from kingcli.errors import CHECK_FAILED
from kingcli.variants import Variant, load_variant, variant_names


@click.group(epilog="Example:  king variants show russian")
def command() -> None:
    """List, show and check the games."""


@command.command("list", epilog="Example:  king variants list")
@format_option("table", "json", default="table")
def list_games(format: str) -> None:
    """List all built-in games."""
    games = [load_variant(name) for name in variant_names()]
    if format == "json":
        _json([_summary(game) for game in games])
        return
    from kingcli.show.console import Screen
    from kingcli.show.rulecard import show_list

    show_list(Screen(), games)


@command.command(epilog="Example:  king variants show lithuanian --set layout=false")
@click.argument("name")
@click.option(
    "--set", "settings", multiple=True, metavar="KEY=VALUE", help="Set an option of the variant (repeatable)."
)
@click.option("--resolved", is_flag=True, help="Print the full data, parents and options worked in, as JSON.")
@format_option("table", "json", default="table")
def show(name: str, settings: tuple[str, ...], resolved: bool, format: str) -> None:
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

    show_rule_card(Screen(), variant, load_variant(variant.extends) if variant.extends else None)


@command.command(epilog="Example:  king variants check russian --play 200")
@click.argument("names", nargs=-1, metavar="[NAME | FILE]...")
@click.option(
    "--play", "n_matches", type=click.IntRange(0), default=20, show_default=True, help="Random matches a game."
)
@click.option("--seed", default="check", show_default=True, help="Seed of the random matches.")
@click.pass_context
def check(ctx: click.Context, names: tuple[str, ...], n_matches: int, seed: str) -> None:
    """Check the data of games (all built-in ones by default), and play them at random under every law they state.

    Every combination of a game's options is checked: the defaults with all matches, the others with a tenth.
    """
    from kingcli.rules.check import BrokenLaw, check_options

    for name in names or variant_names():
        rounds = decisions = combinations = 0
        kinds: set[tuple[str, str]] = set()
        try:
            for _, coverage in check_options(name, n_matches, seed):
                combinations += 1
                rounds += sum(coverage.rounds.values())
                decisions += sum(coverage.decisions.values())
                kinds |= set(coverage.decisions)
        except BrokenLaw as broken:
            click.echo(f"king: {broken}", err=True)
            ctx.exit(CHECK_FAILED)
        click.echo(
            f"{name}: ok  ({combinations} option settings, {rounds} rounds, {decisions} decisions, "
            f"{len(kinds)} kinds of contract and decision)"
        )


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
