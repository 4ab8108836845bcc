"""Positions: "king.position/1" -> a position of the rules, checked all over, and back."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from kingcli.cards import (
    RANKS,
    SUIT_MASKS,
    SUITS,
    Card,
    Hand,
    card_name,
    cards_of,
    hand_text,
    mask,
    n_cards,
    parse_card,
    parse_hand,
    rank_index,
)
from kingcli.errors import RecordError, VariantError, near_misses
from kingcli.records.record import PositionRecord
from kingcli.rules import LayoutPosition, Position, TrickPosition, layout, tricks
from kingcli.rules.deal import has_chooser
from kingcli.rules.events import card_words, seat_letter
from kingcli.seats import SEATS, Seat, parse_seat, seat_names
from kingcli.variants import Contract, LayoutTable, TrickTable, Variant, compile_table, load_variant, variant_names
from kingcli.variants.table import NO_TRUMP

ONLY_WHAT_IS_LEFT = "counts only what is left (no scores are given)"

_SUIT_WORDS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
_RANK_WORDS = {"A": "ace", "K": "king", "Q": "queen", "J": "jack", "T": "10"}
_LETTERS = {sign: letter for letter, sign in zip("SHDC", "♠♥♦♣", strict=True)}


class Problem(msgspec.Struct, frozen=True, kw_only=True):
    """A position to solve. `named` is the trump suit ("S", "NT") or None; `notes` say what was assumed.

    `place` is where it was read ("hands.jsonl:3"); `totals` are the match totals by seat before this round, or None.
    """

    id: str | None = None
    variant: Variant
    contract: str
    named: str | None
    position: Position
    notes: tuple[str, ...] = ()
    totals: tuple[int, ...] | None = None
    place: str = ""


FindVariant = Callable[[str, Mapping[str, Any]], Variant]


def find_variant(name: str, options: Mapping[str, Any], own: Mapping[str, str] | None = None) -> Variant:
    """The variant a record names, with its options. `own` are variant files by name; they come before built-in ones.

    A record never opens a file by itself. Raises VariantError.
    """
    files = own or {}
    if name in files:
        return load_variant(files[name], options)
    if name not in variant_names():
        guess = near_misses(name, [*variant_names(), *files])
        raise VariantError(
            f"no variant {name!r}{guess}; `king variants list` shows all, your own file is given with --variant"
        )
    return load_variant(name, options)


def problem_from(record: PositionRecord, find: FindVariant = find_variant, place: str = "") -> Problem:
    """Check a position record and build the position.

    Raises RecordError or VariantError naming the field: `hands.S: the 7 of spades is also in E's hand`.
    """
    variant = find(record.variant, record.options)
    contract = variant.contracts.get(record.contract)
    if contract is None:
        raise RecordError(
            f"{variant.name} has no contract {record.contract!r}{near_misses(record.contract, variant.contracts)}",
            where="contract",
        )
    named = _named(record, variant, contract)
    table = compile_table(variant, record.contract, named)
    hands = _hands(record, table.n_seats)
    reader = _Reader(record, variant, hands)
    position: Position
    if isinstance(table, LayoutTable):
        position = reader.layout_position(table)
    else:
        position = reader.trick_position(table, contract)
    notes = (ONLY_WHAT_IS_LEFT,) if record.scores is None else ()
    return Problem(
        id=record.id,
        variant=variant,
        contract=record.contract,
        named=named,
        position=position,
        notes=notes,
        totals=reader.numbers("totals", record.totals) if record.totals is not None else None,
        place=place,
    )


def _named(record: PositionRecord, variant: Variant, contract: Contract) -> str | None:
    if contract.suit == "none":
        if record.trump is not None:
            raise RecordError(f"there is no trump in the contract {record.contract}", where="trump")
        return None
    if record.trump is None:
        raise RecordError(f"is missing: which suit is trump (S H D C{_or_none(contract)})", where="trump")
    word = record.trump.strip().upper()
    word = _LETTERS.get(word, word)
    if word == NO_TRUMP and not contract.trump.no_trump:
        raise RecordError(f"no trump may not be named in {variant.name} (S H D C)", where="trump")
    if word not in (*SUITS, NO_TRUMP):
        raise RecordError(f"{record.trump!r} is not a suit (S H D C{_or_none(contract)})", where="trump")
    return word


def _or_none(contract: Contract) -> str:
    return " NT" if contract.trump.no_trump else ""


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


def _seat_in(text: str, n_seats: int, where: str) -> Seat:
    try:
        return parse_seat(text, n_seats)
    except RecordError as error:
        raise error.at(where) from None


def _hands(record: PositionRecord, n_seats: int) -> tuple[Hand, ...]:
    by_seat: dict[Seat, Hand] = {}
    for word, text in record.hands.items():
        seat = _seat_in(word, n_seats, "hands")
        if seat in by_seat:
            raise RecordError(f"the seat {SEATS[seat]} stands twice", where="hands")
        try:
            by_seat[seat] = parse_holding(text)
        except RecordError as error:
            raise error.at(f"hands.{SEATS[seat]}") from None
    missing = [SEATS[seat] for seat in range(n_seats) if seat not in by_seat]
    if len(missing) == n_seats - 1:
        only = SEATS[next(iter(by_seat))]
        raise RecordError(f"solve needs all hands; only {only}'s is given", where="hands")
    if missing:
        raise RecordError("is missing; a position has the hand of every seat", where=f"hands.{missing[0]}")
    return tuple(by_seat[seat] for seat in range(n_seats))


def _spoken(card: Card) -> str:
    """ "the 7 of spades"."""
    name = card_name(card)
    return f"the {_RANK_WORDS.get(name[1], name[1])} of {_SUIT_WORDS[name[0]]}"


class _Reader:
    """Checks one record field by field; every card is claimed once, by one place."""

    def __init__(self, record: PositionRecord, variant: Variant, hands: tuple[Hand, ...]):
        self.record = record
        self.variant = variant
        self.hands = hands
        self.n_seats = len(hands)
        self.seats = seat_names(self.n_seats)
        self._claimed: dict[Card, str] = {}

    def claim(self, cards: Hand | Sequence[Card], where: str, words: str, deck: Hand) -> None:
        """Enter cards as being at `where`; `words` is how the place is called when another claims the same card."""
        for card in cards_of(cards) if isinstance(cards, int) else cards:
            if not deck >> card & 1:
                raise RecordError(f"{_spoken(card)} is not in the pack of {self.variant.name}", where=where)
            other = self._claimed.get(card)
            if other is not None:
                raise RecordError(f"{_spoken(card)} is also {other}", where=where)
            self._claimed[card] = words

    def numbers(self, field: str, given: Mapping[str, int]) -> tuple[int, ...]:
        """Numbers by seat; a seat left out has 0."""
        values = [0] * self.n_seats
        for word, value in given.items():
            values[_seat_in(word, self.n_seats, field)] = value
        return tuple(values)

    def refuse_fields(self, kind: str, *fields: str) -> None:
        for field in fields:
            if getattr(self.record, field) not in (None, ()):
                raise RecordError(f"means nothing in {kind}", where=field)

    def claim_hands(self, table: TrickTable | LayoutTable) -> None:
        for seat, hand in enumerate(self.hands):
            letter = self.seats[seat]
            self.claim(hand, f"hands.{letter}", f"in {letter}'s hand", table.deck)
            if n_cards(hand) > table.hand_size:
                raise RecordError(
                    f"{n_cards(hand)} cards, but a hand of {self.variant.name} has {table.hand_size}",
                    where=f"hands.{letter}",
                )

    def trick_position(self, table: TrickTable, contract: Contract) -> TrickPosition:
        record, n_seats = self.record, self.n_seats
        self.refuse_fields("a contract of tricks", "turn", "laid", "passes")
        if record.leader is None:
            raise RecordError("is missing: the seat that leads, or has led, this trick", where="leader")
        leader = _seat_in(record.leader, n_seats, "leader")
        self.claim_hands(table)
        trick = self.trick(table)
        for index, card in enumerate(trick):
            self.claim([card], f"trick[{index}]", "in the trick", table.deck)
        self.check_sizes(table, leader, len(trick))
        declarer = self.declarer(table, contract)
        taken, counts = self.won(table, leader, trick)
        scores = self.numbers("scores", record.scores) if record.scores is not None else (0,) * n_seats
        position = TrickPosition(table, self.hands, leader, trick, declarer, scores, taken, counts)
        self.check_trick(position)
        return position

    def trick(self, table: TrickTable) -> tuple[Card, ...]:
        if len(self.record.trick) >= table.n_seats:
            raise RecordError(
                f"{len(self.record.trick)} cards, but {table.n_seats} seats: a trick in progress has at most "
                f"{table.n_seats - 1}; give the next leader and an empty trick",
                where="trick",
            )
        cards = []
        for index, word in enumerate(self.record.trick):
            try:
                cards.append(parse_card(word))
            except RecordError as error:
                raise error.at(f"trick[{index}]") from None
        return tuple(cards)

    def check_sizes(self, table: TrickTable, leader: Seat, on_table: int) -> None:
        """Those who have played to the trick hold one card less than those who have not."""
        whole = [n_cards(hand) for hand in self.hands]
        for steps in range(on_table):
            whole[(leader + table.direction * steps) % self.n_seats] += 1
        if len(set(whole)) == 1 and whole[0] <= table.hand_size:
            return
        sizes = " ".join(f"{seat} {n_cards(hand)}" for seat, hand in zip(self.seats, self.hands, strict=True))
        if len(set(whole)) == 1:
            raise RecordError(
                f"{whole[0]} cards each with the trick, but a hand of {self.variant.name} has {table.hand_size}",
                where="hands",
            )
        if not on_table:
            raise RecordError(f"of unequal size ({sizes}) with no card on the table", where="hands")
        played = " ".join(self.seats[(leader + table.direction * k) % self.n_seats] for k in range(on_table))
        raise RecordError(
            f"of unequal size ({sizes}): {played}, having played to this trick, must hold one card less",
            where="hands",
        )

    def declarer(self, table: TrickTable, contract: Contract) -> Seat | None:
        given = self.record.declarer
        if given is None:
            if any(ban.declarer_exempt for ban in table.lead_bans):
                raise RecordError("is missing: only the declarer may lead trumps here", where="declarer")
            return None
        if not has_chooser(self.variant, contract):
            raise RecordError(f"nobody chooses in the contract {self.record.contract}", where="declarer")
        return _seat_in(given, self.n_seats, "declarer")

    def won(
        self, table: TrickTable, leader: Seat, trick: tuple[Card, ...]
    ) -> tuple[tuple[Hand, ...] | None, tuple[int, ...] | None]:
        """The cards and the number of tricks taken, as far as the record tells."""
        record, n_seats = self.record, self.n_seats
        gone = table.hand_size - n_cards(self.hands[leader]) - (1 if trick else 0)
        taken: tuple[Hand, ...] | None = None
        counts = self.numbers("tricks", record.tricks) if record.tricks is not None else None
        if record.taken is not None:
            won = [0] * n_seats
            for word, text in record.taken.items():
                seat = _seat_in(word, n_seats, "taken")
                where = f"taken.{self.seats[seat]}"
                try:
                    won[seat] = parse_holding(text)
                except RecordError as error:
                    raise error.at(where) from None
                self.claim(won[seat], where, f"taken by {self.seats[seat]}", table.deck)
                if n_cards(won[seat]) % n_seats:
                    raise RecordError(f"{n_cards(won[seat])} cards are not whole tricks of {n_seats}", where=where)
            taken = tuple(won)
            from_cards = tuple(n_cards(cards) // n_seats for cards in won)
            if counts is not None and counts != from_cards:
                seat = next(seat for seat in range(n_seats) if counts[seat] != from_cards[seat])
                raise RecordError(
                    f"{counts[seat]} tricks, but taken.{self.seats[seat]} holds {from_cards[seat]}",
                    where=f"tricks.{self.seats[seat]}",
                )
            counts = from_cards
        if counts is not None:
            if min(counts) < 0:
                raise RecordError("a number of tricks is not negative", where="tricks")
            if sum(counts) != gone:
                raise RecordError(
                    f"they add up to {sum(counts)} tricks, but {gone} have been played "
                    f"({table.hand_size} cards a hand, {table.hand_size - gone} left)",
                    where="taken" if record.tricks is None else "tricks",
                )
        return taken, counts

    def check_trick(self, position: TrickPosition) -> None:
        """Every card on the table must have been legal when it was played."""
        table = position.table
        for index, card in enumerate(position.trick):
            seat = (position.leader + table.direction * index) % table.n_seats
            held = position.hands[seat] | 1 << card
            hands = (*position.hands[:seat], held, *position.hands[seat + 1 :])
            before = msgspec.structs.replace(position, hands=hands, trick=position.trick[:index])
            reason = tricks.refuse(before, card)
            if reason is not None:
                letter = self.seats[seat]
                words = reason.replace("(holds ", f"({letter} holds ")
                raise RecordError(f"{letter} played {card_words(1 << card)}, but {words}", where=f"trick[{index}]")

    def layout_position(self, table: LayoutTable) -> LayoutPosition:
        record = self.record
        self.refuse_fields("a layout", "leader", "trick", "declarer", "taken", "tricks")
        if record.turn is None:
            raise RecordError("is missing: the seat that is to lay", where="turn")
        turn = _seat_in(record.turn, self.n_seats, "turn")
        self.claim_hands(table)
        laid = self.laid(table)
        self.claim(laid, "laid", "in the layout", table.deck)
        self.check_gaps(table, laid)
        self.check_laid_by(table)
        passes = record.passes or 0
        if passes and not table.may_pass:
            raise RecordError("nobody may pass in this game", where="passes")
        if not 0 <= passes < self.n_seats:
            raise RecordError(f"0 .. {self.n_seats - 1} passes in a row are possible", where="passes")
        n_out = sum(1 for hand in self.hands if not hand)
        scores = self.numbers("scores", record.scores) if record.scores is not None else (0,) * self.n_seats
        given = LayoutPosition(table, self.hands, turn, laid, n_out, passes, scores)
        if layout.is_over(given):
            return given
        settled = layout.settle(given)
        if settled.turn != turn:
            raise RecordError(
                f"no card of {self.seats[turn]} fits; it is {seat_letter(settled.turn)}'s turn", where="turn"
            )
        return given

    def check_gaps(self, table: LayoutTable, laid: Hand) -> None:
        """No card that is nowhere may lie between the layout and a card somebody holds: that one could not be laid."""
        there = laid
        for hand in self.hands:
            there |= hand
        for hand in self.hands:
            for card in cards_of(hand & ~table.starts):
                suit = SUIT_MASKS[card >> 4]
                start = (table.starts & suit).bit_length() - 1
                step = 1 if start > card else -1
                lost = mask(range(card + step, start + step, step)) & ~there
                if lost:
                    words = f"{card_words(lost)} neither laid nor in a hand"
                    raise RecordError(f"{words}, so {card_words(1 << card)} could never be laid", where="laid")

    def laid(self, table: LayoutTable) -> Hand:
        laid = 0
        for word, text in (self.record.laid or {}).items():
            suit = _LETTERS.get(word.strip(), word.strip().upper())
            where = f"laid.{word}"
            if suit not in SUITS or len(suit) != 1:
                raise RecordError(f"{word!r} is not a suit (S H D C)", where="laid")
            cards = self._run(text, suit, where) & SUIT_MASKS[SUITS.index(suit)]
            if cards & laid:
                raise RecordError(f"the suit {suit} stands twice", where="laid")
            if cards & ~table.deck:
                raise RecordError(f"{card_words(cards & ~table.deck)} is not in this pack", where=where)
            if cards and not cards & table.starts:
                start = table.starts & SUIT_MASKS[SUITS.index(suit)]
                raise RecordError(f"a suit is opened with {card_words(start)}, which is not in it", where=where)
            laid |= cards
        first = table.first
        if laid and first is not None and not laid >> first & 1:
            raise RecordError(f"the round begins with {card_words(1 << first)}, which is not laid", where="laid")
        return laid

    @staticmethod
    def _run(text: str, suit: str, where: str) -> Hand:
        """The cards of "7-A", "9", "9-9" or "" (none)."""
        word = text.strip().upper().replace("10", "T").replace("–", "-")
        if word in ("", "-"):
            return 0
        low, dash, high = (part.strip() for part in word.partition("-"))
        ends = [low, high] if dash else [low]
        if any(len(end) != 1 or end not in RANKS for end in ends):
            raise RecordError(f"{text!r}: write the lowest and the highest card laid, as in 7-A or 9", where=where)
        numbers = [RANKS.index(end) for end in ends]
        return mask(16 * SUITS.index(suit) + rank for rank in range(min(numbers), max(numbers) + 1))

    def check_laid_by(self, table: LayoutTable) -> None:
        """Nobody can hold more than was dealt; somebody who is out has laid all his cards (the sizes say no more)."""
        if not self.record.laid and any(n_cards(hand) != table.hand_size for hand in self.hands):
            raise RecordError("nothing is laid, but the hands are not whole", where="hands")


def _runs(laid: Hand) -> dict[str, str]:
    """{"S": "7-A", "H": "9"}: the ends of what is laid in each suit, low first."""
    runs = {}
    for suit, letter in enumerate(SUITS):
        cards = [rank_index(card) for card in cards_of(laid & SUIT_MASKS[suit])]
        if cards:
            low, high = RANKS[cards[-1]], RANKS[cards[0]]
            runs[letter] = low if low == high else f"{low}-{high}"
    return runs


def _told(values: Sequence[Any] | None, seats: str) -> dict[str, Any] | None:
    return dict(zip(seats, values, strict=True)) if values is not None else None


def dump_position(problem: Problem) -> PositionRecord:
    """The record of a position; `problem_from` gives the same position back.

    Scores are left out when they are all 0 and nothing is told of the tricks before.
    """
    position, variant = problem.position, problem.variant
    seats = seat_names(position.table.n_seats)
    tells = ONLY_WHAT_IS_LEFT not in problem.notes
    fields: dict[str, Any] = {
        "id": problem.id,
        "variant": variant.name,
        "options": dict(variant.settings),
        "contract": problem.contract,
        "trump": problem.named,
        "hands": {seat: hand_text(hand) for seat, hand in zip(seats, position.hands, strict=True)},
        "scores": _told(position.scores, seats) if tells or any(position.scores) else None,
        "totals": _told(problem.totals, seats),
    }
    if isinstance(position, LayoutPosition):
        return PositionRecord(
            turn=seats[position.turn],
            laid=_runs(position.laid) or None,
            passes=position.passes or None,
            **fields,
        )
    taken = position.taken
    return PositionRecord(
        leader=seats[position.leader],
        trick=tuple(card_name(card) for card in position.trick),
        declarer=seats[position.declarer] if position.declarer is not None else None,
        taken=_told([hand_text(cards) for cards in taken], seats) if taken is not None else None,
        tricks=_told(position.tricks, seats) if taken is None else None,
        **fields,
    )
