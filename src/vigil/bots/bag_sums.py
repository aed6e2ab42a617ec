"""The first layer of the value network, bag by bag.

The layer is linear in the cards, so what a bag adds to it is the sum of what its cards add, which is worked out once
for a library. Most positions that a search evaluates differ in a bag or two: what the others add is known, and kept.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from .position_features import IN_ROW, MIDDLE_BAG, OWNED_BAG, ZONES

if TYPE_CHECKING:
    from .position_features import PositionBatch

Floats = NDArray[np.float32]

BAG: Final = 8.0
"""Sums over bags are divided by it: about what lies in one."""
MOST_BAGS: Final = 4096
"""So many bags are kept; then all are dropped."""


class BagSums:
    """What bags of cards add to the first layer, a row for each bag.

    A row has two halves: what the bag adds for the seat that owns it, and for each opponent of that seat. The middle
    adds the same for all seats, and the bias of the layer with it: its row has only a first half.
    """

    def __init__(self, arrays: dict[str, Floats], vectors: Floats) -> None:
        """`vectors` are those of all cards in all zones, zone by zone, and of no card at the end."""
        width, hidden = vectors.shape[1], len(arrays["hidden_bias"])
        both: Floats = np.concatenate([arrays["mine"], arrays["others"]], axis=1)
        middle = np.zeros_like(both[:width])
        middle[:, :hidden] = arrays["middle"]
        self._cards = len(vectors) // ZONES
        of_seats, of_middle = np.split(vectors, [IN_ROW * self._cards])
        added = np.concatenate([of_seats @ both[:width], of_middle @ middle])
        self._added: Floats = (added / BAG).astype(np.float32)
        self._added_by_average = np.zeros((self._cards + 1, 2 * hidden), dtype=np.float32)
        self._added_by_average[:-1] = vectors[: self._cards] @ both[width:]
        self._bias = np.zeros(2 * hidden, dtype=np.float32)
        self._bias[:hidden] = arrays["hidden_bias"]
        self.rows = np.zeros((MOST_BAGS, 2 * hidden), dtype=np.float32)
        self._known: dict[int, int] = {}

    def numbers_of(self, positions: PositionBatch) -> NDArray[np.intp]:
        """For every bag of the positions the number of its row."""
        keys = positions.keys
        known = self._known
        found = list(map(known.get, keys))
        if None in found:
            missing = {key: bag for bag, key in enumerate(keys) if found[bag] is None}
            if len(known) + len(missing) > len(self.rows):
                known.clear()
                missing = {key: bag for bag, key in enumerate(keys)}
                if len(missing) > len(self.rows):
                    self.rows = np.zeros((len(missing), self.rows.shape[1]), dtype=np.float32)
            self._work_out(positions, missing)
            found = list(map(known.get, keys))
        return np.array(found)

    def _work_out(self, positions: PositionBatch, missing: dict[int, int]) -> None:
        """Adds the rows of these bags. A row depends on its bag alone, to the last bit, so that what a bot has seen
        before makes no difference to what it does: cards are added up in the order of their numbers."""
        row = len(self._known)
        for key, bag in missing.items():
            places = sorted(positions.places_of(bag))
            kind = positions.kind_of(bag)
            np.add.reduce(self._added.take(places, axis=0), axis=0, out=self.rows[row])
            if kind == OWNED_BAG:
                # The place of no card, which every bag has, is the last one: it adds nothing to the average.
                places[-1] = self._cards
                average = np.add.reduce(self._added_by_average.take(places, axis=0), axis=0)
                average /= max(1, len(places) - 1)
                self.rows[row] += average
            elif kind == MIDDLE_BAG:
                self.rows[row] += self._bias
            self._known[key] = row
            row += 1
