"""Every refusal carries its reason: the exact words for each rule that can be broken."""

from __future__ import annotations

from typing import Any

import pytest

from kingcli.cards import cards_of, mask, parse_card
from kingcli.errors import IllegalPlay
from kingcli.rules import LayoutPosition, Round, TrickPosition, layout, tricks
from kingcli.rules.deal import deal_pack
from kingcli.rules.position import Position
from kingcli.variants import LayoutTable, TrickTable, compile_table, load_variant
from kingcli.variants.table import pack_of


def cards(text: str) -> list[int]:
    return [parse_card(word) for word in text.split()]


def trick_position(game: str, hand: str, trick: str = "", declarer: bool = False, **options: Any) -> TrickPosition:
    """Seat 0 is to play with this hand; `game` is "variant contract" or "variant contract trump"."""
    name, contract, *named = game.split()
    table = compile_table(load_variant(name, options), contract, named[0] if named else None)
    assert isinstance(table, TrickTable)
    on_table = tuple(cards(trick))
    hands = (mask(cards(hand)), *(0,) * (table.n_seats - 1))
    nothing = (0,) * table.n_seats
    return TrickPosition(table, hands, -len(on_table) % table.n_seats, on_table, 0 if declarer else 1, nothing)


# game, hand, trick on the table, card, reason; options of the variant
PLAYS: list[tuple[str, str, str, str, str, dict[str, Any]]] = [
    # follow suit
    ("lithuanian queens", "S7 HK", "S8", "HK", "must follow ♠ (holds ♠7)", {}),
    ("lithuanian queens", "SA S7 HK", "S8 H9", "HK", "must follow ♠ (holds ♠A ♠7)", {}),
    ("lithuanian trump C", "S7 C7", "S8", "C7", "must follow ♠ (holds ♠7)", {}),
    ("russian king", "S7 HK", "S8", "HK", "must follow ♠ (holds ♠7)", {}),
    ("minsk trump S", "S7 H7", "H8 C9", "S7", "must follow ♥ (holds ♥7)", {}),
    # what is not in the hand
    ("lithuanian queens", "S7 HK", "S8", "SA", "does not hold it", {}),
    ("lithuanian queens", "S7 HK", "", "SA", "does not hold it", {}),
    ("lithuanian queens", "S7 HK", "S8", "S2", "does not hold it", {}),
    ("lithuanian queens", "S7 HK", "S8", "HX", "does not hold it", {}),
    # no hearts may be led while another suit is held
    ("lithuanian hearts", "H7 SK", "", "H7", "must not lead ♥ while other suits are held (♠K)", {}),
    ("lithuanian all", "HA H7 SK D7", "", "HA", "must not lead ♥ while other suits are held (♠K ♦7)", {}),
    ("ukrainian take-king", "HK S7", "", "HK", "must not lead ♥ while other suits are held (♠7)", {}),
    ("minsk king", "HK S7", "", "HK", "must not lead ♥ while other suits are held (♠7)", {}),
    # the King goes at the first chance
    ("russian king", "HK C7", "S8", "C7", "must discard ♥K at the first chance", {}),
    ("skill-full all", "HK SA C7", "D7", "C7", "must discard ♥K at the first chance", {}),
    ("lithuanian king", "HK C7", "S8", "C7", "must discard ♥K at the first chance", {"king_forced": True}),
    ("russian king", "HK H7", "HA", "H7", "must play ♥K to this trick", {"king_forced_on_hearts": "under-ace"}),
    ("russian king", "HK H7", "H8", "H7", "must play ♥K to this trick", {"king_forced_on_hearts": "always"}),
    ("russian king", "HK H7 SA", "H8", "SA", "must play ♥K to this trick", {"king_forced_on_hearts": "always"}),
    # who is void must trump
    ("lithuanian trump C", "C7 HA DK", "S8", "DK", "must trump with ♣ (holds ♣7)", {}),
    ("lithuanian trump H", "HK H7 DK", "S8 HA", "DK", "must trump with ♥ (holds ♥K ♥7)", {}),
    (
        "russian trump H",
        "HK HA DK",
        "S8",
        "HA",
        "must discard ♥K at the first chance",
        {"contracts.trump.play.king_forced": True},
    ),
    # only the declarer may lead trumps
    ("russian trump C", "C7 HA", "", "C7", "only the declarer may lead ♣ while other suits are held (♥A)", {}),
    (
        "minsk trump C",
        "C7 HA S7",
        "",
        "C7",
        "only the declarer may lead ♣ while other suits are held (♠7 ♥A)",
        {"trump_lead": "declarer-only"},
    ),
]


@pytest.mark.parametrize("row", PLAYS, ids=[f"{row[0]}: {row[1]} {row[2]} {row[3]}" for row in PLAYS])
def test_why_not_this_card(row: tuple[str, str, str, str, str, dict[str, Any]]) -> None:
    game, hand, trick, card, reason, options = row
    position = trick_position(game, hand, trick, **options)
    assert tricks.refuse(position, parse_card(card)) == reason
    allowed = [*cards_of(tricks.legal(position))]
    assert allowed
    assert all(tricks.refuse(position, other) is None for other in allowed)


# game, hand, trick, what may be played: where a rule does not bind
FREE: list[tuple[str, str, str, str, dict[str, Any]]] = [
    ("lithuanian hearts", "H7 H9", "", "H9 H7", {}),  # nothing but hearts
    ("lithuanian queens", "H7 SK", "", "SK H7", {}),  # no ban in this contract
    ("lithuanian king", "HK C7", "S8", "HK C7", {}),  # not forced in this game
    ("russian king", "HK H7", "HA", "HK H7", {}),  # forced only when void
    ("russian king", "HK H7", "H8", "HK H7", {"king_forced_on_hearts": "under-ace"}),  # no ace in the trick
    ("russian hearts", "HK C7", "S8", "HK C7", {}),  # forced in king and all only
    ("minsk trump C", "C7 HA", "S8", "HA C7", {"must_trump": False}),
    ("skill-full trump NT", "C7 HA", "S8", "HA C7", {}),
    ("russian trump C", "C7 C8", "", "C8 C7", {}),  # nothing but trumps
    ("lithuanian trump C", "C7 HA", "", "HA C7", {}),  # anybody may lead trumps
    ("lithuanian trump H", "H7 SA", "", "SA H7", {}),  # no heart ban in trump rounds
    ("lithuanian trump C", "C7 C8", "S8 CA", "C8 C7", {}),  # no duty to overtrump
]


@pytest.mark.parametrize(("game", "hand", "trick", "allowed", "options"), FREE)
def test_where_a_rule_does_not_bind(game: str, hand: str, trick: str, allowed: str, options: dict[str, Any]) -> None:
    position = trick_position(game, hand, trick, **options)
    assert [*cards_of(tricks.legal(position))] == cards(allowed)


def test_the_declarer_may_lead_trumps() -> None:
    position = trick_position("russian trump C", "C7 HA", declarer=True)
    assert [*cards_of(tricks.legal(position))] == cards("HA C7")


# ---- layouts


def layout_position(hand: str, laid: str, passes: int = 0, **options: Any) -> LayoutPosition:
    table = compile_table(load_variant("lithuanian", options), "layout")
    assert isinstance(table, LayoutTable)
    return LayoutPosition(table, (mask(cards(hand)), 0, 0, 0), 0, mask(cards(laid)), 0, passes, (0, 0, 0, 0))


LAID: list[tuple[str, str, str, str, int, dict[str, Any]]] = [
    ("C9 SA", "", "SA", "the round begins with ♣9", 0, {}),
    ("C9 S9", "", "S9", "the round begins with ♣9", 0, {}),
    ("C8 SA", "C9", "SA", "does not fit the layout; what fits is ♣8", 0, {}),
    ("C8 H9 CQ", "C9", "CQ", "does not fit the layout; what fits is ♥9 ♣8", 0, {}),
    ("C8 SA", "C9", "H9", "does not hold it", 0, {}),
    ("C8 SA", "C9", "stop", "has not begun to lay; must lay a card (holds ♣8)", 0, {}),
    ("C8 SA", "C9", "pass", "may not pass while a card fits (holds ♣8)", 0, {}),
    ("C9 SA", "", "pass", "must lay now: the opening card (holds ♣9)", 0, {"allow_voluntary_pass": True}),
    ("C8 SA", "C9", "pass", "must lay now: all the others passed (holds ♣8)", 3, {"allow_voluntary_pass": True}),
]


@pytest.mark.parametrize("row", LAID, ids=[f"{row[0]}: {row[1]} {row[2]}" for row in LAID])
def test_why_not_lay_this(row: tuple[str, str, str, str, int, dict[str, Any]]) -> None:
    hand, laid, option, reason, passes, options = row
    position = layout_position(hand, laid, passes, **options)
    call = option if option in ("pass", "stop") else parse_card(option)
    assert layout.refuse(position, call) == reason


def test_a_pass_is_free_where_the_game_allows_it() -> None:
    for passes in range(3):
        position = layout_position("C8 SA", "C9", passes, allow_voluntary_pass=True)
        assert layout.options(position) == (parse_card("C8"), "pass")


# ---- before the first card


def a_round(name: str, contract: str | None = None, **options: Any) -> Round:
    """Dealt from the pack in order: the first seat holds the spades."""
    variant = load_variant(name, options)
    choices = tuple(sorted(variant.pool.each)) if variant.pool is not None else ()
    deal = deal_pack(variant, variant.contracts[contract or choices[0]], 0, [*cards_of(pack_of(variant.deck))])
    return Round(variant, deal, 0, contract, choices)


SUITS = "trump:C trump:D trump:H trump:S"
OPEN = f"open:C open:D open:H open:S open:highest {SUITS}"
CALLS: list[tuple[str, str | None, list[str], Any, str]] = [
    ("minsk", None, [], "contract:all", "there is no contract 'all'"),
    ("minsk", None, [], "contract:quens", "there is no contract 'quens' (did you mean 'queens'?)"),
    ("minsk", None, [], "queens", "must choose a contract, written contract:NAME"),
    ("minsk", None, [], "trump:S", "must choose a contract, written contract:NAME"),
    ("minsk", None, [], "SA", "must choose a contract, written contract:NAME"),
    (
        "lithuanian",
        "trump",
        [],
        "trump:NT",
        f"no trump may not be named in this game (say one of {OPEN})",
    ),
    ("russian", "trump", [], "trump:NT", f"no trump may not be named in this game (say one of by-last {SUITS})"),
    ("russian", "trump", [], "open:S", f"must name trump: one of by-last {SUITS}"),
    ("lithuanian", "trump", [], "by-last", f"must name trump: one of {OPEN}"),
    ("skill-full", "trump", [], "by-last", "must name trump: one of trump:C trump:D trump:H trump:NT trump:S"),
    ("simple", "trump", [], "trump:X", f"must name trump: one of by-last {SUITS}"),
    ("simple", "trump", [], "SA", f"must name trump: one of by-last {SUITS}"),
    ("minsk", None, ["contract:trump"], "contract:trump", f"must name trump: one of {SUITS}"),
    ("minsk", None, ["contract:queens"], "pass", "must put a card away"),
    ("minsk", None, ["contract:queens"], "C7", "does not hold it"),
    ("minsk", None, ["contract:tricks", "SA"], "SA", "does not hold it"),
    ("russian", "tricks", [], "pass", "must play a card"),
    ("russian", "trump", ["trump:S"], "trump:S", "must play a card"),
]


@pytest.mark.parametrize(("name", "contract", "before", "option", "reason"), CALLS)
def test_why_not_this_call(name: str, contract: str | None, before: list[str], option: Any, reason: str) -> None:
    played = a_round(name, contract)
    for step in before:
        played.apply(step if ":" in step else parse_card(step))
    wanted = parse_card(option) if len(option) == 2 else option
    assert played.refuse(wanted) == reason


def test_scoring_cards_are_not_put_away() -> None:
    played = a_round("minsk")
    played.apply("contract:queens")
    decision = played.decision()
    assert decision is not None
    queen = next(card for card in cards_of(played.setting.hands[decision.seat]) if card & 15 == 2)
    reason = played.refuse(queen)
    assert reason is not None
    assert reason.startswith("a card that scores in this round may not be put away (may put away ♠")


def test_the_error_says_who_and_what() -> None:
    played = a_round("russian", "queens")
    seat = played.decision()
    assert seat is not None
    with pytest.raises(IllegalPlay, match=r"^E cannot play C7: does not hold it$"):
        played.apply(parse_card("C7"))
    with pytest.raises(IllegalPlay, match=r"^E cannot play pass: must play a card$"):
        played.apply("pass")
    chosen = a_round("minsk")
    with pytest.raises(IllegalPlay, match=r"^E cannot contract contract:quens: there is no contract 'quens'"):
        chosen.apply("contract:quens")


def test_reasons_do_not_depend_on_the_state_before() -> None:
    """A refusal changes nothing: asked twice, the same words."""
    position: Position = trick_position("russian king", "HK C7", "S8")
    assert isinstance(position, TrickPosition)
    assert len({tricks.refuse(position, parse_card("C7")) for _ in range(3)}) == 1
