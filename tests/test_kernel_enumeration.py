"""The compiled solver on whole hands: equal to a program that tries everything and shares no rule, table or search with
it (enumeration8.cpp; its answers are frozen in fixtures/endings/eight_cards.jsonl), and true to the laws of the values.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from kernel_positions import needs_kernel
from kingcli import kernel
from kingcli.cards import SUITS, Card, cards_of, mask, parse_card, parse_hand
from kingcli.rules import TrickPosition, tricks
from kingcli.seats import SEATS
from kingcli.variants import TrickTable, compile_table, load_variant
from make_eight_cards import FIXTURE, FOUR_SEATS, THREE_SEATS, Deal, Form, answers, build

pytestmark = needs_kernel

Answer = dict[str, Any]
N_FRESH = 2


def frozen() -> dict[str, list[tuple[Deal, Answer]]]:
    """The lines of each variant and contract."""
    lines: dict[str, list[tuple[Deal, Answer]]] = defaultdict(list)
    for text in FIXTURE.read_text(encoding="utf-8").splitlines():
        row = json.loads(text)
        deal = Deal(*(row.pop(field) for field in Deal._fields))
        lines[name_of((deal.variant, deal.contract, deal.trump))].append((deal, row))
    return lines


def name_of(form: Form) -> str:
    """All suits of a trump contract together, no trump apart."""
    variant, contract, trump = form
    return f"{variant}/{contract}" if trump is None else f"{variant}/{contract}/{'NT' if trump == 'NT' else 'suit'}"


FROZEN = frozen()


def position_of(deal: Deal) -> TrickPosition:
    table = compile_table(load_variant(deal.variant), deal.contract, deal.trump)
    assert isinstance(table, TrickTable)
    hands = tuple(parse_hand(deal.hands[seat]) for seat in SEATS[: table.n_seats])
    declarer = None if deal.declarer is None else SEATS.index(deal.declarer)
    nothing = (0,) * table.n_seats
    return TrickPosition(table, hands, SEATS.index(deal.leader), (), declarer, nothing, nothing, nothing)


def requests(n_seats: int) -> Iterator[tuple[str, int | None, kernel.Request]]:
    """Every question the enumeration answers: key, seat (None: no list by seat), request."""
    for seat in range(n_seats):
        yield "guarantee", seat, kernel.sides([seat], line=False)
        yield "best", seat, kernel.sides([seat], range(n_seats), line=False)
    yield "pair", None, kernel.sides([0, 2], line=False)
    yield "maxn", None, kernel.each(line=False)


def expected(values: Answer, key: str, seat: int | None) -> tuple[int, ...]:
    """As the solver says it: low and high of two sides, scores by seat in max^n."""
    if key == "maxn":
        return tuple(values[key])
    value = values[key] if seat is None else values[key][seat]
    return value, value


def check(solver: kernel.Solver, deal: Deal, truth: Answer) -> None:
    position = position_of(deal)
    for key, seat, request in requests(position.table.n_seats):
        what = (deal.id, key, seat)
        answer = solver.solve(position, request)
        value = expected(truth, key, seat)
        cards = {parse_card(card): expected(values, key, seat) for card, values in truth["first"].items()}
        assert answer.error is None, what
        assert answer.exact, what
        assert answer.value == value, what
        assert answer.cards == cards, what
        assert answer.best == mask(card for card in cards if cards[card] == value), what


def test_every_contract_is_frozen() -> None:
    assert {name: len(lines) >= 5 for name, lines in FROZEN.items() if "-3/" not in name} == {
        name_of(form): True for form in FOUR_SEATS
    }
    assert {name for name in FROZEN if "-3/" in name} == {name_of(form) for form in THREE_SEATS}
    for lines in FROZEN.values():
        for deal, _ in lines:
            hands = position_of(deal).hands
            assert sum(hand.bit_count() for hand in hands) == position_of(deal).table.deck.bit_count(), deal.id


@pytest.mark.parametrize("name", FROZEN)
def test_frozen_answers_of_whole_hands(name: str) -> None:
    solver = kernel.Solver()
    for deal, truth in FROZEN[name]:
        check(solver, deal, truth)


@pytest.mark.slow
@pytest.mark.parametrize("form", [*FOUR_SEATS, *THREE_SEATS], ids=name_of)
def test_fresh_deals_against_the_enumeration(form: Form, tmp_path: Path) -> None:
    """Fails where there is no C++ compiler: the core is here, so somebody compiled it."""
    program, solver = build(tmp_path), kernel.Solver()
    for deal, truth in answers(program, form, N_FRESH, "fresh deals"):
        check(solver, deal, truth)


def whole_hands() -> list[TrickPosition]:
    """Of each contract the deal with the fewest positions, where that is few enough to solve it many times."""
    least = [min(lines, key=lambda line: line[1]["positions"]) for lines in FROZEN.values()]
    return [position_of(deal) for deal, truth in least if truth["positions"] < 2_000_000]


def test_best_is_at_least_max_n_is_at_least_the_guarantee() -> None:
    """Of the frozen values, which the solver's are equal to."""
    for deal, truth in (line for lines in FROZEN.values() for line in lines):
        for values in (truth, *truth["first"].values()):
            for least, each, most in zip(values["guarantee"], values["maxn"], values["best"], strict=True):
                assert least <= each <= most, deal.id


def follow(solver: kernel.Solver, position: TrickPosition, request: kernel.Request) -> None:
    """The line goes to the end of the round, and from every card on the value is still that of the beginning."""
    answer = solver.solve(position, request)
    value_only = msgspec.structs.replace(request, line=False, cards=False)
    for seat, card in answer.line:
        assert tricks.turn(position) == seat
        position = tricks.play(position, card)
        if not tricks.is_over(position):
            assert solver.solve(position, value_only).value == answer.value
    assert tricks.is_over(position)
    earned = [position.scores[seat] for seat in range(position.table.n_seats) if request.earners >> seat & 1]
    assert answer.value == (position.scores if request.is_each else (sum(earned), sum(earned)))


def test_the_line_keeps_the_value_at_every_card() -> None:
    solver = kernel.Solver()
    for position in whole_hands():
        for seat in range(position.table.n_seats):
            follow(solver, position, kernel.sides([seat]))
        follow(solver, position, kernel.each())


def seats_turned(position: TrickPosition, by: int) -> TrickPosition:
    """Every seat's cards and part given to the seat so many places on."""
    n_seats = position.table.n_seats
    hands = tuple(position.hands[(seat - by) % n_seats] for seat in range(n_seats))
    declarer = None if position.declarer is None else (position.declarer + by) % n_seats
    return msgspec.structs.replace(position, hands=hands, leader=(position.leader + by) % n_seats, declarer=declarer)


def suits_changed(position: TrickPosition, suits: Sequence[int]) -> TrickPosition:
    hands = tuple(mask(card_changed(card, suits) for card in cards_of(hand)) for hand in position.hands)
    return msgspec.structs.replace(position, hands=hands)


def card_changed(card: Card, suits: Sequence[int]) -> Card:
    return 16 * suits[card >> 4] + card % 16


def like_suits(position: TrickPosition) -> list[int]:
    """Suits that may stand for each other: equal cards in the pack, no price, ban, duty or trump that is not in all."""
    table = position.table

    def marks(suit: int) -> tuple[Any, ...]:
        of_suit = [card for card in range(16 * suit, 16 * suit + 13) if table.deck >> card & 1]
        special = [table.trump, *(ban.cards for ban in table.lead_bans), *table.void_must]
        return tuple(
            (card % 16, table.card_points[card], *(cards >> card & 1 for cards in special)) for card in of_suit
        )

    kinds = defaultdict(list)
    for suit in range(4):
        kinds[marks(suit)].append(suit)
    return max(kinds.values(), key=len)


def test_neither_the_seats_nor_like_suits_change_a_value() -> None:
    """Both changed at once: every seat's part given to the next or the one after, like suits round."""
    solver = kernel.Solver()
    for number, position in enumerate(whole_hands()):
        n_seats, by = position.table.n_seats, 1 + number % 2
        alike, suits = like_suits(position), list(range(len(SUITS)))
        assert len(alike) >= (2 if n_seats == 3 else 3)
        for place, suit in enumerate(alike):
            suits[suit] = alike[(place + 1) % len(alike)]
        other = suits_changed(seats_turned(position, by), suits)

        each = solver.solve(position, kernel.each(line=False))
        assert solver.solve(other, kernel.each(line=False)).cards == {
            card_changed(card, suits): tuple(scores[(seat - by) % n_seats] for seat in range(n_seats))
            for card, scores in each.cards.items()
        }
        for seat in range(n_seats):
            before = solver.solve(position, kernel.sides([seat], line=False))
            after = solver.solve(other, kernel.sides([(seat + by) % n_seats], line=False))
            assert after.value == before.value
            assert after.cards == {card_changed(card, suits): value for card, value in before.cards.items()}
