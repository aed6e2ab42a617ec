"""Environments for researchers: a View as arrays, a Decision as a mask and stable ids, many games at once.

Importing this registers "vigil/Ascension-v0" with Gymnasium, where Gymnasium is installed. As
"vigil.learn:vigil/Ascension-v0" Gymnasium imports it by itself, in every process.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from vigil.extras import needed

needed("librt.vecs", "learn", "The learning environments")

from .encoding import ENCODING_VERSION, Encoding, Tokens  # noqa: E402
from .rewards import rewards  # noqa: E402
from .setups import table  # noqa: E402

if TYPE_CHECKING:
    from .parallel import ParallelGames
    from .vector import Games

if find_spec("gymnasium") is not None:
    from gymnasium.envs.registration import register

    register(
        "vigil/Ascension-v0",
        entry_point="vigil.learn.gymnasium_env:AscensionEnv",
        vector_entry_point="vigil.learn.vector:vector_env",
    )

__all__ = ["ENCODING_VERSION", "Encoding", "Games", "ParallelGames", "Tokens", "rewards", "table"]


def __getattr__(name: str) -> Any:
    """The vector environments need Gymnasium, the game for OpenSpiel does not."""
    if name == "Games":
        from .vector import Games

        return Games
    if name == "ParallelGames":
        from .parallel import ParallelGames

        return ParallelGames
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
