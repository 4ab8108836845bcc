"""The solver reads nothing but the table: random tables that no game has, and the same game seen from elsewhere."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from endings import ending, forms, turn_of
from enumeration import by_option, mover, remembered
from kingcli.cards import N_CARD_NUMBERS, Hand, cards_of, mask
from kingcli.random import Stream, stream
from kingcli.rules import HundredPosition, LayoutPosition, Position, TrickPosition, layout
from kingcli.rules.perft import after, options_at
from kingcli.search import solve
from kingcli.variants import LayoutTable, TrickTable, compile_table, load_variant, variant_names
from kingcli.variants.table import FollowMust, LeadBan
from test_search_enumeration import check, random_team

SEEDS = st.integers(0, 1 << 40)
FORMS = [(name, contract) for name in variant_names() for contract, _ in forms(load_variant(name))]


def some(rng: Stream, cards: Hand, one_in: int) -> Hand:
    return mask(card for card in cards_of(cards) if rng.below(one_in) == 0)


def random_table(rng: Stream, n_seats: int) -> TrickTable:
    """A trick table with everything a table can say: odd strengths, bans, musts, points by trick, mixed signs.

    Three cards a seat are nearly all of the pack, and few have points: so hands hold neighbours which nothing but
    one of
    the rules tells apart.
    """
    n_suits = 2 + rng.below(3)
    deck = mask(16 * suit + rank for suit in range(n_suits) for rank in range(-(-3 * n_seats // n_suits)))
    one_in = (2, 8, 99)[rng.below(3)]
    points = [rng.below(7) - 3 if deck >> card & 1 and rng.below(one_in) == 0 else 0 for card in range(N_CARD_NUMBERS)]
    trump = 0xFFFF << 16 * rng.below(4) & deck if rng.below(2) else 0
    is_odd = rng.below(2)

    def strength(led: int, card: int) -> int:
        if is_odd:
            return rng.below(6)
        natural = 16 - card % 16
        return natural + 100 if trump >> card & 1 else natural if card // 16 == led else 0

    return TrickTable(
        n_seats=n_seats,
        hand_size=4,
        deck=deck,
        direction=1 if rng.below(2) else -1,
        trump=trump,
        strength=tuple(tuple(strength(led, card) for card in range(N_CARD_NUMBERS)) for led in range(4)),
        lead_bans=tuple(LeadBan(some(rng, deck, 3), bool(rng.below(2))) for _ in range(rng.below(3))),
        void_must=tuple(some(rng, deck, 4) for _ in range(rng.below(3))),
        follow_must=tuple(FollowMust(some(rng, deck, 3), some(rng, deck, 3)) for _ in range(rng.below(3))),
        card_points=tuple(points),
        scoring=mask(card for card, value in enumerate(points) if value),
        trick_points=tuple(rng.below(9) - 4 for _ in range(1 + rng.below(4))),
        end_points=tuple(rng.below(5) - 2 for _ in range(rng.below(3))),
        early_end=bool(rng.below(2)),
    )


def random_position(seed: int) -> Position:
    rng = stream(str(seed), purpose="table")
    table = random_table(rng, 3 if rng.below(4) else 4)
    pack = [*cards_of(table.deck)]
    rng.shuffle(pack)
    n_left = 3 if rng.below(4) else 2
    seats = range(table.n_seats)
    hands = tuple(mask(pack[seat * n_left : (seat + 1) * n_left]) for seat in seats)
    position: Position = TrickPosition(
        table, hands, rng.below(table.n_seats), (), rng.below(table.n_seats), tuple(rng.below(5) for _ in seats)
    )
    for _ in range(rng.below(table.n_seats)):
        if options := options_at(position):
            position = after(position, options[rng.below(len(options))])
    return position


@settings(max_examples=120, deadline=None)
@given(seed=SEEDS)
def test_random_tables(seed: int) -> None:
    position = random_position(seed)
    if options_at(position):
        check(position, random_team(position.table.n_seats, str(seed)), f"table {seed}")


def parting_table(rule: str, rng: Stream) -> TrickTable:
    """Nine cards and tricks that differ in points; one rule, which speaks of half the cards."""
    n_suits = 2 + rng.below(2)
    deck = mask(16 * suit + rank for suit in range(n_suits) for rank in range(-(-9 // n_suits)))
    named, others = some(rng, deck, 2), some(rng, deck, 2)
    strength = tuple(tuple(16 - card % 16 if card // 16 == led else 0 for card in range(64)) for led in range(4))
    return TrickTable(
        n_seats=3,
        hand_size=3,
        deck=deck,
        direction=1,
        trump=0,
        strength=strength,
        lead_bans=(LeadBan(named),) if rule == "lead ban" else (),
        void_must=(named,) if rule == "void must" else (),
        follow_must={
            "follow must": (FollowMust(named, deck),),
            "follow must when": (FollowMust(others, named),),
        }.get(rule, ()),
        card_points=(0,) * N_CARD_NUMBERS,
        scoring=0,
        trick_points=tuple(rng.below(9) - 4 for _ in range(3)),
    )


@pytest.mark.parametrize(
    ("rule", "n_deals"), [("lead ban", 200), ("void must", 600), ("follow must", 300), ("follow must when", 200)]
)
def test_neighbours_that_only_a_rule_tells_apart(rule: str, n_deals: int) -> None:
    """Equal in rank and points, but not for the rule: not to be taken for one. It shows in few deals, so many."""
    for number in range(n_deals):
        rng = stream(f"{rule}/{number}", purpose="parting")
        table = parting_table(rule, rng)
        pack = [*cards_of(table.deck)]
        rng.shuffle(pack)
        hands = tuple(mask(pack[3 * seat : 3 * seat + 3]) for seat in range(3))
        position: Position = TrickPosition(table, hands, rng.below(3), (), None, (0, 0, 0))
        for _ in range(rng.below(3)):
            position = after(position, options_at(position)[rng.below(len(options_at(position)))])
        truth, seat = by_option(position), mover(position)
        for method in ("guarantee", "best"):
            wanted = {card: getattr(values, method)[seat] for card, values in truth.items()}
            assert solve(position, method).cards == wanted, number
        assert solve(position, "maxn").cards == {card: values.maxn for card, values in truth.items()}, number


def random_layout(rng: Stream) -> LayoutPosition:
    """A small layout from its start: any prizes, any opening, either way round, with or without passing."""
    n_seats = 3 + rng.below(2)
    n_suits, n_ranks = (2, n_seats) if rng.below(2) else (n_seats, 2)
    deck = mask(16 * suit + rank for suit in range(n_suits) for rank in range(n_ranks))
    starts = mask(16 * suit + rank for suit in range(n_suits) for rank in [rng.below(n_ranks)])
    openers = [*cards_of(starts)]
    prizes = tuple((rng.below(9) - 4) * rng.below(2) for _ in range(n_seats))
    table = LayoutTable(
        n_seats=n_seats,
        hand_size=2,
        deck=deck,
        direction=1 if rng.below(2) else -1,
        starts=starts,
        first=openers[rng.below(len(openers))] if rng.below(2) else None,
        prizes=prizes,
        may_pass=bool(rng.below(2)),
    )
    pack = [*cards_of(deck)]
    rng.shuffle(pack)
    hands = tuple(mask(pack[2 * seat : 2 * seat + 2]) for seat in range(n_seats))
    return layout.start(table, hands, rng.below(n_seats))


def test_random_layouts() -> None:
    for number in range(150):
        position: Position = random_layout(stream(str(number), purpose="layout"))
        team = random_team(position.table.n_seats, str(number))
        truth = remembered(position, {}, (team,))
        assert solve(position, "guarantee", "all").value == truth.guarantee, number
        assert solve(position, "best", "all").value == truth.best, number
        assert solve(position, "team", sorted(team)).value == truth.team[0], number
        assert solve(position, "maxn").value == truth.maxn, number
        for seat in range(position.table.n_seats):
            found = solve(position, "guarantee", [seat])
            for card, value in found.cards.items():
                assert remembered(after(position, card), {}).guarantee[seat] == value, number


def any_ending(seed: int, n_left: int = 2) -> Position:
    """An ending of any contract of any variant, with up to n-1 cards on the table."""
    rng = stream(str(seed), purpose="form")
    name, contract = FORMS[rng.below(len(FORMS))]
    variant = load_variant(name)
    suits = dict(forms(variant))[contract]
    named = suits[rng.below(len(suits))]
    on_table = rng.below(variant.n_active)
    if not isinstance(compile_table(variant, contract, named), TrickTable):
        return ending(variant, contract, named, n_left, str(seed))
    return ending(variant, contract, named, n_left, str(seed), on_table=on_table)


@settings(max_examples=100, deadline=None)
@given(seed=SEEDS)
def test_best_is_at_least_maxn_is_at_least_guarantee(seed: int) -> None:
    position = any_ending(seed, 3)
    maxn = solve(position, "maxn").value
    best, guarantee = solve(position, "best", "all").value, solve(position, "guarantee", "all").value
    assert isinstance(maxn, tuple)
    for seat, score in enumerate(maxn):
        assert best[seat] >= score >= guarantee[seat]


@settings(max_examples=60, deadline=None)
@given(seed=SEEDS)
def test_a_position_is_worth_its_best_card_and_is_still_after_it(seed: int) -> None:
    position = any_ending(seed, 3)
    for method in ("guarantee", "best", "team"):
        seats = [turn_of(position)] if method != "team" else sorted(random_team(position.table.n_seats, str(seed)))
        found = solve(position, method, seats)
        is_high = method == "best" or turn_of(position) in seats
        assert found.value == (max if is_high else min)(found.cards.values())
        for card, value in found.cards.items():
            assert solve(after(position, card), method, seats).value == value
    found = solve(position, "maxn")
    for card in found.best:
        assert solve(after(position, card), "maxn").value == found.value


@settings(max_examples=60, deadline=None)
@given(seed=SEEDS)
def test_a_card_led_is_the_same_seen_before_and_after(seed: int) -> None:
    """dds #103: the cards on the table count as they did in the hand."""
    position = any_ending(seed, 3)
    for seat in range(position.table.n_seats):
        found = solve(position, "guarantee", [seat])
        for card, value in found.cards.items():
            assert solve(after(position, card), "guarantee", [seat]).value == value


def moved_suits(cards: Hand, order: tuple[int, ...]) -> Hand:
    return mask(16 * order[card // 16] + card % 16 for card in cards_of(cards))


def with_moved_suits(table: TrickTable, order: tuple[int, ...]) -> TrickTable:
    """The same game with suit s called order[s]."""
    source = {16 * order[card // 16] + card % 16: card for card in range(N_CARD_NUMBERS)}
    rows = {order[led]: table.strength[led] for led in range(4)}
    return msgspec.structs.replace(
        table,
        deck=moved_suits(table.deck, order),
        trump=moved_suits(table.trump, order),
        strength=tuple(tuple(rows[led][source[card]] for card in range(N_CARD_NUMBERS)) for led in range(4)),
        lead_bans=tuple(LeadBan(moved_suits(ban.cards, order), ban.declarer_exempt) for ban in table.lead_bans),
        void_must=tuple(moved_suits(cards, order) for cards in table.void_must),
        follow_must=tuple(
            FollowMust(moved_suits(must.cards, order), moved_suits(must.when, order)) for must in table.follow_must
        ),
        card_points=tuple(table.card_points[source[card]] for card in range(N_CARD_NUMBERS)),
        scoring=moved_suits(table.scoring, order),
        premiums=tuple(
            msgspec.structs.replace(premium, cards=moved_suits(premium.cards, order)) for premium in table.premiums
        ),
        jokers=moved_suits(table.jokers, order),
        joker_beaten_by=tuple(moved_suits(table.joker_beaten_by[order.index(suit)], order) for suit in range(4)),
    )


def moved_cards(cards: tuple[int, ...], order: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(16 * order[card // 16] + card % 16 for card in cards)


@settings(max_examples=60, deadline=None)
@given(seed=SEEDS, order=st.permutations(range(4)))
def test_suits_may_change_their_names(seed: int, order: list[int]) -> None:
    position, names = any_ending(seed, 3), tuple(order)
    if isinstance(position, LayoutPosition):
        moved: Position = msgspec.structs.replace(
            position,
            table=msgspec.structs.replace(
                position.table,
                first=None,
                deck=moved_suits(position.table.deck, names),
                starts=moved_suits(position.table.starts, names),
            ),
            hands=tuple(moved_suits(hand, names) for hand in position.hands),
            laid=moved_suits(position.laid, names),
        )
    elif isinstance(position, HundredPosition):
        moved = msgspec.structs.replace(
            position,
            table=msgspec.structs.replace(position.table, deck=moved_suits(position.table.deck, names)),
            hands=tuple(moved_suits(hand, names) for hand in position.hands),
        )
    else:
        moved = msgspec.structs.replace(
            position,
            table=with_moved_suits(position.table, names),
            hands=tuple(moved_suits(hand, names) for hand in position.hands),
            trick=moved_cards(position.trick, names),
            stock=moved_cards(position.stock, names),
            taken=position.taken and tuple(moved_suits(cards, names) for cards in position.taken),
        )
    for method in ("guarantee", "best", "maxn"):
        one, other = solve(position, method), solve(moved, method)
        assert one.value == other.value
        renamed = {16 * names[c // 16] + c % 16 if isinstance(c, int) else c: v for c, v in one.cards.items()}
        assert renamed == other.cards


@settings(max_examples=60, deadline=None)
@given(seed=SEEDS, steps=st.integers(1, 3))
def test_seats_may_move_round_the_table(seed: int, steps: int) -> None:
    position = any_ending(seed, 3)
    n_seats = position.table.n_seats

    def moved(values: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(values[(seat - steps) % n_seats] for seat in range(n_seats))

    fields: dict = {"hands": moved(position.hands), "scores": moved(position.scores)}
    if not isinstance(position, TrickPosition):
        fields["turn"] = (position.turn + steps) % n_seats
    else:
        if position.taken is not None and position.tricks is not None:
            fields |= {"taken": moved(position.taken), "tricks": moved(position.tricks)}
        fields["order"] = tuple((seat + steps) % n_seats for seat in position.order)
        fields["recent"] = tuple((seat + steps) % n_seats for seat in position.recent)
        fields["leader"] = (position.leader + steps) % n_seats
        if position.declarer is not None:
            fields["declarer"] = (position.declarer + steps) % n_seats
    elsewhere = msgspec.structs.replace(position, **fields)
    assert mover(elsewhere) == (mover(position) + steps) % n_seats
    assert solve(elsewhere).cards == solve(position).cards
    assert solve(elsewhere, "maxn").value == moved(solve(position, "maxn").value)
    assert solve(elsewhere, "guarantee", "all").value == moved(solve(position, "guarantee", "all").value)


@settings(max_examples=60, deadline=None)
@given(seed=SEEDS)
def test_an_early_end_changes_no_value(seed: int) -> None:
    position = any_ending(seed, 3)
    if not isinstance(position, TrickPosition):
        return
    for method in ("guarantee", "best", "maxn"):
        early, late = (
            solve(
                msgspec.structs.replace(position, table=msgspec.structs.replace(position.table, early_end=flag)), method
            )
            for flag in (True, False)
        )
        assert early.value == late.value
        if early.cards:
            assert early.cards == late.cards
            assert late.line[: len(early.line)] == early.line


@pytest.mark.parametrize(
    ("variant", "contract", "options"),
    [
        ("russian", "king", {"king_forced_on_hearts": "under-ace"}),
        ("russian", "king", {"king_forced_on_hearts": "always"}),
        ("russian", "all", {"king_forced_on_hearts": "always"}),
        ("lithuanian", "king", {"king_forced": True}),
        ("lithuanian", "trump", {"must_trump": False}),
        ("minsk", "trump", {"trump_lead": "declarer-only", "must_trump": False}),
        ("russian", "hearts", {"early_end": True}),
        ("lithuanian", "trump", {"direction": "counter-clockwise"}),
        ("lithuanian", "queens", {"direction": "counter-clockwise"}),
    ],
)
def test_options_of_play(variant: str, contract: str, options: dict) -> None:
    loaded = load_variant(variant, options)
    suits = dict(forms(loaded))[contract]
    for number in range(40):
        seed = f"options/{variant}/{contract}/{options}/{number}"
        position = ending(
            loaded, contract, suits[number % len(suits)], 1 + number % 3, seed, on_table=number % loaded.seats
        )
        check(position, random_team(loaded.seats, seed), seed)


@pytest.mark.parametrize("may_pass", [False, True])
def test_layouts_with_and_without_passing(may_pass: bool) -> None:
    """Up to eight cards; with passing up to five, since the enumeration tries every pass."""
    loaded = load_variant("lithuanian", {"allow_voluntary_pass": may_pass})
    for number in range(30):
        position = ending(loaded, "layout", None, 1 if may_pass else 2, f"passing/{number}")
        check(position, random_team(4, str(number)), f"passing {may_pass} {number}")


def test_one_option_is_still_valued() -> None:
    """dds #48: a forced card is worth what it is worth."""
    for number in range(40):
        position = any_ending(number, 1)
        truth = by_option(position)
        found = solve(position)
        assert found.cards == {card: values.guarantee[mover(position)] for card, values in truth.items()}
