// Two sides by fail-soft zero-window alpha-beta over tricks: proven bounds kept for positions between tricks, cards that
// come to the same tried once, moves ordered by simple rules of play and by how often they cut off before.
#pragma once

#include <algorithm>
#include <cstdlib>

#include "board.hpp"
#include "memo.hpp"
#include "premium_state.hpp"
#include "searches.hpp"

namespace king {

struct Bounds {
    std::int16_t low = -32000;
    std::int16_t high = 32000;
};

template <int N, int Words>
class Sides final : public SidesSearch {
public:
    using Table_ = Memo<Words, Bounds>;

    Sides(const Board& board, unsigned helpers, unsigned earners, Table_& memo, Budget& budget)
        : board_(board), memo_(memo), budget_(budget), helpers_(helpers), earners_(earners) {
        memo_.begin();
        can_duck_ = (earners & ~helpers) == 0 && board.trumps == 0;
        is_contest_ = earners == helpers;
    }

    Range range(const Position& position) override;
    int probe(const Position& position, int target) override;
    Mask choices(const Position& position) override {
        return board_.choices(legal(board_.table, position), position.held() | position.trick_cards());
    }
    bool helps(int seat) const override { return helpers_ >> seat & 1; }

private:
    struct Trick {
        int led = 0;
        int best = 0;    // strength of the winning card
        int winner = 0;  // seat
        int points = 0;
        Mask cards = 0;
        std::uint32_t order = 0;  // the cards, a byte each, the latest lowest
        bool wanted = false;      // whether earners gain by winning it
    };

    struct Moves {
        int n = 0;
        std::array<std::int32_t, 32> scored;  // score << 6 | card, best first
        void add(int card, int score) {
            const std::int32_t item = (score * 64) | card;
            int i = n++;
            for (; i > 0 && scored[static_cast<std::size_t>(i - 1)] < item; --i) {
                scored[static_cast<std::size_t>(i)] = scored[static_cast<std::size_t>(i - 1)];
            }
            scored[static_cast<std::size_t>(i)] = item;
        }
        int card(int i) const { return scored[static_cast<std::size_t>(i)] & 63; }
    };

    static constexpr int kFar = 30000;
    static constexpr std::size_t kLeading = 4;

    static std::size_t at(int index) { return static_cast<std::size_t>(index); }
    bool earns(int seat) const { return earners_ >> seat & 1; }

    int made(const Position& position) const {
        int sum = 0;
        for (int seat = 0; seat < N; ++seat) sum += earns(seat) ? position.scores[at(seat)] : 0;
        return sum;
    }

    Mask cards_of(unsigned seats) const {
        Mask cards = 0;
        for (int seat = 0; seat < N; ++seat) cards |= seats >> seat & 1 ? hands_[at(seat)] : 0;
        return cards;
    }

    void set(const Position& position) {
        hands_ = position.hands;
        out_ = position.held() | position.trick_cards();
        if (board_.has_premiums) state_.set(board_.table, position);
    }

    // Bounds on the points still to come to the earners between tricks.
    Range left(int k) const {
        Range range;
        board_.left(out_, k, range.low, range.high);
        if (board_.has_premiums && state_.is_live(board_.table)) {
            const Range all = range;
            const int odd = board_.odd ? std::abs(board_.table.card_points[at(lowest(board_.odd))]) : 0;
            const int tricks = std::abs(board_.table.trick_points[0]) * k + odd;
            for (int seat = 0; seat < N; ++seat) {
                if (!earns(seat)) continue;
                const Range extra = state_.extra_range(board_.table, seat, all.low - tricks, all.high + tricks);
                range.low += extra.low;
                range.high += extra.high;
            }
        }
        return range;
    }

    int extra_now() const {
        if (!board_.has_premiums) return 0;
        const Scores extra = state_.extra(board_.table);
        int sum = 0;
        for (int seat = 0; seat < N; ++seat) sum += earns(seat) ? extra[at(seat)] : 0;
        return sum;
    }

    Trick trick_of(const Position& position, int k) const;
    int taker_of(const Trick& trick, int card, int seat) const;
    int take(int winner, Mask cards, int points, int k, int target);
    int lead(int leader, int k, int target);
    int last_trick(int leader);
    bool stays_below(int leader, Mask earning, Mask others) const;
    int quick_points(int leader, int k) const;
    int follow_score(int card, int seat, const Trick& trick, int left) const;
    template <int Left>
    int follow(int seat, const Trick& trick, int k, int target);

    const Board& board_;
    Table_& memo_;
    Budget& budget_;
    unsigned helpers_;
    unsigned earners_;
    std::array<Mask, kMaxSeats> hands_{};
    Mask out_ = 0;
    PremiumState state_;
    PremiumNumbers numbers_;
    std::array<std::array<int, kMaxCards>, 5> history_{};
    bool can_duck_ = false;   // earners want no trick where tricks are bad, and may always stay below
    bool is_contest_ = false;  // the earners help, the others do not
};

// Whether the earners can be sure to win no trick any more (penalties alone are left).
template <int N, int Words>
bool Sides<N, Words>::stays_below(int leader, Mask earning, Mask others) const {
    if (earning & board_.forced) return false;
    for (int seat = 0; seat < N; ++seat) {
        if (earns(seat) && !Board::ducks(hands_[at(seat)], others)) return false;
    }
    if (!earns(leader)) return true;
    if (std::popcount(earners_) > 1) return false;
    Mask leads = board_.table.can_lead(earning, leader == board_.declarer);
    for (int suit = 0; suit < 4; ++suit) {
        const Mask inside = earning & suit_mask(suit);
        if (inside && (leads >> (63 - std::countl_zero(inside)) & 1) && Board::ducks_after_lead(earning, others, suit)) return true;
    }
    return false;
}

// The points of the tricks that the leader can win one after the other from here, whatever the others do.
template <int N, int Words>
int Sides<N, Words>::quick_points(int leader, int k) const {
    if (!is_contest_) return 0;
    const Mask hand = hands_[at(leader)], rest = out_ & ~hand;
    int n = 0;
    for (int suit = 0; suit < 4; ++suit) {
        const Mask inside = hand & suit_mask(suit);
        if (!inside) continue;
        const Mask others = rest & suit_mask(suit);
        const Mask above = others ? inside & ((others & -others) - 1) : inside;
        int tops = count(above);
        if (!tops) continue;
        int longest = 0, safe = 16;
        for (int seat = 0; seat < N; ++seat) {
            if (seat == leader) continue;
            const int length = count(hands_[at(seat)] & suit_mask(suit));
            longest = std::max(longest, length);
            if ((hands_[at(seat)] & board_.trumps) && !(board_.trumps & suit_mask(suit))) safe = std::min(safe, length);
        }
        if (tops >= longest) tops = count(inside);
        n += std::min(tops, safe);
    }
    if (board_.table.lead_bans.size() && (board_.table.can_lead(hand, leader == board_.declarer) != hand)) return 0;
    int points = 0;
    for (int i = 0; i < n && i < k; ++i) points += board_.trick_value[at(k - i)];
    return points;
}

template <int N, int Words>
Range Sides<N, Words>::range(const Position& position) {
    set(position);
    const int k = count(position.hands[at(position.leader)]) + (position.n_trick ? 1 : 0);
    const Range to_come = left(k);
    const int so_far = made(position);
    if (!position.held() && !position.n_trick) return {so_far + extra_now(), so_far + extra_now()};
    return {so_far + to_come.low * board_.unit, so_far + to_come.high * board_.unit};
}

template <int N, int Words>
int Sides<N, Words>::probe(const Position& position, int target) {
    set(position);
    budget_.spend();
    const int so_far = made(position), unit = board_.unit;
    int goal = target - so_far;
    goal = goal >= 0 ? (goal + unit - 1) / unit : -(-goal / unit);
    const int k = count(position.hands[at(position.leader)]) + (position.n_trick ? 1 : 0);
    int value = 0;
    if (!position.n_trick) {
        value = lead(position.leader, k, goal);
    } else {
        const Trick trick = trick_of(position, k);
        const int seat = turn(board_.table, position);
        switch (N - position.n_trick) {
            case 1: value = follow<1>(seat, trick, k, goal); break;
            case 2: value = follow<2>(seat, trick, k, goal); break;
            default: value = follow<N - 1>(seat, trick, k, goal); break;
        }
    }
    return so_far + value * unit;
}

template <int N, int Words>
typename Sides<N, Words>::Trick Sides<N, Words>::trick_of(const Position& position, int k) const {
    Trick trick;
    trick.led = suit_of(position.trick[0]);
    trick.winner = position.leader;
    trick.best = -1;
    trick.points = board_.trick_value[at(k)];
    int seat = position.leader;
    for (int i = 0; i < position.n_trick; ++i) {
        const int card = position.trick[at(i)];
        const int strength = board_.table.strength[at(trick.led)][at(card)];
        if (strength > trick.best) {
            trick.best = strength;
            trick.winner = seat;
        }
        trick.points += board_.points[at(card)];
        trick.cards |= bit(card);
        trick.order = trick.order << 8 | static_cast<std::uint32_t>(card);
        seat = board_.next[at(seat)];
    }
    const Range to_come = left(k);
    trick.wanted = to_come.low + to_come.high >= 0;
    return trick;
}

// Who takes a trick when `seat` completes it with this card.
template <int N, int Words>
int Sides<N, Words>::taker_of(const Trick& trick, int card, int seat) const {
    if (board_.has_jokers && ((trick.cards | bit(card)) & board_.table.jokers)) {
        std::array<std::int8_t, N> cards{};
        std::uint32_t order = trick.order << 8 | static_cast<std::uint32_t>(card);
        for (int i = N - 1; i >= 0; --i, order >>= 8) cards[at(i)] = static_cast<std::int8_t>(order & 255);
        const int index = board_.table.winner(cards.data(), N);
        return board_.table.seat_after(board_.next[at(seat)], index);
    }
    return board_.table.strength[at(trick.led)][at(card)] > trick.best ? seat : trick.winner;
}

template <int N, int Words>
int Sides<N, Words>::take(int winner, Mask cards, int points, int k, int target) {
    const int gain = earns(winner) ? points : 0;
    const Mask out = out_;
    out_ &= ~cards;
    int value;
    if (board_.has_premiums) {
        const PremiumState before = state_;
        state_.win(board_.table, winner, k == board_.odd_k ? cards | board_.odd : cards);
        value = gain + lead(winner, k - 1, target - gain);
        state_ = before;
    } else {
        value = gain + lead(winner, k - 1, target - gain);
    }
    out_ = out;
    return value;
}

// A bound on the points to come when every hand has k cards and this seat leads.
template <int N, int Words>
int Sides<N, Words>::lead(int leader, int k, int target) {
    if (k == 0) return extra_now();
    Range range = left(k);
    if (range.high < target || range.low == range.high) return range.high;
    if (range.low >= target) return range.low;
    const bool simple = !board_.has_premiums;
    const Mask earning = cards_of(earners_), others = out_ & ~earning;
    if (simple) {
        if (k == 1) return last_trick(leader);
        if (board_.is_plain) {
            if (!earns(leader)) {
                if (!(earning & board_.trumps) && !Board::beats_any(earning, others)) return 0;
            } else if (!(others & board_.trumps) && !Board::beats_any(others, earning)) {
                return range.low + range.high;
            }
            if (range.high == 0 && can_duck_ && stays_below(leader, earning, others)) return 0;
            if (range.low == 0 && k > 1) {
                // Tricks are good: those the leader can cash at once are not to be denied.
                const int sure = quick_points(leader, k);
                if (earns(leader)) {
                    range.low = std::max(range.low, sure);
                    if (range.low >= target) return range.low;
                } else {
                    range.high -= sure;
                    if (range.high < target) return range.high;
                }
            }
        }
    }
    const unsigned number = simple ? 0 : numbers_.of(board_.table, state_);
    const auto key = board_.template key<Words>(hands_, out_, leader, number);
    if (const Bounds* found = memo_.find(key)) {
        range = {std::max<int>(range.low, found->low), std::min<int>(range.high, found->high)};
        if (range.high < target || range.low == range.high) return range.high;
        if (range.low >= target) return range.low;
    }
    budget_.spend();
    const bool helping = helps(leader);
    const bool wanted = range.low + range.high >= 0;
    const Mask hand = hands_[at(leader)];
    Moves moves;
    for (Mask cards = board_.choices(board_.table.can_lead(hand, leader == board_.declarer), out_); cards;
         cards = drop_lowest(cards)) {
        const int card = lowest(cards);
        moves.add(card, history_[kLeading][at(card)]);
    }
    Trick trick;
    trick.winner = leader;
    trick.wanted = wanted;
    int bound = helping ? -kFar : kFar;
    for (int i = 0; i < moves.n; ++i) {
        const int card = moves.card(i);
        hands_[at(leader)] = hand & ~bit(card);
        trick.led = suit_of(card);
        trick.best = board_.table.strength[at(trick.led)][at(card)];
        trick.points = board_.trick_value[at(k)] + board_.points[at(card)];
        trick.cards = bit(card);
        trick.order = static_cast<std::uint32_t>(card);
        const int value = follow<N - 1>(board_.next[at(leader)], trick, k, target);
        if (helping ? value > bound : value < bound) {
            bound = value;
            if (helping ? bound >= target : bound < target) {
                history_[kLeading][at(card)] += k * k;
                break;
            }
        }
    }
    hands_[at(leader)] = hand;
    bool is_known = false;
    Bounds& kept = memo_.put(key, k, is_known);
    if (bound >= target) {
        kept.low = static_cast<std::int16_t>(std::max<int>(kept.low, bound));
    } else {
        kept.high = static_cast<std::int16_t>(std::min<int>(kept.high, bound));
    }
    return bound;
}

// The last trick, in which nobody has a choice.
template <int N, int Words>
int Sides<N, Words>::last_trick(int leader) {
    Trick trick;
    int card = lowest(hands_[at(leader)]), seat = leader;
    trick.led = suit_of(card);
    trick.best = -1;
    trick.points = board_.trick_value[1];
    for (int i = 0; i < N; ++i) {
        card = lowest(hands_[at(seat)]);
        trick.points += board_.points[at(card)];
        if (i == N - 1) break;
        const int strength = board_.table.strength[at(trick.led)][at(card)];
        if (strength > trick.best) {
            trick.best = strength;
            trick.winner = seat;
        }
        trick.cards |= bit(card);
        trick.order = trick.order << 8 | static_cast<std::uint32_t>(card);
        seat = board_.next[at(seat)];
    }
    return earns(taker_of(trick, card, seat)) ? trick.points : 0;
}

// A bound on the points to come, this trick's included; `Left` seats have yet to play to it, the first is `seat`.
template <int N, int Words>
template <int Left>
int Sides<N, Words>::follow(int seat, const Trick& trick, int k, int target) {
    const Mask hand = hands_[at(seat)];
    const auto& row = board_.table.strength[at(trick.led)];
    const bool helping = helps(seat);
    const Mask allowed = board_.table.can_follow(hand, trick.led, trick.cards);
    Moves moves;
    for (Mask cards = board_.choices(allowed, out_); cards; cards = drop_lowest(cards)) {
        const int card = lowest(cards);
        if constexpr (Left == 1) {
            const int gain = earns(taker_of(trick, card, seat)) ? trick.points + board_.points[at(card)] : 0;
            moves.add(card, (helping ? gain : -gain) * 4096 + 8 * follow_score(card, seat, trick, Left) +
                                8 * history_[at(trick.led)][at(card)]);
        } else {
            moves.add(card, follow_score(card, seat, trick, Left) + history_[at(trick.led)][at(card)]);
        }
    }
    int bound = helping ? -kFar : kFar;
    for (int i = 0; i < moves.n; ++i) {
        const int card = moves.card(i);
        hands_[at(seat)] = hand & ~bit(card);
        int value;
        if constexpr (Left == 1) {
            value = take(taker_of(trick, card, seat), trick.cards | bit(card), trick.points + board_.points[at(card)], k, target);
        } else {
            Trick after = trick;
            after.points += board_.points[at(card)];
            after.cards |= bit(card);
            after.order = trick.order << 8 | static_cast<std::uint32_t>(card);
            if (row[at(card)] > trick.best) {
                after.best = row[at(card)];
                after.winner = seat;
            }
            value = follow<Left - 1>(board_.next[at(seat)], after, k, target);
        }
        if (helping ? value > bound : value < bound) {
            bound = value;
            if (helping ? bound >= target : bound < target) {
                if (moves.n > 1) history_[at(trick.led)][at(card)] += k * k;
                break;
            }
        }
    }
    hands_[at(seat)] = hand;
    return bound;
}

// How promising a card to a trick is.
template <int N, int Words>
int Sides<N, Words>::follow_score(int card, int seat, const Trick& trick, int left) const {
    const bool beats = board_.table.strength[at(trick.led)][at(card)] > trick.best;
    const bool mine = earns(seat), held = earns(trick.winner);
    const int low = rank_of(card), high = 15 - low;
    const int points = board_.points[at(card)];
    if (mine) {
        if (trick.wanted) return beats ? 200 + low : low;
        if (!beats) return 200 + high - 20 * points;
        return left == 1 ? high : low;
    }
    if (trick.wanted) return beats && held ? 200 + low : low;
    if (held) return beats ? 0 : 200 - 40 * points + low;
    return low;
}

}  // namespace king
