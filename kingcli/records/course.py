"""Records as read, each with its place in the file, and the course of a match: which round must come next."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from kingcli.records.record import Places, RoundRecord
from kingcli.rules import Match, RoundPlan, RoundResult, n_rounds
from kingcli.rules.match import round_order
from kingcli.seats import SEATS, Seat
from kingcli.variants import Variant


class ReadRound(msgspec.Struct, frozen=True):
    """A record and where it stands.

    `is_broken`: a fault was reported while reading, so it cannot be played again. `after_lost`: the game before it in
    the file could not be read at all (which was reported).
    """

    record: RoundRecord
    places: Places
    variant: Variant
    is_broken: bool = False
    after_lost: bool = False


class ReadMatch(msgspec.Struct, frozen=True):
    """The rounds of one match in the order of the file, all of one variant with the same options."""

    variant: Variant
    rounds: tuple[ReadRound, ...]

    @property
    def id(self) -> str | None:
        return self.rounds[0].record.match

    @property
    def players(self) -> dict[str, str]:
        """Names by seat letter, from the first round that gives any."""
        return next((one.record.players for one in self.rounds if one.record.players), {})


def dealers(variant: Variant, first: Seat) -> tuple[Seat, ...]:
    """Who deals round 1, 2, ... when `first` deals the first; it does not depend on what is chosen or scored."""
    match = Match(variant, first)
    found = []
    while not match.is_over:
        plan = match.plan()
        found.append(plan.dealer)
        _pass_over(match, plan, plan.contract or plan.choices[0])
    return tuple(found)


def _pass_over(match: Match, plan: RoundPlan, contract: str, scores: tuple[int, ...] = ()) -> None:
    """Enter a round that was not, or could not be, played here."""
    match.end_round(RoundResult(plan.number, plan.dealer, contract, None, None, scores or (0,) * match.variant.seats))


def contract_of_round(variant: Variant, number: int) -> str | None:
    """The contract of round `number` (from 1) where the order is fixed, else None."""
    order = round_order(variant)
    return order[number - 1] if 1 <= number <= len(order) else None


class Course:
    """Follows a match round by round through rules.Match; knows no plan where the records leave too much open."""

    def __init__(self, variant: Variant, records: Sequence[RoundRecord]):
        self.variant = variant
        first = first_dealer(variant, records)
        self._match = Match(variant, first) if first is not None else None

    def plan(self, number: int | None) -> RoundPlan | None:
        """The plan of this round, going over rounds that are not recorded; None when it is not known."""
        match = self._match
        if number is None or match is None:
            return None
        while not match.is_over and (plan := match.plan()).number < number:
            if plan.contract is None:
                self._match = None
                return None
            _pass_over(match, plan, plan.contract)
        if match.is_over or match.plan().number != number:
            return None
        return match.plan()

    def finish(self, plan: RoundPlan | None, contract: str | None, scores: tuple[int, ...]) -> None:
        """Enter the outcome of the planned round. A chosen contract that is not known ends what can be planned."""
        if plan is None or self._match is None:
            return
        played = plan.contract or (contract if contract in plan.choices else None)
        if played is None:
            self._match = None
        else:
            _pass_over(self._match, plan, played, scores)


def first_dealer(variant: Variant, records: Sequence[RoundRecord]) -> Seat | None:
    """Who dealt round 1: the seat the variant fixes, else the one most records agree with (a tie: the earliest)."""
    fixed = next(iter(variant.contracts.values())).deal.first_dealer
    if fixed != "lot":
        return SEATS.index(fixed)
    told = [
        (one.round, SEATS.index(one.dealer))
        for one in records
        if one.round is not None and one.round <= n_rounds(variant) and one.dealer in SEATS[: variant.seats]
    ]
    if not told:
        return None
    plans = [dealers(variant, seat) for seat in range(variant.seats)]
    votes = [sum(plan[number - 1] == dealer for number, dealer in told) for plan in plans]
    best = [seat for seat in range(variant.seats) if votes[seat] == max(votes)]
    number, dealer = told[0]
    return next((seat for seat in best if plans[seat][number - 1] == dealer), best[0])


def grouped(rounds: Sequence[ReadRound]) -> list[list[ReadRound]]:
    """Rounds that follow each other and belong to one match: same id, variant and options, numbers going up."""
    groups: list[list[ReadRound]] = []
    for one in rounds:
        if groups and goes_on(groups[-1], one):
            groups[-1].append(one)
        else:
            groups.append([one])
    return groups


def goes_on(match: Sequence[ReadRound], one: ReadRound) -> bool:
    """Whether a round belongs to the match whose rounds so far are these."""
    if not match or match[-1].record.match != one.record.match or match[-1].variant != one.variant:
        return False
    before, number = match[-1].record.round, one.record.round
    return before is not None and number is not None and number > before
