"""Players in the sentences of hints: each client calls them by another name.

While a sentence is put together, a player is a mark, as long as the `p2` of the notation. `in_pieces` and `in_words`
are the two forms in which the sentence leaves this package.
"""

from __future__ import annotations

import re
from typing import Final

from vigil.engine.terms import seat_name
from vigil.text.tokens import Piece

_MARK: Final = "\ue000"
_MARKED: Final = re.compile(f"{_MARK}([0-9])")


def player(seat: int) -> str:
    """The mark of the player on this seat."""
    return f"{_MARK}{seat}"


def in_words(sentence: str) -> str:
    """With players as in the notation: `p2`."""
    return _MARKED.sub(lambda mark: seat_name(int(mark[1])), sentence)


def in_pieces(sentence: str) -> list[Piece]:
    """With each player as a piece of its own, as in the prompt of a decision: `["seat", "p2", "1"]`."""
    found: list[Piece] = []
    for place, part in enumerate(_MARKED.split(sentence)):
        if place % 2:
            found.append(["seat", seat_name(int(part)), part])
        elif part:
            found.append(part)
    return found
