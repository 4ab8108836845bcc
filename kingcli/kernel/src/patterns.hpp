// The table of partition search (Ginsberg 1996): what is proven of all positions between tricks that have the same leader,
// the same number of cards of each suit in each hand, the same owners of the special cards, and in every suit the same
// owners of so many of the highest cards as the proof rests on. Exact: a find is never another kind of position.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace king {

// `Code`: a bit for each card still out.
template <class Code>
class Patterns {
public:
    struct Key {
        std::uint64_t lengths = 0;  // by hand and suit
        std::uint64_t rest = 0;     // leader and owners of special cards
        bool operator==(const Key&) const = default;
    };

    // The cards still out, highest first in each suit: bit 0 and bit 1 of each one's owner, and whether it is special.
    struct Owners {
        Code low = 0;
        Code high = 0;
        Code special = 0;
    };

    struct Pattern {
        Code mask = 0;  // the cards it rests on
        Owners owners;  // inside the mask
        std::int16_t least = 0;
        std::int16_t most = 0;

        bool fits(const Owners& other) const {
            return (((owners.low ^ other.low) | (owners.high ^ other.high) | (owners.special ^ other.special)) & mask) == 0;
        }
    };

    explicit Patterns(std::size_t bytes) {
        most_chunks_ = std::clamp<std::size_t>(bytes / 4 * 3 / sizeof(Chunk), 16, 0xfffffff0U);
        most_groups_ = std::clamp<std::size_t>(bytes / 16 * 3 / sizeof(Group), 16, 0xfffffff0U);
        while ((std::size_t{8} << most_bits_) <= bytes / 16 && most_bits_ < 28) ++most_bits_;
    }

    // Forget everything.
    void begin() {
        if (chunks_.capacity() == 0) {  // pages come when used
            chunks_.reserve(most_chunks_);
            groups_.reserve(most_groups_);
            heads_.reserve(std::size_t{1} << most_bits_);
        }
        chunks_.clear();
        groups_.clear();
        free_chunks_ = free_groups_ = kNone;
        bits_ = std::min(most_bits_, kFirstBits);
        heads_.assign(std::size_t{1} << bits_, kNone);
        peak_heads_ = std::max(peak_heads_, heads_.size());
    }

    std::size_t bytes() const {
        return peak_chunks_ * sizeof(Chunk) + peak_groups_ * sizeof(Group) + peak_heads_ * sizeof(std::uint32_t);
    }

    // Whether something proven tells if a value is at least `target`; then a bound on it, and the cards that rests on.
    bool find(const Key& key, const Owners& owners, int target, int& bound, Code& mask, int& hint) {
        Group* group = group_of(key);
        hint = -1;
        if (!group) return false;
        hint = group->hint;
        std::size_t n = group->n;
        for (std::uint32_t i = group->first; i != kNone; i = chunks_[i].next, n = kChunk) {
            for (std::size_t j = n; j-- > 0;) {
                Pattern& pattern = chunks_[i].patterns[j];
                if (!pattern.fits(owners)) continue;
                if (pattern.least >= target) {
                    bound = pattern.least;
                } else if (pattern.most < target) {
                    bound = pattern.most;
                } else {
                    continue;
                }
                mask = pattern.mask;
                std::swap(pattern, chunks_[group->first].patterns[group->n - 1U]);  // what was of use is looked at first
                return true;
            }
        }
        return false;
    }

    // Keep that the value lies between these, in a position of `weight` cards a hand.
    void put(const Key& key, const Owners& owners, Code mask, int least, int most, int weight, int hint) {
        Group& group = make_group(key, weight);
        if (hint >= 0) group.hint = static_cast<std::int8_t>(hint);
        const Pattern made{mask,
                           {static_cast<Code>(owners.low & mask), static_cast<Code>(owners.high & mask), static_cast<Code>(owners.special & mask)},
                           static_cast<std::int16_t>(least),
                           static_cast<std::int16_t>(most)};
        std::size_t n = group.n;
        std::uint32_t* link = &group.first;
        for (int length = 1; *link != kNone; ++length, n = kChunk) {
            Chunk& chunk = chunks_[*link];
            for (std::size_t j = 0; j < n; ++j) {
                Pattern& pattern = chunk.patterns[j];
                if (pattern.mask != mask || !pattern.fits(owners)) continue;
                pattern.least = std::max(pattern.least, made.least);
                pattern.most = std::min(pattern.most, made.most);
                return;
            }
            if (length == kLongest && chunk.next == kNone) {  // what was of no use for longest gives way
                chunk.next = free_chunks_;
                free_chunks_ = *link;
                *link = kNone;
                break;
            }
            link = &chunk.next;
        }
        if (group.first == kNone || group.n == kChunk) {
            const std::uint32_t added = new_chunk();
            chunks_[added].next = group.first;
            group.first = added;
            group.n = 0;
        }
        chunks_[group.first].patterns[group.n++] = made;
    }

private:
    static constexpr std::uint8_t kChunk = sizeof(Code) > 4 ? 7 : 3;

    // Some patterns of one group, in the order they came.
    struct Chunk {
        std::array<Pattern, kChunk> patterns;
        std::uint32_t next = 0;
    };

    struct Group {
        Key key;
        std::uint32_t first = 0;
        std::uint32_t next = 0;
        std::uint8_t weight = 0;
        std::int8_t hint = -1;  // the card that was best to lead last time
        std::uint8_t n = 0;     // patterns in the first chunk; the others are full
    };

    static constexpr std::uint32_t kNone = 0xffffffffU;
    static constexpr int kFirstBits = 8;
    static constexpr int kLongest = 126 / kChunk;  // chunks of one group

    static std::uint64_t hash(const Key& key) {
        std::uint64_t h = (key.lengths ^ (key.rest * 0x9e3779b97f4a7c15ULL)) * 0xbf58476d1ce4e5b9ULL;
        h ^= h >> 32;
        h *= 0x94d049bb133111ebULL;
        return h ^ (h >> 29);
    }

    std::uint32_t& head(const Key& key) { return heads_[hash(key) & ((std::uint64_t{1} << bits_) - 1)]; }

    Group* group_of(const Key& key) {
        for (std::uint32_t i = heads_[hash(key) & ((std::uint64_t{1} << bits_) - 1)]; i != kNone; i = groups_[i].next) {
            if (groups_[i].key == key) return &groups_[i];
        }
        return nullptr;
    }

    bool has_room() const {
        return (free_chunks_ != kNone || chunks_.size() < most_chunks_) && (free_groups_ != kNone || groups_.size() < most_groups_);
    }

    Group& make_group(const Key& key, int weight) {
        while (!has_room()) sweep();
        for (std::uint32_t i = head(key); i != kNone; i = groups_[i].next) {
            if (groups_[i].key == key) return groups_[i];
        }
        std::uint32_t made = free_groups_;
        if (made != kNone) {
            free_groups_ = groups_[made].next;
        } else {
            if (groups_.size() >= heads_.size() && bits_ < most_bits_) {
                ++bits_;
                heads_.resize(std::size_t{1} << bits_);
                link_groups();
            }
            made = static_cast<std::uint32_t>(groups_.size());
            groups_.emplace_back();
            peak_groups_ = std::max(peak_groups_, groups_.size());
        }
        std::uint32_t& first = head(key);
        groups_[made] = {key, kNone, first, static_cast<std::uint8_t>(weight), -1, 0};
        first = made;
        return groups_[made];
    }

    std::uint32_t new_chunk() {
        const std::uint32_t made = free_chunks_;
        if (made != kNone) {
            free_chunks_ = chunks_[made].next;
            return made;
        }
        chunks_.emplace_back();
        peak_chunks_ = std::max(peak_chunks_, chunks_.size());
        return static_cast<std::uint32_t>(chunks_.size() - 1);
    }

    // Chain the groups in use (those of a weight) to their places, the others to be used again.
    void link_groups() {
        std::fill(heads_.begin(), heads_.end(), kNone);
        peak_heads_ = std::max(peak_heads_, heads_.size());
        free_groups_ = kNone;
        for (std::uint32_t i = 0; i < groups_.size(); ++i) {
            std::uint32_t& first = groups_[i].weight ? head(groups_[i].key) : free_groups_;
            groups_[i].next = first;
            first = i;
        }
    }

    // Give up the smaller positions: as many sizes as hold half of what is kept.
    void sweep() {
        std::array<std::size_t, 64> sizes{};
        std::size_t all = 0;
        for (const Group& group : groups_) {
            if (!group.weight) continue;
            for (std::uint32_t i = group.first; i != kNone; i = chunks_[i].next) {
                ++sizes[group.weight & 63];
                ++all;
            }
            ++sizes[group.weight & 63];
            ++all;
        }
        std::size_t given = 0;
        std::uint32_t least = 0;
        while (given * 2 < all) given += sizes[least++];
        for (Group& group : groups_) {
            if (!group.weight || group.weight >= least) continue;
            group.weight = 0;
            while (group.first != kNone) {
                const std::uint32_t next = chunks_[group.first].next;
                chunks_[group.first].next = free_chunks_;
                free_chunks_ = group.first;
                group.first = next;
            }
        }
        link_groups();
    }

    std::vector<Chunk> chunks_;
    std::vector<Group> groups_;
    std::vector<std::uint32_t> heads_;
    std::uint32_t free_chunks_ = kNone;
    std::uint32_t free_groups_ = kNone;
    std::size_t most_chunks_ = 0, most_groups_ = 0;
    std::size_t peak_chunks_ = 0, peak_groups_ = 0, peak_heads_ = 0;
    int most_bits_ = 0;
    int bits_ = 0;
};

}  // namespace king
