// Tricks that a side cannot be denied, seen without search where every trick is welcome, lower bits are higher cards and only
// trumps beat another suit. Each count comes with the cards whose rank it rests on.
#pragma once

#include <algorithm>
#include <array>

#include "bits.hpp"

namespace king {

struct Sure {
    int n = 0;
    Mask cards = 0;
};

template <int N>
class SureTricks {
public:
    // Between tricks; `side` are the leader's seats as bits, `duties` say that a seat void in the suit led may not discard
    // what it likes, `may_lead` holds for each seat the cards that it may lead.
    SureTricks(const std::array<Mask, kMaxSeats>& hands, const std::array<Mask, kMaxSeats>& may_lead, Mask out, Mask trumps, int leader,
               unsigned side, bool duties)
        : hands_(hands), may_lead_(may_lead), out_(out), trumps_(trumps), leader_(leader), side_(side), duties_(duties) {
        tricks_ = count(hands[at(leader)]);
    }

    // For the leader's side: the leader cashes what it can, then puts a partner in who cashes the rest.
    Sure quick() const {
        Run mine[4];
        Sure own;
        const bool drawn = is_drawn();
        for (int suit = 0; suit < 4; ++suit) {
            mine[suit] = run(leader_, suit, 0, drawn ? kMany : safe(suit));
            own.n += mine[suit].n;
            own.cards |= mine[suit].cards;
        }
        if (own.n >= tricks_ || duties_) return own;
        Sure best = own;
        for (int partner = 0; partner < N; ++partner) {
            if (partner == leader_ || !(side_ >> partner & 1)) continue;
            Sure both = own, lasting = own;
            bool has_entry = false;
            for (int suit = 0; suit < 4; ++suit) {
                const Mask held = hands_[at(partner)] & suit_mask(suit);
                const Mask led = hands_[at(leader_)] & suit_mask(suit);
                if (!held) continue;
                const int cashed = mine[suit].n;
                int most = drawn ? kMany : safe(suit);
                Mask gone = 0;
                if (mine[suit].tops) {
                    // The partner's cards come right after the leader's, which are all cashed, and stay with it meanwhile.
                    if (cashed < mine[suit].tops || most == cashed) continue;
                    gone = mine[suit].all_tops;
                    most -= cashed;
                }
                const Run theirs = run(partner, suit, gone, most);
                if (!theirs.n || count(held) < cashed + theirs.n) continue;
                both.n += theirs.n;
                both.cards |= theirs.cards;
                if (trumps_ & suit_mask(suit) && !gone) {
                    // Top trumps win whenever they are played.
                    lasting.n += theirs.tops;
                    lasting.cards |= theirs.all_tops;
                }
                if (count(led) > cashed && (led & may_lead_[at(leader_)] & ~mine[suit].all_tops)) has_entry = true;
            }
            const Sure& reached = has_entry ? both : lasting;
            if (reached.n > best.n) best = reached;
        }
        return best;
    }

    // For the other side.
    Sure late() const {
        Sure sure;
        const Mask ours = cards_of(side_), theirs = out_ & ~ours;
        if (theirs & trumps_) {
            // Top trumps win whenever they are played; those in one hand on different tricks.
            const Mask above = ours & trumps_;
            const Mask run = theirs & trumps_ & (above ? (above & -above) - 1 : ~Mask{0});
            if (run) {
                for (int seat = 0; seat < N; ++seat) {
                    if (!(side_ >> seat & 1)) sure.n = std::max(sure.n, count(run & hands_[at(seat)]));
                }
                if (above) sure.cards = run;
            }
        }
        if (!(ours & trumps_) && !duties_) {
            const Sure other = after_run(ours);
            if (other.n > sure.n) return other;
        }
        return sure;
    }

private:
    static constexpr int kMany = 64;

    // Winners of one suit in one hand: how many, how many by rank, and the cards by whose rank.
    struct Run {
        int n = 0;
        int tops = 0;
        Mask all_tops = 0;
        Mask cards = 0;
    };

    static std::size_t at(int index) { return static_cast<std::size_t>(index); }

    Mask cards_of(unsigned seats) const {
        Mask cards = 0;
        for (int seat = 0; seat < N; ++seat) cards |= seats >> seat & 1 ? hands_[at(seat)] : 0;
        return cards;
    }

    bool may_ruff(int seat) const { return seat != leader_ && (duties_ || !(side_ >> seat & 1)); }

    // How often a suit can be led before somebody may ruff it.
    int safe(int suit) const {
        int least = kMany;
        if (trumps_ & suit_mask(suit)) return least;
        for (int seat = 0; seat < N; ++seat) {
            if (may_ruff(seat) && (hands_[at(seat)] & trumps_)) least = std::min(least, count(hands_[at(seat)] & suit_mask(suit)));
        }
        return least;
    }

    // Whether the leader's top trumps take all of those that could ruff.
    bool is_drawn() const {
        if (!trumps_) return true;
        const Mask mine = hands_[at(leader_)] & trumps_ & may_lead_[at(leader_)], others = out_ & trumps_ & ~hands_[at(leader_)];
        int longest = 0;
        for (int seat = 0; seat < N; ++seat) {
            if (may_ruff(seat)) longest = std::max(longest, count(hands_[at(seat)] & trumps_));
        }
        return longest == 0 || count(others ? mine & ((others & -others) - 1) : mine) >= longest;
    }

    // The winners of a seat in a suit, of which at most so many may be led, when the cards of `gone` have been played.
    Run run(int seat, int suit, Mask gone, int most) const {
        Run found;
        const Mask inside = hands_[at(seat)] & suit_mask(suit) & may_lead_[at(seat)];
        const Mask others = out_ & suit_mask(suit) & ~hands_[at(seat)] & ~gone;
        found.all_tops = others ? inside & ((others & -others) - 1) : inside;
        found.tops = count(found.all_tops);
        if (!found.tops) return found;
        int longest = 0;
        for (int s = 0; s < N; ++s) {
            if (s != seat) longest = std::max(longest, count(hands_[at(s)] & suit_mask(suit) & ~gone));
        }
        found.n = std::min(found.tops >= longest && !gone ? count(inside) : found.tops, most);
        const int used = std::min({found.tops, longest, found.n});
        if (others) {
            Mask rest = found.all_tops;
            for (int i = 0; i < used; ++i) {
                found.cards |= rest & -rest;
                rest = drop_lowest(rest);
            }
        }
        return found;
    }

    // Without trumps the leader's side can win only in suits whose highest card it has, before the others come in with the
    // highest card of another one and cash their own.
    Sure after_run(Mask ours) const {
        int longest_run = 0;
        std::array<int, kMaxSeats> tops{}, needed{};
        Sure sure;
        for (int suit = 0; suit < 4; ++suit) {
            const Mask inside = out_ & suit_mask(suit), led = ours & inside;
            if (!inside) continue;
            const Mask top = inside & -inside;
            if (top & ours) {
                int longest = 0;
                for (int seat = 0; seat < N; ++seat) {
                    if (side_ >> seat & 1) longest = std::max(longest, count(hands_[at(seat)] & inside));
                }
                longest_run += longest;
                continue;
            }
            if (trumps_ & inside) continue;
            int holder = 0;
            while (!(hands_[at(holder)] & top)) ++holder;
            const Mask others = inside & ~hands_[at(holder)];
            const Mask run = hands_[at(holder)] & may_lead_[at(holder)] & (others ? inside & ((others & -others) - 1) : inside);
            tops[at(holder)] += count(run);
            sure.cards |= led ? run | top : run;
            if (led) ++needed[at(holder)];
        }
        const int room = tricks_ - longest_run;
        if (room <= 0) return {};
        int least = kMany;
        for (int seat = 0; seat < N; ++seat) {
            // Each trick that another of them wins before is one card less to keep the highest ones with.
            if (needed[at(seat)]) least = std::min({least, std::max(1, tops[at(seat)]), room - needed[at(seat)] + 1});
        }
        if (least == kMany || least < 1) return {};
        sure.n = least;
        return sure;
    }

    const std::array<Mask, kMaxSeats>& hands_;
    const std::array<Mask, kMaxSeats>& may_lead_;
    Mask out_;
    Mask trumps_;
    int leader_;
    unsigned side_;
    bool duties_;
    int tricks_;
};

}  // namespace king
