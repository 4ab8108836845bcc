"""Every variant with its options: `rules_of(variant, options)` gives the rules, from the data of the games."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable

import independent_games as west
import independent_games_more as more
from independent_games import BANNED, JOKERS, NONE, RANKS, SUITS, WITH_KING, Options, Rules, require

# ---- All of them, with the options of their own. The first value is the default; "#4": any number, 4 by default.

ON, OFF = "true|false", "false|true"
POLISH = {
    "all": ON,
    "payback": "mixed|trumps|lottery",
    "lottery_deals": "1|4",
    "last_trick": "last|last-two|seventh-and-last",
    "second_prize": "500|300",
    "ban_in_all": ON,
}
POLISH_3 = {key: values for key, values in POLISH.items() if key != "second_prize"} | {"lottery_deals": "1|3"}
AUCTION = {"payback": "mixed|trumps", "reserve": ON, "single_round": OFF, "first_always_leads": OFF}
VARZYTINES = {
    "doubling": "once|per_player",
    "premium_adds": OFF,
    "multi_jacks": "opening|any|no",
    "ranking": "net|premium-first",
}
DECLARED_3 = {"revoke_penalty": "#0", "trump_after_talon": OFF}
SIMPLE = {"chooser": "right|left"}
TRADE = {
    "all_pass": "hearts|redeal",
    "bid_sign": "minus|plus",
    "leader": "declarer|first",
    "max_rounds": "#500",
}

GAMES: dict[str, tuple[Callable[[Options], Rules], dict[str, str]]] = {
    "lithuanian": (west.lithuanian, {"all": ON, "layout": ON}),
    "lithuanian-3": (west.lithuanian_3, {"all": ON, "layout": ON}),
    "russian": (west.russian, {}),
    "russian-3": (west.russian_3, {"all": OFF, "removed_aces": "CA,SA|DA,SA|CA,DA"}),
    "polish": (west.polish, POLISH),
    "polish-3": (west.polish_3, POLISH_3),
    "polish-auction": (west.polish_auction, POLISH | AUCTION),
    "polish-auction-3": (west.polish_auction_3, POLISH_3 | AUCTION),
    "varzytines": (west.varzytines, VARZYTINES),
    "varzytines-3": (west.varzytines_3, VARZYTINES),
    "declared": (west.declared, {"all_and_layout": OFF}),
    "declared-3": (west.declared_3, DECLARED_3),
    "declared-3-of-4": (west.declared_3_of_4, DECLARED_3),
    "declared-3-of-5": (west.declared_3_of_5, DECLARED_3),
    "simple": (more.simple, SIMPLE),
    "simple-3": (
        more.simple_3,
        SIMPLE | {"imbalance": "by-minus|by-plus|plus4", "plus4_on": "king|jacks|queens|last-two", "trump_value": "#4"},
    ),
    "ukrainian": (more.ukrainian, {}),
    "ukrainian-3": (more.ukrainian_3, {}),
    "ordered": (more.ordered, {"trump_in": "take-tricks|all-positive|none"}),
    "minsk": (more.minsk, {}),
    "domino": (more.domino, {"deck": "d32|d52", "heart_value": "#2", "max_rounds": "#500"}),
    "jokers": (more.jokers, {"deals": "#4", "joker_beaten_by_discarded_heart": ON}),
    "jokers-3": (more.jokers_3, {"deals": "#3", "joker_beaten_by_discarded_heart": ON, "jokers": "2|1"}),
    "trade": (more.trade, TRADE),
    "trade-3": (more.trade_3, TRADE),
    "omnibus": (more.omnibus, {"max_rounds": "#500"}),
    "omnibus-3": (more.omnibus_3, {"max_rounds": "#500"}),
    "atomic": (
        more.atomic,
        SIMPLE
        | {"talon": "closed|shown", "boys": "jacks|jacks-kings", "trump_deals": "6|3|0", "trump_value": "#4"}
        | {"take_all": OFF, "contracts_each": "all|1"},
    ),
    "skill-full": (more.skill_full, {}),
    "skill-short": (more.skill_short, {}),
    "rifki": (more.rifki, {}),
    "black-lady": (more.black_lady, {"max_rounds": "#500"}),
}
COMMON_OPTIONS = {  # of every game
    "king_forced_on_hearts": "never|under-ace|always",
    "must_trump": ON,
    "trump_lead": "free|declarer-only",
    "early_end": OFF,
    "may_pass": OFF,
    "direction": "clockwise|counter-clockwise",
}


def contracts_in(text: str, usual: Iterable[str], rules: Rules) -> set[str]:
    """A list of contracts; or `true`: the usual ones, in a game that has none of them all."""
    if text == "false":
        return set()
    if text == "true":
        return {contract for contract in usual if contract in rules["contracts"]} or set(rules["contracts"])
    require(set(text.split(",")) <= set(rules["contracts"]), f"{text}: no such contracts")
    return set(text.split(","))


def rules_of(variant: str, options: Options = NONE) -> Rules:
    """The variant with its options, given as text, applied. Not to be changed by anybody."""
    return resolved(variant, tuple(options.items()))


@functools.cache
def resolved(variant: str, given_options: tuple[tuple[str, str], ...]) -> Rules:
    options = dict(given_options)
    require(variant in GAMES, f"unknown variant {variant}")
    family, own = GAMES[variant]
    chosen = {key: values.split("|")[0].lstrip("#") for key, values in own.items()}
    patches: dict[str, str] = {}
    for given, text in options.items():
        key = "may_pass" if given == "allow_voluntary_pass" else given
        values, value = own.get(key) or COMMON_OPTIONS.get(key, ""), text.strip("[]").replace(" ", "")
        if value not in values.split("|"):
            value = {"yes": "true", "no": "false"}.get(value, value)
        if "," in value and key != "order":
            value = ",".join(sorted(value.split(",")))
        if key in ("no_heart_lead", "king_forced", "order"):
            patches[key] = value
        else:
            fits = value in values.split("|") or (values.startswith("#") and value.isdecimal())
            require(fits, f"no such option: {given}={text}")
            (chosen if key in own else patches)[key] = value
    rules = family(chosen)
    for key, value in patches.items():
        if key == "order":
            require(rules["order"] and set(value.split(",")) <= set(rules["contracts"]), f"no such order: {value}")
            rules[key] = value.split(",")
        elif key in ("no_heart_lead", "king_forced"):
            rules[key] = contracts_in(value, BANNED if key == "no_heart_lead" else WITH_KING, rules)
        else:
            rules[key] = value == "true" if value in ("true", "false") else value
    require(rules["king_forced_on_hearts"] == "never" or rules["king_forced"], "the king is not forced in this game")
    return rules


def rules_in(variant: str, contract: str, options: Options = NONE) -> Rules:
    """The rules of one contract, which may differ from those of the other rounds."""
    rules = rules_of(variant, options)
    return rules | rules["only_in"].get(contract, {})


def deck_of(rules: Rules) -> list[str]:
    ranks = RANKS[RANKS.index(rules["low"]) :]
    cards = [suit + rank for suit in SUITS for rank in ranks if suit + rank not in rules["removed"]]
    return cards + JOKERS[: rules["jokers"]]


VARIANTS: dict[str, Rules] = {variant: rules_of(variant) for variant in GAMES}
