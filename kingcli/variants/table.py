"""Contract -> table: points, strengths and masks, without a name in sight. The engines read nothing else.

All tables hold `n_seats`, `hand_size` (cards a seat holds when card play begins), `deck` and `direction` (+1
clockwise).
"""

from __future__ import annotations

from functools import lru_cache

import msgspec

from kingcli.cards import (
    ALL_52,
    N_CARD_NUMBERS,
    RANKS,
    SUIT_MASKS,
    SUITS,
    Card,
    Hand,
    cards_of,
    mask,
    n_cards,
    parse_card,
    rank_index,
    rank_mask,
    suit_index,
)
from kingcli.variants.schema import Contract, Deck, Term, Variant

_KING_OF_HEARTS = parse_card("HK")
_ACE_OF_HEARTS = parse_card("HA")
_HEARTS = SUIT_MASKS[SUITS.index("H")]
NO_TRUMP = "NT"


class LeadBan(msgspec.Struct, frozen=True):
    """Cards that may not be led, by anybody or by anybody but the declarer; skipped if nothing else is left."""

    cards: Hand
    declarer_exempt: bool = False


class FollowMust(msgspec.Struct, frozen=True):
    """When a follower of suit holds one of `cards` and the trick shows one of `when`, he must play one of `cards`."""

    cards: Hand
    when: Hand


class TrickTable(msgspec.Struct, frozen=True, kw_only=True):
    """Trick play. Arrays over cards have 64 entries (card numbers), over suits 4.

    The winner of trick t (0 = first) gets `trick_points[t]` (the last entry repeats), `end_points[k]` when k tricks
    follow,
    and `card_points` of the cards in it. `void_must`: the first mask that meets the hand of a player without the led
    suit
    is what he must play from. `strength[led suit][card]`: 0 cannot win, the highest wins.
    """

    n_seats: int
    hand_size: int
    deck: Hand
    direction: int
    trump: Hand
    strength: tuple[tuple[int, ...], ...]
    lead_bans: tuple[LeadBan, ...] = ()
    void_must: tuple[Hand, ...] = ()
    follow_must: tuple[FollowMust, ...] = ()
    card_points: tuple[int, ...]
    scoring: Hand
    trick_points: tuple[int, ...] = (0,)
    end_points: tuple[int, ...] = ()
    early_end: bool = False


class LayoutTable(msgspec.Struct, frozen=True, kw_only=True):
    """Card dominoes: `starts` open their suit, `first` (a card, or None: the eldest hand's choice) begins, prizes by
    place.
    """

    n_seats: int
    hand_size: int
    deck: Hand
    direction: int
    starts: Hand
    first: Card | None
    prizes: tuple[int, ...]
    may_pass: bool


Table = TrickTable | LayoutTable


def pack_of(deck: Deck) -> Hand:
    """The set of cards of a deck. Raises RecordError when a removed card is not written as one."""
    low = RANKS.index(deck.low)
    ranks = mask(16 * s + r for s in range(4) for r in range(low + 1))
    return ranks & ALL_52 & ~mask(parse_card(name) for name in deck.remove)


def selected(term: Term, deck: Hand) -> Hand:
    """The cards a term prices: suits and ranks together mean both, cards are added."""
    chosen = 0
    if term.suits is not None or term.ranks is not None:
        by_suit = sum(SUIT_MASKS[SUITS.index(s)] for s in term.suits) if term.suits is not None else ALL_52
        by_rank = sum(rank_mask(r) for r in term.ranks) if term.ranks is not None else ALL_52
        chosen = by_suit & by_rank
    return (chosen | mask(parse_card(name) for name in term.cards)) & deck


def terms_of(variant: Variant, contract: Contract) -> list[tuple[Term, int]]:
    """The price list of a contract with sums and negations resolved: (term, sign +1 or -1)."""
    if contract.negate is not None:
        return [(term, -sign) for term, sign in terms_of(variant, variant.contracts[contract.negate])]
    parts = [(term, 1) for term in contract.score]
    for name in contract.sum:
        parts += terms_of(variant, variant.contracts[name])
    return parts


def hand_size_of(variant: Variant) -> int:
    contract = next(iter(variant.contracts.values()))
    set_aside = len(contract.talon.at) if contract.talon else 0
    return (n_cards(pack_of(variant.deck)) - set_aside) // variant.seats


def _strength(trump: Hand) -> tuple[tuple[int, ...], ...]:
    def one(led: int, card: Card) -> int:
        if rank_index(card) >= len(RANKS):
            return 0
        natural = len(RANKS) - rank_index(card)
        if trump >> card & 1:
            return 100 + natural
        return natural if suit_index(card) == led else 0

    return tuple(tuple(one(led, card) for card in range(N_CARD_NUMBERS)) for led in range(4))


def _trick_table(variant: Variant, contract: Contract, named: str | None) -> TrickTable:
    deck = pack_of(variant.deck)
    size = hand_size_of(variant)
    card_points = [0] * N_CARD_NUMBERS
    each, ends = 0, [0] * size
    for term, sign in terms_of(variant, contract):
        points = sign * term.points
        if term.per is not None:
            each += points
        elif term.last is not None:
            for k in range(term.last):
                ends[k] += points
        else:
            for card in cards_of(selected(term, deck)):
                card_points[card] += points
    while ends and ends[-1] == 0:
        ends.pop()
    play = contract.play
    trump = SUIT_MASKS[SUITS.index(named)] & deck if named is not None and named != NO_TRUMP else 0
    bans = [LeadBan(_HEARTS & deck)] if play.no_heart_lead else []
    if trump and play.trump_lead == "declarer-only":
        bans.append(LeadBan(trump, declarer_exempt=True))
    king = mask([_KING_OF_HEARTS]) & deck
    must = [king] if play.king_forced else []
    if trump and play.must_trump:
        must.append(trump)
    under = {"never": 0, "under-ace": mask([_ACE_OF_HEARTS]), "always": deck}[play.king_forced_on_hearts]
    return TrickTable(
        n_seats=variant.seats,
        hand_size=size,
        deck=deck,
        direction=variant.step,
        trump=trump,
        strength=_strength(trump),
        lead_bans=tuple(bans),
        void_must=tuple(must),
        follow_must=(FollowMust(king, under),) if under and play.king_forced else (),
        card_points=tuple(card_points),
        scoring=mask(c for c in cards_of(deck) if card_points[c]),
        trick_points=(each,),
        end_points=tuple(ends),
        early_end=play.early_end,
    )


def _layout_table(variant: Variant, contract: Contract) -> LayoutTable:
    rule = contract.layout
    assert rule is not None
    deck = pack_of(variant.deck)
    return LayoutTable(
        n_seats=variant.seats,
        hand_size=hand_size_of(variant),
        deck=deck,
        direction=variant.step,
        starts=rank_mask(rule.start) & deck,
        first=None if rule.opening == "eldest" else parse_card(rule.opening),
        prizes=rule.prizes,
        may_pass=rule.may_pass,
    )


@lru_cache(maxsize=4096)
def compile_table(variant: Variant, contract_id: str, named: str | None = None) -> Table:
    """The table of a contract; `named` is the trump suit S H D C or "NT" where the contract names one, else None."""
    contract = variant.contracts[contract_id]
    if contract.kind == "layout":
        return _layout_table(variant, contract)
    return _trick_table(variant, contract, named)


def total_of(table: Table) -> int:
    """What the scores of all seats sum to when the whole round is played."""
    if isinstance(table, LayoutTable):
        return sum(table.prizes)
    repeated = table.trick_points[-1] * (table.hand_size - len(table.trick_points))
    return sum(table.card_points) + sum(table.trick_points) + repeated + sum(table.end_points)
