// The same two searches card by card on plain positions, for what the fast ones leave out: contracts with a stock, whose
// hands grow and whose seats drop out, and tables of two seats. Slower; positions between tricks are kept.
#pragma once

#include <array>
#include <cstddef>
#include <unordered_map>

#include "searches.hpp"

namespace king {

using PlainKey = std::array<std::uint64_t, 14>;

struct PlainHash {
    std::size_t operator()(const PlainKey& key) const;
};

PlainKey plain_key(const Table& table, const Position& position);

class PlainSides final : public SidesSearch {
public:
    PlainSides(const Table& table, unsigned helpers, unsigned earners, std::size_t bytes, Budget& budget);
    Range range(const Position& position) override;
    int probe(const Position& position, int target) override;
    Mask choices(const Position& position) override { return legal(table_, position); }
    bool helps(int seat) const override { return helpers_ >> seat & 1; }

private:
    int search(const Position& position, int target);
    int earned(const Scores& scores) const;

    const Table& table_;
    unsigned helpers_;
    unsigned earners_;
    std::size_t most_entries_;
    Budget& budget_;
    std::unordered_map<PlainKey, Range, PlainHash> memo_;
};

class PlainEach final : public EachSearch {
public:
    PlainEach(const Table& table, Ties ties, std::size_t bytes, Budget& budget);
    Scores scores(const Position& position) override;
    Mask choices(const Position& position) override { return legal(table_, position); }

private:
    Scores search(const Position& position);

    const Table& table_;
    Ties ties_;
    std::size_t most_entries_;
    Budget& budget_;
    std::unordered_map<PlainKey, Scores, PlainHash> memo_;
};

}  // namespace king
