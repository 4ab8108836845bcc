"""The laws of rules.md section 6, over all games, options and house rules (see rounds.py)."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kingcli.cards import Card, card_name, cards_of, make_card, mask, rank_index, suit_index
from kingcli.errors import IllegalPlay
from kingcli.random import stream
from kingcli.rules import Deal, Kind, LayoutPosition, Option, Round, TrickPosition, option_text, tricks
from kingcli.rules.events import DECISIONS
from kingcli.variants import LayoutTable, TrickTable, Variant, compile_table, totals_of
from kingcli.variants.table import pack_of
from rounds import a_round, play_on, same_round, variants

seeds = st.integers(0, 10**9).map(str)
few = settings(max_examples=100, deadline=None)

CALLS = [
    "pass",
    "stop",
    "take",
    "by-last",
    "open:S",
    "open:highest",
    "trump:S",
    "trump:NT",
    "suit:S",
    "contract:tricks",
]
CALLS += ["contract:nothing", "trump:X", "bid:100", ""]


def snapshot(played: Round) -> tuple[object, ...]:
    """All that can be seen of a round."""
    seen = [played.seen_by(seat) for seat in range(played.variant.seats)]
    return [*played.events], seen, played.decision(), played.position(), played.scores(), played.setting, played.is_over


@given(variants(), seeds)
@few
def test_undo_restores_everything_at_every_step(variant: Variant, seed: str) -> None:
    _, played, rng = a_round(variant, seed)
    history = []
    while (decision := played.decision()) is not None:
        before = snapshot(played)
        option = decision.options[rng.below(len(decision.options))]
        played.apply(option)
        after = snapshot(played)
        played.undo()
        assert snapshot(played) == before
        played.apply(option)
        assert snapshot(played) == after
        history.append(before)
    for before in reversed(history):
        played.undo()
        assert snapshot(played) == before
    with pytest.raises(IndexError):
        played.undo()


@given(variants(), seeds)
@few
def test_options_are_exactly_what_is_not_refused(variant: Variant, seed: str) -> None:
    """Sorted, unique, never empty; every other card and call is refused with a reason, and changes nothing."""
    _, played, rng = a_round(variant, seed)
    while (decision := played.decision()) is not None:
        options = decision.options
        assert options
        assert [*options] == sorted(set(options), key=lambda option: (isinstance(option, str), option))
        assert all(played.refuse(option) is None for option in options)
        before = len(played.events)
        for other in {*cards_of(pack_of(variant.deck)), *CALLS, 13} - set(options):
            reason = played.refuse(other)
            assert reason, option_text(other)
            assert reason.strip() == reason
            if rng.below(10) == 0:
                with pytest.raises(IllegalPlay, match="cannot"):
                    played.apply(other)
        assert len(played.events) == before
        played.apply(options[rng.below(len(options))])
    assert played.refuse(options[0]) == "the round is over"
    with pytest.raises(IllegalPlay):
        played.apply(options[0])


@given(variants(), seeds)
@few
def test_a_whole_round_adds_up(variant: Variant, seed: str) -> None:
    _, played, rng = a_round(variant, seed)
    taken = play_on(played, rng)
    table, position = played.setting.table, played.position()
    assert (sum(played.scores()),) == totals_of(table) == (variant.contracts[played.contract or ""].total,)
    cards = [event.value for event in played.events if event.kind in (Kind.PLAY, Kind.LAY, Kind.DISCARD)]
    cards = [card for card in cards if card != "pass"]
    assert len(set(cards)) == len(cards)
    assert set(cards) <= {*cards_of(pack_of(variant.deck))}
    assert position is not None
    assert sum(position.hands).bit_count() + len(cards) == pack_of(variant.deck).bit_count()
    assert [event.value for event in played.events if event.kind in DECISIONS] == taken
    assert [event.kind for event in played.events[-2:]] == [Kind.SCORED, Kind.END]
    assert played.events[-2].value == played.scores()
    if isinstance(position, TrickPosition):
        won = [event.value for event in played.events if event.kind is Kind.TRICK]
        assert all(isinstance(trick, tuple) and len(trick) == variant.seats for trick in won)
        assert sum(position.tricks or ()) == len(won)
        assert len(won) == table.hand_size or (table.early_end and tricks.is_decided(position))
    else:
        assert isinstance(position, LayoutPosition)
        assert sorted(position.scores) == sorted(position.table.prizes)
        outs = [(event.seat, event.value) for event in played.events if event.kind is Kind.OUT]
        assert len({seat for seat, _ in outs}) == len(outs)
        assert [value for _, value in outs] == [*position.table.prizes[: len(outs)]]


@given(variants(), seeds)
@few
def test_the_early_end_changes_no_score(variant: Variant, seed: str) -> None:
    """Play to the last card, then the same cards where the game stops early: the same scores."""
    flags = {key: contract.play for key, contract in variant.contracts.items()}

    def with_early_end(is_on: bool) -> Variant:
        contracts = {
            key: msgspec.structs.replace(contract, play=msgspec.structs.replace(flags[key], early_end=is_on))
            for key, contract in variant.contracts.items()
        }
        return msgspec.structs.replace(variant, contracts=contracts, digest=f"{variant.digest}-{is_on}")

    _, dealt, rng = a_round(variant, seed)
    whole = same_round(dealt, with_early_end(False))
    taken = play_on(whole, rng)
    short = same_round(dealt, with_early_end(True))
    while short.decision() is not None:
        short.apply(taken.pop(0))
    assert short.scores() == whole.scores()
    assert whole.events[: len(short.events) - 2] == short.events[:-2]
    assert not taken or isinstance(short.position(), TrickPosition)


@given(variants(), seeds, st.integers(1, 3))
@few
def test_seats_are_alike(variant: Variant, seed: str, steps: int) -> None:
    """Everybody moves on by some seats, the dealer too: the same decisions, events and scores, moved on as well."""
    _, played, rng = a_round(variant, seed)
    n = variant.seats

    def turned(by_seat: tuple[object, ...]) -> tuple[object, ...]:
        return tuple(by_seat[(seat - steps) % n] for seat in range(n))

    choices = played.setting.choices
    deal = Deal(turned(played.deal.hands), played.deal.talon)  # type: ignore[arg-type]
    dealer = (played.dealer + steps) % n
    other = Round(variant, deal, dealer, None if choices else played.contract, choices)
    while (decision := played.decision()) is not None:
        twin = other.decision()
        assert twin is not None
        assert (twin.kind, twin.options) == (decision.kind, decision.options)
        assert twin.seat == (decision.seat + steps) % n
        option = decision.options[rng.below(len(decision.options))]
        played.apply(option)
        other.apply(option)
    assert other.decision() is None
    assert other.scores() == turned(played.scores())
    facts = [(e.kind, e.seat is not None and (e.seat + steps) % n) for e in played.events]
    assert [(e.kind, e.seat is not None and e.seat) for e in other.events if e.kind is not Kind.DEALT] == [
        fact for fact in facts if fact[0] is not Kind.DEALT
    ]


def permuted(card: Card, suits: tuple[int, ...]) -> Card:
    return make_card(suits[suit_index(card)], rank_index(card))


def permuted_option(option: Option, suits: tuple[int, ...]) -> Option:
    if isinstance(option, int):
        return permuted(option, suits)
    head, _, tail = option.partition(":")
    return f"{head}:{'SHDC'[suits['SHDC'.index(tail)]]}" if head in ("trump", "open") and tail in [*"SHDC"] else option


def permuted_mask(cards: int, suits: tuple[int, ...]) -> int:
    return mask(permuted(card, suits) for card in cards_of(cards))


def is_blind_to(variant: Variant, contract: str, named: str | None, suits: tuple[int, ...]) -> bool:
    """Whether exchanging the suits so leaves the rules of a contract as they are."""
    table = compile_table(variant, contract, named)
    if isinstance(table, LayoutTable):
        return table.first is None or permuted(table.first, suits) == table.first
    if permuted_mask(table.deck, suits) != table.deck:
        return False
    parts = [ban.cards & ~table.trump for ban in table.lead_bans] + [cards & ~table.trump for cards in table.void_must]
    points = all(table.card_points[permuted(c, suits)] == table.card_points[c] for c in cards_of(table.deck))
    hearts = any(permuted_mask(part, suits) != part for part in parts if part)
    return points and not hearts


@given(variants(), seeds, st.permutations(range(4)), st.booleans())
@few
def test_suits_are_alike_where_no_rule_names_one(
    variant: Variant, seed: str, order: list[int], keeps_hearts: bool
) -> None:
    """The same round with the suits exchanged, trump included: the same scores, the same options, exchanged."""
    if keeps_hearts:  # what hearts mean in most contracts stays; the other three are alike
        place = order.index(1)
        order[place], order[1] = order[1], order[place]
    suits = tuple(order)
    _, played, rng = a_round(variant, seed)
    choices = played.setting.choices
    possible = choices or (played.contract or "",)
    alike = [
        c for c in possible if is_blind_to(variant, c, "S" if variant.contracts[c].suit != "none" else None, suits)
    ]
    if not alike:
        return
    hands = tuple(tuple(permuted(card, suits) for card in hand) for hand in played.deal.hands)
    deal = Deal(hands, tuple(permuted(card, suits) for card in played.deal.talon))
    other = Round(variant, deal, played.dealer, None if choices else played.contract, choices)
    while (decision := played.decision()) is not None:
        twin = other.decision()
        assert twin is not None
        if decision.kind is not Kind.CONTRACT:
            assert set(twin.options) == {permuted_option(option, suits) for option in decision.options}
        options = decision.options if decision.kind is not Kind.CONTRACT else [f"contract:{c}" for c in alike]
        option = options[rng.below(len(options))]
        played.apply(option)
        other.apply(permuted_option(option, suits))
    assert other.scores() == played.scores()


@given(variants(), seeds)
@few
def test_played_again_it_is_the_same(variant: Variant, seed: str) -> None:
    """Events are the only truth: the decisions alone bring back the round, and the seed brings back the decisions."""
    _, played, rng = a_round(variant, seed)
    taken = play_on(played, rng)
    again = same_round(played)
    for option in taken:
        again.apply(option)
    assert snapshot(again) == snapshot(played)
    _, third, other_rng = a_round(variant, seed)
    assert play_on(third, other_rng) == taken


def test_the_winner_has_the_last_trick() -> None:
    """Fault E9: what the last card brings is counted with it, not when the next trick would begin."""
    table = compile_table(_variant("russian"), "last-two")
    assert isinstance(table, TrickTable)
    hands = tuple(1 << card for card in (make_card(0, 0), make_card(0, 5), make_card(1, 0), make_card(0, 1)))
    position = TrickPosition(table, hands, 1, (), None, (0, 0, -8, 0), (0, 0, 0, 0), (0, 0, 7, 0))
    for card in (make_card(0, 5), make_card(1, 0), make_card(0, 1), make_card(0, 0)):
        assert position.scores == (0, 0, -8, 0)
        position = tricks.play(position, card)
    assert position.scores == (-8, 0, -8, 0)
    assert position.tricks == (1, 0, 7, 0)
    assert (position.leader, position.trick) == (0, ())


def _variant(name: str) -> Variant:
    from kingcli.variants import load_variant

    return load_variant(name)


def test_no_card_beats_the_led_suit_but_a_trump() -> None:
    """Faults E7 and E10: a discarded king takes nothing; the lowest trump beats the ace; ten is below jack."""
    for name in ("lithuanian", "minsk"):
        for named in ("S", "H", "D", "C"):
            table = compile_table(_variant(name), "trump", named)
            assert isinstance(table, TrickTable)
            for led in cards_of(table.deck):
                for other in cards_of(table.deck & ~(1 << led)):
                    trump, same = suit_index(other) == "SHDC".index(named), suit_index(other) == suit_index(led)
                    beats = (trump and not same) or (same and rank_index(other) < rank_index(led))
                    assert tricks.winner(table, (led, other)) == int(beats), (card_name(led), card_name(other))


@pytest.mark.parametrize("seed", range(3))
def test_a_stream_decides_alone(seed: int) -> None:
    """Two rounds played in turns do not disturb each other: no state is shared between rounds."""
    variant = _variant("lithuanian")
    _, one, _ = a_round(variant, str(seed))
    _, two, _ = a_round(variant, str(seed))
    alone = play_on(same_round(one), stream("x", purpose="test"))
    rngs = [stream("x", purpose="test"), stream("x", purpose="test")]
    for option in alone:
        for played, rng in zip((one, two), rngs, strict=True):
            decision = played.decision()
            assert decision is not None
            assert decision.options[rng.below(len(decision.options))] == option
            played.apply(option)
    assert snapshot(one) == snapshot(two)
