"""Chunks run one after the other in this process."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterable

from kingcli.workers.jobs import Done, Failed, Payload, Value, describe


def run_serial(
    function: Callable[[Payload], Value], chunks: Iterable[tuple[int, Payload]]
) -> Generator[Done[Value] | Failed, None, None]:
    """See `kingcli.workers.run`. SystemExit and KeyboardInterrupt pass through: they are meant for this process."""
    pid = os.getpid()
    for number, payload in chunks:
        try:
            value = function(payload)
        except Exception as error:
            yield Failed(number, *describe(error))
        else:
            yield Done(number, value, pid)
