"""Every fault ever found in a record, one file each: what is said about it, where, and how `king replay` ends."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

import make_records
from kingcli.cli.main import run
from kingcli.errors import KingError
from kingcli.records import Diagnostic, load, replay_match

UGLY = make_records.FOLDER / "ugly"

# file: exit code of `king replay`, then (code, line, part of the message) of each diagnostic
EXPECTED: dict[str, tuple[int, list[tuple[str, int, str]]]] = {
    # the cards
    "card-twice.pkn": (65, [("deal", 10, "hands.W: SK is also in hands.E")]),
    "card-missing.pkn": (65, [("deal", 10, "hands.N: 7 cards, but a hand of lithuanian has 8; nobody has S8")]),
    "unequal-hands.pkn": (65, [("deal", 10, "hands.N: 7 cards, but a hand of lithuanian has 8")]),
    "bad-rank.pkn": (65, [("deal", 10, "hand of N: 'X8.AT.T8.987': 'X' is not a rank")]),
    "no-fourth-suit.pkn": (65, [("deal", 10, "it needs four suits S.H.D.C")]),
    "one-hand.pkn": (65, [("deal", 10, "the hand of E, S, W is not given; a replay needs all hands")]),
    "no-deal.pkn": (65, [("deal", 1, "the tag Deal is missing")]),
    "order-not-the-hand.pkn": (65, [("order", 17, "KingOrder: not the hand of W in some order (ST too much)")]),
    "not-in-pack.pkn": (65, [("card", 20, "N plays ♠2, which is not in the pack of lithuanian")]),
    "not-a-card.pkn": (65, [("card", 20, "'Z9' is not a card")]),
    "played-twice.pkn": (65, [("card-twice", 21, "N plays ♥A, but N played it in trick 1")]),
    "trick-too-long.pkn": (65, [("trick-long", 20, "5 cards in one trick, but there are 4 seats")]),
    "trick-with-a-hole.pkn": (65, [("turn", 21, "E plays ♦7, but it is N's turn")]),
    "wrong-column.pkn": (
        0,
        [("column", 21, "D7 stands in N's column, but E holds it, and 2 cards of this round are so")],
    ),
    # the rules
    "revoke.pkn": (65, [("illegal", 16, "W plays ♠K, but must follow ♣ (W holds ♣7)")]),
    "heart-led.pkn": (65, [("illegal", 16, "S plays ♥K, but must not lead ♥ while other suits are held")]),
    "king-kept.pkn": (65, [("illegal", 22, "E plays ♥T, but must discard ♥K at the first chance")]),
    "not-trumped.pkn": (65, [("illegal", 22, "N plays ♥A, but must trump with ♠ (N holds ♠A ♠9)")]),
    "trump-led.pkn": (65, [("illegal", 22, "E plays ♠K, but only the declarer may lead ♠")]),
    "does-not-fit.pkn": (65, [("lay", 17, "E lays ♠J, but does not fit the layout; what fits is ♥9")]),
    "wrong-opening.pkn": (65, [("lay", 16, "N lays ♠K, but the round begins with ♣9")]),
    "scoring-discard.pkn": (65, [("discard", 18, "S puts away ♠Q, but a card that scores in this round may not")]),
    # what the tags state
    "wrong-dealer.pkn": (65, [("dealer", 37, "file says E deals, but it is N's turn to deal")]),
    "wrong-contract.pkn": (65, [("contract", 42, "file says queens, but round 2 of lithuanian is hearts")]),
    "unknown-contract.pkn": (65, [("contract", 42, "no contract 'heart' (did you mean 'hearts'?)")]),
    "contract-used-up.pkn": (
        65,
        [("contract", 117, "N chooses queens, but has no queens left to choose (left: hearts,")],
    ),
    "wrong-declarer.pkn": (65, [("declarer", 15, "file says N, but W chooses in this round")]),
    "wrong-trump.pkn": (65, [("trump", 16, "file says C, but S was named (opened: ♣Q ♠9)")]),
    "wrong-opened-card.pkn": (65, [("turned", 24, "file says ♠A of W was opened, but it is ♣Q of W")]),
    "opened-too-many.pkn": (65, [("turned", 25, "file says ♣Q of W was opened, but it is ♠9 of W")]),
    "wrong-score.pkn": (1, [("score", 71, "file says 7, the cards say -2 (it took ♥J in trick 1)")]),
    "wrong-total.pkn": (1, [("total", 72, "file says the total is 7, the rounds add up to -6")]),
    "score-not-a-number.pkn": (65, [("tag", 15, "'N:two': points by seat are expected")]),
    "missing-round.pkn": (0, [("gap", 32, "round 2 is missing before this one")]),
    "round-too-many.pkn": (65, [("round", 4, "there is no such round: a match of lithuanian has 12")]),
    "board-not-a-number.pkn": (65, [("round", 4, "Board 'one': the number of the round is expected")]),
    "old-digest.pkn": (0, [("digest", 12, "the rules of 'lithuanian' have changed since this was written")]),
    "unknown-variant.pkn": (65, [("variant", 11, "'lithuanien' (did you mean 'lithuanian' or 'lithuanian-3'?)")]),
    "unknown-option.pkn": (65, [("variant", 12, "layuot")]),
    "bad-options.pkn": (65, [("variant", 12, "options are written key=value; key=value")]),
    "misspelt-tag.pkn": (0, [("tag", 14, "unknown tag KingContrakt (did you mean 'KingContract'")]),
    "tag-twice.pkn": (0, [("tag-twice", 18, "the tag KingSeed stands twice; the first counts")]),
    "no-variant.pkn": (65, [("variant", 1, "no tag KingVariant, which names the game")]),
    "bridge.pkn": (65, [("variant", 1, "this looks like a game of bridge")]),
    "wrong-seat.pkn": (65, [("seat", 20, "'X' is not a seat at this table (N E S W)")]),
    "unknown-kind.pkn": (65, [("row", 20, "'trumps' is no kind of event (did you mean 'trump'?)")]),
    "short-row.pkn": (65, [("row", 20, "3 words are expected: seat kind value")]),
    "no-columns.pkn": (65, [("row", 19, "the columns Seat, Kind and Value are expected")]),
    # auctions, pools, layouts
    "bid-of-30.pkn": (65, [("bid", 18, "E says 30, but must name a multiple of 25, at least 25")]),
    "bid-not-higher.pkn": (65, [("bid", 19, "S says 50, but must bid more than the standing 50")]),
    "bid-below-reserve.pkn": (65, [("bid", 18, "E says 75, but must bid at least the reserve of 100")]),
    "offer-not-lower.pkn": (65, [("offer", 21, "N says 75, but must ask for less than 50")]),
    "no-trump-named.pkn": (65, [("trump", 18, "N says NT, but no trump may not be named in this game")]),
    "no-suit-left-out.pkn": (65, [("suit", 21, "N says NT, but must name the penalty suit: one of suit:C")]),
    "wrong-suit.pkn": (65, [("suit", 17, "file says C, but S was named")]),
    "third-negative.pkn": (65, [("contract", 91, "N chooses tricks, but has no tricks left to choose")]),
    "fifth-trump.pkn": (65, [("contract", 527, "S chooses trump, but has no trump left to choose")]),
    "voluntary-pass.pkn": (65, [("lay", 16, "S lays pass, but may not pass while a card fits (S holds ♣9)")]),
    "opening-with-a-7.pkn": (65, [("lay", 16, "E lays ♠7, but does not fit the layout; what fits is ♥8")]),
    "gift-not-held.pkn": (65, [("holder", 22, "E gives ♠7, but N holds it")]),
    # a stock, seats that sit out, void rounds, a threshold
    "drawn-another-card.pkn": (65, [("drawn", 18, "file says ♠A was drawn by N, but it is ♥T by N")]),
    "drawn-too-few.pkn": (65, [("drawn", 35, "file does not say that N draws ♦Q")]),
    "left-to-another.pkn": (65, [("left", 26, "file says ♠K was left to E, but it is ♠K to N")]),
    "stock-card-twice.pkn": (65, [("deal", 14, "stock: HA is there twice")]),
    "sits-out.pkn": (65, [("out", 13, "file says N S sits out, but S and W must when W deals")]),
    "no-fifth-hand.pkn": (65, [("deal", 11, "the hand of F is not given (tag KingHand)")]),
    "redeal-though-played.pkn": (65, [("end", 21, "file says the round is dealt anew, but it was played")]),
    "no-redeal.pkn": (0, [("end", 17, "file says complete, but all passed: the round is dealt anew")]),
    "match-was-over.pkn": (
        65,
        [("round", 433, "the match was over after round 13, with W at -101"), ("unfinished", 430, "N to lead")],
    ),
    # the form of PKN
    "open-quote.pkn": (65, [("syntax", 2, "with a closing quote on the same line")]),
    "open-tag.pkn": (65, [("syntax", 2, "the tag Site does not end with ]")]),
    "open-comment.pkn": (65, [("syntax", 2, "the comment that begins here with { does not end with }")]),
    "stray-brace.pkn": (65, [("syntax", 2, "} has no partner")]),
    "statistics-after.pkn": (0, [("stray", 29, "text between the games is left out")]),
    "two-games-one-bad.pkn": (65, [("card", 20, "W plays ♠2, which is not in the pack of lithuanian")]),
    "cut-in-a-trick.pkn": (65, [("card", 24, "'S' is not a card")]),
    "cut-in-a-tag.pkn": (
        65,
        [("syntax", 67, "a tag is written"), ("cut", 57, "complete, but it stops here: S to lead")],
    ),
    "unfinished.pkn": (0, [("unfinished", 20, "in progress: E to play to ♠J ♠7")]),
    "not-yet-chosen.pkn": (0, [("unfinished", 1, "in progress: W to name trump")]),
    "stopped.pkn": (0, [("unfinished", 20, "stopped: E to play to ♠J ♠7")]),
    # written by hand or by other programs: nothing to say
    **{
        f"ok-{name}.pkn": (0, [])
        for name in ("by-hand", "bom", "utf16", "crlf", "suit-letters", "first-seat", "notes", "other-tags")
    },
    "ok-comment-before-play.pkn": (0, []),
    # JSON
    "cut.json": (65, [("json", 1, "it is cut off (the text ends inside a value)")]),
    "key-twice.json": (65, [("json", 1, "the key 'variant' stands twice")]),
    "big-seed.json": (65, [("json", 1, f"the number {2**127} is too large to be kept exactly; write it in quotes")]),
    "nan.json": (65, [("json", 1, "not JSON: unexpected character")]),
    "half-a-surrogate.json": (65, [("json", 1, "surrogate")]),
    "unknown-key.json": (65, [("record", 0, "contrakt: unknown key (did you mean 'contract'?)")]),
    "unknown-version.json": (65, [("record", 0, "'king.round/7' is a version this king does not know")]),
    "unknown-schema.json": (65, [("record", 0, "'king.rounds/1' is no record (did you mean 'king.round/1'")]),
    "no-schema.json": (65, [("record", 0, "no key 'schema', which says what this is")]),
    "wrong-type.json": (65, [("record", 0, "round: expected whole number or null, got text")]),
    "no-end.json": (65, [("record", 0, "the key 'end' is missing")]),
    "no-such-seat.json": (65, [("record", 0, "dealer: not a possible value: 'X'")]),
    "hand-missing.json": (65, [("deal", 1, "hands.E: is missing; the record needs all hands")]),
    "wrong-turn.json": (65, [("turn", 1, "E plays ♠J, but it is N's turn")]),
    "after-the-end.json": (65, [("after-end", 1, "the round is over, but N plays ♠A")]),
    "wrong-kind.json": (65, [("order", 1, "N lays ♠A, but N must play now")]),
    "not-a-card.json": (65, [("card", 1, "'S1' is not a card")]),
    "another-match.json": (65, [("record", 0, "rounds[0] is of another match")]),
    "one-bad-line.jsonl": (65, [("json", 2, "it is cut off")]),
    "list-of-numbers.json": (65, [("record", 0, "an object is expected"), ("record", 0, "an object is expected")]),
    "position.json": (65, []),
    "premium-without-taken.json": (65, [("record", 0, "taken: is missing: a premium depends on the cards")]),
    "position-card-twice.json": (65, [("record", 0, "hands.W: the 9 of spades is also in N's hand")]),
}
# file: what is said when nothing in it can be read
REFUSED = {
    "number.json": "holds neither JSON nor PKN",
    "text.txt": "holds neither JSON nor PKN",
    "empty.pkn": "is empty",
    "blank.pkn": "is empty",
    "binary.pkn": "is a binary file",
    "not-utf8.pkn": "not-utf8.pkn:1: is not UTF-8 text (byte 11)",
    "utf16-without-mark.pkn": "UTF-16 without a byte order mark",
    "damaged.gz": "the gzip data are",
}


def faults(path: Path) -> list[Diagnostic]:
    loaded = load(str(path))
    return [*loaded.diagnostics, *(one for match in loaded.matches for one in replay_match(match).diagnostics)]


def test_every_file_is_expected_and_every_expectation_has_a_file() -> None:
    assert {path.name for path in UGLY.iterdir()} == {*EXPECTED, *REFUSED}


def test_the_files_are_what_the_script_writes() -> None:
    for path, data in make_records.all_files().items():
        assert path.read_bytes() == data, f"{path.name}: run scripts/make_records.py"


@pytest.mark.parametrize("name", EXPECTED)
def test_a_fault_is_named_at_its_place(name: str) -> None:
    found = faults(UGLY / name)
    expected = EXPECTED[name][1]
    assert [(one.code, one.line) for one in found] == [(code, line) for code, line, _ in expected]
    for one, (_, _, words) in zip(found, expected, strict=True):
        assert words in one.message
        assert one.file.endswith(name)


@pytest.mark.parametrize("name", EXPECTED)
def test_replay_ends_as_it_should(
    name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(UGLY)
    code, expected = EXPECTED[name]
    assert run(["replay", name]) == code
    error = capsys.readouterr().err
    assert "Traceback" not in error
    for kind, line, words in expected:
        if kind != "unfinished":
            assert f"king: {name}" in error
            assert (f":{line}" in error) == bool(line)
            assert words in error
    if not [kind for kind, _, _ in expected if kind != "unfinished"] and name != "position.json":
        assert error == ""


@pytest.mark.parametrize("name", [name for name, (code, found) in EXPECTED.items() if code == 0 and found])
def test_strict_makes_errors_of_warnings(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    is_warning = EXPECTED[name][1][0][0] != "unfinished"
    assert run(["replay", "--strict", str(UGLY / name)]) == (65 if is_warning else 0)
    assert "warning" not in capsys.readouterr().err


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_read_is_refused(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(KingError) as caught:
        load(str(UGLY / name))
    assert REFUSED[name] in str(caught.value)
    assert run(["replay", str(UGLY / name)]) == 65
    assert REFUSED[name] in capsys.readouterr().err


def test_what_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for path, words in (
        (tmp_path, "is a directory"),
        (tmp_path / "none.pkn", "no such file"),
        ("a\0b", "cannot be read"),
    ):
        assert run(["replay", str(path)]) == 66
        assert words in capsys.readouterr().err


def test_what_may_not_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refused(path: Path, *words: object) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    path = tmp_path / "secret.pkn"
    path.touch()
    monkeypatch.setattr(Path, "open", refused)
    assert run(["replay", str(path)]) == 66
    assert "secret.pkn: cannot be read: Permission denied" in capsys.readouterr().err


@pytest.mark.parametrize("text", ["[" * 100_000, '{"a":' * 100_000, "[" * 100_000 + "]" * 100_000, '{"a":[' * 100_000])
def test_deep_json_is_refused(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "deep.json"
    path.write_text(text)
    assert run(["replay", str(path)]) == 65
    assert "nested" in capsys.readouterr().err


def test_nested_a_hundred_and_one_deep_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "deep.json"
    path.write_text('{"schema":"king.round/1","options":{"a":' + "[" * 100 + "]" * 100 + "}}")
    assert "nested more than 100 deep" in faults(path)[0].message


def test_gzip_is_read(tmp_path: Path) -> None:
    path = tmp_path / "demo.bin"
    path.write_bytes(gzip.compress((make_records.FOLDER / "demo.pkn").read_bytes()))
    assert faults(path) == []
    path.write_bytes(path.read_bytes()[:-20])
    with pytest.raises(KingError, match="cut off"):
        load(str(path))


def test_a_gzip_bomb_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kingcli.records.source.MAX_BYTES", 1 << 20)
    path = tmp_path / "bomb.gz"
    path.write_bytes(gzip.compress(bytes(1 << 24)) + gzip.compress(b"x"))
    with pytest.raises(KingError, match="larger than 1 MB"):
        load(str(path))
