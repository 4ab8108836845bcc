"""Playing matches again: the rounds one after the other, with the order, the choices left and the running totals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from kingcli.records.course import Course, ReadMatch, ReadRound
from kingcli.records.diagnostic import Diagnostic
from kingcli.records.replay import RoundReplay, replay_round
from kingcli.rules.scoring import Balance, balance
from kingcli.seats import SEATS, Seat, seat_names


class MatchReplay(msgspec.Struct, kw_only=True):
    """A match played again. `is_whole`: all its rounds are there, in order from the first, and over."""

    source: ReadMatch
    rounds: list[RoundReplay]
    is_whole: bool

    @property
    def diagnostics(self) -> list[Diagnostic]:
        return [one for replay in self.rounds for one in replay.diagnostics]


def scored_rounds(replays: Iterable[RoundReplay]) -> list[RoundReplay]:
    """The rounds whose points are known and count."""
    return [one for one in replays if one.round is not None and one.is_sound and not one.is_void]


def balance_of(replays: Sequence[RoundReplay], n_seats: int) -> Balance:
    """Penalties and rewards of the rounds that count, by seat.

    Points of a contract that pays are rewards whatever their sign: a seat that buys the talon may lose by it.
    """
    split: list[tuple[int, ...]] = []
    paying = [0] * n_seats
    for one in scored_rounds(replays):
        assert one.round is not None
        total, scores = one.round.setting.contract.total, one.round.scores()
        if isinstance(total, int) and total > 0:
            paying = [sum(pair) for pair in zip(paying, scores, strict=True)]
        else:
            split.append(scores)
    rest = balance(split, n_seats)
    rewards = tuple(sum(pair) for pair in zip(rest.rewards, paying, strict=True))
    return Balance(rest.penalties, rewards, tuple(sum(pair) for pair in zip(rest.penalties, rewards, strict=True)))


class _Sums:
    """The running totals: by the cards, and as the file has them (a wrong total carried on is reported once)."""

    def __init__(self, n_seats: int, starts_at_first: bool):
        self.true: tuple[int, ...] | None = (0,) * n_seats if starts_at_first else None
        self.accepted: list[tuple[int, ...]] = [self.true] if self.true is not None else []

    def add(self, replay: RoundReplay, stated: tuple[int | None, ...], own: tuple[int | None, ...]) -> None:
        """Check the stated totals of one round. `own` are its scores as stated."""
        round = replay.round
        assert round is not None
        scores = round.scores()
        said = tuple(s if s is not None else true for s, true in zip(own, scores, strict=True))
        sums = {_plus(base, part) for base in self.accepted for part in (scores, said)}
        if self.true is not None:
            self.true = _plus(self.true, scores)
            sums.add(self.true)
        fitting = {one for one in sums if all(t in (None, s) for t, s in zip(stated, one, strict=True))}
        if sums and not fitting:
            for seat, total in enumerate(stated):
                if total is not None and total not in {one[seat] for one in sums}:
                    _report_total(replay, seat, total, (self.true or min(sums))[seat])
        whole = tuple(total for total in stated if total is not None)
        if not fitting:
            fitting = sums | ({whole} if len(whole) == len(stated) else set())
        self.accepted = sorted(fitting | ({self.true} if self.true is not None else set()))


def _plus(a: tuple[int, ...], b: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(x + y for x, y in zip(a, b, strict=True))


def _report_total(replay: RoundReplay, seat: Seat, said: int, expected: int) -> None:
    round, places = replay.round, replay.source.places
    assert round is not None
    line, column = places.of_fact("totals")
    replay.diagnostics.append(
        Diagnostic(
            code="total",
            severity="error",
            file=places.file,
            line=line,
            column=column,
            round=replay.source.record.round,
            contract=round.contract,
            seat=SEATS[seat],
            message=f"file says the total is {said}, the rounds add up to {expected}",
        )
    )


def replay_match(match: ReadMatch) -> MatchReplay:
    """Play a match again, round by round. After a bad round it goes on with the next.

    Checks against the match: number, dealer, contract (planned, or left to choose), running totals.
    """
    variant = match.variant
    records = [one.record for one in match.rounds]
    course = Course(variant, records)
    sums = _Sums(variant.seats, starts_at_first=records[0].round in (1, None))
    totals: tuple[int, ...] | None = (0,) * variant.seats if records[0].round in (1, None) else None
    replays: list[RoundReplay] = []
    number = 0
    for source in match.rounds:
        record = source.record
        plan = course.plan(record.round)
        replay = replay_round(source, plan)
        replays.append(replay)
        if record.round is not None and number and record.round > number + 1:
            if not source.after_lost:
                replay.diagnostics.insert(0, _gap(source, number + 1))
            sums, totals = _Sums(variant.seats, starts_at_first=False), None
        number = record.round or number
        if plan is None and variant.end.repeat:
            _check_not_over(replay, course.end())
        stated = [(record.scores or {}).get(seat) for seat in seat_names(variant.seats)]
        said = tuple(score for score in stated if score is not None)
        round = replay.round
        if replay.is_void:
            pass
        elif replay.is_over and round is not None:
            told = [(record.totals or {}).get(seat) for seat in seat_names(variant.seats)]
            sums.add(replay, tuple(told), tuple(stated))
            if totals is not None:
                totals = _plus(totals, round.scores())
            course.finish(plan, round.contract, round.scores())
        else:
            whole = len(said) == variant.seats
            course.finish(plan, record.contract, said if whole else ())
            sums = _Sums(variant.seats, starts_at_first=False)
            if record.totals and len(record.totals) == variant.seats:
                sums.accepted = [tuple(record.totals.get(seat, 0) for seat in seat_names(variant.seats))]
            totals = None
        replay.totals = totals
    counted = [one.source.record.round for one in replays if one.is_over and not one.is_void]
    end = course.end()
    is_whole = end is not None and counted == list(range(1, end[0] + 1))
    return MatchReplay(source=match, rounds=replays, is_whole=is_whole)


def _check_not_over(replay: RoundReplay, end: tuple[int, tuple[int, ...]] | None) -> None:
    """A round after the one that ended the match; `end` is that one's number, and the totals."""
    number = replay.source.record.round
    if end is None or number is None or number <= end[0]:
        return
    line, column = replay.source.places.of_fact("round")
    last, totals = end
    lowest = min(range(len(totals)), key=lambda seat: totals[seat])
    replay.diagnostics.insert(
        0,
        Diagnostic(
            code="round",
            severity="error",
            file=replay.source.places.file,
            line=line,
            column=column,
            round=number,
            message=f"the match was over after round {last}, with {SEATS[lowest]} at {totals[lowest]}",
        ),
    )


def _gap(source: ReadRound, first: int) -> Diagnostic:
    record, places = source.record, source.places
    assert record.round is not None
    lost = f"round {first} is" if record.round == first + 1 else f"rounds {first} to {record.round - 1} are"
    line, column = places.of_fact("round")
    return Diagnostic(
        code="gap",
        severity="warning",
        file=places.file,
        line=line,
        column=column,
        round=record.round,
        message=f"{lost} missing before this one",
    )
