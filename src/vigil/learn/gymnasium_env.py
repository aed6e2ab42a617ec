"""One seat against bots, for libraries that train a single agent.

import gymnasium
env = gymnasium.make("vigil.learn:vigil/Ascension-v0", sets="rise,war", bot="advanced")
"""

from __future__ import annotations

from random import Random
from typing import Any

from vigil.engine.errors import ImpossibleTable
from vigil.engine.scoring import scores
from vigil.engine.setup import deal
from vigil.engine.state import GameState
from vigil.extras import needed
from vigil.public.play import BotLike

from .encoding import MOST, Encoding
from .opponents import Choose, Opponents
from .rendering import render
from .rewards import rewards
from .setups import Sets, table

needed("gymnasium", "learn", "The Gymnasium environment")

import gymnasium  # noqa: E402
import numpy as np  # noqa: E402
from gymnasium import spaces  # noqa: E402
from numpy.typing import NDArray  # noqa: E402

ILLEGAL_REWARD = -1.0
"""What an action that is not on offer costs; the episode ends there."""


class AscensionEnv(gymnasium.Env[NDArray[np.int16], np.int64]):
    """`bot` plays every other seat: a name, or anything else that `vigil.play` takes as a bot, or a list of them, of
    which one is drawn for every game. `seat` is the agent's own; without one it is drawn anew for every game.

    `options` are those of a table: honor_pool, shards, row_length, first.
    """

    metadata = {"render_modes": ["human", "ansi"], "render_fps": 1}  # noqa: RUF012 (what Gymnasium reads)

    def __init__(
        self,
        sets: Sets = "chronicle",
        players: int = 2,
        variant: str = "standard",
        bot: BotLike | list[BotLike] = "advanced",
        seat: int | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.setup = table(sets, players, variant, **options)
        if seat is not None and not 0 <= seat < players:
            raise ImpossibleTable(f"There is no seat {seat}: choose 0 to {players - 1}.")
        self.encoding = Encoding(self.setup)
        self.render_mode = render_mode
        self.bot = bot
        self.own_seat = seat
        self.seat = 0
        self.game: GameState = deal(self.setup, 0)
        self._pool = Opponents(bot)
        self._opponents: list[Choose] = []
        self._ended = True
        self.observation_space = spaces.Box(0, MOST, (self.encoding.size,), np.int16)
        self.action_space = spaces.Discrete(self.encoding.actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int16], dict[str, Any]]:
        super().reset(seed=seed)
        players = self.setup.players
        self.seat = int(self.np_random.integers(players)) if self.own_seat is None else self.own_seat
        self.game = deal(self.setup, self._draw_seed())
        self._opponents = self._pool.seat(Random(self._draw_seed()), players)  # type: ignore[assignment]
        self._let_others_play()
        self._ended = self.game.over
        self._show()
        return self._observation(), self._info()

    def step(self, action: int | np.int64) -> tuple[NDArray[np.int16], float, bool, bool, dict[str, Any]]:
        decision = self.game.decision
        if self._ended or decision is None:
            raise gymnasium.error.ResetNeeded("The episode is over: call reset() for the next one.")
        ids = self.encoding.ids(decision)
        if action not in ids:
            self._ended = True
            return self._observation(), ILLEGAL_REWARD, True, False, self._info(illegal=True)
        self.game.apply(decision.options[ids.index(int(action))])
        self._let_others_play()
        self._ended = self.game.over
        self._show()
        return self._observation(), rewards(self.game)[self.seat], self.game.over, False, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """True for every action that is on offer: what libraries that mask actions ask for."""
        return self.encoding.mask(self.game.decision).astype(np.bool_)

    def render(self) -> str | None:
        """The table as the agent sees it: returned (`ansi`) or printed (`human`)."""
        return render(self.game.view(self.seat), self.render_mode)

    # --- the others

    def _let_others_play(self) -> None:
        game = self.game
        while game.decision is not None and game.decision.seat != self.seat:
            seat = game.decision.seat
            game.choose(self._opponents[seat](game.view(seat), game.decision))

    # --- what the agent gets

    def _observation(self) -> NDArray[np.int16]:
        return self.encoding.observe_seat(self.game, self.seat)[0]

    def _info(self, illegal: bool = False) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self.encoding.mask(self.game.decision), "seat": self.seat}
        if self.game.over:
            info["scores"] = scores(self.game)
        if illegal:
            info["illegal_action"] = True
        return info

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def _draw_seed(self) -> int:
        return int(self.np_random.integers(2**63))
