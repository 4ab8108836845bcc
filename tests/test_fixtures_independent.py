"""Every perft file and playthrough in fixtures/, recomputed by the independent implementation; and none is missing."""

from __future__ import annotations

import functools
from pathlib import Path

import pytest

import independent as king
from independent_samples import GAMES, split, table

FIXTURES = Path(__file__).parents[1] / "fixtures"
PERFT = sorted((FIXTURES / "perft").glob("**/*.perft"))
PLAYTHROUGHS = sorted((FIXTURES / "playthroughs").glob("**/*.txt"))
SAME = {"allow_voluntary_pass": "may_pass"}

# Option = value | of a variant where not of any | contract, where not any | what must be there: a perft line, a
# playthrough (text), both, or either. At least one of them must be wrong without the option.
IN_PLAY = """
    allow_voluntary_pass=true    |            | layout       | both
    all=true                     | russian-3  | all          | both
    all_and_layout=true          | declared   | all          | both
    all_and_layout=true          | declared   | layout       | both
    all_pass=redeal              |            | suit         | text
    ban_in_all=false             |            | all          | perft
    bid_sign=plus                |            | suit         | text
    boys=jacks-kings             | atomic     | jacks-kings  | text
    chooser=left                 | simple     | trump        | text
    chooser=left                 | atomic     |              | text
    deck=d52                     | domino     |              | text
    direction=counter-clockwise  |            |              | either
    doubling=per_player          |            | jacks        | text
    early_end=true               |            |              | either
    early_end=false              |            |              | either
    first_always_leads=true      |            | trump        | text
    heart_value=1                | domino     | hearts       | text
    imbalance=plus4              | simple-3   | king         | text
    joker_beaten_by_discarded_heart=false |   |              | either
    jokers=1                     | jokers-3   |              | text
    king_forced=true             |            |              | perft
    king_forced_on_hearts=always |            |              | perft
    king_forced_on_hearts=under-ace |         |              | perft
    last_trick=last-two          |            | last-two     | both
    last_trick=seventh-and-last  |            | seventh-and-last | both
    leader=first                 |            | suit         | text
    lottery_deals=3              |            | layout       | text
    lottery_deals=4              |            | layout       | text
    multi_jacks=any              |            | layout       | both
    must_trump=false             |            | trump        | perft
    no_heart_lead=true           | varzytines |              | perft
    plus4_on=jacks               | simple-3   | jacks        | text
    plus4_on=last-two            | simple-3   | last-two     | text
    plus4_on=queens              | simple-3   | queens       | text
    premium_adds=true            |            |              | text
    removed_aces=CA,DA           | russian-3  |              | either
    reserve=false                |            | trump        | text
    revoke_penalty=40            |            |              | text
    second_prize=300             |            | layout       | text
    single_round=true            |            | trump        | text
    take_all=true                | atomic     | take-all     | both
    trump_after_talon=true       |            | trump        | text
    trump_in=all-positive        | ordered    |              | both
    trump_in=none                | ordered    | take-tricks  | either
    trump_lead=declarer-only     | minsk      | trump        | perft
    trump_value=3                | simple-3   | trump        | text
    trump_value=8                | atomic     | trump        | text
"""
# These change the number and order of the rounds, who has won, or what is seen; no single round.
NOT_IN_PLAY = {"layout", "payback", "ranking", "deals", "max_rounds", "contracts_each", "trump_deals", "talon"}


def name_of(path: Path) -> str:
    return path.relative_to(FIXTURES).as_posix()


@functools.cache
def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.is_file() else ""


@functools.cache
def perft_lines(path: Path) -> list[str]:
    lines = text_of(path).splitlines()
    return [line for line in lines if line.strip() and not line.lstrip().startswith("#")]


@pytest.mark.parametrize("path", PERFT, ids=name_of)
def test_perft(path: Path) -> None:
    assert king.check_perft(path) == []


@pytest.mark.parametrize("path", PLAYTHROUGHS, ids=name_of)
def test_playthrough(path: Path) -> None:
    text = text_of(path)
    assert king.check_playthrough(text) == []
    header, _ = king.parse_playthrough(text)
    assert path.parent.name == header.variant
    assert f"{path.stem}-".startswith(f"{header.contract}-")


@pytest.mark.parametrize(("variant", "contract"), GAMES)
def test_none_is_missing(variant: str, contract: str) -> None:
    """A playthrough and a perft line for each variant x contract: also what fails when a folder is empty."""
    perft, playthroughs = FIXTURES / "perft" / f"{variant}.perft", FIXTURES / "playthroughs" / variant
    assert perft.is_file(), f"no {name_of(perft)}"
    assert any(f"contract={contract}" in line.split() for line in perft_lines(perft)), f"{name_of(perft)}: {contract}"
    texts = [text_of(path) for path in playthroughs.glob("*.txt")]
    found = any(f"contract: {contract}" in text.splitlines() for text in texts)
    assert found, f"{name_of(playthroughs)}: {contract}"


def under_option(option: str, variant: str, contract: str) -> dict[str, bool]:
    """The fixtures with this option, by name: would they be wrong without it?"""
    key, value = (part.strip() for part in option.split("="))
    keys = {key, SAME.get(key, key)}
    found: dict[str, bool] = {}
    for path in PLAYTHROUGHS:
        lines = text_of(path).splitlines()
        given = [line for line in lines if line in {f"option {key}={value}" for key in keys}]
        if given and variant in ("", path.parent.name) and f"contract: {contract}" in [*lines, "contract: "]:
            text = "\n".join(line for line in lines if line not in given) + "\n"
            found[name_of(path)] = bool(king.check_playthrough(text))
    for path in PERFT:
        for line in perft_lines(path):
            name, hands, words, counts = (field.strip() for field in line.split("|"))
            given = [word for word in words.split() if word in {f"{key}={value}" for key in keys}]
            if given and variant in ("", path.stem) and f"contract={contract}" in [*words.split(), "contract="]:
                rest = " ".join(word for word in words.split() if word not in given)
                try:
                    position = king.parse_position(path.stem, hands, rest)
                    without = king.perft(position, len(counts.split())) != [int(count) for count in counts.split()]
                except ValueError:
                    without = True
                found[f"{name_of(path)}:{name}"] = without
    return found


@table(IN_PLAY)
def test_no_option_is_missing(row: str) -> None:
    option, variant, contract, kind = split(row)
    found = under_option(option, variant, contract)
    perft = {name: wrong for name, wrong in found.items() if ".perft:" in name}
    text = {name: wrong for name, wrong in found.items() if name not in perft}
    needed = {"perft": [perft], "text": [text], "both": [perft, text], "either": [found]}[kind]
    assert all(needed), f"no {kind} with {option} {variant} {contract}"
    assert all(any(names.values()) for names in needed), f"{option} makes no difference in {list(found)}"


def test_every_option_is_in_the_table() -> None:
    known = {key for _, own in king.GAMES.values() for key in own} | set(king.COMMON_OPTIONS)
    known |= {"king_forced", "no_heart_lead"}
    listed = {split(row)[0].split("=")[0] for row in IN_PLAY.strip().splitlines()}
    assert {SAME.get(key, key) for key in listed} | NOT_IN_PLAY == known
