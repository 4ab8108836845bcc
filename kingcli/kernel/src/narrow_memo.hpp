// The table for positions of very few cards and their exact scores: eight positions in a line of the cache, for it is looked
// up at random and what does not fit into the cache is slow. Of a key, mixed one to one, the table holds only what the
// place does not tell; of the scores, which few vectors make up, a number.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace king {

class NarrowMemo {
public:
    using Vector = std::array<std::int16_t, 4>;

    static constexpr int kKeyBits = 56;

    explicit NarrowMemo(std::size_t bytes) {
        most_vectors_ = std::min<std::size_t>(65535, bytes / 16 / kVectorBytes);
        while ((sizeof(Bucket) << (limit_ + 1)) + (most_vectors_ + 2) * kVectorBytes <= bytes && limit_ < 32) ++limit_;
    }

    // Too little memory for any use.
    bool is_off() const { return limit_ < kFirstBits; }

    // Forget everything.
    void begin() {
        if (is_off()) return;
        bits_ = kFirstBits;
        used_ = 0;
        if (buckets_.capacity() == 0) buckets_.reserve(std::size_t{1} << limit_);  // pages come when used
        buckets_.assign(std::size_t{1} << bits_, Bucket{});
        vectors_.assign(1, Vector{});
        numbers_.assign(64, 0);
    }

    std::size_t bytes() const {
        return buckets_.size() * sizeof(Bucket) + vectors_.size() * sizeof(Vector) + numbers_.size() * sizeof(std::uint16_t);
    }
    std::size_t limit() const { return is_off() ? 0 : (sizeof(Bucket) << limit_) + (most_vectors_ + 2) * kVectorBytes; }

    void prefetch([[maybe_unused]] std::uint64_t key) const {
#if defined(__GNUC__)
        __builtin_prefetch(&buckets_[slot(mixed(key))]);
#endif
    }

    // The scores of a position, or nothing.
    const Vector* find(std::uint64_t key) const {
        const std::uint64_t mix = mixed(key), tag = mix >> kFirstBits;
        for (std::uint64_t entry : buckets_[slot(mix)].entries) {
            if (entry >> 16 == tag && entry & 0xffff) return &vectors_[entry & 0xffff];
        }
        return nullptr;
    }

    // Keep the scores of a position that is not there.
    void put(std::uint64_t key, const Vector& vector) {
        const std::uint64_t number = number_of(vector);
        if (!number) return;
        const std::uint64_t mix = mixed(key);
        std::size_t way = free_way(buckets_[slot(mix)]);
        while (way == kWays && bits_ < limit_ && used_ > (kWays / 4 << bits_)) {
            grow();
            way = free_way(buckets_[slot(mix)]);
        }
        if (way == kWays) {
            way = mix >> (kKeyBits - 3);
        } else {
            ++used_;
        }
        buckets_[slot(mix)].entries[way] = mix >> kFirstBits << 16 | number;
    }

private:
    static constexpr std::size_t kWays = 8;
    static constexpr std::size_t kVectorBytes = sizeof(Vector) + 4 * sizeof(std::uint16_t);  // with its share of the hash
    static constexpr int kFirstBits = 8;
    static constexpr std::uint64_t kKeyMask = (std::uint64_t{1} << kKeyBits) - 1;

    struct alignas(64) Bucket {
        std::array<std::uint64_t, kWays> entries{};  // key without its lowest bits << 16 | number of the vector; 0 is free
    };

    // One to one, so that equal means the same key.
    static std::uint64_t mixed(std::uint64_t key) {
        key = ((key ^ key >> 28) * 0x9e3779b97f4a7c15ULL) & kKeyMask;
        key = ((key ^ key >> 27) * 0xbf58476d1ce4e5b9ULL) & kKeyMask;
        return key ^ key >> 28;
    }
    std::size_t slot(std::uint64_t mix) const { return mix & ((std::uint64_t{1} << bits_) - 1); }

    static std::size_t free_way(const Bucket& bucket) {
        std::size_t way = 0;
        while (way < kWays && bucket.entries[way]) ++way;
        return way;
    }

    // Twice the buckets: every position stays or moves up by the old number of buckets.
    void grow() {
        const std::size_t half = std::size_t{1} << bits_;
        ++bits_;
        buckets_.resize(half * 2);
        for (std::size_t i = 0; i < half; ++i) {
            for (std::size_t way = 0; way < kWays; ++way) {
                const std::uint64_t entry = buckets_[i].entries[way];
                const std::uint64_t mix = entry >> 16 << kFirstBits | (i & ((1u << kFirstBits) - 1));
                if (!entry || slot(mix) == i) continue;
                buckets_[half + i].entries[way] = entry;
                buckets_[i].entries[way] = 0;
            }
        }
    }

    // The number of a vector, a new one if need be; 0 when there are no more.
    std::uint64_t number_of(const Vector& vector) {
        std::size_t place = place_of(vector);
        if (numbers_[place]) return numbers_[place];
        if (vectors_.size() > most_vectors_) return 0;
        numbers_[place] = static_cast<std::uint16_t>(vectors_.size());
        vectors_.push_back(vector);
        const std::uint64_t number = numbers_[place];
        if (vectors_.size() * 2 > numbers_.size()) {
            numbers_.assign(numbers_.size() * 2, 0);
            for (std::size_t i = 1; i < vectors_.size(); ++i) numbers_[place_of(vectors_[i])] = static_cast<std::uint16_t>(i);
        }
        return number;
    }

    std::size_t place_of(const Vector& vector) const {
        std::uint64_t h = 0;
        for (std::int16_t score : vector) h = (h ^ static_cast<std::uint16_t>(score)) * 0x9e3779b97f4a7c15ULL;
        std::size_t place = (h ^ h >> 32) & (numbers_.size() - 1);
        while (numbers_[place] && vectors_[numbers_[place]] != vector) place = (place + 1) & (numbers_.size() - 1);
        return place;
    }

    std::vector<Bucket> buckets_;
    std::vector<Vector> vectors_;         // by number
    std::vector<std::uint16_t> numbers_;  // of vectors, by hash
    std::size_t most_vectors_ = 0;
    std::size_t used_ = 0;
    int limit_ = 0;
    int bits_ = 0;
};

}  // namespace king
