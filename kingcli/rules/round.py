"""A round: one deal under one contract, as a list of phases; events are the only truth.

Phases in order: the choice of a contract (where there is a pool), bidding, naming a suit, the talon (before the suit
where the game says so), card play. Each phase is a frozen value, so undoing a step is going back to the value before
it. Phases number the seats that play 0 .. n-1; this is the one place where these become seats at the table and back.
"""

from __future__ import annotations

from typing import cast

import msgspec

from kingcli.errors import IllegalPlay
from kingcli.rules import auction, cardplay
from kingcli.rules.choosing import ContractPhase, SuitPhase, cards_before_choice, give_cards
from kingcli.rules.deal import active_seats, check_deal, chooser_of, eldest_of, has_chooser
from kingcli.rules.events import Deal, Decision, Event, Kind, Option, option_text, seat_letter
from kingcli.rules.phase import Phase, Playing, Setting
from kingcli.rules.position import Position
from kingcli.rules.talon import show_talon, take_talon
from kingcli.seats import Seat
from kingcli.variants import Variant

_STAGES = ("contract", "auction", "naming", "talon", "naming after talon", "play")


class Round:
    """One round. Give `contract` where the order of the match fixes it, or `choices`, those its chooser still has.

    `active` are the seats that play, `seats` at the table everywhere else. Raises RecordError when the deal is not a
    deal of this game.
    """

    def __init__(
        self, variant: Variant, deal: Deal, dealer: Seat, contract: str | None = None, choices: tuple[str, ...] = ()
    ):
        rules = variant.contracts[contract or choices[0]]
        check_deal(variant, rules, dealer, deal)
        self.variant = variant
        self.deal = deal
        self.dealer = dealer
        self.active = active_seats(variant, dealer)
        self.events: list[Event] = []
        self._seen: list[list[Event]] = [[] for _ in range(variant.seats)]
        self._history: list[tuple[Phase, int, int]] = []
        n = len(self.active)
        chooser = chooser_of(variant, rules, dealer) if has_chooser(variant, rules) else None
        setting = Setting(
            variant=variant,
            eldest=self.active.index(eldest_of(variant, dealer)),
            received=tuple(deal.hands[seat] for seat in self.active),
            talon=deal.talon,
            stock=deal.stock,
            contract_id=contract,
            choices=choices,
            declarer=self.active.index(chooser) if chooser is not None else None,
            hands=(0,) * n,
            dealt=(0,) * n,
            transfers=(0,) * n,
        )
        setting, events = give_cards(setting, cards_before_choice(setting))
        self._emit((*events, *show_talon(setting)))
        self._stage = 0
        self._phase: Phase = ContractPhase(setting)
        self._advance()

    def _emit(self, events: tuple[Event, ...]) -> None:
        everybody_plays = len(self.active) == self.variant.seats
        for event in events if everybody_plays else map(self._at_table, events):
            self.events.append(event)
            hidden = Event(event.kind, event.seat, None, event.seen_by)
            for seat, seen in enumerate(self._seen):
                seen.append(event if event.seen_by >> seat & 1 else hidden)

    def _at_table(self, event: Event) -> Event:
        """The event with seats at the table; whoever sits out sees what all see."""
        everyone = (1 << len(self.active)) - 1
        seen = sum(1 << seat for index, seat in enumerate(self.active) if event.seen_by >> index & 1)
        if event.seen_by == everyone:
            seen = (1 << self.variant.seats) - 1
        seat = self.active[event.seat] if event.seat is not None else None
        value = self.by_seat(event.value) if event.kind is Kind.SCORED else event.value  # type: ignore[arg-type]
        return Event(event.kind, seat, value, seen)

    def by_seat(self, values: tuple[int, ...]) -> tuple[int, ...]:
        """Values of the seats that play, spread over the table; 0 for a seat that sits out."""
        if len(self.active) == self.variant.seats:
            return values
        spread = [0] * self.variant.seats
        for seat, value in zip(self.active, values, strict=True):
            spread[seat] = value
        return tuple(spread)

    def _advance(self) -> None:
        """Go on to the next phase while the present one has nothing to decide."""
        while self._phase.decision() is None and not self.is_over:
            self._stage += 1
            self._enter(_STAGES[self._stage], self._phase.settled())
        if self.is_over:
            everyone = self._phase.settled().everyone()
            end = "redeal" if self.is_void else None
            if not self.is_void:
                self._emit((Event(Kind.SCORED, None, self._playing_scores(), everyone),))
            self._emit((Event(Kind.END, None, end, everyone),))

    def _enter(self, stage: str, setting: Setting) -> None:
        """Begin a stage if this round has it; the phase stays as it is where it has not."""
        contract = setting.contract
        if stage == "auction" and contract.auction is not None:
            self._phase = auction.begin(setting)
        elif stage == "naming" and not (contract.trump.after_talon and setting.talon):
            self._phase = SuitPhase(setting)
        elif stage == "talon":
            setting, events = give_cards(setting, tuple(len(hand) for hand in setting.received))
            self._emit(events)
            if setting.talon and contract.talon is not None and contract.talon.then != "first-trick":
                self._phase, events = take_talon(setting)
                self._emit(events)
            else:
                self._phase = _Settled(setting)
        elif stage == "naming after talon":
            self._phase = SuitPhase(setting)
        elif stage == "play":
            self._phase = cardplay.begin(setting)

    @property
    def setting(self) -> Setting:
        """What is settled: contract, suit, declarer, hands before the first card; seats numbered as in `active`."""
        return self._phase.settled()

    @property
    def contract(self) -> str | None:
        return self.setting.contract_id

    @property
    def named(self) -> str | None:
        """The suit named, "NT", or None where none is (yet) named."""
        return self.setting.named

    @property
    def declarer(self) -> Seat | None:
        """The seat that chooses, names or has bought; None where nobody does or it is not yet known."""
        index = self.setting.declarer
        return None if index is None else self.active[index]

    @property
    def is_void(self) -> bool:
        """Whether all passed in a game that then deals anew: the round does not count."""
        return self.setting.is_void

    @property
    def is_over(self) -> bool:
        return self.is_void or (self._stage == len(_STAGES) - 1 and self._phase.decision() is None)

    def decision(self) -> Decision | None:
        """The next step, or None when the round is over."""
        if self.is_void:
            return None
        decision = self._phase.decision()
        if decision is None or len(self.active) == self.variant.seats:
            return decision
        return Decision(self.active[decision.seat], decision.kind, decision.options)

    def refuse(self, option: Option) -> str | None:
        """Why this option is not legal now, in words; None when it is."""
        if self.is_over:
            return "the round is over"
        return self._phase.refuse(option)

    def apply(self, option: Option) -> None:
        """Take one step. Raises IllegalPlay with the reason when the rules refuse it."""
        reason = self.refuse(option)
        if reason is not None:
            decision = self.decision()
            seat = seat_letter(decision.seat if decision else None)
            kind = decision.kind.value if decision else "play"
            raise IllegalPlay(f"{seat} cannot {kind} {option_text(option)}: {reason}")
        self._history.append((self._phase, self._stage, len(self.events)))
        self._phase, events = self._phase.apply(option)
        self._emit(events)
        self._advance()

    def undo(self) -> None:
        """Take back the last step. Raises IndexError when there is none."""
        self._phase, self._stage, count = self._history.pop()
        del self.events[count:]
        for seen in self._seen:
            del seen[count:]

    def position(self) -> Position | None:
        """The cards in play, all hands seen, seats numbered as in `active`; None before card play."""
        return self._playing().position() if self._stage == len(_STAGES) - 1 else None

    def _playing(self) -> Playing:
        return cast(Playing, self._phase)

    def _playing_scores(self) -> tuple[int, ...]:
        """Scores of the seats that play."""
        if self._stage == len(_STAGES) - 1:
            return self._playing().scores()
        return self.setting.transfers

    def scores(self) -> tuple[int, ...]:
        """Points by seat at the table so far, natural sign; transfers included, premiums once the round is over."""
        return self.by_seat((0,) * len(self.active) if self.is_void else self._playing_scores())

    def seen_by(self, seat: Seat) -> tuple[Event, ...]:
        """The events as this seat saw them: what it may not read has no value."""
        return tuple(self._seen[seat])


class _Settled(msgspec.Struct, frozen=True):
    """A phase with nothing to decide."""

    setting: Setting

    def decision(self) -> None:
        return None

    def refuse(self, option: Option) -> str | None:
        return "nothing is to be decided"

    def apply(self, option: Option) -> tuple[Phase, tuple[Event, ...]]:
        raise IllegalPlay("nothing is to be decided")

    def settled(self) -> Setting:
        return self.setting
