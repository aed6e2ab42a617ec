"""The renderer of the full rules text: how clauses become sentences.

All inflection happens here and in the modules it imports: number, person, articles, capitals and full stops. The other
renderers are subclasses of `English` that override some nodes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from itertools import pairwise
from typing import ClassVar, Final

from . import phrases as p
from .inflection import number_word
from .nouns import READER, Nouns, Voice
from .phrases import Words
from .tokens import AND, ASIDE, COMMA, Sentence, Token, Tokens, capitalized, joined, listed

_FOR_THE_TURN: Final = (p.NEXT_TIME, p.WHENEVER_THIS_TURN)


class _Replacement(p.Wrapping):
    """`draw two cards instead`"""


class English(Nouns):
    """Renders phrases as the full rules text."""

    you: ClassVar[str] = "you"
    """The subject of what the reader may do; empty to leave it out."""
    for_each: ClassVar[str] = "for each"
    people: ClassVar[Mapping[str, str]] = {}
    """Other words for players and opponents."""

    # --- whole texts

    def text(self, phrase: Words) -> str:
        """The phrase as sentences, with capital letters and full stops."""
        return joined(self.sentences(phrase))

    def clause(self, phrase: Words) -> str:
        """The phrase as part of a sentence: not capitalized, no full stop."""
        return joined(self.inline(phrase, READER))

    def sentences(self, phrase: Words) -> Tokens:
        found: Tokens = []
        for each in self.say(phrase, READER):
            found += self.finished(each.tokens)
        return found

    def finished(self, tokens: Tokens) -> Tokens:
        """The sentence with a capital letter and a full stop."""
        return capitalized(tokens) if tokens[-1].text.endswith((".", "!", "?")) else [*capitalized(tokens), Token(".")]

    # --- dispatch

    def say(self, clause: Words, voice: Voice) -> list[Sentence]:
        """Renders a clause as one or more sentences."""
        kind = type(clause).__name__
        composed: Callable[[Words, Voice], list[Sentence]] | None = getattr(self, f"say_{kind}", None)
        if composed is not None:
            return composed(clause, voice)
        action: Callable[[Words, Voice], Tokens] | None = getattr(self, f"do_{kind}", None)
        return [Sentence(self.part(clause, voice) if action is None else [*_subject(voice), *action(clause, voice)])]

    def inline(self, clause: Words, voice: Voice) -> Tokens:
        """Renders a clause within one sentence, even if it would be several."""
        first, *more = self.say(clause, replace(voice, is_inline=True))
        tokens = first.tokens
        for each in more:
            tokens = [*tokens, *map(Token, each.link), *each.tokens]
        return tokens

    def led(self, lead: Tokens, clause: Words, voice: Voice, link: tuple[str, ...] = AND) -> list[Sentence]:
        """Renders a clause with `lead` before its first sentence."""
        first, *more = self.say(clause, voice)
        return [Sentence([*lead, *first.tokens], link), *more]

    # --- actions

    def do_str(self, words: str, voice: Voice) -> Tokens:
        return [Token(words)]

    def do_Do(self, clause: p.Do, voice: Voice) -> Tokens:
        return [*self.verbs(clause.verb, voice), *self.parts(clause.objects, voice)]

    def do_Gain(self, clause: p.Gain, voice: Voice) -> Tokens:
        return [*self.verb("gain", voice), *listed([self.part(each, voice) for each in clause.amounts])]

    def do_Draw(self, clause: p.Draw, voice: Voice) -> Tokens:
        cards = "a card" if clause.count == 1 else f"{self.count(clause.count)} cards"
        return [Token(f"{'draws' if voice.third else 'draw'} {cards}", "draw", str(clause.count))]

    def do_Take(self, clause: p.Take, voice: Voice) -> Tokens:
        cards = listed([self.part(each, voice) for each in clause.cards])
        tokens = [*self.verbs(clause.verb, voice), *cards, *self.free(clause.cards, voice)]
        return [*tokens, *self.destination(clause, voice)] if clause.to else tokens

    def free(self, cards: tuple[Words, ...], voice: Voice) -> Tokens:
        return [Token("without paying"), *self.part(p.Agree(cards, "its cost", "their costs"), voice)]

    def destination(self, clause: p.Take, voice: Voice) -> Tokens:
        them = p.Agree(clause.cards, "it", "them")
        return [Token("and"), *self.verb("put", voice), *self.parts((them, clause.to), voice)]

    def say_May(self, clause: p.May, voice: Voice) -> list[Sentence]:
        subject = _subject(voice) or ([] if voice.they else self.part(self.you, voice))
        return self.led([*subject, Token("may")], clause.clause, voice.bare())

    def say_Each(self, clause: p.Each, voice: Voice) -> list[Sentence]:
        who = f"each {self.people.get(clause.who, clause.who)}"
        return self.say(clause.clause, Voice(who, they=True, third=True, this=voice.this, depth=2))

    def say_OfEachOpponent(self, clause: p.OfEachOpponent, voice: Voice) -> list[Sentence]:
        inner = clause.clause.clause if isinstance(clause.clause, p.May) else clause.clause
        tokens = [Token("choose and"), *self.inline(inner, Voice(they=True, depth=2))]
        if isinstance(clause.clause, p.May):
            tokens = [*self.part(self.you, voice), Token("may"), *tokens]
        return [Sentence([Token(f"for each {self.people.get('opponent', 'opponent')}"), COMMA, *tokens])]

    # --- compound clauses

    def say_If(self, clause: p.If, voice: Voice) -> list[Sentence]:
        if clause.keyword and voice.depth == 0:
            steps = clause.clause.steps if isinstance(clause.clause, p.Steps) else (clause.clause,)
            return self.say(p.Labelled((clause.keyword,), p.Sentences(steps)), replace(voice, depth=1))
        conditions, inner = _conditions(clause)
        tokens = self.conditions(conditions, voice)
        if voice.third or voice.ends_with_if:
            first, *more = self.together(inner, voice) if isinstance(inner, p.Steps) else self.say(inner, voice)
            return [Sentence([*first.tokens, Token("if"), *tokens]), *more]
        return self.led([Token("if"), *tokens, COMMA], inner, voice.inside(), ASIDE)

    def conditions(self, conditions: list[Words], voice: Voice) -> Tokens:
        """`it is day and you control a Construct`"""
        if len(conditions) == 1:
            return self.part(conditions[0], voice)
        either = [[Token("either")] if isinstance(each, p.Listed) else [] for each in conditions]
        return listed([[*lead, *self.part(each, voice)] for lead, each in zip(either, conditions, strict=True)])

    def say_Instead(self, clause: p.Instead, voice: Voice) -> list[Sentence]:
        better = _difference(clause.normal, clause.better)
        normal = self.say(clause.normal, voice)
        change = p.If(clause.condition, better or _Replacement(_unpaid(clause)), clause.keyword)
        last = self.say(change, voice if voice.depth == 0 else voice.again())
        return [*normal, Sentence(last[0].tokens, ASIDE if better else ("or", ",")), *last[1:]]

    def say__Replacement(self, clause: _Replacement, voice: Voice) -> list[Sentence]:
        first, *more = self.say(clause.clause, voice)
        return [Sentence([*first.tokens, Token("instead")]), *more]

    def say_Follow(self, clause: p.Follow, voice: Voice) -> list[Sentence]:
        then = clause.then
        if isinstance(then, p.Follow) and not (clause.condition or then.condition):
            merged = _merged(clause.first, then.first)
            if merged:
                return self.say(replace(then, first=merged), voice)
        first = self.say(clause.first, voice)
        condition = clause.condition or p.words(p.YOU, "do")
        conditions, inner = _conditions(clause.then)
        lead = [Token("if"), *self.conditions([condition, *conditions], voice.again()), COMMA]
        return [*first, *self.led(lead, inner, voice.again(), ASIDE)]

    def say_Steps(self, clause: p.Steps, voice: Voice) -> list[Sentence]:
        steps = _merge_steps(clause.steps)
        said = [self.say(each, voice.step(steps[:place])) for place, each in enumerate(steps)]
        if all(len(each) == 1 for each in said) and not any(map(_has_choice, steps[:-1])):
            tokens = said[0][0].tokens
            for each in said[1:]:
                tokens = [*tokens, COMMA, Token("then"), *each[0].tokens]
            return [Sentence(tokens)]
        found = self.say(steps[0], voice)
        for step in steps[1:]:
            found = [*found, *self.led([Token("then")], step, voice.again(), (",",))]
        return found

    def together(self, clause: p.Steps, voice: Voice) -> list[Sentence]:
        """Renders steps so that a condition after them is one of all: `draw a card and gain 1 honor if it is day`."""
        steps = _merge_steps(clause.steps)
        said = [self.say(each, voice.step(steps[:place])) for place, each in enumerate(steps)]
        if any(len(each) > 1 for each in said):
            return self.say(clause, voice)
        return [Sentence(listed([each.tokens for (each,) in said]))]

    def say_Sentences(self, clause: p.Sentences, voice: Voice) -> list[Sentence]:
        found = self.say(clause.clauses[0], voice)
        for before, part in pairwise(clause.clauses):
            later = voice if voice.depth == 0 else voice.again()
            if voice.is_inline and isinstance(before, p.Each) and not voice.they:
                later = replace(later, subject="you")
            found += self.say(part, later)
        return found

    def do_OneOf(self, clause: p.OneOf, voice: Voice) -> Tokens:
        first, *more = [self.inline(each, voice.bare()) for each in clause.clauses]
        tokens = [*self.verb("choose", voice), Token("one"), Token(":"), *first]
        for option in more:
            tokens += [Token(";"), Token("or"), *option]
        return tokens

    def say_ForEach(self, clause: p.ForEach, voice: Voice) -> list[Sentence]:
        if clause.keyword and voice.depth == 0:
            return self.say(p.Labelled((clause.keyword,), replace(clause, keyword="")), replace(voice, depth=1))
        counted = [Token(self.for_each), *self.part(clause.counted, voice)]
        if p.is_plain(clause) or isinstance(clause.clause, p.Fact):
            return [Sentence([*self.inline(clause.clause, voice), *counted])]
        return self.led([*counted, COMMA], clause.clause, voice.inside())

    def say_Pay(self, clause: p.Pay, voice: Voice) -> list[Sentence]:
        if not p.is_plain(clause.clause):
            return self.say(p.Follow(p.May(clause.cost), clause.clause), voice)
        first = self.inline(p.May(clause.cost), voice)
        gain = replace(voice.bare(), this="it" if p.THIS in clause.cost.objects else voice.this)
        return [Sentence([*first, *self.purpose(clause.clause), *self.inline(clause.clause, gain)])]

    def purpose(self, clause: Words) -> Tokens:
        return [Token("to")]

    def say_OncePerTurn(self, clause: p.OncePerTurn, voice: Voice) -> list[Sentence]:
        return self.led([Token("once per turn"), COMMA], clause.clause, voice.inside())

    def say_OnceThisTurn(self, clause: p.OnceThisTurn, voice: Voice) -> list[Sentence]:
        return self.led([Token("once this turn"), COMMA], clause.clause, voice.inside())

    def say_Whenever(self, clause: p.Whenever, voice: Voice) -> list[Sentence]:
        occasion = self.occasion(clause, voice)
        later = replace(voice.inside(), this="it" if _names_this(clause.occasion) else voice.this)
        if isinstance(clause.clause, p.If) and _is_short(_conditions(clause.clause)[1]):
            later = replace(later, ends_with_if=True)
        if voice.depth == 2 and clause.how in _FOR_THE_TURN and p.is_plain(clause.clause):
            return [Sentence([*self.inline(clause.clause, later), *occasion])]
        return self.led([*occasion, COMMA], clause.clause, later)

    def occasion(self, clause: p.Whenever, voice: Voice) -> Tokens:
        what = self.part(clause.occasion, voice)
        if clause.how == p.FIRST_TIME:
            return [Token("the first time"), *what, Token("each turn")]
        if clause.how == p.NEXT_TIME:
            return [Token("the next time"), *what, Token("this turn")]
        if clause.how == p.WHENEVER_THIS_TURN:
            return [Token("whenever"), *what, Token("this turn")]
        return [Token(clause.how), *what]

    # --- lines of a card

    def say_Labelled(self, clause: p.Labelled, voice: Voice) -> list[Sentence]:
        first, *more = self.say(clause.clause, voice)
        return [Sentence([*self.labels(clause.labels), Token(":"), *capitalized(first.tokens)]), *more]

    def labels(self, labels: tuple[Words, ...]) -> Tokens:
        return listed([self.part(each, READER) for each in labels], ",")

    def do_Reminder(self, clause: p.Reminder, voice: Voice) -> Tokens:
        return [*self.part(clause.keyword, voice), Token("("), *self.inline(clause.clause, voice.inside()), Token(")")]


def _subject(voice: Voice) -> Tokens:
    return [Token(voice.subject)] if voice.subject else []


def _conditions(clause: Words) -> tuple[list[Words], Words]:
    """The conditions of nested `If` clauses, and the innermost clause."""
    conditions: list[Words] = []
    while isinstance(clause, p.If):
        conditions.append(clause.condition)
        clause = clause.clause
    return conditions, clause


def _difference(normal: Words, better: Words) -> Words:
    """The difference between two similar clauses; empty if they are not similar."""
    if not (isinstance(normal, p.Take) and isinstance(better, p.Take)):
        return ""
    if replace(better, to=normal.to) == normal and better.to:
        return p.Do("put", p.Agree(better.cards, "it", "them"), better.to)
    if replace(normal, cards=tuple(map(_of_any_cost, normal.cards))) == better:
        return p.Short(p.Fact(p.Agree(better.cards, "it", "they"), "may", "have any cost"), "any cost")
    return ""


def _unpaid(clause: p.Instead) -> Words:
    """The replacement clause. It does not repeat "without paying" if the normal clause has it."""
    better = clause.better
    is_free = isinstance(clause.normal, p.Take) and isinstance(better, p.Take) and not better.to
    return p.Do(better.verb, p.Listed(better.cards)) if is_free and isinstance(better, p.Take) else better


def _of_any_cost(cards: Words) -> Words:
    if not isinstance(cards, p.Cards):
        return cards
    return replace(cards, kinds=p.Kinds(tuple(replace(kind, most=None) for kind in cards.kinds.kinds)))


def _merge_steps(steps: tuple[Words, ...]) -> list[Words]:
    """Merges steps that do the same to different cards: `acquire a Mystic and a Heavy Infantry`."""
    found = [steps[0]]
    for step in steps[1:]:
        merged = _merged(found[-1], step)
        if merged:
            found[-1] = merged
        else:
            found.append(step)
    return found


def _merged(one: Words, other: Words) -> Words | None:
    if isinstance(one, p.Gain) and isinstance(other, p.Gain):
        gained = [each.resource if isinstance(each, p.Amount) else "" for each in one.amounts + other.amounts]
        is_simple = "" not in gained and len(set(gained)) == len(gained)
        return p.Gain(one.amounts + other.amounts) if is_simple else None
    if isinstance(one, p.Take) and isinstance(other, p.Take) and replace(one, cards=other.cards) == other:
        return None if one.cards == other.cards else replace(one, cards=one.cards + other.cards)
    if isinstance(one, p.Do) and isinstance(other, p.Do) and one.verb == other.verb:
        objects = (*one.objects, *other.objects)
        if (
            len(objects) == 2
            and objects[0] != objects[1]
            and all(isinstance(each, p.Cards | p.This) for each in objects)
        ):
            return p.Do(one.verb, p.Listed(objects))
    return None


def _has_choice(clause: Words) -> bool:
    """Whether the clause ends in a list of choices, which a later step would seem to belong to."""
    while not isinstance(clause, p.OneOf) and hasattr(clause, "clause"):
        clause = clause.clause
    return isinstance(clause, p.OneOf)


def _is_short(clause: Words) -> bool:
    """Whether a condition can follow the clause: it is a verb with its objects."""
    return p.is_action(clause.clause if isinstance(clause, p.May) else clause)


def _names_this(occasion: Words) -> bool:
    return isinstance(occasion, p.Fact) and p.THIS in (occasion.subject, *occasion.rest)


class Spoken(English):
    """Renders phrases to be read aloud by a screen reader: numbers as words, no parentheses."""

    def lines(self, phrases: Iterable[Words]) -> str:
        return " ".join(self.text(phrase) for phrase in phrases)

    def number(self, number: int) -> str:
        return number_word(number)

    def do_Reminder(self, clause: p.Reminder, voice: Voice) -> Tokens:
        return [*self.part(clause.keyword, voice), Token(":"), *capitalized(self.inline(clause.clause, voice.inside()))]


ENGLISH: Final = English()
SPOKEN: Final = Spoken()


def sentence(words: str) -> str:
    """The words as a sentence, with a capital letter and a full stop."""
    return ENGLISH.text(words) if words else ""
