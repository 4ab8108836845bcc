"""Players: their specs, that they play by the rules and from a view alone, and that easy plays better than random."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kingcli.cards import mask, parse_card, parse_hand
from kingcli.errors import USAGE, KingError
from kingcli.players import EasyPlayer, Player, RandomPlayer, find, player_names
from kingcli.random import Stream, stream
from kingcli.rules import Decision, Kind, Option, Round, View, make_view
from kingcli.rules.deal import shuffled_deal
from kingcli.simulate import play_match, simulate
from kingcli.variants import load_variant, variant_names

GAMES = variant_names()
SURE = EasyPlayer(errors=0)


# Specs


@pytest.mark.parametrize(
    ("spec", "name"),
    [
        ("random", "random"),
        ("easy", "easy"),
        (" Easy ", "easy"),
        ("easy:errors=20", "easy"),
        ("easy: errors = 7", "easy:errors=7"),
        ("easy:errors=0", "easy:errors=0"),
        ("easy:errors=100", "easy:errors=100"),
    ],
)
def test_specs_and_their_shortest_form(spec: str, name: str) -> None:
    player = find(spec)
    assert player.name == name
    assert find(name) == player


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("eazy", "no player 'eazy' (did you mean 'easy'?); there are random, easy"),
        ("", "no player ''; there are random, easy"),
        ("easy:eror=3", "easy has no setting 'eror' (did you mean 'errors'?); it takes errors"),
        ("random:errors=3", "random has no setting 'errors'; it takes no settings"),
        ("easy:errors", "write errors=NUMBER"),
        ("easy:errors=", "errors=: a whole number is expected"),
        ("easy:errors=1.5", "errors=1.5: a whole number is expected"),
        ("easy:errors=٣", "a whole number is expected"),
        ("easy:errors=-1", "errors: expected a number >= 0"),
        ("easy:errors=101", "errors: expected a number <= 100"),
        ("easy:errors=1:errors=2", "errors stands twice"),
    ],
)
def test_wrong_specs_are_refused_with_the_cure(spec: str, words: str) -> None:
    with pytest.raises(KingError) as caught:
        find(spec)
    assert words in str(caught.value)
    assert caught.value.exit_code == USAGE


def test_every_name_is_a_player() -> None:
    assert [find(name).name for name in player_names()] == player_names()


# By the rules, from the view alone


class Watched:
    """A player under watch: what he is asked and what he answers must be right."""

    def __init__(self, player: Player):
        self.player = player
        self.name = player.name
        self.n_asked = 0

    def choose(self, view: View, rng: Stream) -> Option:
        assert isinstance(view, View)
        decision = view.decision
        assert decision is not None
        assert decision.seat == view.seat == view.turn
        assert len(decision.options) > 1, "a forced decision is no question"
        self.n_asked += 1
        state = (rng._a, rng._b, rng._c, rng._d)
        option = self.player.choose(view, rng)
        assert option in decision.options
        assert self.player.choose(view, Stream(state)) == option, "a player is stateless"
        return option


@settings(max_examples=4, deadline=None)
@given(seed=st.text(max_size=8), spec=st.sampled_from(["random", "easy", "easy:errors=0", "easy:errors=100"]))
@pytest.mark.parametrize("game", GAMES)
def test_no_player_breaks_a_rule_or_remembers(game: str, seed: str, spec: str) -> None:
    variant = load_variant(game)
    players = [Watched(find(spec)) for _ in range(variant.seats)]
    result = play_match(variant, players, seed, 1)
    assert sum(result.totals) == variant.match_total
    assert all(player.n_asked for player in players)


@pytest.mark.parametrize(
    ("game", "settings"),
    [
        ("lithuanian", {"allow_voluntary_pass": True}),
        ("lithuanian", {"layout": False, "all": False}),
        ("minsk", {"must_trump": False, "trump_lead": "declarer-only"}),
    ],
)
def test_options_of_the_games_too(game: str, settings: dict[str, object]) -> None:
    variant = load_variant(game, settings)
    for match in range(3):
        play_match(variant, [Watched(SURE) for _ in range(variant.seats)], "options", match)


def test_forced_decisions_are_made_without_asking() -> None:
    variant = load_variant("russian")
    players = [Watched(RandomPlayer()) for _ in range(variant.seats)]
    n_steps, n_real = 0, 0

    def count(round: Round, number: int, totals: tuple[int, ...]) -> None:
        nonlocal n_steps, n_real
        n_steps += len(round._history)
        while round._history:
            round.undo()
            decision = round.decision()
            assert decision is not None
            n_real += len(decision.options) > 1

    play_match(variant, players, "forced", 1, on_round=count)
    assert sum(player.n_asked for player in players) == n_real < n_steps


@pytest.mark.parametrize("game", GAMES)
def test_easy_remembers_no_played_card(game: str) -> None:
    class Forgetful:
        name = "forgetful"

        def choose(self, view: View, rng: Stream) -> Option:
            option = SURE.choose(view, rng)
            # Without the past, and with nothing taken: the same choice.
            now = msgspec.structs.replace(view, events=(), taken=(0,) * view.variant.seats)
            assert SURE.choose(now, rng) == option
            return option

    variant = load_variant(game)
    play_match(variant, [Forgetful()] * variant.seats, "memory", 1)


def test_errors_are_as_many_as_said() -> None:
    class Counting:
        name = "counting"
        n_asked = n_same = 0

        def choose(self, view: View, rng: Stream) -> Option:
            option = find("easy:errors=50").choose(view, rng)
            self.n_asked += 1
            self.n_same += option == SURE.choose(view, rng)
            return option

    player, variant = Counting(), load_variant("russian")
    for match in range(4):
        play_match(variant, [player] * 4, "errors", match)
    # Half of the decisions are by lot, and a lot often falls on the right card.
    assert 0.55 < player.n_same / player.n_asked < 0.85


# What easy thinks


def view_of(
    game: str, contract: str, hand: str, trick: str = "", named: str | None = None, *, options: str = ""
) -> View:
    """A view of North with this hand, the trick before him led by the seat that makes him next; all of it legal."""
    variant = load_variant(game)
    deal = shuffled_deal(variant, variant.contracts[contract], 3, stream("view", purpose="deal"))
    choices = (contract,) if variant.pool is not None else ()
    round = Round(variant, deal, 3, None if choices else contract, choices)
    base = make_view(round, 0)
    cards = tuple(parse_card(word) for word in trick.split())
    own = parse_hand(hand)
    legal = tuple(parse_card(word) for word in options.split())
    return msgspec.structs.replace(
        base,
        contract=contract,
        named=named,
        hand=own,
        trick=cards,
        leader=-len(cards) % variant.seats,
        decision=Decision(0, Kind.PLAY, legal),
        laid=0,
        scores=(0,) * variant.seats,
    )


@pytest.mark.parametrize(
    ("why", "view", "best"),
    [
        ("last to play: duck as high as possible", ("tricks", "AT7...AKQJ9", "S9 SJ S8"), "ST"),
        ("must take: take with the highest", ("tricks", "AQJ...AKQJ9", "S9 S8 S7"), "SA"),
        ("void: the King goes", ("king", ".AKQ.AQ.A8", "S9"), "HK"),
        ("void: the queen goes before the ace", ("queens", ".AQ.AJT.A87", "S9"), "HQ"),
        ("no queen on one's own trick", ("queens", "AQ...AKJT97", "SJ ST S8"), "SA"),
        ("lead low", ("tricks", "AK7.AK.AK.A", ""), "S7"),
        ("last two: high cards go early", ("last-two", "A87.A7.87.7", "SJ ST S9"), "SA"),
        ("take all there is to take", ("take-tricks", "A87.A7.87.7", "SK ST S9"), "SA"),
        ("no high card on a lost trick", ("take-tricks", "KQ8.A7.87.7", "SA ST S9"), "S8"),
        ("no queen to others", ("take-queens", "Q8.A7.A87.7", "SA ST S9"), "S8"),
    ],
)
def test_sensible_plays(why: str, view: tuple[str, str, str], best: str) -> None:
    contract, hand, trick = view
    own = parse_hand(hand)
    led = parse_card(trick.split()[0]) >> 4 if trick else None
    in_suit = [card for card in range(64) if own >> card & 1 and card >> 4 == led]
    legal = in_suit or [card for card in range(64) if own >> card & 1]
    seen = view_of("ukrainian", contract, hand, trick)
    seen = msgspec.structs.replace(seen, decision=Decision(0, Kind.PLAY, tuple(legal)))
    assert SURE.choose(seen, stream("x", purpose="player")) == parse_card(best), why


def test_the_hint_of_the_book_for_a_layout() -> None:
    seen = view_of("lithuanian", "layout", "T8K.AQ.7.AQ")
    seen = msgspec.structs.replace(
        seen,
        laid=mask([parse_card("S9"), parse_card("C9")]),
        decision=Decision(0, Kind.LAY, (parse_card("ST"), parse_card("S8"))),
    )
    assert SURE.choose(seen, stream("x", purpose="player")) == parse_card("ST")
    passing = msgspec.structs.replace(seen, decision=Decision(0, Kind.LAY, (parse_card("S8"), "pass")))
    assert SURE.choose(passing, stream("x", purpose="player")) == parse_card("S8")


@pytest.mark.parametrize(("hand", "suit"), [("A.K7..", "H"), ("7.8.9.", "D"), ("A.K..Q", "S"), ("98.AKQ.AKQ.", "H")])
def test_trump_is_the_longest_suit_then_the_highest(hand: str, suit: str) -> None:
    calls: tuple[Option, ...] = ("by-last", "trump:C", "trump:D", "trump:H", "trump:S")
    seen = msgspec.structs.replace(
        view_of("russian", "trump", "A..."), hand=parse_hand(hand), decision=Decision(0, Kind.TRUMP, calls)
    )
    assert SURE.choose(seen, stream("x", purpose="player")) == f"trump:{suit}"


@pytest.mark.parametrize(
    ("hand", "best"),
    [("AKQJT.AK.AK.A", "trump"), ("AKQ.K98.T98.7", "hearts"), ("987.AKQ.987.9", "tricks")],
)
def test_the_contract_that_suits_the_hand(hand: str, best: str) -> None:
    calls: tuple[Option, ...] = tuple(f"contract:{name}" for name in ("hearts", "tricks", "trump"))
    seen = msgspec.structs.replace(
        view_of("minsk", "tricks", hand), contract=None, decision=Decision(0, Kind.CONTRACT, calls)
    )
    assert SURE.choose(seen, stream("x", purpose="player")) == f"contract:{best}"


# Strength


@pytest.mark.parametrize("game", GAMES)
def test_easy_beats_random_on_the_same_deals(game: str) -> None:
    seats = load_variant(game).seats
    summary = simulate(game, players=["easy", *["random"] * (seats - 1)], matches=12, seed="strength", rotate=True)
    (pair,) = (line.difference for line in summary.games[0].pairs if line.contract is None)
    assert pair.error is not None
    assert pair.mean > 4 * pair.error > 0


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_easy_beats_random_in_every_contract(game: str) -> None:
    seats = load_variant(game).seats
    summary = simulate(game, players=["easy", *["random"] * (seats - 1)], matches=100, seed="contracts", rotate=True)
    for pair in summary.games[0].pairs:
        assert pair.difference.mean > 0, pair.contract


def test_players_take_only_view_and_stream() -> None:
    for kind in (EasyPlayer, RandomPlayer):
        method: Callable[..., Option] = kind.choose
        assert method.__code__.co_varnames[: method.__code__.co_argcount] == ("self", "view", "rng")
