"""data/_all_keys.yaml, the manual, and schema.py say the same: every key, its type, its default.

The records are walked here with msgspec alone, not with the code the loader uses.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

import kingcli.variants
from kingcli.variants import schema, variant_names
from kingcli.variants.reader import read_yaml
from kingcli.variants.shape import all_keys, key_words

FILE = Path(kingcli.variants.__file__).parent / "data" / "_all_keys.yaml"
MANUAL: dict[str, dict[str, Any]] = read_yaml(FILE.read_text(encoding="utf-8"), FILE.name)[0]

ADDED_BY_LOADER = {"name", "digest", "settings"}
# Parts of a contract that also stand at the top of a file; the keys below them are listed there only.
GENERAL = ("deal", "talon", "auction", "choose", "trump", "joker", "leader", "play")

Field = msgspec.inspect.Field
Fields = dict[str, Field]


def own_fields(record: Any) -> Fields:
    return {field.encode_name: field for field in msgspec.inspect.type_info(record).fields}  # type: ignore[attr-defined]


def below(key: str, kind: msgspec.inspect.Type) -> Fields:
    """The keys under one key: through unions, lists and mappings into records."""
    found: Fields = {}
    if isinstance(kind, msgspec.inspect.UnionType):
        for one in kind.types:
            found |= below(key, one)
    elif isinstance(kind, msgspec.inspect.VarTupleType):
        found = below(f"{key}[]", kind.item_type)
    elif isinstance(kind, msgspec.inspect.DictType):
        found = below(f"{key}.ID", kind.value_type)
    elif isinstance(kind, msgspec.inspect.StructType):
        for name, field in own_fields(kind.cls).items():
            found[f"{key}.{name}"] = field
            if key != "contracts.ID" or name not in GENERAL:
                found |= below(f"{key}.{name}", field.type)
    return found


def schema_keys() -> Fields:
    found: Fields = {}
    tops = {name: field for name, field in own_fields(schema.Variant).items() if name not in ADDED_BY_LOADER}
    for name, field in (tops | {name: own_fields(schema.Contract)[name] for name in GENERAL}).items():
        found[name] = field
        found |= below(name, field.type)
    return found


KEYS = schema_keys()


def words(kind: msgspec.inspect.Type) -> str:
    """A type as the manual writes it."""
    if isinstance(kind, msgspec.inspect.UnionType):
        return " or ".join(words(one) for one in kind.types if not isinstance(one, msgspec.inspect.NoneType))
    if isinstance(kind, msgspec.inspect.LiteralType):
        choices = ", ".join(repr(value) if str(value).isdigit() else str(value) for value in kind.values)
        return f"one of {choices}" if len(kind.values) > 1 else f"the word {choices}"
    if isinstance(kind, msgspec.inspect.DictType):
        return f"a mapping of names to {words(kind.value_type)}"
    if isinstance(kind, msgspec.inspect.TupleType):
        return f"a list of {len(kind.item_types)} values"
    if isinstance(kind, msgspec.inspect.VarTupleType):
        if isinstance(kind.item_type, msgspec.inspect.TupleType):
            return "a list of lists"
        inner = "a mapping" if isinstance(kind.item_type, msgspec.inspect.DictType) else words(kind.item_type)
        return "a list" if inner == "any value" else f"a list of {inner[2:]}s"
    plain = {"IntType": "a whole number", "StrType": "a word", "BoolType": "true or false"}
    return (plain | {"StructType": "a mapping", "AnyType": "any value"})[type(kind).__name__]


def default(key: str, field: Field) -> Any:
    """A default as the manual writes it; a record's own is {}: that of the keys below it."""
    if key.startswith("contracts.ID.") and key.rpartition(".")[2] in GENERAL and key.count(".") == 2:
        return "as at the top"
    if field.default is msgspec.NODEFAULT and field.default_factory is msgspec.NODEFAULT:
        return None
    value = field.default if field.default is not msgspec.NODEFAULT else field.default_factory()
    if isinstance(value, msgspec.Struct):
        return {}
    return list(value) if isinstance(value, tuple) else value


def test_every_key_is_in_the_manual_and_no_other() -> None:
    assert len(KEYS) > 50
    assert set(MANUAL) == set(KEYS)


@pytest.mark.parametrize("key", KEYS)
def test_key(key: str) -> None:
    row, field = MANUAL[key], KEYS[key]
    assert len(row["means"].split()) > 2
    assert row["type"] == words(field.type)
    if field.required:
        assert row == {"means": row["means"], "type": row["type"], "required": True}
    else:
        assert row == {"means": row["means"], "type": row["type"], "default": default(key, field)}


def test_a_key_stands_below_its_parent() -> None:
    """Read from top to bottom, nothing is spoken of before it is introduced."""
    seen: set[str] = set()
    for key in MANUAL:
        parent = key.rpartition(".")[0].removesuffix(".ID").removesuffix("[]")
        assert not parent or parent in seen
        seen.add(key)


def test_the_loader_walks_the_same_keys() -> None:
    assert {key_words(path).replace("[0]", "[]") for path, _ in all_keys()} == set(KEYS)


def test_the_manual_is_no_variant() -> None:
    assert FILE.is_file()
    assert not [name for name in variant_names() if name.startswith("_")]
    with pytest.raises(kingcli.KingError):
        kingcli.load_variant("_all_keys")
