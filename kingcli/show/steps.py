"""A round step by step: who led, what was legal for each seat at its turn, who took the trick, what it scored."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from kingcli.records import RoundReplay
from kingcli.records.moves import Move, moves_of
from kingcli.rules import Kind, Option, Round
from kingcli.rules.events import seat_letter
from kingcli.seats import SEATS, seat_names
from kingcli.show.console import Screen, signed
from kingcli.show.sheet import opened, trump_text
from kingcli.show.words import contract_name

_PLACES = ("first", "second", "third", "fourth", "fifth")


def show_steps(screen: Screen, replay: RoundReplay, number: int) -> None:
    """Print every decision of a round as far as it goes."""
    round = replay.round
    screen.line()
    if round is None:
        screen.line(f"Round {number}: cannot be replayed")
        return
    variant = round.variant
    name = contract_name(variant, round.contract) if round.contract is not None else "contract not yet chosen"
    screen.line(f"Round {number} · {name} · dealt by {SEATS[round.dealer]}")
    moves = moves_of(round)
    for move in moves:
        if move.kind not in (Kind.PLAY, Kind.LAY):
            _show_call(screen, round, move)
    plays = [move for move in moves if move.kind is Kind.PLAY]
    if plays:
        screen.table(
            ["trick", "seat", "plays", "legal", "takes it", "points"], _tricks(screen, plays), left=(1, 2, 3, 4)
        )
    lays = [move for move in moves if move.kind is Kind.LAY]
    if lays:
        screen.table(["turn", "seat", "lays", "legal", "goes out", "points"], _lays(screen, lays), left=(1, 2, 3, 4))
    seats = seat_names(variant.seats)
    scores = "  ".join(f"{seat} {signed(score)}" for seat, score in zip(seats, round.scores(), strict=True))
    screen.line(f"  {'scores' if round.is_over else 'so far'}: {scores}")


def _show_call(screen: Screen, round: Round, move: Move) -> None:
    who = SEATS[move.seat]
    if move.kind is Kind.CONTRACT:
        left = ", ".join(str(option).partition(":")[2] for option in move.options)
        screen.line(f"  {who} chooses {str(move.option).partition(':')[2]} (left: {left})")
    elif move.kind is Kind.TRUMP:
        turned = opened(round)
        line = Text(f"  {who} says {move.option}; trump is ") + trump_text(screen, round)
        if not turned:
            line = Text(f"  {who} names ") + trump_text(screen, round)
        screen.line(line)
    else:
        line = Text(f"  {who} puts away ") + screen.option(move.option) + Text("  (of ")
        screen.line(line + _options(screen, move.options) + Text(")"))


def _options(screen: Screen, options: Sequence[Option]) -> Text:
    return Text(" ").join(screen.option(option) for option in options)


def _tricks(screen: Screen, plays: Sequence[Move]) -> list[Sequence[str | Text]]:
    rows: list[Sequence[str | Text]] = []
    number, is_lead = 1, True
    for move in plays:
        taken = next((fact for fact in move.facts if fact.kind is Kind.TRICK), None)
        takes, points = "", ""
        if taken is not None and taken.seat is not None:
            takes, points = seat_letter(taken.seat), signed(move.gains[taken.seat])
        rows.append(
            [
                str(number) if is_lead else "",
                SEATS[move.seat],
                screen.option(move.option),
                _options(screen, move.options),
                takes,
                points,
            ]
        )
        is_lead = taken is not None
        number += is_lead
    return rows


def _lays(screen: Screen, lays: Sequence[Move]) -> list[Sequence[str | Text]]:
    rows: list[Sequence[str | Text]] = []
    n_out = 0
    for number, move in enumerate(lays, 1):
        out, points = "", ""
        if any(fact.kind is Kind.OUT for fact in move.facts):
            out, points = _PLACES[n_out], signed(move.gains[move.seat])
            n_out += 1
        rows.append(
            [
                str(number),
                SEATS[move.seat],
                screen.option(move.option),
                _options(screen, move.options),
                out,
                points,
            ]
        )
    return rows
