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
        int low = -1, high = 1;  // sums of the bad and of the good points from this trick on
    };

    static constexpr std::size_t kLeading = 4;

    static std::size_t at(int index) { return static_cast<std::size_t>(index); }

    bool better(int seat, const Vector& one, const Vector& other) const {
        return prefers(board_.table, ties_, seat, one, other);
    }

    // What a seat would like best of all that the points still to come allow, each going to one seat whole; where good
    // and bad points are mixed, something out of reach.
    Vector ideal_of(int seat, int low, int high) const {
        Vector ideal{};
        int other = board_.next[at(seat)];
        if (low != 0 && high != 0) {
            ideal[at(seat)] = 32000;
        } else if (high != 0) {
            ideal[at(seat)] = static_cast<std::int16_t>(high);
        } else {
            while (ties_ == Ties::kind && board_.next[at(other)] != seat) other = board_.next[at(other)];
            ideal[at(other)] = static_cast<std::int16_t>(low);
        }
        return ideal;
    }

    // Whether `chooser` prefers `best` to whatever gives `seat` at least what it has in `chosen`.
    bool is_spurned(const Vector& chosen, int seat, const Vector& best, int chooser, const Trick& trick) const {
        if (trick.low == 0) return trick.high - chosen[at(seat)] < best[at(chooser)];
        if (trick.high != 0 || ties_ == Ties::kind) return false;
        return best[at(chooser)] == 0 && chosen[at(seat)] > best[at(seat)];
    }

    struct Moves {
        int n = 0;
        std::array<std::int8_t, 32> cards;
    };

    // Cards that were chosen often come first; the order changes no result.
    Moves ordered(Mask cards, std::size_t led) const {
        Moves moves;
        for (; cards; cards = drop_lowest(cards)) {
            const int card = lowest(cards), score = history_[led][at(card)];
            int i = moves.n++;
            for (; i > 0 && history_[led][at(moves.cards[at(i - 1)])] < score; --i) moves.cards[at(i)] = moves.cards[at(i - 1)];
            moves.cards[at(i)] = static_cast<std::int8_t>(card);
        }
        return moves;
    }

    int taker_of(const Trick& trick, int card, int seat) const;
    Vector take(int winner, Mask cards, int points, int k);
    Vector lead(int leader, int k);
    template <int Left>
    Vector follow(int seat, const Trick& trick, int k, const Vector* so_far, int chooser);
    Vector last_trick(int leader) const;
    Vector extra_now() const;

    const Board& board_;
    Table_& memo_;
    Budget& budget_;
    Ties ties_;
    std::array<Mask, kMaxSeats> hands_{};
    Mask out_ = 0;
    PremiumState state_;
    PremiumNumbers numbers_;
    std::array<std::array<int, kMaxCards>, 5> history_{};
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
            case 1: found = follow<1>(seat, trick, k, nullptr, 0); break;
            case 2: found = follow<2>(seat, trick, k, nullptr, 0); break;
            default: found = follow<N - 1>(seat, trick, k, nullptr, 0); break;
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

// The last trick, in which nobody has a choice.
template <int N, int Words>
Vector Each<N, Words>::last_trick(int leader) const {
    Trick trick;
    int card = lowest(hands_[at(leader)]), seat = leader, points = board_.trick_value[1];
    trick.led = suit_of(card);
    trick.best = -1;
    for (int i = 0; i < N; ++i) {
        card = lowest(hands_[at(seat)]);
        points += board_.points[at(card)];
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
    Vector found{};
    found[at(taker_of(trick, card, seat))] = static_cast<std::int16_t>(points);
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
    if (simple && k == 1) return last_trick(leader);
    const unsigned number = simple ? 0 : numbers_.of(board_.table, state_);
    const auto key = board_.template key<Words>(hands_, out_, leader, number);
    if (const Vector* found = memo_.find(key)) return *found;
    budget_.spend();
    const Mask hand = hands_[at(leader)];
    Trick trick;
    trick.winner = leader;
    if (simple) {
        trick.low = low;
        trick.high = high;
    }
    const Vector ideal = ideal_of(leader, trick.low, trick.high);
    const Moves moves = ordered(board_.choices(board_.table.can_lead(hand, leader == board_.declarer), out_), kLeading);
    Vector chosen{};
    int favourite = 0;
    for (int i = 0; i < moves.n; ++i) {
        const int card = moves.cards[at(i)];
        hands_[at(leader)] = hand & ~bit(card);
        trick.led = suit_of(card);
        trick.best = board_.table.strength[at(trick.led)][at(card)];
        trick.points = board_.trick_value[at(k)] + board_.points[at(card)];
        trick.cards = bit(card);
        trick.order = static_cast<std::uint32_t>(card);
        const Vector found = follow<N - 1>(board_.next[at(leader)], trick, k, i > 0 ? &chosen : nullptr, leader);
        if (i == 0 || better(leader, found, chosen)) {
            chosen = found;
            favourite = card;
        }
        if (chosen == ideal) break;
    }
    hands_[at(leader)] = hand;
    history_[kLeading][at(favourite)] += k * k;
    bool is_known = false;
    memo_.put(key, k, is_known) = chosen;
    return chosen;
}

// `so_far` is the best that the seat before, `chooser`, has found yet: when this seat can be sure of so much that the seat
// before will not come here, the search of this choice ends. Not at positions between tricks, whose scores are kept.
template <int N, int Words>
template <int Left>
Vector Each<N, Words>::follow(int seat, const Trick& trick, int k, const Vector* so_far, int chooser) {
    const Mask hand = hands_[at(seat)];
    const auto& row = board_.table.strength[at(trick.led)];
    const Vector ideal = ideal_of(seat, trick.low, trick.high);
    const Moves moves = ordered(board_.choices(board_.table.can_follow(hand, trick.led, trick.cards), out_), at(trick.led));
    Vector chosen{};
    int favourite = 0;
    for (int i = 0; i < moves.n; ++i) {
        const int card = moves.cards[at(i)];
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
            found = follow<Left - 1>(board_.next[at(seat)], after, k, i > 0 ? &chosen : nullptr, seat);
        }
        if (i == 0 || better(seat, found, chosen)) {
            chosen = found;
            favourite = card;
        }
        if (chosen == ideal) break;
        if (so_far && is_spurned(chosen, seat, *so_far, chooser, trick)) break;
    }
    hands_[at(seat)] = hand;
    if (moves.n > 1) history_[at(trick.led)][at(favourite)] += k * k;
    return chosen;
}

}  // namespace king
