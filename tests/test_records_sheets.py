"""The sheets of every game: plain, triangle, rows by declarer; steps; tables in the languages of the games."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from kingcli.cli.main import run
from kingcli.records import MatchReplay, dumps, loads, replay_match
from kingcli.rules.scoring import running_fields
from kingcli.show.console import Screen
from kingcli.show.languages import _WORDS, LANGUAGES, translate
from kingcli.show.rulecard import show_list, show_rule_card
from kingcli.show.sheet import final_places, payments, price_of, show_sheet
from kingcli.show.steps import show_steps
from kingcli.show.triangle import crossed_out, fields_of, show_rows, show_triangles, struck_out
from kingcli.variants import load_variant, variant_names
from make_records import PLAYERS, random_match


@cache
def replayed(name: str, **settings: Any) -> MatchReplay:
    records = random_match(load_variant(name, settings), "sheets", players=PLAYERS)
    return replay_match(loads(dumps(records, "pkn")).matches[0])


@cache
def with_void_round() -> MatchReplay:
    for number in range(50):
        records = random_match(load_variant("trade", {"all_pass": "redeal"}), f"void/{number}", players=PLAYERS)
        if any(record.end == "redeal" for record in records):
            return replay_match(loads(dumps(records, "pkn")).matches[0])
    raise AssertionError("nobody passes")


def shown(show: Any, *arguments: Any, **options: Any) -> list[str]:
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding="utf-8")
    show(Screen(stream), *arguments, **options)
    stream.flush()
    return raw.getvalue().decode().splitlines()


@pytest.mark.parametrize("name", variant_names())
def test_everything_fits_80_columns(name: str) -> None:
    """In English and one more language; in the slow test in all."""
    everything_fits(name, ("en", LANGUAGES[1 + variant_names().index(name) % 4]))


@pytest.mark.slow
@pytest.mark.parametrize("name", variant_names())
def test_everything_fits_80_columns_in_every_language(name: str) -> None:
    everything_fits(name, LANGUAGES)


def everything_fits(name: str, languages: Sequence[str]) -> None:
    replay, variant = replayed(name), load_variant(name)
    for lang in languages:
        lines = shown(show_sheet, replay, lang=lang) + shown(show_rule_card, variant, None, lang)
        if variant.pool is not None:
            lines += shown(show_triangles, replay, lang=lang) + shown(show_rows, replay, lang=lang)
        assert [line for line in lines if len(line) > 80] == []
    for number, one in enumerate(replay.rounds[:: -(-len(replay.rounds) // 4)], 1):
        assert [line for line in shown(show_steps, one, number) if len(line) > 80] == []


def test_the_triangle_of_the_declared_game() -> None:
    """Twelve fields a player: crossed out with the round, struck-out totals, 12 less 11 as the result."""
    replay = replayed("declared")
    assert len(crossed_out(replay)) == 40
    lines = shown(show_triangles, replay)
    first = lines.index("  N Ona")
    block = lines[first : lines.index("  E Jonas")]
    fields = [line.split()[0] for line in block if re.match(r" +\d+  ", line)]
    assert fields == [str(number) for number in range(1, 13)]
    assert all(" x " in line for line in block[1:11])
    scores = [one.round.scores()[0] for one in replay.rounds if one.round is not None]
    penalties, rewards = running_fields(scores)
    text = " ".join(" ".join(block).split())
    assert f"11 penalties {struck_out(penalties)} " in text
    assert f"12 rewards {struck_out(rewards)} " in text
    assert f"result {rewards[-1] - penalties[-1]:+d}".replace("+0", "0") in text


def test_unused_and_further_fields() -> None:
    assert fields_of(load_variant("declared-3"))[-2:] == ["trump", None]
    assert len(fields_of(load_variant("declared", {"all_and_layout": True}))) == 12
    assert fields_of(load_variant("declared", {"all_and_layout": True}))[-2:] == ["all", "layout"]
    lines = shown(show_triangles, replayed("declared-3"))
    assert "    10                      ." in lines
    lines = shown(show_triangles, replayed("declared", all_and_layout=True))
    assert any(line.startswith("    13  penalties") for line in lines)
    assert any(line.startswith("    14  rewards") for line in lines)


def test_running_fields() -> None:
    assert running_fields([-6, 0, -12]) == ([6, 18], [])
    assert running_fields([3, -2, 9]) == ([2], [3, 12])
    assert struck_out([6, 18]) == "6- 18"
    assert struck_out([]) == "-"


def test_rows_are_by_declarer() -> None:
    """A-35: a row tells what a player scored when that opponent declared; all sheets together are the match."""
    replay = replayed("declared")
    lines = shown(show_rows, replay)
    first = lines.index("  N Ona")
    crossed = crossed_out(replay)
    for declarer, line in enumerate(lines[first + 2 : first + 6]):
        cells = line.split()[1:11]
        rounds = [crossed[declarer, field].round for field in range(1, 11)]
        assert cells == [str(round.scores()[0]) for round in rounds if round is not None]
    sums = [int(line.split()[-1]) for line in lines if re.match(r"  [NESW]( +-?\d+){11}$", line)]
    assert len(sums) == 16
    assert sum(sums) == 0


def test_the_plain_sheet_of_an_auction() -> None:
    replay = replayed("polish-auction")
    lines = shown(show_sheet, replay)
    sold = [one for one in replay.rounds if one.round is not None and price_of(one.round) is not None]
    assert sold
    for one in sold:
        assert one.round is not None
        [line] = [line for line in lines if line.split()[:1] == [str(one.source.record.round)]]
        assert f"(for {price_of(one.round)})" in line
    assert any(line.split()[0] == "penalties" and line.endswith("-2600") for line in lines if line.split())
    assert any(line.split()[0] == "place" for line in lines if line.split())


def test_the_plain_sheet_of_trade() -> None:
    lines = shown(show_sheet, with_void_round())
    assert any("declarer  suit" in line for line in lines)
    assert any("(bid " in line for line in lines)
    assert any("dealt anew" in line for line in lines)
    assert any("ended at -77 or less: " in line for line in lines)
    assert not any("audit" in line for line in lines)
    passed = [one.round for one in replayed("trade").rounds if one.round is not None and one.round.declarer is None]
    assert sum("(all passed)" in line for line in shown(show_sheet, replayed("trade"))) == len(passed)
    assert sum("visi pasavo" in line for line in shown(show_sheet, replayed("trade"), lang="lt")) == len(passed)


def test_payments_and_places() -> None:
    replay = replayed("simple-3")
    paid = payments(replay)
    lines = shown(show_sheet, replay)
    assert paid is not None
    assert sum(paid) == 0
    [line] = [line for line in lines if line.startswith("  pays: ")]
    assert {amount for amount in paid if amount} == {int(number) for number in re.findall(r"[+-]\d+", line)}
    assert sorted(final_places(replayed("lithuanian")))[0] == 1
    assert payments(replayed("lithuanian")) is None


def test_seats_that_sit_out_score_nothing() -> None:
    lines = shown(show_sheet, replayed("declared-3-of-5"))
    rounds = [line for line in lines if re.match(r" +\d+  ", line)]
    assert len(rounds) == 45
    assert all(line.count(" out") == 2 for line in rounds)


def test_king_replay_picks_the_sheet_of_the_game(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "declared.pkn"
    path.write_text(dumps([one.source.record for one in replayed("declared").rounds], "pkn"), encoding="utf-8")
    assert run(["replay", str(path)]) == 0
    assert "    11  penalties" in capsys.readouterr().out
    assert run(["replay", str(path), "--sheet", "plain"]) == 0
    assert "  #  contract" in capsys.readouterr().out.replace("   #", "  #")
    assert run(["replay", str(path), "--sheet", "rows", "--lang", "pl"]) == 0
    out = capsys.readouterr().out
    assert "1 Bez lew · 2 Bez kierów" in out
    assert run(["replay", str(path), "--round", "3"]) == 0
    assert "    11  penalties" not in capsys.readouterr().out
    other = tmp_path / "skill.pkn"
    other.write_text(dumps([one.source.record for one in replayed("skill-short").rounds], "pkn"), encoding="utf-8")
    assert run(["replay", str(other), "--sheet", "triangle"]) == 2
    assert "has a fixed order of rounds" in capsys.readouterr().err


def test_json_tells_places_payments_and_prices(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for name in ("simple-3", "polish-auction", "trade", "domino"):
        path = tmp_path / f"{name}.pkn"
        path.write_text(dumps([one.source.record for one in replayed(name).rounds], "pkn"), encoding="utf-8")
        assert run(["replay", str(path), "--json", "--steps"]) == 0
        plain = json.loads(capsys.readouterr().out)
        assert min(plain["places"].values()) == 1
        if name == "simple-3":
            assert sum(plain["payments"].values()) == 0
        if name == "polish-auction":
            assert any(one["price"] for one in plain["rounds"])
            assert sum(plain["penalties"].values()) == -2600
        if name == "trade":
            assert plain["audit"] is None
            assert {one["suit"] in "SHDC" for one in plain["rounds"]} == {True}
        if name == "domino":
            steps = [step for one in plain["rounds"] for step in one["steps"]]
            assert any("drawn" in step for step in steps)


def test_steps_show_what_only_some_games_have() -> None:
    def steps(name: str, number: int) -> str:
        return "\n".join(shown(show_steps, replayed(name).rounds[number - 1], number))

    auction = "\n".join(steps("polish-auction", number) for number in range(8, 12))
    for words in ("the talon lies open: ", " offers it for ", " bids ", " passes", " takes the talon, which all see: "):
        assert words in auction
    assert len(re.findall(r" gives .. to [NESW]", auction)) == 12
    assert re.search(r"; [NESW] [+-]\d+, [NESW] [+-]\d+", auction)
    domino = "\n".join(steps("domino", number) for number in range(1, 5))
    assert re.search(r"trick +seat +draws +plays", domino)
    assert "left over, to " in domino
    hundred = steps("varzytines", 5)
    assert re.search(r"turn +seat +lays +sum +limit +points", hundred)
    assert len(re.findall(r" (?:25|50|100) +-[125]\n", hundred)) == 3
    premiums = "\n".join(steps("varzytines", number) for number in range(1, 4))
    assert "  premium: " in premiums
    assert "to those who still hold cards: " in steps("varzytines", 6)
    assert "the card set aside, " in steps("jokers-3", 1)
    assert "names the suit that counts: " in "\n".join(steps("trade", number) for number in range(1, 5))
    void = next(one for one in with_void_round().rounds if one.is_void)
    assert "  all passed: the round does not count and is dealt anew" in shown(show_steps, void, 1)


def test_words_are_there_in_every_language() -> None:
    for word in _WORDS:
        assert all(translate(word, lang) for lang in LANGUAGES)
        assert translate(word) == word
    assert translate("declarer", "lt") == "skelbiantysis"
    assert translate("nonsense", "lt") == "nonsense"


def test_names_of_the_games_own_language_stand_beside_the_english_ones() -> None:
    lines = shown(show_rule_card, load_variant("russian"), None)
    index = next(index for index, line in enumerate(lines) if "no tricks" in line)
    assert lines[index + 1].strip() == "Neimti kirčių"
    lines = shown(show_rule_card, load_variant("russian"), None, "uk")
    assert any("Не брати взяток" in line for line in lines)
    assert not any("no tricks" in line for line in lines)
    lines = shown(show_list, [load_variant(name) for name in variant_names()], "ru")
    assert any("Кинг простой для четырёх" in line for line in lines)
    assert max(map(len, lines)) <= 80


def test_lang_of_the_commands(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["variants", "list", "--lang", "lt"]) == 0
    assert "Skelbiamasis kingas" in capsys.readouterr().out
    assert run(["variants", "show", "minsk", "--lang", "uk"]) == 0
    assert "Не брати хлопчиків" in capsys.readouterr().out
    assert run(["variants", "show", "minsk", "--lang", "de"]) == 2
    capsys.readouterr()
