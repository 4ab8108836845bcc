"""Random positions to solve: a few cards each, or whole hands, under one contract."""

from __future__ import annotations

from collections.abc import Callable

from kingcli.cards import Card, Hand, cards_of, mask, n_cards
from kingcli.errors import RecordError
from kingcli.random import Stream
from kingcli.rules import hundred, layout, tricks
from kingcli.rules.deal import active_seats, chooser_of, eldest_of
from kingcli.rules.perft import after, options_at
from kingcli.rules.position import Position, TrickPosition
from kingcli.seats import Seat
from kingcli.variants import HundredTable, LayoutTable, TrickTable, Variant, compile_table

_TRIES = 1000


def random_ending(
    variant: Variant, contract_id: str, named: str | None, dealer: Seat, left: int, rng: Stream
) -> Position:
    """A position with `left` cards in each hand at the start of a trick; the declarer leads where there is one.

    Positions in which nothing is left to score are drawn again. A layout or a Hundred is played at random until no hand
    has more than `left` cards. Raises RecordError when the contract has no such hands, or none with something to score.
    """
    table = compile_table(variant, contract_id, named)
    if not 1 <= left <= table.hand_size:
        raise RecordError(f"{left} cards each: a hand of {variant.name} has 1 .. {table.hand_size}")
    active = active_seats(variant, dealer)
    eldest = active.index(eldest_of(variant, dealer))
    if isinstance(table, LayoutTable):
        return _played_down(table, lambda hands: layout.start(table, hands, eldest), left, rng)
    if isinstance(table, HundredTable):
        return _played_down(table, lambda hands: hundred.start(table, hands, eldest), left, rng)
    contract = variant.contracts[contract_id]
    declarer = active.index(chooser_of(variant, contract, dealer)) if contract.suit != "none" or variant.pool else None
    leader = declarer if declarer is not None and contract.leader == "declarer" else eldest
    for _ in range(_TRIES):
        position = _trick_ending(table, leader, declarer, left, rng)
        if not tricks.is_decided(position):
            return position
    raise RecordError(f"no ending of {contract_id} with {left} cards each and something left to score was found")


def _trick_ending(table: TrickTable, leader: Seat, declarer: Seat | None, left: int, rng: Stream) -> TrickPosition:
    pack = list(cards_of(table.deck))
    rng.shuffle(pack)
    n = table.n_seats
    hands = tuple(mask(pack[seat * left : (seat + 1) * left]) for seat in range(n))
    rest = pack[n * left :]
    won = _shared(rest, n, rng) if table.premiums else None
    counts = tuple(cards.bit_count() // n for cards in won) if won is not None else None
    scores = tuple(tricks.points_won(table, won, counts)) if won is not None and counts is not None else (0,) * n
    # The odd card is in play only before its trick; of the stock a few cards are left when hands are not whole.
    whole = left == table.hand_size
    odd = rest[0] if table.extra_to_trick is not None and whole else None
    stock = tuple(rest if whole else rest[: rng.below(2 * left + 1)]) if table.has_stock else ()
    return TrickPosition(table, hands, leader, (), declarer, scores, won, counts, stock, odd)


def _shared(cards: list[Card], n_seats: int, rng: Stream) -> tuple[Hand, ...]:
    """The cards gone, as tricks won by seats at random: what a premium needs to know."""
    won = [0] * n_seats
    for first in range(0, len(cards) - n_seats + 1, n_seats):
        won[rng.below(n_seats)] |= mask(cards[first : first + n_seats])
    return tuple(won)


def _played_down(
    table: LayoutTable | HundredTable, begin: Callable[[tuple[Hand, ...]], Position], left: int, rng: Stream
) -> Position:
    """A round played at random until no hand has more than `left` cards, dealt anew while it is over by then."""
    size = table.hand_size
    for _ in range(_TRIES):
        pack = list(cards_of(table.deck))
        rng.shuffle(pack)
        position = begin(tuple(mask(pack[seat * size : (seat + 1) * size]) for seat in range(table.n_seats)))
        options = options_at(position)
        while options and max(n_cards(hand) for hand in position.hands) > left:
            position = after(position, options[rng.below(len(options))])
            options = options_at(position)
        if options:
            return position
    raise RecordError(f"no round with {left} cards each and something left to score was found")
