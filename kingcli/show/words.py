"""The rules of a variant in words, one fact a topic, made from its data; two games differ where their facts do."""

from __future__ import annotations

from kingcli.cards import SUITS, n_cards
from kingcli.rules import n_rounds
from kingcli.variants import Contract, Variant
from kingcli.variants.schema import DealRule, Term
from kingcli.variants.table import hand_size_of, pack_of, terms_of

_SUIT_WORDS = dict(zip(SUITS, ("spade", "heart", "diamond", "club"), strict=True))
_RANK_WORDS = {"A": "ace", "K": "king", "Q": "queen", "J": "jack", "T": "ten"}
_SEAT_WORDS = {"next": "Eldest (dealer's left)", "previous": "The player on the dealer's right"}


def contract_name(variant: Variant, contract_id: str, lang: str = "en") -> str:
    """The name of a contract in a language; its id where the data has none."""
    names = variant.contracts[contract_id].names
    return names.get(lang) or names.get("en") or contract_id


def rank_words(rank: str, *, plural: bool = False) -> str:
    word = _RANK_WORDS.get(rank, rank)
    return word + "s" if plural else word


def card_title(name: str) -> str:
    """ "the King of hearts" for "HK"."""
    word = _RANK_WORDS.get(name[1], name[1])
    return f"the {word.capitalize()} of {_SUIT_WORDS[name[0]]}s"


def term_words(term: Term, sign: int = 1) -> str:
    """One item of a price list: "-2 a trick", "-4 a queen", "-8 for each of the last two tricks"."""
    points = f"{sign * term.points:+d}"
    if term.per is not None:
        return f"{points} a {term.per}"
    if term.last is not None:
        count = {1: "the last trick", 2: "each of the last two tricks"}.get(
            term.last, f"each of the last {term.last} tricks"
        )
        return f"{points} for {count}"
    parts = []
    if term.suits is not None:
        parts.append(" or ".join(_SUIT_WORDS[suit] for suit in term.suits))
    if term.ranks is not None:
        parts.append(" or ".join(rank_words(rank) for rank in term.ranks))
    if parts:
        return f"{points} a {' '.join(reversed(parts))}"
    return f"{points} for {', '.join(card_title(name) for name in term.cards)}"


def price_words(variant: Variant, contract: Contract) -> str:
    """What a contract costs or pays."""
    if contract.layout is not None:
        return ", ".join(f"{prize:+d}" if prize else "0" for prize in contract.layout.prizes) + " by place"
    whole = variant.contracts[contract.negate] if contract.negate is not None else contract
    if whole.sum:
        signs = ", with plus signs" if contract.negate is not None else ""
        return f"these {len(whole.sum)} together{signs}"
    return "; ".join(term_words(term, sign) for term, sign in terms_of(variant, contract))


def contract_order(variant: Variant) -> list[tuple[str, str]]:
    """(round numbers or counts, contract id) in the order of the match; for a pool, how often each player has it."""
    if variant.pool is not None:
        return [(f"{times} x", key) for key, times in variant.pool.each.items()]
    rows, number = [], 1
    for entry in variant.order or ():
        last = number + entry.times - 1
        rows.append((str(number) if entry.times == 1 else f"{number}-{last}", entry.do))
        number = last + 1
    return rows


def facts(variant: Variant) -> dict[str, str]:
    """Topic -> sentence: everything that makes this game what it is, but for the price list (see `prices`)."""
    found = {
        "Players": f"{variant.seats}",
        "Pack": pack_words(variant),
        "Rounds": f"{n_rounds(variant)}",
        "Sum": f"scores sum to {variant.match_total}",
        "Deal": deal_words(variant),
    }
    rules = list(variant.contracts.values())
    trumps = [contract for contract in rules if contract.suit == "trump"]
    if variant.pool is not None:
        seat = _SEAT_WORDS[rules[0].choose.seat]
        found["Contract"] = f"{seat} sees his cards and chooses one of his remaining contracts; he leads."
    if any(contract.talon for contract in rules):
        found["Talon"] = talon_words(rules[0])
    if trumps:
        found["Trump"] = trump_words(variant, trumps[0])
        found["Void"] = (
            "Without the led suit a trump must be played." if trumps[0].play.must_trump else "A void may discard."
        )
        if trumps[0].play.trump_lead == "declarer-only":
            found["Leads"] = "Only the namer may lead trumps, unless nothing else is left."
    banned = [key for key, contract in variant.contracts.items() if contract.play.no_heart_lead]
    if banned:
        found["Hearts"] = f"May not be led in {', '.join(banned)} while another suit is held."
    forced = [key for key, contract in variant.contracts.items() if contract.play.king_forced]
    if forced:
        found["King"] = f"Goes at the first chance (no card of the led suit) in {', '.join(forced)}."
        extra = next(contract.play.king_forced_on_hearts for contract in rules if contract.play.king_forced)
        if extra != "never":
            found["King"] += " Also on hearts led, " + ("under the ace." if extra == "under-ace" else "always.")
    layouts = [contract for contract in rules if contract.layout is not None]
    for contract in layouts:
        found["Layout"] = layout_words(contract)
    if any(contract.play.early_end for contract in rules):
        found["End"] = "A round stops when nothing can be won or lost any more."
    return found


def pack_words(variant: Variant) -> str:
    ranks = f"{variant.deck.low} to A"
    removed = f", without {' '.join(variant.deck.remove)}" if variant.deck.remove else ""
    return f"{n_cards(pack_of(variant.deck))} cards ({ranks}{removed})"


def _packets(deal: DealRule) -> str:
    if set(deal.packets) == {1}:
        return "one card at a time"
    return " + ".join(str(size) for size in deal.packets) + " cards"


def deal_words(variant: Variant) -> str:
    rules = [variant.contracts[key] for _, key in contract_order(variant)]
    way = "left" if variant.direction == "clockwise" else "right"
    words = f"{_packets(rules[0].deal)}, {hand_size_of(variant)} each; the dealer moves {way}."
    words += f" Eldest (dealer's {way}) leads."
    for contract in rules[1:]:
        if contract.deal != rules[0].deal:
            start = "the chooser" if contract.deal.start == "chooser" else "eldest"
            words += f" Trump rounds: {_packets(contract.deal)}, first to {start}"
            words += "; the next dealer is the chooser." if contract.deal.next == "chooser" else "."
            break
    return words


def talon_words(contract: Contract) -> str:
    talon = contract.talon
    assert talon is not None
    shown = "shows them to all" if talon.faces == "shown" else "sees them alone"
    scoring = "; no card that scores" if talon.may_not == "scoring" else ""
    places = " and ".join(str(index + 1) for index in talon.at)
    return (
        f"Cards {places} of the pack are set aside. The declarer takes them, "
        f"{shown}, and puts as many away face down{scoring}."
    )


def trump_words(variant: Variant, contract: Contract) -> str:
    rule = contract.trump
    who = _SEAT_WORDS[contract.choose.seat] if variant.pool is None else "The declarer"
    when = "on his first three cards" if rule.sees == 3 and variant.pool is None else "on all his cards"
    ways = ["a suit"]
    if rule.no_trump:
        ways.append("no trump")
    if rule.by_last:
        ways.append("'by the last': the suit of his last card, which is shown")
    if rule.open:
        ways.append("'open' a suit or the highest: his fifth to seventh cards are turned up and decide")
    return f"{who} names {when}: {', or '.join(ways)}. He leads."


def layout_words(contract: Contract) -> str:
    rule = contract.layout
    assert rule is not None
    start = rank_words(rule.start, plural=True)
    begins = "eldest begins" if rule.opening == "eldest" else f"the holder of {rule.opening} begins"
    passing = "a turn may be passed, but not n-1 times in a row" if rule.may_pass else "a card that fits must be laid"
    return f"{start.capitalize()} open their suits, then runs up and down; {begins}; {passing}."


def prices(variant: Variant) -> list[tuple[str, str, str, str, str]]:
    """Rows (round, contract id, name, price, total) in the order of the match."""
    return [
        (
            number,
            key,
            contract_name(variant, key),
            price_words(variant, variant.contracts[key]),
            f"{variant.contracts[key].total:+d}",
        )
        for number, key in contract_order(variant)
    ]


def differences(one: Variant, other: Variant) -> list[str]:
    """The topics in which two games differ, in the order of the rule card."""
    mine, theirs = facts(one), facts(other)
    topics = [topic.lower() for topic in dict.fromkeys([*mine, *theirs]) if mine.get(topic) != theirs.get(topic)]
    if [row[1:] for row in prices(one)] != [row[1:] for row in prices(other)]:
        my_prices = {row[1]: row[3:] for row in prices(one)}
        their_prices = {row[1]: row[3:] for row in prices(other)}
        new = [name for name in my_prices if name not in their_prices]
        gone = [name for name in their_prices if name not in my_prices]
        priced = [name for name in my_prices if name in their_prices and my_prices[name] != their_prices[name]]
        if new:
            topics.append(f"has {', '.join(new)}")
        if gone:
            topics.append(f"has not {', '.join(gone)}")
        if priced:
            topics.append(f"price of {', '.join(priced)}")
        if not (new or gone or priced):
            topics.append("order of rounds")
    return topics
