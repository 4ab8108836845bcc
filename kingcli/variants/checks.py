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
from kingcli.variants.schema import AuctionRule, Contract, HundredRule, LayoutRule, Pool, Term, Variant
from kingcli.variants.table import (
    NAMED,
    TrickTable,
    compile_table,
    hand_size_of,
    pack_of,
    selected,
    terms_of,
    totals_of,
)

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
    _check_end(variant, fail)
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


def _check_term(term: Term, path: Path, variant: Variant, contract: Contract, fail: Fail) -> None:
    cards = term.suits is not None or term.ranks is not None or bool(term.cards)
    if (term.per is not None) + (term.last is not None) + (term.nth is not None) + cards != 1:
        raise fail(path, "price exactly one thing: per, last, nth, or cards (suits, ranks, cards)")
    _check_points(term, (*path, "points"), cards, fail)
    size = hand_size_of(variant, contract)
    for key, count in (("last", term.last), ("nth", term.nth)):
        if count is not None and not 1 <= count <= size:
            raise fail((*path, key), f"must be 1 .. {size}, the tricks of a round")
    if term.nth is not None and variant.stock != "none":
        raise fail((*path, "nth"), "with a stock the number of tricks is open")
    if term.suits == NAMED and contract.suit != "penalty":
        raise fail((*path, "suits"), "'named' needs a contract with suit: penalty")
    suits = term.suits if term.suits != NAMED else None
    for key, word, letters in (("suits", suits, SUITS), ("ranks", term.ranks, RANKS)):
        wrong = [letter for letter in word or "" if letter not in letters]
        if word == "" or wrong or (word is not None and len(set(word)) != len(word)):
            raise fail((*path, key), f"letters of {letters} are expected, each once")
    for index, name in enumerate(term.cards):
        _check_card(name, (*path, "cards", index), variant, fail)
    if n_cards(mask(parse_card(name) for name in term.cards)) != len(term.cards):
        raise fail((*path, "cards"), "a card stands twice")
    if cards and not selected(term, pack_of(variant.deck), None):
        raise fail(path, "selects no card of this pack")


def _check_points(term: Term, path: Path, cards: bool, fail: Fail) -> None:
    if isinstance(term.points, int):
        if term.points == 0:
            raise fail(path, "0 prices nothing")
        _check_number(term.points, path, fail)
        return
    if not term.points or not cards or term.cards or term.ranks is not None:
        raise fail(path, "points by rank go with suits, and with no ranks or cards")
    for rank, points in term.points.items():
        if len(rank) != 1 or rank not in RANKS:
            raise fail((*path, rank), f"a rank of {RANKS} is expected")
        _check_number(points, (*path, rank), fail)


def _check_number(number: int, path: Path, fail: Fail) -> None:
    if abs(number) > MAX_POINTS:
        raise fail(path, f"must be -{MAX_POINTS} .. {MAX_POINTS}")


def _check_contract(variant: Variant, key: str, contract: Contract, fail: Fail) -> None:
    path: Path = ("contracts", key)
    sources = [bool(contract.score), bool(contract.sum), contract.negate is not None]
    sources += [contract.layout is not None, contract.hundred is not None]
    if sum(sources) != 1:
        raise fail(path, "needs exactly one of score, sum, negate, layout, hundred")
    for kind, rule in (("layout", contract.layout), ("hundred", contract.hundred)):
        if (contract.kind == kind) != (rule is not None):
            raise fail((*path, "kind"), f"kind: {kind} and the key {kind!r} belong together")
    for index, term in enumerate(contract.score):
        _check_term(term, (*path, "score", index), variant, contract, fail)
    if contract.suit != "none" and contract.kind != "tricks":
        raise fail((*path, "suit"), "only a trick contract names a suit")
    if contract.suit == "trump":
        _check_trump(variant, path, contract, fail)
    if contract.suit == "penalty" and not any(term.suits == NAMED for term in contract.score):
        raise fail((*path, "suit"), "a penalty suit needs a term with suits: named")
    if contract.layout is not None:
        _check_layout(variant, path, contract.layout, fail)
    if contract.hundred is not None:
        _check_hundred(path, contract.hundred, fail)
    if contract.auction is not None and contract.suit != "none":
        _check_auction(path, contract, contract.auction, fail)
    for index, name in enumerate(contract.joker.beaten_by):
        _check_card(name, (*path, "joker", "beaten_by", index), variant, fail)
    if len({parse_card(name) >> 4 for name in contract.joker.beaten_by}) > 1:
        raise fail((*path, "joker", "beaten_by"), "cards of one suit are expected: the highest of them wins")
    _check_premiums(variant, path, contract, fail)


def _check_hundred(path: Path, rule: HundredRule, fail: Fail) -> None:
    path = (*path, "hundred")
    for rank, count in rule.eyes.items():
        if len(rank) != 1 or rank not in RANKS or not 0 <= count <= MAX_TIMES:
            raise fail((*path, "eyes", rank), f"eyes from 0 for a rank of {RANKS} are expected")
    sums = [limit for limit, _ in rule.limits]
    if not sums or sums != sorted(set(sums)) or sums[0] < 1:
        raise fail((*path, "limits"), "sums from 1 in rising order are expected, each with its points")
    for index, (_, points) in enumerate(rule.limits):
        _check_number(points, (*path, "limits", index), fail)


def _check_auction(path: Path, contract: Contract, rule: AuctionRule, fail: Fail) -> None:
    path = (*path, "auction")
    if not (1 <= rule.step <= rule.min <= rule.max <= MAX_POINTS) or (rule.min % rule.step, rule.max % rule.step) != (
        0,
        0,
    ):
        raise fail((*path, "step"), "min and max must be multiples of step, and 1 <= step <= min <= max")
    if (rule.sold_by == "eldest") != (rule.pays == "eldest"):
        raise fail((*path, "sold_by"), "sold_by: eldest and pays: eldest belong together")
    if contract.talon is not None and rule.sold_by != "eldest":
        raise fail((*path, "sold_by"), "a talon is sold by eldest")
    if contract.suit == "trump" and rule.sold_by != "eldest":
        raise fail((*path, "sold_by"), "a trump would not be named when all pass: sold_by: eldest")


def _check_premiums(variant: Variant, path: Path, contract: Contract, fail: Fail) -> None:
    """Premiums look at all tricks or scoring cards of the round, so that they can be told from what each seat won."""
    if not contract.premiums:
        return
    path = (*path, "premiums")
    if contract.kind != "tricks" or contract.suit == "trump":
        raise fail(path, "only a trick contract without trump has premiums")
    table = compile_table(
        variant, path[1] if isinstance(path[1], str) else "", "S" if contract.suit != "none" else None
    )
    if getattr(table, "end_points", ()) or len(getattr(table, "trick_points", (0,))) > 1 or variant.stock != "none":
        raise fail(path, "premiums go with points for cards or for every trick alike, and with no stock")
    for index, premium in enumerate(contract.premiums):
        if premium.of == "scoring" and not getattr(table, "scoring", 0):
            raise fail((*path, index, "of"), "no card scores in this contract; say of: tricks")
        if premium.when == "takes-all" and premium.do in ("double", "double-each"):
            raise fail((*path, index, "do"), "doubling goes with if: takes-none")
        if premium.when == "takes-none" and premium.do in ("replace", "add"):
            raise fail((*path, index, "do"), "replace and add go with if: takes-all")


def _check_trump(variant: Variant, path: Path, contract: Contract, fail: Fail) -> None:
    if contract.trump.sees == 3 and variant.pool is not None:
        raise fail((*path, "trump", "sees"), "who chooses the contract from a pool has seen all his cards: sees: all")
    if contract.trump.sees == 3 and hand_size_of(variant, contract) < 3:
        raise fail((*path, "trump", "sees"), "needs hands of at least three cards")
    if contract.trump.open and (contract.trump.sees != 3 or hand_size_of(variant, contract) < 7):
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
    if len(rule.prizes) != variant.n_active:
        raise fail((*path, "prizes"), f"one prize for each of the {variant.n_active} places is expected")
    if len(set(rule.prizes)) == 1:
        raise fail((*path, "prizes"), "all prizes are the same: there would be nothing to play for")
    for index, prize in enumerate(rule.prizes):
        _check_number(prize, (*path, "prizes", index), fail)


def _check_deal(variant: Variant, path: Path, contract: Contract, fail: Fail) -> None:
    pack = n_cards(pack_of(variant.deck))
    talon = contract.talon.at if contract.talon else ()
    first = next(iter(variant.contracts.values()))
    _check_aside(pack, path, contract, fail)
    packets = contract.deal.packets
    dealt = sum(packets) * variant.n_active + len(talon)
    if not packets or any(size < 1 for size in packets) or dealt > pack or (dealt < pack and variant.stock == "none"):
        words = f"packets {[*packets][:20]} for {variant.n_active} hands and {len(talon)} set aside"
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
        if contract.talon is not None and contract.talon.then != "first-trick":
            raise fail((*path, "talon"), "nobody could take it: this contract has no declarer")
    if contract.talon is not None and contract.kind != "tricks":
        raise fail((*path, "talon"), "only a trick contract can have a talon")


def _check_aside(pack: int, path: Path, contract: Contract, fail: Fail) -> None:
    """Where the cards set aside lie in the pack; a hidden talon may hold neither its first nor its last card."""
    rule = contract.talon
    if rule is None:
        return
    if not rule.at:
        raise fail((*path, "talon", "at"), "at least one card is expected; leave the talon out to have none")
    first, last = (1, pack - 2) if rule.then == "discard" else (-pack, pack - 1)
    for index, place in enumerate(rule.at):
        if not first <= place <= last:
            ends = ", not the first and not the last" if rule.then == "discard" else ""
            words = f"a pack index {first} .. {last} is expected: {pack} cards from 0{ends}"
            raise fail((*path, "talon", "at", index), words)
        if place % pack in [other % pack for other in rule.at[:index]]:
            raise fail((*path, "talon", "at", index), f"{place} stands twice")
    if rule.then == "first-trick" and len(rule.at) != 1:
        raise fail((*path, "talon", "at"), "one odd card goes to the first trick")


def _check_total(variant: Variant, key: str, contract: Contract, fail: Fail) -> None:
    path: Path = ("contracts", key, "total")
    sizes = [
        term.points if isinstance(term.points, int) else max(map(abs, term.points.values()))
        for term, _ in terms_of(variant, contract)
    ]
    if sum(map(abs, sizes)) > MAX_POINTS:
        raise fail(("contracts", key), f"the points of its parts are more than {MAX_POINTS}")
    found: set[int] = set()
    for named in SUITS if contract.suit != "none" else (None,):
        totals = totals_of(compile_table(variant, key, named))
        if totals is None:
            if contract.total != "varies":
                raise fail(path, "the points depend on the number of tricks: 'varies' is expected")
            return
        found |= set(totals)
    stated = contract.total if isinstance(contract.total, (tuple, str)) else (contract.total,)
    if isinstance(stated, str) or set(stated) != found:
        spelt = stated if isinstance(stated, str) else " or ".join(map(str, stated))
        words = " or ".join(str(total) for total in sorted(found))
        raise fail(path, f"the points add up to {words}, not to {spelt}")


def _check_talon(variant: Variant, key: str, contract: Contract, fail: Fail) -> None:
    """Points put away would be missing from the total, unless a revoke pays for them."""
    if contract.talon is None or contract.talon.then != "discard":
        return
    if contract.talon.revoke < 0 or contract.talon.revoke > MAX_POINTS:
        raise fail(("contracts", key, "talon", "revoke"), f"must be 0 .. {MAX_POINTS}")
    if _scoring(variant, contract) and contract.talon.may_not == "nothing" and not contract.talon.revoke:
        words = "cards score in this contract: put away, their points would be missing from its total"
        raise fail(("contracts", key, "talon", "may_not"), words)


def _scoring(variant: Variant, contract: Contract) -> Hand:
    """The cards that score in a contract."""
    key = next(name for name, other in variant.contracts.items() if other is contract)
    table = compile_table(variant, key, "S" if contract.suit != "none" else None)
    return table.scoring if isinstance(table, TrickTable) else 0


def _check_match(variant: Variant, fail: Fail) -> None:
    if variant.order is not None and not variant.order:
        raise fail(("order",), "at least one round is expected")
    rounds = sum(entry.times for entry in variant.order or ())
    if variant.pool is not None:
        rounds = variant.seats * (variant.pool.choices or sum(variant.pool.each.values()))
    if rounds > MAX_ROUNDS:
        raise fail(("order" if variant.pool is None else "pool",), f"a match of {rounds} rounds; {MAX_ROUNDS} at most")
    total = _match_total(variant)
    if total is None and variant.match_total != "varies":
        raise fail(("match_total",), "the scores of this game have no fixed sum: 'varies' is expected")
    if total is not None and variant.match_total not in (total, "varies"):
        raise fail(("match_total",), f"the rounds add up to {total}, not to {variant.match_total}")


def _check_end(variant: Variant, fail: Fail) -> None:
    end = variant.end
    if end.at_most is not None and not -MAX_POINTS <= end.at_most < 0:
        raise fail(("end", "at_most"), f"a total of -{MAX_POINTS} .. -1 is expected")
    if not 1 <= end.max_rounds <= MAX_ROUNDS:
        raise fail(("end", "max_rounds"), f"must be 1 .. {MAX_ROUNDS}")
    if end.repeat and (end.at_most is None or variant.pool is not None):
        raise fail(("end", "repeat"), "an order that starts again needs at_most to end the match")
    offsets = {offset % variant.seats for offset in variant.out}
    if len(offsets) != len(variant.out) or variant.n_active < 3 or variant.n_active > 4:
        raise fail(("out",), "different offsets from the dealer are expected, and three or four seats left to play")


def _match_total(variant: Variant) -> int | None:
    """What the totals of a match sum to; None where it depends on play or on choices."""
    if variant.end.repeat or variant.end.at_most is not None:
        return None
    played = list(variant.pool.each) if variant.pool is not None else [entry.do for entry in variant.order or ()]
    rules = [variant.contracts[key] for key in played]
    if any(contract.auction is not None and contract.auction.pays != "eldest" for contract in rules):
        return None
    # A revoke found at the end costs the declarer a fixed sum, which need not be what the round is worth.
    if any(
        c.talon is not None and c.talon.revoke not in (0, -c.total if isinstance(c.total, int) else 0)
        for c in rules
        if _scoring(variant, c)
    ):
        return None
    if variant.pool is None:
        counts = [(entry.do, entry.times) for entry in variant.order or ()]
    else:
        pool = variant.pool
        counts = [(key, pool.match.get(key, variant.seats * times)) for key, times in pool.each.items()]
        if pool.choices is not None and sum(count for _, count in counts) != variant.seats * pool.choices:
            return None
    total = 0
    for key, count in counts:
        value = variant.contracts[key].total
        if not isinstance(value, int):
            return None
        total += value * count
    return total


def _check_pool(variant: Variant, fail: Fail) -> None:
    pool = variant.pool
    if pool is None:
        return
    if not pool.each:
        raise fail(("pool", "each"), "at least one contract is expected")
    for key, times in pool.each.items():
        path: Path = ("pool", "each", key)
        if key not in variant.contracts:
            raise fail(path, f"not a contract here{near_misses(key, variant.contracts)}")
        if not 1 <= times <= MAX_TIMES:
            raise fail(path, f"must be 1 .. {MAX_TIMES}; leave the contract out to have none")
    first = variant.contracts[next(iter(pool.each))]
    for key in pool.each:
        contract = variant.contracts[key]
        for part in ("deal", "talon", "choose", "auction"):
            if getattr(contract, part) != getattr(first, part):
                words = f"the contracts of a pool must agree on {part!r}: it comes before the choice"
                raise fail(("contracts", key, part), words)
    _check_quotas(variant, pool, fail)


def _check_quotas(variant: Variant, pool: Pool, fail: Fail) -> None:
    """No player may be left without a choice: quotas of the match must leave enough for every player's group."""
    groups: dict[str, list[str]] = {}
    for key in pool.each:
        groups.setdefault(variant.contracts[key].group, []).append(key)
    for group, times in pool.groups.items():
        path: Path = ("pool", "groups", group)
        if group not in groups:
            raise fail(path, f"no contract of the pool is of this group{near_misses(group, groups)}")
        room = sum(pool.match.get(key, variant.seats * pool.each[key]) for key in groups[group])
        if not times >= 1 or room < variant.seats * times:
            raise fail(path, f"the match has room for {room} rounds of it, the players need {variant.seats * times}")
    for key, times in pool.match.items():
        if key not in pool.each:
            raise fail(("pool", "match", key), f"not in the pool{near_misses(key, pool.each)}")
        own = min(times, pool.groups.get(variant.contracts[key].group, times))
        if times < 1 or pool.each[key] < own:
            words = f"at least {own} is expected, or the quota of the match could leave a player without a choice"
            raise fail(("pool", "each", key), words)
    loose = sum(times for key, times in pool.each.items() if variant.contracts[key].group not in pool.groups)
    most = sum(pool.groups.values()) + loose
    if pool.choices is None and (pool.groups or pool.match):
        raise fail(("pool", "choices"), "with groups or match quotas say how many rounds each player chooses")
    if pool.choices is not None and not 1 <= pool.choices <= most:
        raise fail(("pool", "choices"), f"must be 1 .. {most}, what a player may choose in all")
