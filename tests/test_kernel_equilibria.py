"""All subgame-perfect equilibria of the compiled solver against trying everything, and laws that tie them to max^n."""

from __future__ import annotations

import msgspec
import pytest

from kernel_positions import Named, all_tables, deal, ending, random_table, rng_of
from kingcli import kernel
from kingcli.cards import cards_of, mask
from kingcli.rules import TrickPosition, tricks
from kingcli.variants import TrickTable, compile_table, load_variant
from plain_values import all_equilibria

pytestmark = pytest.mark.skipif(not kernel.available(), reason=str(kernel.why_not()))

TABLES = all_tables() if kernel.available() else []


def check(solver: kernel.Solver, position: TrickPosition) -> None:
    if tricks.is_over(position):
        return
    truth = {card: all_equilibria(tricks.play(position, card)) for card in cards_of(tricks.legal(position))}
    vectors = all_equilibria(position)
    answer = solver.solve(position, kernel.equilibria())
    assert answer.error is None
    assert answer.exact
    assert answer.vectors == tuple(sorted(vectors))
    assert answer.card_vectors == {card: tuple(sorted(found)) for card, found in truth.items()}
    assert answer.best == mask(card for card, found in truth.items() if found & vectors)
    assert (answer.value, answer.cards, answer.line) == ((), {}, ())
    slow = solver.solve(position, kernel.equilibria(plain=True))
    assert msgspec.structs.replace(slow, nodes=0) == msgspec.structs.replace(answer, nodes=0)


@pytest.mark.parametrize("named", TABLES, ids=lambda named: named[0])
def test_endings(named: Named) -> None:
    label, table = named
    solver = kernel.Solver()
    for number, n_left in enumerate((2, 3, 1) if table.n_seats == 4 and not table.has_stock else (2, 3)):
        rng = rng_of(f"equilibria {label}", number)
        check(solver, ending(table, rng, n_left if not table.has_stock else 2, rng.below(table.n_seats)))


def test_four_cards_each() -> None:
    solver = kernel.Solver()
    for label, table in TABLES[::16]:
        if not table.has_stock:
            rng = rng_of(f"four {label}")
            check(solver, ending(table, rng, 4, 2 + rng.below(table.n_seats - 2)))


def test_random_tables() -> None:
    solver = kernel.Solver()
    for number in range(300):
        rng = rng_of("equilibria of random tables", number)
        table = random_table(rng)
        check(solver, ending(table, rng, 2 if number % 4 else 3, rng.below(table.n_seats)))


def sum_of(table: TrickTable) -> int | None:
    """What the scores must add up to, where no premium changes it and nothing is left over."""
    if table.premiums or table.has_stock or table.extra_to_trick is not None or table.early_end:
        return None
    if table.deck.bit_count() != table.n_seats * table.hand_size:
        return None
    prices = sum(table.card_points[card] for card in cards_of(table.deck))
    tricks_played = range(table.hand_size)
    last = len(table.trick_points) - 1
    prices += sum(table.trick_points[min(number, last)] for number in tricks_played)
    return prices + sum(table.end_points[: table.hand_size])


def russian(contract: str) -> TrickTable:
    table = compile_table(load_variant("russian"), contract, None)
    assert isinstance(table, TrickTable)
    return table


@pytest.mark.parametrize("named", TABLES[::3], ids=lambda named: named[0])
def test_laws(named: Named) -> None:
    """Max^n by either tie rule is one of them, no seat gets less than its guarantee, and nothing is lost."""
    label, table = named
    if table.has_stock:
        return
    solver, rng = kernel.Solver(), rng_of(f"laws {label}")
    position = ending(table, rng, 5 if table.n_seats == 3 else 4, rng.below(table.n_seats))
    if tricks.is_over(position):
        return
    answer = solver.solve(position, kernel.equilibria())
    assert answer.exact
    for kind in (False, True):
        each = solver.solve(position, kernel.each(kind_ties=kind))
        assert each.value in answer.vectors
        assert not each.best & ~answer.best
        for card, scores in each.cards.items():
            assert scores in answer.card_vectors[card]
    for seat in range(table.n_seats):
        least = solver.solve(position, kernel.sides([seat])).value[0]
        most = solver.solve(position, kernel.sides([seat], range(table.n_seats))).value[0]
        assert all(least <= scores[seat] <= most for scores in answer.vectors)
    total = sum_of(table)
    if total is not None:
        assert {sum(scores) for scores in answer.vectors} == {total}


def test_limits_leave_nothing() -> None:
    table = russian("queens")
    position = ending(table, rng_of("limits"), 6, 0)
    solver = kernel.Solver()
    for limits in ({"nodes": 50}, {"seconds": 0.0}):
        answer = solver.solve(position, kernel.equilibria(**limits))
        assert not answer.exact
        assert (answer.vectors, answer.card_vectors, answer.best) == ((), {}, 0)


def test_neither_memory_nor_threads_nor_order_change_an_answer() -> None:
    table = russian("all")
    jobs = [(ending(table, rng_of("memory", number), 4, 0), kernel.equilibria()) for number in range(8)]
    alone = [kernel.Solver().solve(*job) for job in jobs]
    assert all(answer.exact for answer in alone)
    assert kernel.Solver(threads=3).solve_all(jobs) == alone
    assert kernel.Solver().solve_all(jobs[::-1]) == alone[::-1]
    for size in (1 << 14, 1 << 16, 1 << 18):
        solver = kernel.Solver(memory=size)
        for job, whole in zip(jobs, alone, strict=True):
            answer = solver.solve(*job)
            assert 0 < solver.bytes() <= size
            assert not answer.exact or msgspec.structs.replace(answer, nodes=whole.nodes) == whole
            assert answer.exact or size < 1 << 16


def test_a_round_that_is_over_has_its_scores() -> None:
    table = russian("tricks")
    position = deal(table, rng_of("over"))
    while not tricks.is_over(position):
        position = tricks.play(position, next(cards_of(tricks.legal(position))))
    answer = kernel.Solver().solve(position, kernel.equilibria())
    assert answer.exact
    assert answer.vectors == (tricks.final_scores(position),)
    assert (answer.value, answer.card_vectors) == ((), {})
