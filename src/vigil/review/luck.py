"""Luck: what a chance event changed, compared with redraws from the same cards.

Hands count when they are played: a hand that is drawn at the end of a turn is known to nobody else until its owner's
next turn begins. So the luck of a hand is the win chance when the active player's hand is known, minus the win chance
when it is not. All other events count when they happen, from what the deciding player may know. The order of a pile is
undetermined until cards leave it, so a shuffle has no luck of its own: that of the cards drawn afterwards counts.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NamedTuple

from vigil.bots.search import world_seed
from vigil.engine import happenings
from vigil.engine.chance import Chance
from vigil.engine.happenings import Happening
from vigil.engine.setup import deal
from vigil.engine.terms import NOTHING
from vigil.engine.view import SPECTATOR

from .playouts import Floats, Playouts
from .statistics import standard_errors

if TYPE_CHECKING:
    from vigil.engine.options import Option
    from vigil.engine.setup import Setup
    from vigil.engine.state import GameState
    from vigil.engine.view import SeatView

DEAL: Final = "deal"
HAND: Final = "hand"
DRAW: Final = "draw"
ROW: Final = "row"
FATE: Final = "fate"
DISCARD: Final = "discard"

PLAYING_ON: Final = -1
"""Stands for the version of a position in the seeds of what happens after a chance event."""

World = Callable[[int], "GameState"]
"""A sampled game for the seed of a world."""


class Event(NamedTuple):
    """A chance event that somebody could see: its kinds, the main one first, and the names of the cards."""

    kinds: list[str]
    cards: list[str]


class Luck(NamedTuple):
    """The change that was luck, its standard errors, and the win chances after and before; all by seat."""

    luck: Floats
    errors: Floats
    after: Floats
    before: Floats
    before_errors: Floats


class LuckMeter:
    """Measures chance events of one game with so many sampled worlds each."""

    def __init__(self, playouts: Playouts, worlds: int, seed: int) -> None:
        self.playouts = playouts
        self.worlds = worlds
        self.seed = seed

    def of_deal(self, game: GameState) -> Luck:
        """The luck of the deal: who begins, if that was drawn, and the first row."""
        setup: Setup = game.setup
        return self._compare(game, game.view(SPECTATOR).sample, lambda seed: deal(setup, seed), 0)

    def of_hand(self, game: GameState) -> Luck:
        """The luck of the active player's hand, at the beginning of the turn."""
        known, unknown = game.view(game.turn.seat), game.view(SPECTATOR)
        return self._compare(game, known.sample, unknown.sample, game.version)

    def of_choice(self, before: SeatView, choice: Option, game: GameState, seat: int) -> Luck:
        """The luck of what happened after a choice: `before` is the view of it, `game` the game afterwards."""

        def redrawn(seed: int) -> GameState:
            world = before.sample(seed).copy(quiet=True)
            world.apply(choice)
            return world

        return self._compare(game, game.view(seat).sample, redrawn, before.version)

    def _compare(self, game: GameState, after: World, before: World, version: int) -> Luck:
        """Both kinds of games are played on with the same random numbers, which makes the difference more precise."""
        turn, active = game.turn_number, game.turn.seat
        seeds = [world_seed(self.seed, version, world) for world in range(self.worlds)]
        games = [world(seed).copy(quiet=True) for seed in seeds for world in (after, before)]
        for place, each in enumerate(games):
            each.chance = Chance(world_seed(self.seed, PLAYING_ON, seeds[place // 2]))
        values = self.playouts.values(games, turn, active).reshape(self.worlds, 2, -1)
        differences = values[:, 0] - values[:, 1]
        means = values.mean(axis=0)
        return Luck(
            differences.mean(axis=0), standard_errors(differences), means[0], means[1], standard_errors(values[:, 1])
        )


def event_after(game: GameState, choice_seat: int, turn: int, seen: int) -> Event | None:
    """The chance event that followed the last choice; None if nothing was drawn that counts now.

    `turn` and `seen` are those of the game before the choice.
    """
    if game.seen == seen:
        return None
    found = [Happening(*each) for each in game.happenings]
    kinds: list[str] = []
    names: list[str] = []
    revealed = 0
    for each in found:
        kind = _kind(each, game)
        if kind is None:
            continue
        revealed += 1
        is_hidden = each.kind == happenings.DRAWS and (each.seat != choice_seat or game.turn_number != turn)
        if not is_hidden:
            kinds.append(kind)
            names.append(game.cards[each.card].name)
    random = _random_cards(found, game.seen - seen - revealed)
    kinds += [DISCARD] * len(random)
    names += [game.cards[card].name for card in random]
    order: list[str] = [kind for kind in (FATE, DISCARD, ROW, DRAW) if kind in kinds]
    return Event(order, names) if order else None


def _kind(happening: Happening, game: GameState) -> str | None:
    if happening.kind in (happenings.DRAWS, happenings.REVEALS):
        return DRAW
    if happening.kind in (happenings.ENTERS_ROW, happenings.EVENT_BEGINS):
        return FATE if game.cards[happening.card].fate else ROW
    return None


def _random_cards(found: list[Happening], count: int) -> list[int]:
    """The cards that were taken from hands at random: whatever was seen and neither drawn nor revealed."""
    taken = [each.card for each in found if each.kind in (happenings.DISCARDS, happenings.TAKES, happenings.BANISHES)]
    return [card for card in taken[:count] if card != NOTHING]
