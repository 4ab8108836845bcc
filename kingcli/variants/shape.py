"""The shape of a variant file, read off the records of schema.py: what may stand where, and what is wrong with a value.

`msgspec.convert` decides whether data are valid; this module only says why not, and where, in the words of a data file.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from msgspec import inspect

from kingcli.errors import near_misses
from kingcli.variants import schema
from kingcli.variants.reader import Path, key_words

Type = inspect.Type

# Parts of a contract that may stand at the top of a file too, for all contracts that do not restate them.
INHERITED: dict[str, Any] = {
    "deal": schema.DealRule,
    "talon": schema.TalonRule,
    "auction": schema.AuctionRule,
    "joker": schema.JokerRule,
    "choose": schema.ChooseRule,
    "trump": schema.TrumpRule,
    "leader": schema.Leader,
}
ADDED_BY_LOADER = ("name", "digest", "settings")


@cache
def type_of(kind: Any) -> Type:
    return inspect.type_info(kind)


@cache
def fields_of(record: type) -> dict[str, inspect.Field]:
    """The keys of a record, as they are written in a file."""
    info = type_of(record)
    assert isinstance(info, inspect.StructType)
    return {field.encode_name: field for field in info.fields}


@cache
def file_fields() -> dict[str, Type]:
    """The keys at the top of a variant file."""
    own = {key: field.type for key, field in fields_of(schema.Variant).items() if key not in ADDED_BY_LOADER}
    return own | {key: type_of(kind) for key, kind in INHERITED.items()} | {"play": type_of(schema.PlayRule)}


def members(kind: Type) -> tuple[Type, ...]:
    """The alternatives of a type, without "nothing"."""
    every = kind.types if isinstance(kind, inspect.UnionType) else (kind,)
    return tuple(one for one in every if not isinstance(one, inspect.NoneType))


def type_words(kind: Type) -> str:
    """What is expected, in words: "a whole number", "one of 3, all", "a list of words"."""
    return " or ".join(_one_type(one) for one in members(kind))


def _one_type(kind: Type) -> str:
    if isinstance(kind, inspect.LiteralType):
        choices = ", ".join(repr(value) if str(value).isdigit() else str(value) for value in kind.values)
        return f"one of {choices}" if len(kind.values) > 1 else f"the word {choices}"
    if isinstance(kind, inspect.VarTupleType):
        if isinstance(kind.item_type, inspect.TupleType):
            return "a list of lists"
        inner = "a mapping" if isinstance(kind.item_type, inspect.DictType) else type_words(kind.item_type)
        return f"a list of {inner.removeprefix('a ')}s" if inner.startswith("a ") else "a list"
    if isinstance(kind, inspect.TupleType):
        return f"a list of {len(kind.item_types)} values"
    if isinstance(kind, inspect.DictType):
        return f"a mapping of names to {type_words(kind.value_type)}"
    plain: dict[type[Type], str] = {
        inspect.IntType: "a whole number",
        inspect.StrType: "a word",
        inspect.BoolType: "true or false",
        inspect.StructType: "a mapping",
        inspect.AnyType: "any value",
    }
    return plain[type(kind)]


def value_words(value: Any) -> str:
    """What was found, in words: "the word 'yes'", "the number 5", "a list"."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return f"the number {value}"
    if isinstance(value, str):
        return f"the word {value!r}" if len(value) <= 40 else f"the word {value[:40]!r}..."
    return "a mapping" if isinstance(value, Mapping) else "a list"


def _cure(value: Any, kind: Type) -> str:
    wanted = {type(one) for one in members(kind)}
    if isinstance(value, str) and value.lower() in ("yes", "no", "on", "off", "true", "false", "y", "n"):
        if inspect.BoolType in wanted:
            return "; write true or false, in small letters and without quotes"
    elif isinstance(value, str) and re.fullmatch(r"[-+]?[0-9_]+", value) and inspect.IntType in wanted:
        return "; a number has no quotes, no _ and no 0 in front"
    elif isinstance(value, str) and any(_fits(value.isdigit() and int(value), one) for one in members(kind)):
        return "; a number has no quotes"
    elif isinstance(value, (int, bool)) and any(_fits(str(value).lower(), one) for one in members(kind)):
        return f"; put it in quotes: '{str(value).lower()}'"
    return ""


def unlike(value: Any, kind: Type) -> str:
    """The complaint that a value is not of this type."""
    found = value_words(value)
    for one in members(kind):
        if isinstance(one, inspect.LiteralType) and isinstance(value, str):
            found += near_misses(value, [choice for choice in one.values if isinstance(choice, str)])
    return f"must be {type_words(kind)}, not {found}{_cure(value, kind)}"


def _fits(value: Any, kind: Type) -> bool:
    """Whether a value without parts is of a type without parts."""
    if isinstance(kind, inspect.LiteralType):
        return any(type(value) is type(choice) and value == choice for choice in kind.values)
    if isinstance(kind, inspect.NoneType):
        return value is None
    plain: dict[type[Type], type] = {inspect.IntType: int, inspect.StrType: str, inspect.BoolType: bool}
    return isinstance(kind, inspect.AnyType) or type(value) is plain.get(type(kind))


def find_fault(value: Any, kind: Type) -> tuple[Path, str] | None:
    """The first place inside a value that is not of its type, and the complaint; None when all is well."""
    every = kind.types if isinstance(kind, inspect.UnionType) else (kind,)
    for one in every:
        if isinstance(one, inspect.StructType) and isinstance(value, dict):
            return _record_fault(value, one)
        if isinstance(one, inspect.DictType) and isinstance(value, dict):
            return _first_fault(value.items(), one.value_type)
        if isinstance(one, inspect.VarTupleType) and isinstance(value, list):
            return _first_fault(enumerate(value), one.item_type)
        if isinstance(one, inspect.TupleType) and isinstance(value, list) and len(value) == len(one.item_types):
            faults = (_first_fault([(i, v)], t) for i, (v, t) in enumerate(zip(value, one.item_types, strict=True)))
            return next((fault for fault in faults if fault is not None), None)
    if any(_fits(value, one) for one in every):
        return None
    return (), unlike(value, kind)


def _first_fault(items: Any, kind: Type) -> tuple[Path, str] | None:
    for step, inner in items:
        fault = find_fault(inner, kind)
        if fault is not None:
            return (step, *fault[0]), fault[1]
    return None


def _record_fault(value: dict[str, Any], kind: inspect.StructType) -> tuple[Path, str] | None:
    fields = {field.encode_name: field for field in kind.fields}
    for key in value:
        if key not in fields:
            return (key,), unknown_key(key, fields)
    for key, inner in value.items():
        fault = find_fault(inner, fields[key].type)
        if fault is not None:
            return (key, *fault[0]), fault[1]
    for key, field in fields.items():
        if field.required and key not in value:
            return (), f"the key {key!r} is missing ({type_words(field.type)})"
    return None


def unknown_key(key: str, known: Mapping[str, Any]) -> str:
    """The complaint about a key that is not one of these."""
    elsewhere = [key] if key in homes() else difflib.get_close_matches(key, homes(), n=1, cutoff=0.75)
    guess = near_misses(key, known)
    if guess and elsewhere != [key]:
        return f"unknown key{guess}"
    if elsewhere:
        return f"unknown key here ({elsewhere[0]!r} belongs {homes()[elsewhere[0]]})"
    return f"unknown key (possible: {', '.join(known)})"


@cache
def homes() -> dict[str, str]:
    """For every key, where it belongs: packets -> "in deal"."""
    found: dict[str, str] = {}
    for path, _ in all_keys():
        place = key_words(path[:-1]).replace("[0]", "[]")
        found.setdefault(str(path[-1]), f"in {place}" if place else "at the top of the file")
    return found


def all_keys() -> Iterator[tuple[Path, inspect.Field | Type]]:
    """Every key of a variant file by its place: ("deck", "low"), ("contracts", "ID", "score", 0, "points") ...

    What every contract may restate is listed once, at the top.
    """
    fields = fields_of(schema.Variant)
    for key, kind in file_fields().items():
        yield (key,), fields.get(key, kind)
        yield from _keys_below(kind, (key,))


def _keys_below(kind: Type, path: Path) -> Iterator[tuple[Path, inspect.Field | Type]]:
    for one in members(kind):
        if isinstance(one, inspect.StructType):
            for field in one.fields:
                here = (*path, field.encode_name)
                yield here, field
                if not (path == ("contracts", "ID") and field.encode_name in (*INHERITED, "play")):
                    yield from _keys_below(field.type, here)
        elif isinstance(one, inspect.VarTupleType):
            yield from _keys_below(one.item_type, (*path, 0))
        elif isinstance(one, inspect.DictType):
            yield from _keys_below(one.value_type, (*path, "ID"))


def step_into(kind: Type | None, step: str | int) -> Type | str | None:
    """The type of what stands at one step below; a complaint when nothing may; None below a value of any kind.

    Start from `None` only for such a value.
    """
    if kind is None or any(isinstance(one, inspect.AnyType) for one in members(kind)):
        return None
    for one in members(kind):
        if isinstance(one, inspect.StructType) and isinstance(step, str):
            fields = {field.encode_name: field.type for field in one.fields}
            return fields.get(step) or unknown_key(step, fields)
        if isinstance(one, inspect.DictType) and isinstance(step, str):
            return one.value_type
        if isinstance(one, inspect.VarTupleType) and isinstance(step, int):
            return one.item_type
        if isinstance(one, inspect.TupleType) and isinstance(step, int) and step < len(one.item_types):
            return one.item_types[step]
    return f"{key_words((step,))} is not possible here: this is {type_words(kind)}"
