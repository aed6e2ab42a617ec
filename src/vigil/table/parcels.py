"""A view on its way to another process.

    parcel = view.to_bytes()        what the seat may know: equal for games that the seat cannot tell apart
    view = opened(parcel)           the same view again, with its open decision

A view is opened by way of a game that looks like it: cards that the seat cannot place are dealt somehow, and looking at
that game from the seat shows the view again. So nothing of the real game has to travel, and the engine's own
`restore` reads it.
"""

from __future__ import annotations

from json import loads
from typing import Any

from vigil import LIBRARY
from vigil.engine.snapshot import restore
from vigil.engine.view import View


def opened(parcel: bytes) -> View:
    told = loads(parcel)
    position = {
        **told,
        "chance": [0],
        "seen": 0,
        "deck": _pile(told["center_deck"], []),
        "turn": {**told["turn"], "pending": told["pending"]},
        "players": [_player(each) for each in told["players"]],
    }
    return restore(LIBRARY, position).view(told["seat"])


def _player(told: dict[str, Any]) -> dict[str, Any]:
    """A player who looks like this: whichever unseen card is where, nobody will see it."""
    unseen = told["unseen"]
    hand = told["hand"]
    if hand is None:
        missing = told["hand_count"] - len(told["shown"])
        hand = sorted([*told["shown"], *[unseen.pop() for _ in range(missing)]])
    return {**told, "hand": hand, "deck": _pile(told["deck"], unseen)}


def _pile(layers: list[tuple[int, list[int] | None]], unseen: list[int]) -> dict[str, Any]:
    """A pile whose layers, from the top down, have these sizes and these known cards."""
    cards: list[int] = []
    laid = []
    for size, known in reversed(layers):
        # A layer that is smaller than when it was laid has been drawn from: what is left is known to the owner only.
        laid.append((len(cards), size if known is not None else size + 1))
        cards += [unseen.pop() for _ in range(size)] if known is None else known
    return {"cards": cards, "layers": laid}
