// Rounds played to the end at random, every legal card equally likely.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "interrupt.hpp"
#include "position.hpp"
#include "random.hpp"

namespace king {

struct Playouts {
    std::array<std::int64_t, kMaxSeats> sums{};
    std::vector<std::int32_t> scores;  // by playout and seat, when asked for
};

// `n` rounds from one position. A seat that has one legal card plays it and draws no number; else the card is
// number below(count) of the legal cards in hand order.
// Throws Interrupted.
Playouts play_out(const Table& table, const Position& position, std::uint64_t n, Random& random, bool each, Interrupt& interrupt);

}  // namespace king
