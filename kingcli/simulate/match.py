"""One match played out: the deals from the seed, every decision asked of the player in the seat."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from kingcli.errors import INTERNAL, KingError
from kingcli.players import Player
from kingcli.random import stream
from kingcli.rules import Decision, Match, Option, Round, RoundResult, draw_dealer, make_view
from kingcli.rules.deal import shuffled_deal
from kingcli.seats import SEATS
from kingcli.variants import Variant


class MatchResult(msgspec.Struct, frozen=True):
    """A finished match: `match` is the number of its deal set, `seating` counts from 1; `totals` by seat."""

    match: int
    seating: int
    totals: tuple[int, ...]
    rounds: tuple[RoundResult, ...]


class PlayerFault(KingError):
    """A player failed, or chose what the rules refuse; or a match did not add up. A bug, not a user's mistake."""

    exit_code = INTERNAL


OnRound = Callable[[Round, int, tuple[int, ...]], None]

# So often in a row all may pass in a game that then deals anew; after that players are at fault who never bid.
_MAX_VOID = 1000


def play_match(
    variant: Variant,
    players: Sequence[Player],
    seed: str,
    match: int,
    *,
    seating: int = 1,
    on_round: OnRound | None = None,
) -> MatchResult:
    """Play match number `match` (from 1) with one player a seat.

    The cards and the first dealer follow from seed and match alone. Where there is one option nobody is asked. A void
    round (all passed in a game that then deals anew) does not count; the same round is dealt again, with other cards.
    `on_round(round, number, totals)` is called after each round, void ones too; totals are those of the match by seat.
    Raises PlayerFault, naming match, seed, round, seat and player.
    """
    game = Match(variant, draw_dealer(variant, stream(seed, match=match, purpose="lot")))
    place = f"match {match} (seed {seed!r}, seating {seating})"
    step = 0
    while not game.is_over:
        plan, totals = game.plan(), game.totals
        if plan.attempt > _MAX_VOID:
            raise PlayerFault(f"{place}, round {plan.number}: all have passed {_MAX_VOID} times")
        rng = stream(seed, match=match, round=plan.number, purpose="deal", decision=plan.attempt - 1)
        round = game.start_round(shuffled_deal(variant, plan.deal_rules(variant), plan.dealer, rng))
        # A deal after a void one goes on counting decisions, so that nobody draws the same lots again.
        step = step if plan.attempt > 1 else 0
        while (decision := round.decision()) is not None:
            try:
                game.apply(_choice(round, decision, players, totals, (seed, match, plan.number, step)))
            except Exception as error:
                reason = error.message if isinstance(error, KingError) else f"{type(error).__name__}: {error}"
                who = f"{SEATS[decision.seat]} ({players[decision.seat].name})"
                raise PlayerFault(f"{place}, round {plan.number}, {who}: {reason}") from error
            step += 1
        if on_round is not None:
            on_round(round, plan.number, game.totals)
    if variant.match_total not in ("varies", sum(game.totals)):
        raise PlayerFault(
            f"{place}: the totals {game.totals} sum to {sum(game.totals)}, "
            f"but a match of {variant.name} sums to {variant.match_total}"
        )
    return MatchResult(match, seating, game.totals, tuple(game.results))


def _choice(
    round: Round,
    decision: Decision,
    players: Sequence[Player],
    totals: tuple[int, ...],
    place: tuple[str, int, int, int],
) -> Option:
    if len(decision.options) == 1:
        return decision.options[0]
    seed, match, number, step = place
    seat = decision.seat
    rng = stream(seed, match=match, round=number, purpose="player", seat=seat, decision=step)
    return players[seat].choose(make_view(round, seat, totals), rng)


def to_plain(result: MatchResult) -> dict[str, Any]:
    """A match as JSON values; seats are letters. A round is [contract, suit named, dealer,
    declarer, scores, attempt]; attempt counts deals of the round from 1, void ones before it."""
    return {
        "match": result.match,
        "seating": result.seating,
        "totals": result.totals,
        "rounds": [
            (
                one.contract,
                one.named,
                SEATS[one.dealer],
                SEATS[one.declarer] if one.declarer is not None else None,
                one.scores,
                one.attempt,
            )
            for one in result.rounds
        ],
    }


class _PlainMatch(msgspec.Struct, forbid_unknown_fields=True):
    match: int
    seating: int
    totals: tuple[int, ...]
    rounds: tuple[tuple[str, str | None, str, str | None, tuple[int, ...], int], ...]


def from_plain(plain: Any) -> MatchResult:
    """The inverse of `to_plain`. Raises ValueError for anything else."""
    try:
        read = msgspec.convert(plain, _PlainMatch)
    except msgspec.ValidationError as error:
        raise ValueError(str(error)) from None
    rounds = tuple(
        RoundResult(
            number, SEATS.index(dealer), contract, named, SEATS.index(who) if who is not None else None, scores, attempt
        )
        for number, (contract, named, dealer, who, scores, attempt) in enumerate(read.rounds, 1)
    )
    return MatchResult(read.match, read.seating, read.totals, rounds)
