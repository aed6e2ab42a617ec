"""Every seat of a table as an agent of PettingZoo: one decision, one step.

from vigil.learn import pettingzoo_env
env = pettingzoo_env.env(sets="rise,war", players=3)
"""

from __future__ import annotations

from random import Random
from typing import Any

from vigil.engine.errors import IllegalChoice, UnknownName
from vigil.engine.setup import deal
from vigil.engine.state import GameState
from vigil.extras import needed

from .encoding import MOST, Encoding
from .rendering import render
from .rewards import rewards
from .setups import Sets, table

needed("pettingzoo", "learn", "The PettingZoo environment")

import numpy as np  # noqa: E402
from gymnasium import spaces  # noqa: E402
from pettingzoo import AECEnv  # type: ignore[import-untyped]  # noqa: E402
from pettingzoo.utils import wrappers  # type: ignore[import-untyped]  # noqa: E402
from pettingzoo.utils.env_logger import EnvLogger  # type: ignore[import-untyped]  # noqa: E402

RENDER_MODES = ("human", "ansi")
ILLEGAL_REWARD = -1.0
"""What an action that is not on offer costs the agent who took it; the game ends there."""


def env(**arguments: Any) -> CheckedEnv:
    """The environment as PettingZoo's tools expect it: an illegal action ends the game, at the cost of its agent."""
    return CheckedEnv(raw_env(**arguments))


class CheckedEnv(wrappers.OrderEnforcingWrapper):  # type: ignore[misc]
    """Checks what PettingZoo's wrappers OrderEnforcing, AssertOutOfBounds and TerminateIllegal check, in one layer.

    With three layers, asking each other for every attribute takes longer than the game itself.
    """

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        found: tuple[Any, float, bool, bool, dict[str, Any]]
        found = self.env.last(observe) if self._has_reset else super().last(observe)
        return found

    def step(self, action: int | None) -> None:
        if self._has_reset and self.env.agents:
            agent = self.env.agent_selection
            over = self.env.terminations[agent] or self.env.truncations[agent]
            legal = action is None if over else self.env.action_space(agent).contains(action)
            assert legal, f"{action} is not in the action space of {agent}."
        try:
            super().step(action)
        except IllegalChoice:
            EnvLogger.warn_on_illegal_move()
            self.env.forfeit()


class raw_env(AECEnv):  # type: ignore[misc]  # noqa: N801 (the name that PettingZoo's tools expect)
    """Without wrappers: an illegal action raises IllegalChoice, says what was on offer, and changes nothing.

    `options` are those of a table: honor_pool, shards, row_length, first. The seed of `reset` makes this game and all
    that follow it; `seed` does the same for an environment that is reset without one.
    """

    metadata = {  # noqa: RUF012 (what PettingZoo reads)
        "name": "vigil_ascension_v0",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        sets: Sets = "chronicle",
        players: int = 2,
        variant: str = "standard",
        seed: int | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        if render_mode not in (None, *RENDER_MODES):
            raise UnknownName(f'There is no render mode "{render_mode}": choose ansi or human.')
        self.render_mode = render_mode
        self.setup = table(sets, players, variant, **options)
        self.encoding = Encoding(self.setup)
        self.game: GameState = deal(self.setup, 0)
        self._seeds = Random(seed)
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.agents: list[str] = []
        self.observation_spaces = {agent: self._observation_space() for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(self.encoding.actions) for agent in self.possible_agents}

    def _observation_space(self) -> spaces.Dict:
        return spaces.Dict(
            {
                "observation": spaces.Box(0, MOST, (self.encoding.size,), np.int16),
                "action_mask": spaces.Box(0, 1, (self.encoding.actions,), np.int8),
            }
        )

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    # --- playing

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self._seeds = Random(seed)
        self.game = deal(self.setup, self._seeds.getrandbits(64))
        self.game.records_happenings = False
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._select()

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        decision = self.game.decision
        assert decision is not None
        assert action is not None, f"{agent} has to choose an action."
        self.game.apply(self.encoding.option(decision, action))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self.game.over:
            self.rewards = dict(zip(self.possible_agents, rewards(self.game), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._select()
        if self.render_mode == "human":
            self.render()

    def forfeit(self) -> None:
        """Ends the game; the agent that has to decide gets `ILLEGAL_REWARD`."""
        agent = self.agent_selection
        self._cumulative_rewards[agent] = 0.0
        self.rewards = {**dict.fromkeys(self.agents, 0.0), agent: ILLEGAL_REWARD}
        self.terminations = dict.fromkeys(self.agents, True)
        self.truncations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._deads_step_first()

    def _select(self) -> None:
        """Selects the agent that has to decide, or, at the end of the game, all of them in turn."""
        decision = self.game.decision
        if decision is None:
            self._deads_step_first()
        else:
            self.agent_selection = self.possible_agents[decision.seat]

    def observe(self, agent: str) -> dict[str, Any]:
        seat = self._seat_of[agent]
        seen, allowed = self.encoding.observe_seat(self.game, seat)
        return {"observation": seen, "action_mask": allowed}

    # --- looking

    def render(self) -> str | None:
        """The table as the agent sees it whose turn it is to decide: returned (`ansi`) or printed (`human`)."""
        return render(self.game.view(self._seat_of[self.agent_selection]), self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""
