"""What the quick policy needs to know about every card, effect and ability, read off the declarations."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from vigil.engine.abilities import Use
from vigil.engine.conditions import Energized
from vigil.engine.effects.combine import If, Instead
from vigil.engine.effects.gain import Gain
from vigil.engine.effects.select import Select

from .estimates import Situation
from .evaluator import CardValues
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
    late = usual._replace(eighths=0)
    mechana = usual._replace(constructs=3, mechana=2)
    energetic = usual._replace(energy=2)
    cards = library.cards
    per_play = [_per_play(card, late) for card in cards]
    uses = [ability if isinstance(ability, Use) else None for ability in library.abilities]
    gains = [[effect for effect in use.effects if isinstance(effect, Gain)] if use else [] for use in uses]
    at_once = [[effect for effect in card.play if isinstance(effect, Gain)] for card in cards]
    return CardValues(
        per_play=per_play,
        per_play_long=[_per_play(card, usual) - base for card, base in zip(cards, per_play, strict=True)],
        per_mechana=[(_per_play(card, mechana) - _per_play(card, usual)) / 2 for card in cards],
        per_energy=[(_per_play(card, energetic) - _per_play(card, usual)) / 2 for card in cards],
        energy=[_energy(card) for card in cards],
        once=[
            total(card.play, usual) + sacrifice_value(card.uses, usual) if card.is_construct else 0.0 for card in cards
        ],
        reward=[_reward(card, usual) for card in cards],
        banished=[total(card.banished, usual) for card in cards],
        timing=[CONSTRUCT_FIRST if card.is_construct else timing(card.play) for card in cards],
        loses_card=[bool(cards_lost(card.play)) for card in cards],
        effect=[effect_value(effect, usual) for effect in library.effects],
        follow_up=[_follow_up(effect, usual) for effect in library.effects],
        question=[verb_of(effect).question for effect in library.effects],
        use=[total(use.effects, usual) if use else 0.0 for use in uses],
        use_timing=[timing(use.effects) if use else 0 for use in uses],
        use_runes=[sum(gain.runes for gain in each_use) for each_use in gains],
        use_power=[sum(gain.power for gain in each_use) for each_use in gains],
        use_energy=[sum(gain.energy for gain in each_use) for each_use in gains],
        play_runes=[sum(gain.runes for gain in certain) for certain in at_once],
        play_power=[sum(gain.power for gain in certain) for certain in at_once],
        energy_thresholds=[_energy_thresholds(card) for card in cards],
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
