"""The rule book's test vectors, and proof that the runner can fail."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest
import yaml

import vectors

DATA = yaml.safe_load((Path(__file__).parent.parent / "fixtures" / "vectors.yaml").read_text(encoding="utf-8"))
ROWS: list[dict[str, Any]] = DATA["vectors"]

SERIES = {"V": (2, 40), "L": (2, 23), "W": (2, 10), "O": (1, 11), "D": (1, 13), "H": (1, 7), "A": (1, 9)}
SERIES |= {"E": (1, 7), "C": (1, 12), "S": (1, 6), "M": (1, 20)}


@pytest.mark.parametrize("row", ROWS, ids=[row["id"] for row in ROWS])
def test_vector(row: dict[str, Any]) -> None:
    assert vectors.run(row) == row["expected"]


def altered(value: Any) -> Any:
    """The same shape with one thing changed."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str):
        words = value.split()
        return " ".join(words[1:]) if len(words) > 1 else "S9" if value != "S9" else "S8"
    if isinstance(value, list):
        return [altered(value[0]), *value[1:]]
    return {key: altered(inner) if index == 0 else inner for index, (key, inner) in enumerate(value.items())}


@pytest.mark.parametrize("row", ROWS, ids=[row["id"] for row in ROWS])
def test_an_altered_vector_fails(row: dict[str, Any]) -> None:
    wrong = copy.deepcopy(row)
    wrong["expected"] = altered(row["expected"])
    assert wrong["expected"] != row["expected"]
    assert vectors.run(wrong) != wrong["expected"]


def test_every_row_of_the_rule_book_is_here() -> None:
    known = {f"{letter}{number:0{width}}" for letter, (width, last) in SERIES.items() for number in range(1, last + 1)}
    here = [row["id"] for row in ROWS]
    assert len(here) == len(set(here))
    assert {name.split()[0] for name in here} == known
