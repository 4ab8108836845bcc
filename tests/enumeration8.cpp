// Whole hands of King solved by trying everything: no bounds, no order of moves, no cards taken for alike. It shares
// nothing with the solvers of this repository; the rules below are written down from the rule book alone.
// A deal of more than six million positions gets the answer {}.
//
// Build: c++ -std=c++20 -O2 enumeration8.cpp -o enumeration8
// In, one position a line, a trick about to be led:
//     GAME CONTRACT TRUMP LEADER DECLARER HAND HAND HAND [HAND]
// TRUMP is S, H, D, C or - for none; LEADER and DECLARER are seats, N E S W clockwise (three players: N E S), DECLARER
// may be -; a HAND is its spades, hearts, diamonds and clubs, "AKT7..Q9.8". Example:
//     russian hearts - N - AK..Q7.9 T.KQ..J8 98.A7.K. .T9.8.AQ
// Out, one line of JSON for each: what is still to be won from here on, by seat,
//     "guarantee": by each seat when it raises its own points and all others together lower them;
//     "best": by each seat when all raise its points;
//     "pair": by N and S together when they raise their points and the others lower them;
//     "maxn": when every seat raises its own points and, of lines that are equal to it, chooses the one with the least
//     for the next seat clockwise, then the least for the seat after, and so on;
// "first" has the same for each card that may be led, and "positions" counts the different positions between tricks.

#include <array>
#include <bit>
#include <cstdint>
#include <iostream>
#include <map>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

// ---- Cards: number 13 * suit + rank, spades first, the two lowest; a set of cards has a bit for each.

using Cards = std::uint64_t;

constexpr std::string_view kSuits = "SHDC";
constexpr std::string_view kRanks = "23456789TJQKA";
constexpr std::string_view kSeats = "NESW";
constexpr int kHearts = 1;

int suit_of(int card) { return card / 13; }
int rank_of(int card) { return card % 13; }
Cards just(int card) { return Cards{1} << card; }
Cards suit_cards(int suit) { return Cards{0x1FFF} << (13 * suit); }
std::string name_of(int card) { return {kSuits[suit_of(card)], kRanks[rank_of(card)]}; }

int index_of(std::string_view letters, char letter) {
    const auto at = letters.find(letter);
    if (at == std::string_view::npos) throw std::runtime_error(std::string("unexpected letter ") + letter);
    return static_cast<int>(at);
}

int card_named(std::string_view name) { return 13 * index_of(kSuits, name[0]) + index_of(kRanks, name[1]); }

// ---- Rules.

struct Rules {
    int n_seats = 4;
    std::array<int, 52> price{};      // of a card, to whoever wins it
    int per_trick = 0;                // for each trick
    int per_late_trick = 0;           // for each of the last two
    bool no_heart_lead = false;       // hearts may be led only from a hand of nothing else
    bool king_forced = false;         // who cannot follow suit must part with the king of hearts
    std::optional<int> trump;
    bool must_trump = false;          // who cannot follow suit must trump
    bool declarer_leads_trump = false;  // others may lead trumps only from a hand of nothing else
};

// What a game pays; penalties are written without their sign, as on its score sheet.
struct Prices {
    int n_seats;
    int trick, low_heart, high_heart;  // nines and tens of hearts may be cheaper than the rest
    std::string_view boys;             // the ranks that count as boys
    int boy, queen, king, late_trick, trump_trick;
    bool has_all;
    bool is_russian;
};

const std::map<std::string, Prices, std::less<>> kGames = {
    {"lithuanian", {4, 2, 2, 2, "JK", 2, 4, 16, 8, 3, true, false}},
    {"lithuanian-3", {3, 2, 2, 3, "JK", 2, 4, 16, 8, 3, true, false}},
    {"russian", {4, 2, 2, 2, "J", 4, 4, 16, 8, 3, true, true}},
    {"russian-3", {3, 2, 2, 2, "J", 5, 5, 24, 10, 4, false, true}},
};

void add_rank(Rules& rules, char rank, int points) {
    for (int suit = 0; suit < 4; ++suit) rules.price[13 * suit + index_of(kRanks, rank)] += points;
}

// One of the six penalties; false when it is none of them.
bool add_penalty(Rules& rules, const Prices& game, std::string_view contract) {
    if (contract == "tricks") {
        rules.per_trick -= game.trick;
    } else if (contract == "hearts") {
        for (const char rank : kRanks) {
            const bool is_low = rank == '9' || rank == 'T';
            rules.price[13 * kHearts + index_of(kRanks, rank)] -= is_low ? game.low_heart : game.high_heart;
        }
    } else if (contract == (game.boys == "J" ? "jacks" : "jacks-kings")) {
        for (const char rank : game.boys) add_rank(rules, rank, -game.boy);
    } else if (contract == "queens") {
        add_rank(rules, 'Q', -game.queen);
    } else if (contract == "king") {
        rules.price[card_named("HK")] -= game.king;
    } else if (contract == "last-two") {
        rules.per_late_trick -= game.late_trick;
    } else {
        return false;
    }
    return true;
}

Rules rules_of(const std::string& game_name, const std::string& contract, const std::string& trump) {
    const auto found = kGames.find(game_name);
    if (found == kGames.end()) throw std::runtime_error("no such game: " + game_name);
    const Prices& game = found->second;
    Rules rules;
    rules.n_seats = game.n_seats;
    if (contract == "trump") {
        rules.per_trick = game.trump_trick;
        if (trump != "-") {
            rules.trump = index_of(kSuits, trump.at(0));
            rules.must_trump = true;
            rules.declarer_leads_trump = game.is_russian;
        }
        return rules;
    }
    if (trump != "-") throw std::runtime_error("no trump suit in " + contract);
    if (contract == "all") {
        if (!game.has_all) throw std::runtime_error("no all six in " + game_name);
        for (const auto* part : {"tricks", "hearts", "jacks", "jacks-kings", "queens", "king", "last-two"}) {
            add_penalty(rules, game, part);
        }
    } else if (!add_penalty(rules, game, contract)) {
        throw std::runtime_error("no " + contract + " in " + game_name);
    }
    const bool speaks_of_king = contract == "king" || contract == "all";
    rules.no_heart_lead = contract == "hearts" || speaks_of_king;
    rules.king_forced = game.is_russian && speaks_of_king;
    return rules;
}

Cards may_lead(const Rules& rules, Cards hand, bool is_declarer) {
    Cards cards = hand;
    if (rules.no_heart_lead && (cards & ~suit_cards(kHearts))) cards &= ~suit_cards(kHearts);
    if (rules.declarer_leads_trump && !is_declarer && (cards & ~suit_cards(*rules.trump))) {
        cards &= ~suit_cards(*rules.trump);
    }
    return cards;
}

Cards may_follow(const Rules& rules, Cards hand, int led_suit) {
    if (const Cards same = hand & suit_cards(led_suit)) return same;
    const Cards king = hand & just(card_named("HK"));
    if (rules.king_forced && king) return king;
    if (rules.must_trump) {
        if (const Cards trumps = hand & suit_cards(*rules.trump)) return trumps;
    }
    return hand;
}

// Of the cards of a trick in the order played, the place of the one that wins.
int winning_place(const Rules& rules, const std::vector<int>& trick) {
    int best = 0;
    for (int place = 1; place < static_cast<int>(trick.size()); ++place) {
        const int suit = suit_of(trick[place]), best_suit = suit_of(trick[best]);
        const bool beats = suit == best_suit ? rank_of(trick[place]) > rank_of(trick[best]) : suit == rules.trump;
        if (beats) best = place;
    }
    return best;
}

// ---- Values of a position: points still to be won.

struct Values {
    std::array<std::int16_t, 4> guarantee{}, best{}, maxn{};
    std::int16_t pair = 0;
};

using Points = std::array<std::int16_t, 4>;

// Whether this seat likes one outcome better than another in max^n.
bool likes_better(const Points& one, const Points& other, int seat, int n_seats) {
    if (one[seat] != other[seat]) return one[seat] > other[seat];
    for (int turn = 1; turn < n_seats; ++turn) {
        const int who = (seat + turn) % n_seats;
        if (one[who] != other[who]) return one[who] < other[who];
    }
    return false;
}

// What becomes of `now` when the seat that chooses may also have `other`.
void may_also_have(Values& now, const Values& other, int seat, int n_seats) {
    const auto raise = [](std::int16_t& a, std::int16_t b) { a = b > a ? b : a; };
    const auto lower = [](std::int16_t& a, std::int16_t b) { a = b < a ? b : a; };
    for (int who = 0; who < n_seats; ++who) {
        if (who == seat) {
            raise(now.guarantee[who], other.guarantee[who]);
        } else {
            lower(now.guarantee[who], other.guarantee[who]);
        }
        raise(now.best[who], other.best[who]);
    }
    if (seat == 0 || seat == 2) {
        raise(now.pair, other.pair);
    } else {
        lower(now.pair, other.pair);
    }
    if (likes_better(other.maxn, now.maxn, seat, n_seats)) now.maxn = other.maxn;
}

void win(Values& values, int seat, int points) {
    values.guarantee[seat] += points;
    values.best[seat] += points;
    values.maxn[seat] += points;
    if (seat == 0 || seat == 2) values.pair += points;
}

// ---- Every position between two tricks, and its values: open addressing, for there are millions.

struct TooMany {};

class Known {
public:
    static constexpr std::size_t kMost = 6'000'000;  // a third of a gigabyte

    Known() : slots_(1 << 16) {}

    const Values* find(std::uint64_t key) const {
        const Slot& slot = slots_[place_of(key)];
        return slot.key == key ? &slot.values : nullptr;
    }

    // Throws TooMany.
    void add(std::uint64_t key, const Values& values) {
        if (size_ == kMost) throw TooMany{};
        if (4 * ++size_ > 3 * slots_.size()) {
            std::vector<Slot> old(2 * slots_.size());
            old.swap(slots_);
            for (const Slot& slot : old) {
                if (slot.key != kNone) slots_[place_of(slot.key)] = slot;
            }
        }
        slots_[place_of(key)] = {key, values};
    }

    std::size_t size() const { return size_; }

private:
    static constexpr std::uint64_t kNone = ~std::uint64_t{0};
    struct Slot {
        std::uint64_t key = kNone;
        Values values;
    };

    // Where the key is, or is to go.
    std::size_t place_of(std::uint64_t key) const {
        const std::size_t last = slots_.size() - 1;
        std::uint64_t mixed = (key ^ key >> 32) * 0x9E3779B97F4A7C15u;
        std::size_t place = (mixed ^ mixed >> 32) & last;
        while (slots_[place].key != kNone && slots_[place].key != key) place = (place + 1) & last;
        return place;
    }

    std::vector<Slot> slots_;
    std::size_t size_ = 0;
};

class Enumeration {
public:
    Enumeration(const Rules& rules, std::vector<Cards> hands, std::optional<int> declarer)
        : rules_(rules), hands_(std::move(hands)), declarer_(declarer) {}

    Values between_tricks(int leader) {
        Cards left = 0;
        for (const Cards hand : hands_) left |= hand;
        if (!left) return {};
        // The cards left tell the hands: a hand never gains a card.
        const std::uint64_t key = left << 2 | static_cast<unsigned>(leader);
        if (const Values* values = known_.find(key)) return *values;
        std::vector<int> trick;
        const Values values = within_trick(leader, trick, nullptr);
        known_.add(key, values);
        return values;
    }

    std::map<int, Values> after_each_lead(int leader) {
        std::map<int, Values> found;
        std::vector<int> trick;
        within_trick(leader, trick, &found);
        return found;
    }

    std::size_t positions() const { return known_.size(); }

private:
    // The values with these cards on the table; with `each`, also those after each card now to be chosen.
    Values within_trick(int leader, std::vector<int>& trick, std::map<int, Values>* each) {
        const int n_seats = rules_.n_seats;
        if (static_cast<int>(trick.size()) == n_seats) return after_trick(leader, trick);
        const int seat = (leader + static_cast<int>(trick.size())) % n_seats;
        Cards choice = trick.empty() ? may_lead(rules_, hands_[seat], seat == declarer_)
                                     : may_follow(rules_, hands_[seat], suit_of(trick[0]));
        std::optional<Values> values;
        for (; choice; choice &= choice - 1) {
            const int card = std::countr_zero(choice);
            hands_[seat] ^= just(card);
            trick.push_back(card);
            const Values after = within_trick(leader, trick, nullptr);
            trick.pop_back();
            hands_[seat] ^= just(card);
            if (each) each->emplace(card, after);
            if (values) {
                may_also_have(*values, after, seat, n_seats);
            } else {
                values = after;
            }
        }
        return values.value();
    }

    Values after_trick(int leader, const std::vector<int>& trick) {
        const int winner = (leader + winning_place(rules_, trick)) % rules_.n_seats;
        const int tricks_left = std::popcount(hands_[0]);
        int points = rules_.per_trick + (tricks_left < 2 ? rules_.per_late_trick : 0);
        for (const int card : trick) points += rules_.price[card];
        Values values = between_tricks(winner);
        win(values, winner, points);
        return values;
    }

    Rules rules_;
    std::vector<Cards> hands_;
    std::optional<int> declarer_;
    Known known_;
};

// ---- In and out.

Cards hand_of(const std::string& text) {
    Cards hand = 0;
    int suit = 0;
    for (const char letter : text) {
        if (letter == '.') {
            ++suit;
        } else {
            hand |= just(13 * suit + index_of(kRanks, letter));
        }
    }
    if (suit != 3) throw std::runtime_error("a hand has four suits: " + text);
    return hand;
}

std::string json(const Points& points, int n_seats) {
    std::string text;
    for (int seat = 0; seat < n_seats; ++seat) text += (seat ? ", " : "[") + std::to_string(points[seat]);
    return text + "]";
}

std::string json(const Values& values, int n_seats) {
    return "\"guarantee\": " + json(values.guarantee, n_seats) + ", \"best\": " + json(values.best, n_seats) +
           ", \"pair\": " + std::to_string(values.pair) + ", \"maxn\": " + json(values.maxn, n_seats);
}

std::string answer(const std::string& line) {
    std::istringstream words(line);
    std::string game, contract, trump, leader_name, declarer_name, word;
    words >> game >> contract >> trump >> leader_name >> declarer_name;
    const Rules rules = rules_of(game, contract, trump);
    std::vector<Cards> hands;
    Cards seen = 0;
    while (words >> word) {
        hands.push_back(hand_of(word));
        if (seen & hands.back()) throw std::runtime_error("a card is in two hands");
        seen |= hands.back();
        if (std::popcount(hands.back()) != std::popcount(hands[0])) throw std::runtime_error("hands of two sizes");
    }
    if (static_cast<int>(hands.size()) != rules.n_seats || !seen) throw std::runtime_error("not a hand for each seat");
    const std::string_view seats = kSeats.substr(0, rules.n_seats);
    const int leader = index_of(seats, leader_name.at(0));
    std::optional<int> declarer;
    if (declarer_name != "-") declarer = index_of(seats, declarer_name.at(0));

    Enumeration enumeration(rules, hands, declarer);
    try {
        std::string text = "{" + json(enumeration.between_tricks(leader), rules.n_seats) + ", \"first\": {";
        bool is_next = false;
        for (const auto& [card, values] : enumeration.after_each_lead(leader)) {
            text += (is_next ? ", \"" : "\"") + name_of(card) + "\": {" + json(values, rules.n_seats) + "}";
            is_next = true;
        }
        return text + "}, \"positions\": " + std::to_string(enumeration.positions()) + "}";
    } catch (const TooMany&) {
        return "{}";
    }
}

}  // namespace

int main() {
    try {
        for (std::string line; std::getline(std::cin, line);) std::cout << answer(line) << std::endl;
    } catch (const std::exception& error) {
        std::cerr << "enumeration8: " << error.what() << '\n';
        return 1;
    }
}
