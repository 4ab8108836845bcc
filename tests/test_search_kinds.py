"""The kinds of play beyond plain tricks: 100 random small endings of each, all methods, equal to the enumeration."""

from __future__ import annotations

import pytest

from endings import KINDS, kind_endings
from kingcli.rules import TrickPosition
from test_search_enumeration import check, random_team

N_ENDINGS = 100


@pytest.mark.parametrize("kind", KINDS)
def test_all_methods_equal_the_enumeration(kind: str) -> None:
    for place, problem in kind_endings(kind, N_ENDINGS):
        check(problem.position, random_team(problem.position.table.n_seats, place), place)


def test_the_endings_hold_what_they_are_for() -> None:
    """Jokers in play, premiums open and closed, cards to draw, start cards laid together, hands of several sizes."""
    from kingcli.search.special import is_open, is_special

    def of_kind(kind: str) -> list[TrickPosition]:
        positions = [problem.position for _, problem in kind_endings(kind, N_ENDINGS)]
        return [position for position in positions if isinstance(position, TrickPosition)]

    assert sum(is_special(one) for one in of_kind("joker")) > 50
    assert 30 < sum(is_open(one) for one in of_kind("premium")) < 90
    assert sum(one.odd is not None for one in of_kind("odd-card")) > 90
    stock = of_kind("stock")
    assert sum(bool(one.stock) for one in stock) > 30
    assert sum(len({hand.bit_count() for hand in one.hands}) > 1 for one in stock) > 50
    assert sum(not all(one.hands) for one in stock) > 10
