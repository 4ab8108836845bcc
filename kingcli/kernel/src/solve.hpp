// The front of the solver: what can be asked, the memory it owns, and the answer.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "position.hpp"
#include "searches.hpp"

namespace king {

struct Request {
    bool each = false;      // max^n or equilibria; else two sides
    unsigned helpers = 0;   // seats (as bits) that want the earners' points high
    unsigned earners = 0;
    Ties ties = Ties::hostile;
    std::uint64_t nodes = 0;  // 0: no limit
    double seconds = -1;      // below 0: no limit
    bool cards = true;        // the value after every legal card, and the best ones
    bool line = true;         // the principal line
    bool plain = false;       // search card by card without short cuts: slow, for checks
    bool equilibria = false;  // with `each`: the vectors of all subgame-perfect equilibria instead of max^n
};

struct CardValue {
    int card = 0;
    Range range{};    // two sides
    Scores scores{};  // max^n
    bool is_exact = false;
    std::vector<Scores> vectors{};  // equilibria
};

struct Answer {
    std::string error;  // what was wrong with the position; nothing else is set then
    bool is_exact = false;
    Range value{};    // two sides: proven bounds, equal when exact
    Scores scores{};  // max^n, when exact
    std::vector<Scores> vectors;  // equilibria, when exact: sorted and distinct
    std::vector<CardValue> cards;
    Mask best = 0;
    std::vector<std::pair<int, int>> line;  // (seat, card)
    std::uint64_t nodes = 0;
};

// Owns the memory of one search at a time. Not to be used by two threads at once.
class Solver {
public:
    explicit Solver(std::size_t bytes);
    ~Solver();
    Solver(Solver&&) noexcept;
    Solver& operator=(Solver&&) noexcept;

    Answer solve(const Table& table, const Position& position, const Request& request);

    // The bytes its tables take now.
    std::size_t bytes() const;

private:
    struct Memory;
    std::unique_ptr<Memory> memory_;
};

struct Job {
    const Table* table;
    Position position;
    Request request;
};

// Every job by itself, in order; with several solvers on as many threads. Results do not depend on how many.
std::vector<Answer> solve_all(std::vector<Solver>& solvers, const std::vector<Job>& jobs);

}  // namespace king
