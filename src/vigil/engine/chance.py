"""Randomness: three numbers in the state, and one place that draws from them.

Each block of random bits is a cryptographic hash of the game's secret seed and a counter. Nobody who watches the
shuffles can work out the coming ones, and whoever learns the seed after the game can check every one of them.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Final

_WORD: Final = 32
_MASK: Final = (1 << _WORD) - 1
_BLOCK_END: Final = 1 << 512


class Chance:
    """`bits` holds what is left of the current block under a leading one, so that its end can be seen."""

    __slots__ = ("bits", "block", "seed")

    def __init__(self, seed: int, block: int = 0, bits: int = 1) -> None:
        self.seed = seed
        self.block = block
        self.bits = bits

    def copy(self) -> Chance:
        return Chance(self.seed, self.block, self.bits)

    def below(self, bound: int) -> int:
        """A number from 0 to bound - 1, each equally likely (to within one part in four billion)."""
        if self.bits == 1:
            self._next_block()
        word = self.bits & _MASK
        self.bits >>= _WORD
        return (word * bound) >> _WORD

    def _next_block(self) -> None:
        seed = self.seed.to_bytes((self.seed.bit_length() + 8) // 8, "big", signed=True)
        digest = blake2b(self.block.to_bytes(8, "big") + seed).digest()
        self.block += 1
        self.bits = int.from_bytes(digest, "big") | _BLOCK_END
