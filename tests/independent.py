"""A second, independent implementation of King, written from the rules alone.

It imports nothing from kingcli: it exists to disagree. Everything is plain and slow: a card is a string, suit first
("SA", "HT", "C7"); a hand is a set of cards; a seat is a letter, clockwise N E S W (N E S with three). What differs
between the games stands in VARIANTS as data; no function below knows a game by its name.

    legal winner trick_points score decided, layable layout_score, open_cards     the rules, one by one
    deal match_order dealers_and_choosers     the cards as received; the order of a match
    perft(position, depth)                    number of play sequences of exactly 1..depth cards
    check_perft(path)                         recompute a file of lines `id | hands | key=value ... | counts`
    check_playthrough(text)                   recompute a whole round: who decides, option sets, points, scores

The two checks return a list of problems in words, empty when all is right.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

RANKS = "23456789TJQKA"  # low to high everywhere: the ten is below the jack
SUITS = "SHDC"
KING = "HK"


def require(condition: object, message: str) -> None:
    if not condition:
        raise ValueError(message)


# ---- The games as data. A contract maps terms to points: "trick" each trick, "last K" each of the last K tricks,
# "suit H" each captured heart, "rank Q" each captured queen, "card HK" that card. One card may count in several terms.
Contracts = dict[str, dict[str, int]]
Hands = dict[str, list[str]]  # by seat, in the order received


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
    """The single contracts and `all`, their sum (no term stands in two of them)."""
    return contracts | {"all": {term: points for terms in contracts.values() for term, points in terms.items()}}


LITHUANIAN_SIX = six(trick=-2, heart=-2, boys="JK", boy=-2, queen=-4, king=-16, last=-8)
COMMON_SIX = six(trick=-2, heart=-2, boys="J", boy=-4, queen=-4, king=-16, last=-8)
TAKE_SIX = {
    f"take-{name}": terms for name, terms in six(trick=2, heart=2, boys="J", boy=4, queen=4, king=16, last=8).items()
}
MINSK_SIX = six(trick=-4, heart=-5, boys="J", boy=-10, queen=-10, king=-40, last=-20)
TRUMP = {"trump": {"trick": 3}}
TOTALS = dict.fromkeys([*LITHUANIAN_SIX, *COMMON_SIX], -16) | {"all": -96, "trump": 24, "layout": 96}
NAME_A_SUIT = ["trump:S", "trump:H", "trump:D", "trump:C"]
WITH_KING = {"king", "all", "take-king", "take-all"}

FOUR_HANDED: dict[str, Any] = {
    "seats": "NESW",
    "low": "7",  # lowest rank of the deck
    "removed": [],  # cards taken out of it
    "hand": 8,
    "packets": [2, 2, 2, 2],  # from the dealer's left, clockwise
    "trump_packets": None,  # in trump deals, if different: from the chooser
    "talon_at": [],  # places in the pack, from 0
    "chooser": 1,  # of the trump: so many seats to the left of the dealer; he deals next
    "contracts": with_all(COMMON_SIX) | TRUMP,
    "totals": TOTALS,
    "order": {},  # the contracts in order, by the value of `played`
    "pool": [],  # or the contracts each declarer chooses from
    "trump_calls": NAME_A_SUIT,
    "no_heart_lead": {"hearts", "take-hearts"} | WITH_KING,
    "king_forced": WITH_KING,
    "king_forced_on_hearts": "never",
    "must_trump": True,
    "trump_lead": "free",
    "early_end": False,
    "may_pass": False,  # in a layout
    "layout": {},  # its start rank, first card, prizes by place
    "played": "all+layout",  # which of the two the options left in
}
RUSSIAN = dict(
    FOUR_HANDED,
    packets=[4, 4],
    order={"all+layout": "tricks jacks queens hearts last-two king all" + " trump" * 8},
    trump_calls=[*NAME_A_SUIT, "by-last"],
    trump_lead="declarer-only",
)
SKILL = dict(
    FOUR_HANDED,
    order={"all+layout": "tricks hearts jacks queens last-two king all" + " trump" * 8},
    trump_calls=[*NAME_A_SUIT, "trump:NT"],
    early_end=True,
)
VARIANTS: dict[str, dict[str, Any]] = {
    "lithuanian": dict(
        FOUR_HANDED,
        packets=[4, 4],
        contracts=with_all(LITHUANIAN_SIX) | TRUMP | {"layout": {}},
        order={
            "all+layout": "tricks hearts jacks-kings queens king last-two all" + " trump" * 4 + " layout",
            "all": "tricks hearts jacks-kings queens king last-two all" + " trump" * 8,
            "": "tricks hearts jacks-kings queens king last-two" + " trump" * 4,
        },
        trump_calls=[*NAME_A_SUIT, "open:S", "open:H", "open:D", "open:C", "open:highest"],
        king_forced=set(),
        layout={"start": "9", "opening": "C9", "prizes": [48, 36, 12, 0]},
    ),
    "russian": RUSSIAN,
    "simple": dict(RUSSIAN, packets=[2] * 4, trump_packets=[3, 5], chooser=-1, trump_lead="free"),
    "ukrainian": dict(
        FOUR_HANDED,
        contracts=with_all(COMMON_SIX) | TAKE_SIX | {"take-all": with_all(TAKE_SIX)["all"]},
        totals=TOTALS | {f"take-{name}": -points for name, points in TOTALS.items()},
        order={
            "all+layout": "tricks jacks queens hearts king last-two all "
            "take-tricks take-jacks take-queens take-hearts take-king take-last-two take-all"
        },
        trump_calls=[],
        early_end=True,
    ),
    "skill-full": SKILL,
    "skill-short": dict(SKILL, order={"all+layout": "tricks hearts jacks queens last-two king" + " trump" * 4}),
    "minsk": dict(
        FOUR_HANDED,
        seats="NES",
        hand=10,
        packets=[1] * 10,
        talon_at=[15, 16],
        contracts=MINSK_SIX | {"trump": {"trick": 8}},
        totals=dict.fromkeys(MINSK_SIX, -40) | {"trump": 80},
        pool=[*MINSK_SIX, "trump"],
        early_end=True,
    ),
}

Options = Mapping[str, str]  # as written: {"king_forced": "true"}
NONE: Options = {}
YES_NO = {"true": True, "yes": True, "false": False, "no": False}
OPTIONS: dict[str, dict[str, Any]] = {
    **dict.fromkeys(["king_forced", "early_end", "must_trump", "may_pass", "all", "layout"], YES_NO),
    "king_forced_on_hearts": {value: value for value in ("never", "under-ace", "always")},
    "trump_lead": {value: value for value in ("free", "declarer-only")},
    "chooser": {"left": 1, "right": -1},
}


def rules_of(variant: str, options: Options = NONE) -> dict[str, Any]:
    """The variant with its options, given as text, applied."""
    require(variant in VARIANTS, f"unknown variant {variant}")
    rules, played = dict(VARIANTS[variant]), {"all": True, "layout": True}
    for given, text in options.items():
        key = "may_pass" if given == "allow_voluntary_pass" else given
        require(text in OPTIONS.get(key, {}), f"no such option: {given}={text}")
        value = OPTIONS[key][text]
        if key in played:
            played[key] = value
        else:
            rules[key] = value if key != "king_forced" else WITH_KING if value else set()
    rules["played"] = "+".join(key for key in played if played[key])
    require(rules["pool"] or rules["played"] in rules["order"], f"{variant}: all and layout cannot be so together")
    require(rules["king_forced_on_hearts"] == "never" or rules["king_forced"], "the king is not forced in this game")
    return rules


def deck_of(rules: Mapping[str, Any]) -> list[str]:
    ranks = RANKS[RANKS.index(rules["low"]) :]
    return [suit + rank for suit in SUITS for rank in ranks if suit + rank not in rules["removed"]]


def height(card: str) -> int:
    return RANKS.index(card[1])


def seat_after(seats: str, seat: str, steps: int = 1) -> str:
    return seats[(seats.index(seat) + steps) % len(seats)]


@dataclass
class Game:
    """One contract of a variant: everything the rules of card play depend on."""

    variant: str
    contract: str
    trump: str = ""  # S H D C, NT, or nothing in a contract without a trump
    declarer: str = ""
    options: Options = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.rules = rules_of(self.variant, self.options)
        known = self.rules["pool"] or match_order(self.variant, self.options)
        require(self.contract in known, f"{self.variant} has no contract {self.contract}")
        may_be_named = self.contract == "trump" and f"trump:{self.trump}" in self.rules["trump_calls"]
        require(not self.trump or may_be_named, f"{self.contract}: trump cannot be {self.trump}")
        self.seats: str = self.rules["seats"]
        self.terms: dict[str, int] = self.rules["contracts"][self.contract]
        self.total: int = self.rules["totals"][self.contract]
        self.is_layout = self.contract == "layout"
        self.bans_heart_lead = self.contract in self.rules["no_heart_lead"]
        self.forces_king = self.contract in self.rules["king_forced"]


# ---- The play of tricks


def of_suit(cards: Iterable[str], suit: str) -> set[str]:
    return {card for card in cards if card[0] == suit}


def legal(game: Game, hand: Iterable[str], trick: Sequence[str] = (), seat: str = "") -> set[str]:
    """The cards of `hand` that `seat` may play to the cards on the table (none: he leads)."""
    cards = set(hand)
    if not trick:
        if game.bans_heart_lead:
            cards = cards - of_suit(cards, "H") or cards
        if game.rules["trump_lead"] == "declarer-only" and seat != game.declarer:
            cards = cards - of_suit(cards, game.trump) or cards
        return cards
    following = of_suit(cards, trick[0][0])
    if following:
        when = game.rules["king_forced_on_hearts"]
        caught = when == "always" or (when == "under-ace" and "HA" in trick)
        return {KING} if game.forces_king and caught and KING in following else following
    if game.forces_king and KING in cards:
        return {KING}
    if game.rules["must_trump"]:
        return of_suit(cards, game.trump) or cards
    return cards


def winner(game: Game, trick: Sequence[str]) -> int:
    """The place in the trick (0 = led) of the card that takes it."""
    return trick.index(max(of_suit(trick, game.trump) or of_suit(trick, trick[0][0]), key=height))


def card_points(game: Game, card: str) -> int:
    return sum(game.terms.get(term, 0) for term in (f"suit {card[0]}", f"rank {card[1]}", f"card {card}"))


def trick_points(game: Game, number: int, cards: Iterable[str]) -> int:
    """What trick `number` (from 1) of a round gives to its winner."""
    lasts = {int(term[5:]): points for term, points in game.terms.items() if term.startswith("last ")}
    last = sum(points for how_many, points in lasts.items() if number > game.rules["hand"] - how_many)
    return game.terms.get("trick", 0) + last + sum(card_points(game, card) for card in cards)


def score(game: Game, tricks: Sequence[tuple[str, Sequence[str]]]) -> dict[str, int]:
    """The points by seat of the tricks (winner, cards), from the first of the round on."""
    points = dict.fromkeys(game.seats, 0)
    for number, (seat, cards) in enumerate(tricks, 1):
        points[seat] += trick_points(game, number, cards)
    return points


def decided(game: Game, unplayed: Iterable[str]) -> bool:
    """After a completed trick: can nothing more be scored?"""
    counts_tricks = any(term.split()[0] in ("trick", "last") for term in game.terms)
    return not counts_tricks and not any(card_points(game, card) for card in unplayed)


# ---- Layouts (Dengimas)


def layable(game: Game, hand: Iterable[str], laid: Iterable[str]) -> set[str]:
    layout, laid = game.rules["layout"], set(laid)
    if not laid:
        return {layout["opening"]} & set(hand)
    start, cards = RANKS.index(layout["start"]), set()
    for card in hand:
        towards_start = height(card) + (1 if height(card) < start else -1)
        if height(card) == start or card[0] + RANKS[towards_start] in laid:
            cards.add(card)
    return cards


def layout_score(game: Game, places: Sequence[str]) -> dict[str, int]:
    """The prizes by seat, from the order of going out; who is not in it comes last."""
    places = [*places, *(seat for seat in game.seats if seat not in places)]
    return dict(zip(places, game.rules["layout"]["prizes"], strict=True))


# ---- Dealing, the order of a match, the opening of cards


def deal(variant: str, contract: str, dealer: str, pack: list[str], options: Options = NONE) -> tuple[Hands, list[str]]:
    """Each seat's cards in the order received, and the talon, from a pack whose first card is dealt first."""
    rules = rules_of(variant, options)
    require(sorted(pack) == sorted(deck_of(rules)), "the pack is not the deck of this variant")
    own_packets = rules["trump_packets"] if contract == "trump" else None
    first = seat_after(rules["seats"], dealer, rules["chooser"] if own_packets else 1)
    talon = [pack[place] for place in rules["talon_at"]]
    cards = [card for card in pack if card not in talon]
    hands: Hands = {seat: [] for seat in rules["seats"]}
    for packet in own_packets or rules["packets"]:
        for step in range(len(hands)):
            hands[seat_after(rules["seats"], first, step)] += cards[:packet]
            cards = cards[packet:]
    return hands, talon


def match_order(variant: str, options: Options = NONE) -> list[str]:
    rules = rules_of(variant, options)
    require(rules["order"], f"{variant}: the declarers choose the order")
    return str(rules["order"][rules["played"]]).split()


def dealers_and_choosers(variant: str, first_dealer: str, options: Options = NONE) -> list[tuple[str, str, str | None]]:
    """(contract, dealer, chooser or leader) of each deal; None where a card decides who begins."""
    rules, dealer, rounds = rules_of(variant, options), first_dealer, []
    for contract in match_order(variant, options):
        leader = seat_after(rules["seats"], dealer, rules["chooser"] if contract == "trump" else 1)
        rounds.append((contract, dealer, None if contract == "layout" else leader))
        dealer = leader  # the deal passes to the left, or to the chooser
    return rounds


def open_cards(call: str, turned: Sequence[str]) -> tuple[str, int]:
    """`open:S` or `open:highest`: the trump, and how many of the three cards are turned up."""
    for number, card in enumerate(turned, 1):
        if call == f"open:{card[0]}" or (call == "open:highest" and card[1] == "A"):
            return card[0], number
    return max(turned, key=height)[0], len(turned)  # max() keeps the first of equals: the one turned earlier


# ---- Perft. A position is a game and a state.


@dataclass(frozen=True)
class State:
    """A round in progress; `turn` plays next. `trick` is for tricks; `laid` and `passes` (in a row) for layouts."""

    hands: tuple[frozenset[str], ...]
    turn: str
    trick: tuple[str, ...] = ()
    laid: frozenset[str] = frozenset()
    passes: int = 0


def moves(game: Game, state: State) -> tuple[str, set[str]]:
    """The seat to move and what it may do; no moves: the round is over."""
    if not game.is_layout:
        if not state.trick and game.rules["early_end"] and decided(game, frozenset().union(*state.hands)):
            return state.turn, set()
        return state.turn, legal(game, state.hands[game.seats.index(state.turn)], state.trick, state.turn)
    if len(set(game.rules["layout"]["prizes"][state.hands.count(frozenset()) :])) > 1:  # else all is decided
        for step in range(len(game.seats)):  # who can lay nothing is skipped: no move, and not a pass
            seat = seat_after(game.seats, state.turn, step)
            cards = layable(game, state.hands[game.seats.index(seat)], state.laid)
            may_pass = game.rules["may_pass"] and state.laid and state.passes < len(game.seats) - 1
            if cards:
                return seat, cards | {"pass"} if may_pass else cards
    return state.turn, set()


def after(game: Game, state: State, seat: str, move: str) -> State:
    following = seat_after(game.seats, seat)
    hands = tuple(hand - {move} for hand in state.hands)
    if game.is_layout:
        if move == "pass":
            return State(hands, following, laid=state.laid, passes=state.passes + 1)
        return State(hands, following, laid=state.laid | {move})
    trick = (*state.trick, move)
    if len(trick) < len(game.seats):
        return State(hands, following, trick)
    return State(hands, seat_after(game.seats, following, winner(game, trick)))  # `following` led this trick


def perft(position: tuple[Game, State], depth: int) -> list[int]:
    """How many sequences of exactly 1, 2 ... depth cards can be played from here."""
    (game, start), known = position, dict[tuple[State, int], list[int]]()

    def below(state: State, left: int) -> list[int]:
        if (state, left) not in known:
            seat, options = moves(game, state)
            counts = [len(options)] + [0] * (left - 1)
            if left > 1:
                for move in options:
                    for place, number in enumerate(below(after(game, state, seat, move), left - 1), 1):
                        counts[place] += number
            known[state, left] = counts
        return known[state, left]

    return below(start, depth) if depth else []


def parse_laid(text: str, start: str) -> frozenset[str]:
    laid: set[str] = set()
    for part in filter(None, text.split(",")):
        require(re.fullmatch(f"[SHDC][{RANKS}]-[{RANKS}]", part), f"laid: {part} is not like H8-K")
        low, high = RANKS.index(part[1]), RANKS.index(part[3])
        require(low <= RANKS.index(start) <= high, f"laid: {part} does not hold the starting card")
        require(not of_suit(laid, part[0]), f"laid: {part[0]} comes twice")
        laid |= {part[0] + rank for rank in RANKS[low : high + 1]}
    return frozenset(laid)


def parse_position(variant: str, hands_text: str, keys_text: str) -> tuple[Game, State]:
    """A position from the two middle fields of a perft line; ValueError when it is not a possible one."""
    pairs = [item.partition("=")[::2] for item in keys_text.split()]
    keys = dict(pairs)
    require(len(keys) == len(pairs), "a key comes twice")
    facts = ["contract", "leader", "turn", "trump", "declarer", "trick", "laid", "passes"]
    own = {key: keys.pop(key, "") for key in facts}
    game = Game(variant, own["contract"], own["trump"], own["declarer"], keys)
    seats, held = game.seats, [item.partition(":")[::2] for item in hands_text.split()]
    require(sorted(seat for seat, _ in held) == sorted(seats), "each seat of the table needs one hand")
    require(all(text.count(".") == 3 for _, text in held), "a hand needs four suits, S.H.D.C")
    hands = {seat: [s + r for s, part in zip(SUITS, text.split("."), strict=True) for r in part] for seat, text in held}
    first, wrong = (own["turn"], own["leader"]) if game.is_layout else (own["leader"], own["turn"])
    require(first and first in seats and not wrong, "a layout needs turn=SEAT, every other contract leader=SEAT")
    require((game.contract == "trump") == bool(game.trump), "trump=S|H|D|C|NT belongs to the contract trump")
    needed = game.trump and game.rules["trump_lead"] == "declarer-only"
    require(own["declarer"] in [*seats, *([] if needed else [""])], "the declarer is missing or not at this table")
    trick = tuple(filter(None, own["trick"].split(",")))
    require(len(trick) < len(seats) and not (trick and game.is_layout), "trick: too long, or in a layout")
    require(game.is_layout or not (own["laid"] or own["passes"]), "laid and passes belong to a layout")
    laid = parse_laid(own["laid"], game.rules["layout"]["start"]) if game.is_layout else frozenset()
    cards = [*(card for hand in hands.values() for card in hand), *trick, *laid]
    require(len(set(cards)) == len(cards), "a card comes twice")
    require(set(cards) <= set(deck_of(game.rules)), "a card is not in the deck")
    require(not game.is_layout or laid or game.rules["layout"]["opening"] in cards, "nobody can open the layout")
    for place, card in enumerate(trick):  # the cards on the table were legal when they were played
        seat = seat_after(seats, first, place)
        hands[seat].append(card)
        require(card in legal(game, hands[seat], trick[:place], seat), f"{seat} could not have played {card}")
    sizes = {len(hand) for hand in hands.values()}
    require(max(sizes) <= game.rules["hand"] and (len(sizes) == 1 or game.is_layout), "hands too long, or unequal")
    still = tuple(frozenset(hands[seat]) - set(trick) for seat in seats)
    return game, State(still, seat_after(seats, first, len(trick)), trick, laid, int(own["passes"] or 0))


def check_perft(path: Path | str) -> list[str]:
    """Recompute every line of fixtures/perft/<variant>.perft."""
    path, problems, seen = Path(path), [], set()
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        name, *fields = (text.strip() for text in line.split("|"))
        try:
            require(name and name not in seen and len(fields) == 3, "needs `id | hands | keys | counts`, each id once")
            seen.add(name)
            stated = [int(count) for count in fields[2].split()]
            require(stated, "no counts")
            found = perft(parse_position(path.stem, *fields[:2]), len(stated))
            require(found == stated, f"counts {fields[2]}, should be {' '.join(map(str, found))}")
        except ValueError as error:
            problems.append(f"{path.name}:{number}: {name}: {error}")
    return problems if seen or problems else [f"{path.name}: no lines"]


# ---- Playthroughs. The steps of a round: ("decide", "N play", options), answered by one of the options;
# ("fact", line); ("maybe", line) for a line that says nothing new and may be left out.

Steps = Generator[tuple[str, str, set[str]], str, Any]


@dataclass
class Header:
    variant: str
    contract: str
    dealer: str
    hands: Hands
    talon: list[str]
    choices: list[str]
    options: dict[str, str]


def play_tricks(game: Game, hands: dict[str, set[str]], leader: str) -> Steps:
    tricks: list[tuple[str, list[str]]] = []
    for number in range(1, game.rules["hand"] + 1):
        trick: list[str] = []
        for step in range(len(game.seats)):
            seat = seat_after(game.seats, leader, step)
            trick.append((yield "decide", f"{seat} play", legal(game, hands[seat], trick, seat)))
            hands[seat].remove(trick[-1])
        leader = seat_after(game.seats, leader, winner(game, trick))
        tricks.append((leader, trick))
        yield "fact", f"trick {leader} {trick_points(game, number, trick):+d}", set()
        unplayed = set().union(*hands.values())
        if unplayed and game.rules["early_end"] and decided(game, unplayed):
            yield "fact", "early end", set()
            break
    return score(game, tricks)


def play_layout(game: Game, hands: dict[str, set[str]]) -> Steps:
    prizes, places = game.rules["layout"]["prizes"], list[str]()
    state = State(tuple(frozenset(hands[seat]) for seat in game.seats), game.seats[0])  # skips to the first card
    while moves(game, state)[1]:
        seat, options = moves(game, state)
        state = after(game, state, seat, (yield "decide", f"{seat} lay", options))
        if not state.hands[game.seats.index(seat)]:
            yield "fact", f"out {seat} {prizes[len(places)]:+d}", set()
            places.append(seat)
    for seat in [seat for seat in game.seats if seat not in places]:
        yield "maybe", f"out {seat} {prizes[-1]:+d}", set()
    yield "maybe", "early end", set()
    return layout_score(game, places)


def play_round(header: Header) -> Steps:
    """All the steps of a round; returns the scores by seat."""
    rules, hands = rules_of(header.variant, header.options), {seat: set(cards) for seat, cards in header.hands.items()}
    leader, declarer, trump = seat_after(rules["seats"], header.dealer), "", ""
    if rules["pool"]:
        declarer = leader
        choices = {f"contract:{name}" for name in header.choices or rules["pool"]}
        chosen = yield "decide", f"{declarer} contract", choices
        require(chosen == f"contract:{header.contract}", f"the header says {header.contract}, chosen was {chosen}")
    if header.contract == "trump":
        declarer = leader = seat_after(rules["seats"], header.dealer, rules["chooser"])
        call = yield "decide", f"{declarer} trump", set(rules["trump_calls"])
        received, turned = header.hands[declarer], list[str]()
        if call == "by-last":
            trump, turned = received[-1][0], received[-1:]
        elif call.startswith("open:"):
            trump, number = open_cards(call, received[4:7])
            turned = received[4 : 4 + number]
        else:
            trump = call.removeprefix("trump:")
        for line in [*(f"turned {card}" for card in turned), f"named {trump}"]:
            yield "fact", line, set()
    game = Game(header.variant, header.contract, trump, declarer, header.options)
    if header.talon:
        yield "fact", f"talon {' '.join(header.talon)}", set()
        hands[declarer] |= set(header.talon)
        for _ in header.talon:
            free = {card for card in hands[declarer] if not card_points(game, card)}
            require(free, "no card may be put away: not possible in these games")
            hands[declarer].remove((yield "decide", f"{declarer} discard", free))
    points = yield from (play_layout(game, hands) if game.is_layout else play_tricks(game, hands, leader))
    yield "fact", "scores " + " ".join(f"{seat} {points[seat]:+d}" for seat in game.seats), set()
    require(sum(points.values()) == game.total, f"the scores add up to {sum(points.values())}, not to {game.total}")


def parse_playthrough(text: str) -> tuple[Header, list[tuple[int, str]]]:
    """The header, checked to be a full deal of the deck, and the numbered lines of the round."""
    lines = [(number, line.rstrip()) for number, line in enumerate(text.splitlines(), 1)]
    lines = [(number, line) for number, line in lines if line and not line.startswith("#")]
    found: dict[str, str] = {}
    pattern = re.compile(r"(variant|contract|dealer|talon|choices|hand \S|option \w+)[:=] *(.*)")
    while lines and (match := pattern.fullmatch(lines[0][1])):
        require(match[1] not in found, f"line {lines[0][0]}: {match[1]} comes twice")
        found[match[1]] = match[2]
        del lines[0]
    require(found.keys() >= {"variant", "contract", "dealer"}, "the header needs variant, contract and dealer")
    options = {key[7:]: value for key, value in found.items() if key.startswith("option ")}
    rules = Game(found["variant"], found["contract"], options=options).rules
    hands = {key[5:]: value.split() for key, value in found.items() if key.startswith("hand ")}
    talon, choices = found.get("talon", "").split(), found.get("choices", "").split()
    require(sorted(hands) == sorted(rules["seats"]), "the hands are not those of the seats of this variant")
    require(found["dealer"] in list(rules["seats"]), "the dealer is not at this table")
    require({len(hand) for hand in hands.values()} == {rules["hand"]}, "a hand has the wrong number of cards")
    require(len(talon) == len(rules["talon_at"]), "the talon has the wrong number of cards")
    cards = [*talon, *(card for hand in hands.values() for card in hand)]
    require(sorted(cards) == sorted(deck_of(rules)), "the cards are not the deck, each once")
    require(set(choices) <= set(rules["pool"]) and len(set(choices)) == len(choices), "choices: unknown, or twice")
    return Header(found["variant"], found["contract"], found["dealer"], hands, talon, choices, options), lines


def check_playthrough(text: str) -> list[str]:
    """Recompute a whole round. Goes on after a wrong option set or fact, stops where the round cannot be followed."""
    problems: list[str] = []
    try:
        header, lines = parse_playthrough(text)
        steps = play_round(header)
        step = next(steps)
        while True:
            kind, expected, options = step
            number, line = lines[0] if lines else (0, "(end of the text)")
            answer = ""
            if kind == "decide":
                braces = "{" + " ".join(sorted(options)) + "}"
                match = re.fullmatch(r"(\S+ \S+) (\{.*\}) -> (\S+)", line)
                who, shown, answer = match.groups() if match else ("", "", "")
                require(who == expected, f"line {number}: `{line}`, should be `{expected} {braces}`")
                if shown != braces:
                    problems.append(f"line {number}: {expected} {shown}, should be {braces}")
                require(answer in options, f"line {number}: {expected} {answer} is not one of {braces}")
            elif kind == "fact" and line != expected:
                problems.append(f"line {number}: `{line}`, should be `{expected}`")
            if kind == "decide" or line == expected or (kind, line.split()[0]) == ("fact", expected.split()[0]):
                del lines[:1]
            step = steps.send(answer)
    except StopIteration:
        problems += [f"line {number}: `{line}` after the end of the round" for number, line in lines]
    except ValueError as error:
        problems.append(str(error))
    return problems
