"""The fields of a "king.position/1" that all kinds of card play share: seats, hands, suits named, numbers by seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kingcli.cards import SUITS, Card, Hand, card_name, cards_of, n_cards, parse_card, parse_hand
from kingcli.errors import RecordError
from kingcli.records.record import PositionRecord, parse_cards
from kingcli.rules.deal import active_seats
from kingcli.seats import SEATS, Seat, parse_seat
from kingcli.variants import Contract, Table, Variant
from kingcli.variants.table import NO_TRUMP

_SUIT_WORDS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
_RANK_WORDS = {"A": "ace", "K": "king", "Q": "queen", "J": "jack", "T": "10"}
LETTERS = {sign: letter for letter, sign in zip("SHDC", "♠♥♦♣", strict=True)}


def named_suit(record: PositionRecord, variant: Variant, contract: Contract) -> str | None:
    """The suit named, "NT", or None where none is. Raises RecordError for the field `trump` or `suit`."""
    field = {"none": "", "trump": "trump", "penalty": "suit"}[contract.suit]
    for other, word in (("trump", "trump"), ("suit", "penalty suit")):
        if other != field and getattr(record, other) is not None:
            raise RecordError(f"there is no {word} in the contract {record.contract}", where=other)
    if not field:
        return None
    known = [*SUITS, NO_TRUMP] if field == "trump" and contract.trump.no_trump else [*SUITS]
    given: str | None = getattr(record, field)
    if given is None:
        what = "which suit is trump" if field == "trump" else "which suit was named, and counts"
        raise RecordError(f"is missing: {what} ({' '.join(known)})", where=field)
    word = given.strip().upper()
    word = LETTERS.get(word, word)
    if word == NO_TRUMP and word not in known and field == "trump":
        raise RecordError(f"no trump may not be named in {variant.name} ({' '.join(known)})", where=field)
    if word not in known:
        raise RecordError(f"{given!r} is not a suit ({' '.join(known)})", where=field)
    return word


def parse_holding(text: str) -> Hand:
    """A hand as "S.H.D.C", or as cards separated by spaces; "", "-" and "..." are no cards. Raises RecordError."""
    word = text.strip()
    if word in ("", "-"):
        return 0
    if "." in word:
        return parse_hand(word)
    hand = 0
    for name in word.replace(",", " ").split():
        card = parse_card(name)
        if hand >> card & 1:
            raise RecordError(f"{card_name(card)} stands twice")
        hand |= 1 << card
    return hand


def seat_in(text: str, n_seats: int, where: str) -> Seat:
    try:
        return parse_seat(text, n_seats)
    except RecordError as error:
        raise error.at(where) from None


def seats_that_play(record: PositionRecord, variant: Variant) -> tuple[Seat, ...]:
    """The seats that play, in order round the table: all; or where some sit out, those that `seats_out` leaves, or
    whose hands are given. Raises RecordError.
    """
    n_seats, n_active = variant.seats, variant.n_active
    everyone = tuple(range(n_seats))
    if not variant.out:
        if record.seats_out:
            raise RecordError(f"nobody sits out in {variant.name}", where="seats_out")
        return everyone
    if record.seats_out is not None:
        out = {seat_in(word, n_seats, "seats_out") for word in record.seats_out}
        active, where = tuple(seat for seat in everyone if seat not in out), "seats_out"
    else:
        active, where = tuple(sorted({seat_in(word, n_seats, "hands") for word in record.hands})), "hands"
        if len(active) == 1:
            raise RecordError(f"solve needs all hands; only {SEATS[active[0]]}'s is given", where="hands")
    if len(active) != n_active:
        raise RecordError(f"{n_active} of {n_seats} seats play, not {len(active)}", where=where)
    if active not in {active_seats(variant, dealer) for dealer in everyone}:
        letters = " ".join(SEATS[seat] for seat in everyone if seat not in active)
        raise RecordError(f"{letters} never sit out together in {variant.name}", where=where)
    return active


def hands_of(record: PositionRecord, variant: Variant, active: Sequence[Seat]) -> tuple[Hand, ...]:
    """The cards held, by seat as in `active`. Raises RecordError naming the hand."""
    by_seat: dict[Seat, Hand] = {}
    for word, text in record.hands.items():
        seat = seat_in(word, variant.seats, "hands")
        if seat in by_seat:
            raise RecordError(f"the seat {SEATS[seat]} stands twice", where="hands")
        try:
            by_seat[seat] = parse_holding(text)
        except RecordError as error:
            raise error.at(f"hands.{SEATS[seat]}") from None
        if seat not in active and by_seat[seat]:
            raise RecordError("this seat sits out", where=f"hands.{SEATS[seat]}")
    missing = [SEATS[seat] for seat in active if seat not in by_seat]
    if len(missing) == len(active) - 1:
        only = SEATS[next(iter(by_seat))]
        raise RecordError(f"solve needs all hands; only {only}'s is given", where="hands")
    if missing:
        raise RecordError("is missing; a position has the hand of every seat", where=f"hands.{missing[0]}")
    return tuple(by_seat[seat] for seat in active)


def _spoken(card: Card) -> str:
    """ "the 7 of spades"."""
    name = card_name(card)
    if name[1] in "XY":
        return f"the joker {name}"
    return f"the {_RANK_WORDS.get(name[1], name[1])} of {_SUIT_WORDS[name[0]]}"


class Fields:
    """One record being checked field by field. `seats` are the letters of the seats that play, in the engine's order;
    every card is claimed once, by one place.
    """

    def __init__(self, record: PositionRecord, variant: Variant, contract: Contract):
        self.record = record
        self.variant = variant
        self.contract = contract
        self.active = seats_that_play(record, variant)
        self.hands = hands_of(record, variant, self.active)
        self.seats = "".join(SEATS[seat] for seat in self.active)
        self.n_seats = len(self.active)
        self._claimed: dict[Card, str] = {}

    def seat(self, text: str, where: str) -> Seat:
        """The engine's number of a seat that plays."""
        seat = seat_in(text, self.variant.seats, where)
        if seat not in self.active:
            raise RecordError(f"{SEATS[seat]} sits out", where=where)
        return self.active.index(seat)

    def claim(self, cards: Hand | Sequence[Card], where: str, words: str, deck: Hand) -> None:
        """Enter cards as being at `where`; `words` is how the place is called when another claims the same card."""
        for card in cards_of(cards) if isinstance(cards, int) else cards:
            if not deck >> card & 1:
                raise RecordError(f"{_spoken(card)} is not in the pack of {self.variant.name}", where=where)
            other = self._claimed.get(card)
            if other is not None:
                raise RecordError(f"{_spoken(card)} is also {other}", where=where)
            self._claimed[card] = words

    def claim_hands(self, table: Table, *, may_grow: bool = False) -> None:
        """Claim the cards held. A hand is no larger than it began, unless cards are drawn."""
        for letter, hand in zip(self.seats, self.hands, strict=True):
            self.claim(hand, f"hands.{letter}", f"in {letter}'s hand", table.deck)
            if n_cards(hand) > table.hand_size and not may_grow:
                raise RecordError(
                    f"{n_cards(hand)} cards, but a hand of {self.variant.name} has {table.hand_size}",
                    where=f"hands.{letter}",
                )

    @property
    def claimed(self) -> Hand:
        """All cards that are somewhere."""
        return sum(1 << card for card in self._claimed)

    def cards(self, field: str) -> tuple[Card, ...]:
        """The cards of a field in order, none where it is left out."""
        try:
            return parse_cards(getattr(self.record, field) or "")
        except RecordError as error:
            raise error.at(field) from None

    def numbers(self, field: str) -> tuple[int, ...] | None:
        """Numbers by seat that plays; a seat left out has 0; None when the field is left out."""
        given: Mapping[str, int] | None = getattr(self.record, field)
        if given is None:
            return None
        values = [0] * self.n_seats
        for word, value in given.items():
            values[self.seat(word, field)] = value
        return tuple(values)

    def totals(self) -> tuple[int, ...] | None:
        """The match totals by seat at the table."""
        if self.record.totals is None:
            return None
        values = [0] * self.variant.seats
        for word, value in self.record.totals.items():
            values[seat_in(word, self.variant.seats, "totals")] = value
        return tuple(values)

    def refuse_fields(self, kind: str, *fields: str) -> None:
        for field in fields:
            if getattr(self.record, field) not in (None, ()):
                raise RecordError(f"means nothing in {kind}", where=field)

    def turn(self) -> Seat:
        if self.record.turn is None:
            raise RecordError("is missing: the seat that is to lay", where="turn")
        return self.seat(self.record.turn, "turn")

    def sizes(self) -> str:
        """ "N 5 E 3": how many cards each seat holds."""
        return " ".join(f"{seat} {n_cards(hand)}" for seat, hand in zip(self.seats, self.hands, strict=True))
