"""Bad input is the normal case: one table of what people do wrong, with exit code and the words that place and cure it.

Rows run through the whole command line in this process; those that need signals or a full disk run `king` as a process.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from kingcli.cli.main import run
from kingcli.random import stream
from kingcli.records import dumps, record_of
from kingcli.rules import Round
from kingcli.rules.deal import shuffled_deal
from kingcli.variants import load_variant
from simulate_process import full_disk

ROOT = Path(__file__).parent.parent
KING = [sys.executable, "-m", "kingcli"]


def played_round(contract: str) -> Round:
    """A finished russian round of this contract, the first card of each hand played always."""
    variant = load_variant("russian")
    played = Round(
        variant, shuffled_deal(variant, variant.contracts[contract], 3, stream("bad", purpose=contract)), 3, contract
    )
    while (decision := played.decision()) is not None:
        played.apply(decision.options[0])
    return played


def record(contract: str) -> dict[str, Any]:
    return json.loads(dumps([record_of(played_round(contract))], "jsonl"))  # type: ignore[no-any-return]


def with_other_card(contract: str, wanted: str) -> str:
    """The record of a round in which a card is exchanged for one that breaks the rule `wanted` speaks of."""
    data = record(contract)
    variant = load_variant("russian")
    deal = played_round(contract).deal
    fresh = Round(variant, deal, 3, contract)
    for index, (_, _, text) in enumerate(data["events"]):
        decision = fresh.decision()
        assert decision is not None
        from kingcli.cards import card_name, cards_of, mask
        from kingcli.rules import parse_option

        held = [card for card in cards_of(mask(deal.hands[decision.seat])) if card not in played_so_far(data, index)]
        for card in held:
            reason = fresh.refuse(card)
            if reason is not None and wanted in reason:
                data["events"][index][2] = card_name(card)
                data["events"] = data["events"][: index + 1]
                data["end"] = "stopped"
                data.pop("scores", None)
                return json.dumps(data)
        fresh.apply(parse_option(text))
    raise AssertionError(f"no such play in this round: {wanted}")


def played_so_far(data: dict[str, Any], index: int) -> set[int]:
    from kingcli.cards import parse_card

    return {parse_card(text) for _, _, text in data["events"][:index]}


def changed(contract: str, **values: Any) -> str:
    return json.dumps(record(contract) | values)


def position(**values: Any) -> str:
    base: dict[str, Any] = {
        "schema": "king.position/1",
        "variant": "russian",
        "contract": "queens",
        "leader": "E",
        "hands": {"N": "Q9..K.", "E": "T..7.Q", "S": "K.Q.9.", "W": "A.K.Q."},
    }
    return json.dumps({key: value for key, value in (base | values).items() if value is not None})


def hands(contract: str, seat: str, cards: str) -> dict[str, Any]:
    deal = record(contract)["deal"]
    return deal | {"hands": deal["hands"] | {seat: cards}}


def first_cards(contract: str, seat: str) -> list[str]:
    return record(contract)["deal"]["hands"][seat].split()  # type: ignore[no-any-return]


def twice() -> str:
    """The same card in two hands."""
    mine = first_cards("queens", "N")
    return changed("queens", deal=hands("queens", "N", " ".join([first_cards("queens", "E")[0], *mine[1:]])))


def missing() -> str:
    return changed("queens", deal=hands("queens", "N", " ".join(first_cards("queens", "N")[1:])))


HOUSE = "extends: russian\nnames: {en: House King}\n"

# what is wrong, file name, its text or bytes, the command ({} is the file), exit code, pattern of stderr
ROWS: list[tuple[str, str, str | bytes, str, int, str]] = [
    ("a card twice", "g.json", twice(), "replay {}", 65, r"g\.json.*(also in|twice)"),
    ("a card missing", "g.json", missing(), "replay {}", 65, r"g\.json.*hands\.N: 7 cards, but .*8"),
    ("a revoke", "g.json", with_other_card("tricks", "must follow"), "replay {}", 65, r"trick \d.*must follow .*holds"),
    (
        "a heart led",
        "g.json",
        with_other_card("hearts", "must not lead"),
        "replay {}",
        65,
        r"must not lead ♥ while other suits",
    ),
    (
        "King kept",
        "g.json",
        with_other_card("king", "at the first chance"),
        "replay {}",
        65,
        r"must discard ♥K at the first chance",
    ),
    (
        "hands of unequal size",
        "p.json",
        position(hands={"N": "Q9..K.", "E": "T...", "S": "K.Q.9.", "W": "A.K.Q."}),
        "solve {}",
        65,
        r"p\.json.*hands",
    ),
    ("one hand only", "p.json", position(hands={"N": "Q9..K."}), "solve {}", 65, r"solve needs all hands"),
    (
        "a trick longer than the seats",
        "p.json",
        position(trick=["SJ", "S8", "S7", "C9", "C8"]),
        "solve {}",
        65,
        r"trick",
    ),
    (
        "a card in two hands",
        "p.json",
        position(hands={"N": "Q9..K.", "E": "Q..7.Q", "S": "K.Q.9.", "W": "A.K.Q."}),
        "solve {}",
        65,
        r"queen of spades is also in",
    ),
    ("an unknown variant", "x", "", "variants show rusian", 65, r"no variant 'rusian' \(did you mean 'russian'"),
    ("an unknown variant in a file", "p.json", position(variant="rusian"), "solve {}", 65, r"did you mean 'russian'"),
    ("an unknown contract", "p.json", position(contract="quens"), "solve {}", 65, r"quens.*did you mean 'queens'"),
    (
        "an unknown contract to deal",
        "x",
        "",
        "deal --variant russian --contract quens --seed 1",
        65,
        r"did you mean 'queens'",
    ),
    ("an unknown command", "x", "", "sovle", 2, r"did you mean 'solve'"),
    ("an unknown topic", "x", "", "help record", 2, r"did you mean 'records'"),
    ("truncated JSON", "g.json", changed("queens")[:200], "replay {}", 65, r"g\.json:1"),
    ("a key twice in JSON", "g.json", '{"schema":"king.position/1","schema":"x"}', "solve {}", 65, r"schema.*twice"),
    (
        "a key twice in YAML",
        "h.yaml",
        HOUSE + "seats: 4\nseats: 4\n",
        "variants show {}",
        65,
        r"h\.yaml:4: .*'seats' stands twice",
    ),
    ("JSON nested deep", "g.json", "[" * 100_000, "replay {}", 65, r"g\.json"),
    ("JSON objects nested deep", "g.json", '{"a":' * 100_000, "solve {}", 65, r"g\.json"),
    ("YAML nested deep", "h.yaml", "a: " + "[" * 100_000, "variants show {}", 65, r"h\.yaml:1: nested more than"),
    ("a binary file", "g.pkn", bytes(range(256)) * 40, "replay {}", 65, r"g\.pkn"),
    ("a binary position", "p.json", b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "solve {}", 65, r"p\.json"),
    ("a binary variant", "h.yaml", b"\xff\xfe\x00\x01", "variants show {}", 65, r"h\.yaml.*(UTF-8|YAML)"),
    ("an empty file", "g.pkn", "", "replay {}", 65, r"g\.pkn.*(empty|no game|nothing)"),
    ("an empty position", "p.json", "", "solve {}", 65, r"p\.json"),
    ("an empty variant", "h.yaml", "", "variants show {}", 65, r"h\.yaml.*mapping"),
    ("a missing file", "x", "", "replay no-such-file.pkn", 66, r"no-such-file\.pkn"),
    ("a missing position", "x", "", "solve no-such-file.json", 66, r"no-such-file\.json"),
    ("a missing variant file", "x", "", "variants show no-such.yaml", 66, r"no-such\.yaml"),
    (
        "no: as a key",
        "h.yaml",
        HOUSE + "contracts:\n  no: {score: [{per: trick, points: -2}], total: -15}\n",
        "variants show {}",
        65,
        r"h\.yaml:4: contracts\.no\.total: the points add up to -16",
    ),
    (
        "a misspelt key",
        "h.yaml",
        HOUSE + "contracts:\n  king: {scor: []}\n",
        "variants show {}",
        65,
        r"h\.yaml:4: contracts\.king\.scor: unknown key \(did you mean 'score'",
    ),
    (
        "points that do not add up",
        "h.yaml",
        HOUSE + "contracts:\n  king: {score: [{cards: [HK], points: -20}]}\n",
        "variants show {}",
        65,
        r"contracts\.king\.total: the points add up to -20, not to -16",
    ),
    ("circular extends", "h.yaml", "extends: {}\n", "variants show {}", 65, r"circle"),
    ("a wrong option", "x", "", "variants show lithuanian --set layout=maybe", 65, r"layout=maybe.*true, false"),
    ("options that do not go together", "x", "", "variants show lithuanian --set all=false", 65, r"do not go together"),
    ("a wrong key", "x", "", "variants show russian --set early_ends=true", 65, r"did you mean 'early_end'"),
    (
        "four players at three seats",
        "x",
        "",
        "simulate --variant minsk --players easy,easy,easy,random --seed 1 --matches 1",
        2,
        r"four players are named, but minsk has three seats; name one player, or three",
    ),
    (
        "an unknown player",
        "x",
        "",
        "simulate --variant minsk --players esy --seed 1 --matches 1",
        2,
        r"did you mean 'easy'",
    ),
    ("no matches", "x", "", "simulate --variant minsk --matches 0", 2, r"matches"),
    (
        "a wrong score",
        "g.json",
        changed("queens", scores={"N": 0, "E": 0, "S": 0, "W": -16}),
        "replay {}",
        1,
        r"file says",
    ),
    ("an unknown schema", "g.json", '{"schema":"king.round/9"}', "replay {}", 65, r"king\.round/9"),
    ("a cluster that is no number", "x", "", "simulate --variant minsk --jobs two", 2, r"jobs"),
]


@pytest.mark.parametrize(
    ("name", "text", "command", "code", "pattern"), [row[1:] for row in ROWS], ids=[row[0] for row in ROWS]
)
def test_bad_input(
    name: str,
    text: str | bytes,
    command: str,
    code: int,
    pattern: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = tmp_path / name
    path.write_bytes(text if isinstance(text, bytes) else text.replace("extends: {}", f"extends: {path}").encode())
    before = path.read_bytes()
    found = run([word.replace("{}", str(path)) for word in command.split()])
    err = capsys.readouterr().err
    assert found == code, err
    assert re.search(pattern, err), err
    assert "Traceback" not in err
    assert err.startswith("king: ")
    assert path.read_bytes() == before


@pytest.mark.parametrize("command", ["replay {}", "solve {}", "variants show {}", "convert {}", "perft {} --depth 2"])
def test_a_directory(command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(command.replace("{}", str(tmp_path)).split()) in (65, 66)
    err = capsys.readouterr().err
    assert "directory" in err
    assert str(tmp_path) in err


def king(*words: str, **options: Any) -> subprocess.CompletedProcess[bytes]:
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    return subprocess.run([*KING, *words], capture_output=True, env=environment, timeout=60, check=False, **options)


def test_errors_come_as_json_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["variants", "show", "rusian", "--json"]) == 65
    out, err = capsys.readouterr()
    assert json.loads(out)["exit"] == 65
    assert "did you mean" in json.loads(out)["error"]
    assert err.startswith("king: ")


@full_disk
@pytest.mark.parametrize(
    "words",
    [
        ["simulate", "--variant", "skill-short", "--matches", "20", "--seed", "1", "--records", "/dev/full"],
        ["convert", str(ROOT / "fixtures/records/demo.pkn"), "-o", "/dev/full"],
    ],
)
def test_a_full_disk_is_named(words: list[str]) -> None:
    done = king(*words)
    assert done.returncode == 73, done.stderr
    assert b"/dev/full" in done.stderr
    assert b"Traceback" not in done.stderr


@full_disk
@pytest.mark.parametrize("words", [["variants", "list"], ["deal", "--variant", "russian", "-n", "50", "--seed", "1"]])
def test_a_full_stdout(words: list[str]) -> None:
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*KING, *words], stdout=full, stderr=subprocess.PIPE, env=environment, timeout=60, check=False
        )
    assert done.returncode == 73
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize(
    "words", ["deal --variant russian -n 3000 --seed 1", "variants show russian", "replay {demo} --steps"]
)
def test_a_closed_pipe_ends_quietly(words: str) -> None:
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    command = [word.replace("{demo}", str(ROOT / "fixtures/records/demo.pkn")) for word in words.split()]
    done = subprocess.Popen([*KING, *command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment)
    assert done.stdout is not None
    assert done.stderr is not None
    done.stdout.readline()
    done.stdout.close()
    errors = done.stderr.read()
    done.stderr.close()
    assert done.wait(60) == 0, errors
    assert errors == b""


def test_a_seed_of_any_length_comes_back_digit_for_digit() -> None:
    seed = str(2**127)
    done = king("simulate", "--variant", "skill-short", "--matches", "1", "--seed", seed, "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["seed"] == seed
    dealt = king("deal", "--variant", "russian", "--seed", seed, "--format", "jsonl")
    assert json.loads(dealt.stdout)["seed"] == seed


def restore_interrupt() -> None:
    """A process started in the background of a shell ignores Ctrl-C; this one shall not."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def test_ctrl_c_leaves_what_is_finished(tmp_path: Path) -> None:
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    words = ["simulate", "--variant", "russian", "--matches", "100000", "--seed", "1", "--out", str(tmp_path / "run")]
    done = subprocess.Popen(
        [*KING, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
        preexec_fn=restore_interrupt,  # noqa: PLW1509 - nothing runs in this process but the test
    )
    results = tmp_path / "run" / "results.jsonl"
    for _ in range(300):
        if results.exists() and results.stat().st_size:
            break
        time.sleep(0.05)
    done.send_signal(signal.SIGINT)
    out, err = done.communicate(timeout=20)
    assert done.returncode == 130, err
    assert b"Traceback" not in err
    assert b"russian" in out
    assert results.read_text().count("\n") >= 1


def test_a_match_needs_no_home_and_no_locale(tmp_path: Path) -> None:
    folder = tmp_path / "Кинг и карты"
    folder.mkdir()
    environment = {"PATH": os.environ["PATH"], "LC_ALL": "C", "PYTHONPATH": os.pathsep.join(sys.path)}
    for words in (
        ["variants", "show", "russian"],
        ["simulate", "--variant", "skill-short", "--matches", "2", "--seed", "1"],
    ):
        done = subprocess.run(
            [*KING, *words], cwd=folder, env=environment, capture_output=True, timeout=60, check=False
        )
        assert done.returncode == 0, done.stderr
        assert done.stdout
