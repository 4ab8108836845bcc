"""A match: which contract comes next, who deals, what is left to choose, the running totals, the end."""

from __future__ import annotations

import msgspec

from kingcli.errors import IllegalPlay
from kingcli.random import Stream
from kingcli.rules.deal import chooser_of
from kingcli.rules.events import Deal, Decision, Option
from kingcli.rules.round import Round
from kingcli.seats import SEATS, Seat, next_seat
from kingcli.variants import Contract, Variant


class RoundPlan(msgspec.Struct, frozen=True):
    """The next round. `number` counts from 1; `contract` is fixed, or None with the chooser's `choices` (sorted)."""

    number: int
    dealer: Seat
    contract: str | None
    choices: tuple[str, ...]

    def deal_rules(self, variant: Variant) -> Contract:
        """The contract whose deal rule holds (those of a pool agree on it)."""
        return variant.contracts[self.contract or self.choices[0]]


class RoundResult(msgspec.Struct, frozen=True):
    """A finished round; `scores` by seat, natural sign."""

    number: int
    dealer: Seat
    contract: str
    named: str | None
    declarer: Seat | None
    scores: tuple[int, ...]


def draw_dealer(variant: Variant, rng: Stream) -> Seat:
    """The first dealer: by lot, or the seat the variant fixes."""
    fixed = next(iter(variant.contracts.values())).deal.first_dealer
    return rng.below(variant.seats) if fixed == "lot" else SEATS.index(fixed)


def round_order(variant: Variant) -> tuple[str, ...]:
    """The contracts of a match with a fixed order, one entry a round; empty where they are chosen."""
    return tuple(entry.do for entry in variant.order or () for _ in range(entry.times))


def n_rounds(variant: Variant) -> int:
    if variant.pool is not None:
        return variant.seats * sum(variant.pool.each.values())
    return len(round_order(variant))


class Match:
    """A match from its first dealer on. Ask `plan()`, deal, `start_round`, apply decisions; totals and the next plan
    follow.
    """

    def __init__(self, variant: Variant, first_dealer: Seat):
        self.variant = variant
        self.results: list[RoundResult] = []
        self.totals: tuple[int, ...] = (0,) * variant.seats
        self.round: Round | None = None
        self._dealer = first_dealer
        self._order = round_order(variant)
        pool = dict(variant.pool.each) if variant.pool is not None else {}
        self._left = [dict(pool) for _ in range(variant.seats)]

    @property
    def is_over(self) -> bool:
        return len(self.results) == n_rounds(self.variant)

    def needs_deal(self) -> bool:
        return not self.is_over and self.round is None

    def plan(self) -> RoundPlan:
        """The round that comes next, or that is being played. Raises IllegalPlay when the match is over."""
        if self.is_over:
            raise IllegalPlay("the match is over")
        number = len(self.results) + 1
        if self.variant.pool is None:
            return RoundPlan(number, self._dealer, self._order[number - 1], ())
        any_contract = self.variant.contracts[next(iter(self.variant.pool.each))]
        left = self._left[chooser_of(self.variant, any_contract, self._dealer)]
        return RoundPlan(number, self._dealer, None, tuple(sorted(name for name, n in left.items() if n)))

    def left_to_choose(self, seat: Seat) -> dict[str, int]:
        """What this seat may still choose: contract -> how often."""
        return {name: n for name, n in self._left[seat].items() if n}

    def start_round(self, deal: Deal) -> Round:
        """Begin the planned round with this deal. Raises RecordError for a wrong deal, IllegalPlay during a round."""
        if self.round is not None:
            raise IllegalPlay("the round in progress is not over")
        plan = self.plan()
        self.round = Round(self.variant, deal, plan.dealer, plan.contract, plan.choices)
        return self.round

    def decision(self) -> Decision | None:
        return self.round.decision() if self.round is not None else None

    def refuse(self, option: Option) -> str | None:
        return self.round.refuse(option) if self.round is not None else "no round is being played"

    def apply(self, option: Option) -> None:
        """One step of the round in progress; its last step ends it. Raises IllegalPlay."""
        if self.round is None:
            raise IllegalPlay("no round is being played")
        self.round.apply(option)
        if self.round.is_over:
            played = self.round
            assert played.contract is not None
            self.end_round(
                RoundResult(
                    len(self.results) + 1,
                    played.dealer,
                    played.contract,
                    played.named,
                    played.declarer,
                    played.scores(),
                )
            )

    def end_round(self, result: RoundResult) -> None:
        """Enter a finished round; also the door for rounds played elsewhere. Raises IllegalPlay if it is not the
        planned one.
        """
        if self.round is not None and not self.round.is_over:
            raise IllegalPlay("the round in progress is not over")
        plan = self.plan()
        possible = plan.choices or (plan.contract,)
        if (result.number, result.dealer) != (plan.number, plan.dealer) or result.contract not in possible:
            planned = f"round {plan.number} is {' or '.join(map(str, possible))} dealt by {SEATS[plan.dealer]}"
            raise IllegalPlay(f"{planned}, not round {result.number}, {result.contract}, dealt by seat {result.dealer}")
        if len(result.scores) != self.variant.seats:
            raise IllegalPlay(f"round {plan.number} has {len(result.scores)} scores for {self.variant.seats} seats")
        contract = self.variant.contracts[result.contract]
        chooser = chooser_of(self.variant, contract, plan.dealer)
        if self.variant.pool is not None:
            self._left[chooser][result.contract] -= 1
        self.results.append(result)
        self.totals = tuple(total + score for total, score in zip(self.totals, result.scores, strict=True))
        self.round = None
        to_chooser = contract.deal.next == "chooser"
        self._dealer = chooser if to_chooser else next_seat(plan.dealer, self.variant.seats, self.variant.step)
