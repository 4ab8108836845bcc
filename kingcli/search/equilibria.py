"""The exact set of score vectors that some equilibrium of the round leads to (subgame-perfect, all hands seen).

At a position a vector of an option is kept when its seat to move gets at least as much there as the most it is sure of
by any other option, whatever equilibrium is played after that one. Max^n under any tie rule gives a vector of the set.
Plain recursion over the rules; for small endings.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from kingcli.rules import Option, Position, TrickPosition
from kingcli.rules.perft import after, options_at
from kingcli.search.budget import Budget, OutOfBudget
from kingcli.search.line import Each, final_scores, turn
from kingcli.search.solution import Solution
from kingcli.search.special import is_open
from kingcli.search.ties import Vector
from kingcli.seats import Seat

Vectors = frozenset[Vector]


def kept(sets: Iterable[Vectors], seat: Seat) -> list[Vectors]:
    """Of the vectors of each option those that an equilibrium may choose; `seat` moves."""
    children = list(sets)
    least = [min(vector[seat] for vector in vectors) for vectors in children]
    found = []
    for index, vectors in enumerate(children):
        others = least[:index] + least[index + 1 :]
        floor = max(others, default=least[index])
        found.append(frozenset(vector for vector in vectors if vector[seat] >= floor))
    return found


class Equilibria:
    """The sets of a position and of all that can come of it. `groups` tells options that come to the same."""

    def __init__(self, groups: Each, budget: Budget):
        self._groups = groups
        self._budget = budget
        self._table: dict[Any, Vectors] = budget.table()

    def by_option(self, position: Position) -> dict[Option, Vectors]:
        """For each option all vectors that may follow it. Raises OutOfBudget."""
        found: dict[Option, Vectors] = {}
        for group in self._groups.groups(position):
            found |= dict.fromkeys(group, self.vectors(after(position, group[-1])))
        return {option: found[option] for option in options_at(position)}

    def vectors(self, position: Position) -> Vectors:
        """The final scores, those made so far included. Raises OutOfBudget."""
        if not options_at(position):
            return frozenset([final_scores(position)])
        made = position.scores
        key = _key(position)
        known = self._table.get(key)
        if known is None:
            self._budget.spend()
            children = [self.vectors(after(position, group[-1])) for group in self._groups.groups(position)]
            found: Vectors = frozenset().union(*kept(children, turn(position)))
            known = frozenset(tuple(score - before for score, before in zip(one, made, strict=True)) for one in found)
            self._table[key] = known
        return frozenset(tuple(before + points for before, points in zip(made, one, strict=True)) for one in known)


def _key(position: Position) -> Any:
    """Positions with the same key have the same points to come."""
    fields = tuple(
        getattr(position, name)
        for name in position.__struct_fields__
        if name not in ("table", "scores", "taken", "tricks")
    )
    if isinstance(position, TrickPosition) and position.table.premiums and is_open(position):
        return (*fields, position.taken, position.tricks, position.scores)
    return fields


def equilibria(position: Position, groups: Each, budget: Budget) -> Solution:
    """The whole set, that after each option, and the options that some equilibrium chooses."""
    seats = tuple(range(position.table.n_seats))
    try:
        found = Equilibria(groups, budget).by_option(position)
    except OutOfBudget:
        return Solution.of_equilibria(seats, {}, (), exact=False, nodes=budget.nodes)
    chosen = dict(zip(found, kept(found.values(), turn(position)), strict=True))
    return Solution.of_equilibria(
        seats,
        {option: tuple(sorted(vectors)) for option, vectors in found.items()},
        tuple(sorted(frozenset().union(*chosen.values()))),
        best=tuple(option for option, vectors in chosen.items() if vectors),
        exact=True,
        nodes=budget.nodes,
    )
