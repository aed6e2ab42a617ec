"""What effects and cards bring, in words. The words are those of the effects themselves, added up where they can be."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

from vigil.engine.abilities import Use, When
from vigil.engine.conditions import played_count
from vigil.engine.effects.combine import Choose, ForEach, If, Instead, PlayOrHavePlayed
from vigil.engine.effects.gain import Draw, Gain
from vigil.engine.effects.select import Discard
from vigil.text import phrases as p
from vigil.text.english import English
from vigil.text.tokens import Token, Tokens

if TYPE_CHECKING:
    from vigil.engine.abilities import Ability
    from vigil.engine.card import Card
    from vigil.engine.effect import Effect
    from vigil.engine.frames import Context
    from vigil.engine.state import GameState
    from vigil.text.nouns import Voice
    from vigil.text.phrases import Words

STEP: Final = ", then "
LONGEST_STEPS: Final = 75
RESOURCES: Final = {"runes": "rune", "power": "power", "honor": "honor", "energy": "energy", "mechana_runes": "rune"}


class _OneLine(English):
    """The full text, but for what a player knows who is asked about one card."""

    def free(self, cards: tuple[Words, ...], voice: Voice) -> Tokens:
        return [Token("without paying")]


class _Shorter(_OneLine):
    """Without what goes without saying where there is little room."""

    def free(self, cards: tuple[Words, ...], voice: Voice) -> Tokens:
        return []


_ENGLISH: Final = _OneLine()
SHORTER: Final = _Shorter()


class Moment(NamedTuple):
    """When effects happen: then it is known which conditions hold, and how many there are of what is counted."""

    game: GameState
    context: Context


class Gains:
    """What effects bring for certain, added up; `others` do something else, `unmet` bring nothing as things stand."""

    def __init__(self, effects: Iterable[Effect], now: Moment | None = None) -> None:
        self.gained = dict.fromkeys(RESOURCES, 0)
        self.cards = 0
        self.discards = 0
        self.either: list[str] = []
        self.others: list[Effect] = []
        self.unmet: list[Effect] = []
        self._add(effects, now, 1)

    def _add(self, effects: Iterable[Effect], now: Moment | None, times: int) -> None:
        for effect in effects:
            if isinstance(effect, Gain):
                for name in RESOURCES:
                    self.gained[name] += times * getattr(effect, name)
                self.others += [effect] if effect.amounts else []
            elif isinstance(effect, Draw):
                self.cards += times * effect.count
            elif isinstance(effect, Discard) and self.cards and not effect.then and not effect.takes_all():
                # Of the cards that were drawn not all are kept.
                self.discards += times * effect.count
            elif isinstance(effect, Choose) and all(parts := [Gains([each], now).words for each in effect.effects]):
                self.either.append(" or ".join(parts))
            elif isinstance(effect, (If, Instead, ForEach, PlayOrHavePlayed)):
                self._weigh(effect, now, times)
            else:
                self.others.append(effect)

    def _weigh(self, effect: If | Instead | ForEach | PlayOrHavePlayed, now: Moment | None, times: int) -> None:
        """What depends on the moment; without one it may bring something or nothing."""
        if now is None:
            self.unmet.append(effect)
            if isinstance(effect, Instead):
                self._add([effect.normal], now, times)
        elif isinstance(effect, ForEach):
            count = effect.amount.of(now.game, now.context)
            if count:
                self._add([effect.effect], now, times * count)
            else:
                self.unmet.append(effect)
        elif isinstance(effect, Instead):
            self._add([effect.better if effect.condition.holds(*now) else effect.normal], now, times)
        elif _is_met(effect, now):
            self._add(effect.effects, now, times)
        else:
            self.unmet.append(effect)

    @property
    def words(self) -> str:
        """`1 rune and 2 cards`; nothing where nothing is certain."""
        cards, discards = _counted(self.cards, "card"), _counted(self.discards, "discard")
        return listed([*_amounts(self.gained), *self.either, cards, discards])

    def first_other(self, style: English = _ENGLISH) -> str:
        """`you may banish a card in your hand`"""
        return first_words(self.others[0].phrase(), style) if self.others else ""

    def named(self, style: English = _ENGLISH) -> str:
        """What it is for short, whatever it is."""
        unmet = first_words(self.unmet[0].phrase(), style) if self.unmet else "nothing"
        return self.words or self.first_other(style) or unmet

    @property
    def is_honor_alone(self) -> bool:
        gains = [name for name, count in self.gained.items() if count]
        return gains == ["honor"] and not (self.cards or self.either or self.others)


def _counted(count: int, noun: str) -> str:
    return "" if not count else f"1 {noun}" if count == 1 else f"{count} {noun}s"


def amounts(**gained: int) -> str:
    """`3 runes and 1 power`"""
    return listed(_amounts(gained))


def _amounts(gained: Mapping[str, int]) -> list[str]:
    return [
        _ENGLISH.clause(p.words(p.Amount(count, RESOURCES[name]), "for Mechana Constructs" if "_" in name else ""))
        for name, count in gained.items()
        if count
    ]


def _is_met(effect: If | PlayOrHavePlayed, now: Moment) -> bool:
    if isinstance(effect, If):
        return effect.condition.holds(*now)
    return played_count(now.game, now.context, effect.kind, effect.another) > 0


def listed(parts: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`; what is empty is left out."""
    parts = [each for each in parts if each]
    return ", ".join(parts[:-1]) + " and " + parts[-1] if len(parts) > 1 else "".join(parts)


def first_words(phrase: Words, style: English = _ENGLISH) -> str:
    """The beginning of a rules text, as part of another sentence: as many of its steps as have room there."""
    first, *more = [style.clause(step) for step in _steps(phrase)]
    for step in more:
        if len(first) + len(STEP) + len(step) > LONGEST_STEPS:
            break
        first += STEP + step
    return first


def _steps(phrase: Words) -> list[Words]:
    """What is done one after the other, as far as nothing but the step before decides about it."""
    if isinstance(phrase, p.OncePerTurn):
        return _steps(phrase.clause)
    if isinstance(phrase, p.Steps):
        return [step for each in phrase.steps for step in _steps(each)]
    if isinstance(phrase, p.Follow):
        return [*_steps(phrase.first), *([] if phrase.condition else _steps(phrase.then))]
    if isinstance(phrase, p.Sentences | p.Instead):
        return _steps(phrase.normal if isinstance(phrase, p.Instead) else phrase.clauses[0])
    return [phrase]


def _required(phrase: Words) -> Words:
    """`banish a card` for `you may banish a card`."""
    if isinstance(phrase, p.Follow):
        return replace(phrase, first=_required(phrase.first))
    return phrase.clause if isinstance(phrase, p.May) else phrase


# --- a card, whenever it will be


def a_play(card: Card, style: English = _ENGLISH) -> str:
    """What a card brings each time it is played, a construct in each turn: `3 runes a play`, `up to 1 card a turn`.

    What cannot be counted is said with a verb: `defeat a Monster that costs 4 or less without paying`.
    """
    if card.is_construct:
        return _a_turn(card.abilities, style)
    found = Gains(card.play)
    if found.words:
        return f"{'at least ' if found.unmet else ''}{found.words} a play"
    return found.named(style) if card.play else ""


def _a_turn(abilities: Sequence[Ability], style: English) -> str:
    sure: list[Effect] = []
    possible: list[Effect] = []
    for each in abilities:
        if isinstance(each, Use) and not (each.is_sacrifice or each.has_price):
            (sure if each.only_if is None else possible).extend(each.effects)
        elif isinstance(each, When):
            possible.extend(each.effects)
    certain = Gains(sure)
    if certain.words:
        return f"{'at least ' if possible or certain.unmet else ''}{certain.words} a turn"
    if sure:
        return first_words(sure[0].phrase(), style)
    most = Gains(possible).words
    if most:
        return f"up to {most} a turn"
    if possible:
        return f"at best {first_words(_required(possible[0].phrase()), style)}"
    return first_words(abilities[0].phrase(), style) if abilities else ""


def is_counted(phrase: str) -> bool:
    """Whether the phrase names amounts rather than saying what is done."""
    return phrase.endswith((" a play", " a turn"))
