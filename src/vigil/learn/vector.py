"""Many games at once: every call takes one decision in each of them, and the arrays are filled in place."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from vigil.engine.errors import IllegalChoice, ImpossibleTable
from vigil.engine.options import Option
from vigil.engine.setup import Setup, deal
from vigil.engine.state import GameState

from .encoding import Encoding
from .rewards import rewards


class Games:
    """So many games on one table, all of them always waiting for a decision.

    `seats` says who has to decide in each game, `observations` what that seat sees, and `masks` what it may do. The
    three arrays are written over by `step`: whoever wants to keep a row copies it. A finished game is dealt anew at
    once. Which deals a game plays depends on the seed and on its place alone, not on how many there are.
    """

    def __init__(self, setup: Setup, count: int, seed: int = 0) -> None:
        if count < 1:
            raise ImpossibleTable(f"{count} games at once cannot be played: choose 1 or more.")
        self.encoding = Encoding(setup)
        self.count = count
        self.seed = seed
        self.observations: NDArray[np.int16] = np.zeros((count, self.encoding.size), np.int16)
        self.masks: NDArray[np.int8] = np.zeros((count, self.encoding.actions), np.int8)
        self.seats: NDArray[np.intp] = np.zeros(count, np.intp)
        self.finished = 0
        self._dealt = [0] * count
        self._games = [self._deal(place) for place in range(count)]
        self._ids: list[list[int]] = []
        self._look()

    def step(self, actions: Sequence[int] | NDArray[np.integer]) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
        """Takes one action in every game. Returns the rewards of all seats, and which games have just ended.

        A game that ended has been dealt anew: its row already shows the next one. If an action is not on offer,
        IllegalChoice says so, and no game has moved.
        """
        chosen = actions.tolist() if isinstance(actions, np.ndarray) else list(actions)
        if len(chosen) != self.count:
            raise IllegalChoice(f"{self.count} games need {self.count} actions, not {len(chosen)}.")
        won = np.zeros((self.count, self.encoding.setup.players), np.float32)
        ended = np.zeros(self.count, np.bool_)
        choices = [self._choice(place, action) for place, action in enumerate(chosen)]
        for place, (game, choice) in enumerate(zip(self._games, choices, strict=True)):
            game.apply(choice)
            if game.over:
                won[place] = rewards(game)
                ended[place] = True
                self.finished += 1
                self._games[place] = self._deal(place)
        self._look()
        return won, ended

    def game(self, place: int) -> GameState:
        """The game itself, for whoever looks on; it is played by `step` alone."""
        return self._games[place]

    def _choice(self, place: int, action: int) -> Option:
        decision = self._games[place].decision
        assert decision is not None
        try:
            return decision.options[self._ids[place].index(action)]
        except ValueError:
            return self.encoding.option(decision, action)

    def _deal(self, place: int) -> GameState:
        name = f"{self.seed},{place},{self._dealt[place]}"
        self._dealt[place] += 1
        game = deal(self.encoding.setup, int.from_bytes(blake2b(name.encode(), digest_size=8).digest(), "big"))
        # Nobody asks what happened on the way.
        game.records_happenings = False
        return game

    def _look(self) -> None:
        """Everybody who has to decide looks at the table."""
        encoding = self.encoding
        decisions = [game.decision for game in self._games if game.decision is not None]
        self._ids = [encoding.ids(decision) for decision in decisions]
        self.seats[:] = [decision.seat for decision in decisions]
        encoding.observe_deciders(self._games, self.observations)
        rows = np.repeat(np.arange(self.count), [len(ids) for ids in self._ids])
        self.masks.fill(0)
        self.masks[rows, list(chain.from_iterable(self._ids))] = 1
