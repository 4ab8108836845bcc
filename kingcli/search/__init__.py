"""Exact solving with all hands seen, in plain Python: guarantee, team, best and max^n, for tricks and for layouts."""

from kingcli.search.solution import EVERY_SEAT, ErrorRow, Solution, SolutionRow
from kingcli.search.solve import MAX_CARDS, METHODS, solve

__all__ = ["EVERY_SEAT", "MAX_CARDS", "METHODS", "ErrorRow", "Solution", "SolutionRow", "solve"]
