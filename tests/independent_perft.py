"""Perft: counting play sequences, and the files of positions with such counts.

A line is `id | N:7..7. E:.K.8. ... | contract=king leader=N ... | counts`: hands as S.H.D.C, the joker HX an X in the
hearts; seats that sit out have no field, or an empty hand. Keys, besides options:
    leader=N                  who leads, or led the trick; in a layout and the Hundred turn=N: who is to lay
    trump=S declarer=E        where a trump is named (declarer: where trump leads depend on it); suit=S: penalty suit
    trick=S7,SA               the cards on the table, no longer in the hands; with a stock, order=NES: who plays to it
    stock=C9,SK               top first; a drawn card is not a step
    odd=HX                    the card that goes to the winner of this trick
    laid=H8-K,C9-9 passes=1   in a layout; laid_now=1: so many starting cards are laid in this turn, which goes on
    sum=93                    in the Hundred
A round that is decided has no moves where there is an early end.
"""

from __future__ import annotations

import re
from pathlib import Path

from independent_deal import around
from independent_games import RANKS, SUITS, require
from independent_options import deck_of, rules_of
from independent_play import Game, State, after, holders, layable, legal, moves, of_suit, seat_after

FACTS = ["contract", "leader", "turn", "trump", "declarer", "trick", "laid", "passes"]
FACTS += ["suit", "sum", "stock", "odd", "laid_now", "order"]


def perft(position: tuple[Game, State], depth: int) -> list[int]:
    """How many sequences of exactly 1, 2 ... depth steps can be played from here. A drawn card is not a step."""
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


def parse_keys(text: str) -> tuple[dict[str, str], dict[str, str]]:
    """The facts of a position, and options: `order=NES` and `leader=N` are facts, `order=hearts` is not."""
    own, options = dict.fromkeys(FACTS, ""), dict[str, str]()
    seen = set[tuple[str, bool]]()
    for item in text.split():
        key, equals, value = item.partition("=")
        is_fact = key in FACTS and (key not in ("order", "leader") or bool(re.fullmatch("[A-Z]*", value)))
        require(equals and (key, is_fact) not in seen, f"{item}: a key comes twice, or without =")
        seen.add((key, is_fact))
        (own if is_fact else options)[key] = value
    return own, options


def parse_hands(text: str, variant: str, options: dict[str, str]) -> tuple[str, dict[str, list[str]]]:
    """The seats that play, in the direction of play, and their cards. Seats that sit out have none, or no field."""
    held = [item.partition(":")[::2] for item in text.split()]
    require(all(hand.count(".") == 3 for _, hand in held), "a hand needs four suits, S.H.D.C")
    hands = {seat: [s + r for s, part in zip(SUITS, hand.split("."), strict=True) for r in part] for seat, hand in held}
    require(len(hands) == len(held), "a seat comes twice")
    seats = around(variant, options)
    playing = len(seats) - len(rules_of(variant, options)["out"])
    require(set(hands) <= set(seats), "a seat is not at this table")
    if len(hands) > playing:
        hands = {seat: hand for seat, hand in hands.items() if hand}
    require(len(hands) == playing, f"needs {playing} hands")
    turned = [seats[place:] + seats[:place] for place in range(len(seats))]
    named = [ring[:playing] for ring in turned if set(ring[:playing]) == set(hands)]
    require(named, f"{' '.join(hands)} cannot be the seats that play")
    return seats if playing == len(seats) else named[0], hands


def parse_position(variant: str, hands_text: str, keys_text: str) -> tuple[Game, State]:
    """A position from the two middle fields of a perft line; ValueError when it is not a possible one."""
    own, options = parse_keys(keys_text)
    seats, hands = parse_hands(hands_text, variant, options)
    game = Game(variant, own["contract"], own["trump"], own["declarer"], options, own["suit"], seats)
    check_keys(game, own)
    trick = tuple(filter(None, own["trick"].split(",")))
    stock = tuple(filter(None, own["stock"].split(",")))
    laid = parse_laid(own["laid"], game.rules["layout"]["start"]) if game.is_layout else frozenset()
    cards = [*(card for hand in hands.values() for card in hand), *trick, *laid, *stock, *filter(None, [own["odd"]])]
    require(len(set(cards)) == len(cards), "a card comes twice")
    require(set(cards) <= set(deck_of(game.rules)), "a card is not in the deck")
    most = len(deck_of(game.rules)) if game.rules["stock"] else game.rules["hand"]
    turn = own["turn"] or own["leader"]
    if game.is_layout or game.is_hundred:
        held = tuple(frozenset(hands[seat]) for seat in seats)
        total, laid_now = int(own["sum"] or 0), int(own["laid_now"] or 0)
        state = State(held, turn, laid=laid, passes=int(own["passes"] or 0), laid_now=laid_now, total=total)
        sizes = [len(hands[seat_after(seats, turn, step)]) for step in range(len(seats))]
        require(max(sizes) <= most, "hands too long")
        if game.is_hundred:
            require(0 <= total < max(game.rules["hundred"]), f"sum: {total}")
            require(sizes == sorted(sizes, reverse=True) and sizes[0] - sizes[-1] < 2, "hands unequal")
            return game, state
        require(laid or any(layable(game, hand, laid) for hand in held), "nobody can open the layout")
        check_laid_now(game, state)
        return game, state
    order = own["order"] or "".join(seat_after(seats, turn, step) for step in range(len(seats)))
    if game.rules["stock"] and not trick:
        order = holders(game, State(tuple(frozenset(hands[seat]) for seat in seats), turn), turn)
    require(order[:1] == turn and len(trick) < len(order), "the leader does not lead, or the trick is too long")
    for place, card in enumerate(trick):  # the cards on the table were legal when they were played
        seat = order[place]
        hands[seat].append(card)
        followed = bool(place and game.rules["stock"] and card[0] == trick[0][0])  # perhaps with a card just drawn
        require(followed or not (place and stock), f"{seat} had to draw")
        fits = followed or card in legal(game, hands[seat], trick[:place], seat)
        require(fits, f"{seat} could not have played {card}")
    sizes = {len(hand) for hand in hands.values()}
    require(max(sizes) <= most and (len(sizes) == 1 or game.rules["stock"]), "hands too long, or unequal")
    require(all(hands[seat] for seat in order), "a seat of the trick has no cards")
    still = tuple(frozenset(hands[seat]) - set(trick) for seat in seats)
    return game, State(still, order[len(trick)], trick, order=order if trick else "", stock=stock, odd=own["odd"])


def check_keys(game: Game, own: dict[str, str]) -> None:
    """The right keys for this kind of contract."""
    laying = game.is_layout or game.is_hundred
    first, wrong = (own["turn"], own["leader"]) if laying else (own["leader"], own["turn"])
    require(first and first in game.seats, "a layout and the Hundred need turn=SEAT, every other contract leader=SEAT")
    require(not wrong, "turn is for a layout and the Hundred, leader for every other contract")
    require((game.names == "trump") == bool(game.trump), "trump=S|H|D|C|NT belongs where a trump is named")
    require((game.names == "suit") == bool(game.suit), "suit=S|H|D|C belongs where a penalty suit is named")
    needed = game.trump and game.rules["trump_lead"] == "declarer-only"
    require(own["declarer"] in [*game.seats, *([] if needed else [""])], "the declarer is missing or not at this table")
    require(game.is_layout or not (own["laid"] or own["passes"] or own["laid_now"]), "laid ... belong to a layout")
    require(game.is_hundred or not own["sum"], "sum belongs to the Hundred")
    require(not laying or not own["trick"], "there is no trick here")
    require(game.rules["stock"] or not (own["stock"] or own["order"]), "there is no stock in this game")
    require(own["trick"] or not own["order"], "order belongs to a trick on the table")
    around_the_leader = [seat_after(game.seats, first, step) for step in range(len(game.seats))]
    in_order = "".join(seat for seat in around_the_leader if seat in own["order"])
    require(own["order"] == in_order, "order: not the direction of play")
    require(game.rules["talon"] == "first-trick" or not own["odd"], "there is no odd card in this game")
    require(all(own[key].isdecimal() for key in ("passes", "laid_now", "sum") if own[key]), "not a number")


def check_laid_now(game: Game, state: State) -> None:
    """A position inside a turn: the starting cards laid in it are on the table, and there is more to lay."""
    if not state.laid_now:
        return
    on_table = state.laid & game.starts
    require(state.laid_now <= len(on_table), "laid_now: so many starting cards are not on the table")
    several, opening = game.rules["layout"]["several"], len(state.laid) == state.laid_now
    require(several == "any" or (several == "opening" and opening), "laid_now: only one card may be laid in a turn")
    require(game.starts & state.hands[game.seats.index(state.turn)], "laid_now: no more starting cards to lay")


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
