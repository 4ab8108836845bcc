"""Each rule, changed a little, makes a fixture fail: they hold every field of every table and every rule of a game.

mutants.py says what is changed, noticing.py what a fixture is. Where a mutant is not noticed, find a round that shows
it: python scripts/find_playthroughs.py VARIANT CONTRACT.
"""

from __future__ import annotations

import pytest

import independent
from kingcli.cards import SUIT_MASKS, SUITS, mask, parse_card
from kingcli.variants import TrickTable, compile_table, load_variant
from kingcli.variants.table import pack_of
from mutants import Needs
from noticing import (
    Tables,
    changed,
    is_seated_as_in_the_rule_book,
    is_seen_elsewhere,
    lines_alike,
    perft_lines,
    playthroughs,
    rounds_alike,
    shows_what_is_public,
    unseen_rules,
)
from rounds import PLAIN_GAMES

CONTRACTS = [(name, contract) for name in PLAIN_GAMES for contract in load_variant(name).contracts]


@pytest.mark.parametrize("name", PLAIN_GAMES)
def test_every_field_of_every_table_is_held_by_a_fixture(name: str) -> None:
    seen_in_game: set[str] = set()
    wanted_in_game: set[str] = set()
    unseen: list[tuple[str, str]] = []
    for contract in load_variant(name).contracts:
        tables, rounds = Tables(name, contract), playthroughs(name, contract)
        for label, mutant in tables.mutants().items():
            if label in seen_in_game:
                continue
            is_seen = tables.is_seen_in(label, rounds) or tables.is_seen_in_lines(label)
            if mutant.needs is Needs.GAME:
                wanted_in_game.add(label)
                seen_in_game |= {label} if is_seen else set()
            elif not is_seen:
                unseen.append((contract, label))
    assert unseen == []
    assert wanted_in_game - seen_in_game == set()


@pytest.mark.parametrize(("name", "contract"), CONTRACTS)
def test_every_rule_is_held_by_a_fixture(name: str, contract: str) -> None:
    rounds = playthroughs(name, contract)
    assert rounds_alike(name, contract, {}, rounds)
    assert lines_alike(name, contract, {})
    assert is_seated_as_in_the_rule_book(changed(name, {}, {}))
    assert shows_what_is_public(load_variant(name), contract)
    assert is_seen_elsewhere(name, contract, {"match_total": 1})
    assert [*unseen_rules(name, contract, rounds)] == []


@pytest.mark.parametrize(("name", "contract"), CONTRACTS)
def test_tables_agree_with_themselves_and_with_the_cards_dealt(name: str, contract: str) -> None:
    """What no round can show: the cards a table calls scoring, its pack, its trump."""
    variant = load_variant(name)
    assert perft_lines(name, contract)
    for one in playthroughs(name, contract):
        header, _ = independent.parse_playthrough(one.text)
        dealt = [*header.talon, *(card for hand in header.hands.values() for card in hand)]
        cards = mask(parse_card(card) for card in dealt)
        for named in Tables(name, contract).suits:
            table = compile_table(variant, contract, named)
            assert table.deck == cards == pack_of(variant.deck)
            assert table.hand_size == len(header.hands["N"])
            if isinstance(table, TrickTable):
                assert table.scoring == mask(card for card, points in enumerate(table.card_points) if points)
                trumps = SUIT_MASKS[SUITS.index(named)] if named is not None and named in SUITS else 0
                assert table.trump == trumps & cards
