"""Wrong children, files that are no variants, files made to keep king busy: refused at once, with place and cure."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kingcli.errors import BAD_INPUT, NO_INPUT, VariantError
from kingcli.variants import load_variant
from kingcli.variants.sources import MAX_BYTES
from test_variant_faults import HOUSE

CHILD = "extends: lithuanian\nnames: {en: House King}"

# Wrong children of a built-in game: the text, the place, the message.
WRONG_CHILDREN: list[tuple[str, str, str]] = [
    ("extends: [russian]", "house.yaml:1", "extends: must be the name or the file of one variant"),
    (
        "extends: russan",
        "house.yaml:1",
        r"no variant 'russan' \(did you mean 'russian' or 'russian-3'\?\); `king variants list` shows all",
    ),
    ("seats: 4\nextends: house.yaml", "house.yaml:2", "extends: goes round in a circle: house -> house"),
    (
        f"{CHILD}\ncontracts: {{queen: null}}",
        "house.yaml:3",
        r"contracts.queen: null deletes .*\(did you mean 'queens'\?\)",
    ),
    (
        f"{CHILD}\ncontracts: {{queens: null}}",
        "lithuanian.yaml:",
        r"contracts.all.sum\[3\]: 'queens' is not a contract here .*restate it in",
    ),
    (
        f"{CHILD}\ncontracts:\n  queens: {{total: -12}}",
        "house.yaml:4",
        "contracts.queens.total: the points add up to -16, not to -12",
    ),
    (
        f"{CHILD}\ncontracts:\n  queens:\n    score: [{{ranks: Q, points: -5}}]",
        "lithuanian.yaml:",
        "contracts.queens.total: the points add up to -20, not to -16",
    ),
    (
        f"{CHILD}\ndeck: {{low: '6'}}",
        "lithuanian.yaml:6",
        "contracts.tricks.deal.packets: .*do not deal out 36 cards .*restate it in .*house",
    ),
    (
        f"{CHILD}\nseats: 3\ndeck: {{low: '9'}}\n",
        "lithuanian.yaml:",
        "contracts.hearts.total: the points add up to -12, not to -16",
    ),
    (
        "extends: russian\norder: null",
        "house.yaml:1",
        "a match needs an 'order' of contracts or a 'pool' to choose from",
    ),
    (
        "extends: minsk\norder: [tricks]\nmatch_total: -40",
        "minsk.yaml:",
        "pool: a match has an 'order' or a 'pool', not both",
    ),
    (
        f"{CHILD}\norder: [tricks]\nmatch_total: -16",
        "lithuanian.yaml:",
        "options.all: does nothing: .* drop it with null",
    ),
    (f"{CHILD}\noptions: null", "lithuanian.yaml:", r"forbid\[0\].all: 'all' is not an option here"),
    (f"{CHILD}\noptions: {{all: null}}", "lithuanian.yaml:", r"forbid\[0\].all: 'all' is not an option here"),
    (
        f"{CHILD}\noptions: {{all: {{default: maybe}}}}",
        "house.yaml:3",
        r"options.all.default: must be one of the values \(true, false\)",
    ),
    (
        f"{CHILD}\norder: [tricks, {{do: all, when: {{all: maybe}}}}]",
        "house.yaml:3",
        r"order\[1\].when.all: must be one of true, false, not the word",
    ),
    (
        f"{CHILD}\norder: [tricks, {{do: all, when: {{al: true}}}}]",
        "house.yaml:3",
        r"order\[1\].when.al: 'al' is not an option .*'all'",
    ),
    (
        f"{CHILD}\nforbid: [{{all: 1}}]",
        "house.yaml:3",
        r"forbid\[0\].all: must be one of true, false, not the number 1",
    ),
    (f"{CHILD}\ntrump: []", "house.yaml:3", "trump: must be a mapping, not a list"),
    (
        f"{CHILD}\ncontracts: {{trump: {{trump: [1]}}}}",
        "house.yaml:3",
        "contracts.trump.trump: must be a mapping, not a list",
    ),
    (
        f"{CHILD}\ncontracts: {{trump: {{play: null}}}}",
        "house.yaml:3",
        "contracts.trump.play: null deletes what the parent has",
    ),
    (
        "extends: minsk\ncontracts: {trump: {deal: {start: chooser}}}",
        "house.yaml:2",
        "contracts.trump.deal: the contracts of a pool must agree on",
    ),
    (
        "extends: minsk\ncontracts: {hearts: {sum: [jacks, queens], score: null, total: -80}}",
        "lithuanian.yaml:",
        "match_total: the rounds add up to -120, not to 0 .restate it in house.yaml",
    ),
    (
        "extends: minsk\noptions: {talon_at: null}\ntalon: {at: [15]}",
        "minsk.yaml:",
        r"contracts.tricks.deal.packets: packets \[1, .*1 set aside do not deal out 32 cards",
    ),
    (
        "extends: minsk\ncontracts: {trump: {talon: null}}",
        "house.yaml:2",
        "contracts.trump.(deal.packets|talon): .*(do not deal out|must agree on 'talon')",
    ),
    (
        "extends: minsk\ntalon: {may_not: nothing}",
        "house.yaml:2",
        "contracts.hearts.talon.may_not: cards score in this contract: put away, their points would be missing",
    ),
    ("extends: lithuanian\ncontracts: null", "house.yaml:1", "contracts: a game needs at least one contract"),
    ("extends: lithuanian\ncontracts: [tricks]", "house.yaml:2", "contracts: must be a mapping, not a list"),
    (
        "extends: lithuanian\ncontracts: {layout: null}",
        "lithuanian.yaml:",
        "allow_voluntary_pass.key: there is no contract",
    ),
    ("extends: minsk\npool: {each: {hearts: 0}}", "house.yaml:2", "pool.each.hearts: must be 1 .. 1000; leave"),
    ("extends: minsk\npool: {each: {take-all: 1}}", "house.yaml:2", "pool.each.take-all: not a contract here"),
    ("extends: minsk\ndeck: {remove: [H9, C9, S9]}", "minsk.yaml:", "contracts.tricks.deal.packets"),
    (
        (
            "deck: {remove: [DT, CT, ST, HT]}\ndeal: {packets: [7]}\norder: [lay]\nmatch_total: 1\n"
            "contracts:\n  lay:\n    kind: layout\n    layout: {start: '9', prizes: [1, 0, 0, 0]}\n    total: 1\n"
        ),
        "house.yaml:8",
        "contracts.lay.layout.start: the S suit of this pack cannot be laid out from the 9: a card is missing",
    ),
]


@pytest.mark.parametrize(("text", "place", "message"), WRONG_CHILDREN, ids=[row[0][-50:] for row in WRONG_CHILDREN])
def test_wrong_child(text: str, place: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("house.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(VariantError) as caught:
        load_variant("house.yaml")
    assert re.match(rf"(?:{place}).*(?:{message})", str(caught.value)), str(caught.value)


def test_a_right_child(tmp_path: Path) -> None:
    (tmp_path / "child.yaml").write_text(CHILD, encoding="utf-8")
    assert load_variant(str(tmp_path / "child.yaml")).title == "House King"


# Bytes that are no variant file: their name, what they are, the exit code, the message.
NO_FILES: list[tuple[str, bytes | None, int, str]] = [
    ("empty.yaml", b"", BAD_INPUT, "empty.yaml: is empty; a variant file is a mapping"),
    ("blank.yaml", b" \n\n", BAD_INPUT, "blank.yaml: is empty"),
    ("comments.yaml", b"# nothing\n# here\n", BAD_INPUT, "comments.yaml: is empty"),
    ("null.yaml", b"null\n", BAD_INPUT, "null.yaml: is empty"),
    ("list.yaml", b"# a list\n- names\n", BAD_INPUT, "list.yaml:2: a variant file is a mapping"),
    ("word.yaml", b"russian\n", BAD_INPUT, "word.yaml:1: a variant file is a mapping"),
    ("binary.yaml", bytes(range(256)), BAD_INPUT, r"binary.yaml:\d+: is not UTF-8 text \(byte 128\); save it as UTF-8"),
    ("zeros.yaml", b"\0" * 100, BAD_INPUT, r"zeros.yaml:1: not text: the character U\+0000"),
    ("latin.yaml", b"names: {en: x}\nsource: caf\xe9\n", BAD_INPUT, r"latin.yaml:2: is not UTF-8 text \(byte 26\)"),
    ("utf16.yaml", "seats: 4\n".encode("utf-16"), BAD_INPUT, "utf16.yaml: is UTF-16 text; save it as UTF-8"),
    ("big.yaml", b"# 2 MB\n" * 300_000, BAD_INPUT, r"big.yaml: is too large for a variant file \(256 kB at most\)"),
    ("missing.yaml", None, NO_INPUT, "missing.yaml: no such file"),
    ("russian.yaml", None, NO_INPUT, r"russian.yaml: no such file \(the built-in game is called 'russian'\)"),
    ("nowhere/house.yaml", None, NO_INPUT, "nowhere/house.yaml: no such file"),
    ("x" * 300 + ".yaml", None, NO_INPUT, "cannot be read: File name too long"),
    ("\0.yaml", None, NO_INPUT, "no such file|cannot be read"),
    ("russan", None, BAD_INPUT, r"no variant .russan. \(did you mean .russian. or .russian-3.\?\)"),
    ("", None, BAD_INPUT, "no variant ''"),
    (".", None, BAD_INPUT, "is a directory"),
    ("_all_keys", None, BAD_INPUT, "no variant '_all_keys'"),
]


@pytest.mark.parametrize("row", NO_FILES, ids=[row[0][:20] for row in NO_FILES])
def test_no_variant_file(
    row: tuple[str, bytes | None, int, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name, raw, code, message = row
    monkeypatch.chdir(tmp_path)
    if raw is not None:
        Path(name).write_bytes(raw)
    with pytest.raises(VariantError, match=message) as caught:
        load_variant(name)
    assert caught.value.exit_code == code


def test_a_directory(tmp_path: Path) -> None:
    for folder in (tmp_path, tmp_path / "house.yaml"):
        folder.mkdir(exist_ok=True)
        with pytest.raises(VariantError, match="is a directory, not a variant file"):
            load_variant(str(folder))


def test_a_chain_without_end(tmp_path: Path) -> None:
    for number in range(30):
        (tmp_path / f"{number}.yaml").write_text(f"extends: {number + 1}.yaml\n")
    with pytest.raises(VariantError, match=r"20.yaml:1: extends: more than 20 parents"):
        load_variant(str(tmp_path / "0.yaml"))


def test_a_circle_of_files(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("extends: b.yaml\n")
    (tmp_path / "b.yaml").write_text("names: {en: b}\nextends: ./a.yaml\n")
    with pytest.raises(VariantError, match=r"b.yaml:2: extends: goes round in a circle: a -> b -> a"):
        load_variant(str(tmp_path / "a.yaml"))


def many(n: int, text: str) -> str:
    return "\n".join(text.format(i=i, next=i + 1) for i in range(n))


HEAVY = {
    "doubling sums": many(
        60, "  c{i}: {{sum: [c{next}, d{next}], total: 1}}\n  d{i}: {{sum: [c{next}, d{next}], total: 1}}"
    ),
    "a long chain": many(99, "  c{i}: {{negate: c{next}, total: 1}}"),
    "many contracts": many(5000, "  c{i}: {{negate: queens, total: 16}}"),
    "a long price list": "  c: {total: 1, score: [" + "{per: trick, points: 1}, " * 5000 + "]}",
}


@pytest.mark.parametrize("name", HEAVY)
def test_heavy_files_are_refused_at_once(name: str, tmp_path: Path) -> None:
    """No file keeps king busy: what grows beyond any game is refused."""
    file = tmp_path / "house.yaml"
    file.write_text(HOUSE.replace("contracts:\n", f"contracts:\n{HEAVY[name]}\n"), encoding="utf-8")
    with pytest.raises(VariantError, match=r"at most|more than 10 deep|is not a contract here"):
        load_variant(str(file))


def test_heavy_files_that_are_read_quickly(tmp_path: Path) -> None:
    """As many keys as the size of a file allows, merged over a parent."""
    file = tmp_path / "house.yaml"
    names = ", ".join(f"x{i}: y" for i in range(20_000))
    file.write_text(f"extends: lithuanian\nnames: {{{names}}}\n", encoding="utf-8")
    assert file.stat().st_size < MAX_BYTES
    assert len(load_variant(str(file)).names) > 20_000
