"""What a card, and a hand, is likely to bring under a contract: rules of thumb that hold for every table there is."""

from __future__ import annotations

from kingcli.cards import SUIT_MASKS, SUITS, Card, Hand, cards_of, n_cards, suit_index
from kingcli.players.outlook import Outlook, outlook_of
from kingcli.rules import Kind
from kingcli.rules.tricks import winner
from kingcli.variants import Variant

# What a lower card of the same suit is worth as a guard of a high card that must not win.
_GUARD = 0.7

# The chance that an opponent without the led suit ruffs, or throws what beats a joker.
_RUFF = 0.1


def keeping(outlook: Outlook, card: Card, hand: Hand, outside: Hand, a_trick: float) -> float:
    """The points that a card in `hand` is likely to win later, when a trick to come is worth `a_trick` without it."""
    above = (outlook.above[card] & outside).bit_count()
    below = (outlook.below[card] & outside).bit_count()
    share = below / (above + below) if above or below else 1.0
    chance = 0.5 + 0.5 * share if outlook.table.trump >> card & 1 else share * share
    points = a_trick + outlook.table.card_points[card]
    if points < 0:
        chance /= 1 + _GUARD * (outlook.below[card] & hand).bit_count()
    return chance * points


def winning(outlook: Outlook, card: Card, trick: tuple[Card, ...], outside: Hand, *, is_good: bool) -> float:
    """The chance that a card takes the present trick, which `is_good` to take or not; opponents want what we want."""
    table = outlook.table
    led = suit_index(trick[0] if trick else card)
    if table.jokers:
        if winner(table, (*trick, card)) != len(trick):
            return 0.0
    elif any(table.strength[led][other] >= table.strength[led][card] for other in trick):
        return 0.0
    behind = table.n_seats - 1 - len(trick)
    above = (outlook.above[card] & outside).bit_count()
    below = (outlook.below[card] & outside).bit_count()
    alone = 1.0
    if table.jokers >> card & 1 and suit_index(card) != led:
        alone = 1 - _RUFF if above else 1.0
    elif above or below:
        higher = above / (above + below)
        # An opponent has about two cards to choose from.
        alone = (1 - higher) * (1 - higher) if is_good else 1 - higher * higher
    if table.trump and not table.trump >> card & 1:
        alone *= 1 - _RUFF
    chance = 1.0
    for _ in range(behind):
        chance *= alone
    return chance


def longest_suit(hand: Hand) -> str:
    """The suit with most cards; of equally long ones the one with the highest cards."""
    suits = [hand & SUIT_MASKS[suit] for suit in range(4)]
    # Shifted to the same place, the set with higher cards is the smaller of its low bits, hence the reversal.
    order = [(n_cards(cards), [-(card & 15) for card in cards_of(cards)], -suit) for suit, cards in enumerate(suits)]
    return SUITS[-max(order)[2]]


def suit_to_name(variant: Variant, contract: str, hand: Hand) -> str | None:
    """The suit this hand would name: as trump its longest, as penalty the one that costs it least; None for no suit."""
    kind = variant.contracts[contract].suit
    if kind == "none":
        return None
    if kind == Kind.TRUMP.value:
        return longest_suit(hand)
    return max(SUITS, key=lambda suit: advantage(variant, contract, hand, suit))


def advantage(variant: Variant, contract: str, hand: Hand, named: str | None) -> float:
    """How much better than an average hand this one is under a contract, in points.

    Of a hand that has yet to give or put cards away only the best count.
    """
    outlook = outlook_of(variant, contract, named)
    if outlook is None:
        return 0.0
    table, a_trick = outlook.table, outlook.a_trick
    values = [keeping(outlook, card, hand, table.deck & ~hand, a_trick) for card in cards_of(hand)]
    ours = sum(sorted(values, reverse=True)[: table.hand_size])
    average = sum(keeping(outlook, card, 0, table.deck & ~(1 << card), a_trick) for card in cards_of(table.deck))
    return ours - average / n_cards(table.deck) * min(len(values), table.hand_size)
