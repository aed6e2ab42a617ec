"""The one place where the game becomes arrays: View to observation, Decision to mask, Option to action id and back."""

from __future__ import annotations

from hashlib import blake2b
from typing import Final, NamedTuple

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
from .writing import Places, Rows

ENCODING_VERSION: Final = 2
"""Grows whenever an id or a place of the observation comes to mean something else."""

MOST: Final = 32767
"""No number of an observation is larger."""


class Tokens(NamedTuple):
    """Observations as the numbers that are not about cards, and a list of tokens: so many copies of a card in a zone.

    `cards` are places in `encoding.cards` counted from 1, and `zones` places in `encoding.zones` counted from 1; rows
    with fewer tokens are filled with 0.
    """

    numbers: NDArray[np.int16]
    cards: NDArray[np.int16]
    zones: NDArray[np.int16]
    copies: NDArray[np.int16]


class Encoding:
    """The encoding of one table: of its sets in their order, its number of players and its variant.

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
        self.scales: NDArray[np.float32] = np.array(self._observation.layout.scales(), np.float32)
        zones = [part for part in self.observation_parts if part.zone]
        self.zones = [part.name for part in zones]
        self.card_of: NDArray[np.int16] = np.zeros(self.size, np.int16)
        """For every place of an observation the card that it counts, from 1; 0 where it is about something else."""
        self.zone_of: NDArray[np.int16] = np.zeros(self.size, np.int16)
        """The zone in which it counts it, from 1."""
        number_of = {card.name: number for number, card in enumerate(self.cards, 1)}
        for number, part in enumerate(zones, 1):
            self.card_of[part.start : part.end] = [number_of[name] for name in part.names]
            self.zone_of[part.start : part.end] = number
        self.places = Places(self._observation, self._actions)

    def __deepcopy__(self, memo: object) -> Encoding:
        """It never changes, so copies of an environment share it."""
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return Encoding, (self.setup,)

    # --- decisions

    def ids(self, decision: Decision) -> list[int]:
        """One id for each option, in their order, all of them different."""
        return self.places.ids_for(decision.options, decision.seat)

    def action(self, decision: Decision, choice: Option) -> int:
        """The id of one option of the decision."""
        if choice not in decision.options:
            raise IllegalChoice(f'"{choice.text}" is not among the options: {"; ".join(decision.texts())}.')
        return self.ids(decision)[decision.options.index(choice)]

    def option(self, decision: Decision, action: int) -> Option:
        """The option with this id. Raises IllegalChoice, and says what is on offer, where there is none."""
        ids = self.ids(decision)
        if action in ids:
            return decision.options[ids.index(int(action))]
        raise self._actions.illegal(decision, int(action))

    def mask(self, decision: Decision | None) -> NDArray[np.int8]:
        """1 for every action that is on offer; all 0 where there is nothing to decide."""
        out = np.zeros(self.actions, np.int8)
        if decision is not None:
            out[self.ids(decision)] = 1
        return out

    # --- views

    def observe(self, view: SeatView) -> NDArray[np.int16]:
        """What the view holds, as numbers from 0 to `MOST`."""
        numbers, places = self._observation.reader.read(view)
        if places and min(places) < 0:
            raise NotEncodable("A card lies where the encoding has no place for it.")
        out = np.bincount(places, minlength=self.size).astype(np.int16)
        out[: len(numbers)] = numbers
        return out

    def observe_seat(self, game: GameState, seat: int) -> tuple[NDArray[np.int16], NDArray[np.int8]]:
        """The observation and the mask of a seat; fast, without a view, where the seat has to decide."""
        if game.decision is None or game.decision.seat != seat:
            return self.observe(game.view(seat)), self.mask(None)
        row = Rows(self.places, 1)
        row.write(0, game)
        seen = np.frombuffer(memoryview(row.observations), np.int16)
        return seen.copy(), np.frombuffer(memoryview(row.masks), np.int8).copy()

    def scaled(self, observations: NDArray[np.int16]) -> NDArray[np.float32]:
        """Observations multiplied by `scales`, mostly between 0 and 1: what networks learn from best."""
        return np.multiply(observations, self.scales, dtype=np.float32)

    def tokens(self, observations: NDArray[np.int16], most: int) -> Tokens:
        """The same as cards in zones, for networks that embed cards: see `Tokens`. One row for each observation."""
        rows = np.atleast_2d(observations)
        where, places = np.nonzero(rows * (self.card_of > 0))
        counts = np.bincount(where, minlength=len(rows))
        if counts.max(initial=0) > most:
            raise NotEncodable(f"There are {counts.max()} tokens: ask for that many at least, not for {most}.")
        column = np.arange(len(where)) - np.repeat(np.cumsum(counts) - counts, counts)
        found = np.zeros((3, len(rows), most), np.int16)
        found[:, where, column] = self.card_of[places], self.zone_of[places], rows[where, places]
        return Tokens(rows[:, self.card_of == 0], *found)

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
