"""`king simulate` stopped, killed and gone on with: nothing that was written is lost, and the bytes come out equal."""

from __future__ import annotations

import json
import os
import signal
import time
from pathlib import Path
from typing import Any

import orjson
import pytest

from kingcli.cli.main import run
from kingcli.errors import BAD_INPUT, CANNOT_WRITE, INTERRUPTED, OK, USAGE
from simulate_process import ENDLESS, GAME, eventually, here, king, n_lines, pids, posix_only, start, stop


@pytest.fixture(scope="module")
def expected() -> bytes:
    """What the run of `GAME` prints, from one process."""
    code, out, err = king(*GAME)
    assert (code, err) == (OK, "")
    return out


@posix_only
def test_a_killed_worker_changes_nothing(tmp_path: Path) -> None:
    with start(*ENDLESS, "--json", "--jobs", 2, "--out", tmp_path / "run") as process:
        assert eventually(lambda: len(pids(tmp_path / "run")) == 2)
        os.kill(pids(tmp_path / "run")[0], signal.SIGKILL)
        assert eventually(lambda: len(pids(tmp_path / "run")) == 3), "another worker took its place"
        summary, _ = stop(process)
    played = summary["games"][0]["matches"]
    _, out, _ = king(*ENDLESS, "--matches", played, "--json")
    (fresh,) = orjson.loads(out)["games"]
    assert summary["games"] == [fresh | {"planned": 1_000_000}]


@posix_only
@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_keeps_what_is_finished_and_the_run_goes_on(tmp_path: Path, jobs: int) -> None:
    folder = tmp_path / "a run, это прогон"
    with start(*ENDLESS, "--json", "--jobs", jobs, "--out", folder) as process:
        assert eventually(lambda: n_lines(folder / "results.jsonl") >= 3)
        summary, err = stop(process)
    played = summary["games"][0]["matches"]
    assert played == 4 * n_lines(folder / "results.jsonl") >= 12
    way = f"go on with `king simulate --resume '{folder}'`"
    assert err == f"king: interrupted after {played} of 1000000 matches; {way}\n"
    code, whole, err = king("--resume", folder, "--matches", played + 30, "--json", "--jobs", 2)
    assert (code, err) == (OK, "")
    assert orjson.loads(whole)["games"][0]["results"][:played] == summary["games"][0]["results"]
    assert king(*ENDLESS, "--matches", played + 30, "--json") == (OK, whole, "")


@posix_only
@pytest.mark.slow
def test_the_run_of_the_issue_killed_and_stopped_gives_the_same_bytes(tmp_path: Path, expected: bytes) -> None:
    with start(*GAME, "--jobs", 2, "--out", tmp_path / "killed") as process:
        assert eventually(lambda: len(pids(tmp_path / "killed")) == 2)
        os.kill(pids(tmp_path / "killed")[1], signal.SIGKILL)
        assert process.communicate(timeout=60) == (expected, b"")
    with start(*GAME, "--jobs", 2, "--out", tmp_path / "stopped") as process:
        assert eventually(lambda: n_lines(tmp_path / "stopped" / "results.jsonl") >= 2)
        stop(process)
    assert king("--resume", tmp_path / "stopped", "--json") == (OK, expected, "")


@posix_only
def test_ctrl_c_at_any_moment_gives_a_summary(tmp_path: Path) -> None:
    for delay in (0.0, 0.02, 0.1):
        folder = tmp_path / str(delay)
        with start(*ENDLESS, "--jobs", 2, "--out", folder) as process:
            assert eventually((folder / "run.json").exists)
            time.sleep(delay)
            os.killpg(process.pid, signal.SIGINT)
            os.killpg(process.pid, signal.SIGINT)
            out, err = process.communicate(timeout=10)
        assert process.returncode == INTERRUPTED
        # Before the first match could begin there is nothing to sum up.
        assert out.decode().startswith("skill-short · 1000000 matches · only ") or err.strip() == b"king: interrupted"
        assert len(err.split()) < 30
        assert b"Traceback" not in err


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory, expected: bytes) -> Path:
    folder = tmp_path_factory.mktemp("runs") / "finished"
    assert king(*GAME, "--out", folder) == (OK, expected, "")
    return folder


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working directory."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def copied(finished: Path, tmp_path: Path) -> Path:
    folder = tmp_path / "copy"
    folder.mkdir()
    for name in ("run.json", "results.jsonl"):
        (folder / name).write_bytes((finished / name).read_bytes())
    return folder


def test_more_matches_may_be_asked_for_later(
    tmp_path: Path, expected: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    few = ("--variant", "skill-full", "--matches", 10, "--seed", 7, "--json")
    folder = tmp_path / "run"
    _, ten, _ = here(capsys, *few, "--out", folder)
    # Chunks of 4, 4 and 2 matches; the last is played again as a whole one.
    assert n_lines(folder / "results.jsonl") == 3
    assert here(capsys, "--resume", folder, "--matches", 50, "--json") == (OK, expected, "")
    assert n_lines(folder / "results.jsonl") == 3 + 11
    assert here(capsys, "--resume", folder, "--json") == (OK, expected, "")
    assert here(capsys, "--resume", folder, "--matches", 10, "--json") == (OK, ten, "")


def test_a_line_cut_off_is_played_again(copied: Path, expected: bytes, capsys: pytest.CaptureFixture[str]) -> None:
    results = copied / "results.jsonl"
    whole = results.read_bytes()
    for size in (len(whole) - 1, len(whole) - 100, len(whole) // 2, 5, 0):
        results.write_bytes(whole[:size])
        assert here(capsys, "--resume", copied, "--json") == (OK, expected, "")
        assert results.read_bytes() == whole


def test_a_missing_line_is_played_again(copied: Path, expected: bytes, capsys: pytest.CaptureFixture[str]) -> None:
    results = copied / "results.jsonl"
    lines = results.read_bytes().splitlines(keepends=True)
    results.write_bytes(b"".join(lines[:3] + lines[4:]))
    assert here(capsys, "--resume", copied, "--json") == (OK, expected, "")


@pytest.mark.parametrize(
    "damage", [b"{\n", b"[]\n", b'{"variant":"skill-full"}\n', b'{"variant":"x","first":1,"matches":[]}\n', b"\xff\n"]
)
def test_a_damaged_line_is_named(copied: Path, damage: bytes, capsys: pytest.CaptureFixture[str]) -> None:
    results = copied / "results.jsonl"
    lines = results.read_bytes().splitlines(keepends=True)
    results.write_bytes(b"".join([lines[0], damage, *lines[1:]]))
    assert run(["simulate", "--resume", str(copied)]) == BAD_INPUT
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"king: {results}:2: is damaged (")
    assert results.read_bytes().count(b"\n") == len(lines) + 1, "nothing is lost"


def test_scores_that_do_not_add_up_are_named(copied: Path, capsys: pytest.CaptureFixture[str]) -> None:
    results = copied / "results.jsonl"
    line = orjson.loads(results.read_bytes().splitlines()[0])
    line["matches"][0]["totals"][0] += 2
    results.write_bytes(orjson.dumps(line) + b"\n")
    assert run(["simulate", "--resume", str(copied)]) == BAD_INPUT
    assert "results.jsonl:1: is damaged (match 1 does not add up)" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--seed", "8"], "--seed is 7 there, 8 here"),
        (["--players", "random"], "--players is easy there, random here"),
        (["--rotate"], "--rotate is not set there, set here"),
        (["--variant", "russian"], "--variant is skill-full there, russian here"),
        (["--set", "early_end=false"], "the rules of skill-full have digest"),
        (["--records", "games.pkn"], "--records is not set there"),
        (["--seed", "8", "--players", "random"], "--seed is 7 there, 8 here; --players is easy there, random here"),
    ],
)
def test_a_run_goes_on_only_under_its_own_terms(
    finished: Path, elsewhere: Path, arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    before = [(finished / name).read_bytes() for name in ("run.json", "results.jsonl")]
    assert run(["simulate", "--resume", str(finished), *arguments]) == BAD_INPUT
    assert capsys.readouterr().err.startswith(f"king: {finished}: this run cannot go on: {words}")
    assert [(finished / name).read_bytes() for name in ("run.json", "results.jsonl")] == before


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"king": "9.9"}, "the version of king is 9.9 there"),
        ({"chunk_matches": 5}, "the chunk size is 5 there, 4 here"),
        ({"schema": "king.run/2"}, "run.json: is not the file of a run (schema 'king.run/2', expected king.run/1)"),
        ({"seed": 7}, "run.json: is not the file of a run (Expected `str`, got `int`"),
        ({"players": ["easy", "easy"]}, "two players are named, but skill-full has four seats"),
    ],
)
def test_other_versions_and_damaged_run_files(
    copied: Path, change: dict[str, Any], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    stored = json.loads((copied / "run.json").read_bytes())
    (copied / "run.json").write_text(json.dumps(stored | change), encoding="utf-8")
    assert run(["simulate", "--resume", str(copied)]) in (BAD_INPUT, USAGE)
    assert words in capsys.readouterr().err


def test_changed_rules_are_seen(copied: Path, capsys: pytest.CaptureFixture[str]) -> None:
    stored = json.loads((copied / "run.json").read_bytes())
    stored["games"][0]["digest"] = "0000"
    (copied / "run.json").write_text(json.dumps(stored), encoding="utf-8")
    assert run(["simulate", "--resume", str(copied)]) == BAD_INPUT
    assert "the rules of skill-full have digest 0000 there" in capsys.readouterr().err


def test_a_run_with_options_and_files_of_ones_own_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = tmp_path / "моя игра.yaml"
    own.write_text("extends: skill-short\nnames: {en: mine}\noptions: {late: {default: true, key: play.early_end}}\n")
    terms = (
        "--variant",
        own,
        "--variant",
        "minsk,russian",
        "--set",
        "king_forced=false",
        "--matches",
        5,
        "--seed",
        "s",
    )
    code, out, err = king(*terms, "--json", "--out", tmp_path / "run")
    assert (code, err) == (OK, "")
    assert [game["variant"] for game in orjson.loads(out)["games"]] == ["моя игра", "minsk", "russian"]
    (tmp_path / "run" / "results.jsonl").write_bytes(b"")
    monkeypatch.chdir(tmp_path / "run")
    assert king("--resume", tmp_path / "run", "--json", cwd=tmp_path / "run") == (OK, out, "")


@posix_only
def test_two_processes_never_write_to_one_folder(tmp_path: Path) -> None:
    with start(*ENDLESS, "--json", "--out", tmp_path / "run") as process:
        assert eventually(lambda: n_lines(tmp_path / "run" / "results.jsonl") >= 1)
        code, out, err = king("--resume", tmp_path / "run")
        stop(process)
    assert (code, out) == (CANNOT_WRITE, b"")
    assert err == f"king: {tmp_path / 'run'}: another king is writing to this folder; wait for it to end\n"


def test_a_new_run_needs_a_new_folder(copied: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = (copied / "results.jsonl").read_bytes()
    assert (
        run(["simulate", "--variant", "russian", "--matches", "1", "--seed", "1", "--out", str(copied)]) == CANNOT_WRITE
    )
    assert f"{copied}: holds a run already; go on with it by --resume" in capsys.readouterr().err
    assert (copied / "results.jsonl").read_bytes() == before


@posix_only
def test_records_of_a_run_that_was_stopped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder, file = tmp_path / "run", tmp_path / "games.jsonl"
    terms = ("--variant", "skill-short", "--players", "easy,random,easy,random", "--rotate", "--seed", 3, "--json")
    with start(*terms, "--matches", 1_000_000, "--records", file, "--out", folder) as process:
        assert eventually(lambda: n_lines(folder / "results.jsonl") >= 2)
        summary, _ = stop(process)
    matches = summary["games"][0]["sets"] + 5
    for name, jobs in (("one.jsonl", 1), ("two.jsonl", 2)):
        assert king(*terms, "--matches", matches, "--records", tmp_path / name, "--jobs", jobs)[0] == OK
    whole = (tmp_path / "one.jsonl").read_bytes()
    assert (tmp_path / "two.jsonl").read_bytes() == whole
    assert whole.startswith(file.read_bytes())
    # A file of records that was cut or lost since is made whole again too.
    for rest in (file.read_bytes(), whole[: len(whole) // 2], b""):
        file.write_bytes(rest)
        assert here(capsys, "--resume", folder, "--matches", matches)[0] == OK
        assert file.read_bytes() == whole
