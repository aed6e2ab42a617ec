"""The exceptions of Vigil. Every message says what is wrong and what would be right."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


class VigilError(Exception):
    """The base class of all errors that Vigil raises for invalid input."""


class IllegalChoice(VigilError):
    """The choice is not among the options of the open decision."""


class LateChoice(VigilError):
    """The choice was made for an earlier version of the game."""


class GameIsOver(VigilError):
    """The game is over, so there is no decision to answer."""


class UnknownName(VigilError):
    """There is no card, set, variant, bot or player with this name."""


class ImpossibleTable(VigilError):
    """The combination of players, sets, variant and options cannot be played."""


class BadNotation(VigilError):
    """The text is ambiguous, or not in the expected notation."""


class BadRecord(VigilError):
    """The record or snapshot is damaged, not one of Vigil, or of an unsupported version."""


class BadPosition(VigilError):
    """The description of a position is invalid. `near` is the part of it that is wrong."""

    def __init__(self, message: str, near: str = "") -> None:
        super().__init__(message)
        self.near = near


class BadCard(VigilError):
    """The declaration of a card or a set is invalid."""


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """A hint such as ' Did you mean "Mystic"?', or an empty string if no known name is similar."""
    by_lower = {each.lower(): each for each in known}
    near = get_close_matches(name.lower(), list(by_lower), n=3, cutoff=0.6)
    if not near:
        return ""
    return " Did you mean " + " or ".join(f'"{by_lower[each]}"' for each in near) + "?"
