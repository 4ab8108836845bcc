"""The independent implementation: order and totals of a match, who deals, sits out, chooses; its end. By hand."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import independent as king
from independent_samples import split, table


@table("""
    lithuanian              |                                   | 12 | 192 | 192
    lithuanian              | layout=no                         | 15 | 192 | 192
    lithuanian              | all=no layout=no                  | 10 | 96  | 96
    lithuanian-3            |                                   | 14 | 192 | 192
    russian                 |                                   | 15 | 192 | 192
    simple                  |                                   | 15 | 192 | 192
    skill-full              |                                   | 15 | 192 | 192
    skill-short             |                                   | 10 | 96  | 96
    russian-3               |                                   | 9  | 120 | 120
    russian-3               | all=true                          | 13 | 240 | 240
    russian-3               | removed_aces=SA,DA                | 9  | 120 | 120
    simple-3                |                                   | 13 | 232 | 240
    simple-3                | imbalance=by-plus                 | 13 | 232 | 240
    simple-3                | imbalance=plus4                   | 13 | 240 | 240
    simple-3                | imbalance=plus4 plus4_on=jacks    | 13 | 240 | 240
    simple-3                | imbalance=plus4 plus4_on=queens   | 13 | 240 | 240
    simple-3                | imbalance=plus4 plus4_on=last-two | 13 | 240 | 240
    simple-3                | trump_value=3                     | 13 | 232 | 180
    polish                  |                                   | 12 | 2600 | 2600
    polish                  | lottery_deals=4                   | 15 | 2600 | 2600
    polish                  | payback=trumps                    | 15 | 2600 | 2600
    polish                  | payback=lottery                   | 9  | 2600 | 2600
    polish                  | payback=lottery lottery_deals=4   | 15 | 2600 | 2600
    polish                  | all=false payback=trumps          | 10 | 1300 | 1300
    polish                  | all=false payback=lottery         | 7  | 1300 | 1300
    polish                  | all=false payback=lottery lottery_deals=4 | 10 | 1300 | 1300
    polish                  | second_prize=300                  | 12 | 2600 | 2400
    polish                  | second_prize=300 payback=lottery  | 9  | 2600 | 2200
    polish                  | second_prize=300 payback=lottery all=false | 7 | 1300 | 1100
    polish                  | last_trick=last-two               | 12 | 2600 | 2600
    polish                  | last_trick=seventh-and-last       | 12 | 2600 | 2600
    polish-3                |                                   | 11 | 2550 | 2550
    polish-3                | lottery_deals=3                   | 13 | 2550 | 2550
    polish-3                | payback=trumps                    | 13 | 2550 | 2550
    polish-3                | payback=lottery                   | 9  | 2550 | 2550
    polish-3                | payback=lottery lottery_deals=3   | 13 | 2550 | 2550
    polish-3                | all=false payback=trumps          | 9  | 1275 | 1275
    polish-3                | all=false payback=lottery         | 7  | 1275 | 1275
    polish-3                | all=false payback=lottery lottery_deals=3 | 9 | 1275 | 1275
    polish-3                | last_trick=seventh-and-last       | 11 | 2550 | 2550
    polish-auction          |                                   | 12 | 2600 | 2600
    polish-auction          | payback=trumps                    | 15 | 2600 | 2600
    polish-auction          | lottery_deals=4                   | 15 | 2600 | 2600
    polish-auction-3        |                                   | 11 | 2550 | 2550
    polish-auction-3        | payback=trumps                    | 13 | 2550 | 2550
    declared                |                                   | 40 | 384 | 384
    declared                | all_and_layout=true               | 48 | 768 | 768
    declared-3              |                                   | 27 | 720 | 720
    declared-3-of-4         |                                   | 36 | 960 | 960
    declared-3-of-5         |                                   | 45 | 1200 | 1200
    ukrainian               |                                   | 14 | 192 | 192
    ukrainian-3             |                                   | 14 | 232 | 232
    ordered                 |                                   | 56 | 768 | 768
    minsk                   |                                   | 27 | 720 | 720
    atomic                  |                                   | 36 | 720 | 720
    atomic                  | trump_deals=3 trump_value=8       | 27 | 720 | 720
    atomic                  | trump_deals=0 take_all=true       | 21 | 720 | 720
    atomic                  | boys=jacks-kings                  | 36 | 720 | 720
    jokers                  |                                   | 4  | 496 | 0
    jokers-3                |                                   | 3  | 432 | 0
    jokers-3                | jokers=1 deals=6                  | 6  | 744 | 0
    rifki                   |                                   | 20 | 5200 | 5200
""")
def test_totals_of_the_matches(row: str) -> None:
    variant, options, deals, penalty, reward = split(row)
    chosen = dict(option.split("=") for option in options.split())
    assert king.match_total(variant, chosen) == (int(deals), -int(penalty), int(reward))


def test_zero_sum() -> None:
    for contract in ("king", "jacks", "queens", "last-two"):  # M7
        assert sum(king.match_total("simple-3", {"imbalance": "plus4", "plus4_on": contract})[1:]) == 0
    assert sum(king.match_total("simple-3")[1:]) == 8


def test_matches_without_a_fixed_total() -> None:
    assert king.number_of_rounds("varzytines") == 6
    assert king.number_of_rounds("atomic", {"contracts_each": "1"}) == 3
    for variant in ("varzytines", "domino", "trade", "trade-3", "omnibus", "black-lady"):
        with pytest.raises(ValueError, match="fixed"):
            king.match_total(variant)
    varzytines = {c: king.Game("varzytines", c).totals or [] for c in king.match_order("varzytines")}
    assert sum(min(totals) for totals in varzytines.values()) == -64  # jacks doubled
    assert sum(max(totals) for totals in varzytines.values()) == 3 * 8 - 24
    three = {c: king.Game("varzytines-3", c).totals or [] for c in king.match_order("varzytines-3")}
    assert sum(min(totals) for totals in three.values()) == -62


def test_orders() -> None:
    def order(variant: str, **options: str) -> str:
        return " ".join(king.match_order(variant, options))

    singles = "tricks hearts queens jacks-kings king"
    assert order("polish") == f"{singles} last all" + " trump" * 4 + " layout"
    assert order("polish-3", payback="trumps", all="false") == f"{singles} last" + " trump" * 3
    assert order("polish", last_trick="last-two", payback="lottery") == f"{singles} last-two all layout layout"
    assert order("varzytines") == "tricks hearts jacks king hundred layout"
    assert order("russian-3") == "tricks jacks queens hearts last-two king trump trump trump"
    assert order("domino") == "tricks jacks queens hearts king last-two all"
    assert order("domino", order="hearts") == "hearts"
    assert order("simple", order="[king, hearts]") == "king hearts"
    assert order("jokers", deals="2") == "joker-hearts joker-hearts"


@pytest.mark.parametrize(
    ("name", "variant", "deals", "expected"),
    [
        ("S1", "simple", slice(7, 15), [2, 1, 0, 3, 2, 1, 0, 3]),
        ("S2", "skill-full", slice(7, 15), [0, 1, 2, 3, 0, 1, 2, 3]),
        ("S3", "lithuanian", slice(7, 11), [0, 1, 2, 3]),
        ("S5", "skill-short", slice(6, 10), [3, 0, 1, 2]),
        ("S6", "simple-3", slice(7, 13), [0, 2, 1, 0, 2, 1]),
    ],
)
def test_choosers(name: str, variant: str, deals: slice, expected: list[int]) -> None:
    rounds = king.dealers_and_choosers(variant, "N")[deals]
    assert ["NESW".index(chooser or "?") for _, _, chooser in rounds] == expected, name
    assert {contract for contract, _, _ in rounds} == {"trump"}


def test_dealers() -> None:
    def dealers(variant: str, **options: str) -> str:
        return "".join(dealer for _, dealer, _ in king.dealers_and_choosers(variant, "N", options))

    assert king.dealers_and_choosers("lithuanian", "N")[0] == ("tricks", "N", "E")  # S4
    assert king.dealers_and_choosers("lithuanian", "N")[-1] == ("layout", "W", None)
    assert king.dealers_and_choosers("polish", "N")[-1] == ("layout", "W", "N")
    assert dealers("simple") == "NESWNES" + "WSENWSEN"
    assert dealers("simple", chooser="left") == "NESWNESWNESWNES"
    assert dealers("simple-3") == "NESNESN" + "ENSENS"
    with pytest.raises(ValueError, match="choose"):
        king.dealers_and_choosers("minsk", "N")
    again = king.dealers_and_choosers("domino", "S", rounds=9)
    assert again[7:] == [("tricks", "E", "S"), ("jacks", "S", "W")]
    assert king.chooser_of("atomic", "S") == "E"  # on the dealer's right; the deal passes to the left
    assert king.next_dealer("atomic", "trump", "S") == "N"
    assert king.chooser_of("atomic", "S", {"chooser": "left"}) == "N"
    assert king.chooser_of("minsk", "S") == "N"
    assert (king.chooser_of("rifki", "N"), king.next_dealer("rifki", "trump", "N")) == ("W", "W")
    assert king.next_dealer("declared-3-of-5", "king", "F") == "N"


def test_who_sits_out() -> None:
    assert king.active_seats("declared-3-of-5", "S") == "WFN"  # C10
    assert king.active_seats("declared-3-of-4", "S") == "WNE"  # C11
    assert king.active_seats("declared-3-of-5", "N") == "ESW"
    assert king.active_seats("russian", "N") == "ESWN"
    assert king.active_seats("rifki", "N") == "WSEN"


def test_what_is_left_to_choose() -> None:
    left = king.choices("declared", "N", [("N", "tricks"), ("E", "hearts")])
    assert left == ["hearts", "jacks-kings", "queens", "king", "last-two", "trump"]  # C1
    assert "trump" in king.choices("declared", "N", [("N", "trump")] * 3)
    assert "trump" not in king.choices("declared", "N", [("N", "trump")] * 4)  # C2
    others = [("N", contract) for contract in ("tricks", "hearts", "jacks-kings", "king", "last-two")]
    assert king.choices("declared", "N", others + [("N", "trump")] * 4) == ["queens"]  # C3
    assert king.choices("declared", "N", [*others, ("N", "queens")] + [("N", "trump")] * 4) == []
    assert {"all", "layout"} < set(king.choices("declared", "N", [], {"all_and_layout": "true"}))
    assert "trump" not in king.choices("minsk", "N", [("N", "trump")] * 3)
    assert king.choices("atomic", "N", [("N", "king")], {"contracts_each": "1"}) == []
    assert len(king.choices("ordered", "N", [("N", "take-all")])) == 13


def test_quotas() -> None:
    """Three negatives and two trumps a player; each negative twice in a match."""
    negatives = ["tricks", "hearts", "jacks-kings", "queens", "king", "last-two"]
    assert king.choices("rifki", "N", []) == [*negatives, "trump"]
    assert king.choices("rifki", "N", [("N", "king"), ("N", "king"), ("N", "tricks")]) == ["trump"]
    assert king.choices("rifki", "N", [("N", "trump")] * 2) == negatives
    assert "king" not in king.choices("rifki", "N", [("E", "king"), ("S", "king")])
    assert "king" in king.choices("rifki", "N", [("E", "king")])
    declared: list[tuple[str, str]] = []
    for number in range(20):  # a player always has something to choose, whatever he and the others took
        seat = "NWSE"[number % 4]
        declared.append((seat, king.choices("rifki", seat, declared)[0]))
    assert sorted(contract for _, contract in declared) == sorted([*negatives * 2, *["trump"] * 8])


@table("""
    M14 | domino     | -30 0 0 0      | goes on
    M14 | domino     | -32 0 0 0      | over
    at 31 | domino   | 0 0 -31 0      | over
    M9  | trade      | -78 0 0 0      | over
    M9  | trade      | -76 0 0 0      | goes on
    three | trade-3  | 0 -77 5        | over
    M11 | omnibus    | 0 -101 0 0     | over
    at 100 | omnibus | 0 -100 26 0    | over
    99  | omnibus-3  | 0 -99 26       | goes on
    lady | black-lady | -100 -30 0 0  | over
    lady | black-lady | -99 -30 0 0   | goes on
    never | russian  | -100 50 50 0   | goes on
""")
def test_ends(row: str) -> None:
    _, variant, text, expected = split(row)
    totals = dict(zip(king.VARIANTS[variant]["seats"], map(int, text.split()), strict=True))
    assert king.is_over(variant, totals, 5) == (expected == "over")


def test_ends_by_rounds() -> None:
    level = dict.fromkeys("NESW", 0)
    assert not king.is_over("trade", level, 499)
    assert king.is_over("trade", level, 500)
    assert king.is_over("trade", level, 7, {"max_rounds": "7"})
    assert not king.is_over("russian", level, 14)
    assert king.is_over("russian", level, 15)
    assert king.is_over("atomic", dict.fromkeys("NES", 0), 3, {"contracts_each": "1"})


def test_places() -> None:
    def ranked(variant: str, totals: list[int], premiums: list[int], **options: str) -> list[int]:
        by_seat = dict(zip("NESW", totals, strict=False))
        return list(king.places(variant, by_seat, dict(zip("NESW", premiums, strict=False)), options).values())

    assert ranked("skill-full", [20, 20, -15, -25], []) == [1, 1, 3, 4]  # M3
    assert ranked("trade", [-78, -20, -3, -3], []) == [4, 3, 1, 1]  # M9
    assert ranked("varzytines", [-20, -2, -5, -9], [8, 0, 0, 0]) == [4, 1, 2, 3]
    assert ranked("varzytines", [-20, -2, -5, -9], [8, 0, 0, 0], ranking="premium-first") == [1, 2, 3, 4]
    assert ranked("varzytines", [-20, -2, -5, -9], [8, 16, 8, 0], ranking="premium-first") == [3, 1, 2, 4]


@table("""
    M4 | by-minus | 30 -10 -12 | 22 -10 -12
    M5 | by-minus | 20 10 -22  | 15 7 -22
    M6 | by-minus | 3 3 2      | 0 0 0
    none lost | by-minus | 8 0 0 | 0 0 0
    M4 | by-plus  | 30 -10 -12 | 30 -14 -16
    M5 | by-plus  | 20 10 -22  | 20 10 -30
    equal, the larger minus | by-plus | 8 -1 -15 | 8 0 -8
    equal, the earlier seat | by-minus | 7 7 -5 | 3 2 -5
    none at all | plus4 | 10 -5 -5 | 0 0 0
""")
def test_settlement(row: str) -> None:
    _, imbalance, totals, expected = split(row)
    by_seat = dict(zip("NES", map(int, totals.split()), strict=True))
    paid = king.settlement("simple-3", by_seat, {"imbalance": imbalance})
    assert list(paid.values()) == [int(points) for points in expected.split()]
    assert king.settlement("russian-3", by_seat) == dict.fromkeys("NES", 0)


def test_sheets() -> None:
    assert king.won_and_lost({"N": 13, "E": -19, "S": 16, "W": -10}) == (29, 29)  # M1
    assert king.won_and_lost({"N": 13, "E": -19, "S": 16, "W": -9}) == (29, 28)  # M2
    assert king.running_fields([-6, 9, -12, 0]) == ([6, 18], [9])  # C12


def test_every_vector_is_here() -> None:
    """Its id stands in one of these tests."""
    last = {"V": 40, "L": 23, "W": 10, "O": 11, "D": 13, "H": 7, "A": 9, "E": 7, "C": 12, "S": 6, "M": 20}
    wide = {"V", "L", "W"}  # V01, but O1
    ids = {
        letter + str(number).zfill(2 if letter in wide else 1)
        for letter in last
        for number in range(1, last[letter] + 1)
    }
    texts = [path.read_text(encoding="utf-8").lower() for path in Path(__file__).parent.glob("test_independent*.py")]
    found = set(re.findall(r"(?<![a-z0-9-])[vlwodhaecsm]\d+(?!\d)", " ".join(texts).replace("_", " ")))
    assert {name.lower() for name in ids} <= found
