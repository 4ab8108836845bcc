"""Records with one thing changed: each is reported at its place, or proven to be a legal game with the scores stated.

The judge is tests/independent.py, which shares no code with kingcli: it plays the changed text by itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest

import independent
from kingcli.errors import KingError
from kingcli.random import Stream, stream
from kingcli.records import Diagnostic, dumps, loads, replay_match
from kingcli.rules.check import option_settings
from kingcli.variants import load_variant, variant_names
from make_records import random_match
from records_judge import Game, games_of, judge, option_texts

SETTINGS: dict[str, list[dict[str, Any]]] = {
    "lithuanian": [{}, {"layout": False}, {"king_forced": True}, {"allow_voluntary_pass": True}],
    "simple": [{}, {"chooser": "left"}],
    "minsk": [{}, {"must_trump": False}, {"trump_lead": "declarer-only"}],
    "polish": [{}, {"last_trick": "seventh-and-last"}, {"payback": "lottery", "lottery_deals": 4}],
    "polish-auction": [{}, {"single_round": True}, {"reserve": False}, {"first_always_leads": True}],
    "declared-3": [{}, {"revoke_penalty": 40}, {"trump_after_talon": True}],
    "varzytines": [{}, {"multi_jacks": "any"}, {"premium_adds": True}],
    "domino": [{}, {"deck": "d52"}],
    "jokers-3": [{}, {"jokers": 1}],
    "trade": [{}, {"all_pass": "redeal"}, {"bid_sign": "plus"}, {"leader": "first"}],
    "atomic": [{}, {"talon": "shown"}],
}
_ROUNDS_IN_A_TEXT = 3


# ---- Changes: each returns the new lines and the numbers of the lines it touched, or None where it cannot be made.

Change = tuple[list[str], set[int]] | None
RANKS = "AKQJT98765432"
_CARD = re.compile(r"\b[SHDC][AKQJT98765432XY]\b")


def _rows(lines: list[str], pattern: str) -> list[int]:
    return [index for index, line in enumerate(lines) if re.match(pattern, line)]


def _pick(rng: Stream, items: list[Any]) -> Any:
    return items[rng.below(len(items))] if items else None


def _other(rng: Stream, letters: str, than: str) -> str:
    return str(_pick(rng, [letter for letter in letters if letter != than]))


def _put(lines: list[str], index: int, line: str) -> Change:
    return [*lines[:index], line, *lines[index + 1 :]], {index + 1}


def another_card(rng: Stream, lines: list[str]) -> Change:
    index = _pick(rng, [i for i in _rows(lines, r"[SHDC-]") if _CARD.search(lines[i])])
    words = lines[index].split()
    place = _pick(rng, [i for i, word in enumerate(words) if _CARD.fullmatch(word)])
    words[place] = _pick(rng, [s + r for s in "SHDC" for r in RANKS if s + r != words[place]])
    return _put(lines, index, " ".join(words))


def another_table_card(rng: Stream, lines: list[str]) -> Change:
    index = _pick(rng, _rows(lines, r"[NESWF] (discard|give|turned|lay|drawn|left) "))
    if index is None or "pass" in lines[index]:
        return None
    old = lines[index].split()[2]
    return _put(
        lines, index, lines[index].replace(old, _pick(rng, [s + r for s in "SHDC" for r in RANKS if s + r != old]))
    )


def swapped_columns(rng: Stream, lines: list[str]) -> Change:
    index = _pick(rng, [i for i in _rows(lines, r"[SHDC-]") if len(lines[i].split()) > 1])
    words = lines[index].split()
    a = rng.below(len(words) - 1)
    words[a], words[a + 1] = words[a + 1], words[a]
    return _put(lines, index, " ".join(words))


def swapped_rows(rng: Stream, lines: list[str]) -> Change:
    index = _pick(rng, [i for i in _rows(lines, r"[SHDC-]|[NESWF] ") if re.match(r"[SHDC-]|[NESWF] ", lines[i + 1])])
    if lines[index] == lines[index + 1]:
        return None
    return [*lines[:index], lines[index + 1], lines[index], *lines[index + 2 :]], {index + 1, index + 2}


def swapped_in_column(rng: Stream, lines: list[str]) -> Change:
    index = _pick(rng, [i for i in _rows(lines, r"[SHDC-]") if re.match(r"[SHDC-]", lines[i + 1])])
    above, below = lines[index].split(), lines[index + 1].split()
    column = rng.below(min(len(above), len(below)))
    above[column], below[column] = below[column], above[column]
    return [*lines[:index], " ".join(above), " ".join(below), *lines[index + 2 :]], {index + 1, index + 2}


def another_seat(rng: Stream, lines: list[str]) -> Change:
    index = _pick(rng, _rows(lines, r"[NESWF] [a-z]"))
    if index is None:
        return None
    return _put(lines, index, _other(rng, "NESWF", lines[index][0]) + lines[index][1:])


def another_letter(name: str, letters: str) -> Callable[[Stream, list[str]], Change]:
    def change(rng: Stream, lines: list[str]) -> Change:
        index = _pick(rng, _rows(lines, rf"\[{name} "))
        if index is None:
            return None
        old = lines[index].partition('"')[2][0]
        return _put(lines, index, f'[{name} "{_other(rng, letters, old)}"]')

    return change


def another_call(rng: Stream, lines: list[str]) -> Change:
    index = _pick(rng, _rows(lines, r"[NESWF] (trump|suit|offer|bid)"))
    if index is None:
        return None
    seat, kind, old = lines[index].split()
    calls = {
        "trump": [*(f"{head}:{suit}" for head in ("trump", "open") for suit in "SHDC"), "by-last", "trump:NT"],
        "suit": [*(f"suit:{suit}" for suit in "SHDC"), "suit:NT"],
        "offer": ["take", *(f"offer:{amount}" for amount in (0, 25, 30, 75, 100, 325, 350))],
        "bid": ["pass", *(f"bid:{amount}" for amount in (0, 1, 5, 13, 14, 25, 30, 75, 100, 325, 350))],
    }[kind]
    return _put(lines, index, f"{seat} {kind:<8} {_pick(rng, [call for call in calls if call != old])}")


def another_contract(rng: Stream, lines: list[str]) -> Change:
    index = _pick(rng, _rows(lines, r'\[KingContract "|[NESWF] contract'))
    names = ["tricks", "hearts", "queens", "king", "last-two", "jacks", "trump", "layout", "all", "take-tricks", "suit"]
    old = lines[index].split()[-1].strip('"]')
    return _put(
        lines, index, re.sub(rf"{old}(?=\W*$)", _pick(rng, [name for name in names if name != old]), lines[index])
    )


def another_number(name: str) -> Callable[[Stream, list[str]], Change]:
    def change(rng: Stream, lines: list[str]) -> Change:
        index = _pick(rng, _rows(lines, rf"\[{name} "))
        if index is None:
            return None
        numbers = list(re.finditer(r"-?\d+", lines[index]))
        one = _pick(rng, numbers)
        new = int(one[0]) + 1 + rng.below(9)
        return _put(lines, index, lines[index][: one.start()] + str(new) + lines[index][one.end() :])

    return change


def swapped_in_deal(rng: Stream, lines: list[str]) -> Change:
    """Two cards of two hands change places (both tags that hold them)."""
    index = _pick(rng, _rows(lines, r"\[Deal "))
    hands = lines[index].partition(":")[2].rstrip('"]').split()
    hands = [hand for hand in hands if hand != "-"]
    a, b = rng.below(len(hands)), rng.below(len(hands) - 1)
    b += b >= a
    suit = rng.below(4)
    one, two = hands[a].split(".")[suit], hands[b].split(".")[suit]
    if not one or not two:
        return None
    new = lines[index]
    for hand, old, other in ((hands[a], one[0], two[0]), (hands[b], two[0], one[0])):
        parts = hand.split(".")
        parts[suit] = parts[suit].replace(old, other)
        new = new.replace(hand, ".".join(parts))
    return _put(lines, index, new)


def swapped_in_order(rng: Stream, lines: list[str]) -> Change:
    index = _pick(rng, _rows(lines, r"\[KingOrder "))
    if index is None:
        return None
    head, _, cards = lines[index].rstrip('"]').partition(":")
    words = cards.split()
    a, b = rng.below(len(words)), rng.below(len(words) - 1)
    b += b >= a
    words[a], words[b] = words[b], words[a]
    return _put(lines, index, f'{head}:{" ".join(words)}"]')


def another_card_of(name: str) -> Callable[[Stream, list[str]], Change]:
    """Another first card in a tag of cards: it is in a hand too then."""

    def change(rng: Stream, lines: list[str]) -> Change:
        index = _pick(rng, _rows(lines, rf"\[{name} "))
        if index is None:
            return None
        old = lines[index].split()[1].strip('"]')
        new = _pick(rng, [s + r for s in "SHDC" for r in RANKS if s + r != old])
        return _put(lines, index, lines[index].replace(old, new, 1))

    return change


def swapped_in_stock(rng: Stream, lines: list[str]) -> Change:
    index = _pick(rng, _rows(lines, r"\[(KingStock|KingTalon) "))
    if index is None:
        return None
    head, _, cards = lines[index].rstrip('"]').partition('"')
    words = cards.split()
    if len(words) < 2:
        return None
    a = rng.below(len(words) - 1)
    words[a], words[a + 1] = words[a + 1], words[a]
    return _put(lines, index, f'{head}"{" ".join(words)}"]')


def another_end(rng: Stream, lines: list[str]) -> Change:
    index = _pick(rng, _rows(lines, r"\[KingEnd "))
    return _put(lines, index, '[KingEnd "redeal"]') if "redeal" not in lines[index] else None


def cut(rng: Stream, lines: list[str]) -> Change:
    length = 1 + rng.below(len(lines) - 1)
    return lines[:length], {length, length + 1}


def lost_line(rng: Stream, lines: list[str]) -> Change:
    index = _pick(rng, _rows(lines, r"[SHDC-]|[NESWF] |\[Deal |\[KingVariant "))
    return [*lines[:index], *lines[index + 1 :]], {index, index + 1}


CHANGES: dict[str, Callable[[Stream, list[str]], Change]] = {
    "card": another_card,
    "table card": another_table_card,
    "columns": swapped_columns,
    "rows": swapped_rows,
    "column": swapped_in_column,
    "seat": another_seat,
    "first column": another_letter("Play", "NESW"),
    "trump": another_letter("KingTrump", "SHDC"),
    "declarer": another_letter("KingDeclarer", "NES"),
    "dealer": another_letter("Dealer", "NES"),
    "call": another_call,
    "contract": another_contract,
    "score": another_number("KingScore"),
    "total": another_number("KingTotal"),
    "deal": swapped_in_deal,
    "order": swapped_in_order,
    "talon": another_card_of("KingTalon"),
    "stock": another_card_of("KingStock"),
    "order of the stock": swapped_in_stock,
    "suit": another_letter("KingSuit", "SHDC"),
    "seats out": another_letter("KingOut", "NESWF"),
    "fifth hand": another_letter("KingHand", "NESW"),
    "end": another_end,
    "cut": cut,
    "lost line": lost_line,
}


def read(text: str) -> list[Diagnostic]:
    """All faults found in a text, in the order of the file."""
    loaded = loads(text, "game.pkn")
    found = [*loaded.diagnostics]
    for match in loaded.matches:
        found += replay_match(match).diagnostics
    return sorted(found, key=lambda one: one.line)


@cache
def texts_of(variant: str, number: int) -> list[list[str]]:
    """The lines of a match under the variant's settings `number`, a few rounds each."""
    settings = SETTINGS.get(variant, [{}])[number]
    records = random_match(load_variant(variant, settings), "mutations")
    parts = [records[first : first + _ROUNDS_IN_A_TEXT] for first in range(0, len(records), _ROUNDS_IN_A_TEXT)]
    return [dumps(part, "pkn").split("\n") for part in parts]


def mutations(variant: str, count: int) -> Iterator[tuple[str, dict[str, Any], list[str], set[int], str]]:
    rng = stream(variant, purpose="mutations")
    settings = SETTINGS.get(variant, [{}])
    made = 0
    while made < count:
        name = [*CHANGES][made % len(CHANGES)] if rng.below(2) else _pick(rng, [*CHANGES])
        which = rng.below(len(settings))
        lines = _pick(rng, texts_of(variant, which))
        change = CHANGES[name](rng, lines)
        if change is None and rng.below(4) == 0:
            change = another_card(rng, lines) if _rows(lines, r"[SHDC-]") else None
        if change is not None and change[0] != lines:
            made += 1
            yield name, settings[which], *change, "\n".join(lines)


def places_of(game: Game) -> set[int]:
    return {*range(game.tags["Event"][0], game.last_line + 1)}


def complaint(variant: str, settings: dict[str, Any], lines: list[str], touched: set[int], old: str) -> str:
    """What is wrong with the way a changed record was received; "" when it is right.

    Right is a report at the changed lines; or in the changed game, not after the first step that the judge finds
    illegal (a changed deal contradicts its order, a changed call the trump stated); or at the score the judge finds
    wrong; or no report when the judge finds the game legal and its scores as stated.
    """
    text = "\n".join(lines) + "\n"
    try:
        found = read(text)
    except KingError as error:
        return "" if touched & {1, 2} else f"refused altogether: {error}"
    if any(one.line in touched for one in found):
        return ""
    for game in games_of(lines):
        here = {one.line: one.code for one in found if one.line in places_of(game)}
        earlier = [line for line, code in here.items() if code not in ("score", "total")]
        verdict = judge(game, variant, settings)
        if touched & places_of(game) and earlier and min(earlier) <= (verdict.fault or game.last_line):
            return ""
        if verdict.fault:
            return f"line {verdict.fault} is wrong, reported are {here}"
        if verdict.stops:
            return "" if here else f"stops before its end at line {game.last_line}, reported is nothing"
        said_void = game.tags.get("KingEnd", (0, ""))[1] == "redeal"
        if verdict.is_void != said_void:
            return "" if here else "a round that is void, or said to be, is not reported"
        if verdict.is_void or "KingScore" not in game.tags:
            continue
        stated = _scores(game)
        if stated != verdict.scores:
            score_line = game.tags["KingScore"][0]
            return "" if score_line in here else f"score of line {score_line} not reported, only {here}"
    first = games_of(lines)[:1]
    if found and first and touched & places_of(first[0]) and {one.code for one in found} <= {"total", "dealer"}:
        # A part of a match: what its first round says is believed until a later one contradicts it.
        return "" if first[0].tags.get("Board", (0, "1"))[1] != "1" else f"reported is {found[0]}"
    return f"legal, but reported is {[str(one) for one in found][:3]}" if found else ""


def _scores(game: Game) -> dict[str, int]:
    return {seat: int(n) for seat, n in re.findall(r"(\w):(-?\d+)", game.tags["KingScore"][1])}


@pytest.mark.parametrize("variant", variant_names())
def test_some_changed_records_are_reported_or_legal(variant: str) -> None:
    run(variant, 30)


@pytest.mark.slow
@pytest.mark.parametrize("variant", variant_names())
def test_five_hundred_changed_records_are_reported_or_legal(variant: str) -> None:
    run(variant, 500)


def run(variant: str, count: int) -> None:
    wrong = []
    for number, (name, settings, lines, touched, old) in enumerate(mutations(variant, count)):
        words = complaint(variant, settings, lines, touched, old)
        if words:
            wrong.append(f"{number}: {name} at {sorted(touched)} {settings}: {words}")
    assert wrong == []


def agrees_with_the_judge(variant: str, settings: dict[str, Any], lines: list[str]) -> None:
    assert read("\n".join(lines)) == []
    for game in games_of(lines):
        verdict = judge(game, variant, settings)
        assert (verdict.fault, verdict.stops) == (0, False), f"{variant} {settings} line {verdict.fault}"
        assert verdict.is_void == (game.tags["KingEnd"][1] == "redeal")
        assert verdict.is_void or _scores(game) == verdict.scores


@pytest.mark.parametrize("variant", variant_names())
def test_the_judge_agrees_with_whole_games(variant: str) -> None:
    for number, settings in enumerate(SETTINGS.get(variant, [{}])):
        for lines in texts_of(variant, number):
            agrees_with_the_judge(variant, settings, lines)


@pytest.mark.slow
@pytest.mark.parametrize("variant", variant_names())
def test_the_judge_agrees_under_every_option(variant: str) -> None:
    for settings in option_settings(variant):
        try:
            independent.rules_of(variant, option_texts(settings))
        except ValueError:
            continue
        records = random_match(load_variant(variant, settings), "options")
        agrees_with_the_judge(variant, settings, dumps(records, "pkn").split("\n"))
