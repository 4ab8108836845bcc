"""The file of records of a run: every round of every match, in the order of the plan."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from kingcli.errors import USAGE, KingError
from kingcli.rules import Round
from kingcli.simulate.folder import AppendedFile
from kingcli.simulate.match import MatchResult

Format = Literal["pkn", "jsonl"]

_OTHERS = (".json", ".pbn", ".lin", ".gz")


def records_text(
    format: Format,
    rounds: Sequence[tuple[Round, int, tuple[int, ...]]],
    result: MatchResult,
    players: Sequence[str],
    seed: str,
) -> str:
    """The rounds of one match, each with its number and the totals after it, as text that can be appended to others."""
    from kingcli.records import dumps, match_id, record_of

    name = match_id(rounds[0][0].variant, seed, result.match, result.seating)
    records = [
        record_of(round, number=number, match_id=name, players=players, totals=totals, seed=seed)
        for round, number, totals in rounds
    ]
    return dumps(records, format)


class RecordsFile(AppendedFile):
    """An open file of records, JSON lines where its name ends in .jsonl, otherwise PKN. Close it in the end."""

    def __init__(self, path: str):
        """Raises KingError: a name that promises another format (exit code 2), cannot be written (73)."""
        suffix = Path(path).suffix.lower()
        if suffix in _OTHERS or path == "-":
            raise KingError(
                f"--records {path}: records are written to a file as .pkn or .jsonl; `king convert` makes the rest",
                exit_code=USAGE,
            )
        super().__init__(Path(path))
        self.format: Format = "jsonl" if suffix == ".jsonl" else "pkn"

    def add(self, text: str) -> int:
        """Append the records of a chunk; returns the size after it. Raises KingError (exit code 73)."""
        return self.append(text.encode())
