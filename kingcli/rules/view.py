"""What one seat may know: its hand, the events as it saw them, and what follows from these alone."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import msgspec

from kingcli.cards import Card, Hand, cards_of, mask, names, suit_index
from kingcli.rules.events import Decision, Event, Kind, option_text, seat_letter
from kingcli.rules.position import HundredPosition, LayoutPosition, TrickPosition
from kingcli.rules.round import Round
from kingcli.seats import Seat
from kingcli.variants import Table, Variant, compile_table


class View(msgspec.Struct, frozen=True, dict=True):
    """One seat's knowledge. `decision` is there when this seat is to move; `turn` says who is, for everybody.

    `active` are the seats that play. `trick`, `leader`, `taken`, `laid`, `count` (the sum of the Hundred) and `scores`
    are public; `totals` are the match totals before this round. No field leads to a hidden card.
    """

    variant: Variant
    contract: str | None
    named: str | None
    seat: Seat
    dealer: Seat
    active: tuple[Seat, ...]
    declarer: Seat | None
    hand: Hand
    events: tuple[Event, ...]
    decision: Decision | None
    turn: Seat | None
    leader: Seat | None
    trick: tuple[Card, ...]
    taken: tuple[Hand, ...]
    laid: Hand
    count: int
    scores: tuple[int, ...]
    totals: tuple[int, ...]

    @property
    def table(self) -> Table | None:
        """The table of the contract, once contract and trump are known."""
        if self.contract is None:
            return None
        if self.variant.contracts[self.contract].suit != "none" and self.named is None:
            return None
        return compile_table(self.variant, self.contract, self.named)

    @cached_property
    def unseen(self) -> Hand:
        """The cards of the pack this seat has not seen: in other hands, put away or not yet dealt."""
        pack = self.pack
        for event in self.events:
            if isinstance(event.value, int) and event.kind is not Kind.OUT:
                pack &= ~(1 << event.value)
            elif isinstance(event.value, tuple) and event.kind in (Kind.DEALT, Kind.TALON, Kind.TRICK, Kind.LEFT):
                pack &= ~mask(event.value)
        return pack & ~self.hand

    @property
    def pack(self) -> Hand:
        """The whole pack of the game."""
        contract = self.contract or next(iter(self.variant.contracts))
        return compile_table(self.variant, contract).deck

    @cached_property
    def voids(self) -> tuple[int, ...]:
        """By seat, bit `1 << suit` for each suit the seat has shown it does not hold (discarded, did not follow)."""
        shown = [0] * self.variant.seats
        trick: list[Card] = []
        for event in self.events:
            if event.kind is Kind.PLAY and event.seat is not None and isinstance(event.value, int):
                if trick and suit_index(event.value) != suit_index(trick[0]):
                    shown[event.seat] |= 1 << suit_index(trick[0])
                trick.append(event.value)
            elif event.kind is Kind.TRICK:
                trick = []
        return tuple(shown)

    def to_plain(self) -> dict[str, Any]:
        """Everything in this view as JSON values; equal for two deals that differ only in what the seat cannot know."""
        decision = self.decision
        return {
            "variant": self.variant.name,
            "digest": self.variant.digest,
            "contract": self.contract,
            "named": self.named,
            "seat": seat_letter(self.seat),
            "dealer": seat_letter(self.dealer),
            "active": [seat_letter(seat) for seat in self.active],
            "declarer": seat_letter(self.declarer),
            "hand": names(cards_of(self.hand)),
            "events": [_plain(event) for event in self.events],
            "decision": decision and [decision.kind.value, [option_text(option) for option in decision.options]],
            "turn": seat_letter(self.turn),
            "leader": seat_letter(self.leader),
            "trick": names(self.trick),
            "taken": [names(cards_of(cards)) for cards in self.taken],
            "laid": names(cards_of(self.laid)),
            "count": self.count,
            "scores": [*self.scores],
            "totals": [*self.totals],
            "unseen": names(cards_of(self.unseen)),
            "voids": [*self.voids],
        }


def _plain(event: Event) -> list[Any]:
    value: Any = event.value
    if isinstance(value, tuple) and event.kind is not Kind.SCORED:
        value = names(value)
    elif isinstance(value, int) and event.kind is not Kind.OUT:
        value = option_text(value)
    return [event.kind.value, seat_letter(event.seat), value]


def make_view(round: Round, seat: Seat, totals: tuple[int, ...] = ()) -> View:
    """What this seat knows of the round now."""
    setting, position, decision = round.setting, round.position(), round.decision()
    hands = position.hands if position is not None else setting.hands
    playing = position if isinstance(position, TrickPosition) else None
    return View(
        variant=round.variant,
        contract=setting.contract_id,
        named=setting.named,
        seat=seat,
        dealer=round.dealer,
        active=round.active,
        declarer=round.declarer,
        hand=hands[round.active.index(seat)] if seat in round.active else 0,
        events=round.seen_by(seat),
        decision=decision if decision is not None and decision.seat == seat else None,
        turn=decision.seat if decision is not None else None,
        leader=round.active[playing.leader] if playing is not None else None,
        trick=playing.trick if playing is not None else (),
        taken=round.by_seat(playing.taken or ()) if playing is not None else (0,) * round.variant.seats,
        laid=position.laid if isinstance(position, LayoutPosition) else 0,
        count=position.sum if isinstance(position, HundredPosition) else 0,
        scores=round.scores(),
        totals=totals or (0,) * round.variant.seats,
    )
