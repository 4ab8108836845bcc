"""Time whole processes: how long `king` takes to start, and to solve one small position.

`python scripts/bench_start.py [--runs N]` prints the median of N runs (warm) beside its bar; a line over its bar ends
with MISSED, and the exit code is then 1. The first line is the bare interpreter, for comparison on the same machine.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import time

ENDING = (
    b'{"schema":"king.position/1","variant":"russian","contract":"queens","leader":"E",'
    b'"hands":{"N":"Q9..K.8","E":"JT..7.Q","S":"K.Q.9.J","W":"A.K7.Q."}}'
)
QUESTIONS: list[tuple[str, list[str], bytes, float | None]] = [
    ("python -c pass", ["-c", "pass"], b"", None),
    ("import kingcli", ["-c", "import kingcli"], b"", None),
    ("king --help", ["-m", "kingcli", "--help"], b"", 0.1),
    ("king solve, 4 cards each", ["-m", "kingcli", "solve", "-"], ENDING, 0.4),
]


def median_seconds(words: list[str], text: bytes, runs: int) -> float:
    """The median wall time of whole processes, after one that warms the caches."""
    times = []
    for _ in range(runs + 1):
        started = time.perf_counter()
        subprocess.run([sys.executable, *words], input=text, capture_output=True, check=True)
        times.append(time.perf_counter() - started)
    return statistics.median(times[1:])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=10)
    runs = parser.parse_args().runs
    missed = False
    for label, words, text, bar in QUESTIONS:
        seconds = median_seconds(words, text, runs)
        over = bar is not None and seconds > bar
        missed |= over
        limit = f"  (at most {bar:.2f} s)" if bar is not None else ""
        print(f"{label:<26}{seconds:7.3f} s{limit}{'  MISSED' if over else ''}")
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
