// The search for equilibria card by card on plain positions: contracts with a stock, tables of two seats, and checks.
#pragma once

#include <cstddef>
#include <unordered_map>
#include <vector>

#include "plain_search.hpp"

namespace king {

// Of the vectors after each card, what the seat to play may settle on, sorted: those in which its own score is at least the
// largest, over its cards, of the smallest own score after them.
std::vector<Scores> settled(const std::vector<std::vector<Scores>>& tried, int seat);

class PlainEquilibria final : public EquilibriaSearch {
public:
    PlainEquilibria(const Table& table, std::size_t bytes, Budget& budget) : table_(table), most_bytes_(bytes), budget_(budget) {}
    std::vector<Scores> vectors(const Position& position) override;
    Mask choices(const Position& position) override { return legal(table_, position); }

private:
    std::vector<Scores> search(const Position& position);

    const Table& table_;
    std::size_t most_bytes_;
    std::size_t bytes_ = 0;
    Budget& budget_;
    std::unordered_map<PlainKey, std::vector<Scores>, PlainHash> memo_;
};

}  // namespace king
