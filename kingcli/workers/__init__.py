"""Workers: run a pure function over numbered chunks, here or in other processes. Knows nothing of King.

    with contextlib.closing(run(function, enumerate(payloads), jobs=4)) as results:
        for result in results:
            match result:
                case Done(number, value): ...
                case Failed(number, reason): ...

Only `processes` imports multiprocess, and only a run that needs processes imports `processes`.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable

from kingcli.workers.jobs import CannotStart, Done, Failed, Payload, Value
from kingcli.workers.serial import run_serial

__all__ = ["CannotStart", "Done", "Failed", "run"]


def run(
    function: Callable[[Payload], Value],
    chunks: Iterable[tuple[int, Payload]],
    *,
    jobs: int = 1,
    retries: int = 2,
    timeout: float | None = None,
) -> Generator[Done[Value] | Failed, None, None]:
    """`function(payload)` for each (number, payload), one result per chunk, in the order of `chunks`.

    With one job and no timeout all happens in this process; otherwise in up to `jobs` worker processes, started when
    first needed. Then `function` must be importable by name, and payloads and values must pickle. Lazy: at most a
    fixed multiple of `jobs` chunks are taken from `chunks` ahead of the result last yielded. Values, reasons and their
    order do not depend on `jobs`.

    retries: how many more times a chunk is tried when its worker dies. An exception is never retried.
    timeout: seconds for one try of one chunk; its worker is then killed and the chunk fails. Needs a process to kill,
        so one job with a timeout is one worker.

    Close the generator (`contextlib.closing`) to stop early: it ends the workers within about a second, as does any
    exception that passes through it, KeyboardInterrupt included. Workers ignore Ctrl-C, and end with their parent.

    Raises ValueError at once if jobs < 1, CannotStart when no worker gets ready (an unguarded main script, say), and
    whatever `chunks` raises, after the results of the chunks before it.
    """
    if jobs < 1:
        raise ValueError(f"jobs must be at least 1, not {jobs}")
    if jobs == 1 and timeout is None:
        return run_serial(function, chunks)
    from kingcli.workers.processes import run_processes

    return run_processes(function, chunks, jobs=jobs, retries=retries, timeout=timeout)
