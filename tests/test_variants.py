"""The loader: extends, options and settings, what is recorded, user files, strict YAML."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from kingcli.errors import KingError, VariantError
from kingcli.rules import n_rounds
from kingcli.rules.match import round_order
from kingcli.variants import Variant, compile_table, load_variant, parse_settings, totals_of, variant_names
from kingcli.variants.reader import read_yaml
from kingcli.variants.schema import DealRule
from rounds import CASES, PLAIN_GAMES


def write(folder: Path, name: str, text: str) -> str:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return str(path)


def read(text: str) -> Any:
    return read_yaml(text, "x.yaml")[0]


# ---- the games


@pytest.mark.parametrize(("name", "settings"), CASES, ids=[f"{name} {settings}" for name, settings in CASES])
def test_totals_are_right_under_every_combination_of_options(name: str, settings: dict[str, Any]) -> None:
    """Recomputed here from the terms alone: card by card, trick by trick."""
    variant = load_variant(name, settings)
    rounds = round_order(variant)
    totals = {}
    for key, contract in variant.contracts.items():
        for named in "SHDC" if contract.suit == "trump" else [None]:
            (totals[key],) = totals_of(compile_table(variant, key, named)) or ()
            assert totals[key] == contract.total
    if variant.pool is not None:
        rounds = tuple(key for key, times in variant.pool.each.items() for _ in range(times * variant.seats))
    assert sum(totals[key] for key in rounds) == variant.match_total
    assert len(rounds) == n_rounds(variant)


# rules.md section 6: rounds, penalty total, reward total.
BALANCES = [
    ("lithuanian", {}, 12, -192, 192),
    ("lithuanian", {"layout": False}, 15, -192, 192),
    ("lithuanian", {"all": False, "layout": False}, 10, -96, 96),
    ("russian", {}, 15, -192, 192),
    ("simple", {}, 15, -192, 192),
    ("simple", {"chooser": "left"}, 15, -192, 192),
    ("skill-full", {}, 15, -192, 192),
    ("skill-short", {}, 10, -96, 96),
    ("ukrainian", {}, 14, -192, 192),
    ("minsk", {}, 27, -720, 720),
]


@pytest.mark.parametrize(("name", "settings", "rounds", "penalty", "reward"), BALANCES)
def test_balances_of_the_rule_book(name: str, settings: dict[str, Any], rounds: int, penalty: int, reward: int) -> None:
    variant = load_variant(name, settings)
    played = round_order(variant)
    if variant.pool is not None:
        played = tuple(key for key, times in variant.pool.each.items() for _ in range(times * variant.seats))
    totals = [variant.contracts[key].total for key in played]
    assert (len(totals), sum(t for t in totals if t < 0), sum(t for t in totals if t > 0)) == (rounds, penalty, reward)


FLAGS = {
    "lithuanian": ("hearts king all", "", True, "free", False),
    "russian": ("hearts king all", "king all", True, "declarer-only", False),
    "simple": ("hearts king all", "king all", True, "free", False),
    "ukrainian": ("hearts king all take-hearts take-king take-all", "king all take-king take-all", True, "free", True),
    "skill-full": ("hearts king all", "king all", True, "free", True),
    "skill-short": ("hearts king", "king", True, "free", True),
    "minsk": ("hearts king", "king", True, "free", True),
}


@pytest.mark.parametrize("name", PLAIN_GAMES)
def test_play_flags_of_the_rule_book(name: str) -> None:
    """rules.md section 8.1."""
    banned, forced, must_trump, trump_lead, early_end = FLAGS[name]
    for key, contract in load_variant(name).contracts.items():
        play = contract.play
        assert (play.no_heart_lead, play.king_forced) == (key in banned.split(), key in forced.split()), key
        assert (play.must_trump, play.trump_lead, play.early_end) == (must_trump, trump_lead, early_end)
        assert play.king_forced_on_hearts == "never"


@pytest.mark.parametrize("name", PLAIN_GAMES)
def test_true_means_the_contracts_that_price_hearts_or_the_king(name: str) -> None:
    """`no_heart_lead: true` = hearts, king, all with their take- forms; `king_forced: true` = king, all and theirs."""
    variant = load_variant(name, {"no_heart_lead": True, "king_forced": True})
    known = {"hearts", "king", "all", "take-hearts", "take-king", "take-all"} & set(variant.contracts)
    assert {key for key, contract in variant.contracts.items() if contract.play.no_heart_lead} == known
    forced = {key for key, contract in variant.contracts.items() if contract.play.king_forced}
    assert forced == known - {"hearts", "take-hearts"}
    nothing = load_variant(name, {"no_heart_lead": [], "play.king_forced": []})
    assert not any(c.play.no_heart_lead or c.play.king_forced for c in nothing.contracts.values())


def test_there_is_a_title_in_every_language() -> None:
    for name in variant_names():
        variant = load_variant(name)
        assert set(variant.names) >= {"en", "lt", "ru", "uk", "pl"}
        assert all(set(contract.names) >= {"en", "lt", "ru", "uk", "pl"} for contract in variant.contracts.values())
        assert variant.title == variant.names["en"]


# ---- extends


def test_mappings_merge_lists_and_values_replace_null_deletes(tmp_path: Path) -> None:
    house = load_variant(
        write(
            tmp_path,
            "house.yaml",
            "extends: russian\nnames: {en: House King, lt: null}\n"
            "contracts: {jacks: {score: [{ranks: J, points: -5}], total: -20}, all: null}\n"
            "play: {no_heart_lead: [hearts], king_forced: false}\n"
            "order: [jacks, hearts, trump]\nmatch_total: -12\n",
        )
    )
    russian = load_variant("russian")
    assert house.names == {**{k: v for k, v in russian.names.items() if k != "lt"}, "en": "House King"}
    assert set(house.contracts) == set(russian.contracts) - {"all"}
    assert house.contracts["jacks"].names == russian.contracts["jacks"].names
    assert house.contracts["jacks"].score[0].points == -5
    assert house.contracts["trump"] == russian.contracts["trump"]
    assert [entry.do for entry in house.order or ()] == ["jacks", "hearts", "trump"]
    assert not house.contracts["king"].play.no_heart_lead
    assert house.extends == "russian"
    assert house.name == "house"


def test_contracts_keep_the_parents_order(tmp_path: Path) -> None:
    """A child that changes one contract does not move it to the end of the list people are shown."""
    house = write(tmp_path, "house.yaml", "extends: lithuanian\ncontracts: {hearts: {names: {en: hearts}}}\n")
    assert [*load_variant(house).contracts] == [*load_variant("lithuanian").contracts]


def test_a_contract_has_what_the_variant_says_unless_it_restates_it(tmp_path: Path) -> None:
    text = "extends: lithuanian\ndeal: {first_dealer: E}\ncontracts: {trump: {deal: {packets: [8]}, leader: eldest}}\n"
    house = load_variant(write(tmp_path, "house.yaml", text + "trump: {open: false}\n"))
    assert house.contracts["trump"].deal == DealRule(packets=(8,), first_dealer="E")
    assert house.contracts["tricks"].deal == DealRule(packets=(4, 4), first_dealer="E")
    assert (house.contracts["trump"].leader, house.contracts["tricks"].leader) == ("eldest", "declarer")
    assert (house.contracts["trump"].trump.sees, house.contracts["trump"].trump.open) == (3, False)


def test_user_files_extend_each_other_seen_from_where_they_stand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`extends: base.yaml` means the file beside this one, wherever king was started; so does the result's."""
    write(tmp_path, "ours/base/base.yaml", "extends: russian\nnames: {en: Base}\nplay: {trump_lead: free}\n")
    write(tmp_path, "ours/house.yaml", "extends: base/base.yaml\nnames: {en: House}\n")
    write(tmp_path, "ours/base/back.yaml", "extends: ../house.yaml\nnames: {en: Back}\n")
    monkeypatch.chdir(tmp_path)
    for name in ("ours/house.yaml", str(tmp_path / "ours/house.yaml"), "./ours/../ours/house.yaml"):
        house = load_variant(name)
        assert house.title == "House"
        assert house.contracts["trump"].play.trump_lead == "free"
        assert load_variant(house.extends or "").title == "Base"
    assert load_variant("ours/base/back.yaml").title == "Back"
    monkeypatch.chdir(tmp_path / "ours")
    assert load_variant("house.yaml").digest == load_variant("base/base.yaml").digest


@pytest.mark.parametrize(
    "name", ["our house.yaml", "Мой кинг.yaml", "ąčę/♥ King.yml", "no-suffix", "a.b.yaml", "-.yaml"]
)
def test_paths_of_every_kind(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, name, "extends: simple\nnames: {en: Namų kingas}\n")
    monkeypatch.chdir(tmp_path)
    for given in (name, f"./{name}", str(tmp_path / name), tmp_path / name):
        assert load_variant(given).title == "Namų kingas"
    assert load_variant(name).name == Path(name).stem


def test_a_built_in_name_comes_before_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, "russian", "extends: simple\n")
    monkeypatch.chdir(tmp_path)
    assert load_variant("russian").language == "lt"
    assert load_variant("./russian").language == "ru"


def test_a_file_is_read_anew_each_time(tmp_path: Path) -> None:
    house = write(tmp_path, "house.yaml", "extends: simple\nnames: {en: One}\n")
    base = write(tmp_path, "base.yaml", f"extends: {house}\n")
    assert (load_variant(house).title, load_variant(base).title) == ("One", "One")
    write(tmp_path, "house.yaml", "extends: simple\nnames: {en: Two}\n")
    assert (load_variant(house).title, load_variant(base).title) == ("Two", "Two")
    assert load_variant("simple") is load_variant("simple")


def test_line_ends_and_a_byte_order_mark_do_not_matter(tmp_path: Path) -> None:
    text = "extends: russian\nnames:\n  en: House\nplay: {early_end: true}\n"
    plain = load_variant(write(tmp_path, "house.yaml", text))
    for raw in (text.replace("\n", "\r\n").encode(), b"\xef\xbb\xbf" + text.encode()):
        (tmp_path / "house.yaml").write_bytes(raw)
        assert load_variant(str(tmp_path / "house.yaml")) == plain


def test_json_is_yaml(tmp_path: Path) -> None:
    data = msgspec.json.encode({"extends": "russian", "names": {"en": "House"}, "play": {"early_end": True}})
    (tmp_path / "house.yaml").write_bytes(data)
    assert load_variant(str(tmp_path / "house.yaml")).contracts["hearts"].play.early_end


# ---- settings


def test_a_setting_is_an_option_first_then_a_key_then_a_play_flag(tmp_path: Path) -> None:
    """An option may bear the name of a flag and mean something else; its key is then still within reach."""
    house = write(
        tmp_path,
        "house.yaml",
        "extends: skill-full\noptions: {early_end: {values: [yes, no], default: yes}, no_trump: {default: true, "
        "key: trump.no_trump}}\npatches: [{if: {early_end: no}, set: {play.early_end: false}}]\n",
    )
    assert load_variant(house).contracts["hearts"].play.early_end
    assert not load_variant(house, {"early_end": "no"}).contracts["hearts"].play.early_end
    assert not load_variant(house, {"play.early_end": False}).contracts["hearts"].play.early_end
    assert not load_variant(house, {"no_trump": False}).contracts["trump"].trump.no_trump
    assert load_variant("russian", {"early_end": True}).contracts["hearts"].play.early_end
    assert load_variant("russian", {"direction": "counter-clockwise"}).step == -1


SETTINGS: list[tuple[str, dict[str, Any], Any]] = [
    ("lithuanian", {"layout": False}, lambda v: round_order(v).count("trump") == 8 and "layout" not in round_order(v)),
    ("lithuanian", {"layout": False, "all": False}, lambda v: round_order(v)[-5:] == ("last-two", *["trump"] * 4)),
    ("lithuanian", {"allow_voluntary_pass": True}, lambda v: v.contracts["layout"].layout.may_pass),
    ("lithuanian", {"king_forced": True}, lambda v: v.contracts["all"].play.king_forced),
    ("lithuanian", {"contracts.hearts.play.king_forced": True}, lambda v: v.contracts["hearts"].play.king_forced),
    ("lithuanian", {"names.en": "X"}, lambda v: v.title == "X"),
    ("lithuanian", {"names": {"en": "X"}}, lambda v: v.names == {"en": "X"}),
    ("lithuanian", {"trump": {"sees": "all"}}, lambda v: v.contracts["trump"].trump.sees == "all"),
    ("lithuanian", {"order": ["hearts"], "match_total": -16}, lambda v: round_order(v) == ("hearts",)),
    ("lithuanian", {"order[0].do": "king"}, None),
    ("lithuanian", {"order[0]": "king"}, lambda v: round_order(v)[0] == "king"),
    ("lithuanian", {"order[7].times": 5, "match_total": 24}, lambda v: round_order(v).count("trump") == 5),
    (
        "lithuanian",
        {
            "contracts.queens.score[0].points": -5,
            "contracts.queens.total": -20,
            "contracts.all.total": -100,
            "match_total": -8,
        },
        lambda v: v.contracts["queens"].total == -20,
    ),
    ("lithuanian", {"deck.low": "7"}, lambda v: v == load_variant("lithuanian", {"deck.low": "7"})),
    ("simple", {"chooser": "left"}, lambda v: v.contracts["trump"].choose.seat == "next"),
    (
        "simple",
        {"chooser": "left", "contracts.trump.choose.seat": "previous"},
        lambda v: v.contracts["trump"].choose.seat == "previous",
    ),
    ("simple", {"deal.first_dealer": "W"}, lambda v: all(c.deal.first_dealer == "W" for c in v.contracts.values())),
    ("minsk", {"talon_at": [1, 30]}, lambda v: v.contracts["king"].talon.at == (1, 30)),
    ("minsk", {"trump_lead": "declarer-only"}, lambda v: v.contracts["trump"].play.trump_lead == "declarer-only"),
    ("minsk", {"pool.each.trump": 2, "match_total": -240}, lambda v: v.pool.each["trump"] == 2),
    ("minsk", {"pool.each.trump": None, "match_total": -720}, lambda v: "trump" not in v.pool.each),
]


@pytest.mark.parametrize(("name", "settings", "holds"), SETTINGS, ids=[f"{row[0]} {row[1]}"[:60] for row in SETTINGS])
def test_settings(name: str, settings: dict[str, Any], holds: Any) -> None:
    if holds is None:
        with pytest.raises(VariantError):
            load_variant(name, settings)
    else:
        assert holds(load_variant(name, settings))


WRONG_SETTINGS: list[tuple[str, dict[str, Any], str]] = [
    ("lithuanian", {"layout": "maybe"}, r"set layout=.*?: must be one of true, false, not the word 'maybe'"),
    ("lithuanian", {"layout": 1}, r"set layout=.*?: must be one of true, false, not the number 1"),
    ("lithuanian", {"layout": "ture"}, r"set layout=.*?: .*\(did you mean 'true'\?\)"),
    (
        "lithuanian",
        {"all": False},
        r"lithuanian.yaml:\d+: forbid\[0\]: these options do not go together: all=false, layout=true",
    ),
    ("lithuanian", {"lay-out": False}, r"set lay-out=.*?: no such option \(did you mean 'layout'\?\)"),
    ("russian", {"layout": False}, r"set layout=.*?: no such option"),
    ("russian", {"earlyend": True}, r"set earlyend=.*?: no such option \(did you mean 'early_end'\?\)"),
    (
        "russian",
        {"early_end": "yes"},
        r"set early_end=.*?: play.early_end: must be true or false, not the word 'yes'; write",
    ),
    (
        "russian",
        {"king_forced_on_hearts": "under ace"},
        r"set king_forced_on_hearts=.*?: .* \(did you mean 'under-ace'\?\)",
    ),
    (
        "lithuanian",
        {"king_forced_on_hearts": "always"},
        r"set king_forced_on_hearts=.*?: .*needs king_forced, which is empty here",
    ),
    ("russian", {"play.early": True}, r"set play.early=.*?: unknown key \(did you mean 'early_end'\?\)"),
    (
        "russian",
        {"contracts.trmp.total": 5},
        r"set contracts.trmp.total=.*?: there is no contract 'trmp' here \(did you mean 'trump'\?\)",
    ),
    (
        "russian",
        {"contracts.trump.total": 5},
        r"set contracts.trump.total=.*?: contracts.trump.total: the points add up to 24, not to 5",
    ),
    (
        "russian",
        {"contracts.trump.score[1].points": 5},
        r"contracts.trump.score\[1\]: there is no such entry \(they count from 0\)",
    ),
    (
        "russian",
        {"contracts.trump.score.points": 5},
        r"points is not possible here: this is a list of",
    ),
    ("russian", {"order[": 5}, r"set order\[=.*?: 'order\[' is not a key: write it like"),
    ("russian", {"order": ["tricks"]}, r"match_total: the rounds add up to -16, not to 0"),
    ("russian", {"order": None}, r"a match needs an 'order'"),
    ("russian", {"match_total": 5}, r"set match_total=.*?: match_total: the rounds add up to 0, not to 5"),
    ("russian", {"name": "x"}, r"set name=.*?: no such option"),
    ("russian", {"digest": "x"}, r"set digest=.*?: no such option"),
    (
        "russian",
        {"extends": "simple"},
        r"set extends=.*?: 'extends' cannot be set; write a file that extends this game",
    ),
    ("simple", {"options": {}}, r"set options=.*?: 'options' cannot be set"),
    ("simple", {"patches": []}, r"set patches=.*?: 'patches' cannot be set"),
    (
        "simple",
        {"early_end": True, "play.early_end": False},
        r"set play.early_end=.*?: the same as 'set early_end=true'; give one",
    ),
    (
        "minsk",
        {"must_trump": False, "play.must_trump": True},
        r"set play.must_trump=.*?: the same as 'set must_trump=false'; give one",
    ),
    ("simple", {"play": {}, "play.early_end": False}, r"the same as 'set play={}'; give one of the two"),
    ("minsk", {"talon_at": [0, 1]}, r"set talon_at=.*?: contracts.tricks.talon.at\[0\]: a pack index 1 .. 30"),
    ("minsk", {"talon_at": 15}, r"set talon_at=.*?: talon.at: must be a list of whole numbers, not the number 15"),
    ("minsk", {"talon": None}, r"do not deal out 32 cards"),
    ("simple", {"chooser": None}, r"set chooser: must be one of right, left, not nothing"),
    ("simple", {"contracts.trump.score[0]": None}, r"contracts.trump.score\[0\]: must be a mapping, not nothing"),
]


@pytest.mark.parametrize(
    ("name", "settings", "message"), WRONG_SETTINGS, ids=[f"{row[0]} {row[1]}"[:60] for row in WRONG_SETTINGS]
)
def test_wrong_settings(name: str, settings: dict[str, Any], message: str) -> None:
    with pytest.raises(VariantError, match=message):
        load_variant(name, settings)
    assert load_variant(name).digest  # and nothing of it stays behind


def test_settings_are_recorded_unless_they_are_defaults() -> None:
    assert load_variant("lithuanian", {"layout": True, "all": True}).settings == {}
    assert load_variant("lithuanian", {"layout": False, "all": True}).settings == {"layout": False}
    assert load_variant("lithuanian", {"early_end": True}).settings == {"early_end": True}
    talon = load_variant("minsk", {"talon_at": [3, 9]})
    assert talon.settings == {"talon_at": [3, 9]}
    assert load_variant("minsk", talon.settings) == talon


def test_command_line_settings() -> None:
    pairs = [
        "layout=false",
        "names.en= No King ",
        "talon_at=[15, 16]",
        "a=",
        "b = null",
        "c=010",
        "d='5'",
        "e=x=y",
        "f={a: 1}",
    ]
    assert parse_settings(pairs[:3] + pairs[4:]) == {
        "layout": False,
        "names.en": "No King",
        "talon_at": [15, 16],
        "b": None,
        "c": "010",
        "d": "5",
        "e": "x=y",
        "f": {"a": 1},
    }


@pytest.mark.parametrize(
    ("pair", "message"),
    [
        ("layout", "--set 'layout': write it as key=value, for example --set early_end=true"),
        ("=true", "--set '=true': write it as key=value"),
        ("a=", "--set 'a=': a value is missing"),
        ("a=#no", "--set 'a=#no': a value is missing"),
        ("a=[1", r"--set 'a=\[1': not YAML"),
        ("a=*b", r"--set 'a=\*b': anchors and aliases"),
        ("a=!!python/name:os.system", "--set .*the tag"),
        ("a={b: 1, b: 2}", "--set .* the key 'b' stands twice"),
        ("a=" + "[" * 10_000, "--set .*: (nested|not YAML)"),
        ("a=99999999999999999999", "--set .* more than 18 digits"),
        ("a=\udcff", "--set .*not text"),
        ("a=\0", "--set .*not text"),
    ],
)
def test_wrong_command_line_settings(pair: str, message: str) -> None:
    with pytest.raises(VariantError, match=message):
        parse_settings([pair])


# ---- the digest


def test_the_digest_follows_the_rules_and_nothing_else(tmp_path: Path) -> None:
    """Names, language, source and the way a game is written down do not count; every rule does."""
    russian = load_variant("russian").digest
    for number, text in enumerate(
        [
            "names: {en: Other}",
            "language: pl\nsource: a dream",
            "contracts: {jacks: {names: {en: boys}}}",
            "order: [{do: tricks}, jacks, queens, hearts, last-two, king, all, {do: trump, times: 8}]",
            "options: {lead: {values: [free, declarer-only], default: declarer-only, key: play.trump_lead}}",
            "play: {early_end: false}",
            "contracts: {trump: {deal: {packets: [4, 4]}}}",
        ]
    ):
        house = load_variant(write(tmp_path, f"{number}.yaml", f"extends: russian\n{text}\n"))
        assert house.digest == russian, text
    changes: list[dict[str, Any]] = [
        {"early_end": True},
        {"trump_lead": "free"},
        {"no_heart_lead": ["hearts"]},
        {"king_forced": False},
        {"king_forced_on_hearts": "always"},
        {"direction": "counter-clockwise"},
        {"deal.packets": [8]},
        {"deal.first_dealer": "N"},
        {"leader": "eldest"},
        {"trump.by_last": False},
        {"trump.no_trump": True},
        {"choose.seat": "previous"},
        {"order": ["jacks"], "match_total": -16},
        {
            "contracts.jacks.score[0].points": -5,
            "contracts.jacks.total": -20,
            "contracts.all.total": -100,
            "match_total": -8,
        },
    ]
    digests = {load_variant("russian", change).digest for change in changes}
    assert len(digests | {russian}) == len(changes) + 1
    assert len({load_variant(name).digest for name in variant_names()}) == len(variant_names())


def test_a_variant_is_hashable_and_equal_to_itself_read_again() -> None:
    first = load_variant("minsk", {"must_trump": False})
    again: Variant = msgspec.json.decode(msgspec.json.encode(first), type=Variant)
    assert again == first
    assert hash(again) == hash(first)
    assert first != load_variant("minsk")


# ---- strict YAML


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("no", "no"),
        ("NO", "NO"),
        ("yes", "yes"),
        ("on", "on"),
        ("Off", "Off"),
        ("y", "y"),
        ("True", "True"),
        ("true", True),
        ("false", False),
        ("null", None),
        ("~", None),
        ("Null", "Null"),
        ("12:30", "12:30"),
        ("1:00:00", "1:00:00"),
        ("010", "010"),
        ("0o10", "0o10"),
        ("0x10", "0x10"),
        ("1e3", "1e3"),
        ("1.0", "1.0"),
        (".inf", ".inf"),
        ("1_000", "1_000"),
        ("2020-01-01", "2020-01-01"),
        ("-5", -5),
        ("+5", 5),
        ("0", 0),
        ("-0", 0),
        ("'5'", "5"),
        ('"true"', "true"),
        ("=", "="),
        ("<<", "<<"),
        ("[no, 010]", ["no", "010"]),
        ("{no: NO}", {"no": "NO"}),
        ("{1: 2, true: 3, null: 4}", {"1": 2, "true": 3, "null": 4}),
        ("|\n  two\n  lines\n", "two\nlines\n"),
        ("širdys ♥", "širdys ♥"),
        ("9" * 18, 10**18 - 1),
    ],
)
def test_words_and_numbers(text: str, value: Any) -> None:
    found = read(text)
    assert found == value
    assert type(found) is type(value)


def test_every_value_has_a_line() -> None:
    _, lines = read_yaml("# top\na:\n  - 1\n  - {b: 2,\n     c: 3}\nd: x\n", "x.yaml")
    assert {path: int(line.rpartition(":")[2]) for path, line in lines.items()} == {
        (): 2,
        ("a",): 2,
        ("a", 0): 3,
        ("a", 1): 4,
        ("a", 1, "b"): 4,
        ("a", 1, "c"): 5,
        ("d",): 6,
    }


def test_variant_errors_are_king_errors() -> None:
    with pytest.raises(KingError):
        load_variant("nothing")
    with pytest.raises(VariantError, match="a setting is named by a word"):
        load_variant("russian", {5: 5})  # type: ignore[dict-item]
