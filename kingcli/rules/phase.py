"""A round is a list of phases. This is what they share: what is settled so far, and the shape of a phase."""

from __future__ import annotations

from typing import Protocol

import msgspec

from kingcli.cards import Hand
from kingcli.rules.events import Deal, Decision, Event, Option
from kingcli.rules.position import Position
from kingcli.seats import Seat
from kingcli.variants import Contract, Table, Variant, compile_table


class Setting(msgspec.Struct, frozen=True, kw_only=True):
    """What is settled before the first card: contract, suit named ("S", "NT", ...), declarer, and the hands as they
    stand.

    `dealt[seat]` is how many cards of its hand a seat has been given; `put_away` the declarer's discards in order.
    """

    variant: Variant
    dealer: Seat
    deal: Deal
    contract_id: str | None
    choices: tuple[str, ...]
    chooser: Seat | None
    named: str | None = None
    hands: tuple[Hand, ...]
    dealt: tuple[int, ...]
    put_away: tuple[int, ...] = ()

    @property
    def contract(self) -> Contract:
        """The contract chosen; before the choice any of the pool, which agree on deal, talon and chooser."""
        return self.variant.contracts[self.contract_id or self.choices[0]]

    @property
    def table(self) -> Table:
        assert self.contract_id is not None
        return compile_table(self.variant, self.contract_id, self.named)

    def everyone(self) -> int:
        return (1 << self.variant.seats) - 1


class Phase(Protocol):
    """A stretch of decisions of one kind. `decision()` is None when it is over. Phases are values: `apply` returns
    the next.
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

    def position(self) -> Position | None:
        """The cards in play, once card play has begun."""
        ...
