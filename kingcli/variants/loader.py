"""Variant file -> Variant: `extends`, options, strict keys, and a place in every error.

A child's mappings merge into its parent's, lists and values replace, null deletes. Then options are applied, the
settings
of the variant are written out into every contract, and the whole is checked as one (see `checks.py`).
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from kingcli.errors import NO_INPUT, VariantError, near_misses
from kingcli.variants import checks, schema
from kingcli.variants.reader import Lines, read_value, read_yaml
from kingcli.variants.reader import Path as KeyPath
from kingcli.variants.schema import Contract, Patch, Variant

_DATA = Path(__file__).parent / "data"
_INHERITED: dict[str, Any] = {
    "deal": schema.DealRule,
    "talon": schema.TalonRule,
    "choose": schema.ChooseRule,
    "trump": schema.TrumpRule,
    "leader": schema.Leader,
}
_MAX_BYTES = 1_000_000


def variant_names() -> list[str]:
    """The built-in variants, in alphabetical order."""
    return sorted(path.stem for path in _DATA.glob("*.yaml") if not path.stem.startswith("_"))


def load_variant(name: str, settings: Mapping[str, Any] | None = None) -> Variant:
    """The variant of that name, or of the YAML file at that path, with these options or dotted keys set.

    Raises VariantError: no such variant, unknown or forbidden option, or data that are not a valid variant (file:line).
    """
    items = tuple(sorted((key, _frozen(value)) for key, value in (settings or {}).items()))
    return _load(name, items)


def parse_settings(pairs: Iterable[str]) -> dict[str, Any]:
    """`["layout=false", ...]` -> {"layout": False, ...}. Raises VariantError when a pair has no "="."""
    settings: dict[str, Any] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals or not key.strip():
            raise VariantError(f"--set {pair!r}: write it as key=value, for example --set early_end=true")
        settings[key.strip()] = read_value(value.strip())
    return settings


@lru_cache(maxsize=256)
def _load(name: str, settings: tuple[tuple[str, Any], ...]) -> Variant:
    data, lines = _read_chain(name, ())
    builder = _Builder(data, lines, Path(name).stem)
    return builder.build({key: _thawed(value) for key, value in settings})


def _frozen(value: Any) -> Any:
    """A hashable copy that tells lists, mappings, true and 1 apart."""
    if isinstance(value, Mapping):
        return ("map", tuple(sorted((str(k), _frozen(v)) for k, v in value.items())))
    if isinstance(value, (list, tuple)):
        return ("list", tuple(_frozen(v) for v in value))
    return (type(value).__name__, value)


def _thawed(value: Any) -> Any:
    kind, inner = value
    if kind == "map":
        return {key: _thawed(v) for key, v in inner}
    if kind == "list":
        return [_thawed(v) for v in inner]
    return inner


def _find(name: str, place: str) -> Path:
    path = _DATA / f"{name}.yaml"
    if name in variant_names():
        return path
    given = Path(name)
    if given.suffix in (".yaml", ".yml") or given.is_file() or len(given.parts) > 1:
        if given.is_dir():
            raise VariantError("is a directory, not a variant file", where=name)
        if not given.exists():
            raise VariantError("no such file", where=name, exit_code=NO_INPUT)
        return given
    raise VariantError(
        f"no variant {name!r}{near_misses(name, variant_names())}; `king variants list` shows all", where=place
    )


def _read_file(path: Path) -> tuple[dict[str, Any], Lines]:
    label = path.name if path.parent == _DATA else str(path)
    try:
        with path.open("rb") as stream:
            raw = stream.read(_MAX_BYTES + 1)
    except OSError as error:
        raise VariantError(f"cannot be read: {error.strerror}", where=label, exit_code=NO_INPUT) from None
    if len(raw) > _MAX_BYTES:
        raise VariantError("is too large for a variant file (1 MB at most)", where=label)
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise VariantError(f"is not UTF-8 text (byte {error.start})", where=label) from None
    data, lines = read_yaml(text, label)
    if not isinstance(data, dict):
        raise VariantError("a variant file is a mapping: names, contracts, order, ...", where=label)
    return data, lines


def _read_chain(name: str, children: tuple[Path, ...], place: str = "") -> tuple[dict[str, Any], Lines]:
    path = _find(name, place)
    if path.resolve() in [child.resolve() for child in children]:
        chain = " -> ".join(child.stem for child in (*children, path))
        raise VariantError(f"'extends' goes round in a circle: {chain}", where=place)
    data, lines = _read_file(path)
    parent = data.get("extends")
    if parent is None:
        return data, lines
    place = lines[("extends",)]
    if not isinstance(parent, str):
        raise VariantError("extends: the name of one variant is expected", where=place)
    base, base_lines = _read_chain(parent, (*children, path), place)
    merged, merged_lines = base, dict(base_lines)
    _merge(merged, data, (), merged_lines, lines)
    return merged, merged_lines


def _merge(base: dict[str, Any], over: dict[str, Any], path: KeyPath, lines: Lines, over_lines: Lines) -> None:
    for key, value in over.items():
        here = (*path, key)
        if isinstance(value, dict) and isinstance(base.get(key), dict):
            lines[here] = over_lines[here]
            _merge(base[key], value, here, lines, over_lines)
            continue
        for old in [p for p in lines if p[: len(here)] == here]:
            del lines[old]
        lines.update({p: line for p, line in over_lines.items() if p[: len(here)] == here})
        if value is None:
            base.pop(key, None)
        else:
            base[key] = value


class _Builder:
    """From merged plain data to a checked Variant."""

    def __init__(self, data: dict[str, Any], lines: Lines, name: str):
        self.data = data
        self.lines = lines
        self.name = name

    def error(self, path: KeyPath, message: str) -> VariantError:
        """An error at the nearest line known for this path."""
        words = ""
        for part in path:
            words += f"[{part}]" if isinstance(part, int) else f".{part}" if words else str(part)
        known = path
        while known and known not in self.lines:
            known = known[:-1]
        place = self.lines.get(known, self.name)
        return VariantError(f"{words}: {message}" if words else message, where=place)

    def convert(self, value: Any, kind: Any, path: KeyPath) -> Any:
        try:
            return msgspec.convert(value, kind, strict=True)
        except msgspec.ValidationError as error:
            message, _, inner = str(error).partition(" - at `$")
            steps: list[str | int] = [
                int(step) if step.isdigit() else step for step in re.findall(r"[^.\[\]`]+", inner) if step != "..."
            ]
            if steps and steps[0] == "key":
                steps = []
            unknown = re.match(r"Object contains unknown field `(.*)`", message)
            if unknown:
                word = unknown[1]
                raise self.error((*path, *steps, word), f"unknown key{near_misses(word, _known_keys())}") from None
            raise self.error((*path, *steps), _plain(message)) from None

    def build(self, settings: dict[str, Any]) -> Variant:
        data = self.data
        options = self.section("options")
        rules = {key: self.convert(value, schema.OptionRule, ("options", key)) for key, value in options.items()}
        chosen = {key: rule.default for key, rule in rules.items()}
        for key, value in settings.items():
            if key in rules:
                rule = rules[key]
                if rule.values and not any(_same(value, v) for v in rule.values):
                    allowed = ", ".join(_spelt(v) for v in rule.values)
                    raise VariantError(f"option {key}={_spelt(value)}: must be one of {allowed}", where=self.name)
                chosen[key] = value
                if rule.key:
                    self.set_key(rule.key, value, f"option {key}")
            else:
                self.set_key(key, value, f"--set {key}")
        for index, combination in enumerate(self.listed("forbid")):
            if all(_same(chosen.get(key), value) for key, value in combination.items()):
                words = ", ".join(f"{key}={_spelt(value)}" for key, value in combination.items())
                raise self.error(("forbid", index), f"these options do not go together: {words}")
        for index, raw in enumerate(self.listed("patches")):
            patch: Patch = self.convert(raw, Patch, ("patches", index))
            self.check_when(patch.when, rules, ("patches", index, "if"))
            if all(_same(chosen[key], value) for key, value in patch.when.items()):
                for dotted, value in patch.set.items():
                    self.set_key(dotted, value, f"patches[{index}]")
        data["name"] = self.name
        data["settings"] = {
            key: value for key, value in settings.items() if key not in rules or not _same(value, rules[key].default)
        }
        if isinstance(data.get("order"), list):
            data["order"] = self.ordered(data["order"], rules, chosen)
        for part, kind in _INHERITED.items():
            if data.get(part) is not None:
                self.convert(data[part], kind, (part,))
        contracts = {key: self.contract(key, raw) for key, raw in self.section("contracts").items()}
        top = {key: value for key, value in data.items() if key not in (*_INHERITED, "contracts", "play")}
        top["contracts"] = {}
        variant: Variant = self.convert(top, Variant, ())
        variant = msgspec.structs.replace(variant, contracts=contracts)
        digest = hashlib.blake2b(msgspec.json.encode(_rules_of(variant), order="deterministic"), digest_size=8)
        variant = msgspec.structs.replace(variant, digest=digest.hexdigest())
        checks.check_data(variant, self.error)
        return variant

    def section(self, key: str) -> dict[str, Any]:
        value = self.data.get(key, {})
        if not isinstance(value, dict):
            raise self.error((key,), "a mapping is expected")
        return value

    def listed(self, key: str) -> list[Any]:
        value = self.data.get(key, [])
        if not isinstance(value, list) or not all(isinstance(entry, dict) for entry in value):
            raise self.error((key,), "a list of mappings is expected")
        return value

    def check_when(self, when: Mapping[str, Any], rules: Mapping[str, Any], path: KeyPath) -> None:
        for key in when:
            if key not in rules:
                raise self.error(path, f"{key!r} is not an option of this variant{near_misses(key, rules)}")

    def set_key(self, dotted: str, value: Any, place: str) -> None:
        """Set one key of the raw data; a bare play flag means play.FLAG."""
        parts = dotted.split(".")
        if len(parts) == 1 and parts[0] in schema.PlayRule.__struct_fields__:
            parts.insert(0, "play")
        target: Any = self.data
        for part in parts[:-1]:
            if not isinstance(target.setdefault(part, {}), dict):
                raise VariantError(f"{place}: {dotted!r} leads through a value that is not a mapping", where=self.name)
            target = target[part]
        if len(parts) == 1 and parts[0] not in Variant.__struct_fields__ and parts[0] not in _INHERITED:
            known = (*self.section("options"), *schema.PlayRule.__struct_fields__, "order", "direction")
            raise VariantError(f"{place}: no such option{near_misses(dotted, known)}", where=self.name)
        target[parts[-1]] = value
        self.lines[tuple(parts)] = place

    def ordered(self, order: list[Any], rules: Mapping[str, Any], chosen: Mapping[str, Any]) -> list[Any]:
        entries = []
        for index, raw in enumerate(order):
            entry = {"do": raw} if isinstance(raw, str) else raw
            made = self.convert(entry, schema.OrderEntry, ("order", index))
            self.check_when(made.when, rules, ("order", index, "when"))
            if made.times < 1:
                raise self.error(("order", index, "times"), "at least 1 is expected")
            if all(_same(chosen[key], value) for key, value in made.when.items()):
                entries.append({"do": made.do, "times": made.times})
        return entries

    def contract(self, key: str, raw: Any) -> Contract:
        """A contract with the variant's settings written into it where it does not restate them."""
        path: KeyPath = ("contracts", key)
        if not isinstance(raw, dict):
            raise self.error(path, "a mapping is expected")
        full = dict(raw)
        for part in _INHERITED:
            general, own = self.data.get(part), raw.get(part)
            if isinstance(general, dict) and isinstance(own, dict):
                full[part] = general | own
            elif own is None and general is not None and part not in raw:
                full[part] = general
        full["play"] = self.play(key, raw.get("play", {}), path)
        for part in (*_INHERITED, "play"):
            if part in full and part not in raw:
                self.lines.update(
                    {(*path, *known): line for known, line in list(self.lines.items()) if known[:1] == (part,)}
                )
        return self.convert(full, Contract, path)  # type: ignore[no-any-return]

    def play(self, key: str, own: Any, path: KeyPath) -> dict[str, Any]:
        if not isinstance(own, dict):
            raise self.error((*path, "play"), "a mapping is expected")
        general = self.section("play")
        self.convert(general, schema.PlayRule, ("play",))
        flags = dict(general)
        for flag in ("no_heart_lead", "king_forced"):
            value = general.get(flag, False)
            if isinstance(value, list):
                for name in value:
                    if name not in self.section("contracts"):
                        known = self.section("contracts")
                        raise self.error(("play", flag), f"{name!r} is not a contract here{near_misses(name, known)}")
                value = key in value
            elif value is True:
                value = checks.names_hearts(self.section("contracts"), key, king_only=flag == "king_forced")
            flags[flag] = value
        if not flags["king_forced"] and "king_forced" not in own:
            flags["king_forced_on_hearts"] = "never"
        hearts = general.get("king_forced_on_hearts", "never")
        if hearts != "never" and not general.get("king_forced"):
            raise self.error(("play", "king_forced_on_hearts"), "needs king_forced, which is empty here")
        return flags | own


def _known_keys() -> list[str]:
    records = (v for v in vars(schema).values() if isinstance(v, type) and issubclass(v, msgspec.Struct))
    return sorted({name for record in records for name in record.__struct_encode_fields__} - {"name", "digest"})


def _rules_of(variant: Variant) -> dict[str, Any]:
    """What the digest covers: everything that bears on play and scores, nothing that only names it."""
    plain: dict[str, Any] = msgspec.to_builtins(variant)
    for key in ("name", "digest", "names", "language", "source", "extends", "options", "forbid", "patches", "settings", "sheet"):
        plain.pop(key)
    for contract in plain["contracts"].values():
        contract.pop("names")
    return plain


def _same(a: Any, b: Any) -> bool:
    return (
        (type(a) is type(b)
        and a == b)
        or (isinstance(a, (list, tuple)) and isinstance(b, (list, tuple)) and [*a] == [*b])
    )


def _spelt(value: Any) -> str:
    return msgspec.json.encode(value).decode().strip('"')


def _plain(message: str) -> str:
    """msgspec's message in the words of a data file."""
    words = {"array": "list", "object": "mapping", "str": "word", "int": "whole number", "bool": "true or false"}
    message = re.sub(r"`(\w+)`", lambda m: words.get(m[1], m[0]), message)
    message = message.replace("Object missing required field", "the key is missing:").replace(
        "Invalid enum value", "not a possible value:"
    )
    return message[0].lower() + message[1:]
