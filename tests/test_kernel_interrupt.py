"""Ctrl-C reaches work inside the compiled core: one long solve, threads, perft, playouts, and the command."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import kingcli
from kernel_positions import needs_kernel
from kingcli.errors import INTERRUPTED

pytestmark = [needs_kernel, pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")]

IMPORTED_FROM = Path(kingcli.__file__ or "").parent.parent
DEAL = ["deal", "--variant", "omnibus", "--contract", "omnibus", "--seed", "4"]
SECONDS = 20.0

WORK = """
import sys
from kingcli import kernel
from kingcli.records import loads
position = loads(sys.stdin.read()).problems[0].position
solver = kernel.Solver(threads={threads})
print("ready", flush=True)
try:
    {work}
except KeyboardInterrupt:
    print("interrupted")
"""
LONG = {
    "one": (1, "solver.solve(position, kernel.each())"),
    "threads": (2, "solver.solve_all([(position, kernel.each())] * 2)"),
    "the other thread": (2, "solver.solve_all([(position, kernel.each(nodes=1)), (position, kernel.each())])"),
    "perft": (1, "kernel.perft(position, 30)"),
    "playouts": (1, "kernel.play_out_all([position], 1 << 40, (1, 2, 3, 4))"),
}


def prepare() -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def started(*command: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-P", *command],
        env=os.environ | {"PYTHONPATH": str(IMPORTED_FROM)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=prepare,  # noqa: PLW1509
    )


def deal() -> bytes:
    with started("-m", "kingcli", *DEAL) as process:
        return process.communicate(timeout=60)[0]


@pytest.mark.parametrize("name", LONG)
def test_ctrl_c_stops_the_core(name: str) -> None:
    threads, work = LONG[name]
    with started("-c", WORK.format(threads=threads, work=work)) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(deal())
        process.stdin.close()
        process.stdin = None
        assert process.stdout.readline() == b"ready\n"
        time.sleep(0.3)
        assert process.poll() is None
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=SECONDS)
    assert out == b"interrupted\n", err.decode()


def test_ctrl_c_stops_the_command() -> None:
    with started("-m", "kingcli", "solve", "-", "--method", "maxn", "--seconds", "1000") as process:
        assert process.stdin is not None
        process.stdin.write(deal())
        process.stdin.close()
        process.stdin = None
        time.sleep(1.5)
        assert process.poll() is None
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=SECONDS)
    assert process.returncode == INTERRUPTED
    assert err.decode().split() == ["king:", "interrupted"]
