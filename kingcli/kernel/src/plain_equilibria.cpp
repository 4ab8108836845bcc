#include "plain_equilibria.hpp"

#include <algorithm>

namespace king {

namespace {

constexpr std::size_t kEntryBytes = 220;  // a node of the map and its share of the buckets, without its vectors

std::vector<Scores> moved(std::vector<Scores> vectors, const Scores& by, int sign) {
    for (Scores& vector : vectors) {
        for (std::size_t seat = 0; seat < kMaxSeats; ++seat) vector[seat] += sign * by[seat];
    }
    return vectors;
}

}  // namespace

std::vector<Scores> settled(const std::vector<std::vector<Scores>>& tried, int seat) {
    const auto own = static_cast<std::size_t>(seat);
    int sure = 0;
    bool is_first = true;
    for (const std::vector<Scores>& vectors : tried) {
        int least = vectors.front()[own];
        for (const Scores& vector : vectors) least = std::min(least, vector[own]);
        sure = is_first ? least : std::max(sure, least);
        is_first = false;
    }
    std::vector<Scores> found;
    for (const std::vector<Scores>& vectors : tried) {
        for (const Scores& vector : vectors) {
            if (vector[own] >= sure) found.push_back(vector);
        }
    }
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
}

std::vector<Scores> PlainEquilibria::vectors(const Position& position) {
    budget_.spend();
    return search(position);
}

std::vector<Scores> PlainEquilibria::search(const Position& position) {
    if (is_over(table_, position)) return {final_scores(table_, position)};
    const bool between = position.n_trick == 0;
    PlainKey key{};
    if (between) {
        key = plain_key(table_, position);
        if (const auto found = memo_.find(key); found != memo_.end()) return moved(found->second, position.scores, 1);
        budget_.spend();
    }
    std::vector<std::vector<Scores>> tried;
    for (Mask cards = legal(table_, position); cards; cards = drop_lowest(cards)) {
        Position after = position;
        play(table_, after, lowest(cards));
        tried.push_back(search(after));
    }
    std::vector<Scores> found = settled(tried, turn(table_, position));
    if (between) {
        const std::size_t size = kEntryBytes + found.size() * sizeof(Scores);
        if (bytes_ + size > most_bytes_) {
            memo_.clear();
            bytes_ = 0;
        }
        bytes_ += size;
        memo_[key] = moved(found, position.scores, -1);
    }
    return found;
}

}  // namespace king
