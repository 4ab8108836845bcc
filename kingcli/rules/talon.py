"""The cards set aside: the declarer takes them, shown to all or unseen, and puts as many away face down."""

from __future__ import annotations

import msgspec

from kingcli.cards import Card, Hand, cards_of, mask, n_cards
from kingcli.rules.events import Decision, Event, Kind, Option, card_words, seat_mask
from kingcli.rules.phase import Phase, Setting
from kingcli.seats import Seat
from kingcli.variants import TrickTable


def take_talon(setting: Setting) -> tuple[Setting, tuple[Event, ...]]:
    """The declarer adds the talon to his hand."""
    seat = setting.chooser
    assert seat is not None
    assert setting.contract.talon is not None
    cards = setting.deal.talon
    hands = (*setting.hands[:seat], setting.hands[seat] | mask(cards), *setting.hands[seat + 1 :])
    seen = setting.everyone() if setting.contract.talon.faces == "shown" else seat_mask(seat)
    return msgspec.structs.replace(setting, hands=hands), (Event(Kind.TALON, seat, cards, seen),)


class DiscardPhase(msgspec.Struct, frozen=True):
    """One card at a time, until the declarer holds as many as the others."""

    setting: Setting

    def _seat(self) -> Seat:
        assert self.setting.chooser is not None
        return self.setting.chooser

    def _allowed(self) -> Hand:
        """Cards that score in this round may not be put away where the game says so."""
        hand = self.setting.hands[self._seat()]
        talon, table = self.setting.contract.talon, self.setting.table
        if talon is not None and talon.may_not == "scoring" and isinstance(table, TrickTable):
            return hand & ~table.scoring
        return hand

    def decision(self) -> Decision | None:
        if n_cards(self.setting.hands[self._seat()]) == self.setting.table.hand_size:
            return None
        return Decision(self._seat(), Kind.DISCARD, tuple(cards_of(self._allowed())))

    def refuse(self, option: Option) -> str | None:
        allowed = self._allowed()
        if not isinstance(option, int):
            return "must put a card away"
        if allowed >> option & 1:
            return None
        if not self.setting.hands[self._seat()] >> option & 1:
            return "does not hold it"
        return f"a card that scores in this round may not be put away (may put away {card_words(allowed)})"

    def apply(self, option: Option) -> tuple[Phase, tuple[Event, ...]]:
        seat, setting = self._seat(), self.setting
        card: Card = int(option)
        hands = (*setting.hands[:seat], setting.hands[seat] & ~(1 << card), *setting.hands[seat + 1 :])
        after = msgspec.structs.replace(setting, hands=hands, put_away=(*setting.put_away, card))
        return DiscardPhase(after), (Event(Kind.DISCARD, seat, card, seat_mask(seat)),)

    def settled(self) -> Setting:
        return self.setting

    def position(self) -> None:
        return None
