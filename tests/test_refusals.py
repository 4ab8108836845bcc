"""What the rules refuse, through a match: the exact reason, nothing changed, and what may be done instead."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest

from kingcli.cards import cards_of, mask, parse_card
from kingcli.errors import IllegalPlay
from kingcli.rules import Deal, Kind, Match, RoundResult, option_text, parse_option
from kingcli.rules.deal import active_seats, check_deal, chooser_of, eldest_of
from kingcli.seats import SEATS
from kingcli.variants import Variant, load_variant
from kingcli.variants.table import pack_of


class Case(NamedTuple):
    """A round: `held` by seat from North on ("" for any cards), `steps` taken before, then what is refused.

    North is the eldest hand. `before` are the contracts he has had in this match, `others` those that the next seats
    have had, one each.
    """

    name: str
    game: str
    held: tuple[str, ...]
    steps: str
    refused: str
    reason: str
    instead: str
    before: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    settings: Mapping[str, Any] = MappingProxyType({})


ALL_LEFT = "hearts, jacks-kings, king, last-two, queens, tricks, trump"
SUITS = "trump:C trump:D trump:H trump:S"
AUCTION = "polish-auction trump"

CASES = [
    # The choice of a contract
    Case(
        "a contract already used",
        "declared",
        (),
        "",
        "contract:tricks",
        "has no tricks left to choose (left: hearts, jacks-kings, king, last-two, queens, trump)",
        "contract:hearts",
        before=("tricks",),
    ),
    Case(
        "a fifth trump",
        "declared",
        (),
        "",
        "contract:trump",
        "has no trump left to choose (left: hearts, jacks-kings, king, last-two, queens, tricks)",
        "contract:king",
        before=("trump",) * 4,
    ),
    Case(
        "only queens left, by the rule book's own example",
        "declared",
        (),
        "",
        "contract:hearts",
        "has no hearts left to choose (left: queens)",
        "contract:queens",
        before=("tricks", "hearts", "jacks-kings", "king", "last-two", *["trump"] * 4),
    ),
    Case(
        "a third negative of the same kind by one player",
        "rifki",
        (),
        "",
        "contract:king",
        "has no king left to choose (left: hearts, jacks-kings, last-two, queens, tricks, trump)",
        "contract:tricks",
        before=("king", "king"),
    ),
    Case(
        "a third negative of the same kind in the match",
        "rifki",
        (),
        "",
        "contract:king",
        "has no king left to choose (left: hearts, jacks-kings, last-two, queens, tricks, trump)",
        "contract:tricks",
        others=("king", "king"),
    ),
    Case(
        "a fourth negative",
        "rifki",
        (),
        "",
        "contract:queens",
        "has no queens left to choose (left: trump)",
        "contract:trump",
        before=("king", "hearts", "tricks"),
    ),
    Case(
        "a third trump round of one player",
        "rifki",
        (),
        "",
        "contract:trump",
        "has no trump left to choose (left: hearts, jacks-kings, king, last-two, queens, tricks)",
        "contract:queens",
        before=("trump", "trump"),
    ),
    Case(
        "a contract of another game",
        "declared",
        (),
        "",
        "contract:layout",
        f"has no layout left to choose (left: {ALL_LEFT})",
        "contract:queens",
    ),
    # Trump and penalty suits
    Case(
        "no trump where there is none",
        "russian trump",
        (),
        "",
        "trump:NT",
        f"no trump may not be named in this game (say one of by-last {SUITS})",
        "trump:S",
    ),
    Case(
        "by-last where cards are opened",
        "lithuanian trump",
        (),
        "",
        "by-last",
        f"must name trump: one of open:C open:D open:H open:S open:highest {SUITS}",
        "open:highest",
    ),
    Case(
        "no penalty suit at all",
        "trade suit",
        (),
        "bid:1 pass pass pass",
        "suit:NT",
        "must name the penalty suit: one of suit:C suit:D suit:H suit:S",
        "suit:D",
    ),
    # Bids and offers
    Case("a bid of 30", AUCTION, (), "offer:25", "bid:30", "must name a multiple of 25, at least 25", "bid:25"),
    Case("50 over 50", AUCTION, (), "offer:25 bid:50", "bid:50", "must bid more than the standing 50", "bid:75"),
    Case("below the reserve", AUCTION, (), "offer:100", "bid:75", "must bid at least the reserve of 100", "bid:100"),
    Case("above the maximum", AUCTION, (), "offer:25", "bid:350", "may not go above 325", "bid:325"),
    Case("a bid of nothing", AUCTION, (), "offer:25", "bid:0", "must name a multiple of 25, at least 25", "pass"),
    Case("a card for a bid", AUCTION, (), "offer:25", "SA", "must bid:AMOUNT or pass", "pass"),
    Case("a reserve of 40", AUCTION, (), "", "offer:40", "must name a multiple of 25, at least 25", "offer:50"),
    Case("the seller bids", AUCTION, (), "", "bid:50", "must take the talon or offer it (offer:AMOUNT)", "take"),
    Case(
        "no lower reserve when nobody bid",
        AUCTION,
        (),
        "offer:100 pass pass pass",
        "offer:100",
        "must ask for less than 100",
        "offer:75",
    ),
    Case(
        "a reserve where there is none",
        AUCTION,
        (),
        "",
        "offer:50",
        "may only take it or offer it",
        "offer:25",
        settings={"reserve": False},
    ),
    Case(
        "no more than the bid before", "trade suit", (), "bid:5", "bid:5", "must bid more than the standing 5", "bid:6"
    ),
    Case("more than a suit has", "trade suit", (), "", "bid:14", "may not go above 13", "bid:13"),
    # Talons
    Case(
        "a heart put away in hearts",
        "declared-3",
        ("H7 SA SK SQ SJ ST S9 S8 S7 DA",),
        "contract:hearts",
        "H7",
        "a card that scores in this round may not be put away (may put away ♠A ♠K ♠Q ♠J ♠T ♠9 ♠8 ♠7 ♦A ♣8 ♣7)",
        "S7",
    ),
    Case(
        "the King put away",
        "minsk",
        ("HK SA SK SQ SJ ST S9 S8 S7 DA",),
        "contract:king",
        "HK",
        "a card that scores in this round may not be put away (may put away ♠A ♠K ♠Q ♠J ♠T ♠9 ♠8 ♠7 ♦A ♣8 ♣7)",
        "SA",
    ),
    Case(
        "a card put away that is not held",
        "minsk",
        ("HK SA SK SQ SJ ST S9 S8 S7 DA",),
        "contract:tricks",
        "HA",
        "does not hold it",
        "HK",
    ),
    Case(
        "a card given that is not held",
        AUCTION,
        ("SA SK SQ SJ ST S9 S8 S7 S6 S5 S4 S3", "HA"),
        "take",
        "HA",
        "does not hold it",
        "SA",
    ),
    Case("a call for a gift", AUCTION, ("SA",), "take", "pass", "must give a card", "SA"),
    # Layouts
    Case(
        "a voluntary pass",
        "lithuanian layout",
        ("S9 H9 D9 C9", "CT"),
        "C9",
        "pass",
        "may not pass while a card fits (holds ♣T)",
        "CT",
    ),
    Case(
        "not the opening card",
        "lithuanian layout",
        ("C9 C8 D9 D8",),
        "",
        "D9",
        "the round begins with ♣9",
        "C9",
    ),
    Case(
        "the opening card passed where passing is allowed",
        "lithuanian layout",
        ("C9 C8 D9 D8",),
        "",
        "pass",
        "must lay now: the opening card (holds ♣9)",
        "C9",
        settings={"allow_voluntary_pass": True},
    ),
    Case(
        "opening with a seven in the lottery of eights",
        "polish layout",
        ("S7 S8 D8",),
        "",
        "S7",
        "does not fit the layout; what fits is ♠8 ♦8",
        "D8",
    ),
    Case(
        "two of three jacks, then no more",
        "varzytines layout",
        ("SJ DJ HJ S7 S8 S9 D7 D8",),
        "SJ HJ",
        "stop",
        "is laying ♠J ♥J ♦J ♣J together: one, or all he holds (♦J)",
        "DJ",
    ),
    Case(
        "two of three jacks, then another card",
        "varzytines layout",
        ("SJ DJ HJ ST S8 S9 D7 D8",),
        "SJ HJ",
        "ST",
        "is laying ♠J ♥J ♦J ♣J together: one, or all he holds (♦J)",
        "DJ",
    ),
    # The Hundred
    Case("a card not held", "varzytines hundred", ("SA", "HA"), "", "HA", "does not hold it", "SA"),
    Case("no pass in the Hundred", "varzytines hundred", ("SA",), "", "pass", "must lay a card", "SA"),
    # Tricks
    Case(
        "a heart led under the ban",
        "russian hearts",
        ("HA HK HQ HJ HT H9 H8 S7",),
        "",
        "HA",
        "must not lead ♥ while other suits are held (♠7)",
        "S7",
    ),
    Case(
        "the King kept",
        "russian king",
        ("SA S7 S8 S9 ST D7 D8 D9", "HK C7 C8 C9 CT CJ CQ CK"),
        "SA",
        "C7",
        "must discard ♥K at the first chance",
        "HK",
    ),
    Case(
        "the King kept under the ace",
        "russian king",
        ("HA H7 H8 H9 HT HJ HQ S7", "HK C7 C8 C9 CT CJ CQ CK"),
        "S7",
        "C7",
        "must discard ♥K at the first chance",
        "HK",
    ),
    Case(
        "a scoring card kept by a void player",
        "rifki",
        ("SA SK SQ SJ ST S9 S8 S7 S6 S5 S4 S3 S2", "", "", "HK HQ DQ D2 C2 C3 C4 C5 C6 C7 C8 C9 CT"),
        "contract:queens SA",
        "HK",
        "must discard ♥Q ♦Q at the first chance",
        "DQ",
    ),
    Case(
        "no trump by a void player who has one",
        "rifki",
        ("SA SK SQ SJ ST S9 S8 S7 S6 S5 S4 S3 S2", "", "", "HK HQ DQ D2 C2 C3 C4 C5 C6 C7 C8 C9 CT"),
        "contract:trump trump:D SA",
        "C2",
        "must trump with ♦ (holds ♦Q ♦2)",
        "D2",
    ),
    Case(
        "trump led by another than the declarer",
        "russian trump",
        ("S7 H7 H8 H9 HT D7 D8 D9", "SA CA CK CQ C7 DA DK DQ", "S8", "S9"),
        "trump:C S7 SA S8 S9",
        "CA",
        "only the declarer may lead ♣ while other suits are held (♦A ♦K ♦Q)",
        "DA",
    ),
    Case(
        "a joker kept while hearts are led",
        "jokers joker-hearts",
        ("HA", "HX C3 C4 C5 C6 C7 C8 C9 CT CJ CQ CK CA"),
        "HA",
        "C3",
        "must follow ♥ (holds ♥X)",
        "HX",
    ),
]


def filled(variant: Variant, contract: str, dealer: int, held: tuple[str, ...]) -> Deal:
    """A deal in which the seats hold these cards first; the rest goes round in hand order, the talon last."""
    rules = variant.contracts[contract]
    given = [[parse_card(word) for word in text.split()] for text in held]
    given += [[] for _ in range(variant.seats - len(given))]
    rest = [*cards_of(pack_of(variant.deck) & ~mask(card for hand in given for card in hand))]
    for seat in active_seats(variant, dealer):
        missing = sum(rules.deal.packets) - len(given[seat])
        given[seat] += rest[:missing]
        del rest[:missing]
    n_aside = len(rules.talon.at) if rules.talon is not None else 0
    deal = Deal(tuple(map(tuple, given)), tuple(rest[:n_aside]), tuple(rest[n_aside:]))
    check_deal(variant, rules, dealer, deal)
    return deal


def begun(case: Case) -> Match:
    """A match that has come to the position of a case."""
    name, *contracts = case.game.split()
    variant = load_variant(name, case.settings)
    for turn in range(variant.seats):
        match = Match(variant, (turn - variant.step) % variant.seats)
        had = {0: list(case.before)}
        had |= {variant.step * k % variant.seats: [contract] for k, contract in enumerate(case.others, 1)}
        while not match.is_over:
            plan = match.plan()
            is_here = eldest_of(variant, plan.dealer) == 0 and not any(had.values())
            if is_here and contracts in ([], [plan.contract]):
                match.start_round(filled(variant, plan.contract or plan.choices[0], plan.dealer, case.held))
                for word in case.steps.split():
                    match.apply(parse_option(word))
                return match
            contract = plan.contract
            if contract is None:
                # Who is not of interest chooses what is not missed then.
                mine = had.get(chooser_of(variant, plan.deal_rules(variant), plan.dealer))
                contract = mine.pop(0) if mine else "trump" if "trump" in plan.choices else plan.choices[-1]
            match.end_round(RoundResult(plan.number, plan.dealer, contract, None, None, (0,) * variant.seats))
    raise AssertionError(f"{case.game} has no such round")


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_refused_with_a_reason(case: Case) -> None:
    match = begun(case)
    round, decision = match.round, match.decision()
    assert round is not None
    assert decision is not None
    refused, before = parse_option(case.refused), list(round.events)
    assert refused not in decision.options
    assert match.refuse(refused) == case.reason
    with pytest.raises(IllegalPlay) as caught:
        match.apply(refused)
    place = f"{SEATS[decision.seat]} cannot {decision.kind} {option_text(refused)}"
    assert str(caught.value) == f"{place}: {case.reason}"
    assert (round.events, match.decision()) == (before, decision), "a refusal changes nothing"
    match.apply(parse_option(case.instead))


def test_every_kind_of_decision_is_refused_once() -> None:
    kinds = set()
    for case in CASES:
        decision = begun(case).decision()
        assert decision is not None
        kinds.add(decision.kind)
    assert kinds == set(list(Kind)[: list(Kind).index(Kind.LAY) + 1])
