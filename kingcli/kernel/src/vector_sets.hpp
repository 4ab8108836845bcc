// Sets of score vectors, each kept once however often it comes up. A set is a shape (its vectors as differences from the
// first) and its first vector, so that points taken meanwhile are one addition.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "bits.hpp"

namespace king {

// Scores by seat, 16 bits each, moved up so that none is negative: vectors are added and compared as numbers.
using Packed = std::uint64_t;

inline constexpr int kZero = 0x4000;

constexpr Packed packed_points(int seat, int points) {
    return static_cast<Packed>(static_cast<std::int64_t>(points)) << (16 * seat);
}
constexpr Packed packed_nothing() {
    return packed_points(0, kZero) + packed_points(1, kZero) + packed_points(2, kZero) + packed_points(3, kZero);
}
constexpr int score_in(Packed vector, int seat) { return static_cast<int>(vector >> (16 * seat) & 0xffff) - kZero; }

struct VectorSet {
    Packed first = 0;
    std::uint32_t shape = 0;  // 0: one vector
};

struct OutOfSets {};

class VectorSets {
public:
    explicit VectorSets(std::size_t bytes) : most_(std::max<std::size_t>(bytes, 4096)) {
        rows_.reserve(most_ / 2 / sizeof(Packed));
        shapes_.reserve(most_ / 4 / sizeof(Shape));
    }

    void begin() {
        rows_.assign(1, 0);
        shapes_.assign(1, Shape{0, 1, {}, {}});
        index_.assign(kFirstSlots, 0);
    }

    std::size_t bytes() const {
        return rows_.size() * sizeof(Packed) + shapes_.size() * sizeof(Shape) + index_.size() * sizeof(std::uint32_t);
    }

    // The smallest and the largest score of a seat.
    int low(const VectorSet& set, int seat) const {
        return score_in(set.first, seat) + shapes_[set.shape].low[static_cast<std::size_t>(seat)];
    }
    int high(const VectorSet& set, int seat) const {
        return score_in(set.first, seat) + shapes_[set.shape].high[static_cast<std::size_t>(seat)];
    }

    template <class Visit>
    void each(const VectorSet& set, Visit visit) const {
        const Shape& shape = shapes_[set.shape];
        const Packed* row = rows_.data() + shape.start;
        for (std::uint32_t i = 0; i < shape.size; ++i) visit(set.first + row[i]);
    }

    bool is_half_full() const { return rows_.size() * 2 > rows_.capacity() || shapes_.size() * 2 > shapes_.capacity(); }

    // The set of these vectors, which are sorted, distinct and at least one.
    VectorSet keep(const std::vector<Packed>& vectors) {
        const Packed first = vectors.front();
        if (vectors.size() == 1) return {first, 0};
        std::uint64_t hash = vectors.size();
        for (Packed vector : vectors) {
            hash = (hash ^ (vector - first)) * 0x9e3779b97f4a7c15ULL;
            hash ^= hash >> 29;
        }
        std::size_t slot = hash & (index_.size() - 1);
        for (; index_[slot]; slot = (slot + 1) & (index_.size() - 1)) {
            if (is_same(shapes_[index_[slot]], vectors)) return {first, index_[slot]};
        }
        if (rows_.size() + vectors.size() > rows_.capacity() || shapes_.size() == shapes_.capacity()) throw OutOfSets{};
        const auto number = static_cast<std::uint32_t>(shapes_.size());
        Shape shape{static_cast<std::uint32_t>(rows_.size()), static_cast<std::uint32_t>(vectors.size()), {}, {}, hash};
        for (int seat = 0; seat < 4; ++seat) {
            int low = 0, high = 0;
            for (Packed vector : vectors) {
                low = std::min(low, score_in(vector, seat) - score_in(first, seat));
                high = std::max(high, score_in(vector, seat) - score_in(first, seat));
            }
            shape.low[static_cast<std::size_t>(seat)] = static_cast<std::int16_t>(low);
            shape.high[static_cast<std::size_t>(seat)] = static_cast<std::int16_t>(high);
        }
        for (Packed vector : vectors) rows_.push_back(vector - first);
        shapes_.push_back(shape);
        index_[slot] = number;
        if (shapes_.size() * 2 > index_.size()) grow();
        return {first, number};
    }

    // Forget all sets but these, which get new shapes.
    void forget_but(std::vector<VectorSet>& sets) {
        std::vector<std::vector<Packed>> lists;
        for (const VectorSet& set : sets) {
            each(set, [&lists, fresh = true](Packed vector) mutable {
                if (fresh) lists.emplace_back();
                fresh = false;
                lists.back().push_back(vector);
            });
        }
        begin();
        for (std::size_t i = 0; i < sets.size(); ++i) sets[i] = keep(lists[i]);
    }

private:
    static constexpr std::size_t kFirstSlots = 64;

    struct Shape {
        std::uint32_t start = 0;
        std::uint32_t size = 0;
        std::array<std::int16_t, 4> low{}, high{};  // the least and the most of each seat, from the first vector
        std::uint64_t hash = 0;
    };

    bool is_same(const Shape& shape, const std::vector<Packed>& vectors) const {
        if (shape.size != vectors.size()) return false;
        const Packed* row = rows_.data() + shape.start;
        for (std::size_t i = 1; i < vectors.size(); ++i) {
            if (vectors[i] - vectors[0] != row[i]) return false;
        }
        return true;
    }

    void grow() {
        index_.assign(index_.size() * 2, 0);
        for (std::size_t number = 1; number < shapes_.size(); ++number) {
            std::size_t slot = shapes_[number].hash & (index_.size() - 1);
            while (index_[slot]) slot = (slot + 1) & (index_.size() - 1);
            index_[slot] = static_cast<std::uint32_t>(number);
        }
    }

    std::size_t most_;
    std::vector<Packed> rows_;
    std::vector<Shape> shapes_;
    std::vector<std::uint32_t> index_;  // shape numbers by hash; 0 is free
};

}  // namespace king
