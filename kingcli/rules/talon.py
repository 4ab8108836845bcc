"""The cards set aside: the declarer takes them and puts as many away face down, or gives one to each rival."""

from __future__ import annotations

import msgspec

from kingcli.cards import Card, Hand, cards_of, mask, n_cards
from kingcli.rules.events import Decision, Event, Kind, Option, card_words, seat_mask
from kingcli.rules.phase import Phase, Setting
from kingcli.seats import Seat
from kingcli.variants import TrickTable
from kingcli.variants.schema import TalonRule


def _rule(setting: Setting) -> TalonRule:
    rule = setting.contract.talon
    assert rule is not None
    return rule


def _declarer(setting: Setting) -> Seat:
    assert setting.declarer is not None
    return setting.declarer


def show_talon(setting: Setting) -> tuple[Event, ...]:
    """Where the talon lies face up, all see it as soon as the cards are dealt."""
    if setting.talon and _rule(setting).faces == "open":
        return (Event(Kind.TALON, None, setting.talon, setting.everyone()),)
    return ()


def take_talon(setting: Setting) -> tuple[Phase, tuple[Event, ...]]:
    """The declarer adds the talon to his hand; then he discards or gives."""
    seat, rule = _declarer(setting), _rule(setting)
    seen = seat_mask(seat) if rule.faces == "closed" else setting.everyone()
    event = Event(Kind.TALON, seat, setting.talon, seen)
    after = setting.with_hand(seat, setting.hands[seat] | mask(setting.talon))
    after = msgspec.structs.replace(after, talon=())
    return GivePhase(after) if rule.then == "give" else DiscardPhase(after), (event,)


class DiscardPhase(msgspec.Struct, frozen=True):
    """One card at a time, until the declarer holds as many as the others."""

    setting: Setting

    def _hand(self) -> Hand:
        return self.setting.hands[_declarer(self.setting)]

    def _scoring(self) -> Hand:
        """The cards that score in this round, where the game keeps these from being put away."""
        rule, table = _rule(self.setting), self.setting.table
        if rule.may_not == "nothing" or rule.revoke or not isinstance(table, TrickTable):
            return 0
        return table.scoring

    def _allowed(self) -> Hand:
        """Cards that do not score; if there are none, the scoring cards of lowest value."""
        hand, table = self._hand(), self.setting.table
        free = hand & ~self._scoring()
        if free or not isinstance(table, TrickTable):
            return free
        lowest = min(abs(table.card_points[card]) for card in cards_of(hand))
        return mask(card for card in cards_of(hand) if abs(table.card_points[card]) == lowest)

    def decision(self) -> Decision | None:
        if n_cards(self._hand()) == self.setting.table.hand_size:
            return None
        return Decision(_declarer(self.setting), Kind.DISCARD, tuple(cards_of(self._allowed())))

    def refuse(self, option: Option) -> str | None:
        allowed = self._allowed()
        if not isinstance(option, int):
            return "must put a card away"
        if allowed >> option & 1:
            return None
        if not self._hand() >> option & 1:
            return "does not hold it"
        return f"a card that scores in this round may not be put away (may put away {card_words(allowed)})"

    def apply(self, option: Option) -> tuple[Phase, tuple[Event, ...]]:
        seat, setting = _declarer(self.setting), self.setting
        card: Card = int(option)
        after = setting.with_hand(seat, self._hand() & ~(1 << card))
        after = msgspec.structs.replace(after, put_away=(*setting.put_away, card))
        seen = seat_mask(seat)
        if self._scoring() >> card & 1:
            # A scoring card that has to go is shown, and its points are the declarer's.
            assert isinstance(setting.table, TrickTable)
            after, seen = after.with_transfer(seat, setting.table.card_points[card]), setting.everyone()
        return DiscardPhase(after), (Event(Kind.DISCARD, seat, card, seen),)

    def settled(self) -> Setting:
        return self.setting


class GivePhase(msgspec.Struct, frozen=True):
    """The declarer gives one card face down to each rival, the next in the direction of play first."""

    setting: Setting
    given: int = 0

    def decision(self) -> Decision | None:
        if self.given == len(self.setting.hands) - 1:
            return None
        seat = _declarer(self.setting)
        return Decision(seat, Kind.GIVE, tuple(cards_of(self.setting.hands[seat])))

    def refuse(self, option: Option) -> str | None:
        if not isinstance(option, int):
            return "must give a card"
        return None if self.setting.hands[_declarer(self.setting)] >> option & 1 else "does not hold it"

    def apply(self, option: Option) -> tuple[Phase, tuple[Event, ...]]:
        giver, card = _declarer(self.setting), int(option)
        receiver = self.setting.next_seat(giver, self.given + 1)
        after = self.setting.with_hand(giver, self.setting.hands[giver] & ~(1 << card))
        after = after.with_hand(receiver, after.hands[receiver] | 1 << card)
        return GivePhase(after, self.given + 1), (Event(Kind.GIVE, giver, card, seat_mask(giver, receiver)),)

    def settled(self) -> Setting:
        return self.setting
