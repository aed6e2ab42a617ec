"""Tables to test with: every set, mixture, variant and number of players; and scripts that play them to the end."""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence
from io import StringIO
from pathlib import Path
from typing import Any

from rich.console import Console, RenderableType

from vigil.cards import LIBRARY, new_state
from vigil.engine.options import END
from vigil.engine.positions import build_position
from vigil.engine.records import Record
from vigil.engine.setup import Setup
from vigil.engine.state import GameState
from vigil.terminal.app import play_game
from vigil.terminal.choices import left_over

ALL_SETS = list(LIBRARY.sets)

TABLES: list[dict[str, Any]] = [
    *({"players": 2, "sets": [name]} for name in ALL_SETS),
    {"players": 3, "sets": ALL_SETS[:2]},
    {"players": 4, "sets": ALL_SETS},
    {"players": 6, "sets": ALL_SETS},
    *({"players": 1, "sets": [name], "variant": "solitaire"} for name in ALL_SETS),
    {"players": 4, "sets": ["rise-of-vigil"], "variant": "team"},
    {"players": 6, "sets": ["war-of-shadows", "gift-of-the-elements"], "variant": "team"},
    {"players": 2, "sets": ["rise-of-vigil"], "row_length": 12, "shards": 200},
    {"players": 2, "sets": ["chronicle-of-the-godslayer"], "row_length": 1},
]


def from_position(sets: list[str], given: dict[str, Any]) -> Record:
    """The record of a game for two people that starts from a position."""
    game = build_position(LIBRARY, sets, given)
    return Record(game.setup.to_dict(), 0, names=["p1", "p2"], position=given)


def named(table: dict[str, Any]) -> str:
    return f"{table['players']}-{table.get('variant', 'standard')}-{'+'.join(each[:4] for each in table['sets'])}"


def wander(game: GameState, seed: int, choices: int = 10_000) -> list[str]:
    """Plays so many choices at random, seldom ending a turn early, and returns what was chosen."""
    chance = random.Random(seed)
    made: list[str] = []
    while game.decision is not None and len(made) < choices:
        decision = game.decision
        option = chance.choice(decision.options)
        if option is END and len(decision.options) > 1 and chance.random() < 0.9:
            option = chance.choice(decision.options[:-1])
        made.append(decision.text(option))
        game.choose(option)
    return made


def script_of_a_game(seed: int, **table: Any) -> tuple[list[str], list[str]]:
    """What somebody types to play a whole game, and the choices that the record must hold afterwards."""
    game = new_state(seed=seed, **table)
    typed: list[str] = []
    chance = random.Random(seed)
    choices: list[str] = []
    while game.decision is not None:
        decision = game.decision
        option = chance.choice(decision.options)
        text = decision.text(option)
        # Half of the answers are words, half are numbers.
        typed.append(text if chance.random() < 0.5 else str(decision.options.index(option) + 1))
        if option is END and left_over(decision):
            typed.append("y")
        choices.append(text)
        game.choose(option)
    return typed, choices


def play(
    monkeypatch: Any,
    typed: list[str],
    bots: Sequence[str] = (),
    seed: int = 7,
    resume: Path | None = None,
    **table: Any,
) -> None:
    """`vigil play` with these lines on a pipe."""
    monkeypatch.setattr(sys, "stdin", StringIO("".join(f"{line}\n" for line in typed)))
    setup = Setup(LIBRARY, **{"sets": ["chronicle-of-the-godslayer"], "first": 0, **table})
    play_game(setup, list(bots), seed, resume)


def drawn(part: RenderableType, width: int = 80) -> str:
    """What a terminal without colours shows."""
    console = Console(file=StringIO(), width=width, highlight=False, emoji=False, markup=False)
    console.print(part)
    assert isinstance(console.file, StringIO)
    return console.file.getvalue()
