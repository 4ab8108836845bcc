"""Writing records: PKN, JSON lines, or one JSON object a match."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Literal

import msgspec

from kingcli.errors import CANNOT_WRITE, RecordError
from kingcli.records import pkn_write
from kingcli.records.record import MatchRecord, PositionRecord, RoundRecord

Format = Literal["pkn", "jsonl", "json"]

_encoder = msgspec.json.Encoder()


def match_record(rounds: Sequence[RoundRecord]) -> MatchRecord:
    """The rounds of one match as one record. Raises RecordError when there are none, or of different matches."""
    if not rounds:
        raise RecordError("a match record needs at least one round")
    first = rounds[0]
    for one in rounds:
        if (one.variant, one.options, one.match) != (first.variant, first.options, first.match):
            raise RecordError(f"round {one.round} is of another match than round {first.round}")
    return MatchRecord(
        variant=first.variant,
        digest=first.digest,
        options=first.options,
        match=first.match,
        players=first.players,
        rounds=tuple(rounds),
    )


def dumps(records: Iterable[RoundRecord | MatchRecord | PositionRecord], format: Format) -> str:
    """The text of records: PKN games; or one JSON object a line ("json" and "jsonl" differ only in what is passed in).

    Texts of one format can be appended to each other. Raises RecordError for what PKN cannot hold (positions, steps out
    of order).
    """
    if format != "pkn":
        return "".join(_encoder.encode(one).decode() + "\n" for one in records)
    parts = []
    for one in records:
        if isinstance(one, PositionRecord):
            raise RecordError("PKN holds rounds; a position is written as JSON")
        parts += [pkn_write.text_of(each) for each in (one.rounds if isinstance(one, MatchRecord) else [one])]
    return "".join(parts)


def dump(text: str, path: str) -> None:
    """Write text to a file whole or not at all ("-": stdout). Raises RecordError with exit code 73, naming the file."""
    if path == "-":
        sys.stdout.write(text)
        return
    target = Path(path)
    whole = target if target.exists() and not target.is_file() else target.with_name(target.name + ".part")
    try:
        with whole.open("w", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
            stream.flush()
            if whole != target:
                os.fsync(stream.fileno())
        if whole != target:
            whole.replace(target)
    except OSError as error:
        if whole != target:
            whole.unlink(missing_ok=True)
        raise RecordError(f"cannot be written: {error.strerror or error}", where=path, exit_code=CANNOT_WRITE) from None
