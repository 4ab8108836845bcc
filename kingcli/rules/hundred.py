"""The Hundred: everybody lays a card in turn, no following; whoever makes the sum reach or pass a limit pays for it."""

from __future__ import annotations

from kingcli.cards import Hand, cards_of
from kingcli.rules.events import Option
from kingcli.rules.position import HundredPosition
from kingcli.seats import Seat
from kingcli.variants import HundredTable


def start(table: HundredTable, hands: tuple[Hand, ...], eldest: Seat) -> HundredPosition:
    """The first position of a round; the eldest hand begins."""
    return HundredPosition(table, hands, eldest, 0, (0,) * table.n_seats)


def options(position: HundredPosition) -> tuple[Option, ...]:
    """Every card of the seat in turn."""
    return tuple(cards_of(position.hands[position.turn]))


def refuse(position: HundredPosition, option: Option) -> str | None:
    """Why the seat in turn may not do this, in words; None when it may."""
    if isinstance(option, int) and position.hands[position.turn] >> option & 1:
        return None
    return "does not hold it" if isinstance(option, int) else "must lay a card"


def play(position: HundredPosition, option: Option) -> HundredPosition:
    """The position after a card of the seat in turn. A seat without cards is passed over."""
    table, seat, card = position.table, position.turn, int(option)
    hands = (*position.hands[:seat], position.hands[seat] & ~(1 << card), *position.hands[seat + 1 :])
    total = position.sum + table.eyes[card]
    points = sum(cost for limit, cost in table.limits if position.sum < limit <= total)
    scores = (*position.scores[:seat], position.scores[seat] + points, *position.scores[seat + 1 :])
    following = (seat + table.direction) % table.n_seats
    while not hands[following] and any(hands):
        following = (following + table.direction) % table.n_seats
    return HundredPosition(table, hands, following, total, scores)


def is_over(position: HundredPosition) -> bool:
    """Whether the last limit is reached (or no card is left)."""
    return position.sum >= position.table.limits[-1][0] or not any(position.hands)
