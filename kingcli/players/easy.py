"""The easy player: knows the rules, plays sensibly, often errs, and remembers no card that was played.

Everything is read from the table of the contract, so that one rule of thumb serves every contract there is: a card is
good to play when the points it is likely to win now, less what it would be likely to win later, are many. Where points
are negative this ducks and throws dear cards away, where they are positive it takes and keeps what will take.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

import msgspec

from kingcli.cards import SUIT_MASKS, SUITS, Card, Hand, cards_of, mask, n_cards, suit_index
from kingcli.players.outlook import Outlook, outlook_of
from kingcli.random import Stream
from kingcli.rules import Kind, Option, View, option_text
from kingcli.variants import LayoutTable, Variant

# Points won later count less than points won now: later is less certain.
_LATER = 0.8

# What a lower card of the same suit is worth as a guard of a high card that must not win.
_GUARD = 0.7

# The chance that an opponent without the led suit ruffs.
_RUFF = 0.1

# How much a layout card that only others can build on counts against laying it.
_OPENS = 0.5


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
        judge = _JUDGES.get(decision.kind)
        if rng.below(100) < self.errors or judge is None:
            return options[rng.below(len(options))]
        values = judge(view, options)
        return options[values.index(max(values))]


def _keeping(outlook: Outlook, card: Card, hand: Hand, outside: Hand, a_trick: float) -> float:
    """The points that a card in `hand` is likely to win later, when a trick to come is worth `a_trick` without it."""
    above = (outlook.above[card] & outside).bit_count()
    below = (outlook.below[card] & outside).bit_count()
    share = below / (above + below) if above or below else 1.0
    chance = 0.5 + 0.5 * share if outlook.table.trump >> card & 1 else share * share
    points = a_trick + outlook.table.card_points[card]
    if points < 0:
        chance /= 1 + _GUARD * (outlook.below[card] & hand).bit_count()
    return chance * points


def _winning(outlook: Outlook, card: Card, trick: tuple[Card, ...], outside: Hand, *, is_good: bool) -> float:
    """The chance that a card takes the present trick, which `is_good` to take or not; opponents want what we want."""
    table = outlook.table
    strength = table.strength[suit_index(trick[0] if trick else card)]
    if any(strength[other] >= strength[card] for other in trick):
        return 0.0
    behind = table.n_seats - 1 - len(trick)
    above = (outlook.above[card] & outside).bit_count()
    below = (outlook.below[card] & outside).bit_count()
    alone = 1.0
    if above or below:
        higher = above / (above + below)
        # An opponent has about two cards to choose from.
        alone = (1 - higher) * (1 - higher) if is_good else 1 - higher * higher
    if table.trump and not table.trump >> card & 1:
        alone *= 1 - _RUFF
    chance = 1.0
    for _ in range(behind):
        chance *= alone
    return chance


def _judge_play(view: View, options: tuple[Option, ...]) -> list[Any]:
    assert view.contract is not None
    outlook = outlook_of(view.variant, view.contract, view.named)
    assert outlook is not None
    table, hand, trick = outlook.table, view.hand, view.trick
    outside = table.deck & ~hand & ~mask(trick)
    left = n_cards(hand)
    number = table.hand_size - left
    # What the score board shows to be still open, split into tricks as such and cards.
    rest = outlook.total - sum(view.scores)
    in_cards = (rest - outlook.ahead[number]) / (left * table.n_seats)
    points = table.card_points
    here = outlook.ahead[number] - outlook.ahead[number + 1] + sum(points[card] for card in trick)
    now = here + in_cards * (table.n_seats - 1 - len(trick))
    a_trick = rest / left
    values = []
    for option in options:
        card = int(option)
        worth = now + points[card]
        value = _winning(outlook, card, trick, outside, is_good=worth > 0) * worth
        values.append(value - _LATER * _keeping(outlook, card, hand, outside, a_trick))
    return values


def _judge_discard(view: View, options: tuple[Option, ...]) -> list[Any]:
    assert view.contract is not None
    outlook = outlook_of(view.variant, view.contract, view.named)
    if outlook is None:
        return [0.0] * len(options)
    outside, a_trick = outlook.table.deck & ~view.hand, outlook.total / outlook.table.hand_size
    return [-_keeping(outlook, int(card), view.hand, outside, a_trick) for card in options]


def _longest(hand: Hand) -> tuple[str, int]:
    """The suit with most cards and how many; of equally long ones the one with the highest cards."""
    suits = [hand & SUIT_MASKS[suit] for suit in range(4)]
    # Shifted to the same place, the set with higher cards is the smaller of its low bits, hence the reversal.
    order = [(n_cards(cards), [-(card & 15) for card in cards_of(cards)], -suit) for suit, cards in enumerate(suits)]
    best = -max(order)[2]
    return SUITS[best], n_cards(suits[best])


def _judge_trump(view: View, options: tuple[Option, ...]) -> list[Any]:
    """The longest suit of the cards seen; the other calls only by mistake."""
    suit, _ = _longest(view.hand)
    return [option_text(option) == f"{Kind.TRUMP.value}:{suit}" for option in options]


def _advantage(variant: Variant, contract: str, hand: Hand) -> float:
    """How much better than an average hand this one is under a contract, in points."""
    named = _longest(hand)[0] if variant.contracts[contract].suit != "none" else None
    outlook = outlook_of(variant, contract, named)
    if outlook is None:
        return 0.0
    deck = outlook.table.deck
    a_trick = outlook.total / outlook.table.hand_size
    ours = sum(_keeping(outlook, card, hand, deck & ~hand, a_trick) for card in cards_of(hand))
    average = sum(_keeping(outlook, card, 0, deck & ~(1 << card), a_trick) for card in cards_of(deck)) / n_cards(deck)
    return ours - average * n_cards(hand)


def _judge_contract(view: View, options: tuple[Option, ...]) -> list[Any]:
    return [_advantage(view.variant, option_text(option).partition(":")[2], view.hand) for option in options]


def _judge_layout(view: View, options: tuple[Option, ...]) -> list[Any]:
    """Lay what opens the way to own cards further out, keep back what only others can build on, do not pass."""
    table = view.table
    assert isinstance(table, LayoutTable)
    values: list[float] = []
    for option in options:
        if not isinstance(option, int):
            values.append(float("-inf"))
            continue
        further = _further(table, option)
        own = (further & view.hand).bit_count()
        values.append(own - _OPENS * (further & ~view.hand).bit_count())
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
    Kind.TRUMP: _judge_trump,
    Kind.DISCARD: _judge_discard,
    Kind.PLAY: _judge_play,
    Kind.LAY: _judge_layout,
}
