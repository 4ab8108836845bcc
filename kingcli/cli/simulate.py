"""king simulate: play many matches in parallel and tabulate the results."""

from __future__ import annotations

import shlex
import signal
import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from kingcli.cli.options import chosen_seed, format_option, jobs_option, write_out
from kingcli.errors import INTERNAL, INTERRUPTED, OK, PARTIAL, KingError
from kingcli.variants import Variant, load_variant, parse_settings, variant_names

if TYPE_CHECKING:
    from kingcli.simulate.folder import RunFile
    from kingcli.simulate.plan import Plan
    from kingcli.simulate.run import Run, Step
    from kingcli.simulate.summary import Summary

_ALL = "all"
_MATCHES = 100

# After this many chunks failed, none of the rest is tried.
_MAX_FAILED = 20


class _Terms(NamedTuple):
    """What the command line says about what is played; None and empty where it says nothing."""

    variants: tuple[str, ...]
    settings: tuple[str, ...]
    players: str | None
    matches: int | None
    seed: str | None
    rotate: bool | None
    records: str | None


@click.command(epilog="Example:  king simulate --variant russian --players easy,random,easy,random --rotate --seed 7")
@click.option(
    "--variant",
    "variants",
    multiple=True,
    metavar="NAME",
    help="A game of `king variants list`, or your own YAML file; repeatable, or several with commas; all: every game.",
)
@click.option("--set", "settings", multiple=True, metavar="KEY=VALUE", help="Set an option of the games (repeatable).")
@click.option(
    "--players", metavar="LIST", help="One player for all seats, or one for each, with commas.  [default: easy]"
)
@click.option(
    "--matches",
    type=click.IntRange(1),
    metavar="N",
    help="Matches of each game; with --rotate, deal sets.  [default: 100]",
)
@click.option("--seed", metavar="TEXT", help="Any text or number; the same seed gives the same matches.")
@jobs_option
@click.option(
    "--rotate", is_flag=True, default=None, help="Play the same deals again with the players turned to every seat."
)
@click.option("--out", metavar="DIR", help="Keep results in this new folder as they come.")
@click.option("--resume", metavar="DIR", help="Go on with the run of this folder, on the terms it was started with.")
@click.option("--records", metavar="FILE", help="Write every round to FILE: .jsonl JSON lines, otherwise PKN.")
@format_option("table", "json", "jsonl", "csv", "markdown", default="table")
@click.pass_context
def command(
    ctx: click.Context, /, *, jobs: int, out: str | None, resume: str | None, format: str, **options: Any
) -> int:
    """Play many matches in parallel and tabulate the results.

    The results depend on the seed, never on --jobs. Ctrl-C prints what is finished; a run with --out can be resumed.
    """
    from kingcli.simulate.folder import ResultFolder
    from kingcli.simulate.plan import fitting_notes
    from kingcli.simulate.recording import RecordsFile
    from kingcli.simulate.run import Run

    if out is not None and resume is not None:
        raise click.UsageError("--out begins a folder, --resume goes on with one: give only one of them")
    terms = _Terms(**options)
    plan, file = _new_plan(terms) if resume is None else _resumed_plan(resume, terms)
    for note in fitting_notes(plan):
        click.echo(note, err=True)
    with _Stopper() as stopper, ExitStack() as stack:
        records = folder = None
        path = terms.records if resume is None else file.records
        if path is not None:
            records = RecordsFile(path)
            stack.callback(records.close)
        if out is not None:
            folder = ResultFolder.created(out, file)
            stack.callback(folder.close)
        elif resume is not None:
            with stopper.waiting():
                folder = ResultFolder.opened(resume, file)
            stack.callback(folder.close)
        if folder is not None:
            folder.begin(jobs)
        with stopper.waiting():
            run = Run(plan, folder=folder, records=records)
        return _play(ctx, run, stopper, jobs, format)


def _names(texts: tuple[str, ...]) -> list[str]:
    """Comma lists taken apart, "all" being every game there is; a name that is a file stays whole."""
    names: list[str] = []
    for text in texts:
        if Path(text).is_file():
            names.append(text)
            continue
        for name in text.split(","):
            names += variant_names() if name.strip() == _ALL else [name.strip()]
    return [name for name in names if name]


def _load(names: list[str], settings: tuple[str, ...]) -> tuple[list[Variant], dict[str, str]]:
    """The variants named, and by name what each was loaded from."""
    loaded = [(load_variant(name, parse_settings(settings)), name) for name in names]
    return [variant for variant, _ in loaded], {variant.name: name for variant, name in loaded}


def _new_plan(terms: _Terms) -> tuple[Plan, RunFile]:
    from kingcli.simulate.folder import run_file
    from kingcli.simulate.plan import make_plan

    names = _names(terms.variants)
    if not names:
        raise click.UsageError("--variant is missing; `king variants list` shows the games")
    variants, sources = _load(names, terms.settings)
    players = _specs("easy" if terms.players is None else terms.players)
    matches = _MATCHES if terms.matches is None else terms.matches
    # Refuse what is to be refused before a seed is drawn and told.
    make_plan(variants, players, matches=matches, seed="")
    plan = make_plan(variants, players, matches=matches, seed=chosen_seed(terms.seed), rotate=bool(terms.rotate))
    return plan, run_file(plan, sources, terms.records)


def _specs(players: str) -> list[str]:
    return [spec.strip() for spec in players.split(",")]


def _resumed_plan(path: str, terms: _Terms) -> tuple[Plan, RunFile]:
    """The plan of a stored run, with what the command line says in place of what is stored, to be compared."""
    from kingcli.simulate.folder import read_run, run_file, variants_of
    from kingcli.simulate.plan import make_plan

    stored = read_run(path)
    if terms.variants or terms.settings:
        names = _names(terms.variants) or [game.source for game in stored.games]
        variants, sources = _load(names, terms.settings)
    else:
        variants, sources = variants_of(stored), {game.variant: game.source for game in stored.games}
    plan = make_plan(
        variants,
        stored.players if terms.players is None else _specs(terms.players),
        matches=stored.matches if terms.matches is None else terms.matches,
        seed=stored.seed if terms.seed is None else terms.seed,
        rotate=stored.rotate if terms.rotate is None else terms.rotate,
    )
    return plan, run_file(plan, sources, stored.records if terms.records is None else terms.records)


class _Stopper:
    """Ctrl-C ends what is done in `waiting` at once (KeyboardInterrupt), and lets anything else come to its end."""

    def __init__(self) -> None:
        self.is_asked = False
        self._is_waiting = False
        self._before: Any = None

    def __enter__(self) -> _Stopper:
        self._before = signal.getsignal(signal.SIGINT)
        if threading.current_thread() is threading.main_thread() and self._before is not signal.SIG_IGN:
            signal.signal(signal.SIGINT, self._stop)
        else:
            self._before = None
        return self

    def __exit__(self, *error: object) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)

    def _stop(self, number: int, frame: FrameType | None) -> None:
        was_asked, self.is_asked = self.is_asked, True
        if self._is_waiting and not was_asked:
            raise KeyboardInterrupt

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """Raises KeyboardInterrupt on the first Ctrl-C, also if it came before."""
        try:
            self._is_waiting = True
            if self.is_asked:
                raise KeyboardInterrupt
            yield
        finally:
            self._is_waiting = False

    def next_of(self, steps: Iterator[Step]) -> Step | None:
        """The next step; None at the end, and as soon as somebody pressed Ctrl-C."""
        try:
            with self.waiting():
                return next(steps, None)
        except KeyboardInterrupt:
            return None


def _play(ctx: click.Context, run: Run, stopper: _Stopper, jobs: int, format: str) -> int:
    """Play what is missing, print what is there in the end, and return the exit code."""
    from kingcli.show.progress import Progress

    total, folder = run.plan.total_matches, run.folder
    progress = Progress(total, run.n_done)
    trouble: KingError | None = None
    with closing(run.play(jobs)) as steps:
        try:
            while len(run.failed) < _MAX_FAILED and (step := stopper.next_of(steps)) is not None:
                run.enter(step)
                progress.update(step.chunk.variant.name, run.n_done)
        except KingError as error:
            # What is finished is worth seeing even if the rest cannot be played or kept.
            trouble = error
    progress.clear()
    summary = run.summary()
    _print(summary, format)
    _tell_failures(ctx, run)
    if trouble is not None:
        raise trouble
    if stopper.is_asked and not summary.complete:
        way = f"; go on with `king simulate --resume {shlex.quote(str(folder.path))}`" if folder is not None else ""
        click.echo(f"king: interrupted after {run.n_done} of {total} matches{way}", err=True)
        return INTERRUPTED
    if run.failed:
        return PARTIAL if run.n_done else INTERNAL
    return OK


def _tell_failures(ctx: click.Context, run: Run) -> None:
    shown = run.failed[:3]
    for step in shown:
        chunk = step.chunk
        numbers = f"match {chunk.first}" if chunk.first == chunk.last else f"matches {chunk.first}-{chunk.last}"
        click.echo(f"king: {chunk.variant.name}, {numbers} (seed {chunk.seed!r}) not played: {step.reason}", err=True)
        if step.traceback and ctx.obj and ctx.obj.get("traceback"):
            click.echo(step.traceback, err=True, nl=False)
    rest = len(run.failed) - len(shown)
    if rest:
        stopped = "; stopped here" if len(run.failed) >= _MAX_FAILED else ""
        click.echo(f"king: {rest} more chunks failed{stopped}", err=True)


def _print(summary: Summary, format: str) -> None:
    from kingcli.simulate import summary as texts

    if format == "table":
        from kingcli.show.console import Screen
        from kingcli.show.report import show_report

        show_report(Screen(), summary)
    elif format == "markdown":
        from kingcli.show.report import markdown

        write_out(markdown(summary))
    else:
        write = {"json": texts.json_text, "jsonl": texts.jsonl_text, "csv": texts.csv_text}[format]
        write_out(write(summary))
