"""The value network: the chance of every seat to win, from the cards that lie where everybody can know them.

Each card is turned into a short vector by what it does and where it lies; the vectors of a bag are added up, so the
order of cards has no part in it; two small layers evaluate the sums. The card vectors are worked out once for a
library: reading a position is then a few additions. Only numpy runs here; `vigil train` makes the file.
"""

from __future__ import annotations

from functools import lru_cache
from hashlib import blake2b
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from vigil.engine.errors import VigilError

from .bag_sums import BagSums
from .card_features import FEATURES, card_features
from .position_features import NUMBERS, ZONES, PositionBatch

if TYPE_CHECKING:
    from vigil.engine.library import Library
    from vigil.engine.setup import Setup

Floats = NDArray[np.float32]

FORMAT: Final = 1
SMALL: Final = "network-small.npz"
LARGE: Final = "network-large.npz"
"""The networks that come with the package. The large one is the stronger: a new one has to beat it."""
AT_ONCE: Final = 64
"""So many positions are evaluated at once: what is worked out for them fits into the processor's cache."""
RETRAIN: Final = "`vigil train` makes a new one."


class BadNetwork(VigilError):
    """A network's file is missing, damaged, or was made for other card features."""


def language() -> str:
    """A fingerprint of what a network is told about cards and positions."""
    text = "\n".join(FEATURES) + f"\n{ZONES} {NUMBERS}"
    return blake2b(text.encode(), digest_size=8).hexdigest()


def shapes(wide: int, card: int, hidden: int, second: int) -> dict[str, tuple[int, ...]]:
    """The arrays of a network, in the order in which they are used.

    The sizes are those of the layer that makes a card's vector, of the vector, and of the two layers that evaluate it.
    """
    return {
        "card_in": (len(FEATURES) + ZONES, wide),
        "card_in_bias": (wide,),
        "card_out": (wide, card),
        "card_out_bias": (card,),
        "mine": (2 * card, hidden),
        "others": (2 * card, hidden),
        "middle": (card, hidden),
        "numbers": (NUMBERS, hidden),
        "hidden_bias": (hidden,),
        "second": (hidden, second),
        "second_bias": (second,),
        "last": (second, 1),
    }


class Network:
    """The arrays, and what was worked out from them for the libraries that were met."""

    def __init__(self, arrays: dict[str, Floats]) -> None:
        self.arrays = arrays
        # A library grows when a set is added: then everything is worked out anew.
        self._tables: dict[tuple[Library, int], Floats] = {}
        self._sums: dict[tuple[Library, int], BagSums] = {}

    def __reduce__(self) -> tuple[object, ...]:
        return Network, (self.arrays,)

    def card_vectors(self, library: Library) -> Floats:
        """For every zone and every card its vector, one below the other; the last line is that of no card."""
        key = (library, len(library.cards))
        found = self._tables.get(key)
        if found is None:
            features = np.array(card_features(library), dtype=np.float32)
            found = self._tables[key] = self._vectors(features)
        return found

    def _vectors(self, features: Floats) -> Floats:
        of_card, of_zone = np.split(self.arrays["card_in"], [len(FEATURES)])
        inside = features @ of_card + self.arrays["card_in_bias"]
        hidden = np.maximum(inside[None, :, :] + of_zone[:, None, :], 0.0)
        vectors = hidden @ self.arrays["card_out"] + self.arrays["card_out_bias"]
        flat = vectors.reshape(-1, vectors.shape[-1])
        nothing = np.zeros((1, flat.shape[1]), dtype=np.float32)
        return np.ascontiguousarray(np.concatenate([flat, nothing]), dtype=np.float32)

    def chances(self, setup: Setup, positions: PositionBatch) -> Floats:
        """For every position that was read, the chance of every seat to win (in a team: of its team)."""
        count, seats = positions.count, setup.players
        bag_sums = self._bag_sums(setup.library)
        bags = bag_sums.numbers_of(positions).reshape(count, 2 * seats + 1)
        numbers = np.array(positions.numbers, dtype=np.float32).reshape(count, seats, NUMBERS)
        # Different ways often lead to the same position: each is evaluated once.
        described = np.concatenate([bags.astype(np.float32), numbers.reshape(count, -1)], axis=1)
        places: dict[bytes, int] = {}
        place_of = [places.setdefault(each, len(places)) for each in _lines(described)]
        _, firsts = np.unique(place_of, return_index=True)
        strengths = np.empty((len(firsts), seats), dtype=np.float32)
        for start in range(0, len(firsts), AT_ONCE):
            part = firsts[start : start + AT_ONCE]
            strengths[start : start + AT_ONCE] = self._strengths(setup, bag_sums.rows[bags[part]], numbers[part])
        return shares(strengths, setup.team)[place_of]

    def _strengths(self, setup: Setup, bags: Floats, numbers: Floats) -> Floats:
        """How strong every seat is, in positions with these bags and numbers."""
        arrays = self.arrays
        count, seats, _ = numbers.shape
        of_seats = bags[:, 0 : 2 * seats : 2] + bags[:, 1 : 2 * seats : 2]
        half = len(arrays["hidden_bias"])
        mine, others = of_seats[:, :, :half], of_seats[:, :, half:]
        hidden = np.matmul(others_of(seats, setup.team), others)
        hidden += mine
        hidden += bags[:, 2 * seats :, :half]
        hidden = hidden.reshape(count * seats, half)
        hidden += numbers.reshape(count * seats, NUMBERS) @ arrays["numbers"]
        np.maximum(hidden, 0.0, out=hidden)
        second = hidden @ arrays["second"]
        second += arrays["second_bias"]
        np.maximum(second, 0.0, out=second)
        found: Floats = (second @ arrays["last"]).reshape(count, seats)
        return found

    def _bag_sums(self, library: Library) -> BagSums:
        key = (library, len(library.cards))
        found = self._sums.get(key)
        if found is None:
            found = self._sums[key] = BagSums(self.arrays, self.card_vectors(library))
        return found

    def save(self, path: Path) -> None:
        """Half precision is enough: the file is half as large, and plays the same."""
        small: dict[str, Any] = {name: array.astype(np.float16) for name, array in self.arrays.items()}
        with path.open("wb") as file:
            np.savez_compressed(file, format=np.array(FORMAT), language=np.array(language()), **small)


def _lines(table: Floats) -> list[bytes]:
    """Every line of the table as bytes, to look it up by."""
    whole, width = table.tobytes(), table.strides[0]
    return [whole[start : start + width] for start in range(0, len(whole), width)]


def shares(strengths: Floats, team: bool) -> Floats:
    """What each seat can expect to win, when these are the strengths of all; teammates win together."""
    if team:
        half = strengths.shape[1] // 2
        pairs = (strengths[:, :half] + strengths[:, half:]) / 2
        strengths = np.concatenate([pairs, pairs], axis=1)
    powers = np.exp(strengths - strengths.max(axis=1, keepdims=True))
    total = powers.sum(axis=1, keepdims=True) / (2 if team else 1)
    found: Floats = powers / total
    return found


@lru_cache(maxsize=16)
def others_of(seats: int, team: bool) -> Floats:
    """Takes the mean over the opponents of each seat."""
    matrix = np.ones((seats, seats), dtype=np.float32) - np.eye(seats, dtype=np.float32)
    if team:
        half = seats // 2
        for seat in range(seats):
            matrix[seat, (seat + half) % seats] = 0.0
    found: Floats = matrix / matrix.sum(axis=1, keepdims=True)
    return found


def load_network(path: Path | None = None) -> Network:
    """The network of this file, or the large one that comes with the package."""
    if path is None:
        return own_network(LARGE)
    if not path.is_file():
        raise BadNetwork(f'There is no network file "{path}". `vigil train` makes one.')
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as arrays:
            found = {name: arrays[name] for name in arrays.files}
    except PermissionError as error:
        raise BadNetwork(f'The network file "{path}" cannot be read: {error.strerror}.') from None
    except Exception as error:
        # What is inside such a file can be damaged in many ways, and each has its own exception.
        raise BadNetwork(f'The network file "{path}" is damaged ({error}). {RETRAIN}') from None
    return _checked(found, path)


def _checked(found: dict[str, NDArray[Any]], path: Path) -> Network:
    if (str(found.get("format")), str(found.get("language"))) != (str(FORMAT), language()):
        raise BadNetwork(
            f'The network file "{path}" was made by another version of Vigil, which described cards otherwise. '
            "`vigil train` makes one for this version."
        )
    arrays = {name: array for name, array in found.items() if array.dtype.kind == "f"}
    try:
        wanted = shapes(*(arrays[name].shape[1] for name in ("card_in", "card_out", "mine", "second")))
    except (KeyError, IndexError):
        wanted = {}
    if {name: array.shape for name, array in arrays.items()} != wanted:
        raise BadNetwork(f'The network file "{path}" is damaged: its arrays do not fit together. {RETRAIN}')
    if not all(np.isfinite(array).all() for array in arrays.values()):
        raise BadNetwork(f'The network file "{path}" is damaged: not all that is in it are numbers. {RETRAIN}')
    return Network({name: array.astype(np.float32) for name, array in arrays.items()})


@lru_cache(maxsize=2)
def own_network(file: str) -> Network:
    """One of those that come with the package."""
    with resources.as_file(resources.files(__package__).joinpath(file)) as path:
        return load_network(path)
