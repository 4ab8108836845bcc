// xoshiro256** (Blackman and Vigna), the stream of kingcli.random: the same numbers from the same state.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace king {

// Division by a small constant as a multiplication (Granlund and Montgomery, rounding up, 65 bits).
struct Divisor {
    std::uint64_t inverse = 0;
    std::uint64_t last = 0;  // the largest number that is not thrown away
    int shift = 0;
};

constexpr std::array<Divisor, 65> make_divisors() {
    std::array<Divisor, 65> all{};
    for (unsigned n = 2; n <= 64; ++n) {
        const int log = 64 - std::countl_zero(std::uint64_t{n - 1});  // ceil(log2(n))
        const unsigned __int128 top = (static_cast<unsigned __int128>(1) << 64) * ((std::uint64_t{1} << log) - n) / n + 1;
        all[n].inverse = static_cast<std::uint64_t>(top);
        all[n].shift = log - 1;
        const std::uint64_t rest = (~std::uint64_t{0} % n + 1) % n;
        all[n].last = ~std::uint64_t{0} - rest;
    }
    return all;
}

inline constexpr std::array<Divisor, 65> kDivisors = make_divisors();

class Random {
public:
    explicit Random(const std::array<std::uint64_t, 4>& state) : s_(state) {}

    std::uint64_t next() {
        const std::uint64_t result = std::rotl(s_[1] * 5, 7) * 9;
        const std::uint64_t t = s_[1] << 17;
        s_[2] ^= s_[0];
        s_[3] ^= s_[1];
        s_[1] ^= s_[2];
        s_[0] ^= s_[3];
        s_[2] ^= t;
        s_[3] = std::rotl(s_[3], 45);
        return result;
    }

    // A number of 0 .. n-1 (1 <= n <= 64), all equally likely: the remainder, numbers of the last short turn thrown away.
    int below(int n) {
        const Divisor& divisor = kDivisors[static_cast<std::size_t>(n)];
        std::uint64_t x = next();
        while (x > divisor.last) x = next();
        const auto high = static_cast<std::uint64_t>((static_cast<unsigned __int128>(x) * divisor.inverse) >> 64);
        const std::uint64_t quotient = ((((x - high) >> 1) + high) >> divisor.shift);
        return static_cast<int>(x - quotient * static_cast<std::uint64_t>(n));
    }

    const std::array<std::uint64_t, 4>& state() const { return s_; }

private:
    std::array<std::uint64_t, 4> s_;
};

}  // namespace king
