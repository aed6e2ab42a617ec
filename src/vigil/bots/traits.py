"""What the network knows of a card: numbers read off its declaration, so that cards it has never met fit in."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from vigil.engine import terms
from vigil.engine.abilities import Use, When
from vigil.engine.effects import acquire, combine, copy_hero, gain, hands, other_players, select

from .circumstances import Circumstances, chance, expected
from .sense import sense_of
from .weights import PLAIN_WEIGHTS

if TYPE_CHECKING:
    from vigil.engine.abilities import Ability
    from vigil.engine.card import Card
    from vigil.engine.effect import Effect
    from vigil.engine.library import Library

_USUAL: Final = Circumstances(1, 0, 1, 1, 1, 1, 8, PLAIN_WEIGHTS)

_PRINTED: Final = (
    *(f"is a {kind}" for kind in terms.KIND_WORDS),
    *(f"belongs to {faction or 'nobody'}" for faction in terms.FACTION_WORDS),
    "from the start",
    "always there",
    "runes",
    "power",
    "honor",
    "either cost",
    "light orb",
    "dark orb",
    "trophy",
    "empower",
    "infest",
    "arrives elsewhere",
    "special price",
)
_JUDGED: Final = ("each", "each while long", "each with mechana", "once", "reward", "banished")
_DEEDS: Final = (
    "runes",
    "power",
    "honor",
    "energy",
    "mechana runes",
    "draws",
    "banishes own",
    "banishes row",
    "discards",
    "destroys",
    "acquires",
    "defeats",
    "copies",
    "harms",
    "again",
    "other",
)
_MOMENTS: Final = ("play", "reward", "table", "sacrifice")

TRAITS: Final = (*_PRINTED, *_JUDGED, *(f"{moment}: {deed}" for moment in _MOMENTS for deed in _DEEDS))
"""What the numbers are, in their order. A network that was taught others cannot read these."""

_SCALE: Final = 0.25
"""Brings most numbers to between nothing and one or two."""


def traits_of(library: Library) -> list[list[float]]:
    """For every card of the library its traits."""
    sense = sense_of(library, 1, PLAIN_WEIGHTS)
    judged = (sense.each, sense.each_long, sense.each_mechana, sense.once, sense.reward, sense.banished)
    return [
        [*_printed(card), *(_SCALE * each[card.number] for each in judged), *_deeds(card)] for card in library.cards
    ]


def _printed(card: Card) -> list[float]:
    return [
        *(float(card.kind_number == kind) for kind in range(len(terms.KIND_WORDS))),
        *(float(card.faction_number == faction) for faction in range(len(terms.FACTION_WORDS))),
        float(card.origin == terms.FROM_START),
        float(card.origin == terms.FROM_SUPPLY),
        _SCALE * card.runes,
        _SCALE * card.power,
        _SCALE * card.honor,
        float(card.pays_either),
        float(card.orb_number == terms.LIGHT_ORB),
        float(card.orb_number == terms.DARK_ORB),
        float(card.is_trophy),
        float(card.empower),
        float(card.infest),
        float(card.arrives is not None),
        float(card.special_price),
    ]


def _deeds(card: Card) -> list[float]:
    """What the card does when it is played, when it is defeated, each turn on the table, and when it is given up."""
    sheets = {moment: dict.fromkeys(_DEEDS, 0.0) for moment in _MOMENTS}
    _note(card.play, 1.0, sheets["play"])
    _note(card.reward, 1.0, sheets["reward"])
    for ability in (*card.abilities, *card.trophy):
        share, moment = _use_of(ability)
        _note(ability.parts(), share, sheets[moment])
    return [_SCALE * sheets[moment][deed] for moment in _MOMENTS for deed in _DEEDS]


def _use_of(ability: Ability) -> tuple[float, str]:
    if isinstance(ability, Use):
        is_sacrifice = ability.banish_this or ability.destroy_this
        return chance(ability.only_if, _USUAL), "sacrifice" if is_sacrifice else "table"
    return (0.6 if isinstance(ability, When) else 1.0), "table"


def _note(effects: Iterable[Effect], share: float, sheet: dict[str, float]) -> None:
    """Adds what the effects do, as often as it is expected to happen."""
    for effect in effects:
        for deed, amount in _deed(effect):
            sheet[deed] += share * amount
        _note(effect.parts(), share * _part_that_happens(effect), sheet)
        for ability in effect.pending_abilities():
            _note(ability.parts(), 0.6 * share, sheet)


def _deed(effect: Effect) -> list[tuple[str, float]]:
    if isinstance(effect, gain.Gain) and not effect.amounts:
        return [
            ("runes", effect.runes),
            ("power", effect.power),
            ("honor", effect.honor),
            ("energy", effect.energy),
            ("mechana runes", effect.mechana_runes),
        ]
    if isinstance(effect, gain.Draw):
        return [("draws", effect.count)]
    if isinstance(effect, hands.RevealTopCard):
        return [("draws", 1.0)]
    if isinstance(effect, select.Banish):
        return [("banishes row" if terms.ROW_ZONE in effect.places.zones else "banishes own", min(3, effect.count))]
    if isinstance(effect, select.Discard):
        return [("discards", effect.count)]
    if isinstance(effect, (select.Destroy, select.DestroyAllButOne, hands.LiftConstructs)):
        return [("destroys", 1.0)]
    if isinstance(effect, acquire.Acquire):
        return [("acquires", 1.0)]
    if isinstance(effect, acquire.Defeat):
        return [("defeats", 1.0)]
    if isinstance(effect, copy_hero.CopyHero):
        return [("copies", 1.0)]
    if isinstance(effect, (other_players.EachOpponent, other_players.ToEachOpponent)):
        return [("harms", 1.0)]
    if isinstance(effect, gain.ExtraTurn):
        return [("again", 1.0)]
    return [] if effect.parts() else [("other", 1.0)]


def _part_that_happens(effect: Effect) -> float:
    if isinstance(effect, combine.If):
        return chance(effect.condition, _USUAL)
    if isinstance(effect, combine.ForEach):
        return expected(effect.amount, _USUAL)
    if isinstance(effect, (combine.Choose, combine.Instead)):
        return 0.5
    return 1.0


__all__ = ["TRAITS", "traits_of"]
