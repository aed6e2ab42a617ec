"""In which order the cards of a hand are best played: read off what they do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from vigil.cards.nodes import BanishThis
from vigil.engine.effects import acquire, combine, copy_hero, gain, select
from vigil.engine.effects.hands import RevealTopCard, TakeRandomCards
from vigil.engine.terms import HAND_ZONE

if TYPE_CHECKING:
    from vigil.engine.card import Card
    from vigil.engine.effect import Effect

# What comes early shows more cards or switches other cards on; what comes late needs something to work with.
CONSTRUCT_FIRST: Final = 100
ENERGY: Final = 90
DRAW: Final = 80
THROWS_A_CARD_AWAY: Final = 70
INTO_THE_HAND: Final = 65
MAY_BANISH: Final = 60
PLAIN: Final = 50
CONDITIONAL: Final = 35
TAKES_FROM_THE_ROW: Final = 25
COPIES: Final = 20
DOES_NOTHING: Final = 8
WITHOUT_SACRIFICE: Final = 5


def everything_in(effects: Iterable[Effect]) -> Iterator[Effect]:
    """The effects and all effects inside them."""
    for effect in effects:
        yield effect
        yield from everything_in(effect.parts())


def throws_away(effects: Iterable[Effect]) -> int:
    """How many cards of the hand must go."""
    lost = 0
    for effect in effects:
        if isinstance(effect, BanishThis):
            lost += throws_away(effect.effects)
        elif isinstance(effect, (select.Discard, select.Banish)) and effect.places.zones == (HAND_ZONE,):
            lost += effect.at_least
    return lost


def moment(effects: tuple[Effect, ...]) -> int:
    """When in a turn these effects should happen: the higher, the earlier."""
    if not effects:
        return DOES_NOTHING
    inside = list(everything_in(effects))
    if any(isinstance(each, gain.Gain) and each.energy for each in inside):
        return ENERGY
    if any(isinstance(each, copy_hero.CopyHero) for each in inside):
        return COPIES
    if throws_away(effects):
        return THROWS_A_CARD_AWAY
    if any(isinstance(each, (gain.Draw, RevealTopCard, TakeRandomCards)) for each in inside):
        return DRAW
    if any(isinstance(each, acquire.Acquire) and each.to == HAND_ZONE for each in inside):
        return INTO_THE_HAND
    if any(isinstance(each, select.Banish) and HAND_ZONE in each.places.zones for each in inside):
        return MAY_BANISH
    if any(isinstance(each, (acquire.Acquire, acquire.Defeat)) for each in inside):
        return TAKES_FROM_THE_ROW
    if any(isinstance(each, (combine.If, combine.ForEach)) for each in effects):
        return CONDITIONAL
    return PLAIN


def play_moment(card: Card) -> int:
    if card.is_construct:
        return CONSTRUCT_FIRST
    return moment(card.play)
