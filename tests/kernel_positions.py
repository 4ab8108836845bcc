"""Random positions of every trick contract of every game, for holding the compiled core against the reference."""

from __future__ import annotations

import os
from collections.abc import Iterator

import msgspec
import pytest

from kingcli import kernel
from kingcli.cards import cards_of, mask
from kingcli.random import Stream, stream
from kingcli.rules import TrickPosition, tricks
from kingcli.rules.check import option_settings
from kingcli.variants import TrickTable, compile_table, load_variant, variant_names

Named = tuple[str, TrickTable]

# Where the compiled core is a must (KING_REQUIRE_NATIVE=1), a test of it fails without it instead of being skipped.
needs_kernel = pytest.mark.skipif(
    not kernel.available() and os.environ.get("KING_REQUIRE_NATIVE") != "1", reason="no compiled core here"
)


def tables_of(name: str, settings: dict | None = None) -> Iterator[Named]:
    """Every trick contract with every suit that can be named."""
    variant = load_variant(name, settings or {})
    for contract_id, contract in variant.contracts.items():
        suits = {"none": [None], "trump": ["S", "H", "D", "C", "NT"], "penalty": ["S", "H", "D", "C"]}[contract.suit]
        for suit in suits:
            table = compile_table(variant, contract_id, suit)
            if isinstance(table, TrickTable):
                yield f"{name}/{contract_id}/{suit}", table


def all_tables() -> list[Named]:
    """Each different table once, with all options of all games."""
    seen: dict[TrickTable, str] = {}
    for name in variant_names():
        for settings in option_settings(name):
            for label, table in tables_of(name, settings):
                seen.setdefault(table, f"{label} {settings or ''}".strip())
    return [(label, table) for table, label in seen.items()]


def deal(table: TrickTable, rng: Stream) -> TrickPosition:
    """Full hands of random cards; what is left over is the stock, or holds the odd card."""
    cards = list(cards_of(table.deck))
    rng.shuffle(cards)
    hands = []
    for _ in range(table.n_seats):
        hands.append(mask(cards[: table.hand_size]))
        cards = cards[table.hand_size :]
    nothing = (0,) * table.n_seats
    return TrickPosition(
        table,
        tuple(hands),
        rng.below(table.n_seats),
        (),
        (None, *range(table.n_seats))[rng.below(table.n_seats + 1)],
        nothing,
        nothing,
        nothing,
        tuple(cards) if table.has_stock else (),
        cards[0] if cards and table.extra_to_trick is not None else None,
    )


def played(position: TrickPosition, rng: Stream, n_cards: int) -> TrickPosition:
    """After so many random cards, or when the round is over."""
    for _ in range(n_cards):
        if tricks.is_over(position):
            break
        options = list(cards_of(tricks.legal(position)))
        position = tricks.play(position, options[rng.below(len(options))])
    return position


def ending(table: TrickTable, rng: Stream, n_left: int, on_table: int) -> TrickPosition:
    """A random ending: `n_left` cards a hand at the beginning of the trick in which `on_table` cards have been played;
    with a stock three times that and one more, in hands and stock together.
    """
    position = deal(table, rng)

    def is_large() -> bool:
        sizes = [hand.bit_count() for hand in position.hands]
        if table.has_stock:
            return sum(sizes) + len(position.stock) > 3 * n_left + 1
        return max(sizes) > n_left

    while is_large() and not tricks.is_over(position):
        position = played(position, rng, 1)
        while position.trick:
            position = played(position, rng, 1)
    return played(position, rng, on_table) if not tricks.is_over(position) else position


def random_table(rng: Stream) -> TrickTable:
    """A table of no game: odd strengths, prices, duties and premiums, small enough to be enumerated."""
    n_seats, ranks = 3 + rng.below(2), 2 + rng.below(3)
    deck = mask(16 * suit + rank for suit in range(4) for rank in range(ranks))
    jokers = mask((29, 30)[: rng.below(3)]) if rng.below(3) == 0 else 0
    deck |= jokers
    cards = list(cards_of(deck))
    size = min(len(cards) // n_seats, 3)

    def some(n: int) -> int:
        return mask(card for card in cards if rng.below(n) == 0)

    if rng.below(3) == 0:
        strength = tuple(tuple(rng.below(6) for _ in range(64)) for _ in range(4))
    else:
        trump = rng.below(8)
        strength = tuple(
            tuple(
                0 if jokers >> c & 1 else 20 + 13 - c % 16 if c >> 4 == trump else (13 - c % 16 if c >> 4 == led else 0)
                for c in range(64)
            )
            for led in range(4)
        )
    points = tuple((rng.below(7) - 3) * (rng.below(3) == 0) if deck >> card & 1 else 0 for card in range(64))
    base = compile_table(load_variant("russian"), "tricks", None)
    assert isinstance(base, TrickTable)
    premiums = []
    if rng.below(3) == 0:
        premium = compile_table(load_variant("varzytines"), "tricks", None).premiums[0]
        for _ in range(1 + rng.below(2)):
            needs_all = bool(rng.below(2))
            do = ("replace", "add")[rng.below(2)] if needs_all else ("double", "double-each")[rng.below(2)]
            premiums.append(
                msgspec.structs.replace(
                    premium,
                    needs_all=needs_all,
                    cards=some(3) * rng.below(2),
                    do=do,
                    taker=rng.below(9) - 4,
                    others=rng.below(9) - 4,
                )
            )
    from kingcli.variants.table import FollowMust, LeadBan

    has_stock = rng.below(5) == 0
    extra = rng.below(size) if not has_stock and len(cards) > n_seats * size and rng.below(2) else None
    return TrickTable(
        n_seats=n_seats,
        hand_size=size if not has_stock else min(size, 2),
        deck=deck,
        direction=(1, -1)[rng.below(2)],
        trump=0,
        strength=strength,
        lead_bans=tuple(LeadBan(some(3), bool(rng.below(2))) for _ in range(rng.below(3))),
        void_must=tuple(some(4) for _ in range(rng.below(3))),
        follow_must=tuple(FollowMust(some(4), some(2)) for _ in range(rng.below(2))),
        card_points=points,
        scoring=mask(card for card in cards if points[card]),
        trick_points=tuple(rng.below(5) - 2 for _ in range(1 + rng.below(3))) if rng.below(2) else (0,),
        end_points=tuple(rng.below(5) - 2 for _ in range(rng.below(3))),
        premiums=tuple(premiums),
        jokers=jokers,
        joker_beaten_by=tuple(some(3) & 0xFFFF0000 for _ in range(4)),
        has_stock=has_stock,
        extra_to_trick=extra,
        early_end=bool(rng.below(2)),
    )


def rng_of(label: str, number: int = 0) -> Stream:
    return stream(label, match=number, purpose="kernel tests")
