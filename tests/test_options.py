"""Every option makes a difference: for each value that is not the default a match is shown that goes another way.

Both values play the same deals with the same choices as long as they offer the same ones. An option whose values never
part fails here, and so does an option of the rule book that is neither in the data nor among the keys below.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from kingcli.random import stream
from kingcli.rules import Match, draw_dealer, option_text
from kingcli.rules.deal import shuffled_deal
from kingcli.rules.scoring import places_of, settle
from kingcli.variants import Variant, load_variant, variant_names

MATCHES = 150

# What else an option needs to show itself.
TOGETHER: dict[tuple[str, str, Any], dict[str, Any]] = {
    ("lithuanian", "all", False): {"layout": False},
    ("polish", "all", False): {"payback": "trumps"},
    ("polish-3", "all", False): {"payback": "trumps"},
    ("polish-auction", "all", False): {"payback": "trumps"},
    ("polish-auction-3", "all", False): {"payback": "trumps"},
    ("simple-3", "plus4_on", "jacks"): {"imbalance": "plus4"},
    ("simple-3", "plus4_on", "queens"): {"imbalance": "plus4"},
    ("simple-3", "plus4_on", "last-two"): {"imbalance": "plus4"},
    ("declared", "allow_voluntary_pass", True): {"all_and_layout": True},
    # With three seats the two ways part only when one player takes all jacks and does not get +8 instead.
    ("varzytines-3", "doubling", "per_player"): {"premium_adds": True},
    ("atomic", "trump_deals", 3): {"trump_value": 8},
    ("atomic", "trump_deals", 0): {"take_all": True},
    ("atomic", "trump_value", 8): {"trump_deals": 3},
    ("atomic", "take_all", True): {"trump_deals": 0},
}

# Keys of the rule book that every game has: (variant, key, value).
KEYS: list[tuple[str, str, Any]] = [
    ("lithuanian", "direction", "counter-clockwise"),
    ("lithuanian", "early_end", True),
    (
        "lithuanian",
        "order",
        ["hearts", "tricks", "jacks-kings", "queens", "king", "last-two", "all", *["trump"] * 4, "layout"],
    ),
    ("lithuanian", "deal.first_dealer", "S"),
    ("russian", "king_forced_on_hearts", "under-ace"),
    ("russian", "king_forced_on_hearts", "always"),
    ("russian", "trump_lead", "free"),
    ("russian", "must_trump", False),
    ("russian", "king_forced", False),
    ("russian", "no_heart_lead", False),
    ("russian-3", "order", ["hearts", "tricks", "jacks", "queens", "king", "last-two", *["trump"] * 3]),
    ("simple", "order", ["jacks", "tricks", "queens", "hearts", "last-two", "king", "all", *["trump"] * 8]),
    ("ukrainian", "early_end", False),
    ("domino", "order", ["hearts"]),
    ("jokers", "deals", 8),
    ("minsk", "talon_at", [3, 4]),
    ("trade", "max_rounds", 2),
]


def cases() -> Iterator[tuple[str, str, Any, dict[str, Any], dict[str, Any]]]:
    """(variant, option, value, settings with the default, settings with the value)."""
    for name in variant_names():
        for key, rule in load_variant(name).options.items():
            for value in [value for value in rule.values if value != rule.default]:
                together = TOGETHER.get((name, key, value if isinstance(value, (str, int)) else None), {})
                other = {} if together.keys() & {"trump_value", "take_all", "trump_deals", "layout"} else together
                yield name, key, value, other, together | {key: value}
    for name, key, value in KEYS:
        yield name, key, value, {}, {key: value}


def trace(variant: Variant, seed: str) -> Iterator[str]:
    """What happens in a match, one line a step: plans, hands, options, scores, the end."""
    match = Match(variant, draw_dealer(variant, stream(seed, purpose="lot")))
    scores: list[tuple[int, ...]] = []
    while not match.is_over:
        plan = match.plan()
        yield f"round {plan.number} {plan.contract} {plan.choices} dealt by {plan.dealer}"
        rng = stream(seed, round=plan.number, decision=plan.attempt, purpose="deal")
        played = match.start_round(shuffled_deal(variant, plan.deal_rules(variant), plan.dealer, rng))
        chance = stream(seed, round=plan.number, purpose="choice")
        while (decision := played.decision()) is not None:
            yield f"{decision.seat} {decision.kind} {' '.join(map(option_text, decision.options))}"
            before = len(played.events)
            passes = "pass" in decision.options and chance.below(2)
            match.apply("pass" if passes else decision.options[chance.below(len(decision.options))])
            yield " ".join(f"{event.kind}/{event.seen_by}" for event in played.events[before:])
        yield f"scores {played.scores()} void {played.is_void}"
        scores.append(played.scores())
    yield f"places {places_of(variant.ranking, scores, match.totals)} pays {settle(match.totals, variant.settlement)}"
    yield "end"


ALL = list(cases())


@pytest.mark.parametrize(("name", "key", "value", "before", "after"), ALL, ids=[f"{c[0]}-{c[1]}-{c[2]}" for c in ALL])
def test_the_option_makes_a_difference(
    name: str, key: str, value: Any, before: dict[str, Any], after: dict[str, Any]
) -> None:
    one, other = load_variant(name, before), load_variant(name, after)
    assert one.digest != other.digest or one.ranking != other.ranking
    for seed in range(MATCHES):
        for here, there in zip(trace(one, str(seed)), trace(other, str(seed)), strict=False):
            if here != there:
                return
    pytest.fail(f"{MATCHES} matches of {name} are the same with {key}={value}")


# The "option" column of rules.md section 5, and the options its text names.
RULE_BOOK = """
all all_and_layout all_pass allow_voluntary_pass ban_in_all bid_sign boys chooser contracts_each deals deck
direction doubling early_end first_always_leads heart_value imbalance joker_beaten_by_discarded_heart jokers
king_forced king_forced_on_hearts last_trick layout leader lottery_deals max_rounds multi_jacks must_trump
no_heart_lead order payback plus4_on premium_adds ranking removed_aces reserve revoke_penalty second_prize
single_round take_all talon talon_at trump_after_talon trump_deals trump_in trump_lead trump_value
"""


def test_no_option_is_without_a_match_that_shows_it() -> None:
    shown = {key for _, key, _, _, _ in ALL}
    assert sorted(set(RULE_BOOK.split()) - shown) == []
    unshown = [(name, key) for name in variant_names() for key in load_variant(name).options if key not in shown]
    assert unshown == []


def test_settings_together_are_of_this_game() -> None:
    for (name, key, value), together in TOGETHER.items():
        options = load_variant(name).options
        assert value in options[key].values
        assert set(together) <= set(options)
