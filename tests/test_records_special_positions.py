"""Positions of games that have more than tricks: premiums, a stock, an odd card, the Hundred, seats sitting out."""

from __future__ import annotations

import json
from typing import Any

import pytest

from kingcli.cards import cards_of, names, parse_hand
from kingcli.cli.main import run
from kingcli.errors import KingError
from kingcli.records import dump_position, dumps, load, loads, record_of
from kingcli.rules import HundredPosition, LayoutPosition, TrickPosition, tricks
from kingcli.variants import load_variant
from make_records import one_round, random_match
from test_records_positions import read

HUNDRED: dict[str, Any] = {
    "schema": "king.position/1",
    "variant": "varzytines",
    "contract": "hundred",
    "turn": "W",
    "sum": 93,
    "hands": {"N": "T...", "E": ".K..", "S": "..J.", "W": "A..8."},
    "scores": {"N": -1, "E": 0, "S": -2, "W": 0},
}
JACKS: dict[str, Any] = {
    "schema": "king.position/1",
    "variant": "varzytines",
    "contract": "jacks",
    "leader": "N",
    "hands": {"N": "7...", "E": "8...", "S": ".J..", "W": "A..."},
    "taken": {"N": "J9.97.J7.J7", "E": "KQT.AT8.98.", "S": ".KQ.AKQT.98", "W": "...AKQT"},
}
TRICKS = JACKS | {"contract": "tricks", "taken": None, "tricks": {"N": 7}}
LAID: dict[str, Any] = {
    "schema": "king.position/1",
    "variant": "varzytines",
    "contract": "layout",
    "turn": "S",
    "laid": {"S": "J"},
    "laid_now": 1,
    "hands": {"N": "AKQT.A..Q98", "E": "987.T98..AK", "S": ".J.AJ98.JT", "W": ".KQ7.KQT7.7"},
}
STOCK: dict[str, Any] = {
    "schema": "king.position/1",
    "variant": "domino",
    "contract": "last-two",
    "leader": "N",
    "trick": ["SA"],
    "hands": {"N": "K...", "E": ".9.8.", "S": "Q...", "W": "J...A"},
    "stock": "HA S7 HK",
    "recent": ["E", "W"],
}
DROPPED = STOCK | {"trick": ["SA", "S8"], "order": ["N", "E", "W"], "stock": ""}
DROPPED["hands"] = {"N": "K...", "E": ".9..", "S": "...", "W": "J...A"}
LAST = DROPPED | {"hands": {"N": "...", "E": ".9..", "S": "...", "W": "J..."}}
ODD: dict[str, Any] = {
    "schema": "king.position/1",
    "variant": "jokers-3",
    "contract": "joker-hearts",
    "leader": "N",
    "hands": {
        "N": "AKQJT9.XYA.AKQJ.AKQJ",
        "E": "876543.KQJ.T987.T987",
        "S": "2.T98765432.65432.65",
    },
    "odd": "C4",
}
SUIT: dict[str, Any] = {
    "schema": "king.position/1",
    "variant": "trade",
    "contract": "suit",
    "suit": "H",
    "declarer": "E",
    "leader": "N",
    "hands": {"N": "A.2..", "E": "K.3..", "S": "Q.4..", "W": "J.5.."},
}
OUT: dict[str, Any] = {
    "schema": "king.position/1",
    "variant": "declared-3-of-5",
    "contract": "queens",
    "declarer": "W",
    "leader": "W",
    "hands": {"W": "A.K..", "F": "K.Q..", "N": "Q.J.."},
    "seats_out": ["S", "E"],
    "totals": {"N": 1, "E": 2, "S": 3, "W": 4, "F": 5},
}


@pytest.mark.parametrize(
    ("base", "changes"),
    [
        (HUNDRED, {}),
        (HUNDRED, {"sum": 88, "scores": ...}),
        (JACKS, {}),
        (JACKS, {"tricks": {"N": 2, "E": 2, "S": 2, "W": 1}}),
        (TRICKS, {}),
        (TRICKS, {"tricks": ..., "taken": JACKS["taken"]}),
        (LAID, {}),
        (LAID, {"laid_now": ..., "turn": "N"}),
        (LAID, {"options": {"multi_jacks": "any"}}),
        (STOCK, {}),
        (STOCK, {"order": ["N", "E", "S", "W"], "tricks": {"E": 1, "W": 1}}),
        (STOCK, {"contract": "queens", "recent": ...}),
        (DROPPED, {}),
        (LAST, {}),
        (DROPPED, {"recent": ...}),
        (DROPPED, {"trick": [], "order": ..., "hands__N": "AK..."}),
        (ODD, {}),
        (ODD, {"odd": "♣4"}),
        (SUIT, {}),
        (SUIT, {"suit": "♠", "declarer": ...}),
        (OUT, {}),
        (OUT, {"seats_out": ...}),
        (OUT, {"hands__S": "", "hands__E": "-"}),
        (OUT, {"variant": "declared-3-of-4", "hands": {"N": "A...", "E": "K...", "S": "Q..."}, "seats_out": ["W"]} | {
            "declarer": "N", "leader": "N", "totals": ...}),
    ],
)  # fmt: skip
def test_what_is_read(base: dict[str, Any], changes: dict[str, Any]) -> None:
    assert read(base, **changes) == ""


REFUSED = [
    (HUNDRED, {"sum": ...}, "sum: is missing: what the cards laid so far count"),
    (HUNDRED, {"sum": 94}, "sum: 94, but the cards that are not in a hand count 93"),
    (HUNDRED, {"turn": "N"}, "of unequal size (N 1 E 1 S 1 W 2): with N to lay, only seats before it hold"),
    (HUNDRED, {"turn": ...}, "turn: is missing"),
    (HUNDRED, {"sum": 100, "hands": {"N": "", "E": "", "S": "", "W": ""}}, "sum: 100: the round is over"),
    (HUNDRED, {"leader": "N"}, "leader: means nothing in the Hundred"),
    (HUNDRED, {"stock": "SA"}, "stock: means nothing in the Hundred"),
    (JACKS, {"taken": ...}, "taken: is missing: a premium depends on the cards that each seat has taken"),
    (JACKS, {"taken": ..., "tricks": {"N": 7}}, "taken: is missing: a premium depends on the cards"),
    (TRICKS, {"tricks": ...}, "taken: is missing: a premium depends on the tricks"),
    (TRICKS, {"tricks": {"N": 6}}, "tricks: they add up to 6 tricks, but 7 have been played"),
    (JACKS, {"taken__N": "J9.97.J7.J"}, "taken.N: 7 cards are not whole tricks of 4"),
    (JACKS, {"laid_now": 1}, "laid_now: means nothing in a contract of tricks"),
    (JACKS, {"sum": 1}, "sum: means nothing in a contract of tricks"),
    (JACKS, {"stock": "SA"}, "stock: means nothing in a game without a stock"),
    (JACKS, {"odd": "SA"}, "odd: means nothing here: no card is set aside in this game"),
    (LAID, {"laid_now": 2}, "laid_now: 2, but only the first cards of the round are laid together, and 1 are laid"),
    (LAID, {"turn": "N"}, "laid_now: N holds none of ♠J ♥J ♦J ♣J to add"),
    (LAID, {"laid__S": "9"}, "laid.S: a suit is opened with ♠J, which is not in it"),
    (STOCK, {"stock": "HA SA"}, "stock: the ace of spades is also in the trick"),
    (STOCK, {"stock": "HA 1"}, "stock: '1' is not a card"),
    (STOCK, {"recent": ["E", "W", "N"]}, "recent: 3 winners, but only the last 2 tricks count"),
    (STOCK, {"contract": "queens"}, "recent: means nothing where the last tricks do not count"),
    (STOCK, {"trick": ["SA", "D7"]}, "trick[1]: E played ♦7, but must draw until it can follow ♠"),
    (STOCK, {"order": ["E", "N"]}, "order: the seats from the leader N on, in order of play"),
    (STOCK, {"order": ["N", "S", "E"]}, "order: the seats from the leader N on, in order of play"),
    (STOCK, {"order": ["N", "E", "S"]}, "order: W holds cards, so it takes part in the trick"),
    (STOCK, {"order": ["N"]}, "order: 1 cards are on the table, so at least one seat more takes part"),
    (DROPPED, {"order": ...}, "order: is missing: the seats that take part in this trick"),
    (LAST, {"recent": ...}, "recent: is missing: who won the latest tricks; the last 2 count"),
    (DROPPED, {"trick": [], "leader": "S"}, "order: tells who takes part in a trick, but no card is on the table"),
    (DROPPED, {"trick": [], "order": ..., "leader": "S"}, "leader: S holds no card to lead"),
    (ODD, {"odd": ...}, "odd: is missing: the one card that is set aside for a trick"),
    (ODD, {"odd": "C4 C5"}, "odd: 2 cards: the one card that is set aside for a trick"),
    (ODD, {"odd": "HX"}, "odd: the joker HX is also in N's hand"),
    (ODD, {"odd": "C2"}, "odd: the 2 of clubs is not in the pack of jokers-3"),
    (SUIT, {"suit": ...}, "suit: is missing: which suit was named, and counts (S H D C)"),
    (SUIT, {"suit": "NT"}, "suit: 'NT' is not a suit (S H D C)"),
    (SUIT, {"trump": "H"}, "trump: there is no trump in the contract suit"),
    (OUT, {"hands__S": "9..."}, "hands.S: this seat sits out"),
    (OUT, {"seats_out": ["S"]}, "seats_out: 3 of 5 seats play, not 4"),
    (OUT, {"seats_out": ["S", "F"]}, "seats_out: S F never sit out together in declared-3-of-5"),
    (OUT, {"leader": "S"}, "leader: S sits out"),
    (OUT, {"seats_out": ..., "hands": {"W": "A..."}}, "hands: solve needs all hands; only W's is given"),
    (OUT, {"scores": {"E": 1}}, "scores: E sits out"),
    (SUIT, {"seats_out": ["N"]}, "seats_out: nobody sits out in trade"),
]  # fmt: skip


@pytest.mark.parametrize(("base", "changes", "words"), REFUSED)
def test_what_is_refused(base: dict[str, Any], changes: dict[str, Any], words: str) -> None:
    said = read(base, **changes)
    assert said.startswith("hand.json: ")
    assert words in said


def test_a_premium_position_without_taken_ends_with_65(tmp_path: Any, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "hand.json"
    path.write_text(json.dumps({key: value for key, value in JACKS.items() if key != "taken"}), encoding="utf-8")
    assert run(["solve", str(path)]) == 65
    assert "taken: is missing" in capsys.readouterr().err


def test_scores_default_to_what_was_taken() -> None:
    """The jacks in `taken` have been paid for, before the premium; with scores given these count instead."""
    problem = loads(json.dumps(JACKS)).problem()
    assert problem.notes == ()
    assert problem.position.scores == (-6, 0, 0, 0)
    assert isinstance(problem.position, TrickPosition)
    after = problem.position
    while any(after.hands):
        after = tricks.play(after, next(cards_of(tricks.legal(after))))
    assert tricks.final_scores(after) == (-12, 0, 0, -4)
    told = loads(json.dumps(JACKS | {"scores": {"N": 1}})).problem()
    assert told.position.scores == (1, 0, 0, 0)
    assert loads(json.dumps(TRICKS)).problem().position.scores == (-14, 0, 0, 0)


def test_the_seat_to_move_has_drawn() -> None:
    position = loads(json.dumps(STOCK)).problem().position
    assert isinstance(position, TrickPosition)
    assert tricks.turn(position) == 1
    assert position.hands[1] == parse_hand("7.A9.8.")
    assert names(position.stock) == "HK"
    assert names(cards_of(tricks.legal(position))) == "S7"


def test_seats_of_the_position_are_those_that_play() -> None:
    problem = loads(json.dumps(OUT)).problem()
    assert problem.seats == "NWF"
    assert problem.active == (0, 3, 4)
    assert isinstance(problem.position, TrickPosition)
    assert problem.position.leader == 1
    assert problem.totals == (1, 2, 3, 4, 5)
    record = dump_position(problem)
    assert record.seats_out == ("E", "S")
    assert record.leader == "W"
    assert loads(dumps([record], "json")).problem() == problem


def test_the_hundred_as_in_the_design() -> None:
    problem = loads(json.dumps(HUNDRED)).problem()
    assert isinstance(problem.position, HundredPosition)
    assert (problem.position.turn, problem.position.sum, problem.position.scores) == (3, 93, (-1, 0, -2, 0))


def test_states_of_recorded_rounds_of_every_kind() -> None:
    """`Loaded.problem` takes a round of a record back to a trick, a lay or a card of the Hundred."""
    records = random_match(load_variant("varzytines"), "states")
    loaded = loads(dumps(records, "pkn"))
    hundred = loaded.problem(round=5, trick=9).position
    assert isinstance(hundred, HundredPosition)
    assert sum(hand.bit_count() for hand in hundred.hands) == 24
    assert isinstance(loaded.problem(round=6, trick=3).position, LayoutPosition)
    jacks = loaded.problem(round=3, trick=6).position
    assert isinstance(jacks, TrickPosition)
    assert sum(jacks.tricks or ()) == 5
    domino = loads(dumps(random_match(load_variant("domino"), "states"), "pkn"))
    before = domino.problem(round=1, trick=2).position
    assert isinstance(before, TrickPosition)
    assert sum(before.tricks or ()) == 1
    assert before.trick == ()


def test_solve_takes_a_position_with_a_stock_from_a_record(tmp_path: Any) -> None:
    """Cut inside a trick after somebody drew: the position is that of the rules."""
    for played in one_round(load_variant("domino"), "tricks", "drawn"):
        position = played.position()
        if isinstance(position, TrickPosition) and position.trick and not played.is_over:
            path = tmp_path / "cut.pkn"
            path.write_text(dumps([record_of(played)], "pkn"), encoding="utf-8")
            problem = load(str(path)).problem()
            assert problem.position == position
            assert loads(dumps([dump_position(problem)], "json")).problem().position == position


def test_a_position_of_no_game_is_refused() -> None:
    with pytest.raises(KingError, match="hundred"):
        loads(json.dumps(HUNDRED | {"contract": "hundredd"})).check()
