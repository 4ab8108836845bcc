"""What a check has met: variant x contract x kind of decision, and every value of every option."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec

from kingcli.rules.check import Coverage, expected_decisions
from kingcli.show.console import Screen
from kingcli.variants import load_variant

Met = tuple[str, dict[str, Any], int, Coverage]


def show_coverage(screen: Screen, met: Sequence[Met]) -> bool:
    """Print how often everything came up in the matches played; True when nothing that can come up is missing.

    `met` are (variant, settings, matches, what was met).
    """
    decisions: Counter[tuple[str, str, str]] = Counter()
    values: Counter[tuple[str, str, str]] = Counter()
    for name, settings, matches, coverage in met:
        variant = load_variant(name, settings)
        for contract, kind in expected_decisions(variant):
            decisions[name, contract, kind] += coverage.decisions[contract, kind]
        for key, rule in load_variant(name).options.items():
            for value in rule.values:
                same = settings.get(key, rule.default) == value
                values[name, key, msgspec.json.encode(value).decode().strip('"')] += matches if same else 0
    rows = [(*key, str(count)) for key, count in decisions.items()]
    screen.line()
    screen.table(("variant", "contract", "decision", "times"), sorted(rows), left=(0, 1, 2))
    screen.line()
    screen.table(("variant", "option", "value", "matches"), [(*k, str(n)) for k, n in values.items()], left=(0, 1, 2))
    missing = [" ".join(key) for key, count in [*decisions.items(), *values.items()] if not count]
    screen.line()
    screen.line(f"Never met: {'; '.join(missing)}" if missing else "Nothing that can come up is missing.")
    return not missing
