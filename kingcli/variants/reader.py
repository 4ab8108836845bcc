"""YAML text -> plain values, and the line of every value.

Stricter than YAML: plain words stay words (no, yes, on, off, 12:30, 010), only true, false, null and decimal
integers are
anything else; a key may stand once; anchors, tags and deep nesting are refused.
"""

from __future__ import annotations

import re
from typing import Any

import yaml

from kingcli.errors import VariantError

Path = tuple[str | int, ...]
Lines = dict[Path, str]

_INTEGER = re.compile(r"[-+]?(0|[1-9][0-9]{0,17})\Z")
_MAX_DEPTH = 40
_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def _scalar(event: Any) -> Any:
    text = event.value
    if event.style or not event.implicit[0]:
        return text
    if text in ("", "~", "null"):
        return None
    if text in ("true", "false"):
        return text == "true"
    return int(text) if _INTEGER.match(text) else text


class _Builder:
    """Builds nested values from the parser's events without recursion, so that no input can exhaust the stack."""

    def __init__(self, file: str):
        self.file = file
        self.lines: Lines = {}
        self.stack: list[tuple[Path, Any, list[str]]] = []
        self.root: Any = None

    def fail(self, event: Any, message: str) -> VariantError:
        return VariantError(message, where=f"{self.file}:{event.start_mark.line + 1}")

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
            raise self.fail(event, f"the key {value!r} stands twice")
        keys.append(value)
        self.lines[(*path, value)] = f"{self.file}:{event.start_mark.line + 1}"

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
            self.lines.setdefault(self.path(), f"{self.file}:{event.start_mark.line + 1}")
            self.put(_scalar(event))
        elif kind in ("MappingStartEvent", "SequenceStartEvent"):
            if self.wants_key():
                raise self.fail(event, "a key must be a plain word")
            if len(self.stack) >= _MAX_DEPTH:
                raise self.fail(event, f"nested more than {_MAX_DEPTH} deep")
            path = self.path()
            self.lines.setdefault(path, f"{self.file}:{event.start_mark.line + 1}")
            self.stack.append((path, {} if kind == "MappingStartEvent" else [], []))
        elif kind in ("MappingEndEvent", "SequenceEndEvent"):
            _, container, _ = self.stack.pop()
            self.put(container)


def read_yaml(text: str, file: str) -> tuple[Any, Lines]:
    """The value of a YAML document and, for every path in it, "file:line".

    Raises VariantError naming the line when the text is not such YAML.
    """
    builder = _Builder(file)
    documents = 0
    try:
        for event in yaml.parse(text, Loader=_Loader):
            documents += type(event).__name__ == "DocumentStartEvent"
            if documents > 1:
                raise builder.fail(event, "a variant file holds one document; remove the second '---'")
            builder.feed(event)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = mark.line + 1 if mark else 1
        raise VariantError(f"not YAML: {error.problem or error.context}", where=f"{file}:{line}") from None
    except yaml.YAMLError as error:
        raise VariantError(f"not YAML: {str(error).splitlines()[0]}", where=file) from None
    return builder.root, builder.lines


def read_value(text: str) -> Any:
    """The value of one `--set key=value`: a word, a number, true, false, or a list or mapping in brackets."""
    return read_yaml(text, "--set")[0]
