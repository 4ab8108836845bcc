// Two sides by fail-soft zero-window alpha-beta over tricks, with partition search: every bound comes with the cards whose
// rank it rests on, and holds for all positions that agree in those. For contracts in which lower bits are higher cards,
// only trumps beat another suit, and points are all good or all bad.
//
// Inside, points are counted without their sign: a bound is on the points that come to the earners, and the raisers are
// the seats that want those many.
#pragma once

#include <algorithm>
#include <cstdlib>

#include "board.hpp"
#include "order.hpp"
#include "patterns.hpp"
#include "searches.hpp"
#include "sure_tricks.hpp"

namespace king {

inline bool is_penalty(const Board& board) {
    return std::any_of(board.trick_value.begin(), board.trick_value.end(), [](int value) { return value < 0; }) ||
           std::any_of(board.prices.begin(), board.prices.end(), [](const Price& price) { return price.points < 0; });
}

// Whether this search is made for such a contract.
inline bool has_partition(const Board& board) {
    constexpr int most_special = 20;
    if (!board.is_plain || board.has_premiums || board.has_jokers || count(board.special) > most_special) return false;
    const bool is_good = std::any_of(board.trick_value.begin(), board.trick_value.end(), [](int value) { return value > 0; }) ||
                         std::any_of(board.prices.begin(), board.prices.end(), [](const Price& price) { return price.points > 0; });
    return !(is_good && is_penalty(board));
}

template <int N, class Code>
class Partition final : public SidesSearch {
public:
    using Table_ = Patterns<Code>;

    Partition(const Board& board, unsigned helpers, unsigned earners, Table_& table, Budget& budget)
        : board_(board),
          patterns_(table),
          budget_(budget),
          helpers_(helpers),
          earners_(earners & ((1u << N) - 1)),
          is_bad_(is_penalty(board)),
          is_contest_(!is_bad_ && earners == helpers),
          order_(board, hands_, points_, earners_, is_bad_, is_contest_) {
        patterns_.begin();
        if (!board.layers.empty()) layer_ = board.layers[0];
        int place = 2;
        for (Mask cards = board.special; cards; cards = drop_lowest(cards), place += 3) special_unit_[at(lowest(cards))] = std::uint64_t{1} << place;
        for (std::size_t k = 0; k < board.trick_value.size(); ++k) {
            trick_value_[k] = std::abs(board.trick_value[k]);
        }
        for (std::size_t card = 0; card < kMaxCards; ++card) {
            points_[card] = std::abs(board.points[card]);
        }
        for (std::size_t k = 1; k < board.trick_value.size(); ++k) cheapest_ = std::min(cheapest_, trick_value_[k]);
        has_duties_ = !board.table.void_must.empty() || !board.table.follow_must.empty();
        raisers_ = is_bad_ ? ~helpers : helpers;
        can_duck_ = is_bad_ && (earners & ~helpers) == 0 && board.trumps == 0;
    }

    Range range(const Position& position) override {
        if (!position.held() && !position.n_trick) return {made(position), made(position)};
        return range_of(position, sum_of(position));
    }
    int probe(const Position& position, int target) override;
    Mask choices(const Position& position) override {
        return board_.choices(legal(board_.table, position), position.held() | position.trick_cards());
    }
    bool helps(int seat) const override { return helpers_ >> seat & 1; }

private:
    // A bound on points to come, and the cards it rests on: those, and all that are higher in their suits.
    struct Found {
        int bound;
        Mask cards;
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
    static constexpr int kOften = 1 << 20;
    static constexpr std::size_t kLeading = 4;

    static std::size_t at(int index) { return static_cast<std::size_t>(index); }
    static std::uint64_t length_unit(int seat, int suit) { return std::uint64_t{1} << (16 * seat + 4 * suit); }
    bool earns(int seat) const { return earners_ >> seat & 1; }
    bool raises(int seat) const { return raisers_ >> seat & 1; }
    // The cards right below one that comes to the same.
    Mask like(Mask allowed) const {
        const Mask gone = ~out_ & ~kEnds;
        Mask cards = (((allowed & layer_) << 1) + gone) & ~gone & allowed & layer_;
        for (std::size_t i = 1; i < board_.layers.size(); ++i) {
            const Mask inside = allowed & board_.layers[i];
            cards |= ((inside << 1) + gone) & ~gone & inside;
        }
        return cards;
    }

    Mask can_follow(Mask hand, const PlainTrick& trick) const {
        if (has_duties_) return board_.table.can_follow(hand, trick.led, trick.cards);
        const Mask in_suit = hand & suit_mask(trick.led);
        return in_suit ? in_suit : hand;
    }

    void remove(int seat, int card, Mask hand, const typename Table_::Key& key) {
        hands_[at(seat)] = hand & ~bit(card);
        key_.lengths = key.lengths - length_unit(seat, suit_of(card));
        key_.rest = key.rest - special_unit_[at(card)] * static_cast<std::uint64_t>(seat + 1);
    }

    int made(const Position& position) const {
        int sum = 0;
        for (int seat = 0; seat < N; ++seat) sum += earns(seat) ? position.scores[at(seat)] : 0;
        return sum;
    }

    int sum_of(const Position& position) const {
        const int k = count(position.hands[at(position.leader)]) + (position.n_trick ? 1 : 0);
        int sum = 0;
        for (int i = 1; i <= k; ++i) sum += trick_value_[at(i)];
        for (Mask cards = position.held() | position.trick_cards(); cards; cards = drop_lowest(cards)) sum += points_[at(lowest(cards))];
        return sum;
    }

    Range range_of(const Position& position, int sum) const {
        const int so_far = made(position);
        return is_bad_ ? Range{so_far - sum * board_.unit, so_far} : Range{so_far, so_far + sum * board_.unit};
    }

    Mask cards_of(unsigned seats) const {
        if (std::has_single_bit(seats)) return hands_[at(std::countr_zero(seats))];
        Mask cards = 0;
        for (int seat = 0; seat < N; ++seat) cards |= seats >> seat & 1 ? hands_[at(seat)] : 0;
        return cards;
    }

    void start(PlainTrick& trick, int card, int seat, int k) const {
        trick.cards = bit(card);
        trick.beats = order_.beaters(card);
        trick.led = suit_of(card);
        trick.best = card;
        trick.winner = seat;
        trick.points = trick_value_[at(k)] + points_[at(card)];
    }

    void join(PlainTrick& trick, int card, int seat) const {
        trick.cards |= bit(card);
        trick.points += points_[at(card)];
        if (trick.beats >> card & 1) {
            trick.best = card;
            trick.beats = order_.beaters(card);
            trick.winner = seat;
        }
    }

    // A card that decided is looked at earlier from now on. What was long ago counts less.
    void remember(std::size_t led, int card, int k) {
        if ((history_[led][at(card)] += k * k) < kOften) return;
        for (auto& row : history_) {
            for (int& often : row) often /= 2;
        }
    }

    // A choice that proves a bound over all its cards stands for all of a run of like cards: if the bound rests on some
    // of the run, it rests on the whole.
    Mask with_runs(Mask cards, Mask like_cards) const {
        const Mask gone = ~out_ & ~kEnds;
        while (const Mask more = (((cards << 1) + gone) & ~gone) & like_cards & ~cards) cards |= more;
        return cards;
    }

    typename Table_::Owners owners(const Gather& gather) const {
        return {static_cast<Code>(gather(hands_[1] | hands_[3])), static_cast<Code>(gather(hands_[2] | hands_[3])),
                static_cast<Code>(board_.special ? gather(board_.special & out_) : 0)};
    }

    // These cards and all that are out and higher.
    Mask up(Mask cards) const {
        cards |= (cards >> 1) & kDown1;
        cards |= (cards >> 2) & kDown2;
        cards |= (cards >> 4) & kDown4;
        cards |= (cards >> 8) & kDown8;
        return cards & out_;
    }

    // Of each suit in which both have cards the lowest one of `other`.
    static Mask floor(Mask side, Mask other) {
        Mask cards = 0;
        for (int suit = 0; suit < 4; ++suit) {
            const Mask inside = other & suit_mask(suit);
            if (inside && (side & suit_mask(suit))) cards |= bit(63 - std::countl_zero(inside));
        }
        return cards;
    }

    Found take(const PlainTrick& trick, int k, int sum, int target);
    Found lead(int leader, int k, int sum, int target);
    Found last_trick(int leader, int sum) const;
    bool stays_below(int leader, Mask earning, Mask others) const;
    bool is_sure(int leader, int k, int sum, int target, Found& found) const;
    template <int Left>
    Found follow(int seat, const PlainTrick& trick, int k, int sum, int target);

    static constexpr Mask kEnds = bit(15) | bit(31) | bit(47) | bit(63);
    static constexpr Mask kDown1 = 0x7fff7fff7fff7fffULL;
    static constexpr Mask kDown2 = 0x3fff3fff3fff3fffULL;
    static constexpr Mask kDown4 = 0x0fff0fff0fff0fffULL;
    static constexpr Mask kDown8 = 0x00ff00ff00ff00ffULL;

    const Board& board_;
    Table_& patterns_;
    Budget& budget_;
    unsigned helpers_;
    unsigned earners_;
    unsigned raisers_ = 0;
    bool is_bad_;            // points are what nobody wants
    bool is_contest_;        // both sides want tricks
    Order<N> order_;
    bool has_duties_ = false;
    int cheapest_ = kFar;    // the least that a trick may bring
    bool can_duck_ = false;  // earners want no trick, and may always stay below
    std::array<Mask, kMaxSeats> hands_{};
    Mask out_ = 0;
    typename Table_::Key key_;  // of the cards held, without the leader
    std::array<std::uint64_t, kMaxCards> special_unit_{};  // the place of a special card's owner in the key
    Mask layer_ = 0;
    std::array<int, kMaxCards> points_{};
    std::array<int, kMaxCards> trick_value_{};
    std::array<std::array<int, kMaxCards>, 5> history_{};
};

template <int N, class Code>
int Partition<N, Code>::probe(const Position& position, int target) {
    hands_ = position.hands;
    out_ = position.held() | position.trick_cards();
    key_ = {};
    for (int seat = 0; seat < N; ++seat) {
        for (Mask cards = hands_[at(seat)]; cards; cards = drop_lowest(cards)) {
            const int card = lowest(cards);
            key_.lengths += length_unit(seat, suit_of(card));
            key_.rest += special_unit_[at(card)] * static_cast<std::uint64_t>(seat + 1);
        }
    }
    budget_.spend();
    const int so_far = made(position), unit = board_.unit;
    // With bad points: at least `target` means fewer points than `goal`.
    const int distance = is_bad_ ? so_far - target : target - so_far - 1;
    const int goal = (distance >= 0 ? distance / unit : -((unit - 1 - distance) / unit)) + 1;
    const int k = count(position.hands[at(position.leader)]) + (position.n_trick ? 1 : 0);
    const int sum = sum_of(position);
    int value = 0;
    if (!position.n_trick) {
        value = lead(position.leader, k, sum, goal).bound;
    } else {
        PlainTrick trick;
        int seat = position.leader;
        start(trick, position.trick[0], seat, k);
        for (int i = 1; i < position.n_trick; ++i) {
            seat = board_.next[at(seat)];
            join(trick, position.trick[at(i)], seat);
        }
        seat = board_.next[at(seat)];
        switch (N - position.n_trick) {
            case 1: value = follow<1>(seat, trick, k, sum, goal).bound; break;
            case 2: value = follow<2>(seat, trick, k, sum, goal).bound; break;
            default: value = follow<N - 1>(seat, trick, k, sum, goal).bound; break;
        }
    }
    return is_bad_ ? so_far - value * unit : so_far + value * unit;
}

// Whether the earners can be sure to win no trick any more (penalties alone are left).
template <int N, class Code>
bool Partition<N, Code>::stays_below(int leader, Mask earning, Mask others) const {
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

// Whether tricks that one side cannot be denied decide.
template <int N, class Code>
bool Partition<N, Code>::is_sure(int leader, int k, int sum, int target, Found& found) const {
    const bool earning = earns(leader);
    std::array<Mask, kMaxSeats> legal{};
    if (!board_.table.lead_bans.empty()) {
        for (int seat = 0; seat < N; ++seat) legal[at(seat)] = board_.table.can_lead(hands_[at(seat)], seat == board_.declarer);
    }
    const unsigned side = earning ? earners_ : ~earners_;
    const SureTricks<N> tricks(hands_, board_.table.lead_bans.empty() ? hands_ : legal, out_, board_.trumps & out_, leader, side, has_duties_);
    for (const bool quick : {true, false}) {
        const Sure sure = quick ? tricks.quick() : tricks.late();
        int points = 0;
        if (quick) {
            for (int i = 0; i < sure.n && i < k; ++i) points += trick_value_[at(k - i)];
        } else {
            points = sure.n * cheapest_;
        }
        found = {earning == quick ? points : sum - points, sure.cards};
        if (earning == quick ? found.bound >= target : found.bound < target) return true;
    }
    return false;
}

template <int N, class Code>
typename Partition<N, Code>::Found Partition<N, Code>::take(const PlainTrick& trick, int k, int sum, int target) {
    const int gain = earns(trick.winner) ? trick.points : 0;
    const Mask out = out_;
    out_ &= ~trick.cards;
    sum -= trick.points;
    target -= gain;
    Found found{0, 0};
    if (target > 0) {
        if (sum < target) {
            found.bound = sum;
        } else {
            found = lead(trick.winner, k - 1, sum, target);
        }
    }
    out_ = out;
    found.bound += gain;
    // A card that wins against others of its suit does so by its rank.
    if (drop_lowest(trick.cards & suit_mask(suit_of(trick.best)))) found.cards |= bit(trick.best);
    return found;
}

// The last trick, in which nobody has a choice.
template <int N, class Code>
typename Partition<N, Code>::Found Partition<N, Code>::last_trick(int leader, int sum) const {
    const Mask trumps = out_ & board_.trumps;
    const Mask contest = trumps ? trumps : out_ & suit_mask(suit_of(lowest(hands_[at(leader)])));
    const Mask best = contest & -contest;
    return {best & cards_of(earners_) ? sum : 0, contest == best ? 0 : best};
}

// A bound on the points to come when every hand has k cards and this seat leads; `sum` are all that are left.
template <int N, class Code>
typename Partition<N, Code>::Found Partition<N, Code>::lead(int leader, int k, int sum, int target) {
    if (target <= 0) return {0, 0};
    if (sum < target) return {sum, 0};
    if (k == 1) return last_trick(leader, sum);
    const Mask earning = cards_of(earners_), others = out_ & ~earning;
    if (!earns(leader)) {
        if (!(earning & board_.trumps) && !Board::beats_any(earning, others)) return {0, floor(earning, others)};
    } else if (!(others & board_.trumps) && !Board::beats_any(others, earning)) {
        return {sum, floor(others, earning)};
    }
    if (is_bad_) {
        if (can_duck_ && stays_below(leader, earning, others)) return {0, floor(earning, others)};
    } else if (is_contest_) {
        if (Found sure; is_sure(leader, k, sum, target, sure)) return sure;
    }
    typename Table_::Key wanted = key_;
    wanted.rest |= static_cast<std::uint64_t>(leader);
    const Gather gather(out_);
    const auto codes = owners(gather);
    Found found{0, 0};
    Code mask = 0;
    int hint = -1;
    if (patterns_.find(wanted, codes, target, found.bound, mask, hint)) {
        found.cards = scatter(mask, out_);
        return found;
    }
    budget_.spend();
    const bool raising = raises(leader);
    const Mask hand = hands_[at(leader)];
    const Mask allowed = board_.table.lead_bans.empty() ? hand : board_.table.can_lead(hand, leader == board_.declarer), same = like(allowed);
    Moves moves;
    for (Mask cards = allowed & ~same; cards; cards = drop_lowest(cards)) {
        const int card = lowest(cards);
        const int often = history_[kLeading][at(card)];
        moves.add(card, order_.lead(card, leader, out_, raising) + (is_contest_ ? often / 2 : often / 4) + (card == hint ? 1000 : 0));
    }
    const typename Table_::Key before = key_;
    found = {raising ? -kFar : kFar, 0};
    bool is_cut = false;
    hint = -1;
    for (int i = 0; i < moves.n && !is_cut; ++i) {
        const int card = moves.card(i);
        remove(leader, card, hand, before);
        PlainTrick trick;
        start(trick, card, leader, k);
        const Found next = follow<N - 1>(board_.next[at(leader)], trick, k, sum, target);
        is_cut = raising ? next.bound >= target : next.bound < target;
        if (is_cut) {
            remember(kLeading, card, k);
            hint = card;
            found = next;
        } else {
            found = {raising ? std::max(found.bound, next.bound) : std::min(found.bound, next.bound), found.cards | next.cards};
        }
    }
    hands_[at(leader)] = hand;
    key_ = before;
    if (!is_cut) found.cards = with_runs(found.cards, same);
    mask = static_cast<Code>(gather(up(found.cards)));
    if (found.bound >= target) {
        patterns_.put(wanted, codes, mask, found.bound, kFar, k, hint);
    } else {
        patterns_.put(wanted, codes, mask, 0, found.bound, k, hint);
    }
    return found;
}

// A bound on the points to come, this trick's included; `Left` seats have yet to play to it, the first is `seat`.
template <int N, class Code>
template <int Left>
typename Partition<N, Code>::Found Partition<N, Code>::follow(int seat, const PlainTrick& trick, int k, int sum, int target) {
    const Mask hand = hands_[at(seat)];
    const bool raising = raises(seat);
    const Mask allowed = can_follow(hand, trick), same = like(allowed);
    Moves moves;
    Mask choices = allowed & ~same;
    typename Order<N>::Outlook look;
    if (drop_lowest(choices)) {
        look = order_.outlook(seat, trick, Left);
    } else {
        moves.add(lowest(choices), 0);
        choices = 0;
    }
    for (Mask cards = choices; cards; cards = drop_lowest(cards)) {
        const int card = lowest(cards);
        int score = order_.follow(card, seat, trick, Left, look);
        if (!is_contest_) score += history_[at(trick.led)][at(card)] * 3 / 8;
        if constexpr (Left == 1) {
            const int winner = trick.beats >> card & 1 ? seat : trick.winner;
            const int gain = earns(winner) ? std::min(trick.points + points_[at(card)], 1000) : 0;
            score = (raising ? gain : -gain) * 4096 + 8 * score;
        }
        moves.add(card, score);
    }
    const typename Table_::Key before = key_;
    Found found{raising ? -kFar : kFar, 0};
    bool is_cut = false;
    for (int i = 0; i < moves.n && !is_cut; ++i) {
        const int card = moves.card(i);
        remove(seat, card, hand, before);
        PlainTrick after = trick;
        join(after, card, seat);
        Found next;
        if constexpr (Left == 1) {
            next = take(after, k, sum, target);
        } else {
            next = follow<Left - 1>(board_.next[at(seat)], after, k, sum, target);
        }
        is_cut = raising ? next.bound >= target : next.bound < target;
        if (is_cut) {
            if (moves.n > 1) remember(at(trick.led), card, k);
            found = next;
        } else {
            found = {raising ? std::max(found.bound, next.bound) : std::min(found.bound, next.bound), found.cards | next.cards};
        }
    }
    hands_[at(seat)] = hand;
    key_ = before;
    if (!is_cut) found.cards = with_runs(found.cards, same);
    return found;
}

}  // namespace king
