// The table for positions of few cards, which are looked up most: keys of one word, four positions in a line of the cache.
// Exact keys. It begins small and doubles up to a fixed size; then new positions replace old ones.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "memo.hpp"

namespace king {

template <class Value>
class SmallMemo {
public:
    explicit SmallMemo(std::size_t bytes) {
        while ((sizeof(Bucket) << (limit_ + 1)) <= bytes && limit_ < 32) ++limit_;
    }

    // Forget everything.
    void begin() {
        bits_ = limit_ < kFirstBits ? limit_ : kFirstBits;
        used_ = 0;
        if (buckets_.capacity() == 0) buckets_.reserve(std::size_t{1} << limit_);  // pages come when used
        buckets_.assign(std::size_t{1} << bits_, Bucket{});
    }

    std::size_t bytes() const { return buckets_.size() * sizeof(Bucket); }
    std::size_t limit() const { return sizeof(Bucket) << limit_; }

    // Begin to load what `find` will look at: a look-up costs little but the wait for memory.
    void prefetch([[maybe_unused]] std::uint64_t key) const {
#if defined(__GNUC__)
        __builtin_prefetch(&buckets_[slot(key)]);
#endif
    }

    // A key is not 0.
    const Value* find(std::uint64_t key) const {
        const Bucket& bucket = buckets_[slot(key)];
        for (std::size_t way = 0; way < kWays; ++way) {
            if (bucket.keys[way] == key) return &bucket.values[way];
        }
        return nullptr;
    }

    // Keep the value of a key that is not there.
    void put(std::uint64_t key, const Value& value) {
        Bucket* bucket = &buckets_[slot(key)];
        std::size_t way = free_way(*bucket);
        while (way == kWays && bits_ < limit_ && used_ > (std::size_t{1} << bits_)) {
            grow();
            bucket = &buckets_[slot(key)];
            way = free_way(*bucket);
        }
        if (way == kWays) {
            way = hash(key) >> 62;
        } else {
            ++used_;
        }
        bucket->keys[way] = key;
        bucket->values[way] = value;
    }

private:
    static constexpr std::size_t kWays = 4;
    static constexpr int kFirstBits = 8;

    struct alignas(64) Bucket {
        std::array<std::uint64_t, kWays> keys{};
        std::array<Value, kWays> values{};
    };

    static std::uint64_t hash(std::uint64_t key) {
        key = (key ^ key >> 32) * 0x9e3779b97f4a7c15ULL;
        key = (key ^ key >> 29) * 0xbf58476d1ce4e5b9ULL;
        return key ^ key >> 32;
    }
    std::size_t slot(std::uint64_t key) const { return hash(key) & ((std::uint64_t{1} << bits_) - 1); }

    static std::size_t free_way(const Bucket& bucket) {
        std::size_t way = 0;
        while (way < kWays && bucket.keys[way]) ++way;
        return way;
    }

    // Twice the buckets: every position stays or moves up by the old number of buckets.
    void grow() {
        const std::size_t half = std::size_t{1} << bits_;
        ++bits_;
        buckets_.resize(half * 2);
        for (std::size_t i = 0; i < half; ++i) {
            Bucket& bucket = buckets_[i];
            for (std::size_t way = 0; way < kWays; ++way) {
                if (!bucket.keys[way] || slot(bucket.keys[way]) == i) continue;
                buckets_[half + i].keys[way] = bucket.keys[way];
                buckets_[half + i].values[way] = bucket.values[way];
                bucket.keys[way] = 0;
            }
        }
    }

    std::vector<Bucket> buckets_;
    std::size_t used_ = 0;
    int limit_ = 0;
    int bits_ = 0;
};

// Both tables of a search of every seat for itself. The large one holds little: few positions have many cards.
template <int Words, class Value>
struct Memos {
    explicit Memos(std::size_t bytes) : small(bytes / 8 * 5), large(bytes - small.limit()) {}

    void begin() {
        small.begin();
        large.begin();
    }
    std::size_t bytes() const { return small.bytes() + large.bytes(); }

    SmallMemo<Value> small;
    Memo<Words, Value> large;
};

}  // namespace king
