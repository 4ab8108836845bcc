"""Records of every game under every option: auctions, gifts, a stock, five at the table, void rounds, thresholds."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from kingcli.records import RoundRecord, Step, dumps, loads, match_record, record_of, replay_match
from kingcli.rules.check import option_settings
from kingcli.variants import load_variant, variant_names
from make_records import PLAYERS, random_match, whole_round

# Options that change what a record holds, and directions of play.
CASES: list[tuple[str, dict[str, Any]]] = [
    ("polish", {"payback": "lottery", "lottery_deals": 4}),
    ("polish-3", {"payback": "trumps", "last_trick": "seventh-and-last"}),
    ("polish-auction", {"single_round": True}),
    ("polish-auction", {"reserve": False, "payback": "trumps"}),
    ("polish-auction", {"first_always_leads": True, "direction": "counter-clockwise"}),
    ("declared", {"all_and_layout": True}),
    ("declared-3", {"revoke_penalty": 40}),
    ("declared-3-of-4", {"trump_after_talon": True}),
    ("declared-3-of-5", {"direction": "counter-clockwise"}),
    ("varzytines", {"multi_jacks": "any", "allow_voluntary_pass": True}),
    ("varzytines", {"premium_adds": True, "doubling": "per_player"}),
    ("varzytines-3", {"ranking": "premium-first"}),
    ("domino", {"deck": "d52"}),
    ("domino", {"direction": "counter-clockwise"}),
    ("jokers-3", {"jokers": 1}),
    ("trade", {"all_pass": "redeal"}),
    ("trade-3", {"bid_sign": "plus", "leader": "first", "max_rounds": 7}),
    ("russian-3", {"removed_aces": ["CA", "DA"]}),
    ("simple-3", {"imbalance": "plus4", "chooser": "left"}),
    ("atomic", {"take_all": True, "trump_deals": 0, "boys": "jacks-kings"}),
    ("ordered", {"trump_in": "all-positive"}),
]


def there_and_back(name: str, settings: dict[str, Any], seed: str) -> list[RoundRecord]:
    """PKN -> JSON -> PKN and JSON -> PKN -> JSON are byte-equal; nothing is said against the match, which is whole."""
    variant = load_variant(name, settings)
    records = random_match(variant, seed, players=PLAYERS)
    pkn, jsonl = dumps(records, "pkn"), dumps(records, "jsonl")
    from_pkn, from_json = loads(pkn), loads(jsonl)
    assert from_pkn.rounds == from_json.rounds == records
    assert dumps(from_pkn.rounds, "jsonl") == jsonl
    assert dumps(from_json.rounds, "pkn") == pkn
    assert loads(dumps([match_record(records)], "json")).rounds == records
    assert from_pkn.diagnostics == from_json.diagnostics == []
    [match] = from_pkn.matches
    replay = replay_match(match)
    assert replay.diagnostics == []
    assert replay.is_whole
    assert replay.rounds[-1].totals == tuple((records[-1].totals or {}).values())
    return records


@pytest.mark.parametrize(("name", "settings"), CASES)
def test_options_come_back(name: str, settings: dict[str, Any]) -> None:
    there_and_back(name, settings, "options")


@pytest.mark.slow
@pytest.mark.parametrize("name", variant_names())
def test_every_option_comes_back(name: str) -> None:
    for settings in option_settings(name):
        there_and_back(name, settings, "every option")


@pytest.mark.slow
@pytest.mark.parametrize("name", variant_names())
def test_a_hundred_matches_come_back(name: str) -> None:
    for number in range(100):
        there_and_back(name, {}, f"hundred/{number}")


def with_void_round() -> list[RoundRecord]:
    """A match in which all passed once."""
    for number in range(50):
        records = random_match(load_variant("trade", {"all_pass": "redeal"}), f"void/{number}")
        if any(record.end == "redeal" for record in records):
            return there_and_back("trade", {"all_pass": "redeal"}, f"void/{number}")
    raise AssertionError("nobody passes")


def test_a_void_round_is_recorded_but_does_not_count() -> None:
    records = with_void_round()
    void = [index for index, record in enumerate(records) if record.end == "redeal"]
    assert void
    for index in void:
        record, following = records[index], records[index + 1]
        assert (following.round, following.dealer) == (record.round, record.dealer)
        assert following.deal != record.deal
        assert record.scores is record.totals is record.suit is record.declarer is None
        assert [step.value for step in record.events] == ["pass"] * 4
    [match] = loads(dumps(records, "jsonl")).matches
    replays = replay_match(match).rounds
    assert [index for index, one in enumerate(replays) if one.is_void] == void
    said_whole = msgspec.structs.replace(records[void[0]], end="stopped")
    [match] = loads(dumps([*records[: void[0]], said_whole], "jsonl")).matches
    assert [one.code for one in replay_match(match).diagnostics] == ["end"]


def test_the_auction_is_in_the_record() -> None:
    calls: dict[int, Any] = {8: "offer:100"}
    record = random_match(load_variant("polish-auction"), "auction", calls=calls)[7]
    kinds = [step.kind for step in record.events]
    assert kinds[:2] == ["offer", "bid"]
    assert kinds.count("give") == 3
    assert kinds.index("trump") > kinds.index("give")
    assert record.events[0].value == "offer:100"
    text = dumps([record], "pkn")
    assert '[KingTalon "' in text
    short = text.replace(" bid      bid:", " bid      ").replace("offer:", "").replace(" trump:", " ")
    assert loads(short).rounds == [record]


def test_five_at_the_table() -> None:
    records = there_and_back("declared-3-of-5", {}, "five")
    record = records[0]
    text = dumps([record], "pkn")
    out = [seat for seat, hand in record.deal.hands.items() if not hand]
    assert len(out) == 2
    assert record.dealer in out
    assert f'[KingOut "{record.dealer} ' in text
    assert '[KingHand "F:' in text
    assert '[KingFifth "Ąžuolas"]' in text
    rows = text.partition("[Play ")[2].splitlines()[1:-1]
    assert all(len(row.split()) == 5 and row.split().count("-") == 2 for row in rows if row)
    for left_out in ("KingOut", "KingFifth"):
        lines = [line for line in text.split("\n") if not line.startswith(f"[{left_out} ")]
        assert loads("\n".join(lines)).diagnostics == []


def test_a_stock_and_what_was_drawn() -> None:
    records = there_and_back("domino", {}, "stock")
    record = next(one for one in records if any(step.kind == "left" for step in one.events))
    plain = json.loads(dumps([record], "json"))
    assert len(plain["deal"]["stock"].split()) == 8
    drawn = [step for step in record.events if step.kind == "drawn"]
    assert [step.value for step in drawn] == plain["deal"]["stock"].split()[: len(drawn)]
    text = dumps([record], "pkn")
    assert "[KingStock " in text
    rows = text.partition("[Play ")[2].splitlines()[1:]
    assert any("-" in row.split() for row in rows), "a seat that is out has - in its column"
    # Nobody has to state what follows from the stock and the play.
    silent = msgspec.structs.replace(record, events=tuple(s for s in record.events if s.kind not in ("drawn", "left")))
    for format in ("pkn", "jsonl"):
        [match] = loads(dumps([silent], format)).matches  # type: ignore[arg-type]
        assert replay_match(match).diagnostics == []
    one_less = [step for step in record.events if step != drawn[-1]]
    said = replay_match(loads(dumps([msgspec.structs.replace(record, events=tuple(one_less))], "jsonl")).matches[0])
    assert said.diagnostics[0].code in ("drawn", "holder")


def test_scores_of_premiums_and_transfers_are_explained() -> None:
    for name, contract, words in (
        ("varzytines", "jacks", "premiums worked in"),
        ("varzytines", "hundred", "it made the sum reach"),
        ("domino", "last-two", "the last 2 tricks were taken by"),
        ("trade", "suit", "before card play"),
        ("declared-3-of-5", "tricks", "it sits out"),
    ):
        record = record_of(whole_round(load_variant(name), contract, "why"))
        wrong = {seat: points + 1 for seat, points in (record.scores or {}).items()}
        [match] = loads(dumps([msgspec.structs.replace(record, scores=wrong)], "pkn")).matches
        found = replay_match(match).diagnostics
        assert [one.code for one in found] == ["score"] * len(wrong)
        assert any(words in one.message for one in found), (name, contract, [one.message for one in found])


def test_jokers_are_written_as_x_and_y() -> None:
    records = there_and_back("jokers-3", {}, "jokers")
    assert any("HX" in hand for hand in records[0].deal.hands.values())
    assert any(step.value in ("HX", "HY") for step in records[0].events)
    assert "X" in next(line for line in dumps(records, "pkn").splitlines() if line.startswith("[Deal "))
    assert records[0].deal.talon


def test_a_lay_may_be_stopped() -> None:
    variant = load_variant("varzytines", {"multi_jacks": "any"})
    found = False
    for number in range(30):
        record = record_of(whole_round(variant, "layout", f"stop/{number}"))
        assert loads(dumps([record], "pkn")).rounds == [record]
        found = found or any(step.value == "stop" for step in record.events)
    assert found


def test_a_match_that_ended_is_whole_and_one_that_did_not_is_not() -> None:
    records = there_and_back("omnibus", {}, "threshold")
    [match] = loads(dumps(records[:-1], "pkn")).matches
    assert not replay_match(match).is_whole
    assert replay_match(match).diagnostics == []


def test_a_fact_that_is_none() -> None:
    record = record_of(whole_round(load_variant("russian"), "tricks", "1"))
    for step, code in ((Step("N", "drawn", "SA"), "drawn"), (Step("N", "left", "SA"), "left")):
        strange = msgspec.structs.replace(record, events=(step, *record.events))
        [match] = loads(dumps([strange], "jsonl")).matches
        [said] = replay_match(match).diagnostics
        assert said.code == code
        assert "but no card is" in said.message
