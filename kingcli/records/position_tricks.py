"""Positions of trick play: the trick on the table, what was won, and where there is one, the stock."""

from __future__ import annotations

import msgspec

from kingcli.cards import SUIT_MASKS, Card, Hand, n_cards, parse_card, suit_index
from kingcli.errors import RecordError
from kingcli.records.position_fields import Fields, parse_holding
from kingcli.rules import TrickPosition, tricks
from kingcli.rules.deal import has_chooser
from kingcli.rules.events import card_words, suit_words
from kingcli.seats import Seat
from kingcli.variants import TrickTable


def trick_position(fields: Fields, table: TrickTable) -> tuple[TrickPosition, bool]:
    """The position, and whether its scores are told: given, or known from what was taken.

    Raises RecordError naming the field.
    With a stock the seat to play has drawn until it can follow, as the rules have it do.
    """
    record, n_seats = fields.record, fields.n_seats
    fields.refuse_fields("a contract of tricks", "turn", "laid", "laid_now", "passes", "sum")
    if not table.has_stock:
        fields.refuse_fields("a game without a stock", "stock", "order", "recent")
    if record.leader is None:
        raise RecordError("is missing: the seat that leads, or has led, this trick", where="leader")
    leader = fields.seat(record.leader, "leader")
    fields.claim_hands(table, may_grow=table.has_stock)
    trick = _trick(fields, table)
    for index, card in enumerate(trick):
        fields.claim([card], f"trick[{index}]", "in the trick", table.deck)
    if not table.has_stock:
        _check_sizes(fields, table, leader, len(trick))
    stock = fields.cards("stock")
    fields.claim(stock, "stock", "in the stock", table.deck)
    order = _order(fields, table, leader, trick) if table.has_stock else ()
    odd = _odd(fields, table, leader, trick)
    declarer = _declarer(fields, table)
    taken, counts = _won(fields, table, leader, trick)
    taken, counts = _for_premiums(fields, table, taken, counts)
    scores = fields.numbers("scores")
    is_told = scores is not None
    if scores is None:
        scores = (0,) * n_seats
        if table.premiums and taken is not None and counts is not None:
            scores, is_told = tuple(tricks.points_won(table, taken, counts)), record.taken is not None
    recent = _recent(fields, table, order[len(trick) :]) if table.has_stock else ()
    position = TrickPosition(
        table, fields.hands, leader, trick, declarer, scores, taken, counts, stock, odd, order, recent
    )
    _check_trick(fields, position)
    return (tricks.draw(position) if table.has_stock else position), is_told


def _trick(fields: Fields, table: TrickTable) -> tuple[Card, ...]:
    given = fields.record.trick
    if len(given) >= table.n_seats:
        raise RecordError(
            f"{len(given)} cards, but {table.n_seats} seats: a trick in progress has at most "
            f"{table.n_seats - 1}; give the next leader and an empty trick",
            where="trick",
        )
    cards = []
    for index, word in enumerate(given):
        try:
            cards.append(parse_card(word))
        except RecordError as error:
            raise error.at(f"trick[{index}]") from None
    return tuple(cards)


def _check_sizes(fields: Fields, table: TrickTable, leader: Seat, on_table: int) -> None:
    """Those who have played to the trick hold one card less than those who have not."""
    whole = [n_cards(hand) for hand in fields.hands]
    for steps in range(on_table):
        whole[(leader + table.direction * steps) % fields.n_seats] += 1
    if len(set(whole)) == 1 and whole[0] <= table.hand_size:
        return
    if len(set(whole)) == 1:
        raise RecordError(
            f"{whole[0]} cards each with the trick, but a hand of {fields.variant.name} has {table.hand_size}",
            where="hands",
        )
    sizes = fields.sizes()
    if not on_table:
        raise RecordError(f"of unequal size ({sizes}) with no card on the table", where="hands")
    played = " ".join(fields.seats[(leader + table.direction * k) % fields.n_seats] for k in range(on_table))
    raise RecordError(
        f"of unequal size ({sizes}): {played}, having played to this trick, must hold one card less",
        where="hands",
    )


def _order(fields: Fields, table: TrickTable, leader: Seat, trick: tuple[Card, ...]) -> tuple[Seat, ...]:
    """The seats that take part in the trick on the table, leader first: as given, or all while all hold cards."""
    given = fields.record.order
    if not trick:
        if given:
            raise RecordError("tells who takes part in a trick, but no card is on the table", where="order")
        if not fields.hands[leader] and any(fields.hands):
            raise RecordError(f"{fields.seats[leader]} holds no card to lead", where="leader")
        return ()
    around = tuple((leader + table.direction * step) % fields.n_seats for step in range(fields.n_seats))
    if given is None:
        if not all(fields.hands[seat] for seat in around):
            raise RecordError("is missing: the seats that take part in this trick (some hold no cards)", where="order")
        return around
    order = tuple(fields.seat(word, "order") for word in given)
    if order != tuple(seat for seat in around if seat in order) or order[:1] != (leader,):
        raise RecordError(f"the seats from the leader {fields.seats[leader]} on, in order of play", where="order")
    if len(order) <= len(trick):
        raise RecordError(f"{len(trick)} cards are on the table, so at least one seat more takes part", where="order")
    to_play = order[len(trick) :]
    for seat in around:
        if bool(fields.hands[seat]) != (seat in to_play) and seat not in order[: len(trick)]:
            does, must = ("holds", "takes part") if fields.hands[seat] else ("holds no", "does not take part")
            raise RecordError(f"{fields.seats[seat]} {does} cards, so it {must} in the trick", where="order")
    return order


def _recent(fields: Fields, table: TrickTable, to_play: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """The winners of the latest tricks, where the last tricks count; needed when fewer are still sure to come.

    `to_play` are the seats that have still to play to the trick on the table.
    """
    given, n_counted = fields.record.recent, len(table.end_points)
    if not n_counted:
        if given:
            raise RecordError("means nothing where the last tricks do not count", where="recent")
        return ()
    if given is not None:
        if len(given) > n_counted:
            raise RecordError(f"{len(given)} winners, but only the last {n_counted} tricks count", where="recent")
        return tuple(fields.seat(word, "recent") for word in given)
    after = sorted(n_cards(hand) - (seat in to_play) for seat, hand in enumerate(fields.hands))
    gone = n_cards(table.deck & ~fields.claimed)
    if gone and after[-2] + bool(to_play) < n_counted:
        raise RecordError(f"is missing: who won the latest tricks; the last {n_counted} count", where="recent")
    return ()


def _odd(fields: Fields, table: TrickTable, leader: Seat, trick: tuple[Card, ...]) -> Card | None:
    """The card set aside for a trick to come."""
    cards = fields.cards("odd")
    is_to_come = table.extra_to_trick is not None and _n_gone(fields, table, leader, trick) <= table.extra_to_trick
    if not is_to_come:
        if cards:
            reason = "no card is set aside in this game" if table.extra_to_trick is None else "it has gone to its trick"
            raise RecordError(f"means nothing here: {reason}", where="odd")
        return None
    if len(cards) != 1:
        said = "is missing" if not cards else f"{len(cards)} cards"
        raise RecordError(f"{said}: the one card that is set aside for a trick", where="odd")
    fields.claim(cards, "odd", "set aside", table.deck)
    return cards[0]


def _declarer(fields: Fields, table: TrickTable) -> Seat | None:
    given = fields.record.declarer
    if given is None:
        if any(ban.declarer_exempt for ban in table.lead_bans):
            raise RecordError("is missing: only the declarer may lead trumps here", where="declarer")
        return None
    if not has_chooser(fields.variant, fields.contract) and fields.contract.auction is None:
        raise RecordError(f"nobody chooses in the contract {fields.record.contract}", where="declarer")
    return fields.seat(given, "declarer")


def _n_gone(fields: Fields, table: TrickTable, leader: Seat, trick: tuple[Card, ...]) -> int:
    """How many tricks have been played; without a stock it follows from the leader's hand."""
    return table.hand_size - n_cards(fields.hands[leader]) - (1 if trick else 0)


def _won(
    fields: Fields, table: TrickTable, leader: Seat, trick: tuple[Card, ...]
) -> tuple[tuple[Hand, ...] | None, tuple[int, ...] | None]:
    """The cards and the number of tricks taken, as far as the record tells."""
    record, n_seats = fields.record, fields.n_seats
    counts = fields.numbers("tricks")
    if counts is not None and min(counts) < 0:
        raise RecordError("a number of tricks is not negative", where="tricks")
    taken = _taken(fields, table) if record.taken is not None else None
    if table.has_stock:
        return taken, counts
    gone = _n_gone(fields, table, leader, trick)
    if taken is not None:
        extra = 1 if table.extra_to_trick is not None and gone > table.extra_to_trick else 0
        for seat, cards in enumerate(taken):
            rest = n_cards(cards) % n_seats
            extra -= 1 if extra and rest == 1 else 0
            if rest and not (rest == 1 and extra == 0 and table.extra_to_trick is not None):
                where = f"taken.{fields.seats[seat]}"
                raise RecordError(f"{n_cards(cards)} cards are not whole tricks of {n_seats}", where=where)
        from_cards = tuple(n_cards(cards) // n_seats for cards in taken)
        if counts is not None and counts != from_cards:
            seat = next(seat for seat in range(n_seats) if counts[seat] != from_cards[seat])
            letter = fields.seats[seat]
            raise RecordError(
                f"{counts[seat]} tricks, but taken.{letter} holds {from_cards[seat]}", where=f"tricks.{letter}"
            )
        counts = from_cards
    if counts is not None and sum(counts) != gone:
        raise RecordError(
            f"they add up to {sum(counts)} tricks, but {gone} have been played "
            f"({table.hand_size} cards a hand, {table.hand_size - gone} left)",
            where="taken" if record.tricks is None else "tricks",
        )
    if gone == 0 and table.premiums:
        return taken or (0,) * n_seats, counts or (0,) * n_seats
    return taken, counts


def _taken(fields: Fields, table: TrickTable) -> tuple[Hand, ...]:
    won = [0] * fields.n_seats
    for word, text in (fields.record.taken or {}).items():
        seat = fields.seat(word, "taken")
        where = f"taken.{fields.seats[seat]}"
        try:
            won[seat] = parse_holding(text)
        except RecordError as error:
            raise error.at(where) from None
        fields.claim(won[seat], where, f"taken by {fields.seats[seat]}", table.deck)
    return tuple(won)


def _for_premiums(
    fields: Fields, table: TrickTable, taken: tuple[Hand, ...] | None, counts: tuple[int, ...] | None
) -> tuple[tuple[Hand, ...] | None, tuple[int, ...] | None]:
    """What a premium depends on must be told: the cards taken, or for one on tricks alone their numbers."""
    if not table.premiums:
        return taken, counts
    is_on_cards = bool(table.scoring) or any(premium.cards for premium in table.premiums)
    if taken is None and is_on_cards:
        raise RecordError("is missing: a premium depends on the cards that each seat has taken", where="taken")
    if counts is None:
        field = "tricks" if table.has_stock and taken is not None else "taken"
        words = "is missing: a premium depends on the tricks that each seat has won (their numbers: tricks)"
        raise RecordError(words, where=field)
    return (taken if taken is not None else (0,) * fields.n_seats), counts


def _check_trick(fields: Fields, position: TrickPosition) -> None:
    """Every card on the table must have been legal when it was played."""
    table = position.table
    around = position.order or [(position.leader + table.direction * k) % table.n_seats for k in range(table.n_seats)]
    for index, card in enumerate(position.trick):
        seat = around[index]
        held = position.hands[seat] | 1 << card
        hands = (*position.hands[:seat], held, *position.hands[seat + 1 :])
        before = msgspec.structs.replace(position, hands=hands, trick=position.trick[:index])
        reason = tricks.refuse(before, card)
        letter = fields.seats[seat]
        if reason is None and index and position.stock and suit_index(card) != suit_index(position.trick[0]):
            led = suit_words(SUIT_MASKS[suit_index(position.trick[0])])
            reason = f"must draw until it can follow {led} (the stock is not empty)"
        if reason is not None:
            words = reason.replace("(holds ", f"({letter} holds ")
            raise RecordError(f"{letter} played {card_words(1 << card)}, but {words}", where=f"trick[{index}]")
