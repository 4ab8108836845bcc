"""Layouts: the two-sided search and max^n over what is still in hand, whose turn it is, passes made in a row, and how
many start cards the seat in turn has just laid where it may add to them.

What lies on the table follows from what is still held, so positions reached in another order are looked up, not
searched again: with 32 cards from the nines there are at most 19^4 sets of cards laid.
"""

from __future__ import annotations

from collections.abc import Callable

from kingcli.cards import RANKS, Card, cards_of, make_card, mask, rank_index, suit_index
from kingcli.rules import LayoutPosition, Option
from kingcli.rules.layout import is_over, next_cards, options, play
from kingcli.search.budget import Budget
from kingcli.search.ties import Ties, Vector, add, prefers
from kingcli.seats import Seat

_FAR = 1 << 60
_MOST_STARTS = 5


class _Cards:
    """A layout packed for searching: the cards in hands renumbered 0, 1, ...; `unlocks[card]` are the cards that fit
    when it has been laid, `hands[seat]` the cards the seat held in the position this was made for.
    """

    def __init__(self, position: LayoutPosition):
        table = position.table
        held = 0
        for hand in position.hands:
            held |= hand
        self.cards: tuple[Card, ...] = tuple(cards_of(held))
        self.n_seats = table.n_seats
        self.number = {card: number for number, card in enumerate(self.cards)}
        self.next = [(seat + table.direction) % table.n_seats for seat in range(table.n_seats)]
        self.hands = [self.pack(hand) for hand in position.hands]
        self.prizes = table.prizes
        self.last_pass = table.n_seats - 1 if table.may_pass else 0
        self.starts = self.pack(table.starts)
        self.has_multi = table.multi == "any"
        self.unlocks = [self.pack(_outward(card, table.starts)) for card in self.cards]
        # From which place on all prizes are the same, so that nothing is left to play for.
        self.n_decided = next(place for place in range(len(table.prizes)) if len(set(table.prizes[place:])) == 1)

    def pack(self, cards: int) -> int:
        packed = 0
        for number, card in enumerate(self.cards):
            packed |= (cards >> card & 1) << number
        return packed


def _outward(card: Card, starts: int) -> int:
    """The neighbours of a card on the far side from its suit's start; of the start itself, both."""
    suit, rank = suit_index(card), rank_index(card)
    start = next(rank_index(other) for other in cards_of(starts) if suit_index(other) == suit)
    steps = [step for step in (-1, 1) if (rank - start) * step >= 0 and 0 <= rank + step < len(RANKS)]
    return mask(make_card(suit, rank + step) for step in steps)


class LayoutSides:
    """Bounds on the final points of `earners`, which `helpers` raise and the other seats lower. Both are sets of seats.

    Serves the position it is made for and every position that can come of it.
    """

    def __init__(self, position: LayoutPosition, helpers: frozenset[Seat], earners: frozenset[Seat], budget: Budget):
        self.cards = _Cards(position)
        self.budget = budget
        self.helpers = helpers
        self.earners = earners
        self._to_come = self._search()

    def made(self, position: LayoutPosition) -> int:
        """The points of the earners so far."""
        return sum(position.scores[seat] for seat in self.earners)

    def range(self, position: LayoutPosition) -> tuple[int, int]:
        """Bounds on the final points that need no search."""
        made = self.made(position)
        if is_over(position):
            return made, made
        prizes = sorted(position.table.prizes[position.n_out :])
        n_in = sum(position.hands[seat] != 0 for seat in self.earners)
        return made + sum(prizes[:n_in]), made + sum(prizes[len(prizes) - n_in :])

    def groups(self, position: LayoutPosition) -> list[list[Option]]:
        """The options, each in a group of its own: in a layout no two come to the same."""
        return [[option] for option in options(position)]

    def probe(self, position: LayoutPosition, target: int) -> int:
        """A bound on the final points v: if it is at least `target`, then v is at least it; else v is at most it.

        Raises OutOfBudget.
        """
        self.budget.nodes += 1
        if is_over(position):
            return self.made(position)
        if not position.laid:
            bounds = [self.probe(play(position, option), target) for option in options(position)]
            return max(bounds) if position.turn in self.helpers else min(bounds)
        made = self.made(position)
        held = 0
        for hand in position.hands:
            held |= hand
        fits = self.cards.pack(next_cards(position.table, position.laid))
        rest = self.cards.pack(held)
        return made + self._to_come(
            position.turn, rest, fits, position.passes, position.laid_now, position.n_out, target - made
        )

    def _search(self) -> Callable[[int, int, int, int, int, int, int], int]:
        cards, budget = self.cards, self.budget
        following, unlocks, first_hands = cards.next, cards.unlocks, cards.hands
        prizes, n_decided, last_pass, n_seats = cards.prizes, cards.n_decided, cards.last_pass, cards.n_seats
        helps = [seat in self.helpers for seat in range(n_seats)]
        earns = [seat in self.earners for seat in range(n_seats)]
        earners = sorted(self.earners)
        cuts = [[0] * (len(cards.cards) + 2) for _ in range(n_seats)]
        low = [[sum(sorted(prizes[out:])[:n]) for n in range(n_seats + 1)] for out in range(n_seats + 1)]
        high = [[sum(sorted(prizes[out:], reverse=True)[:n]) for n in range(n_seats + 1)] for out in range(n_seats + 1)]
        starts, has_multi = cards.starts, cards.has_multi
        pass_number, stop_number = len(cards.cards), len(cards.cards) + 1
        table: dict[int, tuple[int, int]] = budget.table()

        def bound_of(seat: int, rest: int, fits: int, passes: int, laid_now: int, n_out: int, target: int) -> int:
            """A bound on the points to come; `seat` holds a card of `fits`, `rest` are all cards held."""
            n_in = 0
            for earner in earners:
                if first_hands[earner] & rest:
                    n_in += 1
            least, most = low[n_out][n_in], high[n_out][n_in]
            if most < target or least == most:
                return most
            if least >= target:
                return least
            key = ((rest * n_seats + seat) * n_seats + passes) * _MOST_STARTS + laid_now
            found = table.get(key)
            if found is not None:
                least, most = found
                if most < target or least == most:
                    return most
                if least >= target:
                    return least
            budget.spend()
            helping, cut = helps[seat], cuts[seat]
            if laid_now:
                numbers = list(cards_of(first_hands[seat] & rest & starts))
                if laid_now == 1:
                    numbers.append(stop_number)
            else:
                numbers = list(cards_of(first_hands[seat] & rest & fits))
                if passes < last_pass:
                    numbers.append(pass_number)
            if len(numbers) > 1:
                numbers.sort(key=cut.__getitem__, reverse=True)
            bound = -_FAR if helping else _FAR
            for number in numbers:
                value = step(seat, number, rest, fits, passes, laid_now, n_out, target)
                if helping:
                    if value > bound:
                        bound = value
                        if bound >= target:
                            cut[number] += 1
                            break
                elif value < bound:
                    bound = value
                    if bound < target:
                        cut[number] += 1
                        break
            if bound >= target:
                table[key] = (max(least, bound), most)
            else:
                table[key] = (least, min(most, bound))
            return bound

        def step(
            seat: int, number: int, rest: int, fits: int, passes: int, laid_now: int, n_out: int, target: int
        ) -> int:
            """A bound on the points to come when the seat lays this card, or passes."""
            gain = 0
            if number == pass_number:
                passes += 1
            elif number != stop_number:
                passes = 0
                rest ^= 1 << number
                fits = fits ^ 1 << number | unlocks[number]
                if not first_hands[seat] & rest:
                    if earns[seat]:
                        gain = prizes[n_out]
                    n_out += 1
                    if n_out >= n_decided:
                        return gain + prizes[-1] * sum(first_hands[earner] & rest != 0 for earner in earners)
                elif starts >> number & 1 and (has_multi or laid_now) and first_hands[seat] & rest & starts:
                    return bound_of(seat, rest, fits, 0, laid_now + 1, n_out, target)
            seat = following[seat]
            while not first_hands[seat] & fits:
                seat = following[seat]
            return gain + bound_of(seat, rest, fits, passes, 0, n_out, target - gain)

        return bound_of


class LayoutEach:
    """The scores of all seats under max^n, for the position it is made for and all that can come of it."""

    def __init__(self, position: LayoutPosition, ties: Ties, budget: Budget):
        self.cards = _Cards(position)
        self.budget = budget
        self._ties = ties
        self._to_come = self._search()

    def groups(self, position: LayoutPosition) -> list[list[Option]]:
        """The options, each in a group of its own: in a layout no two come to the same."""
        return [[option] for option in options(position)]

    def scores(self, position: LayoutPosition) -> Vector:
        """The final scores, those made so far included. Raises OutOfBudget."""
        self.budget.nodes += 1
        if is_over(position):
            return position.scores
        if not position.laid:
            is_better = prefers(self._ties, position.turn, self.cards.next)
            found = [self.scores(play(position, option)) for option in options(position)]
            chosen = found[0]
            for vector in found[1:]:
                if is_better(vector, chosen):
                    chosen = vector
            return chosen
        held = 0
        for hand in position.hands:
            held |= hand
        fits = self.cards.pack(next_cards(position.table, position.laid))
        rest = self.cards.pack(held)
        to_come = self._to_come(position.turn, rest, fits, position.passes, position.laid_now, position.n_out)
        return add(position.scores, to_come)

    def _search(self) -> Callable[[int, int, int, int, int, int], Vector]:
        cards, budget = self.cards, self.budget
        following, unlocks, first_hands = cards.next, cards.unlocks, cards.hands
        prizes, n_decided, last_pass, n_seats = cards.prizes, cards.n_decided, cards.last_pass, cards.n_seats
        better = [prefers(self._ties, seat, cards.next) for seat in range(n_seats)]
        starts, has_multi = cards.starts, cards.has_multi
        pass_number, stop_number = len(cards.cards), len(cards.cards) + 1
        table: dict[int, Vector] = budget.table()
        shared: dict[Vector, Vector] = {}

        def scores_of(seat: int, rest: int, fits: int, passes: int, laid_now: int, n_out: int) -> Vector:
            """The points to come; `seat` holds a card of `fits`, `rest` are all cards held."""
            key = ((rest * n_seats + seat) * n_seats + passes) * _MOST_STARTS + laid_now
            chosen = table.get(key)
            if chosen is not None:
                return chosen
            budget.spend()
            if laid_now:
                numbers = list(cards_of(first_hands[seat] & rest & starts))
                if laid_now == 1:
                    numbers.append(stop_number)
            else:
                numbers = list(cards_of(first_hands[seat] & rest & fits))
                if passes < last_pass:
                    numbers.append(pass_number)
            is_better = better[seat]
            for number in numbers:
                vector = step(seat, number, rest, fits, passes, laid_now, n_out)
                if chosen is None or is_better(vector, chosen):
                    chosen = vector
            assert chosen is not None
            table[key] = shared.setdefault(chosen, chosen)
            return chosen

        def step(seat: int, number: int, rest: int, fits: int, passes: int, laid_now: int, n_out: int) -> Vector:
            """The points to come when the seat lays this card, or passes."""
            gain, mover = 0, seat
            if number == pass_number:
                passes += 1
            elif number != stop_number:
                passes = 0
                rest ^= 1 << number
                fits = fits ^ 1 << number | unlocks[number]
                if not first_hands[seat] & rest:
                    gain = prizes[n_out]
                    n_out += 1
                    if n_out >= n_decided:
                        rest_prize = prizes[-1]
                        vector = tuple(rest_prize if hand & rest else 0 for hand in first_hands)
                        return (*vector[:seat], gain, *vector[seat + 1 :])
                elif starts >> number & 1 and (has_multi or laid_now) and first_hands[seat] & rest & starts:
                    return scores_of(seat, rest, fits, 0, laid_now + 1, n_out)
            seat = following[seat]
            while not first_hands[seat] & fits:
                seat = following[seat]
            vector = scores_of(seat, rest, fits, passes, 0, n_out)
            return vector if not gain else (*vector[:mover], gain, *vector[mover + 1 :])

        return scores_of
