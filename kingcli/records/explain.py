"""Why a score is what it is: one clause from the events of a round, without a contract's name."""

from __future__ import annotations

from kingcli.cards import mask
from kingcli.rules import Event, Kind, Round
from kingcli.rules.events import card_words, seat_letter
from kingcli.seats import Seat
from kingcli.variants import HundredTable, LayoutTable, TrickTable

_PLACES = ("first", "second", "third", "fourth", "fifth")


def why_score(round: Round, seat: Seat) -> str:
    """What this seat took, or who took what it did not: "♥K was taken by N in trick 6"."""
    if seat not in round.active:
        return "it sits out"
    table, clauses = round.setting.table, list[str]()
    if isinstance(table, LayoutTable):
        out = [event.seat for event in round.events if event.kind is Kind.OUT]
        clauses.append(f"it went out {_PLACES[out.index(seat)]}" if seat in out else "it did not go out in time")
    elif isinstance(table, HundredTable):
        clauses.append(_limits(round.events, table, seat))
    else:
        clauses += _clauses(round.events, table, seat)
        if table.premiums:
            clauses.append("premiums worked in")
    transfer = round.setting.transfers[round.active.index(seat)]
    if transfer:
        clauses.append(f"{transfer:+d} before card play")
    return "; ".join(clauses)


def _limits(events: list[Event], table: HundredTable, seat: Seat) -> str:
    """Which limits of the Hundred this seat reached or passed."""
    reached, total = [], 0
    for event in events:
        if event.kind is Kind.LAY and isinstance(event.value, int):
            after = total + table.eyes[event.value]
            if event.seat == seat:
                reached += [str(limit) for limit, _ in table.limits if total < limit <= after]
            total = after
    return f"it made the sum reach {' and '.join(reached)}" if reached else "it reached no limit"


def _clauses(events: list[Event], table: TrickTable, seat: Seat) -> list[str]:
    tricks = [(event.seat, event.value) for event in events if event.kind is Kind.TRICK]
    own = [index for index, (taker, _) in enumerate(tricks) if taker == seat]
    clauses = []
    if any(table.trick_points):
        clauses.append(f"it took {len(own)} trick{'' if len(own) == 1 else 's'}")
    if table.end_points:
        first = len(tricks) - len(table.end_points) if table.has_stock else table.hand_size - len(table.end_points)
        last = range(max(first, 0), len(tricks))
        takers = " and ".join(dict.fromkeys(seat_letter(tricks[index][0]) for index in last))
        clauses.append(f"the last {len(table.end_points)} tricks were taken by {takers or 'nobody'}")
    if table.scoring:
        taken = [(index, _cards(tricks[index][1]) & table.scoring) for index in own]
        found = [f"{card_words(cards)} in trick {index + 1}" for index, cards in taken if cards]
        if found:
            clauses.append(f"it took {', '.join(found)}")
        else:
            takers_of_one = [(i, taker) for i, (taker, cards) in enumerate(tricks) if _cards(cards) & table.scoring]
            if table.scoring.bit_count() == 1 and takers_of_one:
                index, taker = takers_of_one[0]
                clauses.append(f"{card_words(table.scoring)} was taken by {seat_letter(taker)} in trick {index + 1}")
            else:
                clauses.append("it took no card that counts")
        rest = next((_cards(e.value) for e in events if e.kind is Kind.LEFT and e.seat == seat), 0) & table.scoring
        if rest:
            clauses.append(f"{card_words(rest)} fell to it at the end")
    return clauses


def _cards(value: object) -> int:
    return mask(value) if isinstance(value, tuple) else 0
