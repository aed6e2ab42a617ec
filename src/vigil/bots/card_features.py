"""The features of a card: numbers read from its declaration, so that a network can evaluate cards it has never seen."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final

from vigil.engine import terms
from vigil.engine.abilities import Use, When

from .card_values import card_values
from .estimates import Situation, chance
from .verbs import effect_features, share_of_parts
from .weights import PLAIN_WEIGHTS

if TYPE_CHECKING:
    from vigil.engine.abilities import Ability
    from vigil.engine.card import Card
    from vigil.engine.effect import Effect
    from vigil.engine.library import Library

    from .evaluator import CardValue

_SCALE: Final = 0.25
"""Scales most numbers to between 0 and 2."""
_USUAL: Final = Situation(1, 0, 1, 1, 1, 1, 8, PLAIN_WEIGHTS)


def _has(attribute: str, value: int) -> Callable[[Card], float]:
    return lambda card: getattr(card, attribute) == value


_PRINTED: Final[dict[str, Callable[[Card], float]]] = {
    **{f"is a {word}": _has("kind_number", kind) for kind, word in enumerate(terms.KIND_WORDS)},
    **{
        f"belongs to {word or 'nobody'}": _has("faction_number", faction)
        for faction, word in enumerate(terms.FACTION_WORDS)
    },
    "from the start": _has("origin", terms.FROM_START),
    "always there": _has("origin", terms.FROM_SUPPLY),
    "runes": lambda card: _SCALE * card.runes,
    "power": lambda card: _SCALE * card.power,
    "honor": lambda card: _SCALE * card.honor,
    "either cost": lambda card: card.pays_either,
    "light orb": _has("orb_number", terms.LIGHT_ORB),
    "dark orb": _has("orb_number", terms.DARK_ORB),
    "trophy": lambda card: card.is_trophy,
    "empower": lambda card: card.empower,
    "infest": lambda card: card.infest,
    "arrives elsewhere": lambda card: card.arrives is not None,
    "special price": lambda card: card.special_price,
}
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
"""The names of the features, in order. A network works only with those it was trained on."""


def card_features(library: Library) -> list[list[float]]:
    """The features of every card of the library."""
    values = card_values(library, 1, PLAIN_WEIGHTS).cards
    return [
        [
            *(float(read(card)) for read in _PRINTED.values()),
            *(_SCALE * each for each in _valued(values[card.number])),
            *_deeds(card),
        ]
        for card in library.cards
    ]


def _valued(value: CardValue) -> tuple[float, ...]:
    return value.per_play, value.per_play_long, value.per_mechana, value.once, value.reward, value.banished


def _deeds(card: Card) -> list[float]:
    """What the card does when it is played, when it is defeated, each turn in play, and when it is given up."""
    sheets = {moment: dict.fromkeys(_DEEDS, 0.0) for moment in _MOMENTS}
    _note(card.play, 1.0, sheets["play"])
    _note(card.reward, 1.0, sheets["reward"])
    for ability in (*card.abilities, *card.trophy):
        share, moment = _use_of(ability)
        _note(ability.parts(), share, sheets[moment])
    return [_SCALE * sheets[moment][deed] for moment in _MOMENTS for deed in _DEEDS]


def _use_of(ability: Ability) -> tuple[float, str]:
    if isinstance(ability, Use):
        return chance(ability.only_if, _USUAL), "sacrifice" if ability.is_sacrifice else "table"
    return (0.6 if isinstance(ability, When) else 1.0), "table"


def _note(effects: Iterable[Effect], share: float, sheet: dict[str, float]) -> None:
    """Adds what the effects do, weighted by how often it is expected to happen."""
    for effect in effects:
        for deed, amount in effect_features(effect):
            sheet[deed] += share * amount
        _note(effect.parts(), share * share_of_parts(effect, _USUAL), sheet)
        for ability in effect.pending_abilities():
            _note(ability.parts(), 0.6 * share, sheet)
