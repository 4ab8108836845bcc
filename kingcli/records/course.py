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


def dealers(variant: Variant, first: Seat, count: int | None = None) -> tuple[Seat, ...]:
    """Who deals round 1, 2, ... when `first` deals the first; it does not depend on what is chosen or scored.

    The first `count` rounds; without it all that a match can have.
    """
    match = Match(variant, first)
    found: list[Seat] = []
    while not match.is_over and (count is None or len(found) < count):
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
    if variant.end.repeat and number > 0:
        return order[(number - 1) % len(order)]
    return order[number - 1] if 1 <= number <= len(order) else None


class Course:
    """Follows a match round by round through rules.Match; knows no plan where the records leave too much open."""

    def __init__(self, variant: Variant, records: Sequence[RoundRecord]):
        self.variant = variant
        first = first_dealer(variant, records)
        self._match = Match(variant, first) if first is not None else None
        self._is_scored = True

    def end(self) -> tuple[int, tuple[int, ...]] | None:
        """The last round and the final totals of a match that is over, all its scores known; else None."""
        match = self._match
        if match is None or not match.is_over or not self._is_scored:
            return None
        return len(match.results), match.totals

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
            self._is_scored = False
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
            self._is_scored = self._is_scored and bool(scores)


def first_dealer(variant: Variant, records: Sequence[RoundRecord]) -> Seat | None:
    """Who dealt round 1: the seat the variant fixes, else the one most records agree with (a tie: the earliest)."""
    fixed = next(iter(variant.contracts.values())).deal.first_dealer
    if fixed != "lot":
        return SEATS.index(fixed)
    told = [
        (one.round, SEATS.index(one.dealer))
        for one in records
        if one.round is not None and one.round <= most_rounds(variant) and one.dealer in SEATS[: variant.seats]
    ]
    if not told:
        return None
    last = max(number for number, _ in told)
    plans = [dealers(variant, seat, last) for seat in range(variant.seats)]
    votes = [sum(plan[number - 1 : number] == (dealer,) for number, dealer in told) for plan in plans]
    best = [seat for seat in range(variant.seats) if votes[seat] == max(votes)]
    number, dealer = told[0]
    return next((seat for seat in best if plans[seat][number - 1 : number] == (dealer,)), best[0])


def most_rounds(variant: Variant) -> int:
    """How many rounds a match has, or can have at most where it ends by a threshold."""
    rounds = n_rounds(variant)
    return rounds if rounds is not None else variant.end.max_rounds


def grouped(rounds: Sequence[ReadRound]) -> list[list[ReadRound]]:
    """Rounds that follow each other and belong to one match: same id, variant and options, numbers going up.

    After a void round its number comes again.
    """
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
    if before is None or number is None:
        return False
    return number > before or (number == before and match[-1].record.end == "redeal")
