"""What every game must obey: play it at random and hold each law of the rule book against what happened.

Returns the first broken law in words instead of raising, so that a user's own variant can be checked and mended.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from kingcli.cards import cards_of, mask, names
from kingcli.random import Stream, stream
from kingcli.rules import layout, tricks
from kingcli.rules.deal import shuffled_deal
from kingcli.rules.events import DECISIONS, Kind, option_text, sort_options
from kingcli.rules.match import Match, draw_dealer, n_rounds, round_order
from kingcli.rules.position import LayoutPosition, TrickPosition
from kingcli.rules.round import Round
from kingcli.rules.view import make_view
from kingcli.variants import TrickTable, Variant, load_variant, totals_of
from kingcli.variants.table import pack_of


class Coverage(msgspec.Struct):
    """What the random matches met: how often (contract, kind of decision), how many rounds of each contract."""

    decisions: Counter[tuple[str, str]]
    rounds: Counter[str]

    def __add__(self, other: Coverage) -> Coverage:
        return Coverage(self.decisions + other.decisions, self.rounds + other.rounds)


class BrokenLaw(Exception):
    """A law that does not hold; the message says which, and in which match and round."""


_MOST_COMBINATIONS = 64


def option_settings(name: str) -> Iterator[dict[str, Any]]:
    """The option settings to check, the defaults first: every combination that is allowed, or, where these are many,
    every pair of options that are not at their defaults.
    """
    variant = load_variant(name)
    rules = {key: rule for key, rule in variant.options.items() if rule.values}
    others = {key: [value for value in rule.values if value != rule.default] for key, rule in rules.items()}
    n_changed = len(rules)
    if math.prod(1 + len(values) for values in others.values()) > _MOST_COMBINATIONS:
        n_changed = 2
    for count in range(n_changed + 1):
        for keys in itertools.combinations(rules, count):
            for values in itertools.product(*(others[key] for key in keys)):
                settings = dict(zip(keys, values, strict=True))
                if not _is_forbidden(variant, {key: rule.default for key, rule in rules.items()} | settings):
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
        rounds = n_rounds(variant)
        if rounds is not None and len(match.results) != rounds:
            raise BrokenLaw(f"{variant.name}, match {number + 1}: {len(match.results)} rounds, not {rounds}")
        if variant.match_total not in ("varies", sum(match.totals)):
            raise BrokenLaw(f"{variant.name}, match {number + 1}: totals sum to {sum(match.totals)}")
    return coverage


def _play_round(match: Match, played: Round, rng: Stream, coverage: Coverage, place: str) -> None:
    while (decision := played.decision()) is not None:
        options = decision.options
        if not options or options != sort_options([*options]):
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
        if position is not None and seat in played.active and view.hand != position.hands[played.active.index(seat)]:
            raise BrokenLaw(f"{place}: a view shows another hand than the seat holds")


def _check_round(played: Round, place: str) -> None:
    if not played.is_void:
        _check_scores(played, place)
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


def _check_scores(played: Round, place: str) -> None:
    table, position = played.setting.table, played.position()
    used = [event.value for event in played.events if event.kind in (Kind.PLAY, Kind.LAY, Kind.DISCARD)]
    cards = [card for card in used if isinstance(card, int)]
    if len(set(cards)) != len(cards):
        raise BrokenLaw(f"{place}: a card was played twice")
    if isinstance(position, TrickPosition):
        _check_tricks(played, position, place)
    elif isinstance(position, LayoutPosition):
        prizes = sorted(position.scores, reverse=True)
        if prizes != sorted(position.table.prizes, reverse=True) or not layout.is_over(position):
            raise BrokenLaw(f"{place}: the prizes given are {prizes}")
    totals = totals_of(table)
    if totals is None or _is_revoked(played):
        return
    put_away = sum(table.card_points[card] for card in played.setting.put_away) if isinstance(table, TrickTable) else 0
    made = sum(played.scores()) - (sum(played.setting.transfers) - put_away)
    if made not in totals:
        raise BrokenLaw(f"{place}: scores sum to {made}, the contract to {' or '.join(map(str, totals))}")


def _is_revoked(played: Round) -> bool:
    """Whether the declarer put scoring cards away in a game that finds this at the end, and pays for the whole round.
    """
    talon, table = played.setting.contract.talon, played.setting.table
    if talon is None or not talon.revoke or not isinstance(table, TrickTable):
        return False
    return bool(mask(played.setting.put_away) & table.scoring)


def _check_tricks(played: Round, position: TrickPosition, place: str) -> None:
    table = position.table
    taken = [event.value for event in played.events if event.kind is Kind.TRICK]
    if not table.has_stock and any(not isinstance(t, tuple) or len(t) not in _sizes(table) for t in taken):
        raise BrokenLaw(f"{place}: a trick without a card of every seat")
    if not table.has_stock and not table.early_end and len(taken) != table.hand_size:
        raise BrokenLaw(f"{place}: {len(taken)} tricks, not {table.hand_size}")
    if any(position.hands) and not (table.early_end and tricks.is_decided(position)):
        raise BrokenLaw(f"{place}: ended although something could still be won")
    rest = position
    while any(rest.hands):
        rest = tricks.play(rest, next(cards_of(tricks.legal(rest))))
    if tricks.final_scores(rest) != tricks.final_scores(position):
        raise BrokenLaw(f"{place}: the early end changes the scores {position.scores} to {rest.scores}")
    held = mask(card for hand in played.setting.hands for card in cards_of(hand)) | mask(played.setting.stock)
    held |= mask(played.setting.talon)
    left = sum(position.hands) + mask(position.stock) + (1 << position.odd if position.odd is not None else 0)
    if position.taken is None or sum(position.taken) + left != held:
        raise BrokenLaw(f"{place}: the tricks and hands do not hold the cards dealt")


def _sizes(table: TrickTable) -> tuple[int, ...]:
    """How many cards a trick has: one of every seat, and once the card that was set aside for it."""
    return (table.n_seats,) if table.extra_to_trick is None else (table.n_seats, table.n_seats + 1)


def tasks(name: str, n_matches: int) -> list[tuple[str, dict[str, Any], int]]:
    """What to play to check a variant: (name, settings, matches); the defaults with all matches, other settings of its
    options with a twentieth. Raises VariantError when one of these settings is not valid data.
    """
    found = []
    for index, settings in enumerate(option_settings(name)):
        load_variant(name, settings)
        found.append((name, settings, n_matches if index == 0 else -(-n_matches // 20)))
    return found


def run_task(task: tuple[str, dict[str, Any], int, str]) -> Coverage:
    """Play one entry of `tasks` with a seed; a function of its own so that a worker can run it. Raises BrokenLaw."""
    name, settings, n_matches, seed = task
    return check_variant(load_variant(name, settings), n_matches, seed)


def expected_decisions(variant: Variant) -> set[tuple[str, str]]:
    """(contract, kind of decision) for everything that can come up in this variant as it is set."""
    expected: set[tuple[str, str]] = set()
    names = set(round_order(variant)) if variant.pool is None else set(variant.pool.each)
    if variant.pool is not None:
        expected.add(("-", Kind.CONTRACT.value))
    for name in names:
        contract = variant.contracts[name]
        kinds = [Kind.LAY if contract.layout or contract.hundred else Kind.PLAY]
        if contract.auction is not None:
            kinds += [Kind.BID, Kind.OFFER] if contract.auction.sold_by == "eldest" else [Kind.BID]
        if contract.suit != "none":
            kinds.append(Kind.SUIT if contract.suit == "penalty" else Kind.TRUMP)
        if contract.talon is not None and contract.talon.then != "first-trick":
            kinds.append(Kind.DISCARD if contract.talon.then == "discard" else Kind.GIVE)
        expected |= {(name, kind.value) for kind in kinds}
    return expected
