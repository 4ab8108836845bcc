"""The examples in a Markdown text: found, run, compared with the text, or written into it.

In a ```console block `$ ` starts a command; it goes on after a backslash at the end of a line, and over lines that
start with `> `. The lines after it are its output: stdout, and stderr where the command says 2>&1. A ```python block
is a session with the prompt >>>, read as doctest reads it. An output line `...` stands for any lines, or none. All
examples of a text run in one folder, in order; a session keeps its names from block to block.
"""

from __future__ import annotations

import doctest
import importlib.util
import json
import os
import re
import shlex
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

CONSOLE, PYTHON = "console", "python"
# A block in one of these languages would pass for an example that is run.
UNCHECKED_LANGUAGES = frozenset({"", "bash", "doctest", "py", "py3", "pycon", "sh", "shell", "shell-session", "zsh"})

# They install, build or move about, so they are not run; .ci/run does the same from a fresh clone.
NOT_RUN = re.compile(
    r"(git clone \S+( \S+)?|cd \S+|pip install \.|python3 -m venv \S+|(\.|source) \S+/bin/activate|make demo|make test)"
    r"( && (?!$)|$)"
)
INSTALLERS = frozenset({".", "cd", "git", "make", "pip", "pip3", "pipx", "source", "uv"})

FENCE = re.compile(r"^(?P<indent> *)(?P<ticks>`{3,}|~{3,})(?P<info>[^`]*)$")
SECONDS_PER_STEP = 120


class BlockError(Exception):
    """The text has an example that cannot be read or must not be run."""


@dataclass(frozen=True)
class Step:
    """One command and the output the text gives for it: `lines[start:end]` of the whole text, without the indent."""

    source: str
    expected: tuple[str, ...]
    start: int
    end: int
    line: int


@dataclass(frozen=True)
class Block:
    language: str
    indent: str
    steps: tuple[Step, ...]


@dataclass(frozen=True)
class Outcome:
    block: Block
    step: Step
    actual: tuple[str, ...]
    failure: str = ""

    @property
    def is_as_written(self) -> bool:
        return not self.failure and matches(self.step.expected, self.actual)


def parse(text: str) -> list[Block]:
    lines = text.split("\n")
    blocks: list[Block] = []
    number = 0
    while number < len(lines):
        fence = FENCE.match(lines[number])
        if not fence:
            if re.match(r"( {4,}|\t)\$ ", lines[number]):
                raise BlockError(f"line {number + 1}: a command outside a ```console block")
            number += 1
            continue
        end = _closing_fence(lines, number, fence["ticks"])
        indent = fence["indent"]
        language = (fence["info"].split() or [""])[0]
        content = [line.removeprefix(indent) for line in lines[number + 1 : end]]
        if language in UNCHECKED_LANGUAGES:
            raise BlockError(f"line {number + 1}: a {language or 'plain'} block: say console, python, or what it is")
        if language in {CONSOLE, PYTHON}:
            read = _console_steps if language == CONSOLE else _python_steps
            steps = tuple(read(content, number + 1))
            if not steps:
                raise BlockError(f"line {number + 1}: a {language} block without a command")
            blocks.append(Block(language, indent, steps))
        number = end + 1
    return blocks


def is_run(step: Step) -> bool:
    """False for the known commands that install or build; an unknown one of that kind is refused."""
    rest = step.source
    while rest and (known := NOT_RUN.match(rest)):
        rest = rest[known.end() :]
    if not rest:
        return False
    if step.source.split()[0] in INSTALLERS:
        raise BlockError(f"line {step.line}: `{step.source}` is neither run nor a known command that is not run")
    return True


# How many positions a search looked at, and which core did: not the same on every machine.
VARYING = re.compile(r"[\d ]*\d positions?\.|(?<=\"nodes\":)\d+|(?<=^king \d\.\d\.\d, ).* core$")


def matches(expected: Sequence[str], actual: Sequence[str]) -> bool:
    """Line by line the same but for what varies; a line `...` in `expected` stands for any run of lines."""
    expected, actual = ([VARYING.sub("#", line) for line in lines] for lines in (expected, actual))
    reachable = {0}
    for line in expected:
        if line.strip() == "...":
            reachable = set(range(min(reachable), len(actual) + 1))
        else:
            reachable = {n + 1 for n in reachable if n < len(actual) and actual[n] == line}
        if not reachable:
            return False
    return len(actual) in reachable


def run(text: str, folder: Path, fixtures: Path) -> list[Outcome]:
    """Runs the examples of `text` in the empty `folder`, where `fixtures` is at hand under that name."""
    (folder / "fixtures").symlink_to(fixtures, target_is_directory=True)
    environment = _environment(folder)
    outcomes: list[Outcome] = []
    with _Session(folder, environment) as session:
        for block in parse(text):
            for step in block.steps:
                if block.language == PYTHON:
                    outcomes.append(session.run(block, step))
                elif is_run(step):
                    outcomes.append(_run_command(block, step, folder, environment))
                elif step.expected:
                    raise BlockError(f"line {step.line}: `{step.source}` is not run, so its output cannot be kept true")
    return outcomes


def rewrite(text: str, outcomes: Sequence[Outcome]) -> str:
    """`text` with the actual output where the written one does not match it; a step that failed keeps its own."""
    lines = text.split("\n")
    for outcome in sorted(outcomes, key=lambda outcome: outcome.step.start, reverse=True):
        if outcome.is_as_written or outcome.failure:
            continue
        block, step = outcome.block, outcome.step
        blank = f"{block.indent}<BLANKLINE>" if block.language == PYTHON else ""
        lines[step.start : step.end] = [block.indent + line if line else blank for line in outcome.actual]
    return "\n".join(lines)


def _closing_fence(lines: Sequence[str], opening: int, ticks: str) -> int:
    closing = re.compile(rf" *{re.escape(ticks[0])}{{{len(ticks)},}} *")
    for number in range(opening + 1, len(lines)):
        if closing.fullmatch(lines[number]):
            return number
    raise BlockError(f"line {opening + 1}: the block is never closed")


def _console_steps(content: Sequence[str], first: int) -> Iterator[Step]:
    number = 0
    while number < len(content):
        start = number
        if not content[start].startswith("$ "):
            raise BlockError(f"line {first + start + 1}: a console block starts with a command, `$ ...`")
        command = [content[start].removeprefix("$ ")]
        number += 1
        while number < len(content) and (
            command[-1].endswith("\\") or content[number].startswith("> ") or content[number] == ">"
        ):
            command.append(re.sub(r"^> ?", "", content[number]))
            number += 1
        output = number
        while number < len(content) and not content[number].startswith("$ "):
            number += 1
        yield Step("\n".join(command), tuple(content[output:number]), first + output, first + number, first + start + 1)


def _python_steps(content: Sequence[str], first: int) -> Iterator[Step]:
    pieces = doctest.DocTestParser().parse("\n".join(content) + "\n")
    line = 0
    for piece in pieces:
        if isinstance(piece, str):
            if piece.strip():
                raise BlockError(f"line {first + line + 1}: a python block holds only >>> examples and their output")
            line += piece.count("\n")
            continue
        output = piece.lineno + piece.source.count("\n")
        line = output + piece.want.count("\n")
        expected = tuple("" if want == "<BLANKLINE>" else want for want in piece.want.split("\n")[:-1])
        yield Step(piece.source, expected, first + output, first + line, first + piece.lineno + 1)


def _environment(folder: Path) -> dict[str, str]:
    """`king` and `python` mean this interpreter, with the kingcli that it would import."""
    programs = folder / ".bin"
    programs.mkdir()
    interpreter = shlex.quote(sys.executable)
    for name, arguments in {"king": "-m kingcli ", "python": ""}.items():
        program = programs / name
        program.write_text(f'#!/bin/sh\nexec {interpreter} -P {arguments}"$@"\n', encoding="utf-8")
        program.chmod(0o755)
    steering = ("FORCE_COLOR", "KING", "PYTEST", "PYTHON")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(steering)}
    return kept | {
        "COLUMNS": "80",
        "HOME": str(folder),
        "LC_ALL": "C.UTF-8",
        "NO_COLOR": "1",
        "PATH": os.pathsep.join([str(programs), os.environ.get("PATH", os.defpath)]),
        "PYTHONPATH": _home_of_kingcli(),
        "PYTHONUTF8": "1",
        "TERM": "dumb",
    }


def _home_of_kingcli() -> str:
    spec = importlib.util.find_spec("kingcli")
    return str(Path(spec.origin).parent.parent) if spec and spec.origin else ""


def _run_command(block: Block, step: Step, folder: Path, environment: dict[str, str]) -> Outcome:
    command = ["bash", "-o", "pipefail", "-c", step.source]
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            errors="backslashreplace",
            timeout=SECONDS_PER_STEP,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return Outcome(block, step, (), f"not done after {SECONDS_PER_STEP} s")
    failure = f"exit code {done.returncode}\n{done.stderr}".strip() if done.returncode else ""
    return Outcome(block, step, _lines(done.stdout), failure)


_INTERPRETER = r"""
import contextlib, io, json, os, sys, traceback
replies, names = os.fdopen(os.dup(1), "w", encoding="utf-8"), {"__name__": "__main__"}
os.dup2(2, 1)
for line in sys.stdin:
    written = io.StringIO()
    with contextlib.redirect_stdout(written):
        try:
            exec(compile(json.loads(line), "<example>", "single"), names)
        except Exception as error:
            print("Traceback (most recent call last):\n    ...")
            print("".join(traceback.format_exception_only(error)), end="")
    print(json.dumps(written.getvalue()), file=replies, flush=True)
"""


class _Session:
    """One Python process, started for the first example and kept for the rest."""

    def __init__(self, folder: Path, environment: dict[str, str]) -> None:
        self._folder = folder
        self._environment = environment
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> _Session:
        return self

    def __exit__(self, *exception: object) -> None:
        if self._process:
            self._process.communicate()

    def run(self, block: Block, step: Step) -> Outcome:
        process = self._process = self._process or subprocess.Popen(
            [sys.executable, "-P", "-c", _INTERPRETER],
            cwd=self._folder,
            env=self._environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )
        assert process.stdin
        assert process.stdout
        alarm = threading.Timer(SECONDS_PER_STEP, process.kill)
        alarm.start()
        try:
            print(json.dumps(step.source), file=process.stdin, flush=True)
            reply = process.stdout.readline()
        except BrokenPipeError:
            reply = ""
        finally:
            alarm.cancel()
        if not reply:
            return Outcome(block, step, (), f"the session ended, or was not done after {SECONDS_PER_STEP} s")
        return Outcome(block, step, _lines(json.loads(reply)))


def _lines(output: str) -> tuple[str, ...]:
    return tuple(output.removesuffix("\n").split("\n")) if output else ()
