"""YAML text -> plain values, and the line of every value.

Stricter than YAML: plain words stay words (no, yes, on, off, 12:30, 010), only true, false, null and decimal integers
are anything else; a key may stand once; anchors, tags and deep nesting are refused.
"""

from __future__ import annotations

import re
from typing import Any

import yaml

from kingcli.errors import VariantError

Path = tuple[str | int, ...]
Lines = dict[Path, str]

MAX_DEPTH = 40
MAX_DIGITS = 18
_TOO_DEEP = f"nested more than {MAX_DEPTH} deep"
_INTEGER = re.compile(r"[-+]?(0|[1-9][0-9]*)\Z")
# What YAML does not allow in its text (control characters, halves of surrogate pairs).
_UNPRINTABLE = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_LINE_BREAK = re.compile("\r\n|[\n\r\x85\u2028\u2029]")
_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def key_words(path: Path) -> str:
    """A place inside a file as people write it: "contracts.queens.score[0].points"."""
    words = ""
    for part in path:
        if isinstance(part, int):
            words += f"[{part}]"
            continue
        plain = part if re.fullmatch(r"[\w-]+", part) else repr(part[:40])
        words += f".{plain}" if words else plain
    return words


class _Builder:
    """Builds nested values from the parser's events without recursion, so that no input can exhaust the stack."""

    def __init__(self, file: str, text: str):
        self.file = file
        self.text = text
        self.lines: Lines = {}
        self.stack: list[tuple[Path, Any, list[str]]] = []
        self.root: Any = None

    def place(self, event: Any) -> str:
        return f"{self.file}:{event.start_mark.line + 1}"

    def fail(self, event: Any, message: str) -> VariantError:
        return VariantError(message, where=self.place(event))

    def path(self) -> Path:
        """Where the next value belongs."""
        if not self.stack:
            return ()
        path, container, keys = self.stack[-1]
        return (*path, keys[-1]) if isinstance(container, dict) else (*path, len(container))

    def put(self, value: Any) -> None:
        if not self.stack:
            self.root = value
        elif isinstance(self.stack[-1][1], dict):
            self.stack[-1][1][self.stack[-1][2].pop()] = value
        else:
            self.stack[-1][1].append(value)

    def wants_key(self) -> bool:
        return bool(self.stack) and isinstance(self.stack[-1][1], dict) and not self.stack[-1][2]

    def key(self, event: Any) -> None:
        path, container, keys = self.stack[-1]
        value = event.value
        if value in container:
            first = self.lines[(*path, value)].rpartition(":")[2]
            words = f"the key {value!r} stands twice (first in line {first})"
            raise self.fail(event, f"{key_words((*path, value))}: {words}")
        keys.append(value)
        self.lines[(*path, value)] = self.place(event)

    def scalar(self, event: Any) -> Any:
        text = event.value
        if event.style or not event.implicit[0]:
            return text
        if text in ("", "~", "null"):
            return None
        if text in ("true", "false"):
            return text == "true"
        if not _INTEGER.match(text):
            return text
        if len(text.lstrip("+-")) > MAX_DIGITS:
            raise self.fail(event, f"{key_words(self.path())}: a number of more than {MAX_DIGITS} digits")
        return int(text)

    def feed(self, event: Any) -> None:
        kind = type(event).__name__
        if kind == "AliasEvent" or getattr(event, "anchor", None):
            raise self.fail(event, "anchors and aliases are not used here; write the value out, or use 'extends'")
        if getattr(event, "tag", None):
            raise self.fail(event, f"the tag {event.tag!r} is not used here; write the plain value")
        if kind == "ScalarEvent":
            if self.wants_key():
                self.key(event)
                return
            self.lines.setdefault(self.path(), self.place(event))
            self.put(self.scalar(event))
        elif kind in ("MappingStartEvent", "SequenceStartEvent"):
            if self.wants_key():
                raise self.fail(event, "a key must be a plain word")
            if len(self.stack) >= MAX_DEPTH:
                raise self.fail(event, _TOO_DEEP)
            path = self.path()
            self.lines.setdefault(path, self.place(event))
            self.stack.append((path, {} if kind == "MappingStartEvent" else [], []))
        elif kind in ("MappingEndEvent", "SequenceEndEvent"):
            _, container, _ = self.stack.pop()
            self.put(container)

    def not_yaml(self, error: yaml.MarkedYAMLError) -> VariantError:
        mark = error.problem_mark or error.context_mark
        line = mark.line if mark else 0
        words = f"not YAML: {error.problem or error.context}"
        if "nesting depth" in words:  # libyaml looks far ahead for a key and meets its own limit first
            words = _TOO_DEEP
        rows = _LINE_BREAK.split(self.text)
        if line < len(rows) and re.match(r" *\t", rows[line]):
            words += " (indent with spaces, not with tabs)"
        return VariantError(words, where=f"{self.file}:{line + 1}")


def read_yaml(text: str, file: str) -> tuple[Any, Lines]:
    """The value of a YAML document and, for every path in it, "file:line".

    Raises VariantError naming the line when the text is not such YAML.
    """
    strange = _UNPRINTABLE.search(text)
    if strange:
        line = len(_LINE_BREAK.findall(text, 0, strange.start())) + 1
        raise VariantError(f"not text: the character U+{ord(strange[0]):04X} stands in it", where=f"{file}:{line}")
    builder = _Builder(file, text)
    documents = 0
    try:
        for event in yaml.parse(text, Loader=_Loader):
            documents += type(event).__name__ == "DocumentStartEvent"
            if documents > 1:
                raise builder.fail(event, "a variant file holds one document; remove the second '---'")
            builder.feed(event)
    except yaml.MarkedYAMLError as error:
        raise builder.not_yaml(error) from None
    except yaml.YAMLError as error:
        raise VariantError(f"not YAML: {str(error).splitlines()[0]}", where=file) from None
    return builder.root, builder.lines


def read_value(text: str, place: str) -> Any:
    """The value of one `--set key=value`: a word, a number, true, false, null, or a list or mapping in brackets."""
    try:
        value, _ = read_yaml(text, place)
    except VariantError as error:
        raise VariantError(error.message, where=place) from None
    if value is None and text.strip() not in ("null", "~"):
        raise VariantError("a value is missing (null deletes a key)", where=place)
    return value
