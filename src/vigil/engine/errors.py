"""The exceptions of Vigil. Every message says what is wrong and what would be right."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


class VigilError(Exception):
    """The base class of all errors that Vigil raises for invalid input.

    >>> import vigil
    >>> try:
    ...     vigil.card("Mystik")
    ... except vigil.VigilError as error:
    ...     print(error)
    There is no card called "Mystik". Did you mean "Mystic"?
    """


class IllegalChoice(VigilError):
    """The choice is not among the options of the open decision.

    >>> import vigil
    >>> vigil.new_game(seed=8, first=0).choose("play Militja")
    Traceback (most recent call last):
    vigil.IllegalChoice: "play Militja" is not possible now. Did you mean "play Militia"? p1 may: ...
    """


class LateChoice(VigilError):
    """The choice was made for an earlier version of the game."""


class GameIsOver(VigilError):
    """The game is over, so there is no decision to answer.

    >>> import vigil
    >>> vigil.play("random,random", seed=8, honor_pool=1).game.choose("end turn")
    Traceback (most recent call last):
    vigil.GameIsOver: The game is over: there is nothing left to choose.
    """


class UnknownName(VigilError):
    """There is no card, set, variant, bot or player with this name.

    >>> import vigil
    >>> vigil.bot("expret")
    Traceback (most recent call last):
    vigil.UnknownName: There is no bot called "expret". Did you mean "expert"? Known bots: ...
    """


class ImpossibleTable(VigilError):
    """The combination of players, sets, variant and options cannot be played.

    >>> import vigil
    >>> vigil.new_game(sets="rise", players=6)
    Traceback (most recent call last):
    vigil.ImpossibleTable: 6 players need at least two sets. One set is for up to 4 players.
    """


class BadNotation(VigilError):
    """The text is ambiguous, or not in the expected notation.

    >>> import vigil
    >>> vigil.find_cards(cost="cheap")
    Traceback (most recent call last):
    vigil.BadNotation: "cheap" is not a cost. Write 3, 2-4 or 5+.
    """


class BadRecord(VigilError):
    """The record or snapshot is damaged, not one of Vigil, or of an unsupported version.

    >>> import vigil
    >>> vigil.Record.from_json("1. e4 e5")
    Traceback (most recent call last):
    vigil.BadRecord: This is not a record of Vigil: it is not JSON.
    """


class BadPosition(VigilError):
    """The description of a position is invalid. `near` is the part of it that is wrong.

    >>> import vigil
    >>> vigil.position(row=["Mefit"])
    Traceback (most recent call last):
    vigil.BadPosition: There is no card called "Mefit". Did you mean "Mephit"?
    """

    def __init__(self, message: str, near: str = "") -> None:
        super().__init__(message)
        self.near = near


class BadCard(VigilError):
    """The declaration of a card or a set is invalid."""


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """A hint such as ' Did you mean "Mystic"?', or an empty string if no known name is similar."""
    by_lower = {each.lower(): each for each in known}
    wanted = name.strip().lower()
    near = get_close_matches(wanted, list(by_lower), n=3, cutoff=0.6)
    if len(near) < 3 and len(wanted) > 2:
        near += [each for each in by_lower if wanted in each and each not in near][: 3 - len(near)]
    if not near:
        return ""
    return " Did you mean " + " or ".join(f'"{by_lower[each]}"' for each in near) + "?"
