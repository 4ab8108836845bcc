"""Up to which size a position is answered without a budget, by kind of play; measured with scripts/bench_solve.py."""

from __future__ import annotations

from kingcli.cards import n_cards
from kingcli.errors import KingError
from kingcli.rules import HundredPosition, LayoutPosition, Position
from kingcli.search.special import is_special

Limits = dict[str, int]

# Cards in the largest hand, by seats at the table, in plain Python.
MAX_CARDS: dict[int, Limits] = {
    3: {"guarantee": 10, "team": 10, "best": 10, "maxn": 9, "equilibria": 6},
    4: {"guarantee": 8, "team": 8, "best": 6, "maxn": 6, "equilibria": 4},
}
# The same for the compiled core.
MAX_CARDS_COMPILED: dict[int, Limits] = {
    3: {"guarantee": 12, "team": 12, "best": 12, "maxn": 11, "equilibria": 10},
    4: {"guarantee": 11, "team": 11, "best": 11, "maxn": 9, "equilibria": 8},
}
# Jokers, an odd card, a premium still open.
MAX_CARDS_SPECIAL: dict[int, Limits] = {
    3: {"guarantee": 7, "team": 7, "best": 6, "maxn": 6, "equilibria": 4},
    4: {"guarantee": 6, "team": 6, "best": 5, "maxn": 5, "equilibria": 4},
}
MAX_CARDS_SPECIAL_COMPILED: dict[int, Limits] = {
    3: {"guarantee": 11, "team": 11, "best": 11, "maxn": 9, "equilibria": 8},
    4: {"guarantee": 10, "team": 10, "best": 10, "maxn": 8, "equilibria": 7},
}
MAX_CARDS_HUNDRED: dict[int, Limits] = {
    3: {"guarantee": 8, "team": 8, "best": 8, "maxn": 8, "equilibria": 5},
    4: {"guarantee": 8, "team": 8, "best": 8, "maxn": 7, "equilibria": 4},
}
# With a stock: cards in all hands together, however many are left to draw.
MAX_STOCK: Limits = {"guarantee": 20, "team": 20, "best": 24, "maxn": 16, "equilibria": 12}
MAX_STOCK_COMPILED: Limits = {"guarantee": 28, "team": 28, "best": 28, "maxn": 20, "equilibria": 12}
# In a layout: cards in all hands together, without and with voluntary passes.
MAX_LAYOUT: dict[bool, Limits] = {
    False: {"guarantee": 52, "team": 52, "best": 52, "maxn": 40, "equilibria": 20},
    True: {"guarantee": 52, "team": 52, "best": 52, "maxn": 32, "equilibria": 16},
}


def check_size(position: Position, method: str, *, is_compiled: bool = False) -> None:
    """Raise KingError for a position too large for this method, naming the limit and the kind of play."""
    sizes = [n_cards(hand) for hand in position.hands]
    n_seats = min(position.table.n_seats, 4)
    where, kind = "in a hand", ""
    if isinstance(position, LayoutPosition):
        size, limit = sum(sizes), MAX_LAYOUT[position.table.may_pass][method]
        where, kind = "in all hands", " in a layout" + (" with voluntary passes" if position.table.may_pass else "")
    elif isinstance(position, HundredPosition):
        size, limit, kind = max(sizes), MAX_CARDS_HUNDRED[n_seats][method], " in the Hundred"
    elif position.table.has_stock:
        size, limit = sum(sizes) + len(position.trick), (MAX_STOCK_COMPILED if is_compiled else MAX_STOCK)[method]
        where, kind = "in all hands", " with a stock"
    elif is_special(position):
        limits = MAX_CARDS_SPECIAL_COMPILED if is_compiled else MAX_CARDS_SPECIAL
        size, limit = max(sizes), limits[n_seats][method]
        kind = " with jokers, an odd card or a premium still open"
    else:
        limits = MAX_CARDS_COMPILED if is_compiled else MAX_CARDS
        size, limit = max(sizes), limits[n_seats][method]
    if size > limit:
        core = "the compiled core" if is_compiled else "plain Python"
        raise KingError(
            f"{size} cards {where} are too many for {method}{kind}: {core} does {limit} here; "
            "a budget (--nodes or --seconds) gives bounds for more"
        )
