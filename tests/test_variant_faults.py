"""Wrong variant files, one per row: the exit code, the place (file:line and key) and the cure in the message."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kingcli.errors import BAD_INPUT, VariantError
from kingcli.variants import load_variant

HOUSE = """\
names: {en: House King}
seats: 4
deck: {low: '7'}
deal: {packets: [4, 4]}
contracts:
  queens:
    names: {en: no queens}
    score: [{ranks: Q, points: -4}]
    total: -16
  trump:
    suit: trump
    score: [{per: trick, points: 3}]
    total: 24
play: {no_heart_lead: false, early_end: true}
trump: {sees: 3}
order: [queens, {do: trump, times: 4}]
match_total: 80
"""
ROWS = HOUSE.splitlines()

# What the line of that number becomes (18: added at the end), the line the message must name, the rest of it.
Row = tuple[int, str, int, str]
POINTS = r"\.points: must be a whole number or a mapping of names to a whole number, not the word '"

WRONG_LINES: list[Row] = [
    # -- not the YAML of a variant file
    (3, "deck: {low: '7'", 4, r"not YAML: .*expected"),
    (3, "\tdeck: {low: '7'}", 3, r"not YAML: .* \(indent with spaces, not with tabs\)"),
    (3, "deck: [low: '7'", 4, r"not YAML"),
    (3, "deck: low: '7'", 3, r"not YAML: mapping values are not allowed"),
    (3, "deck: {low: '7'}\ndeck: {low: '9'}", 4, r"deck: the key 'deck' stands twice \(first in line 3\)"),
    (
        8,
        "    score: [{ranks: Q, points: -4, points: -4}]",
        8,
        r"contracts.queens.score\[0\].points: the key 'points' .*line 8",
    ),
    (3, "deck: &a {low: '7'}", 3, "anchors and aliases are not used here; write the value out, or use 'extends'"),
    (3, "deck: *a", 3, "anchors and aliases"),
    (3, "deck: !!map {low: '7'}", 3, "the tag .* is not used here; write the plain value"),
    (3, "deck: !python/object:os.system {}", 3, "the tag .* is not used"),
    (3, "? [deck]\n: {low: '7'}", 3, "a key must be a plain word"),
    (18, "---\nseats: 3", 18, "one document; remove the second '---'"),
    (1, "names: {en: \0}", 1, r"not text: the character U\+0000"),
    (3, "deck: {low: '7'}  # \x1b[31m", 3, r"not text: the character U\+001B"),
    (3, "deck: " + "[" * 100_000, 3, "nested more than 40 deep"),
    (3, "deck: " + "{a: " * 50, 3, "nested more than 40 deep"),
    (3, "deck:\n" + "\n".join(" " * n + "-" for n in range(1, 60)), 43, "nested more than 40 deep"),
    (3, "deck: " + "- " * 100_000, 3, "not YAML|nested more than 40 deep"),
    # -- keys
    (1, "no: {en: House King}", 1, r"no: unknown key"),
    (1, "yes: 1", 1, r"yes: unknown key"),
    (1, "1: 2", 1, r"1: unknown key"),
    (1, "'': 2", 1, r"'': unknown key"),
    (1, "<<: {seats: 3}", 1, r"'<<': unknown key"),
    (1, "nmes: {en: House King}", 1, r"nmes: unknown key \(did you mean 'names'"),
    (1, "name: house", 1, r"name: unknown key \(did you mean 'names'"),
    (1, "digest: 0011223344556677", 1, r"digest: unknown key"),
    (1, "settings: {}", 1, r"settings: unknown key"),
    (7, "    scor: [{ranks: Q, points: -4}]", 7, r"contracts.queens.scor: unknown key \(did you mean 'score'\?\)"),
    (
        8,
        "    score: [{ranks: Q, points: -4, scor: 1}]",
        8,
        r"contracts.queens.score\[0\].scor: unknown key here \('score' belongs in",
    ),
    (8, "    score: [{ranks: Q, pionts: -4}]", 8, r"contracts.queens.score\[0\].pionts: .*did you mean 'points'"),
    (3, "deck: {low: '7', joker: 2}", 3, r"deck.joker: unknown key here \('joker' belongs"),
    (14, "must_trump: true", 14, r"must_trump: unknown key here \('must_trump' belongs in play\)"),
    (14, "play: {packets: [8]}", 14, r"play.packets: unknown key here \('packets' belongs in deal\)"),
    (6, "  Queens:", 6, r"contracts.Queens: a contract's id is small letters and digits"),
    (6, "  the queens:", 6, r"contracts.'the queens': a contract's id is small letters"),
    (6, "  queens-:", 6, r"contracts.queens-: a contract's id"),
    # -- types
    (2, "seats: '4'", 2, r"seats: must be one of 3, 4, 5, not the word '4'; a number has no quotes"),
    (2, "seats: 6", 2, r"seats: must be one of 3, 4, 5, not the number 6"),
    (2, "seats: four", 2, r"seats: must be one of 3, 4, 5, not the word 'four'"),
    (2, "seats: true", 2, r"seats: must be one of 3, 4, 5, not true"),
    (2, "seats: 12:30", 2, r"seats: .*not the word '12:30'"),
    (3, "deck: {low: 7}", 3, r"deck.low: must be one of '2', .*, not the number 7; put it in quotes: '7'"),
    (3, "deck: {low: A}", 3, r"deck.low: must be one of '2', .*, not the word 'A'"),
    (3, "deck: d32", 3, r"deck: must be a mapping, not the word 'd32'"),
    (4, "deal: {packets: 8}", 4, r"deal.packets: must be a list of whole numbers, not the number 8"),
    (4, "deal: {packets: [4, no]}", 4, r"deal.packets\[1\]: must be a whole number, not the word 'no'"),
    (7, "    names: {en: 5}", 7, r"contracts.queens.names.en: must be a word, not the number 5; put it in quotes: '5'"),
    (7, "    names: {en: true}", 7, r"contracts.queens.names.en: must be a word, not true; put it in quotes: 'true'"),
    (7, "    names: en", 7, r"contracts.queens.names: must be a mapping of names to a word, not the word 'en'"),
    (7, "    names: {en: ''}", 7, r"contracts.queens.names.en: a name is text in one line"),
    (7, '    names: {en: "a\\nb"}', 7, r"contracts.queens.names.en: a name is text in one line"),
    (7, '    names: {en: "\\e[31m"}', 7, r"contracts.queens.names.en: a name is text in one line"),
    (8, "    score: {ranks: Q, points: -4}", 8, r"contracts.queens.score: must be a list of mappings, not a mapping"),
    (8, "    score: [Q]", 8, r"contracts.queens.score\[0\]: must be a mapping, not the word 'Q'"),
    (8, "    score: [{ranks: Q}]", 8, r"contracts.queens.score\[0\]: the key 'points' is missing \(a whole number or"),
    (
        8,
        "    score: [{ranks: Q, points: '-4'}]",
        8,
        POINTS + "-4'; a number has no quotes",
    ),
    (
        8,
        "    score: [{ranks: Q, points: -04}]",
        8,
        r"\.points: must be .*not the word '-04'; a number has .* no 0 in front",
    ),
    (8, "    score: [{ranks: Q, points: 0x10}]", 8, POINTS + "0x10'"),
    (8, "    score: [{ranks: Q, points: 1e3}]", 8, POINTS + "1e3'"),
    (8, "    score: [{ranks: Q, points: -4.0}]", 8, POINTS + "-4.0'"),
    (8, "    score: [{ranks: Q, points: 99999999999999999999}]", 8, r"\.points: a number of more than 18 digits"),
    (8, "    score: [{ranks: Q, points: 2000000}]", 8, r"\.points: must be -1000000 .. 1000000"),
    (8, "    score: [{ranks: Q, per: deal, points: 1}]", 8, r"\.per: must be the word trick, not the word 'deal'"),
    (9, "    total: ~", 9, r"contracts.queens.total: null deletes what the parent has, and it has no 'total'"),
    (9, "", 6, r"contracts.queens: the key 'total' is missing"),
    (6, "  queens: 5\n  jacks:", 6, r"contracts.queens: must be a mapping, not the number 5"),
    (14, "play: {early_end: no}", 14, r"play.early_end: must be true or false, not the word 'no'; write true or false"),
    (14, "play: {early_end: NO}", 14, r"play.early_end: .*; write true or false, in small letters"),
    (14, "play: {early_end: off}", 14, r"play.early_end: .*; write true or false"),
    (
        14,
        "play: {early_end: 'true'}",
        14,
        r"play.early_end: .*; write true or false, in small letters and without quotes",
    ),
    (14, "play: {early_end: True}", 14, r"play.early_end: .*; write true or false, in small letters"),
    (14, "play: {early_end: 1}", 14, r"play.early_end: must be true or false, not the number 1"),
    (14, "play: true", 14, r"play: must be a mapping, not true"),
    (
        14,
        "play: {trump_lead: declarer}",
        14,
        r"play.trump_lead: must be one of declarer-only, free.*did you mean 'declarer-only'",
    ),
    (15, "trump: {sees: 4}", 15, r"trump.sees: must be one of 3, all, not the number 4"),
    (15, "leader: dealer", 15, r"leader: must be one of declarer, eldest, not the word 'dealer'"),
    (11, "    suit: hearts", 11, r"contracts.trump.suit: must be one of none, penalty, trump, not the word 'hearts'"),
    # -- price lists
    (8, "    score: []", 6, r"contracts.queens: needs exactly one of score, sum, negate, layout"),
    (
        8,
        "    score: [{ranks: Q, points: -4}]\n    sum: [trump]",
        6,
        r"contracts.queens: needs exactly one of score, sum",
    ),
    (8, "    score: [{points: -4}]", 8, r"contracts.queens.score\[0\]: price exactly one thing"),
    (8, "    score: [{ranks: Q, per: trick, points: -4}]", 8, r"contracts.queens.score\[0\]: price exactly one thing"),
    (8, "    score: [{ranks: Q, points: 0}]", 8, r"contracts.queens.score\[0\].points: 0 prices nothing"),
    (
        8,
        "    score: [{last: 9, points: -4}]",
        8,
        r"contracts.queens.score\[0\].last: must be 1 .. 8, the tricks of a round",
    ),
    (8, "    score: [{last: 0, points: -4}]", 8, r"contracts.queens.score\[0\].last: must be 1 .. 8"),
    (8, "    score: [{ranks: Queen, points: -4}]", 8, r"contracts.queens.score\[0\].ranks: letters of AKQJT98765432"),
    (8, "    score: [{ranks: QQ, points: -4}]", 8, r"contracts.queens.score\[0\].ranks: letters .*each once"),
    (8, "    score: [{suits: '', points: -4}]", 8, r"contracts.queens.score\[0\].suits: letters of SHDC"),
    (8, "    score: [{suits: ♥, points: -4}]", 8, r"contracts.queens.score\[0\].suits: letters of SHDC"),
    (8, "    score: [{ranks: '6', points: -4}]", 8, r"contracts.queens.score\[0\]: selects no card of this pack"),
    (8, "    score: [{cards: [H6], points: -4}]", 8, r"contracts.queens.score\[0\].cards\[0\]: H6 is not in this pack"),
    (
        8,
        "    score: [{cards: [QX], points: -4}]",
        8,
        r"contracts.queens.score\[0\].cards\[0\]: 'QX' is not a card \(write suit and",
    ),
    (8, "    score: [{cards: [HX], points: -4}]", 8, r"contracts.queens.score\[0\].cards\[0\]: HX is not in this pack"),
    (8, "    score: [{cards: [SQ, QS], points: -4}]", 8, r"contracts.queens.score\[0\].cards: a card stands twice"),
    (9, "    total: -12", 9, r"contracts.queens.total: the points add up to -16, not to -12"),
    (8, "    sum: [queens]", 6, r"contracts.queens: is a part of itself: queens -> queens"),
    (8, "    negate: queens", 6, r"contracts.queens: is a part of itself: queens -> queens"),
    (
        8,
        "    sum: [queen]",
        8,
        r"contracts.queens.sum\[0\]: 'queen' is not a contract here \(did you mean 'queens'\?\)",
    ),
    (
        8,
        "    negate: trumps",
        8,
        r"contracts.queens.negate: 'trumps' is not a contract here \(did you mean 'trump'\?\)",
    ),
    (8, "    sum: [trump, trump]", 8, r"contracts.queens.sum\[1\]: 'trump' stands twice"),
    (
        8,
        "    negate: lay\n    total: 1\n  lay:\n    negate: queens",
        6,
        r"contracts.queens: is a part of itself: queens -> lay -> queens",
    ),
    # -- pack, deal, talon, seats
    (3, "deck: {remove: [S6]}", 3, r"deck.remove\[0\]: S6 is not in the pack \(its lowest rank is 7\)"),
    (3, "deck: {remove: [SA, AS]}", 3, r"deck.remove\[1\]: SA is removed twice"),
    (3, "deck: {remove: [ace]}", 3, r"deck.remove\[0\]: 'ace' is not a card"),
    (
        3,
        "deck: {remove: [SA]}",
        4,
        r"contracts.queens.deal.packets: packets \[4, 4\] for 4 hands and 0 set aside do not deal out 31",
    ),
    (4, "deal: {packets: [4, 5]}", 4, r"contracts.queens.deal.packets: packets \[4, 5\] .* do not deal out 32 cards"),
    (4, "deal: {packets: [4, 4, 0]}", 4, r"contracts.queens.deal.packets: packets \[4, 4, 0\] .* do not deal out"),
    (4, "deal: {packets: []}", 4, r"contracts.queens.deal.packets: packets \[\] .* do not deal out 32 cards"),
    (2, "seats: 3", 4, r"contracts.queens.deal.packets: packets \[4, 4\] for 3 hands .* do not deal out 32 cards"),
    (
        4,
        "deal: {first_dealer: F}",
        4,
        r"contracts.queens.deal.first_dealer: there is no seat F at this table \(N E S W\)",
    ),
    (4, "deal: {first_dealer: n}", 4, r"deal.first_dealer: must be one of E, F, N, S, W, lot, not the word 'n'"),
    (
        11,
        "    suit: trump\n    deal: {first_dealer: N}",
        12,
        r"contracts.trump.deal.first_dealer: a match has one first dealer",
    ),
    (4, "deal: {start: chooser}", 4, r"contracts.queens.deal.start: nobody chooses in this contract"),
    (4, "deal: {next: chooser}", 4, r"contracts.queens.deal.next: nobody chooses in this contract"),
    (15, "talon: {}", 15, r"talon: the key 'at' is missing"),
    (15, "talon: {at: []}", 15, r"contracts.queens.talon.at: at least one card is expected"),
    (
        15,
        "talon: {at: [0]}",
        15,
        r"contracts.queens.talon.at\[0\]: a pack index 1 .. 30 .* not the first and not the last",
    ),
    (15, "talon: {at: [31]}", 15, r"contracts.queens.talon.at\[0\]: a pack index 1 .. 30"),
    (15, "talon: {at: [-1]}", 15, r"contracts.queens.talon.at\[0\]: a pack index 1 .. 30"),
    (15, "talon: {at: [5, 5]}", 15, r"contracts.queens.talon.at\[1\]: 5 stands twice"),
    (15, "talon: {at: [5, 6]}", 4, r"contracts.queens.deal.packets: .* and 2 set aside do not deal out 32 cards"),
    (
        11,
        "    suit: trump\n    talon: {at: [5]}",
        4,
        r"contracts.trump.deal.packets: packets \[4, 4\] for 4 hands and 1 set aside do not deal out 32 cards",
    ),
    # -- trump, layouts
    (15, "trump: {open: true}", 15, r"contracts.trump.trump.open: needs sees: 3"),
    (10, "  trump:\n    kind: layout", 11, r"contracts.trump.kind: kind: layout and the key 'layout' belong together"),
    (8, "    layout: {start: '9', prizes: [1, 0, 0, 0]}", 6, r"contracts.queens.kind: kind: layout and the key"),
    (
        8,
        "    kind: layout\n    layout: {start: '9', prizes: [1, 0, 0]}",
        9,
        r"contracts.queens.layout.prizes: one prize for each of the 4",
    ),
    (
        8,
        "    kind: layout\n    layout: {start: '9', prizes: [1, 1, 1, 1]}",
        9,
        r"contracts.queens.layout.prizes: all prizes are the same",
    ),
    (
        8,
        "    kind: layout\n    layout: {start: '6', prizes: [1, 0, 0, 0]}",
        9,
        r"contracts.queens.layout.start: one rank of the pack",
    ),
    (
        8,
        "    kind: layout\n    layout: {start: 9, prizes: [1, 0, 0, 0]}",
        9,
        r"contracts.queens.layout.start: must be a word, not the number 9; put",
    ),
    (
        8,
        "    kind: layout\n    layout: {start: '9', opening: C8, prizes: [1, 0, 0, 0]}",
        9,
        r"contracts.queens.layout.opening: .*of the start rank",
    ),
    (
        8,
        "    kind: layout\n    layout: {start: '9', opening: dealer, prizes: [1, 0, 0, 0]}",
        9,
        r"contracts.queens.layout.opening: 'dealer' is not a card",
    ),
    (
        8,
        "    kind: layout\n    layout: {prizes: [1, 0, 0, 0]}",
        9,
        r"contracts.queens.layout: the key 'start' is missing",
    ),
    # -- play
    (
        14,
        "play: {no_heart_lead: [queen]}",
        14,
        r"play.no_heart_lead\[0\]: 'queen' is not a contract here \(did you mean 'queens'\?\)",
    ),
    (
        14,
        "play: {king_forced: queens}",
        14,
        r"play.king_forced: must be a list of words or true or false, not the word 'queens'",
    ),
    (
        14,
        "play: {king_forced_on_hearts: always}",
        14,
        r"play.king_forced_on_hearts: needs king_forced, which is empty here",
    ),
    (
        8,
        "    score: [{ranks: Q, points: -4}]\n    play: {king_forced: [queens]}",
        9,
        r"contracts.queens.play.king_forced: must be true or false in",
    ),
    (
        8,
        "    score: [{ranks: Q, points: -4}]\n    play: {king_forced_on_hearts: always}",
        9,
        r"contracts.queens.play.king_forced_on_hearts: needs king_f",
    ),
    # -- the match
    (16, "", 1, r"a match needs an 'order' of contracts or a 'pool' to choose from"),
    (16, "order: null", 16, r"order: null deletes what the parent has, and it has no 'order'"),
    (
        18,
        "pool: {each: {queens: 1}}",
        18,
        r"pool: a match has an 'order' or a 'pool', not both; drop the parent's with null",
    ),
    (16, "order: []", 16, r"order: at least one round is expected"),
    (16, "order: queens", 16, r"order: must be a list of mappings, not the word 'queens'"),
    (16, "order: {do: queens}", 16, r"order: must be a list of mappings, not a mapping"),
    (16, "order: [queens, 5]", 16, r"order\[1\]: must be a contract or a mapping with the key 'do', not the number 5"),
    (16, "order: [queens, {times: 4}]", 16, r"order\[1\]: the key 'do' is missing"),
    (16, "order: [queens, trumps]", 16, r"order\[1\]: 'trumps' is not a contract here \(did you mean 'trump'\?\)"),
    (16, "order: [queens, {do: trump, times: 0}]", 16, r"order\[1\].times: must be 1 .. 1000"),
    (16, "order: [queens, {do: trump, times: 100000000000}]", 16, r"order\[1\].times: must be 1 .. 1000"),
    (16, "order: [" + "{do: trump, times: 1000}, " * 11 + "]", 16, r"order: a match of 11000 rounds; 10000 at most"),
    (
        16,
        "order: [queens, {do: trump, when: {layout: true}}]",
        16,
        r"order\[1\].when.layout: 'layout' is not an option here",
    ),
    (
        16,
        "order: [queens, {do: trump, when: 5}]",
        16,
        r"order\[1\].when: must be a mapping of names to any value, not the number 5",
    ),
    (17, "match_total: 0", 17, r"match_total: the rounds add up to 80, not to 0"),
    (17, "", 1, r"the key 'match_total' is missing"),
    (16, "pool: 5", 16, r"pool: must be a mapping, not the number 5"),
    (16, "pool: {each: {}}", 16, r"pool.each: at least one contract is expected"),
    (16, "pool: {each: {queen: 1}}", 16, r"pool.each.queen: not a contract here \(did you mean 'queens'\?\)"),
    (16, "pool: {each: {queens: 0}}", 16, r"pool.each.queens: must be 1 .. 1000; leave the contract out"),
    (16, "pool: {each: {queens: one}}", 16, r"pool.each.queens: must be a whole number, not the word 'one'"),
    (
        16,
        "pool: {each: {queens: 1, trump: 1}}",
        15,
        r"contracts.trump.trump.sees: who chooses the contract from a pool has seen all",
    ),
    # -- options
    (18, "options: []", 18, r"options: must be a mapping, not a list"),
    (18, "options: {x: 5}", 18, r"options.x: must be a mapping, not the number 5"),
    (18, "options: {x: {values: [1, 2]}}", 18, r"options.x: an option without a key needs a default"),
    (18, "options: {x: {values: [1, 2], default: 3}}", 18, r"options.x.default: must be one of the values \(1, 2\)"),
    (18, "options: {x: {values: [1, 1], default: 1}}", 18, r"options.x.values: a value stands twice"),
    (18, "options: {x: {values: [true, 1], default: 1}}", 18, r"options.x: does nothing"),
    (18, "options: {The X: {default: 1}}", 18, r"options.'The X': an option's name is small letters"),
    (
        18,
        "options: {x: {default: true, key: play.early_ent}}",
        18,
        r"options.x.key: play.early_ent: unknown key|options.x.key: unknown key",
    ),
    (
        18,
        "options: {x: {default: true, key: early_end}}",
        18,
        r"options.x.key: unknown key here \('early_end' belongs in play\)",
    ),
    (
        18,
        "options: {x: {default: 1, key: contracts.queen.total}}",
        18,
        r"options.x.key: there is no contract 'queen' here \(did you",
    ),
    (18, "options: {x: {default: 1, key: 'order[7].times'}}", 18, r"options.x.key: order\[7\]: there is no such entry"),
    (
        18,
        "options: {x: {default: 1, key: seats.low}}",
        18,
        r"options.x.key: low is not possible here: this is one of 3, 4, 5",
    ),
    (18, "options: {x: {default: 1, key: options}}", 18, r"options.x.key: 'options' cannot be set"),
    (
        18,
        "options: {x: {default: false, key: play.early_end}}",
        18,
        r"options.x.default: is false, but play.early_end is true here: restate the option, or drop it with null",
    ),
    (18, "options: {x: {default: [[]], key: deck.remove}}", 18, r"deck.remove\[0\]: must be a word, not a list"),
    (18, "forbid: {x: 1}", 18, r"forbid: must be a list of mappings, not a mapping"),
    (18, "forbid: [x]", 18, r"forbid\[0\]: must be a mapping, not the word 'x'"),
    (18, "forbid: [{x: 1}]", 18, r"forbid\[0\].x: 'x' is not an option here"),
    (18, "patches: [{if: {x: 1}, set: {}}]", 18, r"patches\[0\].if.x: 'x' is not an option here"),
    (18, "patches: [{if: {}}]", 18, r"patches\[0\]: the key 'set' is missing"),
    (
        18,
        "patches: [{if: {}, set: {play.early_ent: true}}]",
        18,
        r"patches\[0\].set.*unknown key \(did you mean 'early_end'\?\)",
    ),
    (18, "patches: [{if: {}, set: {deck.low: 5}}]", 18, r"deck.low: must be one of"),
    (
        18,
        "patches: [{if: {}, set: {'': 5}}]",
        18,
        r"patches\[0\].set.'': '' is not a key: write it like play.early_end",
    ),
    (18, "patches: [{if: {}, set: {deck..low: 5}}]", 18, r"is not a key: write it like"),
]


@pytest.mark.parametrize(
    ("number", "text", "line", "message"), WRONG_LINES, ids=[f"{row[0]}: {row[1][:40]}" for row in WRONG_LINES]
)
def test_wrong_line(number: int, text: str, line: int, message: str, tmp_path: Path) -> None:
    file = tmp_path / "house.yaml"
    rows = [*ROWS, ""]
    rows[number - 1] = text
    file.write_text("\n".join(rows) + "\n", encoding="utf-8")
    with pytest.raises(VariantError) as caught:
        load_variant(str(file))
    assert re.match(rf"{re.escape(str(file))}:{line}: .*(?:{message})", str(caught.value)), str(caught.value)
    assert caught.value.exit_code == BAD_INPUT


def test_the_model_of_these_rows_is_right(tmp_path: Path) -> None:
    (tmp_path / "house.yaml").write_text(HOUSE, encoding="utf-8")
    assert load_variant(str(tmp_path / "house.yaml")).title == "House King"
