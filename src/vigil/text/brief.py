"""The short form, for small cards and the terminal's board. Brevity wins over grammar."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache
from typing import ClassVar, Final

from . import phrases as p
from .english import English
from .inflection import third_person
from .nouns import Voice
from .phrases import Words
from .tokens import Sentence, Token, Tokens, capitalized, joined, listed

_LETTERS: Final = {"rune": "R", "power": "P", "energy": " energy"}
_ZONES: Final = {"discard pile": "discard", "center row": "row", "void": "the void"}
_STOP: Final = "stop"


class Brief(English):
    """Renders phrases in the short form: `+2P. 1/turn: May banish a card (hand/discard)`."""

    you = ""
    for_each = "per"
    people: ClassVar[Mapping[str, str]] = {"opponent": "foe"}
    between_nouns: ClassVar[Mapping[str, str]] = {"and": "and", "or": "/"}

    def __init__(self, honor: str, at_most: str) -> None:
        self.letters = {**_LETTERS, "honor": honor, "": ""}
        self.at_most = at_most

    def lines(self, phrases: Iterable[Words]) -> str:
        """Renders several lines as one."""
        return joined(self.lines_in_tokens(phrases))

    def lines_in_tokens(self, phrases: Iterable[Words]) -> Tokens:
        tokens = [token for phrase in phrases for token in self.sentences(phrase)]
        return tokens[:-1] if tokens and tokens[-1].icon == _STOP else tokens

    def text(self, phrase: Words) -> str:
        return self.lines([phrase])

    def ability(self, phrase: Words) -> str:
        """Renders an ability without its limit of once per turn."""
        return self.text(_without_limit(phrase))

    # --- what is left out

    def free(self, cards: tuple[Words, ...], voice: Voice) -> Tokens:
        return [Token("free")]

    def destination(self, clause: p.Take, voice: Voice) -> Tokens:
        return self.part(clause.to, voice)

    def do_Reminder(self, clause: p.Reminder, voice: Voice) -> Tokens:
        return self.part(clause.keyword, voice)

    def finished(self, tokens: Tokens) -> Tokens:
        *sentence, last = super().finished(tokens)
        return [*sentence, last._replace(icon=_STOP) if last.text == "." else last]

    def part_Perfect(self, part: p.Perfect, voice: Voice) -> Tokens:
        return [Token(part.participle)]

    def part_Short(self, part: p.Short, voice: Voice) -> Tokens:
        return self.part(part.brief, voice)

    def say_Labelled(self, clause: p.Labelled, voice: Voice) -> list[Sentence]:
        return self.say(clause.clause, voice) if clause.labels == (p.REWARD,) else super().say_Labelled(clause, voice)

    # --- shorter words

    def purpose(self, clause: Words) -> Tokens:
        if isinstance(clause, p.ForEach):
            return self.purpose(clause.clause)
        first = clause.steps[0] if isinstance(clause, p.Steps) else clause
        return [Token("for" if isinstance(first, p.Gain) else "to")]

    def say_OncePerTurn(self, clause: p.OncePerTurn, voice: Voice) -> list[Sentence]:
        first, *more = self.say(clause.clause, voice.inside())
        return [Sentence([Token("1/turn"), Token(":"), *capitalized(first.tokens)]), *more]

    def occasion(self, clause: p.Whenever, voice: Voice) -> Tokens:
        if clause.how == p.FIRST_TIME:
            return [Token("1st time each turn"), *self.part(clause.occasion, voice)]
        return super().occasion(clause, voice)

    def verbs(self, verb: str | tuple[str, ...], voice: Voice) -> Tokens:
        if isinstance(verb, str):
            return self.verb(verb, voice)
        return [Token("/".join(third_person(each) if voice.third else each for each in verb))]

    # --- numbers

    def do_Gain(self, clause: p.Gain, voice: Voice) -> Tokens:
        """`+1R +2★` for the player; `gains 2★` for somebody else."""
        amounts = [self.part(each, voice) for each in clause.amounts]
        if voice.third or voice.subject:
            return [*self.verb("gain", voice), *listed(amounts)]
        return [token for amount in amounts for token in (_with_plus(amount[0]), *amount[1:])]

    def do_Draw(self, clause: p.Draw, voice: Voice) -> Tokens:
        return [Token(f"{'draws' if voice.third else 'draw'} {clause.count}", "draw", str(clause.count))]

    def part_Amount(self, part: p.Amount, voice: Voice) -> Tokens:
        letter = self.letters[part.resource]
        if part.at_least:
            return [Token(f"{part.number}+{letter}")]
        number = "" if part.number is None else str(part.number)
        return [Token(f"{number}{letter}", part.resource, number)]

    def part_Less(self, part: p.Less, voice: Voice) -> Tokens:
        less = f"-{part.amount.number}"
        return [Token(f"{less}{self.letters[part.amount.resource]}", part.amount.resource, less)]

    def count(self, count: int) -> str:
        return str(count)

    def counted(self, how: str, count: int) -> Tokens:
        return [Token(f"{count}+")] if how == p.AT_LEAST else super().counted(how, count)

    # --- cards and places

    def part_Cards(self, cards: p.Cards, voice: Voice) -> Tokens:
        if cards.how in (p.PLURAL, p.EVERY) and cards.place.controlled:
            every = [Token("all")] if cards.how == p.EVERY else []
            nouns = self.part(replace(cards, how=p.PLURAL, place=p.Place()), voice)
            return [*every, *self.part(p.YOUR, voice), *nouns]
        return super().part_Cards(cards, voice)

    def limit(self, kind: p.Kind, many: bool) -> Tokens:
        return [] if kind.most is None else [Token(f"({self.at_most}{kind.most})")]

    def place(self, place: p.Place, how: str, many: bool, voice: Voice) -> Tokens:
        own = [_ZONES.get(each, each) for each in place.own]
        if own and voice.they:
            own[0] = f"their {own[0]}"
        zones = [*own, *(_ZONES.get(each, each) for each in place.shared)]
        if place.seat is not None or not (zones or place.played or place.controlled):
            return super().place(place, how, many, voice)
        if place.controlled:
            return [Token("of theirs" if voice.they else "of yours")]
        if not zones:
            return [Token("played this turn")]
        if len(zones) == 1 and not place.played:
            return [Token(f"{place.preposition} {zones[0]}")]
        return [Token(f"({'/'.join([*zones, *(['played'] if place.played else [])])})")]


@cache
def brief(honor: str = "★", at_most: str = "≤") -> Brief:
    """The renderer that uses these signs for honor and for "or less"."""
    return Brief(honor, at_most)


def _with_plus(token: Token) -> Token:
    return token._replace(text=f"+{token.text}", figure=token.figure and f"+{token.figure}")


def _without_limit(phrase: Words) -> Words:
    if isinstance(phrase, p.If) and phrase.keyword:
        return replace(phrase, clause=_without_limit(phrase.clause))
    return phrase.clause if isinstance(phrase, p.OncePerTurn) else phrase
