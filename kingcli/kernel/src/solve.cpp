#include "solve.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <type_traits>
#include <variant>

#include "board.hpp"
#include "each.hpp"
#include "equilibria.hpp"
#include "partition.hpp"
#include "plain_equilibria.hpp"
#include "plain_search.hpp"
#include "sides.hpp"

namespace king {

namespace {

std::size_t at(int index) { return static_cast<std::size_t>(index); }

// Among cards of the same value a line plays the lowest rank, then the first suit.
std::vector<int> low_first(Mask cards) {
    std::vector<int> order;
    for (; cards; cards = drop_lowest(cards)) order.push_back(lowest(cards));
    std::stable_sort(order.begin(), order.end(), [](int a, int b) { return rank_of(a) > rank_of(b); });
    return order;
}

Position after(const Table& table, const Position& position, int card) {
    Position next = position;
    play(table, next, card);
    return next;
}

// The legal cards in hand order, each with the one that stands for its group.
std::vector<std::pair<int, int>> grouped(const Table& table, const Position& position, Mask choices) {
    std::vector<std::pair<int, int>> found;
    int head = -1;
    for (Mask cards = legal(table, position); cards; cards = drop_lowest(cards)) {
        const int card = lowest(cards);
        if (choices >> card & 1) head = card;
        found.emplace_back(card, head);
    }
    return found;
}

// Drive bounds together by zero-window probes, beginning at a guess (MTD(f)).
void narrow(SidesSearch& search, const Position& position, Range& range, int guess) {
    while (range.low < range.high) {
        guess = std::clamp(guess, range.low, range.high);
        const int target = guess == range.low ? guess + 1 : guess;
        guess = search.probe(position, target);
        if (guess < target) {
            range.high = std::max(guess, range.low);
        } else {
            range.low = std::min(guess, range.high);
        }
    }
}

std::vector<std::pair<int, int>> line_of(SidesSearch& search, const Table& table, Position position, int value) {
    std::vector<std::pair<int, int>> line;
    while (!is_over(table, position)) {
        const int seat = turn(table, position);
        const bool helping = search.helps(seat);
        const int target = helping ? value : value + 1;
        const auto groups = grouped(table, position, search.choices(position));
        std::vector<int> order = low_first(legal(table, position));
        Mask tried = 0;
        int chosen = -1;
        for (std::size_t i = 0; i < order.size(); ++i) {
            const auto group = std::find_if(groups.begin(), groups.end(), [&](const auto& g) { return g.first == order[i]; });
            if (tried >> group->second & 1) continue;
            tried |= bit(group->second);
            chosen = order[i];
            if (tried == search.choices(position)) break;  // the last group: it must be the one
            if ((search.probe(after(table, position, chosen), target) >= target) == helping) break;
        }
        line.emplace_back(seat, chosen);
        play(table, position, chosen);
    }
    return line;
}

std::vector<std::pair<int, int>> line_of(EachSearch& search, const Table& table, Ties ties, Position position) {
    std::vector<std::pair<int, int>> line;
    while (!is_over(table, position)) {
        const int seat = turn(table, position);
        const auto groups = grouped(table, position, search.choices(position));
        Mask tried = 0;
        int chosen = -1;
        Scores best{};
        for (int card : low_first(legal(table, position))) {
            const auto group = std::find_if(groups.begin(), groups.end(), [&](const auto& g) { return g.first == card; });
            if (tried >> group->second & 1) continue;
            tried |= bit(group->second);
            const Scores scores = search.scores(after(table, position, card));
            if (chosen < 0 || prefers(table, ties, seat, scores, best)) {
                chosen = card;
                best = scores;
            }
        }
        line.emplace_back(seat, chosen);
        play(table, position, chosen);
    }
    return line;
}

// Where the value probably lies: the earners' share of the points by number, and less than that of bad ones.
int first_guess(Range range, const Request& request, int n_seats) {
    const int sum = range.low + range.high;
    if (request.helpers != request.earners) return sum < 0 ? range.high : range.high / 2;
    const int share = sum * std::popcount(request.earners) / n_seats;
    return sum < 0 ? share * 3 / 5 : share;
}

Answer answer_sides(SidesSearch& search, const Table& table, const Position& position, const Request& request, Budget& budget) {
    Answer answer;
    answer.value = search.range(position);
    const bool helping = search.helps(turn(table, position));
    Range whole = answer.value;
    try {
        const int guess = first_guess(answer.value, request, table.n_seats);
        if (!request.cards) {
            narrow(search, position, answer.value, guess);
        } else {
            const auto groups = grouped(table, position, search.choices(position));
            for (const auto& [card, head] : groups) {
                answer.cards.push_back({card, card == head ? search.range(after(table, position, card)) : Range{}, {}, false});
            }
            // First the value of the position: no card is better than it for the seat to play, and a probe there tells.
            narrow(search, position, whole, guess);
            const int best = whole.low;
            for (std::size_t i = 0; i < groups.size(); ++i) {
                CardValue& value = answer.cards[i];
                if (value.card != groups[i].second) continue;
                int& limit = helping ? value.range.high : value.range.low;
                limit = helping ? std::min(limit, best) : std::max(limit, best);
                narrow(search, after(table, position, value.card), value.range, best);
            }
        }
    } catch (const OutOfBudget&) {
    }
    if (request.cards) {
        bool is_first = true;
        const auto groups = grouped(table, position, search.choices(position));
        for (std::size_t i = 0; i < groups.size(); ++i) {
            CardValue& value = answer.cards[i];
            const auto head = std::find_if(answer.cards.begin(), answer.cards.end(), [&](const CardValue& v) { return v.card == groups[i].second; });
            value.range = head->range;
            value.is_exact = value.range.low == value.range.high;
            Range& all = answer.value;
            if (is_first) {
                all = value.range;
            } else if (helping) {
                all = {std::max(all.low, value.range.low), std::max(all.high, value.range.high)};
            } else {
                all = {std::min(all.low, value.range.low), std::min(all.high, value.range.high)};
            }
            is_first = false;
        }
        answer.value = {std::max(answer.value.low, whole.low), std::min(answer.value.high, whole.high)};
        answer.is_exact = std::all_of(answer.cards.begin(), answer.cards.end(), [](const CardValue& v) { return v.is_exact; });
        for (const CardValue& value : answer.cards) {
            if (answer.is_exact && value.range.low == answer.value.low) answer.best |= bit(value.card);
        }
    } else {
        answer.is_exact = answer.value.low == answer.value.high;
    }
    if (answer.is_exact && request.line) {
        budget.lift();
        answer.line = line_of(search, table, position, answer.value.low);
    }
    return answer;
}

Answer answer_each(EachSearch& search, const Table& table, const Position& position, const Request& request, Budget& budget) {
    Answer answer;
    const int seat = turn(table, position);
    try {
        const auto groups = grouped(table, position, search.choices(position));
        for (const auto& [card, head] : groups) {
            const Scores scores = card == head ? search.scores(after(table, position, card)) : answer.cards.back().scores;
            answer.cards.push_back({card, {}, scores, true});
        }
        answer.is_exact = true;
    } catch (const OutOfBudget&) {
    }
    if (answer.is_exact) {
        answer.scores = answer.cards.front().scores;
        for (const CardValue& value : answer.cards) {
            if (prefers(table, request.ties, seat, value.scores, answer.scores)) answer.scores = value.scores;
        }
        for (const CardValue& value : answer.cards) {
            if (value.scores == answer.scores) answer.best |= bit(value.card);
        }
        if (request.line) {
            budget.lift();
            answer.line = line_of(search, table, request.ties, position);
        }
    }
    return answer;
}

Answer answer_equilibria(EquilibriaSearch& search, const Table& table, const Position& position) {
    Answer answer;
    const int seat = turn(table, position);
    std::vector<std::vector<Scores>> tried;
    try {
        for (const auto& [card, head] : grouped(table, position, search.choices(position))) {
            if (card == head) {
                tried.push_back(search.vectors(after(table, position, card)));
                std::sort(tried.back().begin(), tried.back().end());
            }
            answer.cards.push_back({card, {}, {}, true, tried.back()});
        }
    } catch (const OutOfBudget&) {
        answer.cards.clear();
        return answer;
    }
    answer.is_exact = true;
    answer.vectors = settled(tried, seat);
    for (const CardValue& value : answer.cards) {
        const bool is_played = std::any_of(value.vectors.begin(), value.vectors.end(), [&](const Scores& vector) {
            return std::binary_search(answer.vectors.begin(), answer.vectors.end(), vector);
        });
        if (is_played) answer.best |= bit(value.card);
    }
    return answer;
}

Answer over(const Table& table, const Position& position, const Request& request) {
    Answer answer;
    answer.is_exact = true;
    answer.scores = final_scores(table, position);
    if (request.equilibria) answer.vectors = {answer.scores};
    for (int seat = 0; seat < table.n_seats; ++seat) {
        if (request.earners >> seat & 1) answer.value.low += answer.scores[at(seat)];
    }
    answer.value.high = answer.value.low;
    return answer;
}

}  // namespace

struct Solver::Memory {
    std::size_t limit;
    std::variant<std::monostate, Memo<2, Bounds>, Memo<4, Bounds>, EachMemory<2>, EachMemory<4>, Patterns<std::uint32_t>,
                 Patterns<std::uint64_t>, EquilibriaMemory<2>, EquilibriaMemory<4>>
        memo;

    // The table of this kind; another kind gives up its memory.
    template <class Kind>
    Kind& get() {
        if (!std::holds_alternative<Kind>(memo)) memo.template emplace<Kind>(limit);
        return std::get<Kind>(memo);
    }
};

Solver::Solver(std::size_t bytes) : memory_(std::make_unique<Memory>()) { memory_->limit = bytes; }
Solver::~Solver() = default;
Solver::Solver(Solver&&) noexcept = default;
Solver& Solver::operator=(Solver&&) noexcept = default;

std::size_t Solver::bytes() const {
    return std::visit(
        [](const auto& memo) -> std::size_t {
            if constexpr (requires { memo.bytes(); }) {
                return memo.bytes();
            } else {
                return 0;
            }
        },
        memory_->memo);
}

namespace {

template <int N, int Words, class Memory>
Answer solve_with(Memory& memory, const Board& board, const Position& position, const Request& request, Budget& budget) {
    if (request.each && request.equilibria) {
        Equilibria<N, Words> search(board, memory.template get<EquilibriaMemory<Words>>(), budget);
        return answer_equilibria(search, board.table, position);
    }
    if (request.each) {
        Each<N, Words> search(board, request.ties, memory.template get<EachMemory<Words>>(), budget);
        return answer_each(search, board.table, position, request, budget);
    }
    using Code = std::conditional_t<Words == 2, std::uint32_t, std::uint64_t>;
    if (has_partition(board)) {
        Partition<N, Code> search(board, request.helpers, request.earners, memory.template get<Patterns<Code>>(), budget);
        return answer_sides(search, board.table, position, request, budget);
    }
    Sides<N, Words> search(board, request.helpers, request.earners, memory.template get<Memo<Words, Bounds>>(), budget);
    return answer_sides(search, board.table, position, request, budget);
}

}  // namespace

Answer Solver::solve(const Table& table, const Position& position, const Request& request, Interrupt* interrupt) {
    Answer answer;
    answer.error = fault_of(table, position);
    if (answer.error.empty() && !table.premiums.empty() && !(position.has_taken && position.has_tricks)) {
        answer.error = "this contract has a premium: the position must tell what was taken and how many tricks were won";
    }
    if (!answer.error.empty()) return answer;
    if (is_over(table, position)) return over(table, position, request);
    Budget budget(request.nodes, request.seconds, interrupt);
    if (table.has_stock || table.n_seats < 3 || request.plain) {
        if (request.each && request.equilibria) {
            PlainEquilibria search(table, memory_->limit, budget);
            answer = answer_equilibria(search, table, position);
        } else if (request.each) {
            PlainEach search(table, request.ties, memory_->limit, budget);
            answer = answer_each(search, table, position, request, budget);
        } else {
            PlainSides search(table, request.helpers, request.earners, memory_->limit, budget);
            answer = answer_sides(search, table, position, request, budget);
        }
    } else {
        const Board board(table, position);
        if (!board.fits) {
            answer.error = "the points are too large to solve";
            return answer;
        }
        const bool wide = board.has_premiums || count(board.root_out) > 32;
        if (table.n_seats == 3) {
            answer = wide ? solve_with<3, 4>(*memory_, board, position, request, budget)
                          : solve_with<3, 2>(*memory_, board, position, request, budget);
        } else {
            answer = wide ? solve_with<4, 4>(*memory_, board, position, request, budget)
                          : solve_with<4, 2>(*memory_, board, position, request, budget);
        }
    }
    answer.nodes = budget.nodes;
    return answer;
}

std::vector<Answer> solve_all(std::vector<Solver>& solvers, const std::vector<Job>& jobs, Interrupt& interrupt) {
    std::vector<Answer> answers(jobs.size());
    std::atomic<std::size_t> next{0};
    const auto work = [&](Solver& solver) {
        for (std::size_t i = next++; i < jobs.size(); i = next++) {
            try {
                answers[i] = solver.solve(*jobs[i].table, jobs[i].position, jobs[i].request, &interrupt);
            } catch (const Interrupted&) {
                return;
            } catch (const std::exception& error) {
                answers[i].error = error.what();
            }
        }
    };
    const std::size_t n_threads = std::min(solvers.size(), jobs.size());
    std::mutex mutex;
    std::condition_variable has_ended;
    std::size_t n_ended = 1;
    std::vector<std::thread> threads;
    for (std::size_t i = 1; i < n_threads; ++i) {
        threads.emplace_back([&, i] {
            work(solvers[i]);
            const std::lock_guard lock(mutex);
            ++n_ended;
            has_ended.notify_one();
        });
    }
    work(solvers.front());
    // Only this thread hears of an interruption, so it does not just wait for the others.
    for (std::unique_lock lock(mutex); n_ended < n_threads;) {
        has_ended.wait_for(lock, std::chrono::milliseconds(50));
        lock.unlock();
        try {
            interrupt.check();
        } catch (const Interrupted&) {
        }
        lock.lock();
    }
    for (std::thread& thread : threads) thread.join();
    return answers;
}

}  // namespace king
