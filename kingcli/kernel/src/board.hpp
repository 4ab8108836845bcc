// What a search needs to know about a position and all that can come of it, worked out once.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "position.hpp"

namespace king {

// Cards of one value: how many points each.
struct Price {
    Mask cards = 0;
    int points = 0;
};

class Board {
public:
    Board(const Table& table, const Position& root);

    const Table& table;
    int n_seats;
    int declarer;
    int unit;       // all points are multiples of this; searches count in units
    Mask root_out;  // cards held or on the table
    std::array<std::int8_t, kMaxSeats> next{};
    std::array<int, kMaxCards> points{};
    Mask scoring = 0;
    std::vector<Price> prices;
    std::vector<int> trick_value;           // [k]: what a trick brings besides its cards when every seat held k cards
    std::vector<int> low_tricks, high_tricks;  // [k]: sums of the negative and of the positive of trick_value[1..k]

    // Layers of cards that are alike: neighbours among the cards still out, in one layer and one suit, come to the same.
    std::vector<Mask> layers;
    Mask special = 0;   // cards in no first layer: where they stand in their suit belongs to the key
    Mask named = 0;     // special cards that must be told apart in the key
    bool is_relative = false;  // whether keys may forget which cards are gone
    bool is_plain = false;     // lower bits are higher cards in every suit, and only trumps beat another suit
    Mask forced = 0;           // cards that some duty names
    Mask trumps = 0;           // with is_plain: the suit that beats the others
    bool has_premiums = false;
    bool has_jokers = false;
    bool fits = true;    // whether all sums fit into the tables of the searches
    int most_cards = 0;  // in one hand
    Mask odd = 0;        // a card that goes to a trick to come: the one of `odd_k` cards a hand
    int odd_k = -1;

    // Of each group of like cards among `allowed` the highest. `out` are the cards held or on the table.
    Mask choices(Mask allowed, Mask out) const {
        const Mask gone = ~out & ~kEnds;
        Mask like = 0;
        for (Mask layer : layers) {
            const Mask inside = allowed & layer;
            like |= (((inside << 1) + gone) & ~gone) & inside;
        }
        return allowed & ~like;
    }

    // Sums of the negative and of the positive points still to come between tricks.
    void left(Mask out, int k, int& low, int& high) const {
        int below = low_tricks[static_cast<std::size_t>(k)], above = high_tricks[static_cast<std::size_t>(k)];
        for (const Price& price : prices) {
            const int sum = count(out & price.cards) * price.points;
            if (sum < 0) {
                below += sum;
            } else {
                above += sum;
            }
        }
        low = below;
        high = above;
    }

    // Whether some card of `side` can beat, within its suit, some card of `other`: no trick for the side if not
    // (plain tables, the other side to lead; the side without trumps).
    static bool beats_any(Mask side, Mask other) {
        Mask below = other;  // every place above a card of the other side
        below |= (below >> 1) & kDown1;
        below |= (below >> 2) & kDown2;
        below |= (below >> 4) & kDown4;
        below |= (below >> 8) & kDown8;
        return (side & below) != 0;
    }

    // Whether a seat that does not lead can stay below every card the others may ever lead: counting from the bottom of each
    // suit, its first card is below their first, its second below their second, and so on. It then plays the highest card
    // below the one led, discards from the top of a suit, and wins no trick (no trumps, no duty to throw its cards).
    static bool ducks(Mask mine, Mask others) {
        for (Mask cards = mine; cards; cards = drop_lowest(cards)) {
            const int card = lowest(cards);
            const Mask down = suit_mask(suit_of(card)) & ~(bit(card) - 1);
            if (count(others & down) >= count(mine & down)) return false;
        }
        return true;
    }

    // Whether such a seat stays so when it leads the lowest of its cards in this suit.
    static bool ducks_after_lead(Mask mine, Mask others, int suit) {
        const Mask inside = mine & suit_mask(suit);
        if (!(others & suit_mask(suit))) return false;
        for (Mask cards = inside; cards; cards = drop_lowest(cards)) {
            const int card = lowest(cards);
            const Mask down = suit_mask(suit) & ~(bit(card) - 1);
            const int n = count(inside & down);
            if (n > 1 && count(others & down) >= n - 1) return false;
        }
        return true;
    }

    // The key of a position between tricks without its leader: equal keys, equal futures.
    template <int Words>
    std::array<std::uint64_t, Words> key(const std::array<Mask, kMaxSeats>& hands, Mask out, int leader, unsigned extra) const;

private:
    static constexpr Mask kEnds = bit(15) | bit(31) | bit(47) | bit(63);
    static constexpr Mask kDown1 = 0x7fff7fff7fff7fffULL;
    static constexpr Mask kDown2 = 0x3fff3fff3fff3fffULL;
    static constexpr Mask kDown4 = 0x0fff0fff0fff0fffULL;
    static constexpr Mask kDown8 = 0x00ff00ff00ff00ffULL;

    void set_points(const Position& root);
    void set_layers();
    bool is_plain_suit(int suit) const;
};

template <int Words>
std::array<std::uint64_t, Words> Board::key(const std::array<Mask, kMaxSeats>& hands, Mask out, int leader,
                                            unsigned extra) const {
    const Mask low = hands[1] | hands[3], high = hands[2] | hands[3];
    std::uint64_t third, rest = static_cast<std::uint64_t>(leader);
    std::uint64_t owners_low, owners_high;
    if (is_relative) {
        const Gather gather(out);
        owners_low = gather(low);
        owners_high = gather(high);
        third = gather(special & out);
        const auto lengths = static_cast<std::uint64_t>(count(out & kSuit) | count(out & suit_mask(1)) << 4 |
                                                        count(out & suit_mask(2)) << 8 | count(out & suit_mask(3)) << 12);
        rest |= lengths << 2;
        if (named) rest |= Gather(named)(out) << 18;
    } else {
        const Gather gather(root_out);
        owners_low = gather(low);
        owners_high = gather(high);
        third = gather(out);
    }
    if constexpr (Words == 2) {
        return {owners_low | owners_high << 32, third | rest << 32};
    } else {
        return {owners_low, owners_high, third, rest | static_cast<std::uint64_t>(extra) << 40};
    }
}

}  // namespace king
