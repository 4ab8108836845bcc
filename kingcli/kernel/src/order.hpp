// Which card to try first in a partition search. Nothing here changes a result.
#pragma once

#include <array>

#include "board.hpp"

namespace king {

// A trick on the table where lower bits are higher cards and only trumps beat another suit.
struct PlainTrick {
    Mask cards = 0;
    Mask beats = 0;  // what beats the best card
    int led = 0;
    int best = 0;    // card
    int winner = 0;  // seat
    int points = 0;  // without their sign
};

template <int N>
class Order {
public:
    // The hands and the points of cards (without their sign) stay those of the search. `is_bad`: nobody wants points;
    // `is_contest`: the earners want them, the others want to keep them from them.
    Order(const Board& board, const std::array<Mask, kMaxSeats>& hands, const std::array<int, kMaxCards>& points, unsigned earners,
          bool is_bad, bool is_contest)
        : board_(board), hands_(hands), points_(points), earners_(earners), is_bad_(is_bad), is_contest_(is_contest) {}

    // How promising a card is to lead; `raising`: the leader wants points to come to the earners.
    int lead(int card, int leader, Mask out, bool raising) const {
        if (is_contest_) return lead_contest(card, leader, out);
        return raising ? lead_against(card, leader) : lead_away(card, leader);
    }

    // What the seats yet to play to a trick can do after a seat.
    struct Outlook {
        Mask threats = 0;      // in a contest: what the other side may still play to win it
        bool is_won = false;   // whether this side wins it without another card's help
        bool is_ours = false;  // whether it has the best card so far
        Mask earning = 0;      // else: the cards of earners yet to play
    };

    Outlook outlook(int seat, const PlainTrick& trick, int left) const {
        Outlook look;
        Mask help = 0;
        int other = seat;
        for (int i = 1; i < left; ++i) {
            other = board_.next[at(other)];
            const Mask hand = hands_[at(other)];
            if (!is_contest_) {
                if (earns(other)) look.earning |= hand;
                continue;
            }
            const Mask follows = hand & suit_mask(trick.led);
            (earns(other) == earns(seat) ? help : look.threats) |= follows ? follows : hand & board_.trumps;
        }
        if (!is_contest_) return look;
        look.is_ours = earns(trick.winner) == earns(seat);
        look.is_won = look.is_ours && !(trick.beats & look.threats);
        if (const Mask beating = help & trick.beats; beating && !look.is_won) {
            const Mask trumps = beating & board_.trumps;
            look.is_won = !(beaters(lowest(trumps ? trumps : beating)) & look.threats);
        }
        return look;
    }

    // How promising a card to a trick is.
    int follow(int card, int seat, const PlainTrick& trick, int left, const Outlook& look) const {
        return is_contest_ ? follow_contest(card, seat, trick, look) : follow_other(card, seat, trick, left, look);
    }

    // What beats a card in the trick in which its suit is led, or in which it is a trump.
    Mask beaters(int card) const {
        const Mask suit = suit_mask(suit_of(card));
        return ((bit(card) - 1) & suit) | (board_.trumps & suit ? 0 : board_.trumps);
    }

private:
    static std::size_t at(int index) { return static_cast<std::size_t>(index); }
    bool earns(int seat) const { return earners_ >> seat & 1; }

    Mask cards_of(unsigned seats) const {
        Mask cards = 0;
        for (int seat = 0; seat < N; ++seat) cards |= seats >> seat & 1 ? hands_[at(seat)] : 0;
        return cards;
    }

    // A partner's winner first, then one's own, then long suits; a ruff is as good as a winner, theirs as bad as none.
    int lead_contest(int card, int leader, Mask out) const {
        const Mask suit = suit_mask(suit_of(card)), inside = out & suit, mine = hands_[at(leader)] & suit;
        const Mask ours = cards_of(earns(leader) ? earners_ : ~earners_) & suit, theirs = inside & ~ours, partner = ours & ~mine;
        const int low = rank_of(card), length = count(mine);
        if (board_.trumps && !(board_.trumps & suit)) {
            bool is_theirs = false, is_ours = false;
            for (int seat = 0; seat < N; ++seat) {
                if (seat == leader || (hands_[at(seat)] & suit) || !(hands_[at(seat)] & board_.trumps)) continue;
                (earns(seat) == earns(leader) ? is_ours : is_theirs) = true;
            }
            if (is_theirs) return low - 60;
            if (is_ours) return low + 140;
        }
        if (!theirs) return -10;
        const Mask above = (theirs & -theirs) - 1;  // what beats all of theirs
        if (above >> card & 1) return 80 + 10 * length;
        if (partner & above) return 110 + 10 * length + low;
        return 20 + 10 * length + low;
    }

    // Lead low cards, of suits that the earners must follow and in which they hold none of the points.
    int lead_against(int card, int leader) const {
        const Mask suit = suit_mask(suit_of(card));
        int score = 5 * rank_of(card);
        for (int seat = 0; seat < N; ++seat) {
            if (seat != leader && earns(seat) && !(hands_[at(seat)] & suit)) score -= 100;
        }
        if (board_.scoring & suit & ~bit(card) & cards_of(earners_)) score -= 30;
        return score;
    }

    // Lead from long suits without points.
    int lead_away(int card, int leader) const {
        const Mask inside = hands_[at(leader)] & suit_mask(suit_of(card));
        return 10 * count(inside) - (board_.scoring & inside & ~bit(card) ? 30 : 0);
    }

    // The cheapest card that wins for sure, if nobody of this side does without; else the lowest, of long suits.
    int follow_contest(int card, int seat, const PlainTrick& trick, const Outlook& look) const {
        const bool beats = trick.beats >> card & 1;
        const int low = rank_of(card);
        if (!beats) return suit_of(card) == trick.led ? low : 2 * count(hands_[at(seat)] & suit_mask(suit_of(card))) + low;
        if (look.is_won) return low - 40;
        if (!(beaters(card) & look.threats)) return low + 200;
        return low + (look.is_ours ? -10 : 50);
    }

    // Earners shun a bad trick with their highest cards and dearest points. The others give points to a trick that is
    // theirs, and else keep points and low cards for another.
    int follow_other(int card, int seat, const PlainTrick& trick, int left, const Outlook& look) const {
        const bool beats = trick.beats >> card & 1;
        const bool mine = earns(seat), held = earns(trick.winner);
        const int low = rank_of(card), high = 15 - low, points = points_[at(card)];
        if (!is_bad_) return beats && (mine || held) ? 200 + low : low;
        if (mine) {
            if (beats) return left == 1 ? high : -low;
            return 200 + high + 20 * points + (suit_of(card) == trick.led ? 0 : discard(card, seat));
        }
        if (held) return beats ? 30 : 200 + 40 * points + low;
        if (!look.earning) return -3 * low - 20 * points;
        if (!(look.earning & suit_mask(trick.led))) return low;
        const Mask best = bit(beats ? card : trick.best);
        return look.earning & suit_mask(trick.led) & ~((best << 1) - 1) ? low - 20 * points : low;
    }

    // Discard from suits in which the others could make this seat win, short ones first; not from those that only it has.
    int discard(int card, int seat) const {
        const Mask suit = suit_mask(suit_of(card)), mine = hands_[at(seat)] & suit;
        const Mask others = (hands_[0] | hands_[1] | hands_[2] | hands_[3]) & suit & ~mine;
        const int safety = !others ? -50 : Board::ducks(mine, others) ? 0 : 50;
        return safety - 5 * count(mine);
    }

    const Board& board_;
    const std::array<Mask, kMaxSeats>& hands_;
    const std::array<int, kMaxCards>& points_;
    unsigned earners_;
    bool is_bad_;
    bool is_contest_;
};

}  // namespace king
