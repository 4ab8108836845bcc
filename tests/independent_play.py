"""Card play, one rule at a time: legal cards, winners, points, premiums, layouts, the Hundred."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from independent_games import JOKERS, KING, RANKS, SUITS, require
from independent_options import deck_of, rules_in

Tricks = Sequence[tuple[str, Sequence[str]]]  # (winner, cards) of each, from the first of the round on


def height(card: str) -> int:
    return RANKS.index(card[1])


def of_suit(cards: Iterable[str], suit: str) -> set[str]:
    """Jokers are hearts."""
    return {card for card in cards if card[0] == suit}


def seat_after(seats: str, seat: str, steps: int = 1) -> str:
    """`seats` go round in the direction of play."""
    return seats[(seats.index(seat) + steps) % len(seats)]


def in_direction(table: str, direction: str) -> str:
    """The seats of the table, from the first, in the direction of play."""
    return table if direction == "clockwise" else table[0] + table[:0:-1]


@dataclass
class Game:
    """One contract of a variant: everything the rules of card play depend on."""

    variant: str
    contract: str
    trump: str = ""  # S H D C, NT, or nothing in a contract without a trump
    declarer: str = ""
    options: dict[str, str] = field(default_factory=dict)
    suit: str = ""  # the penalty suit, where one is named
    seats: str = ""  # those that play, in the direction of play

    def __post_init__(self) -> None:
        self.rules = rules_in(self.variant, self.contract, self.options)
        known = self.rules["pool"] or self.rules["order"]
        require(self.contract in known, f"{self.variant} has no contract {self.contract}")
        self.names: str = self.rules["named"].get(self.contract, "")
        may_be_named = self.names == "trump" and f"trump:{self.trump}" in self.rules["trump_calls"]
        require(not self.trump or may_be_named, f"{self.contract}: trump cannot be {self.trump}")
        self.table: str = self.rules["seats"]  # clockwise
        around = in_direction(self.table, self.rules["direction"])
        self.seats = self.seats or around[: len(around) - len(self.rules["out"])]
        played_out = [around[place:] + around[:place] for place in range(len(around))]
        possible = {turned[: len(around) - len(self.rules["out"])] for turned in played_out}
        require(self.seats in possible, f"{self.seats} cannot be the seats that play")
        named = self.suit and self.names == "suit" and self.suit in SUITS
        require(not self.suit or named, f"{self.contract}: {self.suit} cannot be named")
        stated = self.rules["contracts"][self.contract]
        self.terms: dict[str, int] = {term.replace("*", self.suit): points for term, points in stated.items()}
        total = self.rules["totals"][self.contract]
        self.totals: list[int] | None = [total] if isinstance(total, int) else total  # nothing: it varies
        self.total: int | None = total if isinstance(total, int) else None
        self.is_layout = self.contract == "layout"
        self.is_hundred = self.contract == "hundred"
        self.bans_heart_lead = self.contract in self.rules["no_heart_lead"]
        self.forces_king = self.contract in self.rules["king_forced"]
        self.starts = {card for card in deck_of(self.rules) if card[1] == self.rules["layout"].get("start")}


# ---- The play of tricks


def legal(game: Game, hand: Iterable[str], trick: Sequence[str] = (), seat: str = "") -> set[str]:
    """The cards of `hand` that `seat` may play to the cards on the table (none: he leads), no stock being left."""
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
    if game.rules["must_trump"] and of_suit(cards, game.trump):
        return of_suit(cards, game.trump)
    if game.rules["must_throw_points"]:
        return {card for card in cards if card_points(game, card)} or cards
    return cards


def to_draw(hand: Iterable[str], trick: Sequence[str], stock: Sequence[str]) -> list[str]:
    """The cards at the top of the stock that a player must draw before he plays to this trick."""
    if not trick or of_suit(hand, trick[0][0]):
        return []
    found = (place for place, card in enumerate(stock, 1) if card[0] == trick[0][0])
    return list(stock[: next(found, len(stock))])


def winner(game: Game, trick: Sequence[str]) -> int:
    """The place in the trick (0 = led) of the card that takes it."""
    led = trick[0][0]
    jokers = [card for card in trick if card in JOKERS]
    if jokers:
        beating = of_suit(trick, "H") & {"HJ", "HQ", "HK", "HA"}
        if led != "H" and not game.rules["joker_beaten_by_discarded_heart"]:
            beating = set()
        return trick.index(max(beating, key=height) if beating else jokers[0])
    return trick.index(max(of_suit(trick, game.trump) or of_suit(trick, led), key=height))


def card_points(game: Game, card: str) -> int:
    return sum(game.terms.get(term, 0) for term in (f"suit {card[0]}", f"rank {card[1]}", f"card {card}"))


def points_at_the_end(game: Game, number: int, tricks: int) -> int:
    """What trick `number` of so many gives as one of the last."""
    lasts = {int(term[5:]): points for term, points in game.terms.items() if term.startswith("last ")}
    return sum(points for how_many, points in lasts.items() if number > tricks - how_many)


def trick_points(game: Game, number: int, cards: Iterable[str]) -> int:
    """What trick `number` (from 1) of a round gives to its winner; with a stock, nobody knows yet which is the last."""
    last = 0 if game.rules["stock"] else points_at_the_end(game, number, game.rules["hand"])
    each = game.terms.get("trick", 0) + game.terms.get(f"nth {number}", 0)
    return each + last + sum(card_points(game, card) for card in cards)


def score(game: Game, tricks: Tricks, left: tuple[str, Sequence[str]] = ("", ())) -> dict[str, int]:
    """The points by seat of a round, premiums worked in; `left` are the cards that the last holder keeps."""
    points = dict.fromkeys(game.seats, 0)
    for number, (seat, cards) in enumerate(tricks, 1):
        points[seat] += trick_points(game, number, cards)
        if game.rules["stock"]:
            points[seat] += points_at_the_end(game, number, len(tricks))
    for card in left[1]:
        points[left[0]] += card_points(game, card)
    return with_premiums(game, points, tricks)


def with_premiums(game: Game, points: dict[str, int], tricks: Tricks) -> dict[str, int]:
    for premium in game.rules["premiums"].get(game.contract, []):
        taken = dict.fromkeys(game.seats, 0)
        if premium["of"] == "tricks":
            there_are = game.rules["hand"]
        else:
            there_are = sum(1 for card in deck_of(game.rules) if card_points(game, card))
        for seat, cards in tricks:
            taken[seat] += 1 if premium["of"] == "tricks" else sum(1 for card in cards if card_points(game, card))
        if premium["if"] == "one takes none" and sum(taken.values()) == there_are:
            doublings = list(taken.values()).count(0)
            doublings = min(doublings, 1) if premium["do"] == "double" else doublings
            points = {seat: number * 2**doublings for seat, number in points.items()}
        if premium["if"] == "one takes all" and there_are in taken.values():
            gift = {seat: premium["taker"] if taken[seat] == there_are else premium["others"] for seat in game.seats}
            if premium["do"] == "instead":
                return gift
            points = {seat: points[seat] + gift[seat] for seat in game.seats}
    return points


def decided(game: Game, unplayed: Iterable[str]) -> bool:
    """After a completed trick: can nothing more be scored?"""
    counts_tricks = any(term.split()[0] in ("trick", "last", "nth") for term in game.terms)
    return not counts_tricks and not any(card_points(game, card) for card in unplayed)


# ---- Layouts (Dengimas, the lottery, jacks) and the Hundred


def layable(game: Game, hand: Iterable[str], laid: Iterable[str]) -> set[str]:
    """What may be laid as the first card of a turn."""
    layout, laid = game.rules["layout"], set(laid)
    if not laid:
        return ({layout["opening"]} if layout["opening"] else game.starts) & set(hand)
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


def goes_on_laying(game: Game, hand: Iterable[str], laid: Iterable[str], card: str, laid_now: int) -> bool:
    """Having laid `card` in a turn that began with so many starting cards, may he lay more of them?"""
    several = game.rules["layout"]["several"]
    first = not laid or laid_now > 0
    may = several == "any" or (several == "opening" and first)
    return bool(may and card in game.starts and game.starts & (set(hand) - {card}))


def eyes(card: str) -> int:
    return {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}.get(card[1], 0)


def lay_hundred(game: Game, total: int, card: str) -> tuple[int, int]:
    """The new sum, and the points of who laid the card."""
    limits: dict[int, int] = game.rules["hundred"]
    crossed = [points for limit, points in limits.items() if total < limit <= total + eyes(card)]
    return total + eyes(card), sum(crossed)


# ---- A position is a game and a state.


@dataclass(frozen=True)
class State:
    """A round in progress; `turn` plays next."""

    hands: tuple[frozenset[str], ...]  # by the seats of the game
    turn: str
    trick: tuple[str, ...] = ()
    laid: frozenset[str] = frozenset()
    passes: int = 0  # in a row
    order: str = ""  # who plays to the trick on the table; nothing: everybody
    stock: tuple[str, ...] = ()  # top first
    odd: str = ""  # a card that goes to the winner of the trick
    laid_now: int = 0  # starting cards laid in this turn
    total: int = 0  # of the Hundred


def hand_of(game: Game, state: State, seat: str) -> frozenset[str]:
    return state.hands[game.seats.index(seat)]


def holders(game: Game, state: State, seat: str) -> str:
    """Who has cards, from `seat` on."""
    around = [seat_after(game.seats, seat, step) for step in range(len(game.seats))]
    return "".join(seat for seat in around if hand_of(game, state, seat))


def drawn(game: Game, state: State) -> State:
    """The state after the player to move has drawn what he must."""
    cards = to_draw(hand_of(game, state, state.turn), state.trick, state.stock)
    if not cards:
        return state
    hands = (
        hand | set(cards) if seat == state.turn else hand for seat, hand in zip(game.seats, state.hands, strict=True)
    )
    return State(tuple(hands), state.turn, state.trick, order=state.order, stock=state.stock[len(cards) :])


def moves(game: Game, state: State) -> tuple[str, set[str]]:
    """The seat to move and what it may do; no moves: the round is over."""
    if game.is_layout:
        return layout_moves(game, state)
    if game.is_hundred:
        over = state.total >= max(game.rules["hundred"])
        return state.turn, set() if over else set(hand_of(game, state, state.turn))
    if not state.trick:
        unplayed = frozenset().union(*state.hands, state.stock, {state.odd} - {""})
        alone = game.rules["stock"] and len(holders(game, state, state.turn)) < 2
        if alone or (game.rules["early_end"] and decided(game, unplayed)):
            return state.turn, set()
    state = drawn(game, state)
    return state.turn, legal(game, hand_of(game, state, state.turn), state.trick, state.turn)


def layout_moves(game: Game, state: State) -> tuple[str, set[str]]:
    if state.laid_now:
        stop = {"stop"} if state.laid_now == 1 else set()  # one, or all of them
        return state.turn, game.starts & hand_of(game, state, state.turn) | stop
    if len(set(game.rules["layout"]["prizes"][state.hands.count(frozenset()) :])) > 1:  # else all is decided
        for step in range(len(game.seats)):  # who can lay nothing is skipped: no move, and not a pass
            seat = seat_after(game.seats, state.turn, step)
            cards = layable(game, hand_of(game, state, seat), state.laid)
            may_pass = game.rules["may_pass"] and state.laid and state.passes < len(game.seats) - 1
            if cards:
                return seat, cards | {"pass"} if may_pass else cards
    return state.turn, set()


def after(game: Game, state: State, seat: str, move: str) -> State:
    state, following = drawn(game, state), seat_after(game.seats, seat)
    hands = tuple(hand - {move} for hand in state.hands)
    if game.is_hundred:
        return State(hands, following, total=lay_hundred(game, state.total, move)[0])
    if game.is_layout:
        if move == "pass":
            return State(hands, following, laid=state.laid, passes=state.passes + 1)
        if move == "stop":
            return State(hands, following, laid=state.laid)
        if goes_on_laying(game, hand_of(game, state, seat), state.laid, move, state.laid_now):
            return State(hands, seat, laid=state.laid | {move}, laid_now=state.laid_now + 1)
        return State(hands, following, laid=state.laid | {move})
    order, trick = state.order, (*state.trick, move)
    if not order:  # everybody plays; or everybody who has cards when the trick begins
        order = "".join(seat_after(game.seats, seat, step - len(state.trick)) for step in range(len(game.seats)))
        order = order if state.trick else holders(game, state, seat)
    if len(trick) < len(order):
        return State(hands, order[len(trick)], trick, order=order, stock=state.stock, odd=state.odd)
    taker = order[winner(game, trick)]
    rest = State(hands, taker, stock=state.stock)
    return State(hands, (holders(game, rest, taker) or taker)[0], stock=state.stock)
