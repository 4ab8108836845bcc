"""A trick position packed for searching: its cards renumbered 0, 1, 2, ..., the table's masks over these numbers.

Only the cards still held, on the table or to come (stock, odd card) get a number, in hand order, so that every set of
cards is a small int (bit `1 << number`). A `suit` here is 0..3; `k` is the number of cards each seat holds at the
beginning of a trick.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import NamedTuple

from kingcli.cards import SUIT_MASKS, Card, Hand, cards_of, mask, suit_index
from kingcli.rules import TrickPosition
from kingcli.rules.tricks import legal, trick_value

Key = tuple[int, ...]


class Trick(NamedTuple):
    """A trick in progress. `seat` is to play, `to_come` seats have yet to; `winner` holds it with strength `best`;
    `points` lie in it, the trick's own included. `out` are all cards held or on the table, `trick` those on the table.
    """

    seat: int
    to_come: int
    led: int
    best: int
    winner: int
    points: int
    k: int
    out: int
    trick: int


class Board:
    """The packed form of a position and of all that can come of it.

    points[card], suit[card], strength[led suit][card]; suit_masks[suit]; trick_value[k] is what a trick brings besides
    its cards when each seat held k; low[k], high[k] are the sums of the negative and the positive of trick_value[1..k].
    """

    def __init__(self, position: TrickPosition):
        table = position.table
        held = mask(position.trick) | mask(position.stock)
        for hand in position.hands:
            held |= hand
        if position.odd is not None:
            held |= 1 << position.odd
        self.table = table
        self.n_seats = table.n_seats
        self.cards: tuple[Card, ...] = tuple(cards_of(held))
        self.n_cards = len(self.cards)
        self.number = {card: number for number, card in enumerate(self.cards)}
        self.next = [(seat + table.direction) % table.n_seats for seat in range(table.n_seats)]
        self.declarer = position.declarer
        self.suit = [suit_index(card) for card in self.cards]
        self.suit_masks = [self.pack(suit) for suit in SUIT_MASKS]
        self.points = [table.card_points[card] for card in self.cards]
        self.strength = [[row[card] for card in self.cards] for row in table.strength]
        self.scoring = self.pack(table.scoring)
        self.bans = [(~self.pack(ban.cards), ban.declarer_exempt) for ban in table.lead_bans]
        self.void_must = [self.pack(cards) for cards in table.void_must]
        self.follow_must = [(self.pack(must.cards), self.pack(must.when)) for must in table.follow_must]
        size = table.hand_size
        self.trick_value = [0, *(trick_value(table, size - k, ()) for k in range(1, size + 1))]
        self.low, self.high = [0], [0]
        for value in self.trick_value[1:]:
            self.low.append(self.low[-1] + min(value, 0))
            self.high.append(self.high[-1] + max(value, 0))
        self.classes = self._classes()
        self._choices: dict[int, tuple[int, ...]] = {}

    def pack(self, cards: Hand) -> int:
        """The set of these cards, as far as they are on this board, over the new numbers."""
        packed = 0
        for number, card in enumerate(self.cards):
            packed |= (cards >> card & 1) << number
        return packed

    def _classes(self) -> list[int]:
        """By card, a number shared by cards of a suit that differ in rank alone: same points, named by the same rules.

        Where the table's strengths are not plain (a card's strength does not fall with its number, or other cards come
        in between), every card is its own class.
        """
        table = self.table
        rules = [ban.cards for ban in table.lead_bans] + [*table.void_must]
        rules += [premium.cards for premium in table.premiums]
        for must in table.follow_must:
            rules += [must.cards, must.when]
        plain = [self._is_plain(suit) for suit in range(4)]
        known: dict[tuple[int, ...], int] = {}
        classes = []
        for number, card in enumerate(self.cards):
            suit = self.suit[number]
            shape = (suit, self.points[number], *(cards >> card & 1 for cards in rules))
            classes.append(known.setdefault(shape if plain[suit] else (4, number), len(known)))
        return classes

    def _is_plain(self, suit: int) -> bool:
        """Whether, whatever is led, the suit's cards cannot win, or rank by number with no other suit's between."""
        inside = [number for number in range(self.n_cards) if self.suit[number] == suit]
        for row in self.strength:
            ranks = [row[number] for number in inside]
            if not any(ranks):
                continue
            if any(high <= low for high, low in itertools.pairwise(ranks)) or not all(ranks):
                return False
            outside = (row[number] for number in range(self.n_cards) if self.suit[number] != suit)
            if any(ranks[-1] <= strength <= ranks[0] for strength in outside):
                return False
        return True

    def hands(self, position: TrickPosition) -> list[int]:
        """The hands of a position that came of this board's."""
        return [self.pack(hand) for hand in position.hands]

    def trick_of(self, position: TrickPosition) -> Trick:
        """The trick of a position in the middle of one."""
        numbers = [self.number[card] for card in position.trick]
        led = self.suit[numbers[0]]
        row = self.strength[led]
        k = position.hands[position.leader].bit_count() + 1
        best, winner, seat, points, trick = -1, position.leader, position.leader, self.trick_value[k], 0
        for number in numbers:
            if row[number] > best:
                best, winner = row[number], seat
            points += self.points[number]
            trick |= 1 << number
            seat = self.next[seat]
        return Trick(seat, self.n_seats - len(numbers), led, best, winner, points, k, self.out(position), trick)

    def out(self, position: TrickPosition) -> int:
        """The cards held or on the table."""
        cards = mask(position.trick)
        for hand in position.hands:
            cards |= hand
        return self.pack(cards)

    def options(self, position: TrickPosition) -> list[list[Card]]:
        """The legal cards of the seat to play, in hand order; those of one group have the same value."""
        groups = self.groups(self.pack(legal(position)), self.out(position))
        return [[self.cards[number] for number in group] for group in groups]

    def groups(self, allowed: int, out: int) -> list[list[int]]:
        """The legal cards in hand order, cards that come to the same in one group.

        `out` are the cards still held by anybody or lying in this trick: neighbours among these, in one hand and of one
        class, cannot lead to different scores.
        """
        found: list[list[int]] = []
        for number in cards_of(allowed):
            above = (out & (1 << number) - 1).bit_length() - 1
            if above >= 0 and allowed >> above & 1 and self.classes[above] == self.classes[number]:
                found[-1].append(number)
            else:
                found.append([number])
        return found

    def choices(self, allowed: int, out: int) -> tuple[int, ...]:
        """One card of each group: the lowest."""
        key = allowed << self.n_cards | out
        cards = self._choices.get(key)
        if cards is None:
            cards = self._choices[key] = tuple(group[-1] for group in self.groups(allowed, out))
        return cards

    def can_lead(self, hand: int, seat: int) -> int:
        """The legal leads; the same rule as rules.tricks.can_lead."""
        cards = hand
        for allowed, is_exempt in self.bans:
            if not (is_exempt and seat == self.declarer) and cards & allowed:
                cards &= allowed
        return cards

    def can_follow(self, hand: int, led: int, trick: int) -> int:
        """The legal cards to a trick (a set) in which this suit was led; the same rule as rules.tricks.can_follow."""
        cards = hand & self.suit_masks[led]
        if cards:
            for must, when in self.follow_must:
                if cards & must and trick & when:
                    return cards & must
            return cards
        for must in self.void_must:
            if hand & must:
                return hand & must
        return hand

    def left(self) -> Callable[[int], tuple[int, int]]:
        """A function from a set of cards to the sums of its negative and of its positive points."""
        known: dict[int, tuple[int, int]] = {}
        points = self.points

        def sums(cards: int) -> tuple[int, int]:
            found = known.get(cards)
            if found is None:
                prices = [points[number] for number in cards_of(cards)]
                found = known[cards] = (sum(p for p in prices if p < 0), sum(p for p in prices if p > 0))
            return found

        return sums

    def keys(self) -> Callable[[list[int], int], Key]:
        """A function from (hands, leader) between tricks to a key that equal positions share.

        Of each suit only the owners and classes of the cards still out matter, from high to low; how many of the cards
        between them are gone does not.
        """
        n, n_seats, classes = self.n_cards, self.n_seats, self.classes
        shifts = [n * seat for seat in range(n_seats)]
        patterns: dict[tuple[tuple[int, int], ...], int] = {}
        suits = []
        for cards in self.suit_masks:
            wide = 0
            for shift in shifts:
                wide |= cards << shift
            suits.append((wide, dict[int, int]()))
        (wide_a, known_a), (wide_b, known_b), (wide_c, known_c), (wide_d, known_d) = suits

        def pattern(owned: int, known: dict[int, int]) -> int:
            places = ((seat, number) for number in range(n) for seat in range(n_seats))
            owners = tuple((seat, classes[number]) for seat, number in places if owned >> shifts[seat] + number & 1)
            found = known[owned] = patterns.setdefault(owners, len(patterns))
            return found

        def key(hands: list[int], leader: int) -> Key:
            owned = 0
            for hand, shift in zip(hands, shifts, strict=True):
                owned |= hand << shift
            a, b, c, d = owned & wide_a, owned & wide_b, owned & wide_c, owned & wide_d
            return (
                known_a[a] if a in known_a else pattern(a, known_a),
                known_b[b] if b in known_b else pattern(b, known_b),
                known_c[c] if c in known_c else pattern(c, known_c),
                known_d[d] if d in known_d else pattern(d, known_d),
                leader,
            )

        return key
