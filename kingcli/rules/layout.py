"""Card dominoes (Dengimas): lay a start card or the next card of an opened suit; prizes in the order of going out."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from kingcli.cards import RANKS, SUIT_MASKS, Card, Hand, cards_of, rank_index
from kingcli.rules.events import Option, card_words
from kingcli.rules.position import LayoutPosition
from kingcli.seats import Seat
from kingcli.variants import LayoutTable

PASS, STOP = "pass", "stop"


@lru_cache(maxsize=1 << 16)
def next_cards(table: LayoutTable, laid: Hand) -> Hand:
    """The cards that fit: the start of a suit not yet opened, and both neighbours of every laid run."""
    if not laid and table.first is not None:
        return 1 << table.first
    fits = 0
    for suit in range(4):
        in_suit = laid & SUIT_MASKS[suit]
        if not in_suit:
            fits |= table.starts & SUIT_MASKS[suit]
            continue
        highest = (in_suit & -in_suit).bit_length() - 1
        lowest = in_suit.bit_length() - 1
        if rank_index(highest) > 0:
            fits |= 1 << (highest - 1)
        if rank_index(lowest) < len(RANKS) - 1:
            fits |= 1 << (lowest + 1)
    return fits & table.deck


def layable(position: LayoutPosition) -> Hand:
    """The cards the seat in turn may lay: what fits, or, once it is laying start cards together, the rest of these."""
    hand = position.hands[position.turn]
    if position.laid_now:
        return hand & position.table.starts
    return hand & next_cards(position.table, position.laid)


def may_pass(position: LayoutPosition) -> bool:
    """Where passing is allowed at all: never the opening card, and not after n-1 passes in a row."""
    if not position.table.may_pass or position.laid_now:
        return False
    return bool(position.laid) and position.passes < position.table.n_seats - 1


def options(position: LayoutPosition) -> tuple[Option, ...]:
    """What the seat in turn may do. After one start card it may stop; after a second it lays all it holds."""
    cards: tuple[Option, ...] = tuple(cards_of(layable(position)))
    if position.laid_now == 1:
        return (*cards, STOP)
    return (*cards, PASS) if may_pass(position) else cards


def refuse(position: LayoutPosition, option: Option) -> str | None:
    """Why the seat in turn may not do this, in words; None when it may."""
    if option in options(position):
        return None
    table = position.table
    fits = card_words(layable(position))
    if position.laid_now:
        return f"is laying {card_words(table.starts)} together: one, or all he holds ({fits})"
    if option == STOP:
        return f"has not begun to lay; must lay a card (holds {fits})"
    if option == PASS:
        if not table.may_pass:
            return f"may not pass while a card fits (holds {fits})"
        return f"must lay now: {'the opening card' if not position.laid else 'all the others passed'} (holds {fits})"
    if not isinstance(option, int) or not position.hands[position.turn] >> option & 1:
        return "does not hold it"
    if not position.laid and table.first is not None:
        return f"the round begins with {card_words(1 << table.first)}"
    return f"does not fit the layout; what fits is {fits}"


def settle(position: LayoutPosition) -> LayoutPosition:
    """Move the turn on from seats where no card fits: they are skipped, which is no decision."""
    table, seat = position.table, position.turn
    fits = next_cards(table, position.laid)
    for _ in range(table.n_seats):
        if position.hands[seat] & fits:
            break
        seat = (seat + table.direction) % table.n_seats
    if seat == position.turn:
        return position
    return msgspec.structs.replace(position, turn=seat)


def start(table: LayoutTable, hands: tuple[Hand, ...], eldest: Seat) -> LayoutPosition:
    """The first position of a round: the holder of the opening card, or the first seat from the eldest that can
    begin.
    """
    return settle(LayoutPosition(table, hands, eldest, 0, 0, 0, (0,) * table.n_seats))


def play(position: LayoutPosition, option: Option) -> LayoutPosition:
    """The position after a legal card or pass. Whoever lays his last card takes the next prize."""
    table, seat = position.table, position.turn
    following = (seat + table.direction) % table.n_seats
    if not isinstance(option, int):
        passes = position.passes + (option == PASS)
        return settle(msgspec.structs.replace(position, turn=following, passes=passes, laid_now=0))
    hand = position.hands[seat] & ~(1 << option)
    hands = (*position.hands[:seat], hand, *position.hands[seat + 1 :])
    n_out, scores = position.n_out, position.scores
    if not hand:
        scores = (*scores[:seat], scores[seat] + table.prizes[n_out], *scores[seat + 1 :])
        n_out += 1
    laid = position.laid | 1 << option
    if _may_add(position, option) and hand & table.starts:
        return LayoutPosition(table, hands, seat, laid, n_out, 0, scores, position.laid_now + 1)
    after = LayoutPosition(table, hands, following, laid, n_out, 0, scores)
    if is_over(after):
        return _give_rest(after)
    return settle(after)


def _may_add(position: LayoutPosition, card: Card) -> bool:
    """Whether more start cards may be laid with this one: in the opening turn, or in any, as the game says."""
    table = position.table
    if not table.starts >> card & 1 or table.multi == "no":
        return False
    return table.multi == "any" or not position.laid or position.laid_now > 0


def _give_rest(position: LayoutPosition) -> LayoutPosition:
    """The prizes of those still holding cards, which are all the same."""
    rest = position.table.prizes[-1]
    scores = tuple(score + (rest if hand else 0) for score, hand in zip(position.scores, position.hands, strict=True))
    return msgspec.structs.replace(position, scores=scores)


def is_over(position: LayoutPosition) -> bool:
    """Whether the places still open all bring the same prize (the last player's cards are not played)."""
    return len(set(position.table.prizes[position.n_out :])) <= 1
