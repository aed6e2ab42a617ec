"""The compiled and the plain engine play the same games to the same end."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from vigil._compiled import COMPILED, ENGINE, PLAIN, SWITCH

ROOT = Path(__file__).parent.parent.parent


def checksums(engine: str, games: int) -> list[str]:
    command = [sys.executable, "-m", "tools.checksums", "--games", str(games)]
    environment = {**os.environ, SWITCH: engine}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    said, *lines = done.stdout.splitlines()
    assert said == engine
    return lines


@pytest.mark.skipif(ENGINE != COMPILED, reason="the engine is not compiled here")
@pytest.mark.parametrize("games", [1, pytest.param(20, marks=pytest.mark.deep)])
def test_games_at_every_table_end_in_the_same_positions(games: int) -> None:
    plain = checksums(PLAIN, games)
    assert len(plain) == 108
    assert checksums(COMPILED, games) == plain


def test_the_plain_engine_can_be_asked_for() -> None:
    code = "import vigil, vigil.engine.state as state; print(vigil.ENGINE, state.__file__)"
    environment = {**os.environ, SWITCH: PLAIN}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("plain ")
    assert done.stdout.strip().endswith("state.py")
