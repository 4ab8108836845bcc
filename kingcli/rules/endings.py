"""Random positions to solve: a few cards each, or whole hands, under one contract."""

from __future__ import annotations

from kingcli.cards import cards_of, mask, n_cards
from kingcli.errors import RecordError
from kingcli.random import Stream
from kingcli.rules import layout, tricks
from kingcli.rules.deal import chooser_of, eldest_of, has_chooser
from kingcli.rules.position import LayoutPosition, Position, TrickPosition
from kingcli.seats import Seat
from kingcli.variants import LayoutTable, TrickTable, Variant, compile_table

_TRIES = 1000


def random_ending(
    variant: Variant, contract_id: str, named: str | None, dealer: Seat, left: int, rng: Stream
) -> Position:
    """A position with `left` cards in each hand at the start of a trick; the declarer leads where there is one.

    Positions in which nothing is left to score are drawn again. In a layout the round is played at random until no hand
    has more than `left` cards. Raises RecordError when the contract has no such hands, or none with something to score.
    """
    table = compile_table(variant, contract_id, named)
    if not 1 <= left <= table.hand_size:
        raise RecordError(f"{left} cards each: a hand of {variant.name} has 1 .. {table.hand_size}")
    eldest = eldest_of(variant, dealer)
    if isinstance(table, LayoutTable):
        return _layout_ending(table, eldest, left, rng)
    contract = variant.contracts[contract_id]
    declarer = chooser_of(variant, contract, dealer) if has_chooser(variant, contract) else None
    leader = declarer if declarer is not None and contract.leader == "declarer" else eldest
    for _ in range(_TRIES):
        position = _trick_ending(table, leader, declarer, left, rng)
        if not tricks.is_decided(position):
            return position
    raise RecordError(f"no ending of {contract_id} with {left} cards each and something left to score was found")


def _trick_ending(table: TrickTable, leader: Seat, declarer: Seat | None, left: int, rng: Stream) -> TrickPosition:
    pack = list(cards_of(table.deck))
    rng.shuffle(pack)
    hands = tuple(mask(pack[seat * left : (seat + 1) * left]) for seat in range(table.n_seats))
    return TrickPosition(table, hands, leader, (), declarer, (0,) * table.n_seats)


def _layout_ending(table: LayoutTable, eldest: Seat, left: int, rng: Stream) -> LayoutPosition:
    pack = list(cards_of(table.deck))
    rng.shuffle(pack)
    size = table.hand_size
    hands = tuple(mask(pack[seat * size : (seat + 1) * size]) for seat in range(table.n_seats))
    position = layout.start(table, hands, eldest)
    while max(n_cards(hand) for hand in position.hands) > left and not layout.is_over(position):
        options = layout.options(position)
        position = layout.play(position, options[rng.below(len(options))])
    return position
