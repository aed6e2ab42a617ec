"""The evaluator of a review: the win chance of every seat, from games that are played on for a short while.

One evaluator serves all parts of a review, so that losses, luck and the curve of the win chances can be added up. It is
that of the bot Master: the active player finishes the turn with some look-ahead, the quick policy plays one more round,
and Master's network evaluates the position at the end of the turn and after the round; the mean counts. The network
does not see hands: where somebody's hand has lost or gained cards, or the same player has an extra turn, the first of
the two positions is the one in which that has been played. Games against the Cult have no opponent whose chances a
network could compare: they are played to their end, and count by how clearly they are won.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from hashlib import blake2b
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from vigil.bots.card_values import quick_policy
from vigil.bots.network import LARGE, Network, own_network
from vigil.bots.outcome import by_points
from vigil.bots.position_features import PositionBatch
from vigil.bots.turn_finisher import MOST_DECISIONS, MOST_LOOKS
from vigil.bots.weights import fitted_weights
from vigil.engine.procedures.solitaire import cult_score
from vigil.engine.procedures.turn import HAND_SIZE
from vigil.engine.rollout import play_turns, rollout
from vigil.engine.scoring import score

if TYPE_CHECKING:
    from vigil.engine.options import Option
    from vigil.engine.setup import Setup
    from vigil.engine.state import GameState

Floats = NDArray[np.float64]

SHARPNESS: Final = 1.2
"""The network expects a result that is half who wins and half by how much. The exponent that turns it into win chances
grows from 1 by this number while the honor pool is emptied: a lead means more towards the end (docs/review.md)."""


BATCH: Final = 128
"""So many games are played on together."""

CLEARLY: Final = 0.4
"""So many points better an option has to be before the quick policy is overruled inside a playout."""


class Playouts:
    """Plays sampled games on and evaluates them. `nodes` counts them."""

    def __init__(self, setup: Setup, network: Network | None = None) -> None:
        self.setup = setup
        self.network = None if setup.solitaire else network or own_network(LARGE)
        self.policy = quick_policy(setup, fitted_weights(setup))
        self.nodes = 0

    @property
    def meaning(self) -> str:
        """What the win chance means, as a sentence."""
        if self.network is None:
            return (
                "How sure a win over the Cult is: sampled games are played to their end by the quick policy, and each "
                "counts by its margin, a lead of 8 honor as 73 %."
            )
        whose = "of the team" if self.setup.team else "of the seat"
        return f"The chance {whose} to win, as the network of Master sees it one turn and one round later."

    def values(self, games: Iterable[GameState], turn: int, seat: int) -> Floats:
        """The win chances in points, one row for every game and one column for every seat.

        `turn` is the number of the turn that counts as the present one, `seat` is whose turn it is. The games are
        played on, not copied: they must be sampled ones.
        """
        found: list[Floats] = []
        chunk: list[GameState] = []
        for game in games:
            chunk.append(game)
            if len(chunk) == BATCH:
                found.append(self._chunk(chunk, turn, seat))
                chunk = []
        if chunk:
            found.append(self._chunk(chunk, turn, seat))
        values = np.concatenate(found) if found else np.zeros((0, self.setup.players))
        self.nodes += len(values)
        return values

    def _chunk(self, games: Sequence[GameState], turn: int, seat: int) -> Floats:
        if self.network is None:
            return np.array([self._to_the_end(game) for game in games])
        # The first player of a redeal may be another one.
        seats = [game.turn.seat if game.turn_number == turn else seat for game in games]
        self._finish_turns(games, turn)
        leaves = self._leaves()
        for game, active in zip(games, seats, strict=True):
            self._settle(game, active)
            leaves.add(game)
            self.policy.begin()
            play_turns(game, self.policy, turn + 1 + self.setup.players - game.turn_number, MOST_DECISIONS)
            leaves.add(game)
        found: Floats = leaves.values().reshape(len(games), 2, -1).mean(axis=1)
        return found

    def _settle(self, game: GameState, seat: int) -> None:
        """Plays on, for at most one round, until all hands have their usual size and another seat than this plays."""
        for _ in range(self.setup.players):
            has_usual_hands = all(len(player.hand) == HAND_SIZE for player in game.players)
            if game.over or (has_usual_hands and game.turn.seat != seat):
                return
            self.policy.begin()
            play_turns(game, self.policy, 1, MOST_DECISIONS)

    # --- finishing the turn

    def _finish_turns(self, games: Sequence[GameState], turn: int) -> None:
        """Plays the turn to its end in all games, with some look-ahead of the active player.

        The quick policy alone would spoil what begins well: an option that needs a good next step would look worse
        than it is. So at a few decisions of the turn every option is tried in this one game, the quick policy finishes
        the turn, and the network compares. The games take their steps together, because the network evaluates many
        positions at once.
        """
        waiting = list(games)
        for _ in range(MOST_LOOKS):
            looks = [look for game in waiting if (look := self._next_look(game, turn)) is not None]
            self._look(looks, turn)
            waiting = [look.game for look in looks]
        for game in waiting:
            self.policy.begin()
            play_turns(game, self.policy, turn + 1 - game.turn_number, MOST_DECISIONS)

    def _next_look(self, game: GameState, turn: int) -> _Look | None:
        """Plays on to the next decision of the active player that is worth a look; None if the turn is over first."""
        policy = self.policy
        policy.begin()
        for _ in range(MOST_DECISIONS):
            decision = game.decision
            if decision is None or game.turn_number > turn:
                return None
            usual = policy.pick(game, decision)
            is_own = decision.seat == game.turn.seat and len(decision.options) > 1
            if is_own and not policy.is_routine(decision, usual):
                return _Look(game, decision.seat, decision.options, usual)
            game.apply(usual)
        return None

    def _look(self, looks: Sequence[_Look], turn: int) -> None:
        """Makes the best choice in each of these games; the usual one, unless another is clearly better.

        The options are tried with other random numbers than the game will go on with: nobody can foresee those.
        """
        leaves = self._leaves()
        for look in looks:
            begin = look.game.copy()
            begin.chance = look.game.chance.unlike()
            for option in look.options:
                end = begin.copy()
                end.apply(option)
                self.policy.begin()
                play_turns(end, self.policy, turn + 1 - end.turn_number, MOST_DECISIONS)
                leaves.add(end)
        values = leaves.values()
        place = 0
        for look in looks:
            mine = values[place : place + len(look.options), look.seat]
            place += len(look.options)
            best = int(mine.argmax())
            is_clear = mine[best] > mine[look.options.index(look.usual)] + CLEARLY
            look.game.apply(look.options[best] if is_clear else look.usual)

    def _leaves(self) -> _Leaves:
        assert self.network is not None
        return _Leaves(self.network, self.setup)

    def _to_the_end(self, game: GameState) -> list[float]:
        self.policy.begin()
        rollout(game, self.policy, MOST_DECISIONS)
        return [100.0 * by_points([float(score(game, 0)), float(cult_score(game))])[0]]


class _Look(NamedTuple):
    """A decision of the active player inside a playout, and what the quick policy would choose."""

    game: GameState
    seat: int
    options: list[Option]
    usual: Option


class _Leaves:
    """Positions that the network evaluates together; those of games that are over are known."""

    def __init__(self, network: Network, setup: Setup) -> None:
        self.network = network
        self.setup = setup
        self.positions = PositionBatch(len(setup.library.cards))
        self.pool = setup.pool()
        self.pools: list[float] = []
        self.known: list[list[float] | None] = []

    def add(self, game: GameState) -> None:
        if game.over:
            self.known.append(result(game))
        else:
            self.known.append(None)
            self.positions.add(game)
            self.pools.append(min(1.0, game.pool / self.pool))

    def values(self) -> Floats:
        found = np.empty((len(self.known), self.setup.players))
        is_open = np.array([each is None for each in self.known])
        if self.positions.count:
            expected = self.network.chances(self.setup, self.positions).astype(np.float64)
            found[is_open] = 100.0 * win_chances(expected, np.array(self.pools), self.setup.team)
        for place, each in enumerate(self.known):
            if each is not None:
                found[place] = each
        return found


def win_chances(expected: Floats, pools: Floats, team: bool) -> Floats:
    """Win chances from what the network expects of positions with these parts of the honor pool left."""
    powers = np.maximum(expected, 1e-9) ** (1.0 + SHARPNESS * (1.0 - pools))[:, None]
    total = powers.sum(axis=1, keepdims=True) / (2 if team else 1)
    found: Floats = powers / total
    return found


def result(game: GameState) -> list[float]:
    """By seat: 100 for a win and 0 for a loss in a game that is over."""
    return [100.0 if seat in game.winners else 0.0 for seat in range(len(game.players))]


@lru_cache(maxsize=4)
def network_hash(network: Network) -> str:
    """A hash of the network's numbers, stored with a review."""
    digest = blake2b(digest_size=8)
    for name in sorted(network.arrays):
        digest.update(name.encode())
        digest.update(np.ascontiguousarray(network.arrays[name]).tobytes())
    return digest.hexdigest()
