"""The rows of a PKN card play -> steps in order of play.

A row has one column for each seat, so it does not say who led. The rules do: the cards before the play are set up, and
each trick's winner leads the next. A card belongs to the hand that holds it, whatever its column. Cards drawn or left
over, which stand in the event table, are put where the play brought them about. Nothing is judged.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from kingcli.cards import Card, card_name, cards_of, n_cards
from kingcli.errors import KingError
from kingcli.records.lexer import Token
from kingcli.records.pkn_write import AFTER_PLAY
from kingcli.records.record import RoundRecord, Step, deal_of
from kingcli.rules import Kind, Round, TrickPosition, parse_option, tricks
from kingcli.seats import SEATS, Seat, seat_names
from kingcli.variants import Variant

_Place = tuple[int, int]
_Row = list[tuple[Token, Card | None]]


class PlayRows(msgspec.Struct, frozen=True):
    """The card play as written: the seat of the first column (and where it is named), and the rows.

    A row is its words with the cards they mean, None for "-".
    """

    first: Seat
    place: _Place
    rows: list[_Row]


class Ordered(msgspec.Struct):
    """Steps with their places, and warnings at places."""

    steps: list[Step]
    places: list[_Place]
    warnings: list[tuple[_Place, str]]


def steps_of(
    record: RoundRecord,
    variant: Variant,
    table: tuple[list[Step], list[_Place]],
    play: PlayRows,
    facts: Mapping[str, _Place],
) -> Ordered:
    """All steps of a round: those of the event table (with their places), then the card play.

    Calls that the file leaves out but whose outcome its tags state are filled in.
    """
    calls = [index for index, step in enumerate(table[0]) if step.kind not in AFTER_PLAY]
    facts_after = [(step, at) for step, at in zip(*table, strict=True) if step.kind in AFTER_PLAY]
    found = Ordered([table[0][index] for index in calls], [table[1][index] for index in calls], [])
    round = _begin(record, variant, found, play, facts)
    position = round.position() if round is not None else None
    if round is None or not isinstance(position, TrickPosition):
        _as_written(play.rows, play.first, variant, found)
    elif position.table.has_stock:
        _with_stock(play, round, position, found, facts_after)
    else:
        _in_order(play, round.active, variant.seats, position, found)
    for step, at in facts_after:
        found.steps.append(step)
        found.places.append(at)
    return found


def _begin(
    record: RoundRecord, variant: Variant, found: Ordered, play: PlayRows, facts: Mapping[str, _Place]
) -> Round | None:
    """The round before the first card is played, None when the steps do not lead there."""
    try:
        choices = tuple(sorted(variant.pool.each)) if variant.pool is not None else ()
        contract = None if variant.pool is not None else record.contract
        if not choices and contract not in variant.contracts:
            return None
        round = Round(variant, deal_of(record, variant.seats), SEATS.index(record.dealer), contract, choices)
        index = 0
        while (decision := round.decision()) is not None and decision.kind is not Kind.PLAY:
            while index < len(found.steps) and found.steps[index].kind == "turned":
                index += 1
            if index == len(found.steps) or found.steps[index].kind != decision.kind.value:
                _fill_in(record, round, found, play, facts, index=index)
            if index == len(found.steps):
                return None
            round.apply(parse_option(found.steps[index].value))
            index += 1
    except KingError:
        return None
    return round


def _fill_in(
    record: RoundRecord, round: Round, found: Ordered, play: PlayRows, facts: Mapping[str, _Place], *, index: int
) -> None:
    """Insert the step that a tag states: the contract chosen, the trump named, the cards that were never played."""
    decision = round.decision()
    assert decision is not None
    values: list[str] = []
    place = facts.get(decision.kind.value, facts.get("deal", (0, 0)))
    if decision.kind is Kind.CONTRACT and record.contract is not None:
        values = [f"contract:{record.contract}"]
    elif decision.kind is Kind.TRUMP and record.trump is not None:
        values = [f"trump:{record.trump}"]
    elif decision.kind is Kind.SUIT and record.suit is not None:
        values = [f"suit:{record.suit}"]
    elif decision.kind is Kind.DISCARD and not any(step.kind == "discard" for step in found.steps):
        played = {card for row in play.rows for _, card in row}
        hand = round.setting.hands[round.active.index(decision.seat)]
        left = [card for card in cards_of(hand) if card not in played]
        if len(left) == n_cards(hand) - round.setting.table.hand_size:
            values = [card_name(card) for card in left]
    for offset, value in enumerate(values):
        step = Step(SEATS[decision.seat], decision.kind.value, value)  # type: ignore[arg-type]
        found.steps.insert(index + offset, step)
        found.places.insert(index + offset, place)


def _as_written(rows: Sequence[_Row], first: Seat, variant: Variant, found: Ordered) -> None:
    """Column by column: good enough for a record whose fault lies before these rows."""
    seats = seat_names(variant.seats)
    for row in rows:
        for column, (token, card) in enumerate(row):
            if card is not None:
                _add(found, seats[(first + column) % len(seats)], card, token)


def _owned(
    row: _Row, first: Seat, n_seats: int, holders: Mapping[Card, Seat]
) -> tuple[dict[Seat, tuple[Token, Card]], list[tuple[Token, Seat, Seat]]]:
    """The cards of a row by the seat that holds them (by column if these are not one each); (word, column, owner) of
    those that stand in another column.
    """
    stated = [(first + column) % n_seats for column in range(len(row))]
    cells = [(seat, token, card) for seat, (token, card) in zip(stated, row, strict=True) if card is not None]
    owners = [holders.get(card, seat) for seat, _, card in cells]
    if len(set(owners)) != len(owners):
        owners = [seat for seat, _, _ in cells]
    strays = [(token, seat, owner) for (seat, token, _), owner in zip(cells, owners, strict=True) if seat != owner]
    return {owner: (token, card) for owner, (_, token, card) in zip(owners, cells, strict=True)}, strays


def _in_order(play: PlayRows, active: Sequence[Seat], n_seats: int, position: TrickPosition, found: Ordered) -> None:
    """Tricks in which every seat that plays (`active`, seats at the table) has a card."""
    table, leader = position.table, position.leader
    holders = {card: active[seat] for seat, hand in enumerate(position.hands) for card in cards_of(hand)}
    strays: list[tuple[Token, Seat, Seat]] = []
    for row in play.rows:
        by_seat, odd_ones = _owned(row, play.first, n_seats, holders)
        strays += odd_ones
        turns = [active[(leader + table.direction * k) % table.n_seats] for k in range(table.n_seats)]
        for seat in [*turns, *(seat for seat in by_seat if seat not in turns)]:
            if seat in by_seat:
                token, card = by_seat[seat]
                _add(found, SEATS[seat], card, token)
        if all(seat in by_seat for seat in turns):
            leader = active.index(turns[tricks.winner(table, tuple(by_seat[seat][1] for seat in turns))])
    _warn_of_strays(play, n_seats, strays, found)


def _with_stock(
    play: PlayRows,
    round: Round,
    position: TrickPosition,
    found: Ordered,
    facts: list[tuple[Step, _Place]],
) -> None:
    """Tricks in which seats draw and drop out. Takes the facts it places off the list."""
    active, n_seats = round.active, round.variant.seats
    holders = {card: active[seat] for seat, hand in enumerate(position.hands) for card in cards_of(hand)}
    strays: list[tuple[Token, Seat, Seat]] = []
    for row in play.rows:
        by_seat, odd_ones = _owned(row, play.first, n_seats, holders)
        strays += odd_ones
        turns = [active[seat] for seat in tricks.seats_with_cards(position)]
        for seat in [*turns, *(seat for seat in by_seat if seat not in turns)]:
            if seat not in by_seat:
                continue
            token, card = by_seat[seat]
            _add(found, SEATS[seat], card, token)
            if tricks.is_over(position) or active[tricks.turn(position)] != seat:
                continue
            after = tricks.play(position, card)
            drawn = position.stock[: len(position.stock) - len(after.stock)] if after.trick else ()
            for one in drawn:
                holders[one] = active[tricks.turn(after)]
                if facts and facts[0][0].kind == "drawn":
                    step, at = facts.pop(0)
                    found.steps.append(step)
                    found.places.append(at)
            position = after
    _warn_of_strays(play, n_seats, strays, found)


def _warn_of_strays(play: PlayRows, n_seats: int, strays: list[tuple[Token, Seat, Seat]], found: Ordered) -> None:
    shifts = {(owner - seat) % n_seats for _, seat, owner in strays}
    if len(shifts) == 1 and len(strays) == sum(card is not None for row in play.rows for _, card in row):
        first = SEATS[(play.first + shifts.pop()) % n_seats]
        words = f"Play says that the first column is {SEATS[play.first]}'s, but by its cards it is {first}'s"
        found.warnings.append((play.place, words))
    elif strays:
        token, seat, owner = strays[0]
        more = f", and {len(strays)} cards of this round are so" if len(strays) > 1 else ""
        words = f"{token.text} stands in {SEATS[seat]}'s column, but {SEATS[owner]} holds it{more}"
        found.warnings.append(((token.line, token.column), words))


def _add(found: Ordered, seat: str, card: Card, token: Token) -> None:
    found.steps.append(Step(seat, "play", card_name(card)))  # type: ignore[arg-type]
    found.places.append((token.line, token.column))
