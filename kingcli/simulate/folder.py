"""The folder of a run: run.json says what is played, where and when; results.jsonl has one line a finished chunk.

results.jsonl holds no time, host or job count. A line cut off at the end (a full disk, a killed process) is dropped
when the run is resumed.
"""

from __future__ import annotations

import contextlib
import datetime
import os
import platform
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import orjson

from kingcli.errors import CANNOT_WRITE, NO_INPUT, KingError, RecordError
from kingcli.simulate.match import MatchResult, from_plain, to_plain
from kingcli.simulate.plan import Chunk, Plan
from kingcli.variants import Variant, load_variant
from kingcli.version import VERSION

RUN, RESULTS = "run.json", "results.jsonl"


class Game(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A variant of a run: `source` is what it was loaded from, a name or an absolute path."""

    variant: str
    source: str
    settings: dict[str, Any]
    digest: str


class Session(msgspec.Struct, forbid_unknown_fields=True):
    """A start of the run: when (UTC), where, with how many jobs; the main process and those that played."""

    start: str
    host: str
    jobs: int
    pid: int
    pids: list[int]


class RunFile(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """run.json. `records` is the absolute path of the file of records, or None."""

    schema: str = "king.run/1"
    king: str = VERSION
    games: list[Game]
    players: list[str]
    seed: str
    matches: int
    rotate: bool
    chunk_matches: int
    records: str | None = None
    sessions: list[Session] = []

    def differences(self, other: RunFile) -> list[str]:
        """What keeps a run from going on under the other's terms, in words."""
        found = []
        for key, word in _TERMS.items():
            ours, theirs = _words(getattr(self, key)), _words(getattr(other, key))
            if ours != theirs:
                found.append(f"{word} is {ours} there, {theirs} here")
        mine, yours = {game.variant: game for game in self.games}, {game.variant: game for game in other.games}
        if list(mine) != list(yours):
            found.append(f"--variant is {','.join(mine)} there, {','.join(yours)} here")
        found += [
            f"the rules of {name} have digest {game.digest} there, {yours[name].digest} here"
            for name, game in mine.items()
            if name in yours and yours[name].digest != game.digest
        ]
        return found


_TERMS = {
    "king": "the version of king",
    "seed": "--seed",
    "players": "--players",
    "rotate": "--rotate",
    "chunk_matches": "the chunk size",
    "records": "--records",
}


def _words(value: Any) -> str:
    if isinstance(value, bool) or value is None:
        return {True: "set", False: "not set", None: "not set"}[value]
    return ",".join(value) if isinstance(value, list) else str(value)


def run_file(plan: Plan, sources: dict[str, str], records: str | None) -> RunFile:
    """What run.json says of a plan; `sources` tells from what text each variant was loaded (its name if not told)."""
    games = [
        Game(variant.name, _absolute(sources.get(variant.name, variant.name)), variant.settings, variant.digest)
        for variant in plan.variants
    ]
    return RunFile(
        games=games,
        players=list(plan.players),
        seed=plan.seed,
        matches=plan.matches,
        rotate=plan.rotate,
        chunk_matches=plan.chunk_matches,
        records=str(Path(records).resolve()) if records is not None else None,
    )


def _absolute(source: str) -> str:
    return str(Path(source).resolve()) if Path(source).is_file() else source


def variants_of(file: RunFile) -> list[Variant]:
    """The variants of a stored run, loaded again. Raises VariantError when one cannot be found or read any more."""
    return [load_variant(game.source, game.settings) for game in file.games]


class Entry(msgspec.Struct, frozen=True):
    """A stored chunk. `records_end` is the size of the file of records after it."""

    matches: tuple[MatchResult, ...]
    records_end: int | None = None


class ResultFolder:
    """An open folder: `entries` by chunk key are what it held when it was opened. One process at a time writes to it.

    Use `created` or `opened`; close it in the end.
    """

    def __init__(self, path: Path, file: RunFile):
        self.path = path
        self.file = file
        self.entries: dict[tuple[str, int], Entry] = {}
        self._results = AppendedFile(path / RESULTS)
        try:
            self._results.lock(f"{path}: another king is writing to this folder; wait for it to end")
        except BaseException:
            self._results.close()
            raise

    @classmethod
    def created(cls, path: str, file: RunFile) -> ResultFolder:
        """A new folder. Raises KingError (exit code 73): it holds a run already, or cannot be written."""
        folder = Path(path)
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise _cannot_write(folder, error) from None
        if (folder / RUN).exists():
            raise KingError(
                f"holds a run already; go on with it by --resume {path}, or name another folder",
                where=path,
                exit_code=CANNOT_WRITE,
            )
        made = cls(folder, file)
        with made.closed_on_error():
            made._results.cut(0)
            made._write_run()
        return made

    @classmethod
    def opened(cls, path: str, file: RunFile) -> ResultFolder:
        """The folder of a run that goes on under the terms of `file`.

        Raises KingError (exit code 65) when it was started under other terms, naming each; RecordError when its files
        are damaged.
        """
        stored = read_run(path)
        differences = stored.differences(file)
        if differences:
            raise KingError(f"this run cannot go on: {'; '.join(differences)}", where=path)
        file.sessions = stored.sessions
        opened = cls(Path(path), file)
        with opened.closed_on_error():
            opened._read_results()
        return opened

    @contextlib.contextmanager
    def closed_on_error(self) -> Iterator[None]:
        """Close the folder if the block fails."""
        try:
            yield
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        self._results.close()

    def begin(self, jobs: int) -> None:
        """Note in run.json that the run starts (again). Raises KingError (exit code 73)."""
        start = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
        self.file.sessions.append(Session(start, platform.node(), jobs, os.getpid(), []))
        self._write_run()

    def note_worker(self, pid: int) -> None:
        """Note in run.json that this process played. Raises KingError (exit code 73)."""
        if self.file.sessions and pid not in self.file.sessions[-1].pids:
            self.file.sessions[-1].pids.append(pid)
            self._write_run()

    def append(self, chunk: Chunk, matches: tuple[MatchResult, ...], records_end: int | None) -> None:
        """Add one line to results.jsonl. Raises KingError (exit code 73); what was there before stays readable."""
        line: dict[str, Any] = {"variant": chunk.variant.name, "first": chunk.first}
        line["matches"] = [to_plain(match) for match in matches]
        if records_end is not None:
            line["records_end"] = records_end
        self._results.append(orjson.dumps(line) + b"\n")

    def _write_run(self) -> None:
        path, draft = self.path / RUN, self.path / f"{RUN}.new"
        try:
            draft.write_bytes(orjson.dumps(msgspec.to_builtins(self.file), option=orjson.OPT_INDENT_2) + b"\n")
            draft.replace(path)
        except OSError as error:
            with contextlib.suppress(OSError):
                draft.unlink()
            raise _cannot_write(path, error) from None

    def _read_results(self) -> None:
        path = self.path / RESULTS
        games = {variant.name: variant for variant in variants_of(self.file)}
        end = 0
        with path.open("rb") as lines:
            for number, line in enumerate(lines, 1):
                if not line.endswith(b"\n"):
                    break
                try:
                    key, entry = _entry(line, games)
                except ValueError as error:
                    raise RecordError(
                        f"is damaged ({error}); remove the line, and its matches are played again",
                        where=f"{path}:{number}",
                    ) from None
                self.entries[key] = entry
                end += len(line)
        self._results.cut(end)


def _entry(line: bytes, games: dict[str, Variant]) -> tuple[tuple[str, int], Entry]:
    data = orjson.loads(line)
    if not isinstance(data, dict) or not isinstance(data.get("matches"), list):
        raise ValueError("not a chunk of matches")
    variant = games.get(data.get("variant", ""))
    first, records_end = data.get("first"), data.get("records_end")
    if variant is None or not isinstance(first, int) or not isinstance(records_end, int | None):
        raise ValueError("not a chunk of this run")
    matches = tuple(from_plain(match) for match in data["matches"])
    for match in matches:
        rows = [one.scores for one in match.rounds]
        sums = tuple(sum(row[seat] for row in rows) for seat in range(variant.seats))
        if sums != match.totals or variant.match_total not in ("varies", sum(sums)):
            raise ValueError(f"match {match.match} does not add up")
    return (variant.name, first), Entry(matches, records_end)


def read_run(path: str) -> RunFile:
    """run.json of a folder. Raises RecordError: no such folder or file (exit code 66), or not such a file."""
    name = Path(path) / RUN
    try:
        data = orjson.loads(name.read_bytes())
    except OSError as error:
        raise RecordError(f"there is no run to resume: {error.strerror}", where=str(name), exit_code=NO_INPUT) from None
    except ValueError as error:
        raise RecordError(f"is not JSON ({error})", where=str(name)) from None
    schema = data.get("schema") if isinstance(data, dict) else None
    if schema != "king.run/1":
        raise RecordError(f"is not the file of a run (schema {schema!r}, expected king.run/1)", where=str(name))
    try:
        return msgspec.convert(data, RunFile)
    except msgspec.ValidationError as error:
        raise RecordError(f"is not the file of a run ({error})", where=str(name)) from None


class AppendedFile:
    """A file that grows by whole pieces: a piece that does not fit is taken back. `size` is what it holds, in bytes.

    A pipe or a device will do, but nothing can be taken back from it.
    """

    def __init__(self, path: Path):
        self.path = path
        self.size = 0
        try:
            self._is_regular = path.is_file() or not path.exists()
            self._file = path.open("ab" if self._is_regular else "wb", buffering=0)
            if self._is_regular:
                self.size = self._file.seek(0, os.SEEK_END)
        except OSError as error:
            raise _cannot_write(path, error) from None

    def append(self, data: bytes) -> int:
        """Write a piece and return the size after it. Raises KingError (exit code 73), the file being as before."""
        rest = memoryview(data)
        try:
            while rest:
                rest = rest[self._file.write(rest) :]
        except OSError as error:
            with contextlib.suppress(OSError):
                self.cut(self.size)
            raise _cannot_write(self.path, error) from None
        self.size += len(data)
        return self.size

    def cut(self, size: int) -> None:
        """Keep only the first `size` bytes. Raises KingError (exit code 73)."""
        try:
            if self._is_regular:
                self._file.truncate(size)
        except OSError as error:
            raise _cannot_write(self.path, error) from None
        self.size = size

    def lock(self, complaint: str) -> None:
        """Keep others out until this file is closed; raises KingError (exit code 73) when another process has it."""
        if sys.platform == "win32":
            return
        import fcntl

        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise KingError(complaint, exit_code=CANNOT_WRITE) from None
        except OSError:
            return  # a file system without locks

    def close(self) -> None:
        self._file.close()


def _cannot_write(path: Path, error: OSError) -> KingError:
    return KingError(f"cannot be written: {error.strerror or error}", where=str(path), exit_code=CANNOT_WRITE)
