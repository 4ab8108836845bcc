"""The games as data, continued: those of the seeds 001, 002 and 004, and two games more."""

from __future__ import annotations

from collections.abc import Mapping

from independent_games import (
    BANNED,
    BASE,
    COMMON_SIX,
    JOKERS,
    NAMED_TRUMP,
    RANKS,
    RUSSIAN_ORDER,
    SIXTEEN,
    WITH_KING,
    Contracts,
    Options,
    Rules,
    is_on,
    require,
    russian,
    six,
    taking,
    with_all,
)

# ---- Seed 001


def simple(chosen: Options) -> Rules:
    return russian(chosen) | {
        "packets": [2, 2, 2, 2],
        "only_in": {"trump": {"packets": [3, 5], "from_chooser": True}},
        "chooser": 1 if chosen["chooser"] == "left" else -1,
        "next_dealer": "chooser",
        "trump_lead": "free",
    }


def simple_3(chosen: Options) -> Rules:
    more = chosen["plus4_on"] if chosen["imbalance"] == "plus4" else ""
    require(more or chosen["plus4_on"] == "king", "plus4_on belongs to imbalance=plus4")
    single = six(
        trick=-2,
        heart=-2,
        boys="J",
        boy=-6 if more == "jacks" else -5,
        queen=-6 if more == "queens" else -5,
        king=-24 if more == "king" else -20,
        last=-12 if more == "last-two" else -10,
    )
    totals = dict.fromkeys(single, -20) | {"hearts": -16, "all": -116}
    for contract in filter(None, [more, more and "all"]):
        totals[contract] -= 4
    each = int(chosen["trump_value"])
    return simple(chosen) | {
        "seats": "NES",
        "removed": ["SA", "CA"],
        "hand": 10,
        "packets": [2] * 5,
        "only_in": {"trump": {"packets": [3, 7], "from_chooser": True}},
        "contracts": with_all(single) | {"trump": {"trick": each}},
        "totals": totals | {"trump": 10 * each},
        "order": [*RUSSIAN_ORDER, "all", *["trump"] * 6],
        "settlement": None if more else chosen["imbalance"],
    }


# ---- Seed 002

UKRAINIAN_ORDER = ["tricks", "jacks", "queens", "hearts", "king", "last-two", "all"]


def both_signs(contracts: Contracts, totals: Mapping[str, int]) -> Rules:
    contracts = with_all(contracts)
    return {
        "contracts": contracts | taking(contracts),
        "totals": dict(totals) | {f"take-{name}": -points for name, points in totals.items()},
    }


def ukrainian(_: Options) -> Rules:
    return dict(
        BASE,
        **both_signs(COMMON_SIX, SIXTEEN),
        order=[*UKRAINIAN_ORDER, *(f"take-{name}" for name in UKRAINIAN_ORDER)],
        no_heart_lead=set(BANNED),
        king_forced=set(WITH_KING),
        early_end=True,
    )


def ukrainian_3(chosen: Options) -> Rules:
    single = six(trick=-2, heart=-2, boys="J", boy=-5, queen=-5, king=-20, last=-10)
    totals = dict.fromkeys(single, -20) | {"hearts": -16, "all": -116}
    three = {"seats": "NES", "removed": ["SA", "CA"], "hand": 10, "packets": [2] * 5}
    return ukrainian(chosen) | three | both_signs(single, totals)


def ordered(chosen: Options) -> Rules:
    rules = ukrainian(chosen)
    takes = [name for name in rules["order"] if name.startswith("take-")]
    trumps = {"take-tricks": ["take-tricks"], "all-positive": takes, "none": []}[chosen["trump_in"]]
    return rules | {"order": [], "pool": dict.fromkeys(rules["order"], 1), "named": dict.fromkeys(trumps, "trump")}


def minsk(_: Options) -> Rules:
    single = six(trick=-4, heart=-5, boys="J", boy=-10, queen=-10, king=-40, last=-20)
    return dict(
        BASE,
        seats="NES",
        hand=10,
        packets=[1] * 10,
        talon_at=[15, 16],
        talon="discard",
        contracts=single | {"trump": {"trick": 8}},
        totals=dict.fromkeys(single, -40) | {"trump": 80},
        pool=dict.fromkeys(single, 1) | {"trump": 3},
        named=NAMED_TRUMP,
        no_heart_lead=set(BANNED),
        king_forced=set(WITH_KING),
        early_end=True,
    )


def atomic(chosen: Options) -> Rules:
    takes, trumps = is_on(chosen["take_all"]), int(chosen["trump_deals"])
    require(takes == (trumps == 0), "take_all is played with no trump deals, and they with it, only together")
    boys, boy = ("J", -10) if chosen["boys"] == "jacks" else ("JK", -5)
    single = six(trick=-4, heart=-5, boys=boys, boy=boy, queen=-10, king=-40, last=-20)
    each = int(chosen["trump_value"])
    pool = dict.fromkeys(single, 1) | ({"take-all": 1} if takes else {"trump": trumps})
    return minsk(chosen) | {
        "chooser": 1 if chosen["chooser"] == "left" else -1,
        "contracts": single | {"take-all": taking(with_all(single))["take-all"], "trump": {"trick": each}},
        "totals": dict.fromkeys(single, -40) | {"take-all": 240, "trump": 10 * each},
        "pool": pool,
        "groups": [(list(pool), 1)] if chosen["contracts_each"] == "1" else [],
    }


def domino(chosen: Options) -> Rules:
    each = int(chosen["heart_value"])
    hearts = 13 if chosen["deck"] == "d52" else 8
    single = COMMON_SIX | {"hearts": {"suit H": -each}}
    varying = {"tricks": None, "all": None, "hearts": -each * hearts}
    return dict(
        BASE,
        low="2" if chosen["deck"] == "d52" else "7",
        packets=[2, 2, 2],
        stock=True,
        contracts=with_all(single),
        totals=dict.fromkeys(single, -16) | varying,
        order=UKRAINIAN_ORDER,
        repeat=True,
        king_forced=set(WITH_KING),
        early_end=True,
        ends_at=-31,
        max_rounds=int(chosen["max_rounds"]),
    )


def jokers(chosen: Options) -> Rules:
    ranks = {f"card H{rank}": -place for place, rank in enumerate(RANKS, 2)}
    return dict(
        BASE,
        low="2",
        removed=["C2"],
        jokers=1,
        hand=13,
        packets=[1] * 13,
        contracts={"joker-hearts": ranks | {f"card {joker}": -20 for joker in JOKERS}},
        totals={"joker-hearts": -124},
        order=["joker-hearts"] * int(chosen["deals"]),
        joker_beaten_by_discarded_heart=is_on(chosen["joker_beaten_by_discarded_heart"]),
        early_end=True,
    )


def jokers_3(chosen: Options) -> Rules:
    rules = jokers(chosen) | {"seats": "NES", "removed": ["C2", "C3"], "hand": 17, "packets": [1] * 17}
    if chosen["jokers"] == "1":
        return rules
    return rules | {"jokers": 2, "talon_at": [51], "talon": "first-trick", "totals": {"joker-hearts": -144}}


def trade(chosen: Options) -> Rules:
    bids = {"of": "suit", "step": 1, "most": 13, "once": True, "all_pass": chosen["all_pass"]}
    return dict(
        BASE,
        low="2",
        hand=13,
        packets=[1] * 13,
        contracts={"suit": {"suit *": -1}},
        totals={"suit": -13},
        order=["suit"],
        repeat=True,
        named={"suit": "suit"},
        auction=bids | {"sign": 1 if chosen["bid_sign"] == "plus" else -1},
        leader=chosen["leader"],
        early_end=True,
        ends_at=-77,
        max_rounds=int(chosen["max_rounds"]),
    )


def trade_3(chosen: Options) -> Rules:
    three = {"seats": "NES", "removed": ["C2"], "hand": 17, "packets": [1] * 17, "totals": {"suit": [-13, -12]}}
    return trade(chosen) | three


def omnibus(chosen: Options) -> Rules:
    slam = {"if": "one takes all", "of": "points", "do": "instead", "taker": 26, "others": 0}
    return dict(
        BASE,
        low="2",
        hand=13,
        packets=[1] * 13,
        contracts={"omnibus": {"suit H": -1, "card SQ": -13, "card DT": 10}},
        totals={"omnibus": [-16, 26]},
        order=["omnibus"],
        repeat=True,
        premiums={"omnibus": [slam]},
        early_end=True,
        ends_at=-100,
        max_rounds=int(chosen["max_rounds"]),
    )


def omnibus_3(chosen: Options) -> Rules:
    return omnibus(chosen) | {"seats": "NES", "removed": ["C2"], "hand": 17, "packets": [1] * 17}


# ---- Seed 004, and two games more


def skill_full(chosen: Options) -> Rules:
    return russian(chosen) | {
        "packets": [2, 2, 2, 2],
        "order": ["tricks", "hearts", "jacks", "queens", "last-two", "king", "all", *["trump"] * 8],
        "trump_calls": [*BASE["trump_calls"], "trump:NT"],
        "trump_lead": "free",
        "early_end": True,
    }


def skill_short(chosen: Options) -> Rules:
    order = ["tricks", "hearts", "jacks", "queens", "last-two", "king", *["trump"] * 4]
    return skill_full(chosen) | {"order": order}


def rifki(_: Options) -> Rules:
    single = six(trick=-50, heart=-30, boys="JK", boy=-60, queen=-100, king=-320, last=-180)
    return dict(
        BASE,
        direction="counter-clockwise",
        low="2",
        hand=13,
        packets=[13],
        contracts=single | {"trump": {"trick": 50}},
        totals=dict(zip(single, [-650, -390, -480, -400, -320, -360], strict=True)) | {"trump": 650},
        pool=dict.fromkeys([*single, "trump"], 2),
        groups=[(list(single), 3), (["trump"], 2)],
        in_a_match=dict.fromkeys(single, 2),
        named=NAMED_TRUMP,
        no_heart_lead={"hearts", "king"},
        must_throw_points=True,
    )


def black_lady(chosen: Options) -> Rules:
    slam = {"if": "one takes all", "of": "points", "do": "instead", "taker": 0, "others": -26}
    return dict(
        BASE,
        low="2",
        hand=13,
        packets=[1] * 13,
        contracts={"hearts-and-lady": {"suit H": -1, "card SQ": -13}},
        totals={"hearts-and-lady": [-26, -78]},
        order=["hearts-and-lady"],
        repeat=True,
        premiums={"hearts-and-lady": [slam]},
        ends_at=-100,
        max_rounds=int(chosen["max_rounds"]),
    )
