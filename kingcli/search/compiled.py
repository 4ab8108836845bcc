"""Trick play asked of the compiled core: the same questions and answers as those of plain.py."""

from __future__ import annotations

from kingcli import kernel
from kingcli.cards import cards_of
from kingcli.errors import KingError, RecordError
from kingcli.rules import Option, Position, TrickPosition
from kingcli.search.budget import DEFAULT_MEMORY, Budget
from kingcli.search.solution import Range, Solution, Value
from kingcli.search.ties import KIND, Ties
from kingcli.seats import Seat


def can_solve(position: Position) -> bool:
    """Whether the compiled core is there and this is trick play."""
    return isinstance(position, TrickPosition) and kernel.available() and position.table.n_seats <= kernel.MOST_SEATS


def two_sides(position: TrickPosition, method: str, seats: tuple[Seat, ...], budget: Budget) -> Solution:
    """guarantee, team and best. Raises RecordError."""
    helpers = range(position.table.n_seats) if method == "best" else seats
    answer = _ask(position, kernel.sides(seats, helpers, **_limits(budget)), budget)
    low, high = answer.value
    if not answer.cards:
        return Solution.of_end(method, seats, low)
    by_card: dict[Option, Range] = {card: (least, most) for card, (least, most) in answer.cards.items()}
    return Solution(
        method=method,
        seats=seats,
        value=low,
        cards={card: least for card, (least, most) in by_card.items() if least == most},
        best=tuple(cards_of(answer.best)) if answer.exact else (),
        line=answer.line,
        exact=answer.exact,
        nodes=budget.nodes,
        bounds=None if answer.exact else (low, high),
        card_bounds={} if answer.exact else by_card,
    )


def each_seat(position: TrickPosition, ties: Ties, budget: Budget) -> Solution:
    """max^n. Raises RecordError."""
    seats = tuple(range(position.table.n_seats))
    answer = _ask(position, kernel.each(kind_ties=ties == KIND, **_limits(budget)), budget)
    if answer.exact and not answer.cards:
        return Solution.of_end("maxn", seats, answer.value, ties)
    cards: dict[Option, Value] = dict(answer.cards.items())
    return Solution(
        method="maxn",
        seats=seats,
        value=answer.value if answer.exact else None,
        cards=cards,
        best=tuple(cards_of(answer.best)),
        line=answer.line,
        exact=answer.exact,
        nodes=budget.nodes,
        ties=ties,
    )


def equilibria_of(position: TrickPosition, budget: Budget) -> Solution:
    """The exact set of equilibria. Raises KingError when the memory is too small for it."""
    seats = tuple(range(position.table.n_seats))
    answer = _ask(position, kernel.equilibria(**_limits(budget)), budget)
    if not answer.exact and budget.limit is None and budget.deadline is None:
        raise KingError("the sets of equilibria do not fit into the memory allowed; --memory MB allows more")
    return Solution.of_equilibria(
        seats,
        dict(answer.card_vectors.items()),
        answer.vectors,
        best=tuple(cards_of(answer.best)),
        exact=answer.exact,
        nodes=budget.nodes,
    )


def _limits(budget: Budget) -> dict[str, int | float | None]:
    """What is left of a budget, as the core takes it; there 0 nodes are no limit."""
    nodes = budget.nodes_left()
    return {"nodes": 0 if nodes is None else max(nodes, 1), "seconds": budget.seconds_left()}


def _ask(position: TrickPosition, request: kernel.Request, budget: Budget) -> kernel.Answer:
    answer = kernel.Solver(DEFAULT_MEMORY if budget.memory is None else budget.memory).solve(position, request)
    if answer.error is not None:
        raise RecordError(answer.error)
    budget.nodes += answer.nodes
    return answer
