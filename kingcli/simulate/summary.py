"""What a run found, as values: for tables, and as JSON, JSON lines and CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any, Literal

import msgspec
import orjson

from kingcli.rules import n_rounds
from kingcli.rules.match import round_order
from kingcli.seats import seat_names
from kingcli.simulate import tally as keys
from kingcli.simulate.estimate import Estimate, Interval, estimate, interval, rounded
from kingcli.simulate.plan import Plan
from kingcli.simulate.tally import NOTHING, Key, Moments, Tally
from kingcli.variants import Variant
from kingcli.version import VERSION


class Outcome(msgspec.Struct, frozen=True, array_like=True):
    """How one match ended: number of its deal set, seating (from 1), totals by seat."""

    match: int
    seating: int
    totals: tuple[int, ...]


class FailedChunk(msgspec.Struct, frozen=True):
    """Deal sets `first` .. `last` of a game were not played, and why."""

    variant: str
    first: int
    last: int
    reason: str


class PlayerLine(msgspec.Struct, frozen=True):
    """The matches of a player. `firsts[k]` counts first places shared with k others.

    `won` is the share of matches (0 .. 1) in which he was first alone, `shared` that in which others were first too;
    `payment` what he was paid at the end of a match, None in a game in which nobody pays.
    """

    player: str
    score: Estimate
    penalties: Estimate
    rewards: Estimate
    payment: Estimate | None
    firsts: tuple[int, ...]
    won: float
    shared: float


class PairLine(msgspec.Struct, frozen=True):
    """`player` less `other` on the same deals: points of a match, or of a round of `contract`."""

    player: str
    other: str
    contract: str | None
    difference: Interval


class ContractLine(msgspec.Struct, frozen=True):
    """A player's score in a round of this contract."""

    contract: str
    player: str
    score: Estimate


class SeatLine(msgspec.Struct, frozen=True):
    """The score of a match at this seat (N E S W), whoever sat there."""

    seat: str
    score: Estimate


class RoleLine(msgspec.Struct, frozen=True):
    """The score of a round of this contract as the "eldest" hand, "dealer" or "declarer", whoever that was."""

    contract: str
    role: str
    score: Estimate


class GameSummary(msgspec.Struct, frozen=True, kw_only=True):
    """One game: `sets` deal sets of `planned` are finished, `matches` matches. Without any the lists are empty.

    `active` of the `seats` play a round, the others sit out. `rounds` of a match are None where it ends by a threshold;
    `length` is how many were played. `seatings` are players by seat. `results` are in order of deal set and seating.
    """

    variant: str
    digest: str
    settings: dict[str, Any]
    seats: int
    active: int
    rounds: int | None
    length: Estimate | None
    match_total: int | Literal["varies"]
    contracts: tuple[str, ...]
    seatings: tuple[tuple[str, ...], ...]
    planned: int
    sets: int
    matches: int
    players: tuple[PlayerLine, ...]
    pairs: tuple[PairLine, ...]
    by_contract: tuple[ContractLine, ...]
    by_seat: tuple[SeatLine, ...]
    by_role: tuple[RoleLine, ...]
    results: tuple[Outcome, ...]


class Summary(msgspec.Struct, frozen=True, kw_only=True, tag_field="schema", tag="king.simulation/1"):
    """A run: `matches` deal sets of each game; `complete` when all were played, `failed` are chunks that could not be.

    Scores have their natural sign, seeds are strings. Nothing tells when, where or by how many jobs it was played.
    """

    king: str = VERSION
    seed: str
    players: tuple[str, ...]
    matches: int
    rotate: bool
    complete: bool
    failed: tuple[FailedChunk, ...]
    games: tuple[GameSummary, ...]


def summarize(
    plan: Plan,
    tallies: Mapping[str, Tally],
    outcomes: Mapping[str, tuple[Outcome, ...]],
    failed: tuple[FailedChunk, ...] = (),
) -> Summary:
    """The summary of the deal sets that are in the tallies (by variant name)."""
    games = tuple(
        _game(plan, variant, tallies[variant.name], outcomes.get(variant.name, ())) for variant in plan.variants
    )
    return Summary(
        seed=plan.seed,
        players=plan.players,
        matches=plan.matches,
        rotate=plan.rotate,
        complete=all(game.sets == game.planned for game in games),
        failed=failed,
        games=games,
    )


def _game(plan: Plan, variant: Variant, tally: Tally, outcomes: tuple[Outcome, ...]) -> GameSummary:
    players = plan.players_of(variant)
    order = round_order(variant) if variant.pool is None else tuple(variant.pool.each)
    contracts = tuple(dict.fromkeys(order))

    def found(key: Key) -> Iterator[Estimate]:
        """Nothing, or the estimate for a key."""
        if key in tally.moments:
            yield estimate(tally.moments[key], tally.sets)

    return GameSummary(
        variant=variant.name,
        digest=variant.digest,
        settings=variant.settings,
        seats=variant.seats,
        active=variant.n_active,
        rounds=n_rounds(variant),
        length=next(found((keys.ROUNDS,)), None),
        match_total=variant.match_total,
        contracts=contracts,
        seatings=plan.seatings(variant),
        sets=tally.sets,
        planned=plan.matches,
        matches=tally.matches,
        players=tuple(_player(tally, player) for player in players if player in tally.firsts),
        pairs=tuple(
            PairLine(one, other, contract or None, interval(moments, tally.sets))
            for contract in ("", *contracts)
            for one, other in combinations(players, 2)
            if (moments := _pair(tally, contract, one, other)) != NOTHING
        ),
        by_contract=tuple(
            ContractLine(contract, player, points)
            for contract in contracts
            for player in players
            for points in found((keys.CONTRACT, contract, player))
        ),
        by_seat=tuple(
            SeatLine(seat, score) for seat in seat_names(variant.seats) for score in found((keys.SEAT, seat))
        ),
        by_role=tuple(
            RoleLine(contract, role, points)
            for contract in contracts
            for role in keys.ROLES
            for points in found((keys.ROLE, contract, role))
        ),
        results=outcomes,
    )


def _player(tally: Tally, player: str) -> PlayerLine:
    score = estimate(tally.moments[(keys.SCORE, player)], tally.sets)
    firsts = tally.firsts[player]
    payment = tally.moments.get((keys.PAYMENT, player))
    return PlayerLine(
        player=player,
        score=score,
        penalties=estimate(tally.moments[(keys.PENALTY, player)], tally.sets),
        rewards=estimate(tally.moments[(keys.REWARD, player)], tally.sets),
        payment=estimate(payment, tally.sets) if payment is not None else None,
        firsts=firsts,
        won=rounded(firsts[0] / score.count),
        shared=rounded(sum(firsts[1:]) / score.count),
    )


def _pair(tally: Tally, contract: str, one: str, other: str) -> Moments:
    """The moments of one less other; they are kept for the pair in alphabetical order."""
    if one < other:
        return tally.moments.get((keys.PAIR, contract, one, other), NOTHING)
    x, r, xx, xr, rr = tally.moments.get((keys.PAIR, contract, other, one), NOTHING)
    return -x, r, xx, -xr, rr


COLUMNS = (
    "variant",
    "measure",
    "contract",
    "player",
    "other",
    "seat",
    "role",
    "count",
    "points",
    "mean",
    "error",
    "low",
    "high",
)


def rows(summary: Summary) -> Iterator[dict[str, Any]]:
    """The summary as one long table: a row for each number, with all of `COLUMNS` (None where one does not apply).

    Measures: rounds (of a match), score, penalties, rewards, payment (points of a match), won, shared (shares of
    matches), round (points of a round), difference (of points of a match, or of a round where a contract is named).
    """
    for game in summary.games:
        for line in _measures(game):
            yield dict.fromkeys(COLUMNS) | {"variant": game.variant} | line


def _measures(game: GameSummary) -> Iterator[dict[str, Any]]:
    plain = msgspec.to_builtins
    if game.length is not None:
        yield {"measure": "rounds"} | plain(game.length)
    for player in game.players:
        who = {"player": player.player}
        yield {"measure": "score"} | who | plain(player.score)
        yield {"measure": "penalties"} | who | plain(player.penalties)
        yield {"measure": "rewards"} | who | plain(player.rewards)
        if player.payment is not None:
            yield {"measure": "payment"} | who | plain(player.payment)
        yield {"measure": "won"} | who | {"count": player.score.count, "mean": player.won}
        yield {"measure": "shared"} | who | {"count": player.score.count, "mean": player.shared}
    for pair in game.pairs:
        names = {"contract": pair.contract, "player": pair.player, "other": pair.other}
        yield {"measure": "difference"} | names | plain(pair.difference)
    for line in game.by_contract:
        yield {"measure": "round", "contract": line.contract, "player": line.player} | plain(line.score)
    for seat in game.by_seat:
        yield {"measure": "score", "seat": seat.seat} | plain(seat.score)
    for role in game.by_role:
        yield {"measure": "round", "contract": role.contract, "role": role.role} | plain(role.score)


def json_text(summary: Summary) -> str:
    """The whole summary as one line of JSON."""
    return _line(msgspec.to_builtins(summary))


def jsonl_text(summary: Summary) -> str:
    """A line about the run, then the rows."""
    head = msgspec.to_builtins(summary)
    del head["games"]
    return _line(head) + "".join(_line({"schema": "king.simulation-row/1"} | row) for row in rows(summary))


def _line(value: Any) -> str:
    return orjson.dumps(value).decode() + "\n"


def csv_text(summary: Summary) -> str:
    """The rows with a header line, comma-separated; empty where a column does not apply."""
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows(summary))
    return text.getvalue()
