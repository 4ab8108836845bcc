"""Running `king simulate` as a process, watching its folder, and pressing Ctrl-C."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import orjson
import pytest

import kingcli
from kingcli.cli.main import run
from kingcli.errors import INTERRUPTED

IMPORTED_FROM = Path(kingcli.__file__ or "").parent.parent

GAME = ("--variant", "skill-full", "--matches", "50", "--seed", "7", "--json")

# So long that no machine is too fast or too slow for a test that stops it.
ENDLESS = ("--variant", "skill-short", "--players", "random", "--matches", 1_000_000, "--seed", 7)

posix_only = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
full_disk = pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")


def start(*arguments: object, limit: int | None = None, **options: Any) -> subprocess.Popen[bytes]:
    """`king simulate` as a shell would start it: Ctrl-C works even if the tests run with it ignored."""

    def prepare() -> None:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        if limit is not None:
            import resource

            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    kept = {name: value for name, value in os.environ.items() if not name.startswith("COLUMNS")}
    environment = kept | {"PYTHONPATH": str(IMPORTED_FROM), "PYTHONUTF8": "1", "NO_COLOR": "1"}
    command = [sys.executable, "-P", "-m", "kingcli", "simulate", *map(str, arguments)]
    streams = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | options
    if sys.platform != "win32":
        streams = {"preexec_fn": prepare, "start_new_session": True} | streams
    return subprocess.Popen(command, env=environment, **streams)


def king(*arguments: object, seconds: float = 120, **options: Any) -> tuple[int, bytes, str]:
    """Exit code, stdout and stderr."""
    with start(*arguments, **options) as process:
        out, err = process.communicate(timeout=seconds)
    return process.returncode, out or b"", (err or b"").decode()


def eventually(condition: Callable[[], bool], seconds: float = 60.0) -> bool:
    limit = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > limit:
            return False
        time.sleep(0.005)
    return True


def pids(folder: Path) -> list[int]:
    try:
        found: list[int] = json.loads((folder / "run.json").read_bytes())["sessions"][-1]["pids"]
    except (FileNotFoundError, IndexError):
        return []
    return found


def n_lines(file: Path) -> int:
    return file.read_bytes().count(b"\n") if file.exists() else 0


def here(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, bytes, str]:
    """The same as `king`, in this process."""
    code = run(["simulate", *map(str, arguments)])
    out, err = capsys.readouterr()
    return code, out.encode(), err


def stop(process: subprocess.Popen[bytes]) -> tuple[dict[str, Any], str]:
    """Press Ctrl-C, and hand back what is printed."""
    asked = time.monotonic()
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert time.monotonic() - asked < 15
    assert process.returncode == INTERRUPTED
    summary: dict[str, Any] = orjson.loads(out)
    assert summary["complete"] is False
    return summary, err.decode()
