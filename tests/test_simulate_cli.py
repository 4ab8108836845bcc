"""`king simulate` as a user meets it: equal bytes, full disks, closed pipes, players that fail, bad usage, records."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson
import pytest

from kingcli.cli.main import run
from kingcli.errors import BAD_INPUT, CANNOT_WRITE, INTERNAL, NO_INPUT, OK, PARTIAL, USAGE
from kingcli.players import RandomPlayer, registry
from kingcli.random import Stream
from kingcli.records import load, replay_match
from kingcli.rules import Option, View
from kingcli.variants import variant_names
from simulate_process import GAME, full_disk, king, n_lines, pids, posix_only, start


@pytest.fixture(scope="module")
def expected() -> bytes:
    """What the run of `GAME` prints, from one process."""
    code, out, err = king(*GAME)
    assert (code, err) == (OK, "")
    return out


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working directory."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


# Equal bytes


@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_same_bytes_for_any_number_of_jobs(expected: bytes, jobs: int) -> None:
    assert king(*GAME, "--jobs", jobs) == (OK, expected, "")


def test_another_seed_gives_other_bytes_and_all_matches_differ(expected: bytes) -> None:
    _, other, _ = king("--variant", "skill-full", "--matches", 50, "--seed", 8, "--json")
    ours, theirs = (orjson.loads(out)["games"][0]["results"] for out in (expected, other))
    assert len({tuple(totals) for _, _, totals in ours + theirs}) == 100


def test_a_seed_of_any_size_comes_back(tmp_path: Path) -> None:
    code, out, _ = king(
        "--variant", "skill-short", "--matches", 1, "--seed", 1 << 127, "--json", "--out", tmp_path / "a"
    )
    assert (code, orjson.loads(out)["seed"]) == (OK, str(1 << 127))
    assert json.loads((tmp_path / "a" / "run.json").read_bytes())["seed"] == str(1 << 127)
    assert king("--resume", tmp_path / "a", "--json") == (OK, out, "")


def test_without_a_seed_one_is_drawn_and_told() -> None:
    outs = []
    for _ in range(2):
        code, out, err = king("--variant", "skill-short", "--matches", 1, "--json")
        assert code == OK
        assert err.split()[0] == "seed"
        assert orjson.loads(out)["seed"] == err.split()[1]
        outs.append(out)
    assert outs[0] != outs[1]


def test_result_files_hold_nothing_of_time_place_and_jobs(tmp_path: Path, expected: bytes) -> None:
    for jobs in (1, 2):
        folder = tmp_path / f"{jobs} jobs"
        assert king(*GAME, "--jobs", jobs, "--out", folder) == (OK, expected, "")
        assert len(pids(folder)) == jobs, "all workers are seen at work"
    one, two = ((tmp_path / f"{jobs} jobs" / "results.jsonl").read_bytes() for jobs in (1, 2))
    assert one == two


# Full disks, closed pipes


@full_disk
@pytest.mark.parametrize("format", ["table", "json", "csv"])
def test_stdout_on_a_full_disk(format: str) -> None:
    with Path("/dev/full").open("wb") as full:
        code, _, err = king("--variant", "skill-short", "--matches", 2, "--seed", 1, "--format", format, stdout=full)
    assert (code, err) == (CANNOT_WRITE, "king: stdout: cannot be written: No space left on device\n")


@full_disk
def test_records_on_a_full_disk() -> None:
    code, out, err = king("--variant", "skill-short", "--matches", 2, "--seed", 1, "--records", "/dev/full")
    assert (code, err) == (CANNOT_WRITE, "king: /dev/full: cannot be written: No space left on device\n")
    assert out.startswith("skill-short · 2 matches · only 0 played".encode())


@posix_only
@pytest.mark.parametrize("kind", ["results", "records"])
def test_a_disk_that_gets_full_loses_nothing_that_was_written(tmp_path: Path, kind: str) -> None:
    terms = ("--variant", "skill-short", "--matches", 24, "--seed", 7, "--json")
    records = ["--records", tmp_path / "games.pkn"]
    folder = tmp_path / "run"
    limit = 6_000 if kind == "results" else 60_000
    code, out, err = king(*terms, "--out", folder, *(records if kind == "records" else []), limit=limit)
    assert code == CANNOT_WRITE
    file = folder / "results.jsonl" if kind == "results" else tmp_path / "games.pkn"
    assert err == f"king: {file}: cannot be written: File too large\n"
    assert n_lines(folder / "results.jsonl") > 1
    assert 0 < file.stat().st_size <= limit
    first, second = out.splitlines()
    assert 4 <= orjson.loads(first)["games"][0]["matches"] < 24
    assert orjson.loads(second)["exit"] == CANNOT_WRITE
    if kind == "records":
        assert load(str(file)).diagnostics == []
    assert king("--resume", folder, "--json") == (OK, king(*terms)[1], "")
    if kind == "records":
        king(*terms, "--records", tmp_path / "again.pkn")
        assert (tmp_path / "again.pkn").read_bytes() == file.read_bytes()


@pytest.mark.parametrize("kind", ["file", "below a file", "read-only"])
def test_folders_that_cannot_be_made(tmp_path: Path, kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "file"
    file.write_text("mine", encoding="utf-8")
    folder = {"file": file, "below a file": file / "run", "read-only": Path("/proc/run")}[kind]
    assert (
        run(["simulate", "--variant", "russian", "--matches", "1", "--seed", "1", "--out", str(folder)]) == CANNOT_WRITE
    )
    assert capsys.readouterr().err.startswith(f"king: {folder}: cannot be written: ")
    assert file.read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize("format", ["json", "jsonl", "csv", "markdown", "table"])
def test_a_closed_pipe_is_no_fault(format: str) -> None:
    terms = ("--variant", "russian,minsk,simple", "--players", "easy", "--matches", 2, "--seed", 7)
    with start(*terms, "--format", format) as process:
        assert process.stdout is not None
        process.stdout.close()
        err = process.stderr.read() if process.stderr is not None else b""
        assert (process.wait(60), err) == (OK, b"")


@posix_only
@pytest.mark.parametrize("jobs", [1, 2])
def test_closed_descriptors_do_no_harm(tmp_path: Path, jobs: int) -> None:
    def close() -> None:
        for descriptor in range(3):
            os.close(descriptor)

    terms = ("--variant", "skill-short", "--matches", 9, "--seed", 7, "--jobs", jobs)
    nothing = {"stdin": None, "stdout": None, "stderr": None, "preexec_fn": close}
    assert king(*terms, "--out", tmp_path / "run", **nothing) == (OK, b"", "")
    assert n_lines(tmp_path / "run" / "results.jsonl") == 3


# Faults of players


class Broken(RandomPlayer):
    """Fails once in `rarity` decisions."""

    rarity = 400

    @property
    def name(self) -> str:
        return "broken"

    def choose(self, view: View, rng: Stream) -> Option:
        if rng.below(self.rarity) == 0:
            raise ZeroDivisionError("oh")
        return super().choose(view, rng)


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> Iterator[type[Broken]]:
    monkeypatch.setitem(registry._PLAYERS, "broken", Broken)
    yield Broken
    Broken.rarity = 400


def test_matches_that_fail_are_named_and_the_rest_is_told(broken: Any, capsys: pytest.CaptureFixture[str]) -> None:
    terms = ["--variant", "skill-short", "--players", "easy,easy,broken,easy", "--matches", "20", "--seed", "9"]
    assert run(["simulate", *terms, "--json"]) == PARTIAL
    out, err = capsys.readouterr()
    summary = orjson.loads(out)
    assert summary["complete"] is False
    assert 0 < summary["games"][0]["matches"] < 20
    assert summary["games"][0]["matches"] + 4 * len(summary["failed"]) == 20
    failed = summary["failed"][0]
    assert failed["reason"].startswith("match ")
    assert failed["reason"].endswith("S (broken): ZeroDivisionError: oh")
    place = f"matches {failed['first']}-{failed['last']} (seed '9')"
    assert err.splitlines()[0] == f"king: skill-short, {place} not played: {failed['reason']}"
    assert "Traceback" not in err
    assert run(["--traceback", "simulate", *terms]) == PARTIAL
    assert "Traceback" in capsys.readouterr().err


def test_when_all_fail_it_stops_early(broken: Any, capsys: pytest.CaptureFixture[str]) -> None:
    Broken.rarity = 1
    assert (
        run(["simulate", "--variant", "russian", "--players", "broken", "--matches", "10000", "--seed", "9"])
        == INTERNAL
    )
    out, err = capsys.readouterr()
    assert out.startswith("russian · 10000 matches · only 0 played · seed 9\n")
    assert len(err.splitlines()) == 4
    assert err.splitlines()[-1] == "king: 17 more chunks failed; stopped here"


# Bad usage


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        ([], USAGE, "--variant is missing"),
        (["--variant", ","], USAGE, "--variant is missing"),
        (["--variant", "rusian"], BAD_INPUT, "no variant 'rusian' (did you mean 'russian' or 'russian-3'?)"),
        (
            ["--variant", "minsk", "--players", "easy,easy,easy,easy"],
            USAGE,
            "four players are named, but minsk has three",
        ),
        (["--variant", "minsk", "--players", "hard"], USAGE, "no player 'hard'; there are random, easy"),
        (["--variant", "minsk", "--players", ""], USAGE, "no player ''"),
        (["--variant", "minsk", "--matches", "0"], USAGE, "'--matches': 0 is not in the range x>=1"),
        (["--variant", "minsk", "--jobs", "-1"], USAGE, "'-1' is not a number of jobs"),
        (["--variant", "minsk", "--jobs", "two"], USAGE, "'two' is not a number of jobs"),
        (["--variant", "minsk", "--set", "nosuch=1"], BAD_INPUT, "no such option"),
        (["--variant", "minsk,minsk"], USAGE, "the game minsk is named twice"),
        (["--variant", "minsk", "--format", "xml"], USAGE, "'xml' is not one of"),
        (["--variant", "minsk", "--out", "a", "--resume", "b"], USAGE, "give only one of them"),
        (["--variant", "minsk", "--records", "games.json"], USAGE, "records are written to a file as .pkn or .jsonl"),
        (["--resume", "nowhere"], NO_INPUT, "there is no run to resume: No such file or directory"),
        (["--variant", "minsk", "--seed", "\udcff"], USAGE, "the seed is not text"),
    ],
)
def test_bad_usage(
    elsewhere: Path, arguments: list[str], code: int, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["simulate", *arguments]) == code
    out, err = capsys.readouterr()
    assert out == ""
    assert words in err
    assert "Traceback" not in err
    assert list(elsewhere.iterdir()) == []


@pytest.mark.parametrize("jobs", ["0", "auto", "AUTO"])
def test_all_cores(jobs: str) -> None:
    terms = ("--variant", "skill-short", "--matches", 1, "--seed", 7)
    assert king(*terms, "--jobs", jobs) == king(*terms)


def test_a_list_that_does_not_fit_all_games_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    terms = ["--variant", "skill-short,minsk", "--players", "easy,random,random,easy", "--matches", "1", "--seed", "1"]
    assert run(["simulate", *terms]) == OK
    assert capsys.readouterr().err == "minsk has three seats: easy, random, random\n"


# Records


@pytest.mark.parametrize("name", ["games.pkn", "games.jsonl"])
@pytest.mark.parametrize("game", variant_names())
def test_records_replay_without_a_diagnostic(game: str, name: str, tmp_path: Path) -> None:
    file = tmp_path / name
    terms = ["--variant", game, "--players", "random", "--matches", "1", "--seed", "records", "--records", str(file)]
    assert run(["simulate", *terms, "--out", str(tmp_path / "run"), "--format", "csv"]) == OK
    loaded = load(str(file))
    assert loaded.diagnostics == []
    stored = [
        match
        for line in (tmp_path / "run" / "results.jsonl").read_bytes().splitlines()
        for match in orjson.loads(line)["matches"]
    ]
    assert len(loaded.matches) == len(stored) == 1
    for read, match in zip(loaded.matches, stored, strict=True):
        replay = replay_match(read)
        assert replay.diagnostics == []
        totals = [one.totals for one in replay.rounds]
        assert list(totals[-1] or ()) == match["totals"]
