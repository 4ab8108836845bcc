"""Card play as phases of a round: the positions of tricks.py, layout.py and hundred.py, one decision a card."""

from __future__ import annotations

import msgspec

from kingcli.cards import cards_of, mask
from kingcli.rules import hundred, layout, tricks
from kingcli.rules.events import Decision, Event, Kind, Option, seat_mask
from kingcli.rules.phase import Phase, Playing, Setting
from kingcli.rules.position import HundredPosition, LayoutPosition, TrickPosition
from kingcli.variants import HundredTable, LayoutTable


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
        events = [Event(Kind.PLAY, tricks.turn(before), card, everyone)]
        if after.trick:
            # How many cards are drawn is seen by all, which cards by the drawer alone.
            drawer = tricks.turn(after)
            drawn = before.stock[: len(before.stock) - len(after.stock)]
            events += [Event(Kind.DRAWN, drawer, drawn_card, seat_mask(drawer)) for drawn_card in drawn]
            return TrickPhase(self.setting, after), tuple(events)
        taker = tricks.taker(before, card)
        trick = (*before.trick, card)
        if before.odd is not None and after.odd is None:
            trick = (*trick, before.odd)
        events.append(Event(Kind.TRICK, taker, trick, everyone))
        left = tuple(
            cards_of(sum(before.hands) & ~sum(after.hands) & ~(1 << card) | mask(before.stock) & ~mask(after.stock))
        )
        if left:
            holder = tricks.last_holder(before, card)
            events.append(Event(Kind.LEFT, holder, left, everyone))
        return TrickPhase(self.setting, after), tuple(events)

    def settled(self) -> Setting:
        return self.setting

    def position(self) -> TrickPosition:
        return self.state

    def scores(self) -> tuple[int, ...]:
        if not tricks.is_over(self.state):
            return self.state.scores
        talon, table = self.setting.contract.talon, self.state.table
        if talon is not None and talon.revoke and mask(self.setting.put_away) & table.scoring:
            # Scoring cards among the discards, found at the end: the declarer pays for the whole round.
            return tuple(-talon.revoke if seat == self.setting.declarer else 0 for seat in range(table.n_seats))
        return tricks.final_scores(self.state)


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

    def scores(self) -> tuple[int, ...]:
        return self.state.scores


class HundredPhase(msgspec.Struct, frozen=True):
    """The counting race until its last limit is reached."""

    setting: Setting
    state: HundredPosition

    def decision(self) -> Decision | None:
        if hundred.is_over(self.state):
            return None
        return Decision(self.state.turn, Kind.LAY, hundred.options(self.state))

    def refuse(self, option: Option) -> str | None:
        return hundred.refuse(self.state, option)

    def apply(self, option: Option) -> tuple[Phase, tuple[Event, ...]]:
        after = hundred.play(self.state, option)
        return HundredPhase(self.setting, after), (Event(Kind.LAY, self.state.turn, option, self.setting.everyone()),)

    def settled(self) -> Setting:
        return self.setting

    def position(self) -> HundredPosition:
        return self.state

    def scores(self) -> tuple[int, ...]:
        return self.state.scores


def begin(setting: Setting) -> Playing:
    """The first position of card play. The declarer leads where there is one, else the eldest; a layout has its own
    starter.
    """
    table, eldest = setting.table, setting.eldest
    if isinstance(table, LayoutTable):
        start = layout.start(table, setting.hands, eldest)
        return LayoutPhase(setting, msgspec.structs.replace(start, scores=setting.transfers))
    if isinstance(table, HundredTable):
        race = hundred.start(table, setting.hands, eldest)
        return HundredPhase(setting, msgspec.structs.replace(race, scores=setting.transfers))
    leads = setting.declarer is not None and setting.contract.leader == "declarer"
    nothing = (0,) * table.n_seats
    position = TrickPosition(
        table,
        setting.hands,
        setting.declarer if leads and setting.declarer is not None else eldest,
        (),
        setting.declarer,
        setting.transfers,
        nothing,
        nothing,
        setting.stock,
        setting.talon[0] if setting.talon else None,
    )
    return TrickPhase(setting, position)
