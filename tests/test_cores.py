"""The two cores behind `solve` say the same; ties, equilibria, batches and memory through the front."""

from __future__ import annotations

import itertools

import msgspec
import pytest

from endings import ending, forms, turn_of
from kernel_positions import needs_kernel
from kingcli.errors import KingError
from kingcli.records import Problem
from kingcli.rules import Option, Position, TrickPosition
from kingcli.rules.perft import after, options_at
from kingcli.search import Question, Solution, ask_all, solve
from kingcli.search.line import final_scores
from kingcli.search.ties import KIND
from kingcli.variants import load_variant, variant_names


def same(one: Solution, other: Solution) -> bool:
    return msgspec.structs.replace(one, nodes=0) == msgspec.structs.replace(other, nodes=0)


def endings_of(name: str, n_left: int, n: int) -> list[tuple[str, Position]]:
    variant = load_variant(name)
    return [
        (f"{name} {contract} {named} {number}", ending(variant, contract, named, n_left, f"cores/{number}"))
        for contract, suits in forms(variant)
        for named in suits
        for number in range(n)
    ]


@needs_kernel
@pytest.mark.parametrize("name", variant_names())
def test_the_cores_agree(name: str) -> None:
    """Also where the line goes: of equal cards both play the lowest."""
    n_left = 2 if load_variant(name).stock else 4 if name in ("russian", "lithuanian") else 3
    for label, position in endings_of(name, n_left, 2):
        if not isinstance(position, TrickPosition) or not options_at(position):
            continue
        n_seats = position.table.n_seats
        for method, seats in (("guarantee", None), ("team", [0, n_seats - 1]), ("best", [1]), ("guarantee", "all")):
            compiled = solve(position, method, seats)
            assert same(compiled, solve(position, method, seats, is_plain=True)), f"{label} {method} {seats}"
        for ties in ("hostile", "kind"):
            compiled = solve(position, "maxn", ties=ties)
            assert same(compiled, solve(position, "maxn", ties=ties, is_plain=True)), f"{label} {ties}"
        if n_left < 4:
            compiled = solve(position, "equilibria")
            assert same(compiled, solve(position, "equilibria", is_plain=True)), label


def liking(scores: tuple[int, ...], seat: int, direction: int) -> list[int]:
    """Ties kind: its own score, then the highest for the next seats in turn."""
    return [scores[(seat + direction * turn) % len(scores)] for turn in range(len(scores))]


def kind_scores(position: Position) -> tuple[int, ...]:
    options = options_at(position)
    if not options:
        return final_scores(position)
    seat, direction = turn_of(position), position.table.direction
    found = [kind_scores(after(position, option)) for option in options]
    return max(found, key=lambda scores: liking(scores, seat, direction))


@pytest.mark.parametrize("name", variant_names())
def test_kind_ties(name: str) -> None:
    """Of every kind of play: the scores of every card."""
    for label, position in endings_of(name, 2, 2):
        if isinstance(position, TrickPosition) and position.table.has_stock and sum(map(bool, position.hands)) > 3:
            continue
        found = solve(position, "maxn", ties=KIND)
        assert found.ties == "kind"
        assert found.cards == {option: kind_scores(after(position, option)) for option in options_at(position)}, label
        assert found.value == kind_scores(position), label


def equilibria(position: Position) -> set[tuple[int, ...]]:
    """By the definition: a choice of one vector after each option is an equilibrium when nothing better is at hand."""
    options = options_at(position)
    if not options:
        return {final_scores(position)}
    seat = turn_of(position)
    sets = [sorted(equilibria(after(position, option))) for option in options]
    found = set()
    for chosen in itertools.product(*(least_of_each(vectors, seat) for vectors in sets)):
        for index, vectors in enumerate(sets):
            others = [vector[seat] for number, vector in enumerate(chosen) if number != index]
            found |= {vector for vector in vectors if all(vector[seat] >= other for other in others)}
    return found


def least_of_each(vectors: list[tuple[int, ...]], seat: int) -> list[tuple[int, ...]]:
    """What may follow an option, one vector for each score of the seat: more would be the same trial once more."""
    return list({vector[seat]: vector for vector in vectors}.values())


EQUILIBRIA = ["russian", "lithuanian", "lithuanian-3", "jokers-3", "varzytines", "omnibus", "domino"]


@pytest.mark.parametrize("name", EQUILIBRIA)
def test_equilibria(name: str) -> None:
    for label, position in endings_of(name, 2, 3):
        if not options_at(position):
            continue
        found = solve(position, "equilibria")
        assert found.exact
        wanted: dict[Option, set[tuple[int, ...]]] = {
            option: equilibria(after(position, option)) for option in options_at(position)
        }
        assert {option: set(vectors) for option, vectors in found.card_vectors.items()} == wanted, label
        assert set(found.vectors) == equilibria(position), label
        floor = max(min(vector[turn_of(position)] for vector in vectors) for vectors in wanted.values())
        for option in found.best:
            assert max(vector[turn_of(position)] for vector in wanted[option]) >= floor
        for ties in ("hostile", "kind"):
            assert solve(position, "maxn", ties=ties).value in found.vectors, label
        for seat in range(position.table.n_seats):
            sure = solve(position, "guarantee", [seat]).value
            assert isinstance(sure, int)
            assert min(vector[seat] for vector in found.vectors) >= sure, label


def problems(n: int) -> list[Problem]:
    variant = load_variant("russian")
    return [
        Problem(
            id=str(number),
            variant=variant,
            contract="queens",
            named=None,
            position=ending(variant, "queens", None, 4, f"batch/{number}"),
            place=f"hands:{number}",
        )
        for number in range(n)
    ]


def test_a_batch_does_not_depend_on_jobs() -> None:
    asked = problems(40)
    position = asked[7].position
    assert isinstance(position, TrickPosition)
    wrong = msgspec.structs.replace(position, hands=(position.hands[0],) * 4)
    asked[7] = msgspec.structs.replace(asked[7], position=wrong)
    question = Question(methods=("guarantee", "maxn"))
    found = [list(ask_all(asked, question, jobs)) for jobs in (1, 2)]
    assert [len(answers) for answers in found] == [40, 40]
    for number, (one, other) in enumerate(zip(*found, strict=True)):
        if number == 7:
            assert isinstance(one, KingError)
            assert str(one) == str(other)
            assert "hands:7" in str(one)
        else:
            assert one == other


@pytest.mark.parametrize("is_plain", [True, False])
@pytest.mark.parametrize("name", ["lithuanian", "varzytines"])
def test_little_memory_costs_no_truth(name: str, is_plain: bool) -> None:
    for label, position in endings_of(name, 4, 1):
        for method in ("guarantee", "maxn"):
            whole, small = (solve(position, method, memory=memory, is_plain=is_plain) for memory in (None, 20_000))
            assert same(whole, small), label
