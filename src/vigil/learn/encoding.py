"""The one place where the game becomes arrays: View to observation, Decision to mask, Option to action id and back."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vigil.engine.errors import IllegalChoice
from vigil.engine.options import Decision, Option
from vigil.engine.setup import Setup
from vigil.engine.state import GameState
from vigil.engine.view import SeatView

from .actions import Actions
from .inventory import Inventory
from .observation import Observation
from .parts import NotEncodable, Part

ENCODING_VERSION: Final = 2
"""Grows whenever an id or a place of the observation comes to mean something else."""

MOST: Final = 32767
"""No number of an observation is larger."""

# Numpy counts many times faster when the type of what it adds is the array's own.
_ONE: Final = np.int16(1)


class _Rows:
    """What was read of several tables, one after the other: where the places of each of them end."""

    def __init__(self) -> None:
        self.numbers: list[int] = []
        self.places: list[int] = []
        self.ends = [0]


class Encoding:
    """How one table is told in numbers: its sets in their order, its players, its variant.

    The same setup gives the same encoding in every process. An agent that was trained with one `version` does not
    understand another.
    """

    version = ENCODING_VERSION

    def __init__(self, setup: Setup) -> None:
        inventory = Inventory(setup)
        self.setup = setup
        self.cards = inventory.cards
        self._actions = Actions(inventory)
        self._observation = Observation(inventory)
        self.actions = self._actions.size
        self.size = self._observation.size
        self._numbers = self._observation.numbers
        self._reader = self._observation.reader

    def __deepcopy__(self, memo: object) -> Encoding:
        """It never changes, so copies of an environment share it."""
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return Encoding, (self.setup,)

    # --- decisions

    def ids(self, decision: Decision) -> list[int]:
        """One id for each option, in their order, all of them different."""
        return self._actions.ids(decision)

    def action(self, decision: Decision, choice: Option) -> int:
        """The id of one option of the decision."""
        if choice not in decision.options:
            raise IllegalChoice(f'"{choice.text}" is not among the options: {"; ".join(decision.texts())}.')
        return self.ids(decision)[decision.options.index(choice)]

    def option(self, decision: Decision, action: int) -> Option:
        """The option with this id. Raises IllegalChoice, and says what is on offer, where there is none."""
        return self._actions.option(decision, int(action))

    def mask(self, decision: Decision | None) -> NDArray[np.int8]:
        """1 for every action that is on offer; all 0 where there is nothing to decide."""
        out = np.zeros(self.actions, np.int8)
        if decision is not None:
            out[self.ids(decision)] = 1
        return out

    # --- views

    def observe(self, view: SeatView) -> NDArray[np.int16]:
        """What the view holds, as numbers from 0 to `MOST`."""
        out = np.empty((1, self.size), np.int16)
        self.observe_into([view], out)
        return out.reshape(-1)

    def observe_seat(self, game: GameState, seat: int) -> NDArray[np.int16]:
        """What this seat's view of the game would give, by the shorter way where the seat has to decide."""
        if game.decision is None or game.decision.seat != seat:
            return self.observe(game.view(seat))
        out = np.empty((1, self.size), np.int16)
        self.observe_deciders([game], out)
        return out.reshape(-1)

    def observe_into(self, views: Iterable[SeatView], out: NDArray[np.int16]) -> None:
        """Writes one row of `out` for each of the views; there are as many of them as rows, one after the other."""
        rows = _Rows()
        for view in views:
            self._reader.read(view, rows.numbers, rows.places)
            rows.ends.append(len(rows.places))
        self._write(rows, out)

    def observe_deciders(self, games: Iterable[GameState], out: NDArray[np.int16]) -> None:
        """The same for whoever has to decide in each of the games: equal to what their views would give, but faster."""
        rows = _Rows()
        for game in games:
            self._reader.read_decider(game, rows.numbers, rows.places)
            rows.ends.append(len(rows.places))
        self._write(rows, out)

    def _write(self, rows: _Rows, out: NDArray[np.int16]) -> None:
        count = len(out)
        index = np.fromiter(rows.places, np.intp, len(rows.places))
        if len(index) and index.min() < 0:
            raise NotEncodable("A card lies where the encoding has no place for it.")
        index += np.repeat(np.arange(count) * self.size, np.diff(rows.ends))
        out.fill(0)
        np.add.at(out.reshape(-1), index, _ONE)
        numbers = np.fromiter(rows.numbers, np.int16, len(rows.numbers))
        out[:, : self._numbers] = numbers.reshape(count, self._numbers)

    # --- words

    def action_name(self, action: int) -> str:
        """`acquire Mystic`; the name does not depend on the moment."""
        return self._actions.name(action)

    def feature_names(self) -> list[str]:
        """What each place of the observation means."""
        return self._observation.layout.names()

    @property
    def action_parts(self) -> list[Part]:
        return self._actions.layout.parts

    @property
    def observation_parts(self) -> list[Part]:
        return self._observation.layout.parts

    def fingerprint(self) -> str:
        """Equal for encodings in which every id and every place means the same."""
        words = [*map(self.action_name, range(self.actions)), *self.feature_names()]
        return blake2b("\n".join(words).encode(), digest_size=8).hexdigest()
