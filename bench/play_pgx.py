"""pgx's games, measured on the CPU: random legal actions in many games a call, compiled by JAX.

A finished game begins anew at once. This runs in an environment of its own, without Vigil.
"""

import os

os.environ.setdefault("JAX_PLATFORMS", "cpu")

from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import pgx
from pgx.experimental import auto_reset

from bench.measure import serve

GAMES = 128
CALLS = 20


class Vectorised:
    def __init__(self, name: str) -> None:
        env = pgx.make(name)
        self.state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), GAMES))
        self.step = jax.jit(partial(_step, jax.vmap(auto_reset(env.step, env.init))))

    def play(self, seed: int) -> tuple[int, int]:
        """So many calls; each of them shows the observations and ends when they are there."""
        key = jax.random.PRNGKey(seed)
        ended = 0
        for _ in range(CALLS):
            key, self.state, over = self.step(key, self.state)
            self.state.observation.block_until_ready()
            ended += int(over.sum())
        return ended, CALLS * GAMES


def _step(step: Any, key: Any, state: Any) -> tuple[Any, Any, Any]:
    key, chance, own = jax.random.split(key, 3)
    preferences = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
    actions = jax.random.categorical(chance, preferences, axis=-1)
    state = step(state, actions, jax.random.split(own, GAMES))
    return key, state, state.terminated | state.truncated


if __name__ == "__main__":
    serve(Vectorised)
