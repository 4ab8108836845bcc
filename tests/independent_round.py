"""Playthroughs: a whole round as text, one decision or fact a line, recomputed.

Header: variant, contract, dealer, `option KEY=VALUE`, `hand N: cards as received` of the seats that play, talon (or the
odd card), stock, choices (the contracts that were left). Decisions: `N play {options} -> one`, also contract offer bid
trump suit discard give lay. Facts: turned named talon drawn trick out limit left `early end` redeal scores.

The steps of a round: ("decide", "N play", options), answered by one of the options; ("forced", "N offer", {"take"}), a
decision with one option that may be left out; ("fact", line); ("maybe", line), which says nothing new.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterable
from dataclasses import dataclass
from typing import Any

from independent_deal import Hands, active_seats, chooser_of, open_cards
from independent_games import require
from independent_options import deck_of, rules_in
from independent_play import (
    Game,
    State,
    after,
    card_points,
    decided,
    hand_of,
    lay_hundred,
    layout_score,
    legal,
    moves,
    score,
    seat_after,
    to_draw,
    trick_points,
    winner,
)

Steps = Generator[tuple[str, str, set[str]], str, Any]
Points = dict[str, int]


@dataclass
class Header:
    variant: str
    contract: str
    dealer: str
    hands: Hands
    talon: list[str]
    choices: list[str]
    options: dict[str, str]
    stock: list[str]


def fact(*words: str) -> tuple[str, str, set[str]]:
    return "fact", " ".join(words), set()


# ---- Auctions


def bidding(bidders: Iterable[str], sale: dict[str, Any], least: int) -> Steps:
    """Who bids most, and how much; passing is final. ("", 0): all pass."""
    buyer, price, queue = "", least - sale["step"], list(bidders)
    while queue and queue != [buyer]:
        seat = queue.pop(0)
        bids = {f"bid:{number}" for number in range(price + sale["step"], sale["most"] + 1, sale["step"])}
        call = yield "decide", f"{seat} bid", {"pass"} | bids
        if call != "pass":
            buyer, price = seat, int(call.removeprefix("bid:"))
            if not sale["once"]:
                queue.append(seat)
    return (buyer, price) if buyer else ("", 0)


def sell_talon(seats: str, sale: dict[str, Any]) -> Steps:
    """The first seat takes the talon or offers it, for less and less; who has it, and for what price."""
    first, step = seats[0], sale["step"]
    offers = list(range(step, sale["most"] + 1, step)) if sale["reserve"] else [step]
    while True:
        call = yield "decide" if offers else "forced", f"{first} offer", {"take"} | {f"offer:{n}" for n in offers}
        if call == "take":
            return first, 0
        least = int(call.removeprefix("offer:"))
        buyer, price = yield from bidding(seats[1:], sale, least)
        if buyer:
            return buyer, price
        offers = [number for number in offers if number < least]


# ---- The round


def play_round(header: Header) -> Steps:
    """All the steps of a round; returns the scores by seat (nothing when there is a new deal)."""
    contract, options = header.contract, header.options
    rules = rules_in(header.variant, contract, options)
    seats = active_seats(header.variant, header.dealer, options)
    hands = {seat: set(cards) for seat, cards in header.hands.items()}
    declarer, trump, suit, transfers = "", "", "", dict.fromkeys(rules["seats"], 0)
    if rules["pool"]:
        declarer = chooser_of(header.variant, header.dealer, options)
        choices = {f"contract:{name}" for name in header.choices or rules["pool"]}
        chosen = yield "decide", f"{declarer} contract", choices
        require(chosen == f"contract:{contract}", f"the header says {contract}, chosen was {chosen}")
    names, sale = rules["named"].get(contract), rules["auction"]
    if sale.get("of") == "talon":
        declarer, price = yield from sell_talon(seats, sale)
        transfers[declarer] -= price
        transfers[seats[0]] += price
    elif sale.get("of") == "suit":
        declarer, price = yield from bidding(seats, sale, sale["step"])
        if declarer:
            transfers[declarer] += sale["sign"] * price
            suit = (yield "decide", f"{declarer} suit", {f"suit:{name}" for name in "SHDC"}).removeprefix("suit:")
        elif sale["all_pass"] == "redeal":
            yield fact("redeal")
            yield "maybe", "scores " + " ".join(f"{seat} +0" for seat in rules["seats"]), set()
            return {}
        else:
            suit = "H"
        yield fact("named", suit)
    if names == "trump":
        declarer = declarer or chooser_of(header.variant, header.dealer, options)
    if names == "trump" and rules["trump_when"] == "first":
        trump = yield from name_trump(rules, declarer, header.hands[declarer])
    put_away: list[str] = []
    if rules["talon"] in ("discard", "give"):
        before = Game(header.variant, contract, trump, declarer, options, suit, seats)
        put_away = yield from take_talon(before, hands, header.talon)
    if names == "trump" and rules["trump_when"] == "after talon":
        trump = yield from name_trump(rules, declarer, [])
    game = Game(header.variant, contract, trump, declarer, options, suit, seats)
    if game.is_layout:
        points = yield from play_layout(game, hands)
    elif game.is_hundred:
        points = yield from play_hundred(game, hands)
    else:
        leader = declarer if declarer and rules["leader"] == "declarer" else seats[0]
        odd = header.talon[0] if rules["talon"] == "first-trick" else ""
        points = yield from play_tricks(game, hands, leader, header.stock, odd)
    lost = sum(card_points(game, card) for card in put_away)
    if lost and rules["revoke"]:
        points = dict.fromkeys(seats, 0) | {declarer: rules["revoke"]}
    elif lost:
        points[declarer] += lost
    total = sum(points.values())
    scores = {seat: points.get(seat, 0) + transfers[seat] for seat in rules["seats"]}
    yield fact("scores", *(f"{seat} {number:+d}" for seat, number in scores.items()))
    require(game.totals is None or total in game.totals, f"the scores add up to {total}, not to {game.totals}")
    return scores


def name_trump(rules: dict[str, Any], declarer: str, received: list[str]) -> Steps:
    call = yield "decide", f"{declarer} trump", set(rules["trump_calls"])
    turned: list[str] = []
    if call == "by-last":
        trump, turned = received[-1][0], received[-1:]
    elif call.startswith("open:"):
        trump, number = open_cards(call, received[4:7])
        turned = received[4 : 4 + number]
    else:
        trump = call.removeprefix("trump:")
    for card in turned:
        yield fact("turned", card)
    yield fact("named", trump)
    return trump


def take_talon(game: Game, hands: dict[str, set[str]], talon: list[str]) -> Steps:
    """The declarer takes it and puts as many cards away, or gives one to each of the others; what he put away."""
    declarer, put_away = game.declarer, list[str]()
    yield fact("talon", *talon)
    hands[declarer] |= set(talon)
    if game.rules["talon"] == "give":
        for step in range(1, len(game.seats)):
            card = yield "decide", f"{declarer} give", set(hands[declarer])
            hands[declarer].remove(card)
            hands[seat_after(game.seats, declarer, step)].add(card)
        return put_away
    for _ in talon:
        free = {card for card in hands[declarer] if not card_points(game, card)}
        if game.rules["may_discard"] == "any":
            free = set(hands[declarer])
        elif not free:
            least = min(abs(card_points(game, card)) for card in hands[declarer])
            free = {card for card in hands[declarer] if abs(card_points(game, card)) == least}
        put_away.append((yield "decide", f"{declarer} discard", free))
        hands[declarer].remove(put_away[-1])
    return put_away


def play_tricks(game: Game, hands: dict[str, set[str]], leader: str, stock: list[str], odd: str = "") -> Steps:
    stock, tricks, left = list(stock), list[tuple[str, list[str]]](), ("", list[str]())
    while True:
        around = [seat_after(game.seats, leader, step) for step in range(len(game.seats))]
        order, trick = [seat for seat in around if hands[seat]], list[str]()
        for seat in order:
            for card in to_draw(hands[seat], trick, stock):
                yield fact("drawn", seat, stock.pop(0))
                hands[seat].add(card)
            trick.append((yield "decide", f"{seat} play", legal(game, hands[seat], trick, seat)))
            hands[seat].remove(trick[-1])
        taker = order[winner(game, trick)]
        tricks.append((taker, [*trick, odd] if odd else trick))
        odd = ""
        yield fact("trick", taker, f"{trick_points(game, len(tricks), tricks[-1][1]):+d}")
        around = [seat_after(game.seats, taker, step) for step in range(len(game.seats))]
        holders = [seat for seat in around if hands[seat]]
        unplayed = set().union(*hands.values(), stock)
        nothing_more = game.rules["early_end"] and decided(game, unplayed)
        if game.rules["stock"] and len(holders) < 2:  # the rest to the last who holds cards, or has held them
            last = holders[0] if holders else taker
            left = last, [*sorted(hands[last]), *stock]
            if left[1]:
                yield "maybe" if nothing_more else "fact", f"left {last} {' '.join(left[1])}", set()
                if nothing_more:
                    yield "maybe", "early end", set()
            break
        if not unplayed:
            break
        if nothing_more:
            yield fact("early end")
            break
        leader = holders[0]
    return score(game, tricks, left)


def play_layout(game: Game, hands: dict[str, set[str]]) -> Steps:
    prizes, places = game.rules["layout"]["prizes"], list[str]()
    state = State(tuple(frozenset(hands[seat]) for seat in game.seats), game.seats[0])  # skips to the first card
    while moves(game, state)[1]:
        seat, options = moves(game, state)
        state = after(game, state, seat, (yield "decide", f"{seat} lay", options))
        if not hand_of(game, state, seat):
            yield fact("out", seat, f"{prizes[len(places)]:+d}")
            places.append(seat)
    for seat in [seat for seat in game.seats if seat not in places]:
        yield "maybe", f"out {seat} {prizes[-1]:+d}", set()
    yield "maybe", "early end", set()
    return layout_score(game, places)


def play_hundred(game: Game, hands: dict[str, set[str]]) -> Steps:
    points, total = dict.fromkeys(game.seats, 0), 0
    seat = game.seats[0]
    while total < max(game.rules["hundred"]):
        card = yield "decide", f"{seat} lay", set(hands[seat])
        hands[seat].remove(card)
        total, crossed = lay_hundred(game, total, card)
        if crossed:
            yield fact("limit", seat, f"{crossed:+d}")
            points[seat] += crossed
        seat = seat_after(game.seats, seat)
    yield "maybe", "early end", set()
    return points


# ---- Texts


def parse_playthrough(text: str) -> tuple[Header, list[tuple[int, str]]]:
    """The header, checked to be a full deal of the deck, and the numbered lines of the round."""
    lines = [(number, line.rstrip()) for number, line in enumerate(text.splitlines(), 1)]
    lines = [(number, line) for number, line in lines if line and not line.startswith("#")]
    found: dict[str, str] = {}
    pattern = re.compile(r"(variant|contract|dealer|talon|stock|choices|hand \S|option \w+)[:=] *(.*)")
    while lines and (match := pattern.fullmatch(lines[0][1])):
        require(match[1] not in found, f"line {lines[0][0]}: {match[1]} comes twice")
        found[match[1]] = match[2]
        del lines[0]
    require(found.keys() >= {"variant", "contract", "dealer"}, "the header needs variant, contract and dealer")
    variant, contract, dealer = found["variant"], found["contract"], found["dealer"]
    options = {key[7:]: value for key, value in found.items() if key.startswith("option ")}
    rules = Game(variant, contract, options=options).rules
    require(dealer in list(rules["seats"]), "the dealer is not at this table")
    hands = {key[5:]: value.split() for key, value in found.items() if key.startswith("hand ")}
    talon, stock, choices = (found.get(key, "").split() for key in ("talon", "stock", "choices"))
    seats = active_seats(variant, dealer, options)
    require(sorted(hands) == sorted(seats), f"the hands are not those of the seats that play, {seats}")
    require({len(hand) for hand in hands.values()} == {sum(rules["packets"])}, "a hand has the wrong number of cards")
    require(len(talon) == len(rules["talon_at"]), "the talon has the wrong number of cards")
    require(rules["stock"] or not stock, "there is no stock in this game")
    cards = [*talon, *stock, *(card for hand in hands.values() for card in hand)]
    require(sorted(cards) == sorted(deck_of(rules)), "the cards are not the deck, each once")
    require(set(choices) <= set(rules["pool"]) and len(set(choices)) == len(choices), "choices: unknown, or twice")
    return Header(variant, contract, dealer, hands, talon, choices, options, stock), lines


def in_any_order(line: str) -> list[str]:
    """The words of a line; those after `left SEAT` in any order."""
    words = line.split()
    return words[:2] + sorted(words[2:]) if words[:1] == ["left"] else words


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
            if kind == "forced" and not line.startswith(f"{expected} "):
                (answer,) = options
            elif kind in ("decide", "forced"):
                braces = "{" + " ".join(sorted(options)) + "}"
                match = re.fullmatch(r"(\S+ \S+) (\{.*\}) -> (\S+)", line)
                who, shown, answer = match.groups() if match else ("", "", "")
                require(who == expected, f"line {number}: `{line}`, should be `{expected} {braces}`")
                if shown != braces:
                    problems.append(f"line {number}: {expected} {shown}, should be {braces}")
                require(answer in options, f"line {number}: {expected} {answer} is not one of {braces}")
                del lines[:1]
            elif in_any_order(line) == in_any_order(expected):
                del lines[:1]
            elif kind == "fact":
                problems.append(f"line {number}: `{line}`, should be `{expected}`")
                if line.split()[0] == expected.split()[0]:
                    del lines[:1]
            step = steps.send(answer)
    except StopIteration:
        problems += [f"line {number}: `{line}` after the end of the round" for number, line in lines]
    except ValueError as error:
        problems.append(str(error))
    return problems
