"""What the bots know about the verbs of card declarations: one row for each kind of effect and of ability.

The value of cards, the order of play, the network's features, the rating of answers and the hints all read this table.
A test fails where an effect or an ability of the vocabulary has no row. A custom effect without a row is worth what its
parts are worth. Values are in honor; the weights come with the situation, the other numbers are estimates on the same
scale.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, NamedTuple

from vigil.cards import nodes
from vigil.engine import abilities, capture
from vigil.engine.abilities import Ability
from vigil.engine.effect import Effect
from vigil.engine.effects import acquire, combine, copy_hero, gain, hands, other_players, select, turn_rules
from vigil.engine.filters import ANY, Both, CostsAtMost, Filter
from vigil.engine.modifiers import CONSTRUCT_DISCOUNT, TREASURE_DISCOUNT
from vigil.engine.procedures import placement, rewards
from vigil.engine.terms import CONSTRUCTS_ZONE, DECK_ZONE, HAND_ZONE, ROW_ZONE, SUPPLY_ZONE

from . import question_kinds
from .estimates import Situation, chance, chance_in_one_turn, expected, resolved, row_of

VICTORY: Final = 25.0
DISCARDED: Final = -1.2
DESTROYED: Final = -1.5
MINOR: Final = 0.3
"""The value of what helps a little, nobody knows how much."""

# When a card or an ability is best played in a turn: the higher, the earlier. What comes early shows more cards or
# switches other cards on; what comes late needs something to work with.
CONSTRUCT_FIRST: Final = 100
ENERGY: Final = 90
DRAW: Final = 80
LOSES_A_CARD: Final = 70
INTO_HAND: Final = 65
MAY_BANISH: Final = 60
PLAIN: Final = 50
CONDITIONAL: Final = 35
TAKES_FROM_ROW: Final = 25
COPIES: Final = 20
DOES_NOTHING: Final = 8

Feature = tuple[str, float]
"""What an effect does, in one of the words that the network knows, and how much."""


def _other_features(effect: Effect) -> list[Feature]:
    return [] if effect.parts() else [("other", 1.0)]


class Verb(NamedTuple):
    """What the bots know about one kind of effect. Where something depends on the effect, it is a function of it."""

    value: float | Callable[[Any, Situation], float]
    """What it is worth to carry the effect out once."""
    features: tuple[Feature, ...] | Callable[[Any], list[Feature]] = _other_features
    timing: int | Callable[[Any], int] = PLAIN
    question: int = question_kinds.OTHER
    parts: float | Callable[[Any, Situation], float] = 1.0
    """How much of its parts happens."""


def total(effects: Iterable[Effect], now: Situation) -> float:
    return sum(effect_value(effect, now) for effect in effects)


def effect_value(effect: Effect, now: Situation) -> float:
    """What it is worth to carry the effect out once."""
    return float(resolved(verb_of(effect).value, effect, now))


def effect_features(effect: Effect) -> Iterable[Feature]:
    found: Iterable[Feature] = resolved(verb_of(effect).features, effect)
    return found


def share_of_parts(effect: Effect, now: Situation) -> float:
    """How much of its parts happens, on average."""
    return float(resolved(verb_of(effect).parts, effect, now))


def everything_in(effects: Iterable[Effect]) -> Iterator[Effect]:
    """The effects and all effects inside them."""
    for effect in effects:
        yield effect
        yield from everything_in(effect.parts())


def cards_lost(effects: Iterable[Effect]) -> int:
    """How many cards of the hand the effects cost for certain."""
    lost = 0
    for effect in effects:
        if isinstance(effect, nodes.BanishThis):
            lost += cards_lost(effect.effects)
        elif isinstance(effect, (select.Discard, select.Banish)) and effect.places.zones == (HAND_ZONE,):
            lost += effect.at_least
    return lost


def timing(effects: tuple[Effect, ...]) -> int:
    """When in a turn these effects are best carried out: the higher, the earlier."""
    if not effects:
        return DOES_NOTHING
    found = {resolved(verb_of(effect).timing, effect) for effect in everything_in(effects)}
    if cards_lost(effects):
        found.add(LOSES_A_CARD)
    if any(isinstance(each, (combine.If, combine.ForEach)) for each in effects):
        found.add(CONDITIONAL)
    order = (ENERGY, COPIES, LOSES_A_CARD, DRAW, INTO_HAND, MAY_BANISH, TAKES_FROM_ROW, CONDITIONAL)
    return next((each for each in order if each in found), PLAIN)


# --- resources


def _gain(effect: gain.Gain, now: Situation) -> float:
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


def _gain_features(effect: gain.Gain) -> list[Feature]:
    if effect.amounts:
        return [("other", 1.0)]
    return [
        ("runes", effect.runes),
        ("power", effect.power),
        ("honor", effect.honor),
        ("energy", effect.energy),
        ("mechana runes", effect.mechana_runes),
    ]


def _take_honor(effect: other_players.TakeHonor, now: Situation) -> float:
    return effect.amount * (1 + (now.opponents if effect.from_everyone else 1 / max(1, now.opponents)))


# --- effects made of effects


def _parts(effect: Effect, now: Situation) -> float:
    inside = effect.parts()
    waiting = sum(ability_value(ability, now) for ability in effect.pending_abilities())
    return 0.7 * total(inside, now) + waiting if inside or waiting else MINOR


def _instead(effect: combine.Instead, now: Situation) -> float:
    normal = effect_value(effect.normal, now)
    return normal + chance(effect.condition, now) * (effect_value(effect.better, now) - normal)


def _against_opponents(effect: other_players.EachOpponent | other_players.ToEachOpponent, now: Situation) -> float:
    """What harms them helps; constructs can be lost only where there are some."""
    harm = -effect_value(effect.effect, now)
    reach = 0.4 * now.targets if is_against_constructs(effect.effect) else 0.6 * now.opponents
    return now.weights.hurt * min(harm, 4.0) * reach


def is_against_constructs(effect: Effect) -> bool:
    return isinstance(effect, (select.Destroy, select.DestroyAllButOne, hands.LiftConstructs))


# --- cards that go somewhere


def _select(effect: select.Select, now: Situation) -> float:
    follow_up = total(effect.then, now)
    if effect.then_if is not None:
        follow_up *= 0.3
    return follow_up if effect.at_least else max(0.0, follow_up)


def _banish(effect: select.Banish, now: Situation) -> float:
    if ROW_ZONE in effect.places.zones:
        value = MINOR
    else:
        value = now.weights.banish * min(1.0, now.eighths / 8) * min(effect.count, 3)
        if effect.at_least and effect.places.zones == (HAND_ZONE,):
            value -= 0.5
    is_any = effect.then_if is None and effect.kind is ANY
    return value + 0.7 * total(effect.then, now) * (1.0 if is_any else 0.3)


def _banish_features(effect: select.Banish) -> list[Feature]:
    return [("banishes row" if ROW_ZONE in effect.places.zones else "banishes own", min(3, effect.count))]


def _banish_timing(effect: select.Banish) -> int:
    return MAY_BANISH if HAND_ZONE in effect.places.zones else PLAIN


def cost_limit(kind: Filter) -> int:
    """The highest cost that the filter lets through; a high number where it has no limit."""
    if isinstance(kind, CostsAtMost):
        return kind.limit
    return min(cost_limit(kind.first), cost_limit(kind.second)) if isinstance(kind, Both) else 7


def _acquire(effect: acquire.Acquire, now: Situation) -> float:
    value = 1.1 if effect.places.zones == (SUPPLY_ZONE,) else 0.7 * cost_limit(effect.kind) - 0.9
    value += {HAND_ZONE: now.weights.draw, DECK_ZONE: 0.7, CONSTRUCTS_ZONE: 1.0}.get(effect.to, 0.0)
    return value * min(effect.count, 2) + total(effect.then, now)


def _acquire_timing(effect: acquire.Acquire) -> int:
    return INTO_HAND if effect.to == HAND_ZONE else TAKES_FROM_ROW


def _change_rule(effect: turn_rules.ChangeRule, now: Situation) -> float:
    return 0.4 * effect.amount if effect.rule in (CONSTRUCT_DISCOUNT, TREASURE_DISCOUNT) else MINOR


_DESTROYS: Final = (("destroys", 1.0),)
_OF_PARTS: Final = Verb(_parts)

VERBS: Final[dict[type[Effect], Verb]] = {
    gain.Gain: Verb(_gain, _gain_features, lambda effect: ENERGY if effect.energy else PLAIN),
    gain.Draw: Verb(
        lambda effect, now: now.weights.draw * effect.count, lambda effect: [("draws", effect.count)], timing=DRAW
    ),
    gain.ExtraTurn: Verb(lambda effect, now: now.weights.extra_turn, (("again", 1.0),)),
    gain.WinTheGame: Verb(VICTORY),
    gain.GrowPool: Verb(0.0),
    gain.GrowRow: Verb(MINOR),
    other_players.TakeHonor: Verb(_take_honor),
    hands.RevealTopCard: Verb(
        lambda effect, now: now.weights.draw + 0.1 * effect.amount, (("draws", 1.0),), timing=DRAW
    ),
    hands.ShowHands: Verb(lambda effect, now: 0.4 * effect.amount * now.opponents),
    hands.TakeRandomCards: Verb(lambda effect, now: 2.5 * now.opponents, timing=DRAW),
    hands.DiscardRandomThenTakeOne: Verb(
        lambda effect, now: 2.0 + 0.5 * now.opponents, question=question_kinds.TAKE_DISCARDED
    ),
    # Effects made of effects
    combine.If: Verb(
        lambda effect, now: chance(effect.condition, now) * total(effect.effects, now),
        parts=lambda effect, now: chance(effect.condition, now),
    ),
    combine.Instead: Verb(_instead, parts=0.5),
    combine.ForEach: Verb(
        lambda effect, now: expected(effect.amount, now) * effect_value(effect.effect, now),
        parts=lambda effect, now: expected(effect.amount, now),
    ),
    combine.Choose: Verb(
        lambda effect, now: max(effect_value(each, now) for each in effect.effects) + 0.2,
        question=question_kinds.CHOOSE,
        parts=0.5,
    ),
    combine.MayPay: Verb(
        lambda effect, now: 0.5 * max(0.0, total(effect.effects, now) - now.weights.rune * effect.runes),
        question=question_kinds.PAY,
    ),
    combine.PlayOrHavePlayed: Verb(lambda effect, now: chance_in_one_turn(effect.kind) * total(effect.effects, now)),
    combine.ThisTurn: Verb(lambda effect, now: 0.8 * ability_value(effect.ability, now)),
    other_players.EachPlayer: Verb(lambda effect, now: 0.3 * effect_value(effect.effect, now)),
    other_players.EachOpponent: Verb(_against_opponents, (("harms", 1.0),)),
    other_players.ToEachOpponent: Verb(_against_opponents, (("harms", 1.0),)),
    # Cards that go somewhere
    select.Select: Verb(_select),
    select.Banish: Verb(_banish, _banish_features, _banish_timing, question_kinds.BANISH),
    select.Discard: Verb(
        lambda effect, now: DISCARDED * effect.count + total(effect.then, now),
        lambda effect: [("discards", effect.count)],
        question=question_kinds.DISCARD,
    ),
    select.Destroy: Verb(
        lambda effect, now: DESTROYED * (1.5 if effect.takes_all() else effect.count),
        _DESTROYS,
        question=question_kinds.DESTROY,
    ),
    select.DestroyAllButOne: Verb(1.5 * DESTROYED, _DESTROYS, question=question_kinds.KEEP_ONE),
    hands.LiftConstructs: Verb(1.5 * DESTROYED, _DESTROYS),
    hands.SendCard: Verb(0.4, question=question_kinds.SEND_CARD),
    hands.MaySendThis: Verb(0.4, question=question_kinds.SEND_THIS),
    hands.SendTo: _OF_PARTS,
    acquire.Acquire: Verb(_acquire, (("acquires", 1.0),), _acquire_timing, question_kinds.TAKE),
    acquire.AcquireOrDefeat: Verb(
        lambda effect, now: 14.0 if effect.takes_all() else 4.5,
        (("acquires", 1.0),),
        _acquire_timing,
        question_kinds.TAKE,
    ),
    acquire.Defeat: Verb(
        lambda effect, now: 7.0 if effect.takes_all() else 0.9 * cost_limit(effect.kind) - 1.5,
        (("defeats", 1.0),),
        TAKES_FROM_ROW,
        question_kinds.DEFEAT,
    ),
    acquire.Transform: Verb(9.0),
    copy_hero.CopyHero: Verb(
        lambda effect, now: 1.0 + 0.2 * cost_limit(effect.kind), (("copies", 1.0),), COPIES, question_kinds.COPY
    ),
    copy_hero.CopyAgain: Verb(MINOR),
    capture.MayCapture: Verb(MINOR),
    turn_rules.ChangeRule: Verb(_change_rule),
    # Effects of single cards
    nodes.BanishThis: Verb(lambda effect, now: total(effect.effects, now) - 1.0),
    nodes.TakeBack: Verb(MINOR),
    nodes.TakeRevealedTreasure: Verb(2 * MINOR, _banish_features, _banish_timing, question_kinds.BANISH),
    # Questions of the rules themselves
    placement.PlaceAcquired: Verb(MINOR, question=question_kinds.PLACE),
    rewards.PlaceDefeated: Verb(MINOR, question=question_kinds.SEND_THIS),
    rewards.OrderRewards: Verb(MINOR, question=question_kinds.ORDER),
}


def verb_of(effect: Effect) -> Verb:
    return row_of(VERBS, effect) or _OF_PARTS


# --- abilities


def _use(ability: abilities.Use, now: Situation) -> float:
    if ability.is_sacrifice:
        return 0.0
    value = total(ability.effects, now) - now.weights.rune * ability.runes - now.weights.power * ability.power
    return chance(ability.only_if, now) * max(0.0, value)


def _when(ability: abilities.When, now: Situation) -> float:
    often = 0.8 if ability.first or ability.once else 1.0
    return 0.6 * often * total(ability.effects, now)


def _redirect(ability: abilities.Redirect, now: Situation) -> float:
    value = {HAND_ZONE: 0.6, DECK_ZONE: 0.35, CONSTRUCTS_ZONE: 0.45}.get(ability.to, 0.25)
    return value * (0.7 if ability.once else 1.0)


ABILITIES: Final[dict[type[Ability], float | Callable[[Any, Situation], float]]] = {
    abilities.Use: _use,
    abilities.When: _when,
    abilities.Redirect: _redirect,
    abilities.ConstructsBecome: lambda ability, now: 0.3 * now.mechana,
    abilities.PriceCut: 0.7,
    abilities.TreasurePriceCut: 0.7,
    abilities.BringsDay: 0.7,
    abilities.Unbanishable: 0.0,
    capture.Captures: 0.7,
}


def ability_value(ability: Ability, now: Situation) -> float:
    """What the ability brings in a usual turn. What can be used only once brings nothing by the turn."""
    value = row_of(ABILITIES, ability)
    return 0.7 * total(ability.parts(), now) if value is None else float(resolved(value, ability, now))


def sacrifice_value(uses: Iterable[abilities.Use], now: Situation) -> float:
    """What the card can be given up for, one time."""
    values = [
        chance(each.only_if, now) * total(each.effects, now) * (0.2 if each.with_twin else 1.0)
        for each in uses
        if each.is_sacrifice
    ]
    return max(values, default=0.0)
