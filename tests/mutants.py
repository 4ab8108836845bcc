"""Wrong tables and wrong games: each field of a table and each rule of a game, changed a little.

A mutant is (what was changed, the changed thing). `Needs` says how widely it must be noticed:
    EACH   by a fixture of this very variant and contract
    GAME   by some fixture of the variant: neighbouring ranks seldom meet in one round
Mutants that cannot make a difference are left out, with the reason beside them.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import Any, NamedTuple

import msgspec

from kingcli.cards import (
    RANKS,
    SUIT_MASKS,
    SUITS,
    card_name,
    cards_of,
    mask,
    parse_card,
    rank_index,
    rank_mask,
    suit_index,
)
from kingcli.variants import LayoutTable, Table, TrickTable, Variant, compile_table
from kingcli.variants.table import FollowMust, LeadBan


class Needs(StrEnum):
    EACH = "each"
    GAME = "game"


class Mutant(NamedTuple):
    label: str
    table: Table
    needs: Needs = Needs.EACH


HEARTS = SUIT_MASKS[SUITS.index("H")]
KING, ACE = mask([parse_card("HK")]), mask([parse_card("HA")])


def changed(table: Any, **fields: Any) -> Any:
    return msgspec.structs.replace(table, **fields)


def counts_tricks(table: TrickTable) -> bool:
    """Tricks or last tricks have points: such a round never ends early, and `scoring` is not asked."""
    return any(table.trick_points) or bool(table.end_points)


def table_mutants(table: Table, has_declarer: bool, has_talon: bool) -> Iterator[Mutant]:
    if isinstance(table, LayoutTable):
        yield from layout_mutants(table)
    else:
        yield from strength_mutants(table)
        yield from legality_mutants(table, has_declarer)
        yield from point_mutants(table)
        yield from end_mutants(table, has_talon)
        # `deck` is what deals and views go by (pack_of); trick play asks only what is in a hand.
        if has_talon:  # else the number of a trick follows from the cards in hand, and hand_size cancels out
            yield Mutant("hand_size one more", changed(table, hand_size=table.hand_size + 1))
            yield Mutant("hand_size one less", changed(table, hand_size=table.hand_size - 1))
    yield Mutant("direction", changed(table, direction=-table.direction))
    yield Mutant("n_seats one more", changed(table, n_seats=table.n_seats + 1))
    yield Mutant("n_seats one less", changed(table, n_seats=table.n_seats - 1))


def strength_mutants(table: TrickTable) -> Iterator[Mutant]:
    """Neighbouring ranks exchanged; trumps no stronger; discards that win; the lowest winning; the first winning."""

    def with_strength(value: Any) -> TrickTable:
        rows = [[value(led, card, table.strength[led][card]) for card in range(64)] for led in range(4)]
        return changed(table, strength=tuple(map(tuple, rows)))  # type: ignore[no-any-return]

    for rank in range(max(rank_index(card) for card in cards_of(table.deck))):
        swap = {card: card + 1 for card in cards_of(rank_mask(RANKS[rank]))}
        swap |= {lower: higher for higher, lower in swap.items()}
        wrong = with_strength(lambda led, card, _, swap=swap: table.strength[led][swap.get(card, card)])
        yield Mutant(f"strength: {RANKS[rank]} and {RANKS[rank + 1]} exchanged", wrong, Needs.GAME)
    yield Mutant("strength: reversed", with_strength(lambda _, __, old: 0 if old == 0 else 200 - old))
    yield Mutant("strength: all equal", with_strength(lambda _, __, old: int(old > 0)))
    yield Mutant("strength: discards win", with_strength(lambda _, card, old: old or 13 - rank_index(card)))
    if table.trump:
        natural = with_strength(lambda led, card, old: old % 100 if suit_index(card) == led else 0)
        yield Mutant("strength: no trump", natural)


def legality_mutants(table: TrickTable, has_declarer: bool) -> Iterator[Mutant]:
    bans, musts = table.lead_bans, table.void_must
    for index, ban in enumerate(bans):
        before, after = bans[:index], bans[index + 1 :]
        yield Mutant(f"lead_bans[{index}] removed", changed(table, lead_bans=before + after))
        if has_declarer:  # else nobody is exempt
            flipped = LeadBan(ban.cards, not ban.declarer_exempt)
            yield Mutant(f"lead_bans[{index}] exempt flipped", changed(table, lead_bans=(*before, flipped, *after)))
        for rank in RANKS:
            less = LeadBan(ban.cards & ~rank_mask(rank), ban.declarer_exempt)
            if less != ban:
                wrong = changed(table, lead_bans=(*before, less, *after))
                yield Mutant(f"lead_bans[{index}] without {rank}", wrong, Needs.GAME)
    if not any(ban.cards & HEARTS for ban in bans):
        yield Mutant("lead_bans: hearts added", changed(table, lead_bans=(*bans, LeadBan(HEARTS & table.deck))))
    for index in range(len(musts)):
        yield Mutant(f"void_must[{index}] removed", changed(table, void_must=musts[:index] + musts[index + 1 :]))
    if KING not in musts:
        yield Mutant("void_must: King added", changed(table, void_must=(KING, *musts)))
    for index, must in enumerate(table.follow_must):
        yield Mutant(f"follow_must[{index}] removed", changed(table, follow_must=()))
        when = table.deck if must.when != table.deck else ACE
        yield Mutant(f"follow_must[{index}] when", changed(table, follow_must=(FollowMust(must.cards, when),)))
    if not table.follow_must:
        yield Mutant("follow_must: King always", changed(table, follow_must=(FollowMust(KING, table.deck),)))


def point_mutants(table: TrickTable) -> Iterator[Mutant]:
    for card in cards_of(table.deck):
        points = [*table.card_points]
        points[card] += 1
        needs = Needs.EACH if table.card_points[card] else Needs.GAME
        yield Mutant(f"card_points of {card_name(card)}", changed(table, card_points=tuple(points)), needs)
    first, last, ends = table.trick_points[0], table.trick_points[-1], table.end_points
    yield Mutant("trick_points: one more", changed(table, trick_points=(last + 1,)))
    yield Mutant("trick_points: the first one more", changed(table, trick_points=(first + 1, last)))
    yield Mutant("end_points: one trick more", changed(table, end_points=(*ends, 1)))
    if ends:
        yield Mutant("end_points: one trick less", changed(table, end_points=ends[:-1]))
        yield Mutant("end_points: the last one more", changed(table, end_points=(ends[0] + 1, *ends[1:])))
        yield Mutant("end_points: a trick early", changed(table, end_points=(0, *ends)))


def end_mutants(table: TrickTable, has_talon: bool) -> Iterator[Mutant]:
    if not counts_tricks(table):
        yield Mutant("early_end", changed(table, early_end=not table.early_end))
    if has_talon or (table.early_end and not counts_tricks(table)):  # else nothing asks which cards score
        for label, scoring in (("every card", table.deck), ("no card", 0)):
            # Where no card has points, cards wrongly said to score are all worth the same, and any may be put away.
            if scoring != table.scoring and any(table.card_points):
                yield Mutant(f"scoring: {label}", changed(table, scoring=scoring))


def layout_mutants(table: LayoutTable) -> Iterator[Mutant]:
    for card in cards_of(table.starts):
        if card != table.first:  # the opening card is laid before any start is asked for
            for other in (card - 1, card + 1):
                words = f"starts: {card_name(other)} for {card_name(card)}"
                yield Mutant(words, changed(table, starts=table.starts & ~(1 << card) | 1 << other))
            yield Mutant(f"first: {card_name(card)}", changed(table, first=card))
            yield Mutant(f"starts without {card_name(card)}", changed(table, starts=table.starts & ~(1 << card)))
    yield Mutant("first: the eldest's choice", changed(table, first=None))
    for place, prize in enumerate(table.prizes):
        more = (*table.prizes[:place], prize + 1, *table.prizes[place + 1 :])
        yield Mutant(f"prizes[{place}] one more", changed(table, prizes=more))
        if place:
            swapped = [*table.prizes]
            swapped[place - 1 : place + 1] = swapped[place], swapped[place - 1]
            yield Mutant(f"prizes[{place}] exchanged", changed(table, prizes=tuple(swapped)))
    yield Mutant("may_pass", changed(table, may_pass=not table.may_pass))
    for card in cards_of(table.deck):
        if card != table.first:
            yield Mutant(f"deck without {card_name(card)}", changed(table, deck=table.deck & ~(1 << card)))


# ---- the rules of a game, as data: settings that change one of them


def rule_mutants(variant: Variant, key: str) -> Iterator[dict[str, Any]]:
    """Settings that change one rule of one contract (or of the game, where the contracts of a pool must agree)."""
    contract = variant.contracts[key]
    at = f"contracts.{key}"
    deal_at = "deal" if variant.pool is not None else f"{at}.deal"
    chooses = variant.pool is not None or contract.suit != "none"
    if contract.kind == "tricks":
        yield from play_mutants(variant, key)
    if contract.suit == "trump":
        for flag in ("no_trump", "by_last", "open"):
            yield {f"{at}.trump.{flag}": not getattr(contract.trump, flag)}
        yield {f"{at}.trump.sees": 3 if contract.trump.sees == "all" else "all"}
    yield {f"{deal_at}.packets": [sum(contract.deal.packets) - 1, 1]}
    yield {"direction": "counter-clockwise"}
    if chooses:
        previous = contract.choose.seat == "previous"
        yield {"choose.seat" if variant.pool is not None else f"{at}.choose.seat": "next" if previous else "previous"}
        if previous:  # else who chooses is the eldest and the next dealer, whichever word is used
            yield {f"{at}.leader": "eldest" if contract.leader == "declarer" else "declarer"}
            yield {f"{deal_at}.start": "eldest" if contract.deal.start == "chooser" else "chooser"}
            yield {f"{deal_at}.next": "next" if contract.deal.next == "chooser" else "chooser"}
    if contract.talon is not None:
        yield {"talon.at": [index + 1 for index in contract.talon.at]}
        yield {"talon.faces": "closed" if contract.talon.faces == "shown" else "shown"}
        if contract.score[0].per is None and contract.score[0].last is None:  # else no card scores
            yield {"talon.may_not": "nothing"}


def play_mutants(variant: Variant, key: str) -> Iterator[dict[str, Any]]:
    contract, at = variant.contracts[key], f"contracts.{key}.play"
    table, play = compile_table(variant, key, "S" if contract.suit == "trump" else None), contract.play
    yield {f"{at}.no_heart_lead": not play.no_heart_lead}
    yield {f"{at}.king_forced": not play.king_forced}
    for when in ("under-ace", "always"):
        yield {f"{at}.king_forced": True, f"{at}.king_forced_on_hearts": when}
    if contract.suit == "trump":  # else there is no trump
        yield {f"{at}.must_trump": not play.must_trump}
        yield {f"{at}.trump_lead": "free" if play.trump_lead == "declarer-only" else "declarer-only"}
    if isinstance(table, TrickTable) and not counts_tricks(table):
        yield {f"{at}.early_end": not play.early_end}
