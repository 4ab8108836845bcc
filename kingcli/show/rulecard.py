"""The rule card of a game, and the list of all games."""

from __future__ import annotations

import textwrap

from kingcli.cards import n_cards
from kingcli.rules import n_rounds
from kingcli.show.console import Screen
from kingcli.show.fitting import fit, joined
from kingcli.show.languages import translate
from kingcli.show.words import contract_name, differences, facts, prices
from kingcli.variants import Variant
from kingcli.variants.table import pack_of

_LABEL = 10
_BEFORE_PRICES = ("Deal", "Contract", "Choice", "Auction", "Talon")


def show_rule_card(screen: Screen, variant: Variant, parent: Variant | None, lang: str = "en") -> None:
    """Everything a player needs at the table, from the data of the variant; names of contracts and tables in a
    language, in English with the game's own names beside them.
    """
    found = facts(variant)
    native = variant.names.get(variant.language if lang == "en" else lang, "")
    title = f"{variant.title} ({native})" if native not in ("", variant.title) else variant.title
    for line in joined([title, f"{found['Players']} · {found['Pack']}"], max(screen.console.width, 80)):
        screen.line(line)
    screen.line(f"{found['Rounds']} rounds · {found['Sum']} · data {variant.digest}")
    if variant.settings:
        screen.line("Set: " + ", ".join(f"{key}={_spelt(value)}" for key, value in variant.settings.items()))
    screen.line()
    for topic in _BEFORE_PRICES:
        if topic in found:
            _paragraph(screen, topic, found[topic])
    heading = "Each player's contracts" if variant.pool is not None else "Rounds, in this order"
    screen.line(f"{heading}:")
    _show_prices(screen, variant, lang)
    for topic in [topic for topic in found if topic not in ("Players", "Pack", "Rounds", "Sum", *_BEFORE_PRICES)]:
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


def _show_prices(screen: Screen, variant: Variant, lang: str) -> None:
    """The price list; in English with the game's own name under the English one."""
    heads = ["", *(translate(word, lang) for word in ("contract", "name", "price", "sum" if lang != "en" else "total"))]
    rows: list[tuple[str, ...]] = [*prices(variant, lang)]
    if lang == "en" and variant.language != "en":
        own = [contract_name(variant, row[1], variant.language) for row in rows]
        rows = [
            (*row[:2], f"{row[2]}\n{name}" if name != row[2] else name, *row[3:])
            for name, row in zip(own, rows, strict=True)
        ]
    fitted = fit(heads, rows, (3, 2), max(screen.console.width, 80))
    screen.table(heads, fitted, left=(1, 2, 3))


def _spelt(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _paragraph(screen: Screen, label: str, text: str) -> None:
    width = max(screen.console.width, 60) - _LABEL
    first, *rest = textwrap.wrap(text, width, break_on_hyphens=False)
    screen.line(f"{label:<{_LABEL}}{first}")
    for line in rest:
        screen.line(" " * _LABEL + line)


def show_list(screen: Screen, variants: list[Variant], lang: str = "en") -> None:
    """One line a game."""
    rows = [
        (
            v.name,
            v.names.get(lang, v.title),
            str(v.seats),
            str(n_cards(pack_of(v.deck))),
            str(n_rounds(v) or translate("open", lang)),
            translate(str(v.match_total), lang),
        )
        for v in variants
    ]
    heads = [translate(word, lang) for word in ("name", "game", "seats", "cards", "rounds", "sum")]
    screen.table(heads, fit(heads, rows, (1,), max(screen.console.width, 80)), left=(0, 1))
    screen.line("\n`king variants show NAME` prints the rules of one.")


def show_differences(screen: Screen, one: Variant, other: Variant) -> None:
    """In words, topic by topic, how two games differ."""
    mine, theirs = facts(one), facts(other)
    screen.line(f"{one.title} ({one.name}) and {other.title} ({other.name})")
    for topic in dict.fromkeys([*mine, *theirs]):
        if mine.get(topic) != theirs.get(topic):
            screen.line()
            _paragraph(screen, topic, f"{one.name}: {mine.get(topic, '-')}")
            _paragraph(screen, "", f"{other.name}: {theirs.get(topic, '-')}")
    my_prices = {row[1]: row[2:] for row in prices(one)}
    their_prices = {row[1]: row[2:] for row in prices(other)}
    rows = [
        (key, *(f"{row[1]} ({row[2]})" if row else "-" for row in (my_prices.get(key), their_prices.get(key))))
        for key in dict.fromkeys([*my_prices, *their_prices])
        if my_prices.get(key, ())[1:] != their_prices.get(key, ())[1:]
    ]
    if rows:
        screen.line()
        screen.table(("contract", one.name, other.name), rows, left=(0, 1, 2))
    if [row[1] for row in prices(one)] != [row[1] for row in prices(other)] and not rows:
        screen.line("The order of the rounds differs.")
