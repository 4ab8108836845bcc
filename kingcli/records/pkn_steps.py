"""The rows of a PKN card play -> steps in order of play.

A row has one column for each seat, so it does not say who led. The rules do: the cards before the play are set up, and
each trick's winner leads the next. A card belongs to the hand that holds it, whatever its column. Nothing is judged.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from kingcli.cards import Card, card_name, cards_of, n_cards
from kingcli.errors import KingError
from kingcli.records.lexer import Token
from kingcli.records.record import RoundRecord, Step, deal_of
from kingcli.rules import Kind, Round, TrickPosition, parse_option, tricks
from kingcli.seats import SEATS, Seat, seat_names
from kingcli.variants import Variant

_Place = tuple[int, int]


class PlayRows(msgspec.Struct, frozen=True):
    """The card play as written: the seat of the first column (and where it is named), and the rows.

    A row is its words with the cards they mean, None for "-".
    """

    first: Seat
    place: _Place
    rows: list[list[tuple[Token, Card | None]]]


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
    found = Ordered([*table[0]], [*table[1]], [])
    position = _begin(record, variant, found, play, facts)
    if position is None:
        _as_written(play, variant, found)
    else:
        _in_order(play, position, found)
    return found


def _begin(
    record: RoundRecord, variant: Variant, found: Ordered, play: PlayRows, facts: Mapping[str, _Place]
) -> TrickPosition | None:
    """The position before the first card, None when the steps do not lead to one."""
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
    position = round.position()
    return position if isinstance(position, TrickPosition) else None


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
    elif decision.kind is Kind.DISCARD and not any(step.kind == "discard" for step in found.steps):
        played = {card for row in play.rows for _, card in row}
        hand = round.setting.hands[decision.seat]
        left = [card for card in cards_of(hand) if card not in played]
        if len(left) == n_cards(hand) - round.setting.table.hand_size:
            values = [card_name(card) for card in left]
    for offset, value in enumerate(values):
        step = Step(SEATS[decision.seat], decision.kind.value, value)  # type: ignore[arg-type]
        found.steps.insert(index + offset, step)
        found.places.insert(index + offset, place)


def _as_written(play: PlayRows, variant: Variant, found: Ordered) -> None:
    """Column by column: good enough for a record whose fault lies before the card play."""
    seats = seat_names(variant.seats)
    for row in play.rows:
        for column, (token, card) in enumerate(row):
            if card is not None:
                _add(found, seats[(play.first + column) % len(seats)], card, token)


def _in_order(play: PlayRows, position: TrickPosition, found: Ordered) -> None:
    table, leader = position.table, position.leader
    n_seats = table.n_seats
    holders = {card: seat for seat, hand in enumerate(position.hands) for card in cards_of(hand)}
    strays: list[tuple[Token, Seat, Seat]] = []
    for row in play.rows:
        stated = [(play.first + column) % n_seats for column in range(len(row))]
        cells = [(seat, token, card) for seat, (token, card) in zip(stated, row, strict=True) if card is not None]
        owners = [holders.get(card, seat) for seat, _, card in cells]
        if len(set(owners)) == len(owners):
            strays += [
                (token, seat, owner) for (seat, token, _), owner in zip(cells, owners, strict=True) if seat != owner
            ]
        else:
            owners = [seat for seat, _, _ in cells]
        by_seat = {owner: (token, card) for owner, (_, token, card) in zip(owners, cells, strict=True)}
        turns = [(leader + table.direction * k) % n_seats for k in range(n_seats)]
        for seat in turns:
            if seat in by_seat:
                token, card = by_seat[seat]
                _add(found, SEATS[seat], card, token)
        if len(by_seat) == n_seats:
            leader = turns[tricks.winner(table, tuple(by_seat[seat][1] for seat in turns))]
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
