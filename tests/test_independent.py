"""The independent implementation itself: rows of the rules' test vectors, by hand.

The ids (V01, L05, ...) are those of the vectors; cards are written here as there, rank first ("KH", "10S", "JOKER").
"""

from __future__ import annotations

import pytest

import independent as king
from independent_samples import EVERY_GAME, cards, game_of, pack_of, split, table

BLANK = ["S7", "D7", "C7", "S8"]


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
    V11 | lithuanian-3 hearts    | 3 | AH 10H JH      | -8
    V12 | lithuanian-3 hearts    | 3 | AH KH QH JH 10H 9H | -16
    V13 | lithuanian-3 all       | 8 | KH QH 9H       | -40
    V15 | russian-3 king         | 3 | 7S KH 7D       | -24
    V16 | simple-3 king          | 3 | 7S KH 7D       | -20
    plus4 | simple-3 king imbalance=plus4 | 3 | KH    | -24
    plus4 | simple-3 all imbalance=plus4 | 3 | KH     | -28
    plus4 | simple-3 jacks imbalance=plus4 plus4_on=jacks | 3 | JS KH | -6
    plus4 | simple-3 all imbalance=plus4 plus4_on=queens | 3 | QS KS | -8
    plus4 | simple-3 last-two imbalance=plus4 plus4_on=last-two | 9 | QS KS | -12
    V18 | polish all             | 3 | 9C KH QH JC    | -330
    V19 | polish-3 all           | 3 | 9C KH QH       | -285
    V21 | polish last            | 12 | 9C 8C 7C 6C   | 0
    V21 | polish last            | 13 | 9C 8C 7C 6C   | -150
    V22 | polish seventh-and-last last_trick=seventh-and-last | 7 | 9C 8C | -75
    V22 | polish seventh-and-last last_trick=seventh-and-last | 13 | 9C 8C | -75
    V22 | polish seventh-and-last last_trick=seventh-and-last | 8 | 9C 8C | 0
    polish | polish last-two last_trick=last-two | 12 | 9C 8C | -75
    polish-3 | polish-3 last     | 17 | 9C 8C 7C      | -140
    polish-3 | polish-3 all last_trick=seventh-and-last | 7 | 9C 8C 7C | -85
    V23 | declared-3 hearts      | 3 | 7H 9H KH       | -15
    V24 | declared-3 last-two    | 9 | 7H 9H KH       | -20
    V24 | declared-3 last-two    | 10 | 7H 9H KH      | -20
    V26 | declared-3 jacks-kings | 3 | JS JH KD       | -15
    M10 | omnibus omnibus        | 3 | 7H 8H 9H 10H JH QS | -18
    M10 | omnibus omnibus        | 3 | 7H 8H 9H 10H JH QS 10D | -8
    M13 | jokers joker-hearts    | 3 | AH JOKER 9S    | -34
    two | jokers-3 joker-hearts  | 3 | 2H JOKER2 9S   | -22
    trade | trade suit S         | 3 | 7S 9H AS 9D    | -2
    lady | black-lady hearts-and-lady | 3 | QS 9H QD  | -14
    boys | atomic jacks          | 3 | JS JH KD       | -20
    boys | atomic jacks-kings boys=jacks-kings | 3 | JS JH KD | -15
    taken | atomic take-all take_all=true trump_deals=0 | 9 | KH QH 9S | 84
    rifki | rifki jacks-kings    | 3 | JS KH KD 7C    | -180
    rifki | rifki last-two       | 12 | 7C 8C 9C 10C  | -180
    heart | domino hearts heart_value=1 | 3 | 7H 9S KH | -2
    stock | domino last-two      | 6 | 7H 9S KH 7C    | 0
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
    V31 | declared-3 trump    | NNNNNNEEEE | 48 32 0
    V30 | russian-3 trump     | NNNNNEEESS | 20 12 8
    V22 | polish seventh-and-last last_trick=seventh-and-last | EEEEEENEEEEEN | -150 0 0 0
    V24 | declared-3 last-two | EEEEEEEENN | -40 0 0
    V32 | varzytines tricks   | NNNNNNNN   | 8 0 0 0
    V33 | varzytines tricks   | NNNNNNNE   | -14 -2 0 0
    added | varzytines tricks premium_adds=true | EEEEEEEE | 0 -8 0 0
    value | atomic trump trump_value=8 trump_deals=3 | NNNNNNEEEE | 48 32 0
    value | atomic trump      | NNNNNNEEEE | 24 16 0
    last two of seven | domino last-two | NNNNNNE | -8 -8 0 0
    last two of eight | domino last-two | NNNNNNEE | 0 -16 0 0
    rifki | rifki trump       | NWWWWWWWWWWWW | 50 600 0 0
""")
def test_points_of_tricks(row: str) -> None:
    _, game, winners, expected = split(row)
    scores = king.score(game_of(game), [(seat, BLANK) for seat in winners])
    assert list(scores.values()) == [int(points) for points in expected.split()]


@table("""
    V34 | varzytines hearts   | 8 0 0 0 | 8 0 0 0
    V35 | varzytines hearts   | 5 2 1 0 | -5 -2 -1 0
    V36 | varzytines jacks    | 1 1 1 1 | -2 -2 -2 -2
    V37 | varzytines jacks    | 2 1 1 0 | -8 -4 -4 0
    V38 | varzytines jacks    | 2 2 0 0 | -8 -8 0 0
    V39 | varzytines jacks    | 4 0 0 0 | 8 0 0 0
    V40 | varzytines-3 jacks  | 2 1 1   | -4 -2 -2
    V40 | varzytines-3 jacks  | 3 1 0   | -12 -4 0
    three | varzytines-3 hearts | 6 0 0 | 8 0 0
    A-07 | varzytines jacks doubling=per_player | 2 2 0 0 | -16 -16 0 0
    A-07 | varzytines jacks doubling=per_player | 2 1 1 0 | -8 -4 -4 0
    A-07 | varzytines jacks doubling=per_player | 0 4 0 0 | 0 8 0 0
    A-07 | varzytines jacks doubling=per_player premium_adds=true | 0 4 0 0 | 0 -56 0 0
    A-36 | varzytines jacks premium_adds=true | 4 0 0 0 | -8 0 0 0
    A-36 | varzytines jacks premium_adds=true | 3 1 0 0 | -12 -4 0 0
    A-36 | varzytines hearts premium_adds=true | 0 0 8 0 | 0 0 0 0
    A-36 | varzytines-3 hearts premium_adds=true | 6 0 0 | 2 0 0
    M10 | omnibus omnibus     | 0 15 0 0 | 0 26 0 0
    M10 | omnibus-3 omnibus   | 0 0 15  | 0 0 26
    slam | black-lady hearts-and-lady | 0 14 0 0 | -26 0 -26 -26
    none | black-lady hearts-and-lady | 13 1 0 0 | -25 -1 0 0
""")
def test_premiums(row: str) -> None:
    """So many of the cards that score to each player; the queen of spades comes first."""
    _, text, counts, expected = split(row)
    game = game_of(text)
    scoring = [card for card in king.deck_of(game.rules) if king.card_points(game, card)]
    tricks = []
    for seat, number in zip(game.seats, counts.split(), strict=True):
        tricks.append((seat, scoring[: int(number)]))
        scoring = scoring[int(number) :]
    assert scoring == []
    assert list(king.score(game, tricks).values()) == [int(points) for points in expected.split()]


@pytest.mark.parametrize(("variant", "contract", "options"), EVERY_GAME)
def test_terms_add_up_to_the_total(variant: str, contract: str, options: dict[str, str]) -> None:
    """One player takes everything; V10, V17, V20 are among them."""
    suit = "H" if contract == "suit" else ""
    game = king.Game(variant, contract, options=options, suit=suit)
    if game.is_layout:
        assert sum(king.layout_score(game, "").values()) == game.total
    elif game.is_hundred:
        assert sum(game.rules["hundred"].values()) == game.total
    else:
        deck, size, tricks = king.deck_of(game.rules), len(game.seats), game.rules["hand"]
        won = [king.trick_points(game, trick + 1, deck[size * trick : size * trick + size]) for trick in range(tricks)]
        total = sum(won) + sum(king.card_points(game, card) for card in deck[size * tricks :])
        at_the_end = sum(king.points_at_the_end(game, number, 7) for number in range(8)) if game.rules["stock"] else 0
        assert game.totals is None or total + at_the_end in game.totals


def test_per_card_values_in_all() -> None:
    values = {
        "lithuanian": "KH 20 QH 6 JH 4 7H 2 KS 2 QS 4 JS 2",
        "lithuanian-3": "KH 21 AH 3 QH 7 JH 5 10H 2",
        **dict.fromkeys(["russian", "simple", "ukrainian", "skill-full"], "KH 18 QH 6 JH 6 AH 2 JS 4 QS 4"),
        "simple-3": "KH 22 JH 7 QH 7",
        "polish": "KH 200 QH 80 JH 50 AH 20 KS 30 QS 60",
        "polish-3": "KH 190",
    }
    for variant, text in values.items():
        game, words = king.Game(variant, "all"), text.split()
        for card, value in zip(words[::2], words[1::2], strict=True):
            assert king.card_points(game, cards(card)[0]) == -int(value), (variant, card)


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
    L14 | polish trump          | C E                              | 9S    | 7C AH KD | 7C AH KD
    L22 | varzytines king       |                                  |       | 7H KS    | 7H KS
    L23 | polish all            |                                  |       | 7H KS    | KS
    A-23 | polish all           | ban_in_all=false                 |       | 7H KS    | 7H KS
    still | polish king         | ban_in_all=false                 |       | 7H KS    | KS
    must | polish-3 trump       | C E must_trump=true              | 9S    | 7C AH KD | 7C
    not forced | polish king    |                                  | 9S    | KH AD    | KH AD
    option | polish king        | king_forced=true                 | 9S    | KH AD    | KH
    option | varzytines king    | no_heart_lead=true               |       | 7H KS    | KS
    option | varzytines jacks   | no_heart_lead=true               |       | 7H KS    | 7H KS
    option | varzytines king    | king_forced=true                 | 9S    | KH 7C    | KH
    a list | varzytines jacks   | no_heart_lead=jacks,king         |       | 7H KS    | KS
    M12 | omnibus omnibus       |                                  |       | 7H 9S    | 7H 9S
    M18 | domino hearts         |                                  |       | 7H KS    | 7H KS
    M16 | domino hearts         |                                  | 9S    | 7H 8D    | 7H 8D
    forced | domino king        |                                  | 9S    | KH 8D    | KH
    forced | domino all         |                                  | 9S    | KH 8D    | KH
    no ban | black-lady hearts-and-lady |                          |       | 7H KS    | 7H KS
    joker follows | jokers joker-hearts |                          | 9H    | JOKER 7S 2H | JOKER 2H
    joker asks for hearts | jokers joker-hearts |                  | JOKER | 7S 2H    | 2H
    joker waits | jokers joker-hearts |                            | 9S    | 7S JOKER | 7S
    joker goes | jokers joker-hearts |                             | 9S    | 7D JOKER | 7D JOKER
    joker leads | jokers joker-hearts |                            |       | 7D JOKER | 7D JOKER
    banned | jokers joker-hearts | no_heart_lead=true              |       | 7D JOKER 2H | 7D
    not forced | atomic hearts  |                                  | 9S    | KH 8D    | KH 8D
    forced | atomic king        |                                  | 9S    | KH 8D    | KH
    forced | atomic take-all    | take_all=true trump_deals=0      | 9S    | KH 8D    | KH
    banned | atomic take-all    | take_all=true trump_deals=0      |       | KH 8D    | 8D
    must | ordered take-tricks  | C E                              | 9S    | 7C AH    | 7C
    none | ordered take-tricks  | trump_in=none                    | 9S    | 7C AH    | 7C AH
    forced first | ordered take-king | C E trump_in=all-positive   | 9S    | 7C KH    | KH
    declared | declared all     | all_and_layout=true              |       | 7H KS    | KS
    not forced | declared-3 king |                                 | 9S    | 7C KH    | 7C KH
    hearts | rifki hearts       |                                  |       | 7H KS    | KS
    king | rifki king           |                                  |       | 7H KS    | KS
    queens | rifki queens       |                                  |       | 7H KS    | 7H KS
    throw | rifki hearts        |                                  | 9S    | 7H KD    | 7H
    throw | rifki queens        |                                  | 9S    | QD QH AC | QD QH
    throw | rifki jacks-kings   |                                  | 9S    | QD JH KC | JH KC
    throw | rifki king          |                                  | 9S    | KH AC    | KH
    nothing to throw | rifki king |                                | 9S    | QH AC    | QH AC
    nothing to throw | rifki tricks |                              | 9S    | QH AC    | QH AC
    follows | rifki king        |                                  | 9H    | KH 2H    | KH 2H
    trump | rifki trump         | C N                              | 9S    | QH AC    | AC
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
    its option | russian king payback=mixed
    three play both | lithuanian-3 tricks layout=false
    no last-two | polish last-two
    no last | polish last last_trick=last-two
    mixed | polish tricks all=false
    lottery | polish-auction tricks payback=lottery
    deals | polish-3 tricks lottery_deals=4
    no second prize | polish tricks second_prize=300 payback=trumps
    no second prize | polish-3 tricks second_prize=300
    aces | russian-3 tricks removed_aces=HA,SA
    no all | russian-3 all
    no layout | polish layout payback=trumps
    no trump deals | polish trump payback=lottery
    bad order | domino hearts order=hearts,trump
    only in the option | declared all
    together | atomic take-all take_all=true
    together | atomic tricks trump_deals=0
    plus4 | simple-3 jacks plus4_on=jacks
    no trump | ordered take-king C
    no trump | ordered take-tricks C trump_in=none
    no such suit | trade suit X
    no trump | rifki trump NT
    no trump in one | polish trump NT
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
    W05 | jokers joker-hearts   | 10H JOKER JH 2H     | JH
    W06 | jokers joker-hearts   | 10H JOKER 9H 2H     | JOKER
    W07 | jokers joker-hearts   | AS JOKER KS 2S      | JOKER
    W08 | jokers joker-hearts   | JOKER QH 10H 3H     | QH
    W09 | jokers-3 joker-hearts | JOKER1 JOKER2 5H    | JOKER1
    W09 | jokers-3 joker-hearts | 5H JOKER2 JOKER1    | JOKER2
    W10 | jokers joker-hearts   | AS JOKER JH 2S      | JH
    W10 | jokers joker-hearts joker_beaten_by_discarded_heart=false | AS JOKER JH 2S | JOKER
    W10 | jokers joker-hearts joker_beaten_by_discarded_heart=false | 2H JOKER JH KH | KH
    W10 | jokers joker-hearts joker_beaten_by_discarded_heart=false | JOKER 2H JH 3H | JH
    heart thrown | jokers joker-hearts | 9S AH KD 10S | 10S
    two hearts | jokers-3 joker-hearts | 9S KH JOKER  | KH
    trade    | trade suit H        | 8S AH KD 10S  | 10S
    ordered  | ordered take-tricks H | 8S AH KD 10S | AH
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
    hands, _ = king.deal("lithuanian-3", "trump", "S", pack_of("lithuanian-3"))
    assert places("lithuanian-3", hands["N"]) == [0, 1, 2, 3, 12, 13, 14, 15]
    assert king.deal("russian-3", "trump", "S", pack_of("russian-3"))[0]["N"][-1] == pack_of("russian-3")[21]
    hands, _ = king.deal("simple-3", "trump", "N", pack_of("simple-3"))  # S, on his right, is dealt to first
    assert places("simple-3", hands["S"]) == [0, 1, 2, 9, 10, 11, 12, 13, 14, 15]
    hands, _ = king.deal("simple", "trump", "W", pack_of("simple"), {"chooser": "left"})
    assert places("simple", hands["N"])[-1] == 16
    hands, talon = king.deal("declared-3-of-5", "king", "S", pack_of("declared-3-of-5"))
    assert list(hands) == ["N", "W", "F"]  # S deals, E sits on his right
    assert places("declared-3", talon) == [12, 13]
    assert places("declared-3", hands["W"]) == [0, 1, 6, 7, 14, 15, 16, 23, 24, 25]
    assert places("declared-3", hands["N"]) == [4, 5, 10, 11, 20, 21, 22, 29, 30, 31]
    for variant, last in (("polish-auction", [48, 49, 50, 51]), ("polish-auction-3", [48, 49, 50])):
        hands, talon = king.deal(variant, "trump", "N", pack_of(variant))
        assert places(variant, talon) == last
        assert {len(hand) for hand in hands.values()} == {12 if len(last) == 4 else 16}
        assert king.deal(variant, "layout", "N", pack_of(variant))[1] == []
    assert places("varzytines", king.deal("varzytines", "king", "W", pack_of("varzytines"))[0]["E"])[:3] == [2, 3, 11]
    hands, stock = king.deal("domino", "king", "W", pack_of("domino"))
    assert places("domino", hands["N"]) == [0, 1, 8, 9, 16, 17]
    assert places("domino", stock) == list(range(24, 32))
    hands, odd = king.deal("jokers-3", "joker-hearts", "N", pack_of("jokers-3"))
    assert odd == ["HY"]  # the last of the pack
    hands, _ = king.deal("rifki", "trump", "W", pack_of("rifki"))  # S, E, N, W
    assert [hands[seat][0] for seat in "SENW"] == ["S2", "H2", "D2", "C2"]
    with pytest.raises(ValueError, match="deck"):
        king.deal("minsk", "king", "S", pack_of("minsk")[1:] * 2)
