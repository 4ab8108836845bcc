"""Random endings of any contract, from a seed: positions with a few cards left, for tests, fixtures and timings."""

from __future__ import annotations

from collections.abc import Iterator

from kingcli.cards import cards_of, mask
from kingcli.random import Stream, stream
from kingcli.rules import LayoutPosition, Position, TrickPosition, layout, tricks
from kingcli.rules.deal import has_chooser
from kingcli.rules.perft import after, options_at
from kingcli.variants import LayoutTable, TrickTable, Variant, compile_table, load_variant
from kingcli.variants.table import NO_TRUMP

ANY = "SHDC"


def forms(variant: Variant) -> Iterator[tuple[str, tuple[str | None, ...]]]:
    """Every contract with the suits it can be played in: (None,) where none is named."""
    for key, contract in variant.contracts.items():
        if contract.suit == "none":
            yield key, (None,)
        else:
            yield key, (*ANY, NO_TRUMP) if contract.trump.no_trump else (*ANY,)


def ending(
    variant: Variant, contract: str, named: str | None, n_left: int, seed: str, *, on_table: int = 0
) -> Position:
    """A position with `n_left` cards in each hand at the beginning of its trick, of which `on_table` have been played.

    The cards gone are any; scores made before are any. A round that would be over is dealt again. A layout is played at
    random until no more than `n_left` cards a seat are left in all, so that hands differ in size.
    """
    table = compile_table(variant, contract, named)
    for attempt in range(10_000):
        rng = stream(seed, match=attempt, purpose="ending")
        if isinstance(table, LayoutTable):
            position: Position = _layout_ending(table, n_left, rng)
        else:
            position = _trick_ending(table, n_left, on_table, has_chooser(variant, variant.contracts[contract]), rng)
        if options_at(position):
            return position
    raise ValueError(f"no ending of {variant.name} {contract} with {n_left} cards each is still open")


def _trick_ending(table: TrickTable, n_left: int, on_table: int, has_declarer: bool, rng: Stream) -> Position:
    pack = [*cards_of(table.deck)]
    rng.shuffle(pack)
    seats = range(table.n_seats)
    hands = tuple(mask(pack[seat * n_left : (seat + 1) * n_left]) for seat in seats)
    scores = tuple(rng.below(9) * (1 if rng.below(2) else -1) for _ in seats)
    leader, declarer = rng.below(table.n_seats), rng.below(table.n_seats)
    position: Position = TrickPosition(table, hands, leader, (), declarer if has_declarer else None, scores)
    if options_at(position):
        for _ in range(on_table):
            position = _random_step(position, rng)
    return position


def _layout_ending(table: LayoutTable, n_left: int, rng: Stream) -> LayoutPosition:
    pack = [*cards_of(table.deck)]
    rng.shuffle(pack)
    hands = tuple(mask(pack[seat * table.hand_size : (seat + 1) * table.hand_size]) for seat in range(table.n_seats))
    position: Position = layout.start(table, hands, rng.below(table.n_seats))
    while options_at(position) and sum(hand.bit_count() for hand in position.hands) > n_left * table.n_seats:
        position = _random_step(position, rng)
    assert isinstance(position, LayoutPosition)
    return position


def _random_step(position: Position, rng: Stream) -> Position:
    options = options_at(position)
    return after(position, options[rng.below(len(options))])


def turn_of(position: Position) -> int:
    """The seat to move."""
    return position.turn if isinstance(position, LayoutPosition) else tricks.turn(position)


def all_forms(variants: list[str]) -> Iterator[tuple[Variant, str, str | None]]:
    """Every variant x contract x suit."""
    for name in variants:
        variant = load_variant(name)
        for contract, suits in forms(variant):
            for named in suits:
                yield variant, contract, named
