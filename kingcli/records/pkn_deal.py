"""The tags of a PKN game that tell its cards: Deal, KingHand, KingOut, KingOrder, KingTalon, KingStock."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from kingcli.cards import Card, cards_of, names, parse_card, parse_hand
from kingcli.errors import RecordError
from kingcli.records.lexer import Tag
from kingcli.records.record import DealRecord, parse_cards
from kingcli.rules.deal import active_seats, chooser_of
from kingcli.seats import SEATS, seat_names
from kingcli.variants import Variant


class DealError(Exception):
    """The cards cannot be read: a code and a message for the diagnostic, and the tag at fault (None: it is missing)."""

    def __init__(self, code: str, message: str, tag: Tag | None):
        super().__init__(message)
        self.code = code
        self.message = message
        self.tag = tag


def deal_of_tags(
    tags: Mapping[str, Tag], text: Mapping[str, str | None], variant: Variant, dealer: str, contract: str | None
) -> DealRecord:
    """The deal of a game; `text` are the values of its tags, None where unknown. Raises DealError."""
    value, tag = text.get("Deal"), tags.get("Deal")
    if value is None or tag is None:
        raise DealError("deal", "the tag Deal is missing", tag)
    seats = seat_names(variant.seats)
    hands = _hands(value, tag, variant, seats)
    if text.get("KingHand") is not None:
        hands |= _further_hands(text["KingHand"] or "", tags["KingHand"], hands, seats)
    out = {seats[seat] for seat in range(variant.seats)} - {
        seats[seat] for seat in active_seats(variant, SEATS.index(dealer))
    }
    unknown = [seat for seat in seats if not hands.get(seat) and seat not in out]
    if unknown:
        is_fifth = unknown == ["F"] and "F" not in hands
        message = f"the hand of {', '.join(unknown)} is not given{' (tag KingHand)' if is_fifth else ''}"
        raise DealError("deal", f"Deal: {message}; a replay needs all hands", tag)
    if text.get("KingOut") is not None:
        _check_out(text["KingOut"] or "", tags["KingOut"], out, dealer, seats)
    for seat in seats:
        try:
            hands[seat] = names(hand_of_deal(hands.get(seat) or "..."))
        except RecordError as error:
            at = tags["KingHand"] if seat == "F" and "KingHand" in tags else tag
            raise DealError("deal", f"Deal: hand of {seat}: {error.message}", at) from None
    rules = variant.contracts.get(contract or "") or next(iter(variant.contracts.values()))
    chooser = SEATS[chooser_of(variant, rules, SEATS.index(dealer))]
    if text.get("KingOrder") is not None:
        _put_in_order(text["KingOrder"] or "", tags["KingOrder"], hands, chooser)
    return DealRecord(
        hands={seat: hands[seat] for seat in seats},
        talon=_respelt(text.get("KingTalon") or ""),
        stock=_respelt(text.get("KingStock") or ""),
    )


def _hands(value: str, tag: Tag, variant: Variant, seats: str) -> dict[str, str]:
    """The holdings of the tag Deal by seat, "" for "-"."""
    first, colon, rest = value.partition(":")
    letter = first.strip().upper()
    if not colon or letter not in SEATS[:4] or not letter:
        raise DealError("deal", 'Deal: the seat of the first hand is expected, as in "N:AK.Q.T7. ..."', tag)
    words = rest.split()
    if len(words) != 4 and len(words) != variant.seats:
        raise DealError("deal", f"Deal: {len(words)} hands, but there are {variant.seats} seats", tag)
    around = SEATS[:4] if len(words) == 4 else seats
    if letter not in around:
        raise DealError("deal", f"Deal: there is no seat {letter} at this table ({' '.join(seats)})", tag)
    hands: dict[str, str] = {}
    for steps, word in enumerate(words):
        seat = around[(around.index(letter) + steps) % len(around)]
        if seat not in seats and word != "-":
            raise DealError("deal", f"Deal: there is no seat {seat} at this table; write - for its hand", tag)
        if seat in seats:
            hands[seat] = "" if word == "-" else word
    return hands


def _further_hands(value: str, tag: Tag, hands: Mapping[str, str], seats: str) -> dict[str, str]:
    """ "F:AK.Q.T7.": hands that the tag Deal has no place for."""
    found: dict[str, str] = {}
    for word in value.split():
        seat, colon, holding = word.partition(":")
        seat = seat.upper()
        if not colon or seat not in seats or not seat:
            raise DealError("deal", f'KingHand {word!r}: a seat and its hand are expected, as in "F:AK.Q.T7."', tag)
        if seat in hands or seat in found:
            raise DealError("deal", f"KingHand: the hand of {seat} is given twice", tag)
        found[seat] = "" if holding == "-" else holding
    return found


def _check_out(value: str, tag: Tag, out: set[str], dealer: str, seats: str) -> None:
    stated = value.replace(",", " ").upper().split()
    if {*stated} != out or len(stated) != len(out):
        words = f"{' and '.join(seat for seat in seats if seat in out)} must" if out else "nobody may"
        raise DealError("out", f"file says {value or 'nobody'} sits out, but {words} when {dealer} deals", tag)


def _put_in_order(value: str, tag: Tag, hands: dict[str, str], chooser: str) -> None:
    """Spell hands in the order received: those that KingOrder tells (without a seat: the chooser's)."""
    orders: dict[str, list[str]] = {}
    seat = chooser
    for word in re.sub(r":\s+", ":", value.replace(",", " ")).split():
        head, colon, name = word.partition(":")
        seat, name = (head.upper(), name) if colon else (seat, word)
        if seat not in hands:
            raise DealError("order", f"KingOrder: there is no seat {seat} at this table", tag)
        orders.setdefault(seat, []).append(name)
    for seat, words in orders.items():
        hands[seat] = names(_as_received(words, parse_cards(hands[seat]), seat, tag))


def _as_received(words: Sequence[str], hand: tuple[Card, ...], seat: str, tag: Tag) -> tuple[Card, ...]:
    try:
        order = tuple(parse_card(word) for word in words)
    except RecordError as error:
        raise DealError("order", f"KingOrder: {error.message}", tag) from None
    if sorted(order) != sorted(hand):
        wrong = [card for card in order if card not in hand or order.count(card) > 1]
        listed = names(dict.fromkeys(wrong)) if wrong else names(card for card in hand if card not in order)
        message = f"KingOrder: not the hand of {seat} in some order ({listed} {'too much' if wrong else 'missing'})"
        raise DealError("order", message, tag)
    return order


def hand_of_deal(text: str) -> tuple[Card, ...]:
    """One hand of a Deal tag in hand order. Raises RecordError."""
    return tuple(cards_of(parse_hand(text)))


def _respelt(text: str) -> str:
    try:
        return names(parse_cards(text))
    except RecordError:
        return text
