"""Write fixtures/perft: counts of play sequences for every variant, contract and trump, and for every play rule.

A line is `id | hands | key=value ... | counts`, for example

    queens-4 | N:Q9..K.8 E:T..7.Q S:K.Q.9.J W:A.K7.Q. | contract=queens leader=S trick=SJ | 1 2 8

with the hands still held, and counts of sequences of 1, 2, ... cards; a count of 0 says that the round is over although
cards are left. Keys: contract; leader, or in a layout turn; trump (S H D C NT), declarer, trick (cards in order), laid
(lowest-highest of each opened suit), and options of play that differ from the variant's. tests/test_perft.py counts
with kingcli, tests/independent.py with a program of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from endings import all_forms, ending, forms
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
from kingcli.rules import LayoutPosition, Position, TrickPosition
from kingcli.rules.perft import perft
from kingcli.seats import SEATS
from kingcli.variants import (
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
    words = [f"contract={contract}"]
    if isinstance(position, LayoutPosition):
        words.append(f"turn={SEATS[position.turn]}")
        if position.laid:
            words.append(f"laid={','.join(_runs(position))}")
    else:
        words.append(f"leader={SEATS[position.leader]}")
        if named is not None:
            words.append(f"trump={named}")
        if position.declarer is not None:
            words.append(f"declarer={SEATS[position.declarer]}")
        if position.trick:
            words.append(f"trick={','.join(card_name(card) for card in position.trick)}")
    words += [f"{key}={str(value).lower()}" for key, value in settings.items()]
    counts = " ".join(str(count) for count in counts_of(position, depth))
    return f"{name} | {hands} | {' '.join(words)} | {counts}\n"


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
    keys = dict(word.split("=") for word in key_words.split())
    contract, named = keys.pop("contract"), keys.pop("trump", None)
    leader, turn = keys.pop("leader", None), keys.pop("turn", None)
    declarer, trick, laid = keys.pop("declarer", None), keys.pop("trick", ""), keys.pop("laid", "")
    settings = parse_settings(f"{key}={value}" for key, value in keys.items())
    table = compile_table(with_settings(variant, settings), contract, named)
    scores = (0,) * table.n_seats
    position: Position
    if isinstance(table, LayoutTable):
        assert turn is not None
        n_out = sum(not hand for hand in hands)
        position = LayoutPosition(table, hands, SEATS.index(turn), _cards(laid), n_out, 0, scores)
    else:
        assert leader is not None
        assert isinstance(table, TrickTable)
        cards = tuple(parse_card(card) for card in trick.split(",") if card)
        chooser = SEATS.index(declarer) if declarer else None
        position = TrickPosition(table, hands, SEATS.index(leader), cards, chooser, scores)
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
        table = compile_table(variant, contract, named)
        for n_left, on_table in SIZES:
            is_layout = isinstance(table, LayoutTable)
            played = 0 if is_layout else on_table
            seeds = (f"perft/{variant.name}/{form}/{n_left}/{number}" for number in range(1000))
            tries = (ending(variant, contract, named, n_left, seed, on_table=played) for seed in seeds)
            position = next(one for one in tries if len(counts_of(one, 4)) >= MIN_DEPTH)
            yield write_line(f"{form}-{n_left}", position, contract, named, settings={}, depth=4 * n_left)
        whole = ending(variant, contract, named, table.hand_size, f"perft/{variant.name}/{form}/whole")
        yield write_line(f"{form}-whole", whole, contract, named, settings={}, depth=WHOLE_DEPTH)


def rule_lines(name: str) -> Iterator[str]:
    """For every rule a position in which it shows: under the other settings the counts differ."""
    for variant, contract, settings, others in RULES:
        if variant != name:
            continue
        here = with_settings(variant, settings)
        suits = dict(forms(here))[contract]
        words = "-".join(f"{key}-{value}".lower() for key, value in (settings or others).items()).replace("_", "-")
        rule = words if settings else f"not-{words}"
        for number in range(2000):
            named = suits[number % len(suits)]
            seed = f"perft/{variant}/{contract}/{rule}/{number}"
            n_left = 2 + number % 3
            on_table = 0 if contract == "layout" else number // 3 % here.seats
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
    for name in variant_names():
        lines = [*contract_lines(load_variant(name)), *rule_lines(name)]
        (FOLDER / f"{name}.perft").write_text("".join(lines), encoding="utf-8", newline="\n")
        print(f"{name}: {len(lines)} lines")


if __name__ == "__main__":
    main()
