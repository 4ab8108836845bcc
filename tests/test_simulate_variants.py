"""Simulation of every kind of game: void rounds, open length, payments, ranking, seats that sit out, all at once."""

from __future__ import annotations

import statistics
from io import StringIO
from itertools import pairwise
from pathlib import Path

import orjson
import pytest

from kingcli.cli.main import run
from kingcli.errors import OK, USAGE
from kingcli.players import RandomPlayer, find, registry
from kingcli.random import Stream
from kingcli.records import load, replay_match
from kingcli.rules import Deal, Option, Round, RoundResult, View
from kingcli.rules.scoring import settle
from kingcli.show.report import show_report
from kingcli.simulate import MatchResult, Summary, play_match, simulate
from kingcli.simulate.match import PlayerFault, from_plain, to_plain
from kingcli.simulate.summary import rows
from kingcli.simulate.tally import tally_of
from kingcli.variants import load_variant, variant_names
from simulate_process import here, king


def shown(summary: Summary) -> list[str]:
    from kingcli.show.console import Screen

    stream = StringIO()
    show_report(Screen(stream), summary)
    return stream.getvalue().splitlines()


def first_deal(game: str, seed: str) -> Deal:
    variant = load_variant(game)
    deals: list[Deal] = []
    players = [find("random")] * variant.seats
    play_match(variant, players, seed, 1, on_round=lambda round, number, totals: deals.append(round.deal))
    return deals[0]


# Void rounds, matches of open length, who pays, who sits out


class Shy(RandomPlayer):
    """Passes when he may, but now and then bids."""

    share = 5

    @property
    def name(self) -> str:
        return "shy"

    def choose(self, view: View, rng: Stream) -> Option:
        assert view.decision is not None
        if "pass" in view.decision.options and rng.below(100) >= self.share:
            return "pass"
        return super().choose(view, rng)


REDEAL = load_variant("trade", {"all_pass": "redeal", "max_rounds": 8})


def test_void_rounds_are_dealt_again_and_do_not_count() -> None:
    played: list[tuple[int, Round]] = []

    def note(round: Round, number: int, totals: tuple[int, ...]) -> None:
        assert totals == tuple(
            map(sum, zip((0,) * 4, *(r.scores() for _, r in [*played, (number, round)]), strict=True))
        )
        played.append((number, round))

    result = play_match(REDEAL, [Shy()] * 4, "shy", 1, on_round=note)
    assert len(played) > len(result.rounds) > 1
    assert len({round.deal for _, round in played}) == len(played), "another deal after a void one"
    counted = [round for _, round in played if not round.is_void]
    assert [round.scores() for round in counted] == [one.scores for one in result.rounds]
    assert sum(one.attempt for one in result.rounds) == len(played)
    for (number, round), (following, again) in pairwise(played):
        assert following == number + (not round.is_void)
        assert not round.is_void or again.dealer == round.dealer
    assert from_plain(orjson.loads(orjson.dumps(to_plain(result)))) == result
    # The first deal of a round is the same, whatever was void before it.
    first = {number: round.deal for number, round in reversed(played)}
    assert first[1] == first_deal("trade", "shy")


def test_the_bidders_of_a_void_round_do_not_draw_the_same_lots_again() -> None:
    keys: list[tuple[int, ...]] = []

    class Noting(Shy):
        def choose(self, view: View, rng: Stream) -> Option:
            keys.append((rng._a, rng._b, rng._c, rng._d))
            return super().choose(view, rng)

    play_match(REDEAL, [Noting()] * 4, "shy", 1)
    assert len(set(keys)) == len(keys)


def test_players_who_never_bid_are_at_fault() -> None:
    class Mute(Shy):
        share = 0

    with pytest.raises(PlayerFault, match=r"match 1 \(seed 's', seating 1\), round 1: all have passed 1000 times"):
        play_match(REDEAL, [Mute()] * 4, "s", 1)


def test_matches_of_open_length_are_counted_in_rounds() -> None:
    summary = simulate("omnibus", "russian", players="random", matches=5, seed="open")
    omnibus, russian = summary.games
    assert omnibus.length is not None
    assert russian.length is not None
    assert (omnibus.rounds, omnibus.match_total) == (None, "varies")
    lengths = [len(play_match(load_variant("omnibus"), [find("random")] * 4, "open", n).rounds) for n in range(1, 6)]
    assert len(set(lengths)) > 1
    assert (omnibus.length.points, omnibus.length.count) == (sum(lengths), 5)
    assert omnibus.length.mean == statistics.mean(lengths)
    assert (russian.length.mean, russian.length.error) == (15.0, 0.0)
    assert f"  rounds a match: {omnibus.length.mean:.1f} +- {omnibus.length.error:.1f}" in shown(summary)
    assert sum(line.startswith("  rounds a match") for line in shown(summary)) == 1
    measures = [row for row in rows(summary) if row["measure"] == "rounds"]
    assert [(row["variant"], row["points"]) for row in measures] == [("omnibus", sum(lengths)), ("russian", 75)]
    assert all(min(outcome.totals) <= -100 for outcome in omnibus.results)


def test_who_pays_whom_is_reported_where_the_game_settles() -> None:
    summary = simulate("simple-3", players="easy,random,random", matches=4, seed="pay", rotate=True)
    (game,) = summary.games
    expected = dict.fromkeys(("easy", "random"), 0)
    for outcome in game.results:
        payments = settle(outcome.totals, "losers-pay")
        assert payments is None or sum(payments) == 0
        for player, payment in zip(game.seatings[outcome.seating - 1], payments or (0, 0, 0), strict=True):
            expected[player] += payment
    assert {line.player: line.payment and line.payment.points for line in game.players} == expected
    assert [row["points"] for row in rows(summary) if row["measure"] == "payment"] == [*expected.values()]
    assert shown(summary)[1].split() == ["player", "match", "score", "penalties", "rewards", "payment", "won", "shared"]
    (other,) = simulate("simple", players="easy", matches=1, seed="pay").games
    assert other.players[0].payment is None


def test_places_follow_the_ranking_of_the_game() -> None:
    # East has the highest total, South the most premiums.
    scores = ((-1, 2, 8, -3), (-2, -1, -9, 0))
    rounds = tuple(RoundResult(number, 3, "tricks", None, None, row) for number, row in enumerate(scores, 1))
    result = MatchResult(1, 1, (-3, 1, -1, -3), rounds)
    for ranking, first in (("net", 1), ("premium-first", 2)):
        variant = load_variant("varzytines", {"ranking": ranking})
        tally = tally_of(variant, (tuple("NESW"),), [result])
        assert [player for player, counts in tally.firsts.items() if counts[0]] == ["NESW"[first]]


@pytest.mark.parametrize(("game", "out"), [("declared-3-of-4", 1), ("declared-3-of-5", 2)])
def test_who_sits_out_is_not_counted_in_means_of_a_round(game: str, out: int) -> None:
    (found,) = simulate(game, players="random", matches=2, seed="out").games
    assert (found.seats, found.active) == (3 + out, 3)
    assert found.length is not None
    assert sum(line.score.count for line in found.by_contract) == 3 * found.length.points
    declared = {line.contract: line.score for line in found.by_role if line.role == "declarer"}
    for line in found.by_contract:
        assert line.score.count == 3 * declared[line.contract].count
    assert "dealer" not in {line.role for line in found.by_role}
    trump = next(line.score for line in found.by_contract if line.contract == "trump")
    assert trump.mean == pytest.approx(80 / 3)
    table = shown(simulate(game, players="random", matches=2, seed="out"))
    assert any(line.split()[:3] == ["trump", str(declared["trump"].count), "+26.67"] for line in table)
    assert sum(line.startswith(("  seats: N", "         ")) for line in table) <= 2


# All games at once


def titles(out: bytes) -> list[str]:
    return [line.split(" · ")[0] for line in out.decode().splitlines() if " · " in line]


def test_all_games_give_a_table_each_and_the_same_bytes_for_any_jobs(capsys: pytest.CaptureFixture[str]) -> None:
    terms = ("--variant", "all", "--players", "random", "--matches", 1, "--seed", 7)
    code, one, err = here(capsys, *terms)
    assert (code, err) == (OK, "")
    assert titles(one) == variant_names()
    assert king(*terms, "--jobs", 2) == (OK, one, "")
    assert all(line == line.rstrip() and len(line) <= 80 for line in one.decode().splitlines())


@pytest.mark.slow
def test_the_run_of_the_issue_with_all_games() -> None:
    terms = ("--variant", "all", "--matches", 20, "--seed", 7)
    code, out, err = king(*terms, "--jobs", 2, seconds=600)
    assert (code, err) == (OK, "")
    assert titles(out) == variant_names()
    for jobs in (2, 1):
        assert king(*terms, "--jobs", jobs, seconds=600) == (OK, out, "")
    assert all(len(line) <= 80 for line in out.decode().splitlines())


def test_too_few_players_for_all_games(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = here(capsys, "--variant", "all", "--players", "easy,easy", "--matches", 1)
    assert (code, out) == (USAGE, b"")
    assert f"two players are named, but the {len(variant_names())} games have three and four and five seats" in err


@pytest.mark.parametrize("name", ["games.pkn", "games.jsonl"])
def test_void_rounds_are_recorded(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._PLAYERS, "shy", Shy)
    file, folder = tmp_path / name, tmp_path / "run"
    terms = ["--variant", "trade", "--set", "all_pass=redeal", "--set", "max_rounds=4", "--players", "shy"]
    terms += ["--matches", "2", "--seed", "shy", "--records", str(file), "--out", str(folder), "--json"]
    assert run(["simulate", *terms]) == OK
    loaded = load(str(file))
    assert loaded.diagnostics == []
    stored = [
        match
        for line in (folder / "results.jsonl").read_bytes().splitlines()
        for match in orjson.loads(line)["matches"]
    ]
    for read, match in zip(loaded.matches, stored, strict=True):
        assert len(read.rounds) == sum(one[5] for one in match["rounds"]) > len(match["rounds"])
        replay = replay_match(read)
        assert replay.diagnostics == []
        assert list(replay.rounds[-1].totals or ()) == match["totals"]
