// A round in trick play, all hands seen, and what may happen to it: the same as kingcli.rules.tricks, card by card.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "interrupt.hpp"
#include "table.hpp"

namespace king {

using Scores = std::array<int, kMaxSeats>;

struct Position {
    std::array<Mask, kMaxSeats> hands{};
    std::array<Mask, kMaxSeats> taken{};
    Scores scores{};
    std::array<std::int16_t, kMaxSeats> tricks{};
    std::array<std::int8_t, kMaxSeats> trick{};  // the cards on the table in order of play
    std::array<std::int8_t, kMaxSeats> order{};  // with a stock: the seats of the trick on the table, leader first
    std::array<std::int8_t, kMaxCards> stock{};  // cards to draw, the top one last
    std::array<std::int8_t, kMaxCards> recent{};  // with a stock: the winners of the latest tricks, the last one last
    std::int8_t n_trick = 0;
    std::int8_t n_order = 0;
    std::int8_t n_stock = 0;
    std::int8_t n_recent = 0;
    std::int8_t leader = 0;
    std::int8_t declarer = -1;
    std::int8_t odd = -1;
    bool has_taken = false;
    bool has_tricks = false;

    Mask trick_cards() const;
    Mask held() const;
    Mask stock_cards() const;
};

// What does not hold together, in words; empty when nothing.
std::string fault_of(const Table& table, const Position& position);

int turn(const Table& table, const Position& position);
int trick_number(const Table& table, const Position& position);
Mask legal(const Table& table, const Position& position);
bool is_decided(const Table& table, const Position& position);
bool is_over(const Table& table, const Position& position);

// Play a legal card.
void play(const Table& table, Position& position, int card);

// The scores of a round that is over, premiums applied.
Scores final_scores(const Table& table, const Position& position);

// By premium, the seats (as bits) that have won something of what it speaks of.
using WonMasks = std::array<std::uint8_t, kMaxPremiums>;
WonMasks won_by_premium(const Table& table, const Position& position);

// Points by seat after premiums, from those before.
Scores with_premiums(const Table& table, Scores points, const std::uint8_t* won);

// The number of sequences of 1, 2, .. depth cards; a round that is over is not continued.
// Throws Interrupted.
std::vector<std::uint64_t> perft(const Table& table, const Position& position, int depth, Interrupt& interrupt);

}  // namespace king
