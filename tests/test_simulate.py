"""Simulation in this process: plans, deals, exact sums, statistics, what is told when players fail."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from io import StringIO
from itertools import pairwise
from typing import Any

import msgspec
import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kingcli.errors import USAGE, KingError
from kingcli.players import RandomPlayer, find
from kingcli.random import Stream
from kingcli.rules import Option, Round, RoundResult, View, n_rounds
from kingcli.show.progress import Progress, progress_line
from kingcli.show.report import markdown, show_report, signed
from kingcli.simulate import MatchResult, Run, Summary, make_plan, play_match, simulate
from kingcli.simulate.estimate import estimate, student
from kingcli.simulate.match import PlayerFault, from_plain, to_plain
from kingcli.simulate.plan import CHUNK_MATCHES, Plan, fitting_notes
from kingcli.simulate.summary import COLUMNS, csv_text, json_text, jsonl_text, rows
from kingcli.simulate.tally import Tally, tally_of
from kingcli.variants import load_variant, variant_names

GAMES = variant_names()
RUSSIAN, MINSK = load_variant("russian"), load_variant("minsk")


def plan(*names: str, **terms: Any) -> Plan:
    return make_plan([load_variant(name) for name in names], **({"seed": "1"} | terms))


# Plans


def test_one_player_fills_all_seats() -> None:
    one = plan("russian", "minsk", players=["random"])
    assert one.seatings(RUSSIAN) == (("random",) * 4,)
    assert one.seatings(MINSK) == (("random",) * 3,)
    assert one.matches == 100
    assert fitting_notes(one) == []


def test_rotation_gives_every_player_every_seat_equally_often() -> None:
    four = plan("russian", players=["random", "easy", "easy:errors=1", "easy:errors=2"], rotate=True)
    seatings = four.seatings(RUSSIAN)
    assert seatings[:2] == (
        ("random", "easy", "easy:errors=1", "easy:errors=2"),
        ("easy", "easy:errors=1", "easy:errors=2", "random"),
    )
    for players in (["easy"], ["easy", "random", "easy", "random"], ["easy", "random", "random", "random"]):
        turned = plan("russian", players=players, rotate=True)
        for player in set(players):
            counts = [sum(seating[seat] == player for seating in turned.seatings(RUSSIAN)) for seat in range(4)]
            assert len(set(counts)) == 1
    assert len(plan("russian", players=["easy", "random"] * 2, rotate=True).seatings(RUSSIAN)) == 2
    assert len(plan("russian", players=["easy"] * 4, rotate=True).seatings(RUSSIAN)) == 1


def test_with_several_games_a_list_is_cut_or_begun_again_and_that_is_said() -> None:
    both = plan("russian", "minsk", players=["easy", "random", "random", "easy:errors=1"])
    assert both.seatings(MINSK) == (("easy", "random", "random"),)
    assert both.players_of(MINSK) == ("easy", "random")
    assert fitting_notes(both) == ["minsk has three seats: easy, random, random"]
    turned = msgspec.structs.replace(both, rotate=True)
    assert {name for seating in turned.seatings(MINSK) for name in seating} == set(both.players)
    three = plan("russian", "minsk", players=["easy", "random", "random"])
    assert three.seatings(RUSSIAN) == (("easy", "random", "random", "easy"),)


@pytest.mark.parametrize(
    ("names", "terms", "words"),
    [
        (["minsk"], {"players": ["easy"] * 4}, "four players are named, but minsk has three seats"),
        (["russian"], {"players": ["easy"] * 2}, "two players are named, but russian has four seats"),
        (
            ["russian", "minsk"],
            {"players": ["easy"] * 5},
            "five players are named, but russian, minsk has three and four",
        ),
        (["russian"], {"players": ["easy", "esay", "easy", "easy"]}, "no player 'esay' (did you mean 'easy'?)"),
        (["russian"], {"players": []}, "no player is named"),
        (["russian", "russian"], {}, "the game russian is named twice"),
        ([], {}, "no game to play"),
        (["russian"], {"matches": 0}, "0 matches cannot be played"),
        (["russian"], {"seed": "\udcff"}, "the seed is not text"),
    ],
)
def test_plans_that_cannot_be_played(names: list[str], terms: dict[str, Any], words: str) -> None:
    with pytest.raises(KingError) as caught:
        plan(*names, **terms)
    assert words in str(caught.value)
    assert caught.value.exit_code == USAGE


@given(matches=st.integers(1, 40), n_players=st.sampled_from([1, 4]), rotate=st.booleans())
def test_chunks_cover_every_deal_set_once_in_order(matches: int, n_players: int, rotate: bool) -> None:
    specs = [f"easy:errors={n}" for n in range(n_players)]
    whole = plan("russian", "skill-short", players=specs, matches=matches, rotate=rotate)
    chunks = list(whole.chunks())
    sets = [(chunk.variant.name, match) for chunk in chunks for match in range(chunk.first, chunk.last + 1)]
    assert sets == [(name, match) for name in ("russian", "skill-short") for match in range(1, matches + 1)]
    assert sum(chunk.n_matches for chunk in chunks) == whole.total_matches
    assert all(1 <= chunk.n_matches <= max(CHUNK_MATCHES, len(chunk.seatings)) for chunk in chunks)
    assert len({chunk.key for chunk in chunks}) == len(chunks)


# Deals


def deals_of(game: str, players: Sequence[str], match: int = 1, seed: str = "deals") -> list[Any]:
    variant = load_variant(game)
    found: list[Any] = []
    play_match(
        variant,
        [find(name) for name in players],
        seed,
        match,
        on_round=lambda round, number, totals: found.append((number, round.dealer, round.deal)),
    )
    return found


@pytest.mark.parametrize("game", GAMES)
def test_deals_do_not_depend_on_who_plays(game: str) -> None:
    """As far as matches go that end when a total is reached."""
    seats = load_variant(game).seats
    expected = deals_of(game, ["easy"] * seats)
    for players in (["random"] * seats, ["easy:errors=50", *["random"] * (seats - 1)]):
        found = deals_of(game, players)
        common = min(len(found), len(expected))
        assert common == len(expected) or n_rounds(load_variant(game)) is None
        assert found[:common] == expected[:common]
    assert deals_of(game, ["easy"] * seats, match=2)[0] != expected[0]
    assert deals_of(game, ["easy"] * seats, seed="other")[0] != expected[0]
    assert len({deal for _, _, deal in expected}) == len(expected)


def test_matches_are_the_same_whatever_else_is_played() -> None:
    few, many = simulate("russian", matches=3, seed="x"), simulate("russian", "minsk", matches=9, seed="x")
    assert many.games[0].results[:3] == few.games[0].results
    assert many.games[1].results == simulate("minsk", matches=9, seed="x").games[0].results


def test_all_matches_differ_and_so_do_seeds() -> None:
    found = {}
    for seed in ("7", "8"):
        for match in range(1, 31):
            result = play_match(load_variant("skill-full"), [find("easy")] * 4, seed, match)
            found[seed, match] = result.rounds
    assert len(set(found.values())) == 60


def test_rotation_replays_the_same_deals() -> None:
    summary = simulate("russian", players="easy,random,random,random", matches=2, seed="r", rotate=True)
    outcomes = summary.games[0].results
    assert [(one.match, one.seating) for one in outcomes] == [(m, s) for m in (1, 2) for s in (1, 2, 3, 4)]
    # The same player at all seats: turning changes nothing, so nothing is played twice.
    same = simulate("russian", players="easy,easy,easy,easy", matches=2, seed="r", rotate=True)
    assert same.games[0].results == simulate("russian", matches=2, seed="r").games[0].results


# Faults of players


class Broken(RandomPlayer):
    """Fails about once in `rarity` decisions."""

    rarity = 1

    @property
    def name(self) -> str:
        return "broken"

    def choose(self, view: View, rng: Stream) -> Option:
        if rng.below(self.rarity) == 0:
            raise ZeroDivisionError("oh")
        return super().choose(view, rng)


def test_a_failing_player_is_named_with_match_and_seed() -> None:
    players = [find("easy"), find("easy"), Broken(), find("easy")]
    with pytest.raises(PlayerFault) as caught:
        play_match(RUSSIAN, players, "s", 5, seating=2)
    assert str(caught.value) == "match 5 (seed 's', seating 2), round 1, S (broken): ZeroDivisionError: oh"


def test_an_illegal_choice_is_a_fault() -> None:
    class Cheat(RandomPlayer):
        name = "cheat"

        def choose(self, view: View, rng: Stream) -> Option:
            return "trump:H"

    with pytest.raises(PlayerFault, match=r"round 1, [NESW] \(cheat\): [NESW] cannot play trump:H: must play a card"):
        play_match(RUSSIAN, [Cheat()] * 4, "s", 1)


def test_a_match_that_does_not_add_up_is_a_fault() -> None:
    wrong = msgspec.structs.replace(RUSSIAN, match_total=1)
    with pytest.raises(PlayerFault, match="sum to 0, but a match of russian sums to 1"):
        play_match(wrong, [find("random")] * 4, "s", 1)


# Exact sums


def results_of(game: str, matches: int, players: Sequence[str], seed: str = "tally") -> list[MatchResult]:
    variant = load_variant(game)
    seats = [find(name) for name in players]
    return [play_match(variant, seats, seed, match) for match in range(1, matches + 1)]


def test_results_survive_json() -> None:
    for game in ("russian", "minsk", "lithuanian", "trade", "declared-3-of-5", "polish-auction"):
        variant = load_variant(game)
        for result in results_of(game, 2, ["random"] * variant.seats):
            plain = orjson.loads(orjson.dumps(to_plain(result)))
            assert from_plain(plain) == result


@pytest.mark.parametrize("damage", [{"totals": "x"}, {"more": 1}, {"rounds": [[1, 2]]}, {"match": 1.5}])
def test_damaged_results_are_refused(damage: dict[str, Any]) -> None:
    (result,) = results_of("skill-short", 1, ["random"] * 4)
    with pytest.raises(ValueError, match=r".+"):
        from_plain(orjson.loads(orjson.dumps(to_plain(result))) | damage)


PLAYERS = ("random", "easy", "random", "easy:errors=0")
SEATINGS = (PLAYERS,)
RESULTS = results_of("skill-short", 8, PLAYERS)


def merged(parts: Sequence[Tally]) -> Tally:
    total = Tally()
    for part in parts:
        total.add(part)
    return total


@given(cuts=st.sets(st.integers(1, 7)), data=st.data())
def test_tallies_merge_the_same_however_they_are_cut_and_ordered(cuts: set[int], data: st.DataObject) -> None:
    variant = load_variant("skill-short")
    whole = tally_of(variant, SEATINGS, RESULTS)
    parts = [tally_of(variant, SEATINGS, RESULTS[a:b]) for a, b in pairwise([0, *sorted(cuts), 8])]
    assert merged(parts) == whole
    assert merged(data.draw(st.permutations(parts))) == whole
    middle = len(parts) // 2
    assert merged([merged(parts[:middle]), merged(parts[middle:])]) == whole
    assert merged([Tally(), whole]) == whole


def test_a_deal_set_must_be_whole() -> None:
    with pytest.raises(ValueError, match="deal set 3 is not complete: 1 of 2 seatings"):
        tally_of(load_variant("skill-short"), (PLAYERS, PLAYERS), RESULTS[:3])


def test_every_number_of_the_tally_is_an_integer() -> None:
    tally = tally_of(load_variant("skill-short"), SEATINGS, RESULTS)
    assert all(type(value) is int for moments in tally.moments.values() for value in moments)


# Statistics


def rounds_of(*scores: tuple[int, ...], contract: str = "tricks") -> tuple[RoundResult, ...]:
    return tuple(RoundResult(number, 3, contract, None, None, score) for number, score in enumerate(scores, 1))


def match_of(match: int, seating: int, *scores: tuple[int, ...]) -> MatchResult:
    return MatchResult(match, seating, tuple(map(sum, zip(*scores, strict=True))), rounds_of(*scores))


def summary_of(seatings: Sequence[tuple[str, ...]], results: Sequence[MatchResult]) -> Any:
    """The game summary of made-up matches: `skill-short` with a round or two."""
    variant = load_variant("skill-short")
    made = plan("skill-short", players=seatings[0], rotate=len(seatings) > 1, matches=len(results) // len(seatings))
    assert made.seatings(variant) == tuple(seatings)
    run = Run(made)
    run._tallies["skill-short"] = tally_of(variant, seatings, results)
    return run.summary().games[0]


def test_statistics_of_a_small_example_by_hand() -> None:
    a, b, c, d = "easy", "random", "easy:errors=1", "easy:errors=2"
    game = summary_of(
        [(a, b, c, d)],
        [
            match_of(1, 1, (2, 0, -1, -1), (-4, 4, 0, 0)),  # -2  4 -1 -1
            match_of(2, 1, (6, 0, -6, 0), (-2, 4, 0, -2)),  #  4  4 -6 -2
            match_of(3, 1, (9, -3, -3, -3), (1, 0, -1, 0)),  # 10 -3 -4 -3
        ],
    )
    players = {line.player: line for line in game.players}
    score = players[a].score
    # -2, 4, 10: mean 4, variance 36, standard error sqrt(36 / 3), t(2) = 4.302653
    assert (score.count, score.points, score.mean) == (3, 12, 4.0)
    assert score.error == pytest.approx(math.sqrt(12))
    assert score.low == pytest.approx(4 - 4.302653 * math.sqrt(12))
    assert score.high == pytest.approx(4 + 4.302653 * math.sqrt(12))
    # Negative and positive rounds apart: -4 -2 0 and 2 6 10.
    assert (players[a].penalties.points, players[a].rewards.points) == (-6, 18)
    # b won the first match alone, shared the second with a, who won the third.
    assert (players[a].firsts, players[b].firsts) == ((1, 1, 0, 0), (1, 1, 0, 0))
    assert (players[a].won, players[a].shared) == (0.333333, 0.333333)
    (pair,) = (line for line in game.pairs if (line.player, line.other, line.contract) == (a, b, None))
    # -6, 0, 13: mean 7/3, squared deviations 69.44 + 5.44 + 113.78 = 188.67
    assert pair.difference.mean == pytest.approx(7 / 3)
    assert pair.difference.error == pytest.approx(math.sqrt(188 + 2 / 3) / math.sqrt(6))
    # A round: two in each match, six in all.
    (line,) = (line for line in game.by_contract if line.player == a and line.contract == "tricks")
    assert (line.score.count, line.score.mean) == (6, 2.0)
    assert line.score.error == pytest.approx(math.sqrt(12) / 2)
    # West deals and clockwise play goes on with North.
    roles = {line.role: line.score for line in game.by_role}
    assert roles["eldest"] == line.score
    assert (roles["dealer"].points, "declarer" in roles) == (-6, False)
    assert [(line.seat, line.score.points) for line in game.by_seat] == [("N", 12), ("E", 5), ("S", -11), ("W", -6)]


def test_matches_of_a_deal_set_are_one_cluster() -> None:
    a, b = "easy", "random"
    game = summary_of(
        [(a, b, a, b), (b, a, b, a)],
        [
            match_of(1, 1, (3, -1, 2, -4)),
            match_of(1, 2, (1, 0, -1, 0)),
            match_of(2, 1, (5, -5, 5, -5)),
            match_of(2, 2, (-1, 1, -1, 1)),
        ],
    )
    score = {line.player: line.score for line in game.players}[a]
    # Sums of a over its four seat-matches: 5 + 0 = 5 and 10 + 2 = 12; means 5/4 and 3.
    assert (score.count, score.points, score.mean) == (8, 17, 17 / 8)
    assert score.error == pytest.approx(statistics.stdev([5 / 4, 3]) / math.sqrt(2))
    (pair,) = (line.difference for line in game.pairs if line.contract is None)
    # The game is zero-sum with two seats each, so the difference is twice the score.
    assert pair.mean == pytest.approx(2 * score.mean)
    assert pair.error == pytest.approx(2 * score.error)


@given(
    clusters=st.lists(st.tuples(st.integers(-100, 100), st.integers(1, 5)), min_size=2, max_size=30),
)
def test_the_error_of_a_ratio_by_its_textbook_formula(clusters: list[tuple[int, int]]) -> None:
    n, x, r = len(clusters), sum(x for x, _ in clusters), sum(r for _, r in clusters)
    moments = (x, r, sum(x * x for x, _ in clusters), sum(x * r for x, r in clusters), sum(r * r for _, r in clusters))
    found = estimate(moments, n)
    mean = x / r
    squares = sum((a - mean * b) ** 2 for a, b in clusters)
    assert found.mean == pytest.approx(mean, abs=1e-6)
    assert found.error == pytest.approx(math.sqrt(n / (n - 1) * squares) / r, abs=1e-6)


def test_huge_sums_stay_exact() -> None:
    big = 10**100
    found = estimate((3 * big, 3, 5 * big * big, 3 * big, 3), 3)
    assert found.mean == 1e100
    assert found.error == pytest.approx(math.sqrt(3 * 18 / (2 * 81)) * 1e100)


def test_one_deal_set_has_no_error() -> None:
    found = estimate((5, 2, 25, 10, 4), 1)
    assert (found.mean, found.error, found.low, found.high) == (2.5, None, None, None)
    with pytest.raises(ValueError, match="nothing was counted"):
        estimate((0, 0, 0, 0, 0), 3)


@pytest.mark.parametrize(
    ("freedom", "value"),
    [
        (1, 12.70620),
        (2, 4.30265),
        (10, 2.22814),
        (11, 2.20099),
        (15, 2.13145),
        (30, 2.04227),
        (120, 1.97993),
        (10**6, 1.95997),
    ],
)
def test_points_of_students_distribution(freedom: int, value: float) -> None:
    assert student(freedom) == pytest.approx(value, abs=2e-5)


# Summaries, formats


@pytest.fixture(scope="module")
def summary() -> Summary:
    return simulate("russian", "minsk", players="easy,random,random,easy", matches=3, seed=1 << 127, rotate=True)


def test_the_summary_adds_up(summary: Summary) -> None:
    russian, minsk = summary.games
    assert (russian.sets, russian.matches, len(russian.results)) == (3, 12, 12)
    assert (minsk.sets, minsk.matches) == (3, 12)
    for game in summary.games:
        assert sum(line.score.points for line in game.players) == game.matches * game.match_total
        assert sum(line.score.points for line in game.by_seat) == game.matches * game.match_total
        assert (
            sum(line.penalties.points + line.rewards.points for line in game.players) == game.matches * game.match_total
        )
        assert sum(line.score.points for line in game.by_contract) == game.matches * game.match_total
        assert sum(line.score.count for line in game.by_contract) == game.matches * game.seats * game.rounds
        assert sum(sum(line.firsts) for line in game.players) >= game.matches
        shares = sum(count / (k + 1) for line in game.players for k, count in enumerate(line.firsts))
        assert shares == pytest.approx(game.matches)
        assert all(sum(outcome.totals) == game.match_total for outcome in game.results)
    assert {line.role for line in minsk.by_role} == {"eldest", "dealer", "declarer"}
    assert {line.contract for line in russian.by_role if line.role == "declarer"} == {"trump"}


def test_a_seed_comes_back_digit_for_digit(summary: Summary) -> None:
    assert orjson.loads(json_text(summary))["seed"] == str(1 << 127)
    assert f'"seed":"{1 << 127}"' in jsonl_text(summary)


def test_the_summary_is_read_back_from_its_json(summary: Summary) -> None:
    assert msgspec.json.decode(json_text(summary), type=Summary) == summary


def test_json_lines_and_csv_hold_the_same_rows(summary: Summary) -> None:
    import csv

    lines = [orjson.loads(line) for line in jsonl_text(summary).splitlines()]
    assert lines[0]["schema"] == "king.simulation/1"
    assert [{key: line[key] for key in COLUMNS} for line in lines[1:]] == list(rows(summary))
    table = list(csv.DictReader(StringIO(csv_text(summary))))
    assert len(table) == len(lines) - 1
    assert [row["mean"] for row in table] == [str(line["mean"]) for line in lines[1:]]


def shown(summary: Summary) -> list[str]:
    from kingcli.show.console import Screen

    stream = StringIO()
    show_report(Screen(stream), summary)
    return stream.getvalue().splitlines()


def test_the_table(summary: Summary) -> None:
    lines = shown(summary)
    assert lines[0] == f"russian · 3 deal sets x 4 seatings = 12 matches · seed {1 << 127}"
    assert any(line.startswith("minsk · 3 deal sets x 4 seatings") for line in lines)
    assert lines[1].split() == ["player", "match", "score", "penalties", "rewards", "won", "shared"]
    assert [line.split()[0] for line in lines[2:4]] == ["easy", "random"]
    assert any(line.startswith("  seats: N ") for line in lines)
    assert lines[-1] == "  Numbers: --format json"
    assert all(line == line.rstrip() and (len(line) <= 80 or "seed" in line) for line in lines)


def test_markdown_has_well_formed_tables(summary: Summary) -> None:
    text = markdown(summary)
    tables = [block.splitlines() for block in text.split("\n\n") if block.startswith("|")]
    assert len(tables) == 8
    for table in tables:
        assert len({line.replace("\\|", "").count("|") for line in table}) == 1


def test_nothing_played_is_no_error() -> None:
    empty = Run(plan("russian")).summary()
    assert shown(empty) == ["russian · 100 matches · only 0 played · seed 1", "  Numbers: --format json"]
    assert "only 0 played" in markdown(empty)
    assert orjson.loads(json_text(empty))["complete"] is False
    assert list(rows(empty)) == []


def test_no_signed_zero() -> None:
    assert [signed(value, 1) for value in (0.0, -0.0, 0.04, -0.04, 0.06, -1.25)] == [
        "0.0",
        "0.0",
        "0.0",
        "0.0",
        "+0.1",
        "-1.2",
    ]


# Progress


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def test_the_progress_line() -> None:
    assert progress_line("russian", 1840, 4000, 0, 1840 / 9.1) == "russian  1 840/4 000  46 %  9.1 matches/s  3:57 left"
    assert progress_line("russian", 0, 4000, 0, 3.0) == "russian  0/4 000  0 %"
    # A resumed run: what was there before does not count as speed.
    assert progress_line("x", 30, 100_030, 20, 10.0) == "x  30/100 030  0 %  1.0 matches/s  27:46:40 left"


def test_progress_is_for_terminals_only() -> None:
    times = iter([0.0, 1.0, 1.01, 2.0, 3.0])
    screen, file = Terminal(), StringIO()
    on_screen = Progress(10, stream=screen, clock=lambda: next(times))
    in_file = Progress(10, stream=file, clock=lambda: 0.0)
    for progress in (on_screen, in_file):
        progress.update("a long name", 1)
        progress.update("a", 2)
        progress.update("a", 9)
        progress.clear()
    assert file.getvalue() == ""
    first, second, wiped, rest = screen.getvalue().split("\r")[1:]
    assert first == "a long name  1/10  10 %  1.0 matches/s  0:09 left"
    assert second.rstrip() == "a  9/10  90 %  4.5 matches/s  0:00 left"
    assert len(second) == len(first)
    assert (wiped.strip(), rest) == ("", "")


# The API


@settings(max_examples=3, deadline=None)
@given(seed=st.integers())
def test_the_result_does_not_depend_on_jobs_nor_on_the_order_of_chunks(seed: int) -> None:
    serial = simulate("skill-short", players="easy,random,random,random", matches=9, seed=seed, rotate=True)
    assert simulate("skill-short", players=["easy", *["random"] * 3], matches=9, seed=str(seed), rotate=True) == serial
    made = plan("skill-short", players=["easy", *["random"] * 3], matches=9, seed=str(seed), rotate=True)
    run = Run(made)
    for step in reversed(list(run.play())):
        run.enter(step)
    assert json_text(run.summary()) == json_text(serial)


def test_rounds_are_handed_out_when_asked() -> None:
    numbers: list[tuple[int, tuple[int, ...]]] = []

    def note(round: Round, number: int, totals: tuple[int, ...]) -> None:
        assert round.is_over
        numbers.append((number, totals))

    result = play_match(RUSSIAN, [find("random")] * 4, "s", 1, on_round=note)
    assert [number for number, _ in numbers] == list(range(1, 16))
    assert numbers[-1][1] == result.totals
