"""Cards, hands and seats: every spelling is read, one is written, anything else is refused in words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kingcli.cards import (
    ALL_52,
    RANKS,
    SUIT_MASKS,
    SUITS,
    card_name,
    cards_of,
    hand_text,
    make_card,
    mask,
    n_cards,
    names,
    parse_card,
    parse_hand,
    rank_index,
    rank_mask,
    suit_index,
)
from kingcli.errors import RecordError
from kingcli.seats import SEATS, next_seat, parse_seat, seat_names

JOKERS = [parse_card("HX"), parse_card("HY")]
CARDS = [*cards_of(ALL_52), *JOKERS]
SIGNS = {"S": "♠♤", "H": "♥♡", "D": "♦♢", "C": "♣♧"}

hands = st.sets(st.sampled_from(CARDS)).map(mask)


def spellings(card: int) -> set[str]:
    """All the ways to write a card: suit or rank first, letters or signs, any case, ten as T or 10."""
    suit, rank = card_name(card)
    suits = {suit, suit.lower(), *SIGNS[suit], *(sign + "\ufe0f" for sign in SIGNS[suit])}
    ranks = {rank, rank.lower()} | ({"10"} if rank == "T" else set())
    return {text for s in suits for r in ranks for text in (s + r, r + s, f" {s}{r}\n")}


@pytest.mark.parametrize("card", CARDS, ids=card_name)
def test_every_spelling_of_a_card(card: int) -> None:
    assert {parse_card(text) for text in spellings(card)} == {card}
    assert parse_card(card_name(card)) == card
    if card not in JOKERS:
        assert make_card(suit_index(card), rank_index(card)) == card
        assert card_name(card) == SUITS[suit_index(card)] + RANKS[rank_index(card)]


def test_no_two_cards_share_a_spelling() -> None:
    every = [text for card in CARDS for text in spellings(card)]
    assert len(set(every)) == len(every)
    assert len({card_name(card) for card in CARDS}) == len(CARDS) == 54


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "S",
        "A",
        "AA",
        "SS",
        "S1",
        "1S",
        "S0",
        "S11",
        "S100",
        "1010",
        "SAA",
        "S A",
        "SX",
        "DY",
        "XS",
        "XA",
        "10",
        "♠",
        "♠♠",
        "Т♠",
        "AS,",
        "-",
        "0",
    ],
)
def test_what_is_no_card(text: str) -> None:
    with pytest.raises(RecordError, match=r"is not a card \(write suit and rank, as in SA, HT or C7\)"):
        parse_card(text)


@given(st.text(max_size=6))
def test_any_text_is_a_card_or_refused(text: str) -> None:
    try:
        card = parse_card(text)
    except RecordError:
        return
    assert card in CARDS


def test_numbers_ascend_as_hands_are_written() -> None:
    assert names(cards_of(ALL_52)).split()[:3] == ["SA", "SK", "SQ"]
    assert names(cards_of(ALL_52)).split()[-1] == "C2"
    assert [*cards_of(ALL_52)] == sorted(cards_of(ALL_52))
    assert n_cards(ALL_52) == 52


def test_sets_of_a_suit_and_of_a_rank() -> None:
    assert names(cards_of(SUIT_MASKS[1] & ALL_52)) == "HA HK HQ HJ HT H9 H8 H7 H6 H5 H4 H3 H2"
    assert names(cards_of(rank_mask("Q"))) == "SQ HQ DQ CQ"
    assert mask(JOKERS) & SUIT_MASKS[1] == mask(JOKERS)


@given(hands)
def test_hands_round_trip(hand: int) -> None:
    text = hand_text(hand)
    assert parse_hand(text) == hand
    assert mask(cards_of(hand)) == hand
    suits = text.split(".")
    assert parse_hand(text.lower().replace("t", "10")) == hand
    assert parse_hand(".".join(ranks or "-" for ranks in suits)) == hand
    assert parse_hand(".".join(suit + ranks for suit, ranks in zip(SUITS, suits, strict=True))) == hand
    assert parse_hand(".".join(SIGNS[suit][0] + ranks[::-1] for suit, ranks in zip(SUITS, suits, strict=True))) == hand


def test_hands_are_written_high_to_low() -> None:
    assert hand_text(parse_hand("7TA.Q..97")) == "AT7.Q..97"
    assert hand_text(0) == "..."
    assert hand_text(ALL_52) == ".".join([RANKS] * 4)
    assert parse_hand("SA7.H864.DQJT73.CAKQ") == parse_hand("A7.864.QJT73.AKQ")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "'' is not a hand: it needs four suits S.H.D.C separated by three dots"),
        ("AK.Q.7", "is not a hand: it needs four suits"),
        ("AK.Q.7.8.9", "is not a hand: it needs four suits"),
        ("AKA.Q..", "'AKA.Q..': SA stands twice"),
        ("A.1..", "'1' is not a rank"),
        ("A.Q.x.", "'X' is not a rank"),
        ("A K.Q..", "' ' is not a rank"),
        ("HA.Q..", "'HA' stands where the S suit is expected"),
        ("A.Q.♥7.", "'♥7' stands where the D suit is expected"),
        ("A-.Q..", "'-' is not a rank"),
    ],
)
def test_what_is_no_hand(text: str, message: str) -> None:
    with pytest.raises(RecordError) as caught:
        parse_hand(text)
    assert message in str(caught.value)


@given(st.text(alphabet="SHDCAKQJT9871023.-XY♥ ", max_size=20))
def test_any_text_is_a_hand_or_refused(text: str) -> None:
    try:
        hand = parse_hand(text)
    except RecordError:
        return
    assert parse_hand(hand_text(hand)) == hand


@pytest.mark.parametrize("n_seats", [3, 4, 5])
def test_seats(n_seats: int) -> None:
    assert seat_names(n_seats) == SEATS[:n_seats]
    for seat, letter in enumerate(seat_names(n_seats)):
        assert {parse_seat(text, n_seats) for text in (letter, letter.lower(), f" {letter}\n")} == {seat}
        for direction in (1, -1):
            assert next_seat(next_seat(seat, n_seats, direction), n_seats, direction, -1) == seat
            assert next_seat(seat, n_seats, direction, n_seats) == seat
    assert next_seat(0, n_seats, 1) == 1
    assert next_seat(0, n_seats, -1) == n_seats - 1


@pytest.mark.parametrize(("text", "n_seats"), [("W", 3), ("F", 4), ("", 4), ("NE", 4), ("X", 5), ("NESW", 4), ("1", 4)])
def test_what_is_no_seat(text: str, n_seats: int) -> None:
    with pytest.raises(RecordError, match=r"is not a seat at this table \(N E S"):
        parse_seat(text, n_seats)
