"""What the network knows of a card: numbers read off its declaration, so that cards it has never met fit in."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from vigil.engine import terms
from vigil.engine.abilities import Use, When

from .card_values import card_values
from .estimates import Situation, chance
from .verbs import effect_features, is_sacrifice, share_of_parts
from .weights import PLAIN_WEIGHTS

if TYPE_CHECKING:
    from vigil.engine.abilities import Ability
    from vigil.engine.card import Card
    from vigil.engine.effect import Effect
    from vigil.engine.library import Library

_USUAL: Final = Situation(1, 0, 1, 1, 1, 1, 8, PLAIN_WEIGHTS)

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
_VALUED: Final = ("each", "each while long", "each with mechana", "once", "reward", "banished")
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

FEATURES: Final = (*_PRINTED, *_VALUED, *(f"{moment}: {deed}" for moment in _MOMENTS for deed in _DEEDS))
"""What the numbers are, in their order. A network that was taught others cannot read these."""

_SCALE: Final = 0.25
"""Brings most numbers to between nothing and one or two."""


def card_features(library: Library) -> list[list[float]]:
    """For every card of the library its features."""
    values = card_values(library, 1, PLAIN_WEIGHTS)
    valued = (values.per_play, values.per_play_long, values.per_mechana, values.once, values.reward, values.banished)
    return [
        [*_printed(card), *(_SCALE * each[card.number] for each in valued), *_deeds(card)] for card in library.cards
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
        return chance(ability.only_if, _USUAL), "sacrifice" if is_sacrifice(ability) else "table"
    return (0.6 if isinstance(ability, When) else 1.0), "table"


def _note(effects: Iterable[Effect], share: float, sheet: dict[str, float]) -> None:
    """Adds what the effects do, as often as it is expected to happen."""
    for effect in effects:
        for deed, amount in effect_features(effect):
            sheet[deed] += share * amount
        _note(effect.parts(), share * share_of_parts(effect, _USUAL), sheet)
        for ability in effect.pending_abilities():
            _note(ability.parts(), 0.6 * share, sheet)
