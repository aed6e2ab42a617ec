"""A hash of everything that a game between bots depends on: sources, weights and networks."""

from __future__ import annotations

import os
from collections.abc import Iterable
from hashlib import blake2b
from pathlib import Path
from typing import Final

from vigil.bots.levels import NETWORK
from vigil.bots.weights import WEIGHTS

PLAYED_BY: Final = ("engine", "cards", "bots")
"""The packages that a game depends on."""
NO_SOURCES: Final = (".pyc", ".so", ".pyd")


def fingerprint(parts: Iterable[str], custom_sets: Iterable[str]) -> str:
    """A hash of these packages, of the files of custom sets, and of the networks and weights in the environment."""
    digest = blake2b(digest_size=12)
    package = Path(__file__).parents[1]
    own = [path for part in parts for path in sorted((package / part).rglob("*"))]
    for path in [*own, *map(Path, custom_sets)]:
        if path.is_file() and path.suffix not in NO_SOURCES:
            digest.update(path.name.encode())
            digest.update(path.read_bytes())
    for what in (NETWORK, WEIGHTS):
        if named := os.environ.get(what):
            # Bots with another network or other weights are other bots.
            digest.update(what.encode())
            digest.update(Path(named).read_bytes() if Path(named).is_file() else b"")
    return digest.hexdigest()
