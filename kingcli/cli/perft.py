"""king perft: count the play sequences from a position."""

from __future__ import annotations

import click

from kingcli.cli.options import format_option, write_out
from kingcli.errors import RecordError


@click.command(epilog="Example:  king solve --example | king perft - --depth 6")
@click.argument("file", metavar="FILE|-")
@click.option("--depth", type=click.IntRange(1), required=True, metavar="D", help="Count sequences of 1 .. D cards.")
@click.option("--divide", is_flag=True, help="Also the count under each first card.")
@click.option(
    "--variant", "own", multiple=True, metavar="FILE", help="Your own variant file that positions name (repeatable)."
)
@format_option("table", "json", default="table")
def command(file: str, depth: int, divide: bool, own: tuple[str, ...], format: str) -> None:
    """Count the sequences of legal cards from each position of FILE: the size of the game, to check rules against.

    A step is one card (in a layout also a pass); a round that is over is not continued. Another program that counts
    differently plays by different rules: --divide leads to the first card where they part.
    """
    from kingcli.records import load
    from kingcli.rules import option_text
    from kingcli.search.counting import divide as counts_by_card
    from kingcli.search.counting import perft

    loaded = load(file, own).check()
    if not loaded.problems:
        raise RecordError("holds no position", where=loaded.name)
    for problem in loaded.problems:
        counts = perft(problem.position, depth)
        by_card = dict(counts_by_card(problem.position, depth)) if divide else {}
        if format == "json":
            import msgspec

            row: dict[str, object] = {"id": problem.id, "counts": counts}
            if divide:
                row["divide"] = {option_text(option): count for option, count in by_card.items()}
            write_out(msgspec.json.encode(row).decode() + "\n")
            continue
        head = f"{problem.id}  " if problem.id else ""
        write_out(f"{head}{' '.join(str(count) for count in counts)}\n")
        for option, count in by_card.items():
            write_out(f"  {option_text(option)}  {count}\n")
