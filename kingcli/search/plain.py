"""The searches in plain Python, driven to an answer, for every kind of card play; the compiled core must agree."""

from __future__ import annotations

from kingcli.rules import HundredPosition, LayoutPosition, Option, Position
from kingcli.rules.perft import after, options_at
from kingcli.search.budget import Budget, OutOfBudget
from kingcli.search.equilibria import equilibria
from kingcli.search.hundred import HundredEach, HundredSides
from kingcli.search.layout import LayoutEach, LayoutSides
from kingcli.search.line import Each, Line, Sides, final_scores, line_of_each, line_of_sides, turn
from kingcli.search.maxn import EachForItself
from kingcli.search.minimax import TwoSides
from kingcli.search.solution import Range, Solution, Value
from kingcli.search.special import SpecialEach, SpecialSides, is_special
from kingcli.search.ties import HOSTILE, Ties, Vector, order_key
from kingcli.seats import Seat


def two_sides(position: Position, method: str, seats: tuple[Seat, ...], budget: Budget) -> Solution:
    """guarantee, team and best. A round that is over has its value and nothing to play."""
    if not options_at(position):
        return Solution.of_end(method, seats, sum(final_scores(position)[seat] for seat in seats))
    earners = frozenset(seats)
    helpers = frozenset(range(position.table.n_seats)) if method == "best" else earners
    search = _sides_of(position, helpers, earners, budget)
    bounds = {tuple(group): search.range(after(position, group[-1])) for group in search.groups(position)}
    try:
        guess = sum(position.scores[seat] for seat in seats)
        for group in bounds:
            guess = _narrow(search, after(position, group[-1]), bounds, group, guess)
    except OutOfBudget:
        pass
    by_card = {card: known for group, known in bounds.items() for card in group}
    by_card = {card: by_card[card] for card in options_at(position)}
    pick = max if turn(position) in helpers else min
    low, high = pick(low for low, _ in by_card.values()), pick(high for _, high in by_card.values())
    cards: dict[Option, Value] = {card: least for card, (least, most) in by_card.items() if least == most}
    is_exact = len(cards) == len(by_card)
    line: Line = ()
    if is_exact:
        budget.lift()
        line = line_of_sides(search, position, low)
    return Solution(
        method=method,
        seats=seats,
        value=low,
        cards=cards,
        best=tuple(card for card, value in cards.items() if value == low) if is_exact else (),
        line=line,
        exact=is_exact,
        nodes=budget.nodes,
        bounds=None if is_exact else (low, high),
        card_bounds={} if is_exact else by_card,
    )


def each_seat(position: Position, ties: Ties, budget: Budget) -> Solution:
    """max^n."""
    seats = tuple(range(position.table.n_seats))
    if not options_at(position):
        return Solution.of_end("maxn", seats, final_scores(position), ties)
    search = _each_of(position, ties, budget)
    found: dict[Option, Vector] = {}
    try:
        for group in search.groups(position):
            found |= dict.fromkeys(group, search.scores(after(position, group[-1])))
    except OutOfBudget:
        pass
    cards = {card: found[card] for card in options_at(position) if card in found}
    is_exact = len(cards) == len(options_at(position))
    value: Vector | None = None
    line: Line = ()
    if is_exact:
        value = max(cards.values(), key=order_key(ties, turn(position), position.table.direction))
        budget.lift()
        line = line_of_each(search, ties, position)
    return Solution(
        method="maxn",
        seats=seats,
        value=value,
        cards={**cards},
        best=tuple(card for card, scores in cards.items() if scores == value),
        line=line,
        exact=is_exact,
        nodes=budget.nodes,
        ties=ties,
    )


def equilibria_of(position: Position, budget: Budget) -> Solution:
    """The exact set of equilibria; a round that is over has one vector."""
    if not options_at(position):
        seats = tuple(range(position.table.n_seats))
        return Solution.of_equilibria(seats, {}, (final_scores(position),), exact=True, nodes=0)
    return equilibria(position, _each_of(position, HOSTILE, budget), budget)


def _sides_of(position: Position, helpers: frozenset[Seat], earners: frozenset[Seat], budget: Budget) -> Sides:
    if isinstance(position, LayoutPosition):
        return LayoutSides(position, helpers, earners, budget)
    if isinstance(position, HundredPosition):
        return HundredSides(position, helpers, earners, budget)
    search = SpecialSides if is_special(position) else TwoSides
    return search(position, helpers, earners, budget)


def _each_of(position: Position, ties: Ties, budget: Budget) -> Each:
    if isinstance(position, LayoutPosition):
        return LayoutEach(position, ties, budget)
    if isinstance(position, HundredPosition):
        return HundredEach(position, ties, budget)
    return (SpecialEach if is_special(position) else EachForItself)(position, ties, budget)


def _narrow(
    search: Sides, child: Position, bounds: dict[tuple[Option, ...], Range], group: tuple[Option, ...], guess: int
) -> int:
    """Drive the bounds of one group of cards together, beginning at a guess; returns the value (MTD(f))."""
    low, high = bounds[group]
    while low < high:
        guess = min(max(guess, low), high)
        target = guess + 1 if guess == low else guess
        guess = search.probe(child, target)
        if guess < target:
            high = guess
        else:
            low = guess
        bounds[group] = (low, high)
    return low
