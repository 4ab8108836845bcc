"""Trick play: who may play what, who takes a trick, what it is worth, when a round is decided."""

from __future__ import annotations

from kingcli.cards import SUIT_MASKS, Card, Hand, mask, n_cards, suit_index
from kingcli.rules.events import card_words, suit_words
from kingcli.rules.position import TrickPosition
from kingcli.seats import Seat
from kingcli.variants import TrickTable


def turn(position: TrickPosition) -> Seat:
    table = position.table
    return (position.leader + table.direction * len(position.trick)) % table.n_seats


def trick_number(position: TrickPosition) -> int:
    """0 for the first trick of the round; follows from the leader's cards."""
    return position.table.hand_size - n_cards(position.hands[position.leader]) - (1 if position.trick else 0)


def can_lead(table: TrickTable, hand: Hand, is_declarer: bool) -> Hand:
    """Every ban in turn takes its cards away, unless nothing would be left."""
    cards = hand
    for ban in table.lead_bans:
        if not (ban.declarer_exempt and is_declarer) and cards & ~ban.cards:
            cards &= ~ban.cards
    return cards


def can_follow(table: TrickTable, hand: Hand, trick: tuple[Card, ...]) -> Hand:
    """Follow suit; without the suit, what must go goes, else anything."""
    in_suit = hand & SUIT_MASKS[suit_index(trick[0])]
    if in_suit:
        for must in table.follow_must:
            if in_suit & must.cards and mask(trick) & must.when:
                return in_suit & must.cards
        return in_suit
    for cards in table.void_must:
        if hand & cards:
            return hand & cards
    return hand


def legal(position: TrickPosition) -> Hand:
    """The cards the seat to play may play; empty only when it holds none."""
    seat = turn(position)
    hand = position.hands[seat]
    if position.trick:
        return can_follow(position.table, hand, position.trick)
    return can_lead(position.table, hand, seat == position.declarer)


def refuse(position: TrickPosition, card: Card) -> str | None:
    """Why the seat to play may not play this card, in words; None when it may."""
    allowed = legal(position)
    if allowed >> card & 1:
        return None
    table, seat = position.table, turn(position)
    hand = position.hands[seat]
    if not hand >> card & 1:
        return "does not hold it"
    if not position.trick:
        ban = next(ban for ban in table.lead_bans if ban.cards >> card & 1)
        if ban.declarer_exempt:
            return (
                f"only the declarer may lead {suit_words(ban.cards)} while other suits are held ({card_words(allowed)})"
            )
        return f"must not lead {suit_words(ban.cards)} while other suits are held ({card_words(allowed)})"
    led = SUIT_MASKS[suit_index(position.trick[0])]
    if hand & led & ~allowed:
        return f"must play {card_words(allowed)} to this trick"
    if hand & led:
        return f"must follow {suit_words(led)} (holds {card_words(allowed)})"
    must = next(cards for cards in table.void_must if hand & cards)
    if must == table.trump:
        return f"must trump with {suit_words(table.trump)} (holds {card_words(allowed)})"
    return f"must discard {card_words(allowed)} at the first chance"


def winner(table: TrickTable, trick: tuple[Card, ...]) -> int:
    """The index of the winning card; of equally strong cards the earlier wins."""
    strength = table.strength[suit_index(trick[0])]
    best = 0
    for index in range(1, len(trick)):
        if strength[trick[index]] > strength[trick[best]]:
            best = index
    return best


def trick_value(table: TrickTable, number: int, cards: tuple[Card, ...]) -> int:
    """What the winner of trick `number` (0 = first) gets for it."""
    points = table.card_points
    value = table.trick_points[min(number, len(table.trick_points) - 1)] + sum(points[card] for card in cards)
    following = table.hand_size - 1 - number
    if following < len(table.end_points):
        value += table.end_points[following]
    return value


def play(position: TrickPosition, card: Card) -> TrickPosition:
    """The position after the seat to play plays a legal card; the fourth (third) card completes and scores the
    trick.
    """
    table, seat = position.table, turn(position)
    hands = (*position.hands[:seat], position.hands[seat] & ~(1 << card), *position.hands[seat + 1 :])
    trick = (*position.trick, card)
    if len(trick) < table.n_seats:
        return TrickPosition(
            table, hands, position.leader, trick, position.declarer, position.scores, position.taken, position.tricks
        )
    taker = (position.leader + table.direction * winner(table, trick)) % table.n_seats
    value = trick_value(table, trick_number(position), trick)
    scores, taken, tricks = position.scores, position.taken, position.tricks
    if value:
        scores = (*scores[:taker], scores[taker] + value, *scores[taker + 1 :])
    if taken is not None:
        taken = (*taken[:taker], taken[taker] | mask(trick), *taken[taker + 1 :])
    if tricks is not None:
        tricks = (*tricks[:taker], tricks[taker] + 1, *tricks[taker + 1 :])
    return TrickPosition(table, hands, taker, (), position.declarer, scores, taken, tricks)


def is_decided(position: TrickPosition) -> bool:
    """Between tricks: whether nothing that is still to come can change a score (the state that `early_end` ends)."""
    table = position.table
    if position.trick:
        return False
    left = 0
    for hand in position.hands:
        left |= hand
    if not left:
        return True
    return not (left & table.scoring or any(table.trick_points) or table.end_points)


def is_over(position: TrickPosition) -> bool:
    """Whether the round ends here: no cards left, or decided in a game that then stops."""
    if position.trick:
        return False
    if not any(position.hands):
        return True
    return position.table.early_end and is_decided(position)
