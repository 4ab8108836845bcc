"""Variant file -> Variant: options, strict keys, and a place in every error.

After `extends` is resolved (see sources.py) options are applied, the settings of the variant are written out into every
contract, and the whole is checked as one (see checks.py).
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from kingcli.errors import VariantError, near_misses
from kingcli.variants import checks, schema
from kingcli.variants.reader import MAX_DEPTH, Lines, key_words, read_value
from kingcli.variants.reader import Path as KeyPath
from kingcli.variants.schema import Contract, OptionRule, Patch, PlayRule, Variant
from kingcli.variants.shape import (
    ADDED_BY_LOADER,
    INHERITED,
    file_fields,
    find_fault,
    step_into,
    type_of,
    unknown_key,
    value_words,
)
from kingcli.variants.sources import Source, merged, paths_in, read_sources, variant_names

__all__ = ["load_variant", "parse_settings", "variant_names"]

# How a variant sets itself up; no option and no setting may change these.
_FIXED = (*ADDED_BY_LOADER, "extends", "options", "forbid", "patches")
_OPTION_NAME = re.compile(r"[a-z][a-z0-9_-]*")


def load_variant(name: str | Path, settings: Mapping[str, Any] | None = None) -> Variant:
    """The variant of that name, or of the YAML file at that path, with these options or dotted keys set.

    Raises VariantError: no such variant, unknown or forbidden option, or data that are not a valid variant (file:line).
    """
    items = []
    for key, value in (settings or {}).items():
        if not isinstance(key, str):
            raise VariantError(f"a setting is named by a word, not by {value_words(key)}")
        items.append((key, _frozen(value, key)))
    return _load(read_sources(str(name)), tuple(sorted(items)))


def parse_settings(pairs: Iterable[str]) -> dict[str, Any]:
    """`["layout=false", ...]` -> {"layout": False, ...}. Raises VariantError when a pair has no "="."""
    settings: dict[str, Any] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals or not key.strip():
            raise VariantError(f"--set {pair!r}: write it as key=value, for example --set early_end=true")
        settings[key.strip()] = read_value(value.strip(), f"--set {pair!r}")
    return settings


@lru_cache(maxsize=256)
def _load(sources: tuple[Source, ...], settings: tuple[tuple[str, Any], ...]) -> Variant:
    data, lines = merged(sources)
    if len(sources) > 1:
        data["extends"] = sources[1].name
    return _Builder(data, lines, sources[0]).build({key: _thawed(value) for key, value in settings})


def _frozen(value: Any, key: str, depth: int = 0) -> Any:
    """A hashable copy that tells lists, mappings, true and 1 apart."""
    if depth >= MAX_DEPTH:
        raise VariantError(f"{_set(key)}: nested more than {MAX_DEPTH} deep")
    if isinstance(value, Mapping) and all(isinstance(inner, str) for inner in value):
        return ("map", tuple(sorted((k, _frozen(v, key, depth + 1)) for k, v in value.items())))
    if isinstance(value, (list, tuple)):
        return ("list", tuple(_frozen(v, key, depth + 1) for v in value))
    is_text = isinstance(value, str) and not re.search("[\ud800-\udfff]", value)
    if not is_text and not (isinstance(value, int) and abs(value) < 10**18) and value is not None:
        raise VariantError(f"{_set(key)}: a word, a whole number, true, false, a list or a mapping is expected")
    return (type(value).__name__, value)


def _thawed(value: Any) -> Any:
    kind, inner = value
    if kind == "map":
        return {key: _thawed(v) for key, v in inner}
    if kind == "list":
        return [_thawed(v) for v in inner]
    return inner


class _Builder:
    """From merged plain data to a checked Variant."""

    def __init__(self, data: dict[str, Any], lines: Lines, source: Source):
        self.data = data
        self.lines = lines
        self.file = source.label
        self.name = Path(source.name).stem
        self.options: dict[str, OptionRule] = {}
        self.were_set: dict[KeyPath, str] = {}

    # ---- places

    def error(self, path: KeyPath, message: str) -> VariantError:
        """An error at the nearest line known for this path."""
        place = self.place(path)
        file = place.rpartition(":")[0]
        if file and file != self.file and file.endswith((".yaml", ".yml")):
            message += f" (restate it in {self.file}, which extends that file)"
        words = key_words(path)
        return VariantError(f"{words}: {message}" if words else message, where=place)

    def place(self, path: KeyPath) -> str:
        part = path[2:3]
        if path[:1] == ("contracts",) and part and part[0] in (*INHERITED, "play"):
            restated, stated = path[:3] in self.lines, part in self.lines
            if path not in self.lines and (path[2:] in self.lines or (stated and not restated)):
                path = path[2:]  # the contract has it from the variant
        while path and path not in self.lines:
            path = path[:-1]
        return self.lines.get(path, self.file)

    # ---- types

    def convert(self, value: Any, kind: Any, path: KeyPath) -> Any:
        try:
            return msgspec.convert(value, kind, strict=True)
        except (msgspec.ValidationError, RecursionError) as error:
            steps, message = find_fault(value, type_of(kind)) or ((), str(error))
            raise self.error((*path, *steps), message) from None

    def mapping(self, key: str) -> dict[str, Any]:
        value = self.data.get(key, {})
        if not isinstance(value, dict):
            raise self.error((key,), f"must be a mapping, not {value_words(value)}")
        return value

    def mappings(self, key: str) -> list[dict[str, Any]]:
        value = self.data.get(key, [])
        if not isinstance(value, list):
            raise self.error((key,), f"must be a list of mappings, not {value_words(value)}")
        for index, entry in enumerate(value):
            if not isinstance(entry, dict):
                raise self.error((key, index), f"must be a mapping, not {value_words(entry)}")
        return value

    # ---- building

    def build(self, settings: dict[str, Any]) -> Variant:
        fields = file_fields()
        for key in self.data:
            if key not in fields:
                raise self.error((key,), unknown_key(key, fields))
        if not self.mapping("contracts"):
            raise self.error(("contracts",), "a game needs at least one contract")
        self.options = self.read_options()
        patches = self.read_patches()
        chosen = self.apply(settings, patches)
        self.data["name"] = self.name
        self.data["settings"] = {
            key: value
            for key, value in settings.items()
            if key not in self.options or not _same(value, self.options[key].default)
        }
        for part, kind in INHERITED.items():
            if self.data.get(part) is not None:
                self.convert(self.data[part], kind, (part,))
        contracts = self.read_contracts()
        if isinstance(self.data.get("order"), list):
            self.data["order"] = self.read_order(self.data["order"], chosen)
        apart = (*INHERITED, "contracts", "play")
        top = {key: value for key, value in self.data.items() if key not in apart} | {"contracts": {}}
        variant: Variant = self.convert(top, Variant, ())
        variant = msgspec.structs.replace(variant, contracts=contracts)
        digest = hashlib.blake2b(msgspec.json.encode(_rules_of(variant), order="deterministic"), digest_size=8)
        variant = msgspec.structs.replace(variant, digest=digest.hexdigest())
        checks.check_data(variant, self.error)
        return variant

    # ---- options, patches, settings

    def read_options(self) -> dict[str, OptionRule]:
        rules = {}
        for key, raw in self.mapping("options").items():
            path: KeyPath = ("options", key)
            rule: OptionRule = self.convert(raw, OptionRule, path)
            if not _OPTION_NAME.fullmatch(key):
                raise self.error(path, "an option's name is small letters, digits, - and _")
            if rule.default is msgspec.UNSET:
                rules[key] = self.with_default(rule, path)
                continue
            if rule.values and not any(_same(rule.default, value) for value in rule.values):
                raise self.error((*path, "default"), f"must be one of the values ({_choices(rule)})")
            if any(_same(one, other) for i, one in enumerate(rule.values) for other in rule.values[:i]):
                raise self.error((*path, "values"), "a value stands twice")
            if rule.key is not None:
                steps = self.steps(rule.key, (*path, "key"))
                found, present = self.value_at(steps)
                if present and not _same(found, rule.default):
                    words = f"is {_spelt(rule.default)}, but {rule.key} is {_spelt(found)} here"
                    raise self.error((*path, "default"), f"{words}: restate the option, or drop it with null")
            rules[key] = rule
        self.data["options"] = {key: msgspec.to_builtins(rule) for key, rule in rules.items()}
        return rules

    def with_default(self, rule: OptionRule, path: KeyPath) -> OptionRule:
        """The rule with the default that the data of its key say, or, where they say nothing, its first value."""
        if rule.key is None:
            raise self.error(path, "an option without a key needs a default")
        found, present = self.value_at(self.steps(rule.key, (*path, "key")))
        if not present and not rule.values:
            raise self.error(path, f"needs a default: {rule.key} is not set here")
        return msgspec.structs.replace(rule, default=found if present else rule.values[0])

    def read_patches(self) -> list[Patch]:
        patches: list[Patch] = []
        used = {key for key, rule in self.options.items() if rule.key is not None}
        for index, raw in enumerate(self.mappings("patches")):
            patch: Patch = self.convert(raw, Patch, ("patches", index))
            self.check_choice(patch.when, ("patches", index, "if"))
            for dotted in patch.set:
                self.steps(dotted, ("patches", index, "set", dotted))
            used |= patch.when.keys()
            patches.append(patch)
        for index, combination in enumerate(self.mappings("forbid")):
            self.check_choice(combination, ("forbid", index))
        entries = self.data.get("order")
        for index, raw in enumerate(entries if isinstance(entries, list) else []):
            when = raw.get("when", {}) if isinstance(raw, dict) else {}
            if isinstance(when, dict):
                self.check_choice(when, ("order", index, "when"))
                used |= when.keys()
        for key in self.options:
            if key not in used:
                words = "does nothing: no key, and no patch or entry of the order asks for it"
                raise self.error(("options", key), f"{words}; drop it with null")
        return patches

    def check_choice(self, choice: Mapping[str, Any], path: KeyPath) -> None:
        """Options and their values, as `when`, `if` and `forbid` ask for them."""
        for key, value in choice.items():
            if key not in self.options:
                words = f"{key!r} is not an option here{near_misses(key, self.options)}"
                raise self.error((*path, key), words)
            wrong = self.wrong_value(key, value)
            if wrong:
                raise self.error((*path, key), wrong)

    def wrong_value(self, key: str, value: Any) -> str:
        """The complaint about a value that an option cannot have, or ""."""
        rule = self.options[key]
        if not rule.values or any(_same(value, one) for one in rule.values):
            return ""
        guess = near_misses(_spelt(value), [_spelt(one) for one in rule.values])
        return f"must be one of {_choices(rule)}, not {value_words(value)}{guess}"

    def apply(self, settings: dict[str, Any], patches: list[Patch]) -> dict[str, Any]:
        """Options set their keys, then patches act, then dotted keys: what is more exact comes later.

        Returns the value of every option.
        """
        chosen = {key: rule.default for key, rule in self.options.items()}
        for key, rule in self.options.items():
            steps = self.steps(rule.key, ("options", key, "key")) if rule.key is not None else ()
            if steps and not self.value_at(steps)[1]:
                self.set_value(steps, rule.default, self.place(("options", key, "default")))
        own = {key: value for key, value in settings.items() if key in self.options}
        for key, value in own.items():
            place = _set(key, value)
            wrong = self.wrong_value(key, value)
            if wrong:
                raise VariantError(wrong, where=place)
            chosen[key] = value
            rule = self.options[key]
            if rule.key is not None:
                self.set_value(self.steps(rule.key, ("options", key, "key")), value, place)
        for index, combination in enumerate(self.mappings("forbid")):
            if all(_same(chosen[key], value) for key, value in combination.items()):
                words = ", ".join(f"{key}={_spelt(value)}" for key, value in combination.items())
                raise self.error(("forbid", index), f"these options do not go together: {words}")
        for index, patch in enumerate(patches):
            if all(_same(chosen[key], value) for key, value in patch.when.items()):
                for dotted, value in patch.set.items():
                    path: KeyPath = ("patches", index, "set", dotted)
                    self.set_value(self.steps(dotted, path), value, self.place(path))
        for key, value in settings.items():
            if key not in own:
                place = _set(key, value)
                self.set_value(self.setting_steps(key, place), value, place)
        return chosen

    def setting_steps(self, key: str, place: str) -> KeyPath:
        """Where a setting that is not an option belongs; a bare play flag means play.FLAG."""
        if key in PlayRule.__struct_fields__:
            key = f"play.{key}"
        if "." not in key and "[" not in key and key not in file_fields():
            known = (*self.options, *PlayRule.__struct_fields__, "order", "direction", "match_total")
            raise VariantError(f"no such option{near_misses(key, known)}", where=place)
        steps = self.steps(key, place)
        for other in self.were_set:
            shorter = min(len(steps), len(other))
            if steps[:shorter] == other[:shorter] and self.were_set[other].startswith("set "):
                raise VariantError(f"the same as {self.were_set[other]!r}; give one of the two", where=place)
        return steps

    def steps(self, dotted: str, at: KeyPath | str) -> KeyPath:
        """The path that a dotted key stands for; `at` is where the dotted key itself stands, for errors."""

        def fail(message: str) -> VariantError:
            return VariantError(message, where=at) if isinstance(at, str) else self.error(at, message)

        steps: list[str | int] = []
        for word in dotted.split("."):
            match = re.fullmatch(r"([^\[\]]+)((?:\[\d{1,4}\])*)", word)
            if match is None:
                raise fail(f"{dotted!r} is not a key: write it like play.early_end or order[0].times")
            steps += [match[1], *(int(number) for number in re.findall(r"\d+", match[2]))]
        fields = file_fields()
        first = str(steps[0])
        if first not in fields:
            raise fail(unknown_key(first, fields))
        if first in _FIXED:
            raise fail(f"{first!r} cannot be set; write a file that extends this game")
        kind: Any = fields[first]
        for index in range(1, len(steps)):
            here, step = steps[:index], steps[index]
            kind = step_into(kind, step)
            if isinstance(kind, str):
                words = key_words((*here, step))
                raise fail(f"{words}: {kind}" if words != dotted else kind)
            found, _ = self.value_at(tuple(here))
            if here == ["contracts"] and isinstance(found, dict) and step not in found:
                raise fail(f"there is no contract {step!r} here{near_misses(str(step), found)}")
            if isinstance(step, int) and not (isinstance(found, list) and step < len(found)):
                raise fail(f"{key_words((*here, step))}: there is no such entry (they count from 0)")
        return tuple(steps)

    def value_at(self, steps: KeyPath) -> tuple[Any, bool]:
        """The raw value at a path, and whether there is one."""
        target: Any = self.data
        for step in steps:
            is_entry = isinstance(step, int) and isinstance(target, list) and step < len(target)
            if not is_entry and not (isinstance(target, dict) and step in target):
                return None, False
            target = target[step]
        return target, True

    def set_value(self, steps: KeyPath, value: Any, place: str) -> None:
        """Set one key of the raw data; null deletes it (as a contract's talon it means none)."""
        for known in paths_in(self.value_at(steps)[0], steps):
            self.lines.pop(known, None)
        target: Any = self.data
        for index, step in enumerate(steps[:-1]):
            if isinstance(target, dict):
                target = target.setdefault(step, {})
            else:
                target = target[step] if isinstance(target, list) and isinstance(step, int) else None
            if not isinstance(target, (dict, list)):
                words = f"{key_words(steps[: index + 1])} is {value_words(target)}, nothing can be set in it"
                raise VariantError(words, where=place)
        last = steps[-1]
        if isinstance(target, dict) and value is None and last != "talon":
            target.pop(last, None)
        elif isinstance(target, dict) or (isinstance(last, int) and last < len(target)):
            target[last] = value
        else:
            raise VariantError(f"{key_words(steps)}: there is no such entry", where=place)
        self.lines[steps] = self.were_set[steps] = place

    def read_order(self, order: list[Any], chosen: Mapping[str, Any]) -> list[Any]:
        """The entries of the order that the options leave in."""
        entries = []
        for index, raw in enumerate(order):
            path: KeyPath = ("order", index)
            if not isinstance(raw, (str, dict)):
                raise self.error(path, f"must be a contract or a mapping with the key 'do', not {value_words(raw)}")
            entry = {"do": raw} if isinstance(raw, str) else raw
            made = self.convert(entry, schema.OrderEntry, path)
            self.check_choice(made.when, (*path, "when"))
            contracts = self.mapping("contracts")
            if made.do not in contracts:
                raise self.error(path, f"{made.do!r} is not a contract here{near_misses(made.do, contracts)}")
            if not 1 <= made.times <= checks.MAX_TIMES:
                raise self.error((*path, "times"), f"must be 1 .. {checks.MAX_TIMES}")
            if all(_same(chosen[key], value) for key, value in made.when.items()):
                entries.append({"do": made.do, "times": made.times})
        return entries

    # ---- contracts

    def read_contracts(self) -> dict[str, Contract]:
        raw = self.mapping("contracts")
        general: PlayRule = self.convert(self.mapping("play"), PlayRule, ("play",))
        contracts = {key: self.contract(key, own) for key, own in raw.items()}
        checks.check_parts(contracts, self.error)
        for flag in ("no_heart_lead", "king_forced"):
            named = getattr(general, flag)
            for index, name in enumerate(named if isinstance(named, tuple) else ()):
                if name not in contracts:
                    words = f"{name!r} is not a contract here{near_misses(name, contracts)}"
                    raise self.error(("play", flag, index), words)
        played = {key: self.play(key, contracts, general) for key in contracts}
        if general.king_forced_on_hearts != "never" and not any(rule.king_forced for rule in played.values()):
            raise self.error(("play", "king_forced_on_hearts"), "needs king_forced, which is empty here")
        return {key: msgspec.structs.replace(contract, play=played[key]) for key, contract in contracts.items()}

    def contract(self, key: str, own: Any) -> Contract:
        """A contract with the variant's settings written into it where it does not restate them."""
        path: KeyPath = ("contracts", key)
        if not isinstance(own, dict):
            raise self.error(path, f"must be a mapping, not {value_words(own)}")
        full = dict(own)
        for part in INHERITED:
            general = self.data.get(part)
            if general is not None and part not in own:
                full[part] = general
            elif isinstance(general, dict) and isinstance(own.get(part), dict):
                full[part] = general | own[part]
        return self.convert(full, Contract, path)  # type: ignore[no-any-return]

    def play(self, key: str, contracts: Mapping[str, Contract], general: PlayRule) -> PlayRule:
        """The play flags of one contract: the variant's, decided for this contract, then its own."""
        path: KeyPath = ("contracts", key, "play")
        flags = msgspec.structs.asdict(general)
        own = self.data["contracts"][key].get("play", {})
        for flag in ("no_heart_lead", "king_forced"):
            value = flags[flag]
            if isinstance(value, tuple):
                flags[flag] = key in value
            elif value:
                flags[flag] = checks.names_hearts(contracts, key, king_only=flag == "king_forced")
            if not isinstance(own.get(flag, False), bool):
                raise self.error((*path, flag), f"must be true or false in a contract, not {value_words(own[flag])}")
        flags |= own
        if not flags["king_forced"] and flags["king_forced_on_hearts"] != "never":
            if "king_forced_on_hearts" in own and own["king_forced_on_hearts"] != "never":
                raise self.error((*path, "king_forced_on_hearts"), "needs king_forced, which is false here")
            flags["king_forced_on_hearts"] = "never"
        return PlayRule(**flags)


def _set(key: str, value: Any = None) -> str:
    """How messages name a setting: "set layout=false"."""
    words = key if value is None else f"{key}={_spelt(value)}"
    return f"set {words if words.isprintable() and len(words) <= 60 else repr(words[:60])}"


def _rules_of(variant: Variant) -> dict[str, Any]:
    """What the digest covers: everything that bears on play and scores, nothing that only names it."""
    plain: dict[str, Any] = msgspec.to_builtins(variant)
    for key in (*ADDED_BY_LOADER, "names", "language", "source", "extends", "options", "forbid", "patches", "sheet"):
        plain.pop(key)
    for contract in plain["contracts"].values():
        contract.pop("names")
    return plain


def _same(a: Any, b: Any) -> bool:
    """Equality that tells true from 1."""
    if isinstance(a, (list, tuple)) and isinstance(b, (list, tuple)):
        return len(a) == len(b) and all(map(_same, a, b))
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(_same(value, b[key]) for key, value in a.items())
    return type(a) is type(b) and a == b


def _choices(rule: OptionRule) -> str:
    return ", ".join(_spelt(value) for value in rule.values)


def _spelt(value: Any) -> str:
    """A value as it is written on the command line."""
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()
