// How much a search may cost, and the count of what it did cost.
#pragma once

#include <chrono>
#include <cstdint>

#include "interrupt.hpp"

namespace king {

struct OutOfBudget {};

class Budget {
public:
    using Clock = std::chrono::steady_clock;

    // 0 nodes, or seconds below 0: no limit.
    Budget(std::uint64_t most_nodes, double seconds, Interrupt* interrupt = nullptr)
        : limit_(most_nodes ? most_nodes : ~std::uint64_t{0}), has_deadline_(seconds >= 0), interrupt_(interrupt) {
        if (has_deadline_) {
            deadline_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
        }
    }

    void spend() {
        if (nodes >= limit_) throw OutOfBudget{};
        if ((++nodes & 511) == 0) look_up();
    }

    void lift() {
        limit_ = ~std::uint64_t{0};
        has_deadline_ = false;
    }

    std::uint64_t nodes = 0;

private:
    void look_up() {
        if (interrupt_) interrupt_->check();
        if (has_deadline_ && Clock::now() > deadline_) throw OutOfBudget{};
    }

    std::uint64_t limit_;
    bool has_deadline_;
    Interrupt* interrupt_;
    Clock::time_point deadline_{};
};

}  // namespace king
