"""Every perft file and playthrough in fixtures/, recomputed by the independent implementation."""

from __future__ import annotations

from pathlib import Path

import pytest

import independent as king

FIXTURES = Path(__file__).parents[1] / "fixtures"
PERFT = sorted((FIXTURES / "perft").glob("**/*.perft"))
PLAYTHROUGHS = sorted((FIXTURES / "playthroughs").glob("**/*.txt"))
GAMES = [
    (variant, contract)
    for variant, rules in king.VARIANTS.items()
    for contract in (rules["pool"] or dict.fromkeys(king.match_order(variant)))
]


def name_of(path: Path) -> str:
    return path.relative_to(FIXTURES).as_posix()


@pytest.mark.parametrize("path", PERFT, ids=name_of)
def test_perft(path: Path) -> None:
    assert king.check_perft(path) == []


@pytest.mark.parametrize("path", PLAYTHROUGHS, ids=name_of)
def test_playthrough(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert king.check_playthrough(text) == []
    header, _ = king.parse_playthrough(text)
    assert path.parent.name == header.variant
    assert f"{path.stem}-".startswith(f"{header.contract}-")


@pytest.mark.parametrize(("variant", "contract"), GAMES)
def test_none_is_missing(variant: str, contract: str) -> None:
    """A playthrough and a perft line for each variant x contract: also what fails when a folder is empty."""
    perft, playthroughs = FIXTURES / "perft" / f"{variant}.perft", FIXTURES / "playthroughs" / variant
    assert perft.is_file(), f"no {name_of(perft)}"
    lines = perft.read_text(encoding="utf-8").splitlines()
    lines = [line for line in lines if not line.lstrip().startswith("#")]
    assert any(f"contract={contract}" in line.split() for line in lines), f"{name_of(perft)}: no {contract}"
    headers = [king.parse_playthrough(path.read_text(encoding="utf-8"))[0] for path in playthroughs.glob("*.txt")]
    assert contract in [header.contract for header in headers], f"{name_of(playthroughs)}: no {contract}"
