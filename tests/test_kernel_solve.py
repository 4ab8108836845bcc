"""The compiled solver against trying everything: values, every card, best cards and the line, of every contract."""

from __future__ import annotations

import pytest

from kernel_positions import Named, all_tables, ending, needs_kernel, random_table, rng_of
from kingcli import kernel
from kingcli.cards import cards_of, mask
from kingcli.random import Stream
from kingcli.rules import TrickPosition, tricks
from kingcli.variants import TrickTable
from plain_values import every_seat, final, liking, two_sides

pytestmark = needs_kernel

TABLES = all_tables() if kernel.available() else []


def end_of(position: TrickPosition, answer: kernel.Answer) -> tuple[int, ...]:
    """The scores the line leads to; every step must be legal and by the right seat."""
    for seat, card in answer.line:
        assert seat == tricks.turn(position)
        assert tricks.legal(position) >> card & 1
        position = tricks.play(position, card)
    assert tricks.is_over(position)
    return final(position)


def check_sides(solver: kernel.Solver, position: TrickPosition, helpers: int, earners: int) -> None:
    truth = {
        card: two_sides(tricks.play(position, card), helpers, earners) for card in cards_of(tricks.legal(position))
    }
    value = (max if helpers >> tricks.turn(position) & 1 else min)(truth.values())
    request = kernel.Request(helpers, earners)
    answer = solver.solve(position, request)
    assert answer.error is None
    assert answer.exact
    assert answer.cards == {card: (points, points) for card, points in truth.items()}
    assert answer.value == (value, value)
    assert answer.best == mask(card for card, points in truth.items() if points == value)
    assert sum(score for seat, score in enumerate(end_of(position, answer)) if earners >> seat & 1) == value
    alone = solver.solve(position, kernel.Request(helpers, earners, cards=False, line=False))
    assert alone.value == (value, value)
    assert not alone.cards
    assert not alone.line


def check_each(solver: kernel.Solver, position: TrickPosition, kind: bool) -> None:
    truth = {card: every_seat(tricks.play(position, card), kind) for card in cards_of(tricks.legal(position))}
    seat, direction = tricks.turn(position), position.table.direction
    value = max(truth.values(), key=lambda scores: liking(scores, seat, direction, kind))
    answer = solver.solve(position, kernel.each(kind_ties=kind))
    assert answer.error is None
    assert answer.exact
    assert answer.cards == truth
    assert answer.value == value
    assert answer.best == mask(card for card, scores in truth.items() if scores == value)
    assert end_of(position, answer) == value


def check(solver: kernel.Solver, table: TrickTable, rng: Stream, n_left: int) -> None:
    position = ending(table, rng, n_left, rng.below(table.n_seats))
    if tricks.is_over(position):
        return
    everyone = (1 << table.n_seats) - 1
    earners = 1 + rng.below(everyone - 1)
    for seat in range(table.n_seats):
        check_sides(solver, position, 1 << seat, 1 << seat)
    check_sides(solver, position, everyone, earners)
    check_sides(solver, position, earners, earners)
    check_each(solver, position, kind=False)
    check_each(solver, position, kind=True)


@pytest.mark.parametrize("named", TABLES, ids=lambda named: named[0])
def test_endings(named: Named) -> None:
    label, table = named
    solver = kernel.Solver()
    for number, n_left in enumerate((2, 3, 1, 3, 2) if table.n_seats == 4 and not table.has_stock else (2, 3, 2, 1, 3)):
        check(solver, table, rng_of(f"endings {label}", number), n_left if not table.has_stock else 2)


def test_random_tables() -> None:
    solver = kernel.Solver()
    for number in range(400):
        rng = rng_of("random tables", number)
        check(solver, random_table(rng), rng, 2 if number % 4 else 3)
