"""king solve: what every card of a position is worth, exactly."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from kingcli.cli.options import format_option, jobs_option, write_out
from kingcli.errors import BAD_INPUT, OK, PARTIAL, KingError, RecordError

if TYPE_CHECKING:
    from kingcli.records import Loaded, Problem
    from kingcli.search import Question, Solution
    from kingcli.search.solution import Value

METHODS = ("guarantee", "team", "best", "maxn", "equilibria")
EXAMPLE = """\
{"schema":"king.position/1","id":"example","variant":"russian","contract":"queens","leader":"E",\
"hands":{"N":"Q9..K.8","E":"JT..7.Q","S":"K.Q.9.J","W":"A.K7.Q."},"scores":{"N":0,"E":0,"S":0,"W":0}}
"""


@click.command(epilog="Example:  king solve --example > ending.json; king solve ending.json --all-cards")
@click.argument("file", required=False, metavar="FILE|-")
@click.option(
    "--for", "seats", metavar="N|NS|all", help="Whose points: a seat, a team, or each seat (default: the seat to move)."
)
@click.option(
    "--method",
    type=click.Choice(METHODS),
    help="guarantee: what a seat is sure of (default); team: seats together; best: if all help; maxn: each for itself;"
    " equilibria: all that max^n may come to.",
)
@click.option(
    "--ties",
    type=click.Choice(["hostile", "kind"]),
    default="hostile",
    show_default=True,
    help="max^n: of equal scores of its own a seat takes what is worst (or best) for the next seat.",
)
@click.option("--all-cards", is_flag=True, help="Also what each card is worth at best and in max^n.")
@click.option("--line/--no-line", "has_line", default=True, help="Print a best line to the end of the round (default).")
@click.option(
    "--contract", metavar="NAME", help="Another contract than the position's; all-contracts: a table of all of them."
)
@click.option("--trump", metavar="S|H|D|C|NT", help="With --contract: the suit it names.")
@click.option("--round", "number", type=click.IntRange(1), metavar="N", help="In a record: the round.")
@click.option("--trick", type=click.IntRange(1), metavar="N", help="In a record: the trick about to be led.")
@click.option("--game", type=click.IntRange(1), metavar="N", help="In a record of several games: which.")
@click.option("--nodes", type=click.IntRange(1), metavar="N", help="Stop after so many positions; then print bounds.")
@click.option("--seconds", type=click.FloatRange(0), metavar="S", help="Stop after this time; then print bounds.")
@click.option(
    "--memory", type=click.IntRange(1, 1 << 16), metavar="MB", help="Memory for the table of positions (default 64)."
)
@jobs_option
@click.option(
    "--variant", "own", multiple=True, metavar="FILE", help="Your own variant file that positions name (repeatable)."
)
@format_option("table", "json", "jsonl", "csv", default="table")
@click.option("--example", is_flag=True, help="Print a position to start from.")
@click.pass_context
def command(
    ctx: click.Context,
    *,
    file: str | None,
    seats: str | None,
    method: str | None,
    ties: str,
    all_cards: bool,
    has_line: bool,
    contract: str | None,
    trump: str | None,
    number: int | None,
    trick: int | None,
    game: int | None,
    nodes: int | None,
    seconds: float | None,
    memory: int | None,
    jobs: int,
    own: tuple[str, ...],
    format: str,
    example: bool,
) -> None:
    """Solve positions exactly, all hands seen: the value of every legal card, the best ones and a line.

    FILE holds positions (JSON, one a line or alone) or records, of which --round and --trick choose the position.
    Several positions give an answer each, in their order; json and jsonl are one object a line.

    Exit code 65: a position is wrong (the others are solved); 75: the budget ran out and some answers are bounds.
    """
    if example:
        write_out(EXAMPLE)
        return
    if file is None:
        raise click.UsageError(
            "a FILE is missing ('-' for stdin); `king solve --example` prints a position to start from"
        )
    if trump is not None and contract is None:
        raise click.UsageError("--trump goes with --contract: --contract trump --trump S")
    methods = _methods(method, seats, all_cards)
    from kingcli.records import EVERY_CONTRACT, loads, opened, under
    from kingcli.records.source import read_source
    from kingcli.search import Question

    if contract == EVERY_CONTRACT and (seats is not None or all_cards or format == "csv"):
        raise click.UsageError("--contract all-contracts shows every seat, as a table, json or jsonl")
    question = Question(
        methods=methods,
        seats=seats,
        ties="kind" if ties == "kind" else "hostile",
        nodes=nodes,
        seconds=seconds,
        memory=None if memory is None else memory << 20,
    )
    name, text = read_source(file)
    loaded = loads(text, name, own, contract=contract, trump=trump)
    if contract == EVERY_CONTRACT:
        if loaded.matches or (game, number, trick) != (None, None, None):
            loaded.open_positions.append(opened(loaded.problem(game=game, round=number, trick=trick)))
        ctx.exit(_contract_tables(loaded, question, format))
    items = list(_items(loaded, text, (game, number, trick)))
    if contract is not None and loaded.matches:
        items = [(line, under(item, contract, trump)) for line, item in items if not isinstance(item, KingError)]
    if len(items) == 1 and isinstance(items[0][1], RecordError):
        raise items[0][1]
    ctx.exit(_answers(items, text, question, jobs, _Writer(format, has_line)))


def _answers(
    items: list[tuple[int, Problem | KingError]], text: str, question: Question, jobs: int, show: _Writer
) -> int:
    """Solve and print one after the other; returns the exit code."""
    from kingcli.search import ask_all

    code, started = OK, time.perf_counter()
    answers = ask_all((item for _, item in items if not isinstance(item, KingError)), question, min(jobs, len(items)))
    for done, (line, item) in enumerate(items):
        _progress(done, len(items))
        found = item if isinstance(item, KingError) else next(answers)
        if isinstance(found, KingError) or isinstance(item, KingError):
            assert isinstance(found, KingError)
            if len(items) == 1:
                raise found
            show.error(_id_of(item, text, line), line, found)
            code = found.exit_code
            continue
        show.answer(item, [*found])
        if code == OK and not all(one.exact for one in found):
            code = PARTIAL
    _progress(len(items), len(items))
    if sys.stderr.isatty():
        click.echo(f"{(time.perf_counter() - started) * 1000:.1f} ms", err=True)
    return code


def _contract_tables(loaded: Loaded, question: Question, format: str) -> int:
    """What each seat gets under every contract; returns the exit code. Of several positions a wrong one is told."""
    import msgspec

    from kingcli.search.contracts import contract_table
    from kingcli.show.console import Screen
    from kingcli.show.contracts import show_contracts

    positions = loaded.open_positions
    if not positions:
        raise RecordError("holds no position", where=loaded.check().name)
    code = OK
    for wrong in loaded.errors:
        click.echo(f"king: {wrong.error()}", err=True)
        code = BAD_INPUT
    for done, position in enumerate(positions):
        _progress(done, len(positions))
        table = contract_table(position, question)
        if code == OK and not table.exact:
            code = PARTIAL
        if format == "table":
            if done:
                write_out("\n")
            show_contracts(Screen(), position, table)
        else:
            write_out(msgspec.json.encode(table).decode() + "\n")
    _progress(len(positions), len(positions))
    return code


def _methods(method: str | None, seats: str | None, all_cards: bool) -> tuple[str, ...]:
    is_team = seats is not None and seats.lower() != "all" and len(seats) > 1
    if method == "team" and (seats is None or seats.lower() == "all"):
        raise click.UsageError("--method team needs its seats: --for NS")
    first = method or ("team" if is_team else "guarantee")
    if first == "guarantee" and is_team:
        first = "team"
    if not all_cards:
        return (first,)
    if method in ("maxn", "equilibria") or (seats or "").lower() == "all":
        raise click.UsageError(
            "--all-cards shows all methods for one seat or team; leave out --method maxn and --for all"
        )
    return tuple(dict.fromkeys((first if first != "best" else "guarantee", "best", "maxn")))


def _items(
    loaded: Loaded, text: str, chosen: tuple[int | None, int | None, int | None]
) -> Iterator[tuple[int, Problem | KingError]]:
    """(line, position or what is wrong with it) in the order of the file; 0 where a line says nothing."""
    game, number, trick = chosen
    if loaded.matches or chosen != (None, None, None):
        yield 0, loaded.problem(game=game, round=number, trick=trick)
        return
    found: list[tuple[int, Problem | KingError]] = [(_line_of(one.place), one) for one in loaded.problems]
    found += [(one.line, one.error()) for one in loaded.errors]
    if not found:
        raise RecordError("holds no position", where=loaded.name)
    yield from sorted(found, key=lambda entry: entry[0])


def _line_of(place: str) -> int:
    """3 of "hands.jsonl:3"."""
    number = place.rpartition(":")[2]
    return int(number) if number.isdigit() else 0


def _id_of(item: Problem | KingError, text: str, line: int) -> str | None:
    """The id of a position; of one that is wrong, as far as its line can be read."""
    if not isinstance(item, KingError):
        return item.id
    import msgspec

    lines = text.split("\n")
    try:
        value = msgspec.json.decode(lines[line - 1]) if 0 < line <= len(lines) else None
    except (msgspec.DecodeError, RecursionError):
        return None
    given = value.get("id") if isinstance(value, dict) else None
    return given if isinstance(given, str) else None


def _progress(done: int, n_items: int) -> None:
    if n_items > 1 and sys.stderr.isatty():
        click.echo(f"\rsolve  {done}/{n_items}" + ("\n" if done == n_items else ""), err=True, nl=False)


class _Writer:
    """Prints answers in one of the formats as they come."""

    def __init__(self, format: str, has_line: bool):
        self.format = format
        self.has_line = has_line
        self.n_written = 0
        self.has_head = False

    def answer(self, problem: Problem, found: list[Solution]) -> None:
        if self.format == "table":
            self._table(problem, found)
        elif self.format == "csv":
            for one in found:
                self._csv(problem, one)
        else:
            import msgspec

            for one in found:
                write_out(msgspec.json.encode(one.row(problem.id, problem.notes, problem.seats)).decode() + "\n")
        self.n_written += 1

    def error(self, id: str | None, line: int, error: KingError) -> None:
        if self.format in ("json", "jsonl"):
            import msgspec

            from kingcli.search import ErrorRow

            row = ErrorRow(id=id, line=line, error=str(error), exit=error.exit_code)
            write_out(msgspec.json.encode(row).decode() + "\n")
        else:
            click.echo(f"king: {error}", err=True)

    def _table(self, problem: Problem, found: list[Solution]) -> None:
        from kingcli.show.console import Screen
        from kingcli.show.solution import show_solution

        if self.n_written:
            write_out("\n")
        show_solution(Screen(), problem, found, has_line=self.has_line)

    def _csv(self, problem: Problem, found: Solution) -> None:
        """One row a card; a number stands under `value`, the numbers of all seats under their letters."""
        import csv
        import io

        from kingcli.rules import option_text
        from kingcli.seats import SEATS

        out = io.StringIO()
        rows = csv.writer(out, lineterminator="\n")
        if not self.has_head:
            self.has_head = True
            rows.writerow(["id", "method", "for", "card", "value", *SEATS, "is_best", "exact"])
        row = found.row(problem.id, letters=problem.seats)
        values: list[tuple[str, Value | None]] = [(option_text(card), value) for card, value in found.cards.items()]
        for card, value in values or [("", found.value)]:
            by_letter = dict(zip(problem.seats, value, strict=True)) if isinstance(value, tuple) else {}
            rows.writerow(
                [
                    problem.id,
                    row.method,
                    row.for_,
                    card,
                    "" if value is None or isinstance(value, tuple) else value,
                    *(by_letter.get(seat, "") for seat in SEATS),
                    int(card in row.best),
                    int(found.exact),
                ]
            )
        write_out(out.getvalue())
