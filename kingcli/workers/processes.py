"""Chunks run in worker processes, one Process and one Pipe each, always spawned.

Own loop, because a Pool waits for ever when a worker is killed and ProcessPoolExecutor throws unfinished work away.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

import multiprocess
from multiprocess import connection, resource_tracker

from kingcli.workers.jobs import CannotStart, Done, Failed, Payload, Value, describe

LOOKAHEAD = 8
"""Chunks taken but not yet yielded, per job: room for the others to go on while one chunk is slow."""

START_LIMIT = 60.0
"""Seconds within which a new worker must report; generous, as it may import a lot on a loaded machine."""

# The sentinel of a worker stays silent while a process forked by it lives, so exit codes are looked at this often (s).
_POLL = 1.0

# Seconds that a worker gets to end by itself.
_GRACE = 0.5


def run_processes(
    function: Callable[[Payload], Value],
    chunks: Iterable[tuple[int, Payload]],
    *,
    jobs: int,
    retries: int,
    timeout: float | None,
) -> Generator[Done[Value] | Failed, None, None]:
    """See `kingcli.workers.run`."""
    crew = _Crew(function, chunks, jobs, retries, timeout)
    with _standard_descriptors():
        try:
            yield from crew.results()
        finally:
            crew.close()


@dataclass(slots=True)
class _Task:
    place: int  # position in the output; numbers may have gaps
    number: int
    message: bytes
    deaths: int = 0


@dataclass(slots=True)
class _Worker:
    process: Any
    pipe: Any
    deadline: float | None  # on the monotonic clock
    is_ready: bool = False
    task: _Task | None = None


class _Crew:
    """The workers of one run, the chunks they are at, and the results that wait for an earlier one."""

    def __init__(
        self,
        function: Callable[[Any], Any],
        chunks: Iterable[tuple[int, Any]],
        jobs: int,
        retries: int,
        timeout: float | None,
    ):
        self.function = function
        self.source: Iterator[tuple[int, Any]] | None = iter(chunks)
        self.source_error: Exception | None = None
        self.jobs, self.retries, self.timeout = jobs, retries, timeout
        self.context = multiprocess.get_context("spawn")
        self.workers: list[_Worker] = []
        self.pending: deque[_Task] = deque()
        self.finished: dict[int, Done[Any] | Failed] = {}
        self.n_taken = 0
        self.n_given = 0
        self.n_false_starts = 0

    def results(self) -> Iterator[Done[Any] | Failed]:
        while True:
            self._employ()
            if self.n_given not in self.finished:
                if self.n_given == self.n_taken:
                    break
                self._listen(_POLL)
                continue
            # The caller may keep a result for long: leave no worker idle meanwhile.
            self._listen(0)
            self._employ()
            result = self.finished.pop(self.n_given)
            self.n_given += 1
            yield result
        if self.source_error is not None:
            raise self.source_error

    def close(self) -> None:
        """End all workers; those without a chunk by themselves, the others are killed."""
        with _sigint_held():
            for worker in self.workers:
                if not worker.is_ready or worker.task is not None:
                    worker.process.kill()
                worker.pipe.close()
            limit = time.monotonic() + _GRACE
            for worker in self.workers:
                _reap(worker.process, limit - time.monotonic())
            self.workers.clear()

    def _employ(self) -> None:
        """Take chunks for the hands that are free, hand them out, and start workers for the rest."""
        n_busy = sum(worker.task is not None for worker in self.workers)
        while n_busy + len(self.pending) < self.jobs and self._take():
            pass
        for worker in self.workers:
            if self.pending and worker.is_ready and worker.task is None:
                worker.task = self.pending.popleft()
                worker.deadline = None if self.timeout is None else time.monotonic() + self.timeout
                # A worker that just died is found by _listen, and its chunk with it.
                with suppress(OSError):
                    worker.pipe.send_bytes(worker.task.message)
        n_starting = sum(not worker.is_ready for worker in self.workers)
        for _ in range(min(len(self.pending) - n_starting, self.jobs - len(self.workers))):
            self._start()

    def _take(self) -> bool:
        """Move one chunk from the source to `pending`; False if there is none or the window is full."""
        if self.source is None or self.n_taken - self.n_given >= LOOKAHEAD * self.jobs:
            return False
        try:
            number, payload = next(self.source)
        except StopIteration:
            self.source = None
            return False
        except Exception as error:
            # Raised later, so that the results before it come out as they would from a serial run.
            self.source, self.source_error = None, error
            return False
        place, self.n_taken = self.n_taken, self.n_taken + 1
        try:
            # Not pipe.send: multiprocess pickles with dill, which is far slower.
            self.pending.append(_Task(place, number, pickle.dumps((self.function, payload), pickle.HIGHEST_PROTOCOL)))
        except Exception as error:
            self.finished[place] = Failed(number, *describe(error))
        return True

    def _start(self) -> None:
        ours, theirs = self.context.Pipe()
        try:
            with _safe_path() as is_ours:
                # First, because starting the tracker would unblock SIGINT.
                resource_tracker.ensure_running()
                # The child inherits the block: Ctrl-C cannot hit it before it ignores it.
                with _sigint_held():
                    process = self.context.Process(target=_serve, args=(theirs, is_ours), daemon=True)
                    process.start()
                    self.workers.append(_Worker(process, ours, time.monotonic() + START_LIMIT))
        finally:
            # While this end is open here, the death of the worker would not show as the end of the pipe.
            theirs.close()

    def _listen(self, patience: float) -> None:
        """Wait up to `patience` seconds for a worker, then take answers, bury the dead and kill the late."""
        now = time.monotonic()
        for worker in self.workers:
            if worker.deadline is not None:
                patience = max(0.0, min(patience, worker.deadline - now))
        ears = [ear for worker in self.workers for ear in (worker.pipe, worker.process.sentinel)]
        heard = set(connection.wait(ears, patience))
        for worker in list(self.workers):
            if worker.process.sentinel in heard or (patience and worker.process.exitcode is not None):
                is_over = True
            elif worker.pipe in heard:
                is_over = False
            elif worker.deadline is not None and time.monotonic() > worker.deadline and not worker.pipe.poll():
                self._give_up(worker)
                continue
            else:
                continue
            try:
                # An answer given just before the end still counts.
                if worker.pipe.poll():
                    self._hear(worker, worker.pipe.recv_bytes())
            except (EOFError, OSError):
                is_over = True
            if is_over:
                self._bury(worker)

    def _hear(self, worker: _Worker, message: bytes) -> None:
        task, worker.task, worker.deadline = worker.task, None, None
        if task is None:
            worker.is_ready = True
            self.n_false_starts = 0
            return
        try:
            is_value, content = pickle.loads(message)
        except Exception as error:
            is_value, content = False, describe(error)
        self.finished[task.place] = (
            Done(task.number, content, worker.process.pid) if is_value else Failed(task.number, *content)
        )

    def _give_up(self, worker: _Worker) -> None:
        """The worker let its deadline pass."""
        task, worker.task = worker.task, None
        worker.process.kill()
        if task is None:
            self._bury(worker, f"not ready within {START_LIMIT:g} s")
        else:
            self._bury(worker)
            self.finished[task.place] = Failed(task.number, f"no answer within {self.timeout:g} s")

    def _bury(self, worker: _Worker, cause: str = "") -> None:
        """Remove a dead worker; its chunk goes back to the head of the queue, or fails."""
        with _sigint_held():
            self.workers.remove(worker)
            worker.pipe.close()
            exit_code = _reap(worker.process, _GRACE)
        cause = cause or _cause_of_death(exit_code)
        task = worker.task
        if task is not None:
            task.deaths += 1
            if task.deaths > self.retries:
                self.finished[task.place] = Failed(task.number, f"worker died: {cause}")
            else:
                self.pending.appendleft(task)
        elif not worker.is_ready:
            self.n_false_starts += 1
            # All jobs may be starting when the first dies, hence one round of starts on top of the retries.
            if self.n_false_starts > self.jobs + self.retries:
                raise CannotStart(
                    f"worker processes cannot start ({cause}); use one job, or if this is a script of your own, "
                    'put its work under `if __name__ == "__main__":`'
                )


def _reap(process: Any, grace: float) -> int | None:
    """Wait `grace` seconds for the process to end, then kill it; its exit code, None if the system keeps that back."""
    process.join(max(0.0, grace))
    if process.is_alive():
        process.kill()
        process.join()
    exit_code: int | None = process.exitcode
    # ValueError: still alive for multiprocess, as when the host program ignores SIGCHLD.
    with suppress(ValueError):
        process.close()
    return exit_code


def _cause_of_death(exit_code: int | None) -> str:
    if exit_code is None:
        return "no exit code"
    if exit_code >= 0:
        return f"exit code {exit_code}"
    try:
        return f"signal {signal.Signals(-exit_code).name}"
    except ValueError:
        return f"signal {-exit_code}"


@contextmanager
def _sigint_held() -> Iterator[None]:
    """Ctrl-C waits until the end of the block."""
    if sys.platform == "win32":
        yield
        return
    # Blocking can itself raise a KeyboardInterrupt that was on its way, so the old mask is read first.
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    try:
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _safe_path() -> Iterator[bool]:
    """Keep a `random.py` in the working directory from breaking the first imports of a child; whether this set it."""
    if "PYTHONSAFEPATH" in os.environ:
        yield False
        return
    os.environ["PYTHONSAFEPATH"] = "1"
    try:
        yield True
    finally:
        os.environ.pop("PYTHONSAFEPATH", None)


@contextmanager
def _standard_descriptors() -> Iterator[None]:
    """Fill the places 0 to 2 where closed: a pipe that landed there would be taken by the child for its stdin."""
    placeholders = []
    try:
        while (descriptor := os.open(os.devnull, os.O_RDWR)) <= 2:
            os.set_inheritable(descriptor, True)
            placeholders.append(descriptor)
        os.close(descriptor)
        yield
    finally:
        for descriptor in placeholders:
            os.close(descriptor)


def _serve(pipe: Any, is_safe_path_ours: bool) -> None:
    """The life of a worker: say that it is ready, then answer one message after the other until the pipe ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if is_safe_path_ours:
        os.environ.pop("PYTHONSAFEPATH", None)
    threading.Thread(target=_end_with, args=(multiprocess.parent_process(),), daemon=True).start()
    # The parent is gone or wants no more.
    with suppress(EOFError, OSError):
        pipe.send_bytes(b"ready")
        while True:
            pipe.send_bytes(_answer(pipe.recv_bytes()))


def _end_with(parent: Any) -> None:
    """In the middle of a long chunk the end of the pipe would not be noticed."""
    parent.join()
    os._exit(1)


def _answer(message: bytes) -> bytes:
    """(True, value) or (False, (reason, traceback)), pickled."""
    try:
        function, payload = pickle.loads(message)
        return pickle.dumps((True, function(payload)), pickle.HIGHEST_PROTOCOL)
    except BaseException as error:
        # A function that calls sys.exit has failed too; trying it again would not help.
        return pickle.dumps((False, describe(error)), pickle.HIGHEST_PROTOCOL)
