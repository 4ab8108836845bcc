"""What makes a variant hold together: selectors that select, packets that deal the pack out, totals that add up.

Limits are far above any game: they keep a wrong file from running for ever.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from kingcli.cards import RANKS, SUITS, Hand, card_name, cards_of, mask, n_cards, parse_card, rank_index
from kingcli.errors import RecordError, VariantError, near_misses
from kingcli.seats import seat_names
from kingcli.variants.reader import Path
from kingcli.variants.schema import Contract, LayoutRule, Term, Variant
from kingcli.variants.table import compile_table, hand_size_of, pack_of, selected, terms_of, total_of

Fail = Callable[[Path, str], VariantError]

MAX_POINTS = 1_000_000
MAX_TIMES = 1_000
MAX_ROUNDS = 10_000
MAX_CONTRACTS = 100
MAX_TERMS = 100
_MAX_DEPTH = 10
# Ids stand in options ("contract:take-all"), file names and records.
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")
_CONTRACT_ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


def names_hearts(contracts: Mapping[str, Contract], key: str, *, king_only: bool) -> bool:
    """Whether a contract's price list names the King of hearts, or (unless king_only) the heart suit.

    This is what `no_heart_lead: true` and `king_forced: true` mean: hearts, king and all, with their take- forms.
    """
    contract = contracts[key]
    if any(names_hearts(contracts, part, king_only=king_only) for part in _parts(contract)):
        return True
    cards = [name for term in contract.score for name in term.cards]
    king = any(name.upper() in ("HK", "KH") or name in ("♥K", "K♥") for name in cards)
    return king or (not king_only and any(term.suits == "H" for term in contract.score))


def _parts(contract: Contract) -> tuple[str, ...]:
    return (*contract.sum, *([contract.negate] if contract.negate is not None else []))


def check_parts(contracts: Mapping[str, Contract], fail: Fail) -> None:
    """Raise unless the sums and negations lead, in a few steps and not in circles, to price lists."""
    if len(contracts) > MAX_CONTRACTS:
        raise fail(("contracts",), f"{len(contracts)} contracts; {MAX_CONTRACTS} at most")
    for key, contract in contracts.items():
        path: Path = ("contracts", key)
        if not _CONTRACT_ID.fullmatch(key):
            raise fail(path, "a contract's id is small letters and digits, with single - between")
        for index, part in enumerate(contract.sum):
            if part in contract.sum[:index]:
                raise fail((*path, "sum", index), f"{part!r} stands twice")
        named: list[tuple[Path, str]] = [((*path, "sum", index), part) for index, part in enumerate(contract.sum)]
        if contract.negate is not None:
            named.append(((*path, "negate"), contract.negate))
        for place, part in named:
            if part not in contracts:
                raise fail(place, f"{part!r} is not a contract here{near_misses(part, contracts)}")
            if contracts[part].kind != "tricks":
                raise fail(place, f"{part!r} is not a trick contract and cannot be a part of another")
    sizes: dict[str, int] = {}
    for key in contracts:
        _count_terms(contracts, key, (), sizes, fail)


def _count_terms(
    contracts: Mapping[str, Contract], key: str, above: tuple[str, ...], sizes: dict[str, int], fail: Fail
) -> int:
    """The length of the price list with all parts resolved."""
    if key in above:
        circle = (*above[above.index(key) :], key)
        raise fail(("contracts", key), f"is a part of itself: {' -> '.join(circle)}")
    if key not in sizes:
        if len(above) >= _MAX_DEPTH:
            raise fail(("contracts", key), f"sums and negations more than {_MAX_DEPTH} deep")
        inner = [_count_terms(contracts, part, (*above, key), sizes, fail) for part in _parts(contracts[key])]
        sizes[key] = sum(inner) + len(contracts[key].score)
        if sizes[key] > MAX_TERMS:
            raise fail(("contracts", key), f"a price list of {sizes[key]} terms; {MAX_TERMS} at most")
    return sizes[key]


def check_data(variant: Variant, fail: Fail) -> None:
    """Raise `fail(path, message)` for the first thing that cannot be played or does not add up."""
    _check_names(variant, fail)
    _check_deck(variant, fail)
    if variant.order is None and variant.pool is None:
        raise fail((), "a match needs an 'order' of contracts or a 'pool' to choose from")
    if variant.order is not None and variant.pool is not None:
        raise fail(("pool",), "a match has an 'order' or a 'pool', not both; drop the parent's with null")
    _check_pool(variant, fail)
    for key, contract in variant.contracts.items():
        _check_deal(variant, ("contracts", key), contract, fail)
    for key, contract in variant.contracts.items():
        _check_contract(variant, key, contract, fail)
        _check_total(variant, key, contract, fail)
        _check_talon(variant, key, contract, fail)
    _check_match(variant, fail)


def _check_names(variant: Variant, fail: Fail) -> None:
    places: list[tuple[Path, Mapping[str, str]]] = [(("names",), variant.names)]
    places += [(("contracts", key, "names"), contract.names) for key, contract in variant.contracts.items()]
    places += [(("options", key, "names"), rule.names) for key, rule in variant.options.items()]
    for path, words in places:
        for language, word in words.items():
            if not word.strip() or _CONTROL.search(word):
                raise fail((*path, language), "a name is text in one line")
    if _CONTROL.search(variant.source):
        raise fail(("source",), "must be text in one line")


def _check_card(name: str, path: Path, variant: Variant, fail: Fail) -> None:
    try:
        card = parse_card(name)
    except RecordError as error:
        raise fail(path, error.message) from None
    if not pack_of(variant.deck) >> card & 1:
        raise fail(path, f"{card_name(card)} is not in this pack")


def _check_deck(variant: Variant, fail: Fail) -> None:
    removed: Hand = 0
    for index, name in enumerate(variant.deck.remove):
        path: Path = ("deck", "remove", index)
        try:
            card = parse_card(name)
        except RecordError as error:
            raise fail(path, error.message) from None
        if removed >> card & 1:
            raise fail(path, f"{card_name(card)} is removed twice")
        if rank_index(card) > RANKS.index(variant.deck.low):
            raise fail(path, f"{card_name(card)} is not in the pack (its lowest rank is {variant.deck.low})")
        removed |= 1 << card


def _check_term(term: Term, path: Path, variant: Variant, fail: Fail) -> None:
    cards = term.suits is not None or term.ranks is not None or bool(term.cards)
    if (term.per is not None) + (term.last is not None) + cards != 1:
        raise fail(path, "price exactly one thing: per, last, or cards (suits, ranks, cards)")
    if term.points == 0:
        raise fail((*path, "points"), "0 prices nothing")
    _check_number(term.points, (*path, "points"), fail)
    if term.last is not None and not 1 <= term.last <= hand_size_of(variant):
        raise fail((*path, "last"), f"must be 1 .. {hand_size_of(variant)}, the tricks of a round")
    for key, word, letters in (("suits", term.suits, SUITS), ("ranks", term.ranks, RANKS)):
        wrong = [letter for letter in word or "" if letter not in letters]
        if word == "" or wrong or (word is not None and len(set(word)) != len(word)):
            raise fail((*path, key), f"letters of {letters} are expected, each once")
    for index, name in enumerate(term.cards):
        _check_card(name, (*path, "cards", index), variant, fail)
    if n_cards(mask(parse_card(name) for name in term.cards)) != len(term.cards):
        raise fail((*path, "cards"), "a card stands twice")
    if cards and not selected(term, pack_of(variant.deck)):
        raise fail(path, "selects no card of this pack")


def _check_number(number: int, path: Path, fail: Fail) -> None:
    if abs(number) > MAX_POINTS:
        raise fail(path, f"must be -{MAX_POINTS} .. {MAX_POINTS}")


def _check_contract(variant: Variant, key: str, contract: Contract, fail: Fail) -> None:
    path: Path = ("contracts", key)
    sources = [bool(contract.score), bool(contract.sum), contract.negate is not None, contract.layout is not None]
    if sum(sources) != 1:
        raise fail(path, "needs exactly one of score, sum, negate, layout")
    if (contract.kind == "layout") != (contract.layout is not None):
        raise fail((*path, "kind"), "kind: layout and the key 'layout' belong together")
    for index, term in enumerate(contract.score):
        _check_term(term, (*path, "score", index), variant, fail)
    if contract.suit == "trump":
        _check_trump(variant, path, contract, fail)
    if contract.layout is not None:
        _check_layout(variant, path, contract.layout, fail)


def _check_trump(variant: Variant, path: Path, contract: Contract, fail: Fail) -> None:
    if contract.kind != "tricks":
        raise fail((*path, "suit"), "only a trick contract has a trump suit")
    if contract.trump.sees == 3 and variant.pool is not None:
        raise fail((*path, "trump", "sees"), "who chooses the contract from a pool has seen all his cards: sees: all")
    if contract.trump.sees == 3 and hand_size_of(variant) < 3:
        raise fail((*path, "trump", "sees"), "needs hands of at least three cards")
    if contract.trump.open and (contract.trump.sees != 3 or hand_size_of(variant) < 7):
        raise fail((*path, "trump", "open"), "needs sees: 3 and hands of at least seven cards")


def _check_layout(variant: Variant, path: Path, rule: LayoutRule, fail: Fail) -> None:
    path = (*path, "layout")
    pack = pack_of(variant.deck)
    if len(rule.start) != 1 or rule.start not in RANKS[: RANKS.index(variant.deck.low) + 1]:
        raise fail((*path, "start"), f"one rank of the pack is expected ({RANKS[: RANKS.index(variant.deck.low) + 1]})")
    for suit in range(4):
        ranks = [rank_index(card) for card in cards_of(pack) if card >> 4 == suit]
        if ranks and (RANKS.index(rule.start) not in ranks or ranks[-1] - ranks[0] + 1 != len(ranks)):
            words = f"the {SUITS[suit]} suit of this pack cannot be laid out from the {rule.start}: a card is missing"
            raise fail((*path, "start"), words)
    if rule.opening != "eldest":
        _check_card(rule.opening, (*path, "opening"), variant, fail)
        if RANKS[rank_index(parse_card(rule.opening))] != rule.start:
            raise fail((*path, "opening"), "the opening card must be of the start rank")
    if len(rule.prizes) != variant.seats:
        raise fail((*path, "prizes"), f"one prize for each of the {variant.seats} places is expected")
    if len(set(rule.prizes)) == 1:
        raise fail((*path, "prizes"), "all prizes are the same: there would be nothing to play for")
    for index, prize in enumerate(rule.prizes):
        _check_number(prize, (*path, "prizes", index), fail)


def _check_deal(variant: Variant, path: Path, contract: Contract, fail: Fail) -> None:
    pack = n_cards(pack_of(variant.deck))
    talon = contract.talon.at if contract.talon else ()
    first = next(iter(variant.contracts.values()))
    if len(talon) != len(first.talon.at if first.talon else ()):
        raise fail((*path, "talon"), "all contracts of a game set the same number of cards aside")
    if contract.talon is not None and not talon:
        raise fail((*path, "talon", "at"), "at least one card is expected; leave the talon out to have none")
    for index, place in enumerate(talon):
        if not 0 < place < pack - 1:
            words = f"a pack index 1 .. {pack - 2} is expected: {pack} cards from 0, not the first and not the last"
            raise fail((*path, "talon", "at", index), words)
        if place in talon[:index]:
            raise fail((*path, "talon", "at", index), f"{place} stands twice")
    packets = contract.deal.packets
    if not packets or any(size < 1 for size in packets) or sum(packets) * variant.seats + len(talon) != pack:
        words = f"packets {[*packets][:20]} for {variant.seats} seats and {len(talon)} set aside"
        raise fail((*path, "deal", "packets"), f"{words} do not deal out {pack} cards")
    if contract.deal.first_dealer not in ("lot", *seat_names(variant.seats)):
        words = f"there is no seat {contract.deal.first_dealer} at this table ({' '.join(seat_names(variant.seats))})"
        raise fail((*path, "deal", "first_dealer"), words)
    if contract.deal.first_dealer != first.deal.first_dealer:
        raise fail((*path, "deal", "first_dealer"), "a match has one first dealer: all contracts must agree")
    if variant.pool is None and contract.suit == "none":
        for key in ("start", "next"):
            if getattr(contract.deal, key) == "chooser":
                raise fail((*path, "deal", key), "nobody chooses in this contract: eldest and next are possible")
        if contract.talon is not None:
            raise fail((*path, "talon"), "nobody could take it: this contract has no declarer")
    if contract.talon is not None and contract.kind != "tricks":
        raise fail((*path, "talon"), "only a trick contract can have a talon")


def _check_total(variant: Variant, key: str, contract: Contract, fail: Fail) -> None:
    if sum(abs(term.points) for term, _ in terms_of(variant, contract)) > MAX_POINTS:
        raise fail(("contracts", key), f"the points of its parts are more than {MAX_POINTS}")
    for named in SUITS if contract.suit == "trump" else (None,):
        total = total_of(compile_table(variant, key, named))
        if total != contract.total:
            raise fail(("contracts", key, "total"), f"the points add up to {total}, not to {contract.total}")


def _check_talon(variant: Variant, key: str, contract: Contract, fail: Fail) -> None:
    """Points may not be put away, and the declarer must always hold enough cards without points."""
    if contract.talon is None:
        return
    scoring = n_cards(getattr(compile_table(variant, key, "S" if contract.suit == "trump" else None), "scoring", 0))
    if scoring and contract.talon.may_not == "nothing":
        words = "cards score in this contract: put away, their points would be missing from its total"
        raise fail(("contracts", key, "talon", "may_not"), words)
    if scoring > hand_size_of(variant):
        words = f"{scoring} cards score, more than the {hand_size_of(variant)} of a hand: there may be none to put away"
        raise fail(("contracts", key, "talon", "may_not"), words)


def _check_match(variant: Variant, fail: Fail) -> None:
    total, rounds = 0, 0
    for entry in variant.order or ():
        total += entry.times * variant.contracts[entry.do].total
        rounds += entry.times
    if variant.order is not None and not variant.order:
        raise fail(("order",), "at least one round is expected")
    if variant.pool is not None:
        total, rounds = _pool_total(variant, fail)
    if rounds > MAX_ROUNDS:
        raise fail(("order" if variant.pool is None else "pool",), f"a match of {rounds} rounds; {MAX_ROUNDS} at most")
    if total != variant.match_total:
        raise fail(("match_total",), f"the rounds add up to {total}, not to {variant.match_total}")


def _check_pool(variant: Variant, fail: Fail) -> None:
    if variant.pool is None:
        return
    if not variant.pool.each:
        raise fail(("pool", "each"), "at least one contract is expected")
    for key, times in variant.pool.each.items():
        path: Path = ("pool", "each", key)
        if key not in variant.contracts:
            raise fail(path, f"not a contract here{near_misses(key, variant.contracts)}")
        if not 1 <= times <= MAX_TIMES:
            raise fail(path, f"must be 1 .. {MAX_TIMES}; leave the contract out to have none")


def _pool_total(variant: Variant, fail: Fail) -> tuple[int, int]:
    """Total and number of rounds of a match whose contracts are chosen."""
    assert variant.pool is not None
    total, rounds = 0, 0
    first = variant.contracts[next(iter(variant.pool.each))]
    for key, times in variant.pool.each.items():
        contract = variant.contracts[key]
        for part in ("deal", "talon", "choose"):
            if getattr(contract, part) != getattr(first, part):
                words = f"the contracts of a pool must agree on {part!r}: it comes before the choice"
                raise fail(("contracts", key, part), words)
        total += variant.seats * times * contract.total
        rounds += variant.seats * times
    return total, rounds
