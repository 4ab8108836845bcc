"""JSON read strictly: no key twice, no number that would change, no endless nesting; and the place of every value."""

from __future__ import annotations

import json
import re
from typing import Any, NoReturn

import msgspec
import orjson

from kingcli.errors import RecordError, near_misses

Path = tuple[str | int, ...]

_MAX_DEPTH = 100
_TOKEN = re.compile(r'\s*(?:("(?:[^"\\]|\\.)*")|([{}\[\],:])|([^\s{}\[\],:"]+))', re.DOTALL)
_BIG = 1 << 63


class _TwiceError(Exception):
    """A key stands twice in one object."""


class _NumberError(Exception):
    """A number that JSON programs do not agree on."""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise _TwiceError
    return made


def _whole(digits: str) -> int:
    if len(digits) > 20 or not -_BIG <= int(digits) < _BIG:
        raise _NumberError(f"the number {_short(digits)} is too large to be kept exactly; write it in quotes")
    return int(digits)


def _decimal(digits: str) -> float:
    value = float(digits)
    if value in (float("inf"), float("-inf")):
        raise _NumberError(f"the number {_short(digits)} is too large")
    return value


def _constant(word: str) -> NoReturn:
    raise _NumberError(f"{word} is not JSON")


def _short(text: str) -> str:
    return text if len(text) <= 48 else f"{text[:45]}..."


_decoder = json.JSONDecoder(object_pairs_hook=_object, parse_int=_whole, parse_float=_decimal, parse_constant=_constant)


class Document(msgspec.Struct):
    """One JSON value with the text it came from; `first_line` is the line of the file at which the text begins."""

    value: Any
    text: str
    file: str
    first_line: int
    is_only: bool = True
    places: dict[Path, int] | None = None

    def line_of(self, path: Path) -> int:
        """The line of the value at this path, or of the nearest value around it that is there."""
        if not path:
            return self.first_line
        if self.places is None:
            self.places = _offsets(self.text)
        while path and path not in self.places:
            path = path[:-1]
        offset = self.places.get(path, 0)
        return self.first_line + self.text.count("\n", 0, offset)

    def where(self, path: Path) -> str:
        """ "hand.json" when it is the whole file, "hands.jsonl:3" when it is one line of several."""
        return self.file if self.is_only else f"{self.file}:{self.line_of(path)}"


def path_words(path: Path) -> str:
    """ "rounds[3].deal.hands.N"."""
    words = ""
    for part in path:
        words += f"[{part}]" if isinstance(part, int) else f".{part}" if words else part
    return words


def _offsets(text: str) -> dict[Path, int]:
    """The offset of every value of a JSON text, as far as it can be read. Iterative: nothing exhausts the stack."""
    places: dict[Path, int] = {}
    stack: list[list[Any]] = []
    path: list[str | int] = []
    for match in _TOKEN.finditer(text):
        word, sign, start = match[1], match[2], match.start(match.lastindex or 0)
        if sign in ("}", "]"):
            if stack:
                stack.pop()
                if path:
                    path.pop()
            continue
        if sign == ",":
            if stack and stack[-1][0] == "list":
                stack[-1][1] += 1
            elif stack:
                stack[-1][1] = None
            continue
        if sign == ":":
            continue
        if stack and stack[-1][0] == "map" and stack[-1][1] is None:
            stack[-1][1] = _unquoted(word) if word else match[3] or ""
            stack[-1][2].append((stack[-1][1], start))
            continue
        here = (*path, stack[-1][1]) if stack else ()
        places.setdefault(here, start)
        if sign in ("{", "["):
            if len(stack) >= _MAX_DEPTH:
                return places
            if stack:
                path.append(stack[-1][1])
            stack.append(["map", None, []] if sign == "{" else ["list", 0, []])
    return places


def _unquoted(word: str) -> str:
    try:
        text = json.loads(word)
    except ValueError:
        return word[1:-1]
    return text if isinstance(text, str) else word


def _second_key(text: str) -> tuple[str, int]:
    """The first key that stands twice in its object, and the offset of its second place."""
    stack: list[set[str] | None] = []
    expects_key = False
    for match in _TOKEN.finditer(text):
        word, sign = match[1], match[2]
        if sign in ("{", "["):
            stack.append(set() if sign == "{" else None)
            expects_key = sign == "{"
        elif sign in ("}", "]"):
            if stack:
                stack.pop()
        elif sign == ",":
            expects_key = bool(stack) and stack[-1] is not None
        elif word and expects_key and stack and stack[-1] is not None:
            key = _unquoted(word)
            if key in stack[-1]:
                return key, match.start(1)
            stack[-1].add(key)
            expects_key = False
    return "?", 0


def read_json(text: str, file: str, first_line: int = 1, *, is_only: bool = True) -> Document:
    """One JSON value. Raises RecordError naming the line: not JSON, cut off, a key twice, too deep, a huge number."""

    def fail(message: str, offset: int) -> RecordError:
        line = first_line + text.count("\n", 0, offset)
        return RecordError(message, where=f"{file}:{line}")

    try:
        orjson.loads(text)
    except orjson.JSONDecodeError as error:
        raise fail(_syntax(error, text), min(error.pos, len(text.rstrip()))) from None
    except UnicodeEncodeError as error:
        raise fail("holds half of a surrogate pair, which is no text", error.start) from None
    if _depth(text) > _MAX_DEPTH:
        raise fail(f"nested more than {_MAX_DEPTH} deep", 0)
    try:
        value = _decoder.decode(text)
    except _TwiceError:
        key, offset = _second_key(text)
        raise fail(f"the key {key!r} stands twice", offset) from None
    except _NumberError as error:
        raise fail(str(error), _strange_number(text)) from None
    except (ValueError, RecursionError) as error:
        raise fail(f"not JSON: {error}", 0) from None
    return Document(value, text, file, first_line, is_only)


def _syntax(error: orjson.JSONDecodeError, text: str) -> str:
    reason = error.msg.partition(": line")[0]
    if "recursion" in reason.lower() or "depth" in reason.lower():
        return "not JSON: nested too deep"
    if error.pos >= len(text.rstrip()):
        return "not JSON: it is cut off (the text ends inside a value)"
    return f"not JSON: {reason} (column {error.colno})"


def _depth(text: str) -> int:
    """How deep the brackets of a valid JSON text nest."""
    if text.count("{") + text.count("[") <= _MAX_DEPTH:
        return 0
    deepest = depth = 0
    for match in re.finditer(r'"(?:[^"\\]|\\.)*"|[{}\[\]]', text):
        sign = match[0]
        if sign in "{[":
            depth += 1
            deepest = max(deepest, depth)
        elif sign in "}]":
            depth -= 1
    return deepest


def _strange_number(text: str) -> int:
    """The offset of the first number that cannot be kept exactly."""
    for match in _TOKEN.finditer(text):
        if match[3] is None:
            continue
        try:
            _decoder.decode(match[3])
        except (_NumberError, ValueError):
            return match.start(3)
    return 0


_WORDS = {
    "array": "list",
    "object": "mapping",
    "str": "text",
    "int": "whole number",
    "bool": "true or false",
    "float": "number",
}


def convert(document: Document, kind: Any, known: list[str], path: Path = ()) -> Any:
    """The value (at `path`) as a record, strictly. Raises RecordError naming file, line where it helps, and key.

    `known` are the keys a misspelt one is compared with.
    """
    value = document.value
    for part in path:
        value = value[part]
    try:
        return msgspec.convert(value, kind, strict=True)
    except msgspec.ValidationError as error:
        message, _, inner = str(error).partition(" - at `$")
        steps = [int(s) if s.isdigit() else s for s in re.findall(r"[^.\[\]`]+", inner) if s != "..."]
        where: Path = (*path, *steps)
        unknown = re.match(r"Object contains unknown field `(.*)`", message, re.DOTALL)
        if unknown:
            where = (*where, unknown[1])
            message = f"unknown key{near_misses(unknown[1], known)}"
        else:
            message = _plain(message)
        words = path_words(where)
        raise RecordError(f"{words}: {message}" if words else message, where=document.where(where)) from None


def _plain(message: str) -> str:
    """msgspec's message in the words of a data file."""
    missing = re.match(r"Object missing required field `(.*)`", message)
    if missing:
        return f"the key {missing[1]!r} is missing"
    if re.fullmatch(r"Expected `str( \| null)?`, got `int`", message):
        return "text is expected, got a whole number; write it in quotes"
    message = re.sub(r"`([\w| ]+)`", lambda m: " or ".join(_WORDS.get(w, w) for w in m[1].split(" | ")), message)
    message = message.replace("Invalid enum value", "not a possible value:")
    return message[0].lower() + message[1:]
