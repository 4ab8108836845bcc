"""king replay, convert and schema, and the score sheet they show."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

import make_records
from kingcli.cli.main import run
from kingcli.records import dumps, loads, match_record, record_of, replay_match
from kingcli.rules.scoring import audit
from kingcli.show.console import Screen
from kingcli.show.sheet import audit_words, sheet_rows, show_sheet
from kingcli.variants import load_variant
from simulate_process import full_disk

DEMO = str(make_records.FOLDER / "demo.pkn")
UGLY = make_records.FOLDER / "ugly"


def output(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> tuple[str, str]:
    assert run([*arguments]) == code
    captured = capsys.readouterr()
    return captured.out, captured.err


# ---- The sheet


def test_the_sheet_of_the_lithuanian_text() -> None:
    """A +13, C +16, B -19, D -10: won 29 = lost 29; with D -11 the audit finds that they differ."""
    assert audit_words(audit((13, -19, 16, -10))) == "audit: won 29 = lost 29"
    assert audit_words(audit((13, -19, 16, -11))) == "audit: won 29, lost 30: they differ by 1"
    assert audit_words(audit((13, -19, 16), expected=10)) == "audit: won 29 = lost 19 +10"
    assert audit_words(audit((0, 0, 0, 0))) == "audit: won 0 = lost 0"


def labels(name: str, options: dict[str, Any] | None = None) -> list[str]:
    records = make_records.random_match(load_variant(name, options or {}), "sheet")
    [match] = loads(dumps(records, "pkn")).matches
    return [row.label for row in sheet_rows(replay_match(match)) if row.number is None or row.number in (1, 7)]


def test_sums_follow_their_rounds() -> None:
    assert labels("lithuanian") == ["no tricks", "Kordebaletas", "penalties", "rewards", "result"]
    assert labels("minsk")[-3:] == ["penalties", "rewards", "result"]
    rows = sheet_rows(replay_match(loads(Path(DEMO).read_bytes()).matches[0]))
    assert [row.label for row in rows].index("penalties") == 7
    penalties, rewards, result = (
        [row.points or () for row in rows if row.label == label] for label in ("penalties", "rewards", "result")
    )
    assert sum(penalties[0]) == -192
    assert sum(rewards[0]) == 192
    assert result[0] == tuple(p + r for p, r in zip(penalties[0], rewards[0], strict=True))


def test_replay_shows_the_sheet(capsys: pytest.CaptureFixture[str]) -> None:
    out, err = output(capsys, "replay", DEMO)
    lines = out.splitlines()
    assert err == ""
    assert lines[0].startswith("Lithuanian King · N Ona, E Jonas, S Rasa, W Petras · dealt by ")
    assert lines[0].endswith(" · 12 rounds")
    assert lines[1].split() == ["#", "contract", "declarer", "trump", "N", "E", "S", "W", "sum"]
    assert "(opened: " in lines[10]
    assert lines[9].split()[0] == "penalties"
    assert lines[-1] == "Every score in the file agrees with the cards played."
    assert lines[-3].strip().startswith("audit: won ")
    assert "Dengimas" in out
    assert max(map(len, lines)) <= 80


def test_letters_where_the_stream_has_no_signs() -> None:
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding="ascii", errors="replace")
    show_sheet(Screen(stream), replay_match(loads(Path(DEMO).read_bytes()).matches[0]))
    stream.flush()
    text = raw.getvalue().decode()
    assert "S (opened: " in text
    assert "♠" not in text


def test_a_wrong_score_is_explained(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """The example of the sketch: who took the card, and in which trick."""
    variant = load_variant("lithuanian")
    record = record_of(make_records.whole_round(variant, "king", "why"), number=5)
    taker = next(seat for seat, points in (record.scores or {}).items() if points)
    other = next(seat for seat in "NESW" if seat != taker)
    wrong = msgspec.structs.replace(record, scores=(record.scores or {}) | {taker: 0, other: -16})
    [match] = loads(dumps([wrong], "pkn"), "game.log").matches
    said = {one.seat: str(one) for one in replay_match(match).diagnostics}
    assert said.keys() == {taker, other}
    assert said[other].startswith("game.log:")
    assert f"round 5 (king), {other}: file says -16, the cards say 0 (♥K was taken by {taker} in trick " in said[other]
    assert "file says 0, the cards say -16 (it took ♥K in trick " in said[taker]


@pytest.mark.parametrize(
    ("contract", "words"),
    [
        ("tricks", "it took "),
        ("queens", "it took "),
        ("last-two", "the last 2 tricks were taken by "),
        ("all", "tricks; the last 2 tricks were taken by "),
        ("layout", "it went out first"),
    ],
)
def test_every_kind_of_score_is_explained(contract: str, words: str) -> None:
    record = record_of(make_records.whole_round(load_variant("lithuanian"), contract, "why"))
    wrong = msgspec.structs.replace(record, scores={seat: points + 1 for seat, points in (record.scores or {}).items()})
    [match] = loads(dumps([wrong], "pkn")).matches
    found = replay_match(match).diagnostics
    assert len(found) == 4
    assert any(words in one.message for one in found)


# ---- king replay


def test_one_round_with_its_steps(capsys: pytest.CaptureFixture[str]) -> None:
    out, _ = output(capsys, "replay", DEMO, "--round", "8", "--steps")
    lines = out.splitlines()
    assert len([line for line in lines if "trump" in line and line.strip().startswith("8 ")]) == 1
    assert "penalties" not in out
    assert any(" says open:S; trump is ♠ (opened: " in line for line in lines)
    header = next(line for line in lines if line.split()[:1] == ["trick"])
    assert header.split() == ["trick", "seat", "plays", "legal", "takes", "it", "points"]
    rows = lines[lines.index(header) + 1 : lines.index(header) + 33]
    assert [row.split()[0] for row in rows[::4]] == [*"12345678"]
    assert sum(row.endswith("+3") for row in rows) == 8
    out, _ = output(capsys, "replay", DEMO, "--round", "12", "--steps")
    assert "goes out" in out
    assert "+48" in out
    assert "+36" in out


def test_steps_of_a_game_with_a_talon(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "minsk.pkn"
    path.write_text(dumps(make_records.random_match(load_variant("minsk"), "talon"), "pkn"), encoding="utf-8")
    out, _ = output(capsys, "replay", str(path), "--round", "1", "--steps")
    assert out.count(" puts away ") == 2
    assert " chooses " in out
    assert "(left: " in out


def test_json_has_what_the_sheet_has(capsys: pytest.CaptureFixture[str]) -> None:
    out, _ = output(capsys, "replay", DEMO, "--json", "--steps")
    plain = json.loads(out)
    assert plain["schema"] == "king.replay/1"
    assert plain["whole"] is True
    assert len(plain["rounds"]) == 12
    assert plain["rounds"][7]["opened"]
    assert plain["diagnostics"] == []
    assert sum(plain["totals"].values()) == 0
    assert plain["rounds"][-1]["totals"] == plain["totals"]
    assert plain["audit"]["agrees"] is True
    first = plain["rounds"][0]["steps"]
    assert len(first) == 32
    assert first[0]["value"] in first[0]["legal"]
    assert [step["taker"] in "NESW" for step in first if "taker" in step] == [True] * 8


def test_json_of_a_bad_file(capsys: pytest.CaptureFixture[str]) -> None:
    out, err = output(capsys, "replay", str(UGLY / "wrong-score.pkn"), "--json", code=1)
    plain = json.loads(out)
    assert [(one["code"], one["line"], one["round"], one["seat"]) for one in plain["diagnostics"]] == [
        ("score", 71, 3, "N")
    ]
    assert "the cards say" in err
    out, _ = output(capsys, "replay", str(UGLY / "revoke.pkn"), "--json", code=65)
    assert json.loads(out)["rounds"][0]["sound"] is False
    out, _ = output(capsys, "replay", str(UGLY / "cut.json"), "--json", code=65)
    assert json.loads(out)["rounds"] == []
    out, _ = output(capsys, "replay", str(UGLY / "empty.pkn"), "--json", code=65)
    assert json.loads(out)["schema"] == "king.error/1"


def test_several_files_each_under_its_name(capsys: pytest.CaptureFixture[str]) -> None:
    wrong = str(UGLY / "wrong-score.pkn")
    out, err = output(capsys, "replay", DEMO, wrong, "none.pkn", code=66)
    assert out.splitlines()[0] == DEMO
    assert wrong in out.splitlines()
    assert "none.pkn: no such file" in err
    assert "file says 7" in err
    out, _ = output(capsys, "replay", DEMO, DEMO, "--json")
    assert [json.loads(line)["file"] for line in out.splitlines()] == [DEMO, DEMO]


def test_several_games_in_one_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "two.jsonl"
    variant = load_variant("skill-short")
    records = [*make_records.random_match(variant, "1"), *make_records.random_match(variant, "2")]
    path.write_text(dumps(records, "jsonl"), encoding="utf-8")
    out, _ = output(capsys, "replay", str(path))
    assert [line[:8] for line in out.splitlines() if line.startswith("Game ")] == ["Game 1: ", "Game 2: "]
    out, _ = output(capsys, "replay", str(path), "--game", "2")
    assert [line[:8] for line in out.splitlines() if line.startswith("Game ")] == ["Game 2: "]
    _, err = output(capsys, "replay", str(path), "--game", "3", code=65)
    assert "there is no game 3 (it holds 2 games)" in err
    _, err = output(capsys, "replay", str(path), "--round", "11", code=65)
    assert "there is no round 11 (it has 1 to 10)" in err


def test_an_unfinished_game_says_where_it_stands(capsys: pytest.CaptureFixture[str]) -> None:
    out, err = output(capsys, "replay", str(UGLY / "unfinished.pkn"))
    assert "Round 5 is not finished: trick 3, E to play to ♠J ♠7." in out
    assert err == ""
    out, _ = output(capsys, "replay", str(UGLY / "stopped.pkn"), "--steps")
    assert "Round 5 was stopped: trick 3," in out
    out, _ = output(capsys, "replay", str(UGLY / "not-yet-chosen.pkn"))
    assert "Round 8 is not finished: W to name trump." in out


def test_a_bad_round_does_not_hide_the_others(capsys: pytest.CaptureFixture[str]) -> None:
    out, _ = output(capsys, "replay", str(UGLY / "wrong-dealer.pkn"), "--steps", code=65)
    assert "Round 2 cannot be replayed." in out
    assert "these rounds" in out
    assert "audit" not in out
    assert "agrees" not in out


def test_stdin_and_pipes(tmp_path: Path) -> None:
    root = make_records.FOLDER.parents[1]
    environment = {**os.environ, "PYTHONPATH": str(root), "PYTHONIOENCODING": "utf-8"}
    data = Path(DEMO).read_bytes()
    king = [sys.executable, "-m", "kingcli"]
    done = subprocess.run([*king, "replay", "-"], input=data, capture_output=True, env=environment, check=False)
    assert done.returncode == 0
    assert "Every score" in done.stdout.decode()
    steps = subprocess.Popen(
        [*king, "replay", DEMO, "--steps"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment
    )
    assert steps.stdout is not None
    assert steps.stderr is not None
    steps.stdout.readline()
    steps.stdout.close()
    assert steps.wait() == 0
    assert steps.stderr.read() == b""
    steps.stderr.close()


def test_an_own_variant_is_given_with_the_records(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path, game = tmp_path / "house.yaml", tmp_path / "game.pkn"
    path.write_text("extends: russian\nplay: {trump_lead: free}\n", encoding="utf-8")
    game.write_text(dumps(make_records.random_match(load_variant(str(path)), "1"), "pkn"), encoding="utf-8")
    output(capsys, "replay", str(game), "--variant", str(path))
    _, err = output(capsys, "replay", str(game), code=65)
    assert "no variant 'house'" in err
    assert "--variant" in err


# ---- king convert


def test_convert_there_and_back(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    text = Path(DEMO).read_text(encoding="utf-8")
    for suffix in ("json", "jsonl"):
        there, back = tmp_path / f"a.{suffix}", tmp_path / "b.pkn"
        _, err = output(capsys, "convert", DEMO, "-o", str(there))
        assert "12 rounds written" in err
        output(capsys, "convert", str(there), "-o", str(back))
        assert back.read_text(encoding="utf-8") == text
        assert len(there.read_text(encoding="utf-8").splitlines()) == (1 if suffix == "json" else 12)
    out, err = output(capsys, "convert", DEMO)
    assert json.loads(out)["schema"] == "king.match/1"
    assert err == ""
    out, _ = output(capsys, "convert", str(tmp_path / "a.jsonl"))
    assert out == text
    out, _ = output(capsys, "convert", DEMO, "--to", "jsonl")
    assert {json.loads(line)["schema"] for line in out.splitlines()} == {"king.round/1"}
    assert [path.name for path in sorted(tmp_path.iterdir())] == ["a.json", "a.jsonl", "b.pkn"]


def test_convert_keeps_wrong_scores_but_no_wrong_play(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    out, err = output(capsys, "convert", str(UGLY / "wrong-score.pkn"), "--to", "pkn")
    assert out == (UGLY / "wrong-score.pkn").read_text(encoding="utf-8")
    assert "warning: file says 7" in err
    target = tmp_path / "out.json"
    _, err = output(capsys, "convert", str(UGLY / "wrong-dealer.pkn"), "-o", str(target), code=65)
    assert "nothing was written" in err
    assert not target.exists()
    _, err = output(capsys, "convert", str(UGLY / "position.json"), code=65)
    assert "only recorded games are converted" in err


@full_disk
def test_a_full_disk(capsys: pytest.CaptureFixture[str]) -> None:
    _, err = output(capsys, "convert", DEMO, "-o", "/dev/full", code=73)
    assert err.startswith("king: /dev/full: cannot be written: ")


def test_what_cannot_be_written(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    _, err = output(capsys, "convert", DEMO, "-o", str(tmp_path), code=73)
    assert err.startswith(f"king: {tmp_path}: cannot be written: ")
    _, err = output(capsys, "convert", DEMO, "-o", str(tmp_path / "none" / "x.json"), code=73)
    assert "none" in err
    assert [*tmp_path.iterdir()] == []


def test_a_file_that_is_there_is_replaced_whole(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "Mano žaidimas ♠.json"
    path.write_text("old", encoding="utf-8")
    output(capsys, "convert", DEMO, "-o", str(path))
    assert loads(path.read_bytes()).rounds == loads(Path(DEMO).read_bytes()).rounds
    assert [*tmp_path.iterdir()] == [path]


# ---- king schema


def test_schemas(capsys: pytest.CaptureFixture[str]) -> None:
    out, _ = output(capsys, "schema")
    names = [line.split()[0] for line in out.splitlines()]
    assert names[:3] == ["round", "match", "position"]
    for name in names:
        out, _ = output(capsys, "schema", name)
        made = json.loads(out)
        assert made["type"] == "object"
        assert made["$schema"].startswith("https://json-schema.org/")
    _, err = output(capsys, "schema", "rond", code=2)
    assert "no schema 'rond' (did you mean 'round'?)" in err


def test_a_schema_says_what_records_hold(capsys: pytest.CaptureFixture[str]) -> None:
    out, _ = output(capsys, "schema", "round")
    made = json.loads(out)
    record = loads(Path(DEMO).read_bytes()).rounds[0]
    plain = msgspec.to_builtins(record)
    assert set(made["required"]) <= plain.keys() <= made["properties"].keys()
    assert made["properties"]["schema"] == {"enum": ["king.round/1"]}
    assert made["additionalProperties"] is False
    out, _ = output(capsys, "schema", "match")
    assert set(json.loads(out)["required"]) <= msgspec.to_builtins(match_record([record])).keys()
