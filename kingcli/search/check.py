"""Whether a position holds together and is small enough: what the searches take for granted."""

from __future__ import annotations

from kingcli.cards import SUIT_MASKS, Hand, card_name, cards_of, make_card, mask, n_cards, names, rank_index, suit_index
from kingcli.errors import RecordError
from kingcli.rules import LayoutPosition, Position, TrickPosition, layout
from kingcli.seats import SEATS


def check_position(position: Position) -> None:
    """Raise RecordError naming the seat when cards stand twice, are missing, or hands do not fit the trick."""
    table = position.table
    if len(position.hands) != table.n_seats or len(position.scores) != table.n_seats:
        raise RecordError(f"{len(position.hands)} hands and {len(position.scores)} scores for {table.n_seats} seats")
    seen: Hand = 0
    for seat, hand in enumerate(position.hands):
        where = f"hands.{SEATS[seat]}"
        if hand & ~table.deck:
            raise RecordError(f"{names(cards_of(hand & ~table.deck))} is not in the pack", where=where)
        if hand & seen:
            raise RecordError(f"{names(cards_of(hand & seen))} is also in another hand", where=where)
        if n_cards(hand) > table.hand_size:
            raise RecordError(f"{n_cards(hand)} cards, but a hand has {table.hand_size}", where=where)
        seen |= hand
    if isinstance(position, TrickPosition):
        _check_trick(position, seen)
    else:
        _check_layout(position, seen)


def _check_trick(position: TrickPosition, held: Hand) -> None:
    table, trick = position.table, position.trick
    if len(trick) >= table.n_seats:
        raise RecordError(f"{len(trick)} cards, but a trick in progress has at most {table.n_seats - 1}", where="trick")
    if len(set(trick)) != len(trick) or mask(trick) & held or mask(trick) & ~table.deck:
        raise RecordError("a card stands twice, is still in a hand or is not in the pack", where="trick")
    if not 0 <= position.leader < table.n_seats:
        raise RecordError("no such seat at this table", where="leader")
    sizes = [n_cards(hand) for hand in position.hands]
    for steps in range(len(trick)):
        sizes[(position.leader + table.direction * steps) % table.n_seats] += 1
    if len(set(sizes)) != 1 or sizes[0] > table.hand_size:
        counts = " ".join(f"{SEATS[seat]} {n_cards(hand)}" for seat, hand in enumerate(position.hands))
        raise RecordError(
            f"{counts} cards do not fit: who has played to the trick holds one less; {table.hand_size} at most",
            where="hands",
        )


def _check_layout(position: LayoutPosition, held: Hand) -> None:
    table, laid = position.table, position.laid
    if laid & held:
        raise RecordError(f"{names(cards_of(laid & held))} is laid, but also in a hand", where="laid")
    for card in cards_of(held & ~table.starts):
        start = next(other for other in cards_of(table.starts) if suit_index(other) == suit_index(card))
        between = mask(range(min(card, start) + 1, max(card, start))) | 1 << start
        if lost := between & ~(laid | held):
            raise RecordError(f"{names(cards_of(lost))} is neither laid nor in a hand, so {card_name(card)} never fits")
    for suit in range(4):
        ranks = [rank_index(card) for card in cards_of(laid & SUIT_MASKS[suit])]
        if ranks:
            is_run = ranks[-1] - ranks[0] + 1 == len(ranks)
            if not is_run or not any(table.starts >> make_card(suit, rank) & 1 for rank in ranks):
                raise RecordError(
                    f"{names(cards_of(laid & SUIT_MASKS[suit]))} is not a run from a start card", where="laid"
                )
    if not 0 <= position.turn < table.n_seats:
        raise RecordError("no such seat at this table", where="turn")
    if not layout.is_over(position) and not layout.options(position):
        raise RecordError(f"no card of {SEATS[position.turn]} fits", where="turn")
    if position.n_out > sum(not hand for hand in position.hands):
        raise RecordError(f"{position.n_out} seats are said to be out, but more hold cards")
