"""A played round decision by decision: what was legal, what was done, what followed."""

from __future__ import annotations

import msgspec

from kingcli.rules import Event, Kind, Option, Round
from kingcli.rules.events import DECISIONS
from kingcli.seats import Seat


class Move(msgspec.Struct, frozen=True):
    """One decision. `options` were legal, `option` was taken; `facts` are the events it brought about.

    `gains` are the points by seat at the table it brought (natural sign), `premium` what the end of the round changed
    besides: premiums, or scoring cards found among the discards.
    """

    seat: Seat
    kind: Kind
    options: tuple[Option, ...]
    option: Option
    facts: tuple[Event, ...]
    gains: tuple[int, ...]
    premium: tuple[int, ...]

    def facts_of(self, kind: Kind) -> list[Event]:
        """The events of one kind among its facts."""
        return [fact for fact in self.facts if fact.kind is kind]


def moves_of(round: Round) -> list[Move]:
    """All decisions of a round so far, from a second playing of its events."""
    variant = round.variant
    contract = None if round.setting.choices else round.contract
    again = Round(variant, round.deal, round.dealer, contract, round.setting.choices)
    moves = []
    for event in round.events:
        decision = again.decision()
        if event.kind not in DECISIONS or decision is None or not isinstance(event.value, (int, str)):
            continue
        before, n_events = again.scores(), len(again.events)
        again.apply(event.value)
        position, after = again.position(), again.scores()
        made = again.by_seat(position.scores) if position is not None else after
        gains = tuple(now - then for now, then in zip(made, before, strict=True))
        premium = tuple(whole - part for whole, part in zip(after, made, strict=True))
        facts = tuple(again.events[n_events + 1 :])
        moves.append(Move(decision.seat, decision.kind, decision.options, event.value, facts, gains, premium))
    return moves


def price_of(round: Round) -> int | None:
    """What the right to name the suit was bought for; None where nobody paid."""
    bids = [event for event in round.events if event.kind is Kind.BID and event.seat == round.declarer]
    amounts = [str(event.value).partition(":")[2] for event in bids if event.value != "pass"]
    return int(amounts[-1]) if amounts and round.declarer is not None else None
