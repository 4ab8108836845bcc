// Every seat for itself (max^n, Luckhardt and Irani 1986) with a fixed tie rule. Positions between tricks are kept with
// their exact scores; a choice ends early only when nothing better is possible.
#pragma once

#include <algorithm>
#include <vector>

#include "hands.hpp"
#include "narrow_memo.hpp"
#include "searches.hpp"
#include "small_memo.hpp"

namespace king {

using Vector = std::array<std::int16_t, kMaxSeats>;

// What a search for max^n keeps.
template <int Words>
struct EachMemory {
    explicit EachMemory(std::size_t bytes) : narrow(bytes / 32 * (Words == 2 ? 17 : 9)), memos(bytes - narrow.limit()) {}

    void begin() {
        narrow.begin();
        memos.begin();
    }
    std::size_t bytes() const { return narrow.bytes() + memos.bytes(); }

    NarrowMemo narrow;
    Memos<Words, Vector> memos;
};

template <int N, int Words>
class Each final : public EachSearch, private Hands<N> {
public:
    Each(const Board& board, Ties ties, EachMemory<Words>& memory, Budget& budget)
        : Hands<N>(board), narrow_(memory.narrow), memos_(memory.memos), budget_(budget), ties_(ties) {
        memory.begin();
        if (!narrow_.is_off()) narrow_k_ = std::min(this->small_k_, this->most_cards(NarrowMemo::kKeyBits));
    }

    Scores scores(const Position& position) override;
    Mask choices(const Position& position) override {
        return board_.choices(legal(board_.table, position), position.held() | position.trick_cards());
    }

private:
    using Hands<N>::at;
    using Hands<N>::board_;
    using Hands<N>::hands_;
    using Hands<N>::out_;
    using Hands<N>::state_;

    struct Trick : Hands<N>::Trick {
        int low = -1, high = 1;  // sums of the bad and of the good points from this trick on
    };

    static constexpr std::size_t kLeading = 4;

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

    // Whether a seat is certain to take this trick with bad points that are more than it has found it need take, or to
    // leave others so many good ones that less is left than it has found. Who is ahead says nothing where jokers are about.
    bool is_lost(const Trick& trick, int seat, int n_after, const Vector& chosen) const {
        if (board_.has_jokers) return false;
        if (trick.low == 0 && trick.winner != seat) return trick.high - trick.points < chosen[at(seat)];
        return trick.high == 0 && trick.winner == seat && trick.points < chosen[at(seat)] && this->is_won(trick, seat, n_after);
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

    // A card the last seat may play, and what comes of it.
    struct Finish {
        std::int8_t card, winner;
        std::int16_t points, low, high;  // of the trick; sums of those to come
        std::uint64_t key;               // of the position after the trick, where it has one of one word
    };
    struct Finishes {  // on the stack of all
        std::size_t begin;
        int n;
    };

    const Vector* kept(std::uint64_t key, int k) const { return k <= narrow_k_ ? narrow_.find(key) : memos_.small.find(key); }
    void keep(std::uint64_t key, int k, const Vector& found) {
        if (k <= narrow_k_) {
            narrow_.put(key, found);
        } else {
            memos_.small.put(key, found);
        }
    }
    Finishes prepare(int seat, const Trick& trick, int k);
    Vector finish(int seat, const Trick& trick, int k, const Finishes& finishes, const Vector* so_far, int chooser);
    Vector lead(int leader, int k);
    Vector lead_any(int leader, int k, int low, int high);
    template <int Left>
    Vector follow(int seat, const Trick& trick, int k, const Vector* so_far, int chooser);
    Vector extra_now() const;

    NarrowMemo& narrow_;
    Memos<Words, Vector>& memos_;
    Budget& budget_;
    Ties ties_;
    int narrow_k_ = 0;  // positions of so many cards a hand go to the narrow table
    std::vector<Finish> finishes_;
    std::array<std::array<int, kMaxCards>, 5> history_{};
};

template <int N, int Words>
Scores Each<N, Words>::scores(const Position& position) {
    int k, seat;
    Trick trick;
    this->set(position, k, trick, seat);
    finishes_.clear();
    budget_.spend();
    Vector found;
    switch (position.n_trick) {
        case 0: found = lead(seat, k); break;
        case N - 1: {
            found = finish(seat, trick, k, prepare(seat, trick, k), nullptr, 0);
            break;
        }
        case N - 2: found = follow<2>(seat, trick, k, nullptr, 0); break;
        default: found = follow<N - 1>(seat, trick, k, nullptr, 0); break;
    }
    Scores scores = position.scores;
    for (int s = 0; s < N; ++s) scores[at(s)] += found[at(s)] * board_.unit;
    return scores;
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
    int low = -1, high = 1;
    if (!board_.has_premiums) {
        board_.left(out_, k, low, high);
        if (low == 0 && high == 0) return {};
        if (k == 1) {
            const auto [taker, points] = this->last_trick(leader);
            Vector found{};
            found[at(taker)] = static_cast<std::int16_t>(points);
            return found;
        }
    }
    if (k <= this->small_k_) {
        const std::uint64_t key = this->small_key(leader, k);
        if (const Vector* found = kept(key, k)) return *found;
        const Vector found = lead_any(leader, k, low, high);
        keep(key, k, found);
        return found;
    }
    const unsigned number = board_.has_premiums ? this->numbers_.of(board_.table, state_) : 0;
    const auto key = board_.template key<Words>(hands_, out_, leader, number);
    if (const Vector* found = memos_.large.find(key)) return *found;
    const Vector found = lead_any(leader, k, low, high);
    bool is_known = false;
    memos_.large.put(key, k, is_known) = found;
    return found;
}

// The same, by trying cards.
template <int N, int Words>
Vector Each<N, Words>::lead_any(int leader, int k, int low, int high) {
    budget_.spend();
    const Mask hand = hands_[at(leader)];
    const Vector ideal = ideal_of(leader, low, high);
    const Moves moves = ordered(this->leads(leader), kLeading);
    Vector chosen{};
    int favourite = 0;
    for (int i = 0; i < moves.n; ++i) {
        const int card = moves.cards[at(i)];
        hands_[at(leader)] = hand & ~bit(card);
        Trick trick{this->begun(card, k), low, high};
        trick.add(leader, card, this->strength(trick.led, card), board_.points[at(card)]);
        if (i > 0 && is_lost(trick, leader, N - 1, chosen)) continue;
        const Vector found = follow<N - 1>(board_.next[at(leader)], trick, k, i > 0 ? &chosen : nullptr, leader);
        if (i == 0 || better(leader, found, chosen)) {
            chosen = found;
            favourite = card;
        }
        if (chosen == ideal) break;
    }
    hands_[at(leader)] = hand;
    history_[kLeading][at(favourite)] += k * k;
    return chosen;
}

// Every card the last seat may play, before any is tried, so that the table is loaded meanwhile.
template <int N, int Words>
typename Each<N, Words>::Finishes Each<N, Words>::prepare(int seat, const Trick& trick, int k) {
    const Mask hand = hands_[at(seat)], out = out_;
    const bool is_small = k > 2 && k - 1 <= this->small_k_;
    const std::size_t begin = finishes_.size();
    for (Mask cards = this->follows(seat, trick); cards; cards = drop_lowest(cards)) {
        const int card = lowest(cards), winner = this->taker_of(trick, card, seat);
        Finish& finish = finishes_.emplace_back();
        finish.card = static_cast<std::int8_t>(card);
        finish.winner = static_cast<std::int8_t>(winner);
        finish.points = static_cast<std::int16_t>(trick.points + board_.points[at(card)]);
        finish.key = 0;
        int low = -1, high = 1;
        out_ = out & ~(trick.cards | bit(card));
        if (!board_.has_premiums) board_.left(out_, k - 1, low, high);
        finish.low = static_cast<std::int16_t>(low);
        finish.high = static_cast<std::int16_t>(high);
        if (!is_small || (low == 0 && high == 0)) continue;
        hands_[at(seat)] = hand & ~bit(card);
        finish.key = this->small_key(winner, k - 1);
        if (k - 1 <= narrow_k_) {
            narrow_.prefetch(finish.key);
        } else {
            memos_.small.prefetch(finish.key);
        }
    }
    out_ = out;
    hands_[at(seat)] = hand;
    return {begin, static_cast<int>(finishes_.size() - begin)};
}

// `so_far` is the best that the seat before, `chooser`, has found yet: when this seat can be sure of so much that the seat
// before will not come here, the search of this choice ends. Not at positions between tricks, whose scores are kept.
template <int N, int Words>
Vector Each<N, Words>::finish(int seat, const Trick& trick, int k, const Finishes& finishes, const Vector* so_far, int chooser) {
    const Mask hand = hands_[at(seat)];
    Vector chosen{};
    int favourite = 0;
    for (int i = 0; i < finishes.n; ++i) {
        const Finish item = finishes_[finishes.begin + at(i)];
        Vector found;
        if (i > 0) {
            Vector hoped = ideal_of(seat, item.low, item.high);
            hoped[at(item.winner)] = static_cast<std::int16_t>(hoped[at(item.winner)] + item.points);
            if (!better(seat, hoped, chosen)) continue;
        }
        if (item.key) {
            if (const Vector* known = kept(item.key, k - 1)) {
                found = *known;
            } else {
                const Mask out = out_;
                out_ &= ~(trick.cards | bit(item.card));
                hands_[at(seat)] = hand & ~bit(item.card);
                found = lead_any(item.winner, k - 1, item.low, item.high);
                out_ = out;
                keep(item.key, k - 1, found);
            }
        } else {
            hands_[at(seat)] = hand & ~bit(item.card);
            found = this->after_trick(item.winner, trick.cards | bit(item.card), k, [&] { return lead(item.winner, k - 1); });
        }
        found[at(item.winner)] = static_cast<std::int16_t>(found[at(item.winner)] + item.points);
        if (i == 0 || better(seat, found, chosen)) {
            chosen = found;
            favourite = item.card;
        }
        if (so_far && is_spurned(chosen, seat, *so_far, chooser, trick)) break;
    }
    hands_[at(seat)] = hand;
    if (finishes.n > 1) history_[at(trick.led)][at(favourite)] += k * k;
    return chosen;
}

// The cards of a seat that is neither first nor last.
template <int N, int Words>
template <int Left>
Vector Each<N, Words>::follow(int seat, const Trick& trick, int k, const Vector* so_far, int chooser) {
    const Mask hand = hands_[at(seat)];
    const int next = board_.next[at(seat)];
    const Vector ideal = ideal_of(seat, trick.low, trick.high);
    const Moves moves = ordered(this->follows(seat, trick), at(trick.led));
    const std::size_t begin = finishes_.size();
    std::array<Finishes, Left == 2 ? 32 : 1> finishes;
    const auto after = [&](int card) {
        Trick more = trick;
        more.add(seat, card, this->strength(trick.led, card), board_.points[at(card)]);
        return more;
    };
    if constexpr (Left == 2) {
        for (int i = 0; i < moves.n; ++i) {
            hands_[at(seat)] = hand & ~bit(moves.cards[at(i)]);
            finishes[at(i)] = prepare(next, after(moves.cards[at(i)]), k);
        }
    }
    Vector chosen{};
    int favourite = 0;
    for (int i = 0; i < moves.n; ++i) {
        const int card = moves.cards[at(i)];
        hands_[at(seat)] = hand & ~bit(card);
        Vector found;
        const Trick more = after(card);
        if (i > 0 && is_lost(more, seat, Left - 1, chosen)) continue;
        if constexpr (Left == 2) {
            found = finish(next, more, k, finishes[at(i)], i > 0 ? &chosen : nullptr, seat);
        } else {
            found = follow<Left - 1>(next, more, k, i > 0 ? &chosen : nullptr, seat);
        }
        if (i == 0 || better(seat, found, chosen)) {
            chosen = found;
            favourite = card;
        }
        if (chosen == ideal) break;
        if (so_far && is_spurned(chosen, seat, *so_far, chooser, trick)) break;
    }
    hands_[at(seat)] = hand;
    if constexpr (Left == 2) finishes_.resize(begin);
    if (moves.n > 1) history_[at(trick.led)][at(favourite)] += k * k;
    return chosen;
}

}  // namespace king
