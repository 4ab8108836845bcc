"""Max^n for tricks: every seat plays for its own score alone (Luckhardt and Irani 1986); a fixed rule decides ties.

Nothing is pruned but positions in which no points are left; positions between tricks are kept in a table with their
exact scores, and cards that come to the same are tried once.
"""

from __future__ import annotations

from kingcli.rules import Option, TrickPosition
from kingcli.search.board import Board, Key
from kingcli.search.budget import Budget
from kingcli.search.ties import Ties, Vector, add, prefers
from kingcli.seats import Seat


class EachForItself:
    """The scores of all seats under max^n, for the position it is made for and all that can come of it."""

    def __init__(self, position: TrickPosition, ties: Ties, budget: Budget):
        self.board = Board(position)
        self.budget = budget
        self._hands = [0] * self.board.n_seats
        self._search(ties)

    def groups(self, position: TrickPosition) -> list[list[Option]]:
        """The legal cards, in hand order; those of one group have the same value."""
        return [[*group] for group in self.board.options(position)]

    def scores(self, position: TrickPosition) -> Vector:
        """The final scores, those made so far included. Raises OutOfBudget."""
        board = self.board
        self.budget.nodes += 1
        self._hands[:] = board.hands(position)
        if position.trick:
            return add(position.scores, self._follow(*board.trick_of(position)))
        leader = position.leader
        return add(position.scores, self._between(leader, position.hands[leader].bit_count(), board.out(position)))

    def _search(self, ties: Ties) -> None:
        board, budget, hands = self.board, self.budget, self._hands
        n_seats, following = board.n_seats, board.next
        suit_of, points_of, strength, trick_value = board.suit, board.points, board.strength, board.trick_value
        can_lead, can_follow, choices, key_of = board.can_lead, board.can_follow, board.choices, board.keys()
        low_tricks, high_tricks, scoring = board.low, board.high, board.scoring
        last = n_seats - 1
        nothing: Vector = (0,) * n_seats
        better = [prefers(ties, seat, board.next) for seat in range(n_seats)]
        table: dict[Key, Vector] = budget.table()

        def won(seat: Seat, points: int, to_come: Vector) -> Vector:
            if not points:
                return to_come
            return (*to_come[:seat], to_come[seat] + points, *to_come[seat + 1 :])

        def between(leader: int, k: int, out: int) -> Vector:
            """The points to come when `leader` leads, each hand has k cards and `out` are all of them."""
            if not (out & scoring or low_tricks[k] or high_tricks[k]):
                return nothing
            if k == 1:
                return final(leader)
            key = key_of(hands, leader)
            found = table.get(key)
            if found is not None:
                return found
            budget.spend()
            hand = hands[leader]
            seat, value, is_better = following[leader], trick_value[k], better[leader]
            chosen: Vector | None = None
            for card in choices(can_lead(hand, leader), out):
                bit = 1 << card
                hands[leader] = hand ^ bit
                suit = suit_of[card]
                found = follow(seat, last, suit, strength[suit][card], leader, value + points_of[card], k, out, bit)
                if chosen is None or is_better(found, chosen):
                    chosen = found
            hands[leader] = hand
            assert chosen is not None
            table[key] = chosen
            return chosen

        def final(leader: int) -> Vector:
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
            return won(winner, points, nothing)

        def follow(
            seat: int, to_come: int, led: int, best: int, winner: int, points: int, k: int, out: int, trick: int
        ) -> Vector:
            """The points to come, this trick's included. `to_come` seats have yet to play to it; `winner` holds it with
            strength `best`; `points` lie in it; `trick` are its cards, which are in `out` but in no hand.
            """
            hand = hands[seat]
            row, is_better = strength[led], better[seat]
            chosen: Vector | None = None
            for card in choices(can_follow(hand, led, trick), out):
                bit = 1 << card
                hands[seat] = hand ^ bit
                taker, strongest = (seat, row[card]) if row[card] > best else (winner, best)
                gain = points + points_of[card]
                if to_come == 1:
                    found = won(taker, gain, between(taker, k - 1, out & ~(trick | bit)))
                else:
                    found = follow(following[seat], to_come - 1, led, strongest, taker, gain, k, out, trick | bit)
                if chosen is None or is_better(found, chosen):
                    chosen = found
            hands[seat] = hand
            assert chosen is not None
            return chosen

        self._between, self._follow = between, follow
