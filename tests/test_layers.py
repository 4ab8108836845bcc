"""Imports go only downwards, libraries stay behind their fences, files stay short, engines know no names."""

from __future__ import annotations

import ast
import graphlib
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = "kingcli"

TOP = 10
LEVELS = {
    "errors": 0,
    "version": 0,
    "cards": 1,
    "seats": 1,
    "random": 1,
    "workers": 1,
    "variants": 2,
    "rules": 3,
    "kernel": 4,
    "records": 4,
    "search": 5,
    "players": 6,
    "simulate": 7,
    "analyse": 7,
    "show": 8,
    "cli": 9,
    "__init__": TOP,
    "__main__": TOP,
}
FILE_ROOMS = {"errors", "version", "cards", "seats", "random", "__init__", "__main__"}
NEIGHBOURS = {"cards", "seats", "random"}

FENCES: dict[str, set[str]] = {
    "yaml": {"variants"},
    "click": {"cli"},
    "rich": {"show", "cli"},
    "multiprocess": {"workers"},
    "dask": {"workers"},
    "distributed": {"workers"},
    "orjson": {"records", "simulate"},
    "random": set(),
}
COMPILED = "_kernel"

MAX_LINES = 600
VAGUE_NAMES = {"util", "utils", "helper", "helpers", "common"}

ENGINES = ("kernel", "players", "rules", "search")
# (file under kingcli, literal): what the word means there, though a variant or a contract bears it too.
ALLOWED_NAMES = {
    ("rules/events.py", "trump"): "the kind of the decision that names a suit, and the head of the option `trump:S`",
    ("rules/events.py", "suit"): "the kind of the decision that names a penalty suit, and the head of `suit:S`",
    ("rules/tricks.py", "tricks"): "the field of a position that does not tell how many were won",
    ("kernel/src/bindings.cpp", "tricks"): "the field of a position that does not tell how many were won",
    ("kernel/src/bindings.cpp", "jokers"): "the field of a table: the cards whose rank depends on the trick",
    ("search/equilibria.py", "tricks"): "the field of a position that does not tell how many were won",
    ("search/check.py", "tricks"): "the field of a position that does not tell how many were won",
    ("search/solution.py", "all"): "for every seat, as in `--for all`",
}


@dataclass(frozen=True)
class Import:
    target: str
    line: int
    is_lazy: bool


@dataclass(frozen=True)
class Module:
    name: str
    path: Path
    imports: tuple[Import, ...]

    @property
    def room(self) -> str:
        return room_of(self.name)


def room_of(module: str) -> str:
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else "__init__"


def module_name(path: Path, root: Path) -> str:
    parts = path.relative_to(root).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def read_package(root: Path) -> list[Module]:
    paths = sorted((root / PACKAGE).rglob("*.py"))
    names = {module_name(path, root) for path in paths} | {f"{PACKAGE}.{room}" for room in LEVELS}
    return [Module(module_name(path, root), path, tuple(imports_of(path, root, names))) for path in paths]


def imports_of(path: Path, root: Path, names: set[str]) -> Iterator[Import]:
    tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
    name = module_name(path, root)
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    lazy = lazy_nodes(tree)
    for node in ast.walk(tree):
        for target in imported_modules(node, package, names):
            assert isinstance(node, ast.stmt | ast.expr)
            yield Import(target, node.lineno, node in lazy)


def lazy_nodes(tree: ast.AST) -> set[ast.AST]:
    """What does not run when the module is imported: function bodies and `if TYPE_CHECKING:`."""
    lazy: set[ast.AST] = set()
    for node in ast.walk(tree):
        bodies: list[ast.AST] = []
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            bodies = [*node.body]
        elif isinstance(node, ast.Lambda):
            bodies = [node.body]
        elif isinstance(node, ast.If) and ast.unparse(node.test).rpartition(".")[2] == "TYPE_CHECKING":
            bodies = [*node.body]
        for body in bodies:
            lazy.update(ast.walk(body))
    return lazy


def imported_modules(node: ast.AST, package: str, names: set[str]) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        base = absolute("." * node.level + (node.module or ""), package)
        members = [f"{base}.{alias.name}" for alias in node.names]
        return [member if member in names or member.endswith(f".{COMPILED}") else base for member in members]
    if isinstance(node, ast.Call) and node.args:
        function = ast.unparse(node.func).rpartition(".")[2]
        argument = node.args[0]
        if function in {"import_module", "__import__"} and isinstance(argument, ast.Constant):
            return [absolute(str(argument.value), package)]
    return []


def absolute(name: str, package: str) -> str:
    tail = name.lstrip(".")
    ups = len(name) - len(tail)
    if not ups:
        return name
    parents = package.split(".")
    return ".".join([*parents[: len(parents) - ups + 1], *([tail] if tail else [])])


def is_inside(target: str, package: str) -> bool:
    return target == package or target.startswith(f"{package}.")


def misplaced_modules(root: Path) -> list[str]:
    wrong = []
    for module in read_package(root):
        is_file = module.path.parent == root / PACKAGE
        if module.room not in LEVELS or is_file != (module.room in FILE_ROOMS):
            wrong.append(f"{module.path.relative_to(root)}: belongs to no room")
    return wrong


def upward_imports(root: Path) -> list[str]:
    wrong = []
    for module in read_package(root):
        for found in module.imports:
            if not is_inside(found.target, PACKAGE):
                continue
            here, there = module.room, room_of(found.target)
            is_allowed = (
                here == there
                or {here, there} <= NEIGHBOURS
                or LEVELS.get(there, TOP) < LEVELS.get(here, -1)
                or (here, there) == ("__main__", "__init__")
            )
            if not is_allowed:
                wrong.append(f"{module.path.relative_to(root)}:{found.line}: {here} imports {there}")
    return wrong


def import_cycles(root: Path) -> list[str]:
    modules = read_package(root)
    names = {module.name for module in modules}
    graph = {
        module.name: {found.target for found in module.imports if not found.is_lazy and found.target in names}
        for module in modules
    }
    try:
        graphlib.TopologicalSorter(graph).prepare()
    except graphlib.CycleError as error:
        return [f"import cycle: {' <- '.join(error.args[1])}"]
    return []


def broken_fences(root: Path) -> list[str]:
    wrong = []
    for module in read_package(root):
        for found in module.imports:
            rooms = {"kernel"} if COMPILED in found.target.split(".") else FENCES.get(found.target.split(".")[0])
            if rooms is not None and module.room not in rooms:
                allowed = " and ".join(sorted(rooms)) or "no room"
                place = f"{module.path.relative_to(root)}:{found.line}"
                wrong.append(f"{place}: {found.target} is for {allowed}, not for {module.room}")
    return wrong


def python_files(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.iterdir()):
        if path.is_dir() and not path.name.startswith(".") and path.name not in {"build", "dist", "__pycache__"}:
            if not (path / "pyvenv.cfg").exists():
                yield from python_files(path)
        elif path.suffix == ".py":
            yield path


def long_files(root: Path) -> list[str]:
    lengths = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in python_files(root)}
    return [f"{path.relative_to(root)}: {n} lines" for path, n in lengths.items() if n > MAX_LINES]


def vague_names(root: Path) -> list[str]:
    paths = [path.relative_to(root) for path in python_files(root)]
    return [f"{path}: says nothing" for path in paths if VAGUE_NAMES & set(path.with_suffix("").parts)]


def names_in_data(root: Path) -> set[str]:
    names = set()
    for path in (root / PACKAGE / "variants" / "data").glob("*.yaml"):
        if not path.name.startswith("_"):
            data = yaml.load(path.read_text(encoding="utf-8"), yaml.BaseLoader)  # every scalar a string: no `no: False`
            names |= {path.stem, *(data.get("contracts") or {})}
    return names


def literals(path: Path) -> Iterator[tuple[str, int]]:
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".py":
        for number, line in enumerate(text.splitlines(), 1):
            yield from ((literal, number) for literal in re.findall(r'"((?:[^"\\]|\\.)*)"', line))
        return
    tree = ast.parse(text, str(path))
    exported = {
        constant
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__"
        for constant in ast.walk(node.value)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in exported:
            yield node.value, node.lineno


def names_in_engines(root: Path, allowed: dict[tuple[str, str], str]) -> list[str]:
    names = names_in_data(root)
    if not names:
        return ["no variant or contract was found in the data"]
    wrong, used = [], set()
    for engine in ENGINES:
        for path in sorted((root / PACKAGE / engine).rglob("*")):
            if path.suffix not in {".py", ".cpp", ".hpp", ".h"}:
                continue
            for literal, line in literals(path):
                key = (path.relative_to(root / PACKAGE).as_posix(), literal)
                if allowed.get(key):
                    used.add(key)
                elif literal.removeprefix("contract:") in names:
                    wrong.append(f"{PACKAGE}/{key[0]}:{line}: engines know no names, but here is {literal!r}")
    return wrong + [f"{path}: {literal!r} is allowed without need or reason" for path, literal in allowed.keys() - used]


def test_the_package_is_there() -> None:
    assert {module.room for module in read_package(ROOT)} >= {"cards", "variants", "rules", "cli"}


def test_every_module_is_in_a_room() -> None:
    assert misplaced_modules(ROOT) == []


def test_rooms_import_only_lower_rooms() -> None:
    assert upward_imports(ROOT) == []


def test_imports_have_no_cycles() -> None:
    assert import_cycles(ROOT) == []


def test_libraries_stay_behind_their_fences() -> None:
    assert broken_fences(ROOT) == []


def test_files_are_short() -> None:
    assert long_files(ROOT) == []


def test_modules_have_names_that_say_something() -> None:
    assert vague_names(ROOT) == []


def test_engines_know_no_names() -> None:
    assert names_in_engines(ROOT, ALLOWED_NAMES) == []


# Each check can fail: all pass on a small package that is right, and one fails when one file is changed or added.

RIGHT = {
    "kingcli/errors.py": "class KingError(Exception): ...",
    "kingcli/cards.py": "from kingcli.errors import KingError",
    "kingcli/seats.py": "from kingcli.cards import Card",
    "kingcli/random.py": "from hashlib import blake2b",
    "kingcli/workers/processes.py": "import multiprocess\nfrom kingcli import errors",
    "kingcli/variants/loader.py": "import yaml\nfrom kingcli import cards, random\nfrom .schema import Variant",
    "kingcli/variants/schema.py": "def load():\n    from . import loader",
    "kingcli/variants/data/simple.yaml": "contracts:\n  no: {total: 1}\n  queens: {total: 2}\n",
    "kingcli/variants/data/_all_keys.yaml": "contracts:\n  anything: {total: 1}\n",
    "kingcli/rules/__init__.py": "from kingcli.rules.round import Round, queens\n__all__ = ['Round', 'queens']",
    "kingcli/rules/round.py": '"""Not about queens."""\nfrom kingcli.rules import tricks\nkind = "anything"',
    "kingcli/rules/tricks.py": "import typing\nif typing.TYPE_CHECKING:\n    from . import round",
    "kingcli/kernel/__init__.py": "try:\n    from . import _kernel\nexcept ImportError:\n    _kernel = None",
    "kingcli/kernel/src/tricks.cpp": '#include "tricks.hpp"\nconst char* kind = "some";',
    "kingcli/records/pkn.py": "import orjson\nfrom ..rules.round import Round",
    "kingcli/show/tables.py": "from rich.table import Table",
    "kingcli/cli/main.py": "import click\nfrom importlib import import_module\nimport_module('kingcli.show.tables')",
    "kingcli/__init__.py": "def __getattr__(name):\n    from kingcli.cli import main",
    "kingcli/__main__.py": "from kingcli import __version__\nfrom kingcli.cli.main import main",
    "tests/test_long.py": "pass\n" * MAX_LINES,
    ".venv/lib/utils.py": "pass\n" * 1000,
    "my-environment/pyvenv.cfg": "",
    "my-environment/lib/utils.py": "pass\n" * 1000,
}

CHECKS: dict[str, Callable[[Path], list[str]]] = {
    "rooms": misplaced_modules,
    "levels": upward_imports,
    "cycles": import_cycles,
    "fences": broken_fences,
    "lengths": long_files,
    "vague": vague_names,
    "names": lambda root: names_in_engines(root, {}),
}

WRONG = [
    ("rooms", "kingcli/tables.py", "", "tables.py: belongs to no room"),
    ("rooms", "kingcli/engine/play.py", "", "play.py: belongs to no room"),
    ("rooms", "kingcli/rules.py", "", "rules.py: belongs to no room"),
    ("rooms", "kingcli/cards/sets.py", "", "sets.py: belongs to no room"),
    ("levels", "kingcli/cards.py", "\nimport kingcli.variants.schema", "cards.py:2: cards imports variants"),
    ("levels", "kingcli/rules/match.py", "from kingcli.records import pkn", "rules imports records"),
    ("levels", "kingcli/rules/match.py", "from kingcli import records", "rules imports records"),
    ("levels", "kingcli/rules/match.py", "from .. import records", "rules imports records"),
    ("levels", "kingcli/rules/match.py", "from ..records.pkn import load", "rules imports records"),
    ("levels", "kingcli/rules/match.py", "def f():\n    import kingcli.cli", "match.py:2: rules imports cli"),
    ("levels", "kingcli/rules/match.py", "if TYPE_CHECKING:\n    from kingcli.show import a", "rules imports show"),
    ("levels", "kingcli/rules/match.py", "importlib.import_module('..show', __package__)", "rules imports show"),
    ("levels", "kingcli/rules/match.py", "from kingcli import __version__", "rules imports __init__"),
    ("levels", "kingcli/rules/__init__.py", "from ..show import tables", "rules imports show"),
    ("levels", "kingcli/kernel/__init__.py", "import kingcli.records.pkn", "kernel imports records"),
    ("levels", "kingcli/analyse/deal.py", "import kingcli.simulate.run", "analyse imports simulate"),
    ("levels", "kingcli/workers/serial.py", "from kingcli.cards import Card", "workers imports cards"),
    ("levels", "kingcli/random.py", "from kingcli.workers import serial", "random imports workers"),
    ("levels", "kingcli/errors.py", "from kingcli.seats import Seat", "errors imports seats"),
    ("levels", "kingcli/cli/main.py", "import kingcli.__main__", "cli imports __main__"),
    ("levels", "kingcli/__init__.py", "from kingcli.__main__ import main", "__init__ imports __main__"),
    ("cycles", "kingcli/cards.py", "from kingcli.seats import Seat", "kingcli.seats"),
    ("cycles", "kingcli/rules/tricks.py", "from .round import Round", "kingcli.rules.round"),
    ("cycles", "kingcli/rules/tricks.py", "class A:\n    from kingcli.rules import Round", "kingcli.rules"),
    ("cycles", "kingcli/variants/schema.py", "try:\n    from . import loader\nfinally: ...", "kingcli.variants.loader"),
    ("fences", "kingcli/records/pkn.py", "\nfrom yaml import load", "pkn.py:2: yaml is for variants, not for records"),
    ("fences", "kingcli/show/tables.py", "import click", "click is for cli, not for show"),
    ("fences", "kingcli/simulate/run.py", "import rich.table", "rich.table is for cli and show, not for simulate"),
    ("fences", "kingcli/simulate/run.py", "from multiprocess import Process", "multiprocess is for workers"),
    ("fences", "kingcli/simulate/run.py", "import distributed", "distributed is for workers"),
    ("fences", "kingcli/simulate/run.py", "def f():\n    from dask import array", "dask is for workers"),
    ("fences", "kingcli/cli/main.py", "__import__('orjson')", "orjson is for records and simulate, not for cli"),
    ("fences", "kingcli/search/solve.py", "from kingcli.kernel import _kernel", "_kernel is for kernel"),
    ("fences", "kingcli/search/solve.py", "import kingcli.kernel._kernel as k", "_kernel is for kernel"),
    ("fences", "kingcli/search/solve.py", "from kingcli.kernel._kernel import f", "_kernel is for kernel"),
    ("fences", "kingcli/random.py", "from random import Random", "random is for no room, not for random"),
    ("fences", "kingcli/__init__.py", "import random", "random is for no room, not for __init__"),
    ("lengths", "tests/test_long.py", "pass\n" * (MAX_LINES + 1), "test_long.py: 601 lines"),
    ("lengths", "kingcli/rules/match.py", "# so long\n" * 1000, "match.py: 1000 lines"),
    ("vague", "kingcli/rules/utils.py", "", "utils.py: says nothing"),
    ("vague", "tests/helpers.py", "", "helpers.py: says nothing"),
    ("vague", "scripts/common/read.py", "", "read.py: says nothing"),
    ("names", "kingcli/rules/match.py", "\nif contract == 'queens': pass", "match.py:2: engines know no names"),
    ("names", "kingcli/search/solve.py", "if variant in {'simple'}: pass", "'simple'"),
    ("names", "kingcli/players/easy.py", "value = {'no': 1}", "'no'"),
    ("names", "kingcli/players/easy.py", "choose('contract:queens')", "'contract:queens'"),
    ("names", "kingcli/kernel/src/play.hpp", '\nif (id == "queens") {', "play.hpp:2: engines know no names"),
    ("names", "kingcli/kernel/src/tricks.cpp", 'const char* kind = "simple";', "'simple'"),
    ("names", "kingcli/variants/data/ordered.yaml", "contracts: {anything: {total: 1}}", "'anything'"),
]


def write_tree(root: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


@pytest.mark.parametrize("check", CHECKS)
def test_a_right_package_passes(check: str, tmp_path: Path) -> None:
    write_tree(tmp_path, RIGHT)
    assert CHECKS[check](tmp_path) == []


@pytest.mark.parametrize(("check", "file", "text", "message"), WRONG)
def test_a_wrong_package_fails(check: str, file: str, text: str, message: str, tmp_path: Path) -> None:
    write_tree(tmp_path, RIGHT | {file: text})
    [complaint] = CHECKS[check](tmp_path)
    assert message in complaint


def test_names_are_allowed_only_with_a_reason_and_where_they_stand(tmp_path: Path) -> None:
    write_tree(tmp_path, RIGHT | {"kingcli/rules/match.py": "words = ['queens']"})
    here, elsewhere = ("rules/match.py", "queens"), ("rules/round.py", "queens")
    assert names_in_engines(tmp_path, {here: "the picture cards"}) == []
    assert len(names_in_engines(tmp_path, {here: ""})) == 2
    assert len(names_in_engines(tmp_path, {here: "the picture cards", elsewhere: "the same"})) == 1


def test_a_package_without_data_fails(tmp_path: Path) -> None:
    assert names_in_engines(tmp_path, {}) == ["no variant or contract was found in the data"]
