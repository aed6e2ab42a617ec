"""Libraries of their own for tests that add cards: the one that everything else plays with stays as it is."""

from __future__ import annotations

import runpy
from pathlib import Path

from vigil.cards import basics
from vigil.engine.library import Library


def fresh_library() -> Library:
    """The basic cards and no set."""
    return Library(runpy.run_path(str(Path(basics.__file__)))["BASICS"], [])
