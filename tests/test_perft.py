"""Every line of fixtures/perft is counted again; a mismatch is shown with the count under each first card."""

from __future__ import annotations

from pathlib import Path

import pytest

import make_perft
from endings import forms, suits_of
from kingcli.rules import option_text
from kingcli.rules.perft import perft
from kingcli.search.counting import divide
from kingcli.variants import load_variant, variant_names

FOLDER = Path(__file__).parent.parent / "fixtures" / "perft"


def lines(variant: str) -> list[str]:
    return (FOLDER / f"{variant}.perft").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("variant", variant_names())
def test_counts(variant: str) -> None:
    for line in lines(variant):
        name, position, counts = make_perft.read_line(variant, line)
        found = perft(position, len(counts))
        if found != counts:
            depth = 1 + next(index for index, pair in enumerate(zip(found, counts, strict=True)) if pair[0] != pair[1])
            under = ", ".join(f"{option_text(option)} {count}" for option, count in divide(position, depth))
            pytest.fail(
                f"{variant}.perft: {name}: {found[depth - 1]} sequences of {depth} cards, not {counts[depth - 1]}; "
                f"under each first card: {under}"
            )


@pytest.mark.parametrize("variant", variant_names())
def test_every_contract_and_trump_is_there(variant: str) -> None:
    """Endings of several sizes, some with cards on the table, and whole hands."""
    loaded = load_variant(variant)
    found = [make_perft.read_line(variant, line) for line in lines(variant)]
    names = [name for name, _, _ in found]
    assert len(set(names)) == len(names)
    for contract, suits in forms(loaded):
        for named in suits:
            form = f"{contract}-{named}" if named else contract
            assert {f"{form}-2", f"{form}-3", f"{form}-5", f"{form}-whole"} <= set(names)
    assert all(len(counts) >= make_perft.MIN_DEPTH for _, _, counts in found)


@pytest.mark.parametrize("rule", make_perft.RULES, ids=str)
def test_a_rule_shows_in_its_line(rule: tuple) -> None:
    """With the rule changed, the counts are others: so the line would catch a program that plays it wrongly."""
    variant, contract, settings, others = rule
    table = make_perft.with_settings(variant, settings)
    changed = 0
    for line in lines(variant):
        name, position, counts = make_perft.read_line(variant, line)
        if name.startswith(f"{contract}-") and position.table in tables(table, contract):
            text = line.split("|")
            keys = " ".join(word for word in text[2].split() if word.split("=")[0] not in settings)
            keys += "".join(f" {key}={str(value).lower()}" for key, value in others.items())
            _, other, _ = make_perft.read_line(variant, "|".join([*text[:2], keys, text[3]]))
            changed += perft(other, len(counts)) != counts
    assert changed


def tables(variant: make_perft.Variant, contract: str) -> list[make_perft.Table]:
    return [make_perft.compile_table(variant, contract, named) for named in suits_of(variant, contract)]


@pytest.mark.slow
def test_the_script_writes_these_lines() -> None:
    for variant in variant_names():
        written = [*make_perft.contract_lines(load_variant(variant))]
        written += [*make_perft.option_lines(variant), *make_perft.rule_lines(variant)]
        assert [line.rstrip("\n") for line in written] == lines(variant)
