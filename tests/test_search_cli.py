"""king solve and king perft as commands: what they print, in which format, with which exit code."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from kingcli.cli.main import COMMANDS, run
from kingcli.cli.solve import EXAMPLE

EXAMPLE_TABLE = """\
example · Russian King · no queens (-4 a queen) · 4 cards each · East to lead · exact
                  N   ♠ Q 9  ♥ -  ♦ K  ♣ 8
  W   ♠ A  ♥ K 7  ♦ Q  ♣ -                  E   ♠ J T  ♥ -  ♦ 7  ♣ Q
                  S   ♠ K  ♥ Q  ♦ 9  ♣ J

    East plays  sure of  at best  max^n   N   E   S   W
  * ♦7               -4        0     -4  -4  -4  -8   0
    ♠J ♠T            -8        0     -8  -4  -8   0  -4
    ♣Q               -8       -4     -4  -4  -4  -8   0
  (max^n: every seat for itself; ties hostile)
  Best line:  1  E ♦7  S ♦9  W ♦Q  N ♦K  -> N  -4
"""


def position(**changes: Any) -> str:
    return json.dumps({key: value for key, value in (json.loads(EXAMPLE) | changes).items() if value is not None})


class Ran:
    def __init__(self, code: int, out: str, err: str):
        self.code, self.out, self.err = code, out, err

    @property
    def rows(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.out.splitlines()]


@pytest.fixture
def king(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """Run `king ...`; `stdin` is what "-" reads. The current folder is empty."""
    monkeypatch.chdir(tmp_path)

    def call(*arguments: str, stdin: str = "") -> Ran:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode()), encoding="utf-8"))
        code = run([*arguments])
        captured = capsys.readouterr()
        return Ran(code, captured.out, captured.err)

    return call


def test_the_example_is_solved(king: Any) -> None:
    example = king("solve", "--example")
    assert (example.code, example.out) == (0, EXAMPLE)
    ran = king("solve", "-", "--all-cards", stdin=example.out)
    assert ran.code == 0
    assert ran.out.startswith(EXAMPLE_TABLE)
    assert ran.err == ""
    alone = king("solve", "-", stdin=example.out)
    assert "East plays  sure of\n  * ♦7               -4\n" in alone.out
    assert "More: --all-cards" in alone.out
    assert "Best line" not in king("solve", "-", "--no-line", stdin=example.out).out
    assert king("solve", "-", stdin=example.out).out == alone.out


def test_whom_it_is_for(king: Any) -> None:
    assert "N sure of" in king("solve", "-", "--for", "N", stdin=EXAMPLE).out
    team = king("solve", "-", "--for", "ns", "--json", stdin=EXAMPLE).rows[0]
    assert (team["method"], team["for"], team["value"], team["best"]) == ("team", "NS", -12, ["D7", "CQ"])
    assert king("solve", "-", "--for", "N,S", "--json", stdin=EXAMPLE).rows[0] == team
    every = king("solve", "-", "--for", "all", "--json", stdin=EXAMPLE).rows[0]
    assert (every["method"], every["for"]) == ("guarantee", "all")
    assert every["value"] == {"N": -4, "E": -4, "S": -12, "W": -4}
    assert every["cards"]["CQ"] == {"N": -4, "E": -8, "S": -8, "W": 0}
    table = king("solve", "-", "--for", "all", stdin=EXAMPLE).out
    assert "East plays  N sure of  E sure of  S sure of  W sure of" in table
    best = king("solve", "-", "--for", "NS", "--method", "best", "--json", stdin=EXAMPLE).rows[0]
    assert (best["method"], best["for"]) == ("best", "NS")


def test_json_has_the_keys_of_the_design(king: Any) -> None:
    ran = king("solve", "-", "--json", stdin=EXAMPLE)
    assert ran.code == 0
    (row,) = ran.rows
    assert list(row) == ["schema", "id", "method", "for", "value", "cards", "best", "line", "exact", "nodes"]
    assert row["cards"] == {"SJ": -8, "ST": -8, "D7": -4, "CQ": -8}
    assert (row["id"], row["for"], row["value"], row["best"], row["exact"]) == ("example", "E", -4, ["D7"], True)
    assert row["line"][0] == ["E", "D7"]
    maxn = king("solve", "-", "--method", "maxn", "--format", "jsonl", stdin=EXAMPLE).rows[0]
    assert (maxn["ties"], maxn["value"]) == ("hostile", {"N": -4, "E": -4, "S": -8, "W": 0})
    noted = king("solve", "-", "--json", stdin=position(scores=None)).rows[0]
    assert noted["notes"] == ["counts only what is left (no scores are given)"]
    methods = [row["method"] for row in king("solve", "-", "--json", "--all-cards", stdin=EXAMPLE).rows]
    assert methods == ["guarantee", "best", "maxn"]


def test_csv_has_a_row_a_card(king: Any) -> None:
    out = king("solve", "-", "--format", "csv", stdin=EXAMPLE).out.splitlines()
    assert out[0] == "id,method,for,card,value,N,E,S,W,F,is_best,exact"
    assert out[3] == "example,guarantee,E,D7,-4,,,,,,1,1"
    assert len(out) == 5
    each = king("solve", "-", "--format", "csv", "--all-cards", stdin=EXAMPLE).out.splitlines()
    assert len(each) == 13
    assert each[-1] == "example,maxn,all,CQ,,-4,-4,-8,0,,1,1"


def test_a_batch_goes_on_after_a_wrong_position(king: Any) -> None:
    hands = json.loads(EXAMPLE)["hands"]
    wrong = position(id="wrong", hands=hands | {"W": "Q.K7.Q."})
    batch = "\n".join([position(id="a"), wrong, "{", position(id="b", contract="quens"), position(id="c")]) + "\n"
    ran = king("solve", "-", "--json", stdin=batch)
    assert ran.code == 65
    assert [row.get("id") for row in ran.rows] == ["a", "wrong", None, "b", "c"]
    assert [row["schema"] for row in ran.rows].count("king.error/1") == 3
    assert ran.rows[1]["line"] == 2
    assert "also in N's hand" in ran.rows[1]["error"]
    assert "did you mean 'queens'?" in ran.rows[3]["error"]
    assert ran.rows[4]["value"] == -4
    table = king("solve", "-", stdin=batch)
    assert table.code == 65
    assert table.out.count("East to lead · exact") == 2
    assert len(table.err.splitlines()) == 3
    assert king("solve", "-", "--format", "csv", stdin=batch).out.count("id,method") == 1
    one = king("solve", "-", "--json", stdin=wrong)
    assert one.code == 65
    assert one.rows[0]["schema"] == "king.error/1"
    assert one.err.startswith("king: stdin: hands.W: the queen of spades is also in N's hand")


def test_what_cannot_be_read(king: Any, tmp_path: Path) -> None:
    assert king("solve", "none.json").code == 66
    assert king("solve", str(tmp_path)).code == 66
    assert king("solve", "-", stdin="").code == 65
    assert king("solve", "-", stdin="no record").code == 65
    usage = king("solve")
    assert usage.code == 2
    assert "king solve --example" in usage.err
    assert "solve needs all hands" in king("solve", "-", stdin=position(hands={"N": "Q9..K.8"})).err
    assert king("solve", "-", "--method", "team", stdin=EXAMPLE).code == 2
    assert king("solve", "-", "--all-cards", "--for", "all", stdin=EXAMPLE).code == 2
    strange = king("solve", "-", "--for", "NX", stdin=EXAMPLE)
    assert strange.code == 65
    assert "'X' is not a seat at this table (N E S W)" in strange.err


def test_a_budget_ends_with_bounds_and_75(king: Any) -> None:
    ran = king("solve", "-", "--nodes", "5", "--json", stdin=EXAMPLE)
    assert ran.code == 75
    (row,) = ran.rows
    assert (row["exact"], row["bounds"][0], row["line"], row["best"]) == (False, row["value"], [], [])
    assert list(row["card_bounds"]) == ["SJ", "ST", "D7", "CQ"]
    assert "bounds only: the budget ran out" in king("solve", "-", "--nodes", "5", stdin=EXAMPLE).out
    assert king("solve", "-", "--nodes", "5000", "--json", stdin=EXAMPLE).code == 0
    every = king("solve", "-", "--nodes", "5", "--for", "all", stdin=EXAMPLE)
    assert every.code == 75
    maxn = king("solve", "-", "--nodes", "5", "--method", "maxn", stdin=EXAMPLE)
    assert maxn.code == 75
    assert king("solve", "-", "--nodes", "5", "--all-cards", stdin=EXAMPLE).code == 75


def test_layouts_and_decided_rounds(king: Any) -> None:
    dengimas = position(
        variant="lithuanian",
        contract="layout",
        leader=None,
        turn="E",
        laid={"S": "7-A", "H": "8-K", "D": "9-J", "C": "7-A"},
        hands={"N": ".A..", "E": "..Q8.", "S": ".7.A.", "W": "..K7."},
    )
    out = king("solve", "-", stdin=dengimas).out
    assert "East to lay" in out
    assert "Laid: ♠ 7-A  ♥ 8-K  ♦ 9-J  ♣ 7-A" in out
    assert "(out, +48)" in out
    decided = position(
        variant="skill-full", contract="king", hands={"N": "Q...", "E": "J...", "S": "K...", "W": "A..."}
    )
    ran = king("solve", "-", stdin=decided)
    assert ran.code == 0
    assert "The round is decided: E 0." in ran.out
    row = king("solve", "-", "--json", stdin=decided).rows[0]
    assert (row["value"], row["cards"], row["best"], row["line"]) == (0, {}, [], [])


def test_dealt_endings_are_solved_in_their_order(king: Any) -> None:
    for arguments in (
        ("--variant", "russian", "--contract", "queens", "--left", "4"),
        ("--variant", "minsk", "--contract", "trump", "--left", "3"),
        ("--variant", "lithuanian", "--contract", "layout", "--left", "3"),
    ):
        dealt = king("deal", *arguments, "-n", "5", "--seed", "7")
        assert dealt.code == 0
        solved = king("solve", "-", "--json", stdin=dealt.out)
        assert solved.code == 0
        assert [row["id"] for row in solved.rows] == [json.loads(line)["id"] for line in dealt.out.splitlines()]
        assert king("solve", "-", stdin=dealt.out).out.count("Best line:") == 5


def test_a_record_gives_its_positions(king: Any) -> None:
    record = Path(__file__).parent.parent / "fixtures" / "records" / "demo.pkn"
    ran = king("solve", str(record), "--round", "5", "--trick", "6", "--json")
    assert ran.code == 0
    assert ran.rows[0]["id"].endswith("/5/6")
    assert ran.rows[0]["cards"]
    assert king("solve", str(record), "--round", "99", "--trick", "6").code == 65
    assert king("solve", "-", "--round", "1", stdin=EXAMPLE).code == 65


def test_perft_counts(king: Any) -> None:
    ran = king("perft", "-", "--depth", "4", "--json", stdin=EXAMPLE)
    assert (ran.code, ran.rows) == (0, [{"id": "example", "counts": [4, 4, 7, 9]}])
    divided = king("perft", "-", "--depth", "4", "--divide", "--json", stdin=EXAMPLE).rows[0]
    assert sum(divided["divide"].values()) == divided["counts"][-1]
    assert king("perft", "-", "--depth", "2", "--divide", stdin=EXAMPLE).out.splitlines()[0] == "example  4 4"
    assert king("perft", "-", "--depth", "2", stdin=position(leader="X")).code == 65


def test_letters_where_there_are_no_signs(tmp_path: Path) -> None:
    file = tmp_path / "ending.json"
    file.write_text(EXAMPLE, encoding="utf-8")
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "LC_ALL": "C"}
    ran = subprocess.run(
        [sys.executable, "-m", "kingcli", "solve", str(file)], capture_output=True, env=environment, check=True
    )
    out = ran.stdout.decode("ascii")
    assert "* D7 " in out
    assert "?" not in out


def test_the_command_offers_what_the_solver_can_do() -> None:
    from kingcli.cli import solve as command
    from kingcli.search import METHODS

    assert command.METHODS == METHODS
    assert {"solve", "perft"} <= set(COMMANDS)
