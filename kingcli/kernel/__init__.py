"""The compiled core: trick play of every contract in C++, by the rules of kingcli.rules, solved as in plain Python.

Positions and tables go in as the frozen records of `kingcli.rules` and `kingcli.variants`, plain values come out. The
memory of a search belongs to the `Solver` it runs in; the interpreter is let go of meanwhile. Without a compiled core
`available()` is False, `why_not()` says why, and everything else raises KernelMissing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import msgspec

from kingcli.cards import Card, Hand
from kingcli.errors import KernelMissing, RecordError
from kingcli.rules import TrickPosition
from kingcli.seats import Seat
from kingcli.variants import TrickTable

if TYPE_CHECKING:
    from kingcli.kernel import _kernel

__all__ = [
    "Answer",
    "Game",
    "Request",
    "Solver",
    "available",
    "core",
    "each",
    "equilibria",
    "fault",
    "perft",
    "play_out",
    "play_out_all",
    "sides",
    "why_not",
]

Range = tuple[int, int]
Scores = tuple[int, ...]
State = tuple[int, int, int, int]

_MEMORY = 64 << 20
_EFFECTS = {"replace": 0, "add": 1, "double": 2}
_TWICE_EACH = 3


@lru_cache(maxsize=1)
def _load() -> tuple[Any, str | None]:
    """The compiled module, or None and the reason."""
    try:
        from kingcli.kernel import _kernel
    except ImportError as error:
        return None, f"the compiled core is not installed ({error})"
    if _kernel.can_run_v3():
        try:
            from kingcli.kernel import _kernel_v3  # type: ignore[attr-defined, unused-ignore]
        except ImportError:
            return _kernel, None
        return _kernel_v3, None
    return _kernel, None


def available() -> bool:
    """Whether the compiled core is there."""
    return _load()[0] is not None


def why_not() -> str | None:
    """Why the compiled core is not there; None when it is."""
    return _load()[1]


def core() -> str:
    """The core in use, in words."""
    module = _load()[0]
    return "pure Python" if module is None else f"C++ ({module.level()})"


def _module() -> Any:
    module, reason = _load()
    if module is None:
        raise KernelMissing(f"{reason}; plain Python does the same, slower")
    return module


@lru_cache(maxsize=1024)
def _table(table: TrickTable) -> _kernel.Table:
    """The compiled form of a table. Raises RecordError for one that the core cannot hold."""
    strength = []
    for row in table.strength:
        rank = {value: index for index, value in enumerate(sorted({0, *row}))}
        zero = rank[0]
        strength.append([max(rank[value] - zero, 0) for value in row])
    try:
        compiled: _kernel.Table = _module().Table(
            n_seats=table.n_seats,
            hand_size=table.hand_size,
            deck=table.deck,
            direction=table.direction,
            strength=strength,
            lead_bans=[(ban.cards, ban.declarer_exempt) for ban in table.lead_bans],
            void_must=list(table.void_must),
            follow_must=[(must.cards, must.when) for must in table.follow_must],
            card_points=list(table.card_points),
            scoring=table.scoring,
            trick_points=list(table.trick_points),
            end_points=list(table.end_points),
            premiums=[
                (rule.needs_all, rule.cards, _EFFECTS.get(rule.do, _TWICE_EACH), rule.taker, rule.others)
                for rule in table.premiums
            ],
            jokers=table.jokers,
            joker_beaten_by=list(table.joker_beaten_by),
            has_stock=table.has_stock,
            extra_to_trick=-1 if table.extra_to_trick is None else table.extra_to_trick,
            early_end=table.early_end,
        )
    except (TypeError, ValueError) as error:
        raise RecordError(f"the compiled core cannot hold this contract: {error}") from None
    return compiled


def _plain(position: TrickPosition) -> tuple[Any, ...]:
    declarer, odd = position.declarer, position.odd
    return (
        position.hands,
        position.leader,
        position.trick,
        -1 if declarer is None else declarer,
        position.scores,
        position.taken,
        position.tricks,
        position.stock,
        -1 if odd is None else odd,
        position.order,
        position.recent,
    )


def fault(position: TrickPosition) -> str | None:
    """What does not hold together in a position, in words; None when nothing."""
    found: str | None = _module().fault(_table(position.table), _plain(position))
    return found


class Game:
    """A round played and taken back card by card. Raises RecordError for a position that does not hold together."""

    __slots__ = ("_game", "_table")

    def __init__(self, position: TrickPosition):
        self._table = position.table
        try:
            self._game = _module().Game(_table(position.table), _plain(position))
        except (TypeError, ValueError) as error:
            raise RecordError(str(error)) from None

    def turn(self) -> Seat:
        return int(self._game.turn())

    def legal(self) -> Hand:
        """The cards the seat to play may play; none when the round is over."""
        return int(self._game.legal())

    def is_over(self) -> bool:
        return bool(self._game.is_over())

    def is_decided(self) -> bool:
        return bool(self._game.is_decided())

    def play(self, card: Card) -> None:
        """Raises RecordError when the card is not legal."""
        try:
            self._game.play(card)
        except ValueError as error:
            raise RecordError(str(error)) from None

    def undo(self) -> None:
        self._game.undo()

    def scores(self) -> Scores:
        """The scores if the round ended here, premiums included."""
        return tuple(self._game.scores())

    def position(self) -> TrickPosition:
        hands, leader, trick, declarer, scores, taken, tricks, stock, odd, order, recent = self._game.position()
        return TrickPosition(
            self._table,
            tuple(hands),
            leader,
            tuple(trick),
            None if declarer < 0 else declarer,
            tuple(scores),
            None if taken is None else tuple(taken),
            None if tricks is None else tuple(tricks),
            tuple(stock),
            None if odd < 0 else odd,
            tuple(order),
            tuple(recent),
        )


def perft(position: TrickPosition, depth: int) -> list[int]:
    """The number of sequences of 1, 2, .. `depth` cards from here; a round that is over is not continued."""
    try:
        return list(_module().perft(_table(position.table), _plain(position), depth))
    except (TypeError, ValueError) as error:
        raise RecordError(str(error)) from None


def play_out(position: TrickPosition, n: int, state: State) -> tuple[list[Scores], State]:
    """The scores of n rounds played to the end at random, and the state of the stream after them.

    A card is number below(count) of the legal ones in hand order; one legal card draws no number; a round stops where
    it is decided. `state` is that of xoshiro256**, as in kingcli.random.
    """
    try:
        _, scores, after = _module().play_out(_table(position.table), _plain(position), n, state, True)
    except (TypeError, ValueError) as error:
        raise RecordError(str(error)) from None
    flat, seats = memoryview(scores).cast("i"), position.table.n_seats
    return [tuple(flat[i : i + seats]) for i in range(0, len(flat), seats)], after


def play_out_all(positions: Sequence[TrickPosition], n: int, state: State) -> tuple[list[Scores | str], State]:
    """The sums of n such rounds from each position of one contract; a wrong one gives its reason instead."""
    if not positions:
        return [], state
    plain = [_plain(position) for position in positions]
    sums, after = _module().play_out_all(_table(positions[0].table), plain, n, state)
    return [row if isinstance(row, str) else tuple(row) for row in sums], after


class Request(msgspec.Struct, frozen=True):
    """What is asked of a position. `earners` (bits) are the seats whose points count, `helpers` those that raise them;
    no earners: every seat for itself (max^n), ties hostile or kind; with `equilibria` the score vectors of all
    subgame-perfect equilibria. nodes 0 and seconds None: no limit. `cards`: the value after every legal card, and the
    best ones; `line`: the principal line; `plain`: card by card without short cuts, for checks.
    """

    helpers: int = 0
    earners: int = 0
    kind_ties: bool = False
    nodes: int = 0
    seconds: float | None = None
    cards: bool = True
    line: bool = True
    plain: bool = False
    equilibria: bool = False

    @property
    def is_each(self) -> bool:
        return not self.earners


def sides(earners: Iterable[Seat], helpers: Iterable[Seat] | None = None, **limits: Any) -> Request:
    """The guarantee of a seat or a team (helpers None: nobody else helps), or what it gets with these seats helping."""
    earning = sum(1 << seat for seat in set(earners))
    return Request(earning if helpers is None else sum(1 << seat for seat in set(helpers)), earning, **limits)


def each(*, kind_ties: bool = False, **limits: Any) -> Request:
    """Every seat for itself."""
    return Request(kind_ties=kind_ties, **limits)


def equilibria(**limits: Any) -> Request:
    """The score vectors of all subgame-perfect equilibria, and those after every legal card."""
    return Request(equilibria=True, **limits)


class Answer(msgspec.Struct, frozen=True):
    """`error` says what is wrong with the position; then nothing else holds.

    Two sides: `value` is (low, high), equal when `exact`, else the proven bounds; so are those of `cards`. Max^n:
    `value` and `cards` are scores by seat; when not exact, `value` says nothing and `cards` has only the finished ones.
    `best` are the cards that keep the value; `line` is (seat, card) to the end. A round that is over has no cards.
    Equilibria: `vectors` are sorted and distinct, `card_vectors` those after every legal card, `best` the cards that
    some equilibrium plays; `value`, `cards` and `line` are empty. When not exact (a limit, too little memory) all are.
    """

    error: str | None
    exact: bool
    value: tuple[int, ...]
    cards: dict[Card, tuple[int, ...]]
    best: Hand
    line: tuple[tuple[Seat, Card], ...]
    nodes: int
    vectors: tuple[Scores, ...] = ()
    card_vectors: dict[Card, tuple[Scores, ...]] = {}


class Solver:
    """Owns the memory of its searches: `memory` bytes, shared among `threads`."""

    __slots__ = ("_solver",)

    def __init__(self, memory: int = _MEMORY, threads: int = 1):
        self._solver = _module().Solver(memory, threads)

    def solve(self, position: TrickPosition, request: Request) -> Answer:
        return self.solve_all([(position, request)])[0]

    def solve_all(self, jobs: Iterable[tuple[TrickPosition, Request]]) -> list[Answer]:
        """Every job by itself, answers in order; neither the number of threads nor the order changes one."""
        plain = [(_table(position.table), _plain(position), _plain_request(request)) for position, request in jobs]
        return [
            Answer(error, exact, value, dict(cards), best, tuple(line), nodes, vectors, dict(card_vectors))
            for error, exact, value, cards, best, line, nodes, vectors, card_vectors in self._solver.solve(plain)
        ]

    def bytes(self) -> int:
        """The bytes its tables take now."""
        return int(self._solver.bytes())


def _plain_request(request: Request) -> tuple[Any, ...]:
    return (
        request.is_each,
        request.helpers,
        request.earners,
        request.kind_ties,
        request.nodes,
        -1.0 if request.seconds is None else request.seconds,
        request.cards,
        request.line,
        request.plain,
        request.equilibria,
    )
