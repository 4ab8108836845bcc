"""From a pack to hands: packets in the direction of play, cards set aside, the order in which each seat receives its
cards.
"""

from __future__ import annotations

from collections.abc import Sequence

from kingcli.cards import Card, Hand, cards_of, mask, names
from kingcli.errors import RecordError
from kingcli.random import Stream
from kingcli.rules.events import Deal
from kingcli.seats import Seat, next_seat, seat_names
from kingcli.variants import Contract, Variant
from kingcli.variants.table import pack_of


def eldest_of(variant: Variant, dealer: Seat) -> Seat:
    """The dealer's left, "First": he leads where nobody chose."""
    return next_seat(dealer, variant.seats, variant.step)


def chooser_of(variant: Variant, contract: Contract, dealer: Seat) -> Seat:
    """Who names trump or chooses the contract: the dealer's left, or the seat before the dealer."""
    steps = 1 if contract.choose.seat == "next" else -1
    return next_seat(dealer, variant.seats, variant.step, steps)


def has_chooser(variant: Variant, contract: Contract) -> bool:
    """Whether the round has a declarer: the contract is chosen from a pool, or a trump is named."""
    return variant.pool is not None or contract.suit != "none"


def deal_pack(variant: Variant, contract: Contract, dealer: Seat, pack: Sequence[Card]) -> Deal:
    """Deal a pack (pack[0] is the top card) as this contract's deal rule says."""
    if mask(pack) != pack_of(variant.deck) or len(pack) != pack_of(variant.deck).bit_count():
        raise RecordError(f"a pack of {variant.name} is {names(cards_of(pack_of(variant.deck)))}, each card once")
    aside = contract.talon.at if contract.talon else ()
    rest = iter([card for index, card in enumerate(pack) if index not in aside])
    first = eldest_of(variant, dealer)
    if contract.deal.start == "chooser":
        first = chooser_of(variant, contract, dealer)
    hands: list[list[Card]] = [[] for _ in range(variant.seats)]
    for size in contract.deal.packets:
        for steps in range(variant.seats):
            seat = next_seat(first, variant.seats, variant.step, steps)
            hands[seat].extend(next(rest) for _ in range(size))
    return Deal(tuple(tuple(hand) for hand in hands), tuple(pack[index] for index in sorted(aside)))


def shuffled_deal(variant: Variant, contract: Contract, dealer: Seat, rng: Stream) -> Deal:
    """A random deal; takes one shuffle of the pack in hand order from the stream."""
    pack = list(cards_of(pack_of(variant.deck)))
    rng.shuffle(pack)
    return deal_pack(variant, contract, dealer, pack)


def check_deal(variant: Variant, deal: Deal) -> None:
    """Raise RecordError unless the deal holds every card of the pack once and every hand its number of cards."""
    pack = pack_of(variant.deck)
    seen: dict[Card, str] = {}
    places = [*(f"hands.{seat}" for seat in seat_names(variant.seats)), "talon"]
    if len(deal.hands) != variant.seats:
        raise RecordError(f"{len(deal.hands)} hands, but {variant.name} has {variant.seats} seats", where="hands")
    for place, cards in zip(places, (*deal.hands, deal.talon), strict=True):
        for card in cards:
            if not pack >> card & 1:
                raise RecordError(f"{names([card])} is not in the pack of {variant.name}", where=place)
            if card in seen:
                other = f"also in {seen[card]}" if seen[card] != place else "there twice"
                raise RecordError(f"{names([card])} is {other}", where=place)
            seen[card] = place
    contract = next(iter(variant.contracts.values()))
    aside = len(contract.talon.at) if contract.talon else 0
    if len(deal.talon) != aside:
        raise RecordError(f"{len(deal.talon)} cards, but {aside} are set aside in {variant.name}", where="talon")
    size = (pack.bit_count() - aside) // variant.seats
    for place, hand in zip(places, deal.hands, strict=False):
        if len(hand) != size:
            missing = pack & ~mask(seen)
            words = f"; nobody has {names(cards_of(missing))}" if missing else ""
            raise RecordError(f"{len(hand)} cards, but a hand of {variant.name} has {size}{words}", where=place)


def missing_cards(variant: Variant, hands: Sequence[Hand]) -> Hand:
    """The cards of the pack that are in none of these hands."""
    left = pack_of(variant.deck)
    for hand in hands:
        left &= ~hand
    return left
