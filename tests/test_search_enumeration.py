"""The solver against the enumeration: endings of every variant x contract, every method, every card, and the line."""

from __future__ import annotations

import itertools

import pytest

from endings import FIRST_GAMES, ending, forms, turn_of
from enumeration import Teams, Values, by_option, final, joined, liking
from kingcli.random import stream
from kingcli.rules import Position
from kingcli.rules.perft import after, options_at
from kingcli.search import Solution, solve
from kingcli.variants import TrickTable, compile_table, load_variant, variant_names

N_ENDINGS, N_OF_OTHERS = 200, 5


def final_scores(position: Position, solution: Solution) -> tuple[int, ...]:
    """The scores the line leads to; it must be legal, by the right seats, and go on to the end of the round."""
    for seat, option in solution.line:
        assert seat == turn_of(position)
        assert option in options_at(position)
        position = after(position, option)
    assert not options_at(position)
    return final(position)


def check(position: Position, team: frozenset[int], place: str) -> None:
    """All four methods, for every seat and this team."""
    teams: Teams = (team,)
    truth = by_option(position, teams)
    seat, direction = turn_of(position), position.table.direction
    whole = joined(list(truth.values()), seat, direction, teams)
    for who in range(position.table.n_seats):
        for method in ("guarantee", "best"):
            wanted = {card: getattr(of_card, method)[who] for card, of_card in truth.items()}
            is_helping = method == "best" or who == seat
            found = solve(position, method, [who])
            check_sides(position, found, wanted, is_helping, f"{place} {method} {who}")
            assert found.value == getattr(whole, method)[who], place
    wanted = {card: of_card.team[0] for card, of_card in truth.items()}
    check_sides(position, solve(position, "team", sorted(team)), wanted, seat in team, f"{place} team {sorted(team)}")
    check_each(position, solve(position, "maxn"), truth, whole, place)


def check_sides(position: Position, found: Solution, wanted: dict, is_helping: bool, place: str) -> None:
    value = (max if is_helping else min)(wanted.values())
    assert found.cards == wanted, place
    assert list(found.cards) == list(wanted), place
    assert found.value == value, place
    assert found.best == tuple(card for card, points in wanted.items() if points == value), place
    assert found.exact, place
    scores = final_scores(position, found)
    assert sum(scores[seat] for seat in found.seats) == value, place
    assert found.line[0][1] in found.best, place


def check_each(position: Position, found: Solution, truth: dict, whole: Values, place: str) -> None:
    seat, direction = turn_of(position), position.table.direction
    assert found.cards == {card: of_card.maxn for card, of_card in truth.items()}, place
    top = max(liking(of_card.maxn, seat, direction) for of_card in truth.values())
    assert found.best == tuple(c for c, of_card in truth.items() if liking(of_card.maxn, seat, direction) == top), place
    assert found.value == whole.maxn, place
    assert found.ties == "hostile"
    assert final_scores(position, found) == found.value, place


def random_team(n_seats: int, seed: str) -> frozenset[int]:
    pairs = [frozenset(pair) for pair in itertools.combinations(range(n_seats), 2)]
    return pairs[stream(seed, purpose="team").below(len(pairs))]


def run(variant_name: str, contract: str, n_endings: int, seed: str) -> None:
    """Endings of 1 to 3 cards a hand, with 0 to n-1 of the seats having played, every trump suit in turn."""
    variant = load_variant(variant_name)
    suits = dict(forms(variant))[contract]
    for number in range(n_endings):
        named = suits[number % len(suits)]
        table = compile_table(variant, contract, named)
        n_left = (3, 2, 3, 1, 2)[number % 5]
        on_table = number // 2 % variant.n_active if isinstance(table, TrickTable) else 0
        place = f"{seed}/{variant_name}/{contract}/{named}/{number}"
        position = ending(variant, contract, named, n_left, place, on_table=on_table)
        check(position, random_team(variant.n_active, place), place)


def distinct() -> list[tuple[str, str]]:
    """Variant x contract, each table once: where two games play a contract alike, the first."""
    seen = set()
    chosen = []
    for name in (*FIRST_GAMES, *(name for name in variant_names() if name not in FIRST_GAMES)):
        variant = load_variant(name)
        for contract, suits in forms(variant):
            tables = frozenset(compile_table(variant, contract, named) for named in suits)
            if tables not in seen:
                seen.add(tables)
                chosen.append((name, contract))
    return chosen


ALL = [(name, contract) for name in variant_names() for contract, _ in forms(load_variant(name))]
ONCE = distinct()


@pytest.mark.parametrize(("variant", "contract"), ONCE)
def test_all_methods_equal_the_enumeration(variant: str, contract: str) -> None:
    """Many endings of the first games' contracts; a few of the others here, since test_search_kinds.py has those."""
    run(variant, contract, N_ENDINGS if variant in FIRST_GAMES else N_OF_OTHERS, "enumeration")


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "contract"), ALL)
def test_all_methods_equal_the_enumeration_in_every_game(variant: str, contract: str) -> None:
    """Also where another game plays the contract alike; with other deals."""
    run(variant, contract, N_ENDINGS, "every game")
