"""Before the first card: choosing a contract from those left, and naming a suit in the ways the games know."""

from __future__ import annotations

import msgspec

from kingcli.cards import SUITS, Card, mask, rank_index, suit_index
from kingcli.errors import near_misses
from kingcli.rules.events import Decision, Event, Kind, Option, option_text, seat_mask, sort_options
from kingcli.rules.phase import Phase, Setting
from kingcli.variants.table import NO_TRUMP

BY_LAST = "by-last"
OPEN_HIGHEST = "open:highest"
_TURNED = slice(4, 7)


class ContractPhase(msgspec.Struct, frozen=True):
    """The chooser says which of his remaining contracts is played."""

    setting: Setting

    def decision(self) -> Decision | None:
        if self.setting.contract_id is not None:
            return None
        assert self.setting.declarer is not None
        calls: list[Option] = [f"contract:{choice}" for choice in self.setting.choices]
        return Decision(self.setting.declarer, Kind.CONTRACT, sort_options(calls))

    def refuse(self, option: Option) -> str | None:
        decision = self.decision()
        assert decision is not None
        if option in decision.options:
            return None
        head, _, name = option_text(option).partition(":")
        if head != "contract":
            return "must choose a contract, written contract:NAME"
        if name in self.setting.variant.contracts:
            return f"has no {name} left to choose (left: {', '.join(self.setting.choices)})"
        return f"there is no contract {name!r}{near_misses(name, self.setting.variant.contracts)}"

    def apply(self, option: Option) -> tuple[Phase, tuple[Event, ...]]:
        name = option_text(option).partition(":")[2]
        after = msgspec.structs.replace(self.setting, contract_id=name)
        event = Event(Kind.CONTRACT, self.setting.declarer, option, self.setting.everyone())
        return ContractPhase(after), (event,)

    def settled(self) -> Setting:
        return self.setting


def turned_cards(hand: tuple[Card, ...], call: str) -> tuple[Card, ...]:
    """The cards turned up for a call, in order. `hand` is the chooser's, as received.

    "by-last" shows his last card. "open:SUIT" turns his 5th to 7th card until the suit shows; "open:highest" until the
    trump is clear: an ace cannot be beaten, since of equal ranks the earlier wins.
    """
    if call == BY_LAST:
        return hand[-1:]
    head, _, wish = call.partition(":")
    if head != "open":
        return ()
    turned: list[Card] = []
    for card in hand[_TURNED]:
        turned.append(card)
        if SUITS[suit_index(card)] == wish or (wish == "highest" and rank_index(card) == 0):
            break
    return tuple(turned)


def trump_of(hand: tuple[Card, ...], call: str) -> str:
    """The suit ("S" ... or "NT") that a call leads to."""
    head, _, wish = call.partition(":")
    if head in (Kind.TRUMP, Kind.SUIT):
        return wish
    turned = turned_cards(hand, call)
    asked = [card for card in turned if SUITS[suit_index(card)] == wish]
    deciding = asked[0] if asked else min(turned, key=rank_index)
    return SUITS[suit_index(deciding)]


class SuitPhase(msgspec.Struct, frozen=True):
    """The declarer names a trump or penalty suit, or asks the cards to decide."""

    setting: Setting

    def _kind(self) -> Kind:
        return Kind.SUIT if self.setting.contract.suit == "penalty" else Kind.TRUMP

    def decision(self) -> Decision | None:
        setting = self.setting
        if setting.contract.suit == "none" or setting.named is not None:
            return None
        assert setting.declarer is not None
        kind, rule = self._kind(), setting.contract.trump
        calls: list[Option] = [f"{kind}:{suit}" for suit in SUITS]
        if kind is Kind.TRUMP:
            if rule.no_trump:
                calls.append(f"{kind}:{NO_TRUMP}")
            if rule.by_last:
                calls.append(BY_LAST)
            if rule.open:
                calls += [*(f"open:{suit}" for suit in SUITS), OPEN_HIGHEST]
        return Decision(setting.declarer, kind, sort_options(calls))

    def refuse(self, option: Option) -> str | None:
        decision = self.decision()
        assert decision is not None
        if option in decision.options:
            return None
        words = " ".join(option_text(choice) for choice in decision.options)
        if option == f"{Kind.TRUMP}:{NO_TRUMP}":
            return f"no trump may not be named in this game (say one of {words})"
        what = self._kind() if self._kind() is Kind.TRUMP else "the penalty suit"
        return f"must name {what}: one of {words}"

    def apply(self, option: Option) -> tuple[Phase, tuple[Event, ...]]:
        setting = self.setting
        assert setting.declarer is not None
        call, hand = option_text(option), setting.received[setting.declarer]
        named = trump_of(hand, call)
        everyone = setting.everyone()
        events = [Event(self._kind(), setting.declarer, call, everyone)]
        events += [Event(Kind.TURNED, setting.declarer, card, everyone) for card in turned_cards(hand, call)]
        events.append(named_event(setting, named))
        return SuitPhase(msgspec.structs.replace(setting, named=named)), tuple(events)

    def settled(self) -> Setting:
        return self.setting


def named_event(setting: Setting, named: str) -> Event:
    """The fact that a suit is now trump, or the penalty suit."""
    return Event(Kind.NAMED, setting.declarer, f"{setting.contract.suit}:{named}", setting.everyone())


def give_cards(setting: Setting, upto: tuple[int, ...]) -> tuple[Setting, tuple[Event, ...]]:
    """Deal each seat its hand up to that many cards; each seat sees its own."""
    events = [
        Event(Kind.DEALT, seat, hand[have:want], seat_mask(seat))
        for seat, (hand, have, want) in enumerate(zip(setting.received, setting.dealt, upto, strict=True))
        if want > have
    ]
    hands = tuple(mask(hand[:want]) for hand, want in zip(setting.received, upto, strict=True))
    return msgspec.structs.replace(setting, hands=hands, dealt=upto), tuple(events)


def cards_before_choice(setting: Setting) -> tuple[int, ...]:
    """How many cards each seat has when trump is named: the chooser his first three where the game says so, else all.
    """
    sizes = tuple(len(hand) for hand in setting.received)
    contract = setting.contract
    if setting.variant.pool is None and contract.suit != "none" and contract.trump.sees == 3:
        return tuple(3 if seat == setting.declarer else 0 for seat in range(len(sizes)))
    return sizes
