"""The easy player: knows the rules, plays sensibly, often errs, and remembers no card that was played.

Everything is read from the table of the contract, so that one rule of thumb serves every contract there is: a card is
good to play when the points it is likely to win now, less what it would be likely to win later, are many. Where points
are negative this ducks and throws dear cards away, where they are positive it takes and keeps what will take.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

import msgspec

from kingcli.cards import SUIT_MASKS, Card, Hand, mask, n_cards, suit_index
from kingcli.players.estimate import advantage, keeping, longest_suit, suit_to_name, winning
from kingcli.players.outlook import outlook_of
from kingcli.random import Stream
from kingcli.rules import Kind, Option, View, option_text
from kingcli.rules.layout import STOP
from kingcli.variants import HundredTable, LayoutTable

# Points won later count less than points won now: later is less certain.
_LATER = 0.8

# A layout card that only others can build on counts so much against laying it.
_OPENS = 0.5

# A start card that may be laid on top of another is a turn gained.
_EXTRA = 3.0

# The part of what a hand promises above the average that he pays for naming the suit: of points to be won, and of
# points not to be lost, which the others see to.
_SHARE_WON = 0.8
_SHARE_SPARED = 0.4


class EasyPlayer(msgspec.Struct, frozen=True):
    """`errors`: in how many of 100 decisions he draws lots instead of thinking."""

    errors: Annotated[int, msgspec.Meta(ge=0, le=100)] = 20

    @property
    def name(self) -> str:
        return "easy" if self.errors == EasyPlayer().errors else f"easy:errors={self.errors}"

    def choose(self, view: View, rng: Stream) -> Option:
        decision = view.decision
        assert decision is not None
        options = decision.options
        if rng.below(100) < self.errors:
            if decision.kind is Kind.BID:
                # Nobody bids any sum by mistake: he bids the least, or passes.
                options = (options[0], options[-1])
            return options[rng.below(len(options))]
        values = _JUDGES[decision.kind](view, options)
        return options[values.index(max(values))]


def _amount(option: Option) -> int:
    """The number in "bid:125", 0 without one."""
    tail = option_text(option).partition(":")[2]
    return int(tail) if tail.isdigit() else 0


def _charged(view: View) -> int:
    """What bids have put into, or taken out of, the scores of all seats together."""
    assert view.contract is not None
    auction = view.variant.contracts[view.contract].auction
    if auction is None or auction.pays == "eldest":
        return 0
    bids = [_amount(event.value) for event in view.events if event.kind is Kind.BID and isinstance(event.value, str)]
    return max(bids, default=0) * (1 if auction.pays == "credited" else -1)


def _judge_play(view: View, options: tuple[Option, ...]) -> list[Any]:
    assert view.contract is not None
    outlook = outlook_of(view.variant, view.contract, view.named)
    assert outlook is not None
    table, hand, trick = outlook.table, view.hand, view.trick
    outside = table.deck & ~hand & ~mask(trick)
    left = n_cards(hand)
    # What the score board shows to be still open, split into tricks as such and cards.
    of_tricks = outlook.coming[left]
    of_cards = outlook.total - of_tricks - (sum(view.scores) - _charged(view))
    of_cards = max(outlook.losses, min(outlook.gains, of_cards))
    in_cards = of_cards / (left * table.n_seats)
    points = table.card_points
    here = of_tricks - outlook.coming[left - 1] + sum(points[card] for card in trick)
    now = here + in_cards * (table.n_seats - 1 - len(trick))
    a_trick = (of_tricks + of_cards) / left
    values = []
    for option in options:
        card = int(option)
        worth = now + points[card]
        value = winning(outlook, card, trick, outside, is_good=worth > 0) * worth
        values.append(value - _LATER * keeping(outlook, card, hand, outside, a_trick))
    return values


def _judge_parting(view: View, options: tuple[Option, ...]) -> list[Any]:
    """Cards to put away or to give: those that will win least. A suit still to be named is the one we would name."""
    assert view.contract is not None
    named = view.named or suit_to_name(view.variant, view.contract, view.hand)
    outlook = outlook_of(view.variant, view.contract, named)
    if outlook is None:
        return [0.0] * len(options)
    outside, table = outlook.table.deck & ~view.hand, outlook.table
    talon = view.variant.contracts[view.contract].talon
    # Where scoring cards among the discards are found at the end, they cost more than they could.
    dear = table.scoring if talon is not None and talon.revoke else 0
    return [
        float("-inf") if dear >> int(card) & 1 else -keeping(outlook, int(card), view.hand, outside, outlook.a_trick)
        for card in options
    ]


def _judge_trump(view: View, options: tuple[Option, ...]) -> list[Any]:
    """The longest suit of the cards seen; the other calls only by mistake."""
    suit = longest_suit(view.hand)
    return [option_text(option) == f"{Kind.TRUMP.value}:{suit}" for option in options]


def _judge_suit(view: View, options: tuple[Option, ...]) -> list[Any]:
    """The suit that costs this hand least."""
    assert view.contract is not None
    suits = [option_text(option).partition(":")[2] for option in options]
    return [advantage(view.variant, view.contract, view.hand, suit) for suit in suits]


def _judge_contract(view: View, options: tuple[Option, ...]) -> list[Any]:
    names = [option_text(option).partition(":")[2] for option in options]
    suits = [suit_to_name(view.variant, name, view.hand) for name in names]
    return [advantage(view.variant, name, view.hand, suit) for name, suit in zip(names, suits, strict=True)]


def _worth_naming(view: View) -> float:
    """What naming the suit, with the cards on the table for all to see, is worth to this hand, in points."""
    assert view.contract is not None
    hand = view.hand
    for event in view.events:
        if event.kind is Kind.TALON and isinstance(event.value, tuple):
            hand |= mask(event.value)
    named = suit_to_name(view.variant, view.contract, hand)
    outlook = outlook_of(view.variant, view.contract, named)
    share = _SHARE_WON if outlook is not None and outlook.total > 0 else _SHARE_SPARED
    return share * advantage(view.variant, view.contract, hand, named)


def _judge_offer(view: View, options: tuple[Option, ...]) -> list[Any]:
    """Ask for as little as makes up for the talon: if nobody gives it, one can still take. Else take."""
    worth = _worth_naming(view)
    prices = [_amount(option) for option in options]
    return [-1.0 if not price else 1 / (1 + price - worth) if price >= worth else -2.0 for price in prices]


def _judge_bid(view: View, options: tuple[Option, ...]) -> list[Any]:
    """The lowest bid, while it is less than naming is worth; the highest where bids are credited."""
    assert view.contract is not None
    worth, auction = _worth_naming(view), view.variant.contracts[view.contract].auction
    sign = 1 if auction is not None and auction.pays == "credited" else -1
    bids = [_amount(option) for option in options]
    return [worth + sign * bid if bid else 0.0 for bid in bids]


def _judge_lay(view: View, options: tuple[Option, ...]) -> list[Any]:
    table = view.table
    if isinstance(table, HundredTable):
        return _judge_race(table, view.count, options)
    assert isinstance(table, LayoutTable)
    return _judge_layout(table, view.hand, options)


def _judge_race(table: HundredTable, count: int, options: tuple[Option, ...]) -> list[Any]:
    """Reach no limit if it can be helped, and be rid of high cards while they do no harm."""
    values = []
    for option in options:
        eyes = table.eyes[int(option)]
        cost = sum(points for limit, points in table.limits if count < limit <= count + eyes)
        values.append(cost * (1 + max(table.eyes)) + eyes)
    return values


def _judge_layout(table: LayoutTable, hand: Hand, options: tuple[Option, ...]) -> list[Any]:
    """Lay what opens the way to own cards further out, keep back what only others can build on, do not pass."""
    is_adding = STOP in options
    values: list[float] = []
    for option in options:
        if not isinstance(option, int):
            values.append(0.0 if is_adding else float("-inf"))
            continue
        further = _further(table, option)
        own = (further & hand).bit_count()
        values.append(own - _OPENS * (further & ~hand).bit_count() + (_EXTRA if is_adding else 0.0))
    return values


def _further(table: LayoutTable, card: Card) -> Hand:
    """The cards that can be laid only after this one: those further from the start of its suit, on its side of it."""
    suit = SUIT_MASKS[suit_index(card)] & table.deck
    if table.starts >> card & 1:
        return suit & ~(1 << card)
    start = (table.starts & suit).bit_length() - 1
    lower_numbers = suit & ((1 << card) - 1)
    return lower_numbers if card < start else suit & ~lower_numbers & ~(1 << card)


_JUDGES: dict[Kind, Callable[[View, tuple[Option, ...]], list[Any]]] = {
    Kind.CONTRACT: _judge_contract,
    Kind.OFFER: _judge_offer,
    Kind.BID: _judge_bid,
    Kind.TRUMP: _judge_trump,
    Kind.SUIT: _judge_suit,
    Kind.DISCARD: _judge_parting,
    Kind.GIVE: _judge_parting,
    Kind.PLAY: _judge_play,
    Kind.LAY: _judge_lay,
}
