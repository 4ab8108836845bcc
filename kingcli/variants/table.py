"""Contract -> table: points, strengths and masks, without a name in sight. The engines read nothing else.

All tables hold `n_seats`, `hand_size` (cards a seat holds when card play begins), `deck` and `direction` (+1
clockwise).
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product

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
from kingcli.variants.schema import Contract, Deck, HundredRule, LayoutRule, Term, Variant

_KING_OF_HEARTS = parse_card("HK")
_ACE_OF_HEARTS = parse_card("HA")
_JOKERS = (parse_card("HX"), parse_card("HY"))
_HEARTS = SUIT_MASKS[SUITS.index("H")]
NO_TRUMP = "NT"
NAMED = "named"


class LeadBan(msgspec.Struct, frozen=True):
    """Cards that may not be led, by anybody or by anybody but the declarer; skipped if nothing else is left."""

    cards: Hand
    declarer_exempt: bool = False


class FollowMust(msgspec.Struct, frozen=True):
    """When a follower of suit holds one of `cards` and the trick shows one of `when`, he must play one of `cards`."""

    cards: Hand
    when: Hand


class PremiumRule(msgspec.Struct, frozen=True):
    """`cards` 0 means tricks. `needs_all`: holds when one seat won all of it; else when some seat won none of it."""

    needs_all: bool
    cards: Hand
    do: str
    taker: int
    others: int


class TrickTable(msgspec.Struct, frozen=True, kw_only=True):
    """Trick play. Arrays over cards have 64 entries (card numbers), over suits 4.

    The winner of trick t (0 = first) gets `trick_points[t]` (the last entry repeats), `end_points[k]` when k tricks
    follow, and `card_points` of the cards in it; `all` contracts are sums. `void_must`: the first mask that meets the
    hand of a player without the led suit is what he must play from. `strength[led suit][card]`: 0 cannot win, the
    highest wins, of equals the earlier; but a joker wins over everything except the cards of `joker_beaten_by[led
    suit]`. `has_stock`: a follower without the suit draws until he has it; a seat without cards is passed over.
    `extra_to_trick`: a card set aside goes to that trick.
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
    premiums: tuple[PremiumRule, ...] = ()
    jokers: Hand = 0
    joker_beaten_by: tuple[Hand, ...] = (0, 0, 0, 0)
    has_stock: bool = False
    extra_to_trick: int | None = None
    early_end: bool = False


class LayoutTable(msgspec.Struct, frozen=True, kw_only=True):
    """Card dominoes: `starts` open their suit, `first` (a card, or None: the eldest hand's choice) begins; prizes by
    place.

    `multi`: whether start cards may be laid together: "no", "opening" (by whoever begins the round), "any".
    """

    n_seats: int
    hand_size: int
    deck: Hand
    direction: int
    starts: Hand
    first: Card | None
    prizes: tuple[int, ...]
    may_pass: bool
    multi: str = "no"


class HundredTable(msgspec.Struct, frozen=True, kw_only=True):
    """The counting race: `eyes` by card (64 entries), `limits` as (sum, points) in rising order; over at the last
    limit.
    """

    n_seats: int
    hand_size: int
    deck: Hand
    direction: int
    eyes: tuple[int, ...]
    limits: tuple[tuple[int, int], ...]


Table = TrickTable | LayoutTable | HundredTable


def pack_of(deck: Deck) -> Hand:
    """The set of cards of a deck. Raises RecordError when a removed card is not written as one."""
    low = RANKS.index(deck.low)
    ranks = mask(16 * s + r for s in range(4) for r in range(low + 1))
    jokers = mask(_JOKERS[: deck.jokers])
    return ranks & ALL_52 & ~mask(parse_card(name) for name in deck.remove) | jokers


def selected(term: Term, deck: Hand, named: str | None) -> Hand:
    """The cards a term prices: suits and ranks together mean both, cards are added."""
    chosen = 0
    if term.suits is not None or term.ranks is not None or isinstance(term.points, dict):
        suits = term.suits if term.suits is not None else SUITS
        if suits == NAMED:
            suits = named if named is not None else SUITS
        ranks = term.ranks if term.ranks is not None else RANKS
        if isinstance(term.points, dict):
            ranks = "".join(rank for rank in ranks if rank in term.points)
        chosen = sum(SUIT_MASKS[SUITS.index(s)] for s in suits) & sum(rank_mask(r) for r in ranks)
    return (chosen | mask(parse_card(name) for name in term.cards)) & deck


def terms_of(variant: Variant, contract: Contract) -> list[tuple[Term, int]]:
    """The price list of a contract with sums and negations resolved: (term, sign +1 or -1)."""
    if contract.negate is not None:
        return [(term, -sign) for term, sign in terms_of(variant, variant.contracts[contract.negate])]
    parts = [(term, 1) for term in contract.score]
    for name in contract.sum:
        parts += terms_of(variant, variant.contracts[name])
    return parts


def hand_size_of(variant: Variant, contract: Contract) -> int:
    """Cards a seat holds when card play begins: those dealt to it, and the talon card it is given where one is given.
    """
    given = contract.talon is not None and contract.talon.then == "give"
    return sum(contract.deal.packets) + (1 if given else 0)


def _strength(trump: Hand) -> tuple[tuple[int, ...], ...]:
    def one(led: int, card: Card) -> int:
        if rank_index(card) >= len(RANKS):
            return 0
        natural = len(RANKS) - rank_index(card)
        if trump >> card & 1:
            return 100 + natural
        return natural if suit_index(card) == led else 0

    return tuple(tuple(one(led, card) for card in range(N_CARD_NUMBERS)) for led in range(4))


def _premium(contract: Contract, scoring: Hand) -> tuple[PremiumRule, ...]:
    return tuple(
        PremiumRule(rule.when == "takes-all", 0 if rule.of == "tricks" else scoring, rule.do, rule.taker, rule.others)
        for rule in contract.premiums
    )


def _card_price(term: Term, card: Card) -> int:
    return term.points if isinstance(term.points, int) else term.points[RANKS[rank_index(card)]]


def _trick_table(variant: Variant, contract: Contract, named: str | None) -> TrickTable:
    deck = pack_of(variant.deck)
    size = hand_size_of(variant, contract)
    card_points = [0] * N_CARD_NUMBERS
    tricks, ends = [0] * size, [0] * size
    for term, sign in terms_of(variant, contract):
        if term.per is not None or term.last is not None or term.nth is not None:
            assert isinstance(term.points, int)
            points = sign * term.points
            if term.per is not None:
                tricks = [value + points for value in tricks]
            elif term.nth is not None:
                tricks[term.nth - 1] += points
            for k in range(term.last or 0):
                ends[k] += points
        else:
            for card in cards_of(selected(term, deck, named)):
                card_points[card] += sign * _card_price(term, card)
    while ends and ends[-1] == 0:
        ends.pop()
    while len(tricks) > 1 and tricks[-1] == tricks[-2]:
        tricks.pop()
    scoring = mask(c for c in cards_of(deck) if card_points[c])
    play = contract.play
    trump = 0
    if contract.suit == "trump" and named is not None and named != NO_TRUMP:
        trump = SUIT_MASKS[SUITS.index(named)] & deck
    bans = [LeadBan(_HEARTS & deck)] if play.no_heart_lead else []
    if trump and play.trump_lead == "declarer-only":
        bans.append(LeadBan(trump, declarer_exempt=True))
    king = mask([_KING_OF_HEARTS]) & deck
    must = [king] if play.king_forced else []
    if trump and play.must_trump:
        must.append(trump)
    if play.void_throws == "scoring" and scoring:
        must.append(scoring)
    under = {"never": 0, "under-ace": mask([_ACE_OF_HEARTS]), "always": deck}[play.king_forced_on_hearts]
    beaters = mask(parse_card(name) for name in contract.joker.beaten_by) & deck
    talon = contract.talon
    return TrickTable(
        n_seats=variant.n_active,
        hand_size=size,
        deck=deck,
        direction=variant.step,
        trump=trump,
        strength=_strength(trump),
        lead_bans=tuple(bans),
        void_must=tuple(must),
        follow_must=(FollowMust(king, under),) if under and play.king_forced else (),
        card_points=tuple(card_points),
        scoring=scoring,
        trick_points=tuple(tricks),
        end_points=tuple(ends),
        premiums=_premium(contract, scoring),
        jokers=mask(_JOKERS) & deck,
        joker_beaten_by=tuple(
            beaters if contract.joker.even_discarded or beaters & SUIT_MASKS[led] else 0 for led in range(4)
        ),
        has_stock=variant.stock != "none",
        extra_to_trick=0 if talon is not None and talon.then == "first-trick" else None,
        early_end=play.early_end,
    )


def _layout_table(variant: Variant, contract: Contract, rule: LayoutRule) -> LayoutTable:
    deck = pack_of(variant.deck)
    return LayoutTable(
        n_seats=variant.n_active,
        hand_size=hand_size_of(variant, contract),
        deck=deck,
        direction=variant.step,
        starts=rank_mask(rule.start) & deck,
        first=None if rule.opening == "eldest" else parse_card(rule.opening),
        prizes=rule.prizes,
        may_pass=rule.may_pass,
        multi=rule.multi,
    )


def _hundred_table(variant: Variant, contract: Contract, rule: HundredRule) -> HundredTable:
    deck = pack_of(variant.deck)
    eyes = [0] * N_CARD_NUMBERS
    for card in cards_of(deck):
        eyes[card] = rule.eyes.get(RANKS[rank_index(card)], 0)
    return HundredTable(
        n_seats=variant.n_active,
        hand_size=hand_size_of(variant, contract),
        deck=deck,
        direction=variant.step,
        eyes=tuple(eyes),
        limits=rule.limits,
    )


@lru_cache(maxsize=4096)
def compile_table(variant: Variant, contract_id: str, named: str | None = None) -> Table:
    """The table of a contract; `named` is the suit named, S H D C (or "NT"), where the contract names one, else None.
    """
    contract = variant.contracts[contract_id]
    if contract.layout is not None:
        return _layout_table(variant, contract, contract.layout)
    if contract.hundred is not None:
        return _hundred_table(variant, contract, contract.hundred)
    return _trick_table(variant, contract, named)


def totals_of(table: Table) -> tuple[int, ...] | None:
    """What the scores of all seats can sum to when the whole round is played, ascending; None where it varies too much
    to say.

    Transfers between or from seats are not in it. With a stock the number of tricks, and so their points, is open.
    """
    if isinstance(table, LayoutTable):
        return (sum(table.prizes),)
    if isinstance(table, HundredTable):
        return (sum(points for _, points in table.limits),)
    if table.has_stock and any(table.trick_points):
        return None
    repeated = table.trick_points[-1] * (table.hand_size - len(table.trick_points))
    whole = sum(table.card_points) + sum(table.trick_points) + repeated + sum(table.end_points)
    subjects = list(dict.fromkeys(premium.cards for premium in table.premiums))
    without = [
        range(max(0, table.n_seats - (n_cards(cards) if cards else table.hand_size)), table.n_seats)
        for cards in subjects
    ]
    cases = (dict(zip(subjects, counts, strict=True)) for counts in product(*without))
    return tuple(sorted({_special_total(table, whole, counts) for counts in cases}))


def _special_total(table: TrickTable, total: int, without: dict[Hand, int]) -> int:
    """The sum of a round in which `without[cards]` seats won nothing of what a premium speaks of."""
    others = table.n_seats - 1
    for premium in table.premiums:
        n_without = without[premium.cards]
        if n_without < (others if premium.needs_all else 1):
            continue
        if premium.do == "replace":
            return premium.taker + premium.others * others
        if premium.do == "add":
            total += premium.taker + premium.others * others
        else:
            total *= 2 if premium.do == "double" else 2**n_without
    return total
