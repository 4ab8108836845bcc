"""Random endings of any contract, from a seed: positions with a few cards left, for tests, fixtures and timings."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from kingcli.cards import ALL_52, SUIT_MASKS, Card, Hand, cards_of, mask
from kingcli.random import Stream, stream
from kingcli.records import Problem
from kingcli.rules import HundredPosition, LayoutPosition, Position, TrickPosition, hundred, layout, tricks
from kingcli.rules.deal import has_chooser
from kingcli.rules.match import round_order
from kingcli.rules.perft import after, options_at
from kingcli.variants import HundredTable, LayoutTable, TrickTable, Variant, compile_table, load_variant
from kingcli.variants.table import NO_TRUMP

ANY = "SHDC"
# The first games solved; their contracts are tested most, since most others play theirs alike.
FIRST_GAMES = ("lithuanian", "minsk", "russian", "simple", "skill-full", "skill-short", "ukrainian")
ODD_CARD = Path(__file__).resolve().parent.parent / "fixtures" / "endings" / "odd-card.yaml"

DOMINO = ("tricks", "jacks", "queens", "hearts", "king", "last-two", "all")
Forms = tuple[tuple[str, str, dict[str, Any]], ...]

# Kind -> variant, contract and options; most cards a seat that the enumeration can try, taken in turn.
KINDS: dict[str, tuple[Forms, tuple[int, ...]]] = {
    "hundred": (
        (("varzytines", "hundred", {}), ("varzytines-3", "hundred", {}), ("varzytines", "hundred", {})),
        (1, 2),
    ),
    "eights": ((("polish", "layout", {}), ("polish-3", "layout", {}), ("polish-auction", "layout", {})), (2, 3)),
    "jacks": (
        (
            ("varzytines", "layout", {}),
            ("varzytines-3", "layout", {}),
            ("varzytines", "layout", {"multi_jacks": "any"}),
        ),
        (2, 3),
    ),
    "passing": (
        (
            ("varzytines", "layout", {"allow_voluntary_pass": True}),
            ("varzytines-3", "layout", {"allow_voluntary_pass": True, "multi_jacks": "any"}),
            ("polish", "layout", {"allow_voluntary_pass": True}),
        ),
        (1,),
    ),
    "odd-card": (((str(ODD_CARD), "joker-hearts", {}),), (4,)),
    "joker": (
        (
            ("jokers", "joker-hearts", {}),
            ("jokers-3", "joker-hearts", {}),
            ("jokers", "joker-hearts", {"joker_beaten_by_discarded_heart": False}),
            ("jokers-3", "joker-hearts", {"no_heart_lead": True}),
        ),
        (3, 2),
    ),
    "premium": (
        (
            ("varzytines", "tricks", {}),
            ("varzytines", "hearts", {}),
            ("varzytines", "jacks", {}),
            ("omnibus", "omnibus", {}),
            ("varzytines-3", "jacks", {"premium_adds": True}),
            ("varzytines", "jacks", {"doubling": "per_player"}),
            ("black-lady", "hearts-and-lady", {}),
            ("varzytines-3", "hearts", {"premium_adds": True}),
            ("omnibus-3", "omnibus", {}),
            ("varzytines-3", "jacks", {"doubling": "per_player", "premium_adds": True}),
        ),
        (3, 2),
    ),
    "stock": (
        (
            *(("domino", contract, {}) for contract in DOMINO),
            ("domino", "hearts", {"deck": "d52", "heart_value": 1}),
        ),
        (2, 1, 3),
    ),
    "nth-trick": (
        (
            ("polish", "seventh-and-last", {"last_trick": "seventh-and-last"}),
            ("polish", "all", {"last_trick": "seventh-and-last"}),
            ("polish-3", "seventh-and-last", {"last_trick": "seventh-and-last"}),
        ),
        (3, 2),
    ),
    "three-seats": (
        (
            ("russian-3", "trump", {}),
            ("minsk", "queens", {}),
            ("declared-3-of-5", "trump", {}),
            ("trade-3", "suit", {}),
            ("lithuanian-3", "all", {}),
        ),
        (3, 2),
    ),
    "other-way": ((("rifki", "trump", {}), ("rifki", "hearts", {}), ("rifki", "last-two", {})), (3, 2)),
}


def in_play(variant: Variant) -> tuple[str, ...]:
    """The contracts that the match or the pool has, in their order in the file."""
    chosen = {key for key, times in variant.pool.each.items() if times} if variant.pool else {*round_order(variant)}
    return tuple(key for key in variant.contracts if key in chosen)


def suits_of(variant: Variant, contract: str) -> tuple[str | None, ...]:
    """The suits that can be named in a contract: (None,) where none is."""
    rules = variant.contracts[contract]
    if rules.suit == "none":
        return (None,)
    return (*ANY, NO_TRUMP) if rules.suit == "trump" and rules.trump.no_trump else (*ANY,)


def forms(variant: Variant) -> Iterator[tuple[str, tuple[str | None, ...]]]:
    """Every contract in play with the suits it can be played in: (None,) where none is named."""
    for contract in in_play(variant):
        yield contract, suits_of(variant, contract)


def ending(
    variant: Variant, contract: str, named: str | None, n_left: int, seed: str, *, on_table: int = 0
) -> Position:
    """A position with `n_left` cards in each hand at the beginning of its trick, of which `on_table` have been played.

    The cards gone are any; scores made before are any, or what the cards gone brought where there is a premium. A round
    that would be over is dealt again. A layout and the Hundred are played at random until no more than `n_left` cards a
    seat are left in all. With a stock no hand is larger than `n_left`, and some cards are left to draw.
    """
    table = compile_table(variant, contract, named)
    for attempt in range(10_000):
        rng = stream(seed, match=attempt, purpose="ending")
        position: Position
        if isinstance(table, LayoutTable):
            position = _layout_ending(table, n_left, rng)
        elif isinstance(table, HundredTable):
            position = _hundred_ending(table, n_left, rng)
        else:
            has_declarer = has_chooser(variant, variant.contracts[contract])
            position = trick_ending(table, n_left, on_table, rng, has_declarer=has_declarer)
        if options_at(position):
            return position
    raise ValueError(f"no ending of {variant.name} {contract} with {n_left} cards each is still open")


def trick_ending(
    table: TrickTable, n_left: int, on_table: int, rng: Stream, *, has_declarer: bool = False
) -> TrickPosition:
    """An ending of tricks; the odd card is in play only when the hands are whole."""
    pack = [*cards_of(table.deck)]
    rng.shuffle(pack)
    if table.jokers or (table.premiums and len(pack) > 32):
        pack = _telling_first(table, pack, n_left * table.n_seats, rng)
    seats = range(table.n_seats)
    hands = tuple(mask(pack[seat * n_left : (seat + 1) * n_left]) for seat in seats)
    scores = tuple(rng.below(9) * (1 if rng.below(2) else -1) for _ in seats)
    leader, declarer = rng.below(table.n_seats), rng.below(table.n_seats)
    position: Position = TrickPosition(table, hands, leader, (), declarer if has_declarer else None, scores)
    rest = pack[n_left * table.n_seats :]
    if table.premiums:
        position = _with_taken(position, rest, rng)
    elif table.has_stock:
        position = _with_stock(position, n_left, rest, rng)
    elif table.extra_to_trick is not None and n_left == table.hand_size:
        position = msgspec.structs.replace(position, odd=rest[0])
    for _ in range(on_table):
        if options_at(position):
            position = _random_step(position, rng)
    assert isinstance(position, TrickPosition)
    return position


def _telling_first(table: TrickTable, pack: list[Card], n_dealt: int, rng: Stream) -> list[Card]:
    """The pack with jokers, cards that beat them and cards in premiums among those dealt more often than by chance."""
    told = table.jokers
    for cards in (*table.joker_beaten_by, *(premium.cards for premium in table.premiums)):
        told |= cards
    telling = [card for card in pack if told >> card & 1][: max(1, n_dealt // 2)]
    telling += [card for card in cards_of(table.jokers) if card not in telling and rng.below(4)]
    first = [*telling, *(card for card in pack if card not in telling)]
    dealt = first[:n_dealt]
    rng.shuffle(dealt)
    return dealt + first[n_dealt:]


def _with_taken(position: TrickPosition, gone: list[Card], rng: Stream) -> TrickPosition:
    """The cards gone as tricks won; half of the time all by one seat, so that premiums are still open."""
    table = position.table
    n_seats = table.n_seats
    taken: list[Hand] = [0] * n_seats
    only = rng.below(n_seats) if rng.below(2) else None
    for start in range(0, len(gone) - n_seats + 1, n_seats):
        taken[rng.below(n_seats) if only is None else only] |= mask(gone[start : start + n_seats])
    won = tuple(taken)
    counts = tuple(cards.bit_count() // n_seats for cards in won)
    scores = tuple(tricks.points_won(table, won, counts))
    return msgspec.structs.replace(position, taken=won, tricks=counts, scores=scores)


def _with_stock(position: TrickPosition, n_left: int, rest: list[Card], rng: Stream) -> TrickPosition:
    """Hands of any size up to `n_left`, the leader's not empty; up to `n_left` + 2 cards to draw, or all when new."""
    table = position.table
    if n_left == table.hand_size:
        return msgspec.structs.replace(position, stock=tuple(rest))
    hands = [mask([*cards_of(hand)][: rng.below(n_left + 2) or n_left]) for hand in position.hands]
    gone = rng.below(table.n_seats)
    if gone != position.leader and not rng.below(3):
        hands[gone] = 0
    recent = tuple(rng.below(table.n_seats) for _ in table.end_points)
    return msgspec.structs.replace(
        position, hands=tuple(hands), stock=tuple(rest[: rng.below(n_left + 3)]), recent=recent
    )


def _hundred_ending(table: HundredTable, n_left: int, rng: Stream) -> HundredPosition:
    pack = [*cards_of(table.deck)]
    rng.shuffle(pack)
    hands = tuple(mask(pack[seat * table.hand_size : (seat + 1) * table.hand_size]) for seat in range(table.n_seats))
    position: Position = hundred.start(table, hands, rng.below(table.n_seats))
    while options_at(position) and sum(hand.bit_count() for hand in position.hands) > n_left * table.n_seats:
        position = _random_step(position, rng)
    assert isinstance(position, HundredPosition)
    return position


def _layout_ending(table: LayoutTable, n_left: int, rng: Stream) -> LayoutPosition:
    pack = [*cards_of(table.deck)]
    rng.shuffle(pack)
    hands = tuple(mask(pack[seat * table.hand_size : (seat + 1) * table.hand_size]) for seat in range(table.n_seats))
    position: Position = layout.start(table, hands, rng.below(table.n_seats))
    while options_at(position) and sum(hand.bit_count() for hand in position.hands) > n_left * table.n_seats:
        position = _random_step(position, rng)
    assert isinstance(position, LayoutPosition)
    return position


def _random_step(position: Position, rng: Stream) -> Position:
    options = options_at(position)
    return after(position, options[rng.below(len(options))])


def turn_of(position: Position) -> int:
    """The seat to move."""
    return tricks.turn(position) if isinstance(position, TrickPosition) else position.turn


def all_forms(variants: list[str]) -> Iterator[tuple[Variant, str, str | None]]:
    """Every variant x contract x suit."""
    for name in variants:
        variant = load_variant(name)
        for contract, suits in forms(variant):
            for named in suits:
                yield variant, contract, named


def kind_endings(kind: str, n_endings: int) -> Iterator[tuple[str, Problem]]:
    """Endings of one kind, each with a name of its own: forms, sizes, suits and cards on the table in turn."""
    chosen, sizes = KINDS[kind]
    for number in range(n_endings):
        name, contract, options = chosen[number % len(chosen)]
        variant = load_variant(name, options)
        suits = suits_of(variant, contract)
        named = suits[number // len(chosen) % len(suits)]
        n_left = sizes[number // len(chosen) % len(sizes)]
        is_tricks = isinstance(compile_table(variant, contract, named), TrickTable)
        on_table = number // len(chosen) % variant.n_active if is_tricks else 0
        words = f"{kind}-{variant.name}-{contract}-{number + 1}"
        position = ending(variant, contract, named, n_left, f"kinds/{words}", on_table=on_table)
        yield words, Problem(id=words, variant=variant, contract=contract, named=named, position=position)


def bridge(trump: str, n_cards: int) -> TrickTable:
    """One point a trick; follow suit, a void may play anything."""
    table = compile_table(load_variant("lithuanian"), "trump", trump)
    assert isinstance(table, TrickTable)
    return msgspec.structs.replace(
        table,
        hand_size=n_cards,
        deck=ALL_52,
        trump=0 if trump == "NT" else SUIT_MASKS["SHDC".index(trump)] & ALL_52,
        lead_bans=(),
        void_must=(),
        follow_must=(),
        card_points=(0,) * 64,
        scoring=0,
        trick_points=(1,),
        end_points=(),
    )
