"""Positions of the special kinds that are wrong or too large, budgets over them, and what `king solve` prints."""

from __future__ import annotations

import io
import json
import sys
from typing import Any

import msgspec
import pytest

from endings import KINDS, ending, kind_endings
from kingcli.cards import mask, parse_card, parse_hand
from kingcli.cli.main import run
from kingcli.errors import KingError, RecordError
from kingcli.rules import LayoutPosition, TrickPosition
from kingcli.search import solve
from kingcli.variants import Variant, compile_table, load_variant


def trick_position(variant: Variant, contract: str, hands: str, **fields: Any) -> TrickPosition:
    """Hands as "A..K." by seat; fields `trick`, `stock`, `odd` as card names."""
    table = compile_table(variant, contract)
    held = tuple(parse_hand(hand) for hand in hands.split())
    for key in ("trick", "stock"):
        fields[key] = tuple(parse_card(card) for card in fields.get(key, "").split())
    if "odd" in fields:
        fields["odd"] = parse_card(fields["odd"])
    base: dict[str, Any] = {"leader": 0, "declarer": None, "scores": (0,) * table.n_seats}
    return TrickPosition(table=table, hands=held, **(base | fields))  # type: ignore[arg-type]


def test_a_premium_needs_what_was_taken() -> None:
    varzytines, hands = load_variant("varzytines"), "A...7 K...8 Q...9 J...T"
    for contract in ("hearts", "jacks"):
        for fields, where in (({}, "taken"), ({"tricks": (6, 0, 0, 0)}, "taken")):
            with pytest.raises(RecordError, match="is missing: this contract has a premium") as caught:
                solve(trick_position(varzytines, contract, hands, **fields), nodes=5)
            assert caught.value.where == where
    with pytest.raises(RecordError, match="is missing: this contract has a premium") as caught:
        solve(trick_position(varzytines, "tricks", hands))
    assert caught.value.where == "tricks"


def test_tricks_alone_are_enough_for_a_premium_on_tricks() -> None:
    varzytines, hands = load_variant("varzytines"), "A...K K...8 Q...9 J...T"
    all_so_far = trick_position(varzytines, "tricks", hands, tricks=(6, 0, 0, 0), scores=(-12, 0, 0, 0))
    assert solve(all_so_far).value == 8
    shared = trick_position(varzytines, "tricks", hands, tricks=(5, 1, 0, 0), scores=(-10, -2, 0, 0))
    assert solve(shared).value == -14


def test_tricks_follow_from_the_cards_taken() -> None:
    position = ending(load_variant("varzytines"), "jacks", None, 3, "from the cards")
    assert isinstance(position, TrickPosition)
    assert solve(msgspec.structs.replace(position, tricks=None)) == solve(position)


@pytest.mark.parametrize(
    ("change", "where", "words"),
    [
        ({"stock": "S9"}, "stock", "must draw before playing"),
        ({"stock": "SA"}, "stock", "is in a hand or in the trick"),
        ({"stock": "C9 C9"}, "stock", "stands twice"),
        ({"order": ()}, "order", "must be the seats that take part"),
        ({"order": (0, 2, 1, 3)}, "order", "must be the seats that take part"),
        ({"order": (1, 2, 3)}, "order", "must be the seats that take part"),
        ({"order": (0, 1, 2)}, "order", "takes no part"),
        ({"trick": "", "order": (0, 1)}, "order", "belongs to a trick on the table"),
        ({"trick": "", "order": (), "hands": "... .K.. .Q.. ...J"}, "leader", "has no cards to lead"),
        ({"trick": "", "order": (), "hands": "AK... ... ... ..."}, "hands", "only one seat holds cards"),
        ({"hands": "A.7.. ... .Q.. ...J"}, "hands.E", "has no cards to play"),
    ],
)
def test_wrong_stocks_are_refused(change: dict[str, Any], where: str, words: str) -> None:
    """N has led the spade king; E has no spade and must have drawn."""
    fields: dict[str, Any] = {"hands": "A.7.. .8.. .Q.. ...J", "trick": "SK", "order": (0, 1, 2, 3)} | change
    with pytest.raises(RecordError, match=words) as caught:
        solve(trick_position(load_variant("domino"), "queens", **fields))
    assert caught.value.where == where


def test_other_wrong_positions_are_refused() -> None:
    russian = load_variant("russian")
    with pytest.raises(RecordError, match="no stock in this game"):
        solve(trick_position(russian, "queens", "A... K... Q... J...", stock="H7"))
    with pytest.raises(RecordError, match="goes to a trick that is over"):
        solve(trick_position(load_variant("jokers-3"), "joker-hearts", ".A.. .K.. .Q..", odd="S7"))
    taken = (mask([parse_card("SA")]), 0, 0, 0)
    with pytest.raises(RecordError, match="SA is elsewhere"):
        solve(trick_position(russian, "queens", "A... K... Q... J...", taken=taken))
    hundred = ending(load_variant("varzytines"), "hundred", None, 2, "wrong")
    for change, where in (({"turn": 9}, "turn"), ({"sum": -1}, "sum"), ({"hands": (0, 2, 4, 8), "turn": 0}, "turn")):
        with pytest.raises(RecordError) as caught:
            solve(msgspec.structs.replace(hundred, **change))
        assert caught.value.where == where
    layout = ending(load_variant("varzytines"), "layout", None, 2, "wrong")
    with pytest.raises(RecordError, match="no more start cards"):
        solve(msgspec.structs.replace(layout, laid_now=1))


@pytest.mark.parametrize(
    ("variant", "contract", "n_left", "method", "words"),
    [
        ("varzytines", "jacks", 7, "guarantee", "7 cards in a hand .* for guarantee with jokers, .* premium .* does 6"),
        ("jokers", "joker-hearts", 7, "guarantee", "7 cards in a hand .* with jokers, .* does 6"),
        ("jokers-3", "joker-hearts", 8, "maxn", "8 cards in a hand .* with jokers, .* does 6"),
        ("varzytines", "hundred", 8, "maxn", "8 cards in a hand .* in the Hundred: .* does 7"),
        ("polish", "layout", 11, "maxn", "cards in all hands .* in a layout: .* does 40"),
        ("domino", "queens", 6, "maxn", "24 cards in all hands .* with a stock: .* does 16"),
    ],
)
def test_limits_name_the_kind(variant: str, contract: str, n_left: int, method: str, words: str) -> None:
    for number in range(100):
        position = ending(load_variant(variant), contract, None, n_left, f"limit/{number}")
        if not isinstance(position, TrickPosition) or position.taken is None or sum(map(bool, position.taken)) == 1:
            break
    with pytest.raises(KingError, match=words) as caught:
        solve(position, method, is_plain=True)
    assert caught.value.exit_code == 65
    assert not solve(position, method, nodes=3).exact


@pytest.mark.parametrize("kind", ["hundred", "jacks", "joker", "premium", "stock", "odd-card"])
def test_budgets_give_bounds_that_hold(kind: str) -> None:
    assert kind in KINDS
    for place, problem in kind_endings(kind, 12):
        exact = solve(problem.position)
        for nodes in (1, 3, 10, 30, 100):
            found = solve(problem.position, nodes=nodes)
            low, high = found.bounds or (found.value, found.value)
            assert low <= exact.value <= high, place  # type: ignore[operator]
            for card, (least, most) in found.card_bounds.items():
                assert least <= exact.cards[card] <= most, place  # type: ignore[operator]


def printed(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, position: dict[str, Any]) -> str:
    text = json.dumps({"schema": "king.position/1"} | position).encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text), encoding="utf-8"))
    assert run(["solve", "-"]) == 0
    return capsys.readouterr().out


HUNDRED = {
    "variant": "varzytines",
    "contract": "hundred",
    "turn": "W",
    "sum": 93,
    "hands": {"N": "T...", "E": ".K..", "S": "..J.", "W": "...A"},
    "scores": {"N": -1, "E": 0, "S": -2, "W": 0},
}


def test_the_hundred_on_screen(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    out = printed(capsys, monkeypatch, HUNDRED)
    assert "Sum so far: 93   Limits ahead: 100 (-5)" in out
    assert "West lays" in out
    assert "W ♣A (104: -5)" in out


def test_several_start_cards_on_screen(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    hands = {"N": "AKQ.T987.7.", "E": ".AKQJ.T98.J", "S": "..AKQ.T987", "W": "T987..J.AKQ"}
    position = {"variant": "varzytines", "contract": "layout", "turn": "E", "laid": {"S": "J-J"}, "laid_now": 1}
    out = printed(capsys, monkeypatch, position | {"hands": hands})
    assert "In this turn: 1 start card; he may stop, or lay all the others he holds" in out
    assert "stop" in out


def test_a_stock_on_screen(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    position = {"variant": "domino", "contract": "queens", "leader": "N", "stock": "C9 SK D7"}
    out = printed(capsys, monkeypatch, position | {"hands": {"N": "A...", "E": ".7.8.", "S": ".Q..", "W": "Q..."}})
    assert "Stock, top first: ♣9 ♠K ♦7" in out
    assert "E ♠K" in out


def test_letters_are_those_of_the_seats_that_play(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three of four play: the north seat sits out."""
    position = {"variant": "declared-3-of-4", "contract": "queens", "leader": "E", "declarer": "E", "seats_out": ["N"]}
    position |= {"hands": {"E": "A..7.", "S": "K..Q.", "W": "Q..J."}}
    out = printed(capsys, monkeypatch, position)
    assert "East plays" in out
    assert "Declarer: E" in out
    assert "-> E  -10" in out
    text = json.dumps({"schema": "king.position/1"} | position).encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text), encoding="utf-8"))
    assert run(["solve", "-", "--for", "all", "--json"]) == 0
    assert list(json.loads(capsys.readouterr().out)["value"]) == ["E", "S", "W"]
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text), encoding="utf-8"))
    assert run(["solve", "-", "--for", "N"]) == 65
    assert "'N' is not a seat at this table (E S W)" in capsys.readouterr().err


def test_a_premium_without_taken_is_refused_by_name(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    position = {"schema": "king.position/1", "variant": "varzytines", "contract": "hearts", "leader": "N"}
    text = json.dumps(position | {"hands": {"N": "A...", "E": "K...", "S": "Q...", "W": "J..."}}).encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text), encoding="utf-8"))
    assert run(["solve", "-"]) == 65
    assert "taken: is missing" in capsys.readouterr().err


def test_the_start_cards_of_a_turn_in_json() -> None:
    """After one start card the options are the others and to stop, after a second the rest of them."""
    variant = load_variant("varzytines", {"multi_jacks": "any"})
    table = compile_table(variant, "layout")
    hands = tuple(parse_hand(hand) for hand in ("A.J.J.", "..AKQ.", "..T98.", "KQT..7."))
    for laid_now, laid, options in ((1, "SJ", ["HJ", "DJ", "stop"]), (2, "SJ CJ", ["HJ", "DJ"])):
        cards = mask(parse_card(card) for card in laid.split())
        position = LayoutPosition(table, hands, 0, cards, 0, 0, (0,) * 4, laid_now)  # type: ignore[arg-type]
        assert list(solve(position).row().cards) == options
