"""The rule card of a game, and the list of all games."""

from __future__ import annotations

import textwrap

from kingcli.rules import n_rounds
from kingcli.show.console import Screen
from kingcli.show.words import differences, facts, pack_words, prices
from kingcli.variants import Variant

_LABEL = 10


def show_rule_card(screen: Screen, variant: Variant, parent: Variant | None) -> None:
    """Everything a player needs at the table, from the data of the variant."""
    found = facts(variant)
    native = variant.names.get(variant.language, "")
    title = f"{variant.title} ({native})" if native else variant.title
    screen.line(f"{title} · {variant.seats} players · {found['Pack']}")
    screen.line(f"{found['Rounds']} rounds · {found['Sum']} · data {variant.digest}")
    if variant.settings:
        screen.line("Set: " + ", ".join(f"{key}={value}" for key, value in variant.settings.items()))
    screen.line()
    _paragraph(screen, "Deal", found["Deal"])
    for topic in ("Contract", "Talon"):
        if topic in found:
            _paragraph(screen, topic, found[topic])
    heading = "Each player's contracts" if variant.pool is not None else "Rounds, in this order"
    screen.line(f"{heading}:")
    screen.table(("", "contract", "name", "price", "total"), prices(variant), left=(1, 2, 3))
    for topic in ("Trump", "Void", "Leads", "Hearts", "King", "Layout", "End"):
        if topic in found:
            _paragraph(screen, topic, found[topic])
    for key, rule in variant.options.items():
        values = ", ".join(_spelt(value) for value in rule.values) or "any value"
        words = rule.names.get("en", "")
        _paragraph(screen, "Option", f"{key}: {words} ({values}; default {_spelt(rule.default)})")
    if parent is not None:
        _paragraph(
            screen, "Differs", f"from {parent.name} in: {'; '.join(differences(variant, parent)) or 'names only'}."
        )
    if variant.source:
        _paragraph(screen, "Source", f"{variant.source}.")


def _spelt(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _paragraph(screen: Screen, label: str, text: str) -> None:
    width = max(screen.console.width, 60) - _LABEL
    first, *rest = textwrap.wrap(text, width, break_on_hyphens=False)
    screen.line(f"{label:<{_LABEL}}{first}")
    for line in rest:
        screen.line(" " * _LABEL + line)


def show_list(screen: Screen, variants: list[Variant]) -> None:
    """One line a game."""
    rows = [
        (
            v.name,
            v.title,
            str(v.seats),
            pack_words(v),
            str(n_rounds(v)),
            f"{v.match_total:+d}" if v.match_total else "0",
        )
        for v in variants
    ]
    screen.table(("name", "game", "seats", "pack", "rounds", "sum"), rows, left=(0, 1, 3))
    screen.line("\n`king variants show NAME` prints the rules of one.")
