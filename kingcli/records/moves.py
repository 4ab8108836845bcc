"""A played round decision by decision: what was legal, what was done, what followed."""

from __future__ import annotations

import msgspec

from kingcli.rules import Event, Kind, Option, Round
from kingcli.rules.events import DECISIONS
from kingcli.seats import Seat


class Move(msgspec.Struct, frozen=True):
    """One decision. `options` were legal, `option` was taken; `facts` are the events it brought about.

    `gains` are the points by seat it brought (natural sign).
    """

    seat: Seat
    kind: Kind
    options: tuple[Option, ...]
    option: Option
    facts: tuple[Event, ...]
    gains: tuple[int, ...]


def moves_of(round: Round) -> list[Move]:
    """All decisions of a round so far, from a second playing of its events."""
    variant = round.variant
    contract = None if variant.pool is not None else round.contract
    again = Round(variant, round.deal, round.dealer, contract, round.setting.choices)
    moves = []
    for event in round.events:
        decision = again.decision()
        if event.kind not in DECISIONS or decision is None or not isinstance(event.value, (int, str)):
            continue
        before, n_events = again.scores(), len(again.events)
        again.apply(event.value)
        gains = tuple(now - then for now, then in zip(again.scores(), before, strict=True))
        facts = tuple(again.events[n_events + 1 :])
        moves.append(Move(decision.seat, decision.kind, decision.options, event.value, facts, gains))
    return moves
