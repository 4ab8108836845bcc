"""A view cannot leak: deals that differ only in what a seat cannot know give the same bytes at every decision."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kingcli.cards import cards_of, mask
from kingcli.random import Stream, stream
from kingcli.rules import Deal, Kind, Match, Round, RoundResult, draw_dealer, make_view, n_rounds
from kingcli.rules.deal import shuffled_deal
from kingcli.variants import Variant, load_variant, variant_names


def a_round(variant: Variant, seed: str) -> tuple[Round, Stream]:
    """A round somewhere in a random match, dealt but not begun."""
    match = Match(variant, draw_dealer(variant, stream(seed, purpose="lot")))
    rng = stream(seed, purpose="test")
    for _ in range(rng.below(n_rounds(variant))):
        plan = match.plan()
        contract = plan.contract or plan.choices[0]
        match.end_round(RoundResult(plan.number, plan.dealer, contract, None, None, (0,) * variant.seats))
    plan = match.plan()
    return match.start_round(shuffled_deal(variant, plan.deal_rules(variant), plan.dealer, rng)), rng


def hidden_from(played: Round, seat: int) -> list[int]:
    """The cards whose place this seat cannot know: not in its hand (or its put-away cards), not seen."""
    seen = mask(played.deal.hands[seat][: played.setting.dealt[seat]])
    for event in played.seen_by(seat):
        if event.kind in (Kind.PLAY, Kind.LAY, Kind.DISCARD, Kind.TURNED) and isinstance(event.value, int):
            seen |= 1 << event.value
        elif event.kind in (Kind.TALON, Kind.DEALT) and isinstance(event.value, tuple):
            seen |= mask(event.value)
    return [card for hand in (*played.deal.hands, played.deal.talon) for card in hand if not seen >> card & 1]


def dump(played: Round, seat: int) -> bytes:
    return msgspec.json.encode(make_view(played, seat).to_plain())


def reachable(value: Any, found: set[int]) -> None:
    """All objects reachable from a value through containers, structs and attributes."""
    if id(value) in found or isinstance(value, (str, int, bool, type(None))):
        return
    found.add(id(value))
    assert not isinstance(value, (Round, Deal)), "a view leads to a deal"
    if isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            reachable(getattr(value, name), found)
    elif isinstance(value, dict):
        for key, inner in value.items():
            reachable(key, found)
            reachable(inner, found)
    elif isinstance(value, (list, tuple, set, frozenset)):
        for inner in value:
            reachable(inner, found)


@pytest.mark.parametrize("name", variant_names())
@given(seed=st.integers(0, 10**9))
@settings(max_examples=12, deadline=None)
def test_equal_knowledge_gives_equal_bytes(name: str, seed: int) -> None:
    """Replay the round with unseen cards exchanged. While the same seats are in turn (in a layout all see who begins
    and
    who is skipped) and the same decisions stay legal, nothing has shown the exchange: the view must be the same.
    """
    variant = load_variant(name)
    played, rng = a_round(variant, str(seed))
    history: list[tuple[int, Any]] = []
    n_compared = 0
    while (decision := played.decision()) is not None:
        for seat in range(variant.seats):
            before = dump(played, seat)
            other = exchanged(played, seat, rng)
            if other is None:
                continue
            twin = Round(variant, other, played.dealer, *fixed_contract(played))
            if all(legal_step(twin, *step) for step in history) and in_turn(twin, decision.seat):
                assert dump(twin, seat) == before
                n_compared += 1
        option = decision.options[rng.below(len(decision.options))]
        history.append((decision.seat, option))
        played.apply(option)
    assert n_compared > 0


def fixed_contract(played: Round) -> tuple[str | None, tuple[str, ...]]:
    choices = played.setting.choices
    return (None, choices) if choices else (played.contract, ())


def in_turn(twin: Round, seat: int) -> bool:
    decision = twin.decision()
    return decision is not None and decision.seat == seat


def legal_step(twin: Round, seat: int, option: Any) -> bool:
    if not in_turn(twin, seat) or twin.refuse(option) is not None:
        return False
    twin.apply(option)
    return True


def exchanged(played: Round, seat: int, rng: Stream) -> Deal | None:
    """Two cards hidden from the seat change places."""
    hidden = hidden_from(played, seat)
    if len(hidden) < 2:
        return None
    rng.shuffle(hidden)
    one, other = hidden[:2]
    swap = {one: other, other: one}
    hands = tuple(tuple(swap.get(card, card) for card in hand) for hand in played.deal.hands)
    return Deal(hands, tuple(swap.get(card, card) for card in played.deal.talon))


@pytest.mark.parametrize("name", variant_names())
def test_nothing_hidden_is_reachable(name: str) -> None:
    played, rng = a_round(load_variant(name), "reach")
    while (decision := played.decision()) is not None:
        for seat in range(played.variant.seats):
            view = make_view(played, seat)
            reachable(view, set())
            told = [event.value for event in view.events if isinstance(event.value, int)]
            dealt = [e.value for e in view.events if e.kind is Kind.DEALT and e.seat != seat]
            assert all(value is None for value in dealt)
            hidden = set(hidden_from(played, seat))
            assert not hidden & set(told)
            assert not hidden & set(cards_of(view.hand))
        played.apply(decision.options[rng.below(len(decision.options))])


def test_the_talon_is_shown_to_all_and_the_discards_to_none() -> None:
    variant = load_variant("minsk")
    played, _ = a_round(variant, "talon")
    played.apply("contract:tricks")
    chooser = played.declarer
    first = played.decision()
    assert first is not None
    played.apply(first.options[0])
    for seat in range(3):
        kinds = {event.kind: event.value for event in make_view(played, seat).events}
        assert kinds[Kind.TALON] == played.deal.talon
        assert (kinds[Kind.DISCARD] is None) == (seat != chooser)
