"""What the quick policy needs to know about every card, effect and ability, read off the declarations."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from vigil.engine.abilities import Use
from vigil.engine.conditions import Energized
from vigil.engine.effects.combine import If, Instead
from vigil.engine.effects.gain import Gain
from vigil.engine.effects.select import Select
from vigil.engine.terms import MECHANA_FACTION

from .estimates import Situation
from .evaluator import CardValue, CardValues, EffectValue, UseValue
from .policy import QuickPolicy
from .verbs import (
    CONSTRUCT_FIRST,
    ability_value,
    cards_lost,
    effect_value,
    everything_in,
    sacrifice_value,
    timing,
    total,
    verb_of,
)

if TYPE_CHECKING:
    from vigil.engine.abilities import Ability
    from vigil.engine.card import Card
    from vigil.engine.effect import Effect
    from vigil.engine.library import Library
    from vigil.engine.setup import Setup

    from .weights import Weights


def quick_policy(setup: Setup, weights: Weights, far_sighted: bool = True) -> QuickPolicy:
    """The quick policy of somebody who plays at this table by these weights."""
    library = setup.library
    return QuickPolicy(_kept(library, len(library.cards), setup.players - 1, weights), weights, far_sighted)


@lru_cache(maxsize=64)
def _kept(library: Library, size: int, opponents: int, weights: Weights) -> CardValues:
    """`size` is the number of cards in the library, which grows when a set is added: then everything is read anew."""
    return card_values(library, opponents, weights)


def card_values(library: Library, opponents: int, weights: Weights) -> CardValues:
    usual = Situation(1, 0, 1, 0, opponents, opponents, 8, weights)
    return CardValues(
        [_card_value(card, usual) for card in library.cards],
        [
            EffectValue(effect_value(effect, usual), _follow_up(effect, usual), verb_of(effect).question)
            for effect in library.effects
        ],
        [_use_value(ability, usual) for ability in library.abilities],
    )


def _card_value(card: Card, usual: Situation) -> CardValue:
    late = _per_play(card, usual._replace(eighths=0))
    long = _per_play(card, usual)
    with_mechana = _per_play(card, usual._replace(constructs=3, mechana=2))
    with_energy = _per_play(card, usual._replace(energy=2))
    once = total(card.play, usual) + sacrifice_value(card.uses, usual) if card.is_construct else 0.0
    certain = [effect for effect in card.play if isinstance(effect, Gain)]
    return CardValue(
        honor=float(card.honor),
        is_construct=card.is_construct,
        is_mechana=card.faction_number == MECHANA_FACTION,
        per_play=late,
        per_play_long=long - late,
        per_mechana=(with_mechana - long) / 2,
        per_energy=(with_energy - long) / 2,
        energy=_energy(card),
        once=float(once),
        reward=_reward(card, usual),
        banished=float(total(card.banished, usual)),
        timing=CONSTRUCT_FIRST if card.is_construct else timing(card.play),
        loses_card=bool(cards_lost(card.play)),
        play_runes=sum(gain.runes for gain in certain),
        play_power=sum(gain.power for gain in certain),
        energy_thresholds=_energy_thresholds(card),
    )


def _use_value(ability: Ability, usual: Situation) -> UseValue:
    """Nothing for an ability that is not used but works by itself."""
    if not isinstance(ability, Use):
        return UseValue(0.0, 0, 0, 0, 0)
    gains = [effect for effect in ability.effects if isinstance(effect, Gain)]
    return UseValue(
        float(total(ability.effects, usual)),
        timing(ability.effects),
        sum(gain.runes for gain in gains),
        sum(gain.power for gain in gains),
        sum(gain.energy for gain in gains),
    )


def _per_play(card: Card, now: Situation) -> float:
    """What the card brings each time it is played; a construct, in each turn in which it is in play."""
    if card.is_construct:
        return sum((ability_value(ability, now) for ability in card.abilities), 0.0)
    return float(total(card.play, now))


def _energy(card: Card) -> float:
    """What the card adds to the energy of a turn in which it is played, or is in play."""
    gains = (*card.play, *(effect for use in card.uses if not use.is_sacrifice for effect in use.effects))
    return float(sum(effect.energy for effect in gains if isinstance(effect, Gain)))


def _energy_thresholds(card: Card) -> list[int]:
    """The amounts of energy in a turn that the card makes something of when it is played or used."""
    conditions = [effect.condition for effect in everything_in(card.play) if isinstance(effect, (If, Instead))]
    conditions += [use.only_if for use in card.uses if use.only_if is not None]
    return [condition.amount for condition in conditions if isinstance(condition, Energized)]


def _reward(card: Card, now: Situation) -> float:
    found = total(card.reward, now) + 0.8 * sacrifice_value(card.uses, now)
    found += sum(ability_value(ability, now) * 4 for ability in card.trophy)
    return float(now.weights.defeat * (found + (0.6 if card.infest else 0.0)))


def _follow_up(effect: Effect, now: Situation) -> float:
    """What comes after a choice of cards; what accepting a yes-or-no question brings."""
    if isinstance(effect, Select):
        return float(total(effect.then, now))
    inside = effect.parts()
    return float(total(inside, now)) if inside else 1.0
