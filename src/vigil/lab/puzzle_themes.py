"""Themes of puzzles, from the position and the declarations of the cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from vigil.engine.terms import ACQUIRE, DEFEAT, NOTHING, TEAM

if TYPE_CHECKING:
    from vigil.engine.options import Decision, Option
    from vigil.engine.state import GameState


def themes_of(game: GameState, asked: Sequence[tuple[Decision, Option]]) -> tuple[str, ...]:
    found = set()
    for _, best in asked:
        if best.verb == ACQUIRE:
            found.add("acquire")
        if best.verb == DEFEAT:
            found.add("defeat")
    if game.pool == 0:
        found.add("last-round")
    if game.event != NOTHING:
        found.add("event")
    if len(asked) > 1:
        found.add("two-steps")
    if game.setup.variant == TEAM:
        found.add("team")
    return tuple(sorted(found))
