"""The workers: order, laziness, and what happens when a chunk, a worker or the parent dies."""

from __future__ import annotations

import itertools
import math
import operator
import os
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import multiprocess
import pytest

import kingcli.workers
from kingcli.workers import CannotStart, Done, Failed, run

IMPORTED_FROM = Path(kingcli.workers.__file__).parents[2]

posix_only = pytest.mark.skipif(os.name != "posix", reason="signals")

# Spawned children import these by name; this test module has no name they could import.
CHUNK_FUNCTIONS = '''
import os, signal, sys, time
from pathlib import Path


def square(n):
    return n * n


def late_when_even(n):
    time.sleep(0.05 if n % 2 == 0 else 0)
    return n


def nap(n):
    time.sleep(0.1)
    return n


def die_once(marker):
    if Path(marker).exists():
        return "second try"
    Path(marker).touch()
    os.kill(os.getpid(), signal.SIGKILL)


def die_when(payload):
    n, bad, log = payload
    with open(log, "a") as file:
        file.write(f"{n}\\n")
    if n == bad:
        os.kill(os.getpid(), signal.SIGKILL)
    return n


def exit_at_once(code):
    os._exit(code)


def polite_exit(code):
    sys.exit(code)


def gather(payload):
    """Two processes must be at work at once for either to go on."""
    folder, seconds = payload
    (Path(folder) / str(os.getpid())).touch()
    limit = time.monotonic() + 20
    while len(list(Path(folder).iterdir())) < 2 and time.monotonic() < limit:
        time.sleep(0.01)
    time.sleep(seconds)
    return os.getpid()


def note_pid_and_sleep(payload):
    folder, seconds = payload
    (Path(folder) / str(os.getpid())).touch()
    time.sleep(seconds)


def spin(folder):
    """Never in a system call, so only the watcher thread can end it when the parent is gone."""
    (Path(folder) / str(os.getpid())).touch()
    while True:
        pass


def lambda_back(_):
    return lambda: None


def environment(folder):
    gather((folder, 0))
    print("not into the pipe", flush=True)
    return [
        sys.stdin is None or sys.stdin.read() == "",
        os.environ.get("PYTHONSAFEPATH"),
        signal.getsignal(signal.SIGINT) is signal.SIG_IGN,
        # Inherited, so Ctrl-C was harmless before the line above, too.
        signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ()),
    ]


class Unreadable(Exception):
    def __str__(self):
        raise RuntimeError


def raise_unreadable(_):
    raise Unreadable
'''


@pytest.fixture(scope="module")
def module_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("importable")
    (folder / "chunk_functions.py").write_text(CHUNK_FUNCTIONS, encoding="utf-8")
    sys.path.insert(0, str(folder))
    yield folder
    sys.path.remove(str(folder))
    sys.modules.pop("chunk_functions", None)


@pytest.fixture
def functions(module_folder: Path) -> Any:
    import chunk_functions

    return chunk_functions


@pytest.fixture(autouse=True)
def no_children_left() -> Iterator[None]:
    yield
    assert multiprocess.active_children() == []


def is_running(pid: int) -> bool:
    """False for zombies: whoever adopts orphans in a container may never collect them."""
    try:
        os.kill(pid, 0)
        has_proc = Path("/proc/self").exists()
        return not has_proc or Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def eventually(condition: Callable[[], bool], seconds: float = 10.0) -> bool:
    limit = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > limit:
            return False
        time.sleep(0.01)
    return True


def pids_in(folder: Path) -> list[int]:
    return [int(path.name) for path in folder.iterdir()]


class Source:
    """Endless chunks that count how many were taken."""

    def __init__(self, payload: Callable[[int], Any]):
        self.payload = payload
        self.n_taken = 0

    def __iter__(self) -> Iterator[tuple[int, Any]]:
        for n in itertools.count():
            self.n_taken += 1
            yield n, self.payload(n)


# Values, order, laziness


def test_same_results_in_order_for_any_jobs(functions: Any) -> None:
    chunks = [(10 * n, n) for n in range(12)]
    expected = [Done(10 * n, n, 0) for n in range(12)]
    for jobs in (1, 2, 3):
        assert list(run(functions.late_when_even, iter(chunks), jobs=jobs)) == expected


def test_failures_are_the_same_for_any_jobs() -> None:
    serial, parallel = (list(run(math.sqrt, enumerate([4, -1, 9]), jobs=jobs)) for jobs in (1, 2))
    assert serial == parallel
    assert serial == [Done(0, 2.0, 0), Failed(1, "ValueError: math domain error"), Done(2, 3.0, 0)]


def test_no_chunks() -> None:
    assert list(run(math.sqrt, [], jobs=1)) == []
    assert list(run(math.sqrt, [], jobs=2)) == []


def test_jobs_below_one_are_refused_before_the_first_result() -> None:
    with pytest.raises(ValueError, match="jobs must be at least 1, not 0"):
        run(math.sqrt, [], jobs=0)


def test_serial_is_lazy_and_stays_in_this_process() -> None:
    source = Source(float)
    results = run(math.sqrt, source)
    assert source.n_taken == 0
    assert next(results) == Done(0, 0.0, 0)
    assert source.n_taken == 1
    result = next(results)
    assert isinstance(result, Done)
    assert result.pid == os.getpid()


def test_parallel_takes_a_bounded_number_ahead_of_a_slow_first_chunk() -> None:
    source = Source(lambda n: 0.6 if n == 0 else 0)
    with closing(run(time.sleep, source, jobs=2)) as results:
        assert source.n_taken == 0
        assert next(results) == Done(0, None, 0)
        assert 2 < source.n_taken <= 20
        # The chunks that waited are there without more work.
        taken = source.n_taken
        assert [next(results).number for _ in range(3)] == [1, 2, 3]
        assert source.n_taken <= taken + 8


def test_not_more_workers_than_chunks_and_two_really_at_work(functions: Any, tmp_path: Path) -> None:
    with closing(run(functions.gather, [(n, (str(tmp_path), 0)) for n in range(2)], jobs=8)) as results:
        first = next(results)
        assert len(multiprocess.active_children()) == 2
        second = next(results)
    assert isinstance(first, Done)
    assert isinstance(second, Done)
    assert (first.pid, second.pid) == (first.value, second.value)
    assert len({first.pid, second.pid, os.getpid()}) == 3


def test_error_of_the_source_comes_after_the_results_before_it() -> None:
    def broken() -> Iterator[tuple[int, float]]:
        yield 0, 4.0
        yield 1, 9.0
        raise LookupError("source")

    for jobs in (1, 2):
        results = run(math.sqrt, broken(), jobs=jobs)
        assert [next(results), next(results)] == [Done(0, 2.0, 0), Done(1, 3.0, 0)]
        with pytest.raises(LookupError, match="source"):
            next(results)


def test_serial_runs_do_not_import_multiprocess(module_folder: Path) -> None:
    script = """
        import math, sys
        from kingcli.workers import run

        print(next(run(math.sqrt, [(0, 4)])).value)
        print([name for name in sys.modules if name.startswith(("multiprocess", "dill"))])
    """
    with python(module_folder, script) as parent:
        assert parent.communicate(timeout=20) == ("2.0\n[]\n", "")


# Chunks that fail, workers that die


def test_exception_is_reported_with_its_traceback_and_not_retried(functions: Any, tmp_path: Path) -> None:
    chunks: list[tuple[int, Any]] = [(0, [1]), (1, "x"), (2, [2, 3])]
    for jobs in (1, 2):
        first, second, third = run(sum, chunks, jobs=jobs)
        assert (first, third) == (Done(0, 1, 0), Done(2, 5, 0))
        assert isinstance(second, Failed)
        assert second.reason == "TypeError: unsupported operand type(s) for +: 'int' and 'str'"
        assert second.traceback.startswith("Traceback")
        assert second.traceback.endswith(second.reason + "\n")
        assert [result.reason for result in run(functions.raise_unreadable, [(0, 0)], jobs=jobs)] == ["Unreadable"]


def test_what_cannot_be_pickled_fails_by_itself(functions: Any) -> None:
    there, back = run(functions.lambda_back, [(0, lambda: None), (1, 1)], jobs=2)
    assert isinstance(there, Failed)
    assert "pickle" in there.reason
    assert isinstance(back, Failed)
    assert "pickle" in back.reason


def test_large_payloads_and_values() -> None:
    text = "♥" * 1_000_000
    results = run(operator.methodcaller("upper"), [(n, text) for n in range(3)], jobs=2)
    assert all(isinstance(result, Done) and result.value == text for result in results)


@posix_only
def test_chunk_of_a_killed_worker_is_tried_again(functions: Any, tmp_path: Path) -> None:
    chunks = [(n, str(tmp_path / str(n))) for n in range(3)]
    assert list(run(functions.die_once, chunks, jobs=2, retries=1)) == [Done(n, "second try", 0) for n in range(3)]


@posix_only
def test_always_dying_chunk_is_reported_and_the_rest_complete(functions: Any, tmp_path: Path) -> None:
    log = tmp_path / "log"
    results = list(run(functions.die_when, [(n, (n, 1, str(log))) for n in range(6)], jobs=2))
    assert results[1] == Failed(1, "worker died: signal SIGKILL")
    assert [result.value for result in results if isinstance(result, Done)] == [0, 2, 3, 4, 5]
    assert "".join(sorted(log.read_text().split())) == "01112345"


def test_exit_codes(functions: Any) -> None:
    assert list(run(functions.exit_at_once, [(0, 3)], jobs=2, retries=0)) == [Failed(0, "worker died: exit code 3")]
    assert list(run(functions.polite_exit, [(0, 3)], jobs=2)) == [Failed(0, "SystemExit: 3")]


def test_timeout_kills_the_worker_and_the_rest_complete() -> None:
    chunks = [(0, 0.0), (1, 60.0), (2, 0.0), (3, 0.0)]
    expected = [Done(0, None, 0), Failed(1, "no answer within 0.3 s"), Done(2, None, 0), Done(3, None, 0)]
    for jobs in (1, 2):
        start = time.monotonic()
        assert list(run(time.sleep, chunks, jobs=jobs, timeout=0.3)) == expected
        assert time.monotonic() - start < 10


def test_timeout_does_not_count_the_time_the_caller_takes() -> None:
    with closing(run(time.sleep, enumerate([0.0] * 8), jobs=2, timeout=0.4)) as results:
        next(results)
        time.sleep(0.8)
        assert list(results) == [Done(n, None, 0) for n in range(1, 8)]


# Ends


def test_closing_early_leaves_no_worker(functions: Any, tmp_path: Path) -> None:
    chunks = ((n, (str(tmp_path), 0 if n == 0 else 60)) for n in range(9))
    results = run(functions.gather, chunks, jobs=2)
    next(results)
    assert len(pids_in(tmp_path)) == 2
    start = time.monotonic()
    results.close()
    assert time.monotonic() - start < 1
    assert multiprocess.active_children() == []
    assert not any(is_running(pid) for pid in pids_in(tmp_path))


SCRIPT = """
import os, signal, sys
from pathlib import Path
import chunk_functions
from kingcli.workers import CannotStart, run


def chunks(folder):
    for n in range(9):
        if n == 1:
            print("two chunks taken", flush=True)
        yield n, folder


def main(name, folder):
    signal.signal(signal.SIGINT, signal.default_int_handler)
    payload = folder if name == "spin" else (folder, 60)
    try:
        for result in run(getattr(chunk_functions, name), chunks(payload), jobs=2):
            print(result)
    except KeyboardInterrupt:
        print("stopped", flush=True)
        sys.exit(130)


if __name__ == "__main__":
    main(*sys.argv[1:])
"""


@contextmanager
def python(module_folder: Path, script: str, *arguments: object) -> Iterator[subprocess.Popen[str]]:
    """A parent of its own process group, killed at the end of the block if it still runs."""
    path = module_folder / "script.py"
    path.write_text(textwrap.dedent(script), encoding="utf-8")
    environment = os.environ | {"PYTHONPATH": f"{IMPORTED_FROM}{os.pathsep}{module_folder}"}
    command = [sys.executable, str(path), *map(str, arguments)]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, env=environment, text=True, start_new_session=True, **pipes) as parent:
        try:
            yield parent
        finally:
            parent.kill()


@posix_only
@pytest.mark.parametrize("whole_group", [True, False], ids=["terminal", "parent-only"])
def test_ctrl_c_in_the_middle_of_chunks(module_folder: Path, tmp_path: Path, whole_group: bool) -> None:
    with python(module_folder, SCRIPT, "note_pid_and_sleep", tmp_path) as parent:
        assert eventually(lambda: len(pids_in(tmp_path)) == 2)
        start = time.monotonic()
        (os.killpg if whole_group else os.kill)(parent.pid, signal.SIGINT)
        out, err = parent.communicate(timeout=10)
        assert time.monotonic() - start < 2
    assert (parent.returncode, out, err) == (130, "two chunks taken\nstopped\n", "")
    assert eventually(lambda: not any(is_running(pid) for pid in pids_in(tmp_path)), 1)


@posix_only
@pytest.mark.parametrize("delay", [0.0, 0.05])
def test_ctrl_c_while_workers_start(module_folder: Path, tmp_path: Path, delay: float) -> None:
    with python(module_folder, SCRIPT, "note_pid_and_sleep", tmp_path) as parent:
        assert parent.stdout is not None
        assert parent.stdout.readline() == "two chunks taken\n"
        time.sleep(delay)
        start = time.monotonic()
        os.killpg(parent.pid, signal.SIGINT)
        out, err = parent.communicate(timeout=10)
        assert time.monotonic() - start < 2
    assert (parent.returncode, out, err) == (130, "stopped\n", "")


@posix_only
def test_ctrl_c_never_hits_a_worker_not_even_a_young_one(module_folder: Path) -> None:
    script = """
        import signal
        import chunk_functions
        from kingcli.workers import run

        if __name__ == "__main__":
            signal.signal(signal.SIGINT, lambda *_: None)
            print("go", flush=True)
            print([result.value for result in run(chunk_functions.nap, enumerate(range(6)), jobs=3, retries=0)])
    """
    with python(module_folder, script) as parent:
        assert parent.stdout is not None
        assert parent.stdout.readline() == "go\n"
        while parent.poll() is None:
            os.killpg(parent.pid, signal.SIGINT)
            time.sleep(0.005)
        assert parent.communicate(timeout=10) == ("[0, 1, 2, 3, 4, 5]\n", "")


@posix_only
@pytest.mark.parametrize("name", ["note_pid_and_sleep", "spin"])
def test_workers_end_when_the_parent_is_killed(module_folder: Path, tmp_path: Path, name: str) -> None:
    with python(module_folder, SCRIPT, name, tmp_path) as parent:
        assert eventually(lambda: len(pids_in(tmp_path)) == 2)
        parent.kill()
        # Ends only when the last process that holds these pipes is gone: the resource tracker too.
        _, err = parent.communicate(timeout=5)
    assert err == ""
    assert not any(is_running(pid) for pid in pids_in(tmp_path))


# Surroundings


@posix_only
def test_closed_standard_streams_and_a_hostile_working_directory(module_folder: Path, tmp_path: Path) -> None:
    (tmp_path / "random.py").write_text("raise SystemExit('wrong random')", encoding="utf-8")
    (tmp_path / "pids").mkdir()
    script = """
        import os, sys
        import chunk_functions
        from kingcli.workers import run

        if __name__ == "__main__":
            os.chdir(sys.argv[1])
            for n in range(3):
                os.close(n)
            sys.stdin = sys.stdout = sys.stderr = None
            results = list(run(chunk_functions.environment, enumerate(["pids"] * 4), jobs=2))
            with open("result", "w") as file:
                print([result.value for result in results], file=file)
    """
    with python(module_folder, script, tmp_path) as parent:
        assert parent.wait(timeout=20) == 0
    assert (tmp_path / "result").read_text() == f"{[[True, None, True, True]] * 4}\n"


def test_main_module_of_a_package_is_not_run_again(module_folder: Path, tmp_path: Path) -> None:
    package = tmp_path / "program"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "__main__.py").write_text(
        "import chunk_functions\nfrom kingcli.workers import run\n"
        "print([result.value for result in run(chunk_functions.square, enumerate(range(3)), jobs=2)])\n",
        encoding="utf-8",
    )
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(map(str, (IMPORTED_FROM, module_folder, tmp_path)))}
    command = [sys.executable, "-m", "program"]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=True)
    assert (done.stdout, done.stderr) == ("[0, 1, 4]\n", "")


def test_unguarded_script_is_told_what_to_do(module_folder: Path) -> None:
    script = """
        import math
        from kingcli.workers import CannotStart, run

        list(run(math.sqrt, enumerate(range(100)), jobs=2, retries=0))
    """
    with python(module_folder, script) as parent:
        _, err = parent.communicate(timeout=30)
    assert parent.returncode == 1
    assert f"{CannotStart.__name__}: worker processes cannot start (exit code 1)" in err
