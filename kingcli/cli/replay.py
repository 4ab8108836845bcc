"""king replay: play recorded games again, check them, print the score sheet."""

from __future__ import annotations

from typing import Any

import click

from kingcli.cli.options import format_option, lang_option, write_out
from kingcli.errors import BAD_INPUT, CHECK_FAILED, OK, KingError, RecordError
from kingcli.records import Diagnostic, Loaded, MatchReplay, RoundReplay, load, replay_match, strict
from kingcli.records.replay import SCORE_CODES


@click.command(epilog="Example:  king replay game.pkn --round 5 --steps")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--game", type=click.IntRange(1), metavar="N", help="Only the Nth game of each file.")
@click.option("--round", "number", type=click.IntRange(1), metavar="N", help="Only this round.")
@click.option("--steps", is_flag=True, help="Print every trick: who led, what was legal, who took it, what it scored.")
@click.option(
    "--sheet",
    type=click.Choice(["plain", "triangle", "rows"]),
    help="plain: a line a round; triangle: a block of fields a player; rows: by declarer. Default: the game's own.",
)
@lang_option()
@click.option("--strict", "is_strict", is_flag=True, help="Treat warnings as errors.")
@click.option(
    "--variant", "own", multiple=True, metavar="FILE", help="Your own variant file that the records name (repeatable)."
)
@format_option("table", "json", default="table")
@click.pass_context
def command(
    ctx: click.Context,
    *,
    files: tuple[str, ...],
    game: int | None,
    number: int | None,
    steps: bool,
    sheet: str | None,
    lang: str,
    is_strict: bool,
    own: tuple[str, ...],
    format: str,
) -> None:
    """Replay recorded games (PKN or JSON, "-" for stdin), check every step and score, and print the score sheet.

    Exit code 1: a score in the file is wrong; 65: a game does not follow the rules or cannot be read.
    """
    worst = OK
    for index, file in enumerate(files):
        if len(files) > 1 and format == "table":
            write_out(("\n" if index else "") + f"{file}\n")
        try:
            loaded = load(file, own)
            games = _chosen(loaded, game, number)
        except KingError as error:
            click.echo(f"king: {error}", err=True)
            if format == "json":
                _json({"schema": "king.error/1", "error": str(error), "exit": error.exit_code})
            worst = max(worst, error.exit_code)
            continue
        found = [*loaded.diagnostics, *(one for _, replay in games for one in _shown(replay, number))]
        found = strict(found) if is_strict else found
        for one in found:
            if one.severity != "info":
                word = "warning: " if one.severity == "warning" else ""
                click.echo(f"king: {one.place}: {word}{one.message}", err=True)
        if format == "json":
            _print_json(loaded, games, number, steps, found)
        else:
            _print_tables(loaded, games, number, found, steps=steps, sheet=sheet, lang=lang)
        worst = max(worst, _exit_code(found))
    ctx.exit(worst)


def _chosen(loaded: Loaded, game: int | None, number: int | None) -> list[tuple[int, MatchReplay]]:
    """The games asked for, replayed, with their numbers. Raises RecordError when there is nothing to replay."""
    if loaded.problems and not loaded.matches:
        raise RecordError("holds positions, not games; `king solve` reads them", where=loaded.name)
    wanted = range(1, len(loaded.matches) + 1) if game is None else [game]
    games = [(index, replay_match(loaded.match(index))) for index in wanted]
    if number is not None and games and not any(_rounds(replay, number) for _, replay in games):
        known = [_number(one, i) for _, replay in games for i, one in enumerate(replay.rounds, 1)]
        raise RecordError(f"there is no round {number} (it has {min(known)} to {max(known)})", where=loaded.name)
    return games


def _number(replay: RoundReplay, index: int) -> int:
    return replay.source.record.round or index


def _rounds(replay: MatchReplay, number: int | None) -> list[tuple[int, RoundReplay]]:
    numbered = [(_number(one, index), one) for index, one in enumerate(replay.rounds, 1)]
    return [(n, one) for n, one in numbered if number in (None, n)]


def _shown(replay: MatchReplay, number: int | None) -> list[Diagnostic]:
    return [one for _, each in _rounds(replay, number) for one in each.diagnostics]


def _exit_code(found: list[Diagnostic]) -> int:
    errors = [one for one in found if one.severity == "error"]
    if any(one.code not in SCORE_CODES for one in errors):
        return BAD_INPUT
    return CHECK_FAILED if errors else OK


def _print_tables(
    loaded: Loaded,
    games: list[tuple[int, MatchReplay]],
    number: int | None,
    found: list[Diagnostic],
    *,
    steps: bool,
    sheet: str | None,
    lang: str,
) -> None:
    from kingcli.show.console import Screen
    from kingcli.show.sheet import show_sheet
    from kingcli.show.steps import show_steps
    from kingcli.show.triangle import show_rows, show_triangles

    screen = Screen()
    for index, (game, replay) in enumerate(games):
        if index:
            screen.line()
        if number is not None and not _rounds(replay, number):
            continue
        chosen, n_games = sheet or replay.source.variant.sheet, len(loaded.matches)
        if number is not None or chosen == "plain":
            show_sheet(screen, replay, only=number, n_games=n_games, number=game, lang=lang)
        elif chosen == "triangle":
            show_triangles(screen, replay, n_games=n_games, number=game, lang=lang)
        else:
            show_rows(screen, replay, n_games=n_games, number=game, lang=lang)
        if steps:
            for n, one in _rounds(replay, number):
                show_steps(screen, one, n, lang)
    rounds = [one for _, replay in games for _, one in _rounds(replay, number)]
    stated = sum(one.source.record.scores is not None and one.is_over for one in rounds)
    if rounds and not any(one.severity == "error" for one in found):
        if stated and stated == sum(one.is_over for one in rounds):
            screen.line("Every score in the file agrees with the cards played.")
        elif stated:
            screen.line("The scores that the file states agree with the cards played; some rounds state none.")
        elif any(one.is_over for one in rounds):
            screen.line("The file states no scores; these are what the cards say.")


def _print_json(
    loaded: Loaded, games: list[tuple[int, MatchReplay]], number: int | None, steps: bool, found: list[Diagnostic]
) -> None:
    """One object a game; a file without any game gives one object with its diagnostics."""
    if not games:
        _json({**_head(loaded), "rounds": [], "totals": None, "diagnostics": found})
    for game, replay in games:
        lines = [one for _, each in _rounds(replay, number) for one in each.diagnostics]
        own = [one for one in found if one in lines or (game == games[0][0] and one in loaded.diagnostics)]
        own = found if len(games) == 1 else own
        _json({**_head(loaded), "game": game, **_plain_match(replay, number, steps), "diagnostics": own})


def _head(loaded: Loaded) -> dict[str, Any]:
    from kingcli.version import VERSION

    return {"schema": "king.replay/1", "king": VERSION, "file": loaded.name}


def _plain_match(replay: MatchReplay, number: int | None, steps: bool) -> dict[str, Any]:
    from kingcli.records.match_replay import balance_of, scored_rounds
    from kingcli.rules.scoring import audit, places_of, settle
    from kingcli.seats import SEATS

    variant = replay.source.variant

    def by_seat(values: tuple[int, ...] | None) -> dict[str, int] | None:
        return dict(zip(SEATS[: variant.seats], values, strict=True)) if values is not None else None

    shown = scored_rounds(one for _, one in _rounds(replay, number))
    rows = [one.round.scores() for one in shown if one.round is not None]
    sums = balance_of(shown, variant.seats)
    expected = variant.match_total
    is_end = replay.is_whole and number is None
    checked = audit(sums.totals, expected) if is_end and isinstance(expected, int) else None
    return {
        "match": replay.source.id,
        "variant": variant.name,
        "digest": variant.digest,
        "options": variant.settings,
        "players": replay.source.players,
        "whole": replay.is_whole,
        "rounds": [_plain_round(one, n, by_seat, steps) for n, one in _rounds(replay, number)],
        "penalties": by_seat(sums.penalties),
        "rewards": by_seat(sums.rewards),
        "totals": by_seat(sums.totals),
        "places": by_seat(places_of(variant.ranking, rows, sums.totals)) if is_end else None,
        "payments": by_seat(settle(sums.totals, variant.settlement)) if is_end else None,
        "audit": checked and {"won": checked.won, "lost": checked.lost, "agrees": checked.agrees},
    }


def _plain_round(replay: RoundReplay, number: int, by_seat: Any, steps: bool) -> dict[str, Any]:
    from kingcli.records.moves import moves_of, price_of
    from kingcli.records.replay import standing
    from kingcli.rules import Kind, option_text
    from kingcli.rules.events import seat_letter
    from kingcli.seats import SEATS

    round, record = replay.round, replay.source.record
    plain: dict[str, Any] = {"round": number, "dealer": record.dealer, "contract": record.contract}
    if round is None or not replay.is_sound:
        return {**plain, "sound": False}
    turned = [option_text(e.value) for e in round.events if e.kind is Kind.TURNED and isinstance(e.value, int)]
    plain |= {
        "contract": round.contract,
        "declarer": SEATS[round.declarer] if round.declarer is not None else None,
        "trump": round.named if round.setting.contract.suit == "trump" else None,
        "suit": round.named if round.setting.contract.suit == "penalty" else None,
        "price": price_of(round),
        "opened": turned,
        "scores": by_seat(round.scores()),
        "totals": by_seat(replay.totals),
        "sound": True,
        "over": round.is_over,
        "void": round.is_void,
    }
    if not round.is_over:
        plain["stands"] = standing(round)
    if steps:
        plain["steps"] = []
        for move in moves_of(round):
            step: dict[str, Any] = {
                "seat": SEATS[move.seat],
                "kind": move.kind.value,
                "value": option_text(move.option),
                "legal": [option_text(option) for option in move.options],
            }
            taker = next((fact.seat for fact in move.facts if fact.kind is Kind.TRICK), None)
            if taker is not None:
                step |= {"taker": seat_letter(taker), "points": move.gains[taker]}
            elif any(move.gains):
                step["points"] = move.gains[move.seat]
            for kind in (Kind.DRAWN, Kind.LEFT):
                cards = [event.value for event in move.facts_of(kind)]
                if cards:
                    listed = [card for one in cards for card in (one if isinstance(one, tuple) else (one,))]
                    step[kind.value] = [option_text(card) for card in listed if isinstance(card, int)]
            if any(move.premium):
                step["premium"] = by_seat(move.premium)
            plain["steps"].append(step)
    return plain


def _json(value: Any) -> None:
    import msgspec

    write_out(msgspec.json.encode(value).decode() + "\n")
