"""No variant file and no setting, however wrong, gives anything but a VariantError that names a place."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

import kingcli.variants
from kingcli.errors import VariantError
from kingcli.rules import n_rounds
from kingcli.rules.check import check_variant
from kingcli.variants import load_variant, variant_names
from kingcli.variants.shape import all_keys, file_fields, key_words

DATA = Path(kingcli.variants.__file__).parent / "data"
TEXTS = [(DATA / f"{name}.yaml").read_text(encoding="utf-8") for name in variant_names()]
KEYS = sorted({str(path[-1]) for path, _ in all_keys()} - {"ID"})
DOTTED = [key_words(path).replace("ID", "trump") for path, _ in all_keys()]

words = st.sampled_from(
    [*KEYS, *variant_names(), "queens", "trump", "all", "no", "NO", "12:30", "010", "1e3", "♥", "HK"]
)
numbers = st.one_of(st.integers(-20, 40), st.sampled_from([10**17, -(10**17), 10**6 + 1]))
scalars = st.one_of(words, numbers.map(str), st.sampled_from(["true", "false", "null", "~", "''", "[]", "{}", "x: y"]))
values = st.recursive(
    st.one_of(st.none(), st.booleans(), numbers, words, st.text(max_size=5)),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(words, inner, max_size=3)),
    max_leaves=6,
)


@st.composite
def mutated_files(draw: st.DrawFn) -> bytes:
    """A built-in file with a few lines dropped, doubled, moved or changed, and perhaps a few bytes."""
    rows = draw(st.sampled_from(TEXTS)).splitlines()
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(rows) - 1))
        how = draw(st.sampled_from(["drop", "double", "move", "scalar", "key", "indent", "value", "new"]))
        head, colon, _ = rows[at].partition(": ")
        if how == "drop" and len(rows) > 1:
            del rows[at]
        elif how == "double":
            rows.insert(at, rows[at])
        elif how == "move":
            rows.insert(draw(st.integers(0, len(rows) - 1)), rows.pop(at))
        elif how == "scalar":
            rows[at] = f"{head}: {draw(scalars)}"
        elif how == "key":
            indent = len(head) - len(head.lstrip())
            rows[at] = " " * indent + draw(words) + colon + rows[at].partition(": ")[2]
        elif how == "indent":
            rows[at] = " " * draw(st.integers(0, 6)) + rows[at].lstrip()
        elif how == "value":
            places = [place for place, letter in enumerate(rows[at]) if letter in "[]{},:'- "]
            if places:
                place = draw(st.sampled_from(places))
                rows[at] = (
                    rows[at][:place]
                    + draw(st.one_of(scalars, st.sampled_from("[]{},:'\"&*!|>%@`#")))
                    + rows[at][place + 1 :]
                )
        else:
            rows.insert(at, f"{draw(words)}: {draw(scalars)}")
    raw = "\n".join(rows).encode()
    for place, byte in draw(st.lists(st.tuples(st.integers(0, len(raw) - 1), st.integers(0, 255)), max_size=2)):
        if draw(st.booleans()):
            raw = raw[:place] + bytes([byte]) + raw[place + 1 :]
    return raw


def attempt(name: str, options: dict[str, Any] | None = None) -> None:
    """Load it; what loads must be playable by all the laws."""
    try:
        variant = load_variant(name, options)
    except VariantError as error:
        complaint = error
    else:
        if (n_rounds(variant) or 500) <= 40:
            check_variant(variant, 1, seed=variant.digest)
        return
    assert complaint.where or options
    assert complaint.message
    assert len(str(complaint).splitlines()) == 1


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("fuzz") / "house.yaml"


@given(raw=mutated_files())
@settings(
    max_examples=250, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
def test_mutated_files(raw: bytes, house: Path) -> None:
    house.write_bytes(raw)
    attempt(str(house))


@given(raw=st.one_of(st.binary(max_size=60), st.text(max_size=60).map(lambda text: text.encode("utf-8", "ignore"))))
@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_bytes(raw: bytes, house: Path) -> None:
    house.write_bytes(raw)
    attempt(str(house))


@given(data=st.dictionaries(st.sampled_from(sorted(file_fields())), values, max_size=4))
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_data_over_a_parent(data: dict[str, Any], house: Path) -> None:
    """JSON is YAML: any values at any of the keys, merged into a real game."""
    import msgspec

    house.write_bytes(msgspec.json.encode({"extends": "lithuanian"} | data))
    attempt(str(house))


@given(
    name=st.sampled_from(variant_names()),
    options=st.dictionaries(st.one_of(st.sampled_from(DOTTED), words, st.text(max_size=8)), values, max_size=3),
)
@settings(max_examples=250, deadline=None)
@example(name="russian", options={"names.en": "\udc80"})
@example(name="russian", options={"early_end": 1.5})
@example(name="russian", options={"early_end": {1: 2}})
@example(name="russian", options={"order": {*()}})
@example(name="russian", options={"match_total": 10**30})
@example(name="lithuanian", options={"layout": 1, "all": [True]})
def test_any_settings(name: str, options: dict[str, Any]) -> None:
    attempt(name, options)


def test_settings_nested_in_themselves() -> None:
    endless: dict[str, Any] = {}
    endless["x"] = endless
    with pytest.raises(VariantError, match="nested more than 40 deep"):
        load_variant("russian", {"names": endless})
