"""The score sheets of games in which contracts are chosen: a triangle for each player, or rows by declarer.

Both are built from the pool: a numbered field for every contract a player has, as often as he has it, in the order of
the pool. After them come the running totals of penalties and of rewards (fields 11 and 12 where there are ten
contracts).
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from rich.text import Text

from kingcli.errors import USAGE, RecordError
from kingcli.records import MatchReplay, RoundReplay
from kingcli.rules.scoring import running_fields
from kingcli.seats import SEATS, Seat, seat_names
from kingcli.show.console import Screen, signed
from kingcli.show.fitting import joined
from kingcli.show.languages import translate
from kingcli.show.sheet import scores_of, sheet_rows, show_outcome, show_states, show_title, totals_of
from kingcli.show.words import contract_name
from kingcli.variants import Variant

MIN_FIELDS = 10
CROSS = "x"


def fields_of(variant: Variant) -> list[str | None]:
    """The contract of field 1, 2, ...; None for a field that stays unused. At least ten. Raises RecordError."""
    if variant.pool is None:
        raise RecordError(
            f"{variant.name} has a fixed order of rounds; its sheet is plain (--sheet plain)", exit_code=USAGE
        )
    names = [name for name, times in variant.pool.each.items() for _ in range(times)]
    return [*names, *[None] * (MIN_FIELDS - len(names))]


def crossed_out(replay: MatchReplay) -> dict[tuple[Seat, int], RoundReplay]:
    """(declarer, field from 1) -> the round in which he declared it; of several fields of one contract, in order."""
    fields = fields_of(replay.source.variant)
    found: dict[tuple[Seat, int], RoundReplay] = {}
    for one in replay.rounds:
        round = one.round
        if round is None or not one.is_sound or round.contract is None or round.declarer is None:
            continue
        free = (n for n, name in enumerate(fields, 1) if name == round.contract and (round.declarer, n) not in found)
        field = next(free, None)
        if field is not None:
            found[round.declarer, field] = one
    return found


def struck_out(totals: Sequence[int]) -> str:
    """ "6- 18": the totals ever written, all but the last struck out; "-" when there are none."""
    return " ".join([*(f"{total}-" for total in totals[:-1]), *(str(total) for total in totals[-1:])]) or "-"


def show_triangles(screen: Screen, replay: MatchReplay, *, n_games: int = 1, number: int = 1, lang: str = "en") -> None:
    """Print one block a player: his fields, crossed out with the number of the round, and his running totals."""
    variant = replay.source.variant
    fields, crossed, scores = fields_of(variant), crossed_out(replay), scores_of(replay)
    show_title(screen, replay, n_games, number, lang)
    labels = [contract_name(variant, name, lang) if name is not None else "" for name in fields]
    sums = [translate(word, lang) for word in ("penalties", "rewards", "result")]
    width = max(map(len, [*labels, *sums]))
    for seat in range(variant.seats):
        letter = SEATS[seat]
        screen.line(f"\n  {letter} {replay.source.players.get(letter, '')}".rstrip())
        for field, label in enumerate(labels, 1):
            one = crossed.get((seat, field))
            mark = f"{CROSS} {one.source.record.round or replay.rounds.index(one) + 1}" if one is not None else ""
            screen.line(f"  {field:>4}  {label:<{width}}  {mark or '.'}")
        own = [row[seat] for row in scores]
        for index, totals in enumerate(running_fields(own)):
            _line_of_totals(screen, len(fields) + 1 + index, f"{sums[index]:<{width}}", struck_out(totals))
        screen.line(f"        {sums[2]:<{width}}  {signed(sum(own))}")
    screen.line()
    _show_below(screen, replay, lang)


def _line_of_totals(screen: Screen, field: int, label: str, totals: str) -> None:
    """A field of running totals; many are continued on further lines."""
    indent = f"  {field:>4}  {label}  "
    lines = textwrap.wrap(totals, max(screen.console.width - len(indent), 20), break_on_hyphens=False)
    for index, line in enumerate(lines):
        screen.line((indent if index == 0 else " " * len(indent)) + line)


def show_rows(screen: Screen, replay: MatchReplay, *, n_games: int = 1, number: int = 1, lang: str = "en") -> None:
    """Print for each player a row for every declarer: what the player scored in each of that declarer's contracts."""
    variant = replay.source.variant
    fields, crossed = fields_of(variant), crossed_out(replay)
    show_title(screen, replay, n_games, number, lang)
    legend = [
        f"{field} {contract_name(variant, name, lang)}" for field, name in enumerate(fields, 1) if name is not None
    ]
    for line in joined(legend, max(screen.console.width, 80) - 2):
        screen.line(f"  {line}")
    letters = seat_names(variant.seats)
    for seat, letter in enumerate(letters):
        screen.line(f"\n  {letter} {replay.source.players.get(letter, '')}".rstrip())
        rows: list[Sequence[str | Text]] = []
        for declarer in range(variant.seats):
            cells, points = list[str](), 0
            for field in range(1, len(fields) + 1):
                one = crossed.get((declarer, field))
                cells.append(_cell(one, seat))
                points += _score(one, seat) or 0
            rows.append([letters[declarer], *cells, str(points)])
        heads = ["", *(str(field) for field in range(1, len(fields) + 1))]
        screen.table([*heads, translate("sum", lang)], rows)
    totals = totals_of(replay)
    words = "  ".join(f"{letter} {signed(total)}" for letter, total in zip(letters, totals, strict=True))
    screen.line(f"\n  {translate('result' if replay.is_whole else 'so far', lang)}: {words}")
    _show_below(screen, replay, lang)


def _score(one: RoundReplay | None, seat: Seat) -> int | None:
    """What a seat scored in a round; None when it was not played or the seat sat out."""
    if one is None or one.round is None or seat not in one.round.active:
        return None
    return one.round.scores()[seat]


def _cell(one: RoundReplay | None, seat: Seat) -> str:
    points = _score(one, seat)
    return str(points) if points is not None else "." if one is None else "-"


def _show_below(screen: Screen, replay: MatchReplay, lang: str) -> None:
    show_states(screen, sheet_rows(replay, lang))
    if replay.is_whole:
        show_outcome(screen, replay, lang)
