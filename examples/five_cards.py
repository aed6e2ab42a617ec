"""Five invented cards: a small set to learn from, and to start your own with. docs/custom-sets.md explains them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vigil.engine.procedures.moves import gain_honor
from vigil.engine.vocabulary import *

if TYPE_CHECKING:
    from vigil.engine.frames import Context
    from vigil.engine.state import GameState


class GainHonorForFactionsPlayed(Effect):
    """What no word of the vocabulary says. `do` is what happens, `phrase` is what stands on the card."""

    instant = True  # it never asks, and leaves nothing to do

    def __init__(self, honor: int) -> None:
        self.amount = honor

    def do(self, game: GameState, context: Context) -> None:
        factions = {game.cards[card].faction for card in game.turn.played} - {""}
        if factions:
            gain_honor(game, context.seat, self.amount * len(factions))

    def phrase(self) -> str:
        return f"gain {self.amount} honor for each different faction among cards you have played this turn"


CARDS = [
    # Thins the deck without costing a card of the hand.
    Hero("Ashmark Penitent", VOID, cost=Runes(3), honor=1, copies=3, play=[Draw(1), May(Banish(HAND | DISCARD))]),
    # A choice, and a bonus for whoever builds.
    Hero(
        "Gearwright's Niece",
        MECHANA,
        cost=Runes(2),
        honor=1,
        copies=3,
        play=[Choose(Gain(runes=2), Gain(power=2)), If(Control(MECHANA & CONSTRUCT), Draw(1))],
    ),
    # A construct with two abilities: one is used, the other happens by itself.
    Construct(
        "Orchard of Bells",
        LIFEBOUND,
        cost=Runes(5),
        honor=3,
        copies=2,
        abilities=[OncePerTurn(Gain(runes=1)), When(ON_ACQUIRE, LIFEBOUND & HERO, Gain(honor=1))],
    ),
    # A trophy is kept until its owner banishes it.
    Monster(
        "Lantern-Eater",
        cost=Power(4),
        copies=3,
        reward=[Gain(honor=3), May(Banish(CENTER_ROW))],
        trophy=[Trophy(Draw(1))],
    ),
    # With an effect of its own.
    Hero(
        "Speaker of Four Halls",
        ENLIGHTENED,
        cost=Runes(5),
        honor=2,
        copies=2,
        play=[Draw(1), GainHonorForFactionsPlayed(1)],
    ),
]

SET = CardSet(
    "five-cards",
    "Five Cards",
    CARDS,
    starting={"Apprentice": 8, "Militia": 2},
    supply={"Mystic": 30, "Heavy Infantry": 29},
    standing=["Cultist"],
)
