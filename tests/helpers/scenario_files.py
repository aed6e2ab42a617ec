"""Scenario files that a test writes and runs."""

from __future__ import annotations

from pathlib import Path

from vigil.cards import LIBRARY
from vigil.scenarios import load, run

HEAD = '[[scenario]]\ntitle = "t"\nsets = ["rise-of-vigil"]\n'


def play(folder: Path, text: str, strict: bool = False) -> list[str]:
    """What does not hold in a file with this text."""
    path = folder / "story.toml"
    path.write_text(text)
    return [str(failure) for scenario in load(path) for failure in run(LIBRARY, scenario, strict)]
