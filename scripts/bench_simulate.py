"""How fast matches are played, and what a second worker brings: two runs of the same plan, whole processes.

    python scripts/bench_simulate.py [--seconds 20] [--variant russian] [--players easy]

Exits 1 when two jobs need more than 0.65 of the time of one, or when the two runs print different bytes.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path

LIMIT = 0.65
ROOT = Path(__file__).resolve().parent.parent


def timed(variant: str, players: str, matches: int, jobs: int) -> tuple[float, bytes]:
    """Seconds of the whole process, and what it printed."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])}
    command = [sys.executable, "-m", "kingcli", "simulate", "--variant", variant, "--players", players, "--json"]
    command += ["--seed", "bench", "--matches", str(matches), "--jobs", str(jobs)]
    start = time.perf_counter()
    done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True)
    return time.perf_counter() - start, done.stdout


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--seconds", type=float, default=20.0, help="length of the serial run (default 20)")
    parser.add_argument("--variant", default="russian")
    parser.add_argument("--players", default="easy")
    given = parser.parse_args()

    n_warm = 40
    idle, _ = timed(given.variant, given.players, 1, 1)
    warm, _ = timed(given.variant, given.players, 1 + n_warm, 1)
    matches = max(n_warm, round(given.seconds * n_warm / max(warm - idle, 0.01)))
    serial, one = timed(given.variant, given.players, matches, 1)
    parallel, two = timed(given.variant, given.players, matches, 2)

    ratio = parallel / serial
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    print(f"{given.variant}, players {given.players}, {matches} matches, {cores} cores")
    print(f"jobs 1   {serial:6.2f} s   {matches / serial:6.1f} matches/s")
    print(f"jobs 2   {parallel:6.2f} s   {matches / parallel:6.1f} matches/s")
    print(f"ratio    {ratio:6.2f}     limit {LIMIT}{'' if ratio <= LIMIT else '   MISSED'}")
    if one != two:
        print("the two runs printed different bytes")
    return 0 if ratio <= LIMIT and one == two else 1


if __name__ == "__main__":
    sys.exit(main())
