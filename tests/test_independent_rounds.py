"""The independent implementation: whole rounds, by hand or at random, and whether its check catches errors."""

from __future__ import annotations

import itertools
import random

import pytest

import independent as king
from independent_samples import (
    EVERY_GAME,
    altered,
    asked,
    cards,
    header_of,
    pack_of,
    play,
    played,
    some_of_each,
    split,
    table,
)

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


def test_written_playthroughs() -> None:
    assert king.check_playthrough(SKILL_KING) == []
    assert king.check_playthrough(MINSK_KING) == []
    # the check goes on after a wrong fact
    text = SKILL_KING.replace("trick E -16", "trick W -16").replace("{S7 S8}", "{S7}").replace("E -16 S", "E -15 S")
    assert [problem.split(":")[0] for problem in king.check_playthrough(text)] == ["line 11", "line 12", "line 14"]


def rearranged(variant: str, contract: str, dealer: str, wanted: dict[int, str], **options: str) -> str:
    """A header whose pack has certain cards at certain places."""
    pack = pack_of(variant, options)
    for place, card in wanted.items():
        other = pack.index(card)
        pack[place], pack[other] = pack[other], pack[place]
    return header_of(variant, contract, dealer, pack, options)


# ---- The trump


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
    header = rearranged("lithuanian", "trump", "W", {16: "CQ", 17: "HQ", 18: "DT"})
    assert asked(header, call)[:2] == (facts, "N play")
    three = rearranged("lithuanian-3", "trump", "S", {12: "CQ", 13: "HQ", 14: "DT"})
    assert asked(three, call)[:2] == (facts, "N play")
    assert king.check_playthrough(play(header, lambda _, options: call if call in options else options[0])) == []


@pytest.mark.parametrize(
    ("variant", "namer", "place"),
    [("russian", "E", 19), ("russian-3", "E", 21), ("simple", "W", 16), ("simple-3", "S", 15)],
)
def test_o10_by_last(variant: str, namer: str, place: int) -> None:
    """N deals; the namer sits on his left or right. O10: the 8th card of russian is H7."""
    header = rearranged(variant, "trump", "N", {place: "H7"})
    facts, text, options = asked(header, "by-last")
    assert (facts, text) == (["turned H7", "named H"], f"{namer} play")
    assert asked(header)[1:] == (f"{namer} trump", {"by-last", "trump:S", "trump:H", "trump:D", "trump:C"})
    assert "H7" in options


@table("""
    skill-full   | trump       | W | N trump | trump:C trump:D trump:H trump:NT trump:S
    polish       | trump       | W | N trump | trump:C trump:D trump:H trump:S
    varzytines   | hundred     | W | N lay   |
    rifki        | trump       | N | W contract | contract:trump
    black-lady   | hearts-and-lady | W | N play |
    atomic       | king        | S | E contract | contract:king
    declared-3-of-5 | king     | S | W contract | contract:king
    ordered      | take-tricks | W | N contract | contract:take-tricks
    domino       | hearts      | W | N play  |
    trade        | suit        | W | N bid   | bid:1 bid:13 pass
""")
def test_who_is_asked_first(row: str) -> None:
    variant, contract, dealer, text, options = split(row)
    header = header_of(variant, contract, dealer, pack_of(variant))
    assert asked(header)[1] == text
    assert set(options.split()) <= asked(header)[2]


def test_contract_and_trump() -> None:
    header = header_of("ordered", "take-tricks", "W", pack_of("ordered"))
    assert asked(header, "contract:take-tricks")[1] == "N trump"
    assert asked(header, "contract:take-tricks", "trump:H")[0] == ["named H"]
    none = header_of("ordered", "take-tricks", "W", pack_of("ordered"), {"trump_in": "none"})
    assert asked(none, "contract:take-tricks")[1] == "N play"
    every = header_of("ordered", "take-king", "W", pack_of("ordered"), {"trump_in": "all-positive"})
    assert asked(every, "contract:take-king")[1] == "N trump"
    header = header_of("rifki", "trump", "N", pack_of("rifki"))
    play_order = [asked(header, "contract:trump", "trump:S", *answers)[1] for answers in ([], ["S2"], ["S2", "H2"])]
    assert play_order == ["W play", "S play", "E play"]


# ---- Talons


def discards_of(variant: str, contract: str, talon: str, **options: str) -> set[str]:
    """What the declarer, N, may put away first; his cards are those of the pack in order, and this talon."""
    places = king.rules_in(variant, contract, options)["talon_at"]
    dealer = {"declared-3-of-5": "F", "declared-3-of-4": "W"}.get(variant, "S")
    header = rearranged(variant, contract, dealer, dict(zip(places, cards(talon), strict=True)), **options)
    trump = ["trump:S"] if contract == "trump" and not options else []
    facts, text, found = asked(header, f"contract:{contract}", *trump)
    assert facts[-1] == "talon " + " ".join(cards(talon))
    assert text == "N discard"
    return found


@table("""
    C4 | declared-3      | hearts      | 7H KS | S | H7
    C4 | declared-3-of-4 | hearts      | 7H KS | S | H7
    C4 | declared-3-of-5 | hearts      | 7H KS | S | H7
    C5 | declared-3      | king        | KH QH | Q | HK
    C6 | declared-3      | jacks-kings | KS AS | A | SK
    C7 | minsk           | jacks       | KS JS | K | SJ
    C8 | declared-3      | trump       | AS AH | A |
    all | declared-3     | tricks      | KH QH | K |
    all | minsk          | last-two    | KH QH | K |
""")
def test_discards(row: str) -> None:
    """The fourth field: a rank (or suit) that may be put away, the fifth: a card that may not."""
    _, variant, contract, talon, may, may_not = split(row)
    found = discards_of(variant, contract, talon)
    assert any(may in card for card in found)
    assert may_not not in found
    assert len(found) == 12 if not may_not else len(found) < 12


def test_c9_revoke() -> None:
    header = rearranged("declared-3", "hearts", "S", {12: "H7", 13: "SK"}, revoke_penalty="40")
    answers = ["contract:hearts", "H7", "SK"]
    assert len(asked(header, *answers[:1])[2]) == 12

    def pick(_: str, options: list[str]) -> str:
        return next((answer for answer in answers if answer in options), options[0])

    text = play(header, pick)
    assert text.splitlines()[-1] == "scores N -40 E +0 S +0"
    assert king.check_playthrough(text) == []


def test_trump_after_talon() -> None:
    header = header_of("declared-3", "trump", "S", pack_of("declared-3"), {"trump_after_talon": "true"})
    _, text, options = asked(header, "contract:trump")
    assert text == "N discard"
    first, second = sorted(options)[:2]
    assert asked(header, "contract:trump", first, second)[1] == "N trump"


def test_forced_discards_of_scoring_cards() -> None:
    """0.2.11: only in atomic with take_all can there be fewer than two cards without points."""
    options = {"take_all": "true", "trump_deals": "0"}
    points = cards("AH QH JH 10H 9H 8H 7H JS QS JD QD")  # 5 15 15 5 5 5 5 10 10 10 10
    places = [*range(1, 15, 3), *range(18, 32, 3)]  # of E, on the right of S; N is dealt to first
    wanted = dict(zip([15, 16, *places[:9]], points, strict=True))
    header = rearranged("atomic", "take-all", "S", wanted | {places[9]: "C7"}, **options)
    assert asked(header, "contract:take-all")[1:] == ("E discard", {"C7"})
    ace_to_seven = set(cards("AH 10H 9H 8H 7H"))
    assert asked(header, "contract:take-all", "C7")[1:] == ("E discard", ace_to_seven)
    text = play(header, lambda _, choices: next((c for c in choices if c == "contract:take-all"), choices[0]))
    assert king.check_playthrough(text) == []
    scores = [int(word) for word in text.splitlines()[-1].split()[2::2]]
    tricks = [line.split() for line in text.splitlines() if line.startswith("trick")]
    assert scores[1] == 5 + sum(int(points) for _, seat, points in tricks if seat == "E")
    assert sum(scores) == 240


# ---- Auctions


def polish_auction(variant: str = "polish-auction", **options: str) -> str:
    return header_of(variant, "trump", "W" if variant == "polish-auction" else "S", pack_of(variant), options)


def bids(low: int, high: int = 325) -> set[str]:
    return {"pass", *(f"bid:{number}" for number in range(low, high + 1, 25))}


def test_offers_and_bids() -> None:
    header = polish_auction()
    every = {"take", *(f"offer:{number}" for number in range(25, 326, 25))}
    assert asked(header)[1:] == ("N offer", every)
    assert asked(header, "offer:25")[1:] == ("E bid", bids(25))
    assert asked(header, "offer:25", "bid:50")[1:] == ("S bid", bids(75))  # A4: neither 30 nor 50, but 75
    assert asked(header, "offer:100")[1:] == ("E bid", bids(100))  # A5: not 75
    lower = {"take", "offer:25", "offer:50", "offer:75"}
    assert asked(header, "offer:100", *["pass"] * 3)[1:] == ("N offer", lower)
    assert asked(header, "offer:100", *["pass"] * 3, "offer:50", "pass", "pass")[1:] == ("W bid", bids(50))
    facts, text, hand = asked(header, "offer:100", *["pass"] * 3, "take")
    assert (len(facts), text, len(hand)) == (1, "N give", 16)
    assert asked(header, "offer:25", *["pass"] * 3)[1:] == ("N offer", {"take"})  # A9
    assert asked(polish_auction(reserve="false"))[1:] == ("N offer", {"take", "offer:25"})
    three = polish_auction("polish-auction-3")
    assert asked(three, "offer:400")[1:] == ("E bid", bids(400, 425))


def test_rounds_of_bidding() -> None:
    header = polish_auction()
    so_far = ["offer:25", "bid:25", "bid:50", "pass"]
    assert asked(header, *so_far)[1:] == ("E bid", bids(75))  # W is out
    assert asked(header, *so_far, "bid:75", "pass")[1] == "E give"
    assert asked(header, *so_far, "bid:75", "bid:100")[1:] == ("E bid", bids(125))
    assert asked(header, *so_far, "pass")[1] == "S give"
    assert asked(header, "offer:25", "bid:325")[1:] == ("S bid", {"pass"})
    assert asked(polish_auction(single_round="true"), *so_far)[1] == "S give"


def test_gifts() -> None:
    header = polish_auction()
    facts, text, hand = asked(header, "take")  # A6
    assert (facts, text, len(hand)) == (["talon CJ CQ CK CA"], "N give", 16)
    gifts = ["CJ", "S2", "CK"]
    assert len(asked(header, "take", *gifts[:2])[2]) == 14
    _, text, calls = asked(header, "take", *gifts)
    assert (text, len(calls)) == ("N trump", 4)
    facts, text, hand = asked(header, "take", *gifts, "trump:H")
    assert (facts[-1], text, len(hand)) == ("named H", "N play", 13)
    _, text, given = asked(header, "take", *gifts, "trump:C", "CQ")
    assert (text, given) == ("E play", {card for card in given if card[0] == "C"})
    assert "CJ" in given
    three = polish_auction("polish-auction-3")
    facts, text, hand = asked(three, "offer:25", "pass", "bid:25")  # A7: S buys; the first gift goes to N
    assert (text, len(hand)) == ("S give", 19)
    first, second = sorted(hand)[:2]
    _, text, _ = asked(three, "offer:25", "pass", "bid:25", first, second)
    assert text == "S trump"
    _, text, hand = asked(three, "offer:25", "pass", "bid:25", first, second, "trump:S")
    assert (text, len(hand)) == ("S play", 17)


def test_a8_first_always_leads() -> None:
    for value, leader in (("true", "N"), ("false", "W")):
        header = polish_auction(first_always_leads=value)
        answers = ["offer:25", "pass", "pass", "bid:50"]
        for _ in range(3):
            answers.append(sorted(asked(header, *answers)[2])[0])
        assert asked(header, *answers)[1] == "W trump"
        assert asked(header, *answers, "trump:S")[1] == f"{leader} play"


def tricks_of(text: str) -> list[int]:
    winners = [line.split()[1] for line in text.splitlines() if line.startswith("trick ")]
    return [winners.count(seat) for seat in "NESW"]


@pytest.mark.parametrize(
    ("name", "price", "expected"), [("A1", 125, [200, 25, 50, 50]), ("A2", 200, [275, -50, 50, 50])]
)
def test_settlement_of_an_auction(name: str, price: int, expected: list[int]) -> None:
    """First, N, makes three tricks, the buyer, E, six, the others two each."""
    wanted = [f"offer:{price}", f"bid:{price}"]
    for seed in itertools.count(3, 4):  # W deals
        text = played("polish-auction", "trump", seed, [*wanted, "pass"])
        if tricks_of(text) == [3, 6, 2, 2]:
            break
    assert [int(word) for word in text.splitlines()[-1].split()[2::2]] == expected, name
    assert king.check_playthrough(text) == []


def test_a3_no_trick_for_the_buyer() -> None:
    """E is dealt the lowest cards of every suit and gives most of the talon away."""
    low = [suit + rank for rank in "234" for suit in "SHDC"]
    rest = [suit + rank for rank in "6789TJQKA" for suit in "SHDC"]
    talon = [suit + "5" for suit in "SHDC"]
    others = iter(rest)
    pack = [low[place // 4] if place % 4 == 1 else next(others) for place in range(48)] + talon
    header = header_of("polish-auction", "trump", "W", pack)
    answers = ["offer:100", "bid:100", "pass", "H5", "D5", "C5", "trump:S"]

    def pick(text: str, options: list[str]) -> str:
        wanted = [] if "play" in text else [answer for answer in answers if answer in options]
        return wanted[0] if wanted else chance.choice(options)

    chance = random.Random(2)
    while tricks_of(text := play(header, pick))[1]:
        pass
    assert king.check_playthrough(text) == []
    first, buyer = (int(text.splitlines()[-1].split()[place]) for place in (2, 4))
    assert (buyer, first) == (-100, 100 + 25 * tricks_of(text)[0])


def test_bids_for_a_suit() -> None:
    header = header_of("trade", "suit", "W", pack_of("trade"))
    every = {"pass", *(f"bid:{number}" for number in range(1, 14))}
    assert asked(header)[1:] == ("N bid", every)
    assert asked(header, "bid:3", "pass")[1:] == ("S bid", every - {"bid:1", "bid:2", "bid:3"})
    so_far = ["bid:3", "pass", "bid:5", "pass"]
    assert asked(header, *so_far)[1:] == ("S suit", {"suit:S", "suit:H", "suit:D", "suit:C"})
    assert asked(header, *so_far, "suit:D")[:2] == (["named D"], "S play")
    assert asked(header, "bid:13")[1:] == ("E bid", {"pass"})
    assert asked(header, *["pass"] * 4)[:2] == (["named H"], "N play")
    first = header_of("trade", "suit", "W", pack_of("trade"), {"leader": "first"})
    assert asked(first, *so_far, "suit:D")[1] == "N play"


def test_redeal() -> None:
    text = header_of("trade-3", "suit", "S", pack_of("trade-3"), {"all_pass": "redeal"})
    thirteen = " ".join(sorted(["pass", *(f"bid:{number}" for number in range(1, 14))]))
    text += "".join(f"{seat} bid {{{thirteen}}} -> pass\n" for seat in "NES")
    assert king.check_playthrough(text + "redeal\n") == []
    assert king.check_playthrough(text + "redeal\nscores N +0 E +0 S +0\n") == []
    assert king.check_playthrough(text)
    assert king.check_playthrough(text + "named H\n")
    assert king.check_playthrough(text + "redeal\nscores N +0 E +0 S -1\n")


def captured(text: str) -> dict[str, list[str]]:
    """The cards in the tricks of each seat."""
    found: dict[str, list[str]] = {seat: [] for seat in "NESWF"}
    on_table: list[str] = []
    for line in text.splitlines():
        if " play {" in line:
            on_table.append(line.split()[-1])
        elif line.startswith("trick"):
            found[line.split()[1]] += on_table
            on_table = []
    return found


def test_m8_a_bid_is_charged() -> None:
    for sign, options in ((-1, {}), (1, {"bid_sign": "plus"})):
        for seed in itertools.count(3, 4):  # W deals: N bids
            text = played("trade", "suit", seed, ["bid:5", "pass", "suit:S"], options)
            spades = {seat: sum(card[0] == "S" for card in hand) for seat, hand in captured(text).items()}
            if spades["N"] == 3:
                break
        scores = text.splitlines()[-1].split()
        assert int(scores[2]) == 5 * sign - 3  # -8
        assert [int(word) for word in scores[4::2]] == [-spades[seat] for seat in "ESW"]


# ---- Rounds at random


@pytest.mark.parametrize(("variant", "contract", "options"), EVERY_GAME)
def test_own_rounds_are_right_and_add_up(variant: str, contract: str, options: dict[str, str]) -> None:
    for seed in range(2):
        text = played(variant, contract, seed, ["offer:25", "bid:25", "bid:3"][seed:], options)
        assert king.check_playthrough(text) == []
        lines = text.splitlines()
        if "redeal" in lines:
            continue
        late = played(variant, contract, seed, ["offer:25", "bid:25", "bid:3"][seed:], options | {"early_end": "false"})
        assert lines[-1] == late.splitlines()[-1]  # the end comes earlier, the scores do not change
        rules = king.rules_in(variant, contract, options)
        tricks = [place for place, line in enumerate(lines) if line.startswith("trick")]
        scoring = [place for place in tricks if not lines[place].endswith("+0")]
        if "early end" in lines:
            assert rules["early_end"]  # E6: never where it is off
            assert lines.index("early end") == scoring[-1] + 1
        elif tricks and not rules["stock"]:
            assert len(tricks) == rules["hand"]


@pytest.mark.parametrize(("variant", "contract", "options"), EVERY_GAME)
def test_rounds_and_positions_agree(variant: str, contract: str, options: dict[str, str]) -> None:
    """Step by step, the moves of the positions that perft counts are the options of the round."""
    text = played(variant, contract, 2, ["offer:25", "bid:25", "bid:3"], options)
    header, lines = king.parse_playthrough(text)
    hands = {seat: set(cards) for seat, cards in header.hands.items()}
    seats = king.active_seats(variant, header.dealer, options)
    named, declarer, given = "", "", 0
    game, state = king.Game(variant, contract, options=options, seats=seats), None
    for _, line in lines:
        words = line.split()
        shown = set(line[line.find("{") + 1 : line.find("}")].split())
        if words[0] == "named":
            named = words[1]
        elif words[1] in ("contract", "trump", "suit", "discard", "give"):
            declarer = words[0]
        if words[0] == "talon":  # nobody but the declarer takes it, and it is the next line that names him
            taker = lines[[text for _, text in lines].index(line) + 1][1].split()[0]
            hands[taker] |= set(words[1:])
        elif words[1] in ("discard", "give"):
            hands[declarer].remove(words[-1])
            given += words[1] == "give"
            if words[1] == "give":
                hands[king.seat_after(seats, declarer, given)].add(words[-1])
        elif words[1] in ("play", "lay"):
            if state is None:
                suit = named if game.names == "suit" else ""
                game = king.Game(variant, contract, "" if suit else named, declarer, options, suit, seats)
                odd = header.talon[0] if game.rules["talon"] == "first-trick" else ""
                held = tuple(frozenset(hands[seat]) for seat in seats)
                state = king.State(held, words[0], stock=tuple(header.stock), odd=odd)
            assert king.moves(game, state) == (words[0], shown)
            state = king.after(game, state, words[0], words[-1])
    assert state is None or king.moves(game, state)[1] == set()


@pytest.mark.parametrize(("variant", "contract", "options"), EVERY_GAME)
def test_check_playthrough_finds_whatever_is_wrong(variant: str, contract: str, options: dict[str, str]) -> None:
    calls = ["open:highest", "by-last", "offer:50", "bid:50", "bid:2"]
    text = played(variant, contract, 1, calls, options)
    by_card = king.rules_in(variant, contract, options)["layout"].get("opening") if contract == "layout" else ""
    for what, wrong in some_of_each(altered(text), 2, 1):
        another_dealer = what.startswith("another dealer") and (by_card or contract == "layout")
        assert king.check_playthrough(wrong) or another_dealer, what


def test_facts_of_a_domino_round() -> None:
    """They come in some of these rounds; every alteration of one is found."""
    kinds: dict[str, int] = {}
    for seed in range(6):
        text = played("domino", "all", seed)
        assert king.check_playthrough(text) == []
        for what, wrong in altered(text):
            kind = what.split(": ", 1)[1].split()[0]
            if kind in ("drawn", "left", "stock:"):
                assert king.check_playthrough(wrong), what
                kinds[kind] = kinds.get(kind, 0) + 1
        mixed = [line.split() for line in text.splitlines() if line.startswith("left") and len(line.split()) > 3]
        for words in mixed:  # in any order
            again = text.replace(" ".join(words), " ".join([*words[:2], *reversed(words[2:])]))
            assert again != text
            assert king.check_playthrough(again) == []
    assert kinds.keys() == {"drawn", "left", "stock:"}


def test_options_matter() -> None:
    """Rounds that are right without an option are wrong under it, and the other way round."""
    cases = [
        ("lithuanian", "king", {"king_forced": "true"}),
        ("lithuanian", "layout", {"may_pass": "true"}),
        ("lithuanian", "king", {"early_end": "true"}),
        ("minsk", "trump", {"trump_lead": "declarer-only"}),
        ("minsk", "trump", {"must_trump": "false"}),
        ("polish", "all", {"ban_in_all": "false"}),
        ("polish-auction", "trump", {"reserve": "false"}),
        ("polish-auction", "trump", {"single_round": "true"}),
        ("polish-auction", "trump", {"first_always_leads": "true"}),
        ("varzytines", "jacks", {"doubling": "per_player"}),
        ("varzytines", "layout", {"multi_jacks": "any"}),
        ("declared-3", "hearts", {"revoke_penalty": "40"}),
        ("declared-3", "trump", {"trump_after_talon": "true"}),
        ("simple", "trump", {"chooser": "left"}),
        ("simple-3", "king", {"imbalance": "plus4"}),
        ("ordered", "take-queens", {"trump_in": "all-positive"}),
        ("domino", "hearts", {"heart_value": "1"}),
        ("jokers", "joker-hearts", {"joker_beaten_by_discarded_heart": "false"}),
        ("jokers", "joker-hearts", {"no_heart_lead": "true"}),
        ("trade", "suit", {"bid_sign": "plus"}),
        ("trade", "suit", {"leader": "first"}),
        ("atomic", "trump", {"trump_value": "8"}),
        ("russian", "king", {"king_forced_on_hearts": "always"}),
        ("russian", "king", {"direction": "counter-clockwise"}),
    ]
    for variant, contract, options in cases:
        line = "".join(f"option {key}={value}\n" for key, value in options.items())
        texts = (played(variant, contract, seed) for seed in range(99))
        assert any(king.check_playthrough(line + text) for text in texts), options
        texts = (played(variant, contract, seed, options=options) for seed in range(99))
        assert any(king.check_playthrough(text.replace(line, "")) for text in texts), options


def test_random_rounds_are_not_all_alike() -> None:
    chance = random.Random(5)
    seeds = chance.sample(range(10**6), 30)
    slams = [played("varzytines", "jacks", seed).splitlines()[-1] for seed in seeds]
    assert len(set(slams)) > 5
    assert any("early end" in played("jokers-3", "joker-hearts", seed) for seed in seeds)
