"""Card play as phases of a round: the positions of tricks.py and layout.py, one decision a card."""

from __future__ import annotations

import msgspec

from kingcli.cards import cards_of
from kingcli.rules import layout, tricks
from kingcli.rules.deal import eldest_of, has_chooser
from kingcli.rules.events import Decision, Event, Kind, Option
from kingcli.rules.phase import Phase, Setting
from kingcli.rules.position import LayoutPosition, TrickPosition
from kingcli.variants import LayoutTable, TrickTable


class TrickPhase(msgspec.Struct, frozen=True):
    """Tricks until the cards are gone or the round is decided."""

    setting: Setting
    state: TrickPosition

    def decision(self) -> Decision | None:
        if tricks.is_over(self.state):
            return None
        return Decision(tricks.turn(self.state), Kind.PLAY, tuple(cards_of(tricks.legal(self.state))))

    def refuse(self, option: Option) -> str | None:
        if not isinstance(option, int):
            return "must play a card"
        return tricks.refuse(self.state, option)

    def apply(self, option: Option) -> tuple[Phase, tuple[Event, ...]]:
        before, card, everyone = self.state, int(option), self.setting.everyone()
        after = tricks.play(before, card)
        played = Event(Kind.PLAY, tricks.turn(before), card, everyone)
        if after.trick:
            return TrickPhase(self.setting, after), (played,)
        taken = Event(Kind.TRICK, after.leader, (*before.trick, card), everyone)
        return TrickPhase(self.setting, after), (played, taken)

    def settled(self) -> Setting:
        return self.setting

    def position(self) -> TrickPosition:
        return self.state


class LayoutPhase(msgspec.Struct, frozen=True):
    """Card dominoes until the places that are left all bring the same."""

    setting: Setting
    state: LayoutPosition

    def decision(self) -> Decision | None:
        if layout.is_over(self.state):
            return None
        return Decision(self.state.turn, Kind.LAY, layout.options(self.state))

    def refuse(self, option: Option) -> str | None:
        return layout.refuse(self.state, option)

    def apply(self, option: Option) -> tuple[Phase, tuple[Event, ...]]:
        before, everyone = self.state, self.setting.everyone()
        after = layout.play(before, option)
        events = [Event(Kind.LAY, before.turn, option, everyone)]
        if after.n_out > before.n_out:
            prize = before.table.prizes[before.n_out]
            events.append(Event(Kind.OUT, before.turn, prize, everyone))
        return LayoutPhase(self.setting, after), tuple(events)

    def settled(self) -> Setting:
        return self.setting

    def position(self) -> LayoutPosition:
        return self.state


def begin(setting: Setting) -> Phase:
    """The first position of card play. The declarer leads where there is one, else the eldest; a layout has its own
    starter.
    """
    variant, contract, table = setting.variant, setting.contract, setting.table
    eldest = eldest_of(variant, setting.dealer)
    if isinstance(table, LayoutTable):
        return LayoutPhase(setting, layout.start(table, setting.hands, eldest))
    assert isinstance(table, TrickTable)
    declarer = setting.chooser if has_chooser(variant, contract) else None
    leader = declarer if declarer is not None and contract.leader == "declarer" else eldest
    nothing = (0,) * table.n_seats
    return TrickPhase(setting, TrickPosition(table, setting.hands, leader, (), declarer, nothing, nothing, nothing))
