"""The independent implementation itself: rows of the rules' test vectors, by hand, and whether its checks catch errors.

The ids (V01, L05, ...) are those of the vectors; cards are written here as there, rank first ("KH", "10S").
"""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

import independent as king

BLANK = ["S7", "D7", "C7", "S8"]
GAMES = [
    (variant, contract)
    for variant, rules in king.VARIANTS.items()
    for contract in (rules["pool"] or dict.fromkeys(king.match_order(variant)))
]


def table(text: str) -> pytest.MarkDecorator:
    """One test a line. Fields are divided by bars; the first is the id of the vector, or what is meant."""
    return pytest.mark.parametrize("row", [line.strip() for line in text.strip().splitlines()])


def split(row: str) -> list[str]:
    return [field.strip() for field in row.split("|")]


def game_of(text: str) -> king.Game:
    """ "russian trump C E trump_lead=free": variant, contract, trump, declarer, options."""
    words = [word for word in text.split() if "=" not in word]
    variant, contract, trump, declarer = [*words, "", ""][:4]
    return king.Game(variant, contract, trump, declarer, dict(word.split("=") for word in text.split() if "=" in word))


def cards(text: str) -> list[str]:
    """ "KH 10S" as the module writes it: HK ST."""
    return [word[-1] + word[:-1].replace("10", "T") for word in text.split()]


# ---- Points


@table("""
    V01 | lithuanian all         | 7 | KH QH AH 7D    | -38
    V02 | lithuanian all         | 3 | KH QH AH 7D    | -30
    V04 | lithuanian jacks-kings | 3 | JS KH KD 7C    | -6
    V05 | lithuanian queens      | 3 | QS QH KD 7C    | -8
    V06 | lithuanian king        | 3 | 7S KH KD KC    | -16
    V09 | lithuanian hearts      | 3 | 7H 9H KH AH QH | -10
    V14 | russian all            | 7 | KH QH AH 7D    | -36
    V14 | simple all             | 7 | KH QH AH 7D    | -36
    V14 | ukrainian all          | 7 | KH QH AH 7D    | -36
    V14 | skill-full all         | 7 | KH QH AH 7D    | -36
    V25 | minsk jacks            | 3 | JS JH KD       | -20
    V27 | ukrainian take-queens  | 3 | QS QH QD 7C    | 12
    V28 | ukrainian take-all     | 7 | KH QH AH 7D    | 36
""")
def test_points_of_cards(row: str) -> None:
    _, game, number, captured, expected = split(row)
    assert king.trick_points(game_of(game), int(number), cards(captured)) == int(expected)


@table("""
    V03 | lithuanian tricks   | NNN        | -6 0 0 0
    V07 | lithuanian last-two | EEEEEENN   | -16 0 0 0
    V08 | lithuanian last-two | EEEEEENS   | -8 0 -8 0
    V29 | lithuanian trump    | NNNNEESS   | 12 6 6 0
    V31 | minsk trump         | NNNNNNEEEE | 48 32 0
""")
def test_points_of_tricks(row: str) -> None:
    _, game, winners, expected = split(row)
    scores = king.score(game_of(game), [(seat, BLANK) for seat in winners])
    assert list(scores.values()) == [int(points) for points in expected.split()]


@pytest.mark.parametrize(("variant", "contract"), GAMES)
def test_terms_add_up_to_the_total(variant: str, contract: str) -> None:
    """One player takes everything; V10 is among them."""
    game = king.Game(variant, contract)
    if game.is_layout:
        assert sum(king.layout_score(game, "NESW").values()) == game.total
        return
    deck, size, tricks = king.deck_of(game.rules), len(game.seats), game.rules["hand"]
    scores = king.score(game, [("N", deck[size * trick : size * trick + size]) for trick in range(tricks)])
    talon = sum(king.card_points(game, card) for card in deck[size * tricks :])
    assert scores["N"] + talon == game.total


def test_totals_of_the_matches() -> None:
    def match_total(variant: str, options: dict[str, str]) -> tuple[int, int, int]:
        order = king.match_order(variant, options)
        totals = [king.Game(variant, contract, options=options).total for contract in order]
        return len(totals), sum(total for total in totals if total < 0), sum(total for total in totals if total > 0)

    assert match_total("lithuanian", {}) == (12, -192, 192)
    assert match_total("lithuanian", {"layout": "no"}) == (15, -192, 192)
    assert match_total("lithuanian", {"all": "no", "layout": "no"}) == (10, -96, 96)
    for variant in ("russian", "simple", "skill-full"):
        assert match_total(variant, {}) == (15, -192, 192)
    assert match_total("ukrainian", {}) == (14, -192, 192)
    assert match_total("skill-short", {}) == (10, -96, 96)
    minsk = [king.Game("minsk", contract).total for contract in king.VARIANTS["minsk"]["pool"]]
    assert (sum(total for total in minsk if total < 0), sum(total for total in minsk if total > 0) * 3) == (-240, 240)


# ---- Legal cards


@table("""
    L01 | lithuanian hearts     |                                  |       | 7H KS    | KS
    L02 | lithuanian hearts     |                                  |       | 7H 9H    | 7H 9H
    L03 | lithuanian queens     |                                  |       | 7H KS    | 7H KS
    L04 | lithuanian king       |                                  | 9S    | KH 7C    | KH 7C
    L05 | russian king          |                                  | 9S    | KH 7C    | KH
    L06 | russian king          |                                  | 9S    | KH 7S    | 7S
    L07 | ukrainian king        |                                  | 9H AH | KH 7H    | KH 7H
    L08 | ukrainian king        | king_forced_on_hearts=under-ace  | 9H AH | KH 7H    | KH
    L09 | skill-full hearts     |                                  | 9S    | KH 7C    | KH 7C
    L10 | skill-full all        |                                  | 9D    | KH AS 7C | KH
    L11 | ukrainian take-all    |                                  | 9D    | KH AS    | KH
    L12 | ukrainian take-king   |                                  |       | KH 7S    | 7S
    L13 | lithuanian trump      | C E                              | 9S    | 7C AH KD | 7C
    L15 | simple trump          | C E                              | 9S AC | 7C KC 9D | 7C KC
    L16 | russian trump         | C E                              |       | 7C AH    | AH
    L17 | russian trump         | C N                              |       | 7C AH    | 7C AH
    L18 | russian trump         | C E                              |       | 7C 8C    | 7C 8C
    L19 | lithuanian trump      | C E                              |       | 7C AH    | 7C AH
    L20 | lithuanian trump      | H E                              |       | 7H AS    | 7H AS
    L21 | skill-full trump      | NT E                             | 9S    | 7C AH    | 7C AH
    ban | ukrainian take-hearts |                                  |       | KH 7S    | 7S
    no ban | ukrainian take-queens |                               |       | KH 7S    | KH 7S
    not forced | ukrainian take-hearts |                           | 9D    | KH AS    | KH AS
    forced | minsk king         |                                  | 9D    | KH AS    | KH
    no ace | ukrainian king     | king_forced_on_hearts=under-ace  | 9H QH | KH 7H    | KH 7H
    always | ukrainian king     | king_forced_on_hearts=always     | 9H    | KH 7H    | KH
    only where forced | ukrainian hearts | king_forced_on_hearts=always | 9H | KH 7H   | KH 7H
    option | lithuanian king    | king_forced=true                 | 9S    | KH 7C    | KH
    option | lithuanian all     | king_forced=true                 | 9S    | KH 7C    | KH
    option | lithuanian hearts  | king_forced=true                 | 9S    | KH 7C    | KH 7C
    no forced king | russian trump | C E                           | 9S    | KH AD    | KH AD
    following is first | russian trump | C E                       | 9S    | 7C 7S    | 7S
    must trump | minsk trump    | C N                              | 9S    | 7C AH    | 7C
    need not trump | minsk trump | C S must_trump=false            | 9S    | 7C AH    | 7C AH
    free lead | minsk trump     | C E                              |       | 7C AH    | 7C AH
    no lead | minsk trump       | C E trump_lead=declarer-only     |       | 7C AH    | AH
    own lead | minsk trump      | C N trump_lead=declarer-only     |       | 7C AH    | 7C AH
    only trumps | minsk trump   | C E trump_lead=declarer-only     |       | 7C       | 7C
""")
def test_legal(row: str) -> None:
    """The third field is the trump, the declarer, and options; the player to move is N."""
    _, game, how, trick, hand, expected = split(row)
    assert king.legal(game_of(f"{game} {how}"), cards(hand), cards(trick), "N") == set(cards(expected))


@table("""
    O11 | lithuanian trump NT
    the suit must be one | russian trump NT
    no such contract | russian layout
    no trump here | russian tricks C
    not in the short game | skill-short all
    no trump deals | ukrainian trump C
    left out | lithuanian layout layout=no
    the layout without all | lithuanian tricks all=no
    king not forced | lithuanian king king_forced_on_hearts=always
    value | russian king king_forced=perhaps
    option | russian king kings_forced=true
    variant | rusian king
""")
def test_impossible_games_are_refused(row: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        game_of(split(row)[1])


@table("""
    W01      | skill-full trump NT | 8S AH KD 10S  | 10S
    W02      | skill-full trump C  | 8S 7C AS 8C   | 8C
    W03      | skill-full tricks   | 10S JS 9S 7S  | JS
    W04      | skill-full trump C  | 9C AS 10C KD  | 10C
    no trump | lithuanian hearts   | 8S AH KD 10S  | 10S
""")
def test_winner(row: str) -> None:
    """And O11: naming no trump is legal in skill-full."""
    _, game, trick, expected = split(row)
    assert cards(trick)[king.winner(game_of(game), cards(trick))] == cards(expected)[0]


# ---- Trump, deal, order


@table("""
    O1      | open:S       | QC QH 10D | C 3
    O2      | open:H       | QC QH 10D | H 2
    O3      | open:C       | QC QH 10D | C 1
    O4      | open:D       | QC QH 10D | D 3
    O5      | open:highest | QC QH 10D | C 3
    O6      | open:S       | QH QC 10D | H 3
    O7      | open:highest | 7D KS 9H  | S 3
    O8      | open:highest | AD AS 9H  | D 1
    ace 2nd | open:highest | KD AS AH  | S 2
    goes on | open:S       | AD AH 7S  | S 3
""")
def test_open_cards(row: str) -> None:
    _, call, turned, expected = split(row)
    assert "{} {}".format(*king.open_cards(call, cards(turned))) == expected


def pack_of(variant: str) -> list[str]:
    return king.deck_of(king.rules_of(variant))


def places(variant: str, hand: list[str]) -> list[int]:
    return [pack_of(variant).index(card) for card in hand]


def test_deal() -> None:
    for variant in ("lithuanian", "russian"):
        hands, _ = king.deal(variant, "trump", "W", pack_of(variant))
        assert places(variant, hands["N"]) == [0, 1, 2, 3, 16, 17, 18, 19]  # O9; the 8th is d19
        assert places(variant, hands["W"]) == [12, 13, 14, 15, 28, 29, 30, 31]
    by_twos = [0, 1, 8, 9, 16, 17, 24, 25]
    for variant, contract in [("skill-full", "trump"), ("simple", "all"), ("ukrainian", "take-all")]:
        assert places(variant, king.deal(variant, contract, "W", pack_of(variant))[0]["N"]) == by_twos
    hands, _ = king.deal("simple", "trump", "N", pack_of("simple"))  # W chooses and is dealt to first
    assert places("simple", hands["W"]) == [0, 1, 2, 12, 13, 14, 15, 16]
    assert places("simple", hands["N"]) == [3, 4, 5, 17, 18, 19, 20, 21]
    assert places("simple", hands["S"]) == [9, 10, 11, 27, 28, 29, 30, 31]
    hands, talon = king.deal("minsk", "king", "S", pack_of("minsk"))
    assert places("minsk", talon) == [15, 16]
    assert places("minsk", hands["N"]) == [0, 3, 6, 9, 12, 17, 20, 23, 26, 29]
    assert places("minsk", hands["S"]) == [2, 5, 8, 11, 14, 19, 22, 25, 28, 31]
    with pytest.raises(ValueError, match="deck"):
        king.deal("minsk", "king", "S", pack_of("minsk")[1:] * 2)


@pytest.mark.parametrize(
    ("name", "variant", "deals", "expected"),
    [
        ("S1", "simple", slice(7, 15), [2, 1, 0, 3, 2, 1, 0, 3]),
        ("S2", "skill-full", slice(7, 15), [0, 1, 2, 3, 0, 1, 2, 3]),
        ("S3", "lithuanian", slice(7, 11), [0, 1, 2, 3]),
        ("S5", "skill-short", slice(6, 10), [3, 0, 1, 2]),
    ],
)
def test_choosers(name: str, variant: str, deals: slice, expected: list[int]) -> None:
    rounds = king.dealers_and_choosers(variant, "N")[deals]
    assert ["NESW".index(chooser or "?") for _, _, chooser in rounds] == expected, name
    assert {contract for contract, _, _ in rounds} == {"trump"}


def test_dealers() -> None:
    assert king.dealers_and_choosers("lithuanian", "N")[0] == ("tricks", "N", "E")  # S4
    assert king.dealers_and_choosers("lithuanian", "N")[-1] == ("layout", "W", None)
    rounds = king.dealers_and_choosers("simple", "N")
    assert "".join(dealer for _, dealer, _ in rounds) == "NESWNES" + "WSENWSEN"
    left = king.dealers_and_choosers("simple", "N", {"chooser": "left"})
    assert "".join(dealer for _, dealer, _ in left) == "NESWNESWNESWNES"
    with pytest.raises(ValueError, match="choose"):
        king.dealers_and_choosers("minsk", "N")


# ---- Layouts and early end


def in_layout(laid: str, hand: str, turn: str = "N", **hands: str) -> tuple[king.Game, king.State]:
    game = king.Game("lithuanian", "layout")
    given = {"N": hand} | hands
    held = tuple(frozenset(cards(given.get(seat, "AS"))) for seat in "NESW")
    return game, king.State(held, turn, laid=frozenset(cards(laid)))


@table("""
    D1 | 9C               | 8C 10C 9H 8H KC      | 8C 10C 9H
    D2 | 8C 9C 10C JC 9H  | 7C QC 10H 8H KD 9D   | 7C QC 10H 8H 9D
    D3 | 9C               | 7C KD 8H             |
    D4 |                  | 9C 8C 9H             | 9C
    D4 |                  | 9H 8C                |
""")
def test_layable(row: str) -> None:
    _, laid, hand, expected = split(row)
    assert king.layable(game_of("lithuanian layout"), cards(hand), cards(laid)) == set(cards(expected))


def test_turns_of_a_layout() -> None:
    skipped = in_layout("9C", "7C KD 8H", E="8C 9D")  # D3: N has no legal card, E may not skip
    assert king.moves(*skipped) == ("E", {"C8", "D9"})
    opening = in_layout("", "8C 9H", S="9C 10C")  # D4: the holder of 9C begins, whatever his seat
    assert king.moves(*opening) == ("S", {"C9"})
    game, state = in_layout("9C", "8C", E="10C", S="9H", W="9D 9S")
    assert king.perft((game, state), 4) == [1, 1, 1, 0]  # over when the third is out
    game = king.Game("lithuanian", "layout", options={"allow_voluntary_pass": "true"})
    assert king.perft((game, state), 4) == [2, 4, 8, 20]  # after three passes W must lay
    _, state = in_layout("", "9C 8C")
    assert king.moves(game, state) == ("N", {"C9"})  # the opening card may not be passed
    assert king.layout_score(game, ["N", "S", "E"]) == {"N": 48, "S": 36, "E": 12, "W": 0}  # D5


@table("""
    E1    | skill-full hearts    | AS KS QS JS 10S 9S 8S 7S AD KD QD JD | over
    E1    | skill-full hearts    | AS KS QS JS 10S 9S 8S 7S AD KD QD 7H | goes on
    E2    | skill-full king      | AH QH JH 10H 9H 8H 7H AS             | over
    E2    | skill-full king      | AH QH JH 10H 9H 8H 7H KH             | goes on
    E3    | skill-full queens    | AS KS JS 10S                         | over
    E3    | skill-full queens    | AS KS JS QS                          | goes on
    E4    | skill-full all       | AS KS 10S 9S                         | goes on
    E5    | skill-full last-two  | AS KS 10S 9S                         | goes on
    E5    | skill-full tricks    | AS KS 10S 9S                         | goes on
    E5    | skill-full trump C   | AS KS 10S 9S                         | goes on
    E6    | lithuanian king      | AS KS 10S 9S                         | goes on
    E7    | ukrainian take-jacks | AS KS 10S 9S                         | over
    E7    | ukrainian take-jacks | AS KS JS 9S                          | goes on
    minsk | minsk jacks          | AS KS 10S                            | over
""")
def test_early_end(row: str) -> None:
    _, text, unplayed, expected = split(row)
    game, held = game_of(text), cards(unplayed)
    hands = tuple(frozenset(held[seat :: len(game.seats)]) for seat in range(len(game.seats)))
    assert bool(king.moves(game, king.State(hands, "N"))[1]) == (expected == "goes on")


# ---- Perft

FORCED = "N:7..7. E:.K.8. S:8..9. W:9..T."  # if spades are led E may, or must, throw the King


def counts(variant: str, hands: str, keys: str, depth: int) -> list[int]:
    return king.perft(king.parse_position(variant, hands, keys), depth)


def test_perft_counted_by_hand() -> None:
    spades = "N:87... E:T9... S:QJ... W:AK..."
    assert counts("lithuanian", spades, "contract=tricks leader=N", 9) == [2, 4, 8, 16, 16, 16, 16, 16, 0]
    assert counts("lithuanian", FORCED, "contract=king leader=N", 8) == [2, 3, 3, 3, 3, 3, 3, 3]
    assert counts("lithuanian", FORCED, "contract=king leader=N early_end=true", 8) == [2, 3, 3, 3, 2, 2, 2, 2]
    assert counts("ukrainian", FORCED, "contract=king leader=N", 8) == [2, 2, 2, 2, 1, 1, 1, 1]
    assert counts("ukrainian", FORCED, "contract=king leader=N early_end=false", 8) == [2] * 8
    inside = FORCED.replace("N:7..7.", "N:..7.")
    assert counts("ukrainian", inside, "contract=king leader=N trick=S7", 4) == [1, 1, 1, 0]
    trumps = "N:7...7 E:8...8 S:9...9 W:T...T"
    assert counts("russian", trumps, "contract=trump trump=C leader=N declarer=N", 5) == [2, 2, 2, 2, 2]
    assert counts("russian", trumps, "contract=trump trump=C leader=N declarer=S", 5) == [1, 1, 1, 1, 1]
    assert counts("minsk", "N:7..7. E:8..8. S:9...9", "contract=trump trump=C leader=N", 3) == [2, 2, 2]
    layout = "N:.A.. E:..Q8. S:.7.A. W:..K7."
    laid = "contract=layout turn=E laid=S7-A,H8-K,D9-J,C7-A"
    # E DQ, S H7, W DK, N HA out, E D8 out, S DA out; or E D8, S H7, W D7, N HA out, E DQ out, W DK out
    assert counts("lithuanian", layout, laid, 7) == [2, 2, 2, 2, 2, 2, 0]


def test_memory_changes_no_count() -> None:
    """Counting without remembering states gives the same."""

    def plain(game: king.Game, state: king.State, depth: int) -> int:
        seat, options = king.moves(game, state)
        if depth == 1:
            return len(options)
        return sum(plain(game, king.after(game, state, seat, move), depth - 1) for move in options)

    for contract in ("hearts", "all"):
        hands, _ = king.deal("skill-full", contract, "W", random.Random(3).sample(pack_of("skill-full"), 32))
        held = tuple(frozenset(hands[seat][:3]) for seat in "NESW")
        game, state = king.Game("skill-full", contract), king.State(held, "N")
        assert king.perft((game, state), 12) == [plain(game, state, depth) for depth in range(1, 13)]


GOOD_LINE = f"king-1 | {FORCED} | contract=king leader=N | 2 3 3 3 3"


ALTERED = {
    "2 3 3 3 3": ["2 3 3 3 4", "3 3 3 3 3", "", "2 x"],
    "leader=N": ["leader=E", "leader=X", "turn=N", "leader=N leader=N", "leader=N trick=SQ", "leader=N trump=S"],
    "=N |": ["=N laid=S9-T |", "=N king_forced=true |", "=N king_forcd=true |", "=N early_end=true |"],
    "contract=king": ["contract=kings", "contract=trump"],
    "N:7..7.": ["N:7...", "N:7..8.", "N:7..6.", "N:7.7.", "E:7..7."],
    " | 2": [" 2"],
    "king-1": [""],
}


@pytest.mark.parametrize(("old", "new"), [(old, new) for old, those in ALTERED.items() for new in those])
def test_check_perft_finds(tmp_path: Path, old: str, new: str) -> None:
    file = tmp_path / "lithuanian.perft"
    assert old in GOOD_LINE
    file.write_text(GOOD_LINE.replace(old, new) + "\n", encoding="utf-8")
    assert len(king.check_perft(file)) == 1


def test_check_perft(tmp_path: Path) -> None:
    file = tmp_path / "lithuanian.perft"
    for text, problems in ((f"# by hand\n\n{GOOD_LINE}\n", 0), ("# nothing\n", 1), (f"{GOOD_LINE}\n{GOOD_LINE}\n", 1)):
        file.write_text(text, encoding="utf-8")
        assert len(king.check_perft(file)) == problems


def test_a_revoke_on_the_table_is_found() -> None:
    followed = "N:7... E:8... S:9..T. W:T..J."
    assert counts("lithuanian", followed, "contract=king leader=N trick=D7,DA", 1) == [1]
    with pytest.raises(ValueError, match="E could not have played SA"):
        counts("lithuanian", followed.replace("E:8...", "E:..8."), "contract=king leader=N trick=D7,SA", 1)


# ---- Playthroughs

SKILL_KING = """\
variant: skill-full
contract: king
dealer: N
hand N: S8 S7 D8 D7 H8 H7 C8 C7
hand E: SA SK SQ SJ DA DK DQ DJ
hand S: HK HA HQ HJ CA CK CQ CJ
hand W: ST S9 DT D9 HT H9 CT C9
E play {DA DJ DK DQ SA SJ SK SQ} -> SA
S play {HK} -> HK
W play {S9 ST} -> S9
N play {S7 S8} -> S8
trick E -16
early end
scores N +0 E -16 S +0 W +0
"""
MINSK_KING = """\
variant: minsk
contract: king
dealer: S
hand N: HK HA HQ HJ HT H9 H8 H7 SA C7
hand E: SK SQ SJ ST S9 S8 C8 C9 CT CJ
hand S: DA DK DQ DJ DT D9 D8 CA CK CQ
talon: S7 D7
choices: hearts king trump
N contract {contract:hearts contract:king contract:trump} -> contract:king
talon S7 D7
N discard {C7 D7 H7 H8 H9 HA HJ HQ HT S7 SA} -> C7
N discard {D7 H7 H8 H9 HA HJ HQ HT S7 SA} -> SA
N play {D7 S7} -> S7
E play {S8 S9 SJ SK SQ ST} -> SK
S play {CA CK CQ D8 D9 DA DJ DK DQ DT} -> D8
trick E +0
E play {C8 C9 CJ CT S8 S9 SJ SQ ST} -> C8
S play {CA CK CQ} -> CA
N play {HK} -> HK
trick S -40
early end
scores N +0 E +0 S -40
"""


def header_of(variant: str, contract: str, dealer: str, pack: list[str]) -> str:
    hands, talon = king.deal(variant, contract, dealer, pack)
    header = f"variant: {variant}\ncontract: {contract}\ndealer: {dealer}\n"
    header += "".join(f"hand {seat}: {' '.join(hand)}\n" for seat, hand in hands.items())
    return header + (f"talon: {' '.join(talon)}\n" if talon else "")


def play(header: str, pick: Callable[[list[str]], str]) -> str:
    """The header and a round played under it."""
    parsed, _ = king.parse_playthrough(header)
    steps, lines = king.play_round(parsed), []
    try:
        kind, text, options = next(steps)
        while True:
            answer = pick(sorted(options)) if kind == "decide" else ""
            if kind == "decide":
                lines.append(f"{text} {{{' '.join(sorted(options))}}} -> {answer}")
            elif kind == "fact":
                lines.append(text)
            kind, text, options = steps.send(answer)
    except StopIteration:
        return header + "\n".join(lines) + "\n"


def played(variant: str, contract: str, seed: int, call: str = "", options: str = "") -> str:
    """A round of random cards; of the calls, `call` where it is possible."""
    rules, chance = king.rules_of(variant), random.Random(seed)
    dealer = rules["seats"][seed % len(rules["seats"])]

    def pick(choices: list[str]) -> str:
        return next((option for option in choices if option in (f"contract:{contract}", call)), chance.choice(choices))

    return play(header_of(variant, contract, dealer, chance.sample(pack_of(variant), 32)) + options, pick)


def test_written_playthroughs() -> None:
    assert king.check_playthrough(SKILL_KING) == []
    assert king.check_playthrough(MINSK_KING) == []
    # the check goes on after a wrong fact
    text = SKILL_KING.replace("trick E -16", "trick W -16").replace("{S7 S8}", "{S7}").replace("E -16 S", "E -15 S")
    assert [problem.split(":")[0] for problem in king.check_playthrough(text)] == ["line 11", "line 12", "line 14"]


def test_c7_minsk_discards() -> None:
    text = MINSK_KING.replace("contract: king", "contract: jacks").replace("hearts king trump", "jacks")
    text = text[: text.index("N contract")] + "N contract {contract:jacks} -> contract:jacks\ntalon S7 D7\n"
    legal = "{C7 D7 H7 H8 H9 HA HK HQ HT S7 SA}"  # HK may be put away, HJ may not
    assert f"HJ is not one of {legal}" in king.check_playthrough(text + f"N discard {legal} -> HJ\n")[0]
    assert king.check_playthrough(text + f"N discard {legal} -> HK\n")[0].startswith("line 0: `(end of the text)`")


@pytest.mark.parametrize(
    ("call", "facts"),
    [
        ("open:S", ["turned CQ", "turned HQ", "turned DT", "named C"]),
        ("open:H", ["turned CQ", "turned HQ", "named H"]),
        ("open:highest", ["turned CQ", "turned HQ", "turned DT", "named C"]),
        ("trump:D", ["named D"]),
    ],
)
def test_opening_in_a_round(call: str, facts: list[str]) -> None:
    pack = pack_of("lithuanian")
    for place, card in zip((16, 17, 18), cards("QC QH 10D"), strict=True):
        other = pack.index(card)
        pack[place], pack[other] = pack[other], pack[place]
    text = play(header_of("lithuanian", "trump", "W", pack), lambda options: call if call in options else options[0])
    assert text.splitlines()[8 : 8 + len(facts)] == facts
    assert king.check_playthrough(text) == []


def test_o10_by_last() -> None:
    for variant, namer in (("russian", "W"), ("simple", "E")):
        text = played(variant, "trump", 2, "by-last")  # dealt by S: W is on his left, E on his right
        last = king.parse_playthrough(text)[0].hands[namer][-1]
        assert text.splitlines()[7:10] == [
            f"{namer} trump {{by-last trump:C trump:D trump:H trump:S}} -> by-last",
            f"turned {last}",
            f"named {last[0]}",
        ]
        assert text.splitlines()[10].startswith(f"{namer} play")


@pytest.mark.parametrize(("variant", "contract"), GAMES)
@pytest.mark.parametrize("seed", range(5))
def test_own_rounds_are_right_and_add_up(variant: str, contract: str, seed: int) -> None:
    text = played(variant, contract, seed)
    assert king.check_playthrough(text) == []
    game, lines = king.Game(variant, contract), text.splitlines()
    assert sum(int(word) for word in lines[-1].split()[2::2]) == game.total
    by_options = played(variant, contract, seed, options="option early_end=true\n")
    late = played(variant, contract, seed, options="option early_end=false\n")
    assert by_options.splitlines()[-1] == late.splitlines()[-1]  # the end comes earlier, the scores do not change
    scoring = [place for place, line in enumerate(lines) if line.startswith("trick") and not line.endswith("+0")]
    if "early end" in lines:
        assert game.rules["early_end"]  # E6: never where it is off
        assert lines.index("early end") == scoring[-1] + 1
    elif not game.is_layout:
        assert sum(line.startswith("trick") for line in lines) == game.rules["hand"]


def altered(text: str) -> list[tuple[str, str]]:
    """(what was done, the text with one thing in it made wrong)."""
    lines, found = text.splitlines(), []
    body = next(place for place, line in enumerate(lines) if "{" in line)

    def put(what: str, place: int, *instead: str) -> None:
        found.append((f"{what}: {lines[place]}", "\n".join([*lines[:place], *instead, *lines[place + 1 :]]) + "\n"))

    for place, line in enumerate(lines):
        words = line.split()
        put("left out", place)
        if words[0] == "hand":
            put("a card less", place, " ".join(words[:-1]))
            put("a card twice", place, " ".join([*words[:-1], words[2]]))
        if words[0] == "dealer:":
            put("another dealer", place, "dealer: " + {"N": "E", "E": "S", "S": "N", "W": "N"}[words[1]])
        if place < body:
            continue
        put("twice", place, line, line)
        if "{" in line:
            start, options, choice = line[: line.index("{")], line[line.index("{") + 1 : line.index("}")], words[-1]
            put("an option more", place, f"{start}{{{options} ZZ}} -> {choice}")
            put("an option less", place, f"{start}{{{' '.join(options.split()[:-1])}}} -> {choice}")
            put("not an option", place, f"{start}{{{options}}} -> ZZ")
            put("another seat", place, f"{'N' if words[0] != 'N' else 'E'}{line[1:]}")
        if words[0] in ("trick", "out"):
            put("another winner", place, f"{words[0]} {'N' if words[1] != 'N' else 'E'} {words[2]}")
            put("other points", place, f"{words[0]} {words[1]} {int(words[2]) + 1:+d}")
        if words[0] == "scores":
            put("another score", place, " ".join([*words[:-1], f"{int(words[-1]) - 1:+d}"]))
            put("two scores", place, " ".join([words[0], words[1], words[4], words[3], words[2], *words[5:], "+0"]))
        if words[0] in ("turned", "talon", "named"):
            put("another fact", place, f"{line[:-1]}X")
    return found


@pytest.mark.parametrize(("variant", "contract"), GAMES)
def test_check_playthrough_finds_whatever_is_wrong(variant: str, contract: str) -> None:
    call = {"lithuanian": "open:highest", "russian": "by-last", "simple": "by-last"}.get(variant, "")
    for what, text in altered(played(variant, contract, 1, call)):
        another_dealer = what.startswith("another dealer") and contract == "layout"  # there the dealer changes nothing
        assert king.check_playthrough(text) or another_dealer, what


def test_rounds_under_options() -> None:
    assert king.check_playthrough(played("lithuanian", "king", 7, options="option king_forced=true\n")) == []
    assert king.check_playthrough(played("lithuanian", "layout", 7, options="option may_pass=true\n")) == []
    assert "pass}" in played("lithuanian", "layout", 7, options="option may_pass=true\n")
    assert king.check_playthrough(played("minsk", "trump", 7, options="option trump_lead=declarer-only\n")) == []
    assert king.check_playthrough("option layout=false\n" + played("lithuanian", "layout", 7))
    kept = [played("lithuanian", "king", seed) for seed in range(20)]  # sometimes a void player keeps the King
    assert any(king.check_playthrough("option king_forced=true\n" + text) for text in kept)
