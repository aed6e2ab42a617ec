"""Whatever is declared is refused at once, or can be played, printed and saved, and both engines agree on it."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.helpers.random_declarations import declaration, declared, played, results
from vigil import ENGINE
from vigil.engine.errors import BadCard

ROOT = Path(__file__).parents[2]
SEEDS = 60


@given(st.randoms(use_true_random=False), st.integers(0, 1000))
@settings(max_examples=150)
def test_a_declaration_is_refused_or_can_be_played(random: Random, seed: int) -> None:
    text = declaration(random)
    card = None
    with suppress(BadCard):
        card = declared(text)
    if card is not None:
        played(card, seed)


def test_some_are_refused_and_some_are_played() -> None:
    refused = [each.endswith(".") for each in results(SEEDS)]
    assert 10 < sum(refused) < SEEDS - 10


def test_both_engines_say_and_play_the_same() -> None:
    other = "plain" if ENGINE == "compiled" else "compiled"
    code = f"from tests.helpers.random_declarations import results; print(*results({SEEDS}), sep=chr(10))"
    environment = {**os.environ, "VIGIL_ENGINE": other}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT, env=environment
    )
    assert done.stdout.splitlines() == results(SEEDS)
