"""king convert: records from PKN into JSON and back."""

from __future__ import annotations

from pathlib import PurePath

import click

from kingcli.errors import BAD_INPUT, RecordError
from kingcli.records import Loaded, MatchRecord, RoundRecord, dump, dumps, load, match_record, replay_match, strict
from kingcli.records.replay import SCORE_CODES
from kingcli.records.write import Format


@click.command(epilog="Example:  king convert game.pkn -o game.jsonl")
@click.argument("file", metavar="FILE")
@click.option("-o", "--output", default="-", metavar="FILE", help='Where to write; "-", the default, is stdout.')
@click.option(
    "--to",
    type=click.Choice(["pkn", "json", "jsonl"]),
    help="json: one object a match; jsonl: one object a round. Default: by the output's name, else the other form.",
)
@click.option("--strict", "is_strict", is_flag=True, help="Treat warnings as errors.")
@click.option(
    "--variant", "own", multiple=True, metavar="FILE", help="Your own variant file that the records name (repeatable)."
)
@click.pass_context
def command(
    ctx: click.Context, *, file: str, output: str, to: Format | None, is_strict: bool, own: tuple[str, ...]
) -> None:
    """Turn records from PKN into JSON or JSON lines, and back; nothing is lost on the way.

    Only games that follow the rules are converted: a file with a faulty one gives exit code 65 and nothing is written.
    """
    loaded = load(file, own)
    if loaded.problems:
        raise RecordError("holds positions; only recorded games are converted", where=loaded.name)
    found = [*loaded.diagnostics]
    for match in loaded.matches:
        found += replay_match(match).diagnostics
    found = strict(found) if is_strict else found
    faulty = [one for one in found if one.severity == "error" and one.code not in SCORE_CODES]
    for one in found:
        if one.severity != "info":
            word = "" if one in faulty else "warning: "
            click.echo(f"king: {one.place}: {word}{one.message}", err=True)
    if faulty or not loaded.matches:
        click.echo("king: nothing was written", err=True)
        ctx.exit(BAD_INPUT)
    format = to or _format_of(output) or ("json" if loaded.format == "pkn" else "pkn")
    dump(dumps(_records(loaded, format), format), output)
    if output != "-":
        n = len(loaded.rounds)
        click.echo(f"{output}: {n} round{'' if n == 1 else 's'} written", err=True)


def _records(loaded: Loaded, format: Format) -> list[RoundRecord | MatchRecord]:
    if format == "json":
        return [match_record([one.record for one in match.rounds]) for match in loaded.matches]
    return [*loaded.rounds]


def _format_of(output: str) -> Format | None:
    by_suffix: dict[str, Format] = {".pkn": "pkn", ".json": "json", ".jsonl": "jsonl", ".ndjson": "jsonl"}
    return by_suffix.get(PurePath(output).suffix.lower())
