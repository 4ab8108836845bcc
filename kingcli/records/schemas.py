"""JSON Schemas, generated from the records themselves."""

from __future__ import annotations

from typing import Any

import msgspec


def json_schema(kind: Any, name: str) -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of a record type; `name` becomes its title."""
    made = msgspec.json.schema(kind)
    definitions = made.get("$defs", {})
    reference = made.get("$ref", "").rpartition("/")[2]
    if reference in definitions:
        made = {**definitions[reference], "$defs": {k: v for k, v in definitions.items() if k != reference}}
    made["title"] = name
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **made}
