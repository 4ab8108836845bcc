"""The report of a simulation, as tables for people and as Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from kingcli.show.console import Screen
from kingcli.simulate.estimate import Estimate, Interval
from kingcli.simulate.summary import GameSummary, Summary
from kingcli.simulate.tally import ROLES

# How long a line under the tables may get.
_WIDTH = 78

# Means from here on are shown with fewer places.
_LARGE = 100


class Block(NamedTuple):
    """A heading and a table under it; `left` are the columns that are not numbers."""

    heading: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    left: tuple[int, ...] = (0,)


def show_report(screen: Screen, summary: Summary) -> None:
    """For each game a title and its tables, then what the figures mean and how to get more."""
    for index, game in enumerate(summary.games):
        if index:
            screen.line()
        screen.line(title(summary, game))
        for number, block in enumerate(blocks(game)):
            if number:
                screen.line()
            if block.heading:
                screen.line(f"  {block.heading}:")
            screen.table(block.columns, block.rows, left=block.left)
        lines = closing_lines(game)
        if lines:
            screen.line()
        for line in lines:
            screen.line(f"  {line}")
    for line in notes(summary):
        screen.line(f"  {line}")


def markdown(summary: Summary) -> str:
    """The same report in Markdown."""
    lines: list[str] = []
    for game in summary.games:
        lines += [f"## {_escaped(title(summary, game))}", ""]
        for block in blocks(game):
            if block.heading:
                lines += [_escaped(block.heading[:1].upper() + block.heading[1:]) + ":", ""]
            lines.append(_row(block.columns))
            lines.append(
                "|"
                + "|".join(" :--- " if index in block.left else " ---: " for index in range(len(block.columns)))
                + "|"
            )
            lines += [*(_row(row) for row in block.rows), ""]
        for line in closing_lines(game):
            lines += [_escaped(line.strip()), ""]
    lines += [_escaped(line) for line in notes(summary)]
    return "\n".join(lines) + "\n"


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(_escaped(cell) for cell in cells) + " |"


def _escaped(text: str) -> str:
    for sign in "\\|*_<`":
        text = text.replace(sign, "\\" + sign)
    return text


def title(summary: Summary, game: GameSummary) -> str:
    """ "russian · 1000 deal sets x 4 seatings = 4000 matches · seed 7"; unfinished ones say how many there are."""
    seatings = len(game.seatings)
    planned = game.planned * seatings
    if seatings > 1:
        size = f"{game.planned} deal sets x {seatings} seatings = {planned} matches"
    else:
        size = f"{planned} {'match' if planned == 1 else 'matches'}"
    parts = [game.variant, size]
    if game.matches < planned:
        parts.append(f"only {game.matches} played")
    if game.settings:
        parts.append(", ".join(f"{key}={_spelt(value)}" for key, value in game.settings.items()))
    parts.append(f"seed {summary.seed}")
    return " · ".join(parts)


def _spelt(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def blocks(game: GameSummary) -> Iterator[Block]:
    """The tables of a game; none when nothing was played."""
    if not game.players:
        return
    pays = any(line.payment is not None for line in game.players)
    yield Block(
        "",
        ("player", "match score", "penalties", "rewards", *(["payment"] if pays else []), "won", "shared"),
        tuple(
            (
                line.player,
                with_error(line.score, 1),
                signed(line.penalties.mean, 1),
                signed(line.rewards.mean, 1),
                *([signed(line.payment.mean, 1)] if line.payment is not None else []),
                f"{100 * line.won:.1f} %",
                f"{100 * line.shared:.1f} %",
            )
            for line in game.players
        ),
    )
    pairs = [line for line in game.pairs if line.contract is None]
    if pairs:
        yield Block(
            "paired, on the same deals",
            ("players", "difference", "95 % interval"),
            tuple(
                (f"{line.player} - {line.other}", with_error(line.difference, 1), interval(line.difference, 1))
                for line in pairs
            ),
        )
    points = {(line.contract, line.player): line.score for line in game.by_contract}
    digits = 1 if any(abs(line.score.mean) >= _LARGE for line in game.by_contract) else 2
    players = [line.player for line in game.players]
    if len(players) > 1:
        yield Block(
            "points a round, by player",
            ("contract", "rounds", *players),
            tuple(
                (
                    contract,
                    _rounds(game, contract),
                    *(
                        with_error(points[contract, player], digits) if (contract, player) in points else "-"
                        for player in players
                    ),
                )
                for contract in game.contracts
            ),
        )
    roles = {(line.contract, line.role): line.score for line in game.by_role}
    present = [role for role in ROLES if any((contract, role) in roles for contract in game.contracts)]
    yield Block(
        "points a round, by role",
        ("contract", "rounds", "all", *present),
        tuple(
            (
                contract,
                _rounds(game, contract),
                _mean_of_all(game, contract, digits),
                *(with_error(roles[contract, role], digits) if (contract, role) in roles else "-" for role in present),
            )
            for contract in game.contracts
        ),
    )


def _lines_of(game: GameSummary, contract: str) -> list[Estimate]:
    return [line.score for line in game.by_contract if line.contract == contract]


def _rounds(game: GameSummary, contract: str) -> str:
    return str(sum(points.count for points in _lines_of(game, contract)) // game.active)


def _mean_of_all(game: GameSummary, contract: str, digits: int) -> str:
    found = _lines_of(game, contract)
    count = sum(points.count for points in found)
    return signed(sum(points.points for points in found) / count, digits) if count else "-"


def closing_lines(game: GameSummary) -> list[str]:
    """ "seats: N -0.2 +- 0.7  E +0.4 +- 0.7 ...", on two lines where that is long, and how long the matches were where
    this is open; none when nothing was played.
    """
    cells = [f"{line.seat} {with_error(line.score, 1)}" for line in game.by_seat]
    lines = ["seats: " + "   ".join(cells)] if cells else []
    if lines and len(lines[0]) > _WIDTH:
        half = (len(cells) + 1) // 2
        lines = ["seats: " + "   ".join(cells[:half]), "       " + "   ".join(cells[half:])]
    if game.rounds is None and game.length is not None:
        lines.append(f"rounds a match: {with_error(game.length, 1).removeprefix('+')}")
    return lines


def notes(summary: Summary) -> list[str]:
    """What the figures mean, and how to get more of them."""
    lines = []
    if any(game.players and game.players[0].score.error is not None for game in summary.games):
        lines.append("+- is one standard error, deal sets being independent of each other.")
    lines.append("Numbers: --format json")
    return lines


def signed(value: float, digits: int) -> str:
    """ "+1.5", "-0.3", "0.0": never a signed zero."""
    text = f"{value:+.{digits}f}"
    return text if float(text) else text[1:]


def with_error(found: Estimate | Interval, digits: int) -> str:
    """ "+13.4 +- 0.8", without the error where it is not known."""
    mean = signed(found.mean, digits)
    return mean if found.error is None else f"{mean} +- {found.error:.{digits}f}"


def interval(found: Interval, digits: int) -> str:
    """ "+12.6 .. +14.2" """
    if found.low is None or found.high is None:
        return "-"
    return f"{signed(found.low, digits)} .. {signed(found.high, digits)}"
