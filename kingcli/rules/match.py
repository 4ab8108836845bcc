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
    """The next round. `number` counts from 1; `contract` is fixed, or None with the chooser's `choices` (sorted).

    `attempt` counts from 1: after a void round the same round is dealt again.
    """

    number: int
    dealer: Seat
    contract: str | None
    choices: tuple[str, ...]
    attempt: int = 1

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
    attempt: int = 1


def draw_dealer(variant: Variant, rng: Stream) -> Seat:
    """The first dealer: by lot, or the seat the variant fixes."""
    fixed = next(iter(variant.contracts.values())).deal.first_dealer
    return rng.below(variant.seats) if fixed == "lot" else SEATS.index(fixed)


def round_order(variant: Variant) -> tuple[str, ...]:
    """The contracts of a match with a fixed order, one entry a round; empty where they are chosen."""
    return tuple(entry.do for entry in variant.order or () for _ in range(entry.times))


def n_rounds(variant: Variant) -> int | None:
    """How many rounds a match has; None where it ends by a threshold."""
    if variant.end.repeat:
        return None
    if variant.pool is None:
        return len(round_order(variant))
    each = sum(variant.pool.each.values()) if variant.pool.choices is None else variant.pool.choices
    return variant.seats * each


class Match:
    """A match from its first dealer on. Ask `plan()`, deal, `start_round`, apply decisions; totals and the next plan
    follow.

    A round in which all pass may be void: it does not count, and the same plan wants another deal (`plan().attempt`).
    """

    def __init__(self, variant: Variant, first_dealer: Seat):
        self.variant = variant
        self.results: list[RoundResult] = []
        self.totals: tuple[int, ...] = (0,) * variant.seats
        self.round: Round | None = None
        self._dealer = first_dealer
        self._attempt = 1
        self._order = round_order(variant)

    @property
    def is_over(self) -> bool:
        """Whether all rounds are played, or a total has passed the threshold of the game."""
        end, played = self.variant.end, len(self.results)
        if not played:
            return False
        if end.at_most is not None and min(self.totals) <= end.at_most:
            return True
        rounds = n_rounds(self.variant)
        return played >= (end.max_rounds if rounds is None else rounds)

    def needs_deal(self) -> bool:
        return not self.is_over and self.round is None

    def plan(self) -> RoundPlan:
        """The round that comes next, or that is being played. Raises IllegalPlay when the match is over."""
        if self.is_over:
            raise IllegalPlay("the match is over")
        number = len(self.results) + 1
        if self.variant.pool is None:
            contract = self._order[(number - 1) % len(self._order)]
            return RoundPlan(number, self._dealer, contract, (), self._attempt)
        any_contract = self.variant.contracts[next(iter(self.variant.pool.each))]
        chooser = chooser_of(self.variant, any_contract, self._dealer)
        return RoundPlan(number, self._dealer, None, tuple(sorted(self.left_to_choose(chooser))), self._attempt)

    def left_to_choose(self, seat: Seat) -> dict[str, int]:
        """What this seat may still choose: contract -> how often. The player, group and match quotas all bind."""
        pool = self.variant.pool
        if pool is None:
            return {}
        group_of = {name: self.variant.contracts[name].group for name in pool.each}
        own = [result.contract for result in self.results if result.declarer == seat]
        left: dict[str, int] = {}
        for name, times in pool.each.items():
            bounds = [times - own.count(name)]
            if name in pool.match:
                bounds.append(pool.match[name] - sum(result.contract == name for result in self.results))
            if group_of[name] in pool.groups:
                bounds.append(pool.groups[group_of[name]] - sum(group_of[c] == group_of[name] for c in own))
            if min(bounds) > 0:
                left[name] = min(bounds)
        return left

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
        played = self.round
        if played is None:
            raise IllegalPlay("no round is being played")
        played.apply(option)
        if played.is_void:
            self.round = None
            self._attempt += 1
        elif played.is_over:
            assert played.contract is not None
            number = len(self.results) + 1
            self.end_round(
                RoundResult(
                    number,
                    played.dealer,
                    played.contract,
                    played.named,
                    played.declarer,
                    played.scores(),
                    self._attempt,
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
        if self.variant.pool is not None and result.declarer is None:
            result = msgspec.structs.replace(result, declarer=chooser)
        self.results.append(result)
        self.totals = tuple(total + score for total, score in zip(self.totals, result.scores, strict=True))
        self.round = None
        self._attempt = 1
        to_chooser = contract.deal.next == "chooser"
        self._dealer = chooser if to_chooser else next_seat(plan.dealer, self.variant.seats, self.variant.step)
