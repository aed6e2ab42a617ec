"""What effects and abilities are worth, in honor, read off the declarations of the cards.

The weights come with the circumstances; the other numbers are estimates on the same scale. A kind of effect that is
not named here is worth what its parts are worth, so custom cards are understood too.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import singledispatch
from typing import Final

from vigil.cards import nodes
from vigil.engine import abilities, terms
from vigil.engine.abilities import Ability
from vigil.engine.capture import Captures
from vigil.engine.effect import Effect
from vigil.engine.effects import acquire, combine, copy_hero, gain, hands, other_players, select, turn_rules
from vigil.engine.filters import ANY, Both, CostsAtMost, Filter
from vigil.engine.modifiers import CONSTRUCT_DISCOUNT, TREASURE_DISCOUNT
from vigil.engine.terms import CONSTRUCTS_ZONE, DECK_ZONE, HAND_ZONE, ROW_ZONE

from .circumstances import Circumstances, chance, expected, in_one_turn

VICTORY: Final = 25.0
DISCARDED: Final = -1.2
DESTROYED: Final = -1.5
UNKNOWN: Final = 0.3


def total(effects: Iterable[Effect], now: Circumstances) -> float:
    return sum(worth(effect, now) for effect in effects)


@singledispatch
def worth(effect: Effect, now: Circumstances) -> float:
    """What it is worth to carry the effect out once."""
    inside = effect.parts()
    waiting = sum(ability_worth(ability, now) for ability in effect.pending_abilities())
    return 0.7 * total(inside, now) + waiting if inside or waiting else UNKNOWN


# --- resources


@worth.register
def _(effect: gain.Gain, now: Circumstances) -> float:
    weights = now.weights
    unit = {"runes": weights.rune, "power": weights.power, "honor": 1.0, "energy": weights.energy}
    return (
        weights.rune * effect.runes
        + weights.power * effect.power
        + effect.honor
        + weights.energy * effect.energy
        + weights.mechana_rune * effect.mechana_runes
        + sum(unit[name] * expected(amount, now) for name, amount in effect.amounts)
    )


@worth.register
def _(effect: gain.Draw, now: Circumstances) -> float:
    return now.weights.draw * effect.count


@worth.register
def _(effect: gain.ExtraTurn, now: Circumstances) -> float:
    return now.weights.extra_turn


@worth.register
def _(effect: gain.WinTheGame, now: Circumstances) -> float:
    return VICTORY


@worth.register
def _(effect: gain.GrowPool, now: Circumstances) -> float:
    return 0.0


@worth.register
def _(effect: other_players.TakeHonor, now: Circumstances) -> float:
    return effect.amount * (1 + (now.opponents if effect.from_everyone else 1 / max(1, now.opponents)))


@worth.register
def _(effect: hands.RevealTopCard, now: Circumstances) -> float:
    return now.weights.draw + 0.1 * effect.amount


@worth.register
def _(effect: hands.ShowHands, now: Circumstances) -> float:
    return 0.4 * effect.amount * now.opponents


@worth.register
def _(effect: hands.TakeRandomCards, now: Circumstances) -> float:
    return 2.5 * now.opponents


@worth.register
def _(effect: hands.DiscardRandomThenTakeOne, now: Circumstances) -> float:
    return 2.0 + 0.5 * now.opponents


# --- effects made of effects


@worth.register
def _(effect: combine.If, now: Circumstances) -> float:
    return chance(effect.condition, now) * total(effect.effects, now)


@worth.register
def _(effect: combine.Instead, now: Circumstances) -> float:
    normal = worth(effect.normal, now)
    return normal + chance(effect.condition, now) * (worth(effect.better, now) - normal)


@worth.register
def _(effect: combine.ForEach, now: Circumstances) -> float:
    return expected(effect.amount, now) * worth(effect.effect, now)


@worth.register
def _(effect: combine.Choose, now: Circumstances) -> float:
    return max(worth(each, now) for each in effect.effects) + 0.2


@worth.register
def _(effect: combine.MayPay, now: Circumstances) -> float:
    return 0.5 * max(0.0, total(effect.effects, now) - now.weights.rune * effect.runes)


@worth.register
def _(effect: combine.PlayOrHavePlayed, now: Circumstances) -> float:
    return in_one_turn(effect.kind) * total(effect.effects, now)


@worth.register
def _(effect: combine.ThisTurn, now: Circumstances) -> float:
    return 0.8 * ability_worth(effect.ability, now)


@worth.register
def _(effect: other_players.EachPlayer, now: Circumstances) -> float:
    return 0.3 * worth(effect.effect, now)


@worth.register(other_players.EachOpponent)
@worth.register(other_players.ToEachOpponent)
def _(effect: other_players.EachOpponent | other_players.ToEachOpponent, now: Circumstances) -> float:
    """What hurts them helps; constructs can be lost only where there are some."""
    hurt = -worth(effect.effect, now)
    return (
        now.weights.hurt
        * min(hurt, 4.0)
        * (0.4 * now.targets if is_against_constructs(effect.effect) else 0.6 * now.opponents)
    )


def is_against_constructs(effect: Effect) -> bool:
    return isinstance(effect, (select.Destroy, select.DestroyAllButOne, hands.LiftConstructs))


# --- cards that go somewhere


@worth.register
def _(effect: select.Select, now: Circumstances) -> float:
    follow = total(effect.then, now)
    if effect.then_if is not None:
        follow *= 0.3
    return follow if effect.at_least else max(0.0, follow)


@worth.register
def _(effect: select.Banish, now: Circumstances) -> float:
    if ROW_ZONE in effect.places.zones:
        value = UNKNOWN
    else:
        value = now.weights.banish * min(1.0, now.eighths / 8) * min(effect.count, 3)
        if effect.at_least and effect.places.zones == (HAND_ZONE,):
            value -= 0.5
    is_any = effect.then_if is None and effect.kind is ANY
    return value + 0.7 * total(effect.then, now) * (1.0 if is_any else 0.3)


@worth.register
def _(effect: nodes.TakeRevealedTreasure, now: Circumstances) -> float:
    return 2 * UNKNOWN


@worth.register
def _(effect: select.Discard, now: Circumstances) -> float:
    return DISCARDED * effect.count + total(effect.then, now)


@worth.register
def _(effect: select.Destroy, now: Circumstances) -> float:
    return DESTROYED * (1.5 if effect.takes_all() else effect.count)


@worth.register(select.DestroyAllButOne)
@worth.register(hands.LiftConstructs)
def _(effect: Effect, now: Circumstances) -> float:
    return 1.5 * DESTROYED


@worth.register(hands.SendCard)
@worth.register(hands.MaySendThis)
def _(effect: Effect, now: Circumstances) -> float:
    return 0.4


def price_limit(kind: Filter) -> int:
    """The dearest card that the filter lets through; a high number where it does not ask."""
    if isinstance(kind, CostsAtMost):
        return kind.limit
    return min(price_limit(kind.first), price_limit(kind.second)) if isinstance(kind, Both) else 7


@worth.register
def _(effect: acquire.Acquire, now: Circumstances) -> float:
    only_supply = effect.places.zones == (terms.SUPPLY_ZONE,)
    value = 1.1 if only_supply else 0.7 * price_limit(effect.kind) - 0.9
    value += {HAND_ZONE: now.weights.draw, DECK_ZONE: 0.7, CONSTRUCTS_ZONE: 1.0}.get(effect.to, 0.0)
    return value * min(effect.count, 2) + total(effect.then, now)


@worth.register
def _(effect: acquire.Defeat, now: Circumstances) -> float:
    return 7.0 if effect.takes_all() else 0.9 * price_limit(effect.kind) - 1.5


@worth.register
def _(effect: acquire.AcquireOrDefeat, now: Circumstances) -> float:
    return 14.0 if effect.takes_all() else 4.5


@worth.register
def _(effect: copy_hero.CopyHero, now: Circumstances) -> float:
    return 1.0 + 0.2 * price_limit(effect.kind)


@worth.register
def _(effect: acquire.Transform, now: Circumstances) -> float:
    return 9.0


# --- the effects of single cards


@worth.register
def _(effect: turn_rules.ChangeRule, now: Circumstances) -> float:
    return 0.4 * effect.amount if effect.rule in (CONSTRUCT_DISCOUNT, TREASURE_DISCOUNT) else UNKNOWN


@worth.register
def _(effect: nodes.BanishThis, now: Circumstances) -> float:
    return total(effect.effects, now) - 1.0


# --- abilities


@singledispatch
def ability_worth(ability: Ability, now: Circumstances) -> float:
    """What the ability brings in a usual turn. What can be used only once brings nothing by the turn."""
    return 0.7 * total(ability.parts(), now)


@ability_worth.register
def _(ability: abilities.Use, now: Circumstances) -> float:
    if is_sacrifice(ability):
        return 0.0
    value = total(ability.effects, now) - now.weights.rune * ability.runes - now.weights.power * ability.power
    return chance(ability.only_if, now) * max(0.0, value)


@ability_worth.register
def _(ability: abilities.When, now: Circumstances) -> float:
    often = 0.8 if ability.first or ability.once else 1.0
    return 0.6 * often * total(ability.effects, now)


@ability_worth.register
def _(ability: abilities.Redirect, now: Circumstances) -> float:
    return {HAND_ZONE: 0.6, DECK_ZONE: 0.35, CONSTRUCTS_ZONE: 0.45}.get(ability.to, 0.25) * (
        0.7 if ability.once else 1.0
    )


@ability_worth.register
def _(ability: abilities.ConstructsBecome, now: Circumstances) -> float:
    return 0.3 * now.mechana


@ability_worth.register(abilities.PriceCut)
@ability_worth.register(abilities.TreasurePriceCut)
@ability_worth.register(abilities.BringsDay)
@ability_worth.register(Captures)
def _(ability: Ability, now: Circumstances) -> float:
    return 0.7


def is_sacrifice(ability: abilities.Use) -> bool:
    """The card itself is the price."""
    return ability.banish_this or ability.destroy_this


def sacrifice_worth(uses: Iterable[abilities.Use], now: Circumstances) -> float:
    """What the card can be given up for, one time."""
    values = [
        chance(each.only_if, now) * total(each.effects, now) * (0.2 if each.with_twin else 1.0)
        for each in uses
        if is_sacrifice(each)
    ]
    return max(values, default=0.0)


__all__ = ["ability_worth", "is_against_constructs", "is_sacrifice", "price_limit", "sacrifice_worth", "total", "worth"]
