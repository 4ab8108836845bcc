"""The rules of a variant in words, one fact a topic, made from its data; two games differ where their facts do."""

from __future__ import annotations

from kingcli.cards import SUITS, n_cards
from kingcli.rules import n_rounds
from kingcli.variants import Contract, Variant
from kingcli.variants.schema import DealRule, Term
from kingcli.variants.table import NAMED, pack_of, terms_of

_SUIT_WORDS = dict(zip(SUITS, ("spade", "heart", "diamond", "club"), strict=True))
_RANK_WORDS = {"A": "ace", "K": "king", "Q": "queen", "J": "jack", "T": "ten"}


def _seat_words(variant: Variant, contract: Contract) -> str:
    if contract.choose.seat == "next":
        return f"Eldest (dealer's {way_words(variant)})"
    return f"The player on the dealer's {'right' if way_words(variant) == 'left' else 'left'}"


def way_words(variant: Variant) -> str:
    """The side on which the next player sits: play to the left is clockwise."""
    return "left" if variant.direction == "clockwise" else "right"


def contract_name(variant: Variant, contract_id: str, lang: str = "en") -> str:
    """The name of a contract in a language; its id where the data has none."""
    names = variant.contracts[contract_id].names
    return names.get(lang) or names.get("en") or contract_id


def rank_words(rank: str, *, plural: bool = False) -> str:
    word = _RANK_WORDS.get(rank, rank)
    return word + "s" if plural else word


def card_title(name: str) -> str:
    """ "the King of hearts" for "HK"."""
    if name in ("HX", "HY"):
        return "a joker"
    word = _RANK_WORDS.get(name[1], name[1])
    return f"the {word.capitalize()} of {_SUIT_WORDS[name[0]]}s"


def term_words(term: Term, sign: int = 1) -> str:
    """One item of a price list: "-2 a trick", "-4 a queen", "-8 for each of the last two tricks"."""
    if isinstance(term.points, dict):
        each = [f"{rank} {sign * points:+d}" for rank, points in term.points.items()]
        prices = ", ".join(each) if len(each) <= 6 else f"{each[0]}, {each[1]} ... {each[-1]}"
        suits = (
            "named suit"
            if term.suits == NAMED
            else " or ".join(f"{_SUIT_WORDS[suit]}s" for suit in term.suits or SUITS)
        )
        return f"{suits}: {prices}"
    points = f"{sign * term.points:+d}"
    if term.per is not None:
        return f"{points} a {term.per}"
    if term.last is not None:
        count = {1: "the last trick", 2: "each of the last two tricks"}.get(
            term.last, f"each of the last {term.last} tricks"
        )
        return f"{points} for {count}"
    if term.nth is not None:
        return f"{points} for trick {term.nth}"
    if term.suits == NAMED:
        return f"{points} a card of the suit named"
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
    if contract.hundred is not None:
        return ", ".join(f"{points:+d} at {limit}" for limit, points in contract.hundred.limits)
    return "; ".join(term_words(term, sign) for term, sign in terms_of(variant, contract))


def total_words(contract: Contract) -> str:
    """ "-16", or "-16/-8/+8" where a premium may change it."""
    if isinstance(contract.total, str):
        return contract.total
    totals = (contract.total,) if isinstance(contract.total, int) else contract.total
    return "/".join(f"{total:+d}" if total else "0" for total in totals)


def premium_words(contract: Contract) -> str:
    """What is special at the end of a round of this contract."""
    words = []
    for premium in contract.premiums:
        what = "every trick" if premium.of == "tricks" else "all that counts"
        if premium.when == "takes-all":
            others = f", {premium.others:+d} to each other" if premium.others else ""
            instead = "instead" if premium.do == "replace" else "besides"
            taker = f"{premium.taker:+d}" if premium.taker else "0"
            words.append(f"who takes {what} gets {taker} {instead}{others}")
        else:
            often = "once for each such player" if premium.do == "double-each" else "once"
            words.append(f"if somebody takes nothing, the others' points are doubled {often}")
    return "; ".join(words)


def contract_order(variant: Variant) -> list[tuple[str, str]]:
    """(round numbers or counts, contract id) in the order of the match; for a pool, how often each player has it."""
    if variant.pool is not None:
        return [(f"{times} x", key) for key, times in variant.pool.each.items()]
    rows, number = [], 1
    if variant.end.repeat:
        return [("", entry.do) for entry in variant.order or ()]
    for entry in variant.order or ():
        last = number + entry.times - 1
        rows.append((str(number) if entry.times == 1 else f"{number}-{last}", entry.do))
        number = last + 1
    return rows


def facts(variant: Variant) -> dict[str, str]:
    """Topic -> sentence: everything that makes this game what it is, but for the price list (see `prices`)."""
    rules = [variant.contracts[key] for _, key in contract_order(variant)]
    rounds = n_rounds(variant)
    total = variant.match_total
    found = {
        "Players": players_words(variant),
        "Pack": pack_words(variant),
        "Rounds": "open" if rounds is None else f"{rounds}",
        "Sum": "scores have no fixed sum" if total == "varies" else f"scores sum to {total}",
        "Deal": deal_words(variant),
    }
    found |= {topic: text for topic, text in _before_play(variant, rules) if text}
    found |= {topic: text for topic, text in _in_play(variant) if text}
    found |= {topic: text for topic, text in _after_play(variant) if text}
    return found


def players_words(variant: Variant) -> str:
    if not variant.out:
        return f"{variant.seats} players"
    who = "the dealer sits" if len(variant.out) == 1 else "the dealer and the player before him sit"
    return f"{variant.seats} at the table, {who} out"


def _before_play(variant: Variant, rules: list[Contract]) -> list[tuple[str, str]]:
    pool = variant.pool
    talons = [contract for contract in rules if contract.talon is not None]
    auctions = [contract for contract in rules if contract.auction is not None]
    trumps = [contract for contract in rules if contract.suit == "trump"]
    return [
        (
            "Contract",
            f"{_seat_words(variant, rules[0])} sees his cards and chooses one of his remaining contracts."
            if pool
            else "",
        ),
        ("Choice", quota_words(variant)),
        ("Auction", auction_words(auctions[0]) if auctions else ""),
        ("Talon", talon_words(talons[0]) if talons else ""),
        ("Trump", trump_words(variant, trumps[0]) if trumps else ""),
    ]


def _in_play(variant: Variant) -> list[tuple[str, str]]:
    rules = [variant.contracts[key] for _, key in contract_order(variant)]
    trumps = [contract for contract in rules if contract.suit == "trump"]
    played = {key: variant.contracts[key] for _, key in contract_order(variant)}
    banned = [key for key, contract in played.items() if contract.play.no_heart_lead]
    forced = [contract for contract in rules if contract.play.king_forced]
    throws = any(contract.play.void_throws == "scoring" for contract in rules)
    layouts = [contract for contract in rules if contract.layout is not None]
    hundreds = [contract for contract in rules if contract.hundred is not None]
    must = trumps and trumps[0].play.must_trump
    limited = trumps and trumps[0].play.trump_lead == "declarer-only"
    return [
        (
            "Void",
            ("A player without the led suit must trump." if must else "A player without the led suit may discard.")
            if trumps
            else "",
        ),
        ("Throws", "Without the led suit a card that counts must be thrown, if there is one." if throws else ""),
        ("Leads", "Only the namer may lead trumps, unless nothing else is left." if limited else ""),
        ("Hearts", f"May not be led in {', '.join(banned)} while another suit is held." if banned else ""),
        ("King", king_words([key for key, c in played.items() if c.play.king_forced], forced[0]) if forced else ""),
        ("Joker", joker_words(rules[0]) if variant.deck.jokers else ""),
        ("Stock", STOCK_WORDS if variant.stock != "none" else ""),
        ("Layout", layout_words(layouts[0]) if layouts else ""),
        ("Hundred", hundred_words(hundreds[0]) if hundreds else ""),
        (
            "End",
            "A round stops when nothing can be won or lost any more." if any(c.play.early_end for c in rules) else "",
        ),
    ]


def _after_play(variant: Variant) -> list[tuple[str, str]]:
    played = {key: variant.contracts[key] for _, key in contract_order(variant)}
    premiums = "; ".join(f"{key}: {premium_words(contract)}" for key, contract in played.items() if contract.premiums)
    end = variant.end
    threshold = f"After the round in which a total is {end.at_most} or less (at most {end.max_rounds} rounds)."
    ranked = "The most premium points win, then the highest total." if variant.ranking == "premium-first" else ""
    settled = {
        "losers-pay": "Losers pay their minus; the winners share it in proportion to their plus.",
        "winners-receive": "Winners receive their plus; the losers share it in proportion to their minus.",
    }
    return [
        ("Premiums", premiums + "." if premiums else ""),
        ("Match", threshold if end.at_most is not None else ""),
        ("Winner", ranked),
        ("Payment", settled.get(variant.settlement, "")),
    ]


def quota_words(variant: Variant) -> str:
    """Quotas of a pool beyond each player's own."""
    pool = variant.pool
    if pool is None:
        return ""
    words = [f"{times} {group}" for group, times in pool.groups.items()]
    text = f"Each player chooses {' and '.join(words)} contracts. " if words else ""
    if pool.choices is not None and not words:
        text += f"Each player chooses {pool.choices} in the match. "
    if pool.match:
        text += f"In the whole match at most {', '.join(f'{times} x {key}' for key, times in pool.match.items())}."
    return text.strip()


def auction_words(contract: Contract) -> str:
    rule = contract.auction
    assert rule is not None
    steps = f"in multiples of {rule.step}" if rule.step > 1 else "in whole points"
    once = ", each once" if rule.rounds == "once" else ""
    if rule.sold_by == "eldest":
        reserve = " or asks a reserve price, which he may lower when all pass" if rule.reserve else ""
        return (
            f"Eldest takes the talon, or offers it{reserve}. The others bid {steps}{once}, {rule.min} to {rule.max}; "
            "the highest bidder pays eldest and takes the talon."
        )
    pays = "is charged to him" if rule.pays == "bank" else "is credited to him"
    passed = "a new deal is made" if rule.all_pass == "redeal" else f"{_SUIT_WORDS[rule.all_pass]}s count"
    return (
        f"All bid {steps}{once}, {rule.min} to {rule.max}, eldest first. "
        f"The highest bid {pays} and names the suit; if all pass, {passed}."
    )


def king_words(keys: list[str], contract: Contract) -> str:
    extra = {"never": "", "under-ace": " Also on hearts led, under the ace.", "always": " Also on hearts led."}
    also = extra[contract.play.king_forced_on_hearts]
    return f"Goes at the first chance (no card of the led suit) in {', '.join(keys)}.{also}"


def joker_words(contract: Contract) -> str:
    beaters = ", ".join(card_title(name) for name in contract.joker.beaten_by)
    led = ", whatever suit was led" if contract.joker.even_discarded else ", when hearts were led"
    return (
        f"Counts as a heart for following suit and takes its trick, unless {beaters} is in it{led}; "
        "of two jokers the first wins."
    )


STOCK_WORDS = (
    "The other cards are the stock: a player without the led suit draws until he has it. "
    "Who has no cards left drops out; what is left goes to the last player with cards."
)


def hundred_words(contract: Contract) -> str:
    rule = contract.hundred
    assert rule is not None
    eyes = ", ".join(f"{rank_words(rank)} {count}" for rank, count in rule.eyes.items())
    limits = ", ".join(f"{limit} ({points:+d})" for limit, points in rule.limits)
    return (
        f"Eldest begins, each lays a card in turn and adds its eyes ({eyes}); "
        f"who reaches or passes a limit pays: {limits}."
    )


def pack_words(variant: Variant) -> str:
    deck = variant.deck
    removed = f", without {' '.join(deck.remove)}" if deck.remove else ""
    jokers = ("", ", a joker", ", two jokers")[deck.jokers]
    return f"{n_cards(pack_of(deck))} cards ({deck.low} to A{removed}{jokers})"


def _packets(deal: DealRule) -> str:
    if set(deal.packets) == {1}:
        return "one card at a time"
    return " + ".join(str(size) for size in deal.packets) + " cards"


def deal_words(variant: Variant) -> str:
    rules = [variant.contracts[key] for _, key in contract_order(variant)]
    way = way_words(variant)
    each = sum(rules[0].deal.packets)
    words = f"{_packets(rules[0].deal)}, {each} each; the dealer moves {way}."
    if variant.pool is None and rules[0].auction is None:
        words += f" Eldest (dealer's {way}) leads."
    for contract in rules[1:]:
        if contract.deal != rules[0].deal:
            start = "the chooser" if contract.deal.start == "chooser" else "eldest"
            words += f" Trump rounds: {_packets(contract.deal)}, first to {start}"
            words += "; the next dealer is the chooser." if contract.deal.next == "chooser" else "."
            break
    return words


def talon_words(contract: Contract) -> str:
    rule = contract.talon
    assert rule is not None
    places = " and ".join(str(index + 1) if index >= 0 else f"{-index} from the end" for index in rule.at)
    if rule.then == "first-trick":
        return "The odd card goes face down to the winner of the first trick."
    if rule.then == "give":
        return f"The last {len(rule.at)} cards lie face up. Their taker gives one card face down to each of the others."
    shown = "shows them to all" if rule.faces == "shown" else "sees them alone"
    scoring = "; no card that scores" if rule.may_not == "scoring" and not rule.revoke else ""
    found = f"; scoring cards among them cost {rule.revoke} at the end" if rule.revoke else ""
    return (
        f"Cards {places} of the pack are set aside. The declarer takes them, {shown}, and puts as many away face "
        f"down{scoring}{found}."
    )


def trump_words(variant: Variant, contract: Contract) -> str:
    rule = contract.trump
    who = _seat_words(variant, contract) if variant.pool is None else "The declarer"
    if contract.auction is not None:
        who = "The taker of the talon"
    when = "on his first three cards" if rule.sees == 3 and variant.pool is None else "on all his cards"
    if contract.talon is not None:
        when = "after the talon" if rule.after_talon else "before the talon"
    ways = ["a suit"]
    if rule.no_trump:
        ways.append("no trump")
    if rule.by_last:
        ways.append("'by the last': the suit of his last card, which is shown")
    if rule.open:
        ways.append("'open' a suit or the highest: his fifth to seventh cards are turned up and decide")
    leads = "Eldest leads." if contract.leader == "eldest" else "He leads."
    return f"{who} names {when}: {', or '.join(ways)}. {leads}"


def layout_words(contract: Contract) -> str:
    rule = contract.layout
    assert rule is not None
    start = rank_words(rule.start, plural=True)
    begins = "eldest begins" if rule.opening == "eldest" else f"the holder of {rule.opening} begins"
    passing = "a turn may be passed, but not n-1 times in a row" if rule.may_pass else "a card that fits must be laid"
    several = {
        "no": "",
        "opening": "; who begins may lay one or all he holds",
        "any": "; one or all he holds may be laid",
    }
    return f"{start.capitalize()} open their suits, then runs up and down; {begins}{several[rule.multi]}; {passing}."


def prices(variant: Variant, lang: str = "en") -> list[tuple[str, str, str, str, str]]:
    """Rows (round, contract id, name, price, total) in the order of the match."""
    return [
        (
            number,
            key,
            contract_name(variant, key, lang),
            price_words(variant, variant.contracts[key]),
            total_words(variant.contracts[key]),
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
