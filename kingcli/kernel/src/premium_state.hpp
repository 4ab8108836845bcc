// What premiums need to know of the cards that are gone: who has won some of what they speak of, and everybody's points.
#pragma once

#include <algorithm>
#include <compare>
#include <map>

#include "board.hpp"

namespace king {

class PremiumState {
public:
    void set(const Table& table, const Position& position) {
        won_ = won_by_premium(table, position);
        played_.fill(0);
        for (int seat = 0; seat < table.n_seats; ++seat) {
            const auto s = static_cast<std::size_t>(seat);
            for (Mask cards = position.taken[s]; cards; cards = drop_lowest(cards)) {
                played_[s] += table.card_points[static_cast<std::size_t>(lowest(cards))];
            }
            played_[s] += table.trick_points[0] * position.tricks[s];
        }
    }

    // A seat wins a trick of these cards.
    void win(const Table& table, int seat, Mask cards) {
        for (std::size_t i = 0; i < table.premiums.size(); ++i) {
            const Mask subject = table.premiums[i].cards;
            if (!subject || (cards & subject)) won_[i] = static_cast<std::uint8_t>(won_[i] | 1u << seat);
        }
        int& points = played_[static_cast<std::size_t>(seat)];
        points += table.trick_points[0];
        for (; cards; cards = drop_lowest(cards)) points += table.card_points[static_cast<std::size_t>(lowest(cards))];
    }

    // Whether a premium may still be paid.
    bool is_live(const Table& table) const {
        for (std::size_t i = 0; i < table.premiums.size(); ++i) {
            if (may_be(table, i)) return true;
        }
        return false;
    }

    // What premiums add to each seat's points if the round ends now.
    Scores extra(const Table& table) const {
        Scores sum = with_premiums(table, played_, won_.data());
        for (std::size_t seat = 0; seat < kMaxSeats; ++seat) sum[seat] -= played_[seat];
        return sum;
    }

    // Bounds on what premiums may add to a seat's points, when between `low` and `high` points may come to each.
    Range extra_range(const Table& table, int seat, int low, int high) const {
        const int least = played_[static_cast<std::size_t>(seat)] + low, most = played_[static_cast<std::size_t>(seat)] + high;
        Range extra{0, 0};
        for (std::size_t i = 0; i < table.premiums.size(); ++i) {
            if (!may_be(table, i)) continue;
            const Premium& premium = table.premiums[i];
            const int small = std::min(premium.taker, premium.others), large = std::max(premium.taker, premium.others);
            Range paid{};
            if (premium.needs_all && premium.effect == Effect::replace) {
                paid = {small - most, large - least};
            } else if (premium.needs_all) {
                paid = {extra.low + small, extra.high + large};
            } else {
                const int factor = premium.effect == Effect::twice ? 2 : 1 << (table.n_seats);
                paid = {std::min(0, (factor - 1) * least + factor * extra.low), std::max(0, (factor - 1) * most + factor * extra.high)};
            }
            extra = {std::min(extra.low, paid.low), std::max(extra.high, paid.high)};
        }
        return extra;
    }

    auto operator<=>(const PremiumState&) const = default;

private:
    bool may_be(const Table& table, std::size_t i) const {
        const int n = std::popcount(won_[i]);
        return table.premiums[i].needs_all ? n < 2 : n < table.n_seats;
    }

    WonMasks won_{};
    Scores played_{};
};

// Numbers the states met in a search, so that a key need hold only a number. 0 means that no premium can be paid any more.
class PremiumNumbers {
public:
    unsigned of(const Table& table, const PremiumState& state) {
        if (!state.is_live(table)) return 0;
        return numbers_.try_emplace(state, static_cast<unsigned>(numbers_.size() + 1)).first->second;
    }

    void clear() { numbers_.clear(); }

private:
    std::map<PremiumState, unsigned> numbers_;
};

}  // namespace king
