"""Options that several commands share, and how text reaches stdout or a file."""

from __future__ import annotations

import os
import secrets
import sys
from collections.abc import Callable
from typing import Any, TypeVar

import click

from kingcli.show.languages import LANGUAGES
from kingcli.variants import Variant, load_variant, parse_settings

_MAX_JOBS = 4096

_Function = TypeVar("_Function", bound=Callable[..., Any])
Decorator = Callable[[_Function], _Function]


def variant_options(*, required: bool) -> Decorator[Any]:
    """--variant NAME and --set KEY=VALUE, passed on as `variant` and `settings` (texts; see `chosen_variant`)."""

    def decorate(function: _Function) -> _Function:
        function = click.option(
            "--set", "settings", multiple=True, metavar="KEY=VALUE", help="Set an option of the variant (repeatable)."
        )(function)
        return click.option(
            "--variant",
            required=required,
            metavar="NAME",
            help="A game of `king variants list`, or your own YAML file.",
        )(function)

    return decorate


def lang_option() -> Decorator[Any]:
    """--lang CODE: the language of names and tables."""
    return click.option(
        "--lang", type=click.Choice(LANGUAGES), default="en", show_default=True, help="Language of names and tables."
    )


def chosen_variant(name: str, settings: tuple[str, ...]) -> Variant:
    """The variant of --variant and --set. Raises VariantError."""
    return load_variant(name, parse_settings(settings))


def format_option(*formats: str, default: str) -> Decorator[Any]:
    """--format, and --json for --format json, passed on as `format`."""

    def decorate(function: _Function) -> _Function:
        if "json" in formats:
            function = click.option("--json", "format", flag_value="json", help="Short for --format json.")(function)
        return click.option(
            "--format", "format", type=click.Choice(formats), default=default, show_default=True, help="How to print."
        )(function)

    return decorate


def _read_jobs(ctx: click.Context, param: click.Parameter, value: str) -> int:
    """A number of worker processes; 0 or "auto" for one a core."""
    text = value.strip().lower()
    if text in ("0", "auto"):
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= _MAX_JOBS):
        raise click.BadParameter(f"{value!r} is not a number of jobs (1 .. {_MAX_JOBS}, 0 or auto)", ctx, param)
    return int(text)


def jobs_option(function: _Function) -> _Function:
    """--jobs N, passed on as a number of processes."""
    return click.option(
        "--jobs",
        callback=_read_jobs,
        default="1",
        show_default=True,
        metavar="N",
        help="Worker processes; 0 or auto: one a core.",
    )(function)


def seed_option(function: _Function) -> _Function:
    """--seed TEXT, passed on as `seed` (None when not given; see `chosen_seed`)."""
    return click.option("--seed", metavar="TEXT", help="Any text or number; the same seed gives the same cards.")(
        function
    )


def chosen_seed(seed: str | None) -> str:
    """The seed given, digit for digit; or a new one, which is told on stderr so that the run can be repeated."""
    if seed is not None:
        return seed
    drawn = str(secrets.randbelow(10**12))
    click.echo(f"seed {drawn}", err=True)
    return drawn


def write_out(text: str) -> None:
    """Data to stdout, as UTF-8 where the stream allows and never half-translated newlines."""
    sys.stdout.write(text)
