"""The functions that declare cards, one for each kind, and `May`. Invalid arguments raise `BadCard`.

This module is never compiled: mypyc's type checks would raise before ours, with less helpful messages.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final, TypedDict, TypeVar, Unpack

from ..text.inflection import with_article
from . import terms
from .abilities import Ability, Redirect, Use, When
from .amounts import Amount
from .arguments import described, effects, is_whole
from .card import Card, Cost
from .conditions import Condition
from .declared import attributes, declared_in
from .effect import Effect
from .effects.acquire import Transform
from .effects.select import Select
from .errors import BadCard, did_you_mean
from .filters import OfFaction
from .modifiers import PRICES, PROTECTION

EFFECT_LISTS: Final = ("play", "reward", "fate", "banished")
ABILITY_LISTS: Final = ("abilities", "trophy")
_TYPES: Final[dict[str, tuple[Any, str]]] = {
    "cost": (Cost, "Runes(3), Power(4) or both: Runes(1) + Power(6)"),
    "arrives": (Redirect | None, "Redirect(...)"),
    "free_if": (Condition | None, "a condition, such as IsDay()"),
    **dict.fromkeys(("becomes", "shown_name"), (str, "the name of a card")),
    **dict.fromkeys(("empower", "infest", "copyable"), (bool, "True or False")),
}
"""The types of arguments, and what would be right."""
_PLAYED: Final = [("play", kind) for kind in (terms.HERO_KIND, terms.MONSTER_KIND, terms.TREASURE_KIND)]


class HeroFields(TypedDict, total=False):
    cost: Cost
    honor: int
    copies: int
    orb: int
    play: Sequence[Effect]
    fate: Sequence[Effect]
    banished: Sequence[Effect]
    arrives: Redirect | None
    free_if: Condition | None
    empower: bool
    copyable: bool


class ConstructFields(TypedDict, total=False):
    copies: int
    orb: int
    abilities: Sequence[Ability]
    play: Sequence[Effect]
    fate: Sequence[Effect]
    arrives: Redirect | None


class MonsterFields(TypedDict, total=False):
    copies: int
    orb: int
    trophy: Sequence[Ability]
    play: Sequence[Effect]
    abilities: Sequence[Ability]
    free_if: Condition | None
    cheaper: tuple[Condition, int] | None
    infest: bool


class TreasureFields(TypedDict, total=False):
    copies: int
    shown_name: str


class EventFields(TypedDict):
    becomes: str


def Hero(name: str, faction: OfFaction | None = None, **fields: Unpack[HeroFields]) -> Card:
    """Declares a hero. Everything but the name is given by keyword."""
    return _declared(terms.HERO_KIND, name, faction, HeroFields, fields)


def Construct(name: str, faction: OfFaction, *, cost: Cost, honor: int, **fields: Unpack[ConstructFields]) -> Card:
    """Declares a construct."""
    return _declared(terms.CONSTRUCT_KIND, name, faction, ConstructFields, fields, cost=cost, honor=honor)


def Monster(name: str, *, cost: Cost, reward: Sequence[Effect], **fields: Unpack[MonsterFields]) -> Card:
    """Declares a monster. `reward` is what whoever defeats it gets."""
    return _declared(terms.MONSTER_KIND, name, None, MonsterFields, fields, cost=cost, reward=reward)


def Treasure(name: str, *, play: Sequence[Effect], **fields: Unpack[TreasureFields]) -> Card:
    """Declares a treasure. How many of them the center deck gets is declared by the set, not by `copies`."""
    return _declared(terms.TREASURE_KIND, name, None, TreasureFields, fields, play=play)


def Event(name: str, faction: OfFaction | None, *abilities: Ability, **fields: Unpack[EventFields]) -> Card:
    """Declares an event with what it changes while it lasts."""
    return _declared(terms.EVENT_KIND, name, faction, EventFields, fields, abilities=abilities)


def _declared(kind: int, name: Any, faction: Any, known: Any, fields: Any, **required: Any) -> Card:
    try:
        if not isinstance(name, str) or not name.strip() or re.search(r"[\n/#]", name):
            raise BadCard("This cannot be the name of a card. Use words without / and #.")
        if faction is not None and not isinstance(faction, OfFaction):
            known = "ENLIGHTENED, LIFEBOUND, MECHANA, VOID or None"
            raise BadCard(f"faction is {described(faction)}. Write {known}.")
        words = known.__annotations__
        for field in fields:
            if field not in words:
                hint = did_you_mean(field, [*words, *required]).replace('"', "`")
                raise BadCard(f"{with_article(terms.KIND_WORDS[kind]).capitalize()} has no `{field}`.{hint}")
        given = required | fields
        for field, value in given.items():
            _check(field, value, fewest_copies=0 if kind == terms.TREASURE_KIND else 1)
        nodes = [node for field in (*EFFECT_LISTS, *ABILITY_LISTS) for node in given.get(field, ())]
        _check_abilities(kind, given)
        _check_effects(kind, given)
        for part in declared_in(nodes):
            effects(type(part).__name__, part.parts())
            if isinstance(part, Transform) and part.into != given.get("becomes"):
                raise BadCard('Transform must name the card that the event becomes: Event(..., becomes="...").')
            if isinstance(part, Use) and kind == terms.EVENT_KIND and part.is_sacrifice:
                raise BadCard("An event cannot be banished or destroyed. Write OncePerTurn(...).")
        if any(isinstance(each, Amount) and each.reads_trigger for each in declared_in(nodes, outside=When)):
            raise BadCard("THAT_CARD is the card that sets off a trigger. Only When(...) can read it.")
        return Card(kind, name, faction, given)
    except BadCard as error:
        raise BadCard(f'"{name}": {error}') from None


def _check(field: str, value: Any, fewest_copies: int) -> None:
    if field in EFFECT_LISTS or field in ABILITY_LISTS:
        _check_list(field, value)
    elif field in _TYPES:
        kind, right = _TYPES[field]
        if not isinstance(value, kind):
            raise BadCard(f"{field} is {described(value)}. Write {right}.")
    elif field == "honor" and not is_whole(value, 0):
        raise BadCard(f"honor is {described(value)}. Write 0 or more.")
    elif field == "copies" and not is_whole(value, fewest_copies):
        raise BadCard(f"copies is {described(value)}. Write {fewest_copies} or more.")
    elif field == "orb" and value not in (terms.NO_ORB, terms.LIGHT_ORB, terms.DARK_ORB):
        raise BadCard(f"orb is {described(value)}. Write LIGHT_ORB or DARK_ORB.")


def _check_list(field: str, value: Any) -> None:
    if not isinstance(value, list | tuple):
        raise BadCard(f"{field} is not a list. Write {field}=[...].")
    kind, noun = (Effect, "effect") if field in EFFECT_LISTS else (Ability, "ability")
    for each in value:
        if not isinstance(each, kind):
            hint = f" Write OncePerTurn({type(each).__name__}(...))." if isinstance(each, Effect) else ""
            raise BadCard(f"{field} contains {described(each)}, which is not an {noun}.{hint}")


def _check_abilities(kind: int, given: dict[str, Any]) -> None:
    """Raises an error for an ability that would have no effect on this kind of card."""
    for ability in given.get("trophy", ()):
        is_used = isinstance(ability, Use) and ability.banish_this and not (ability.once or ability.with_twin)
        if not (is_used or isinstance(ability, When)):
            raise BadCard("A trophy is banished for its effect, or works as long as you have it. Write Trophy or When.")
    for ability in given.get("abilities", ()):
        is_event_price = ability.changes == PRICES and not ability.treasure_discount
        word = type(ability).__name__
        if kind == terms.MONSTER_KIND and ability.changes != PROTECTION:
            raise BadCard(f"{word} has no effect on a monster, which can only have Unbanishable. Write trophy=[...].")
        if kind == terms.EVENT_KIND and not (is_event_price or isinstance(ability, Use | When)):
            raise BadCard(f"{word} has no effect on an event, which can have OncePerTurn, When and PriceCut.")
        if not (ability.changes or isinstance(ability, Use | When)):
            raise BadCard(f"{word} has no effect: it does not say which rule it `changes`.")
        if kind == terms.CONSTRUCT_KIND and is_event_price:
            raise BadCard(f"{word} has no effect on a construct. Only an event reduces the cost of cards in the row.")


def _check_effects(kind: int, given: dict[str, Any]) -> None:
    """Raises an error for an effect that would do nothing in its place."""
    for field in (*EFFECT_LISTS, *ABILITY_LISTS):
        for part in declared_in(given.get(field, ())):
            if isinstance(part, Effect) and part.acts_on_played and (field, kind) not in _PLAYED:
                word = type(part).__name__
                raise BadCard(f"{word} acts on a card that was just played. Write it in `play` of a hero or a monster.")
            if isinstance(part, Amount) and part.reads_treasure and field != "fate":
                raise BadCard("Treasure under a card is counted when the card enters the row. Write fate=[...].")


# --- effects

Selecting = TypeVar("Selecting", bound=Select)


def May(effect: Selecting) -> Selecting:
    """A copy of the effect that the player may decline."""
    if not isinstance(effect, Select):
        raise BadCard(f"{type(effect).__name__} does not choose cards, so May cannot make it optional.")
    twin = _copied(effect)
    twin.at_least = 0
    return twin


def _copied(effect: Selecting) -> Selecting:
    """A copy of the effect that is neither registered nor frozen."""
    twin = type(effect).__new__(type(effect))
    unregistered = {"frozen": False, "key": "", "number": -1}
    for name, value in (attributes(effect) | unregistered).items():
        setattr(twin, name, value)
    return twin
