#include "table.hpp"

#include <algorithm>
#include <cstdlib>

namespace king {

std::string Table::fault() const {
    if (n_seats < 2 || n_seats > kMaxSeats) return "a table has 2 to 4 seats";
    if (direction != 1 && direction != -1) return "the direction of play is +1 or -1";
    if (hand_size < 1 || hand_size > 60) return "a hand has 1 to 60 cards";
    if (deck & (bit(15) | bit(31) | bit(47) | bit(63))) return "the pack has a card that is none";
    if (premiums.size() > kMaxPremiums) return "there are too many premiums";
    if (trick_points.empty()) return "trick points are missing";
    long long most = 0;
    for (int points : card_points) most += std::llabs(points);
    for (int t = 0; t < hand_size; ++t) most += std::llabs(trick_value(t));
    for (int points : end_points) most += std::llabs(points);
    for (const Premium& premium : premiums) most = 8 * most + std::llabs(premium.taker) + 4 * std::llabs(premium.others);
    if (most > 100'000'000) return "the points are too large";
    return {};
}

int Table::trick_value(int number) const {
    const int last = static_cast<int>(trick_points.size()) - 1;
    int value = trick_points[static_cast<std::size_t>(std::clamp(number, 0, last))];
    const int following = hand_size - 1 - number;
    if (!has_stock && following >= 0 && following < static_cast<int>(end_points.size())) {
        value += end_points[static_cast<std::size_t>(following)];
    }
    return value;
}

int Table::winner(const std::int8_t* trick, int n) const {
    const int led = suit_of(trick[0]);
    if (jokers) {
        Mask cards = 0;
        for (int i = 0; i < n; ++i) cards |= bit(trick[i]);
        if (cards & jokers) {
            const Mask beaters = cards & joker_beaten_by[static_cast<std::size_t>(led)];
            for (int i = 0; i < n; ++i) {
                if (beaters ? trick[i] == lowest(beaters) : (jokers >> trick[i] & 1) != 0) return i;
            }
        }
    }
    const auto& row = strength[static_cast<std::size_t>(led)];
    int best = 0;
    for (int i = 1; i < n; ++i) {
        if (row[static_cast<std::size_t>(trick[i])] > row[static_cast<std::size_t>(trick[best])]) best = i;
    }
    return best;
}

}  // namespace king
