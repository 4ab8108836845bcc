"""Positions as people write them: what is read, what is refused, and with which words."""

from __future__ import annotations

import json
from typing import Any

import pytest

from kingcli.cards import parse_card, parse_hand
from kingcli.errors import KingError
from kingcli.records import loads
from kingcli.rules import LayoutPosition, TrickPosition

QUEENS: dict[str, Any] = {
    "schema": "king.position/1",
    "variant": "russian",
    "contract": "queens",
    "leader": "E",
    "trick": ["SJ"],
    "hands": {"N": "Q9..K.8", "E": "T..7.Q", "S": "K.Q.9.J", "W": "A.K7.Q."},
}
TRUMP: dict[str, Any] = {
    "schema": "king.position/1",
    "variant": "minsk",
    "options": {"trump_lead": "declarer-only"},
    "contract": "trump",
    "trump": "H",
    "declarer": "E",
    "leader": "N",
    "trick": [],
    "hands": {"N": "K..A.7", "E": "Q.A..9", "S": "J.K.Q."},
    "tricks": {"N": 2, "E": 4, "S": 1},
}
LAYOUT: dict[str, Any] = {
    "schema": "king.position/1",
    "variant": "lithuanian",
    "contract": "layout",
    "turn": "E",
    "laid": {"S": "7-A", "H": "8-K", "D": "9-J", "C": "7-A"},
    "hands": {"N": ".A..", "E": "..Q8.", "S": ".7.A.", "W": "..K7."},
}
PASSING = LAYOUT | {"options": {"allow_voluntary_pass": True}}


def read(base: dict[str, Any], **changes: Any) -> str:
    """What is said against a position; "" when it is read. `...` takes a key away, "hands.N" changes one hand."""
    record = json.loads(json.dumps(base))
    for key, value in changes.items():
        holder, _, name = key.rpartition("__")
        target = record[holder] if holder else record
        if value is ...:
            del target[name]
        else:
            target[name] = value
    try:
        loaded = loads(json.dumps(record), "hand.json")
    except KingError as error:
        return str(error)
    assert len(loaded.problems) + len(loaded.diagnostics) == 1
    return "".join(str(one) for one in loaded.diagnostics)


def test_the_examples_of_the_design() -> None:
    queens, trump, layout = (loads(json.dumps(one)).problem() for one in (QUEENS, TRUMP, LAYOUT))
    assert isinstance(queens.position, TrickPosition)
    assert queens.position.trick == (parse_card("SJ"),)
    assert queens.position.hands[0] == parse_hand("Q9..K.8")
    assert (queens.position.leader, queens.position.declarer, queens.position.scores) == (1, None, (0, 0, 0, 0))
    assert queens.notes == ("counts only what is left (no scores are given)",)
    assert isinstance(trump.position, TrickPosition)
    assert (trump.named, trump.position.declarer, trump.position.tricks) == ("H", 1, (2, 4, 1))
    assert isinstance(layout.position, LayoutPosition)
    assert (layout.position.turn, layout.position.n_out, layout.position.laid.bit_count()) == (1, 0, 25)


@pytest.mark.parametrize(
    ("base", "changes"),
    [
        (QUEENS, {"id": "a", "scores": {"N": -4}, "totals": {"N": 3, "E": -3}}),
        (QUEENS, {"hands__W": "♠A ♥K h7 QD"}),
        (QUEENS, {"hands__W": "A.K7.Q.-", "trick": ["js"], "leader": "e"}),
        (QUEENS, {"hands": {"N": "", "E": "-", "S": "...", "W": "..."}, "trick": []}),
        (QUEENS, {"trick": ["SJ", "SK", "SA"], "hands": {"N": "Q...", "E": "...", "S": "...", "W": "..."}}),
        (QUEENS, {"tricks": {"N": 4}}),
        (QUEENS, {"taken": {"N": "87.AJ.AJ.AK", "E": ".T98.T8.T97", "W": ""}, "tricks": {"N": 2, "E": 2}}),
        (QUEENS, {"contract": "trump", "trump": "♠", "declarer": "E"}),
        (QUEENS, {"variant": "skill-full", "contract": "trump", "trump": "nt"}),
        (TRUMP, {"options": ..., "declarer": ..., "tricks": ...}),
        (LAYOUT, {"laid__S": "A-7", "laid__C": "7–A", "laid__H": " 8 - K "}),
        (PASSING, {"passes": 2}),
        (LAYOUT, {"hands": {"N": "...", "E": "..Q8.", "S": "..A.A", "W": "..K7."}, "laid__H": "7-A", "laid__C": "7-K"}),
        (LAYOUT, {"hands": {"N": "...", "E": "..Q8.", "S": "...", "W": "..K7."}, "laid__H": "7-A"}),
    ],
)
def test_what_is_read(base: dict[str, Any], changes: dict[str, Any]) -> None:
    assert read(base, **changes) == ""


REFUSED = [
    (QUEENS, {"hands__S": "K.Q.97.J"}, "hands.S: the 7 of diamonds is also in E's hand"),
    (QUEENS, {"hands__W": "AJ.7.Q."}, "trick[0]: the jack of spades is also in W's hand"),
    (QUEENS, {"trick": ["SJ", "SK"]}, "trick[1]: the king of spades is also in S's hand"),
    (QUEENS, {"hands__N": "QQ..K.8"}, "hands.N: 'QQ..K.8': SQ stands twice"),
    (QUEENS, {"hands__N": "SQ SQ"}, "hands.N: SQ stands twice"),
    (QUEENS, {"hands__N": "Q2..K.8"}, "hands.N: the 2 of spades is not in the pack of russian"),
    (QUEENS, {"hands__N": "Q9.K.8"}, "hands.N: 'Q9.K.8' is not a hand: it needs four suits"),
    (QUEENS, {"hands__N": "Z9..K.8"}, "'Z' is not a rank"),
    (QUEENS, {"hands": {"W": "A.K7.Q."}}, "hands: solve needs all hands; only W's is given"),
    (QUEENS, {"hands__N": ...}, "hands.N: is missing; a position has the hand of every seat"),
    (QUEENS, {"hands__X": "..."}, "hands: 'X' is not a seat at this table (N E S W)"),
    (QUEENS, {"hands__n": "..."}, "hands: the seat N stands twice"),
    (QUEENS, {"hands": {}}, "hands.N: is missing"),
    (QUEENS, {"hands__N": "Q98..K.8"}, "hands: of unequal size (N 5 E 3 S 4 W 4): E, having played to this trick,"),
    (QUEENS, {"trick": [], "leader": "N"}, "of unequal size (N 4 E 3 S 4 W 4) with no card on the table"),
    (QUEENS, {"hands__E": "T..7.QT"}, "hands: of unequal size"),
    (QUEENS, {"leader": "N"}, "hands: of unequal size (N 4 E 3 S 4 W 4): N, having played to this trick,"),
    (QUEENS, {"trick": ["SJ", "H9"], "hands__S": "K..9.J"}, "trick[1]: S played ♥9, but must follow ♠ (S holds ♠K)"),
    (QUEENS, {"trick": ["SJ", "S8", "S7", "ST"]}, "trick: 4 cards, but 4 seats: a trick in progress has at most 3"),
    (QUEENS, {"trick": ["1Z"]}, "trick[0]: '1Z' is not a card"),
    (
        QUEENS,
        {"contract": "hearts", "trick": ["HJ"]},
        "trick[0]: E played ♥J, but must not lead ♥ while other suits are held",
    ),
    (
        QUEENS,
        {"contract": "king", "trick": ["C7", "DA"], "hands__S": "K.K.9.", "hands__W": "A.7.Q.A"},
        "trick[1]: S played ♦A, but must discard ♥K at the first chance",
    ),
    (QUEENS, {"variant": "rusian"}, "no variant 'rusian' (did you mean 'russian' or 'russian-3'?)"),
    (QUEENS, {"contract": "quens"}, "contract: russian has no contract 'quens' (did you mean 'queens'?)"),
    (QUEENS, {"options": {"king_forced_on_heart": "always"}}, "king_forced_on_heart"),
    (QUEENS, {"trump": "S"}, "trump: there is no trump in the contract queens"),
    (QUEENS, {"contract": "trump"}, "trump: is missing: which suit is trump (S H D C)"),
    (QUEENS, {"contract": "trump", "trump": "NT"}, "trump: no trump may not be named in russian (S H D C)"),
    (QUEENS, {"contract": "trump", "trump": "X"}, "trump: 'X' is not a suit (S H D C)"),
    (QUEENS, {"variant": "skill-full", "contract": "trump", "trump": "X"}, "trump: 'X' is not a suit (S H D C NT)"),
    (QUEENS, {"contract": "trump", "trump": "S"}, "declarer: is missing: only the declarer may lead trumps here"),
    (QUEENS, {"declarer": "S"}, "declarer: nobody chooses in the contract queens"),
    (TRUMP, {"declarer": ...}, "declarer: is missing"),
    (TRUMP, {"declarer": "W"}, "declarer: 'W' is not a seat at this table (N E S)"),
    (TRUMP, {"leader": "W"}, "leader: 'W' is not a seat at this table (N E S)"),
    (QUEENS, {"leader": ...}, "leader: is missing"),
    (QUEENS, {"leader": 5}, "leader: text is expected, got a whole number"),
    (QUEENS, {"hand": {}}, "hand: unknown key (did you mean 'hands'?)"),
    (QUEENS, {"variant": ...}, "the key 'variant' is missing"),
    (QUEENS, {"hands": ["A"]}, "hands: expected mapping, got list"),
    (QUEENS, {"hands__N": 7}, "text is expected, got a whole number"),
    (QUEENS, {"scores": {"N": 1.5}}, "whole number"),
    (QUEENS, {"scores": {"X": 1}}, "scores: 'X' is not a seat"),
    (QUEENS, {"tricks": {"N": 2}}, "tricks: they add up to 2 tricks, but 4 have been played (8 cards a hand, 4 left)"),
    (QUEENS, {"tricks": {"N": 5, "E": -1}}, "tricks: a number of tricks is not negative"),
    (QUEENS, {"taken": {"N": "87..."}}, "taken.N: 2 cards are not whole tricks of 4"),
    (QUEENS, {"taken": {"N": "87.A.A."}}, "taken: they add up to 1 tricks, but 4 have been played"),
    (QUEENS, {"taken": {"N": "A87.A.."}}, "taken.N: the ace of spades is also in W's hand"),
    (QUEENS, {"taken": {"N": "87.A.A."}, "tricks": {"E": 1}}, "tricks.N: 0 tricks, but taken.N holds 1"),
    (QUEENS, {"turn": "N"}, "turn: means nothing in a contract of tricks"),
    (QUEENS, {"laid": {}}, "laid: means nothing in a contract of tricks"),
    (LAYOUT, {"leader": "N"}, "leader: means nothing in a layout"),
    (LAYOUT, {"trick": ["SA"]}, "trick: means nothing in a layout"),
    (LAYOUT, {"turn": ...}, "turn: is missing: the seat that is to lay"),
    (LAYOUT, {"hands__N": "A.A.."}, "laid: the ace of spades is also in N's hand"),
    (LAYOUT, {"laid__H": "9"}, "laid: ♥K ♥Q ♥J ♥T neither laid nor in a hand, so ♥A"),
    (LAYOUT, {"laid__D": "J-Q"}, "laid.D: a suit is opened with ♦9, which is not in it"),
    (LAYOUT, {"laid__C": ...}, "laid: the round begins with ♣9, which is not laid"),
    (LAYOUT, {"laid__D": "6-J"}, "laid.D: ♦6 is not in this pack"),
    (LAYOUT, {"laid__D": "9,10,J"}, "laid.D: '9,10,J': write the lowest and the highest card laid, as in 7-A or 9"),
    (LAYOUT, {"laid__X": "9"}, "laid: 'X' is not a suit (S H D C)"),
    (LAYOUT, {"laid__♦": "9-J"}, "laid: the suit D stands twice"),
    (LAYOUT, {"passes": 1}, "passes: nobody may pass in this game"),
    (PASSING, {"passes": 4}, "passes: 0 .. 3 passes in a row are possible"),
    (LAYOUT, {"laid": {}}, "neither laid nor in a hand, so"),
    (
        LAYOUT,
        {"laid": ..., "hands": {"N": "...9", "E": "...", "S": "...", "W": "..."}},
        "hands: nothing is laid, but the hands are not whole",
    ),
]


@pytest.mark.parametrize(("base", "changes", "words"), REFUSED)
def test_what_is_refused(base: dict[str, Any], changes: dict[str, Any], words: str) -> None:
    said = read(base, **changes)
    assert said.startswith("hand.json: ")
    assert words in said


def test_it_is_the_turn_of_who_can_lay() -> None:
    one = LAYOUT | {"turn": "N", "laid": {"S": "7-A", "H": "8-Q", "D": "9-J", "C": "7-A"}}
    one["hands"] = LAYOUT["hands"] | {"W": ".K.K7."}
    assert "turn: no card of N fits; it is E's turn" in read(one)


def test_cards_in_nobodys_hand_are_accepted() -> None:
    assert read(QUEENS, hands={"N": "Q...", "E": "...", "S": "K...", "W": "A..."}) == ""
    lost_ace = {"N": "...", "E": "..Q8.", "S": ".7..", "W": "..K7."}
    assert read(LAYOUT, hands=lost_ace) == ""
    assert "♦Q neither laid nor in a hand, so ♦A could never be laid" in read(LAYOUT, hands__E="..8.")


def test_several_positions_one_of_them_wrong() -> None:
    lines = [json.dumps(QUEENS), json.dumps(QUEENS | {"contract": "quens"}), json.dumps(TRUMP | {"id": "last"})]
    loaded = loads("\n".join(lines), "hands.jsonl")
    assert [problem.contract for problem in loaded.problems] == ["queens", "trump"]
    assert [problem.place for problem in loaded.problems] == ["hands.jsonl:1", "hands.jsonl:3"]
    assert [str(one)[:14] for one in loaded.diagnostics] == ["hands.jsonl:2:"]
    with pytest.raises(KingError, match="quens"):
        loaded.check()
    as_list = loads("[" + ",\n".join(lines) + "]", "hands.json")
    assert len(as_list.problems) == 2
    assert as_list.diagnostics[0].line == 2


@pytest.mark.parametrize(
    "text", ["hello", "{", '{"schema": "king.pos', "[", '"x"', "{}", '{"schema": 5}', '{"shema": "x"}']
)
def test_what_is_no_position(text: str) -> None:
    with pytest.raises(KingError, match=r"\Ax\.json"):
        loads(text, "x.json").check()
