"""What is wrong in a file, and where: one value for every fault a reader finds."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec

from kingcli.errors import KingError, RecordError

Severity = Literal["error", "warning", "info"]


class Diagnostic(msgspec.Struct, frozen=True, kw_only=True):
    """One fault. `code` is stable, for programs; the message is for people.

    `line` and `column` count from 1; 0 where the fault belongs to the whole file. `round`, `trick` (from 1), `contract`
    and `seat` (a letter) are there when the fault lies in one.
    """

    code: str
    severity: Severity
    file: str
    line: int = 0
    column: int = 0
    round: int | None = None
    contract: str | None = None
    trick: int | None = None
    seat: str | None = None
    message: str

    @property
    def place(self) -> str:
        """ "game.log:88: round 3, trick 5": file, line and what part of the game."""
        inside = []
        if self.round is not None:
            inside.append(f"round {self.round}" + (f" ({self.contract})" if self.contract else ""))
        if self.trick is not None:
            inside.append(f"trick {self.trick}")
        if self.seat is not None:
            inside.append(self.seat)
        file = f"{self.file}:{self.line}" if self.line else self.file
        return f"{file}: {', '.join(inside)}" if inside else file

    def __str__(self) -> str:
        return f"{self.place}: {self.message}"

    def error(self) -> RecordError:
        """The same as an exception (exit code 65)."""
        return RecordError(self.message, where=self.place)


def fault_of(
    error: KingError, code: str, file: str, *, line: int = 0, column: int = 0, round: int | None = None
) -> Diagnostic:
    """An exception as a diagnostic of severity error; the place the exception names goes into the message."""
    message = f"{error.where}: {error.message}" if error.where else error.message
    return Diagnostic(code=code, severity="error", file=file, line=line, column=column, round=round, message=message)


def strict(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The same diagnostics with every warning made an error (`--strict`)."""
    return [msgspec.structs.replace(one, severity="error") if one.severity == "warning" else one for one in found]
