"""Exact solving with all hands seen, in plain Python: guarantee, team, best and max^n, for every kind of card play."""

from kingcli.search.size import MAX_CARDS
from kingcli.search.solution import EVERY_SEAT, ErrorRow, Solution, SolutionRow
from kingcli.search.solve import METHODS, solve

__all__ = ["EVERY_SEAT", "MAX_CARDS", "METHODS", "ErrorRow", "Solution", "SolutionRow", "solve"]
