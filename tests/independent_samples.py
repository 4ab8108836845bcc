"""What the tests of the independent implementation share: tables, cards as the vectors write them, own rounds."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable

import pytest

import independent as king

GAMES = [
    (variant, contract)
    for variant, rules in king.VARIANTS.items()
    for contract in (rules["pool"] or dict.fromkeys(king.match_order(variant)))
]
# Contracts that exist, or are otherwise, only under an option: (variant, contract, options).
UNDER_OPTIONS = [
    ("russian-3", "all", {"all": "true"}),
    ("polish", "last-two", {"last_trick": "last-two"}),
    ("polish", "seventh-and-last", {"last_trick": "seventh-and-last"}),
    ("polish", "all", {"last_trick": "seventh-and-last"}),
    ("polish-3", "seventh-and-last", {"last_trick": "seventh-and-last"}),
    ("polish", "layout", {"lottery_deals": "4"}),
    ("polish", "layout", {"second_prize": "300"}),
    ("polish-3", "layout", {"lottery_deals": "3", "may_pass": "true"}),
    ("polish-auction", "trump", {"reserve": "false"}),
    ("polish-auction", "trump", {"single_round": "true"}),
    ("polish-auction-3", "trump", {"first_always_leads": "true"}),
    ("varzytines", "jacks", {"doubling": "per_player"}),
    ("varzytines", "tricks", {"premium_adds": "true"}),
    ("varzytines-3", "jacks", {"premium_adds": "true"}),
    ("varzytines", "hearts", {"no_heart_lead": "true", "early_end": "true"}),
    ("varzytines", "layout", {"multi_jacks": "any"}),
    ("varzytines-3", "layout", {"multi_jacks": "any", "may_pass": "true"}),
    ("declared", "all", {"all_and_layout": "true"}),
    ("declared", "layout", {"all_and_layout": "true"}),
    ("declared-3", "hearts", {"revoke_penalty": "40"}),
    ("declared-3-of-5", "trump", {"trump_after_talon": "true"}),
    ("simple-3", "trump", {"chooser": "left"}),
    ("simple-3", "trump", {"trump_value": "3"}),
    *(("simple-3", contract, {"imbalance": "plus4", "plus4_on": contract}) for contract in ("jacks", "last-two")),
    ("simple-3", "all", {"imbalance": "plus4"}),
    ("ordered", "take-king", {"trump_in": "all-positive"}),
    ("ordered", "take-tricks", {"trump_in": "none"}),
    ("domino", "hearts", {"deck": "d52", "heart_value": "1"}),
    ("domino", "all", {"deck": "d52", "heart_value": "1"}),
    ("jokers", "joker-hearts", {"joker_beaten_by_discarded_heart": "false", "no_heart_lead": "true"}),
    ("jokers-3", "joker-hearts", {"jokers": "1"}),
    ("trade", "suit", {"all_pass": "redeal"}),
    ("trade-3", "suit", {"bid_sign": "plus", "leader": "first"}),
    ("atomic", "jacks-kings", {"boys": "jacks-kings"}),
    ("atomic", "take-all", {"take_all": "true", "trump_deals": "0"}),
    ("atomic", "trump", {"trump_deals": "3", "trump_value": "8", "chooser": "left"}),
    ("rifki", "hearts", {"early_end": "true"}),
    ("russian", "king", {"king_forced_on_hearts": "under-ace", "direction": "counter-clockwise"}),
]

EVERY_GAME = [*((variant, contract, {}) for variant, contract in GAMES), *UNDER_OPTIONS]


def table(text: str) -> pytest.MarkDecorator:
    """One test a line. Fields are divided by bars; the first is the id of the vector, or what is meant."""
    return pytest.mark.parametrize("row", [line.strip() for line in text.strip().splitlines()])


def split(row: str) -> list[str]:
    return [field.strip() for field in row.split("|")]


def game_of(text: str) -> king.Game:
    """ "russian trump C E trump_lead=free": variant, contract, trump or penalty suit, declarer, options."""
    words = [word for word in text.split() if "=" not in word]
    variant, contract, named, declarer = [*words, "", ""][:4]
    options = dict(word.split("=") for word in text.split() if "=" in word)
    suit = named if king.rules_of(variant, options)["named"].get(contract) == "suit" else ""
    return king.Game(variant, contract, "" if suit else named, declarer, options, suit)


def cards(text: str) -> list[str]:
    """ "KH 10S JOKER" as the module writes it: HK ST HX."""
    jokers = {"JOKER": "HX", "JOKER1": "HX", "JOKER2": "HY"}
    return [jokers.get(word) or word[-1] + word[:-1].replace("10", "T") for word in text.split()]


def pack_of(variant: str, options: king.Options | None = None) -> list[str]:
    return king.deck_of(king.rules_of(variant, options or {}))


# ---- Own rounds


def header_of(variant: str, contract: str, dealer: str, pack: list[str], options: king.Options | None = None) -> str:
    hands, rest = king.deal(variant, contract, dealer, pack, options or {})
    header = f"variant: {variant}\ncontract: {contract}\ndealer: {dealer}\n"
    header += "".join(f"option {key}={value}\n" for key, value in (options or {}).items())
    header += "".join(f"hand {seat}: {' '.join(hand)}\n" for seat, hand in hands.items())
    kind = "stock" if king.rules_of(variant, options or {})["stock"] else "talon"
    return header + (f"{kind}: {' '.join(rest)}\n" if rest else "")


def play(header: str, pick: Callable[[str, list[str]], str]) -> str:
    """The header and a round played under it; `pick` is asked with "N play" and the sorted options."""
    parsed, _ = king.parse_playthrough(header)
    steps, lines = king.play_round(parsed), []
    try:
        kind, text, options = next(steps)
        while True:
            asked = kind in ("decide", "forced")
            answer = pick(text, sorted(options)) if asked else ""
            if asked:
                lines.append(f"{text} {{{' '.join(sorted(options))}}} -> {answer}")
            elif kind == "fact":
                lines.append(text)
            kind, text, options = steps.send(answer)
    except StopIteration:
        return header + "\n".join(lines) + "\n"


def played(
    variant: str, contract: str, seed: int, wanted: Iterable[str] = (), options: king.Options | None = None
) -> str:
    """A round of random cards and choices; but one of `wanted` where that is possible."""
    chance, options = random.Random(seed), options or {}
    seats = king.rules_of(variant, options)["seats"]
    pack = pack_of(variant, options)
    header = header_of(variant, contract, seats[seed % len(seats)], chance.sample(pack, len(pack)), options)
    wanted = [f"contract:{contract}", *wanted]

    def pick(_: str, choices: list[str]) -> str:
        return next((choice for choice in wanted if choice in choices), chance.choice(choices))

    return play(header, pick)


def asked(header: str, *answers: str) -> tuple[list[str], str, set[str]]:
    """The facts up to the decision after these answers; that decision, and its options."""
    steps, facts, left = king.play_round(king.parse_playthrough(header)[0]), [], list(answers)
    kind, text, options = next(steps)
    while True:
        answer = ""
        if kind in ("decide", "forced"):
            if not left:
                return facts, text, options
            answer = left.pop(0)
            assert answer in options, f"{text}: {answer} is not one of {options}"
        elif kind == "fact":
            facts.append(text)
        kind, text, options = steps.send(answer)


# ---- Altered rounds


def altered(text: str) -> list[tuple[str, str]]:
    """(what was done, the text with one thing in it made wrong)."""
    lines, found = text.splitlines(), []
    body = next(place for place, line in enumerate(lines) if "{" in line)
    seats = king.VARIANTS[lines[0].split()[1]]["seats"]
    a_card = next(line for line in lines if line.startswith("hand")).split()[-1]

    def put(what: str, place: int, *instead: str) -> None:
        found.append((f"{what}: {lines[place]}", "\n".join([*lines[:place], *instead, *lines[place + 1 :]]) + "\n"))

    def other(seat: str) -> str:
        return king.seat_after(seats, seat)

    for place, line in enumerate(lines):
        words = line.split()
        if words[0] != "option" and "{take}" not in line:
            put("left out", place)
        if words[0] in ("hand", "talon:", "stock:"):
            put("a card less", place, " ".join(words[:-1]))
            put("a card twice", place, " ".join([*words[:-1], words[2] if words[0] == "hand" else a_card]))
        if words[0] == "dealer:":
            put("another dealer", place, f"dealer: {other(words[1])}")
        if place < body:
            continue
        put("twice", place, line, line)
        if "{" in line:
            start, options, choice = line[: line.index("{")], line[line.index("{") + 1 : line.index("}")], words[-1]
            put("an option more", place, f"{start}{{{options} ZZ}} -> {choice}")
            put("an option less", place, f"{start}{{{' '.join(options.split()[:-1])}}} -> {choice}")
            put("not an option", place, f"{start}{{{options}}} -> ZZ")
            put("another seat", place, f"{other(words[0])}{line[1:]}")
            put("another kind", place, f"{words[0]} choose {' '.join(words[2:])}")
        if words[0] in ("trick", "out", "limit"):
            put("another winner", place, f"{words[0]} {other(words[1])} {words[2]}")
            put("other points", place, f"{words[0]} {words[1]} {int(words[2]) + 1:+d}")
        if words[0] in ("drawn", "left"):
            put("another seat", place, f"{words[0]} {other(words[1])} {' '.join(words[2:])}")
        if words[0] == "scores":
            put("another score", place, " ".join([*words[:-1], f"{int(words[-1]) - 1:+d}"]))
            put("two scores", place, " ".join([words[0], words[1], words[4], words[3], words[2], *words[5:], "+0"]))
            put("a seat less", place, " ".join(words[:-2]))
        if words[0] in ("turned", "talon", "named", "drawn", "left"):
            put("another fact", place, f"{line[:-1]}X")
        if words[0] in ("talon", "left") and len(words) > 3:
            put("a card less", place, " ".join(words[:-1]))
    return found


def some_of_each(cases: list[tuple[str, str]], each: int, seed: int) -> list[tuple[str, str]]:
    """So many of every kind of alteration of every kind of line."""
    kinds: dict[tuple[str, ...], list[tuple[str, str]]] = {}
    for what, text in cases:
        done, line = what.split(": ", 1)
        words = line.split()
        kinds.setdefault((done, words[1] if "{" in line else words[0]), []).append((what, text))
    chance = random.Random(seed)
    return [case for group in kinds.values() for case in chance.sample(group, min(each, len(group)))]
