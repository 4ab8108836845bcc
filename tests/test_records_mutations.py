"""Records with one thing changed: each is reported at its place, or proven to be a legal game with the scores stated.

The judge is tests/independent.py, which shares no code with kingcli: it plays the changed text by itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

import independent
from kingcli.errors import KingError
from kingcli.random import Stream, stream
from kingcli.records import Diagnostic, dumps, loads, replay_match
from kingcli.variants import load_variant, variant_names
from make_records import random_match

SETTINGS: dict[str, list[dict[str, Any]]] = {
    "lithuanian": [{}, {"layout": False}, {"king_forced": True}, {"allow_voluntary_pass": True}],
    "russian": [{}],
    "simple": [{}, {"chooser": "left"}],
    "minsk": [{}, {"must_trump": False}, {"trump_lead": "declarer-only"}],
}


@dataclass
class Game:
    """One game of a PKN text, read without kingcli: line numbers count from 1."""

    tags: dict[str, tuple[int, str]] = field(default_factory=dict)
    table: list[tuple[int, list[str]]] = field(default_factory=list)
    play: list[tuple[int, list[str]]] = field(default_factory=list)
    last_line: int = 0


def games_of(lines: list[str]) -> list[Game]:
    games: list[Game] = []
    section = ""
    for number, line in enumerate(lines, 1):
        match = re.fullmatch(r'\[(\w+) "(.*)"\]', line)
        if match:
            if match[1] == "Event":
                games.append(Game())
            section = match[1]
            games[-1].tags.setdefault(match[1], (number, match[2]))
        elif line.strip():
            rows = games[-1].play if section == "Play" else games[-1].table
            rows.append((number, line.split()))
        if line.strip():
            games[-1].last_line = number
    return games


@dataclass
class Verdict:
    """`fault`: the line of the first step that is not legal, 0 when there is none. `stops`: the steps end too early."""

    fault: int = 0
    stops: bool = False
    scores: dict[str, int] | None = None


def judge(game: Game, variant: str, settings: dict[str, Any]) -> Verdict:
    """Play the game by the independent rules. A call that has no row is the one the tags state."""
    tags = {name: value for name, (_, value) in game.tags.items()}
    seats = "NES" if variant == "minsk" else "NESW"
    hands = {}
    for seat, holding in zip(seats, tags["Deal"].partition(":")[2].split(), strict=False):
        suits = zip("SHDC", holding.split("."), strict=True)
        hands[seat] = [suit + rank for suit, ranks in suits for rank in ranks]
    for word in tags.get("KingOrder", "").split():
        seat, _, card = word.rpartition(":")
        if seat:
            current = seat
            hands[current] = []
        hands[current].append(card)
    options = {key: str(value).lower() for key, value in settings.items()}
    talon = tags.get("KingTalon", "").split()
    header = independent.Header(variant, tags["KingContract"], tags["Dealer"], hands, talon, [], options)
    table = [(number, words) for number, words in game.table if words[1] != "turned"]
    holder = {card: seat for seat, cards in hands.items() for card in cards}
    if talon:
        declarer = independent.seat_after(seats, header.dealer)
        holder |= dict.fromkeys(talon, declarer)
    steps = independent.play_round(header)
    rows = iter(game.play)
    cells: dict[str, tuple[int, str]] = {}
    first = tags.get("Play", "N")
    columns = [seats[(seats.index(first) + k) % len(seats)] for k in range(len(seats))]
    in_trick = 0
    line, scores = 0, dict[str, int]()
    try:
        step = next(steps)
        while True:
            kind, expected, legal = step
            answer = ""
            if expected.startswith("scores "):
                scores = {seat: int(points) for seat, points in re.findall(r"(\w) ([-+]\d+)", expected)}
            if kind == "decide":
                seat, what = expected.split()
                if what == "play":
                    if in_trick % len(seats) == 0:
                        number, words = next(rows, (0, []))
                        cells = sorted_row(number, words, columns, holder)
                    in_trick += 1
                    if seat not in cells:
                        return Verdict(line if cells else 0, stops=True)
                    line, answer = cells[seat]
                elif what in ("contract", "trump") and what not in [words[1] for _, words in table]:
                    answer = f"{what}:{tags.get('KingContract' if what == 'contract' else 'KingTrump')}"
                elif not table:
                    return Verdict(stops=True)
                else:
                    line, words = table.pop(0)
                    answer = f"contract:{words[2]}" if what == "contract" else words[2]
                    if words[:2] != [seat, what]:
                        return Verdict(line)
                if answer not in legal:
                    return Verdict(line)
                if what == "discard":
                    holder.pop(answer)
            step = steps.send(answer)
    except StopIteration:
        left = [number for number, _ in table] + [number for number, _ in rows]
        return Verdict(left[0] if left else 0, scores=scores)
    except ValueError:
        return Verdict(line)


def sorted_row(number: int, words: list[str], columns: list[str], holder: dict[str, str]) -> dict[str, tuple[int, str]]:
    """The cards of a row by seat: by who holds them if that is one each, else by column."""
    cards = [(seat, card) for seat, card in zip(columns, words, strict=False) if card != "-"]
    owners = [holder.get(card, seat) for seat, card in cards]
    if len(set(owners)) != len(owners):
        owners = [seat for seat, _ in cards]
    return {owner: (number, card) for owner, (_, card) in zip(owners, cards, strict=True)}


# ---- Changes: each returns the new lines and the numbers of the lines it touched, or None where it cannot be made.

Change = tuple[list[str], set[int]] | None
_CARD = re.compile(r"\b[SHDC][AKQJT987]\b")


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
    words[place] = _pick(rng, [s + r for s in "SHDC" for r in "AKQJT9872" if s + r != words[place]])
    return _put(lines, index, " ".join(words))


def another_table_card(rng: Stream, lines: list[str]) -> Change:
    index = _pick(rng, _rows(lines, r"[NESW] (discard|turned|lay) "))
    if index is None or "pass" in lines[index]:
        return None
    old = lines[index].split()[2]
    return _put(
        lines, index, lines[index].replace(old, _pick(rng, [s + r for s in "SHDC" for r in "AKQJT987" if s + r != old]))
    )


def swapped_columns(rng: Stream, lines: list[str]) -> Change:
    index = _pick(rng, [i for i in _rows(lines, r"[SHDC-]") if len(lines[i].split()) > 1])
    words = lines[index].split()
    a = rng.below(len(words) - 1)
    words[a], words[a + 1] = words[a + 1], words[a]
    return _put(lines, index, " ".join(words))


def swapped_rows(rng: Stream, lines: list[str]) -> Change:
    index = _pick(rng, [i for i in _rows(lines, r"[SHDC-]|[NESW] ") if re.match(r"[SHDC-]|[NESW] ", lines[i + 1])])
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
    index = _pick(rng, _rows(lines, r"[NESW] (contract|trump|turned|discard|lay)"))
    if index is None:
        return None
    return _put(lines, index, _other(rng, "NESW", lines[index][0]) + lines[index][1:])


def another_letter(name: str, letters: str) -> Callable[[Stream, list[str]], Change]:
    def change(rng: Stream, lines: list[str]) -> Change:
        index = _pick(rng, _rows(lines, rf"\[{name} "))
        if index is None:
            return None
        old = lines[index].partition('"')[2][0]
        return _put(lines, index, f'[{name} "{_other(rng, letters, old)}"]')

    return change


def another_call(rng: Stream, lines: list[str]) -> Change:
    index = _pick(rng, _rows(lines, r"[NESW] trump"))
    if index is None:
        return None
    calls = [f"{head}:{suit}" for head in ("trump", "open") for suit in "SHDC"] + [
        "by-last",
        "open:highest",
        "trump:NT",
    ]
    seat, kind, old = lines[index].split()
    return _put(lines, index, f"{seat} {kind:<8} {_pick(rng, [call for call in calls if call != old])}")


def another_contract(rng: Stream, lines: list[str]) -> Change:
    index = _pick(rng, _rows(lines, r'\[KingContract "|[NESW] contract'))
    names = ["tricks", "hearts", "queens", "king", "last-two", "jacks", "trump", "layout", "all"]
    old = lines[index].split()[-1].strip('"]')
    return _put(
        lines, index, re.sub(rf"{old}(?=\W*$)", _pick(rng, [name for name in names if name != old]), lines[index])
    )


def another_number(name: str) -> Callable[[Stream, list[str]], Change]:
    def change(rng: Stream, lines: list[str]) -> Change:
        index = _pick(rng, _rows(lines, rf"\[{name} "))
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


def talon_for_hand(rng: Stream, lines: list[str]) -> Change:
    index = _pick(rng, _rows(lines, r"\[KingTalon "))
    if index is None:
        return None
    old = lines[index].split()[1].strip('"')
    return _put(
        lines, index, lines[index].replace(old, _pick(rng, [s + r for s in "SHDC" for r in "AKQJT987" if s + r != old]))
    )


def cut(rng: Stream, lines: list[str]) -> Change:
    length = 1 + rng.below(len(lines) - 1)
    return lines[:length], {length, length + 1}


def lost_line(rng: Stream, lines: list[str]) -> Change:
    index = _pick(rng, _rows(lines, r"[SHDC-]|[NESW] |\[Deal |\[KingVariant "))
    return [*lines[:index], *lines[index + 1 :]], {index, index + 1}


CHANGES: dict[str, Callable[[Stream, list[str]], Change]] = {
    "card": another_card,
    "table card": another_table_card,
    "columns": swapped_columns,
    "rows": swapped_rows,
    "column": swapped_in_column,
    "seat": another_seat,
    "first column": another_letter("Play", "NES"),
    "trump": another_letter("KingTrump", "SHDC"),
    "declarer": another_letter("KingDeclarer", "NES"),
    "dealer": another_letter("Dealer", "NES"),
    "call": another_call,
    "contract": another_contract,
    "score": another_number("KingScore"),
    "total": another_number("KingTotal"),
    "deal": swapped_in_deal,
    "order": swapped_in_order,
    "talon": talon_for_hand,
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


def mutations(variant: str, count: int) -> Iterator[tuple[str, dict[str, Any], list[str], set[int], str]]:
    rng = stream(variant, purpose="mutations")
    settings = [*SETTINGS.get(variant, [{}])]
    texts = [dumps(random_match(load_variant(variant, one), "mutations"), "pkn").split("\n") for one in settings]
    made = 0
    while made < count:
        name = [*CHANGES][made % len(CHANGES)] if rng.below(2) else _pick(rng, [*CHANGES])
        which = rng.below(len(texts))
        change = CHANGES[name](rng, texts[which])
        if change is not None and change[0] != texts[which]:
            made += 1
            yield name, settings[which], *change, "\n".join(texts[which])


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
        verdict = Verdict(game.last_line)
        if {"Deal", "KingContract", "Dealer", "KingScore"} <= game.tags.keys():
            verdict = judge(game, variant, settings)
        if touched & places_of(game) and earlier and min(earlier) <= (verdict.fault or game.last_line):
            return ""
        if verdict.fault:
            return f"line {verdict.fault} is wrong, reported are {here}"
        if verdict.stops:
            return "" if here else f"stops before its end at line {game.last_line}, reported is nothing"
        stated = {seat: int(n) for seat, n in re.findall(r"(\w):(-?\d+)", game.tags["KingScore"][1])}
        if stated != verdict.scores:
            score_line = game.tags["KingScore"][0]
            return "" if score_line in here else f"score of line {score_line} not reported, only {here}"
    return f"legal, but reported is {[str(one) for one in found][:3]}" if found else ""


@pytest.mark.parametrize("variant", variant_names())
def test_some_changed_records_are_reported_or_legal(variant: str) -> None:
    run(variant, 25)


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


def test_the_judge_agrees_with_whole_games() -> None:
    for variant in variant_names():
        for settings in SETTINGS.get(variant, [{}]):
            text = dumps(random_match(load_variant(variant, settings), "judge"), "pkn")
            assert read(text) == []
            for game in games_of(text.split("\n")):
                verdict = judge(game, variant, settings)
                stated = {seat: int(n) for seat, n in re.findall(r"(\w):(-?\d+)", game.tags["KingScore"][1])}
                assert (verdict.fault, verdict.stops, verdict.scores) == (0, False, stated)
