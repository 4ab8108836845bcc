// Sets of cards as 64-bit masks. Card = 16 * suit + rank index (ace 0, king 1, ..), so a lower bit is a higher card, and
// bit 15 of every suit is never a card.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#if defined(__BMI2__)
#include <immintrin.h>
#endif

namespace king {

using Mask = std::uint64_t;

inline constexpr int kMaxSeats = 4;
inline constexpr int kMaxCards = 64;
inline constexpr Mask kSuit = 0xffff;

constexpr Mask bit(int card) { return Mask{1} << card; }
constexpr int count(Mask cards) { return std::popcount(cards); }
constexpr int lowest(Mask cards) { return std::countr_zero(cards); }
constexpr Mask drop_lowest(Mask cards) { return cards & (cards - 1); }
constexpr int suit_of(int card) { return card >> 4; }
constexpr int rank_of(int card) { return card & 15; }
constexpr Mask suit_mask(int suit) { return kSuit << (16 * suit); }

// Gathers the bits of a set that lie in a fixed mask (the instruction PEXT, or six steps of shifts without it).
class Gather {
public:
    explicit Gather(Mask mask) : mask_(mask) {
#if !defined(__BMI2__)
        Mask zeros = ~mask << 1;
        Mask rest = mask;
        for (int i = 0; i < 6; ++i) {
            Mask parity = zeros ^ (zeros << 1);
            parity ^= parity << 2;
            parity ^= parity << 4;
            parity ^= parity << 8;
            parity ^= parity << 16;
            parity ^= parity << 32;
            moves_[i] = parity & rest;
            rest = (rest ^ moves_[i]) | (moves_[i] >> (1 << i));
            zeros &= ~parity;
        }
#endif
    }

    Mask operator()(Mask cards) const {
#if defined(__BMI2__)
        return _pext_u64(cards, mask_);
#else
        cards &= mask_;
        for (int i = 0; i < 6; ++i) {
            const Mask moved = cards & moves_[i];
            cards = (cards ^ moved) | (moved >> (1 << i));
        }
        return cards;
#endif
    }

private:
    Mask mask_;
#if !defined(__BMI2__)
    std::array<Mask, 6> moves_{};
#endif
};

// Puts the low bits of a set where a fixed mask has its bits (the instruction PDEP).
inline Mask scatter(Mask cards, Mask mask) {
#if defined(__BMI2__)
    return _pdep_u64(cards, mask);
#else
    Mask spread = 0;
    for (; cards; cards >>= 1, mask = drop_lowest(mask)) spread |= cards & 1 ? mask & -mask : 0;
    return spread;
#endif
}

// The card that is number `index` (0 = highest card of the first suit) of a set.
inline int nth_card(Mask cards, int index) {
#if defined(__BMI2__)
    return lowest(_pdep_u64(Mask{1} << index, cards));
#else
    while (index-- > 0) cards = drop_lowest(cards);
    return lowest(cards);
#endif
}

}  // namespace king
