"""What comes back for a chunk, and how an error is put into words."""

from __future__ import annotations

import traceback
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from kingcli.errors import INTERNAL, KingError

Payload = TypeVar("Payload")
Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Done(Generic[Value]):
    """A finished chunk: its number, what the function returned, and the id of the process that ran it."""

    number: int
    value: Value
    # Where a chunk ran is chance, and must not make two equal results differ.
    pid: int = field(compare=False)


@dataclass(frozen=True, slots=True)
class Failed:
    """A chunk without a value.

    `reason` is one of "TypeName: message", "worker died: signal SIGKILL", "worker died: exit code 3" and
    "no answer within 2.5 s". `traceback` is the text of the traceback of an exception, otherwise "".
    """

    number: int
    reason: str
    traceback: str = field(default="", compare=False, repr=False)


class CannotStart(KingError):
    """Workers end before they are ready for a first chunk: their surroundings are broken, not a chunk."""

    exit_code = INTERNAL


def describe(error: BaseException) -> tuple[str, str]:
    """("TypeName: message", text of the traceback without the frame that called the chunk's function)."""
    name = type(error).__name__
    try:
        message = str(error)
    except Exception:
        message = ""
    outer = error.__traceback__
    inner = outer.tb_next if outer is not None and outer.tb_next is not None else outer
    return f"{name}: {message}" if message else name, "".join(traceback.format_exception(error.with_traceback(inner)))
