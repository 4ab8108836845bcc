"""A round: one deal under one contract, as a list of phases; events are the only truth.

Phases in order: the choice of a contract (where there is a pool), naming trump, the talon, card play. Each phase is
a frozen
value, so undoing a step is going back to the value before it.
"""

from __future__ import annotations

from kingcli.errors import IllegalPlay
from kingcli.rules import cardplay
from kingcli.rules.choosing import ContractPhase, TrumpPhase, cards_before_choice, give_cards
from kingcli.rules.deal import check_deal, chooser_of, has_chooser
from kingcli.rules.events import Deal, Decision, Event, Kind, Option, option_text, seat_letter
from kingcli.rules.phase import Phase, Setting
from kingcli.rules.position import Position
from kingcli.rules.talon import DiscardPhase, take_talon
from kingcli.seats import Seat
from kingcli.variants import Variant


class Round:
    """One round. Give `contract` where the order of the match fixes it, or `choices`, those its chooser still has.

    Raises RecordError when the deal is not a deal of this game.
    """

    def __init__(
        self, variant: Variant, deal: Deal, dealer: Seat, contract: str | None = None, choices: tuple[str, ...] = ()
    ):
        check_deal(variant, deal)
        rules = variant.contracts[contract or choices[0]]
        self.variant = variant
        self.deal = deal
        self.dealer = dealer
        self.events: list[Event] = []
        self._seen: list[list[Event]] = [[] for _ in range(variant.seats)]
        self._history: list[tuple[Phase, int, int]] = []
        setting = Setting(
            variant=variant,
            dealer=dealer,
            deal=deal,
            contract_id=contract,
            choices=choices,
            chooser=chooser_of(variant, rules, dealer) if has_chooser(variant, rules) else None,
            hands=(0,) * variant.seats,
            dealt=(0,) * variant.seats,
        )
        setting, events = give_cards(setting, cards_before_choice(setting))
        self._emit(events)
        self._stage = 0
        self._phase: Phase = ContractPhase(setting)
        self._advance()

    def _emit(self, events: tuple[Event, ...]) -> None:
        for event in events:
            self.events.append(event)
            hidden = Event(event.kind, event.seat, None, event.seen_by)
            for seat, seen in enumerate(self._seen):
                seen.append(event if event.seen_by >> seat & 1 else hidden)

    def _advance(self) -> None:
        """Go on to the next phase while the present one has nothing to decide."""
        while self._phase.decision() is None and self._stage < 3:
            setting = self._phase.settled()
            self._stage += 1
            if self._stage == 1:
                self._phase = TrumpPhase(setting)
            elif self._stage == 2:
                setting, events = give_cards(setting, tuple(len(hand) for hand in self.deal.hands))
                self._emit(events)
                if self.deal.talon:
                    setting, events = take_talon(setting)
                    self._emit(events)
                    self._phase = DiscardPhase(setting)
                else:
                    self._stage += 1
                    self._phase = cardplay.begin(setting)
            else:
                self._phase = cardplay.begin(setting)
        if self.is_over:
            everyone = self._phase.settled().everyone()
            self._emit((Event(Kind.SCORED, None, self.scores(), everyone), Event(Kind.END, None, None, everyone)))

    @property
    def setting(self) -> Setting:
        """What is settled: contract, trump, declarer, hands before the first card."""
        return self._phase.settled()

    @property
    def contract(self) -> str | None:
        return self.setting.contract_id

    @property
    def named(self) -> str | None:
        """The trump suit, "NT", or None where none is (yet) named."""
        return self.setting.named

    @property
    def declarer(self) -> Seat | None:
        return self.setting.chooser

    @property
    def is_over(self) -> bool:
        return self._stage == 3 and self._phase.decision() is None

    def decision(self) -> Decision | None:
        """The next step, or None when the round is over."""
        return self._phase.decision()

    def refuse(self, option: Option) -> str | None:
        """Why this option is not legal now, in words; None when it is."""
        if self.decision() is None:
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
        """The cards in play, all hands seen; None before card play."""
        return self._phase.position()

    def scores(self) -> tuple[int, ...]:
        """Points by seat so far, natural sign."""
        position = self.position()
        return position.scores if position is not None else (0,) * self.variant.seats

    def seen_by(self, seat: Seat) -> tuple[Event, ...]:
        """The events as this seat saw them: what it may not read has no value."""
        return tuple(self._seen[seat])
