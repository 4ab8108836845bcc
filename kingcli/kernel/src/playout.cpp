#include "playout.hpp"

namespace king {

namespace {

std::size_t at(int index) { return static_cast<std::size_t>(index); }

int any_of(Mask cards, Random& random) {
    const int n = count(cards);
    return n == 1 ? lowest(cards) : nth_card(cards, random.below(n));
}

Scores play_slowly(const Table& table, Position position, Random& random) {
    while (!is_decided(table, position)) play(table, position, any_of(legal(table, position), random));
    return final_scores(table, position);
}

// Contracts without stock, premiums and jokers: the usual ones.
class FastRound {
public:
    FastRound(const Table& table, const Position& root) : table_(table), root_(root) {
        const int k = count(root.hands[at(root.leader)]) + (root.n_trick ? 1 : 0);
        for (int left = 1; left <= k; ++left) {
            const int number = table.hand_size - left;
            int value = table.trick_value(number);
            if (root.odd >= 0 && number == table.extra_to_trick) value += table.card_points[at(root.odd)];
            trick_value_[at(left)] = value;
        }
        k_ = k;
        scoring_ = table.scoring & (root.held() | root.trick_cards());
        if (root.odd >= 0) {
            odd_ = bit(root.odd);
            odd_k_ = table.hand_size - table.extra_to_trick;
            scoring_ |= table.scoring & odd_;
        }
        may_stop_ = table.end_points.empty();
        for (int points : table.trick_points) may_stop_ = may_stop_ && points == 0;
    }

    Scores play(Random& random) const {
        std::array<Mask, kMaxSeats> hands = root_.hands;
        Scores scores = root_.scores;
        int leader = root_.leader, k = k_;
        Mask scoring = scoring_;
        if (root_.n_trick) {
            int seat = leader, best = -1, winner = leader;
            Mask trick = 0;
            const auto& row = table_.strength[at(suit_of(root_.trick[0]))];
            for (int i = 0; i < root_.n_trick; ++i) {
                const int card = root_.trick[at(i)];
                if (row[at(card)] > best) {
                    best = row[at(card)];
                    winner = seat;
                }
                trick |= bit(card);
                seat = table_.next(seat);
            }
            leader = finish(hands, seat, table_.n_seats - root_.n_trick, suit_of(root_.trick[0]), best, winner, trick, random);
            score(scores, leader, trick, k, scoring);
            --k;
        }
        for (; k > 0 && (scoring || !may_stop_); --k) {
            const Mask allowed = table_.can_lead(hands[at(leader)], leader == root_.declarer);
            const int card = any_of(allowed, random);
            hands[at(leader)] ^= bit(card);
            Mask trick = bit(card);
            const int led = suit_of(card);
            const int winner = finish(hands, table_.next(leader), table_.n_seats - 1, led, table_.strength[at(led)][at(card)],
                                      leader, trick, random);
            score(scores, winner, trick, k, scoring);
            leader = winner;
        }
        return scores;
    }

private:
    int finish(std::array<Mask, kMaxSeats>& hands, int seat, int n, int led, int best, int winner, Mask& trick, Random& random) const {
        const auto& row = table_.strength[at(led)];
        const Mask suit = suit_mask(led);
        for (; n > 0; --n) {
            Mask allowed = hands[at(seat)] & suit;
            if (!allowed || !table_.follow_must.empty()) allowed = table_.can_follow(hands[at(seat)], led, trick);
            const int card = any_of(allowed, random);
            hands[at(seat)] ^= bit(card);
            trick |= bit(card);
            const int strength = row[at(card)];
            winner = strength > best ? seat : winner;
            best = strength > best ? strength : best;
            seat = table_.next(seat);
        }
        return winner;
    }

    void score(Scores& scores, int winner, Mask trick, int k, Mask& scoring) const {
        int points = trick_value_[at(k)];
        for (Mask cards = trick & scoring; cards; cards = drop_lowest(cards)) points += table_.card_points[at(lowest(cards))];
        scoring &= ~(k == odd_k_ ? trick | odd_ : trick);
        scores[at(winner)] += points;
    }

    const Table& table_;
    const Position& root_;
    std::array<int, kMaxCards> trick_value_{};
    Mask scoring_ = 0;
    Mask odd_ = 0;   // goes to the trick of `odd_k_` cards a hand, whose value has its points
    int odd_k_ = -1;
    bool may_stop_ = false;  // tricks bring nothing by themselves: a round without scoring cards is decided
    int k_ = 0;
};

}  // namespace

Playouts play_out(const Table& table, const Position& position, std::uint64_t n, Random& random, bool each, Interrupt& interrupt) {
    Playouts result;
    if (each) result.scores.reserve(n * static_cast<std::uint64_t>(table.n_seats));
    const bool is_fast = !table.has_stock && table.premiums.empty() && !table.jokers;
    const FastRound round(table, position);
    for (std::uint64_t i = 0; i < n; ++i) {
        if ((i & 1023) == 1023) interrupt.check();
        const Scores scores = is_fast ? round.play(random) : play_slowly(table, position, random);
        for (int seat = 0; seat < table.n_seats; ++seat) {
            result.sums[at(seat)] += scores[at(seat)];
            if (each) result.scores.push_back(scores[at(seat)]);
        }
    }
    return result;
}

}  // namespace king
