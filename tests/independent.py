"""A second, independent implementation of King, written from the rules alone.

It imports nothing from kingcli: it exists to disagree. Everything is plain and slow: a card is a string, suit first
("SA", "HT", "C7", the jokers "HX" "HY"); a hand is a set of cards; a seat is a letter, clockwise N E S W F as far as
there are seats. What differs between the games is data (independent_games.py, independent_games_more.py, with the
options in independent_options.py); no other function knows a game by its name.

    legal winner trick_points score decided layable layout_score lay_hundred ...    independent_play.py: rule by rule
    deal active_seats match_order dealers_and_choosers choices is_over settlement ...   independent_deal.py: matches
    perft check_perft    independent_perft.py: play sequences of exactly 1..depth steps; files of such counts
    check_playthrough    independent_round.py: a whole round: who decides, option sets, points, scores

The two checks return a list of problems in words, empty when all is right.
"""

from __future__ import annotations

from independent_deal import (
    Hands,
    active_seats,
    around,
    choices,
    chooser_of,
    deal,
    dealers_and_choosers,
    is_over,
    match_order,
    match_total,
    next_dealer,
    number_of_rounds,
    open_cards,
    places,
    running_fields,
    settlement,
    won_and_lost,
)
from independent_games import JOKERS, KING, RANKS, SUITS, Contracts, Options, require
from independent_options import COMMON_OPTIONS, GAMES, VARIANTS, deck_of, rules_in, rules_of
from independent_perft import check_perft, parse_position, perft
from independent_play import (
    Game,
    State,
    after,
    card_points,
    decided,
    eyes,
    hand_of,
    lay_hundred,
    layable,
    layout_score,
    legal,
    moves,
    points_at_the_end,
    score,
    seat_after,
    to_draw,
    trick_points,
    winner,
)
from independent_round import Header, check_playthrough, parse_playthrough, play_round

__all__ = [
    "COMMON_OPTIONS",
    "GAMES",
    "JOKERS",
    "KING",
    "RANKS",
    "SUITS",
    "VARIANTS",
    "Contracts",
    "Game",
    "Hands",
    "Header",
    "Options",
    "State",
    "active_seats",
    "after",
    "around",
    "card_points",
    "check_perft",
    "check_playthrough",
    "choices",
    "chooser_of",
    "deal",
    "dealers_and_choosers",
    "decided",
    "deck_of",
    "eyes",
    "hand_of",
    "is_over",
    "lay_hundred",
    "layable",
    "layout_score",
    "legal",
    "match_order",
    "match_total",
    "moves",
    "next_dealer",
    "number_of_rounds",
    "open_cards",
    "parse_playthrough",
    "parse_position",
    "perft",
    "places",
    "play_round",
    "points_at_the_end",
    "require",
    "rules_in",
    "rules_of",
    "running_fields",
    "score",
    "seat_after",
    "settlement",
    "to_draw",
    "trick_points",
    "winner",
    "won_and_lost",
]
