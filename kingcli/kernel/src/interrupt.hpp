// A way to stop long work from outside, such as Ctrl-C.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <utility>
#include <thread>

namespace king {

struct Interrupted {};

// Made by the thread that waits for the work; only this thread asks outside, now and then, whether to stop.
class Interrupt {
public:
    explicit Interrupt(std::function<bool()> is_wanted) : is_wanted_(std::move(is_wanted)), owner_(std::this_thread::get_id()) {}

    // Throws Interrupted when the work is to stop.
    void check() {
        if (!is_stopped_.load(std::memory_order_relaxed) && std::this_thread::get_id() == owner_) {
            const auto now = Clock::now();
            if (now >= next_) {
                next_ = now + std::chrono::milliseconds(50);
                if (is_wanted_()) is_stopped_.store(true, std::memory_order_relaxed);
            }
        }
        if (is_stopped_.load(std::memory_order_relaxed)) throw Interrupted{};
    }

    bool is_stopped() const { return is_stopped_.load(); }

private:
    using Clock = std::chrono::steady_clock;

    std::function<bool()> is_wanted_;
    std::thread::id owner_;
    Clock::time_point next_{};
    std::atomic<bool> is_stopped_{false};
};

}  // namespace king
