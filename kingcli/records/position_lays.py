"""Positions of card dominoes and of the Hundred."""

from __future__ import annotations

from kingcli.cards import RANKS, SUIT_MASKS, SUITS, Hand, cards_of, mask, n_cards, rank_index
from kingcli.errors import RecordError
from kingcli.records.position_fields import LETTERS, Fields
from kingcli.rules import HundredPosition, LayoutPosition, hundred, layout
from kingcli.rules.events import card_words
from kingcli.variants import HundredTable, LayoutTable

_OF_TRICKS = ("leader", "trick", "order", "declarer", "taken", "tricks", "recent", "stock", "odd")


def hundred_position(fields: Fields, table: HundredTable) -> HundredPosition:
    """The race as it stands. Raises RecordError naming the field."""
    record, n_seats = fields.record, fields.n_seats
    fields.refuse_fields("the Hundred", *_OF_TRICKS, "laid", "laid_now", "passes")
    turn = fields.turn()
    if record.sum is None:
        raise RecordError("is missing: what the cards laid so far count", where="sum")
    fields.claim_hands(table)
    limit = table.limits[-1][0]
    gone = sum(table.eyes[card] for card in cards_of(table.deck & ~fields.claimed))
    if not 0 <= record.sum <= gone:
        raise RecordError(f"{record.sum}, but the cards that are not in a hand count {gone}", where="sum")
    around = [n_cards(fields.hands[(turn + table.direction * k) % n_seats]) for k in range(n_seats)]
    if around != sorted(around, reverse=True) or around[0] - around[-1] > 1:
        raise RecordError(
            f"of unequal size ({fields.sizes()}): with {fields.seats[turn]} to lay, only seats before it hold one less",
            where="hands",
        )
    position = HundredPosition(table, fields.hands, turn, record.sum, fields.numbers("scores") or (0,) * n_seats)
    if record.sum >= limit or not hundred.options(position):
        raise RecordError(f"{record.sum}: the round is over", where="sum")
    return position


def layout_position(fields: Fields, table: LayoutTable) -> LayoutPosition:
    """The layout as it stands. Raises RecordError naming the field."""
    record, n_seats = fields.record, fields.n_seats
    fields.refuse_fields("a layout", *_OF_TRICKS, "sum")
    turn = fields.turn()
    fields.claim_hands(table)
    laid = _laid(fields, table)
    fields.claim(laid, "laid", "in the layout", table.deck)
    _check_gaps(fields, table, laid)
    if not record.laid and any(n_cards(hand) != table.hand_size for hand in fields.hands):
        raise RecordError("nothing is laid, but the hands are not whole", where="hands")
    passes = record.passes or 0
    if passes and not table.may_pass:
        raise RecordError("nobody may pass in this game", where="passes")
    if not 0 <= passes < n_seats:
        raise RecordError(f"0 .. {n_seats - 1} passes in a row are possible", where="passes")
    laid_now = _laid_now(fields, table, laid)
    n_out = sum(1 for hand in fields.hands if not hand)
    scores = fields.numbers("scores") or (0,) * n_seats
    given = LayoutPosition(table, fields.hands, turn, laid, n_out, passes, scores, laid_now)
    if layout.is_over(given):
        return given
    settled = layout.settle(given)
    if settled.turn != turn:
        letter = fields.seats[turn]
        raise RecordError(f"no card of {letter} fits; it is {fields.seats[settled.turn]}'s turn", where="turn")
    return given


def _laid_now(fields: Fields, table: LayoutTable, laid: Hand) -> int:
    """How many start cards the seat in turn has laid and may add to."""
    count = fields.record.laid_now or 0
    if not count:
        return 0
    if table.multi == "no":
        raise RecordError("nobody may lay several cards in this game", where="laid_now")
    n_starts = n_cards(laid & table.starts)
    if not 0 < count <= n_starts or (table.multi == "opening" and n_cards(laid) != count):
        words = "only the first cards of the round" if table.multi == "opening" else "only start cards"
        raise RecordError(f"{count}, but {words} are laid together, and {n_starts} are laid", where="laid_now")
    letter = fields.seats[fields.turn()]
    if not fields.hands[fields.turn()] & table.starts:
        raise RecordError(f"{letter} holds none of {card_words(table.starts)} to add", where="laid_now")
    return count


def _check_gaps(fields: Fields, table: LayoutTable, laid: Hand) -> None:
    """No card that is nowhere may lie between the layout and a card somebody holds: that one could not be laid."""
    there = laid
    for hand in fields.hands:
        there |= hand
    for hand in fields.hands:
        for card in cards_of(hand & ~table.starts):
            suit = SUIT_MASKS[card >> 4]
            start = (table.starts & suit).bit_length() - 1
            step = 1 if start > card else -1
            lost = mask(range(card + step, start + step, step)) & ~there
            if lost:
                words = f"{card_words(lost)} neither laid nor in a hand"
                raise RecordError(f"{words}, so {card_words(1 << card)} could never be laid", where="laid")


def _laid(fields: Fields, table: LayoutTable) -> Hand:
    laid = 0
    for word, text in (fields.record.laid or {}).items():
        suit = LETTERS.get(word.strip(), word.strip().upper())
        where = f"laid.{word}"
        if suit not in SUITS or len(suit) != 1:
            raise RecordError(f"{word!r} is not a suit (S H D C)", where="laid")
        cards = _run(text, suit, where) & SUIT_MASKS[SUITS.index(suit)]
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


def runs_of(laid: Hand) -> dict[str, str]:
    """{"S": "7-A", "H": "9"}: the ends of what is laid in each suit, low first."""
    runs = {}
    for suit, letter in enumerate(SUITS):
        cards = [rank_index(card) for card in cards_of(laid & SUIT_MASKS[suit])]
        if cards:
            low, high = RANKS[cards[-1]], RANKS[cards[0]]
            runs[letter] = low if low == high else f"{low}-{high}"
    return runs
