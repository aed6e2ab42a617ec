"""How a turn that was begun in a possible game goes on, and what the network says about where it led."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from vigil.engine.rollout import Policy, play_turns

from .outcome import outcome
from .position import Reading

if TYPE_CHECKING:
    from vigil.engine.options import Decision, Option
    from vigil.engine.setup import Setup
    from vigil.engine.state import GameState

    from .instinct import Instinct
    from .network import Network

MOST_DECISIONS: Final = 3_000
"""A game that is played on for longer is judged as it stands."""

MOST_LOOKS: Final = 4
"""So often one turn is thought about inside a thought. What comes after that has to do with quick judgement."""
CLEARLY: Final = 0.004
"""The network has to see a chance so much better before quick judgement is overruled."""


class Judged:
    """Positions that wait for the network, which judges many at once. What one is worth to the seat goes to the last of
    its option's results, with its share. Where a game has ended, or there is no network, the points say it."""

    def __init__(self, network: Network | None, setup: Setup, seat: int) -> None:
        self.network = network
        self.setup = setup
        self.seat = seat
        self.reading = Reading(len(setup.library.cards))
        self.waiting: list[tuple[list[float], int, float]] = []

    def add(self, game: GameState, results: list[float], share: float = 1.0) -> None:
        if self.network is None or game.over:
            results[-1] += share * outcome(game)[self.seat]
        else:
            self.waiting.append((results, len(results) - 1, share))
            self.reading.add(game)

    def settle(self) -> None:
        if self.network is not None and self.waiting:
            chances = self.network.chances(self.setup, self.reading)[:, self.seat].tolist()
            for (results, place, share), chance in zip(self.waiting, chances, strict=True):
                results[place] += share * chance


class Finisher(Policy):
    """Plays the rest of a turn for a seat as a searching player would, only more quickly: it looks where each option
    would lead if quick judgement went on from there, in this one game. Quick judgement alone would spoil what begins
    well: an option that needs a good next step would look worse than it is."""

    def __init__(self, seat: int, instinct: Instinct, network: Network) -> None:
        self.seat = seat
        self.instinct = instinct
        self.follower = instinct.twin()
        self.network = network
        self._looks = 0

    def begin(self) -> None:
        """Another game than the last one."""
        self.instinct.begin()
        self._looks = 0

    def pick(self, game: GameState, decision: Decision) -> Option:
        guess = self.instinct.pick(game, decision)
        if decision.seat != self.seat or len(decision.options) == 1 or self._looks == MOST_LOOKS:
            return guess
        if self.instinct.is_routine(decision, guess):
            return guess
        self._looks += 1
        values = self._values(game, decision.options)
        best = max(values, key=lambda option: values[option])
        return best if values[best] > values[guess] + CLEARLY else guess

    def _values(self, game: GameState, options: list[Option]) -> dict[Option, float]:
        judged = Judged(self.network, game.setup, self.seat)
        found: dict[Option, list[float]] = {option: [0.0] for option in options}
        for option, results in found.items():
            end = game.copy()
            end.apply(option)
            self.follower.begin()
            play_turns(end, self.follower, game.turn_number + 1 - end.turn_number, MOST_DECISIONS)
            judged.add(end, results)
        judged.settle()
        return {option: results[0] for option, results in found.items()}
