"""Playing records again: every step goes through the rules, every fault becomes a diagnostic at its place."""

from __future__ import annotations

from typing import Any

import msgspec

from kingcli.cards import Card, n_cards
from kingcli.errors import KingError, RecordError, near_misses
from kingcli.records.course import Course, ReadMatch, ReadRound, contract_of_round
from kingcli.records.diagnostic import Diagnostic, Severity
from kingcli.records.explain import why_score
from kingcli.records.record import Places, RoundRecord, Step, deal_of
from kingcli.rules import Kind, LayoutPosition, Round, RoundPlan, TrickPosition, n_rounds, parse_option, tricks
from kingcli.rules.events import card_words, seat_letter
from kingcli.seats import SEATS, Seat, seat_names
from kingcli.variants import Variant
from kingcli.variants.table import pack_of

_VERBS = {"contract": "chooses", "trump": "says", "discard": "puts away", "play": "plays", "lay": "lays"}


class RoundReplay(msgspec.Struct, kw_only=True):
    """One round played again. `round` goes as far as the record is sound, None when not even the deal is.

    `totals` are the match totals by seat after it, as the cards say; None when a round before it could not be finished.
    """

    source: ReadRound
    round: Round | None = None
    totals: tuple[int, ...] | None = None
    diagnostics: list[Diagnostic] = []

    @property
    def is_sound(self) -> bool:
        """Whether every step was legal (the stated scores may still be wrong)."""
        return not any(one.severity == "error" and one.code not in SCORE_CODES for one in self.diagnostics)

    @property
    def is_over(self) -> bool:
        return self.is_sound and self.round is not None and self.round.is_over


class MatchReplay(msgspec.Struct, kw_only=True):
    """A match played again. `is_whole`: all its rounds are there, in order from the first, and over."""

    source: ReadMatch
    rounds: list[RoundReplay]
    is_whole: bool

    @property
    def diagnostics(self) -> list[Diagnostic]:
        return [one for replay in self.rounds for one in replay.diagnostics]


SCORE_CODES = frozenset({"score", "total"})


class _StopError(Exception):
    """The record cannot be followed any further; the diagnostic is entered."""


class _Player:
    """Plays one record through a rules.Round."""

    def __init__(self, source: ReadRound, plan: RoundPlan | None):
        self.source = source
        self.record = source.record
        self.variant = source.variant
        self.places = source.places
        self.plan = plan
        self.number = source.record.round
        self.found: list[Diagnostic] = []
        self.round: Round | None = None
        self._pack = pack_of(source.variant.deck)
        self._n_turned = 0
        self._are_turned_checked = False

    def report(
        self,
        code: str,
        message: str,
        at: tuple[int, int],
        *,
        severity: Severity = "error",
        trick: int | None = None,
        contract: str | None = None,
        seat: str | None = None,
    ) -> None:
        self.found.append(
            Diagnostic(
                code=code,
                severity=severity,
                file=self.places.file,
                line=at[0],
                column=at[1],
                round=self.number,
                contract=contract,
                trick=trick,
                seat=seat,
                message=message,
            )
        )

    def stop(self, code: str, message: str, at: tuple[int, int], *, trick: int | None = None) -> _StopError:
        self.report(code, message, at, trick=trick)
        return _StopError()

    def play(self) -> None:
        if self.source.is_broken:
            return
        try:
            self.check_digest()
            self.begin()
            self.check_fact("declarer")
            self.check_fact("trump")
            for index, step in enumerate(self.record.events):
                self.step(index, step)
            self.check_end()
        except _StopError:
            return

    def check_digest(self) -> None:
        if self.record.digest not in (None, self.variant.digest):
            self.report(
                "digest",
                f"the rules of {self.variant.name!r} have changed since this was written "
                f"(digest {self.record.digest}, now {self.variant.digest}); it is judged by the present rules",
                self.places.of_fact("digest"),
                severity="warning",
            )

    def begin(self) -> None:
        record, variant, plan = self.record, self.variant, self.plan
        if record.dealer not in seat_names(variant.seats):
            raise self.stop("seat", f"there is no seat {record.dealer} at this table", self.places.of_fact("dealer"))
        dealer = SEATS.index(record.dealer)
        contract, choices = self.contract()
        if plan is not None and dealer != plan.dealer:
            raise self.stop(
                "dealer",
                f"file says {record.dealer} deals, but it is {SEATS[plan.dealer]}'s turn to deal",
                self.places.of_fact("dealer"),
            )
        try:
            self.round = Round(variant, deal_of(record, variant.seats), dealer, contract, choices)
        except RecordError as error:
            key = error.where if error.where in self.places.facts else "deal"
            message = f"{error.where}: {error.message}" if error.where else error.message
            raise self.stop("deal", message, self.places.of_fact(key)) from None

    def contract(self) -> tuple[str | None, tuple[str, ...]]:
        """What Round needs: the contract where the order fixes it, else the choices that are left."""
        record, variant = self.record, self.variant
        named, at = record.contract, self.places.of_fact("contract")
        if named is not None and named not in variant.contracts:
            guess = near_misses(named, variant.contracts)
            raise self.stop("contract", f"{variant.name} has no contract {named!r}{guess}", at)
        if self.number is not None and self.number > n_rounds(variant):
            message = f"there is no such round: a match of {variant.name} has {n_rounds(variant)}"
            raise self.stop("round", message, self.places.of_fact("round"))
        if variant.pool is not None:
            left = self.plan.choices if self.plan is not None else tuple(sorted(variant.pool.each))
            return None, left
        planned = contract_of_round(variant, self.number) if self.number is not None else None
        if planned is not None and named is not None and named != planned:
            message = f"file says {named}, but round {self.number} of {variant.name} is {planned}"
            raise self.stop("contract", message, at)
        if planned is None and named is None:
            raise self.stop("contract", "the contract is missing, and the round number that would tell it too", at)
        return planned or named, ()

    def check_fact(self, fact: str) -> None:
        """Compare what the record states with what the play so far says, where both are known."""
        assert self.round is not None
        stated: str | None = getattr(self.record, fact)
        if stated is None:
            return
        at = self.places.of_fact(fact)
        setting = self.round.setting
        if fact == "declarer":
            if setting.chooser is None:
                raise self.stop("declarer", f"file says {stated}, but nobody chooses in this round", at)
            if SEATS[setting.chooser] != stated:
                message = f"file says {stated}, but {SEATS[setting.chooser]} chooses in this round"
                raise self.stop("declarer", message, at)
        elif fact == "contract":
            if setting.contract_id is not None and setting.contract_id != stated:
                raise self.stop("contract", f"file says {stated}, but {setting.contract_id} was chosen", at)
        elif setting.contract_id is not None and setting.contract.suit == "none":
            raise self.stop("trump", f"file says {stated}, but there is no trump in {setting.contract_id}", at)
        elif setting.named is not None and setting.named != stated:
            turned = [e.value for e in self.round.events if e.kind is Kind.TURNED and isinstance(e.value, int)]
            opened = f" (opened: {' '.join(card_words(1 << card) for card in turned)})" if turned else ""
            raise self.stop("trump", f"file says {stated}, but {setting.named} was named{opened}", at)

    def step(self, index: int, step: Step) -> None:
        round, at = self.round, self.places.of_event(index)
        assert round is not None
        trick = trick_now(round)
        if step.kind == "turned":
            self.turned(step, at)
            return
        self.check_turned(at)
        decision = round.decision()
        if decision is None:
            raise self.stop("after-end", f"the round is over, but {step.seat} {_did(step)} {_spelt(step)}", at)
        try:
            option = parse_option(step.value)
        except RecordError as error:
            raise self.stop("card", error.message, at, trick=trick) from None
        if step.kind != decision.kind.value:
            expected = f"{SEATS[decision.seat]} must {_NEXT[decision.kind.value]} now"
            raise self.stop("order", f"{step.seat} {_did(step)} {_spelt(step)}, but {expected}", at, trick=trick)
        if isinstance(option, int):
            self.check_card(step, option, decision.seat, at, trick)
        elif step.seat != SEATS[decision.seat]:
            raise self.stop(
                "turn", f"{step.seat} {_did(step)} {step.value}, but it is {SEATS[decision.seat]}'s turn", at
            )
        reason = round.refuse(option)
        if reason is not None:
            raise self.refused(step, option, reason, at, trick)
        round.apply(option)
        self.check_fact("contract")
        self.check_fact("trump")

    def check_card(self, step: Step, card: Card, turn: Seat, at: tuple[int, int], trick: int | None) -> None:
        """Who has the card, and whose turn it is, before the rules are asked."""
        assert self.round is not None
        position, setting = self.round.position(), self.round.setting
        hands = position.hands if position is not None else setting.hands
        words, seat = card_words(1 << card), SEATS[turn]
        holder = next((SEATS[s] for s, hand in enumerate(hands) if hand >> card & 1), None)
        said = f"{step.seat} {_did(step)} {words}"
        if not self._pack >> card & 1:
            raise self.stop("card", f"{said}, which is not in the pack of {self.variant.name}", at, trick=trick)
        if holder is None:
            raise self.stop("card-twice", f"{said}, but {self.where_gone(card)}", at, trick=trick)
        if step.seat != seat:
            raise self.stop("turn", f"{said}, but it is {seat}'s turn", at, trick=trick)
        if holder != step.seat:
            raise self.stop("holder", f"{said}, but {holder} holds it", at, trick=trick)

    def where_gone(self, card: Card) -> str:
        """What became of a card that nobody holds any more."""
        assert self.round is not None
        number = 1
        for event in self.round.events:
            if event.value == card and event.kind in (Kind.PLAY, Kind.LAY, Kind.DISCARD):
                where = {Kind.PLAY: f"played it in trick {number}", Kind.LAY: "laid it before"}
                return f"{seat_letter(event.seat)} {where.get(event.kind, 'put it away')}"
            number += event.kind is Kind.TRICK
        return "nobody holds it"

    def refused(self, step: Step, option: Any, reason: str, at: tuple[int, int], trick: int | None) -> _StopError:
        words = reason.replace("(holds ", f"({step.seat} holds ")
        held = card_words(1 << option) if isinstance(option, int) else option.partition(":")[2] or option
        code = "illegal" if step.kind == "play" else step.kind
        return self.stop(code, f"{step.seat} {_did(step)} {held}, but {words}", at, trick=trick)

    def turned(self, step: Step, at: tuple[int, int]) -> None:
        """An opened card as stated: it must be the next of those the call opens."""
        assert self.round is not None
        opened = [event for event in self.round.events if event.kind is Kind.TURNED]
        if self._are_turned_checked or self._n_turned >= len(opened):
            raise self.stop("turned", f"file says {_spelt(step)} was opened, but no card is opened here", at)
        event = opened[self._n_turned]
        self._n_turned += 1
        assert isinstance(event.value, int)
        try:
            card = parse_option(step.value)
        except RecordError as error:
            raise self.stop("card", error.message, at) from None
        if card != event.value or step.seat != seat_letter(event.seat):
            message = (
                f"file says {_spelt(step)} of {step.seat} was opened, "
                f"but it is {card_words(1 << event.value)} of {seat_letter(event.seat)}"
            )
            raise self.stop("turned", message, at)

    def check_turned(self, at: tuple[int, int]) -> None:
        """All opened cards are stated, or none."""
        assert self.round is not None
        if self._n_turned and not self._are_turned_checked:
            n_opened = sum(event.kind is Kind.TURNED for event in self.round.events)
            if self._n_turned != n_opened:
                raise self.stop("turned", f"file says {self._n_turned} opened, but the call opens {n_opened}", at)
            self._are_turned_checked = True

    def check_end(self) -> None:
        assert self.round is not None
        end, at = self.record.end, self.places.of_event(len(self.record.events))
        if self.round.is_over:
            if end == "in progress":
                message = "file says the round is in progress, but it is over"
                self.report("end", message, self.places.of_fact("end"), severity="warning")
            self.check_scores()
            return
        where = standing(self.round)
        trick = trick_now(self.round)
        if end == "complete":
            message = f"file says the round is complete, but it stops here: {where}"
            self.report("cut", message, at, severity="warning", trick=trick)
        else:
            self.report("unfinished", f"{end}: {where}", at, severity="info", trick=trick)
        if self.record.scores is not None and self.stated("scores") != self.round.scores():
            message = "scores are stated, but the round is not over"
            self.report("score-early", message, self.places.of_fact("scores"), severity="warning")

    def stated(self, key: str) -> tuple[int | None, ...]:
        """Scores or totals by seat as the file states them."""
        given: dict[str, int] | None = getattr(self.record, key)
        return tuple((given or {}).get(seat) for seat in seat_names(self.variant.seats))

    def check_scores(self) -> None:
        round = self.round
        assert round is not None
        for seat, (said, true) in enumerate(zip(self.stated("scores"), round.scores(), strict=True)):
            if said is not None and said != true:
                self.report(
                    "score",
                    f"file says {said}, the cards say {true} ({why_score(round, seat)})",
                    self.places.of_fact("scores"),
                    contract=round.contract,
                    seat=SEATS[seat],
                )


_NEXT = {
    "contract": "choose a contract",
    "trump": "name trump",
    "discard": "put a card away",
    "play": "play",
    "lay": "lay",
}


def _did(step: Step) -> str:
    return _VERBS.get(step.kind, step.kind)


def _spelt(step: Step) -> str:
    """The card of a step as people read it, the call as it is written."""
    try:
        option = parse_option(step.value)
    except KingError:
        return repr(step.value)
    return card_words(1 << option) if isinstance(option, int) else option


def trick_now(round: Round) -> int | None:
    """The number of the trick in progress or about to be led, from 1; None outside trick play."""
    position = round.position()
    if not isinstance(position, TrickPosition):
        return None
    return tricks.trick_number(position) + 1


def standing(round: Round) -> str:
    """Where an unfinished round stands: "E to play to ♠A ♠7", "N to name trump"."""
    decision = round.decision()
    if decision is None:
        return "the round is over"
    who, position = SEATS[decision.seat], round.position()
    if isinstance(position, TrickPosition):
        on_table = card_words_in_order(position.trick)
        return f"{who} to play to {on_table}" if on_table else f"{who} to lead"
    if isinstance(position, LayoutPosition):
        return f"{who} to lay, {n_cards(position.laid)} cards are laid"
    return f"{who} to {_NEXT[decision.kind.value]}"


def card_words_in_order(cards: tuple[Card, ...]) -> str:
    """ "♠A ♠7": cards in the order given."""
    return " ".join(card_words(1 << card) for card in cards)


def replay_round(source: ReadRound, plan: RoundPlan | None = None) -> RoundReplay:
    """Play one record again. `plan` is what the match before it demands (dealer, contract, choices left), if known."""
    player = _Player(source, plan)
    player.play()
    return RoundReplay(source=source, round=player.round, diagnostics=player.found)


def play_record(record: RoundRecord, variant: Variant) -> Round:
    """The round of a record, as far as the record goes. Raises RecordError for the first step that is not legal."""
    replay = replay_round(ReadRound(record, Places(file="record"), variant))
    wrong = [one for one in replay.diagnostics if one.severity == "error" and one.code not in SCORE_CODES]
    if wrong or replay.round is None:
        raise wrong[0].error() if wrong else RecordError("cannot be played")
    return replay.round


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
        stated = [(record.scores or {}).get(seat) for seat in seat_names(variant.seats)]
        said = tuple(score for score in stated if score is not None)
        round = replay.round
        if replay.is_over and round is not None:
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
    is_whole = [r.source.record.round for r in replays if r.is_over] == list(range(1, n_rounds(variant) + 1))
    return MatchReplay(source=match, rounds=replays, is_whole=is_whole)


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
