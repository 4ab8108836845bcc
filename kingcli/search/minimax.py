"""Two sides: some seats want the points of the seats they play for as high as possible, the others as low as possible.

Zero-window alpha-beta, fail-soft, with a table of proven bounds for positions between tricks, cards that come to the
same tried once, and moves ordered by how often they cut off before (per led suit and card, and so per seat). The caller
drives the bounds together, as in MTD(f) of Plaat, Schaeffer, Pijls and de Bruin (1996).
"""

from __future__ import annotations

from kingcli.rules import Option, TrickPosition
from kingcli.search.board import Board, Key
from kingcli.search.budget import Budget
from kingcli.seats import Seat

_FAR = 1 << 60
_LEADING = 4


class TwoSides:
    """Bounds on the final points of `earners`, which `helpers` raise and the other seats lower. Both are sets of seats.

    Serves the position it is made for and every position that can come of it.
    """

    def __init__(self, position: TrickPosition, helpers: frozenset[Seat], earners: frozenset[Seat], budget: Budget):
        self.board = Board(position)
        self.budget = budget
        self.helpers = helpers
        self.earners = earners
        self._hands = [0] * self.board.n_seats
        self._search()

    def made(self, position: TrickPosition) -> int:
        """The points of the earners so far."""
        return sum(position.scores[seat] for seat in self.earners)

    def range(self, position: TrickPosition) -> tuple[int, int]:
        """Bounds on the final points that need no search."""
        board, made = self.board, self.made(position)
        low, high = board.left()(board.out(position) & board.scoring)
        k = position.hands[position.leader].bit_count() + (1 if position.trick else 0)
        return made + low + board.low[k], made + high + board.high[k]

    def groups(self, position: TrickPosition) -> list[list[Option]]:
        """The legal cards, in hand order; those of one group have the same value."""
        return [[*group] for group in self.board.options(position)]

    def probe(self, position: TrickPosition, target: int) -> int:
        """A bound on the final points v: if it is at least `target`, then v is at least it; else v is at most it.

        Raises OutOfBudget.
        """
        board, made = self.board, self.made(position)
        self.budget.nodes += 1
        self._hands[:] = board.hands(position)
        if position.trick:
            return made + self._follow(*board.trick_of(position), target - made)
        leader = position.leader
        return made + self._between(leader, position.hands[leader].bit_count(), board.out(position), target - made)

    def _search(self) -> None:
        """Makes `_between` and `_follow`: closures, since lookups in `self` would take a third of the time."""
        board, budget, hands = self.board, self.budget, self._hands
        n_seats, following = board.n_seats, board.next
        suit_of, points_of, strength = board.suit, board.points, board.strength
        trick_value, low_tricks, high_tricks, scoring = board.trick_value, board.low, board.high, board.scoring
        can_lead, can_follow, choices, left, key_of = (
            board.can_lead,
            board.can_follow,
            board.choices,
            board.left(),
            board.keys(),
        )
        helps = [seat in self.helpers for seat in range(n_seats)]
        earns = [seat in self.earners for seat in range(n_seats)]
        last = n_seats - 1
        table: dict[Key, tuple[int, int]] = budget.table()
        cuts = [[0] * board.n_cards for _ in range(5)]

        def between(leader: int, k: int, out: int, target: int) -> int:
            """A bound on the points to come when `leader` leads, each hand has k cards and `out` are all of them."""
            low, high = left(out & scoring)
            low += low_tricks[k]
            high += high_tricks[k]
            if high < target or low == high:
                return high
            if low >= target:
                return low
            if k == 1:
                return final(leader)
            key = key_of(hands, leader)
            found = table.get(key)
            if found is not None:
                low, high = found
                if high < target or low == high:
                    return high
                if low >= target:
                    return low
            budget.spend()
            hand = hands[leader]
            cards = choices(can_lead(hand, leader), out)
            helping = helps[leader]
            cut = cuts[_LEADING]
            if len(cards) > 1:
                cards = tuple(sorted(cards, key=cut.__getitem__, reverse=True))
            seat, value, bound = following[leader], trick_value[k], -_FAR if helping else _FAR
            for card in cards:
                bit = 1 << card
                hands[leader] = hand ^ bit
                suit = suit_of[card]
                found_value = follow(
                    seat, last, suit, strength[suit][card], leader, value + points_of[card], k, out, bit, target
                )
                if helping:
                    if found_value > bound:
                        bound = found_value
                        if bound >= target:
                            cut[card] += k * k
                            break
                elif found_value < bound:
                    bound = found_value
                    if bound < target:
                        cut[card] += k * k
                        break
            hands[leader] = hand
            if bound >= target:
                table[key] = (max(low, bound), high)
            else:
                table[key] = (low, min(high, bound))
            return bound

        def final(leader: int) -> int:
            """The last trick, in which nobody has a choice."""
            card = hands[leader].bit_length() - 1
            row = strength[suit_of[card]]
            best, winner, seat, points = row[card], leader, leader, trick_value[1] + points_of[card]
            for _ in range(last):
                seat = following[seat]
                card = hands[seat].bit_length() - 1
                points += points_of[card]
                if row[card] > best:
                    best, winner = row[card], seat
            return points if earns[winner] else 0

        def follow(
            seat: int,
            to_come: int,
            led: int,
            best: int,
            winner: int,
            points: int,
            k: int,
            out: int,
            trick: int,
            target: int,
        ) -> int:
            """A bound on the points to come, this trick's included. `to_come` seats have yet to play to it; `winner`
            holds it with strength `best`; `points` lie in it; `trick` are its cards, which are in `out` but in no hand.
            """
            hand = hands[seat]
            legal = can_follow(hand, led, trick)
            helping = helps[seat]
            row = strength[led]
            bound = -_FAR if helping else _FAR
            if legal & legal - 1:
                cards = choices(legal, out)
                cut = cuts[led]
                if len(cards) > 1:
                    cards = tuple(sorted(cards, key=cut.__getitem__, reverse=True))
            else:
                cards, cut = (legal.bit_length() - 1,), cuts[led]
            if to_come == 1:
                outcomes = []
                for order, card in enumerate(cards):
                    taker = seat if row[card] > best else winner
                    gain = points + points_of[card] if earns[taker] else 0
                    outcomes.append((-gain if helping else gain, order, card, taker, gain))
                outcomes.sort()
                for _, _, card, taker, gain in outcomes:
                    bit = 1 << card
                    hands[seat] = hand ^ bit
                    found = gain + between(taker, k - 1, out & ~(trick | bit), target - gain)
                    if helping:
                        if found > bound:
                            bound = found
                            if bound >= target:
                                cut[card] += k * k
                                break
                    elif found < bound:
                        bound = found
                        if bound < target:
                            cut[card] += k * k
                            break
                hands[seat] = hand
                return bound
            after = following[seat]
            for card in cards:
                bit = 1 << card
                hands[seat] = hand ^ bit
                if row[card] > best:
                    found = follow(
                        after, to_come - 1, led, row[card], seat, points + points_of[card], k, out, trick | bit, target
                    )
                else:
                    found = follow(
                        after, to_come - 1, led, best, winner, points + points_of[card], k, out, trick | bit, target
                    )
                if helping:
                    if found > bound:
                        bound = found
                        if bound >= target:
                            cut[card] += k * k
                            break
                elif found < bound:
                    bound = found
                    if bound < target:
                        cut[card] += k * k
                        break
            hands[seat] = hand
            return bound

        self._between, self._follow = between, follow
