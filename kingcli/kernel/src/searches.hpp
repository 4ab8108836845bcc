// What the front of the solver asks of a search, whichever it is.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "budget.hpp"
#include "position.hpp"

namespace king {

enum class Ties { hostile, kind };

// How a seat ranks score vectors in max^n: its own score, then the next seats' in the direction of play, lowest first
// (hostile) or highest first (kind). Total, and the same when the same is added to both.
template <class Vector>
bool prefers(const Table& table, Ties ties, int seat, const Vector& one, const Vector& other) {
    const auto at = [](int index) { return static_cast<std::size_t>(index); };
    if (one[at(seat)] != other[at(seat)]) return one[at(seat)] > other[at(seat)];
    for (int s = table.next(seat); s != seat; s = table.next(s)) {
        if (one[at(s)] != other[at(s)]) return (one[at(s)] < other[at(s)]) == (ties == Ties::hostile);
    }
    return false;
}

struct Range {
    int low = 0;
    int high = 0;
};

// Two sides: some seats want the points of the earners as high as possible, the others as low as possible.
class SidesSearch {
public:
    virtual ~SidesSearch() = default;

    // Bounds on the final points of the earners that need no search.
    virtual Range range(const Position& position) = 0;

    // A bound on the final points v: if it is at least `target`, then v is at least it; else v is at most it.
    virtual int probe(const Position& position, int target) = 0;

    // Of each group of legal cards that come to the same, the first; and the group of such a card.
    virtual Mask choices(const Position& position) = 0;

    virtual bool helps(int seat) const = 0;
};

// Every seat for itself (max^n).
class EachSearch {
public:
    virtual ~EachSearch() = default;
    virtual Scores scores(const Position& position) = 0;
    virtual Mask choices(const Position& position) = 0;
};

// The score vectors of all subgame-perfect equilibria.
class EquilibriaSearch {
public:
    virtual ~EquilibriaSearch() = default;
    virtual std::vector<Scores> vectors(const Position& position) = 0;
    virtual Mask choices(const Position& position) = 0;
};

}  // namespace king
