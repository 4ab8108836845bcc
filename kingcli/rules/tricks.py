"""Trick play: who may play what, who takes a trick, what it is worth, when a round is decided, premiums at its end.

With a stock a follower without the suit draws until he has it; a seat that has run out of cards is passed over; the
round ends when at most one seat holds cards, and what is left falls to that seat, or to the winner of the last trick.
"""

from __future__ import annotations

import msgspec

from kingcli.cards import SUIT_MASKS, Card, Hand, cards_of, mask, n_cards, suit_index
from kingcli.errors import RecordError
from kingcli.rules.events import card_words, suit_words
from kingcli.rules.position import TrickPosition
from kingcli.seats import Seat
from kingcli.variants import TrickTable


def turn(position: TrickPosition) -> Seat:
    table = position.table
    if position.order:
        return position.order[len(position.trick)]
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
    """The index of the winning card; of equally strong cards the earlier wins.

    A joker takes the trick (the first of two), unless one of the cards that beat it is there: then the highest of
    these.
    """
    led = suit_index(trick[0])
    cards = mask(trick)
    if cards & table.jokers:
        beaters = cards & table.joker_beaten_by[led]
        return trick.index(highest(beaters)) if beaters else min(trick.index(c) for c in cards_of(cards & table.jokers))
    strength = table.strength[led]
    best = 0
    for index in range(1, len(trick)):
        if strength[trick[index]] > strength[trick[best]]:
            best = index
    return best


def highest(cards: Hand) -> Card:
    """The highest card of a set of one suit."""
    return (cards & -cards).bit_length() - 1


def trick_value(table: TrickTable, number: int, cards: tuple[Card, ...]) -> int:
    """What the winner of trick `number` (0 = first) gets for it. With a stock the end points come when the round is
    over.
    """
    points = table.card_points
    value = table.trick_points[min(number, len(table.trick_points) - 1)] + sum(points[card] for card in cards)
    following = table.hand_size - 1 - number
    if following < len(table.end_points) and not table.has_stock:
        value += table.end_points[following]
    return value


def play(position: TrickPosition, card: Card) -> TrickPosition:
    """The position after the seat to play plays a legal card; the last card of a trick completes and scores it."""
    table, seat = position.table, turn(position)
    hands = (*position.hands[:seat], position.hands[seat] & ~(1 << card), *position.hands[seat + 1 :])
    trick = (*position.trick, card)
    if table.has_stock:
        return _play_with_stock(position, hands, trick)
    if len(trick) < table.n_seats:
        return TrickPosition(
            table,
            hands,
            position.leader,
            trick,
            position.declarer,
            position.scores,
            position.taken,
            position.tricks,
            (),
            position.odd,
        )
    winning = (position.leader + table.direction * winner(table, trick)) % table.n_seats
    number, odd = trick_number(position), position.odd
    if odd is not None and number == table.extra_to_trick:
        trick, odd = (*trick, odd), None
    scores, taken, tricks = _credit(position, winning, trick_value(table, number, trick), mask(trick), 1)
    return TrickPosition(table, hands, winning, (), position.declarer, scores, taken, tricks, (), odd)


def _credit(
    position: TrickPosition, seat: Seat, points: int, cards: Hand, n_tricks: int
) -> tuple[tuple[int, ...], tuple[Hand, ...] | None, tuple[int, ...] | None]:
    """Scores, cards taken and trick counts after a seat has won this."""
    scores, taken, tricks = position.scores, position.taken, position.tricks
    if points:
        scores = (*scores[:seat], scores[seat] + points, *scores[seat + 1 :])
    if taken is not None:
        taken = (*taken[:seat], taken[seat] | cards, *taken[seat + 1 :])
    if tricks is not None:
        tricks = (*tricks[:seat], tricks[seat] + n_tricks, *tricks[seat + 1 :])
    return scores, taken, tricks


def _play_with_stock(position: TrickPosition, hands: tuple[Hand, ...], trick: tuple[Card, ...]) -> TrickPosition:
    table = position.table
    order = position.order or seats_with_cards(position)
    if len(trick) < len(order):
        return draw(msgspec.structs.replace(position, hands=hands, trick=trick, order=order))
    winning = order[winner(table, trick)]
    scores, taken, tricks = _credit(position, winning, trick_value(table, 0, trick), mask(trick), 1)
    recent = (*position.recent, winning)[-len(table.end_points) :] if table.end_points else ()
    leader = winning
    while not hands[leader] and any(hands):
        leader = (leader + table.direction) % table.n_seats
    after = TrickPosition(
        table, hands, leader, (), position.declarer, scores, taken, tricks, position.stock, None, (), recent
    )
    return after if sum(hand > 0 for hand in hands) > 1 else _leave_rest(after, last_holder(position, trick[-1]))


def seats_with_cards(position: TrickPosition) -> tuple[Seat, ...]:
    """The seats that take part in the next trick, leader first."""
    table = position.table
    seats = [(position.leader + table.direction * step) % table.n_seats for step in range(table.n_seats)]
    return tuple(seat for seat in seats if position.hands[seat])


def draw(position: TrickPosition) -> TrickPosition:
    """Let the seat to play draw from the stock while it cannot follow suit."""
    if not position.trick or not position.stock:
        return position
    seat, suit = turn(position), SUIT_MASKS[suit_index(position.trick[0])]
    hand, stock = position.hands[seat], position.stock
    while stock and not hand & suit:
        hand |= 1 << stock[0]
        stock = stock[1:]
    hands = (*position.hands[:seat], hand, *position.hands[seat + 1 :])
    return msgspec.structs.replace(position, hands=hands, stock=stock)


def taker(position: TrickPosition, card: Card) -> Seat:
    """The seat that wins the trick which this card completes."""
    table, index = position.table, winner(position.table, (*position.trick, card))
    if position.order or table.has_stock:
        return (position.order or seats_with_cards(position))[index]
    return (position.leader + table.direction * index) % table.n_seats


def last_holder(position: TrickPosition, card: Card) -> Seat:
    """Who gets what is left over after the last card: the only seat with cards, or the winner of the last trick."""
    holders = [seat for seat, hand in enumerate(position.hands) if hand & ~(1 << card)]
    return holders[0] if holders else taker(position, card)


def _leave_rest(position: TrickPosition, holder: Seat) -> TrickPosition:
    """The end of a round with a stock: leftovers to the last holder (no trick), end points to the last winners."""
    table = position.table
    rest = position.hands[holder] | mask(position.stock)
    points = sum(table.card_points[card] for card in cards_of(rest))
    scores, taken, tricks = _credit(position, holder, points, rest, 0)
    for points, seat in zip(table.end_points, reversed(position.recent), strict=False):
        scores = (*scores[:seat], scores[seat] + points, *scores[seat + 1 :])
    nothing = (0,) * table.n_seats
    return TrickPosition(
        table, nothing, position.leader, (), position.declarer, scores, taken, tricks, (), None, (), position.recent
    )


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
    if position.stock:
        left |= mask(position.stock)
    if position.odd is not None:
        left |= 1 << position.odd
    if left & table.scoring or any(table.trick_points) or table.end_points:
        return False
    return not any(left & premium.cards or not premium.cards for premium in table.premiums)


def is_over(position: TrickPosition) -> bool:
    """Whether the round ends here: no cards left, or decided in a game that then stops."""
    if position.trick:
        return False
    if not any(position.hands):
        return True
    return position.table.early_end and is_decided(position)


def final_scores(position: TrickPosition) -> tuple[int, ...]:
    """The scores of a round that is over: the points made, with premiums applied to those of card play.

    Raises RecordError when a premium depends on cards or tricks won that the position does not tell.
    """
    table = position.table
    if not table.premiums:
        return position.scores
    if position.taken is None or position.tricks is None:
        missing = "taken" if position.taken is None else "tricks"
        raise RecordError(f"this contract has a premium: the position must tell what was {missing}", where=missing)
    played = points_won(table, position.taken, position.tricks)
    special = _with_premiums(table, played, position.taken, position.tricks)
    return tuple(score + new - old for score, new, old in zip(position.scores, special, played, strict=True))


def points_won(table: TrickTable, taken: tuple[Hand, ...], tricks: tuple[int, ...]) -> list[int]:
    """The points by seat for cards and tricks won, where every trick counts alike and there are no end points."""
    return [
        sum(table.card_points[card] for card in cards_of(cards)) + table.trick_points[0] * count
        for cards, count in zip(taken, tricks, strict=True)
    ]


def _with_premiums(table: TrickTable, points: list[int], taken: tuple[Hand, ...], tricks: tuple[int, ...]) -> list[int]:
    for premium in table.premiums:
        won = [cards & premium.cards for cards in taken] if premium.cards else list(tricks)
        without = sum(1 for amount in won if not amount)
        if premium.needs_all and without == table.n_seats - 1:
            special = [premium.taker if amount else premium.others for amount in won]
            if premium.do == "replace":
                return special
            points = [old + new for old, new in zip(points, special, strict=True)]
        elif not premium.needs_all and without:
            factor = 2 if premium.do == "double" else 2**without
            points = [factor * old for old in points]
    return points
