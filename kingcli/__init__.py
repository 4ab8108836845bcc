"""king: simulator and hand analysis for the card game King.

The names in `__all__` are the Python API; each loads on first use, so that importing kingcli costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from kingcli.version import VERSION

__version__ = VERSION

_HOMES = {
    "KingError": "kingcli.errors",
    "load_variant": "kingcli.variants",
    "variant_names": "kingcli.variants",
    "Match": "kingcli.rules",
    "Round": "kingcli.rules",
    "Deal": "kingcli.rules",
    "make_view": "kingcli.rules",
    "load": "kingcli.records",
    "loads": "kingcli.records",
    "dumps": "kingcli.records",
    "solve": "kingcli.search",
}

__all__ = [
    "Deal",
    "KingError",
    "Match",
    "Round",
    "__version__",
    "dumps",
    "load",
    "load_variant",
    "loads",
    "make_view",
    "solve",
    "variant_names",
]


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'kingcli' has no attribute {name!r}")
    return getattr(import_module(home), name)


def __dir__() -> list[str]:
    return sorted(__all__)
