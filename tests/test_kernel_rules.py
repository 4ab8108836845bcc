"""The compiled core against the reference engine: legal cards, what comes of them, scores, perft, playouts."""

from __future__ import annotations

import pytest

from kernel_positions import Named, all_tables, deal, ending, needs_kernel, played, random_table, rng_of
from kingcli import kernel
from kingcli.cards import cards_of
from kingcli.random import Stream
from kingcli.rules import TrickPosition, tricks
from kingcli.rules.perft import perft
from kingcli.variants import TrickTable

pytestmark = needs_kernel

TABLES = all_tables() if kernel.available() else []


def follow(table: TrickTable, rng: Stream) -> None:
    """A whole round, card by card, and back again."""
    position = deal(table, rng)
    game = kernel.Game(position)
    states = []
    while not tricks.is_over(position):
        assert game.position() == position
        assert not game.is_over()
        assert game.is_decided() == tricks.is_decided(position)
        assert game.turn() == tricks.turn(position)
        assert game.legal() == tricks.legal(position)
        states.append(position)
        options = list(cards_of(tricks.legal(position)))
        card = options[rng.below(len(options))]
        position = tricks.play(position, card)
        game.play(card)
    assert game.is_over()
    assert game.position() == position
    assert game.scores() == tricks.final_scores(position)
    assert kernel.fault(position) is None
    for state in reversed(states):
        game.undo()
        assert game.position() == state


@pytest.mark.parametrize("named", TABLES, ids=lambda named: named[0])
def test_rounds(named: Named) -> None:
    for number in range(3):
        follow(named[1], rng_of(named[0], number))


def test_rounds_of_random_tables() -> None:
    for number in range(500):
        rng = rng_of("tables", number)
        follow(random_table(rng), rng)


def test_perft() -> None:
    for label, table in TABLES:
        rng = rng_of(f"perft {label}")
        position = ending(table, rng, 3, rng.below(table.n_seats))
        if not tricks.is_over(position):
            assert kernel.perft(position, 6) == perft(position, 6), label


def state_of(rng: Stream) -> kernel.State:
    return (rng.next64(), rng.next64(), rng.next64(), rng.next64())


def play_out(position: TrickPosition, rng: Stream) -> tuple[int, ...]:
    """The reference of a playout."""
    while not tricks.is_decided(position):
        options = list(cards_of(tricks.legal(position)))
        position = tricks.play(position, options[rng.below(len(options)) if len(options) > 1 else 0])
    return tricks.final_scores(position)


def test_playouts() -> None:
    for label, table in TABLES:
        rng = rng_of(f"playouts {label}")
        position = played(deal(table, rng), rng, rng.below(9))
        state = state_of(rng)
        found, after = kernel.play_out(position, 4, state)
        twin = Stream(state)
        assert found == [play_out(position, twin) for _ in range(4)], label
        assert after == (twin._a, twin._b, twin._c, twin._d)
        sums, again = kernel.play_out_all([position, position], 2, state)
        assert [tuple(map(sum, zip(*found[:2], strict=True))), tuple(map(sum, zip(*found[2:], strict=True)))] == sums
        assert again == after
