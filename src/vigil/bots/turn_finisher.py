"""Playing turns to their end inside a search, in many possible games at once. Compiled together with the engine.

The games take their steps together, because the network evaluates many positions in hardly more time than one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from vigil.engine.rollout import play_turns, rollout

from .outcome import outcome
from .position_features import PositionBatch

if TYPE_CHECKING:
    from vigil.engine.options import Decision, Option
    from vigil.engine.setup import Setup
    from vigil.engine.state import GameState

    from .network import Network
    from .policy import QuickPolicy

MOST_DECISIONS: Final = 3_000
"""A game that is played on for longer is evaluated as it stands."""

MOST_LOOKS: Final = 4
"""So many decisions of one turn are looked into inside a playout; the quick policy makes the others."""
CLEARLY: Final = 0.004
"""The network has to see a chance so much better before the quick policy is overruled."""


class EvaluationBatch:
    """Positions that wait for the network, which evaluates many at once. What one is worth to the seat is added to its
    place in a list of results, with its share. Where a game has ended, or there is no network, the points say it."""

    def __init__(self, network: Network | None, setup: Setup, seat: int) -> None:
        self.network = network
        self.setup = setup
        self.seat = seat
        self.positions = PositionBatch(len(setup.library.cards))
        self._waiting: list[tuple[list[float], int, float]] = []

    def add(self, game: GameState, results: list[float], place: int, share: float = 1.0) -> None:
        if self.network is None or game.over:
            results[place] += share * outcome(game)[self.seat]
        else:
            self._waiting.append((results, place, share))
            self.positions.add(game)

    def settle(self) -> None:
        if self.network is None or not self._waiting:
            return
        chances: list[float] = self.network.chances(self.setup, self.positions)[:, self.seat].tolist()
        for index, (results, place, share) in enumerate(self._waiting):
            results[place] += share * chances[index]


class Playout:
    """A possible game that is played on. Its policy is its own: it remembers the turn that is being played."""

    def __init__(self, game: GameState, policy: QuickPolicy, results: list[float], world: int) -> None:
        """What it is worth goes to this place of the results."""
        self.game = game
        self.policy = policy
        self.results = results
        self.world = world
        policy.begin()

    def play_until(self, turn_number: int) -> None:
        """The quick policy plays until the turn with this number begins."""
        play_turns(self.game, self.policy, turn_number - self.game.turn_number, MOST_DECISIONS)

    def play_to_the_end(self) -> None:
        rollout(self.game, self.policy, MOST_DECISIONS)

    def evaluate(self, batch: EvaluationBatch, share: float) -> None:
        batch.add(self.game, self.results, self.world, share)


class Look:
    """A decision of a playout that is looked into, and what its options are worth."""

    def __init__(self, playout: Playout, decision: Decision, usual: Option) -> None:
        self.playout = playout
        self.options = decision.options
        self.usual = usual
        self.values = [0.0] * len(self.options)

    def apply_best(self) -> None:
        """Makes the best choice: the usual one, unless another is clearly better."""
        best = 0
        usual = 0
        for index in range(len(self.options)):
            if self.values[index] > self.values[best]:
                best = index
            if self.options[index] is self.usual:
                usual = index
        is_clear = self.values[best] > self.values[usual] + CLEARLY
        self.playout.game.apply(self.options[best] if is_clear else self.usual)


class TurnFinisher:
    """Plays the rest of a turn for a seat as a searching player would, only more quickly: it looks where each option
    would lead if the quick policy went on from there, in this one game. The quick policy alone would spoil what begins
    well: an option that needs a good next step would look worse than it is."""

    def __init__(self, seat: int, policy: QuickPolicy, network: Network) -> None:
        self.seat = seat
        self.follower = policy.twin()
        self.network = network

    def finish(self, playouts: list[Playout], turn_number: int) -> None:
        """Plays all of them until the turn with this number begins."""
        waiting = playouts
        for _ in range(MOST_LOOKS):
            looks: list[Look] = []
            for playout in waiting:
                look = self._next_look(playout, turn_number)
                if look is not None:
                    looks.append(look)
            if not looks:
                return
            self._evaluate(looks, turn_number)
            waiting = []
            for look in looks:
                look.apply_best()
                waiting.append(look.playout)
        for playout in waiting:
            playout.play_until(turn_number)

    def _next_look(self, playout: Playout, turn_number: int) -> Look | None:
        """Plays on to the next decision that is worth a look; None if the turn is over first."""
        game, policy = playout.game, playout.policy
        for _ in range(MOST_DECISIONS):
            decision = game.decision
            if decision is None or game.turn_number >= turn_number:
                return None
            usual = policy.pick(game, decision)
            if decision.seat == self.seat and len(decision.options) > 1 and not policy.is_routine(decision, usual):
                return Look(playout, decision, usual)
            game.apply(usual)
        return None

    def _evaluate(self, looks: list[Look], turn_number: int) -> None:
        """Tries every option, and lets the quick policy finish the turn.

        The random numbers are others than those with which the playout goes on: nobody can foresee those.
        """
        batch = EvaluationBatch(self.network, looks[0].playout.game.setup, self.seat)
        follower = self.follower
        for look in looks:
            begin = look.playout.game.copy()
            begin.chance = begin.chance.unlike()
            for index in range(len(look.options)):
                end = begin.copy()
                end.apply(look.options[index])
                follower.begin()
                play_turns(end, follower, turn_number - end.turn_number, MOST_DECISIONS)
                batch.add(end, look.values, index)
        batch.settle()
