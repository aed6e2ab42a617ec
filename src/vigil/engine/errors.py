"""One exception per kind of mistake. Every message says what was wrong and what would be right."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


class VigilError(Exception):
    """Anything that a user of the engine can do wrong."""


class IllegalChoice(VigilError):
    """The choice is not among the options of the open decision."""


class LateChoice(VigilError):
    """The choice answers a version of the game that is no longer the present one."""


class GameIsOver(VigilError):
    """There is nothing left to choose."""


class UnknownName(VigilError):
    """No card, set, option or player is called that."""


class ImpossibleTable(VigilError):
    """Nobody can sit down to such a game: too many players, a team of three, no set."""


class BadNotation(VigilError):
    """The text is not a choice that can be read."""


class BadRecord(VigilError):
    """The record is damaged, foreign, or from other rules."""


class BadPosition(VigilError):
    """A position cannot be set up. `near` is the word of the description that is wrong."""

    def __init__(self, message: str, near: str = "") -> None:
        super().__init__(message)
        self.near = near


class BadCard(VigilError):
    """A card's declaration contradicts itself."""


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """A hint such as ' Did you mean "Mystic"?', or nothing when no name is near."""
    by_lower = {each.lower(): each for each in known}
    near = get_close_matches(name.lower(), list(by_lower), n=3, cutoff=0.6)
    if not near:
        return ""
    return " Did you mean " + " or ".join(f'"{by_lower[each]}"' for each in near) + "?"
