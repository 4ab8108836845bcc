"""Exact solving with all hands seen, for every kind of card play: in the compiled core where it is there and the play
is trick play, else in plain Python.
"""

from kingcli.search.batch import Question, ask, ask_all
from kingcli.search.size import MAX_CARDS
from kingcli.search.solution import EVERY_SEAT, ErrorRow, Solution, SolutionRow
from kingcli.search.solve import METHODS, solve

__all__ = [
    "EVERY_SEAT",
    "MAX_CARDS",
    "METHODS",
    "ErrorRow",
    "Question",
    "Solution",
    "SolutionRow",
    "ask",
    "ask_all",
    "solve",
]
