"""A view cannot leak: deals that differ only in what a seat cannot know give the same bytes at every decision."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import msgspec
import pytest

from kingcli.cards import cards_of, mask, parse_card
from kingcli.random import Stream, stream
from kingcli.rules import (
    Deal,
    Event,
    Kind,
    Match,
    Option,
    Round,
    RoundResult,
    cardplay,
    choosing,
    draw_dealer,
    make_view,
    n_rounds,
    talon,
)
from kingcli.rules.deal import active_seats, deal_pack, shuffled_deal
from kingcli.rules.events import DECISIONS
from kingcli.variants import TrickTable, Variant, load_variant, variant_names
from kingcli.variants.table import pack_of

# Beside the games as they are: what can be hidden or shown under their options.
OPTIONS: list[tuple[str, dict[str, Any]]] = [
    ("atomic", {"talon": "shown"}),
    ("atomic", {"trump_deals": 0, "take_all": True}),
    ("declared", {"all_and_layout": True}),
    ("declared-3", {"revoke_penalty": 40, "trump_after_talon": True}),
    ("domino", {"deck": "d52"}),
    ("jokers-3", {"jokers": 1}),
    ("lithuanian", {"allow_voluntary_pass": True}),
    ("polish-auction", {"reserve": False, "payback": "trumps"}),
    ("trade", {"all_pass": "redeal", "leader": "first"}),
    ("varzytines", {"multi_jacks": "any"}),
]
GAMES: list[tuple[str, dict[str, Any]]] = [*((name, {}) for name in variant_names()), *OPTIONS]
IDS = [" ".join([name, *(f"{key}={value}" for key, value in settings.items())]) for name, settings in GAMES]

# Rounds of a match that are looked at, and about how many decisions of each.
ROUNDS, DECISIONS_SEEN = 3, 10


def a_round(variant: Variant, seed: str, number: int | None = None) -> tuple[Round, Stream]:
    """A round somewhere in a random match (or that round, from 0), dealt but not begun."""
    match = Match(variant, draw_dealer(variant, stream(seed, purpose="lot")))
    rng = stream(seed, purpose="test")
    skipped = rng.below(n_rounds(variant) or 7)
    for _ in range(skipped if number is None else number):
        plan = match.plan()
        contract = plan.contract or plan.choices[rng.below(len(plan.choices))]
        match.end_round(RoundResult(plan.number, plan.dealer, contract, None, None, (0,) * variant.seats))
    plan = match.plan()
    return match.start_round(shuffled_deal(variant, plan.deal_rules(variant), plan.dealer, rng)), rng


def seen_cards(played: Round, seat: int) -> int:
    """The cards this seat has seen, by the rules of the game rather than by its view."""
    seen = 0
    if seat in played.active:
        index = played.active.index(seat)
        seen = mask(played.deal.hands[seat][: played.setting.dealt[index]])
    n_given = 0
    rule = played.setting.contract.talon
    for event in played.events:
        cards = event.value if isinstance(event.value, tuple) else (event.value,)
        is_mine, is_public = event.seat == seat, event.kind in (Kind.PLAY, Kind.LAY, Kind.TURNED, Kind.TRICK, Kind.LEFT)
        if event.kind is Kind.TALON:
            assert rule is not None
            is_public = rule.faces != "closed"
        elif event.kind is Kind.GIVE and event.seat is not None:
            n_given += 1
            giver = played.active.index(event.seat)
            receiver = played.active[(giver + played.variant.step * n_given) % len(played.active)]
            is_mine = is_mine or seat == receiver
        elif event.kind is Kind.DISCARD:
            # Scoring cards that have to go, for want of others, are shown to all.
            assert rule is not None
            assert isinstance(event.value, int)
            table = played.setting.table
            has_points = isinstance(table, TrickTable) and bool(table.scoring >> event.value & 1)
            is_public = has_points and rule.may_not == "scoring" and not rule.revoke
        elif event.kind not in (Kind.DRAWN, *DECISIONS) and not is_public:
            continue
        if is_mine or is_public:
            seen |= mask(card for card in cards if isinstance(card, int))
    return seen


def hidden_from(played: Round, seat: int) -> list[int]:
    """The cards whose place this seat cannot know."""
    seen = seen_cards(played, seat)
    places = (*played.deal.hands, played.deal.talon, played.deal.stock)
    return [card for cards in places for card in cards if not seen >> card & 1]


def dump(played: Round, seat: int) -> bytes:
    return msgspec.json.encode(make_view(played, seat).to_plain())


def is_worth_a_look(played: Round, rng: Stream) -> bool:
    """All decisions before card play, and some of those in it."""
    decision = played.decision()
    assert decision is not None
    in_play = decision.kind in (Kind.PLAY, Kind.LAY)
    return not in_play or rng.below(len(played.deal.hands) * len(played.deal.hands[decision.seat])) < DECISIONS_SEEN


def check_round(played: Round, rng: Stream) -> int:
    """Replay a round with unseen cards exchanged; returns how many views were compared.

    While the same seats are in turn (in a layout all see who begins and who is skipped), as many cards are drawn, and
    the same decisions stay legal, nothing has shown the exchange: the view must be the same.
    """
    history: list[tuple[int, Option]] = []
    n_compared = 0
    while (decision := played.decision()) is not None:
        for seat in range(played.variant.seats) if is_worth_a_look(played, rng) else ():
            hidden = hidden_from(played, seat)
            if len(hidden) < 2:
                continue
            rng.shuffle(hidden)
            twin = replayed(played, history, {hidden[0]: hidden[1], hidden[1]: hidden[0]})
            if twin is not None:
                assert dump(twin, seat) == dump(played, seat)
                n_compared += 1
        history.append((decision.seat, decision.options[rng.below(len(decision.options))]))
        played.apply(history[-1][1])
    return n_compared


def replayed(played: Round, history: list[tuple[int, Option]], swap: dict[int, int]) -> Round | None:
    """The round with these cards exchanged, also where others have put them away or given them unseen.

    None where that is not possible, or gives what all can see another course.
    """

    def exchanged(cards: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(swap.get(card, card) for card in cards)

    deal = Deal(tuple(map(exchanged, played.deal.hands)), exchanged(played.deal.talon), exchanged(played.deal.stock))
    choices = played.setting.choices
    twin = Round(played.variant, deal, played.dealer, None if choices else played.contract, choices)
    for seat, card_or_call in history:
        option = swap.get(card_or_call, card_or_call) if isinstance(card_or_call, int) else card_or_call
        decision = twin.decision()
        if decision is None or decision.seat != seat or twin.refuse(option) is not None:
            return None
        twin.apply(option)
    there, here = twin.decision(), played.decision()
    assert here is not None
    if there is None or there.seat != here.seat:
        return None
    # Who has drawn how often, and what became of it, lies open.
    if [(event.kind, event.seat) for event in twin.events] != [(event.kind, event.seat) for event in played.events]:
        return None
    return twin


@pytest.mark.parametrize(("name", "settings"), GAMES, ids=IDS)
def test_equal_knowledge_gives_equal_bytes(name: str, settings: dict[str, Any]) -> None:
    variant = load_variant(name, settings)
    n_compared = 0
    for number in range(ROUNDS):
        n_compared += check_round(*a_round(variant, f"{name} {number}"))
    assert n_compared > 10 * ROUNDS


@pytest.mark.parametrize(
    ("name", "number", "module"),
    [
        ("russian", 0, choosing),  # hands
        ("lithuanian", 7, choosing),  # the first three cards
        ("declared-3", 0, talon),  # talon and discards
        ("declared-3-of-5", 0, talon),
        ("polish-auction", 7, talon),  # gifts
        ("domino", 0, cardplay),  # cards drawn
    ],
)
def test_a_leak_would_be_found(name: str, number: int, module: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the engine lets all see what one seat or two may see, the tests above fail."""
    variant = load_variant(name)
    monkeypatch.setattr(module, "seat_mask", lambda *seats: (1 << variant.n_active) - 1)
    with pytest.raises(AssertionError):
        check_round(*a_round(variant, "leak", number))


@pytest.mark.slow
@pytest.mark.parametrize(("name", "settings"), GAMES, ids=IDS)
def test_equal_knowledge_gives_equal_bytes_in_every_round_of_a_match(name: str, settings: dict[str, Any]) -> None:
    variant = load_variant(name, settings)
    for number in range(n_rounds(variant) or 7):
        check_round(*a_round(variant, name, number))


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


def told_cards(events: tuple[Event, ...]) -> int:
    """The cards that events name."""
    told = 0
    for event in events:
        if event.kind in (Kind.OUT, Kind.SCORED):
            continue
        cards = event.value if isinstance(event.value, tuple) else (event.value,)
        told |= mask(card for card in cards if isinstance(card, int))
    return told


@pytest.mark.parametrize(("name", "settings"), GAMES, ids=IDS)
def test_nothing_hidden_is_reachable_and_nothing_seen_is_lost(name: str, settings: dict[str, Any]) -> None:
    variant = load_variant(name, settings)
    for number in range(ROUNDS):
        played, rng = a_round(variant, f"reach {number}")
        while (decision := played.decision()) is not None:
            for seat in range(variant.seats) if is_worth_a_look(played, rng) else ():
                view = make_view(played, seat)
                reachable(view, set())
                hidden = mask(hidden_from(played, seat))
                known = told_cards(view.events) | view.hand | mask(view.trick) | sum(view.taken) | view.laid
                assert not hidden & known
                # By the view's own reckoning: unseen is what is hidden.
                assert view.unseen == hidden
                assert told_cards(view.events) == seen_cards(played, seat)
            played.apply(decision.options[rng.below(len(decision.options))])


# One seat and one kind of hidden card at a time


def cards(text: str) -> tuple[int, ...]:
    return tuple(parse_card(word) for word in text.split())


def fixed_round(name: str, contract: str, dealer: int = 3, **settings: Any) -> Round:
    """A round of this contract, the pack dealt in its natural order."""
    variant = load_variant(name, settings)
    rules = variant.contracts[contract]
    deal = deal_pack(variant, rules, dealer, list(cards_of(pack_of(variant.deck))))
    return Round(variant, deal, dealer, *((None, (contract,)) if variant.pool is not None else (contract, ())))


def seen_values(played: Round, kind: Kind) -> list[list[Any]]:
    """By seat the values of events of a kind as the seat sees them."""
    return [
        [event.value for event in make_view(played, seat).events if event.kind is kind]
        for seat in range(played.variant.seats)
    ]


def test_a_talon_that_is_shown_and_discards_that_are_not() -> None:
    played = fixed_round("minsk", "tricks")
    assert seen_values(played, Kind.TALON) == [[], [], []]
    played.apply("contract:tricks")
    first = played.decision()
    assert first is not None
    played.apply(first.options[0])
    assert seen_values(played, Kind.TALON) == [[played.deal.talon]] * 3
    expected: list[list[Any]] = [[None]] * 3
    expected[first.seat] = [first.options[0]]
    assert seen_values(played, Kind.DISCARD) == expected


@pytest.mark.parametrize(("name", "n_out"), [("declared-3", 0), ("declared-3-of-4", 1), ("declared-3-of-5", 2)])
def test_a_closed_talon_is_seen_by_its_taker_only(name: str, n_out: int) -> None:
    played = fixed_round(name, "tricks", dealer=1)
    played.apply("contract:tricks")
    taker, seats = played.declarer, played.variant.seats
    assert taker is not None
    assert seats - len(played.active) == n_out
    expected: list[list[Any]] = [[None]] * seats
    expected[taker] = [played.deal.talon]
    assert seen_values(played, Kind.TALON) == expected


def test_an_open_talon_is_seen_before_the_bidding_and_gifts_by_two() -> None:
    played = fixed_round("polish-auction", "trump")
    assert seen_values(played, Kind.TALON) == [[played.deal.talon]] * 4
    played.apply("take")
    giver = played.declarer
    assert giver == 0
    hand = make_view(played, giver).hand
    assert hand == mask((*played.deal.hands[0], *played.deal.talon))
    gifts = [*cards_of(hand)][:3]
    for card in gifts:
        played.apply(card)
    assert seen_values(played, Kind.GIVE) == [
        gifts,
        [gifts[0], None, None],
        [None, gifts[1], None],
        [None, None, gifts[2]],
    ]
    for receiver, card in enumerate(gifts, 1):
        view = make_view(played, receiver)
        assert view.hand == mask(played.deal.hands[receiver]) | 1 << card
        assert not view.unseen >> card & 1
        others = mask(gift for gift in gifts if gift != card)
        assert view.unseen & others == others & ~mask(played.deal.talon)


def test_cards_drawn_are_seen_by_the_drawer_and_their_number_by_all() -> None:
    variant = load_variant("domino")
    played = Round(
        variant,
        Deal(
            (
                cards("SA SK SQ SJ ST S9"),
                cards("HA HK HQ HJ HT H9"),
                cards("DA DK DQ DJ DT D9"),
                cards("CA CK CQ CJ CT C9"),
            ),
            stock=cards("H8 D8 S8 C8 H7 S7 D7 C7"),
        ),
        3,
        "tricks",
    )
    assert all(view.unseen.bit_count() == 26 for view in (make_view(played, seat) for seat in range(4)))
    played.apply(parse_card("SA"))
    assert seen_values(played, Kind.DRAWN) == [[None] * 3, [*cards("H8 D8 S8")], [None] * 3, [None] * 3]
    assert [event.seat for event in make_view(played, 3).events if event.kind is Kind.DRAWN] == [1, 1, 1]
    assert make_view(played, 1).unseen == mask(hidden_from(played, 1))
    for seat in (0, 2, 3):
        assert make_view(played, seat).unseen & mask(cards("H8 D8 S8 C8")) == mask(cards("H8 D8 S8 C8"))


def test_an_odd_card_lies_face_down_until_the_first_trick_is_gathered() -> None:
    played = fixed_round("jokers-3", "joker-hearts")
    (odd,) = played.deal.talon
    while not any(event.kind is Kind.TRICK for event in played.events):
        for seat in range(3):
            assert make_view(played, seat).unseen >> odd & 1
        decision = played.decision()
        assert decision is not None
        played.apply(decision.options[0])
    assert all(not make_view(played, seat).unseen >> odd & 1 for seat in range(3))
    assert all(values[0][-1] == odd for values in seen_values(played, Kind.TRICK))


def test_cards_that_stay_unopened_are_hidden_and_those_turned_are_not() -> None:
    played = fixed_round("lithuanian", "trump")
    hand = played.deal.hands[0]
    # Before the call the chooser has three cards, the others none.
    assert make_view(played, 0).hand == mask(hand[:3])
    assert [make_view(played, seat).hand for seat in (1, 2, 3)] == [0, 0, 0]
    assert make_view(played, 0).unseen >> hand[3] & 1
    played.apply("open:highest")
    turned = [event.value for event in played.events if event.kind is Kind.TURNED]
    assert 1 <= len(turned) <= 3
    assert seen_values(played, Kind.TURNED) == [turned] * 4
    for seat in (1, 2, 3):
        closed = mask(hand) & ~mask(turned)  # type: ignore[arg-type]
        assert make_view(played, seat).unseen & mask(hand) == closed


def test_who_sits_out_sees_what_all_see_and_nothing_else() -> None:
    played = fixed_round("declared-3-of-5", "trump", dealer=1)
    out = sorted(set(range(5)) - set(played.active))
    assert out == [0, 1]
    assert played.active == active_seats(played.variant, 1)
    rng = stream("out", purpose="test")
    while (decision := played.decision()) is not None:
        for seat in out:
            view = make_view(played, seat)
            assert (view.hand, view.decision, view.turn) == (0, None, decision.seat)
            everyone = (1 << 5) - 1
            assert [event.value for event in view.events] == [
                event.value if event.seen_by == everyone else None for event in played.events
            ]
            assert dump(played, out[0]).replace(b'"seat":"N"', b'"seat":"E"') == dump(played, out[1])
        played.apply(decision.options[rng.below(len(decision.options))])
    assert all(event.seen_by == (1 << 5) - 1 for event in played.events if event.kind is Kind.PLAY)
