"""Bidding: the eldest hand takes the talon or sells it, or all bid for naming the penalty suit."""

from __future__ import annotations

import msgspec

from kingcli.rules.choosing import named_event
from kingcli.rules.events import Decision, Event, Kind, Option, option_text, sort_options
from kingcli.rules.phase import Phase, Setting
from kingcli.seats import Seat
from kingcli.variants.schema import AuctionRule

PASS, TAKE = "pass", "take"


class AuctionPhase(msgspec.Struct, frozen=True):
    """Offers and bids. `reserve` is what the seller asks (None: he is to speak), `asked` his last reserve that found
    no bidder, `standing` the highest bid of `bidder`, `waiting` the seats that may still bid, the next one first.
    """

    setting: Setting
    reserve: int | None = None
    asked: int | None = None
    standing: int = 0
    bidder: Seat | None = None
    waiting: tuple[Seat, ...] = ()
    is_done: bool = False

    @property
    def rule(self) -> AuctionRule:
        rule = self.setting.contract.auction
        assert rule is not None
        return rule

    def decision(self) -> Decision | None:
        if self.is_done:
            return None
        if self.reserve is None:
            offers: list[Option] = [f"offer:{amount}" for amount in self._offers()]
            return Decision(self.setting.eldest, Kind.OFFER, sort_options([TAKE, *offers]))
        bids: list[Option] = [f"bid:{amount}" for amount in self._bids()]
        return Decision(self.waiting[0], Kind.BID, sort_options([PASS, *bids]))

    def _offers(self) -> range:
        """A reserve is a multiple of the step; a new one is lower. Without reserves there is one offer, at the
        minimum.
        """
        rule = self.rule
        if not rule.reserve:
            return range(rule.min, rule.min + (self.asked is None))
        return range(rule.min, rule.max + 1 if self.asked is None else self.asked, rule.step)

    def _bids(self) -> range:
        rule = self.rule
        lowest = max(self.reserve or 0, rule.min, self.standing + rule.step if self.standing else 0)
        return range(lowest, rule.max + 1, rule.step)

    def refuse(self, option: Option) -> str | None:
        decision = self.decision()
        assert decision is not None
        if option in decision.options:
            return None
        head, _, amount = option_text(option).partition(":")
        if head != decision.kind or not amount.isdigit():
            words = "take the talon or offer it (offer:AMOUNT)" if decision.kind is Kind.OFFER else "bid:AMOUNT or pass"
            return f"must {words}"
        rule, value = self.rule, int(amount)
        if value % rule.step or value < rule.min:
            return f"must name a multiple of {rule.step}, at least {rule.min}"
        if value > rule.max:
            return f"may not go above {rule.max}"
        if decision.kind is Kind.OFFER:
            return f"must ask for less than {self.asked}" if self.asked is not None else "may only take it or offer it"
        if value < (self.reserve or 0):
            return f"must bid at least the reserve of {self.reserve}"
        return f"must bid more than the standing {self.standing}"

    def apply(self, option: Option) -> tuple[Phase, tuple[Event, ...]]:
        setting, call = self.setting, option_text(option)
        head, _, amount = call.partition(":")
        decision = self.decision()
        assert decision is not None
        event = Event(decision.kind, decision.seat, call, setting.everyone())
        if decision.kind is Kind.OFFER:
            if call == TAKE:
                sold = msgspec.structs.replace(setting, declarer=setting.eldest)
                return AuctionPhase(sold, is_done=True), (event,)
            bidders = tuple(setting.next_seat(setting.eldest, k) for k in range(1, len(setting.hands)))
            return AuctionPhase(setting, reserve=int(amount), waiting=bidders), (event,)
        rest = self.waiting[1:]
        if head == Kind.BID:
            again = (self.waiting[0],) if self.rule.rounds == "many" else ()
            after = msgspec.structs.replace(self, standing=int(amount), bidder=self.waiting[0], waiting=(*rest, *again))
        else:
            after = msgspec.structs.replace(self, waiting=rest)
        ended, more = after.ended()
        return ended, (event, *more)

    def ended(self) -> tuple[AuctionPhase, tuple[Event, ...]]:
        """This phase, or what becomes of it when nobody is left to bid."""
        setting, rule = self.setting, self.rule
        if self.waiting and self.waiting != (self.bidder,):
            return self, ()
        if self.bidder is not None:
            paid = msgspec.structs.replace(setting, declarer=self.bidder)
            paid = paid.with_transfer(self.bidder, self.standing if rule.pays == "credited" else -self.standing)
            if rule.pays == "eldest":
                paid = paid.with_transfer(setting.eldest, self.standing)
            return AuctionPhase(paid, is_done=True), ()
        if rule.sold_by == "eldest":
            return AuctionPhase(setting, asked=self.reserve), ()
        if rule.all_pass == "redeal":
            return AuctionPhase(msgspec.structs.replace(setting, is_void=True), is_done=True), ()
        named = msgspec.structs.replace(setting, named=rule.all_pass)
        return AuctionPhase(named, is_done=True), (named_event(named, rule.all_pass),)

    def settled(self) -> Setting:
        return self.setting


def begin(setting: Setting) -> AuctionPhase:
    """The first to speak: the eldest hand, as seller or as first bidder."""
    phase = AuctionPhase(setting)
    if phase.rule.sold_by == "eldest":
        return phase
    bidders = tuple(setting.next_seat(setting.eldest, k) for k in range(len(setting.hands)))
    return AuctionPhase(setting, reserve=0, waiting=bidders)
