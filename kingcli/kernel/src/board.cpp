#include "board.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <numeric>

namespace king {

namespace {
std::size_t at(int index) { return static_cast<std::size_t>(index); }
}  // namespace

Board::Board(const Table& rules, const Position& root)
    : table(rules),
      n_seats(rules.n_seats),
      declarer(root.declarer),
      unit(1),
      root_out(root.held() | root.trick_cards()),
      has_premiums(!rules.premiums.empty()),
      has_jokers((rules.jokers & root_out) != 0) {
    for (int seat = 0; seat < n_seats; ++seat) next[at(seat)] = static_cast<std::int8_t>(rules.next(seat));
    for (int seat = 0; seat < n_seats; ++seat) most_cards = std::max(most_cards, count(root.hands[at(seat)]));
    if (root.n_trick) most_cards = std::max(most_cards, count(root.hands[at(root.leader)]) + 1);
    set_points(root);
    set_layers();
}

void Board::set_points(const Position& root) {
    trick_value.assign(at(most_cards + 1), 0);
    int common = 0;
    for (int k = 1; k <= most_cards; ++k) {
        const int number = table.hand_size - k;
        int value = table.trick_value(number);
        if (root.odd >= 0 && number == table.extra_to_trick) {
            value += table.card_points[at(root.odd)];
            odd = bit(root.odd);
            odd_k = k;
        }
        trick_value[at(k)] = value;
        common = std::gcd(common, value);
    }
    for (Mask cards = root_out; cards; cards = drop_lowest(cards)) {
        points[at(lowest(cards))] = table.card_points[at(lowest(cards))];
        common = std::gcd(common, points[at(lowest(cards))]);
    }
    unit = common && !has_premiums ? common : 1;
    for (int& value : trick_value) value /= unit;
    std::map<int, Mask> by_points;
    for (Mask cards = root_out; cards; cards = drop_lowest(cards)) {
        int& value = points[at(lowest(cards))];
        value /= unit;
        if (value) by_points[value] |= bit(lowest(cards));
    }
    for (const auto& [value, cards] : by_points) {
        prices.push_back({cards, value});
        scoring |= cards;
    }
    long long most = 0;
    for (int value : trick_value) most += std::abs(value);
    for (int value : points) most += std::abs(value);
    for (int value : table.card_points) most += has_premiums ? std::abs(value) : 0;
    for (const Premium& premium : table.premiums) {
        most = (most + std::abs(table.trick_points[0]) * table.hand_size) * (premium.needs_all ? 1 : 8) +
               4 * (std::abs(premium.taker) + std::abs(premium.others));
    }
    fits = most < 15000;
    low_tricks.assign(at(most_cards + 1), 0);
    high_tricks.assign(at(most_cards + 1), 0);
    for (int k = 1; k <= most_cards; ++k) {
        low_tricks[at(k)] = low_tricks[at(k - 1)] + std::min(trick_value[at(k)], 0);
        high_tricks[at(k)] = high_tricks[at(k - 1)] + std::max(trick_value[at(k)], 0);
    }
}

// Whether, whatever is led, the suit's cards cannot win, or rank by number with no other suit's cards in between.
bool Board::is_plain_suit(int suit) const {
    const Mask inside = root_out & suit_mask(suit);
    if (inside & table.jokers) return false;
    for (const auto& row : table.strength) {
        std::vector<int> ranks;
        for (Mask cards = inside; cards; cards = drop_lowest(cards)) ranks.push_back(row[at(lowest(cards))]);
        if (std::all_of(ranks.begin(), ranks.end(), [](int rank) { return rank == 0; })) continue;
        for (std::size_t i = 0; i < ranks.size(); ++i) {
            if (ranks[i] == 0 || (i > 0 && ranks[i - 1] <= ranks[i])) return false;
        }
        for (Mask cards = root_out & ~inside; cards; cards = drop_lowest(cards)) {
            const int rank = row[at(lowest(cards))];
            if (ranks.back() <= rank && rank <= ranks.front()) return false;
        }
    }
    return true;
}

void Board::set_layers() {
    std::vector<Mask> rules;  // sets of cards that the rules or the points tell apart
    for (const LeadBan& ban : table.lead_bans) rules.push_back(ban.cards);
    for (Mask cards : table.void_must) rules.push_back(cards);
    for (Mask cards : table.void_must) forced |= cards;
    for (const FollowMust& must : table.follow_must) forced |= must.cards;
    for (const FollowMust& must : table.follow_must) rules.insert(rules.end(), {must.cards, must.when});
    for (const Premium& premium : table.premiums) rules.push_back(premium.cards);
    if (has_jokers) rules.insert(rules.end(), table.joker_beaten_by.begin(), table.joker_beaten_by.end());
    bool all_plain = true;
    is_relative = true;
    for (int suit = 0; suit < 4; ++suit) {
        const Mask inside = root_out & suit_mask(suit);
        const bool plain = is_plain_suit(suit);
        all_plain = all_plain && plain;
        std::map<std::vector<int>, Mask> classes;
        for (Mask cards = inside; cards; cards = drop_lowest(cards)) {
            const int card = lowest(cards);
            std::vector<int> shape{points[at(card)]};
            for (Mask rule : rules) shape.push_back(rule >> card & 1 ? 1 : 0);
            if (!plain) shape.push_back(card);
            classes[shape] |= bit(card);
        }
        std::vector<Mask> sorted;
        for (const auto& [shape, cards] : classes) sorted.push_back(cards);
        std::stable_sort(sorted.begin(), sorted.end(), [](Mask a, Mask b) { return count(a) > count(b); });
        for (std::size_t i = 0; i < sorted.size(); ++i) {
            if (i > 0) special |= sorted[i];
            if (i > 0 && sorted.size() > 2) named |= sorted[i];
            if (count(sorted[i]) < 2) continue;
            if (layers.size() <= i) layers.resize(i + 1, 0);
            layers[i] |= sorted[i];
        }
    }
    is_relative = all_plain && count(named) <= (has_premiums || count(root_out) > 32 ? 22 : 14);
    is_plain = all_plain;
    for (int led = 0; led < 4 && is_plain; ++led) {
        for (Mask cards = root_out & ~suit_mask(led); cards; cards = drop_lowest(cards)) {
            const int card = lowest(cards);
            if (!table.strength[at(led)][at(card)]) continue;
            if (trumps && !(trumps >> card & 1)) is_plain = false;
            trumps = suit_mask(suit_of(card));
        }
    }
    // Every led suit must be able to win its own trick, and trumps must beat it.
    for (int led = 0; led < 4 && is_plain; ++led) {
        for (Mask cards = root_out & suit_mask(led); cards; cards = drop_lowest(cards)) {
            const int own = table.strength[at(led)][at(lowest(cards))];
            if (own == 0) is_plain = false;
            for (Mask others = root_out & ~suit_mask(led); others; others = drop_lowest(others)) {
                const int card = lowest(others);
                const int rank = table.strength[at(led)][at(card)];
                const bool is_trump = trumps >> card & 1;
                if (is_trump != (rank > own)) is_plain = false;
            }
        }
    }
}

}  // namespace king
