"""What a solver should say, by trying everything: only the reference rules and the definitions of the values."""

from __future__ import annotations

from kingcli.cards import cards_of
from kingcli.rules import TrickPosition, tricks

Scores = tuple[int, ...]


def final(position: TrickPosition) -> Scores:
    return tricks.final_scores(position)


def two_sides(position: TrickPosition, helpers: int, earners: int) -> int:
    """The points of the earners (bits) when the helpers raise and the others lower them."""
    if tricks.is_over(position):
        return sum(score for seat, score in enumerate(final(position)) if earners >> seat & 1)
    pick = max if helpers >> tricks.turn(position) & 1 else min
    return pick(two_sides(tricks.play(position, card), helpers, earners) for card in cards_of(tricks.legal(position)))


def liking(scores: Scores, seat: int, direction: int, kind: bool) -> Scores:
    """How a seat ranks score vectors: its own, then the next seats', low first (hostile) or high first (kind)."""
    others = [scores[(seat + direction * turn) % len(scores)] for turn in range(1, len(scores))]
    return (scores[seat], *(others if kind else [-score for score in others]))


def every_seat(position: TrickPosition, kind: bool) -> Scores:
    """max^n."""
    if tricks.is_over(position):
        return final(position)
    seat, direction = tricks.turn(position), position.table.direction
    children = [every_seat(tricks.play(position, card), kind) for card in cards_of(tricks.legal(position))]
    return max(children, key=lambda scores: liking(scores, seat, direction, kind))


def all_equilibria(position: TrickPosition) -> set[Scores]:
    """The vectors of every subgame-perfect equilibrium: after a card any of its vectors may be expected, and a card may
    be played with such an expectation when no other card is sure to bring the seat more.
    """
    if tricks.is_over(position):
        return {final(position)}
    seat = tricks.turn(position)
    children = [all_equilibria(tricks.play(position, card)) for card in cards_of(tricks.legal(position))]
    least = [min(scores[seat] for scores in child) for child in children]
    return {
        scores
        for i, child in enumerate(children)
        for scores in child
        if all(scores[seat] >= other for j, other in enumerate(least) if j != i)
    }
