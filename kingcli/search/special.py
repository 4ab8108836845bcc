"""Tricks in which points do not just add up card by card: jokers, a stock, an odd card, premiums still open.

Played with the rules themselves, which is slower than minimax.py and maxn.py and does not need to know what is special.
Where a premium is still open, what it depends on (who has won of it, the points so far) is part of the state, and the
value of a position that is over are its final scores. All bounds and vectors in the tables are of the points to come.
"""

from __future__ import annotations

from typing import Any

from kingcli.cards import Card, Hand, cards_of, mask, n_cards
from kingcli.rules import Option, TrickPosition, tricks
from kingcli.search.board import Board
from kingcli.search.budget import Budget
from kingcli.search.ties import Ties, Vector, prefers
from kingcli.seats import Seat
from kingcli.variants import TrickTable

_FAR = 1 << 60
_Key = tuple[Any, ...]


def is_special(position: TrickPosition) -> bool:
    """Whether minimax.py and maxn.py cannot answer this position."""
    table = position.table
    held = mask(position.trick)
    for hand in position.hands:
        held |= hand
    return table.has_stock or position.odd is not None or bool(table.jokers & held) or is_open(position)


def winners_of(position: TrickPosition) -> tuple[int, ...]:
    """For each premium the seats (a set) that have won of what it speaks of."""
    found = []
    for premium in position.table.premiums:
        amounts = position.tricks if not premium.cards else [won & premium.cards for won in position.taken or ()]
        found.append(mask(seat for seat, amount in enumerate(amounts or ()) if amount))
    return tuple(found)


def is_open(position: TrickPosition) -> bool:
    """Whether a premium may still come: then points do not just add up."""
    table = position.table
    for premium, won in zip(table.premiums, winners_of(position), strict=True):
        if n_cards(won) <= 1 if premium.needs_all else n_cards(won) < table.n_seats:
            return True
    return False


class _Rules:
    """What the two searches share: options, what is left to score, keys."""

    def __init__(self, position: TrickPosition):
        board = Board(position)
        self.table: TrickTable = position.table
        self.has_premium = bool(self.table.premiums)
        self._classes = dict(zip(board.cards, board.classes, strict=True))
        self._prices: dict[Hand, tuple[int, int]] = {}

    def out(self, position: TrickPosition) -> Hand:
        """All cards that are still to be won, those on the table included."""
        cards = mask(position.trick) | mask(position.stock)
        for hand in position.hands:
            cards |= hand
        return cards if position.odd is None else cards | 1 << position.odd

    def groups(self, position: TrickPosition) -> list[list[Option]]:
        """The legal cards in hand order; neighbours in one hand that come to the same are in one group."""
        allowed, out = tricks.legal(position), self.out(position)
        found: list[list[Option]] = []
        for card in cards_of(allowed):
            above = (out & (1 << card) - 1).bit_length() - 1
            if above >= 0 and allowed >> above & 1 and self._classes[above] == self._classes[card]:
                found[-1].append(card)
            else:
                found.append([card])
        return found

    def choices(self, position: TrickPosition) -> list[Card]:
        """One card of each group: the lowest."""
        return [int(group[-1]) for group in self.groups(position)]

    def left(self, position: TrickPosition) -> tuple[int, int]:
        """The sums of the negative and of the positive points that can still be won, premiums not counted."""
        table = self.table
        scoring = self.out(position) & table.scoring
        known = self._prices.get(scoring)
        if known is None:
            prices = [table.card_points[card] for card in cards_of(scoring)]
            known = self._prices[scoring] = (sum(p for p in prices if p < 0), sum(p for p in prices if p > 0))
        low, high = known
        for value in self._trick_values(position):
            low, high = low + min(value, 0), high + max(value, 0)
        return low, high

    def _trick_values(self, position: TrickPosition) -> list[int]:
        """What each trick to come may bring besides its cards; with a stock as many tricks as there can be."""
        table = self.table
        if not table.has_stock:
            first = tricks.trick_number(position)
            return [tricks.trick_value(table, number, ()) for number in range(first, table.hand_size)]
        at_most = n_cards(self.out(position)) // 2 + 1
        return [*[table.trick_points[0]] * (at_most if table.trick_points[0] else 0), *table.end_points]

    def key(self, position: TrickPosition, made: Any) -> _Key:
        """Positions with the same key have the same points to come. Only between tricks."""
        key = (position.hands, position.leader, len(position.stock), position.odd, position.recent)
        if not self.has_premium or not is_open(position):
            return key
        return (*key, winners_of(position), made)


class SpecialSides:
    """Bounds on the final points of `earners`, which `helpers` raise and the other seats lower. Both are sets of seats.

    Serves the position it is made for and every position that can come of it.
    """

    def __init__(self, position: TrickPosition, helpers: frozenset[Seat], earners: frozenset[Seat], budget: Budget):
        self.rules = _Rules(position)
        self.budget = budget
        self.helpers = helpers
        self.earners = earners
        self._table: dict[_Key, tuple[int, int]] = budget.table()
        self._cuts: dict[tuple[bool, Card], int] = {}

    def made(self, position: TrickPosition) -> int:
        """The points of the earners so far, premiums not counted."""
        return sum(position.scores[seat] for seat in self.earners)

    def final(self, position: TrickPosition) -> int:
        """The points of the earners in a round that is over."""
        scores = tricks.final_scores(position)
        return sum(scores[seat] for seat in self.earners)

    def range(self, position: TrickPosition) -> tuple[int, int]:
        """Bounds on the final points that need no search."""
        if tricks.is_over(position):
            final = self.final(position)
            return final, final
        made = self.made(position)
        low, high = self.rules.left(position)
        if not self.rules.has_premium or not is_open(position):
            return made + low, made + high
        assert position.taken is not None
        assert position.tricks is not None
        points = tricks.points_won(position.table, position.taken, position.tricks)
        played = sum(points[seat] for seat in self.earners)
        low, high = self._with_premiums(position.table, played + low, played + high)
        return made - played + low, made - played + high

    def _with_premiums(self, table: TrickTable, low: int, high: int) -> tuple[int, int]:
        """The bounds on points of card play, and on what premiums may make of them."""
        n_earners, n_seats = len(self.earners), table.n_seats
        for premium in table.premiums:
            if not premium.needs_all:
                factor = 2 if premium.do == "double" else 2 ** (n_seats - 1)
                low, high = min(low, factor * low), max(high, factor * high)
                continue
            gifts = [premium.taker + premium.others * (n_earners - 1)] if n_earners else []
            gifts += [premium.others * n_earners] if n_earners < n_seats else []
            base = (0, 0) if premium.do == "replace" else (low, high)
            low, high = min(low, base[0] + min(gifts)), max(high, base[1] + max(gifts))
        return low, high

    def groups(self, position: TrickPosition) -> list[list[Option]]:
        """The legal cards, in hand order; those of one group have the same value."""
        return self.rules.groups(position)

    def probe(self, position: TrickPosition, target: int) -> int:
        """A bound on the final points v: if it is at least `target`, then v is at least it; else v is at most it.

        Raises OutOfBudget.
        """
        self.budget.nodes += 1
        return self._bound(position, target)

    def _bound(self, position: TrickPosition, target: int) -> int:
        if position.trick:
            return self._tried(position, target)
        low, high = self.range(position)
        if high < target or low == high:
            return high
        if low >= target:
            return low
        made = self.made(position)
        key = self.rules.key(position, made)
        known = self._table.get(key)
        if known is not None:
            low, high = known[0] + made, known[1] + made
            if high < target or low == high:
                return high
            if low >= target:
                return low
        self.budget.spend()
        bound = self._tried(position, target)
        low, high = (max(low, bound), high) if bound >= target else (low, min(high, bound))
        self._table[key] = (low - made, high - made)
        return bound

    def _tried(self, position: TrickPosition, target: int) -> int:
        """The bound from the cards of the seat to play, those first that decided most often."""
        helping, cuts, is_led = tricks.turn(position) in self.helpers, self._cuts, not position.trick
        cards = self.rules.choices(position)
        if len(cards) > 1:
            cards.sort(key=lambda card: cuts.get((is_led, card), 0), reverse=True)
        bound = -_FAR if helping else _FAR
        for card in cards:
            value = self._bound(tricks.play(position, card), target)
            bound = max(bound, value) if helping else min(bound, value)
            if (bound >= target) == helping:
                cuts[is_led, card] = cuts.get((is_led, card), 0) + 1
                break
        return bound


class SpecialEach:
    """The scores of all seats under max^n, for the position it is made for and all that can come of it."""

    def __init__(self, position: TrickPosition, ties: Ties, budget: Budget):
        table = position.table
        self.rules = _Rules(position)
        self.budget = budget
        following = [(seat + table.direction) % table.n_seats for seat in range(table.n_seats)]
        self._better = [prefers(ties, seat, following) for seat in range(table.n_seats)]
        self._table: dict[_Key, Vector] = budget.table()

    def groups(self, position: TrickPosition) -> list[list[Option]]:
        """The legal cards, in hand order; those of one group have the same value."""
        return self.rules.groups(position)

    def scores(self, position: TrickPosition) -> Vector:
        """The final scores, those made so far included. Raises OutOfBudget."""
        self.budget.nodes += 1
        return self._scores(position)

    def _scores(self, position: TrickPosition) -> Vector:
        if position.trick:
            return self._chosen(position)
        if tricks.is_over(position):
            return tricks.final_scores(position)
        made = position.scores
        if self.rules.left(position) == (0, 0) and not (self.rules.has_premium and is_open(position)):
            return made
        key = self.rules.key(position, made)
        known = self._table.get(key)
        if known is None:
            self.budget.spend()
            found = self._chosen(position)
            known = self._table[key] = tuple(score - before for score, before in zip(found, made, strict=True))
        return tuple(before + points for before, points in zip(made, known, strict=True))

    def _chosen(self, position: TrickPosition) -> Vector:
        """What the seat to play likes best."""
        is_better = self._better[tricks.turn(position)]
        chosen: Vector | None = None
        for card in self.rules.choices(position):
            vector = self._scores(tricks.play(position, card))
            if chosen is None or is_better(vector, chosen):
                chosen = vector
        assert chosen is not None
        return chosen
