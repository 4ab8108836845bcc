// A contract as weights and masks: what kingcli.variants.TrickTable says, and nothing else.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "bits.hpp"

namespace king {

struct LeadBan {
    Mask cards = 0;
    bool declarer_exempt = false;
};

struct FollowMust {
    Mask cards = 0;
    Mask when = 0;
};

inline constexpr int kMaxPremiums = 6;

enum class Effect { replace, add, twice, twice_each };

struct Premium {
    bool needs_all = false;
    Mask cards = 0;  // 0: tricks
    Effect effect = Effect::replace;
    int taker = 0;
    int others = 0;
};

struct Table {
    int n_seats = 4;
    int hand_size = 0;
    int direction = 1;
    Mask deck = 0;
    std::array<std::array<std::uint8_t, kMaxCards>, 4> strength{};
    std::vector<LeadBan> lead_bans;
    std::vector<Mask> void_must;
    std::vector<FollowMust> follow_must;
    std::array<int, kMaxCards> card_points{};
    Mask scoring = 0;
    std::vector<int> trick_points{0};
    std::vector<int> end_points;
    std::vector<Premium> premiums;
    Mask jokers = 0;
    std::array<Mask, 4> joker_beaten_by{};
    bool has_stock = false;
    int extra_to_trick = -1;
    bool early_end = false;

    int next(int seat) const {
        const int after = seat + direction;
        return after < 0 ? after + n_seats : after >= n_seats ? after - n_seats : after;
    }
    int seat_after(int seat, int steps) const {
        return ((seat + direction * steps) % n_seats + n_seats) % n_seats;
    }

    // What is wrong with the table; empty when nothing is.
    std::string fault() const;

    // What trick `number` (0 = first) brings besides its cards; with a stock end points come later.
    int trick_value(int number) const;

    // The legal leads, and the legal cards to a trick (the set of its cards) in which `led` was led.
    Mask can_lead(Mask hand, bool is_declarer) const {
        for (const LeadBan& ban : lead_bans) {
            if (!(ban.declarer_exempt && is_declarer) && (hand & ~ban.cards)) hand &= ~ban.cards;
        }
        return hand;
    }
    Mask can_follow(Mask hand, int led, Mask trick) const {
        const Mask in_suit = hand & suit_mask(led);
        if (in_suit) {
            for (const FollowMust& must : follow_must) {
                if ((in_suit & must.cards) && (trick & must.when)) return in_suit & must.cards;
            }
            return in_suit;
        }
        for (Mask cards : void_must) {
            if (hand & cards) return hand & cards;
        }
        return hand;
    }

    // The index of the winning one of these cards in order of play.
    int winner(const std::int8_t* trick, int n) const;
};

}  // namespace king
