"""Whatever bytes come in, the reader answers with records, diagnostics or one KingError: no traceback, no hang."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import example, given, settings
from hypothesis import strategies as st

from kingcli.errors import KingError
from kingcli.records import dump_position, dumps, loads, replay_match
from kingcli.variants import load_variant
from make_records import DEMO_CALLS, one_round, random_match, record_of

LITHUANIAN = random_match(load_variant("lithuanian"), "fuzz", calls=DEMO_CALLS)
MINSK = random_match(load_variant("minsk"), "fuzz")[:3]
PKN = dumps([LITHUANIAN[0], LITHUANIAN[7], *MINSK], "pkn")
JSON = dumps([LITHUANIAN[7], MINSK[0]], "json")
_SHORT_ROUND = next(
    played for n, played in enumerate(one_round(load_variant("lithuanian"), "layout", "fuzz")) if n == 12
)
POSITION = dumps([dump_position(loads(dumps([record_of(_SHORT_ROUND)], "pkn")).problem())], "json")


def survive(data: bytes | str) -> None:
    """Read and replay; only a KingError may come out, and each diagnostic says something on one line."""
    try:
        loaded = loads(data)
    except KingError:
        return
    found = [*loaded.diagnostics]
    for match in loaded.matches:
        found += replay_match(match).diagnostics
        dumps([one.record for one in match.rounds], "jsonl")
    for one in found:
        assert one.message
        assert "\n" not in str(one)
        assert one.line >= 0
    if loaded.format == "pkn" and loaded.rounds and not found:
        assert loads(dumps(loaded.rounds, "pkn")).rounds == loaded.rounds


@given(st.binary(max_size=200))
@example(b"\x1f\x8b")
@example(b"\xff\xfe")
@example(b"\xff\xfe\x00")
@example(b"{")
@example(b"[")
@example(b"\xef\xbb\xbf")
@example(b'[Note ""][Note ""]')
def test_any_bytes(data: bytes) -> None:
    survive(data)


_WORDS = st.sampled_from(
    [
        *("{", "}", "[", "]", '"', ":", ",", ";", "%", "\\", "\n", " ", "*", "+", "-", "#", "?"),
        *(
            '[Event "x"]\n',
            '[Play "N"]\n',
            '[KingVariant "russian"]\n',
            '[Deal "N:AK... - - -"]\n',
            '[KingEventTable ""]\n',
        ),
        *(
            "SA",
            "H10",
            "N",
            "trump:S",
            '"schema"',
            '"king.round/1"',
            '"king.position/1"',
            "null",
            "1e999",
            "\ud800",
            "\x00",
        ),
    ]
)


@given(st.lists(_WORDS, max_size=40).map("".join))
def test_any_words(text: str) -> None:
    survive(text)


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_pkn_with_holes_and_additions(data: st.DataObject) -> None:
    text = PKN
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(text)))
        length = data.draw(st.integers(0, 30))
        text = text[:at] + data.draw(_WORDS | st.text(max_size=5)) + text[at + length :]
    survive(text)


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_pkn_with_lines_moved(data: st.DataObject) -> None:
    lines = PKN.split("\n")
    for _ in range(data.draw(st.integers(1, 6))):
        a, b = data.draw(st.integers(0, len(lines) - 1)), data.draw(st.integers(0, len(lines) - 1))
        lines[a], lines[b] = lines[b], lines[a]
    survive("\n".join(lines))


_JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=True) | st.text(max_size=6) | _WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)


def _paths(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(found for key, one in inner for found in _paths(one, (*path, key)))]


@settings(max_examples=120, deadline=None)
@given(st.data())
def test_json_with_another_value_somewhere(data: st.DataObject) -> None:
    document = json.loads(data.draw(st.sampled_from([*JSON.splitlines(), POSITION])))
    path = data.draw(st.sampled_from(_paths(document)[1:]))
    holder = document
    for key in path[:-1]:
        holder = holder[key]
    if data.draw(st.booleans()):
        holder[path[-1]] = data.draw(_JSON_VALUES)
    else:
        del holder[path[-1]]
    survive(json.dumps(document))


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_json_with_holes_and_additions(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from([JSON, POSITION]))
    at = data.draw(st.integers(0, len(text)))
    survive(text[:at] + data.draw(_WORDS | st.text(max_size=5)) + text[at + data.draw(st.integers(0, 30)) :])
