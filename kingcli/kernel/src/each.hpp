// Every seat for itself (max^n, Luckhardt and Irani 1986) with a fixed tie rule. Positions between tricks are kept with
// their exact scores; a choice ends early only when nothing better is possible.
#pragma once

#include <algorithm>

#include "board.hpp"
#include "memo.hpp"
#include "premium_state.hpp"
#include "searches.hpp"

namespace king {

using Vector = std::array<std::int16_t, kMaxSeats>;

template <int N, int Words>
class Each final : public EachSearch {
public:
    using Table_ = Memo<Words, Vector>;

    Each(const Board& board, Ties ties, Table_& memo, Budget& budget)
        : board_(board), memo_(memo), budget_(budget), ties_(ties) {
        memo_.begin();
    }

    Scores scores(const Position& position) override;
    Mask choices(const Position& position) override {
        return board_.choices(legal(board_.table, position), position.held() | position.trick_cards());
    }

private:
    struct Trick {
        int led = 0;
        int best = 0;
        int winner = 0;
        int points = 0;
        Mask cards = 0;
        std::uint32_t order = 0;
    };

    static std::size_t at(int index) { return static_cast<std::size_t>(index); }

    bool better(int seat, const Vector& one, const Vector& other) const {
        return prefers(board_.table, ties_, seat, one, other);
    }

    int taker_of(const Trick& trick, int card, int seat) const;
    Vector take(int winner, Mask cards, int points, int k);
    Vector lead(int leader, int k);
    template <int Left>
    Vector follow(int seat, const Trick& trick, int k);
    Vector extra_now() const;

    const Board& board_;
    Table_& memo_;
    Budget& budget_;
    Ties ties_;
    std::array<Mask, kMaxSeats> hands_{};
    Mask out_ = 0;
    PremiumState state_;
    PremiumNumbers numbers_;
};

template <int N, int Words>
Scores Each<N, Words>::scores(const Position& position) {
    hands_ = position.hands;
    out_ = position.held() | position.trick_cards();
    if (board_.has_premiums) state_.set(board_.table, position);
    budget_.spend();
    const int k = count(position.hands[at(position.leader)]) + (position.n_trick ? 1 : 0);
    Vector found{};
    if (!position.n_trick) {
        found = lead(position.leader, k);
    } else {
        Trick trick;
        trick.led = suit_of(position.trick[0]);
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
        switch (N - position.n_trick) {
            case 1: found = follow<1>(seat, trick, k); break;
            case 2: found = follow<2>(seat, trick, k); break;
            default: found = follow<N - 1>(seat, trick, k); break;
        }
    }
    Scores scores = position.scores;
    for (int seat = 0; seat < N; ++seat) scores[at(seat)] += found[at(seat)] * board_.unit;
    return scores;
}

template <int N, int Words>
int Each<N, Words>::taker_of(const Trick& trick, int card, int seat) const {
    if (board_.has_jokers && ((trick.cards | bit(card)) & board_.table.jokers)) {
        std::array<std::int8_t, N> cards{};
        std::uint32_t order = trick.order << 8 | static_cast<std::uint32_t>(card);
        for (int i = N - 1; i >= 0; --i, order >>= 8) cards[at(i)] = static_cast<std::int8_t>(order & 255);
        return board_.table.seat_after(board_.next[at(seat)], board_.table.winner(cards.data(), N));
    }
    return board_.table.strength[at(trick.led)][at(card)] > trick.best ? seat : trick.winner;
}

template <int N, int Words>
Vector Each<N, Words>::take(int winner, Mask cards, int points, int k) {
    const Mask out = out_;
    out_ &= ~cards;
    Vector found;
    if (board_.has_premiums) {
        const PremiumState before = state_;
        state_.win(board_.table, winner, k == board_.odd_k ? cards | board_.odd : cards);
        found = lead(winner, k - 1);
        state_ = before;
    } else {
        found = lead(winner, k - 1);
    }
    out_ = out;
    found[at(winner)] = static_cast<std::int16_t>(found[at(winner)] + points);
    return found;
}

template <int N, int Words>
Vector Each<N, Words>::extra_now() const {
    Vector found{};
    if (board_.has_premiums) {
        const Scores extra = state_.extra(board_.table);
        for (int seat = 0; seat < N; ++seat) found[at(seat)] = static_cast<std::int16_t>(extra[at(seat)]);
    }
    return found;
}

// The points to come when every hand has k cards and this seat leads.
template <int N, int Words>
Vector Each<N, Words>::lead(int leader, int k) {
    if (k == 0) return extra_now();
    int low = 0, high = 0;
    board_.left(out_, k, low, high);
    const bool simple = !board_.has_premiums;
    if (simple && low == 0 && high == 0) return {};
    const unsigned number = simple ? 0 : numbers_.of(board_.table, state_);
    const auto key = board_.template key<Words>(hands_, out_, leader, number);
    if (k > 1) {
        if (const Vector* found = memo_.find(key)) return *found;
    }
    budget_.spend();
    const Mask hand = hands_[at(leader)];
    Trick trick;
    trick.winner = leader;
    Vector chosen{};
    bool is_first = true;
    for (Mask cards = board_.choices(board_.table.can_lead(hand, leader == board_.declarer), out_); cards;
         cards = drop_lowest(cards)) {
        const int card = lowest(cards);
        hands_[at(leader)] = hand & ~bit(card);
        trick.led = suit_of(card);
        trick.best = board_.table.strength[at(trick.led)][at(card)];
        trick.points = board_.trick_value[at(k)] + board_.points[at(card)];
        trick.cards = bit(card);
        trick.order = static_cast<std::uint32_t>(card);
        const Vector found = follow<N - 1>(board_.next[at(leader)], trick, k);
        if (is_first || better(leader, found, chosen)) chosen = found;
        is_first = false;
    }
    hands_[at(leader)] = hand;
    if (k > 1) {
        bool is_known = false;
        memo_.put(key, k, is_known) = chosen;
    }
    return chosen;
}

template <int N, int Words>
template <int Left>
Vector Each<N, Words>::follow(int seat, const Trick& trick, int k) {
    const Mask hand = hands_[at(seat)];
    const auto& row = board_.table.strength[at(trick.led)];
    Vector chosen{};
    bool is_first = true;
    for (Mask cards = board_.choices(board_.table.can_follow(hand, trick.led, trick.cards), out_); cards;
         cards = drop_lowest(cards)) {
        const int card = lowest(cards);
        hands_[at(seat)] = hand & ~bit(card);
        Vector found;
        if constexpr (Left == 1) {
            found = take(taker_of(trick, card, seat), trick.cards | bit(card), trick.points + board_.points[at(card)], k);
        } else {
            Trick after = trick;
            after.points += board_.points[at(card)];
            after.cards |= bit(card);
            after.order = trick.order << 8 | static_cast<std::uint32_t>(card);
            if (row[at(card)] > trick.best) {
                after.best = row[at(card)];
                after.winner = seat;
            }
            found = follow<Left - 1>(board_.next[at(seat)], after, k);
        }
        if (is_first || better(seat, found, chosen)) chosen = found;
        is_first = false;
    }
    hands_[at(seat)] = hand;
    return chosen;
}

}  // namespace king
