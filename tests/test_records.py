"""Records: what is written comes back equal, replays without a word, and can stop anywhere."""

from __future__ import annotations

import itertools
import json
from functools import cache
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kingcli.errors import KingError, RecordError, VariantError
from kingcli.random import stream
from kingcli.records import (
    Loaded,
    RoundRecord,
    Step,
    dump_position,
    dumps,
    find_variant,
    load,
    loads,
    match_id,
    match_record,
    play_record,
    problem_from,
    problem_of,
    record_of,
    replay_match,
)
from kingcli.records.course import ReadMatch, dealers
from kingcli.records.lexer import escape, unescape
from kingcli.records.moves import moves_of
from kingcli.records.pkn import parse_options
from kingcli.records.pkn_write import options_text
from kingcli.rules import LayoutPosition, Match, Round, TrickPosition, draw_dealer, make_view, n_rounds
from kingcli.rules.deal import shuffled_deal
from kingcli.rules.events import DECISIONS
from kingcli.seats import SEATS
from kingcli.variants import load_variant, variant_names
from make_records import DEMO_CALLS, FOLDER, PLAYERS, one_round, playable, random_match, whole_round

GAMES: list[tuple[str, dict[str, Any]]] = [
    *((name, {}) for name in variant_names()),
    ("lithuanian", {"layout": False}),
    ("lithuanian", {"layout": False, "all": False}),
    ("lithuanian", {"allow_voluntary_pass": True}),
    ("russian", {"king_forced_on_hearts": "under-ace"}),
    ("simple", {"chooser": "left"}),
    ("minsk", {"trump_lead": "declarer-only", "talon_at": [3, 17]}),
    ("russian", {"direction": "counter-clockwise"}),
    ("minsk", {"direction": "counter-clockwise"}),
    ("simple", {"contracts.trump.deal.first_dealer": "E", "deal.first_dealer": "E"}),
]


@cache
def a_match(name: str) -> list[RoundRecord]:
    return random_match(load_variant(name), "there", players=PLAYERS)


def unfound(loaded: Loaded) -> list[str]:
    """Everything that is said against a file."""
    found = [*loaded.diagnostics]
    for match in loaded.matches:
        found += replay_match(match).diagnostics
    return [str(one) for one in found]


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_there_and_back(name: str, options: dict[str, Any]) -> None:
    """PKN -> JSON -> PKN and JSON -> PKN -> JSON are byte-equal, and nothing is said against the game."""
    variant = load_variant(name, options)
    records = random_match(variant, "there", players=PLAYERS) if options else a_match(name)
    pkn, jsonl = dumps(records, "pkn"), dumps(records, "jsonl")
    from_pkn, from_json = loads(pkn), loads(jsonl)
    assert unfound(from_pkn) == []
    assert unfound(from_json) == []
    assert from_pkn.rounds == from_json.rounds == records
    assert dumps(from_pkn.rounds, "jsonl") == jsonl
    assert dumps(from_json.rounds, "pkn") == pkn
    whole = dumps([match_record(records)], "json")
    assert loads(whole).rounds == records
    [match] = from_pkn.matches
    replay = replay_match(match)
    assert replay.is_whole
    assert replay.rounds[-1].totals == tuple((records[-1].totals or {}).values())
    assert variant.match_total in ("varies", sum(replay.rounds[-1].totals or ()))


@settings(max_examples=15, deadline=None)
@given(seed=st.text(max_size=20), name=st.sampled_from(variant_names()), player=st.text(max_size=10))
def test_any_seed_and_name_comes_back(seed: str, name: str, player: str) -> None:
    variant = load_variant(name)
    played = whole_round(variant, next(iter(variant.contracts)), "same", None)
    record = record_of(played, number=3, players=[player] * variant.seats, seed=seed, match_id=player, event=seed)
    for format in ("pkn", "jsonl"):
        [again] = loads(dumps([record], format)).rounds  # type: ignore[arg-type]
        assert again == record


@given(st.text(max_size=40))
def test_tag_values_come_back(text: str) -> None:
    escaped = escape(text)
    assert unescape(escaped) == text
    assert "\n" not in escaped
    assert escaped != "?"
    assert not escaped.startswith("#")


def test_a_seed_of_2_to_the_127_comes_back_digit_for_digit() -> None:
    seed = str(2**127)
    records = random_match(load_variant("skill-short"), seed)
    for format in ("pkn", "jsonl"):
        again = loads(dumps(records, format)).rounds  # type: ignore[arg-type]
        assert {record.seed for record in again} == {"170141183460469231731687303715884105728"}


_VALUES = st.recursive(
    st.booleans() | st.integers(-(10**9), 10**9) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=5,
)


@given(st.dictionaries(st.from_regex(r"[A-Za-z_][\w.-]{0,10}", fullmatch=True), _VALUES, max_size=4))
def test_options_come_back(options: dict[str, Any]) -> None:
    assert parse_options(unescape(escape(options_text(options)))) == options


def test_records_hold_what_the_rules_look_at() -> None:
    """The namer's cards are as received, the others in hand order; forced decisions and opened cards are there."""
    records = random_match(load_variant("lithuanian"), "order", calls=DEMO_CALLS)
    trump = records[7]
    assert trump.events[0] == Step(trump.declarer, "trump", "open:S")  # type: ignore[arg-type]
    assert trump.events[1].kind == "turned"
    hand = trump.deal.hands[str(trump.declarer)].split()
    assert trump.events[1].value == hand[4]
    text = dumps([trump], "pkn")
    assert f'[KingOrder "{trump.declarer}:{" ".join(hand)}"]' in text
    assert "KingOrder" not in dumps([records[0]], "pkn")
    assert len([step for step in records[0].events if step.kind == "play"]) == 32


def test_the_last_card_is_named_by_its_order() -> None:
    """ "By the last" with cards that happen to lie in hand order still writes the order."""
    variant = load_variant("russian")
    record = record_of(whole_round(variant, "trump", "1", "by-last"))
    declarer = str(record.declarer)
    cards = sorted(record.deal.hands[declarer].split(), key=["SHDC".index, lambda c: c][1])
    ordered = " ".join(sorted(cards, key=lambda c: ("SHDC".index(c[0]), "AKQJT987".index(c[1]))))
    deal = msgspec.structs.replace(record.deal, hands=record.deal.hands | {declarer: ordered})
    assert "KingOrder" in dumps([msgspec.structs.replace(record, deal=deal)], "pkn")


@pytest.mark.parametrize("name", variant_names())
def test_a_record_may_stop_anywhere(name: str) -> None:
    """Cut after any event, a match replays, says where it stands, and comes back through both forms."""
    records = a_match(name)
    rng = stream("cut", purpose="cut")
    every = -(-len(records) // 9)
    for number in sorted({*range(1, len(records) + 1, every), len(records)}):
        record = records[number - 1]
        n_steps = max(n for n, step in enumerate(record.events) if step.kind not in ("drawn", "left"))
        for length in {0, 1, rng.below(n_steps), n_steps}:
            cut = _cut(record, length)
            part = [*records[max(0, number - 2) : number - 1], cut]
            for format in ("pkn", "jsonl"):
                loaded = loads(dumps(part, format))  # type: ignore[arg-type]
                assert loaded.rounds == part
                [match] = loaded.matches
                found = replay_match(match).diagnostics
                assert [one.code for one in found] == ["unfinished"], str(found[0])
                assert found[0].severity == "info"
                assert " to " in found[0].message
                assert found[0].round == number


def _cut(record: RoundRecord, length: int) -> RoundRecord:
    """The record as it would be written after so many events."""
    kept = record.events[:length]
    calls = [step.value for step in kept if step.kind not in ("play", "lay")]
    is_chosen = record.contract if not any(s.kind == "contract" for s in record.events) else None
    is_named = any(call.startswith(("trump:", "open:", "suit:")) or call == "by-last" for call in calls)
    is_sold = not any(s.kind in ("bid", "offer") for s in kept) or any(s.kind not in ("bid", "offer") for s in kept)
    is_auctioned = any(s.kind in ("bid", "offer") for s in record.events)
    return msgspec.structs.replace(
        record,
        events=kept,
        contract=next((call.partition(":")[2] for call in calls if call.startswith("contract:")), is_chosen),
        declarer=record.declarer if not is_auctioned or (kept and is_sold) else None,
        trump=record.trump if is_named else None,
        suit=record.suit if is_named or not is_auctioned else None,
        scores=None,
        totals=None,
        end="in progress",
    )


@pytest.mark.parametrize("name", variant_names())
def test_every_prefix_of_a_round_is_its_record(name: str) -> None:
    """record_of a round in progress replays to the same events, position and views."""
    variant = load_variant(name)
    for contract in playable(variant):
        for number, played in enumerate(one_round(variant, contract, f"prefix/{contract}")):
            if number % 5 and not played.is_over:
                continue
            record = record_of(played, number=None)
            again = play_record(record, variant)
            assert again.is_over == played.is_over == (record.end == "complete")
            assert again.position() == played.position()
            assert [e for e in again.events if e.kind in DECISIONS] == [e for e in played.events if e.kind in DECISIONS]
            for seat in range(variant.seats):
                old, new = make_view(played, seat).to_plain(), make_view(again, seat).to_plain()
                assert _without_order(old) == _without_order(new)


def _without_order(view: dict[str, Any]) -> dict[str, Any]:
    """A view but for the order in which cards were received, which is kept only where the rules look at it."""
    events = [[kind, seat, " ".join(sorted(str(value).split()))] for kind, seat, value in view["events"]]
    return view | {"events": events}


@pytest.mark.parametrize("name", variant_names())
def test_positions_come_back(name: str) -> None:
    """dump_position and problem_from are inverse at every decision of card play."""
    variant = load_variant(name)
    for contract in playable(variant):
        for number, played in enumerate(one_round(variant, contract, f"position/{contract}")):
            position = played.position()
            if number % 3 or position is None or played.is_over:
                continue
            read = replay_match(ReadMatch(variant, (loads(dumps([record_of(played)], "jsonl")).matches[0].rounds[0],)))
            problem = problem_of(read.rounds[0])
            assert problem.position == position
            text = dumps([dump_position(problem)], "json")
            [again] = loads(text).check().problems
            assert again.position == position
            assert (again.variant, again.contract, again.named) == (variant, played.contract, played.named)
            assert dumps([dump_position(again)], "json") == text


def test_the_state_at_a_trick() -> None:
    variant = load_variant("lithuanian")
    records = random_match(variant, "trick", players=PLAYERS)
    loaded = loads(dumps(records, "pkn"), "game.pkn")
    for number, trick in ((1, 1), (5, 4), (7, 8), (9, 2), (12, 1), (12, 20)):
        problem = loaded.problem(round=number, trick=trick)
        assert problem.id == f"{records[0].match}/{number}/{trick}"
        record = records[number - 1]
        before = [step for step in record.events if step.kind not in ("play", "lay")]
        card_play = [step for step in record.events if step.kind in ("play", "lay")]
        n_cards = 4 * (trick - 1) if number < 12 else trick - 1
        cut = msgspec.structs.replace(record, events=(*before, *card_play[:n_cards]), end="in progress", scores=None)
        assert problem.position == play_record(cut, variant).position()
        totals = {} if number == 1 else records[number - 2].totals
        assert problem.totals == tuple((totals or {}).get(seat, 0) for seat in "NESW")
    for arguments, words in (
        ({"round": 13}, "there is no round 13 (it has 1 to 12)"),
        ({"round": 5, "trick": 9}, "there is no trick 9"),
        ({"round": 12, "trick": 40}, "there is no trick 40"),
        ({"round": 5}, "the round is over; say --trick N"),
        ({"trick": 2}, "say which round: --round N"),
        ({"game": 2, "round": 1}, "there is no game 2 (it holds 1 game)"),
    ):
        with pytest.raises(RecordError) as caught:
            loaded.problem(**arguments)
        assert words in str(caught.value)


def test_an_unfinished_round_is_a_position() -> None:
    variant = load_variant("russian")
    *_, played = itertools.islice(one_round(variant, "queens", "1"), 10)
    problem = loads(dumps([record_of(played)], "pkn")).problem()
    assert problem.position == played.position()
    assert isinstance(problem.position, TrickPosition)
    early = next(iter(one_round(variant, "trump", "1")))
    with pytest.raises(RecordError, match="the card play has not begun"):
        loads(dumps([record_of(early)], "pkn")).problem()


def test_a_position_of_several_or_of_none() -> None:
    line = (
        '{"schema":"king.position/1","variant":"russian","contract":"queens","leader":"E",'
        '"hands":{"N":"Q...","E":"T...","S":"K...","W":"A..."}}\n'
    )
    with pytest.raises(RecordError, match="holds 2 positions, one is expected"):
        loads(line * 2).problem()
    with pytest.raises(RecordError, match="rounds and tricks are those of a record"):
        loads(line).problem(round=1)
    assert loads(line).problem().id is None


def test_matches_are_told_apart() -> None:
    """By id; without ids by numbers that start again, by variant or by options."""
    variant = load_variant("skill-short")
    a, b = random_match(variant, "a"), random_match(variant, "b")
    assert [len(match.rounds) for match in loads(dumps([*a, *b], "pkn")).matches] == [10, 10]
    nameless = [msgspec.structs.replace(record, match=None) for record in [*a, *a]]
    assert [len(match.rounds) for match in loads(dumps(nameless, "jsonl")).matches] == [10, 10]
    alone = [msgspec.structs.replace(record, round=None, totals=None) for record in nameless[:3]]
    assert [len(match.rounds) for match in loads(dumps(alone, "pkn")).matches] == [1, 1, 1]
    with pytest.raises(RecordError, match="of another match"):
        match_record([*a, *b])
    with pytest.raises(RecordError, match="at least one round"):
        match_record([])


def test_a_part_of_a_match_is_checked_as_far_as_it_goes() -> None:
    records = random_match(load_variant("lithuanian"), "part")
    assert unfound(loads(dumps(records[4:9], "pkn"))) == []
    wrong = msgspec.structs.replace(records[6], totals={**(records[6].totals or {}), "N": 99})
    [said] = unfound(loads(dumps([*records[4:6], wrong, *records[7:9]], "pkn"), "x.pkn"))
    assert said.startswith("x.pkn:")
    assert "file says the total is 99" in said


def test_an_error_carried_on_is_reported_once() -> None:
    """A wrong total that later totals build upon, and a wrong score that the totals take over."""
    records = random_match(load_variant("russian"), "carried")
    for score_too in (False, True):
        carried = []
        for number, record in enumerate(records, 1):
            totals = _raised(record.totals) if number >= 5 else record.totals
            scores = _raised(record.scores) if number == 5 and score_too else record.scores
            carried.append(msgspec.structs.replace(record, totals=totals, scores=scores))
        found = [one for match in loads(dumps(carried, "pkn")).matches for one in replay_match(match).diagnostics]
        assert [(one.code, one.round, one.seat) for one in found] == [("score" if score_too else "total", 5, "E")]


def _raised(points: dict[str, int] | None) -> dict[str, int]:
    return {seat: value + (seat == "E") for seat, value in (points or {}).items()}


def test_reading_goes_on_after_a_bad_round() -> None:
    records = random_match(load_variant("minsk"), "bad")
    steps = list(records[3].events)
    steps[-1] = Step(steps[-1].seat, "play", "S2")
    bad = msgspec.structs.replace(records[3], events=tuple(steps))
    for format in ("pkn", "jsonl"):
        [match] = loads(dumps([*records[:3], bad, *records[4:]], format)).matches  # type: ignore[arg-type]
        replay = replay_match(match)
        assert [(one.code, one.round) for one in replay.diagnostics] == [("card", 4)]
        assert [one.is_over for one in replay.rounds] == [number != 4 for number in range(1, 28)]
        assert not replay.is_whole
        assert replay.rounds[2].totals is not None
        assert replay.rounds[4].totals is None


def test_who_dealt_first_is_what_most_rounds_agree_on() -> None:
    """A wrong dealer in round 1 is reported there, not in all the other rounds."""
    records = random_match(load_variant("ukrainian"), "dealer")
    other = next(seat for seat in "NESW" if seat != records[0].dealer)
    wrong = [msgspec.structs.replace(records[0], dealer=other), *records[1:]]
    [match] = loads(dumps(wrong, "jsonl")).matches
    assert [(one.code, one.round) for one in replay_match(match).diagnostics] == [("dealer", 1)]


@pytest.mark.parametrize("name", variant_names())
def test_dealers_are_those_of_a_played_match(name: str) -> None:
    variant = load_variant(name)
    records = a_match(name)
    told = tuple(SEATS.index(one.dealer) for one in records)
    assert dealers(variant, told[0], len(told)) == told
    if n_rounds(variant) is not None:
        assert dealers(variant, told[0]) == told


def test_a_hand_written_record_may_leave_out_what_follows() -> None:
    """No digest, scores, totals, seeds, contract, declarer, calls whose outcome is stated, or discards."""
    records = random_match(
        load_variant("minsk"), "hand", calls={1: "contract:trump", 2: "contract:tricks", 3: "contract:last-two"}
    )[:3]
    short = ("Event", "Site", "Date", "KingDigest", "KingScore", "KingTotal", "KingSeed", "KingEnd", "KingDeclarer")
    lines = dumps(records, "pkn").split("\n")
    kept = [line for line in lines if not line.startswith(tuple(f"[{name} " for name in short))]
    kept = [line for line in kept if " contract " not in line and " discard " not in line and " trump " not in line]
    loaded = loads("\n".join(kept))
    assert unfound(loaded) == []
    again = [play_record(one, load_variant("minsk")) for one in loaded.rounds]
    assert [one.is_over for one in again] == [True] * 3
    assert [dict(zip("NES", one.scores(), strict=True)) for one in again] == [one.scores for one in records]

    russian = dumps(random_match(load_variant("russian"), "hand")[:4], "pkn").split("\n")
    kept = [line for line in russian if not line.startswith(("[KingContract ", "[KingDigest ", "[KingMatch "))]
    first, *rest = [line for line in kept if line.startswith("[Dealer ")]
    kept = [line for line in kept if not line.startswith("[Dealer ") or (line == first and line not in rest)]
    assert unfound(loads("\n".join(kept))) == []


def test_hash_repeats_the_tag_of_the_game_before() -> None:
    records = random_match(load_variant("russian"), "hash", players=PLAYERS)[:2]
    first, second = (dumps([one], "pkn") for one in records)
    second = "\n".join(
        line if not line.startswith(("[North", "[KingMatch", "[KingVariant")) else line.partition('"')[0] + '"#"]'
        for line in second.split("\n")
    )
    loaded = loads(first + second)
    assert loaded.rounds == records
    assert unfound(loaded) == []


def test_the_demo() -> None:
    loaded = load(str(FOLDER / "demo.pkn"))
    assert unfound(loaded) == []
    [match] = loaded.matches
    assert replay_match(match).is_whole
    assert match.players == dict(zip("NESW", PLAYERS, strict=False))
    assert len(match.rounds) == 12
    assert "open:S" in [step.value for step in match.rounds[7].record.events]
    assert isinstance(loaded.problem(round=12, trick=3).position, LayoutPosition)


def test_moves_tell_what_was_legal() -> None:
    variant = load_variant("lithuanian")
    for contract in variant.contracts:
        played = whole_round(variant, contract, "moves")
        moves = moves_of(played)
        assert all(move.option in move.options for move in moves)
        gained = [sum(move.gains[seat] for move in moves) for seat in range(4)]
        assert gained == list(played.scores())


def test_own_variants_are_found_by_their_file(tmp_path: Any) -> None:
    path = tmp_path / "mano namai ąž.yaml"
    path.write_text("extends: russian\nnames: {en: House}\nplay: {trump_lead: free}\n", encoding="utf-8")
    variant = load_variant(str(path))
    records = random_match(variant, "own")
    text = dumps(records, "pkn")
    assert unfound(loads(text, own=[str(path)])) == []
    [first, *_] = unfound(loads(text, "x.pkn"))
    assert "no variant 'mano namai ąž'" in first
    with pytest.raises(VariantError):
        find_variant("/etc/passwd.yaml", {})
    (tmp_path / "x.yaml").write_text(path.read_text(encoding="utf-8"), encoding="utf-8")
    with pytest.raises(VariantError):
        find_variant(str(tmp_path / "x.yaml"), {})


def test_match_ids_are_the_same_every_time() -> None:
    variant = load_variant("russian")
    assert match_id(variant, "7", 1, 2) == match_id(variant, "7", 1, 2)
    ids = {match_id(v, seed, n) for v in (variant, load_variant("simple")) for seed in ("7", "8") for n in (1, 2)}
    assert len(ids) == 8
    assert match_id(variant, "\ud800", 1).startswith("russian-")


def test_half_a_surrogate_is_written_as_something() -> None:
    record = record_of(whole_round(load_variant("russian"), "queens", "1"), players=["\ud800"] * 4, seed="\udfff")
    assert loads(dumps([record], "pkn")).rounds == [record]
    assert record.seed == "?"


def test_play_record_raises_the_first_fault() -> None:
    variant = load_variant("russian")
    record = record_of(whole_round(variant, "queens", "1"))
    with pytest.raises(RecordError, match="'s turn"):
        play_record(msgspec.structs.replace(record, events=record.events[1:]), variant)
    with pytest.raises(RecordError, match="the round is over"):
        play_record(msgspec.structs.replace(record, events=(*record.events, record.events[0])), variant)
    wrong = msgspec.structs.replace(record, scores=dict.fromkeys("NESW", 5))
    assert play_record(wrong, variant).is_over


def test_what_pkn_cannot_hold() -> None:
    variant = load_variant("lithuanian")
    record = record_of(whole_round(variant, "tricks", "1"))
    first = record.events[0]
    twice = msgspec.structs.replace(record, events=(first, first, *record.events[2:]))
    with pytest.raises(RecordError, match="two cards of one seat"):
        dumps([twice], "pkn")
    mixed = msgspec.structs.replace(record, events=(first, Step("N", "trump", "trump:S")))
    with pytest.raises(RecordError, match="mixed"):
        dumps([mixed], "pkn")
    problem = problem_of(replay_match(loads(dumps([record], "jsonl")).matches[0]).rounds[0], 3)
    with pytest.raises(RecordError, match="a position is written as JSON"):
        dumps([dump_position(problem)], "pkn")


def test_json_is_read_in_any_spelling_and_written_in_one() -> None:
    record = record_of(whole_round(load_variant("russian"), "queens", "1"), number=3)
    plain = json.loads(dumps([record], "json"))
    plain["events"] = [[seat, kind, value.lower().replace("t", "10")] for seat, kind, value in plain["events"]]
    plain["deal"]["hands"] = dict(reversed(plain["deal"]["hands"].items()))
    plain["scores"] = dict(reversed(plain["scores"].items()))
    loaded = loads(json.dumps(plain, indent=2))
    assert unfound(loaded) == []
    assert loaded.rounds == [record]


def test_lines_are_named_in_indented_json() -> None:
    record = record_of(whole_round(load_variant("russian"), "queens", "1"), number=3)
    plain = json.loads(dumps([record], "json"))
    plain["scores"]["N"] = 77
    plain["events"][5][2] = "S2"
    text = json.dumps(plain, indent=1)
    [said] = unfound(loads(text, "x.json"))
    line = 1 + text[: text.index('"S2"')].count("\n")
    assert said.startswith(f"x.json:{line - 3}: round 3, trick 2: ")


def test_rounds_of_a_match_in_progress_can_be_written_as_they_end() -> None:
    """What a simulation does: a match that is not over yet is a file that replays."""
    variant = load_variant("simple")
    match = Match(variant, draw_dealer(variant, stream("live", purpose="lot")))
    text = ""
    for number in range(1, 4):
        plan = match.plan()
        rng = stream("live", round=number, purpose="deal")
        played: Round = match.start_round(shuffled_deal(variant, plan.deal_rules(variant), plan.dealer, rng))
        while (decision := played.decision()) is not None:
            match.apply(decision.options[-1])
        text += dumps([record_of(played, number=number, match_id="live", totals=match.totals)], "pkn")
        [one] = loads(text).matches
        assert replay_match(one).diagnostics == []
        assert replay_match(one).rounds[-1].totals == match.totals


def test_problem_from_needs_a_known_variant() -> None:
    problem = loads(
        '{"schema":"king.position/1","variant":"russian","contract":"queens","leader":"E",'
        '"hands":{"N":"Q...","E":"T...","S":"K...","W":"A..."}}'
    ).problem()
    record = dump_position(problem)
    with pytest.raises(KingError, match="did you mean 'russian'"):
        problem_from(msgspec.structs.replace(record, variant="rusian"))
