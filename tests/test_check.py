"""`king variants check` notices: each law is broken once in the engine, and the check names it and the place."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from kingcli.rules import Kind, Match, Round, check, layout, tricks, view
from kingcli.rules.cardplay import TrickPhase
from kingcli.rules.check import BrokenLaw, check_variant, option_settings, tasks
from kingcli.rules.events import Decision, Event
from kingcli.variants import Variant, load_variant
from rounds import PLAIN_GAMES

replace = msgspec.structs.replace

# Points of both signs: a round may be broken off where they happen to add up to nothing.
BALANCED = """\
contracts: {mixed: {score: [{ranks: Q, points: -4}, {ranks: K, points: 4}], total: 0}}
order: [mixed]
match_total: 0
"""


@pytest.fixture(name="balanced")
def balanced_game(tmp_path: Path) -> Variant:
    (tmp_path / "balanced.yaml").write_text(BALANCED, encoding="utf-8")
    return load_variant(str(tmp_path / "balanced.yaml"), {"early_end": True})


Break = Callable[[pytest.MonkeyPatch], None]


def options_as(change: Callable[[tuple[Any, ...]], tuple[Any, ...]]) -> Break:
    def breaks(patch: pytest.MonkeyPatch) -> None:
        right = TrickPhase.decision

        def wrong(phase: TrickPhase) -> Decision | None:
            decision = right(phase)
            return decision and replace(decision, options=change(decision.options))

        patch.setattr(TrickPhase, "decision", wrong)

    return breaks


def refuse_everything(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(tricks, "refuse", lambda *_: "no")


def tell_everybody(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(check, "make_view", lambda r, seat: replace(view.make_view(r, seat), decision=r.decision()))


def show_the_next_hand(patch: pytest.MonkeyPatch) -> None:
    def wrong(played: Round, seat: int) -> Any:
        return replace(
            view.make_view(played, seat), hand=view.make_view(played, (seat + 1) % played.variant.seats).hand
        )

    patch.setattr(check, "make_view", wrong)


def after_play(change: Callable[[Any, Any, int], Any]) -> Break:
    """`change(before, after, card)` is what the engine takes for the position after a card."""

    def breaks(patch: pytest.MonkeyPatch) -> None:
        right = tricks.play
        patch.setattr(tricks, "play", lambda before, card: change(before, right(before, card), card))

    return breaks


def keep_the_card(before: Any, after: Any, card: int) -> Any:
    """Clubs stay in the hand until the last trick."""
    seat = tricks.turn(before)
    held = before.hands[seat]
    if held.bit_count() == 1 or card < 48:
        return after
    rest = (held & ~(1 << card)) & -(held & ~(1 << card))
    hands = (*after.hands[:seat], held & ~rest, *after.hands[seat + 1 :])
    return replace(after, hands=hands)


def lose_a_trick(before: Any, after: Any, _: int) -> Any:
    return replace(after, taken=before.taken)


def misprice(patch: pytest.MonkeyPatch) -> None:
    right = tricks.trick_value
    patch.setattr(tricks, "trick_value", lambda table, number, cards: right(table, number, cards) + (number == 5))


def stop_when_decided(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(tricks, "is_over", tricks.is_decided)


def stop_when_even(patch: pytest.MonkeyPatch) -> None:
    def wrong(position: Any) -> bool:
        return not position.trick and (not any(position.hands) or (any(position.tricks) and not any(position.scores)))

    patch.setattr(tricks, "is_over", wrong)


def stop_when_even_and_say_it_is_decided(patch: pytest.MonkeyPatch) -> None:
    def wrong(position: Any) -> bool:
        return not position.trick and sum(position.scores) == 0 and any(position.scores)

    patch.setattr(tricks, "is_over", lambda position: wrong(position) or not (position.trick or any(position.hands)))
    patch.setattr(tricks, "is_decided", wrong)


def all_prizes_to_one(patch: pytest.MonkeyPatch) -> None:
    right = layout.play

    def wrong(position: Any, option: Any) -> Any:
        after = right(position, option)
        return replace(after, scores=(sum(after.scores), 0, 0, 0)) if layout.is_over(after) else after

    patch.setattr(layout, "play", wrong)


def undo_nothing(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Round, "undo", lambda _: None)


def apply_differently_the_second_time(patch: pytest.MonkeyPatch) -> None:
    right, undone = Round.apply, []

    def apply(played: Round, option: Any) -> None:
        right(played, option)
        if undone:
            played.events.append(Event(Kind.END, None, None, 0))

    def undo(played: Round, *, right: Any = Round.undo) -> None:
        undone.append(True)
        right(played)

    patch.setattr(Round, "apply", apply)
    patch.setattr(Round, "undo", undo)


def forget_a_card_of_the_trick(patch: pytest.MonkeyPatch) -> None:
    right = TrickPhase.apply

    def wrong(phase: TrickPhase, option: Any) -> Any:
        after, events = right(phase, option)
        cut = [e if e.kind is not Kind.TRICK else replace(e, value=e.value[1:]) for e in events]  # type: ignore[index]
        return after, tuple(cut)

    patch.setattr(TrickPhase, "apply", wrong)


def one_round_more(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(check, "n_rounds", lambda variant: len(variant.contracts) + 100)


def lose_a_point(patch: pytest.MonkeyPatch) -> None:
    right = Match.end_round

    def wrong(match: Match, result: Any) -> None:
        right(match, result)
        match.totals = (match.totals[0] - 1, *match.totals[1:])

    patch.setattr(Match, "end_round", wrong)


LAWS: list[tuple[str, str, Break]] = [
    ("lithuanian", r"the options of play are not sorted, unique and some", options_as(lambda options: options[::-1])),
    (
        "lithuanian",
        r"the options of play are not sorted, unique and some",
        options_as(lambda options: options + options[-1:]),
    ),
    ("lithuanian", r"the options of play are not sorted, unique and some: \(\)", options_as(lambda _: ())),
    ("lithuanian", r"offered but refused: [SHDC]\w", refuse_everything),
    ("lithuanian", r"not offered but accepted: [SHDC]\w", options_as(lambda options: options[:1])),
    ("lithuanian", r"the wrong seat is told the options", tell_everybody),
    ("lithuanian", r"a view shows another hand than the seat holds", show_the_next_hand),
    ("lithuanian", r"a card was played twice", after_play(keep_the_card)),
    ("lithuanian", r"scores sum to -15, the contract to -16", misprice),
    ("lithuanian", r"the prizes given are \[96, 0, 0, 0\]", all_prizes_to_one),
    ("lithuanian", r"undoing every step does not lead to the beginning", undo_nothing),
    ("lithuanian", r"playing the same options again gives other events", apply_differently_the_second_time),
    ("lithuanian", r"a trick without a card of every seat", forget_a_card_of_the_trick),
    ("lithuanian", r"\d tricks, not 8", stop_when_decided),
    ("balanced", r"ended although something could still be won", stop_when_even),
    ("balanced", r"the early end changes the scores", stop_when_even_and_say_it_is_decided),
    ("lithuanian", r"the tricks and hands do not hold the cards dealt", after_play(lose_a_trick)),
    ("lithuanian", r"match 1: 12 rounds, not 109", one_round_more),
    ("lithuanian", r"match 1: totals sum to -12", lose_a_point),
]


@pytest.mark.parametrize(("name", "law", "breaks"), LAWS, ids=[law for _, law, _ in LAWS])
def test_a_broken_law_is_named(
    name: str, law: str, breaks: Break, balanced: Variant, monkeypatch: pytest.MonkeyPatch
) -> None:
    variant = balanced if name == "balanced" else load_variant(name)
    check_variant(variant, 2)
    breaks(monkeypatch)
    with pytest.raises(BrokenLaw, match=rf"^{name}, match \d+.*: .*{law}|^{name}, {law}"):
        check_variant(variant, 20)


def test_every_law_is_here() -> None:
    """Each `raise BrokenLaw` of check.py has its row."""
    source = Path(check.__file__).read_text(encoding="utf-8")
    assert source.count("raise BrokenLaw(") == len({law for _, law, _ in LAWS[2:]})


@pytest.mark.parametrize("name", PLAIN_GAMES)
def test_the_games_obey(name: str) -> None:
    """Two matches each; `king variants check --play 200` plays more."""
    variant = load_variant(name)
    coverage = check_variant(variant, 2)
    assert sum(coverage.rounds.values()) == 2 * len([*round_ids(variant)])
    assert set(coverage.rounds) <= set(variant.contracts)
    assert all(count > 0 for count in coverage.decisions.values())


def round_ids(variant: Variant) -> Iterator[str]:
    for entry in variant.order or ():
        yield from [entry.do] * entry.times
    for key, times in (variant.pool.each if variant.pool is not None else {}).items():
        yield from [key] * times * variant.seats


def test_options_are_all_checked_and_the_forbidden_left_out() -> None:
    settings = [*option_settings("lithuanian")]
    assert settings[0] == {}
    assert len(settings) == 12  # 16 less the four with all: false, layout: true
    assert not [s for s in settings if s.get("layout", True) and not s.get("all", True)]
    assert tasks("simple", 20) == [("simple", {}, 20), ("simple", {"chooser": "left"}, 1)]


def test_the_same_seed_plays_the_same_matches() -> None:
    """Law vi; and another seed plays others."""
    variant = load_variant("skill-short")
    one, two, other = (check_variant(variant, 1, seed) for seed in ("a", "a", "b"))
    assert one == two
    assert one != other
