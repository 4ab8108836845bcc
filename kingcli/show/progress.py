"""The one line on stderr that tells how far a run is; nothing where stderr is not a terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import TextIO

# Seconds between two updates.
_PAUSE = 0.1


class Progress:
    """`update` after each step, `clear` in the end. `done` matches of `total` are there from an earlier run."""

    def __init__(
        self,
        total: int,
        done: int = 0,
        *,
        stream: TextIO | None = None,
        clock: Callable[[], float] = time.monotonic,
    ):
        self.stream = stream if stream is not None else sys.stderr
        self.is_shown = self.stream is not None and self.stream.isatty()
        self.total = total
        self.first = done
        self.clock = clock
        self.start = clock()
        self.last = self.start - _PAUSE
        self.width = 0

    def update(self, name: str, done: int) -> None:
        """Show that `done` matches are finished; `name` is what is played now."""
        now = self.clock()
        if not self.is_shown or (now - self.last < _PAUSE and done < self.total):
            return
        self.last = now
        line = progress_line(name, done, self.total, self.first, now - self.start)
        self._write(f"\r{line:<{self.width}}")
        self.width = len(line)

    def clear(self) -> None:
        """Take the line away."""
        if self.width:
            self._write("\r" + " " * self.width + "\r")
            self.width = 0

    def _write(self, text: str) -> None:
        try:
            self.stream.write(text)
            self.stream.flush()
        except OSError:
            self.is_shown = False


def progress_line(name: str, done: int, total: int, first: int, seconds: float) -> str:
    """ "russian  1 840/4 000  46 %  9.1 matches/s  3:57 left"; speed and time left once something is known of them."""
    line = f"{name}  {_grouped(done)}/{_grouped(total)}  {100 * done // total} %"
    if done > first and seconds > 0:
        speed = (done - first) / seconds
        line += f"  {speed:.1f} matches/s  {_clock((total - done) / speed)} left"
    return line


def _grouped(n: int) -> str:
    return f"{n:,}".replace(",", " ")


def _clock(seconds: float) -> str:
    minutes, rest = divmod(int(seconds + 0.5), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
