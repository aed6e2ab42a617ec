"""Positions: games that start in the middle of a turn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from operator import index
from typing import Any, SupportsIndex, TypedDict, Unpack

from vigil.cards import LIBRARY
from vigil.engine.positions import build_position
from vigil.engine.terms import seat_name
from vigil.set_names import set_names

from .arguments import player_names
from .cards import Card
from .game import Game

Cards = Sequence[Card | str]
"""Cards, or their names."""


class PlayerGiven(TypedDict, total=False):
    """A player's cards and resources in a position. All keys are optional."""

    hand: Cards
    deck: Cards
    """From the top down."""
    discard: Cards
    played: Cards
    """Cards played earlier this turn."""
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
    """The description of a position. All keys are optional."""

    players: int
    variant: str
    first: int | str
    turn: int | str
    row: Cards
    center_deck: Cards
    void: Cards
    event: Card | str
    honor_pool: int
    supply: Mapping[str, int] | Mapping[Card, int]
    cult: CultGiven
    seed: int
    shuffled: bool
    """Whether the decks are in an unknown order, which depends on the seed, instead of the given one."""
    names: str | Sequence[str]
    p1: PlayerGiven
    p2: PlayerGiven
    p3: PlayerGiven
    p4: PlayerGiven
    p5: PlayerGiven
    p6: PlayerGiven


def position(sets: str | Iterable[str] = "chronicle", **given: Unpack[Given]) -> Game:
    """A game in the middle of a turn, described by the keys of a scenario's `given` (docs/scenarios.md).

    All keys are optional: by default it is p1's turn and all zones are empty. Cards are names or `Card` objects of any
    set; seats are `"p1"` or `0`. Treasure under a card of the row follows after a slash: `"Landtalker / Energy Shard"`.
    Raises BadPosition if the description is invalid.

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
    vigil.BadPosition: There is no key "p1.hnd". Did you mean "hand"?
    """
    plain = {key: _plain(key, value) for key, value in given.items() if key != "names"}
    state = build_position(LIBRARY, set_names(sets), plain)
    return Game(state, player_names(given.get("names", ()), len(state.players)), position=plain)


def _plain(key: str, value: Any) -> Any:
    """Converts a value to the form it has in scenario files: names of cards, seats as `p1`, lists and tables."""
    if isinstance(value, Card):
        return value.name
    if key in ("first", "turn") and isinstance(value, int):
        return seat_name(value)
    if isinstance(value, Mapping):
        return {str(_plain("", each)): _plain("", inner) for each, inner in value.items()}
    if isinstance(value, Iterable) and not isinstance(value, str):
        return [_plain("", each) for each in value]
    return value if isinstance(value, bool) or not isinstance(value, SupportsIndex) else index(value)
