"""What every game must obey: play it at random and hold each law of the rule book against what happened.

Returns the first broken law in words instead of raising, so that a user's own variant can be checked and mended.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from kingcli.cards import cards_of, mask, names
from kingcli.random import Stream, stream
from kingcli.rules import layout, tricks
from kingcli.rules.deal import shuffled_deal
from kingcli.rules.events import DECISIONS, Kind, option_text
from kingcli.rules.match import Match, draw_dealer, n_rounds
from kingcli.rules.position import LayoutPosition, TrickPosition
from kingcli.rules.round import Round
from kingcli.rules.view import make_view
from kingcli.variants import Variant, load_variant, total_of
from kingcli.variants.table import pack_of


class Coverage(msgspec.Struct):
    """What the random matches met: (contract, kind of decision) -> how often."""

    decisions: Counter[tuple[str, str]]
    rounds: Counter[str]


class BrokenLaw(Exception):
    """A law that does not hold; the message says which, and in which match and round."""


def option_settings(name: str) -> Iterator[dict[str, Any]]:
    """Every allowed combination of the listed values of a variant's options, the defaults first."""
    rules = {key: rule for key, rule in load_variant(name).options.items() if rule.values}
    values = [[rule.default, *(value for value in rule.values if value != rule.default)] for rule in rules.values()]
    for combination in itertools.product(*values):
        settings = dict(zip(rules, combination, strict=True))
        if not _is_forbidden(load_variant(name), settings):
            yield settings


def _is_forbidden(variant: Variant, settings: Mapping[str, Any]) -> bool:
    return any(all(settings.get(key) == value for key, value in bad.items()) for bad in variant.forbid)


def check_variant(variant: Variant, n_matches: int, seed: str = "check") -> Coverage:
    """Play that many matches with random choices. Raises BrokenLaw for the first law that does not hold."""
    coverage = Coverage(Counter(), Counter())
    for number in range(n_matches):
        match = Match(variant, draw_dealer(variant, stream(seed, match=number, purpose="lot")))
        while not match.is_over:
            plan = match.plan()
            rng = stream(seed, match=number, round=plan.number, purpose="deal")
            deal = shuffled_deal(variant, plan.deal_rules(variant), plan.dealer, rng)
            played = match.start_round(deal)
            place = f"{variant.name}, match {number + 1}, round {plan.number}"
            _play_round(match, played, stream(seed, match=number, round=plan.number, purpose="check"), coverage, place)
            _check_round(played, place)
        if len(match.results) != n_rounds(variant):
            raise BrokenLaw(f"{variant.name}, match {number + 1}: {len(match.results)} rounds, not {n_rounds(variant)}")
        if sum(match.totals) != variant.match_total:
            raise BrokenLaw(f"{variant.name}, match {number + 1}: totals sum to {sum(match.totals)}")
    return coverage


def _play_round(match: Match, played: Round, rng: Stream, coverage: Coverage, place: str) -> None:
    while (decision := played.decision()) is not None:
        options = decision.options
        if not options or list(options) != sorted(set(options), key=lambda o: (isinstance(o, str), o)):
            raise BrokenLaw(f"{place}: the options of {decision.kind} are not sorted, unique and some: {options}")
        refused = [option_text(option) for option in options if played.refuse(option) is not None]
        if refused:
            raise BrokenLaw(f"{place}: offered but refused: {' '.join(refused)}")
        illegal = [card for card in cards_of(pack_of(match.variant.deck)) if card not in options]
        accepted = [card for card in illegal if decision.kind in (Kind.PLAY, Kind.LAY) and not played.refuse(card)]
        if accepted:
            raise BrokenLaw(f"{place}: not offered but accepted: {names(accepted)}")
        _check_view(played, place)
        coverage.decisions[(played.contract or "-", decision.kind.value)] += 1
        match.apply(options[rng.below(len(options))])
    coverage.rounds[played.contract or "-"] += 1


def _check_view(played: Round, place: str) -> None:
    """Only the seat to move is told its options, and it sees its own hand."""
    decision, position = played.decision(), played.position()
    for seat in range(played.variant.seats):
        view = make_view(played, seat)
        if (view.decision is not None) != (decision is not None and decision.seat == seat):
            raise BrokenLaw(f"{place}: the wrong seat is told the options")
        if position is not None and view.hand != position.hands[seat]:
            raise BrokenLaw(f"{place}: a view shows another hand than the seat holds")


def _check_round(played: Round, place: str) -> None:
    table, position = played.setting.table, played.position()
    used = [event.value for event in played.events if event.kind in (Kind.PLAY, Kind.LAY, Kind.DISCARD)]
    cards = [card for card in used if isinstance(card, int)]
    if len(set(cards)) != len(cards):
        raise BrokenLaw(f"{place}: a card was played twice")
    if sum(played.scores()) != total_of(table):
        raise BrokenLaw(f"{place}: scores sum to {sum(played.scores())}, the contract to {total_of(table)}")
    if isinstance(position, TrickPosition):
        _check_tricks(played, position, place)
    elif isinstance(position, LayoutPosition):
        prizes = sorted(position.scores, reverse=True)
        if prizes != sorted(position.table.prizes, reverse=True) or not layout.is_over(position):
            raise BrokenLaw(f"{place}: the prizes given are {prizes}")
    steps = sum(event.kind in DECISIONS for event in played.events)
    before = [*played.events]
    for _ in range(steps):
        played.undo()
    if any(event.kind in DECISIONS for event in played.events):
        raise BrokenLaw(f"{place}: undoing every step does not lead to the beginning")
    for event in [event for event in before if event.kind in DECISIONS]:
        played.apply(event.value)  # type: ignore[arg-type]
    if played.events != before:
        raise BrokenLaw(f"{place}: playing the same options again gives other events")


def _check_tricks(played: Round, position: TrickPosition, place: str) -> None:
    table = position.table
    taken = [event.value for event in played.events if event.kind is Kind.TRICK]
    if any(not isinstance(trick, tuple) or len(trick) != table.n_seats for trick in taken):
        raise BrokenLaw(f"{place}: a trick without a card of every seat")
    if not table.early_end and len(taken) != table.hand_size:
        raise BrokenLaw(f"{place}: {len(taken)} tricks, not {table.hand_size}")
    if any(position.hands) and not (table.early_end and tricks.is_decided(position)):
        raise BrokenLaw(f"{place}: ended although something could still be won")
    rest = position
    while any(rest.hands):
        rest = tricks.play(rest, next(cards_of(tricks.legal(rest))))
    if rest.scores != position.scores:
        raise BrokenLaw(f"{place}: the early end changes the scores {position.scores} to {rest.scores}")
    held = mask(card for hand in played.setting.hands for card in cards_of(hand))
    if position.taken is None or sum(position.taken) + sum(position.hands) != held:
        raise BrokenLaw(f"{place}: the tricks and hands do not hold the cards dealt")


def check_options(name: str, n_matches: int, seed: str = "check") -> Iterator[tuple[Variant, Coverage]]:
    """Check a variant under every combination of its options: the first with all matches, the others with a tenth.

    Raises VariantError when a combination is not valid data, BrokenLaw when a law does not hold.
    """
    for index, settings in enumerate(option_settings(name)):
        variant = load_variant(name, settings)
        yield variant, check_variant(variant, n_matches if index == 0 else -(-n_matches // 10), seed)

