"""Keyed random streams: the same numbers for the same key, whatever else was drawn before.

The key is the BLAKE2b-256 hash of ("king-rng/1", seed text, match, round, purpose, seat, decision), each part
written as
its length (4 bytes, big-endian) and its UTF-8 text. The 32 bytes, read as four little-endian 64-bit words, are the
state of
xoshiro256** (Blackman & Vigna, "Scrambled linear pseudorandom number generators", ACM TOMS 2021).
"""

from __future__ import annotations

import hashlib
from collections.abc import MutableSequence
from typing import Any

_M = (1 << 64) - 1
_DOMAIN = "king-rng/1"


class Stream:
    """xoshiro256**: `next64`, `below(n)` by rejection, `shuffle` by Fisher-Yates from the top."""

    __slots__ = ("_a", "_b", "_c", "_d")

    def __init__(self, state: tuple[int, int, int, int]):
        if not any(state):
            raise ValueError("the state of xoshiro256** must not be all zero")
        self._a, self._b, self._c, self._d = state

    def next64(self) -> int:
        """The next number of 0 .. 2**64-1."""
        a, b, c, d = self._a, self._b, self._c, self._d
        x = b * 5 & _M
        result = (x << 7 | x >> 57) * 9 & _M
        t = b << 17 & _M
        c ^= a
        d ^= b
        self._b = b ^ c
        self._a = a ^ d
        self._c = c ^ t
        self._d = (d << 45 | d >> 19) & _M
        return result

    def below(self, n: int) -> int:
        """A number of 0 .. n-1, all equally likely. Raises ValueError unless 1 <= n <= 2**64."""
        if not 1 <= n <= 1 << 64:
            raise ValueError(f"below({n}): n must be 1 .. 2**64")
        limit = (1 << 64) - (1 << 64) % n
        while (x := self.next64()) >= limit:
            pass
        return x % n

    def shuffle(self, items: MutableSequence[Any]) -> None:
        """Put the items into one of their orders, in place, all equally likely."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]


def stream(seed: str, *, match: int = 0, round: int = 0, purpose: str, seat: int = 0, decision: int = 0) -> Stream:
    """The stream of one purpose ("deal", "player", ...) at one place of one match."""
    hasher = hashlib.blake2b(digest_size=32)
    for part in (_DOMAIN, seed, str(match), str(round), purpose, str(seat), str(decision)):
        data = part.encode("utf-8", "surrogatepass")
        hasher.update(len(data).to_bytes(4, "big"))
        hasher.update(data)
    digest = hasher.digest()
    a, b, c, d = (int.from_bytes(digest[i : i + 8], "little") for i in (0, 8, 16, 24))
    return Stream((a, b, c, d))
