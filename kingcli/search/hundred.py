"""The Hundred: the two-sided search and max^n over what is still in hand and whose turn it is.

Nothing but the eyes of a card matters, so cards of a hand with the same eyes are tried once, the lowest of them. The
sum so far follows from what is still in hand.
"""

from __future__ import annotations

from collections.abc import Iterator

from kingcli.cards import Card, Hand, cards_of
from kingcli.rules import HundredPosition, Option
from kingcli.rules.hundred import is_over
from kingcli.search.budget import Budget
from kingcli.search.ties import Ties, Vector, add, prefers
from kingcli.seats import Seat

_FAR = 1 << 60
_Hands = tuple[Hand, ...]


def grouped(position: HundredPosition) -> list[list[Option]]:
    """The cards of the seat in turn, in hand order; those with the same eyes, which come to the same, in one group."""
    eyes = position.table.eyes
    found: dict[int, list[Option]] = {}
    for card in cards_of(position.hands[position.turn]):
        found.setdefault(eyes[card], []).append(card)
    return [*found.values()]


class _Race:
    """The table of a race, ready for searching."""

    def __init__(self, position: HundredPosition):
        table = position.table
        self.n_seats = table.n_seats
        self.eyes = table.eyes
        self.limits = table.limits
        self.end = table.limits[-1][0]
        self.next = [(seat + table.direction) % table.n_seats for seat in range(table.n_seats)]
        self._choices: dict[Hand, tuple[Card, ...]] = {}

    def choices(self, hand: Hand) -> tuple[Card, ...]:
        """One card for each number of eyes in a hand: the lowest; many eyes first."""
        found = self._choices.get(hand)
        if found is None:
            by_eyes = {self.eyes[card]: card for card in cards_of(hand)}
            found = self._choices[hand] = tuple(by_eyes[eyes] for eyes in sorted(by_eyes, reverse=True))
        return found

    def steps(self, hands: _Hands, seat: Seat, total: int) -> Iterator[tuple[Card, int, _Hands, Seat, int]]:
        """(card, points for it, hands, seat in turn and sum after it) for each choice of a seat."""
        for card in self.choices(hands[seat]):
            reached = total + self.eyes[card]
            points = 0
            for limit, cost in self.limits:
                if total < limit <= reached:
                    points += cost
            rest = (*hands[:seat], hands[seat] & ~(1 << card), *hands[seat + 1 :])
            following = self.next[seat]
            while not rest[following] and following != seat:
                following = self.next[following]
            yield card, points, rest, following, reached

    def is_over(self, hands: _Hands, total: int) -> bool:
        return total >= self.end or not any(hands)


class HundredSides:
    """Bounds on the final points of `earners`, which `helpers` raise and the other seats lower. Both are sets of seats.

    Serves the position it is made for and every position that can come of it.
    """

    def __init__(self, position: HundredPosition, helpers: frozenset[Seat], earners: frozenset[Seat], budget: Budget):
        self.race = _Race(position)
        self.budget = budget
        self.helpers = helpers
        self.earners = earners
        self._table: dict[tuple[_Hands, Seat], tuple[int, int]] = budget.table()

    def made(self, position: HundredPosition) -> int:
        """The points of the earners so far."""
        return sum(position.scores[seat] for seat in self.earners)

    def range(self, position: HundredPosition) -> tuple[int, int]:
        """Bounds on the final points that need no search."""
        made = self.made(position)
        if is_over(position):
            return made, made
        low, high = self._left(position.sum)
        return made + low, made + high

    def groups(self, position: HundredPosition) -> list[list[Option]]:
        """The options; those of one group have the same value."""
        return grouped(position)

    def probe(self, position: HundredPosition, target: int) -> int:
        """A bound on the final points v: if it is at least `target`, then v is at least it; else v is at most it.

        Raises OutOfBudget.
        """
        self.budget.nodes += 1
        made = self.made(position)
        return made + self._bound(position.hands, position.turn, position.sum, target - made)

    def _left(self, total: int) -> tuple[int, int]:
        costs = [cost for limit, cost in self.race.limits if limit > total]
        return sum(cost for cost in costs if cost < 0), sum(cost for cost in costs if cost > 0)

    def _bound(self, hands: _Hands, seat: Seat, total: int, target: int) -> int:
        """A bound on the points to come."""
        race = self.race
        if race.is_over(hands, total):
            return 0
        least, most = self._left(total)
        if most < target or least == most:
            return most
        if least >= target:
            return least
        known = self._table.get((hands, seat))
        if known is not None:
            least, most = known
            if most < target or least == most:
                return most
            if least >= target:
                return least
        self.budget.spend()
        helping, earning = seat in self.helpers, seat in self.earners
        bound = -_FAR if helping else _FAR
        for _, points, rest, following, reached in race.steps(hands, seat, total):
            gain = points if earning else 0
            value = gain + self._bound(rest, following, reached, target - gain)
            if helping:
                bound = max(bound, value)
                if bound >= target:
                    break
            else:
                bound = min(bound, value)
                if bound < target:
                    break
        self._table[hands, seat] = (max(least, bound), most) if bound >= target else (least, min(most, bound))
        return bound


class HundredEach:
    """The scores of all seats under max^n, for the position it is made for and all that can come of it."""

    def __init__(self, position: HundredPosition, ties: Ties, budget: Budget):
        self.race = _Race(position)
        self.budget = budget
        self._nothing: Vector = (0,) * self.race.n_seats
        self._better = [prefers(ties, seat, self.race.next) for seat in range(self.race.n_seats)]
        self._table: dict[tuple[_Hands, Seat], Vector] = budget.table()

    def groups(self, position: HundredPosition) -> list[list[Option]]:
        """The options; those of one group have the same value."""
        return grouped(position)

    def scores(self, position: HundredPosition) -> Vector:
        """The final scores, those made so far included. Raises OutOfBudget."""
        self.budget.nodes += 1
        return add(position.scores, self._to_come(position.hands, position.turn, position.sum))

    def _to_come(self, hands: _Hands, seat: Seat, total: int) -> Vector:
        race = self.race
        if race.is_over(hands, total):
            return self._nothing
        chosen = self._table.get((hands, seat))
        if chosen is not None:
            return chosen
        self.budget.spend()
        is_better = self._better[seat]
        for _, points, rest, following, reached in race.steps(hands, seat, total):
            vector = self._to_come(rest, following, reached)
            if points:
                vector = (*vector[:seat], vector[seat] + points, *vector[seat + 1 :])
            if chosen is None or is_better(vector, chosen):
                chosen = vector
        assert chosen is not None
        self._table[hands, seat] = chosen
        return chosen
