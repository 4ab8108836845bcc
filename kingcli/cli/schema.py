"""king schema: the JSON Schema of what king reads and writes."""

from __future__ import annotations

from importlib import import_module

import click

from kingcli.cli.options import write_out
from kingcli.errors import near_misses

# name -> (module, record type, what it is); a new kind of output adds its line
KINDS = {
    "round": ("kingcli.records.record", "RoundRecord", "one recorded round; a .jsonl file holds one a line"),
    "match": ("kingcli.records.record", "MatchRecord", "the rounds of one match in one object"),
    "position": ("kingcli.records.record", "PositionRecord", "a round in card play as it stands, to be solved"),
    "solution": ("kingcli.search", "SolutionRow", "one line of what `king solve --json` prints"),
    "contracts": ("kingcli.search.contracts", "ContractTable", "the table of `king solve --contract all-contracts`"),
    "bench": ("kingcli.cli.bench", "Bench", "what `king bench --json` prints"),
    "simulation": ("kingcli.simulate.summary", "Summary", "what `king simulate --json` prints"),
}


@click.command(epilog="Example:  king schema position")
@click.argument("name", required=False)
def command(name: str | None) -> None:
    """Print the JSON Schema of a record, position or result; without NAME, list what there is."""
    if name is None:
        width = max(len(known) for known in KINDS)
        write_out("".join(f"{known:<{width}}  {words}\n" for known, (_, _, words) in KINDS.items()))
        return
    if name not in KINDS:
        raise click.UsageError(f"no schema {name!r}{near_misses(name, KINDS)}; there are {', '.join(KINDS)}")
    import msgspec

    from kingcli.records.schemas import json_schema

    module, kind, words = KINDS[name]
    made = json_schema(getattr(import_module(module), kind), f"king.{name}/1: {words}")
    write_out(msgspec.json.format(msgspec.json.encode(made), indent=2).decode() + "\n")
