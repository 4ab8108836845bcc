// A position as the searches of every seat for itself play it: the hands, changed in place, and the trick on the table.
#pragma once

#include <algorithm>
#include <utility>

#include "board.hpp"
#include "premium_state.hpp"

namespace king {

template <int N>
class Hands {
protected:
    struct Trick {
        int led = 0;
        int best = -1;  // strength of the winning card
        int winner = 0;
        int top = 0;  // the winning card
        int points = 0;
        Mask cards = 0;
        std::uint32_t order = 0;  // the cards, a byte each, the latest lowest

        void add(int seat, int card, int strength, int worth) {
            if (strength > best) {
                best = strength;
                winner = seat;
                top = card;
            }
            points += worth;
            cards |= bit(card);
            order = order << 8 | static_cast<std::uint32_t>(card);
        }
    };

    explicit Hands(const Board& board) : board_(board) {
        if (board.is_relative && !board.has_premiums) small_k_ = most_cards(64);
    }

    // The most cards a hand for which a small key has at most so many bits: the leader, three lengths of suits, special cards
    // by name, and three bits for every card.
    int most_cards(int bits) const { return std::min(4, std::max(0, bits - 2 - 12 - count(board_.named)) / (3 * N)); }

    static std::size_t at(int index) { return static_cast<std::size_t>(index); }

    int strength(int led, int card) const { return board_.table.strength[at(led)][at(card)]; }

    // Take this position over: cards a hand, the trick on the table, and the seat to play.
    void set(const Position& position, int& k, Trick& trick, int& seat) {
        hands_ = position.hands;
        out_ = position.held() | position.trick_cards();
        if (board_.has_premiums) state_.set(board_.table, position);
        seat = position.leader;
        k = count(position.hands[at(seat)]) + (position.n_trick ? 1 : 0);
        if (!position.n_trick) return;
        trick = begun(position.trick[0], k);
        for (int i = 0; i < position.n_trick; ++i) {
            const int card = position.trick[at(i)];
            trick.add(seat, card, strength(trick.led, card), board_.points[at(card)]);
            seat = board_.next[at(seat)];
        }
    }

    // A trick of k-card hands, to which this card is to be led.
    Trick begun(int card, int k) const {
        Trick trick;
        trick.led = suit_of(card);
        trick.points = board_.trick_value[at(k)];
        return trick;
    }

    // The cards to lead, and those to follow with, one of each group of like ones. To those who follow, cards already beaten
    // in this trick are as good as gone: two cards with only such between them come to the same.
    Mask leads(int seat) const { return board_.choices(board_.table.can_lead(hands_[at(seat)], seat == board_.declarer), out_); }
    Mask follows(int seat, const Trick& trick) const {
        const Mask gone = board_.has_jokers ? 0 : trick.cards & ~bit(trick.top);
        return board_.choices(board_.table.can_follow(hands_[at(seat)], trick.led, trick.cards), out_ & ~gone);
    }

    // Whether none of the `n` seats after this one can beat what has been played to the trick (no jokers).
    bool is_won(const Trick& trick, int seat, int n) const {
        for (; n > 0; --n) {
            seat = board_.next[at(seat)];
            const Mask hand = hands_[at(seat)], inside = hand & suit_mask(trick.led);
            for (Mask cards = inside ? inside : hand; cards; cards = drop_lowest(cards)) {
                if (strength(trick.led, lowest(cards)) > trick.best) return false;
            }
        }
        return true;
    }

    // Who takes the trick when the last seat plays this card.
    int taker_of(const Trick& trick, int card, int seat) const {
        if (board_.has_jokers && ((trick.cards | bit(card)) & board_.table.jokers)) {
            std::array<std::int8_t, N> cards{};
            std::uint32_t order = trick.order << 8 | static_cast<std::uint32_t>(card);
            for (int i = N - 1; i >= 0; --i, order >>= 8) cards[at(i)] = static_cast<std::int8_t>(order & 255);
            return board_.table.seat_after(board_.next[at(seat)], board_.table.winner(cards.data(), N));
        }
        return strength(trick.led, card) > trick.best ? seat : trick.winner;
    }

    // The last trick, in which nobody has a choice: the seat that takes it, and its points.
    std::pair<int, int> last_trick(int leader) const {
        int card = lowest(hands_[at(leader)]), seat = leader;
        Trick trick = begun(card, 1);
        for (int i = 0; i < N - 1; ++i) {
            trick.add(seat, card, strength(trick.led, card), board_.points[at(card)]);
            seat = board_.next[at(seat)];
            card = lowest(hands_[at(seat)]);
        }
        return {taker_of(trick, card, seat), trick.points + board_.points[at(card)]};
    }

    // The key of a position between tricks of at most small_k_ cards: owners and special cards of the cards still out, the
    // lengths of the suits. Never 0.
    std::uint64_t small_key(int leader, int k) const {
        const Gather gather(out_);
        std::uint64_t key = gather(hands_[1] | hands_[3]);
        key = key << (N * k) | gather(hands_[2] | hands_[3]);
        key = key << (N * k) | gather(board_.special & out_);
        for (int suit = 0; suit < 3; ++suit) key = key << 4 | static_cast<std::uint64_t>(count(out_ & suit_mask(suit)));
        if (board_.named) key = key << count(board_.named) | Gather(board_.named)(out_);
        return (key << 2 | static_cast<std::uint64_t>(leader));
    }

    // Let a seat take a trick of these cards, search on with `rest`, and take it back.
    template <class Rest>
    auto after_trick(int winner, Mask cards, int k, Rest rest) {
        const Mask out = out_;
        out_ &= ~cards;
        if (!board_.has_premiums) {
            auto found = rest();
            out_ = out;
            return found;
        }
        const PremiumState before = state_;
        state_.win(board_.table, winner, k == board_.odd_k ? cards | board_.odd : cards);
        auto found = rest();
        state_ = before;
        out_ = out;
        return found;
    }

    const Board& board_;
    std::array<Mask, kMaxSeats> hands_{};
    Mask out_ = 0;  // cards held or on the table
    PremiumState state_;
    PremiumNumbers numbers_;
    int small_k_ = 0;  // positions of so many cards a hand have a key of one word
};

}  // namespace king
