"""What the solver should say, found by trying everything: no bounds, no table, no cards taken for equal, no order.

Only the rules (options and what comes of them) and the definitions of the four values, written down once more.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from kingcli.rules import Option, Position, TrickPosition, tricks
from kingcli.rules.perft import after, options_at


class Values(NamedTuple):
    """Final scores from one position: guarantee and best by seat, team by team in the order asked, maxn by seat."""

    guarantee: tuple[int, ...]
    best: tuple[int, ...]
    team: tuple[int, ...]
    maxn: tuple[int, ...]


Teams = tuple[frozenset[int], ...]


def mover(position: Position) -> int:
    return tricks.turn(position) if isinstance(position, TrickPosition) else position.turn


def final(position: Position) -> tuple[int, ...]:
    """The scores of a round that is over: with premiums made again from what was won, one after the other."""
    if not isinstance(position, TrickPosition) or not position.table.premiums:
        return position.scores
    table, taken, counts = position.table, position.taken, position.tricks
    assert taken is not None
    assert counts is not None
    seats = range(table.n_seats)
    played = [sum(table.card_points[c] for c in range(64) if taken[s] >> c & 1) for s in seats]
    played = [played[seat] + counts[seat] * table.trick_points[0] for seat in seats]
    points = list(played)
    for rule in table.premiums:
        empty = [not (taken[seat] & rule.cards if rule.cards else counts[seat]) for seat in seats]
        gift = [rule.others if empty[seat] else rule.taker for seat in seats]
        if rule.needs_all and sum(empty) == table.n_seats - 1:
            points = gift if rule.do == "replace" else [points[seat] + gift[seat] for seat in seats]
            if rule.do == "replace":
                break
        if not rule.needs_all:
            times = sum(empty) if rule.do == "double-each" else min(sum(empty), 1)
            points = [number * 2**times for number in points]
    return tuple(position.scores[seat] - played[seat] + points[seat] for seat in seats)


def values(position: Position, teams: Teams = ()) -> Values:
    """All values of a position."""
    options = options_at(position)
    if not options:
        scores = final(position)
        return Values(scores, scores, tuple(sum(scores[seat] for seat in team) for team in teams), scores)
    children = [values(after(position, option), teams) for option in options]
    return joined(children, mover(position), position.table.direction, teams)


def by_option(position: Position, teams: Teams = ()) -> dict[Option, Values]:
    """All values after each option of the seat to move."""
    return {option: values(after(position, option), teams) for option in options_at(position)}


Memo = dict[Position, Values]


def remembered(position: Position, memo: Memo, teams: Teams = ()) -> Values:
    """The same values with every position tried once, for larger positions."""
    if position not in memo:
        options = options_at(position)
        children = [remembered(after(position, option), memo, teams) for option in options]
        if children:
            memo[position] = joined(children, mover(position), position.table.direction, teams)
        else:
            memo[position] = values(position, teams)
    return memo[position]


def joined(children: Sequence[Values], seat: int, direction: int, teams: Teams) -> Values:
    """The values of a position from those after each option, when this seat chooses."""
    n_seats = len(children[0].maxn)
    guarantee = tuple(
        (max if who == seat else min)(child.guarantee[who] for child in children) for who in range(n_seats)
    )
    best = tuple(max(child.best[who] for child in children) for who in range(n_seats))
    team = tuple(
        (max if seat in members else min)(child.team[index] for child in children)
        for index, members in enumerate(teams)
    )
    return Values(
        guarantee, best, team, max((child.maxn for child in children), key=lambda v: liking(v, seat, direction))
    )


def liking(scores: tuple[int, ...], seat: int, direction: int) -> list[int]:
    """How a seat ranks score vectors in max^n, ties hostile: its own, then the lowest for the next seats in turn."""
    n_seats = len(scores)
    return [scores[seat]] + [-scores[(seat + direction * turn) % n_seats] for turn in range(1, n_seats)]
