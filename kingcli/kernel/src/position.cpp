#include "position.hpp"

#include <algorithm>

namespace king {

namespace {

std::size_t at(int index) { return static_cast<std::size_t>(index); }

void credit(Position& position, int seat, int points, Mask cards, int n_tricks) {
    position.scores[at(seat)] += points;
    if (position.has_taken) position.taken[at(seat)] |= cards;
    if (position.has_tricks) position.tricks[at(seat)] = static_cast<std::int16_t>(position.tricks[at(seat)] + n_tricks);
}

int points_of(const Table& table, Mask cards) {
    int points = 0;
    for (; cards; cards = drop_lowest(cards)) points += table.card_points[at(lowest(cards))];
    return points;
}

void seat_the_trick(const Table& table, Position& position) {
    position.n_order = 0;
    for (int step = 0; step < table.n_seats; ++step) {
        const int seat = table.seat_after(position.leader, step);
        if (position.hands[at(seat)]) position.order[at(position.n_order++)] = static_cast<std::int8_t>(seat);
    }
}

// The seat to play draws while it cannot follow suit.
void draw(const Table& table, Position& position) {
    const int seat = turn(table, position);
    const Mask suit = suit_mask(suit_of(position.trick[0]));
    Mask& hand = position.hands[at(seat)];
    while (position.n_stock > 0 && !(hand & suit)) hand |= bit(position.stock[at(--position.n_stock)]);
}

void leave_rest(const Table& table, Position& position, int holder) {
    const Mask rest = position.hands[at(holder)] | position.stock_cards();
    credit(position, holder, points_of(table, rest), rest, 0);
    for (std::size_t k = 0; k < table.end_points.size() && static_cast<int>(k) < position.n_recent; ++k) {
        position.scores[at(position.recent[at(position.n_recent - 1) - k])] += table.end_points[k];
    }
    position.hands.fill(0);
    position.n_stock = 0;
    position.odd = -1;
}

void remember_winner(const Table& table, Position& position, int seat) {
    const int most = std::min<int>(static_cast<int>(table.end_points.size()), kMaxCards - 1);
    if (most == 0) {
        position.n_recent = 0;
        return;
    }
    if (position.n_recent >= most) {
        const int drop = position.n_recent - most + 1;
        std::copy(position.recent.begin() + drop, position.recent.begin() + position.n_recent, position.recent.begin());
        position.n_recent = static_cast<std::int8_t>(position.n_recent - drop);
    }
    position.recent[at(position.n_recent++)] = static_cast<std::int8_t>(seat);
}

void play_with_stock(const Table& table, Position& position, int card) {
    if (position.n_order == 0) seat_the_trick(table, position);
    const int seat = position.order[at(position.n_trick)];
    position.hands[at(seat)] &= ~bit(card);
    position.trick[at(position.n_trick++)] = static_cast<std::int8_t>(card);
    if (position.n_trick < position.n_order) {
        draw(table, position);
        return;
    }
    const int winning = position.order[at(table.winner(position.trick.data(), position.n_trick))];
    const Mask cards = position.trick_cards();
    credit(position, winning, table.trick_value(0) + points_of(table, cards), cards, 1);
    remember_winner(table, position, winning);
    int n_holders = 0, holder = winning;
    for (int s = 0; s < table.n_seats; ++s) {
        if (position.hands[at(s)]) {
            ++n_holders;
            holder = s;
        }
    }
    position.n_trick = 0;
    position.n_order = 0;
    position.odd = -1;
    int leader = winning;
    while (n_holders > 0 && !position.hands[at(leader)]) leader = table.next(leader);
    position.leader = static_cast<std::int8_t>(leader);
    if (n_holders <= 1) leave_rest(table, position, holder);
}

void count_sequences(const Table& table, const Position& position, std::size_t level, std::vector<std::uint64_t>& counts,
                     Interrupt& interrupt) {
    if (is_over(table, position)) return;
    Mask cards = legal(table, position);
    counts[level] += static_cast<std::uint64_t>(count(cards));
    if (level + 1 == counts.size()) return;
    if ((counts[level] & 1023) < 4) interrupt.check();
    for (; cards; cards = drop_lowest(cards)) {
        Position after = position;
        play(table, after, lowest(cards));
        count_sequences(table, after, level + 1, counts, interrupt);
    }
}

std::string fault_of_sizes(const Table& table, const Position& position) {
    std::array<int, kMaxSeats> sizes{};
    for (int seat = 0; seat < table.n_seats; ++seat) sizes[at(seat)] = count(position.hands[at(seat)]);
    for (int step = 0; step < position.n_trick; ++step) ++sizes[at(table.seat_after(position.leader, step))];
    for (int seat = 0; seat < table.n_seats; ++seat) {
        if (sizes[at(seat)] != sizes[0]) return "the hands do not fit: who has played to the trick holds one card less";
    }
    if (sizes[0] > table.hand_size) return "a hand has more cards than this contract deals";
    return {};
}

std::string fault_of_order(const Table& table, const Position& position) {
    if (position.n_trick == 0) return position.n_order ? "seats of a trick are given, but no card of it" : "";
    if (position.n_order <= position.n_trick) return "the seats that take part in the trick are missing or too few";
    unsigned seen = 0;
    for (int i = 0; i < position.n_order; ++i) {
        const int seat = position.order[at(i)];
        if (seat < 0 || seat >= table.n_seats || (seen >> seat & 1)) return "the seats of the trick are not seats, or stand twice";
        seen |= 1u << seat;
        if (i >= position.n_trick && !position.hands[at(seat)]) return "a seat that is to play to the trick has no card";
    }
    if (position.order[0] != position.leader) return "the first seat of the trick is not its leader";
    return {};
}

}  // namespace

Mask Position::trick_cards() const {
    Mask cards = 0;
    for (int i = 0; i < n_trick; ++i) cards |= bit(trick[at(i)]);
    return cards;
}

Mask Position::held() const { return hands[0] | hands[1] | hands[2] | hands[3]; }

Mask Position::stock_cards() const {
    Mask cards = 0;
    for (int i = 0; i < n_stock; ++i) cards |= bit(stock[at(i)]);
    return cards;
}

std::string fault_of(const Table& table, const Position& position) {
    if (position.leader < 0 || position.leader >= table.n_seats) return "the leader is no seat at this table";
    if (position.declarer < -1 || position.declarer >= table.n_seats) return "the declarer is no seat at this table";
    if (position.n_trick >= table.n_seats) return "a trick in progress has fewer cards than there are seats";
    Mask seen = 0;
    for (int seat = 0; seat < kMaxSeats; ++seat) {
        const Mask hand = position.hands[at(seat)];
        if (seat >= table.n_seats && hand) return "more hands than seats";
        if (hand & ~table.deck) return "a hand holds a card that is not in the pack";
        if (hand & seen) return "a card is in two hands";
        seen |= hand;
    }
    for (int i = 0; i < position.n_trick + position.n_stock; ++i) {
        const int card = i < position.n_trick ? position.trick[at(i)] : position.stock[at(i - position.n_trick)];
        if (card < 0 || card >= kMaxCards || !(table.deck >> card & 1)) return "a card on the table or in the stock is not in the pack";
        if (seen >> card & 1) return "a card on the table or in the stock stands twice";
        seen |= bit(card);
    }
    if (position.odd >= 0 && (!(table.deck >> position.odd & 1) || (seen >> position.odd & 1))) {
        return "the odd card is not in the pack or stands twice";
    }
    if (!table.has_stock) {
        if (position.n_stock || position.n_order) return "this contract has no stock";
        return fault_of_sizes(table, position);
    }
    if (position.held() && position.n_trick == 0 && !position.hands[at(position.leader)]) return "the leader holds no card";
    for (int i = 0; i < position.n_recent; ++i) {
        if (position.recent[at(i)] < 0 || position.recent[at(i)] >= table.n_seats) return "a winner of a trick is no seat at this table";
    }
    return fault_of_order(table, position);
}

int turn(const Table& table, const Position& position) {
    if (position.n_order) return position.order[at(position.n_trick)];
    return table.seat_after(position.leader, position.n_trick);
}

int trick_number(const Table& table, const Position& position) {
    return table.hand_size - count(position.hands[at(position.leader)]) - (position.n_trick ? 1 : 0);
}

Mask legal(const Table& table, const Position& position) {
    const int seat = turn(table, position);
    const Mask hand = position.hands[at(seat)];
    if (position.n_trick == 0) return table.can_lead(hand, seat == position.declarer);
    return table.can_follow(hand, suit_of(position.trick[0]), position.trick_cards());
}

bool is_decided(const Table& table, const Position& position) {
    if (position.n_trick) return false;
    Mask left = position.held();
    if (!left) return true;
    left |= position.stock_cards();
    if (position.odd >= 0) left |= bit(position.odd);
    if (left & table.scoring) return false;
    for (int points : table.trick_points) {
        if (points) return false;
    }
    if (!table.end_points.empty()) return false;
    for (const Premium& premium : table.premiums) {
        if (!premium.cards || (left & premium.cards)) return false;
    }
    return true;
}

bool is_over(const Table& table, const Position& position) {
    if (position.n_trick) return false;
    return !position.held() || (table.early_end && is_decided(table, position));
}

void play(const Table& table, Position& position, int card) {
    if (table.has_stock) {
        play_with_stock(table, position, card);
        return;
    }
    const int seat = turn(table, position);
    position.hands[at(seat)] &= ~bit(card);
    position.trick[at(position.n_trick++)] = static_cast<std::int8_t>(card);
    if (position.n_trick < table.n_seats) return;
    const int winning = table.seat_after(position.leader, table.winner(position.trick.data(), position.n_trick));
    const int number = table.hand_size - count(position.hands[at(position.leader)]) - 1;
    Mask cards = position.trick_cards();
    if (position.odd >= 0 && number == table.extra_to_trick) {
        cards |= bit(position.odd);
        position.odd = -1;
    }
    credit(position, winning, table.trick_value(number) + points_of(table, cards), cards, 1);
    position.leader = static_cast<std::int8_t>(winning);
    position.n_trick = 0;
}

WonMasks won_by_premium(const Table& table, const Position& position) {
    WonMasks won{};
    for (std::size_t i = 0; i < table.premiums.size(); ++i) {
        const Mask cards = table.premiums[i].cards;
        for (int seat = 0; seat < table.n_seats; ++seat) {
            const bool has = cards ? (position.taken[at(seat)] & cards) != 0 : position.tricks[at(seat)] != 0;
            if (has) won[i] = static_cast<std::uint8_t>(won[i] | 1u << seat);
        }
    }
    return won;
}

Scores with_premiums(const Table& table, Scores points, const std::uint8_t* won) {
    for (std::size_t i = 0; i < table.premiums.size(); ++i) {
        const Premium& premium = table.premiums[i];
        const int without = table.n_seats - std::popcount(won[i]);
        if (premium.needs_all && without == table.n_seats - 1) {
            for (int seat = 0; seat < table.n_seats; ++seat) {
                const int special = won[i] >> seat & 1 ? premium.taker : premium.others;
                points[at(seat)] = premium.effect == Effect::replace ? special : points[at(seat)] + special;
            }
            if (premium.effect == Effect::replace) return points;
        } else if (!premium.needs_all && without) {
            const int factor = premium.effect == Effect::twice ? 2 : 1 << without;
            for (int seat = 0; seat < table.n_seats; ++seat) points[at(seat)] *= factor;
        }
    }
    return points;
}

Scores final_scores(const Table& table, const Position& position) {
    if (table.premiums.empty()) return position.scores;
    Scores played{};
    for (int seat = 0; seat < table.n_seats; ++seat) {
        played[at(seat)] = points_of(table, position.taken[at(seat)]) + table.trick_points[0] * position.tricks[at(seat)];
    }
    const Scores special = with_premiums(table, played, won_by_premium(table, position).data());
    Scores scores = position.scores;
    for (int seat = 0; seat < table.n_seats; ++seat) scores[at(seat)] += special[at(seat)] - played[at(seat)];
    return scores;
}

std::vector<std::uint64_t> perft(const Table& table, const Position& position, int depth, Interrupt& interrupt) {
    std::vector<std::uint64_t> counts(at(std::max(depth, 0)), 0);
    if (depth > 0) count_sequences(table, position, 0, counts, interrupt);
    return counts;
}

}  // namespace king
