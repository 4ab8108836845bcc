"""What can go wrong, and where.

Every error that a user can cause is a `KingError`: one line that names the place and the cure, and the exit code a
command ends with (design: 65 bad input, 66 no such input, 73 cannot write, 75 partial, 70 internal).
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable

OK, CHECK_FAILED, USAGE = 0, 1, 2
BAD_INPUT, NO_INPUT, INTERNAL, CANNOT_WRITE, PARTIAL, INTERRUPTED = 65, 66, 70, 73, 75, 130


class KingError(Exception):
    """Base of all errors with a message for people. `where` is prefixed when it is known ("game.log:88")."""

    exit_code = BAD_INPUT

    def __init__(self, message: str, *, where: str = "", exit_code: int | None = None):
        self.message = message
        self.where = where
        if exit_code is not None:
            self.exit_code = exit_code
        super().__init__(f"{where}: {message}" if where else message)

    def at(self, where: str) -> KingError:
        """The same error with `where` put before the place it already names."""
        joined = f"{where}: {self.where}" if self.where else where
        return type(self)(self.message, where=joined, exit_code=self.exit_code)


class VariantError(KingError):
    """A variant's data is wrong, or there is no such variant."""


class RecordError(KingError):
    """A record, deal or position cannot be read or does not hold together."""


class IllegalPlay(KingError):
    """An option that the rules refuse; the message is the reason in words."""


class KernelMissing(KingError):
    """The compiled core was asked for and is not there."""


def near_misses(word: str, known: Iterable[str]) -> str:
    """ " (did you mean 'score'?)" for the closest known words, or "" when nothing is close."""
    close = difflib.get_close_matches(word, dict.fromkeys(known), n=2, cutoff=0.6)
    return f" (did you mean {' or '.join(repr(c) for c in close)}?)" if close else ""
