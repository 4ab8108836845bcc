"""Every example of README.md and of the help topics is run, and its output compared."""

from __future__ import annotations

import difflib
from pathlib import Path

import pytest

import readme_blocks
import update_readme
from readme_blocks import CONSOLE, BlockError, Outcome, matches, parse, rewrite, run

ROOT = Path(__file__).resolve().parent.parent
README = ROOT / "README.md"
DOCUMENTS = {path.relative_to(ROOT).as_posix(): path for path in update_readme.documents()}


def complaint(name: str, outcome: Outcome) -> str:
    step = outcome.step
    difference = difflib.unified_diff(step.expected, outcome.actual, "written", "actual", lineterm="")
    return "\n".join(filter(None, [f"{name}:{step.line}: $ {step.source.strip()}", outcome.failure, *difference]))


def check(name: str, text: str, folder: Path, fixtures: Path) -> None:
    wrong = [complaint(name, outcome) for outcome in run(text, folder, fixtures) if not outcome.is_as_written]
    assert not wrong, "\n\n".join([*wrong, "`make readme` writes the actual outputs"])


@pytest.mark.parametrize("name", DOCUMENTS)
def test_examples_are_true(name: str, tmp_path: Path) -> None:
    check(name, DOCUMENTS[name].read_text(encoding="utf-8"), tmp_path, ROOT / "fixtures")


def test_readme_shows_commands_with_their_output() -> None:
    steps = [
        step for block in parse(README.read_text(encoding="utf-8")) if block.language == CONSOLE for step in block.steps
    ]
    assert any(readme_blocks.is_run(step) and step.expected for step in steps)
    assert any(step.source == "make test" for step in steps), "the test command that .ci/run runs"


def console(*lines: str) -> str:
    return "\n".join(["Some text.", "```console", *lines, "```", ""])


def python(*lines: str) -> str:
    return "\n".join(["```python", *lines, "```", ""])


@pytest.fixture
def fixtures(tmp_path: Path) -> Path:
    folder = tmp_path / "fixtures of the project"
    folder.mkdir()
    (folder / "hand").write_text("SA\nSK\n", encoding="utf-8")
    return folder


@pytest.fixture
def place(tmp_path: Path) -> Path:
    folder = tmp_path / "a place, это место"
    folder.mkdir()
    return folder


TRUE = {
    "output": console("$ echo SA; echo SK", "SA", "SK"),
    "no output": console("$ true", "$ echo SA", "SA"),
    "blank lines": console("$ printf 'SA\\n\\nSK\\n\\n'", "SA", "", "SK", ""),
    "elision": console("$ seq 9", "1", "...", "9"),
    "elision of nothing": console("$ seq 2", "1", "...", "2"),
    "fixtures": console("$ cat fixtures/hand", "SA", "SK"),
    "one folder for all": console("$ echo SA > a") + console("$ cat a", "SA"),
    "stderr shown": console("$ { echo SA >&2; } 2>&1", "SA"),
    "stderr hidden": console("$ echo SA >&2"),
    "exit code shown": console("$ false; echo $?", "1"),
    "backslash": console("$ echo SA \\", "    SK", "SA SK"),
    "here document": console("$ cat <<END", "> SA", ">", "> SK", "> END", "SA", "", "SK"),
    "indented": "- a list\n\n  ```console\n  $ printf 'SA\\n\\n S\\n'\n  SA\n\n   S\n  ```\n",
    "not run": console("$ git clone URL king && cd king", "$ make demo", "$ pip install ."),
    "python": python(">>> a = 'SA'", ">>> a", "'SA'") + python(">>> for x in a:", "...     print(x)", "S", "A"),
    "python goes on": python(">>> n = 1") + console("$ printf SA > a") + python(">>> open('a').read(n)", "'S'"),
    "python blank line": python(">>> print('SA\\n\\nSK')", "SA", "<BLANKLINE>", "SK"),
    "python error": python(
        ">>> [].pop()", "Traceback (most recent call last):", "    ...", "IndexError: pop from empty list"
    ),
    "python elision": python(">>> print(1, 2, 3, sep='\\n')", "1", "...", "3"),
    "other language": '```json\n{"no": "command"}\n```\n',
}

FALSE = {
    "other output": console("$ echo SA", "SK"),
    "output missing": console("$ echo SA"),
    "too much output": console("$ echo SA", "SA", ""),
    "spaces": console("$ echo 'SA '", "SA"),
    "stderr is not output": console("$ echo SA >&2", "SA"),
    "exit code": console("$ echo SA; false", "SA"),
    "exit code in a pipe": console("$ false | echo SA", "SA"),
    "no such command": console("$ surely-no-such-command"),
    "elision too long": console("$ seq 9", "1", "...", "9", "9"),
    "python: other output": python(">>> 'SA'", "'SK'"),
    "python: output missing": python(">>> 'SA'"),
    "python: exits": python(">>> import os", ">>> os._exit(0)"),
}

FAILING = ("exit code", "exit code in a pipe", "no such command", "python: exits")

UNREADABLE = {
    "unknown target": console("$ make coffee"),
    "unknown then": console("$ cd king && rm -r it"),
    "output of a command that is not run": console("$ make test", "all passed"),
    "unclosed": "```console\n$ true\n",
    "language missing": "```\n$ king --version\n```\n",
    "shell": "```sh\nking --version\n```\n",
    "no command": console(),
    "output first": console("SA", "$ true"),
    "python without prompt": python("print('SA')"),
    "python with text": python(">>> 'SA'", "'SA'", "", "and so on"),
    "outside a block": "Try\n\n    $ king --version\n",
}


@pytest.mark.parametrize("text", TRUE.values(), ids=TRUE.keys())
def test_true_examples_pass(text: str, place: Path, fixtures: Path) -> None:
    check("text", text, place, fixtures)


@pytest.mark.parametrize("text", FALSE.values(), ids=FALSE.keys())
def test_false_examples_fail(text: str, place: Path, fixtures: Path) -> None:
    with pytest.raises(AssertionError, match=r"text:\d+: \$ "):
        check("text", text, place, fixtures)


@pytest.mark.parametrize("text", UNREADABLE.values(), ids=UNREADABLE.keys())
def test_unreadable_examples_are_refused(text: str, place: Path, fixtures: Path) -> None:
    with pytest.raises(BlockError, match=r"^line \d+: "):
        run(text, place, fixtures)


def test_a_step_that_takes_too_long_fails(place: Path, fixtures: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readme_blocks, "SECONDS_PER_STEP", 0.5)
    text = console("$ sleep 60") + python(">>> import time; time.sleep(60)")
    assert all("not done after" in outcome.failure for outcome in run(text, place, fixtures))


@pytest.mark.parametrize("name", [name for name in FALSE if name not in FAILING])
def test_rewriting_makes_an_example_true(name: str, tmp_path: Path, fixtures: Path) -> None:
    folders = [tmp_path / "before", tmp_path / "after"]
    for folder in folders:
        folder.mkdir()
    text = f"before\n{FALSE[name]}after\n"
    rewritten = rewrite(text, run(text, folders[0], fixtures))
    assert rewritten.startswith("before\n")
    assert rewritten.endswith("```\nafter\n")
    check("text", rewritten, folders[1], fixtures)


@pytest.mark.parametrize("name", [*TRUE, *FAILING])
def test_rewriting_keeps_what_is_true_or_failed(name: str, place: Path, fixtures: Path) -> None:
    text = (TRUE | FALSE)[name]
    assert rewrite(text, run(text, place, fixtures)) == text


def test_rewriting_keeps_the_indent(place: Path, fixtures: Path) -> None:
    text = "  ```console\n  $ printf 'SA\\n\\n S\\n'\n  SK\n  $ echo x\n  ```\n"
    assert rewrite(text, run(text, place, fixtures)) == (
        "  ```console\n  $ printf 'SA\\n\\n S\\n'\n  SA\n\n   S\n  $ echo x\n  x\n  ```\n"
    )


@pytest.mark.parametrize(
    ("expected", "actual", "result"),
    [
        ([], [], True),
        ([], ["a"], False),
        (["..."], [], True),
        (["...", "b", "..."], ["a", "b", "b", "c"], True),
        (["...", "b"], ["b", "c"], False),
        (["a", "..."], ["b"], False),
        (["...", "a", "...", "a"], ["a"], False),
    ],
)
def test_an_elision_matches_any_run_of_lines(expected: list[str], actual: list[str], result: bool) -> None:
    assert matches(expected, actual) is result
