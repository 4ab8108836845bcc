"""What makes a variant hold together: selectors that select, packets that deal the pack out, totals that add up."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from kingcli.cards import RANKS, SUITS, card_name, mask, n_cards, parse_card
from kingcli.errors import RecordError, VariantError, near_misses
from kingcli.seats import seat_names
from kingcli.variants.reader import Path
from kingcli.variants.schema import Contract, Term, Variant
from kingcli.variants.table import compile_table, hand_size_of, pack_of, selected, total_of

Fail = Callable[[Path, str], VariantError]


def names_hearts(contracts: Mapping[str, Any], key: str, *, king_only: bool, seen: tuple[str, ...] = ()) -> bool:
    """Whether a contract's raw price list names the King of hearts, or (unless king_only) the heart suit.

    This is what `no_heart_lead: true` and `king_forced: true` mean: hearts, king and all, with their take- forms.
    """
    raw = contracts.get(key)
    if not isinstance(raw, dict) or key in seen:
        return False
    parts = [part for part in (raw.get("negate"), *(raw.get("sum") or ())) if isinstance(part, str)]
    if any(names_hearts(contracts, part, king_only=king_only, seen=(*seen, key)) for part in parts):
        return True
    terms = [term for term in raw.get("score") or () if isinstance(term, dict)]
    king = any("HK" in (term.get("cards") or ()) for term in terms)
    return king or (not king_only and any(term.get("suits") == "H" for term in terms))


def check_data(variant: Variant, fail: Fail) -> None:
    """Raise `fail(path, message)` for the first thing that cannot be played or does not add up."""
    _check_deck(variant, fail)
    if not variant.contracts:
        raise fail(("contracts",), "a game needs at least one contract")
    for key, contract in variant.contracts.items():
        _check_contract(variant, key, contract, fail)
    for key, contract in variant.contracts.items():
        _check_total(variant, key, contract, fail)
    _check_match(variant, fail)


def _check_card(name: str, path: Path, variant: Variant, fail: Fail) -> None:
    try:
        card = parse_card(name)
    except RecordError as error:
        raise fail(path, error.message) from None
    if not pack_of(variant.deck) >> card & 1:
        raise fail(path, f"{card_name(card)} is not in this pack")


def _check_deck(variant: Variant, fail: Fail) -> None:
    for index, name in enumerate(variant.deck.remove):
        try:
            parse_card(name)
        except RecordError as error:
            raise fail(("deck", "remove", index), error.message) from None
    if n_cards(mask(parse_card(name) for name in variant.deck.remove)) != len(variant.deck.remove):
        raise fail(("deck", "remove"), "a card is removed twice")


def _check_term(term: Term, path: Path, variant: Variant, fail: Fail) -> None:
    cards = term.suits is not None or term.ranks is not None or bool(term.cards)
    if (term.per is not None) + (term.last is not None) + cards != 1:
        raise fail(path, "price exactly one thing: per, last, or cards (suits, ranks, cards)")
    if term.points == 0:
        raise fail((*path, "points"), "0 prices nothing")
    if term.last is not None and not 1 <= term.last <= hand_size_of(variant):
        raise fail((*path, "last"), f"must be 1 .. {hand_size_of(variant)}, the tricks of a round")
    for key, word, letters in (("suits", term.suits, SUITS), ("ranks", term.ranks, RANKS)):
        wrong = [letter for letter in word or "" if letter not in letters]
        if wrong or (word is not None and len(set(word)) != len(word)):
            raise fail((*path, key), f"letters of {letters} are expected, each once")
    for index, name in enumerate(term.cards):
        _check_card(name, (*path, "cards", index), variant, fail)
    if cards and not selected(term, pack_of(variant.deck)):
        raise fail(path, "selects no card of this pack")


def _check_contract(variant: Variant, key: str, contract: Contract, fail: Fail) -> None:
    path: Path = ("contracts", key)
    sources = [bool(contract.score), bool(contract.sum), contract.negate is not None, contract.layout is not None]
    if sum(sources) != 1:
        raise fail(path, "needs exactly one of score, sum, negate, layout")
    if (contract.kind == "layout") != (contract.layout is not None):
        raise fail((*path, "kind"), "kind: layout and the key 'layout' belong together")
    for part in (*contract.sum, *([contract.negate] if contract.negate else [])):
        if part not in variant.contracts:
            raise fail(path, f"{part!r} is not a contract here{near_misses(part, variant.contracts)}")
        if variant.contracts[part].kind != "tricks":
            raise fail(path, f"{part!r} is not a trick contract and cannot be a part of another")
    _check_parts(variant, key, (), fail)
    for index, term in enumerate(contract.score):
        _check_term(term, (*path, "score", index), variant, fail)
    _check_deal(variant, path, contract, fail)
    if contract.suit == "trump":
        if contract.kind != "tricks":
            raise fail((*path, "suit"), "only a trick contract has a trump suit")
        if contract.trump.open and (contract.trump.sees != 3 or hand_size_of(variant) < 7):
            raise fail((*path, "trump", "open"), "needs sees: 3 and hands of at least seven cards")
    if contract.layout is not None:
        if len(contract.layout.start) != 1 or contract.layout.start not in RANKS[: RANKS.index(variant.deck.low) + 1]:
            raise fail((*path, "layout", "start"), "one rank of the pack is expected")
        if contract.layout.opening != "eldest":
            _check_card(contract.layout.opening, (*path, "layout", "opening"), variant, fail)
            if contract.layout.start != card_name(parse_card(contract.layout.opening))[1]:
                raise fail((*path, "layout", "opening"), "the opening card must be of the start rank")
        if len(contract.layout.prizes) != variant.seats:
            raise fail((*path, "layout", "prizes"), f"one prize for each of the {variant.seats} places is expected")


def _check_parts(variant: Variant, key: str, above: tuple[str, ...], fail: Fail) -> None:
    if key in above:
        raise fail(("contracts", key), f"is a part of itself: {' -> '.join((*above, key))}")
    contract = variant.contracts.get(key)
    if contract is not None:
        for part in (*contract.sum, *([contract.negate] if contract.negate else [])):
            _check_parts(variant, part, (*above, key), fail)


def _check_deal(variant: Variant, path: Path, contract: Contract, fail: Fail) -> None:
    pack = n_cards(pack_of(variant.deck))
    talon = contract.talon.at if contract.talon else ()
    first = next(iter(variant.contracts.values()))
    if len(talon) != len(first.talon.at if first.talon else ()):
        raise fail((*path, "talon"), "all contracts of a game set the same number of cards aside")
    if len(set(talon)) != len(talon) or any(not 0 < index < pack - 1 for index in talon):
        raise fail(
            (*path, "talon", "at"), f"different pack indexes 1 .. {pack - 2} are expected (not the first or last card)"
        )
    if contract.talon is not None and not talon:
        raise fail((*path, "talon", "at"), "at least one card is expected; leave the talon out to have none")
    packets = contract.deal.packets
    if any(size < 1 for size in packets) or sum(packets) * variant.seats + len(talon) != pack:
        raise fail(
            (*path, "deal", "packets"),
            f"packets {[*packets]} for {variant.seats} seats and {len(talon)} set aside do not deal out {pack} cards",
        )
    if contract.deal.first_dealer not in ("lot", *seat_names(variant.seats)):
        raise fail((*path, "deal", "first_dealer"), f"there is no seat {contract.deal.first_dealer} at this table")
    if contract.talon is not None and variant.pool is None and contract.suit == "none":
        raise fail((*path, "talon"), "nobody could take it: this contract has no declarer")


def _check_total(variant: Variant, key: str, contract: Contract, fail: Fail) -> None:
    for named in ("S", "H", "D", "C") if contract.suit == "trump" else (None,):
        total = total_of(compile_table(variant, key, named))
        if total != contract.total:
            raise fail(("contracts", key, "total"), f"the points add up to {total}, not to {contract.total}")


def _check_match(variant: Variant, fail: Fail) -> None:
    if (variant.order is None) == (variant.pool is None):
        raise fail(("order",), "a match needs either an 'order' or a 'pool'")
    total = 0
    for index, entry in enumerate(variant.order or ()):
        if entry.do not in variant.contracts:
            raise fail(
                ("order", index), f"{entry.do!r} is not a contract here{near_misses(entry.do, variant.contracts)}"
            )
        total += entry.times * variant.contracts[entry.do].total
    if variant.order is not None and not variant.order:
        raise fail(("order",), "at least one round is expected")
    if variant.pool is not None:
        total = _check_pool(variant, fail)
    if total != variant.match_total:
        raise fail(("match_total",), f"the rounds add up to {total}, not to {variant.match_total}")


def _check_pool(variant: Variant, fail: Fail) -> int:
    assert variant.pool is not None
    total = 0
    for key, times in variant.pool.each.items():
        if key not in variant.contracts:
            raise fail(("pool", "each", key), f"not a contract here{near_misses(key, variant.contracts)}")
        if times < 1:
            raise fail(("pool", "each", key), "at least 1 is expected; leave the contract out to have none")
        total += variant.seats * times * variant.contracts[key].total
    if not variant.pool.each:
        raise fail(("pool", "each"), "at least one contract is expected")
    rounds = [variant.contracts[key] for key in variant.pool.each]
    for part in ("deal", "talon", "choose"):
        if any(getattr(contract, part) != getattr(rounds[0], part) for contract in rounds):
            raise fail(("pool",), f"the contracts of a pool must agree on {part!r}: it comes before the choice")
    return total
