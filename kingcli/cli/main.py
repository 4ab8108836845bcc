"""The `king` command: a lazy group, and the one place where errors become a line on stderr and an exit code."""

from __future__ import annotations

import os
import sys
import traceback
from importlib import import_module
from typing import Any

import click

from kingcli.errors import CANNOT_WRITE, INTERNAL, INTERRUPTED, OK, USAGE, KingError, near_misses
from kingcli.version import VERSION

COMMANDS = {
    "bench": "Time the solver on a fixed set of deals.",
    "convert": "Turn records from PKN into JSON and back.",
    "deal": "Deal hands or endings from a seed.",
    "help": "Explain a topic: records, variants, solving, players, api.",
    "perft": "Count the play sequences from a position.",
    "replay": "Replay recorded games, check them and print the score sheet.",
    "schema": "Print the JSON Schema of a record, position or result.",
    "simulate": "Play many matches in parallel and tabulate the results.",
    "solve": "Solve positions exactly: what every card is worth.",
    "variants": "List, show and check the games.",
}


class _LazyGroup(click.Group):
    """Knows the commands by name; imports the file of one only when it is called or its help is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"kingcli.cli.{cmd_name}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(sorted(COMMANDS.items()))

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            ctx.fail(f"no command {args[0]!r}{near_misses(args[0], COMMANDS)}; `king --help` lists them")
        return super().resolve_command(ctx, args)


def _say_version(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    """The version, and the core that solves."""
    if value:
        from kingcli import kernel

        click.echo(f"king {VERSION}, {kernel.core()} core")
        ctx.exit()


@click.group(
    cls=_LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Example:  king deal --variant russian --contract queens --left 4 | king solve -",
)
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_say_version, help="Print the version."
)
@click.option("--traceback", is_flag=True, help="Show the traceback of an error.")
@click.pass_context
def king(ctx: click.Context, traceback: bool) -> None:
    """The card game King: deal, replay, score, solve and simulate."""
    ctx.obj = ctx.obj or {"traceback": traceback}


def run(arguments: list[str]) -> int:
    """Run one command and return its exit code. Nothing but --traceback shows a traceback."""
    wants_traceback = "--traceback" in arguments
    arguments = [argument for argument in arguments if argument != "--traceback"]
    _prepare_streams()
    try:
        code = king.main(arguments, prog_name="king", standalone_mode=False, obj={"traceback": wants_traceback})
        sys.stdout.flush()
        return code if isinstance(code, int) else OK
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except (click.Abort, KeyboardInterrupt):
        _say("king: interrupted")
        return INTERRUPTED
    except click.ClickException as error:
        command = error.ctx.command_path if isinstance(error, click.UsageError) and error.ctx else "king"
        _say(f"king: {error.format_message()}\n`{command} --help` shows how it is used")
        return USAGE
    except KingError as error:
        if wants_traceback:
            traceback.print_exc()
        return _report(str(error), error.exit_code, arguments)
    except (BrokenPipeError, SystemExit):
        # SystemExit is how click leaves when stdout was closed while a command wrote to it.
        _silence_stdout()
        return OK
    except OSError as error:
        if wants_traceback:
            traceback.print_exc()
        name = error.filename if error.filename is not None else "stdout"
        return _report(f"{name}: cannot be written: {error.strerror or error}", CANNOT_WRITE, arguments)
    except Exception as error:
        if wants_traceback:
            traceback.print_exc()
        kind = f"{type(error).__name__}: {error}".rstrip(": ")
        return _report(f"internal error: {kind} (please report it with the output of --traceback)", INTERNAL, arguments)


def _prepare_streams() -> None:
    """A stream that cannot show a letter shows a substitute; one that is closed (`>&-`) swallows all; none fails."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            # Also keeps files opened later from becoming descriptor 1 or 2.
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: PTH123, SIM115
        stream = getattr(sys, name)
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace", newline="\n")


def _report(message: str, code: int, arguments: list[str]) -> int:
    _say(f"king: {message}")
    if _asks_for_json(arguments):
        import msgspec

        error = {"schema": "king.error/1", "error": message, "exit": code}
        try:
            sys.stdout.write(msgspec.json.encode(error).decode() + "\n")
            sys.stdout.flush()
        except OSError:
            _silence_stdout()
    return code


def _asks_for_json(arguments: list[str]) -> bool:
    if "--json" in arguments or "--format=json" in arguments:
        return True
    return "--format json" in " ".join(arguments)


def _say(message: str) -> None:
    try:
        sys.stderr.write(message + "\n")
    except (OSError, AttributeError):
        return


def _silence_stdout() -> None:
    """After a closed pipe Python would complain once more at exit; give it somewhere to write."""
    try:
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, sys.stdout.fileno())
    except (OSError, ValueError, AttributeError):
        return
