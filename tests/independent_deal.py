"""Dealing, and the order of a match: who deals, who sits out, who chooses, which contracts; how it ends."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from independent_games import NONE, Options, require
from independent_options import deck_of, rules_in, rules_of
from independent_play import height, in_direction, seat_after

Hands = dict[str, list[str]]  # by seat, in the order received


def around(variant: str, options: Options = NONE) -> str:
    """The seats of the table in the direction of play."""
    rules = rules_of(variant, options)
    return in_direction(rules["seats"], rules["direction"])


def active_seats(variant: str, dealer: str, options: Options = NONE) -> str:
    """Who plays, in the direction of play from the first after the dealer."""
    seats = around(variant, options)
    sit_out = {seat_after(seats, dealer, offset) for offset in rules_of(variant, options)["out"]}
    turned = [seat_after(seats, dealer, step) for step in range(1, len(seats) + 1)]
    return "".join(seat for seat in turned if seat not in sit_out)


def chooser_of(variant: str, dealer: str, options: Options = NONE) -> str:
    """Who declares, or names trump, when that does not depend on an auction."""
    active = active_seats(variant, dealer, options)
    return active[0] if rules_of(variant, options)["chooser"] == 1 else active[-2]  # before the dealer, who is last


def deal(variant: str, contract: str, dealer: str, pack: list[str], options: Options = NONE) -> tuple[Hands, list[str]]:
    """Each seat's cards in the order received, and the talon, odd card or stock, from a pack whose first is on top."""
    rules = rules_in(variant, contract, options)
    require(sorted(pack) == sorted(deck_of(rules)), "the pack is not the deck of this variant")
    active = active_seats(variant, dealer, options)
    first = chooser_of(variant, dealer, options) if rules["from_chooser"] else active[0]
    rest = [pack[place] for place in rules["talon_at"]]
    cards = [card for card in pack if card not in rest]
    hands: Hands = {seat: [] for seat in rules["seats"] if seat in active}
    for packet in rules["packets"]:
        for step in range(len(active)):
            hands[seat_after(active, first, step)] += cards[:packet]
            cards = cards[packet:]
    require(not cards or rules["stock"], "cards are left over")
    return hands, rest + cards


def open_cards(call: str, turned: Sequence[str]) -> tuple[str, int]:
    """`open:S` or `open:highest`: the trump, and how many of the three cards are turned up."""
    for number, card in enumerate(turned, 1):
        if call == f"open:{card[0]}" or (call == "open:highest" and card[1] == "A"):
            return card[0], number
    return max(turned, key=height)[0], len(turned)  # max() keeps the first of equals: the one turned earlier


# ---- The order of a match


def match_order(variant: str, options: Options = NONE) -> list[str]:
    """The contracts; where they are repeated to the end of the match, once."""
    rules = rules_of(variant, options)
    require(rules["order"], f"{variant}: the declarers choose the order")
    return list(rules["order"])


def number_of_rounds(variant: str, options: Options = NONE) -> int | None:
    """Of a match; nothing where it depends on the scores."""
    rules = rules_of(variant, options)
    if rules["repeat"]:
        return None
    if rules["order"]:
        return len(rules["order"])
    quotas = [quota for _, quota in rules["groups"]]
    return len(rules["seats"]) * (sum(quotas) if quotas else sum(rules["pool"].values()))


def match_total(variant: str, options: Options = NONE) -> tuple[int, int, int]:
    """Deals, penalty and reward points of a match, where they are fixed; of card play, premiums left aside."""
    rules, deals = rules_of(variant, options), number_of_rounds(variant, options)
    require(deals, f"{variant}: the number of deals is not fixed")
    counts = dict.fromkeys(rules["contracts"], 0)
    for contract in rules["order"]:
        counts[contract] += 1
    for contract, times in rules["pool"].items():
        counts[contract] += rules["in_a_match"].get(contract, times * len(rules["seats"]))
    totals = {contract: rules["totals"][contract] for contract, times in counts.items() if times}
    require(all(isinstance(total, int) for total in totals.values()), f"{variant}: a total is not fixed")
    require(sum(counts.values()) == deals, f"{variant}: not every contract of the pool is played")
    below, above = (
        sum(counts[contract] * total for contract, total in totals.items() if (total > 0) == positive)
        for positive in (False, True)
    )
    return deals, below, above


def next_dealer(variant: str, contract: str, dealer: str, options: Options = NONE) -> str:
    if contract == "trump" and rules_of(variant, options)["next_dealer"] == "chooser":
        return chooser_of(variant, dealer, options)
    return seat_after(around(variant, options), dealer)


def dealers_and_choosers(
    variant: str, first_dealer: str, options: Options = NONE, rounds: int = 0
) -> list[tuple[str, str, str | None]]:
    """(contract, dealer, chooser or leader) of each deal; None where a card decides who begins.

    Where the contracts are repeated, of as many rounds as asked for, or of one run through them.
    """
    order, dealer, found = match_order(variant, options), first_dealer, list[tuple[str, str, str | None]]()
    for number in range(rounds or len(order)):
        contract = order[number % len(order)]
        chooses = contract == "trump"
        begins = chooser_of(variant, dealer, options) if chooses else active_seats(variant, dealer, options)[0]
        by_card = contract == "layout" and rules_of(variant, options)["layout"]["opening"]
        found.append((contract, dealer, None if by_card else begins))
        dealer = next_dealer(variant, contract, dealer, options)
    return found


def choices(variant: str, declarer: str, declared: Iterable[tuple[str, str]], options: Options = NONE) -> list[str]:
    """What `declarer` may still choose after (declarer, contract) of the rounds before."""
    rules, declared = rules_of(variant, options), list(declared)
    own = [contract for seat, contract in declared if seat == declarer]
    everyone = [contract for _, contract in declared]

    def is_left(contract: str) -> bool:
        groups = [(group, quota) for group, quota in rules["groups"] if contract in group]
        return (
            own.count(contract) < rules["pool"][contract]
            and all(sum(chosen in group for chosen in own) < quota for group, quota in groups)
            and everyone.count(contract) < rules["in_a_match"].get(contract, len(everyone) + 1)
        )

    return [contract for contract in rules["pool"] if is_left(contract)]


# ---- The end of a match


def is_over(variant: str, totals: Mapping[str, int], rounds: int, options: Options = NONE) -> bool:
    """After so many rounds, fully scored, with these totals."""
    rules = rules_of(variant, options)
    if not rules["repeat"]:
        return rounds >= (number_of_rounds(variant, options) or 0)
    return rounds >= rules["max_rounds"] or min(totals.values()) <= rules["ends_at"]


def places(
    variant: str, totals: Mapping[str, int], premiums: Mapping[str, int] | None = None, options: Options = NONE
) -> dict[str, int]:
    """The place of each seat, from 1; equals share it. `premiums`: the sum of the premiums each has won."""
    first = premiums if rules_of(variant, options)["ranking"] == "premium-first" else None
    keys = {seat: ((first or {}).get(seat, 0), total) for seat, total in totals.items()}
    return {seat: 1 + sum(other > key for other in keys.values()) for seat, key in keys.items()}


def settlement(variant: str, totals: Mapping[str, int], options: Options = NONE) -> dict[str, int]:
    """What each seat is paid (or pays, below zero), in whole points."""
    how = rules_of(variant, options)["settlement"]
    plus = {seat: total for seat, total in totals.items() if total > 0}
    minus = {seat: -total for seat, total in totals.items() if total < 0}
    if not (how and plus and minus):
        return dict.fromkeys(totals, 0)
    if how == "by-minus":  # the losers pay exactly their minus
        paid = shares(sum(minus.values()), plus)
        return {seat: paid.get(seat, -minus.get(seat, 0)) for seat in totals}
    paid = shares(sum(plus.values()), minus)
    return {seat: -paid[seat] if seat in paid else plus.get(seat, 0) for seat in totals}


def shares(amount: int, weights: Mapping[str, int]) -> dict[str, int]:
    """`amount` in whole parts in proportion to the weights; what is left to the largest remainders."""
    whole = sum(weights.values())
    parts = {seat: amount * weight // whole for seat, weight in weights.items()}
    seats = list(weights)
    by_remainder = sorted(weights, key=lambda s: (-(amount * weights[s] % whole), -weights[s], seats.index(s)))
    for seat in by_remainder[: amount - sum(parts.values())]:
        parts[seat] += 1
    return parts


def won_and_lost(totals: Mapping[str, int]) -> tuple[int, int]:
    """The sums of won and lost points; where a match is zero-sum they are equal, or the sheet has an error."""
    return sum(max(total, 0) for total in totals.values()), sum(max(-total, 0) for total in totals.values())


def running_fields(scores: Iterable[int]) -> tuple[list[int], list[int]]:
    """Fields 11 and 12 of one player's triangle: penalties and rewards as written, all but the last struck out."""
    penalties, rewards = [0], [0]
    for points in scores:
        if points < 0:
            penalties.append(penalties[-1] - points)
        elif points > 0:
            rewards.append(rewards[-1] + points)
    return penalties[1:], rewards[1:]
