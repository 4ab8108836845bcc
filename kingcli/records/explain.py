"""Why a score is what it is: one clause from the events of a round, without a contract's name."""

from __future__ import annotations

from kingcli.cards import mask
from kingcli.rules import Event, Kind, Round
from kingcli.rules.events import card_words, seat_letter
from kingcli.seats import Seat
from kingcli.variants import LayoutTable, TrickTable

_PLACES = ("first", "second", "third", "fourth", "fifth")


def why_score(round: Round, seat: Seat) -> str:
    """What this seat took, or who took what it did not: "♥K was taken by N in trick 6"."""
    table = round.setting.table
    if isinstance(table, LayoutTable):
        out = [event.seat for event in round.events if event.kind is Kind.OUT]
        return f"it went out {_PLACES[out.index(seat)]}" if seat in out else "it did not go out in time"
    return "; ".join(_clauses(round.events, table, seat))


def _clauses(events: list[Event], table: TrickTable, seat: Seat) -> list[str]:
    tricks = [(event.seat, event.value) for event in events if event.kind is Kind.TRICK]
    own = [index for index, (taker, _) in enumerate(tricks) if taker == seat]
    clauses = []
    if any(table.trick_points):
        clauses.append(f"it took {len(own)} trick{'' if len(own) == 1 else 's'}")
    if table.end_points:
        last = range(table.hand_size - len(table.end_points), len(tricks))
        takers = " and ".join(dict.fromkeys(seat_letter(tricks[index][0]) for index in last))
        clauses.append(f"the last {len(table.end_points)} tricks were taken by {takers}")
    if table.scoring:
        taken = [(index, _cards(tricks[index][1]) & table.scoring) for index in own]
        found = [f"{card_words(cards)} in trick {index + 1}" for index, cards in taken if cards]
        if found:
            clauses.append(f"it took {', '.join(found)}")
        elif table.scoring.bit_count() == 1:
            index, taker = next((i, taker) for i, (taker, cards) in enumerate(tricks) if _cards(cards) & table.scoring)
            clauses.append(f"{card_words(table.scoring)} was taken by {seat_letter(taker)} in trick {index + 1}")
        else:
            clauses.append("it took no card that counts")
    return clauses


def _cards(value: object) -> int:
    return mask(value) if isinstance(value, tuple) else 0
