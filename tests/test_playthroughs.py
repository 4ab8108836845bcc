"""The whole rounds in fixtures/playthroughs are what the engine plays; a difference means that a rule changed.

That they are right is checked by test_fixtures_independent.py, against code that shares nothing with kingcli.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import make_playthroughs
from kingcli.variants import load_variant, variant_names

FILES = make_playthroughs.all_files()


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_playthrough(path: Path) -> None:
    assert path.read_text(encoding="utf-8") == FILES[path]


def test_no_playthrough_is_left_over() -> None:
    assert set(make_playthroughs.FOLDER.glob("*/*.txt")) == set(FILES)


@pytest.mark.parametrize("name", variant_names())
def test_every_contract_has_one(name: str) -> None:
    """By itself, or with the option that brings it into the match."""
    here = [path.stem for path in FILES if path.parent.name == name]
    assert not [
        key
        for key in load_variant(name).contracts
        if not any(stem == key or stem.startswith(f"{key}-") for stem in here)
    ]
