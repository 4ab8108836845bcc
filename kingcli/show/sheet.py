"""The plain score sheet of a replayed match: one line a round, penalties, rewards, the result; and what stands below
every sheet: audit, places, payments.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from rich.text import Text

from kingcli.cards import SUITS, Card
from kingcli.records import MatchReplay, RoundReplay
from kingcli.records.match_replay import balance_of, scored_rounds
from kingcli.records.moves import price_of
from kingcli.records.replay import standing, trick_now
from kingcli.rules import Kind, Round
from kingcli.rules.scoring import Audit, audit, places_of, settle
from kingcli.seats import SEATS, seat_names
from kingcli.show.console import Screen, signed
from kingcli.show.fitting import fit, joined
from kingcli.show.languages import translate
from kingcli.show.words import contract_name
from kingcli.variants.table import NO_TRUMP


class SheetRow(msgspec.Struct, frozen=True):
    """One line: `label` ("penalties", or the contract's name), points by seat or None where they are not known."""

    number: int | None
    label: str
    points: tuple[int, ...] | None
    replay: RoundReplay | None = None


def audit_words(checked: Audit, lang: str = "en") -> str:
    """ "audit: won 29 = lost 29", or by how much they differ."""
    audit_, won, lost_ = (translate(word, lang) for word in ("audit", "won", "lost"))
    lost = f"{lost_} {checked.lost}" + (f" {checked.expected:+d}" if checked.expected else "")
    if checked.agrees:
        return f"{audit_}: {won} {checked.won} = {lost}"
    difference = abs(checked.won - checked.lost - checked.expected)
    return f"{audit_}: {won} {checked.won}, {lost}: they differ by {difference}"


def opened(round: Round) -> tuple[Card, ...]:
    """The cards turned up for the trump, in order."""
    return tuple(e.value for e in round.events if e.kind is Kind.TURNED and isinstance(e.value, int))


def sheet_rows(replay: MatchReplay, lang: str = "en") -> list[SheetRow]:
    """The lines of the sheet in order.

    Sums of penalties and rewards follow their rounds where all penalties come first, else they stand at the end; an
    unfinished match has one line with the points so far. A void round has no points.
    """
    variant = replay.source.variant
    rows = list[SheetRow]()
    for index, one in enumerate(replay.rounds, 1):
        number = one.source.record.round or index
        contract = one.round.contract if one.round is not None else one.source.record.contract
        known = contract if contract in variant.contracts else None
        unknown = contract or translate("not yet chosen", lang)
        label = contract_name(variant, known, lang) if known is not None else unknown
        points = one.round.scores() if one.round is not None and one.is_sound and not one.is_void else None
        rows.append(SheetRow(number, label, points, one))
    if not scored_rounds(replay.rounds) or (len(rows) == 1 and not replay.is_whole):
        return rows
    whole = balance_of(replay.rounds, variant.seats)
    if not replay.is_whole:
        label = "so far" if all(one.is_sound for one in replay.rounds) else "these rounds"
        return [*rows, SheetRow(None, label, whole.totals)]
    result = SheetRow(None, "result", whole.totals)
    penalties, rewards = SheetRow(None, "penalties", whole.penalties), SheetRow(None, "rewards", whole.rewards)
    first_reward = next((i for i, row in enumerate(rows) if sum(row.points or ()) > 0), len(rows))
    if any(sum(row.points or ()) < 0 for row in rows[first_reward:]):
        return [*rows, penalties, rewards, result]
    return [*rows[:first_reward], penalties, *rows[first_reward:], rewards, result]


def show_title(screen: Screen, replay: MatchReplay, n_games: int, number: int, lang: str = "en") -> None:
    """ "Lithuanian King · N Ona, E Jonas, ... · dealt by N · 12 rounds", on two lines if it is long."""
    variant, players = replay.source.variant, replay.source.players
    parts = [variant.names.get(lang, variant.title)]
    if variant.settings:
        parts[0] += f" ({', '.join(f'{key}={_spelt(value)}' for key, value in variant.settings.items())})"
    if players:
        parts.append(", ".join(f"{seat} {players[seat]}" for seat in seat_names(variant.seats) if seat in players))
    first = replay.rounds[0].source.record
    if first.round in (1, None):
        parts.append(f"dealt by {first.dealer}" if lang == "en" else f"{translate('dealer', lang)}: {first.dealer}")
    n_shown = sum(not one.is_void for one in replay.rounds)
    counted = f"{n_shown} round{'' if n_shown == 1 else 's'}"
    parts.append(counted if lang == "en" else f"{translate('rounds', lang)}: {n_shown}")
    parts[0] = (f"Game {number}: " if n_games > 1 else "") + parts[0]
    for line in joined(parts, max(screen.console.width, 80)):
        screen.line(line)


def _spelt(value: object) -> str:
    return msgspec.json.encode(value).decode().strip('"')


def trump_text(screen: Screen, round: Round | None, lang: str = "en") -> Text:
    """ "♠", "♠ (opened: ♣Q ♠8)", "♥ (by the last: ♥7)", "♠ (for 125)", "no trump", "-"."""
    if round is not None and round.is_void:
        return Text(translate("dealt anew", lang))
    if round is None or round.named is None:
        return Text("-")
    if round.named == NO_TRUMP:
        text = Text(translate("no trump", lang))
    else:
        suit = SUITS.index(round.named)
        text = Text(screen.suit(suit), style="red" if suit in (1, 2) else "")
    turned, price = opened(round), price_of(round)
    if turned:
        call = next(str(e.value) for e in round.events if e.kind is Kind.TRUMP)
        words = translate("opened" if ":" in call else "by the last", lang)
        text = text + Text(f" ({words}: ") + screen.cards(turned) + Text(")")
    elif price is not None:
        is_sold = round.setting.contract.suit == "trump"
        text = text + Text(f" ({translate('for' if is_sold else 'bid', lang)} {price})")
    elif round.setting.contract.auction is not None and round.declarer is None:
        text = text + Text(f" ({translate('all passed', lang)})")
    return text


def show_sheet(
    screen: Screen,
    replay: MatchReplay,
    *,
    only: int | None = None,
    n_games: int = 1,
    number: int = 1,
    lang: str = "en",
) -> None:
    """Print the plain sheet of one match, or the line of one of its rounds (`only`)."""
    variant = replay.source.variant
    seats = seat_names(variant.seats)
    show_title(screen, replay, n_games, number, lang)
    rows = [row for row in sheet_rows(replay, lang) if only in (None, row.number)]
    lines: list[Sequence[str | Text]] = []
    for row in rows:
        round = row.replay.round if row.replay is not None else None
        declarer = SEATS[round.declarer] if round is not None and round.declarer is not None else "-"
        points = ["-"] * (variant.seats + 1) if row.points is None else [*_cells(row, round, lang), _sum(row)]
        if row.replay is None:
            lines.append(["", translate(row.label, lang), "", "", *points])
        else:
            lines.append([str(row.number), row.label, declarer, trump_text(screen, round, lang), *points])
    if replay.is_whole and only is None:
        lines.append(["", translate("place", lang), "", "", *map(str, final_places(replay)), ""])
    is_penal = any(contract.suit == "penalty" for contract in variant.contracts.values())
    heads = [translate(word, lang) for word in ("contract", "declarer", "suit" if is_penal else "trump")]
    heads = ["#", *heads, *seats, translate("sum", lang)]
    screen.table(heads, fit(heads, lines, (1, 3), max(screen.console.width, 80)), left=(1, 2, 3))
    show_states(screen, rows)
    if replay.is_whole and only is None:
        show_outcome(screen, replay, lang)


def _cells(row: SheetRow, round: Round | None, lang: str) -> list[str]:
    """The points of a row as text; a seat that sits out has none."""
    is_result = row.replay is None and row.label not in ("penalties", "rewards")
    spelt = map(signed if is_result else str, row.points or ())
    active = round.active if round is not None else range(len(row.points or ()))
    return [text if seat in active else translate("out", lang) for seat, text in enumerate(spelt)]


def _sum(row: SheetRow) -> str:
    return str(sum(row.points or ()))


def scores_of(replay: MatchReplay) -> list[tuple[int, ...]]:
    """The scores of all rounds that count and can be replayed, rounds x seats at the table."""
    return [one.round.scores() for one in scored_rounds(replay.rounds) if one.round is not None]


def totals_of(replay: MatchReplay) -> tuple[int, ...]:
    """The sum of these by seat."""
    return balance_of(replay.rounds, replay.source.variant.seats).totals


def final_places(replay: MatchReplay) -> tuple[int, ...]:
    """The place of each seat by the ranking of the game."""
    variant, scores = replay.source.variant, scores_of(replay)
    return places_of(variant.ranking, scores, totals_of(replay))


def payments(replay: MatchReplay) -> tuple[int, ...] | None:
    """Who pays and receives what at the end, by seat; None where nothing is paid."""
    return settle(totals_of(replay), replay.source.variant.settlement)


def show_states(screen: Screen, rows: Sequence[SheetRow]) -> None:
    """Say of every round that is not complete where it stands."""
    for row in rows:
        if row.replay is not None:
            _show_state(screen, row)


def show_outcome(screen: Screen, replay: MatchReplay, lang: str = "en") -> None:
    """The lines below the sheet of a whole match: audit, payments, how it ended, who won."""
    variant, players = replay.source.variant, replay.source.players
    totals = totals_of(replay)
    if isinstance(variant.match_total, int):
        screen.line(f"  {audit_words(audit(totals, variant.match_total), lang)}")
    paid = payments(replay)
    if paid is not None:
        amounts = ", ".join(f"{SEATS[seat]} {signed(amount)}" for seat, amount in enumerate(paid) if amount)
        screen.line(f"  {translate('pays', lang)}: {amounts}")
    if variant.end.at_most is not None and min(totals) <= variant.end.at_most:
        lowest = [f"{SEATS[seat]} {signed(total)}" for seat, total in enumerate(totals) if total <= variant.end.at_most]
        screen.line(f"  ended at {signed(variant.end.at_most)} or less: {', '.join(lowest)}")
    first = [seat for seat, place in enumerate(final_places(replay)) if place == 1]
    names = [players.get(SEATS[seat]) or SEATS[seat] for seat in first]
    screen.line(f"Won by {' and '.join(names)} with {signed(totals[first[0]])}.")


def _show_state(screen: Screen, row: SheetRow) -> None:
    replay = row.replay
    assert replay is not None
    round = replay.round
    if replay.is_void:
        return
    if not replay.is_sound or replay.source.is_broken:
        screen.line(f"Round {row.number} cannot be replayed.")
    elif round is not None and not round.is_over:
        trick = trick_now(round)
        place = f"trick {trick}, " if trick is not None else ""
        verb = "was stopped" if replay.source.record.end == "stopped" else "is not finished"
        screen.line(f"Round {row.number} {verb}: {place}{standing(round)}.")
