"""The rules as data: variant files, the records they become, and the tables the engines read."""

from kingcli.variants.loader import load_variant, parse_settings, variant_names
from kingcli.variants.schema import Contract, Variant
from kingcli.variants.table import HundredTable, LayoutTable, Table, TrickTable, compile_table, totals_of

__all__ = [
    "Contract",
    "HundredTable",
    "LayoutTable",
    "Table",
    "TrickTable",
    "Variant",
    "compile_table",
    "load_variant",
    "parse_settings",
    "totals_of",
    "variant_names",
]
