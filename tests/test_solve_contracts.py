"""king solve --contract: other contracts than the position's, and the table of all of them."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from kingcli.cli.main import run
from kingcli.records import loads
from kingcli.search import solve

HANDS = {"N": "AQ7..K.8", "E": "KT9.J..Q", "S": "J8.Q.9.J", "W": ".AK7.Q.T"}
OPEN = {"schema": "king.position/1", "id": "open", "variant": "lithuanian", "leader": "E", "hands": HANDS}


@pytest.fixture
def king(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    def call(*arguments: str, stdin: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode()), encoding="utf-8"))
        code = run([*arguments])
        return code, *capsys.readouterr()

    return call


def guarantee(contract: str, seat: str, **fields: Any) -> Any:
    position = OPEN | {"contract": contract} | fields
    (problem,) = loads(json.dumps(position)).check().problems
    return solve(problem.position, "guarantee", ["NESW".index(seat)]).value


def test_a_table_of_all_contracts(king: Any) -> None:
    code, out, _ = king("solve", "-", "--contract", "all-contracts", "--json", stdin=json.dumps(OPEN))
    assert code == 0
    table = json.loads(out)
    assert (table["schema"], table["id"], table["method"]) == ("king.contracts/1", "open", "guarantee")
    rows = {(row["contract"], row.get("named")): row for row in table["contracts"]}
    assert list(rows)[:7] == [
        (name, None) for name in ("tricks", "hearts", "jacks-kings", "queens", "king", "last-two", "all")
    ]
    for name in ("tricks", "hearts", "queens", "all"):
        assert rows[name, None]["values"] == {seat: guarantee(name, seat) for seat in "NESW"}
        assert "declared" not in rows[name, None]
    for suit in "SHDC":
        row = rows["trump", suit]
        assert row["declared"]
        assert row["values"] == {
            seat: guarantee("trump", seat, trump=suit, declarer=seat, leader=seat) for seat in "NESW"
        }
    assert "values" not in rows["layout", None]
    assert "hands" in rows["layout", None]["error"] or "laid" in rows["layout", None]["error"]


def test_the_table_as_people_see_it(king: Any) -> None:
    code, out, _ = king("solve", "-", "--contract", "all-contracts", stdin=json.dumps(OPEN))
    assert code == 0
    lines = out.splitlines()
    assert lines[0] == "open · Lithuanian King · 5 cards each · what each seat is sure of · exact"
    assert lines[6].split() == ["contract", "N", "E", "S", "W"]
    assert any(line.startswith("  trump ♠ *") for line in lines)
    assert any("each seat as its declarer" in line for line in lines)


def test_whole_hands_have_a_layout_too(king: Any) -> None:
    """The seat that begins a layout follows from the cards, not from who leads."""
    _, deal, _ = king("deal", "--variant", "lithuanian", "--contract", "tricks", "--seed", "4")
    code, out, _ = king("solve", "-", "--contract", "all-contracts", "--json", stdin=deal)
    assert code == 0
    rows = json.loads(out)["contracts"]
    (layout,) = [row for row in rows if row["contract"] == "layout"]
    assert set(layout["values"]) == set("NESW")
    assert all(value >= 0 for value in layout["values"].values())


def test_points_of_another_contract_do_not_count(king: Any) -> None:
    scored = OPEN | {"contract": "tricks", "scores": {"N": -2, "E": 0, "S": -4, "W": 0}}
    for position in (OPEN, scored):
        _, out, _ = king("solve", "-", "--contract", "all-contracts", "--json", stdin=json.dumps(position))
        (queens,) = [row for row in json.loads(out)["contracts"] if row["contract"] == "queens"]
        assert queens["values"] == {seat: guarantee("queens", seat) for seat in "NESW"}
    _, out, _ = king("solve", "-", "--contract", "queens", "--json", stdin=json.dumps(scored))
    assert json.loads(out)["value"] == guarantee("queens", "E")
    assert "counts only what is left" in json.loads(out)["notes"][0]


def test_another_contract(king: Any) -> None:
    wanted = guarantee("trump", "E", trump="D")
    code, out, _ = king("solve", "-", "--contract", "trump", "--trump", "D", "--json", stdin=json.dumps(OPEN))
    assert (code, json.loads(out)["value"]) == (0, wanted)
    record = str(Path(__file__).parent.parent / "fixtures" / "records" / "demo.pkn")
    code, out, err = king("solve", record, "--round", "1", "--trick", "5", "--contract", "queens", "--json")
    assert code == 0, err
    assert len(json.loads(out)["line"]) == 16


def test_a_wrong_position_does_not_stop_the_others(king: Any) -> None:
    wrong = OPEN | {"id": "wrong", "hands": HANDS | {"N": HANDS["E"]}}
    lines = "".join(json.dumps(position) + "\n" for position in (OPEN, wrong, OPEN))
    code, out, err = king("solve", "-", "--contract", "all-contracts", "--json", stdin=lines)
    assert code == 65
    assert [json.loads(line)["id"] for line in out.splitlines()] == ["open", "open"]
    assert "stdin:2" in err
    assert "also in" in err


def test_what_is_wrong_is_named(king: Any) -> None:
    code, _, err = king("solve", "-", stdin=json.dumps(OPEN))
    assert code == 65
    assert "contract: is missing" in err
    code, _, err = king("solve", "-", "--contract", "trump", stdin=json.dumps(OPEN))
    assert code == 65
    assert "trump: is missing" in err
    code, _, err = king("solve", "-", "--contract", "jack", stdin=json.dumps(OPEN))
    assert code == 65
    assert "no contract 'jack'" in err
    for wrong_usage in (["--trump", "S"], ["--contract", "all-contracts", "--for", "N"]):
        assert king("solve", "-", *wrong_usage, stdin=json.dumps(OPEN))[0] == 2
    wrong = OPEN | {"hands": HANDS | {"N": HANDS["E"]}}
    code, _, err = king("solve", "-", "--contract", "all-contracts", stdin=json.dumps(wrong))
    assert code == 65
    assert "also in" in err
    code, out, _ = king("solve", "-", "--contract", "all-contracts", "--nodes", "1", "--json", stdin=json.dumps(OPEN))
    assert code == 75
    assert any(row.get("exact") is False for row in json.loads(out)["contracts"])


def test_bench_and_the_table_have_schemas(king: Any) -> None:
    """What is printed has the fields that its schema asks for, and no others."""
    _, table, _ = king("solve", "-", "--contract", "all-contracts", "--json", stdin=json.dumps(OPEN))
    _, timings, _ = king("bench", "--deals", "1", "--cards", "2", "--json")
    for name, text in (("contracts", table), ("bench", timings)):
        code, out, _ = king("schema", name)
        assert code == 0
        schema, printed = json.loads(out), json.loads(text)
        assert set(schema["required"]) <= set(printed) <= set(schema["properties"])
    assert json.loads(timings)["nodes"] == sum(row["nodes"] for row in json.loads(timings)["contracts"])


def test_bench_counts_the_same_twice(king: Any) -> None:
    signatures = {king("bench", "--deals", "1", "--cards", "3")[1].splitlines()[-1] for _ in range(2)}
    assert len(signatures) == 1
