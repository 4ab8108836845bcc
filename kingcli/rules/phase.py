"""A round is a list of phases. This is what they share: what is settled so far, and the shape of a phase.

Phases know only the seats that play, numbered 0 .. n-1 clockwise; `round.py` maps them to the seats at the table.
"""

from __future__ import annotations

from typing import Protocol

import msgspec

from kingcli.cards import Card, Hand
from kingcli.rules.events import Decision, Event, Option
from kingcli.rules.position import Position
from kingcli.seats import Seat
from kingcli.variants import Contract, Table, Variant, compile_table


class Setting(msgspec.Struct, frozen=True, kw_only=True):
    """What is settled before the first card: contract, suit named ("S", "NT", ...), declarer, and the hands as they
    stand.

    `received` are the hands as dealt, in order; `dealt[seat]` how many cards of it a seat has been given; `talon` what
    is still set aside; `put_away` the declarer's discards in order; `transfers` points that change hands before card
    play.
    """

    variant: Variant
    eldest: Seat
    received: tuple[tuple[Card, ...], ...]
    talon: tuple[Card, ...]
    stock: tuple[Card, ...]
    contract_id: str | None
    choices: tuple[str, ...]
    declarer: Seat | None
    named: str | None = None
    hands: tuple[Hand, ...]
    dealt: tuple[int, ...]
    put_away: tuple[Card, ...] = ()
    transfers: tuple[int, ...]
    is_void: bool = False

    @property
    def contract(self) -> Contract:
        """The contract chosen; before the choice any of the pool, which agree on deal, talon and chooser."""
        return self.variant.contracts[self.contract_id or self.choices[0]]

    @property
    def table(self) -> Table:
        assert self.contract_id is not None
        return compile_table(self.variant, self.contract_id, self.named)

    def everyone(self) -> int:
        return (1 << len(self.hands)) - 1

    def next_seat(self, seat: Seat, steps: int = 1) -> Seat:
        return (seat + self.variant.step * steps) % len(self.hands)

    def with_transfer(self, seat: Seat, points: int) -> Setting:
        """The setting after a seat has been given (or charged) points."""
        changed = (*self.transfers[:seat], self.transfers[seat] + points, *self.transfers[seat + 1 :])
        return msgspec.structs.replace(self, transfers=changed)

    def with_hand(self, seat: Seat, hand: Hand) -> Setting:
        return msgspec.structs.replace(self, hands=(*self.hands[:seat], hand, *self.hands[seat + 1 :]))


class Phase(Protocol):
    """A stretch of decisions of one kind. `decision()` is None when it is over. Phases are values: `apply` returns the
    next.
    """

    def decision(self) -> Decision | None: ...

    def refuse(self, option: Option) -> str | None:
        """Why the option may not be taken now, in words; None when it may."""
        ...

    def apply(self, option: Option) -> tuple[Phase, tuple[Event, ...]]:
        """The phase after a legal option, and the events that came of it."""
        ...

    def settled(self) -> Setting:
        """What the next phase starts from."""
        ...


class Playing(Phase, Protocol):
    """A phase of card play."""

    def position(self) -> Position:
        """The cards in play, all hands seen."""
        ...

    def scores(self) -> tuple[int, ...]:
        """Points by seat so far; once the round is over with premiums and transfers worked in."""
        ...
