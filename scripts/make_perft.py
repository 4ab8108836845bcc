"""Write fixtures/perft: counts of play sequences for every variant, contract and trump, and for every play rule.

A line is `id | hands | key=value ... | counts`, for example

    queens-4 | N:Q9..K.8 E:T..7.Q S:K.Q.9.J W:A.K7.Q. | contract=queens leader=S trick=SJ | 1 2 8

with the hands still held, and counts of sequences of 1, 2, ... cards; a count of 0 says that the round is over although
cards are left. Keys: contract; leader, or in a layout and the Hundred turn; trump (S H D C NT) or suit, declarer, trick
(cards in order), with a stock: stock (top first) and order (who plays to the trick on the table), odd; laid
(lowest-highest of each opened suit) and laid_now, sum; and options of play that differ from the variant's.
tests/test_perft.py counts with kingcli, tests/independent.py with a program of its own.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from endings import all_forms, ending, suits_of
from kingcli.cards import (
    RANKS,
    SUIT_MASKS,
    SUITS,
    card_name,
    cards_of,
    hand_text,
    make_card,
    mask,
    parse_card,
    parse_hand,
)
from kingcli.rules import HundredPosition, LayoutPosition, Position, TrickPosition
from kingcli.rules.perft import perft
from kingcli.seats import SEATS
from kingcli.variants import (
    HundredTable,
    LayoutTable,
    TrickTable,
    Variant,
    compile_table,
    load_variant,
    parse_settings,
    variant_names,
)

FOLDER = Path(__file__).resolve().parent.parent / "fixtures" / "perft"
MAX_COUNT = 2000
MIN_DEPTH = 3
SIZES = ((2, 1), (3, 2), (5, 0))  # cards each, cards on the table
WHOLE_DEPTH = 4
FACTS = ("contract", "leader", "turn", "trump", "suit", "declarer", "trick", "stock", "odd", "order", "laid")
FACTS = (*FACTS, "laid_now", "passes", "sum")
MAY_PASS = "contracts.layout.layout.may_pass"

# A rule that must show in a line: variant, contract, settings of the line, and settings under which its counts differ.
RULES: tuple[tuple[str, str, dict[str, Any], dict[str, Any]], ...] = (
    ("lithuanian", "hearts", {}, {"no_heart_lead": False}),
    ("lithuanian", "all", {}, {"no_heart_lead": False}),
    ("lithuanian", "trump", {}, {"must_trump": False}),
    ("lithuanian", "trump", {"must_trump": False}, {}),
    ("lithuanian", "king", {"king_forced": True}, {}),
    ("lithuanian", "hearts", {"early_end": True}, {}),
    ("lithuanian", "king", {"early_end": True, "king_forced": True}, {"king_forced": True}),
    ("lithuanian", "layout", {"may_pass": True}, {}),
    ("russian", "king", {}, {"king_forced": False}),
    ("russian", "king", {}, {"no_heart_lead": False}),
    ("russian", "all", {}, {"king_forced": False}),
    ("russian", "king", {"king_forced_on_hearts": "under-ace"}, {}),
    ("russian", "king", {"king_forced_on_hearts": "always"}, {"king_forced_on_hearts": "under-ace"}),
    ("russian", "all", {"king_forced_on_hearts": "under-ace"}, {}),
    ("russian", "trump", {}, {"trump_lead": "free"}),
    ("russian", "trump", {"trump_lead": "free"}, {}),
    ("russian", "trump", {"must_trump": False}, {}),
    ("simple", "all", {}, {"king_forced": False}),
    ("simple", "trump", {"trump_lead": "declarer-only"}, {}),
    ("simple", "queens", {"early_end": True}, {}),
    ("skill-full", "hearts", {}, {"early_end": False}),
    ("skill-full", "queens", {}, {"early_end": False}),
    ("skill-full", "king", {"early_end": False}, {}),
    ("skill-full", "king", {"king_forced": False}, {}),
    ("skill-short", "king", {}, {"early_end": False}),
    ("skill-short", "jacks", {}, {"early_end": False}),
    ("ukrainian", "take-king", {}, {"king_forced": False}),
    ("ukrainian", "take-hearts", {}, {"no_heart_lead": False}),
    ("ukrainian", "take-jacks", {}, {"early_end": False}),
    ("ukrainian", "take-all", {"king_forced_on_hearts": "always"}, {}),
    ("minsk", "king", {}, {"king_forced": False}),
    ("minsk", "hearts", {}, {"no_heart_lead": False}),
    ("minsk", "queens", {}, {"early_end": False}),
    ("minsk", "trump", {"must_trump": False}, {}),
    ("minsk", "trump", {"trump_lead": "declarer-only"}, {}),
    ("minsk", "king", {"king_forced_on_hearts": "under-ace"}, {}),
    ("lithuanian-3", "king", {}, {"no_heart_lead": False}),
    ("lithuanian-3", "trump", {}, {"must_trump": False}),
    ("lithuanian-3", "layout", {"may_pass": True}, {}),
    ("russian-3", "king", {}, {"king_forced": False}),
    ("russian-3", "trump", {}, {"trump_lead": "free"}),
    ("russian-3", "tricks", {"direction": "counter-clockwise"}, {}),
    ("polish", "hearts", {}, {"no_heart_lead": False}),
    ("polish", "all", {"ban_in_all": False}, {}),
    ("polish", "king", {"king_forced": True}, {}),
    ("polish", "trump", {"must_trump": True}, {}),
    ("polish", "layout", {"may_pass": True}, {}),
    ("polish-3", "king", {}, {"no_heart_lead": False}),
    ("polish-3", "queens", {"early_end": True}, {}),
    ("polish-auction", "trump", {"must_trump": True}, {}),
    ("polish-auction-3", "all", {"ban_in_all": False}, {}),
    ("varzytines", "king", {"no_heart_lead": True}, {}),
    ("varzytines", "hearts", {"no_heart_lead": True}, {}),
    ("varzytines", "king", {"king_forced": True}, {}),
    ("varzytines", "jacks", {"early_end": True}, {}),
    ("varzytines", "layout", {"multi_jacks": "any"}, {}),
    ("varzytines", "layout", {"may_pass": True}, {}),
    ("varzytines-3", "layout", {"multi_jacks": "any"}, {}),
    ("declared", "hearts", {}, {"no_heart_lead": False}),
    ("declared", "trump", {}, {"must_trump": False}),
    ("declared-3", "king", {}, {"no_heart_lead": False}),
    ("declared-3", "trump", {"trump_lead": "declarer-only"}, {}),
    ("declared-3-of-4", "trump", {}, {"must_trump": False}),
    ("declared-3-of-5", "king", {}, {"no_heart_lead": False}),
    ("simple-3", "king", {}, {"king_forced": False}),
    ("simple-3", "trump", {}, {"must_trump": False}),
    ("ukrainian-3", "take-all", {}, {"king_forced": False}),
    ("ukrainian-3", "queens", {}, {"early_end": False}),
    ("ordered", "take-tricks", {"must_trump": False}, {}),
    ("ordered", "take-king", {}, {"king_forced": False}),
    ("domino", "king", {}, {"king_forced": False}),
    ("domino", "all", {}, {"king_forced": False}),
    ("domino", "queens", {}, {"early_end": False}),
    ("domino", "hearts", {"direction": "counter-clockwise"}, {}),
    ("jokers", "joker-hearts", {"joker_beaten_by_discarded_heart": False}, {}),
    ("jokers", "joker-hearts", {"no_heart_lead": True}, {}),
    ("jokers", "joker-hearts", {}, {"early_end": False}),
    ("jokers-3", "joker-hearts", {"joker_beaten_by_discarded_heart": False}, {}),
    ("trade", "suit", {}, {"early_end": False}),
    ("omnibus", "omnibus", {}, {"early_end": False}),
    ("atomic", "king", {}, {"king_forced": False}),
    ("atomic", "trump", {}, {"must_trump": False}),
    ("rifki", "king", {}, {"no_heart_lead": False}),
    ("rifki", "queens", {"direction": "clockwise"}, {}),
    ("rifki", "trump", {"must_trump": False}, {}),
    ("black-lady", "hearts-and-lady", {"no_heart_lead": True}, {}),
)

# Contracts that are there, or have other cards or a trump, only under options; not all of these change every count.
FORMS_BY_OPTION: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("russian-3", "all", {"all": True}),
    ("russian-3", "tricks", {"removed_aces": ["CA", "DA"]}),
    ("polish", "last-two", {"last_trick": "last-two"}),
    ("polish", "seventh-and-last", {"last_trick": "seventh-and-last"}),
    ("polish", "all", {"last_trick": "seventh-and-last"}),
    ("polish-3", "last-two", {"last_trick": "last-two"}),
    ("polish-3", "seventh-and-last", {"last_trick": "seventh-and-last"}),
    ("polish-auction", "last-two", {"last_trick": "last-two"}),
    ("polish-auction", "seventh-and-last", {"last_trick": "seventh-and-last"}),
    ("polish-auction-3", "last-two", {"last_trick": "last-two"}),
    ("polish-auction-3", "seventh-and-last", {"last_trick": "seventh-and-last"}),
    ("declared", "all", {"all_and_layout": True}),
    ("declared", "layout", {"all_and_layout": True}),
    ("atomic", "jacks-kings", {"boys": "jacks-kings"}),
    ("atomic", "take-all", {"take_all": True, "trump_deals": 0}),
    ("ordered", "take-tricks", {"trump_in": "none"}),
    ("ordered", "take-jacks", {"trump_in": "all-positive"}),
    ("ordered", "take-queens", {"trump_in": "all-positive"}),
    ("ordered", "take-hearts", {"trump_in": "all-positive"}),
    ("ordered", "take-king", {"trump_in": "all-positive"}),
    ("ordered", "take-last-two", {"trump_in": "all-positive"}),
    ("ordered", "take-all", {"trump_in": "all-positive"}),
    ("domino", "hearts", {"deck": "d52", "heart_value": 1}),
    ("jokers-3", "joker-hearts", {"jokers": 1}),
)


def with_settings(variant: str, settings: dict[str, Any]) -> Variant:
    return load_variant(variant, {MAY_PASS if key == "may_pass" else key: value for key, value in settings.items()})


def counts_of(position: Position, depth: int) -> list[int]:
    """Counts for depths 1, 2, ... until a limit is passed, the cards are gone, or the round is over (0)."""
    counts: list[int] = []
    for length in range(1, min(depth, sum(hand.bit_count() for hand in position.hands)) + 1):
        counts = perft(position, length)
        if counts[-1] == 0:
            return counts
        if counts[-1] > MAX_COUNT:
            return counts[:-1] if length > 4 else counts
    return counts


def write_line(
    name: str, position: Position, contract: str, named: str | None, *, settings: dict[str, Any], depth: int
) -> str:
    hands = " ".join(f"{seat}:{hand_text(hand)}" for seat, hand in zip(SEATS, position.hands, strict=False))
    words = [f"contract={contract}", *_facts(position, named, "suit" if contract == "suit" else "trump")]
    words += [f"{key}={_spelt(value)}" for key, value in settings.items()]
    counts = " ".join(str(count) for count in counts_of(position, depth))
    return f"{name} | {hands} | {' '.join(words)} | {counts}\n"


def _facts(position: Position, named: str | None, named_key: str) -> list[str]:
    """The keys of a position besides contract and options."""
    words = []
    if not isinstance(position, TrickPosition):
        words.append(f"turn={SEATS[position.turn]}")
        if isinstance(position, HundredPosition):
            return [*words, f"sum={position.sum}"]
        if position.laid:
            words.append(f"laid={','.join(_runs(position))}")
        numbers = {"passes": position.passes, "laid_now": position.laid_now}
        return [*words, *(f"{key}={number}" for key, number in numbers.items() if number)]
    words.append(f"leader={SEATS[position.leader]}")
    if named is not None:
        words.append(f"{named_key}={named}")
    if position.declarer is not None:
        words.append(f"declarer={SEATS[position.declarer]}")
    cards = {"trick": position.trick, "stock": position.stock, "odd": () if position.odd is None else (position.odd,)}
    words += [f"{key}={','.join(card_name(card) for card in some)}" for key, some in cards.items() if some]
    if position.order:
        words.append(f"order={''.join(SEATS[seat] for seat in position.order)}")
    return words


def _spelt(value: Any) -> str:
    return ",".join(value) if isinstance(value, list) else str(value).lower()


def _runs(position: LayoutPosition) -> Iterator[str]:
    for suit in range(4):
        cards = [card_name(card) for card in cards_of(position.laid & SUIT_MASKS[suit])]
        if cards:
            yield f"{cards[-1]}-{cards[0][1]}"


def read_line(variant: str, line: str) -> tuple[str, Position, list[int]]:
    """The id, position and counts of a line."""
    name, hand_words, key_words, count_words = (part.strip() for part in line.split("|"))
    by_seat = dict(word.split(":") for word in hand_words.split())
    hands = tuple(parse_hand(by_seat[seat]) for seat in SEATS[: len(by_seat)])
    keys: dict[str, str] = {}
    settings: dict[str, Any] = {}
    for word in key_words.split():
        key, value = word.split("=")
        if key in FACTS:
            keys[key] = value
        else:
            settings |= {key: value.split(",")} if "," in value else parse_settings([word])
    contract, named = keys["contract"], keys.get("trump", keys.get("suit"))
    table = compile_table(with_settings(variant, settings), contract, named)
    scores = (0,) * table.n_seats
    turn = SEATS.index(keys.get("turn", keys.get("leader", "")))
    position: Position
    if isinstance(table, LayoutTable):
        n_out, passes = sum(not hand for hand in hands), int(keys.get("passes", 0))
        laid_now = int(keys.get("laid_now", 0))
        position = LayoutPosition(table, hands, turn, _cards(keys.get("laid", "")), n_out, passes, scores, laid_now)
    elif isinstance(table, HundredTable):
        position = HundredPosition(table, hands, turn, int(keys["sum"]), scores)
    else:
        lists = (keys.get(key, "").split(",") for key in ("trick", "stock", "odd"))
        trick, stock, odd = (tuple(parse_card(card) for card in cards if card) for cards in lists)
        position = TrickPosition(
            table,
            hands,
            turn,
            trick,
            SEATS.index(keys["declarer"]) if "declarer" in keys else None,
            scores,
            stock=stock,
            odd=odd[0] if odd else None,
            order=tuple(SEATS.index(seat) for seat in keys.get("order", "")),
        )
    return name, position, [int(count) for count in count_words.split()]


def _cards(laid: str) -> int:
    """The cards of "S7-A,C9-9"."""
    cards = 0
    for word in laid.split(",") if laid else ():
        suit = SUITS.index(word[0])
        low, high = (RANKS.index(rank) for rank in (word[1], word[3]))
        cards |= mask(make_card(suit, rank) for rank in range(high, low + 1))
    return cards


def contract_lines(variant: Variant) -> Iterator[str]:
    """For every contract and trump: endings with and without cards on the table, and whole hands."""
    for _, contract, named in all_forms([variant.name]):
        form = f"{contract}-{named}" if named else contract
        yield from form_lines(variant, contract, named, form, settings={})


def form_lines(
    variant: Variant, contract: str, named: str | None, form: str, *, settings: dict[str, Any]
) -> Iterator[str]:
    seed = f"perft/{variant.name}/{form}"
    table = compile_table(variant, contract, named)
    for n_left, on_table in SIZES:
        played = min(on_table, variant.n_active - 1) if isinstance(table, TrickTable) else 0
        seeds = (f"{seed}/{n_left}/{number}" for number in range(1000))
        tries = (ending(variant, contract, named, n_left, each, on_table=played) for each in seeds)
        position = next(one for one in tries if len(counts_of(one, 4)) >= MIN_DEPTH)
        yield write_line(f"{form}-{n_left}", position, contract, named, settings=settings, depth=4 * n_left)
    whole = ending(variant, contract, named, table.hand_size, f"{seed}/whole")
    yield write_line(f"{form}-whole", whole, contract, named, settings=settings, depth=WHOLE_DEPTH)


def option_lines(name: str) -> Iterator[str]:
    """The contracts that options bring or change, each in the first suit that can be named."""
    for variant, contract, settings in FORMS_BY_OPTION:
        if variant == name:
            here = with_settings(name, settings)
            words = "-".join(f"{key}-{_spelt(value)}" for key, value in settings.items()).lower()
            form = f"{contract}-{words.replace('_', '-').replace(',', '-')}"
            named = suits_of(here, contract)[0]
            yield from form_lines(here, contract, named, form, settings=settings)


def rule_lines(name: str) -> Iterator[str]:
    """For every rule a position in which it shows: under the other settings the counts differ."""
    for variant, contract, settings, others in RULES:
        if variant != name:
            continue
        here = with_settings(variant, settings)
        suits = suits_of(here, contract)
        words = "-".join(f"{key}-{value}".lower() for key, value in (settings or others).items()).replace("_", "-")
        rule = words if settings else f"not-{words}"
        for number in range(2000):
            named = suits[number % len(suits)]
            seed = f"perft/{variant}/{contract}/{rule}/{number}"
            n_left = (5 if "multi_jacks" in settings else 2) + number % 3
            on_table = 0 if contract == "layout" else number // 3 % here.n_active
            try:
                position = ending(here, contract, named, n_left, seed, on_table=on_table)
            except ValueError:
                continue
            _, other, _ = read_line(variant, write_line("-", position, contract, named, settings=others, depth=1))
            depth = 4 * n_left
            if counts_of(position, depth)[1:] != counts_of(other, depth)[1:]:
                yield write_line(f"{contract}-{rule}", position, contract, named, settings=settings, depth=depth)
                break
        else:
            raise ValueError(f"{variant} {contract}: {settings} never differs from {others}")


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in sys.argv[1:] or variant_names():
        lines = [*contract_lines(load_variant(name)), *option_lines(name), *rule_lines(name)]
        (FOLDER / f"{name}.perft").write_text("".join(lines), encoding="utf-8", newline="\n")
        print(f"{name}: {len(lines)} lines")


if __name__ == "__main__":
    main()
