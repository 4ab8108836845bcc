"""Exact sums over deal sets: integers only, so that they add up to the same whatever the order and the cut.

A deal set is one cluster: its matches share their cards and are not independent. Of each quantity the tally keeps the
moments of (x, r) over clusters, x points and r how often they were counted (matches, rounds), from which the mean x/r
and its standard error follow (`estimate.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

import msgspec

from kingcli.rules.deal import active_seats, eldest_of
from kingcli.rules.scoring import places_of, settle
from kingcli.seats import SEATS
from kingcli.simulate.match import MatchResult
from kingcli.simulate.plan import Seating
from kingcli.variants import Variant

Key = tuple[str, ...]
Moments = tuple[int, int, int, int, int]
"""Sums over clusters of x, r, x*x, x*r, r*r."""

NOTHING: Moments = (0, 0, 0, 0, 0)

# The first word of a key, and what follows it.
SCORE = "score"  # player: points of a match
PENALTY = "penalty"  # player: negative points of a match
REWARD = "reward"  # player: positive points of a match
PAYMENT = "payment"  # player: what the players pay each other at the end of a match, 0 in one without a payment
ROUNDS = "rounds"  # nothing more: rounds of a match
CONTRACT = "contract"  # contract, player: points of a round in which he did not sit out
PAIR = "pair"  # contract or "", player, other: points of the one less points of the other
SEAT = "seat"  # seat: points of a match
ROLE = "role"  # contract, role: points of a round

ELDEST, DEALER, DECLARER = "eldest", "dealer", "declarer"
ROLES = (ELDEST, DEALER, DECLARER)


class Tally(msgspec.Struct):
    """`sets` deal sets and `matches` matches of one game. `firsts[player][k]`: first places shared with k others."""

    sets: int = 0
    matches: int = 0
    moments: dict[Key, Moments] = {}
    firsts: dict[str, tuple[int, ...]] = {}

    def add(self, other: Tally) -> None:
        """Add the sums of other deal sets of the same game. Associative and commutative."""
        self.sets += other.sets
        self.matches += other.matches
        for key, (x, r, xx, xr, rr) in other.moments.items():
            a, b, c, d, e = self.moments.get(key, NOTHING)
            self.moments[key] = (a + x, b + r, c + xx, d + xr, e + rr)
        for player, counts in other.firsts.items():
            ours = self.firsts.get(player, (0,) * len(counts))
            self.firsts[player] = tuple(a + b for a, b in zip(ours, counts, strict=True))


def tally_of(variant: Variant, seatings: Sequence[Seating], results: Iterable[MatchResult]) -> Tally:
    """The tally of whole deal sets: the matches of each, one a seating, stand together."""
    tally = Tally()
    cluster: list[MatchResult] = []
    for result in results:
        cluster.append(result)
        if len(cluster) == len(seatings):
            tally.add(_tally_of_set(variant, seatings, cluster))
            cluster = []
    if cluster:
        raise ValueError(f"deal set {cluster[0].match} is not complete: {len(cluster)} of {len(seatings)} seatings")
    return tally


def _tally_of_set(variant: Variant, seatings: Sequence[Seating], results: Sequence[MatchResult]) -> Tally:
    sums: dict[Key, list[int]] = {}
    firsts: dict[str, list[int]] = {}

    def count(key: Key, points: int) -> None:
        entry = sums.setdefault(key, [0, 0])
        entry[0] += points
        entry[1] += 1

    for result in results:
        seating = seatings[result.seating - 1]
        scores = [one.scores for one in result.rounds]
        best = [seat for seat, place in enumerate(places_of(variant.ranking, scores, result.totals)) if place == 1]
        payments = settle(result.totals, variant.settlement) or (0,) * variant.seats
        count((ROUNDS,), len(scores))
        for seat, player in enumerate(seating):
            count((SCORE, player), result.totals[seat])
            count((SEAT, SEATS[seat]), result.totals[seat])
            count((PENALTY, player), sum(min(row[seat], 0) for row in scores))
            count((REWARD, player), sum(max(row[seat], 0) for row in scores))
            if variant.settlement != "none":
                count((PAYMENT, player), payments[seat])
            places = firsts.setdefault(player, [0] * variant.seats)
            if seat in best:
                places[len(best) - 1] += 1
        for one in result.rounds:
            active = active_seats(variant, one.dealer)
            for seat in active:
                count((CONTRACT, one.contract, seating[seat]), one.scores[seat])
            roles = {ELDEST: eldest_of(variant, one.dealer), DEALER: one.dealer, DECLARER: one.declarer}
            for role, who in roles.items():
                if who in active:
                    count((ROLE, one.contract, role), one.scores[who])
    moments = {key: (x, r, x * x, x * r, r * r) for key, (x, r) in sums.items()}
    moments.update(_pairs(sums, list(firsts)))
    return Tally(1, len(results), moments, {player: tuple(counts) for player, counts in firsts.items()})


def _pairs(sums: dict[Key, list[int]], players: Sequence[str]) -> dict[Key, Moments]:
    """Within one deal set: x/r is the mean of the one less the mean of the other."""
    found: dict[Key, Moments] = {}
    contracts = dict.fromkeys(key[1] for key in sums if key[0] == CONTRACT)
    for one, other in combinations(sorted(players), 2):
        for contract in ("", *contracts):
            head = (CONTRACT, contract) if contract else (SCORE,)
            if (*head, one) in sums and (*head, other) in sums:
                (x, r), (y, s) = sums[(*head, one)], sums[(*head, other)]
                d, w = x * s - y * r, r * s
                found[(PAIR, contract, one, other)] = (d, w, d * d, d * w, w * w)
    return found
