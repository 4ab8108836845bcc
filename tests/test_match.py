"""Matches: who deals and who chooses, what is left to choose, totals, and what is refused."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import independent
from kingcli.cards import cards_of, parse_card
from kingcli.errors import IllegalPlay, KingError, RecordError
from kingcli.random import stream
from kingcli.rules import Deal, Match, RoundResult, draw_dealer, n_rounds
from kingcli.rules.deal import chooser_of, deal_pack, eldest_of, has_chooser, shuffled_deal
from kingcli.rules.match import round_order
from kingcli.seats import SEATS
from kingcli.variants import Variant, load_variant
from kingcli.variants.table import pack_of
from rounds import CASES, play_on, variants

seeds = st.integers(0, 10**9).map(str)


def result_of(match: Match, **changes: Any) -> RoundResult:
    """A result the match accepts, or one with something wrong."""
    plan = match.plan()
    contract = plan.contract or plan.choices[0]
    right = RoundResult(plan.number, plan.dealer, contract, None, None, (0,) * match.variant.seats)
    return msgspec.structs.replace(right, **changes)


# ---- dealers and choosers


@pytest.mark.parametrize(("name", "options"), CASES, ids=[f"{name} {options}" for name, options in CASES])
@pytest.mark.parametrize("first", "NESW")
def test_dealers_and_choosers_as_counted_independently(name: str, options: dict[str, Any], first: str) -> None:
    """Contract, dealer and who chooses or leads, round by round, against code written from the rule book alone."""
    variant = load_variant(name, options)
    if variant.pool is not None:
        return
    texts = {key: str(value).lower() for key, value in options.items() if key != "talon_at"}
    expected = independent.dealers_and_choosers(name, first, texts)
    match = Match(variant, SEATS.index(first))
    for contract, dealer, leader in expected:
        plan = match.plan()
        rules = plan.deal_rules(variant)
        who = (
            chooser_of(variant, rules, plan.dealer) if has_chooser(variant, rules) else eldest_of(variant, plan.dealer)
        )
        assert (plan.contract, SEATS[plan.dealer]) == (contract, dealer)
        assert leader in (None, SEATS[who])
        match.end_round(result_of(match))
    assert match.is_over


def test_minsk_is_dealt_and_chosen_in_turn() -> None:
    """rules.md 3.4: First, left of the dealer, chooses; 27 rounds, nine for each."""
    variant = load_variant("minsk")
    match = Match(variant, 1)
    for number in range(27):
        plan = match.plan()
        assert plan.dealer == (1 + number) % 3
        assert chooser_of(variant, plan.deal_rules(variant), plan.dealer) == (2 + number) % 3
        match.end_round(result_of(match))
    assert match.is_over


@pytest.mark.parametrize("name", ["lithuanian", "simple", "minsk"])
def test_counter_clockwise_is_the_mirror_image(name: str) -> None:
    there, back = (load_variant(name, {"direction": way}) for way in ("clockwise", "counter-clockwise"))
    one, other = Match(there, 0), Match(back, 0)
    while not one.is_over:
        assert (one.plan().dealer + other.plan().dealer) % there.seats == 0
        one.end_round(result_of(one))
        other.end_round(result_of(other))


@pytest.mark.parametrize("seat", "NESW")
def test_a_fixed_first_dealer(seat: str) -> None:
    variant = load_variant("simple", {"deal.first_dealer": seat})
    assert draw_dealer(variant, stream("any", purpose="lot")) == SEATS.index(seat)


def test_the_first_dealer_by_lot_is_any_seat() -> None:
    for name in ("russian", "minsk"):
        variant = load_variant(name)
        drawn = {draw_dealer(variant, stream(str(seed), purpose="lot")) for seed in range(60)}
        assert drawn == set(range(variant.seats))


# ---- whole matches


@given(variants(), seeds)
@settings(max_examples=30, deadline=None)
def test_a_whole_match(variant: Variant, seed: str) -> None:
    """Totals are the sum of the rounds; a pool shrinks by one a round, never below nothing, and ends at nothing."""
    match = Match(variant, draw_dealer(variant, stream(seed, purpose="lot")))
    rng = stream(seed, purpose="match")
    quota = sum(variant.pool.each.values()) if variant.pool is not None else 0
    while not match.is_over:
        assert match.needs_deal()
        plan = match.plan()
        assert plan.number == len(match.results) + 1
        played = match.start_round(shuffled_deal(variant, plan.deal_rules(variant), plan.dealer, rng))
        assert not match.needs_deal()
        assert match.plan() == plan
        before = [match.left_to_choose(seat) for seat in range(variant.seats)]
        while (decision := match.decision()) is not None:
            option = decision.options[rng.below(len(decision.options))]
            assert match.refuse(option) is None
            match.apply(option)
        assert played.is_over
        result = match.results[-1]
        assert result == RoundResult(
            plan.number, plan.dealer, played.contract or "", played.named, played.declarer, played.scores()
        )
        if variant.pool is not None:
            chooser = played.declarer
            assert chooser is not None
            assert result.contract in plan.choices
            assert sum(before[chooser].values()) - sum(match.left_to_choose(chooser).values()) == 1
            after = [match.left_to_choose(seat) for seat in range(variant.seats)]
            assert [after[s] for s in range(variant.seats) if s != chooser] == [
                before[s] for s in range(variant.seats) if s != chooser
            ]
    if variant.pool is not None:
        assert all(match.left_to_choose(seat) == {} for seat in range(variant.seats))
        assert len(match.results) == quota * variant.seats
    else:
        assert tuple(result.contract for result in match.results) == round_order(variant)
    assert match.totals == tuple(sum(row) for row in zip(*(result.scores for result in match.results), strict=True))
    assert sum(match.totals) == variant.match_total


def test_a_contract_used_up_is_refused() -> None:
    """Vector C1: chosen once, a contract cannot be chosen again; the last one left is forced."""
    variant = load_variant("minsk")
    match = Match(variant, 0)
    while not match.is_over:
        plan = match.plan()
        played = match.start_round(
            shuffled_deal(variant, plan.deal_rules(variant), plan.dealer, stream("used", purpose="x"))
        )
        chooser = chooser_of(variant, plan.deal_rules(variant), plan.dealer)
        left = match.left_to_choose(chooser)
        assert plan.choices == tuple(sorted(left))
        for contract in variant.contracts:
            reason = match.refuse(f"contract:{contract}")
            if contract in left:
                assert reason is None
            else:
                assert reason == f"has no {contract} left to choose (left: {', '.join(sorted(left))})"
        match.apply(f"contract:{plan.choices[0]}")
        play_on(played, stream("used", purpose="play"))
        match.end_round(result_of(match, contract=plan.choices[0], scores=played.scores()))
    assert len(match.results) == 27


# ---- refusals


def test_what_end_round_refuses() -> None:
    variant = load_variant("russian")
    match = Match(variant, 0)
    for changes, words in [
        ({"contract": "queens"}, "round 1 is tricks dealt by N, not round 1, queens, dealt by seat 0"),
        ({"dealer": 1}, "round 1 is tricks dealt by N, not round 1, tricks, dealt by seat 1"),
        ({"dealer": 9}, "not round 1, tricks, dealt by seat 9"),
        ({"number": 2}, "not round 2, tricks"),
        ({"scores": (0, 0, 0)}, "round 1 has 3 scores for 4 seats"),
        ({"scores": ()}, "round 1 has 0 scores"),
    ]:
        with pytest.raises(IllegalPlay, match=words):
            match.end_round(result_of(match, **changes))
        assert (match.results, match.totals, match.plan().number) == ([], (0, 0, 0, 0), 1)
    pool = Match(load_variant("minsk"), 0)
    with pytest.raises(
        IllegalPlay, match="round 1 is hearts or jacks or king or last-two or queens or tricks or trump dealt"
    ):
        pool.end_round(result_of(pool, contract="all"))
    assert all(sum(pool.left_to_choose(seat).values()) == 9 for seat in range(3))


def test_one_round_at_a_time() -> None:
    variant = load_variant("russian")
    match = Match(variant, 0)
    deal = deal_pack(variant, variant.contracts["tricks"], 0, [*cards_of(pack_of(variant.deck))])
    with pytest.raises(IllegalPlay, match="no round is being played"):
        match.apply(parse_card("SA"))
    assert match.refuse(parse_card("SA")) == "no round is being played"
    assert match.decision() is None
    match.start_round(deal)
    with pytest.raises(IllegalPlay, match="the round in progress is not over"):
        match.start_round(deal)
    with pytest.raises(IllegalPlay, match="the round in progress is not over"):
        match.end_round(result_of(match))
    assert match.results == []


def test_after_the_last_round() -> None:
    variant = load_variant("skill-short")
    match = Match(variant, 0)
    deal = deal_pack(variant, variant.contracts["tricks"], 0, [*cards_of(pack_of(variant.deck))])
    for _ in range(n_rounds(variant)):
        match.end_round(result_of(match))
    assert match.is_over
    assert not match.needs_deal()
    for attempt in (match.plan, lambda: match.start_round(deal), lambda: match.end_round(match.results[-1])):
        with pytest.raises(IllegalPlay, match="the match is over"):
            attempt()


def good_deal(name: str) -> Deal:
    variant = load_variant(name)
    return deal_pack(variant, next(iter(variant.contracts.values())), 0, [*cards_of(pack_of(variant.deck))])


def with_hand(deal: Deal, seat: int, hand: tuple[int, ...]) -> Deal:
    return Deal((*deal.hands[:seat], hand, *deal.hands[seat + 1 :]), deal.talon)


RUSSIAN, MINSK = good_deal("russian"), good_deal("minsk")
SA, S2 = parse_card("SA"), parse_card("S2")
WRONG_DEALS: list[tuple[str, Deal, str, str]] = [
    ("russian", with_hand(RUSSIAN, 2, (SA, *RUSSIAN.hands[2][1:])), "hands.S", "SA is also in hands.E"),
    ("russian", with_hand(RUSSIAN, 1, (*RUSSIAN.hands[1][:-1], SA)), "hands.E", "SA is there twice"),
    ("russian", with_hand(RUSSIAN, 1, (S2, *RUSSIAN.hands[1][1:])), "hands.E", "S2 is not in the pack of russian"),
    (
        "russian",
        with_hand(RUSSIAN, 1, RUSSIAN.hands[1][1:]),
        "hands.E",
        "7 cards, but a hand of russian has 8; nobody has SA",
    ),
    ("russian", with_hand(RUSSIAN, 3, ()), "hands.W", "0 cards, but a hand of russian has 8; nobody has"),
    (
        "russian",
        with_hand(with_hand(RUSSIAN, 1, RUSSIAN.hands[1][1:]), 0, (SA, *RUSSIAN.hands[0])),
        "hands.N",
        "9 cards, but a hand of russian has 8",
    ),
    ("russian", Deal(RUSSIAN.hands[:3]), "hands", "3 hands, but russian has 4 seats"),
    ("russian", Deal((*RUSSIAN.hands, ())), "hands", "5 hands, but russian has 4 seats"),
    ("russian", Deal(()), "hands", "0 hands, but russian has 4 seats"),
    (
        "russian",
        Deal((RUSSIAN.hands[0][:-1], *RUSSIAN.hands[1:]), RUSSIAN.hands[0][-1:]),
        "talon",
        "1 cards, but 0 are set aside",
    ),
    ("minsk", Deal(MINSK.hands, MINSK.talon[:1]), "talon", "1 cards, but 2 are set aside in minsk"),
    ("minsk", Deal(MINSK.hands, MINSK.talon[:1] * 2), "talon", "is there twice"),
    ("minsk", Deal(MINSK.hands, MINSK.hands[0][:2]), "talon", "is also in hands.N"),
    ("minsk", RUSSIAN, "hands", "4 hands, but minsk has 3 seats"),
]


@pytest.mark.parametrize(
    ("name", "deal", "place", "words"), WRONG_DEALS, ids=[f"{r[0]} {r[3][:30]}" for r in WRONG_DEALS]
)
def test_wrong_deals(name: str, deal: Deal, place: str, words: str) -> None:
    match = Match(load_variant(name), 0)
    with pytest.raises(RecordError) as caught:
        match.start_round(deal)
    assert caught.value.where == place
    assert words in caught.value.message
    assert match.needs_deal()
    match.start_round(good_deal(name))


def test_a_wrong_pack_is_not_dealt() -> None:
    variant = load_variant("russian")
    pack = [*cards_of(pack_of(variant.deck))]
    for wrong in (pack[1:], [*pack, SA], [*pack[:-1], SA], [*pack[:-1], S2], []):
        with pytest.raises(KingError, match=r"a pack of russian is SA SK SQ .* each card once"):
            deal_pack(variant, variant.contracts["tricks"], 0, wrong)


@pytest.mark.parametrize(("name", "options"), CASES, ids=[f"{name} {options}" for name, options in CASES])
def test_packs_are_dealt_as_counted_independently(name: str, options: dict[str, Any]) -> None:
    """Hands in the order received and the talon, for every contract and dealer, against the rule book's own words."""
    variant = load_variant(name, options)
    texts = {key: str(value).lower() for key, value in options.items() if key != "talon_at"}
    pack = [*cards_of(pack_of(variant.deck))]
    stream(name, purpose="pack").shuffle(pack)
    words = independent_names(pack)
    for contract in variant.contracts:
        for dealer in range(variant.seats):
            hands, talon = independent.deal(name, contract, SEATS[dealer], words, texts)
            deal = deal_pack(variant, variant.contracts[contract], dealer, pack)
            assert [independent_names(hand) for hand in deal.hands] == [*hands.values()]
            assert independent_names(deal.talon) == talon


def independent_names(cards: Any) -> list[str]:
    from kingcli.cards import card_name

    return [card_name(card) for card in cards]
