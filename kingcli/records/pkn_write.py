"""RoundRecord -> PKN text, in the one canonical form."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from kingcli.cards import cards_of, hand_text, mask, names
from kingcli.errors import RecordError
from kingcli.records.lexer import escape
from kingcli.records.record import RoundRecord, SeatLetter, Step, hand_cards
from kingcli.seats import seat_names

PLAYER_TAGS: dict[str, SeatLetter] = {"West": "W", "North": "N", "East": "E", "South": "S", "KingFifth": "F"}
EVENT_COLUMNS = "Seat\\1L;Kind\\8L;Value\\12L"
MARKS = {"in progress": "+", "stopped": "*"}
AFTER_PLAY = ("play", "drawn", "left")
_BARE_WORD = re.compile(r"[A-Za-z_][\w.-]*\Z")
_NOT_WORDS = frozenset({"true", "false", "null"})


def options_text(options: dict[str, Any]) -> str:
    """ "layout=false; talon_at=[15,16]": options as KingOptions holds them."""

    def spelt(value: Any) -> str:
        if isinstance(value, str) and _BARE_WORD.match(value) and value not in _NOT_WORDS:
            return value
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))

    return "; ".join(f"{key}={spelt(value)}" for key, value in options.items())


def _numbers(values: dict[str, int]) -> str:
    return " ".join(f"{seat}:{value}" for seat, value in values.items())


def _value_text(step: Step) -> str:
    """In the table the kind already says that a contract is chosen."""
    return step.value.removeprefix("contract:") if step.kind == "contract" else step.value


def _play_lines(record: RoundRecord, steps: list[Step], seats: str) -> list[str]:
    """One row a trick, one column a seat; "-" for a seat that sits out or has no cards left."""
    n_active = sum(1 for text in record.deal.hands.values() if text)
    first = seats.index(steps[0].seat)
    columns = [seats[(first + k) % len(seats)] for k in range(len(seats))]
    lines = [f'[Play "{seats[first]}"]']
    trick: dict[str, str] = {}
    for index, step in enumerate(steps):
        # Where seats drop out, whoever leads has played to the trick before: his second card begins the next row.
        is_full = step.seat in trick if record.deal.stock else len(trick) == n_active
        if is_full:
            lines.append(_row(trick, columns))
            trick = {}
        if step.seat in trick:
            raise RecordError(
                f"trick {index // n_active + 1} has two cards of one seat; PKN has one column for each", where="events"
            )
        trick[step.seat] = step.value
    lines.append(_row(trick, columns))
    if record.end in MARKS:
        lines.append(MARKS[record.end])
    return lines


def _row(trick: dict[str, str], columns: list[str]) -> str:
    return " ".join(trick.get(seat, "-") for seat in columns)


def text_of(record: RoundRecord) -> str:
    """One game with an empty line after it.

    Raises RecordError when PKN cannot hold the record: cards that are none, or card play before other steps.
    """
    n_seats = len(record.deal.hands)
    seats = seat_names(n_seats)
    if n_seats not in (3, 4, 5) or list(record.deal.hands) != list(seats):
        raise RecordError("PKN holds the hands of three to five seats, N E S W F", where="deal")
    hands = [hand_cards(text) for text in record.deal.hands.values()]
    deal = [hand_text(mask(hand)) if hand else "-" for hand in hands]
    deal += ["-"] * (4 - n_seats)
    tags: list[tuple[str, str | None]] = [
        ("Event", record.event or ("?" if record.event is None else "")),
        ("Site", record.site or ("?" if record.site is None else "")),
        ("Date", record.date or ("?" if record.date is None else "")),
        ("Board", str(record.round) if record.round is not None else "?"),
    ]
    lines = [f'[{name} "{value if value == "?" else escape(value or "")}"]' for name, value in tags]
    for name, letter in PLAYER_TAGS.items():
        if letter in seats:
            player = record.players.get(letter)
            lines.append(f'[{name} "{"?" if player is None else escape(player)}"]')
    king: list[tuple[str, str | None]] = [
        ("Dealer", record.dealer),
        ("Deal", "N:" + " ".join(deal[:4])),
        ("KingHand", " ".join(f"{seat}:{text}" for seat, text in zip("F", deal[4:], strict=False)) or None),
        ("KingOut", _out(record, hands, seats)),
        ("KingVariant", record.variant),
        ("KingDigest", record.digest),
        ("KingOptions", options_text(record.options) or None),
        ("KingMatch", record.match),
        ("KingContract", record.contract),
        ("KingDeclarer", record.declarer),
        ("KingTrump", record.trump),
        ("KingSuit", record.suit),
        ("KingTalon", record.deal.talon or None),
        ("KingStock", record.deal.stock or None),
        ("KingOrder", _order(record, hands, seats)),
        ("KingScore", _numbers(record.scores) if record.scores is not None else None),
        ("KingTotal", _numbers(record.totals) if record.totals is not None else None),
        ("KingSeed", record.seed),
        ("KingEnd", record.end),
        *record.tags.items(),
    ]
    lines += [f'[{name} "{escape(value)}"]' for name, value in king if value is not None]
    unwritable = next((step.value for step in record.events if not re.fullmatch(r"\S+", step.value)), None)
    if unwritable is not None:
        raise RecordError(f"{unwritable!r} is not a card or a call", where="events")
    plays = [step for step in record.events if step.kind == "play"]
    others = [step for step in record.events if step.kind != "play"]
    if [*record.events] != in_table_order(record.events):
        raise RecordError("PKN has all calls and discards before the card play; here they are mixed", where="events")
    if others:
        lines.append(f'[KingEventTable "{EVENT_COLUMNS}"]')
        lines += [f"{step.seat} {step.kind:<8} {_value_text(step)}" for step in others]
    if plays:
        lines += _play_lines(record, plays, seats)
    return "\n".join(lines) + "\n\n"


def in_table_order(steps: Sequence[Step]) -> list[Step]:
    """Calls first, then the card play with the facts that follow from it where they are."""
    return sorted(steps, key=lambda step: step.kind in AFTER_PLAY)


def _out(record: RoundRecord, hands: list[tuple[int, ...]], seats: str) -> str | None:
    """ "S E": the seats that sit out, the dealer first."""
    out = [seat for seat, hand in zip(seats, hands, strict=True) if not hand]
    return " ".join(sorted(out, key=lambda seat: seat != record.dealer)) or None


def _order(record: RoundRecord, hands: list[tuple[int, ...]], seats: str) -> str | None:
    """The hands whose cards did not come in hand order; that of a namer whose call looks at the order always."""
    asked = {step.seat for step in record.events if step.kind == "trump" and not step.value.startswith("trump:")}
    told = [
        f"{seat}:{names(hand)}"
        for seat, hand in zip(seats, hands, strict=True)
        if seat in asked or hand != tuple(cards_of(mask(hand)))
    ]
    return " ".join(told) or None
