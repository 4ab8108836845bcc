"""Playing records again: every step goes through the rules, every fault becomes a diagnostic at its place."""

from __future__ import annotations

from typing import Any

import msgspec

from kingcli.cards import Card, n_cards
from kingcli.errors import KingError, RecordError, near_misses
from kingcli.records.course import ReadRound, contract_of_round, most_rounds
from kingcli.records.diagnostic import Diagnostic, Severity
from kingcli.records.explain import why_score
from kingcli.records.record import Places, RoundRecord, Step, deal_of
from kingcli.rules import HundredPosition, Kind, LayoutPosition, Round, RoundPlan, TrickPosition, parse_option
from kingcli.rules.events import card_words, seat_letter
from kingcli.seats import SEATS, Seat, seat_names
from kingcli.variants import Variant
from kingcli.variants.table import pack_of

_VERBS = {
    "contract": "chooses",
    "offer": "says",
    "bid": "says",
    "trump": "says",
    "suit": "says",
    "discard": "puts away",
    "give": "gives",
    "play": "plays",
    "lay": "lays",
}
_WAS = {"turned": "was opened", "drawn": "was drawn", "left": "was left over"}
_ARE = {"turned": "opened", "drawn": "drawn", "left": "left over"}


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

    @property
    def is_void(self) -> bool:
        """Whether all passed, so that the round does not count."""
        return self.is_over and self.round is not None and self.round.is_void


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
        self._stated = {step.kind for step in source.record.events if step.kind in _WAS}
        self._n_stated = dict.fromkeys(_WAS, 0)

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
            self.check_facts()
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
        if self.number is not None and self.number > most_rounds(variant):
            message = f"there is no such round: a match of {variant.name} has {most_rounds(variant)}"
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

    def check_facts(self) -> None:
        """Compare what the record states with what the play so far says, where both are known."""
        assert self.round is not None
        setting = self.round.setting
        stated = self.record.contract
        if stated is not None and setting.contract_id not in (None, stated):
            at = self.places.of_fact("contract")
            raise self.stop("contract", f"file says {stated}, but {setting.contract_id} was chosen", at)
        self.check_declarer()
        self.check_named("trump", self.record.trump)
        self.check_named("suit", self.record.suit)

    def check_declarer(self) -> None:
        round, stated, at = self.round, self.record.declarer, self.places.of_fact("declarer")
        assert round is not None
        if stated is None:
            return
        if round.declarer is not None and SEATS[round.declarer] != stated:
            how = "chooses in this round" if round.setting.contract.auction is None else "made the highest bid"
            if round.setting.contract.auction is not None and round.setting.declarer == round.setting.eldest:
                how = "keeps the talon"
            raise self.stop("declarer", f"file says {stated}, but {SEATS[round.declarer]} {how}", at)
        is_auctioned = round.contract is not None and round.setting.contract.auction is not None
        is_open = is_auctioned and round.position() is None and not round.is_over
        if round.declarer is None and not is_open:
            raise self.stop("declarer", f"file says {stated}, but nobody chooses in this round", at)

    def check_named(self, fact: str, stated: str | None) -> None:
        """The suit named, as trump or as penalty suit."""
        assert self.round is not None
        setting = self.round.setting
        if stated is None or setting.contract_id is None:
            return
        at, kind = self.places.of_fact(fact), "trump" if fact == "trump" else "penalty"
        if setting.contract.suit != kind:
            words = "trump" if fact == "trump" else "penalty suit"
            raise self.stop(fact, f"file says {stated}, but there is no {words} in {setting.contract_id}", at)
        if setting.named not in (None, stated):
            turned = [e.value for e in self.round.events if e.kind is Kind.TURNED and isinstance(e.value, int)]
            opened = f" (opened: {' '.join(card_words(1 << card) for card in turned)})" if turned else ""
            was = "was named" if setting.declarer is not None else "counts when all pass"
            raise self.stop(fact, f"file says {stated}, but {setting.named} {was}{opened}", at)

    def step(self, index: int, step: Step) -> None:
        round, at = self.round, self.places.of_event(index)
        assert round is not None
        trick = trick_now(round)
        if step.kind in _WAS:
            self.fact(step, at, trick)
            return
        self.check_all_stated(at, trick)
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
        if step.kind not in ("play", "lay", "discard", "give"):
            self.check_facts()

    def check_card(self, step: Step, card: Card, turn: Seat, at: tuple[int, int], trick: int | None) -> None:
        """Who has the card, and whose turn it is, before the rules are asked."""
        assert self.round is not None
        position, setting = self.round.position(), self.round.setting
        hands = position.hands if position is not None else setting.hands
        words, seat = card_words(1 << card), SEATS[turn]
        holder = next((SEATS[self.round.active[s]] for s, hand in enumerate(hands) if hand >> card & 1), None)
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

    def fact(self, step: Step, at: tuple[int, int], trick: int | None) -> None:
        """A card opened, drawn or left over as stated: it must be the next of those the play has brought about."""
        known = self.facts(step.kind)
        index = self._n_stated[step.kind]
        if index >= len(known):
            is_done = _WAS[step.kind].replace("was", "is")
            message = f"file says {_spelt(step)} {_WAS[step.kind]}, but no card {is_done} here"
            raise self.stop(step.kind, message, at, trick=trick)
        seat, true = known[index]
        self._n_stated[step.kind] += 1
        try:
            card = parse_option(step.value)
        except RecordError as error:
            raise self.stop("card", error.message, at, trick=trick) from None
        if card != true or step.seat != seat:
            whose = {"turned": "of", "drawn": "by", "left": "to"}[step.kind]
            message = (
                f"file says {_spelt(step)} {_WAS[step.kind].replace(' over', '')} {whose} {step.seat}, "
                f"but it is {card_words(1 << true)} {whose} {seat}"
            )
            if step.kind == "turned":
                message = (
                    f"file says {_spelt(step)} of {step.seat} was opened, but it is {card_words(1 << true)} of {seat}"
                )
            raise self.stop(step.kind, message, at, trick=trick)

    def facts(self, kind: str) -> list[tuple[str, Card]]:
        """(seat, card) of all facts of this kind so far."""
        assert self.round is not None
        found: list[tuple[str, Card]] = []
        for event in self.round.events:
            if event.kind.value == kind:
                cards = event.value if isinstance(event.value, tuple) else (event.value,)
                found += [(seat_letter(event.seat), card) for card in cards if isinstance(card, int)]
        return found

    def check_all_stated(self, at: tuple[int, int], trick: int | None) -> None:
        """Facts of one kind are all stated before the next step, or none in the whole record."""
        for kind in self._stated:
            n_true = len(self.facts(kind))
            if self._n_stated[kind] != n_true and kind != "turned":
                seat, card = self.facts(kind)[self._n_stated[kind]]
                does = "draws" if kind == "drawn" else "is left"
                message = f"file does not say that {seat} {does} {card_words(1 << card)}"
                raise self.stop(kind, message, at, trick=trick)
            if self._n_stated[kind] != n_true:
                said = self._n_stated[kind]
                raise self.stop(kind, f"file says {said} {_ARE[kind]}, but the call opens {n_true}", at)

    def check_end(self) -> None:
        assert self.round is not None
        end, at = self.record.end, self.places.of_event(len(self.record.events))
        if self.round.is_over:
            self.check_all_stated(at, None)
        if self.round.is_void != (end == "redeal"):
            self.check_redeal(end)
        if self.round.is_over:
            if end == "in progress":
                message = "file says the round is in progress, but it is over"
                self.report("end", message, self.places.of_fact("end"), severity="warning")
            if not self.round.is_void:
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

    def check_redeal(self, end: str) -> None:
        """A round is dealt anew when all passed, and only then."""
        assert self.round is not None
        at = self.places.of_fact("end")
        if self.round.is_void:
            message = f"file says {end}, but all passed: the round is dealt anew and does not count"
            self.report("end", message, at, severity="warning" if end == "complete" else "info")
        elif self.round.is_over:
            raise self.stop("end", "file says the round is dealt anew, but it was played", at)
        elif self.round.position() is not None or not self.round.setting.contract.auction:
            raise self.stop("end", "file says the round is dealt anew, but nobody passed", at)

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
    "offer": "take the talon or offer it",
    "bid": "bid or pass",
    "trump": "name trump",
    "suit": "name the penalty suit",
    "discard": "put a card away",
    "give": "give a card",
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
    return 1 + sum(event.kind is Kind.TRICK for event in round.events)


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
    if isinstance(position, HundredPosition):
        return f"{who} to lay, the sum is {position.sum}"
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
