"""The compiled module as kingcli.kernel sees it: plain values only."""

from typing import TypeAlias

Mask: TypeAlias = int

# hands, leader, trick, declarer (-1: nobody), scores, taken, tricks, stock (top first), odd (-1: none), order, recent
PlainPosition: TypeAlias = tuple[
    tuple[Mask, ...],
    int,
    tuple[int, ...],
    int,
    tuple[int, ...],
    tuple[Mask, ...] | None,
    tuple[int, ...] | None,
    tuple[int, ...],
    int,
    tuple[int, ...],
    tuple[int, ...],
]
# each, helpers, earners, kind ties, nodes, seconds, cards, line, plain, equilibria
PlainRequest: TypeAlias = tuple[bool, int, int, bool, int, float, bool, bool, bool, bool]
Scores: TypeAlias = tuple[int, ...]
# error, exact, (low, high) or scores, [(card, (low, high) or scores)], best, [(seat, card)], nodes; of equilibria the
# vectors and [(card, vectors)]
PlainAnswer: TypeAlias = tuple[
    str | None,
    bool,
    tuple[int, ...],
    list[tuple[int, tuple[int, ...]]],
    Mask,
    list[tuple[int, int]],
    int,
    tuple[Scores, ...],
    list[tuple[int, tuple[Scores, ...]]],
]
State: TypeAlias = tuple[int, int, int, int]

class Table:
    def __init__(
        self,
        *,
        n_seats: int,
        hand_size: int,
        deck: Mask,
        direction: int,
        strength: list[list[int]],
        lead_bans: list[tuple[Mask, bool]],
        void_must: list[Mask],
        follow_must: list[tuple[Mask, Mask]],
        card_points: list[int],
        scoring: Mask,
        trick_points: list[int],
        end_points: list[int],
        premiums: list[tuple[bool, Mask, int, int, int]],
        jokers: Mask,
        joker_beaten_by: list[Mask],
        has_stock: bool,
        extra_to_trick: int,
        early_end: bool,
    ) -> None: ...

class Game:
    def __init__(self, table: Table, position: PlainPosition) -> None: ...
    def turn(self) -> int: ...
    def legal(self) -> Mask: ...
    def is_over(self) -> bool: ...
    def is_decided(self) -> bool: ...
    def play(self, card: int) -> None: ...
    def undo(self) -> None: ...
    def scores(self) -> list[int]: ...
    def position(self) -> PlainPosition: ...

class Solver:
    def __init__(self, memory: int, threads: int) -> None: ...
    def solve(self, jobs: list[tuple[Table, PlainPosition, PlainRequest]]) -> list[PlainAnswer]: ...
    def bytes(self) -> int: ...

def fault(table: Table, position: PlainPosition) -> str | None: ...
def perft(table: Table, position: PlainPosition, depth: int) -> list[int]: ...
def play_out(
    table: Table, position: PlainPosition, n: int, state: State, each: bool
) -> tuple[list[int], bytes, State]: ...
def play_out_all(
    table: Table, positions: list[PlainPosition], n: int, state: State
) -> tuple[list[list[int] | str], State]: ...
def level() -> str: ...
def can_run_v3() -> bool: ...
