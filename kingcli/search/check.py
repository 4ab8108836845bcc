"""Whether a position holds together and is small enough: what the searches take for granted."""

from __future__ import annotations

import msgspec

from kingcli.cards import SUIT_MASKS, Hand, card_name, cards_of, make_card, mask, n_cards, names, rank_index, suit_index
from kingcli.errors import RecordError
from kingcli.rules import HundredPosition, LayoutPosition, Position, TrickPosition, layout, tricks
from kingcli.seats import SEATS


def check_position(position: Position) -> None:
    """Raise RecordError naming the seat when cards stand twice, are missing, or hands do not fit the trick."""
    table = position.table
    if len(position.hands) != table.n_seats or len(position.scores) != table.n_seats:
        raise RecordError(f"{len(position.hands)} hands and {len(position.scores)} scores for {table.n_seats} seats")
    seen: Hand = 0
    has_stock = isinstance(position, TrickPosition) and position.table.has_stock
    for seat, hand in enumerate(position.hands):
        where = f"hands.{SEATS[seat]}"
        if hand & ~table.deck:
            raise RecordError(f"{names(cards_of(hand & ~table.deck))} is not in the pack", where=where)
        if hand & seen:
            raise RecordError(f"{names(cards_of(hand & seen))} is also in another hand", where=where)
        if n_cards(hand) > table.hand_size and not has_stock:
            raise RecordError(f"{n_cards(hand)} cards, but a hand has {table.hand_size}", where=where)
        seen |= hand
    if isinstance(position, TrickPosition):
        _check_trick(position, seen)
        _check_taken(position, seen)
    elif isinstance(position, HundredPosition):
        _check_hundred(position)
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
    to_come = (*position.stock, *(() if position.odd is None else (position.odd,)))
    if len(set(to_come)) != len(to_come) or mask(to_come) & (held | mask(trick)) or mask(to_come) & ~table.deck:
        raise RecordError(
            "a card stands twice, is in a hand or in the trick, or is not in the pack",
            where="stock" if position.stock else "odd",
        )
    if table.has_stock:
        _check_order(position)
        return
    if position.stock or position.order:
        raise RecordError("there is no stock in this game", where="stock" if position.stock else "order")
    sizes = [n_cards(hand) for hand in position.hands]
    for steps in range(len(trick)):
        sizes[(position.leader + table.direction * steps) % table.n_seats] += 1
    if len(set(sizes)) != 1 or sizes[0] > table.hand_size:
        counts = " ".join(f"{SEATS[seat]} {n_cards(hand)}" for seat, hand in enumerate(position.hands))
        raise RecordError(
            f"{counts} cards do not fit: who has played to the trick holds one less; {table.hand_size} at most",
            where="hands",
        )
    if position.odd is not None and table.extra_to_trick != tricks.trick_number(position):
        raise RecordError("the odd card goes to a trick that is over, or to none", where="odd")


def _check_order(position: TrickPosition) -> None:
    """With a stock: who takes part in the trick, and that the seat to play has drawn what it must."""
    table, order = position.table, position.order
    if not position.trick:
        if order:
            raise RecordError("belongs to a trick on the table", where="order")
        if any(position.hands) and not position.hands[position.leader]:
            raise RecordError(f"{SEATS[position.leader]} has no cards to lead", where="leader")
        if sum(hand > 0 for hand in position.hands) == 1:
            raise RecordError("only one seat holds cards, so the round is over", where="hands")
        return
    places = [(seat - position.leader) * table.direction % table.n_seats for seat in order]
    if not order or places[0] or places != sorted(set(places)) or len(position.trick) >= len(order):
        raise RecordError("must be the seats that take part in this trick, leader first, in turn", where="order")
    for seat in range(table.n_seats):
        if seat in order[len(position.trick) :] and not position.hands[seat]:
            raise RecordError(f"{SEATS[seat]} has no cards to play to this trick", where=f"hands.{SEATS[seat]}")
        if seat not in order and position.hands[seat]:
            raise RecordError(f"{SEATS[seat]} holds cards but takes no part in this trick", where="order")
    if tricks.draw(position) is not position and tricks.draw(position) != position:
        raise RecordError(f"{SEATS[tricks.turn(position)]} must draw before playing", where="stock")


def _check_taken(position: TrickPosition, held: Hand) -> None:
    """What a premium depends on must be told; cards won are in no other place."""
    table = position.table
    if position.taken is not None:
        there = held | mask(position.trick) | mask(position.stock)
        for seat, cards in enumerate(position.taken):
            where = f"taken.{SEATS[seat]}"
            if wrong := cards & (there | ~table.deck):
                raise RecordError(f"{names(cards_of(wrong))} is elsewhere or not in the pack", where=where)
            there |= cards
    if table.premiums and position.taken is None:
        raise RecordError("is missing: this contract has a premium, which depends on it", where="taken")
    if table.premiums and position.tricks is None:
        raise RecordError("is missing: this contract has a premium, which depends on it", where="tricks")


def told(position: TrickPosition) -> TrickPosition:
    """The position with what follows from it: tricks from the cards won; no cards where only tricks matter."""
    table, taken, counts = position.table, position.taken, position.tricks
    if not table.premiums:
        return position
    if counts is None and taken is not None and not table.has_stock:
        counts = tuple(n_cards(cards) // table.n_seats for cards in taken)
    only_tricks = not table.scoring and not any(premium.cards for premium in table.premiums)
    if taken is None and only_tricks:
        if counts is None:
            raise RecordError("is missing: this contract has a premium, which depends on it", where="tricks")
        taken = (0,) * table.n_seats
    return msgspec.structs.replace(position, taken=taken, tricks=counts)


def _check_hundred(position: HundredPosition) -> None:
    table = position.table
    if not 0 <= position.turn < table.n_seats:
        raise RecordError("no such seat at this table", where="turn")
    if position.sum < 0:
        raise RecordError("a sum of eyes is not negative", where="sum")
    if any(position.hands) and position.sum < table.limits[-1][0] and not position.hands[position.turn]:
        raise RecordError(f"{SEATS[position.turn]} has no card to lay", where="turn")


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
    if position.laid_now and (
        table.multi == "no"
        or not position.hands[position.turn] & table.starts
        or position.laid_now > n_cards(laid & table.starts)
        or (table.multi == "opening" and laid & ~table.starts)
    ):
        raise RecordError(f"{SEATS[position.turn]} has no more start cards to add in this turn", where="laid_now")
    if not layout.is_over(position) and not layout.options(position):
        raise RecordError(f"no card of {SEATS[position.turn]} fits", where="turn")
    if position.n_out > sum(not hand for hand in position.hands):
        raise RecordError(f"{position.n_out} seats are said to be out, but more hold cards")
