"""Write fixtures/playthroughs: a whole round as text for every variant x contract, and for options that change play.

The files hold rules facts only, so that a difference in one of them means that a rule changed. They are checked by
tests/independent.py, which shares no code with kingcli. Run: python scripts/make_playthroughs.py
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from kingcli.cards import names
from kingcli.random import stream
from kingcli.rules import HundredPosition, Kind, Round, TrickPosition, option_text, tricks
from kingcli.rules.deal import shuffled_deal
from kingcli.rules.match import round_order
from kingcli.seats import SEATS
from kingcli.variants import HundredTable, TrickTable, Variant, load_variant, variant_names

FOLDER = Path(__file__).parent.parent / "fixtures" / "playthroughs"

CALLS = (Kind.OFFER, Kind.BID, Kind.TRUMP, Kind.SUIT)

# variant, contract, suffix, options set, first calls before card play
EXTRA: list[tuple[str, str, str, dict[str, Any], list[str]]] = [
    ("lithuanian", "trump", "open-suit", {}, ["open:D"]),
    ("lithuanian", "trump", "open-highest", {}, ["open:highest"]),
    ("lithuanian", "king", "forced", {"king_forced": True}, []),
    ("lithuanian", "all", "forced", {"king_forced": True}, []),
    ("lithuanian", "layout", "pass", {"allow_voluntary_pass": True}, []),
    ("lithuanian", "hearts", "early-end", {"early_end": True}, []),
    ("lithuanian-3", "trump", "open-suit", {}, ["open:C"]),
    ("russian", "trump", "by-last", {}, ["by-last"]),
    ("russian", "king", "under-ace", {"king_forced_on_hearts": "under-ace"}, []),
    ("russian", "all", "always", {"king_forced_on_hearts": "always"}, []),
    ("russian-3", "trump", "by-last", {}, ["by-last"]),
    ("russian-3", "tricks", "other-aces", {"removed_aces": ["CA", "DA"]}, []),
    ("simple", "trump", "by-last", {}, ["by-last"]),
    ("simple", "trump", "chooser-left", {"chooser": "left"}, ["by-last"]),
    ("simple-3", "trump", "by-last", {}, ["by-last"]),
    ("simple-3", "trump", "value-3", {"trump_value": 3}, ["trump:C"]),
    ("simple-3", "king", "plus4", {"imbalance": "plus4"}, []),
    ("simple-3", "jacks", "plus4", {"imbalance": "plus4", "plus4_on": "jacks"}, []),
    ("simple-3", "queens", "plus4", {"imbalance": "plus4", "plus4_on": "queens"}, []),
    ("simple-3", "last-two", "plus4", {"imbalance": "plus4", "plus4_on": "last-two"}, []),
    ("skill-full", "trump", "no-trump", {}, ["trump:NT"]),
    ("skill-short", "trump", "no-trump", {}, ["trump:NT"]),
    ("minsk", "trump", "may-discard", {"must_trump": False}, []),
    ("simple", "hearts", "decided", {}, []),
    ("skill-full", "hearts", "decided", {}, []),
    ("skill-short", "hearts", "decided", {}, []),
    ("ukrainian", "hearts", "decided", {}, []),
    ("ukrainian", "take-hearts", "decided", {}, []),
    ("minsk", "trump", "declarer-leads", {"trump_lead": "declarer-only"}, []),
    ("polish", "last-two", "option", {"last_trick": "last-two"}, []),
    ("polish", "seventh-and-last", "option", {"last_trick": "seventh-and-last"}, []),
    ("polish-3", "last-two", "option", {"last_trick": "last-two"}, []),
    ("polish-3", "seventh-and-last", "option", {"last_trick": "seventh-and-last"}, []),
    ("polish-auction", "last-two", "option", {"last_trick": "last-two"}, []),
    ("polish-auction", "seventh-and-last", "option", {"last_trick": "seventh-and-last"}, []),
    ("polish-auction-3", "last-two", "option", {"last_trick": "last-two"}, []),
    ("polish-auction-3", "seventh-and-last", "option", {"last_trick": "seventh-and-last"}, []),
    ("russian-3", "all", "option", {"all": True}, []),
    ("ukrainian", "queens", "play-on", {"early_end": False}, []),
    ("lithuanian", "tricks", "other-way", {"direction": "counter-clockwise"}, []),
    ("polish", "king", "forced", {"king_forced": True}, []),
    ("polish", "all", "ban-off", {"ban_in_all": False}, []),
    ("polish", "all", "last-two", {"last_trick": "last-two"}, []),
    ("polish", "all", "seventh", {"last_trick": "seventh-and-last"}, []),
    ("polish", "layout", "small", {"lottery_deals": 4}, []),
    ("polish", "layout", "printed", {"second_prize": 300}, []),
    ("polish", "layout", "pass", {"allow_voluntary_pass": True}, []),
    ("polish-3", "layout", "small", {"lottery_deals": 3}, []),
    ("polish-auction", "trump", "sold", {}, ["offer:100", "bid:100", "bid:125", "pass", "pass", "trump:H"]),
    (
        "polish-auction",
        "trump",
        "lowered",
        {},
        ["offer:200", "pass", "pass", "pass", "offer:25", "bid:50", "pass", "pass"],
    ),
    ("polish-auction", "trump", "unsold", {}, ["offer:25", "pass", "pass", "pass", "take"]),
    ("polish-auction", "trump", "taken", {}, ["take", "trump:S"]),
    ("polish-auction", "trump", "once", {"single_round": True}, ["offer:25", "bid:50", "bid:75", "bid:100"]),
    ("polish-auction", "trump", "no-reserve", {"reserve": False}, ["offer:25", "bid:75", "pass", "pass"]),
    ("polish-auction", "trump", "first-leads", {"first_always_leads": True}, ["offer:25", "bid:25", "pass", "pass"]),
    ("polish-auction-3", "trump", "sold", {}, ["offer:100", "pass", "bid:100"]),
    ("varzytines", "jacks", "per-player", {"doubling": "per_player"}, []),
    ("varzytines", "tricks", "adds", {"premium_adds": True}, []),
    ("varzytines", "layout", "multi-any", {"multi_jacks": "any"}, []),
    ("varzytines", "hearts", "ban", {"no_heart_lead": True}, []),
    ("varzytines", "king", "forced", {"king_forced": True}, []),
    ("declared", "all", "pools", {"all_and_layout": True}, []),
    ("declared", "layout", "pools", {"all_and_layout": True}, []),
    ("declared-3", "hearts", "revoke", {"revoke_penalty": 40}, []),
    ("declared-3", "trump", "after-talon", {"trump_after_talon": True}, []),
    ("ordered", "take-queens", "trump", {"trump_in": "all-positive"}, ["trump:D"]),
    ("ordered", "take-tricks", "no-trump", {"trump_in": "none"}, []),
    ("ordered", "take-tricks", "may-discard", {"must_trump": False}, ["trump:D"]),
    ("domino", "hearts", "d52", {"deck": "d52", "heart_value": 1}, []),
    ("jokers", "joker-hearts", "led-only", {"joker_beaten_by_discarded_heart": False}, []),
    ("jokers", "joker-hearts", "beaten", {}, []),
    ("jokers", "joker-hearts", "ban", {"no_heart_lead": True}, []),
    ("jokers-3", "joker-hearts", "one", {"jokers": 1}, []),
    ("trade", "suit", "sold", {}, ["bid:3", "pass", "bid:5", "pass", "suit:S"]),
    ("trade", "suit", "all-pass", {}, ["pass", "pass", "pass", "pass"]),
    ("trade", "suit", "redeal", {"all_pass": "redeal"}, ["pass", "pass", "pass", "pass"]),
    ("trade", "suit", "credited", {"bid_sign": "plus"}, ["bid:3", "pass", "pass", "pass", "suit:H"]),
    ("trade", "suit", "first-leads", {"leader": "first"}, ["pass", "pass", "bid:1", "pass", "suit:D"]),
    ("atomic", "trump", "shown", {"talon": "shown"}, []),
    ("atomic", "jacks-kings", "boys", {"boys": "jacks-kings"}, []),
    ("atomic", "trump", "three-at-8", {"trump_deals": 3, "trump_value": 8}, []),
    ("atomic", "take-all", "take-all", {"take_all": True, "trump_deals": 0}, []),
    ("atomic", "tricks", "left", {"chooser": "left"}, []),
]


# Of the rounds 0, 1, 2 ... of a file, the first in which all its rules show; 0 where it is not listed. Found by
# find_playthroughs.py, asked for by tests/test_mutation.py.
NUMBERS: dict[str, int] = {
    "jokers/joker-hearts/beaten": 8,
    "jokers-3/joker-hearts": 7,
    "varzytines/hearts": 23,
    "varzytines/jacks": 2,
    "domino/last-two": 1,
    "lithuanian/hearts/early-end": 34,
    "russian/king/under-ace": 345,
    "russian/all/always": 57,
    "varzytines/jacks/per-player": 2,
    "varzytines/tricks/adds": 75,
    "varzytines/layout/multi-any": 1,
    "jokers/joker-hearts/led-only": 2,
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


def play(variant: Variant, contract: str, calls: Sequence[str], seed: str) -> str:
    """A round played at random (the first calls before card play given), as the text of its file."""
    rng = stream(seed, purpose="playthrough")
    dealer = rng.below(variant.seats)
    rules = variant.contracts[contract]
    deal = shuffled_deal(variant, rules, dealer, rng)
    choices = tuple(sorted(variant.pool.each)) if variant.pool is not None else ()
    played = Round(variant, deal, dealer, None if choices else contract, choices)
    lines = [f"variant: {variant.name}", f"contract: {contract}", f"dealer: {SEATS[dealer]}"]
    lines += [f"option {key}={spelt(value)}" for key, value in variant.settings.items()]
    if choices:
        lines.append(f"choices: {' '.join(choices)}")
    lines += [f"hand {SEATS[seat]}: {names(hand)}" for seat, hand in enumerate(deal.hands) if hand]
    lines += [f"{label}: {names(cards)}" for label, cards in (("talon", deal.talon), ("stock", deal.stock)) if cards]
    wanted = list(calls)
    while (decision := played.decision()) is not None:
        texts = sorted(option_text(option) for option in decision.options)
        option = decision.options[rng.below(len(decision.options))]
        if decision.kind is Kind.CONTRACT:
            option = f"contract:{contract}"
        elif decision.kind in CALLS and wanted:
            option = wanted.pop(0)
        before = len(played.events)
        played.apply(option)
        lines.append(f"{SEATS[decision.seat]} {decision.kind} {{{' '.join(texts)}}} -> {option_text(option)}")
        lines += facts(played, before)
    return "\n".join(lines) + "\n"


def contracts_of(variant: Variant) -> list[str]:
    """The contracts that come up in a match of this variant as it is set."""
    return sorted(set(round_order(variant)) or set(variant.pool.each if variant.pool else ()))


def all_rounds() -> Iterator[tuple[Path, str, str, dict[str, Any], list[str], str]]:
    """Every round that is written down: file, variant, contract, options set, first calls, seed."""
    rounds: list[tuple[str, str, str, dict[str, Any], list[str]]] = []
    for name in variant_names():
        variant = load_variant(name)
        for contract in contracts_of(variant):
            rules = variant.contracts[contract]
            calls = ["trump:S"] if rules.suit == "trump" and rules.auction is None else []
            rounds.append((name, contract, "", {}, calls))
    for name, contract, suffix, settings, calls in rounds + EXTRA:
        key = "/".join(filter(None, (name, contract, suffix)))
        stem = "-".join(filter(None, (contract, suffix)))
        yield FOLDER / name / f"{stem}.txt", name, contract, settings, calls, seed_of(key, NUMBERS.get(key, 0))


def spelt(value: Any) -> str:
    if isinstance(value, list):
        return ",".join(str(part) for part in value)
    return str(value).lower() if isinstance(value, bool) else str(value)


def facts(played: Round, before: int) -> list[str]:
    """The lines for what followed the decision that is event number `before`."""
    lines = []
    events = played.events
    for event in events[before + 1 :]:
        seat = SEATS[event.seat] if event.seat is not None else "-"
        cards = event.value if isinstance(event.value, tuple) else (event.value,)
        if event.kind is Kind.TURNED:
            lines.append(f"turned {names(cards)}")
        elif event.kind is Kind.NAMED:
            lines.append(f"named {str(event.value).partition(':')[2]}")
        elif event.kind is Kind.TALON:
            lines.append(f"talon {names(cards)}")
        elif event.kind in (Kind.DRAWN, Kind.LEFT):
            lines.append(f"{event.kind} {seat} {names(cards)}")
        elif event.kind is Kind.TRICK:
            number = sum(one.kind is Kind.TRICK for one in events[: events.index(event)])
            table = played.setting.table
            assert isinstance(table, TrickTable)
            lines.append(f"trick {seat} {tricks.trick_value(table, number, cards):+d}")
        elif event.kind is Kind.OUT:
            lines.append(f"out {seat} {event.value:+d}")
        elif event.kind is Kind.SCORED:
            lines += last_facts(played, before)
        elif event.kind is Kind.END and event.value is not None:
            lines.append(str(event.value))
    if isinstance(played.position(), HundredPosition) and events[before].kind is Kind.LAY:
        lines = limit_fact(played, before) + lines
    return lines


def last_facts(played: Round, before: int) -> list[str]:
    position = played.position()
    early = isinstance(position, TrickPosition) and any(position.hands)
    points = " ".join(f"{SEATS[seat]} {score:+d}" for seat, score in enumerate(played.scores()))
    return [*(["early end"] if early else []), f"scores {points}"]


def limit_fact(played: Round, before: int) -> list[str]:
    """Whether the card laid made the sum reach a limit."""
    table = played.setting.table
    assert isinstance(table, HundredTable)
    laid = [event.value for event in played.events[: before + 1] if event.kind is Kind.LAY]
    after = sum(table.eyes[card] for card in laid if isinstance(card, int))
    start = after - table.eyes[int(laid[-1] or 0)]
    seat = played.events[before].seat
    assert seat is not None
    return [f"limit {SEATS[seat]} {points:+d}" for limit, points in table.limits if start < limit <= after]


def all_files() -> dict[Path, str]:
    """Every file and its text."""
    return {
        path: play(load_variant(name, settings), contract, calls, seed)
        for path, name, contract, settings, calls, seed in all_rounds()
    }


def main() -> None:
    argparse.ArgumentParser(description=__doc__).parse_args()
    for path, text in all_files().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
    print(f"{len(all_files())} playthroughs in {FOLDER.name}/")


if __name__ == "__main__":
    main()
