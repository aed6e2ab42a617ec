"""Reads off the declarations what the quick judgement needs to know about every card, effect and ability."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from vigil.engine.abilities import Use
from vigil.engine.conditions import Energized
from vigil.engine.effects import acquire, combine, copy_hero, hands, select
from vigil.engine.effects.combine import If, Instead
from vigil.engine.effects.gain import Gain
from vigil.engine.procedures.placement import PlaceAcquired
from vigil.engine.procedures.rewards import OrderRewards, PlaceDefeated

from . import instinct
from .circumstances import Circumstances
from .habits import everything_in, moment, play_moment, throws_away
from .instinct import Instinct
from .judgement import Sense
from .worth import ability_worth, is_sacrifice, sacrifice_worth, total, worth

if TYPE_CHECKING:
    from vigil.engine.card import Card
    from vigil.engine.effect import Effect
    from vigil.engine.library import Library
    from vigil.engine.setup import Setup

    from .weights import Weights

# The first kind that fits counts.
_QUESTIONS: tuple[tuple[type[Effect] | tuple[type[Effect], ...], int], ...] = (
    (combine.Choose, instinct.CHOOSES),
    (combine.MayPay, instinct.PAYS),
    (PlaceAcquired, instinct.PLACES),
    ((PlaceDefeated, hands.MaySendThis), instinct.SENDS),
    (OrderRewards, instinct.ORDERS),
    (select.Banish, instinct.BANISHES),
    (select.Discard, instinct.DISCARDS),
    (select.Destroy, instinct.DESTROYS),
    (select.DestroyAllButOne, instinct.KEEPS_ONE),
    (acquire.Acquire, instinct.TAKES),
    (acquire.Defeat, instinct.DEFEATS),
    (copy_hero.CopyHero, instinct.COPIES),
    (hands.SendCard, instinct.SENDS_A_CARD),
    (hands.DiscardRandomThenTakeOne, instinct.TAKES_A_DISCARD),
)


def instinct_for(setup: Setup, weights: Weights, far_sighted: bool = True) -> Instinct:
    """The quick judgement of somebody who plays at this table by these weights."""
    library = setup.library
    return Instinct(_sense(library, len(library.cards), setup.players - 1, weights), weights, far_sighted)


@lru_cache(maxsize=64)
def _sense(library: Library, size: int, opponents: int, weights: Weights) -> Sense:
    """`size` is the number of cards in the library, which grows when a set is added: then everything is read anew."""
    return sense_of(library, opponents, weights)


def sense_of(library: Library, opponents: int, weights: Weights) -> Sense:
    usual = Circumstances(1, 0, 1, 0, opponents, opponents, 8, weights)
    late = usual._replace(eighths=0)
    mechana = usual._replace(constructs=3, mechana=2)
    energetic = usual._replace(energy=2)
    cards = library.cards
    each = [_each(card, late) for card in cards]
    uses = [ability if isinstance(ability, Use) else None for ability in library.abilities]
    gains = [[effect for effect in use.effects if isinstance(effect, Gain)] if use else [] for use in uses]
    at_once = [[effect for effect in card.play if isinstance(effect, Gain)] for card in cards]
    return Sense(
        each=each,
        each_long=[_each(card, usual) - base for card, base in zip(cards, each, strict=True)],
        each_mechana=[(_each(card, mechana) - _each(card, usual)) / 2 for card in cards],
        each_energy=[(_each(card, energetic) - _each(card, usual)) / 2 for card in cards],
        energy=[_energy(card) for card in cards],
        once=[
            total(card.play, usual) + sacrifice_worth(card.uses, usual) if card.is_construct else 0.0 for card in cards
        ],
        reward=[_reward(card, usual) for card in cards],
        banished=[total(card.banished, usual) for card in cards],
        moment=[play_moment(card) for card in cards],
        throws_away=[bool(throws_away(card.play)) for card in cards],
        effect=[worth(effect, usual) for effect in library.effects],
        follow=[_follow(effect, usual) for effect in library.effects],
        question=[_question(effect) for effect in library.effects],
        use=[total(use.effects, usual) if use else 0.0 for use in uses],
        use_moment=[moment(use.effects) if use else 0 for use in uses],
        use_runes=[sum(gain.runes for gain in each_use) for each_use in gains],
        use_power=[sum(gain.power for gain in each_use) for each_use in gains],
        use_energy=[sum(gain.energy for gain in each_use) for each_use in gains],
        play_runes=[sum(gain.runes for gain in certain) for certain in at_once],
        play_power=[sum(gain.power for gain in certain) for certain in at_once],
        asks_energy=[_asks_energy(card) for card in cards],
    )


def _each(card: Card, now: Circumstances) -> float:
    """What the card brings each time it is played; a construct, in each turn in which it is in play."""
    if card.is_construct:
        return sum((ability_worth(ability, now) for ability in card.abilities), 0.0)
    return float(total(card.play, now))


def _energy(card: Card) -> float:
    """What the card adds to the energy of a turn in which it is played, or lies in play."""
    gains = (*card.play, *(effect for use in card.uses if not is_sacrifice(use) for effect in use.effects))
    return float(sum(effect.energy for effect in gains if isinstance(effect, Gain)))


def _asks_energy(card: Card) -> list[int]:
    """How much energy in a turn the card makes something of, when it is played or used."""
    inside = everything_in(card.play)
    asked = [effect.condition for effect in inside if isinstance(effect, (If, Instead))]
    asked += [use.only_if for use in card.uses if use.only_if is not None]
    return [condition.amount for condition in asked if isinstance(condition, Energized)]


def _reward(card: Card, now: Circumstances) -> float:
    found = total(card.reward, now) + 0.8 * sacrifice_worth(card.uses, now)
    found += sum(ability_worth(ability, now) * 4 for ability in card.trophy)
    return float(now.weights.defeat * (found + (0.6 if card.infest else 0.0)))


def _follow(effect: Effect, now: Circumstances) -> float:
    """What comes after a choice of cards; what accepting a yes-or-no question brings."""
    if isinstance(effect, select.Select):
        return float(total(effect.then, now))
    inside = effect.parts()
    return float(total(inside, now)) if inside else 1.0


def _question(effect: Effect) -> int:
    return next((question for kind, question in _QUESTIONS if isinstance(effect, kind)), instinct.UNKNOWN)
