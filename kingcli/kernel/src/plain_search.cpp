#include "plain_search.hpp"

#include <algorithm>
#include <cstdlib>

namespace king {

namespace {

constexpr int kFar = 1'000'000'000;
constexpr std::size_t kEntryBytes = 200;  // a node of the map and its share of the buckets

std::size_t at(int index) { return static_cast<std::size_t>(index); }

}  // namespace

std::size_t PlainHash::operator()(const PlainKey& key) const {
    std::uint64_t h = 0;
    for (std::uint64_t word : key) {
        h = (h ^ word) * 0x9e3779b97f4a7c15ULL;
        h ^= h >> 31;
    }
    return static_cast<std::size_t>(h);
}

// Between tricks the future follows from the hands, the stock (of which only the top falls away), the leader, the winners
// of the latest tricks and, where there are premiums, what everybody has won.
PlainKey plain_key(const Table& table, const Position& position) {
    PlainKey key{};
    for (int seat = 0; seat < table.n_seats; ++seat) key[at(seat)] = position.hands[at(seat)];
    std::uint64_t recent = 1;
    for (int i = std::max(0, position.n_recent - 24); i < position.n_recent; ++i) {
        recent = recent << 2 | static_cast<std::uint64_t>(position.recent[at(i)]);
    }
    key[4] = recent;
    key[5] = static_cast<std::uint64_t>(position.n_stock) | static_cast<std::uint64_t>(position.leader) << 8 |
             static_cast<std::uint64_t>(position.odd + 1) << 16;
    if (!table.premiums.empty()) {
        for (int seat = 0; seat < table.n_seats; ++seat) {
            key[at(6 + seat)] = position.taken[at(seat)];
            key[at(10 + seat)] = static_cast<std::uint64_t>(position.tricks[at(seat)]);
        }
    }
    return key;
}

PlainSides::PlainSides(const Table& table, unsigned helpers, unsigned earners, std::size_t bytes, Budget& budget)
    : table_(table), helpers_(helpers), earners_(earners), most_entries_(std::max<std::size_t>(bytes / kEntryBytes, 1024)), budget_(budget) {}

int PlainSides::earned(const Scores& scores) const {
    int sum = 0;
    for (int seat = 0; seat < table_.n_seats; ++seat) sum += earners_ >> seat & 1 ? scores[at(seat)] : 0;
    return sum;
}

// Wide, and so true whatever comes.
Range PlainSides::range(const Position& position) {
    if (!position.held() && !position.n_trick) {
        const int value = earned(final_scores(table_, position));
        return {value, value};
    }
    Mask left = position.held() | position.trick_cards() | position.stock_cards();
    if (position.odd >= 0) left |= bit(position.odd);
    int most = 0;
    for (Mask cards = left; cards; cards = drop_lowest(cards)) most += std::abs(table_.card_points[at(lowest(cards))]);
    int dearest = 0;
    for (int points : table_.trick_points) dearest = std::max(dearest, std::abs(points));
    for (int points : table_.end_points) most += std::abs(points);
    most += dearest * count(left);
    int made = 0;
    for (int seat = 0; seat < table_.n_seats; ++seat) {
        for (Mask cards = position.taken[at(seat)]; cards; cards = drop_lowest(cards)) {
            made += std::abs(table_.card_points[at(lowest(cards))]);
        }
        made += dearest * position.tricks[at(seat)];
    }
    for (const Premium& premium : table_.premiums) {
        most = (most + made) * 16 + 4 * (std::abs(premium.taker) + std::abs(premium.others));
    }
    const int so_far = earned(position.scores);
    return {so_far - most, so_far + most};
}

int PlainSides::probe(const Position& position, int target) {
    budget_.spend();
    return search(position, target);
}

int PlainSides::search(const Position& position, int target) {
    if (is_over(table_, position)) return earned(final_scores(table_, position));
    const bool between = position.n_trick == 0;
    const int so_far = earned(position.scores);
    PlainKey key{};
    if (between) {
        key = plain_key(table_, position);
        if (const auto found = memo_.find(key); found != memo_.end()) {
            if (found->second.high + so_far < target || found->second.low == found->second.high) return found->second.high + so_far;
            if (found->second.low + so_far >= target) return found->second.low + so_far;
        }
        budget_.spend();
    }
    const bool helping = helps(turn(table_, position));
    int bound = helping ? -kFar : kFar;
    for (Mask cards = legal(table_, position); cards; cards = drop_lowest(cards)) {
        Position after = position;
        play(table_, after, lowest(cards));
        const int value = search(after, target);
        bound = helping ? std::max(bound, value) : std::min(bound, value);
        if (helping ? bound >= target : bound < target) break;
    }
    if (between) {
        if (memo_.size() >= most_entries_) memo_.clear();
        Range& kept = memo_.try_emplace(key, Range{-kFar, kFar}).first->second;
        if (bound >= target) {
            kept.low = std::max(kept.low, bound - so_far);
        } else {
            kept.high = std::min(kept.high, bound - so_far);
        }
    }
    return bound;
}

PlainEach::PlainEach(const Table& table, Ties ties, std::size_t bytes, Budget& budget)
    : table_(table), ties_(ties), most_entries_(std::max<std::size_t>(bytes / kEntryBytes, 1024)), budget_(budget) {}

Scores PlainEach::scores(const Position& position) {
    budget_.spend();
    return search(position);
}

Scores PlainEach::search(const Position& position) {
    if (is_over(table_, position)) return final_scores(table_, position);
    const bool between = position.n_trick == 0;
    PlainKey key{};
    if (between) {
        key = plain_key(table_, position);
        if (const auto found = memo_.find(key); found != memo_.end()) {
            Scores scores = found->second;
            for (int seat = 0; seat < table_.n_seats; ++seat) scores[at(seat)] += position.scores[at(seat)];
            return scores;
        }
        budget_.spend();
    }
    Scores chosen{};
    bool is_first = true;
    const int seat = turn(table_, position);
    for (Mask cards = legal(table_, position); cards; cards = drop_lowest(cards)) {
        Position after = position;
        play(table_, after, lowest(cards));
        const Scores found = search(after);
        if (is_first || prefers(table_, ties_, seat, found, chosen)) chosen = found;
        is_first = false;
    }
    if (between) {
        if (memo_.size() >= most_entries_) memo_.clear();
        Scores& kept = memo_[key];
        for (int s = 0; s < table_.n_seats; ++s) kept[at(s)] = chosen[at(s)] - position.scores[at(s)];
    }
    return chosen;
}

}  // namespace king
