// The door to Python: plain values in, plain values out; the interpreter is let go of in every long call.
#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include "playout.hpp"
#include "position.hpp"
#include "solve.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using king::Mask;

// hands, leader, trick, declarer (-1: nobody), scores, taken, tricks, stock (top first), odd (-1: none), order, recent
using PlainPosition = std::tuple<std::vector<Mask>, int, std::vector<int>, int, std::vector<int>, std::optional<std::vector<Mask>>,
                                 std::optional<std::vector<int>>, std::vector<int>, int, std::vector<int>, std::vector<int>>;

// each, helpers, earners, kind ties, nodes, seconds, cards, line, plain, equilibria
using PlainRequest = std::tuple<bool, unsigned, unsigned, bool, std::uint64_t, double, bool, bool, bool, bool>;

template <class To, class From, class Array>
void fill(Array& to, const std::vector<From>& from, std::size_t most, const char* what) {
    if (from.size() > most) throw std::invalid_argument(std::string("too many entries in ") + what);
    const std::size_t n = std::min({from.size(), most, to.size()});
    for (std::size_t i = 0; i < n; ++i) to[i] = static_cast<To>(from[i]);
}

void check_numbers(const std::vector<int>& numbers, const char* what) {
    for (int number : numbers) {
        if (number < 0 || number >= king::kMaxCards) throw std::invalid_argument(std::string("a number out of range in ") + what);
    }
}

king::Position position_of(const king::Table& table, const PlainPosition& plain) {
    const auto& [hands, leader, trick, declarer, scores, taken, tricks, stock, odd, order, recent] = plain;
    const auto n = static_cast<std::size_t>(table.n_seats);
    if (hands.size() != n || scores.size() != n || (taken && taken->size() != n) || (tricks && tricks->size() != n)) {
        throw std::invalid_argument("hands, scores, taken and tricks need one entry a seat");
    }
    if (leader < 0 || leader >= table.n_seats) throw std::invalid_argument("the leader is no seat at this table");
    if (declarer < -1 || declarer >= table.n_seats) throw std::invalid_argument("the declarer is no seat at this table");
    if (odd < -1 || odd >= king::kMaxCards) throw std::invalid_argument("the odd card is no card");
    if (trick.size() >= n) throw std::invalid_argument("a trick in progress has fewer cards than there are seats");
    for (int score : scores) {
        if (score > 100'000'000 || score < -100'000'000) throw std::invalid_argument("the scores are too large");
    }
    check_numbers(trick, "trick");
    check_numbers(stock, "stock");
    check_numbers(order, "order");
    check_numbers(recent, "recent");
    king::Position position;
    fill<Mask>(position.hands, hands, n, "hands");
    fill<int>(position.scores, scores, n, "scores");
    fill<std::int8_t>(position.trick, trick, n - 1, "trick");
    fill<std::int8_t>(position.order, order, n, "order");
    fill<std::int8_t>(position.recent, recent, king::kMaxCards - 1, "recent");
    std::vector<int> top_last(stock.rbegin(), stock.rend());
    fill<std::int8_t>(position.stock, top_last, king::kMaxCards, "stock");
    if (taken) fill<Mask>(position.taken, *taken, n, "taken");
    if (tricks) {
        for (int number : *tricks) {
            if (number < 0 || number > 100) throw std::invalid_argument("a number of tricks out of range");
        }
        fill<std::int16_t>(position.tricks, *tricks, n, "tricks");
    }
    position.has_taken = taken.has_value();
    position.has_tricks = tricks.has_value();
    position.n_trick = static_cast<std::int8_t>(trick.size());
    position.n_order = static_cast<std::int8_t>(order.size());
    position.n_stock = static_cast<std::int8_t>(stock.size());
    position.n_recent = static_cast<std::int8_t>(recent.size());
    position.leader = static_cast<std::int8_t>(leader);
    position.declarer = static_cast<std::int8_t>(declarer);
    position.odd = static_cast<std::int8_t>(odd);
    return position;
}

king::Position checked_position(const king::Table& table, const PlainPosition& plain) {
    const king::Position position = position_of(table, plain);
    const std::string fault = king::fault_of(table, position);
    if (!fault.empty()) throw std::invalid_argument(fault);
    return position;
}

template <class Array>
std::vector<int> ints(const Array& from, int n) {
    return {from.begin(), from.begin() + n};
}

PlainPosition plain_of(const king::Table& table, const king::Position& position) {
    const int n = table.n_seats;
    const auto by_seat = [n](const auto& values) { return std::vector<Mask>(values.begin(), values.begin() + n); };
    std::vector<int> stock = ints(position.stock, position.n_stock);
    std::reverse(stock.begin(), stock.end());
    return {by_seat(position.hands),
            position.leader,
            ints(position.trick, position.n_trick),
            position.declarer,
            ints(position.scores, n),
            position.has_taken ? std::optional(by_seat(position.taken)) : std::nullopt,
            position.has_tricks ? std::optional(ints(position.tricks, n)) : std::nullopt,
            stock,
            position.odd,
            ints(position.order, position.n_order),
            ints(position.recent, position.n_recent)};
}

// A round that is played and taken back card by card.
class Game {
public:
    Game(const king::Table& table, const PlainPosition& plain) : table_(table), states_{checked_position(table, plain)} {}

    const king::Position& now() const { return states_.back(); }
    const king::Table& table() const { return table_; }
    bool is_over() const { return king::is_over(table_, now()); }
    Mask legal() const { return is_over() ? 0 : king::legal(table_, now()); }

    void play(int card) {
        if (card < 0 || card >= king::kMaxCards || !(legal() >> card & 1)) throw std::invalid_argument("the card is not legal");
        states_.push_back(now());
        king::play(table_, states_.back(), card);
    }

    void undo() {
        if (states_.size() < 2) throw std::invalid_argument("nothing has been played");
        states_.pop_back();
    }

private:
    king::Table table_;
    std::vector<king::Position> states_;
};

king::Table make_table(int n_seats, int hand_size, Mask deck, int direction, const std::vector<std::vector<int>>& strength,
                       const std::vector<std::pair<Mask, bool>>& lead_bans, const std::vector<Mask>& void_must,
                       const std::vector<std::pair<Mask, Mask>>& follow_must, const std::vector<int>& card_points, Mask scoring,
                       const std::vector<int>& trick_points, const std::vector<int>& end_points,
                       const std::vector<std::tuple<bool, Mask, int, int, int>>& premiums, Mask jokers,
                       const std::vector<Mask>& joker_beaten_by, bool has_stock, int extra_to_trick, bool early_end) {
    king::Table table;
    if (strength.size() != 4 || joker_beaten_by.size() != 4 || card_points.size() != king::kMaxCards) {
        throw std::invalid_argument("strength and joker_beaten_by need 4 rows, card_points 64 entries");
    }
    table.n_seats = n_seats;
    table.hand_size = hand_size;
    table.deck = deck;
    table.direction = direction;
    for (std::size_t led = 0; led < 4; ++led) {
        if (strength[led].size() != king::kMaxCards) throw std::invalid_argument("a row of strength needs 64 entries");
        for (std::size_t card = 0; card < king::kMaxCards; ++card) {
            if (strength[led][card] < 0 || strength[led][card] > 255) throw std::invalid_argument("strength is 0 .. 255");
            table.strength[led][card] = static_cast<std::uint8_t>(strength[led][card]);
        }
        table.joker_beaten_by[led] = joker_beaten_by[led];
    }
    for (const auto& [cards, exempt] : lead_bans) table.lead_bans.push_back({cards, exempt});
    table.void_must = void_must;
    for (const auto& [cards, when] : follow_must) table.follow_must.push_back({cards, when});
    std::copy(card_points.begin(), card_points.end(), table.card_points.begin());
    table.scoring = scoring;
    table.trick_points = trick_points;
    table.end_points = end_points;
    for (const auto& [needs_all, cards, effect, taker, others] : premiums) {
        if (effect < 0 || effect > 3) throw std::invalid_argument("no such effect of a premium");
        table.premiums.push_back({needs_all, cards, static_cast<king::Effect>(effect), taker, others});
    }
    table.jokers = jokers;
    table.has_stock = has_stock;
    table.extra_to_trick = extra_to_trick;
    table.early_end = early_end;
    const std::string fault = table.fault();
    if (!fault.empty()) throw std::invalid_argument(fault);
    return table;
}

king::Request request_of(const PlainRequest& plain) {
    const auto& [each, helpers, earners, kind, nodes, seconds, cards, line, slowly, equilibria] = plain;
    const king::Ties ties = kind ? king::Ties::kind : king::Ties::hostile;
    return {each, helpers, earners, ties, nodes, seconds, cards, line, slowly, equilibria};
}

// (error | None, exact, (low, high) | scores, [(card, (low, high) | scores)], best, [(seat, card)], nodes), and for equilibria
// [vector], [(card, [vector])]; they have no value and no values of cards
nb::tuple plain_answer(const king::Answer& answer, const king::Request& request, int n_seats) {
    nb::list cards, card_vectors;
    const bool each = request.each;
    const auto scores_of = [n_seats](const king::Scores& scores) {
        nb::list list;
        for (int seat = 0; seat < n_seats; ++seat) list.append(scores[static_cast<std::size_t>(seat)]);
        return nb::tuple(list);
    };
    const auto all_scores_of = [&](const std::vector<king::Scores>& vectors) {
        nb::list list;
        for (const king::Scores& scores : vectors) list.append(scores_of(scores));
        return nb::tuple(list);
    };
    for (const king::CardValue& value : answer.cards) {
        if (each && request.equilibria) {
            card_vectors.append(nb::make_tuple(value.card, all_scores_of(value.vectors)));
        } else if (each) {
            cards.append(nb::make_tuple(value.card, scores_of(value.scores)));
        } else {
            cards.append(nb::make_tuple(value.card, nb::make_tuple(value.range.low, value.range.high)));
        }
    }
    nb::list line;
    for (const auto& [seat, card] : answer.line) line.append(nb::make_tuple(seat, card));
    const nb::object error = answer.error.empty() ? nb::none() : nb::cast(answer.error);
    nb::tuple value;
    if (!each) {
        value = nb::make_tuple(answer.value.low, answer.value.high);
    } else if (!request.equilibria) {
        value = scores_of(answer.scores);
    }
    return nb::make_tuple(error, answer.is_exact, value, cards, answer.best, line, answer.nodes, all_scores_of(answer.vectors),
                          card_vectors);
}

// The caller's solver: memory for one search a thread.
class Solvers {
public:
    Solvers(const Solvers&) = delete;
    Solvers(std::size_t bytes, int threads) {
        const auto n = static_cast<std::size_t>(std::clamp(threads, 1, 256));
        for (std::size_t i = 0; i < n; ++i) solvers_.emplace_back(bytes / n);
    }

    nb::list solve(const nb::list& plain_jobs) {
        std::vector<king::Job> jobs;
        std::vector<std::string> faults;
        for (nb::handle item : plain_jobs) {
            const auto job = nb::cast<nb::tuple>(item);
            const auto& table = nb::cast<const king::Table&>(job[0]);
            std::string fault;
            king::Position position;
            PlainPosition plain;
            try {
                if (nb::try_cast<PlainPosition>(job[1], plain)) {
                    position = position_of(table, plain);
                } else {
                    fault = "a position needs whole numbers in its fields";
                }
            } catch (const std::invalid_argument& error) {
                fault = error.what();
            }
            if (!fault.empty()) position.leader = -1;
            jobs.push_back({&table, position, request_of(nb::cast<PlainRequest>(job[2]))});
            faults.push_back(fault);
        }
        std::vector<king::Answer> answers;
        {
            const nb::gil_scoped_release release;
            answers = king::solve_all(solvers_, jobs);
        }
        nb::list found;
        for (std::size_t i = 0; i < answers.size(); ++i) {
            if (!faults[i].empty()) answers[i].error = faults[i];
            found.append(plain_answer(answers[i], jobs[i].request, jobs[i].table->n_seats));
        }
        return found;
    }

    std::size_t bytes() const {
        std::size_t sum = 0;
        for (const king::Solver& solver : solvers_) sum += solver.bytes();
        return sum;
    }

private:
    std::vector<king::Solver> solvers_;
};

using State = std::tuple<std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t>;

king::Random random_of(const State& state) {
    const auto& [a, b, c, d] = state;
    if (!(a | b | c | d)) throw std::invalid_argument("the state of xoshiro256** must not be all zero");
    return king::Random({a, b, c, d});
}

}  // namespace

NB_MODULE(KING_MODULE, m) {
    m.doc() = "Trick play of kingcli in C++";

    nb::class_<king::Table>(m, "Table")
        .def("__init__",
             [](king::Table* self, int n_seats, int hand_size, Mask deck, int direction, const std::vector<std::vector<int>>& strength,
                const std::vector<std::pair<Mask, bool>>& lead_bans, const std::vector<Mask>& void_must,
                const std::vector<std::pair<Mask, Mask>>& follow_must, const std::vector<int>& card_points, Mask scoring,
                const std::vector<int>& trick_points, const std::vector<int>& end_points,
                const std::vector<std::tuple<bool, Mask, int, int, int>>& premiums, Mask jokers,
                const std::vector<Mask>& joker_beaten_by, bool has_stock, int extra_to_trick, bool early_end) {
                 new (self) king::Table(make_table(n_seats, hand_size, deck, direction, strength, lead_bans, void_must, follow_must,
                                                   card_points, scoring, trick_points, end_points, premiums, jokers, joker_beaten_by,
                                                   has_stock, extra_to_trick, early_end));
             },
             nb::kw_only(), "n_seats"_a, "hand_size"_a, "deck"_a, "direction"_a, "strength"_a, "lead_bans"_a, "void_must"_a,
             "follow_must"_a, "card_points"_a, "scoring"_a, "trick_points"_a, "end_points"_a, "premiums"_a, "jokers"_a,
             "joker_beaten_by"_a, "has_stock"_a, "extra_to_trick"_a, "early_end"_a);

    nb::class_<Game>(m, "Game")
        .def(nb::init<const king::Table&, const PlainPosition&>())
        .def("turn", [](const Game& game) { return king::turn(game.table(), game.now()); })
        .def("legal", &Game::legal)
        .def("is_over", &Game::is_over)
        .def("is_decided", [](const Game& game) { return king::is_decided(game.table(), game.now()); })
        .def("play", &Game::play)
        .def("undo", &Game::undo)
        .def("scores", [](const Game& game) { return ints(king::final_scores(game.table(), game.now()), game.table().n_seats); })
        .def("position", [](const Game& game) { return plain_of(game.table(), game.now()); });

    nb::class_<Solvers>(m, "Solver")
        .def(nb::init<std::size_t, int>())
        .def("solve", &Solvers::solve)
        .def("bytes", &Solvers::bytes);

    m.def("fault", [](const king::Table& table, const PlainPosition& plain) -> std::optional<std::string> {
        try {
            const std::string fault = king::fault_of(table, position_of(table, plain));
            return fault.empty() ? std::nullopt : std::optional(fault);
        } catch (const std::invalid_argument& error) {
            return error.what();
        }
    });

    m.def("perft", [](const king::Table& table, const PlainPosition& plain, int depth) {
        const king::Position position = checked_position(table, plain);
        const nb::gil_scoped_release release;
        return king::perft(table, position, std::min(depth, 200));
    });

    // [sums by seat], the scores of every playout as 32-bit integers or nothing, and the state of the stream after them
    m.def("play_out", [](const king::Table& table, const PlainPosition& plain, std::uint64_t n, const State& state, bool each) {
        const king::Position position = checked_position(table, plain);
        king::Random random = random_of(state);
        king::Playouts found;
        {
            const nb::gil_scoped_release release;
            found = king::play_out(table, position, n, random, each);
        }
        const auto& s = random.state();
        return nb::make_tuple(std::vector<std::int64_t>(found.sums.begin(), found.sums.begin() + table.n_seats),
                              nb::bytes(found.scores.data(), found.scores.size() * sizeof(std::int32_t)),
                              nb::make_tuple(s[0], s[1], s[2], s[3]));
    });

    // The sums of n playouts from each of many positions, one stream throughout; a position that is wrong is its reason.
    m.def("play_out_all", [](const king::Table& table, const nb::list& plain_positions, std::uint64_t n, const State& state) {
        struct Row {
            king::Position position;
            std::string fault;
            std::array<std::int64_t, king::kMaxSeats> sums;
        };
        std::vector<Row> rows(plain_positions.size());
        for (std::size_t i = 0; i < rows.size(); ++i) {
            PlainPosition plain;
            try {
                if (nb::try_cast<PlainPosition>(plain_positions[i], plain)) {
                    rows[i].position = checked_position(table, plain);
                } else {
                    rows[i].fault = "a position needs whole numbers in its fields";
                }
            } catch (const std::invalid_argument& error) {
                rows[i].fault = error.what();
            }
        }
        king::Random random = random_of(state);
        {
            const nb::gil_scoped_release release;
            for (Row& row : rows) {
                if (row.fault.empty()) row.sums = king::play_out(table, row.position, n, random, false).sums;
            }
        }
        nb::list found;
        for (const Row& row : rows) {
            if (row.fault.empty()) {
                found.append(std::vector<std::int64_t>(row.sums.begin(), row.sums.begin() + table.n_seats));
            } else {
                found.append(row.fault);
            }
        }
        const auto& s = random.state();
        return nb::make_tuple(found, nb::make_tuple(s[0], s[1], s[2], s[3]));
    });

    // The instructions this build uses, and whether the processor could run the faster build.
    m.def("level", [] {
#if defined(__BMI2__)
        return "x86-64-v3";
#elif defined(__x86_64__)
        return "x86-64";
#else
        return "generic";
#endif
    });
    m.def("can_run_v3", [] {
#if defined(__x86_64__) && defined(__GNUC__)
        return __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
               __builtin_cpu_supports("popcnt");
#else
        return false;
#endif
    });
}
