"""The fields that the plain games do not use, changed a little: each change makes a whole round of fixtures/ come out
otherwise (tests/test_mutation.py does the same for the plain games, field by field).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

import make_playthroughs
from kingcli.cards import mask, parse_card
from kingcli.rules import phase
from kingcli.variants import HundredTable, LayoutTable, Table, TrickTable, compile_table, load_variant

ROUNDS = [
    (path, name, contract, settings, calls, seed)
    for path, name, contract, settings, calls, seed in make_playthroughs.all_rounds()
]

Change = Callable[[Any], dict[str, Any]]


def cards(text: str) -> int:
    return mask(parse_card(word) for word in text.split())


def each_premium(**values: Any) -> Change:
    return lambda table: {"premiums": tuple(msgspec.structs.replace(one, **values) for one in table.premiums)}


# variant, contract, what is changed, how
CHANGES: list[tuple[str, str, str, Change]] = [
    ("jokers", "joker-hearts", "no joker", lambda _: {"jokers": 0}),
    ("jokers", "joker-hearts", "beaten by nothing", lambda _: {"joker_beaten_by": (0, 0, 0, 0)}),
    (
        "jokers",
        "joker-hearts",
        "beaten by any heart",
        lambda t: {"joker_beaten_by": (cards("HA HK HQ HJ HT H9 H8"),) * 4},
    ),
    ("jokers", "joker-hearts", "beaten only when led", lambda t: {"joker_beaten_by": (0, t.joker_beaten_by[1], 0, 0)}),
    ("jokers-3", "joker-hearts", "odd card to no trick", lambda _: {"extra_to_trick": None}),
    ("jokers-3", "joker-hearts", "odd card to the second trick", lambda _: {"extra_to_trick": 1}),
    ("varzytines", "tricks", "no premium", lambda _: {"premiums": ()}),
    ("varzytines", "hearts", "no premium", lambda _: {"premiums": ()}),
    ("varzytines", "jacks", "no premium", lambda _: {"premiums": ()}),
    ("varzytines", "jacks", "doubling for each", each_premium(do="double-each")),
    ("varzytines", "jacks", "of tricks", each_premium(cards=0)),
    ("omnibus", "omnibus", "at every round", each_premium(needs_all=False, do="double")),
    ("black-lady", "hearts-and-lady", "at every round", each_premium(needs_all=False, do="double")),
    ("domino", "queens", "no stock", lambda _: {"has_stock": False}),
    ("domino", "last-two", "only the last", lambda t: {"end_points": t.end_points[:1]}),
    ("domino", "last-two", "a trick early", lambda t: {"end_points": (0, *t.end_points)}),
    ("polish", "seventh-and-last", "sixth", lambda t: {"trick_points": t.trick_points[1:]}),
    ("polish", "last", "last two", lambda t: {"end_points": t.end_points * 2}),
    ("polish", "layout", "sevens", lambda t: {"starts": t.starts << 1}),
    ("polish", "layout", "prizes turned round", lambda t: {"prizes": t.prizes[::-1]}),
    ("varzytines", "layout", "one jack at a time", lambda _: {"multi": "no"}),
    ("varzytines", "layout", "jacks together in any turn", lambda _: {"multi": "any"}),
    ("varzytines", "hundred", "no eyes for jacks", lambda t: {"eyes": tuple(0 if e == 2 else e for e in t.eyes)}),
    ("varzytines", "hundred", "no eyes for aces", lambda t: {"eyes": tuple(0 if e == 11 else e for e in t.eyes)}),
    ("varzytines", "hundred", "75 is a limit", lambda t: {"limits": (*t.limits[:2], (75, -1), t.limits[2])}),
    ("varzytines", "hundred", "over at 50", lambda t: {"limits": t.limits[:2]}),
    ("varzytines", "hundred", "limits cost one", lambda t: {"limits": tuple((limit, -1) for limit, _ in t.limits)}),
    ("rifki", "queens", "a void may throw anything", lambda _: {"void_must": ()}),
    ("rifki", "trump", "a void may discard", lambda _: {"void_must": ()}),
    ("rifki", "tricks", "the other way", lambda _: {"direction": 1}),
    (
        "lithuanian-3",
        "hearts",
        "all hearts alike",
        lambda t: {"card_points": tuple(-2 if p else 0 for p in t.card_points)},
    ),
    ("trade", "suit", "another price", lambda t: {"card_points": tuple(2 * p for p in t.card_points)}),
]


@pytest.mark.parametrize(
    ("name", "contract", "what", "change"), CHANGES, ids=[f"{c[0]}-{c[1]}-{c[2]}" for c in CHANGES]
)
def test_a_round_shows_it(name: str, contract: str, what: str, change: Change, monkeypatch: pytest.MonkeyPatch) -> None:
    def changed(variant: Any, key: str, named: str | None = None) -> Table:
        table = compile_table(variant, key, named)
        return msgspec.structs.replace(table, **change(table)) if key == contract else table

    rounds = [one for one in ROUNDS if (one[1], one[2]) == (name, contract)]
    assert rounds
    monkeypatch.setattr(phase, "compile_table", changed)
    for path, _, _, settings, calls, seed in rounds:
        try:
            text = make_playthroughs.play(load_variant(name, settings), contract, calls, seed)
        except Exception:  # the changed table cannot even be played
            return
        if text != path.read_text(encoding="utf-8"):
            return
    pytest.fail(f"no round of {name} {contract} shows: {what}")


@pytest.mark.parametrize("table", [TrickTable, LayoutTable, HundredTable])
def test_every_field_is_changed_somewhere(table: type[Table]) -> None:
    """Here or, for what the plain games use, in mutants.py."""
    changed = {field for name, key, _, change in CHANGES for field in change(_a_table(name, key))}
    plain = {"n_seats", "hand_size", "deck", "trump", "strength", "lead_bans", "follow_must", "scoring", "early_end"}
    plain |= {"first", "may_pass", "trick_points", "card_points"}
    assert set(table.__struct_fields__) <= changed | plain


def _a_table(name: str, contract: str) -> Table:
    variant = load_variant(name)
    return compile_table(variant, contract, "S" if variant.contracts[contract].suit != "none" else None)
