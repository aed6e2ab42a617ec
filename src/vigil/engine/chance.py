"""The random number generator of a game. Its whole state is three numbers.

Each block of random words is a cryptographic hash of the game's secret seed and a counter. Past shuffles do not reveal
future ones, and anyone who learns the seed after the game can verify all of them.

In a duplicate game the center deck and the deck of each player have a stream of their own, with its own counter: what
one of them deals does not depend on how many cards left the others.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Final

from mypy_extensions import i64, mypyc_attr

_WORDS_IN_BLOCK: Final = 16
_WORD_BYTES: Final = 4


@mypyc_attr(free_list_len=1)
class Chance:
    """A seeded generator. The next word is at `index` in the block with the number `block`, counted from 1.

    `streams` are empty except in a duplicate game: first that of the center deck, then those of the players by seat.
    `number` is 0 for the generator itself, and counts its streams from 1.
    """

    __slots__ = ("_key", "_words", "block", "index", "number", "seed", "streams")

    def __init__(self, seed: int, block: int = 0, index: int = _WORDS_IN_BLOCK, number: int = 0) -> None:
        self.seed = seed
        self.block = block
        self.index = index
        self.number = number
        self.streams: tuple[Chance, ...] = ()
        self._words = b""
        self._key = b""

    def copy(self) -> Chance:
        twin = Chance(self.seed, self.block, self.index, self.number)
        twin._words = self._words
        twin._key = self._key
        if self.streams:
            twin.streams = tuple([each.copy() for each in self.streams])
        return twin

    def unlike(self) -> Chance:
        """Another generator, for copies of the game that try out what this one must not foresee. Its first block is
        worked out here, once for all of them."""
        other = Chance(self.seed + 1, self.block)
        other.below(1)
        other.index = 0
        return other

    @staticmethod
    def duplicate(seed: int, players: int) -> Chance:
        """The generator of a duplicate game."""
        chance = Chance(seed)
        chance.streams = tuple([Chance(seed, number=number) for number in range(1, players + 2)])
        return chance

    def for_center_deck(self) -> Chance:
        return self.streams[0] if self.streams else self

    def for_deck_of(self, seat: int) -> Chance:
        return self.streams[seat + 1] if self.streams else self

    def below(self, bound: int) -> int:
        """A random integer from 0 to `bound - 1`, uniform to within one part in four billion."""
        if self.index == _WORDS_IN_BLOCK:
            self.block += 1
            self.index = 0
            self._words = self._words_of_block()
        elif len(self._words) == 0:
            self._words = self._words_of_block()
        words = self._words
        start: i64 = self.index * _WORD_BYTES
        self.index += 1
        # Fixed-width integers, because the product overflows mypyc's tagged integers.
        high: i64 = words[start]
        low: i64 = words[start + 2]
        high = high << 8 | words[start + 1]
        low = low << 8 | words[start + 3]
        factor: i64 = bound
        return ((high << 16 | low) * factor) >> 32

    def _words_of_block(self) -> bytes:
        if not self._key:
            self._key = self.seed.to_bytes((self.seed.bit_length() + 8) // 8, "big", signed=True)
            if self.number:
                self._key += b" stream " + self.number.to_bytes(1, "big")
        return blake2b(self.block.to_bytes(8, "big") + self._key).digest()
