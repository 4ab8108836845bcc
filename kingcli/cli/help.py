"""king help: texts on the topics that a command's --help is too short for."""

from __future__ import annotations

from importlib.resources import files

import click

from kingcli.cli.options import write_out
from kingcli.errors import near_misses

TOPICS = {
    "records": "the formats: PKN, JSON rounds and matches, positions",
    "variants": "the games as data files, options, and how to write your own",
    "solving": "what the methods of `king solve` mean, and how large a position may be",
    "players": "the computer players, and what they may see",
    "api": "the same things from Python",
}


@click.command(epilog="Example:  king help records")
@click.argument("topic", required=False)
def command(topic: str | None) -> None:
    """Explain a topic: records, variants, solving, players, api."""
    if topic is None:
        width = max(map(len, TOPICS))
        write_out("".join(f"king help {name:<{width}}  {text}\n" for name, text in TOPICS.items()))
        return
    if topic not in TOPICS:
        raise click.UsageError(f"no topic {topic!r}{near_misses(topic, TOPICS)}; there are {', '.join(TOPICS)}")
    write_out(files("kingcli.cli").joinpath("topics", f"{topic}.md").read_text(encoding="utf-8"))
