"""Variant files and their parents: found, read, and merged into one mapping that still knows every line.

A child's mappings merge into its parent's, lists and values replace, null deletes what the parent has.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from kingcli.errors import NO_INPUT, VariantError, near_misses
from kingcli.variants.reader import Lines, key_words, read_yaml
from kingcli.variants.reader import Path as KeyPath

_DATA = Path(__file__).parent / "data"
MAX_BYTES = 256_000
MAX_PARENTS = 20


class Source(NamedTuple):
    """The text of one file; `label` names it in messages, `name` is what load_variant takes for it."""

    label: str
    name: str
    text: str


_parsed = lru_cache(maxsize=128)(read_yaml)


@cache
def _built_in() -> tuple[str, ...]:
    return tuple(sorted(path.stem for path in _DATA.glob("*.yaml") if not path.stem.startswith("_")))


def variant_names() -> list[str]:
    """The built-in variants, in alphabetical order."""
    return [*_built_in()]


def read_sources(name: str) -> tuple[Source, ...]:
    """The files of a variant and of all its parents, the variant itself first.

    Built-in files are read once; a user's file is read anew each time, so that it may change between two calls.
    """
    return _built_in_sources(name) if name in _built_in() else _sources(name, Path(), "")


@cache
def _built_in_sources(name: str) -> tuple[Source, ...]:
    return _sources(name, Path(), "")


def _sources(name: str, folder: Path, place: str) -> tuple[Source, ...]:
    found: list[Source] = []
    seen: list[Path] = []
    while True:
        path = _find(name, folder, place)
        real = _real(path)
        if real in seen:
            chain = " -> ".join(one.stem for one in (*seen, real))
            raise VariantError(f"extends: goes round in a circle: {chain}", where=place)
        if len(found) > MAX_PARENTS:
            raise VariantError(f"extends: more than {MAX_PARENTS} parents", where=place)
        seen.append(real)
        found.append(_read(path))
        data, lines = _document(found[-1])
        parent = data.get("extends")
        if parent is None:
            return tuple(found)
        place = lines[("extends",)]
        if not isinstance(parent, str):
            raise VariantError("extends: must be the name or the file of one variant", where=place)
        name, folder = parent, path.parent


def _find(name: str, folder: Path, place: str) -> Path:
    """The file of a variant: a built-in one by its name, else a path (in `extends`: seen from the child's folder)."""
    if name in _built_in():
        return _DATA / f"{name}.yaml"
    given = folder / name
    try:
        is_path = given.suffix in (".yaml", ".yml") or len(Path(name).parts) > 1 or given.is_file() or given.is_dir()
        exists, is_dir = given.exists(), given.is_dir()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise VariantError(f"cannot be read: {reason}", where=str(given), exit_code=NO_INPUT) from None
    if name and is_path:
        if not exists:
            stem = Path(name).stem
            hint = f" (the built-in game is called {stem!r})" if stem in _built_in() else ""
            raise VariantError(f"no such file{hint}", where=_joined(place, given), exit_code=NO_INPUT)
        if is_dir:
            raise VariantError("is a directory, not a variant file", where=_joined(place, given))
        return given
    guess = near_misses(name, _built_in())
    raise VariantError(f"no variant {name!r}{guess}; `king variants list` shows all", where=place)


def _joined(place: str, path: Path) -> str:
    return f"{place}: {path}" if place else str(path)


def _real(path: Path) -> Path:
    try:
        return path.resolve()
    except (OSError, RuntimeError):
        return path.absolute()


def _read(path: Path) -> Source:
    is_built_in = path.parent == _DATA
    label, name = (path.name, path.stem) if is_built_in else (str(path), str(path))
    try:
        with path.open("rb") as stream:
            raw = stream.read(MAX_BYTES + 1)
    except OSError as error:
        raise VariantError(f"cannot be read: {error.strerror or error}", where=label, exit_code=NO_INPUT) from None
    if len(raw) > MAX_BYTES:
        raise VariantError(f"is too large for a variant file ({MAX_BYTES // 1000} kB at most)", where=label)
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise VariantError("is UTF-16 text; save it as UTF-8", where=label)
    try:
        return Source(label, name, raw.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        where = f"{label}:{raw.count(10, 0, error.start) + 1}"
        raise VariantError(f"is not UTF-8 text (byte {error.start}); save it as UTF-8", where=where) from None


def _document(source: Source) -> tuple[dict[str, Any], Lines]:
    """The file's own data; shared, so never changed in place."""
    label = source.label
    data, lines = _parsed(source.text, label)
    if data is None:
        raise VariantError("is empty; a variant file is a mapping: names, contracts, order, ...", where=label)
    if not isinstance(data, dict):
        raise VariantError("a variant file is a mapping: names, contracts, order, ...", where=lines.get((), label))
    return data, lines


def merged(sources: tuple[Source, ...]) -> tuple[dict[str, Any], Lines]:
    """The data of a variant with those of its parents under them, and where each value stands.

    Raises VariantError where null deletes what is not there.
    """
    data: dict[str, Any] = {}
    lines: Lines = {}
    for source in reversed(sources):
        over, over_lines = _document(source)
        below, data, lines = (data, lines), {}, {(): over_lines.get((), source.label)}
        _merge(data, lines, below, (over, over_lines), ())
    return data, lines


def _merge(
    into: dict[str, Any],
    lines: Lines,
    below: tuple[dict[str, Any], Lines],
    above: tuple[dict[str, Any], Lines],
    here: KeyPath,
) -> None:
    """Put `above` over `below` (each with its lines) into an empty mapping."""
    base, over = below[0], above[0]
    for key in base | over:
        path = (*here, key)
        if key not in over:
            into[key] = _copied(base[key], path, below[1], lines)
            continue
        value = over[key]
        if isinstance(value, dict) and isinstance(base.get(key, {}), dict):
            lines[path] = above[1][path]
            into[key] = {}
            _merge(into[key], lines, (base.get(key, {}), below[1]), (value, above[1]), path)
        elif value is not None or _means_none(path):
            into[key] = _copied(value, path, above[1], lines)
        elif key not in base:
            words = f"{key_words(path)}: null deletes what the parent has, and it has no {key!r}"
            raise VariantError(f"{words}{near_misses(key, base)}", where=above[1][path])


def _means_none(path: KeyPath) -> bool:
    """`contracts.ID.talon: null`: no talon in this contract though the game has one."""
    return len(path) == 3 and path[0] == "contracts" and path[2] == "talon"


def _copied(value: Any, path: KeyPath, from_lines: Lines, lines: Lines) -> Any:
    """A copy of a value; the lines of all its parts are copied too."""
    for part in paths_in(value, path):
        if part in from_lines:
            lines[part] = from_lines[part]
    return _copy(value)


def paths_in(value: Any, path: KeyPath) -> Iterator[KeyPath]:
    """The path of a value and of all its parts."""
    yield path
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from paths_in(inner, (*path, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from paths_in(inner, (*path, index))


def _copy(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _copy(inner) for key, inner in value.items()}
    return [_copy(inner) for inner in value] if isinstance(value, list) else value
