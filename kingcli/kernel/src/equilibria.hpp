// Every subgame-perfect equilibrium. A seat to play may settle on a card whose outcome is at least what each other card is
// sure to bring it, its later choices among equals being free: of the vectors after a card it keeps those in which its own
// score is at least the largest, over its cards, of the smallest own score after them.
#pragma once

#include <algorithm>

#include "hands.hpp"
#include "searches.hpp"
#include "small_memo.hpp"
#include "vector_sets.hpp"

namespace king {

// What a search for equilibria keeps: sets of vectors, and which belongs to a position between tricks.
template <int Words>
struct EquilibriaMemory {
    explicit EquilibriaMemory(std::size_t bytes) : memos(bytes / 2), sets(bytes / 2) {}
    std::size_t bytes() const { return memos.bytes() + sets.bytes(); }

    Memos<Words, VectorSet> memos;
    VectorSets sets;
};

template <int N, int Words>
class Equilibria final : public EquilibriaSearch, private Hands<N> {
public:
    Equilibria(const Board& board, EquilibriaMemory<Words>& memory, Budget& budget)
        : Hands<N>(board), memos_(memory.memos), sets_(memory.sets), budget_(budget) {
        memos_.begin();
        sets_.begin();
    }

    std::vector<Scores> vectors(const Position& position) override;
    Mask choices(const Position& position) override {
        return board_.choices(legal(board_.table, position), position.held() | position.trick_cards());
    }

private:
    using typename Hands<N>::Trick;
    using Hands<N>::at;
    using Hands<N>::board_;
    using Hands<N>::hands_;
    using Hands<N>::out_;
    using Hands<N>::state_;

    // The cards a seat has tried: their sets lie on the stack from here on.
    struct Tried {
        std::size_t begin;
        int sure = -32000;  // the own score that some card is certain to bring
    };

    void add(Tried& tried, int seat, const VectorSet& set) {
        const int sure = sets_.low(set, seat);
        if (sure > tried.sure) tried.sure = sure;
        for (std::size_t i = tried.begin; i < stack_.size(); ++i) {
            if (stack_[i].first == set.first && stack_[i].shape == set.shape) return;
        }
        stack_.push_back(set);
    }

    VectorSet settle(const Tried& tried, int seat);
    VectorSet intern();
    VectorSet lead(int leader, int k);
    VectorSet lead_any(int leader, int k);
    template <int Left>
    VectorSet follow(int seat, const Trick& trick, int k);
    VectorSet extra_now() const;

    Memos<Words, VectorSet>& memos_;
    VectorSets& sets_;
    Budget& budget_;
    std::vector<VectorSet> stack_;
    std::vector<Packed> gathered_;
};

template <int N, int Words>
std::vector<Scores> Equilibria<N, Words>::vectors(const Position& position) {
    int k, seat;
    Trick trick;
    this->set(position, k, trick, seat);
    stack_.clear();
    budget_.spend();
    VectorSet found;
    try {
        switch (position.n_trick) {
            case 0: found = lead(seat, k); break;
            case N - 1: found = follow<1>(seat, trick, k); break;
            case N - 2: found = follow<2>(seat, trick, k); break;
            default: found = follow<N - 1>(seat, trick, k); break;
        }
    } catch (const OutOfSets&) {
        throw OutOfBudget{};
    }
    std::vector<Scores> vectors;
    sets_.each(found, [&](Packed vector) {
        Scores scores = position.scores;
        for (int s = 0; s < N; ++s) scores[at(s)] += score_in(vector, s) * board_.unit;
        vectors.push_back(scores);
    });
    return vectors;
}

// Of all that was tried, what the seat may settle on.
template <int N, int Words>
VectorSet Equilibria<N, Words>::settle(const Tried& tried, int seat) {
    std::size_t left = 0;
    for (std::size_t i = tried.begin; i < stack_.size(); ++i) {
        if (sets_.high(stack_[i], seat) >= tried.sure) stack_[tried.begin + left++] = stack_[i];
    }
    stack_.resize(tried.begin + left);
    const VectorSet one = stack_.back();
    if (left == 1 && sets_.low(one, seat) >= tried.sure) {
        stack_.pop_back();
        return one;
    }
    gathered_.clear();
    for (std::size_t i = tried.begin; i < stack_.size(); ++i) {
        sets_.each(stack_[i], [&](Packed vector) {
            if (score_in(vector, seat) >= tried.sure) gathered_.push_back(vector);
        });
    }
    stack_.resize(tried.begin);
    std::sort(gathered_.begin(), gathered_.end());
    gathered_.erase(std::unique(gathered_.begin(), gathered_.end()), gathered_.end());
    return intern();
}

// The gathered vectors as a set. When the memory is full, all is forgotten but the sets still in hand; where these take up
// most of it, the search would only go round in circles.
template <int N, int Words>
VectorSet Equilibria<N, Words>::intern() {
    try {
        return sets_.keep(gathered_);
    } catch (const OutOfSets&) {
        sets_.forget_but(stack_);
        memos_.begin();
        if (sets_.is_half_full()) throw;
        return sets_.keep(gathered_);
    }
}

template <int N, int Words>
VectorSet Equilibria<N, Words>::extra_now() const {
    VectorSet found{packed_nothing()};
    if (board_.has_premiums) {
        const Scores extra = state_.extra(board_.table);
        for (int seat = 0; seat < N; ++seat) found.first += packed_points(seat, extra[at(seat)]);
    }
    return found;
}

// What may come when every hand has k cards and this seat leads.
template <int N, int Words>
VectorSet Equilibria<N, Words>::lead(int leader, int k) {
    if (k == 0) return extra_now();
    if (!board_.has_premiums) {
        int low = 0, high = 0;
        board_.left(out_, k, low, high);
        if (low == 0 && high == 0) return {packed_nothing()};
        if (k == 1) {
            const auto [taker, points] = this->last_trick(leader);
            return {packed_nothing() + packed_points(taker, points)};
        }
    }
    if (k <= this->small_k_) {
        const std::uint64_t key = this->small_key(leader, k);
        if (const VectorSet* found = memos_.small.find(key)) return *found;
        const VectorSet found = lead_any(leader, k);
        memos_.small.put(key, found);
        return found;
    }
    const unsigned number = board_.has_premiums ? this->numbers_.of(board_.table, state_) : 0;
    const auto key = board_.template key<Words>(hands_, out_, leader, number);
    if (const VectorSet* found = memos_.large.find(key)) return *found;
    const VectorSet found = lead_any(leader, k);
    bool is_known = false;
    memos_.large.put(key, k, is_known) = found;
    return found;
}

// The same, by trying every card.
template <int N, int Words>
VectorSet Equilibria<N, Words>::lead_any(int leader, int k) {
    budget_.spend();
    const Mask hand = hands_[at(leader)];
    Tried tried{stack_.size()};
    for (Mask cards = this->leads(leader); cards; cards = drop_lowest(cards)) {
        const int card = lowest(cards);
        hands_[at(leader)] = hand & ~bit(card);
        Trick trick = this->begun(card, k);
        trick.add(leader, card, this->strength(trick.led, card), board_.points[at(card)]);
        add(tried, leader, follow<N - 1>(board_.next[at(leader)], trick, k));
    }
    hands_[at(leader)] = hand;
    return settle(tried, leader);
}

template <int N, int Words>
template <int Left>
VectorSet Equilibria<N, Words>::follow(int seat, const Trick& trick, int k) {
    const Mask hand = hands_[at(seat)];
    Tried tried{stack_.size()};
    for (Mask cards = this->follows(seat, trick); cards; cards = drop_lowest(cards)) {
        const int card = lowest(cards), worth = board_.points[at(card)];
        hands_[at(seat)] = hand & ~bit(card);
        if constexpr (Left == 1) {
            const int winner = this->taker_of(trick, card, seat);
            VectorSet found = this->after_trick(winner, trick.cards | bit(card), k, [&] { return lead(winner, k - 1); });
            found.first += packed_points(winner, trick.points + worth);
            add(tried, seat, found);
        } else {
            Trick after = trick;
            after.add(seat, card, this->strength(trick.led, card), worth);
            add(tried, seat, follow<Left - 1>(board_.next[at(seat)], after, k));
        }
    }
    hands_[at(seat)] = hand;
    return settle(tried, seat);
}

}  // namespace king
