"""Write fixtures/playthroughs: a whole round as text for every variant x contract, and for options that change play.

The files hold rules facts only, so that a difference in one of them means that a rule changed. They are checked by
tests/independent.py, which shares no code with kingcli. Run: python scripts/make_playthroughs.py
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from kingcli.cards import names
from kingcli.random import stream
from kingcli.rules import Kind, Round, TrickPosition, option_text
from kingcli.rules.deal import shuffled_deal
from kingcli.rules.events import Event
from kingcli.seats import SEATS
from kingcli.variants import Variant, load_variant, variant_names

FOLDER = Path(__file__).parent.parent / "fixtures" / "playthroughs"

# variant, contract, suffix, options set, first call of the chooser of trump
EXTRA: list[tuple[str, str, str, dict[str, Any], str]] = [
    ("lithuanian", "trump", "open-suit", {}, "open:D"),
    ("lithuanian", "trump", "open-highest", {}, "open:highest"),
    ("lithuanian", "king", "forced", {"king_forced": True}, ""),
    ("lithuanian", "all", "forced", {"king_forced": True}, ""),
    ("lithuanian", "layout", "pass", {"allow_voluntary_pass": True}, ""),
    ("lithuanian", "hearts", "early-end", {"early_end": True}, ""),
    ("russian", "trump", "by-last", {}, "by-last"),
    ("russian", "king", "under-ace", {"king_forced_on_hearts": "under-ace"}, ""),
    ("russian", "all", "always", {"king_forced_on_hearts": "always"}, ""),
    ("simple", "trump", "by-last", {}, "by-last"),
    ("simple", "trump", "chooser-left", {"chooser": "left"}, "by-last"),
    ("skill-full", "trump", "no-trump", {}, "trump:NT"),
    ("skill-short", "trump", "no-trump", {}, "trump:NT"),
    ("minsk", "trump", "may-discard", {"must_trump": False}, ""),
    ("simple", "hearts", "decided", {}, ""),
    ("skill-full", "hearts", "decided", {}, ""),
    ("skill-short", "hearts", "decided", {}, ""),
    ("ukrainian", "hearts", "decided", {}, ""),
    ("ukrainian", "take-hearts", "decided", {}, ""),
    ("minsk", "trump", "declarer-leads", {"trump_lead": "declarer-only"}, ""),
]


# Of the rounds 0, 1, 2 ... of a file, the first in which all its rules show; 0 where it is not listed. Found by
# find_playthroughs.py, asked for by tests/test_mutation.py.
NUMBERS: dict[str, int] = {
    "lithuanian/hearts": 4,
    "lithuanian/all": 10,
    "minsk/hearts": 2,
    "minsk/king": 16,
    "russian/hearts": 11,
    "russian/king": 169,
    "russian/all": 288,
    "simple/tricks": 1,
    "simple/hearts": 14,
    "simple/hearts/decided": 3435,
    "simple/queens": 2,
    "simple/king": 72,
    "simple/last-two": 6,
    "simple/all": 202,
    "simple/trump": 1,
    "skill-full/hearts": 1,
    "skill-full/hearts/decided": 1129,
    "skill-full/queens": 2,
    "skill-full/king": 40,
    "skill-full/all": 1164,
    "skill-short/hearts": 17,
    "skill-short/hearts/decided": 179,
    "skill-short/king": 54,
    "skill-short/queens": 1,
    "skill-short/trump": 3,
    "skill-short/jacks": 1,
    "ukrainian/hearts": 11,
    "ukrainian/hearts/decided": 1987,
    "ukrainian/king": 195,
    "ukrainian/all": 29,
    "ukrainian/jacks": 1,
    "ukrainian/take-hearts": 5,
    "ukrainian/take-hearts/decided": 275,
    "ukrainian/take-king": 301,
    "ukrainian/take-all": 103,
}


def seed_of(key: str, number: int) -> str:
    """`key` is variant/contract or, for a round of EXTRA, variant/contract/suffix."""
    return f"{key}/{number}" if number else key


def play(variant: Variant, contract: str, call: str, seed: str) -> str:
    """A round played at random (the chooser's first call given), as the text of its file."""
    rng = stream(seed, purpose="playthrough")
    dealer = rng.below(variant.seats)
    rules = variant.contracts[contract]
    deal = shuffled_deal(variant, rules, dealer, rng)
    choices = tuple(sorted(variant.pool.each)) if variant.pool is not None else ()
    played = Round(variant, deal, dealer, None if choices else contract, choices)
    lines = [f"variant: {variant.name}", f"contract: {contract}", f"dealer: {SEATS[dealer]}"]
    lines += [f"option {key}={str(value).lower()}" for key, value in variant.settings.items()]
    if choices:
        lines.append(f"choices: {' '.join(choices)}")
    lines += [f"hand {SEATS[seat]}: {names(hand)}" for seat, hand in enumerate(deal.hands)]
    if deal.talon:
        lines.append(f"talon: {names(deal.talon)}")
    while (decision := played.decision()) is not None:
        texts = sorted(option_text(option) for option in decision.options)
        option = decision.options[rng.below(len(decision.options))]
        if decision.kind is Kind.CONTRACT:
            option = f"contract:{contract}"
        elif decision.kind is Kind.TRUMP and call:
            option = call
        before, scores = len(played.events), played.scores()
        played.apply(option)
        lines.append(f"{SEATS[decision.seat]} {decision.kind} {{{' '.join(texts)}}} -> {option_text(option)}")
        lines += facts(played, played.events[before + 1 :], scores)
    return "\n".join(lines) + "\n"


def facts(played: Round, events: list[Event], scores: tuple[int, ...]) -> list[str]:
    """The lines for what followed a decision."""
    lines = []
    for event in events:
        if event.kind is Kind.TURNED:
            lines.append(f"turned {names([event.value])}")  # type: ignore[list-item]
        elif event.kind is Kind.NAMED:
            lines.append(f"named {str(event.value).partition(':')[2]}")
        elif event.kind is Kind.TALON:
            lines.append(f"talon {names(event.value)}")  # type: ignore[arg-type]
        elif event.kind is Kind.TRICK and event.seat is not None:
            lines.append(f"trick {SEATS[event.seat]} {played.scores()[event.seat] - scores[event.seat]:+d}")
        elif event.kind is Kind.OUT and event.seat is not None:
            lines.append(f"out {SEATS[event.seat]} {event.value:+d}")
        elif event.kind is Kind.SCORED:
            position = played.position()
            if isinstance(position, TrickPosition) and any(position.hands):
                lines.append("early end")
            points = " ".join(f"{SEATS[seat]} {score:+d}" for seat, score in enumerate(played.scores()))
            lines.append(f"scores {points}")
    return lines


def all_rounds() -> Iterator[tuple[Path, str, str, dict[str, Any], str, str]]:
    """Every round that is written down: file, variant, contract, options set, first call of the chooser, seed."""
    rounds: list[tuple[str, str, str, dict[str, Any], str]] = [
        (name, contract, "", {}, "trump:S" if rules.suit == "trump" else "")
        for name in variant_names()
        for contract, rules in load_variant(name).contracts.items()
    ]
    for name, contract, suffix, settings, call in rounds + EXTRA:
        key = "/".join(filter(None, (name, contract, suffix)))
        stem = "-".join(filter(None, (contract, suffix)))
        yield FOLDER / name / f"{stem}.txt", name, contract, settings, call, seed_of(key, NUMBERS.get(key, 0))


def all_files() -> dict[Path, str]:
    """Every file and its text."""
    return {
        path: play(load_variant(name, settings), contract, call, seed)
        for path, name, contract, settings, call, seed in all_rounds()
    }


def main() -> None:
    argparse.ArgumentParser(description=__doc__).parse_args()
    for path, text in all_files().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
    print(f"{len(all_files())} playthroughs in {FOLDER.name}/")


if __name__ == "__main__":
    main()
