"""Whole games, written down: whoever changes a rule sees which games it changes."""

from __future__ import annotations

import pytest

from tools.golden import TABLES, transcript
from tools.make_docs import GOLDEN


@pytest.mark.parametrize("name", list(TABLES))
def test_the_game_is_the_golden_one(name: str) -> None:
    golden = (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")
    assert transcript(name) == golden, "read the difference; if it is meant, run: make docs"
