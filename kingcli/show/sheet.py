"""The score sheet of a replayed match: one line a round, penalties, rewards, the result and its audit."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec
from rich.text import Text

from kingcli.cards import SUITS, Card
from kingcli.records import MatchReplay, RoundReplay
from kingcli.records.replay import standing, trick_now
from kingcli.rules import Kind, Round
from kingcli.rules.scoring import Audit, audit, balance, winners
from kingcli.seats import SEATS, seat_names
from kingcli.show.console import Screen, signed
from kingcli.show.words import contract_name
from kingcli.variants.table import NO_TRUMP


class SheetRow(msgspec.Struct, frozen=True):
    """One line: `label` ("penalties", or the contract's name), points by seat or None where they are not known."""

    number: int | None
    label: str
    points: tuple[int, ...] | None
    replay: RoundReplay | None = None


def audit_words(checked: Audit) -> str:
    """ "audit: won 29 = lost 29", or by how much they differ."""
    lost = f"lost {checked.lost}" + (f" {checked.expected:+d}" if checked.expected else "")
    if checked.agrees:
        return f"audit: won {checked.won} = {lost}"
    return f"audit: won {checked.won}, {lost}: they differ by {abs(checked.won - checked.lost - checked.expected)}"


def opened(round: Round) -> tuple[Card, ...]:
    """The cards turned up for the trump, in order."""
    return tuple(e.value for e in round.events if e.kind is Kind.TURNED and isinstance(e.value, int))


def sheet_rows(replay: MatchReplay) -> list[SheetRow]:
    """The lines of the sheet in order.

    Sums of penalties and rewards follow their rounds where all penalties come first, else they stand at the end; an
    unfinished match has one line with the points so far.
    """
    variant = replay.source.variant
    rows, scored = [], []
    for index, one in enumerate(replay.rounds, 1):
        number = one.source.record.round or index
        contract = one.round.contract if one.round is not None else one.source.record.contract
        known = contract if contract in variant.contracts else None
        label = contract_name(variant, known) if known is not None else contract or "not yet chosen"
        points = one.round.scores() if one.round is not None and one.is_sound else None
        rows.append(SheetRow(number, label, points, one))
        if points is not None:
            scored.append(points)
    if not scored or (len(rows) == 1 and not replay.is_whole):
        return rows
    whole = balance(scored, variant.seats)
    if not replay.is_whole:
        label = "so far" if all(one.is_sound for one in replay.rounds) else "these rounds"
        return [*rows, SheetRow(None, label, whole.totals)]
    result = SheetRow(None, "result", whole.totals)
    penalties, rewards = SheetRow(None, "penalties", whole.penalties), SheetRow(None, "rewards", whole.rewards)
    first_reward = next((i for i, row in enumerate(rows) if sum(row.points or ()) > 0), len(rows))
    if any(sum(row.points or ()) < 0 for row in rows[first_reward:]):
        return [*rows, penalties, rewards, result]
    return [*rows[:first_reward], penalties, *rows[first_reward:], rewards, result]


def title(replay: MatchReplay, n_games: int, number: int) -> str:
    """ "Lithuanian King · N Ona, E Jonas, ... · dealt by N · 12 rounds"."""
    variant, players = replay.source.variant, replay.source.players
    parts = [variant.title]
    if variant.settings:
        parts[0] += f" ({', '.join(f'{key}={_spelt(value)}' for key, value in variant.settings.items())})"
    if players:
        parts.append(", ".join(f"{seat} {players[seat]}" for seat in seat_names(variant.seats) if seat in players))
    first = replay.rounds[0].source.record
    if first.round in (1, None):
        parts.append(f"dealt by {first.dealer}")
    n_shown = len(replay.rounds)
    parts.append(f"{n_shown} round{'' if n_shown == 1 else 's'}")
    return (f"Game {number}: " if n_games > 1 else "") + " · ".join(parts)


def _spelt(value: object) -> str:
    return msgspec.json.encode(value).decode().strip('"')


def trump_text(screen: Screen, round: Round | None) -> Text:
    """ "♠", "♠ (opened: ♣Q ♠8)", "♥ (by the last: ♥7)", "no trump", "-"."""
    if round is None or round.named is None:
        return Text("-")
    if round.named == NO_TRUMP:
        return Text("no trump")
    suit = SUITS.index(round.named)
    text = Text(screen.suit(suit), style="red" if suit in (1, 2) else "")
    turned = opened(round)
    if turned:
        call = next(str(e.value) for e in round.events if e.kind is Kind.TRUMP)
        words = "opened" if ":" in call else "by the last"
        text = text + Text(f" ({words}: ") + screen.cards(turned) + Text(")")
    return text


def show_sheet(
    screen: Screen, replay: MatchReplay, *, only: int | None = None, n_games: int = 1, number: int = 1
) -> None:
    """Print the sheet of one match, or the line of one of its rounds (`only`)."""
    variant = replay.source.variant
    seats = seat_names(variant.seats)
    screen.line(title(replay, n_games, number))
    rows = [row for row in sheet_rows(replay) if only in (None, row.number)]
    lines: list[Sequence[str | Text]] = []
    for row in rows:
        round = row.replay.round if row.replay is not None else None
        declarer = SEATS[round.declarer] if round is not None and round.declarer is not None else "-"
        points = ["-"] * (variant.seats + 1) if row.points is None else [*map(_spell(row), row.points), _sum(row)]
        if row.replay is None:
            lines.append(["", row.label, "", "", *points])
        else:
            lines.append([str(row.number), row.label, declarer, trump_text(screen, round), *points])
    screen.table(["#", "contract", "declarer", "trump", *seats, "sum"], lines, left=(1, 2, 3))
    for row in rows:
        if row.replay is not None:
            _show_state(screen, row)
    if replay.is_whole and only is None:
        totals = next(row.points for row in rows if row.label == "result" and row.replay is None) or ()
        players = replay.source.players
        names = [players.get(SEATS[seat]) or SEATS[seat] for seat in winners(totals)]
        screen.line(f"  {audit_words(audit(totals, variant.match_total))}")
        screen.line(f"Won by {' and '.join(names)} with {signed(max(totals))}.")


def _spell(row: SheetRow) -> Callable[[int], str]:
    return signed if row.replay is None and row.label not in ("penalties", "rewards") else str


def _sum(row: SheetRow) -> str:
    return str(sum(row.points or ()))


def _show_state(screen: Screen, row: SheetRow) -> None:
    replay = row.replay
    assert replay is not None
    round = replay.round
    if not replay.is_sound or replay.source.is_broken:
        screen.line(f"Round {row.number} cannot be replayed.")
    elif round is not None and not round.is_over:
        trick = trick_now(round)
        place = f"trick {trick}, " if trick is not None else ""
        verb = "was stopped" if replay.source.record.end == "stopped" else "is not finished"
        screen.line(f"Round {row.number} {verb}: {place}{standing(round)}.")
