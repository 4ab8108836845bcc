"""Every game: the balances and play flags of the rule book, the laws of `rules.check`, the quotas of pools."""

from __future__ import annotations

from typing import Any

import pytest

from kingcli.rules import n_rounds
from kingcli.rules.check import check_variant, expected_decisions, option_settings, tasks
from kingcli.rules.match import round_order
from kingcli.variants import Variant, load_variant, variant_names

# The games of the rule book, and the two that are there to show that a game needs no code.
RULE_BOOK = [
    "lithuanian",
    "lithuanian-3",
    "russian",
    "russian-3",
    "polish",
    "polish-3",
    "polish-auction",
    "polish-auction-3",
    "varzytines",
    "varzytines-3",
    "declared",
    "declared-3",
    "declared-3-of-4",
    "declared-3-of-5",
    "simple",
    "simple-3",
    "ukrainian",
    "ukrainian-3",
    "ordered",
    "minsk",
    "domino",
    "jokers",
    "jokers-3",
    "trade",
    "trade-3",
    "omnibus",
    "omnibus-3",
    "atomic",
    "skill-full",
    "skill-short",
]
DATA_ONLY = ["rifki", "black-lady"]

# rules.md section 6: rounds, penalties, rewards; the match sums to their sum.
BALANCES: list[tuple[str, dict[str, Any], int, int, int]] = [
    ("lithuanian", {}, 12, -192, 192),
    ("lithuanian", {"layout": False}, 15, -192, 192),
    ("lithuanian", {"all": False, "layout": False}, 10, -96, 96),
    ("lithuanian-3", {}, 14, -192, 192),
    ("russian", {}, 15, -192, 192),
    ("simple", {}, 15, -192, 192),
    ("skill-full", {}, 15, -192, 192),
    ("skill-short", {}, 10, -96, 96),
    ("russian-3", {}, 9, -120, 120),
    ("russian-3", {"all": True}, 13, -240, 240),
    ("simple-3", {}, 13, -232, 240),
    ("simple-3", {"imbalance": "plus4"}, 13, -240, 240),
    ("ukrainian", {}, 14, -192, 192),
    ("ukrainian-3", {}, 14, -232, 232),
    ("ordered", {}, 56, -768, 768),
    ("minsk", {}, 27, -720, 720),
    ("declared", {}, 40, -384, 384),
    ("declared", {"all_and_layout": True}, 48, -768, 768),
    ("declared-3", {}, 27, -720, 720),
    ("declared-3-of-4", {}, 36, -960, 960),
    ("declared-3-of-5", {}, 45, -1200, 1200),
    ("atomic", {}, 36, -720, 720),
    ("atomic", {"trump_deals": 3, "trump_value": 8}, 27, -720, 720),
    ("atomic", {"take_all": True, "trump_deals": 0}, 21, -720, 720),
]
for game in ("polish", "polish-auction"):
    BALANCES += [
        (game, {}, 12, -2600, 2600),
        (game, {"lottery_deals": 4}, 15, -2600, 2600),
        (game, {"payback": "trumps"}, 15, -2600, 2600),
        (game, {"payback": "lottery"}, 9, -2600, 2600),
        (game, {"payback": "lottery", "lottery_deals": 4}, 15, -2600, 2600),
        (game, {"all": False, "payback": "trumps"}, 10, -1300, 1300),
        (game, {"all": False, "payback": "lottery"}, 7, -1300, 1300),
        (game, {"all": False, "payback": "lottery", "lottery_deals": 4}, 10, -1300, 1300),
        (game, {"second_prize": 300}, 12, -2600, 2400),
        (game, {"second_prize": 300, "payback": "lottery"}, 9, -2600, 2200),
    ]
for game in ("polish-3", "polish-auction-3"):
    BALANCES += [
        (game, {}, 11, -2550, 2550),
        (game, {"lottery_deals": 3}, 13, -2550, 2550),
        (game, {"payback": "trumps"}, 13, -2550, 2550),
        (game, {"payback": "lottery"}, 9, -2550, 2550),
        (game, {"payback": "lottery", "lottery_deals": 3}, 13, -2550, 2550),
        (game, {"all": False, "payback": "trumps"}, 9, -1275, 1275),
        (game, {"all": False, "payback": "lottery"}, 7, -1275, 1275),
        (game, {"all": False, "payback": "lottery", "lottery_deals": 3}, 9, -1275, 1275),
    ]

TOTALS: dict[str, dict[str, int | tuple[int, ...]]] = {
    "varzytines": {
        "tricks": (-16, 8),
        "hearts": (-8, 8),
        "jacks": (-16, -8, 8),
        "king": -8,
        "hundred": -8,
        "layout": -8,
    },
    "varzytines-3": {"tricks": (-16, 8), "hearts": (-6, 8), "jacks": (-16, -8, 8), "hundred": -8, "layout": -8},
    "jokers": {"joker-hearts": -124},
    "jokers-3": {"joker-hearts": -144},
    "trade": {"suit": -13},
    "trade-3": {"suit": (-13, -12)},
    "omnibus": {"omnibus": (-16, 26)},
    "omnibus-3": {"omnibus": (-16, 26)},
    "domino": {"jacks": -16, "queens": -16, "hearts": -16, "king": -16, "last-two": -16},
}


def rounds_of(variant: Variant) -> list[str]:
    """The contracts of a whole match, each as often as it is played."""
    pool = variant.pool
    if pool is None:
        return list(round_order(variant))
    return [key for key, times in pool.each.items() for _ in range(pool.match.get(key, times * variant.seats))]


def test_every_game_of_the_rule_book_is_here() -> None:
    assert sorted([*RULE_BOOK, *DATA_ONLY]) == variant_names()


@pytest.mark.parametrize(("name", "settings", "rounds", "penalty", "reward"), BALANCES)
def test_balances(name: str, settings: dict[str, Any], rounds: int, penalty: int, reward: int) -> None:
    variant = load_variant(name, settings)
    totals = [variant.contracts[key].total for key in rounds_of(variant)]
    numbers = [total for total in totals if isinstance(total, int)]
    assert len(numbers) == len(totals) == n_rounds(variant) == rounds
    assert (sum(t for t in numbers if t < 0), sum(t for t in numbers if t > 0)) == (penalty, reward)
    assert variant.match_total == penalty + reward


@pytest.mark.parametrize("name", TOTALS)
def test_games_without_a_fixed_sum(name: str) -> None:
    variant = load_variant(name)
    assert variant.match_total == "varies"
    assert {key: variant.contracts[key].total for key in TOTALS[name]} == TOTALS[name]


def test_rifki_balances() -> None:
    variant = load_variant("rifki")
    totals = [variant.contracts[key].total for key in rounds_of(variant)]
    assert sum(t for t in totals if isinstance(t, int) and t < 0) == -2 * 2600
    assert sum(t for t in totals if isinstance(t, int) and t > 0) == 8 * 650


@pytest.mark.parametrize("name", variant_names())
def test_the_laws_hold(name: str) -> None:
    """One random match as the game is, one under the last of its option settings."""
    variant = load_variant(name)
    met = check_variant(variant, 1)
    assert set(met.decisions) <= expected_decisions(variant)
    check_variant(load_variant(name, [*option_settings(name)][-1]), 1, "other")


@pytest.mark.parametrize("name", variant_names())
def test_every_setting_of_the_options_is_a_game(name: str) -> None:
    settings = [setting for _, setting, _ in tasks(name, 1)]
    assert settings[0] == {}
    for key, rule in load_variant(name).options.items():
        for value in rule.values:
            assert any(setting.get(key, rule.default) == value for setting in settings), (key, value)
