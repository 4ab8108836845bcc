// The table of partition search (Ginsberg 1996): what is proven of all positions between tricks that have the same leader,
// the same number of cards of each suit in each hand, the same owners of the special cards, and in every suit the same
// owners of so many of the highest cards as the proof rests on. Exact: a find is never another kind of position.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
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
        std::uint32_t next = 0;

        bool agrees(const Owners& other, Code where) const {
            return (((owners.low ^ other.low) | (owners.high ^ other.high) | (owners.special ^ other.special)) & where) == 0;
        }
        bool fits(const Owners& other) const { return agrees(other, mask); }
    };

    explicit Patterns(std::size_t bytes) {
        most_patterns_ = std::clamp<std::size_t>(bytes / 8 * 5 / sizeof(Pattern), 16, 0xfffffff0U);
        most_groups_ = std::clamp<std::size_t>(bytes / 4 / sizeof(Group), 16, 0xfffffff0U);
        while ((std::size_t{8} << most_bits_) <= bytes / 8 && most_bits_ < 28) ++most_bits_;
    }

    // Forget everything.
    void begin() {
        if (patterns_.capacity() == 0) {  // pages come when used
            patterns_.reserve(most_patterns_);
            groups_.reserve(most_groups_);
            heads_.reserve(std::size_t{1} << most_bits_);
        }
        patterns_.clear();
        groups_.clear();
        free_patterns_ = free_groups_ = kNone;
        bits_ = std::min(most_bits_, kFirstBits);
        heads_.assign(std::size_t{1} << bits_, kNone);
        peak_heads_ = std::max(peak_heads_, heads_.size());
    }

    std::size_t bytes() const {
        return peak_patterns_ * sizeof(Pattern) + peak_groups_ * sizeof(Group) + peak_heads_ * sizeof(std::uint32_t);
    }

    // Whether something proven tells if a value is at least `target`; then a bound on it, and the cards that rests on.
    bool find(const Key& key, const Owners& owners, int target, int& bound, Code& mask, int& hint) {
        Group* group = group_of(key);
        hint = -1;
        if (!group) return false;
        hint = group->hint;
        std::uint32_t before = kNone;
        for (std::uint32_t i = group->first; i != kNone; before = i, i = patterns_[i].next) {
            Pattern& pattern = patterns_[i];
            if (!pattern.fits(owners)) continue;
            if (pattern.least >= target) {
                bound = pattern.least;
            } else if (pattern.most < target) {
                bound = pattern.most;
            } else {
                continue;
            }
            mask = pattern.mask;
            if (before != kNone) {  // what was of use is looked at first
                patterns_[before].next = pattern.next;
                pattern.next = group->first;
                group->first = i;
            }
            return true;
        }
        return false;
    }

    // Keep that the value lies between these, in a position of `weight` cards a hand.
    void put(const Key& key, const Owners& owners, Code mask, int least, int most, int weight, int hint) {
        Group& group = make_group(key, weight);
        if (hint >= 0) group.hint = static_cast<std::int8_t>(hint);
        std::uint32_t before = kNone;
        int n = 0;
        for (std::uint32_t i = group.first; i != kNone;) {
            Pattern& pattern = patterns_[i];
            const std::uint32_t next = pattern.next;
            if ((pattern.mask & mask) == mask && pattern.agrees(owners, mask)) {
                if (pattern.mask == mask) {
                    pattern.least = static_cast<std::int16_t>(std::max<int>(pattern.least, least));
                    pattern.most = static_cast<std::int16_t>(std::min<int>(pattern.most, most));
                    return;
                }
            }
            if (++n == kLongest) {  // the one of no use for longest gives way
                patterns_[i].next = free_patterns_;
                free_patterns_ = i;
                (before == kNone ? group.first : patterns_[before].next) = kNone;
                break;
            }
            before = i;
            i = next;
        }
        const std::uint32_t made = new_pattern();
        patterns_[made] = {mask,
                           {static_cast<Code>(owners.low & mask), static_cast<Code>(owners.high & mask), static_cast<Code>(owners.special & mask)},
                           static_cast<std::int16_t>(least),
                           static_cast<std::int16_t>(most),
                           group.first};
        group.first = made;
    }

private:
    struct Group {
        Key key;
        std::uint32_t first = 0;
        std::uint32_t next = 0;
        std::uint8_t weight = 0;
        std::int8_t hint = -1;  // the card that was best to lead last time
    };

    static constexpr std::uint32_t kNone = 0xffffffffU;
    static constexpr int kFirstBits = 8;
    static constexpr int kLongest = 128;  // patterns of one group

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
        return (free_patterns_ != kNone || patterns_.size() < most_patterns_) && (free_groups_ != kNone || groups_.size() < most_groups_);
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
        groups_[made] = {key, kNone, first, static_cast<std::uint8_t>(weight), -1};
        first = made;
        return groups_[made];
    }

    std::uint32_t new_pattern() {
        const std::uint32_t made = free_patterns_;
        if (made != kNone) {
            free_patterns_ = patterns_[made].next;
            return made;
        }
        patterns_.emplace_back();
        peak_patterns_ = std::max(peak_patterns_, patterns_.size());
        return static_cast<std::uint32_t>(patterns_.size() - 1);
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
            for (std::uint32_t i = group.first; i != kNone; i = patterns_[i].next) {
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
                const std::uint32_t next = patterns_[group.first].next;
                patterns_[group.first].next = free_patterns_;
                free_patterns_ = group.first;
                group.first = next;
            }
        }
        link_groups();
    }

    std::vector<Pattern> patterns_;
    std::vector<Group> groups_;
    std::vector<std::uint32_t> heads_;
    std::uint32_t free_patterns_ = kNone;
    std::uint32_t free_groups_ = kNone;
    std::size_t most_patterns_ = 0, most_groups_ = 0;
    std::size_t peak_patterns_ = 0, peak_groups_ = 0, peak_heads_ = 0;
    int most_bits_ = 0;
    int bits_ = 0;
};

}  // namespace king
