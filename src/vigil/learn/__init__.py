"""Environments for researchers: a View as arrays, a Decision as a mask and stable ids, many games at once.

Importing this registers "vigil/Ascension-v0" with Gymnasium, where Gymnasium is installed. As
"vigil.learn:vigil/Ascension-v0" Gymnasium imports it by itself, in every process.
"""

from __future__ import annotations

from importlib.util import find_spec

from vigil.extras import needed

needed("numpy", "learn", "The learning environments")

from .encoding import ENCODING_VERSION, Encoding  # noqa: E402
from .rewards import rewards  # noqa: E402
from .setups import table  # noqa: E402
from .vector import Games  # noqa: E402

if find_spec("gymnasium") is not None:
    from gymnasium.envs.registration import register

    register("vigil/Ascension-v0", entry_point="vigil.learn.gymnasium_env:AscensionEnv")

__all__ = ["ENCODING_VERSION", "Encoding", "Games", "rewards", "table"]
