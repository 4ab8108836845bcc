"""From a pack to hands: who plays, packets in the direction of play, cards set aside, the order in which cards are
received.
"""

from __future__ import annotations

from collections.abc import Sequence

from kingcli.cards import Card, cards_of, mask, names
from kingcli.errors import RecordError
from kingcli.random import Stream
from kingcli.rules.events import Deal
from kingcli.seats import SEATS, Seat, next_seat, seat_names
from kingcli.variants import Contract, Variant
from kingcli.variants.table import pack_of


def active_seats(variant: Variant, dealer: Seat) -> tuple[Seat, ...]:
    """The seats that play a round, in order round the table; `out` counts in the direction of play from the dealer."""
    out = {next_seat(dealer, variant.seats, variant.step, offset) for offset in variant.out}
    return tuple(seat for seat in range(variant.seats) if seat not in out)


def _nearest(variant: Variant, dealer: Seat, step: int) -> Seat:
    active = active_seats(variant, dealer)
    seat = next_seat(dealer, variant.seats, step)
    while seat not in active:
        seat = next_seat(seat, variant.seats, step)
    return seat


def eldest_of(variant: Variant, dealer: Seat) -> Seat:
    """The dealer's left, "First": he leads where nobody chose."""
    return _nearest(variant, dealer, variant.step)


def chooser_of(variant: Variant, contract: Contract, dealer: Seat) -> Seat:
    """Who names trump or chooses the contract: the first seat after the dealer, or the last before him."""
    return _nearest(variant, dealer, variant.step if contract.choose.seat == "next" else -variant.step)


def has_chooser(variant: Variant, contract: Contract) -> bool:
    """Whether a seat is to choose by its place at the table: a contract from a pool, or a suit that is not auctioned.
    """
    return variant.pool is not None or (contract.suit != "none" and contract.auction is None)


def deal_pack(variant: Variant, contract: Contract, dealer: Seat, pack: Sequence[Card]) -> Deal:
    """Deal a pack (pack[0] is the top card) as this contract's deal rule says. Raises RecordError for a wrong pack."""
    whole = pack_of(variant.deck)
    if mask(pack) != whole or len(pack) != whole.bit_count():
        raise RecordError(f"a pack of {variant.name} is {names(cards_of(whole))}, each card once")
    aside = {index % len(pack) for index in contract.talon.at} if contract.talon else set()
    rest = iter([card for index, card in enumerate(pack) if index not in aside])
    seat = eldest_of(variant, dealer)
    if contract.deal.start == "chooser":
        seat = chooser_of(variant, contract, dealer)
    active = active_seats(variant, dealer)
    order = [s for s in (next_seat(seat, variant.seats, variant.step, k) for k in range(variant.seats)) if s in active]
    hands: list[list[Card]] = [[] for _ in range(variant.seats)]
    for size in contract.deal.packets:
        for seat in order:
            hands[seat].extend(next(rest) for _ in range(size))
    return Deal(tuple(tuple(hand) for hand in hands), tuple(pack[index] for index in sorted(aside)), tuple(rest))


def shuffled_deal(variant: Variant, contract: Contract, dealer: Seat, rng: Stream) -> Deal:
    """A random deal; takes one shuffle of the pack in hand order from the stream."""
    pack = list(cards_of(pack_of(variant.deck)))
    rng.shuffle(pack)
    return deal_pack(variant, contract, dealer, pack)


def check_deal(variant: Variant, contract: Contract, dealer: Seat, deal: Deal) -> None:
    """Raise RecordError unless the deal holds every card of the pack once and every hand its number of cards."""
    pack = pack_of(variant.deck)
    if len(deal.hands) != variant.seats:
        raise RecordError(f"{len(deal.hands)} hands, but {variant.name} has {variant.seats} seats", where="hands")
    seen: dict[Card, str] = {}
    places = [*(f"hands.{seat}" for seat in seat_names(variant.seats)), "talon", "stock"]
    for place, cards in zip(places, (*deal.hands, deal.talon, deal.stock), strict=True):
        for card in cards:
            if not pack >> card & 1:
                raise RecordError(f"{names([card])} is not in the pack of {variant.name}", where=place)
            if card in seen:
                other = f"also in {seen[card]}" if seen[card] != place else "there twice"
                raise RecordError(f"{names([card])} is {other}", where=place)
            seen[card] = place
    aside = len(contract.talon.at) if contract.talon else 0
    if len(deal.talon) != aside:
        raise RecordError(f"{len(deal.talon)} cards, but {aside} are set aside in {variant.name}", where="talon")
    missing = pack & ~mask(seen)
    words = f"; nobody has {names(cards_of(missing))}" if missing else ""
    active = active_seats(variant, dealer)
    for seat, hand in enumerate(deal.hands):
        size = sum(contract.deal.packets) if seat in active else 0
        if len(hand) != size:
            sits = f"{SEATS[seat]} sits out when {SEATS[dealer]} deals" if not size else ""
            needs = sits or f"a hand of {variant.name} has {size}{words}"
            raise RecordError(f"{len(hand)} cards, but {needs}", where=places[seat])
    if missing:
        raise RecordError(f"nobody has {names(cards_of(missing))}", where="stock" if deal.stock else "hands")
    if deal.stock and variant.stock == "none":
        raise RecordError(f"there is no stock in {variant.name}", where="stock")
