"""The independent implementation: layouts, the Hundred, the stock, early ends, counts of sequences, by hand."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import independent as king
from independent_samples import EVERY_GAME, cards, game_of, pack_of, split, table

# ---- Layouts and early end


def in_layout(
    laid: str, hand: str, game: str = "lithuanian layout", now: int = 0, **hands: str
) -> tuple[king.Game, king.State]:
    """N is to lay; who is not named holds AS."""
    found, given = game_of(game), {"N": hand} | hands
    held = tuple(frozenset(cards(given.get(seat, "AS"))) for seat in found.seats)
    return found, king.State(held, "N", laid=frozenset(cards(laid)), laid_now=now)


@table("""
    D1  | lithuanian   | 9C               | 8C 10C 9H 8H KC      | 8C 10C 9H
    D2  | lithuanian   | 8C 9C 10C JC 9H  | 7C QC 10H 8H KD 9D   | 7C QC 10H 8H 9D
    D3  | lithuanian   | 9C               | 7C KD 8H             |
    D4  | lithuanian   |                  | 9C 8C 9H             | 9C
    D4  | lithuanian   |                  | 9H 8C                |
    D7  | lithuanian-3 | 9S               | 10S JS KH            | 10S
    D8  | polish       |                  | 8S 8D 7S             | 8S 8D
    D9  | polish       |                  | 7S 9S AS             |
    up and down | polish | 7S 8S          | 6S 9S 5S 10S 8H 7H   | 6S 9S 8H
    D12 | varzytines   | JS               | 10S QS 9S JH         | 10S QS JH
    D11 | varzytines   |                  | JS JD JH 10S         | JS JD JH
    d24 | varzytines-3 | 9S 10S JS        | QS KS AH             | QS
""")
def test_layable(row: str) -> None:
    _, variant, laid, hand, expected = split(row)
    assert king.layable(game_of(f"{variant} layout"), cards(hand), cards(laid)) == set(cards(expected))


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


def test_turns_of_the_lottery() -> None:
    assert king.moves(*in_layout("", "8S 8D 7S", "polish layout")) == ("N", {"S8", "D8"})  # D8
    assert king.moves(*in_layout("", "7S", "polish layout", E="7D", S="8S", W="8D")) == ("S", {"S8"})  # D9
    game, state = in_layout("8S", "9S", "polish layout", E="7S", S="6S 8D", W="5S 7D")
    assert king.perft((game, state), 3) == [1, 1, 0]  # over when the second is out


def test_several_jacks() -> None:
    game, state = in_layout("", "JS JD JH 10S", "varzytines layout")  # D11
    assert king.moves(game, state) == ("N", {"SJ", "DJ", "HJ"})
    state = king.after(game, state, "N", "SJ")
    assert king.moves(game, state) == ("N", {"DJ", "HJ", "stop"})
    stopped = king.after(game, state, "N", "stop")
    assert (stopped.turn, stopped.laid) == ("E", {"SJ"})
    state = king.after(game, state, "N", "DJ")  # never two of three
    assert king.moves(game, state) == ("N", {"HJ"})
    state = king.after(game, state, "N", "HJ")
    assert (state.turn, state.laid_now, len(state.laid)) == ("E", 0, 3)
    game, state = in_layout("", "10S", "varzytines layout", E="JS JD")  # the right goes on with the turn
    assert king.after(game, state, "E", "SJ").turn == "E"
    for option, turn in (("opening", "E"), ("any", "N"), ("no", "E")):
        game, state = in_layout("JC", "JS JD", f"varzytines layout multi_jacks={option}")
        assert king.moves(game, state) == ("N", {"SJ", "DJ"})
        assert king.after(game, state, "N", "SJ").turn == turn
    game, state = in_layout("JC", "10C JD", "varzytines layout multi_jacks=any")
    assert king.after(game, state, "N", "C10".replace("10", "T")).turn == "E"  # not a jack
    game, state = in_layout("", "JS JD", "varzytines layout multi_jacks=no")
    assert king.after(game, state, "N", "SJ").turn == "E"


def test_places_in_a_layout() -> None:
    def prizes(game: str, places: str) -> list[int]:
        return list(king.layout_score(game_of(game), places).values())

    assert king.layout_score(game_of("lithuanian layout"), "NSE") == {"N": 48, "S": 36, "E": 12, "W": 0}  # D5
    assert king.layout_score(game_of("lithuanian-3 layout"), "EN") == {"E": 30, "N": 18, "S": 0}  # D6
    assert prizes("polish layout", "NS") == [800, 500, 0, 0]  # D10
    assert prizes("polish layout second_prize=300", "NS") == [800, 300, 0, 0]
    assert prizes("polish layout lottery_deals=4", "NS") == [200, 125, 0, 0]
    assert prizes("polish-3 layout", "NS") == [790, 485, 0]
    assert prizes("polish-3 layout lottery_deals=3", "NS") == [250, 175, 0]
    assert prizes("varzytines layout", "NSE") == [0, 0, 0, -8]  # D13


@table("""
    H1 | 0  | 10S | 10 0
    H1 | 10 | QD  | 13 0
    H2 | 24 | JS  | 26 -1
    H3 | 21 | KS  | 25 -1
    H4 | 49 | 10S | 59 -2
    H5 | 70 | AS  | 81 0
    H6 | 98 | JS  | 100 -5
    H7 | 30 | 9S  | 30 0
    all eyes | 89 | AH | 100 -5
    at the limit | 25 | 7H | 25 0
""")
def test_hundred(row: str) -> None:
    _, total, card, expected = split(row)
    game = game_of("varzytines hundred")
    assert king.lay_hundred(game, int(total), cards(card)[0]) == tuple(int(word) for word in expected.split())
    assert sum(king.eyes(card) for card in pack_of("varzytines")) == 120


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
    jokers | jokers-3 joker-hearts | AS KS 10S                          | over
    jokers | jokers-3 joker-hearts | AS KS JOKER2                       | goes on
    trade | trade suit S         | AH KH 10H 9H                         | over
    trade | trade suit S         | AH KH 10H 9S                         | goes on
    omnibus | omnibus omnibus    | AS KS 10S 9S                         | over
    omnibus | omnibus omnibus    | AS KS 10S 10D                        | goes on
    domino | domino hearts       | AS KS 10S 9S                         | over
    domino | domino tricks       | AS KS 10S 9S                         | goes on
    ordered | ordered take-hearts trump_in=all-positive C | AS KS 10S 9S | over
    atomic | atomic queens       | AS KS 10S                            | over
    never | varzytines king      | AS KS 10S 9S                         | goes on
    never | polish seventh-and-last last_trick=seventh-and-last early_end=true | AS KS 10S 9S | goes on
    never | polish last early_end=true | AS KS 10S 9S                   | goes on
    option | varzytines king early_end=true | AS KS 10S 9S              | over
    by default | rifki queens    | AS KS 10S 9S                         | goes on
""")
def test_early_end(row: str) -> None:
    _, text, unplayed, expected = split(row)
    game, held = game_of(text), cards(unplayed)
    hands = tuple(frozenset(held[seat :: len(game.seats)]) for seat in range(len(game.seats)))
    assert bool(king.moves(game, king.State(hands, "N"))[1]) == (expected == "goes on")


# ---- The stock


def in_domino(hands: str, keys: str) -> tuple[king.Game, king.State]:
    return king.parse_position("domino", hands, keys)


def test_drawing() -> None:
    """M15 and M16; the positions are written as in a file."""
    hands, keys = "N:A... E:.7.8. S:8... W:7...", "contract=hearts leader=N trick=SQ order=NESW stock="
    game, state = in_domino(hands, keys + "C9,SK,C7")
    assert king.moves(game, state) == ("E", {"SK"})
    state = king.after(game, state, "E", "SK")
    assert king.hand_of(game, state, "E") == {"H7", "D8", "C9"}
    assert state.stock == ("C7",)
    assert king.moves(*in_domino(hands, keys)) == ("E", {"H7", "D8"})
    game, state = in_domino(hands, keys + "C9,C7")  # the stock runs out while he draws
    assert king.moves(game, state) == ("E", {"H7", "D8", "C9", "C7"})
    assert king.after(game, state, "E", "C9").stock == ()
    forced = "N:A... E:.K.8. S:8... W:7..."
    assert king.moves(*in_domino(forced, keys.replace("hearts", "king") + "C9,C7")) == ("E", {"HK"})
    assert king.moves(*in_domino(forced, keys.replace("hearts", "king") + "C9,SK")) == ("E", {"SK"})


def test_seats_without_cards() -> None:
    game, state = in_domino("N:A... E:9.9.. S:8.8.. W:...", "contract=tricks leader=N")
    assert king.moves(game, state) == ("N", {"SA"})
    for seat, card in (("N", "SA"), ("E", "S9")):
        state = king.after(game, state, seat, card)
    assert (state.turn, state.order) == ("S", "NES")  # W is passed over
    state = king.after(game, state, "S", "S8")
    assert (state.turn, state.trick) == ("E", ())  # M19: N won it and has no cards left
    state = king.after(game, king.after(game, state, "E", "H9"), "S", "H8")
    assert king.moves(game, state) == ("E", set())


def test_the_rest_of_a_domino_round() -> None:
    game = game_of("domino queens")
    trick = [("N", cards("AS KS 10S QH"))]
    assert king.score(game, trick, ("S", cards("QS JD")))["S"] == -4  # M17
    assert king.score(game, trick, ("S", cards("QS QC 8D"))) == {"N": -4, "E": 0, "S": -8, "W": 0}  # M20
    game = game_of("domino all")
    assert king.score(game, [], ("S", cards("QS JD 7S"))) == {"N": 0, "E": 0, "S": -8, "W": 0}  # it is no trick


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


def test_more_perft_counted_by_hand() -> None:
    hundred = "N:T... E:.K.. S:..J. W:A..8."
    assert counts("varzytines", hundred, "contract=hundred turn=W sum=93", 3) == [2, 1, 0]  # SA 104; D8, ST 103
    # SA, ST 101; or D8 and all the rest
    assert counts("varzytines", hundred, "contract=hundred turn=W sum=80", 5) == [2, 2, 1, 1, 1]
    jacks = "N:J.J.J.T E:.T.. S:.9.. W:.8.."
    now = "contract=layout turn=N laid=CJ-J laid_now=1"  # a jack more or stop; ... CJ SJ HJ DJ, E HT
    assert counts("varzytines", jacks.replace("J.J.J", "J.J."), now, 1) == [3]
    assert counts("varzytines", jacks, now.replace("layout", "layout multi_jacks=any"), 1) == [4]
    two = "N:J...T E:Q... S:K... W:A..."
    # SJ, E SQ, S SK, W SA and over; or stop, N SJ, E SQ, S SK ...; or stop, N CT, N SJ, E SQ ...
    assert counts("varzytines", two, now, 5) == [2, 3, 3, 3, 2]
    odd = "N:.2.. E:9... S:8..."
    assert counts("jokers-3", odd, "contract=joker-hearts leader=N odd=HX", 3) == [1, 1, 1]
    assert counts("jokers-3", odd.replace(".2..", "2..."), "contract=joker-hearts leader=N odd=D9", 1) == [0]
    assert counts("jokers-3", odd.replace(".2..", "2..."), "contract=joker-hearts leader=N odd=HX", 3) == [1, 1, 1]
    trade = "N:A.2.. E:9.3.. S:8.4.. W:7.5.."
    assert counts("trade", trade, "contract=suit suit=S leader=N", 5) == [2, 2, 2, 2, 1]  # spades gone: over
    assert counts("trade", trade, "contract=suit suit=H leader=N", 5) == [2, 2, 2, 2, 1]
    rifki = "N:7.8.. E:..AK. S:9.T.. W:8.9.."  # N, W, S, E: only E may choose when he is void
    assert counts("rifki", rifki, "contract=tricks leader=N", 5) == [2, 2, 2, 4, 4]
    assert counts("rifki", rifki.replace("AK", "QK"), "contract=queens leader=N", 5) == [2, 2, 2, 2, 2]
    three = "N:7..7. W:8..8. F:9..9."
    hearts = three.replace("F:9..9.", "F:9.9..")  # F, N, W: after H9 both may throw what they like
    assert counts("declared-3-of-5", hearts, "contract=tricks leader=F", 4) == [2, 3, 5, 5]
    assert counts("declared-3-of-5", f"{three} E:... S:...", "contract=tricks leader=F", 3) == [2, 2, 2]
    drawn = "N:A8... E:..8. S:9.7.. W:7..."
    # N A: E draws C9 and SK and plays it; S S9, W S7 and is out; N S8, E D8 or C9. Or N 8; E leads D8 or C9
    assert counts("domino", drawn, "contract=tricks leader=N stock=C9,SK", 6) == [2, 2, 2, 2, 3, 4]
    with_order = "N:.8.. E:..8. S:9.7.. W:..."
    assert counts("domino", with_order, "contract=tricks leader=N trick=SA,S8 order=NES", 2) == [1, 1]


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


def test_memory_changes_no_count_elsewhere() -> None:
    """Also with a stock, jacks, an odd card, the Hundred; positions of random cards."""

    def plain(game: king.Game, state: king.State, depth: int) -> int:
        seat, options = king.moves(game, state)
        if depth == 1:
            return len(options)
        return sum(plain(game, king.after(game, state, seat, move), depth - 1) for move in options)

    for text in ("domino tricks", "domino king", "jokers-3 joker-hearts", "rifki hearts", "varzytines layout"):
        game, chance = game_of(text), random.Random(4)
        pack = chance.sample(king.deck_of(game.rules), 16)
        held = tuple(frozenset(pack[3 * place : 3 * place + 3]) for place in range(len(game.seats)))
        state = king.State(held, "N", stock=tuple(pack[12:]) if game.rules["stock"] else ())
        assert king.perft((game, state), 7) == [plain(game, state, depth) for depth in range(1, 8)], text


@pytest.mark.parametrize(("variant", "contract", "options"), EVERY_GAME)
def test_a_line_for_every_game(tmp_path: Path, variant: str, contract: str, options: dict[str, str]) -> None:
    """Two cards a seat, the first cards of a round: written as a line of a file, read, counted."""
    chance, names = random.Random(6), king.rules_of(variant, options)["named"].get(contract)
    game = king.Game(variant, contract, options=options)
    pack = chance.sample(pack_of(variant, options), len(pack_of(variant, options)))
    # something must be left to score, and somebody able to begin
    scoring = next((card for card in pack if king.card_points(game, card)), pack[0])
    pack.sort(key=lambda card: card != scoring)
    if game.is_layout:
        pack.sort(key=lambda card: card != game.rules["layout"]["opening"] and card not in game.starts)
    size = len(game.seats)
    hands = {seat: pack[place : 2 * size : size] for place, seat in enumerate(game.seats)}
    held = " ".join(
        f"{seat}:{'.'.join(''.join(card[1] for card in hand if card[0] == suit) for suit in king.SUITS)}"
        for seat, hand in hands.items()
    )
    keys = f"contract={contract} " + ("turn=" if game.is_layout or game.is_hundred else "leader=") + game.seats[0]
    keys += {"trump": f" trump=H declarer={game.seats[1]}", "suit": " suit=H"}.get(names or "", "")
    keys += " stock=" + ",".join(pack[2 * size : 2 * size + 4]) if game.rules["stock"] else ""
    keys += f" odd={pack[-1]}" if game.rules["talon"] == "first-trick" else ""
    keys += " sum=90" if game.is_hundred else ""
    keys += "".join(f" {key}={value}" for key, value in options.items())
    counts = king.perft(king.parse_position(variant, held, keys), 6)
    assert counts[0] > 0
    file = tmp_path / f"{variant}.perft"
    file.write_text(f"{contract} | {held} | {keys} | {' '.join(map(str, counts))}\n", encoding="utf-8")
    assert king.check_perft(file) == []


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


LINES = {
    "domino": "N:A... E:.7.8. S:8... W:7... | contract=hearts leader=N trick=SQ order=NESW stock=C9,SK,C7 | 1 1 1 3 5",
    "varzytines": "N:J...T E:Q... S:K... W:A... | contract=layout turn=N laid=CJ-J laid_now=1 | 2 3 3 3 2",
    "varzytines-3": "N:T... E:.K.. S:.A.J. | contract=hundred turn=S sum=80 | 2 2 1 1",
    "jokers-3": "N:2... E:9... S:8... | contract=joker-hearts leader=N odd=HX | 1 1 1 0",
    "trade": "N:A.2.. E:9.3.. S:8.4.. W:7.5.. | contract=suit suit=S leader=N | 2 2 2 2 1",
    "rifki": "N:7.8.. E:..QK. S:9.T.. W:8.9.. | contract=queens leader=N | 2 2 2 2 2",
    "declared-3-of-5": "N:7..7. W:8..8. F:9..9. | contract=tricks leader=F | 2 2 2",
    "polish": "N:.2..3 E:.3..4 S:.4..5 W:.5..6 | contract=all leader=N | 1 1 1 1",
}


@table("""
    domino | SQ order -> HQ order      | domino | stock=C9 -> stock=C9,C9,SK- | domino | order=NESW -> order=NEWS
    domino | order=NESW -> order=ESWN  | domino | trick=SQ -> trick=          | domino | ,SK,C7 -> SA,C7
    domino | hearts -> king            | domino | leader=N -> leader=E        | domino | E:.7.8. -> E:9.7.8.
    domino | trick=SQ -> trick=SQ,D8   | domino | =C9,SK -> =SK,C9            | domino | order=NESW -> odd=C8
    domino | 3 5 -> 3 6                | domino | W:7 -> W:                   | domino | order=NESW -> order=NES
    varzytines | laid_now=1 -> laid_now=2 | varzytines | now=1 -> now=x       | varzytines | laid=CJ-J -> laid=CT-J
    varzytines | laid=CJ-J -> laid=    | varzytines | turn=N -> leader=N      | varzytines | turn=N -> turn=F
    varzytines | N:J...T -> N:T...T    | varzytines | laid_now=1 -> sum=20    | varzytines | 3 3 2 -> 3 3 3
    varzytines | laid_now=1 -> passes=1 | varzytines | now=1 -> now=1 multi_jacks=maybe
    varzytines | now=1 -> now=1 multi_jacks=no | varzytines | now=1 -> now=1 trick=SJ
    varzytines-3 | sum=80 -> sum=100   | varzytines-3 | sum=80 -> sum=89      | varzytines-3 | sum=80 -> stock=S9
    varzytines-3 | turn=S -> turn=N    | varzytines-3 | turn=S -> leader=S    | varzytines-3 | S:.A.J. -> S:.J.J.
    varzytines-3 | sum=80 -> sum=80 laid=SJ-J | varzytines-3 | E:.K.. -> E:.8.. | varzytines-3 | E:.K.. -> E:...
    varzytines-3 | 2 1 1 -> 2 2 1      | varzytines-3 | E:.K.. -> E:.KTQ..
    jokers-3 | odd=HX -> odd=D9        | jokers-3 | odd=HX -> odd=HZ          | jokers-3 | odd=HX -> odd=S9
    jokers-3 | odd=HX -> odd=          | jokers-3 | odd=HX -> odd=HX suit=S   | jokers-3 | N:2... -> N:.Z..
    jokers-3 | odd=HX -> odd=HY jokers=1 | jokers-3 | 1 1 1 0 -> 1 1 1 1
    trade | suit=S leader -> leader    | trade | suit=S -> suit=X             | trade | suit=S -> trump=S
    trade | suit=S -> suit=D           | trade | 2 1 -> 2 2
    rifki | queens -> tricks           | rifki | queens -> queens trick=S7,DK | rifki | leader=N -> leader=E
    rifki | =N -> =N direction=clockwise trick=S7,SQ
    declared-3-of-5 | N:7 -> E:7       | declared-3-of-5 | leader=F -> leader=E | declared-3-of-5 | F:9 -> X:9
    declared-3-of-5 | W:8..8. -> W:... | declared-3-of-5 | tricks -> trump    | declared-3-of-5 | 2 2 2 -> 2 2 3
    declared-3-of-5 | N:7..7. -> N:7..7. S:...7 | declared-3-of-5 | N:7..7. ->
    polish | all -> last-two           | polish | all -> queens               | polish | =N -> =N ban_in_all=false
    polish | =N -> =N second_prize=400
""")
def test_check_perft_finds_in_other_games(tmp_path: Path, row: str) -> None:
    fields = split(row)
    for variant, alteration in zip(fields[::2], fields[1::2], strict=True):
        file = tmp_path / f"{variant}.perft"
        file.write_text(f"x | {LINES[variant]}", encoding="utf-8")
        assert king.check_perft(file) == []
        old, new = (text.strip() for text in alteration.split("->"))
        assert old in LINES[variant], alteration
        file.write_text(f"x | {LINES[variant].replace(old, new)}", encoding="utf-8")
        assert len(king.check_perft(file)) == 1, alteration


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
