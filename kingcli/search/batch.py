"""Many positions, one question: answers in the order of the positions, on as many processes as wanted."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from kingcli.errors import INTERNAL, KingError
from kingcli.records import Problem
from kingcli.search.solution import EVERY_SEAT, Solution
from kingcli.search.solve import solve
from kingcli.search.ties import HOSTILE, Ties
from kingcli.seats import Seat
from kingcli.workers import Done, run

_PER_CHUNK = 16


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """What is asked of each position: the methods in turn, and as in `solve`; `seats` are letters, or "all"."""

    methods: tuple[str, ...] = ("guarantee",)
    seats: str | None = None
    ties: Ties = HOSTILE
    nodes: int | None = None
    seconds: float | None = None
    memory: int | None = None


Answers = Sequence[Solution] | KingError


def ask(problem: Problem, question: Question) -> list[Solution]:
    """An answer a method. Raises KingError with the place of the position."""
    try:
        return [
            solve(
                problem.position,
                method,
                _seats(problem, question.seats) if method not in ("maxn", "equilibria") else None,
                ties=question.ties,
                nodes=question.nodes,
                seconds=question.seconds,
                memory=question.memory,
            )
            for method in question.methods
        ]
    except KingError as error:
        raise error.at(problem.place) from None


def ask_all(problems: Iterable[Problem], question: Question, jobs: int = 1) -> Iterator[Answers]:
    """For each position its answers, or why it has none. Positions are read only as far as they are worked on."""
    if jobs == 1:
        for problem in problems:
            yield _tried(problem, question)
        return
    with contextlib.closing(run(_chunk, enumerate(_chunks(problems, question)), jobs=jobs)) as results:
        for result in results:
            if not isinstance(result, Done):
                raise KingError(f"a worker failed: {result.reason}", exit_code=INTERNAL)
            for found in result.value:
                yield KingError(found[0], exit_code=found[1]) if isinstance(found, tuple) else found


def _chunks(problems: Iterable[Problem], question: Question) -> Iterator[tuple[list[Problem], Question]]:
    chunk: list[Problem] = []
    for problem in problems:
        chunk.append(problem)
        if len(chunk) == _PER_CHUNK:
            yield chunk, question
            chunk = []
    if chunk:
        yield chunk, question


def _chunk(payload: tuple[list[Problem], Question]) -> list[list[Solution] | tuple[str, int]]:
    problems, question = payload
    found: list[list[Solution] | tuple[str, int]] = []
    for problem in problems:
        one = _tried(problem, question)
        found.append((str(one), one.exit_code) if isinstance(one, KingError) else list(one))
    return found


def _tried(problem: Problem, question: Question) -> Answers:
    try:
        return ask(problem, question)
    except KingError as error:
        return error


def _seats(problem: Problem, letters: str | None) -> list[Seat] | str | None:
    if letters is None or letters.lower() == EVERY_SEAT:
        return None if letters is None else EVERY_SEAT
    return [_seat(letter, problem.seats) for letter in letters.replace(",", "").replace(" ", "")]


def _seat(letter: str, seats: str) -> Seat:
    """The seat of a letter, among those that play."""
    place = seats.find(letter.upper())
    if place < 0:
        raise KingError(f"{letter!r} is not a seat at this table ({' '.join(seats)})")
    return place
