"""Rounds to hold the laws against: every game under every combination of its options, and house rules on top."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from kingcli.errors import VariantError
from kingcli.random import Stream, stream
from kingcli.rules import Match, Option, Round, RoundResult, draw_dealer, n_rounds
from kingcli.rules.check import option_settings
from kingcli.rules.deal import shuffled_deal
from kingcli.variants import Variant, load_variant

# The games whose every round is tricks of equal length or a layout, with a fixed sum: these laws are stated for them.
# Every game, these included, is held to the laws of `rules.check` by test_games.py.
PLAIN_GAMES = ("lithuanian", "russian", "simple", "ukrainian", "skill-full", "skill-short", "minsk")
CASES = [(name, settings) for name in PLAIN_GAMES for settings in option_settings(name)]

# Rules that no built-in game has, or not together: the engines must obey the laws under them too.
TWISTS: list[dict[str, Any]] = [
    {},
    {},
    {"direction": "counter-clockwise"},
    {"leader": "eldest"},
    {"deal.first_dealer": "E"},
    {"choose.seat": "previous"},
    {"play.king_forced": True, "king_forced_on_hearts": "under-ace"},
    {"play.king_forced": True, "king_forced_on_hearts": "always", "no_heart_lead": False},
    {"play.early_end": True, "play.trump_lead": "declarer-only"},
    {"play.early_end": False, "play.must_trump": False},
    {"trump.no_trump": True, "trump.by_last": True},
    {"trump.sees": "all", "trump.open": False},
    {"talon.faces": "closed"},
    {"contracts.layout.layout.opening": "eldest", "contracts.layout.layout.start": "J"},
    {"contracts.layout.layout.prizes": [90, 10, -2, -2]},
    {"contracts.tricks.deal.packets": [1, 2, 1, 4]},
]


def try_variant(name: str, settings: dict[str, Any]) -> Variant | None:
    """None where these settings make no game (a talon's rule in a game without one, ...)."""
    try:
        return load_variant(name, settings)
    except VariantError:
        return None


@st.composite
def variants(draw: st.DrawFn) -> Variant:
    name, settings = draw(st.sampled_from(CASES))
    twisted = try_variant(name, settings | draw(st.sampled_from(TWISTS)))
    return twisted or load_variant(name, settings)


def a_round(variant: Variant, seed: str) -> tuple[Match, Round, Stream]:
    """A round somewhere in a random match, dealt but not begun, and the stream to play it with."""
    match = Match(variant, draw_dealer(variant, stream(seed, purpose="lot")))
    rng = stream(seed, purpose="test")
    for _ in range(rng.below(n_rounds(variant) or 1)):
        plan = match.plan()
        contract = plan.contract or plan.choices[rng.below(len(plan.choices))]
        match.end_round(RoundResult(plan.number, plan.dealer, contract, None, None, (0,) * variant.seats))
    plan = match.plan()
    return match, match.start_round(shuffled_deal(variant, plan.deal_rules(variant), plan.dealer, rng)), rng


def play_on(played: Round, rng: Stream) -> list[Option]:
    """Play a round to its end at random; the options taken."""
    taken = []
    while (decision := played.decision()) is not None:
        taken.append(decision.options[rng.below(len(decision.options))])
        played.apply(taken[-1])
    return taken


def same_round(played: Round, variant: Variant | None = None) -> Round:
    """The same round from its beginning, perhaps under other rules."""
    choices = played.setting.choices
    contract = None if choices else played.contract
    return Round(variant or played.variant, played.deal, played.dealer, contract, choices)
