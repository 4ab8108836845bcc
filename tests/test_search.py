"""What the solver answers, refuses and bounds: frozen answers, faults of other solvers, budgets, sizes, JSON."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from endings import FIRST_GAMES, KINDS, ODD_CARD, ending, forms, in_play, turn_of
from enumeration import remembered
from kingcli.cards import card_name, mask, parse_card, parse_hand
from kingcli.errors import KingError, RecordError
from kingcli.records import Problem, loads
from kingcli.rules import LayoutPosition, Position, TrickPosition, layout
from kingcli.rules.perft import after, options_at
from kingcli.search import MAX_CARDS, solve
from kingcli.seats import SEATS
from kingcli.variants import compile_table, load_variant, variant_names

FOLDER = Path(__file__).parent.parent / "fixtures" / "endings"


def lines(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (FOLDER / name).read_text(encoding="utf-8").splitlines()]


def problem_of(position: dict[str, Any]) -> Problem:
    return loads(json.dumps(position), "-", (str(ODD_CARD),)).check().problem()


def plain(position: Position, method: str, seats: Any = None) -> dict[str, Any]:
    row = msgspec.to_builtins(solve(position, method, seats).row())
    return {key: row[key] for key in ("value", "cards", "best")}


def by_letter(values: tuple[int, ...]) -> dict[str, int]:
    return dict(zip(SEATS, values, strict=False))


@pytest.mark.parametrize("name", [*FIRST_GAMES, "kinds"])
def test_frozen_answers(name: str) -> None:
    rows = lines(f"{name}.jsonl")
    if name == "kinds":
        kinds = [row["position"]["id"].rsplit("-", 1)[0] for row in rows]
        assert all(sum(words.startswith(f"{kind}-") for words in kinds) >= 10 for kind in KINDS)
    else:
        contracts = [row["position"]["contract"] for row in rows]
        assert all(contracts.count(contract) >= 5 for contract in in_play(load_variant(name)))
    for row in rows:
        place = row["position"]["id"]
        position = problem_of(row["position"]).position
        (team,) = [key for key in row if key not in ("position", "guarantee", "best", "maxn")]
        assert plain(position, "guarantee", "all") == row["guarantee"], place
        assert plain(position, "best", "all") == row["best"], place
        assert plain(position, "team", [SEATS.index(seat) for seat in team]) == row[team], place
        assert plain(position, "maxn") == row["maxn"], place
        truth = remembered(position, {})
        for method in ("guarantee", "best", "maxn"):
            assert by_letter(getattr(truth, method)) == row[method]["value"], place


def test_frozen_answers_of_large_positions() -> None:
    for row in lines("large.jsonl"):
        assert plain(problem_of(row["position"]).position, "guarantee") == row["guarantee"], row["position"]["id"]


def test_two_against_two_is_what_dds_says() -> None:
    """Bridge rules: +3 a trick, a void plays anything, no bans."""
    variant = load_variant("skill-full", {"must_trump": False})
    for row in lines("dds.jsonl"):
        table = compile_table(variant, "trump", row["trump"])
        hands = tuple(parse_hand(row["hands"][seat]) for seat in "NESW")
        trick = tuple(parse_card(card) for card in row.get("trick", []))
        position = TrickPosition(table, hands, SEATS.index(row["leader"]), trick, None, (0,) * 4)
        found = solve(position, "team", (turn_of(position) % 2, turn_of(position) % 2 + 2))
        assert found.value == 3 * row.get("tricks_mover_side", row.get("tricks_leader_side")), row["id"]
        assert {card_name(card): value for card, value in found.cards.items()} == {
            card_name(parse_card(card)): 3 * tricks for card, tricks in row["first"].items()
        }


FORMS = [(name, contract) for name in variant_names() for contract, _ in forms(load_variant(name))]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "contract"), FORMS)
def test_four_cards_each(name: str, contract: str) -> None:
    variant = load_variant(name)
    suits = dict(forms(variant))[contract]
    for number in range(3):
        position = ending(variant, contract, suits[number % len(suits)], 4, f"four/{name}/{contract}/{number}")
        truth = remembered(position, {})
        assert solve(position, "guarantee", "all").value == truth.guarantee
        assert solve(position, "best", "all").value == truth.best
        assert solve(position, "maxn").value == truth.maxn


def trick_position(
    contract: str, hands: str, leader: str = "N", variant: str = "lithuanian", **fields: Any
) -> Position:
    """Hands as "SA.. ..." by seat N E S W."""
    loaded = load_variant(variant, fields.pop("options", {}))
    table = compile_table(loaded, contract, fields.pop("named", None))
    cards = tuple(parse_hand(hand) for hand in hands.split())
    trick = tuple(parse_card(card) for card in fields.pop("trick", "").split())
    declarer = fields.pop("declarer", None)
    return TrickPosition(table, cards, SEATS.index(leader), trick, declarer, fields.pop("scores", (0,) * table.n_seats))


@pytest.mark.parametrize("contract", ["tricks", "queens", "all", "last-two", "trump"])
def test_s1_forced_and_equal_cards_have_their_value(contract: str) -> None:
    """dds #48, endplay #18: N has only equal cards, then everybody is forced; each card still has its exact value."""
    named = "D" if contract == "trump" else None
    position = trick_position(contract, "T98... KQ.A.. J..AK. ..QJ.", "W", trick="S7", named=named)
    truth = {card: remembered(after(position, card), {}).guarantee for card in options_at(position)}
    assert len(truth) == 3
    for seat in range(4):
        assert solve(position, "guarantee", [seat]).cards == {card: values[seat] for card, values in truth.items()}


def test_s6_singleton_honours() -> None:
    """andrews-deal #30: the king led to a bare jack takes the trick; the ace over it takes it back."""
    king = trick_position("tricks", "K... Q... J... T...")
    assert solve(king).value == -2
    ace = trick_position("tricks", "K... Q... A... T...")
    assert solve(ace).value == 0
    assert solve(ace, "guarantee", [2]).value == -2
    bare = trick_position("trump", ".K7.. .Q8.. .J.A. .T.K.", named="S")
    assert solve(bare, "guarantee", "all").value == (3, 3, 0, 0)


def test_s7_one_card_each() -> None:
    """andrews-deal #26."""
    position = trick_position("trump", "A... K... Q... J...", named="H")
    found = solve(position)
    assert (found.value, found.best, len(found.line)) == (3, (parse_card("SA"),), 4)
    assert solve(position, "maxn").value == (3, 0, 0, 0)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"hands": ("A...", "A...", "Q...", "J...")}, "SA is also in another hand"),
        ({"hands": ("AK...", "A9...", "Q8...", "J7...")}, "SA is also in another hand"),
        ({"hands": ("AK...", "9...", "Q...", "J...")}, "do not fit"),
        ({"hands": ("5...", "9...", "Q...", "J...")}, "S5 is not in the pack"),
        ({"hands": ("AKQJT987.A..", "...", "...", "...")}, "9 cards, but a hand has 8"),
        ({"hands": ("A...", "9...", "Q...")}, "3 hands"),
        ({"trick": ("SA",)}, "still in a hand"),
        ({"trick": ("HA", "HA")}, "stands twice"),
        ({"trick": ("HA", "HK", "HQ", "HJ")}, "at most 3"),
        ({"trick": ("HA", "HK", "HQ", "HJ", "HT")}, "at most 3"),
        ({"trick": ("HA",)}, "do not fit"),
        ({"leader": 4}, "no such seat"),
    ],
)
def test_s10_wrong_positions_are_refused(change: dict[str, Any], words: str) -> None:
    """dds #349: a card in two hands, too many cards, a trick longer than the table: exit 65, never a crash."""
    fields: dict[str, Any] = {"hands": ("A...", "K...", "Q...", "J..."), "leader": 0, "trick": ()} | change
    table = compile_table(load_variant("lithuanian"), "tricks")
    position = TrickPosition(
        table=table,  # type: ignore[arg-type]
        hands=tuple(parse_hand(hand) for hand in fields["hands"]),
        leader=fields["leader"],
        trick=tuple(parse_card(card) for card in fields["trick"]),
        declarer=None,
        scores=(0,) * 4,
    )
    with pytest.raises(RecordError, match=words) as caught:
        solve(position)
    assert caught.value.exit_code == 65


def test_wrong_layouts_are_refused() -> None:
    table = compile_table(load_variant("lithuanian"), "layout")
    hands = tuple(mask(16 * suit + rank for rank in range(8)) for suit in range(4))
    begun = layout.play(layout.start(table, hands, 0), parse_card("C9"))  # type: ignore[arg-type]
    solve(begun, nodes=10)
    for change, words in (
        ({"laid": begun.laid | mask([parse_card("SA")])}, "is laid, but also in a hand"),
        ({"laid": 0}, "C9 is neither laid nor in a hand, so"),
        (
            {"turn": 3, "laid": begun.laid, "hands": (*hands[:3], mask([parse_card("CA")]))},
            "no card of W fits|never fits",
        ),
        ({"turn": 7}, "no such seat"),
        ({"n_out": 2}, "more hold cards"),
    ):
        with pytest.raises(RecordError, match=words):
            solve(msgspec.structs.replace(begun, **change))


def test_questions_that_make_no_sense() -> None:
    position = trick_position("tricks", "A... K... Q... J...")
    with pytest.raises(KingError, match="no method 'paranoid'"):
        solve(position, "paranoid")
    with pytest.raises(KingError, match="seats at this table are N E S W"):
        solve(position, "guarantee", [5])
    with pytest.raises(KingError, match="seats at this table are N E S W"):
        solve(position, "team", [])
    with pytest.raises(KingError, match="name its seats"):
        solve(position, "team", "all")


def test_several_seats_are_a_team_and_a_team_of_one_is_alone() -> None:
    position = ending(load_variant("russian"), "queens", None, 3, "teams")
    assert solve(position, "guarantee", [0, 2]).method == "team"
    assert solve(position, "guarantee", [2, 0]) == solve(position, "team", [0, 2])
    assert solve(position, "team", [1]).cards == solve(position, "guarantee", [1]).cards
    assert solve(position, "team", [0, 1, 2, 3]).value == sum(solve(position, "maxn").value)  # type: ignore[arg-type]


def test_the_default_is_the_guarantee_of_the_seat_to_move() -> None:
    position = ending(load_variant("russian"), "all", None, 3, "default", on_table=2)
    seat = turn_of(position)
    assert solve(position) == solve(position, "guarantee", [seat])
    every = solve(position, "guarantee", "all")
    assert every.best == solve(position).best
    assert every.line == solve(position).line
    assert isinstance(every.value, tuple)
    assert every.value[seat] == solve(position).value


def test_scores_already_made_count() -> None:
    position = ending(load_variant("lithuanian"), "tricks", None, 2, "made")
    bare = msgspec.structs.replace(position, scores=(0, 0, 0, 0))
    rich = msgspec.structs.replace(position, scores=(-2, -4, 0, -6))
    made = (-2, -4, 0, -6)[turn_of(position)]
    assert {card: value + made for card, value in solve(bare).cards.items()} == solve(rich).cards  # type: ignore[operator]


@pytest.mark.parametrize("method", ["guarantee", "best", "maxn", "team"])
def test_a_decided_round_has_its_scores_and_no_cards(method: str) -> None:
    """Under early_end; where play goes on, every card is worth the same."""
    hands, scores = "A7... K8... Q9... J.7..", (-16, 0, 0, 0)
    early = trick_position("king", hands, variant="skill-full", scores=scores)
    late = trick_position("king", hands, variant="russian", scores=scores)
    value = scores if method == "maxn" else -16
    for seats in ([0], "all") if method not in ("maxn", "team") else ([0],):
        wanted = scores if seats == "all" else value
        over = solve(early, method, seats)
        assert (over.value, over.cards, over.best, over.line, over.exact) == (wanted, {}, (), (), True)
        going_on = solve(late, method, seats)
        assert going_on.value == wanted
        assert list(going_on.cards) == [parse_card("SA"), parse_card("S7")]
        assert len(going_on.line) == 8
    layout_over = LayoutPosition(
        compile_table(load_variant("lithuanian"), "layout"),  # type: ignore[arg-type]
        (0, 0, 0, mask([parse_card("SA")])),
        3,
        0xFFFF,
        3,
        0,
        (48, 36, 12, 0),
    )
    found = solve(
        msgspec.structs.replace(layout_over, laid=compile_table(load_variant("lithuanian"), "layout").deck & ~1)
    )
    assert (found.value, found.cards) == (0, {})


def test_a_budget_gives_bounds_that_hold() -> None:
    for name, contract in (("lithuanian", "all"), ("lithuanian", "layout"), ("minsk", "queens")):
        position = ending(load_variant(name), contract, None, 5 if contract != "layout" else 6, f"budget/{contract}")
        exact = solve(position)
        seen = set()
        for nodes in (1, 3, 10, 30, 100, 300, 1000, 10_000):
            found = solve(position, nodes=nodes)
            seen.add(found.exact)
            if found.exact:
                assert found.cards == exact.cards
                assert found.value == exact.value
                assert found.bounds is None
                continue
            low, high = found.bounds  # type: ignore[misc]
            assert low == found.value
            assert low <= exact.value <= high  # type: ignore[operator]
            assert found.best == found.line == ()
            assert list(found.card_bounds) == list(exact.cards)
            for card, (least, most) in found.card_bounds.items():
                assert least <= exact.cards[card] <= most  # type: ignore[operator]
                assert (least == most) == (card in found.cards)
        assert seen == {True, False}


def test_a_budget_in_time_and_for_all_seats_and_maxn() -> None:
    position = ending(load_variant("lithuanian"), "all", None, 8, "time")
    found = solve(position, seconds=0.0)
    assert not found.exact
    every = solve(position, "guarantee", "all", nodes=5)
    assert not every.exact
    assert len(every.bounds) == 4  # type: ignore[arg-type]
    assert msgspec.to_builtins(every.row())["bounds"].keys() == set("NESW")
    each = solve(position, "maxn", nodes=50)
    assert (each.exact, each.value, each.bounds, each.ties) == (False, None, None, "hostile")


def test_too_large_without_a_budget() -> None:
    for name, method in (("lithuanian", "best"), ("lithuanian", "maxn")):
        variant = load_variant(name)
        limit = MAX_CARDS[variant.seats][method]
        position = ending(variant, "tricks", None, limit + 1, "large")
        with pytest.raises(
            KingError, match=f"{limit + 1} cards in a hand are too many for {method}: .* {limit} here"
        ) as e:
            solve(position, method, is_plain=True)
        assert e.value.exit_code == 65
        solve(position, method, nodes=20)


def test_the_row_of_json() -> None:
    position = trick_position("queens", "Q9..K.8 T..7.Q K.Q.9.J A.K7.Q.", "E", "russian", trick="SJ")
    row = json.loads(msgspec.json.encode(solve(position, "best", [0]).row("a", ("note",))))
    assert list(row) == ["schema", "id", "method", "for", "value", "cards", "best", "line", "exact", "nodes", "notes"]
    assert (row["schema"], row["id"], row["method"], row["for"]) == ("king.solution/1", "a", "best", "N")
    assert row["cards"] == {"SK": row["value"]}
    assert row["best"] == ["SK"]
    assert row["line"][0] == ["S", "SK"]
    assert len(row["line"]) == 15
    each = json.loads(msgspec.json.encode(solve(position, "maxn").row()))
    assert each["for"] == "all"
    assert each["ties"] == "hostile"
    assert list(each["value"]) == list("NESW")
    assert list(each["cards"]["SK"]) == list("NESW")
    assert json.loads(msgspec.json.encode(solve(position, "team", [2, 0]).row()))["for"] == "NS"


def test_the_same_question_has_the_same_answer_and_counts() -> None:
    position = ending(load_variant("russian"), "all", None, 5, "same")
    assert solve(position) == solve(position)
    assert solve(position, "maxn") == solve(position, "maxn")


def test_cards_that_come_to_the_same_are_all_listed() -> None:
    """The seven to nine of one suit are one choice for the search, three for the reader; points and rules part them."""
    position = trick_position("hearts", "987... AKQ... .AKQ.. .J.JT.", "N")
    assert {card_name(card) for card in solve(position).cards} == {"S9", "S8", "S7"}
    parted = trick_position("queens", "KQJ... A98... .AKQ.. .J.JT.", "N")
    truth = {card: remembered(after(parted, card), {}).guarantee[0] for card in options_at(parted)}
    assert solve(parted).cards == truth
