// The transposition table: positions between tricks and what is proven of them. Exact keys, so a find is never another
// position. It begins small and doubles up to a fixed size; a new search makes what is in it old instead of clearing it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace king {

template <int Words, class Value>
class Memo {
public:
    using Key = std::array<std::uint64_t, Words>;

    struct Entry {
        Key key{};
        Value value{};
        std::uint16_t age = 0;
        std::uint8_t weight = 0;  // cards a hand: the work that finding it saves
    };

    explicit Memo(std::size_t bytes) {
        while ((kWays * sizeof(Entry) << (limit_ + 1)) <= bytes && limit_ < 40) ++limit_;
    }

    // Forget everything.
    void begin() {
        bits_ = limit_ < kFirstBits ? limit_ : kFirstBits;
        used_ = 0;
        if (++age_ == 0) {
            entries_.clear();
            age_ = 1;
        }
        reserve();
    }

    // Drop the memory too.
    void release() {
        entries_ = {};
    }

    std::size_t bytes() const { return entries_.size() * sizeof(Entry); }

    Value* find(const Key& key) {
        Entry* bucket = &entries_[slot(hash(key))];
        for (int way = 0; way < kWays; ++way) {
            if (same(bucket[way].key, key) && bucket[way].age == age_) return &bucket[way].value;
        }
        return nullptr;
    }

    // The place for a key that may be there already: its value, or a fresh one in place of the least worthy.
    Value& put(const Key& key, int weight, bool& is_known) {
        Entry* bucket = &entries_[slot(hash(key))];
        Entry* chosen = nullptr;
        for (int way = 0; way < kWays; ++way) {
            Entry& entry = bucket[way];
            if (entry.age != age_) {
                if (!chosen || chosen->age == age_) chosen = &entry;
            } else if (same(entry.key, key)) {
                is_known = true;
                return entry.value;
            } else if (!chosen || (chosen->age == age_ && entry.weight < chosen->weight)) {
                chosen = &entry;
            }
        }
        is_known = false;
        if (chosen->age != age_ && ++used_ * 2 > (std::uint64_t{kWays} << bits_) && bits_ < limit_) {
            grow();
            --used_;
            return put(key, weight, is_known);
        }
        *chosen = Entry{key, Value{}, age_, static_cast<std::uint8_t>(weight)};
        return chosen->value;
    }

private:
    static constexpr int kWays = 4;
    static constexpr int kFirstBits = 8;

    static bool same(const Key& one, const Key& other) {
        std::uint64_t difference = 0;
        for (int i = 0; i < Words; ++i) difference |= one[static_cast<std::size_t>(i)] ^ other[static_cast<std::size_t>(i)];
        return difference == 0;
    }

    static std::uint64_t hash(const Key& key) {
        std::uint64_t h = 0;
        for (std::uint64_t word : key) {
            h = (h ^ word) * 0x9e3779b97f4a7c15ULL;
            h ^= h >> 29;
        }
        h *= 0xbf58476d1ce4e5b9ULL;
        return h ^ (h >> 32);
    }

    std::size_t slot(std::uint64_t h) const { return (h & ((std::uint64_t{1} << bits_) - 1)) * kWays; }

    void reserve() {
        const std::size_t needed = static_cast<std::size_t>(kWays) << bits_;
        if (entries_.capacity() == 0) entries_.reserve(static_cast<std::size_t>(kWays) << limit_);  // pages come when used
        if (entries_.size() < needed) entries_.resize(needed);
    }

    // Twice the buckets: every entry stays or moves up by the old number of buckets.
    void grow() {
        const std::size_t half = static_cast<std::size_t>(kWays) << bits_;
        ++bits_;
        reserve();
        for (std::size_t i = 0; i < half; ++i) {
            entries_[half + i].age = 0;
            if (entries_[i].age == age_ && slot(hash(entries_[i].key)) >= half) {
                entries_[half + i] = entries_[i];
                entries_[i].age = 0;
            }
        }
    }

    std::vector<Entry> entries_;
    std::uint64_t used_ = 0;
    int limit_ = 0;
    int bits_ = 0;
    std::uint16_t age_ = 0;
};

}  // namespace king
