"""The games of King as data, copied by hand from the rule book; here what is common, and the games of seed 000.

A game is a function from the values of its options (texts: {"payback": "mixed"}) to one dictionary of rules, whose keys
are those of BASE. Nothing but these files and independent_options.py knows a game by its name.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import Any

RANKS = "23456789TJQKA"  # low to high everywhere: the ten is below the jack
SUITS = "SHDC"
KING = "HK"
JOKERS = ["HX", "HY"]  # following suit they are hearts

# A contract maps terms to points: "trick" each trick, "last K" each of the last K tricks, "nth K" the K-th trick,
# "suit H" each captured heart ("suit *": the suit that was named), "rank Q" each captured queen, "card HK" that card.
# One card may count in several terms.
Contracts = dict[str, dict[str, int]]
Rules = dict[str, Any]
Options = Mapping[str, str]  # as written: {"king_forced": "true"}
NONE: Options = {}


def require(condition: object, message: str) -> None:
    if not condition:
        raise ValueError(message)


BASE: Rules = {
    "seats": "NESW",  # the table, clockwise
    "direction": "clockwise",  # of play and of dealing
    "out": [],  # who sits out: so many seats after the dealer
    "low": "7",  # lowest rank of the deck
    "removed": [],  # cards taken out of it
    "jokers": 0,
    "hand": 8,  # the number of tricks
    "packets": [2, 2, 2, 2],  # from the dealer's left (in the direction of play), or from the chooser
    "from_chooser": False,
    "talon_at": [],  # places in the pack, from 0
    "talon": "",  # whoever declares takes it to "discard" or to "give"; "first-trick" takes an odd card
    "may_discard": "no points",  # or "any"
    "revoke": 0,  # the points of a declarer who had put away cards with points
    "stock": False,  # the rest of the pack, drawn from
    "chooser": 1,  # so many seats after the dealer
    "next_dealer": "next",  # or "chooser": after a trump deal, who named
    "contracts": {},
    "totals": {},  # a number; all that are possible; or nothing where it varies
    "order": [],  # the contracts in order ...
    "repeat": False,  # ... once or again and again
    "pool": {},  # or the contracts each declarer chooses from, and how often he may
    "groups": [],  # (contracts, how many of them each player chooses)
    "in_a_match": {},  # contract: how often it may be chosen in a match, by all together
    "named": {},  # contract: what is named in it, "trump" or "suit"
    "trump_calls": ["trump:S", "trump:H", "trump:D", "trump:C"],
    "trump_when": "first",  # or "after talon"
    "auction": {},
    "leader": "declarer",  # where there is one; or "first"
    "no_heart_lead": set(),
    "king_forced": set(),
    "king_forced_on_hearts": "never",
    "must_trump": True,
    "trump_lead": "free",
    "must_throw_points": False,
    "joker_beaten_by_discarded_heart": True,
    "early_end": False,
    "may_pass": False,  # in a layout
    "layout": {},  # its start rank, the card that must come first (or none), prizes by place, several starts at once
    "hundred": {},  # sum: points for reaching or passing it; the last ends the round
    "premiums": {},
    "only_in": {},  # contract: rules that differ in it
    "ends_at": None,  # the match: after the deal in which a total is this or lower
    "max_rounds": None,
    "ranking": "net",
    "settlement": None,
}

NAMED_TRUMP = {"trump": "trump"}
BANNED = ["hearts", "king", "all", "take-hearts", "take-king", "take-all"]
WITH_KING = ["king", "all", "take-king", "take-all"]
OPEN = ["open:S", "open:H", "open:D", "open:C", "open:highest"]


def added(*contracts: Mapping[str, int]) -> dict[str, int]:
    total: dict[str, int] = {}
    for term, points in itertools.chain.from_iterable(terms.items() for terms in contracts):
        total[term] = total.get(term, 0) + points
    return total


def six(*, trick: int, heart: int, boys: str, boy: int, queen: int, king: int, last: int) -> Contracts:
    """The six single contracts; the boys are jacks, or jacks and kings."""
    return {
        "tricks": {"trick": trick},
        "hearts": {"suit H": heart},
        "jacks" if boys == "J" else "jacks-kings": {f"rank {rank}": boy for rank in boys},
        "queens": {"rank Q": queen},
        "king": {"card HK": king},
        "last-two": {"last 2": last},
    }


def with_all(contracts: Contracts) -> Contracts:
    """The single contracts and `all`, their sum."""
    return contracts | {"all": added(*contracts.values())}


def taking(contracts: Contracts) -> Contracts:
    """The same with the opposite sign."""
    return {f"take-{name}": {term: -points for term, points in terms.items()} for name, terms in contracts.items()}


def is_on(text: str) -> bool:
    return text == "true"


# ---- Seed 000, Lithuanian and Russian

LITHUANIAN_SIX = six(trick=-2, heart=-2, boys="JK", boy=-2, queen=-4, king=-16, last=-8)
LITHUANIAN_ORDER = ["tricks", "hearts", "jacks-kings", "queens", "king", "last-two"]
SIXTEEN = dict.fromkeys([*LITHUANIAN_SIX, "jacks"], -16) | {"all": -96, "trump": 24, "layout": 96}


def lithuanian(chosen: Options) -> Rules:
    everything, layout = is_on(chosen["all"]), is_on(chosen["layout"])
    require(everything or not layout, "the layout is not played without `all`")
    return dict(
        BASE,
        packets=[4, 4],
        contracts=with_all(LITHUANIAN_SIX) | {"trump": {"trick": 3}, "layout": {}},
        totals=SIXTEEN,
        order=LITHUANIAN_ORDER
        + ["all"] * everything
        + ["trump"] * (8 if everything and not layout else 4)
        + ["layout"] * layout,
        named=NAMED_TRUMP,
        trump_calls=[*BASE["trump_calls"], *OPEN],
        no_heart_lead=set(BANNED),
        layout={"start": "9", "opening": "C9", "prizes": [48, 36, 12, 0], "several": "no"},
    )


def lithuanian_3(chosen: Options) -> Rules:
    require(is_on(chosen["all"]) and is_on(chosen["layout"]), "three players play both `all` and the layout")
    hearts = {f"card H{rank}": -3 for rank in "AKQJ"} | {"card HT": -2, "card H9": -2}
    four = lithuanian(chosen)
    return four | {
        "seats": "NES",
        "low": "9",
        "contracts": with_all(LITHUANIAN_SIX | {"hearts": hearts}) | {"trump": {"trick": 3}, "layout": {}},
        "totals": SIXTEEN | {"layout": 48},
        "order": [*LITHUANIAN_ORDER, "all", *["trump"] * 6, "layout"],
        "layout": four["layout"] | {"prizes": [30, 18, 0]},
    }


COMMON_SIX = six(trick=-2, heart=-2, boys="J", boy=-4, queen=-4, king=-16, last=-8)
RUSSIAN_ORDER = ["tricks", "jacks", "queens", "hearts", "last-two", "king"]


def russian(_: Options) -> Rules:
    return dict(
        BASE,
        packets=[4, 4],
        contracts=with_all(COMMON_SIX) | {"trump": {"trick": 3}},
        totals=SIXTEEN,
        order=[*RUSSIAN_ORDER, "all", *["trump"] * 8],
        named=NAMED_TRUMP,
        trump_calls=[*BASE["trump_calls"], "by-last"],
        no_heart_lead=set(BANNED),
        king_forced=set(WITH_KING),
        trump_lead="declarer-only",
    )


def russian_3(chosen: Options) -> Rules:
    everything = is_on(chosen["all"])
    single = six(trick=-2, heart=-2, boys="J", boy=-5, queen=-5, king=-24, last=-10)
    return russian(chosen) | {
        "seats": "NES",
        "removed": chosen["removed_aces"].split(","),
        "hand": 10,
        "packets": [3, 3, 4],
        "contracts": with_all(single) | {"trump": {"trick": 4}},
        "totals": dict.fromkeys(single, -20) | {"hearts": -16, "king": -24, "all": -120, "trump": 40},
        "order": [*RUSSIAN_ORDER, "all", *(["trump"] * 6)] if everything else RUSSIAN_ORDER + ["trump"] * 3,
    }


# ---- Seed 000, Polish


def polish(chosen: Options) -> Rules:
    return polish_game(chosen, 4)


def polish_3(chosen: Options) -> Rules:
    return polish_game(chosen, 3)


def polish_game(chosen: Options, players: int) -> Rules:
    four = players == 4
    single = six(
        trick=-20 if four else -15, heart=-20, boys="JK", boy=-30, queen=-60, king=-150 if four else -140, last=0
    )
    del single["last-two"]
    ending = chosen["last_trick"]
    half, whole = (-75, -150) if four else (-70, -140)
    single[ending] = {
        "last": {"last 1": whole},
        "last-two": {"last 2": half},
        "seventh-and-last": {"nth 7": half, "last 1": half},
    }[ending]
    order = ["tricks", "hearts", "queens", "jacks-kings", "king", ending] + ["all"] * is_on(chosen["all"])
    payback, layouts = chosen["payback"], int(chosen["lottery_deals"])
    require(is_on(chosen["all"]) or payback != "mixed", "without `all` the payback cannot be mixed")
    if is_on(chosen["all"]):
        trumps = {"mixed": players, "trumps": 2 * players, "lottery": 0}[payback]
        layouts *= {"mixed": 1, "trumps": 0, "lottery": 2}[payback]
    else:
        trumps, layouts = (players, 0) if payback == "trumps" else (0, layouts)
    prizes = {(4, "1"): [800, 500], (4, "4"): [200, 125], (3, "1"): [790, 485], (3, "3"): [250, 175]}
    won = prizes[players, chosen["lottery_deals"]] + [0] * (players - 2)
    if chosen.get("second_prize") == "300":
        require(chosen["lottery_deals"] == "1" and payback != "trumps", "there is no second prize of 500 to change")
        won[1] = 300
    totals = dict(zip(order, [-260, -260, -240, -240, -150, -150], strict=False)) if four else {}
    totals = totals or dict(zip(order, [-255, -260, -240, -240, -140, -140], strict=False))
    return dict(
        BASE,
        seats="NESW" if four else "NES",
        low="2",
        removed=[] if four else ["D2"],
        hand=13 if four else 17,
        packets=[1] * (13 if four else 17),
        contracts=with_all(single) | {"trump": {"trick": 25}, "layout": {}},
        totals=totals | {"all": -1300 if four else -1275, "trump": 325 if four else 425, "layout": sum(won)},
        order=order + ["trump"] * trumps + ["layout"] * layouts,
        named=NAMED_TRUMP,
        no_heart_lead={"hearts", "king"} | ({"all"} if is_on(chosen["ban_in_all"]) else set()),
        must_trump=False,
        layout={"start": "8", "opening": "", "prizes": won, "several": "no"},
    )


def polish_auction(chosen: Options) -> Rules:
    return with_auction(polish_game(chosen, 4), chosen)


def polish_auction_3(chosen: Options) -> Rules:
    return with_auction(polish_game(chosen, 3), chosen)


def with_auction(rules: Rules, chosen: Options) -> Rules:
    """In the trump deals a talon, the last cards of the pack, is sold."""
    talon = len(rules["seats"])
    cards = 52 - len(rules["removed"])
    sale = {
        "of": "talon",
        "step": 25,
        "most": rules["totals"]["trump"],
        "reserve": is_on(chosen["reserve"]),
        "once": is_on(chosen["single_round"]),
    }
    in_trump = {
        "packets": rules["packets"][1:],
        "talon_at": list(range(cards - talon, cards)),
        "talon": "give",
        "auction": sale,
        "trump_when": "after talon",
        "leader": "first" if is_on(chosen["first_always_leads"]) else "declarer",
    }
    return rules | {"only_in": {"trump": in_trump}}


# ---- Seed 000, Czech and declared


def varzytines(chosen: Options) -> Rules:
    adds = is_on(chosen["premium_adds"])
    slam = {"if": "one takes all", "of": "points", "do": "add" if adds else "instead", "taker": 8, "others": 0}
    each = chosen["doubling"] == "per_player"
    double = {"if": "one takes none", "of": "points", "do": "double for each" if each else "double"}
    slams = [-8, -16 if adds else 8] if not each else [-8, -16, -32, 8 - 64 if adds else 8]
    return dict(
        BASE,
        packets=[2, 3, 3],
        contracts={
            "tricks": {"trick": -2},
            "hearts": {"suit H": -1},
            "jacks": {"rank J": -2},
            "king": {"card HK": -8},
            "hundred": {},
            "layout": {},
        },
        totals={
            "tricks": [-16, -8 if adds else 8],
            "hearts": [-8, 0 if adds else 8],
            "jacks": [*slams, -16],
            "king": -8,
            "hundred": -8,
            "layout": -8,
        },
        order=["tricks", "hearts", "jacks", "king", "hundred", "layout"],
        layout={"start": "J", "opening": "", "prizes": [0, 0, 0, -8], "several": chosen["multi_jacks"]},
        hundred={25: -1, 50: -2, 100: -5},
        premiums={
            "tricks": [slam | {"of": "tricks"}],
            "hearts": [slam],
            "jacks": [double, slam] if adds else [slam, double],
        },
        ranking=chosen["ranking"],
    )


def varzytines_3(chosen: Options) -> Rules:
    four = varzytines(chosen)
    adds, each = is_on(chosen["premium_adds"]), chosen["doubling"] == "per_player"
    slam = 8 - (32 if each else 16) if adds else 8
    return four | {
        "seats": "NES",
        "low": "9",
        "totals": four["totals"] | {"hearts": [-6, 2 if adds else 8], "jacks": [-8, -16, slam]},
        "layout": four["layout"] | {"prizes": [0, 0, -8]},
    }


def declared(chosen: Options) -> Rules:
    more = ["all", "layout"] * is_on(chosen["all_and_layout"])
    return lithuanian({"all": "true", "layout": "true"}) | {
        "order": [],
        "pool": dict.fromkeys(LITHUANIAN_SIX, 1) | {"trump": 4} | dict.fromkeys(more, 1),
        "trump_calls": BASE["trump_calls"],
    }


FORTY_SIX = six(trick=-4, heart=-5, boys="JK", boy=-5, queen=-10, king=-40, last=-20)


def declared_3(chosen: Options) -> Rules:
    return dict(
        BASE,
        seats="NES",
        hand=10,
        packets=[2, 2, 3, 3],
        talon_at=[12, 13],
        talon="discard",
        may_discard="any" if chosen["revoke_penalty"] != "0" else "no points",
        revoke=-int(chosen["revoke_penalty"]),
        contracts=FORTY_SIX | {"trump": {"trick": 8}},
        totals=dict.fromkeys(FORTY_SIX, -40) | {"trump": 80},
        pool=dict.fromkeys(FORTY_SIX, 1) | {"trump": 3},
        named=NAMED_TRUMP,
        trump_when="after talon" if is_on(chosen["trump_after_talon"]) else "first",
        no_heart_lead={"hearts", "king"},
    )


def declared_3_of_4(chosen: Options) -> Rules:
    return declared_3(chosen) | {"seats": "NESW", "out": [0]}


def declared_3_of_5(chosen: Options) -> Rules:
    return declared_3(chosen) | {"seats": "NESWF", "out": [0, -1]}
