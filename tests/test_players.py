"""Players: their specs, that they play by the rules and from a view alone, and that easy plays better than random."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from kingcli.cards import mask, parse_card, parse_hand
from kingcli.errors import USAGE, KingError
from kingcli.players import EasyPlayer, Player, RandomPlayer, find, player_names
from kingcli.random import Stream, stream
from kingcli.rules import Decision, Event, Kind, Option, Round, View, make_view, n_rounds, parse_option
from kingcli.rules.deal import shuffled_deal
from kingcli.rules.events import sort_options
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


@pytest.mark.parametrize("spec", ["random", "easy:errors=0"])
@pytest.mark.parametrize("game", GAMES)
def test_no_player_breaks_a_rule_or_remembers(game: str, spec: str) -> None:
    variant = load_variant(game)
    players = [Watched(find(spec)) for _ in range(variant.seats)]
    result = play_match(variant, players, f"{game} by {spec}", 1)
    assert variant.match_total in ("varies", sum(result.totals))
    assert all(player.n_asked for player in players)


@pytest.mark.parametrize(
    ("game", "settings"),
    [
        ("lithuanian", {"allow_voluntary_pass": True}),
        ("lithuanian", {"layout": False, "all": False}),
        ("minsk", {"must_trump": False, "trump_lead": "declarer-only"}),
        ("declared", {"all_and_layout": True}),
        ("declared-3", {"revoke_penalty": 40, "trump_after_talon": True}),
        ("varzytines", {"multi_jacks": "any", "doubling": "per_player"}),
        ("polish-auction", {"reserve": False, "single_round": True}),
        ("trade", {"bid_sign": "plus", "max_rounds": 6}),
        ("trade-3", {"all_pass": "redeal", "leader": "first"}),
        ("atomic", {"trump_deals": 0, "take_all": True, "talon": "shown"}),
        ("domino", {"deck": "d52"}),
    ],
)
def test_options_of_the_games_too(game: str, settings: dict[str, object]) -> None:
    variant = load_variant(game, settings)
    for spec in ("random", "easy:errors=0"):
        play_match(variant, [Watched(find(spec)) for _ in range(variant.seats)], "options", 1)


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
            # Without the cards played, and with nothing taken: the same choice.
            calls = tuple(event for event in view.events if event.kind in (Kind.BID, Kind.TALON))
            now = msgspec.structs.replace(view, events=calls, taken=(0,) * view.variant.seats)
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


def test_nobody_bids_any_sum_by_mistake() -> None:
    options: tuple[Option, ...] = ("bid:25", "bid:50", "bid:325", "pass")
    seen = view_of("polish-auction", "trump", "A...")
    seen = msgspec.structs.replace(seen, decision=Decision(0, Kind.BID, options))
    wild = EasyPlayer(errors=100)
    assert {wild.choose(seen, stream(str(n), purpose="player")) for n in range(40)} == {"bid:25", "pass"}


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


def asked(game: str, contract: str, hand: str, kind: Kind, options: str, *, talon: str = "", **more: Any) -> Option:
    """What the sure player answers when North holds this hand and is asked for one of these calls or cards."""
    choices = tuple(parse_option(word) for word in options.split())
    seen = msgspec.structs.replace(
        view_of(game, contract, hand), decision=Decision(0, kind, sort_options([*choices])), events=(), **more
    )
    if talon:
        cards = tuple(parse_card(word) for word in talon.split())
        seen = msgspec.structs.replace(seen, events=(Event(Kind.TALON, None, cards, 15),))
    return SURE.choose(seen, stream("x", purpose="player"))


STRONG, WEAK = "AKQJT9.AK.AK.32", "432.432.432.432"
TALON = "S8 H7 D7 C7"


@pytest.mark.parametrize(
    ("why", "hand", "kind", "options", "best"),
    [
        ("a strong hand bids the least it can", STRONG, Kind.BID, "bid:50 bid:75 bid:100 pass", "bid:50"),
        ("a weak hand passes", WEAK, Kind.BID, "bid:25 bid:50 pass", "pass"),
        ("no price is worth everything", STRONG, Kind.BID, "bid:300 bid:325 pass", "pass"),
        ("a weak hand sells at any price", WEAK, Kind.OFFER, "take offer:25 offer:50 offer:300", "offer:25"),
        ("a strong hand asks for more", STRONG, Kind.OFFER, "take offer:25 offer:50 offer:300", "offer:300"),
        ("a strong hand takes rather than ask for less", STRONG, Kind.OFFER, "take offer:25 offer:50", "take"),
    ],
)
def test_sensible_bids(why: str, hand: str, kind: Kind, options: str, best: str) -> None:
    assert asked("polish-auction", "trump", hand, kind, options, talon=TALON) == best, why


def test_bids_that_are_credited_are_high_and_those_charged_low() -> None:
    hand, bids = "432.432.432.5432", "bid:1 bid:2 bid:13 pass"
    assert asked("trade", "suit", hand, Kind.BID, bids) == "bid:1"
    variant = load_variant("trade", {"bid_sign": "plus"})
    assert asked("trade", "suit", hand, Kind.BID, bids, variant=variant) == "bid:13"


def test_the_penalty_suit_is_the_one_that_costs_least() -> None:
    suits = "suit:S suit:H suit:D suit:C"
    assert asked("trade", "suit", "AKQ.432.AKQ.AKQJ", Kind.SUIT, suits) == "suit:H"
    assert asked("trade", "suit", "AKQ.AKQ..8765432", Kind.SUIT, suits) in ("suit:D", "suit:C")


def test_gifts_are_the_cards_that_win_least() -> None:
    gift = asked("polish-auction", "trump", "AKQJT98.AK.AK3.5", Kind.GIVE, "SA S8 HA HK D3 C5")
    assert gift in (parse_card("D3"), parse_card("C5"))


def test_scoring_cards_are_not_put_away_where_that_is_found_out() -> None:
    variant = load_variant("declared-3", {"revoke_penalty": 40})
    best = asked("declared-3", "hearts", "A7.AK7.A7.AKQ87", Kind.DISCARD, "HA HK H7 SA C7", variant=variant)
    assert best in (parse_card("SA"), parse_card("C7"))


@pytest.mark.parametrize(
    ("count", "best"),
    [(0, "SA"), (15, "HK"), (24, "D7"), (26, "SA"), (89, "ST"), (99, "D7")],
)
def test_the_race_is_run_without_reaching_a_limit(count: int, best: str) -> None:
    options = "SA ST HK D7"
    assert asked("varzytines", "hundred", "AT.K.7.", Kind.LAY, options, count=count) == parse_card(best)


def test_start_cards_are_laid_together_and_passing_helps_others() -> None:
    assert asked("varzytines", "layout", ".J.QJT9.", Kind.LAY, "HJ DJ stop") == parse_card("DJ")
    assert asked("varzytines", "layout", ".J.7.", Kind.LAY, "HJ pass") == parse_card("HJ")


@pytest.mark.parametrize(
    ("why", "trick", "options", "best"),
    [
        ("a joker takes the trick: keep it", "SA", "HX C3", "C3"),
        ("a discarded jack of hearts beats it: away with it", "SA HJ", "HX C3", "HX"),
        ("the jack would catch the joker", "H5 HX", "HJ H4", "H4"),
    ],
)
def test_jokers(why: str, trick: str, options: str, best: str) -> None:
    cards = [parse_card(word) for word in options.split()]
    seen = view_of("jokers", "joker-hearts", "...", trick)
    seen = msgspec.structs.replace(
        seen, hand=mask([*cards, parse_card("D3")]), decision=Decision(0, Kind.PLAY, tuple(sorted(cards)))
    )
    assert SURE.choose(seen, stream("x", purpose="player")) == parse_card(best), why


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


# Short matches, or hands of six cards with more to come: more deals until skill shows.
LUCKY = {"domino": 24, "jokers-3": 12, "polish": 12, "russian-3": 12, "ukrainian": 12, "varzytines-3": 16}


@pytest.mark.parametrize("game", GAMES)
def test_easy_beats_random_on_the_same_deals(game: str) -> None:
    seats = load_variant(game).seats
    matches = LUCKY.get(game, 3 if (n_rounds(load_variant(game)) or 0) > 15 else 6)
    summary = simulate(game, players=["easy", *["random"] * (seats - 1)], matches=matches, seed="strength", rotate=True)
    (pair,) = (line.difference for line in summary.games[0].pairs if line.contract is None)
    assert pair.error is not None
    assert pair.mean > 3 * pair.error > 0


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_easy_beats_random_in_every_contract(game: str) -> None:
    seats = load_variant(game).seats
    summary = simulate(game, players=["easy", *["random"] * (seats - 1)], matches=40, seed="contracts", rotate=True)
    for pair in summary.games[0].pairs:
        if pair.contract is not None and load_variant(game).contracts[pair.contract].premiums:
            continue  # who avoids all cards well lets one of the others take them all, which is rewarded
        assert pair.difference.error is not None
        assert pair.difference.mean > -pair.difference.error, pair.contract


def test_players_take_only_view_and_stream() -> None:
    for kind in (EasyPlayer, RandomPlayer):
        method: Callable[..., Option] = kind.choose
        assert method.__code__.co_varnames[: method.__code__.co_argcount] == ("self", "view", "rng")
