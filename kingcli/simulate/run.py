"""Playing a plan: chunks go to workers, results come back in order and are entered into tallies and files."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from contextlib import closing
from typing import Any

import msgspec

from kingcli import workers
from kingcli.players import find
from kingcli.rules import Round
from kingcli.simulate.folder import ResultFolder
from kingcli.simulate.match import MatchResult, PlayerFault, play_match
from kingcli.simulate.plan import Chunk, Plan, make_plan
from kingcli.simulate.recording import RecordsFile, records_text
from kingcli.simulate.summary import FailedChunk, Outcome, Summary, summarize
from kingcli.simulate.tally import Tally, tally_of
from kingcli.variants import Variant, load_variant


class ChunkResult(msgspec.Struct, frozen=True):
    """`matches` in order of deal set and seating; `records` is the text of all their rounds, if it was asked for."""

    matches: tuple[MatchResult, ...]
    tally: Tally
    records: str | None


class Step(msgspec.Struct, frozen=True):
    """What came of a chunk: a result and the id of the process that ran it, or the reason why there is none."""

    chunk: Chunk
    result: ChunkResult | None
    pid: int = 0
    reason: str = ""
    traceback: str = ""


# One object for all equal variants that come through the pipe: tables are looked up by it, and it is quickly itself.
_seen_variants: dict[tuple[str, str, str], Variant] = {}


def play_chunk(chunk: Chunk) -> ChunkResult:
    """Play the matches of a chunk; this is what runs in a worker. Raises PlayerFault."""
    variant = chunk.variant
    variant = _seen_variants.setdefault((variant.name, variant.digest, repr(variant.settings)), variant)
    seats = [[find(name) for name in seating] for seating in chunk.seatings]
    results, texts = [], []
    for match in range(chunk.first, chunk.last + 1):
        for seating, players in enumerate(seats, 1):
            rounds: list[tuple[Round, int, tuple[int, ...]]] = []

            def keep(*of_round: Any, kept: list[Any] = rounds) -> None:
                kept.append(of_round)

            on_round = keep if chunk.records is not None else None
            result = play_match(variant, players, chunk.seed, match, seating=seating, on_round=on_round)
            results.append(result)
            if chunk.records is not None:
                names = chunk.seatings[seating - 1]
                texts.append(records_text(chunk.records, rounds, result, names, chunk.seed))
    records = "".join(texts) if chunk.records is not None else None
    return ChunkResult(tuple(results), tally_of(variant, chunk.seatings, results), records)


class Run:
    """A plan being played. Iterate over `play`, and `enter` each step; `summary` tells the state at any time.

    `folder` and `records` are where results and records are appended; what the folder holds already is not played.
    What `records` holds beyond that is cut off. Raises KingError (exit code 73).
    """

    def __init__(self, plan: Plan, *, folder: ResultFolder | None = None, records: RecordsFile | None = None):
        self.plan = plan
        self.folder = folder
        self.records = records
        self.failed: list[Step] = []
        self.n_done = 0
        self._tallies: dict[str, Tally] = {variant.name: Tally() for variant in plan.variants}
        self._outcomes: dict[str, dict[int, tuple[Outcome, ...]]] = {variant.name: {} for variant in plan.variants}
        self._finished: set[tuple[str, int]] = set()
        end = self._take_over(folder) if folder is not None and folder.entries else 0
        if records is not None:
            records.cut(end)

    def _take_over(self, folder: ResultFolder) -> int:
        """Enter what the folder holds; the size of the file of records that belongs to it."""
        end = 0
        for chunk in self._chunks():
            entry = folder.entries.get(chunk.key)
            is_usable = entry is not None and [(one.match, one.seating) for one in entry.matches] == chunk.places()
            if self.records is not None:
                # The file of records is in the order of the plan: what follows a gap in it is played again.
                if entry is None or not is_usable or not end < (entry.records_end or 0) <= self.records.size:
                    break
                end = entry.records_end or 0
            if entry is not None and is_usable:
                self._enter(chunk, entry.matches, tally_of(chunk.variant, chunk.seatings, entry.matches))
        return end

    def _chunks(self) -> Iterator[Chunk]:
        return self.plan.chunks(self.records.format if self.records is not None else None)

    def play(self, jobs: int = 1) -> Generator[Step, None, None]:
        """Play what is missing, in order. Close the generator to stop early. Raises ValueError for jobs below 1."""
        sent: dict[int, Chunk] = {}

        def numbered() -> Iterator[tuple[int, Chunk]]:
            missing = (chunk for chunk in self._chunks() if chunk.key not in self._finished)
            for number, chunk in enumerate(missing):
                sent[number] = chunk
                yield number, chunk

        with closing(workers.run(play_chunk, numbered(), jobs=jobs)) as answers:
            for answer in answers:
                chunk = sent.pop(answer.number)
                if isinstance(answer, workers.Done):
                    yield Step(chunk, answer.value, answer.pid)
                else:
                    reason = answer.reason.removeprefix(f"{PlayerFault.__name__}: ")
                    yield Step(chunk, None, reason=reason, traceback=answer.traceback)

    def enter(self, step: Step) -> None:
        """Write a result to the files and add it to the tallies. Raises KingError (exit code 73)."""
        if step.result is None:
            self.failed.append(step)
            return
        chunk, result = step.chunk, step.result
        records_end = self.records.add(result.records or "") if self.records is not None else None
        if self.folder is not None:
            self.folder.append(chunk, result.matches, records_end)
            self.folder.note_worker(step.pid)
        self._enter(chunk, result.matches, result.tally)

    def _enter(self, chunk: Chunk, matches: Iterable[MatchResult], tally: Tally) -> None:
        self._finished.add(chunk.key)
        self._tallies[chunk.variant.name].add(tally)
        outcomes = tuple(Outcome(one.match, one.seating, one.totals) for one in matches)
        self._outcomes[chunk.variant.name][chunk.first] = outcomes
        self.n_done += len(outcomes)

    def summary(self) -> Summary:
        """What is known so far; complete when every chunk has been entered."""
        outcomes = {
            name: tuple(outcome for first in sorted(found) for outcome in found[first])
            for name, found in self._outcomes.items()
        }
        failed = tuple(
            FailedChunk(step.chunk.variant.name, step.chunk.first, step.chunk.last, step.reason) for step in self.failed
        )
        return summarize(self.plan, self._tallies, outcomes, failed)


def simulate(
    *variants: str | Variant,
    players: str | Iterable[str] = "easy",
    matches: int = 100,
    seed: str | int,
    rotate: bool = False,
    jobs: int = 1,
) -> Summary:
    """Play matches and sum up: `simulate("russian", players="easy,random,easy,random", matches=50, seed=7)`.

    `players` is one spec or a list for the seats, also separated by commas. The result does not depend on `jobs`.
    Raises KingError for what `make_plan` refuses; chunks that failed are in `summary.failed`.
    """
    games = [load_variant(variant) if isinstance(variant, str) else variant for variant in variants]
    specs = players.split(",") if isinstance(players, str) else list(players)
    run = Run(make_plan(games, specs, matches=matches, seed=str(seed), rotate=rotate))
    with closing(run.play(jobs)) as steps:
        for step in steps:
            run.enter(step)
    return run.summary()
