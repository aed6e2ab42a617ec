"""The parts of a clause in English: cards, amounts, places and pronouns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, Final

from . import phrases as p
from .inflection import article_of, number_word, plural, third_person
from .phrases import Words
from .tokens import Token, Tokens, listed

_ICON_VERBS: Final = {"banish", "destroy", "acquire", "defeat", "copy", "discard"}
_KEYWORD_ICONS: Final = {
    "Energize": "energy",
    "Day": "day",
    "Night": "night",
    "Unite": "unite",
    "Fate": "fate",
    "Trophy": "trophy",
    "Empower": "empower",
    "Infest": "infest",
}
_DETERMINERS: Final = {p.EVERY: "all", p.ANOTHER: "another", p.NEXT: "the next", p.ANY_NUMBER: "any number of"}


@dataclass(frozen=True)
class Voice:
    """The subject of a clause, and its place in the sentence."""

    subject: str = ""
    """The subject before the verb: `each opponent`. Without it the clause is an imperative."""
    they: bool = False
    """Whether the pronouns are `they` and `their`."""
    third: bool = False
    """Whether the verb is in the third person singular."""
    this: str = "this"
    depth: int = 0
    """0: a keyword may start the clause; 1: the clause follows a keyword or a label; 2: it is within a sentence."""
    ends_with_if: bool = False
    """Whether a condition comes after its clause, because more follows in the same sentence."""
    is_inline: bool = False
    """Whether all sentences are joined to one, so that a change of subject has to be named."""

    def inside(self) -> Voice:
        return replace(self, depth=2, ends_with_if=False)

    def bare(self) -> Voice:
        """The voice after `may` or `to`: the base form of the verb, without a subject."""
        return replace(self.inside(), subject="", third=False)

    def again(self) -> Voice:
        """The voice of a later sentence about the same player."""
        return replace(self.inside(), subject="they" if self.they else "", third=False)

    def step(self, before: list[Words]) -> Voice:
        """The voice of a step after others. It repeats the subject only if it has changed."""
        subject = "" if before else self.subject
        if before and not self.they and isinstance(before[-1], p.Each | p.Fact):
            subject = "you"
        return replace(self, subject=subject, depth=2, ends_with_if=True)


READER: Final = Voice()


class Nouns:
    """Renders the parts of a clause."""

    between_nouns: ClassVar[Mapping[str, str]] = {"and": "and", "or": "or"}

    def part(self, part: Words, voice: Voice) -> Tokens:
        """Renders a noun, an amount, a place or another part of a clause."""
        if isinstance(part, str):
            return [Token(part)] if part else []
        tokens: Tokens = getattr(self, f"part_{type(part).__name__}")(part, voice)
        return tokens

    def parts(self, parts: Iterable[Words], voice: Voice) -> Tokens:
        return [token for part in parts for token in self.part(part, voice)]

    def verb(self, base: str, voice: Voice) -> Tokens:
        return [Token(third_person(base) if voice.third else base, base if base in _ICON_VERBS else "")]

    def verbs(self, verb: str | tuple[str, ...], voice: Voice) -> Tokens:
        if isinstance(verb, str):
            return self.verb(verb, voice)
        return listed([self.verb(each, voice) for each in verb], "or")

    def part_Sequence(self, part: p.Sequence, voice: Voice) -> Tokens:
        return self.parts(part.parts, voice)

    def part_Short(self, part: p.Short, voice: Voice) -> Tokens:
        return self.part(part.full, voice)

    def part_Pronoun(self, part: p.Pronoun, voice: Voice) -> Tokens:
        return [Token(part.they if voice.they else part.you)]

    def part_This(self, part: p.This, voice: Voice) -> Tokens:
        return [Token(voice.this)]

    def part_Perfect(self, part: p.Perfect, voice: Voice) -> Tokens:
        return [Token("has" if voice.third else "have"), Token(part.participle)]

    def part_Verb(self, part: p.Verb, voice: Voice) -> Tokens:
        return self.verbs(part.base, voice)

    def part_Agree(self, part: p.Agree, voice: Voice) -> Tokens:
        return self.part(part.agreed, voice)

    def part_Listed(self, part: p.Listed, voice: Voice) -> Tokens:
        return listed([self.part(each, voice) for each in part.parts], part.conjunction)

    def part_Amount(self, part: p.Amount, voice: Voice) -> Tokens:
        resource = "runes" if part.resource == "rune" and part.number != 1 else part.resource
        if part.number is None:
            return [Token(resource)]
        if part.at_least:
            return [Token(f"{self.number(part.number)} or more {resource}")]
        words = f"{self.number(part.number)} {resource}" if resource else self.number(part.number)
        return [Token(words, part.resource, str(part.number))]

    def number(self, number: int) -> str:
        """The number of a resource."""
        return str(number)

    def part_Less(self, part: p.Less, voice: Voice) -> Tokens:
        return [*self.part(part.amount, voice), Token("less")]

    def part_Player(self, part: p.Player, voice: Voice) -> Tokens:
        return [Token(f"p{part.seat + 1}", "seat", str(part.seat))]

    def part_Keyword(self, part: p.Keyword, voice: Voice) -> Tokens:
        number = [Token(self.number(part.number))] if part.number else []
        return [Token(part.name, _KEYWORD_ICONS.get(part.name, "")), *number]

    def part_Fact(self, clause: p.Fact, voice: Voice) -> Tokens:
        subject = clause.subject
        is_base = isinstance(subject, p.Pronoun) or (isinstance(subject, p.Cards) and subject.are_many)
        form = replace(voice, subject="", third=not is_base)
        verb = self.verb(clause.verb, form) if isinstance(clause.verb, str) else self.part(clause.verb, form)
        return [*self.part(subject, voice), *verb, *self.parts(clause.rest, form)]

    def part_Is(self, part: p.Is, voice: Voice) -> Tokens:
        kind = part.kinds.kinds[0]
        traits = kind.traits if part.kinds == p.Kinds((p.Kind(traits=kind.traits),)) else ()
        if traits and part.count == 1:
            return [Token("it had" if part.past else "it has"), *listed([[Token(each)] for each in traits])]
        if part.count == 1:
            return [Token("it was" if part.past else "it is"), *self.part(p.Cards(part.kinds), voice)]
        cards = p.Cards(part.kinds, how=p.ALIKE)
        return [Token("they were all" if part.past else "they are all"), *self.part(cards, voice)]

    # --- cards

    def part_Kinds(self, part: p.Kinds, voice: Voice) -> Tokens:
        return self.part(p.Cards(part, how=p.SINGULAR), voice)

    def part_Cards(self, cards: p.Cards, voice: Voice) -> Tokens:
        place = self.place(cards.place, cards.how, cards.are_many, voice)
        if cards.how == p.EACH_OR_ALL:
            each = [self.noun_with_article(kind, voice) for kind in cards.kinds.kinds]
            return [*listed([*each, [Token("both" if len(each) == 2 else "all")]], "or"), *place]
        adjective = "always-available" if cards.place.supply and not all(k.name for k in cards.kinds.kinds) else ""
        nouns, ending, is_shared = self.nouns(cards, adjective)
        if not is_shared and not cards.are_many and cards.how in (p.EXACTLY, p.AT_LEAST):
            every = [self.noun_with_article(kind, voice, adjective) for kind in cards.kinds.kinds]
            return [*listed(every, "or"), *place]
        return [
            *self.determiner(cards, nouns),
            *nouns,
            *self.traits(ending),
            *place,
            *self.limit(ending, cards.are_many),
        ]

    def noun_with_article(self, kind: p.Kind, voice: Voice, adjective: str = "") -> Tokens:
        noun = self.noun(kind, False, adjective)
        article = [] if kind.unique else [Token(article_of(noun[0].text))]
        return [*article, *noun, *self.traits(kind), *self.limit(kind, False)]

    def nouns(self, cards: p.Cards, adjective: str) -> tuple[Tokens, p.Kind, bool]:
        """The nouns, the kind whose traits and limit follow all of them, and whether they share one article."""
        kinds, many = cards.kinds.kinds, cards.are_many
        first = kinds[0]
        if many and all(kind.name and replace(kind, name=first.name, unique=first.unique) == first for kind in kinds):
            named = listed([[Token(kind.name)] for kind in kinds], "or")
            before = self.adjectives(first, adjective)
            return [*before, Token("cards"), Token("named"), *named], replace(first, name=""), True
        conjunction = "and" if cards.how in (p.EVERY, p.PLURAL) else "or"
        if all(_differ_in_noun(kind, first) for kind in kinds):
            before = self.adjectives(first, adjective)
            words = listed([[Token(_noun(kind, many))] for kind in kinds], self.between_nouns[conjunction])
            return [*before, *words], first, True
        if all(kind.faction and replace(kind, faction=first.faction) == first for kind in kinds):
            factions = listed([[Token(kind.faction)] for kind in kinds], self.between_nouns[conjunction])
            before = self.adjectives(replace(first, faction=""), adjective)
            return [*before, *factions, Token(_noun(first, many))], first, True
        every = [[*self.noun(kind, many, adjective), *self.traits(kind), *self.limit(kind, many)] for kind in kinds]
        return listed(every, conjunction), p.Kind(), False

    def noun(self, kind: p.Kind, many: bool, adjective: str = "") -> Tokens:
        return [*self.adjectives(kind, adjective), Token(_noun(kind, many))]

    @staticmethod
    def adjectives(kind: p.Kind, adjective: str) -> Tokens:
        return [Token(word) for word in (adjective, kind.orb, kind.faction) if word]

    def determiner(self, cards: p.Cards, nouns: Tokens) -> Tokens:
        how, count = cards.how, cards.count
        if how in (p.SINGULAR, p.PLURAL, p.ALIKE) or (count == 1 and cards.kinds.kinds[0].unique):
            return []
        if how in (p.EVERY, p.ANOTHER, p.NEXT, p.ANY_NUMBER):
            return [Token(_DETERMINERS[how])]
        if how == p.BETWEEN:
            joint = "or" if cards.least + 1 == count else "to"
            return [Token(self.count(cards.least)), Token(joint), Token(self.count(count))]
        if count == 1:
            return [Token("an additional" if how == p.ADDITIONAL else article_of(nouns[0].text))]
        return self.counted(how, count)

    def counted(self, how: str, count: int) -> Tokens:
        number = Token(self.count(count))
        if how == p.UP_TO:
            return [Token("up to"), number]
        if how == p.AT_LEAST:
            return [number, Token("or more")]
        return [number, Token("additional")] if how == p.ADDITIONAL else [number]

    def count(self, count: int) -> str:
        """The number of cards."""
        return number_word(count)

    def traits(self, kind: p.Kind) -> Tokens:
        return [Token("with"), *listed([[Token(each)] for each in kind.traits])] if kind.traits else []

    def limit(self, kind: p.Kind, many: bool) -> Tokens:
        if kind.most is None:
            return []
        return [Token(f"that {'cost' if many else 'costs'} {self.number(kind.most)} or less")]

    def place(self, place: p.Place, how: str, many: bool, voice: Voice) -> Tokens:
        """Where the cards are. `how` and `many` say which of them are meant, as in `Cards`."""
        you, your = self.part(p.YOU, voice)[0].text, self.part(p.YOUR, voice)[0].text
        if place.seat is not None:
            player = self.part(p.Player(place.seat), voice)
            theirs = listed([[Token(each)] for each in place.own], "or")
            return [Token(place.preposition), *player, Token("'s"), *theirs] if theirs else [Token("of"), *player]
        if place.controlled:
            return [Token(f"{you} control")]
        own = [f"{your} {each}" for each in place.own]
        if len(own) > 1 and not place.shared:
            own = [own[0], *place.own[1:]]
        zones = [[Token(each)] for each in (*own, *(f"the {each}" for each in place.shared))]
        are_all = how in (p.EVERY, p.PLURAL)
        if place.played and zones:
            played = f"{you} have played this turn"
            if are_all:
                return [Token(place.preposition), *listed(zones), Token(f"and among the cards {played}")]
            if many:
                return [Token("from among"), *listed([*zones, [Token(f"the cards {played}")]])]
            one = "and each one" if how == p.SINGULAR else "or one"
            return [Token(place.preposition), *listed(zones, "or"), Token(f"{one} {played}")]
        if place.played:
            return [Token(f"{you} have played this turn")]
        return [Token(place.preposition), *listed(zones, "and" if are_all else "or")] if zones else []

    def part_Place(self, part: p.Place, voice: Voice) -> Tokens:
        return self.place(part, p.EXACTLY, False, voice)


def _noun(kind: p.Kind, many: bool) -> str:
    if kind.name:
        return f"cards named {kind.name}" if many and not kind.unique else kind.name
    return plural(kind.noun or "card") if many else kind.noun or "card"


def _differ_in_noun(one: p.Kind, other: p.Kind) -> bool:
    """Whether the kinds differ only in their nouns, so that they can share adjectives and what follows."""
    return replace(one, noun="", name="") == replace(other, noun="", name="") and bool(one.noun or one.name) == bool(
        other.noun or other.name
    )
