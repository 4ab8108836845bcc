"""The front of the solver: what can be asked, and how the answer is driven out of the searches."""

from __future__ import annotations

from collections.abc import Sequence

from kingcli.errors import KingError
from kingcli.rules import HundredPosition, LayoutPosition, Option, Position, TrickPosition, tricks
from kingcli.rules.perft import after, options_at
from kingcli.search.budget import Budget, OutOfBudget
from kingcli.search.check import check_position, told
from kingcli.search.hundred import HundredEach, HundredSides
from kingcli.search.layout import LayoutEach, LayoutSides
from kingcli.search.line import Each, Line, Sides, line_of_each, line_of_sides, turn
from kingcli.search.maxn import EachForItself
from kingcli.search.minimax import TwoSides
from kingcli.search.size import check_size
from kingcli.search.solution import EVERY_SEAT, Range, Solution, Value
from kingcli.search.special import SpecialEach, SpecialSides, is_special
from kingcli.search.ties import HOSTILE, Vector, hostile_key
from kingcli.seats import SEATS, Seat

METHODS = ("guarantee", "team", "best", "maxn")


def solve(
    position: Position,
    method: str = "guarantee",
    seats: Sequence[Seat] | str | None = None,
    *,
    nodes: int | None = None,
    seconds: float | None = None,
) -> Solution:
    """Solve a position in card play exactly, all hands seen.

    method "guarantee": the most a seat can be sure of, the others acting as one; "team": the same for seats together;
    "best": the most if everyone helps; "maxn": every seat for itself, ties hostile (see ties.py), whatever the seats.
    seats: for whom; None is the seat to move, "all" each seat by itself, several seats act and count together.
    nodes, seconds: a budget; when it runs out the answer is bounds.

    Raises RecordError for a position that does not hold together; KingError for one that is too large without a budget,
    for an unknown method and for seats that are not at the table.
    """
    if isinstance(position, TrickPosition):
        position = told(position)
    check_position(position)
    if method not in METHODS:
        raise KingError(f"no method {method!r} (there are {', '.join(METHODS)})")
    if nodes is None and seconds is None:
        check_size(position, method)
    budget = Budget(nodes, seconds)
    if method == "maxn":
        return _each(position, budget)
    n_seats = position.table.n_seats
    if seats == EVERY_SEAT:
        if method == "team":
            raise KingError("a team of all seats plays against nobody; name its seats, as in NS")
        return _joined([_sides(position, method, (seat,), budget) for seat in range(n_seats)], turn(position))
    chosen = (turn(position),) if seats is None else tuple(sorted({int(seat) for seat in seats}))
    if not chosen or not all(0 <= seat < n_seats for seat in chosen):
        raise KingError(f"the seats at this table are {' '.join(SEATS[:n_seats])}")
    if method == "guarantee" and len(chosen) > 1:
        method = "team"
    return _sides(position, method, chosen, budget)


def _sides_of(position: Position, helpers: frozenset[Seat], earners: frozenset[Seat], budget: Budget) -> Sides:
    if isinstance(position, LayoutPosition):
        return LayoutSides(position, helpers, earners, budget)
    if isinstance(position, HundredPosition):
        return HundredSides(position, helpers, earners, budget)
    search = SpecialSides if is_special(position) else TwoSides
    return search(position, helpers, earners, budget)


def _each_of(position: Position, budget: Budget) -> Each:
    if isinstance(position, LayoutPosition):
        return LayoutEach(position, budget)
    if isinstance(position, HundredPosition):
        return HundredEach(position, budget)
    return (SpecialEach if is_special(position) else EachForItself)(position, budget)


def _scores(position: Position) -> Vector:
    """The scores of a round that is over."""
    return tricks.final_scores(position) if isinstance(position, TrickPosition) else position.scores


def _sides(position: Position, method: str, seats: tuple[Seat, ...], budget: Budget) -> Solution:
    """guarantee, team and best."""
    if not options_at(position):
        return _over(method, seats, sum(_scores(position)[seat] for seat in seats))
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


def _over(method: str, seats: tuple[Seat, ...], value: Value) -> Solution:
    """The answer for a round that is over: its value, and nothing to play."""
    ties = HOSTILE if method == "maxn" else None
    return Solution(method=method, seats=seats, value=value, cards={}, best=(), line=(), exact=True, nodes=0, ties=ties)


def _joined(found: list[Solution], mover: Seat) -> Solution:
    """The answers for each seat as one; best cards and line are those of the seat to move."""
    own, is_exact = found[mover], all(one.exact for one in found)
    known = [card for card in own.cards if all(card in one.cards for one in found)]
    return Solution(
        method=own.method,
        seats=tuple(range(len(found))),
        value=tuple(_number(one.value) for one in found),
        cards={card: tuple(_number(one.cards[card]) for one in found) for card in known},
        best=own.best if is_exact else (),
        line=own.line if is_exact else (),
        exact=is_exact,
        nodes=max(one.nodes for one in found),
        bounds=None if is_exact else tuple(_bounds(one) for one in found),
    )


def _number(value: Value | None) -> int:
    assert isinstance(value, int)
    return value


def _bounds(one: Solution) -> Range:
    if one.bounds is None:
        return _number(one.value), _number(one.value)
    low, high = one.bounds
    assert isinstance(low, int)
    assert isinstance(high, int)
    return low, high


def _each(position: Position, budget: Budget) -> Solution:
    """max^n."""
    seats = tuple(range(position.table.n_seats))
    if not options_at(position):
        return _over("maxn", seats, _scores(position))
    search = _each_of(position, budget)
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
        value = max(cards.values(), key=lambda one: hostile_key(one, turn(position), position.table.direction))
        budget.lift()
        line = line_of_each(search, position)
    return Solution(
        method="maxn",
        seats=seats,
        value=value,
        cards={**cards},
        best=tuple(card for card, scores in cards.items() if scores == value),
        line=line,
        exact=is_exact,
        nodes=budget.nodes,
        ties=HOSTILE,
    )
