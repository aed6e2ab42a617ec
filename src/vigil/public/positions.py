"""Positions: games that begin in the middle of a turn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypedDict, Unpack

from vigil.cards import LIBRARY
from vigil.engine.card import Card
from vigil.engine.positions import build_position
from vigil.engine.terms import seat_name
from vigil.set_names import set_names

from .game import Game

Cards = Sequence[Card | str]
"""Cards, or their names."""


class PlayerGiven(TypedDict, total=False):
    """What a player has in a position. Everything is optional."""

    hand: Cards
    deck: Cards
    """Top first."""
    discard: Cards
    played: Cards
    """Played earlier this turn."""
    constructs: Cards
    trophies: Cards
    honor: int
    runes: int
    power: int
    energy: int
    mechana_runes: int


class CultGiven(TypedDict, total=False):
    """The opponent in solitaire."""

    honor: int
    cards: Cards


class Given(TypedDict, total=False):
    """What is on the table in a position. Everything is optional."""

    players: int
    variant: str
    first: int | str
    turn: int | str
    row: Cards
    center_deck: Cards
    void: Cards
    event: Card | str
    honor_pool: int
    supply: Mapping[str, int]
    cult: CultGiven
    seed: int
    names: Sequence[str]
    p1: PlayerGiven
    p2: PlayerGiven
    p3: PlayerGiven
    p4: PlayerGiven
    p5: PlayerGiven
    p6: PlayerGiven


def position(sets: str | Iterable[str] = "chronicle", **given: Unpack[Given]) -> Game:
    """A game in the middle of a turn, in the words of a scenario's `given` (docs/scenarios.md).

    Everything is optional: it is p1's turn, and zones that are not mentioned are empty. Cards are names or `Card`
    objects, from any set; seats are `"p1"` or `0`. Treasure under a card of the row follows after a slash:
    `"Landtalker / Energy Shard"`. Raises BadPosition where something is wrong.

    >>> import vigil
    >>> game = vigil.position(
    ...     sets="chronicle",
    ...     row=["Mephit", "Landtalker", "Muramasa"],
    ...     center_deck=["Wolf Shaman"],
    ...     p1={"hand": ["Heavy Infantry", "Heavy Infantry"], "power": 1},
    ...     p2={"honor": 3},
    ... )
    >>> game.decision.texts
    ['play Heavy Infantry', 'end turn']
    >>> vigil.position(p1={"hnd": ["Mystic"]})
    Traceback (most recent call last):
    vigil.engine.errors.BadPosition: p1.hnd is not known. Did you mean "hand"?
    """
    plain = {key: _plain(key, value) for key, value in given.items() if key != "names"}
    state = build_position(LIBRARY, set_names(sets), plain)
    return Game(state, given.get("names", ()), position=plain)


def _plain(key: str, value: Any) -> Any:
    """As a scenario's file would have it: cards by name, seats as `p1`, lists and tables."""
    if isinstance(value, Card):
        return value.name
    if key in ("first", "turn") and isinstance(value, int):
        return seat_name(value)
    if isinstance(value, Mapping):
        return {str(_plain("", each)): _plain("", inner) for each, inner in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_plain("", each) for each in value]
    return value
