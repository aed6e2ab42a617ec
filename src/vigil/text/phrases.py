"""The phrases of card text: a tree without inflected words, which renderers turn into text.

A phrase is a node of this module or a plain string. Nouns, amounts and places are parts of a clause; a clause is what
an effect does, and is rendered as one or more sentences. Most effects make a clause such as `Do("draw", "a card")`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final, dataclass_transform


@dataclass_transform(frozen_default=True)
class Phrase:
    """The base class of all nodes. Every subclass is a frozen dataclass."""

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        dataclass(frozen=True)(cls)


Words = Phrase | str
"""A node, or words that are never inflected. Accepted wherever a phrase is."""


# --- parts of a clause


class Sequence(Phrase):
    """Parts in sequence."""

    parts: tuple[Words, ...]


def words(*parts: Words) -> Sequence:
    return Sequence(parts)


class Short(Phrase):
    """Words with a shorter form: `without paying its cost`, `free`."""

    full: Words
    brief: Words


class Pronoun(Phrase):
    """The player that a clause is about: addressed directly, or as each player or opponent."""

    you: str
    they: str


YOU: Final = Pronoun("you", "they")
YOUR: Final = Pronoun("your", "their")


class This(Phrase):
    """The card itself: `this`, or `it` if the sentence has already named it."""


THIS: Final = This()


class Perfect(Phrase):
    """`have played`"""

    participle: str


class Verb(Phrase):
    """A verb inside other words, as in `keep one Construct and destroy the others`. Two verbs share one object."""

    base: str | tuple[str, ...]


class Amount(Phrase):
    """An amount of a resource: `1 rune`, `2 honor`. Either the number or the resource may be left out."""

    number: int | None
    resource: str
    at_least: bool = False


class Less(Phrase):
    """`1 rune less`"""

    amount: Amount


class Listed(Phrase):
    """`a Mystic and a Heavy Infantry`"""

    parts: tuple[Words, ...]
    conjunction: str = "and"


class Player(Phrase):
    """The player in a seat: `p2`. Clients can show a name instead."""

    seat: int


# --- cards


class Kind(Phrase):
    """One kind of card: `Mechana Construct`, `Hero that costs 3 or less`, `card with Empower`, `Mystic`.

    A name implies the kind and the faction, which are not rendered with it.
    """

    noun: str = ""
    faction: str = ""
    orb: str = ""
    name: str = ""
    unique: bool = False
    traits: tuple[str, ...] = ()
    most: int | None = None

    def both(self, other: Kind) -> Kind | None:
        """The intersection of two kinds; None if no card can be both."""
        found = {field: getattr(self, field) or getattr(other, field) for field in ("noun", "faction", "orb", "name")}
        if any(getattr(each, field) not in ("", value) for each in (self, other) for field, value in found.items()):
            return None
        if found["name"]:
            found["noun"] = found["faction"] = ""
        if found["faction"] and found["noun"] in ("Monster", "Treasure"):
            return None
        if (self.traits or other.traits) and found["noun"] not in ("", "Hero"):
            return None
        limits = [each.most for each in (self, other) if each.most is not None]
        return Kind(
            **found,
            unique=self.unique or other.unique,
            traits=tuple(dict.fromkeys(self.traits + other.traits)),
            most=min(limits, default=None),
        )

    def includes(self, other: Kind) -> bool:
        """Whether every card of the other kind is of this kind. The kind and faction of a named card are not known."""
        return (
            self.name in ("", other.name)
            and not (other.name and (self.noun or self.faction))
            and self.noun in ("", other.noun)
            and self.faction in ("", other.faction)
            and self.orb in ("", other.orb)
            and set(self.traits) <= set(other.traits)
            and (self.most is None or (other.most is not None and other.most <= self.most))
        )


class Kinds(Phrase):
    """Cards of one kind or another."""

    kinds: tuple[Kind, ...] = (Kind(),)

    def both(self, other: Kinds) -> Kinds:
        """The intersection; without any kind if it is empty."""
        found = [first.both(second) for first in self.kinds for second in other.kinds]
        return Kinds(tuple(dict.fromkeys(each for each in found if each is not None)))

    def either(self, other: Kinds) -> Kinds:
        """The union, without kinds that another one includes."""
        every = tuple(dict.fromkeys(self.kinds + other.kinds))
        return Kinds(tuple(each for each in every if not any(each != one and one.includes(each) for one in every)))

    def include(self, kind: Kind) -> bool:
        """Whether these kinds include every card of the given kind."""
        return any(each.includes(kind) for each in self.kinds)

    @property
    def are_monsters(self) -> bool:
        return all(each.noun == "Monster" for each in self.kinds)

    @property
    def may_be_monsters(self) -> bool:
        return any(each.noun in ("", "Monster") and not each.name for each in self.kinds)


class Place(Phrase):
    """Where cards are: `in your hand or discard pile`, `you control`, `you have played this turn`."""

    own: tuple[str, ...] = ()
    shared: tuple[str, ...] = ()
    played: bool = False
    controlled: bool = False
    supply: bool = False
    preposition: str = "in"
    seat: int | None = None
    """The cards are those of the player in this seat: `of p2`, `in p2's hand`."""


CONTROLLED: Final = Place(controlled=True)
IN_ROW: Final = Place(shared=("center row",))
FROM_ROW: Final = replace(IN_ROW, preposition="from")

# Which cards, and how many.
EXACTLY: Final = "exactly"
UP_TO: Final = "up to"
AT_LEAST: Final = "at least"
BETWEEN: Final = "between"
"""From `least` to `count`."""
EACH_OR_ALL: Final = "each or all"
"""At most one of each named card: `a Mystic, a Heavy Infantry or both`."""
ANY_NUMBER: Final = "any number"
EVERY: Final = "every"
ANOTHER: Final = "another"
NEXT: Final = "next"
ADDITIONAL: Final = "additional"
SINGULAR: Final = "singular"
"""The noun alone, as after `for each`."""
PLURAL: Final = "plural"
ALIKE: Final = "alike"
"""The kinds of several cards: `Heroes or Constructs`."""


class Cards(Phrase):
    """Some cards: `two Heroes in your hand`, `another Construct you control`, `all Monsters in the center row`."""

    kinds: Kinds = Kinds()
    count: int = 1
    how: str = EXACTLY
    place: Place = Place()
    least: int = 0

    @property
    def are_many(self) -> bool:
        """Whether the noun is plural."""
        return self.how in (ANY_NUMBER, EVERY, PLURAL, ALIKE, EACH_OR_ALL) or self.count > 1


class Agree(Phrase):
    """A word that agrees in number with the cards: `it`, `them`."""

    cards: tuple[Words, ...]
    one: Words
    many: Words

    @property
    def agreed(self) -> Words:
        return (
            self.many
            if len(self.cards) > 1 or any(getattr(each, "are_many", False) for each in self.cards)
            else self.one
        )


class Keyword(Phrase):
    """`Day`, `Energize 2`"""

    name: str
    number: int = 0


# --- simple clauses


class Do(Phrase):
    """A verb in the base form and what follows it: `banish a card in your hand`. Two verbs share one object."""

    verb: str | tuple[str, ...]
    objects: tuple[Words, ...]

    def __init__(self, verb: str | tuple[str, ...], *objects: Words) -> None:
        object.__setattr__(self, "verb", verb)
        object.__setattr__(self, "objects", objects)


class Gain(Phrase):
    """`gain 1 rune and 2 honor`"""

    amounts: tuple[Words, ...]


class Draw(Phrase):
    """`draw two cards`"""

    count: int


class Take(Phrase):
    """Acquiring or defeating cards for free: `acquire a Hero without paying its cost and put it into your hand`."""

    verb: str | tuple[str, ...]
    cards: tuple[Words, ...]
    to: Words = ""


class Wrapping(Phrase):
    """The base class of phrases that add words to a clause."""

    clause: Words


class May(Wrapping):
    """`you may draw a card`"""


class Each(Phrase):
    """`each opponent discards a card`"""

    who: str
    clause: Words


class OfEachOpponent(Wrapping):
    """The player chooses among the cards of each opponent: `for each opponent, choose and destroy ...`."""


class Fact(Phrase):
    """A clause with its own subject: `you control a Construct`, `this costs 2 power less`."""

    subject: Words
    verb: Words
    rest: tuple[Words, ...]

    def __init__(self, subject: Words, verb: Words, *rest: Words) -> None:
        object.__setattr__(self, "subject", subject)
        object.__setattr__(self, "verb", verb)
        object.__setattr__(self, "rest", rest)


class Is(Phrase):
    """What a card turns out to be: `it is a Hero`, `it was a Monster`, `it has Empower`."""

    kinds: Kinds
    count: int = 1
    past: bool = False


# --- compound clauses


class If(Phrase):
    """A clause with a condition. At the start of a sentence a keyword can replace the condition."""

    condition: Words
    clause: Words
    keyword: Words = ""


class Instead(Phrase):
    """A clause, and the one that replaces it if a condition holds."""

    normal: Words
    condition: Words
    better: Words
    keyword: Words = ""


class Follow(Phrase):
    """A clause that follows if the first one was carried out (`if you do`), or if a condition holds."""

    first: Words
    then: Words
    condition: Words = ""


class Steps(Phrase):
    """`draw a card, then discard a card`"""

    steps: tuple[Words, ...]


class Sentences(Phrase):
    """Several sentences."""

    clauses: tuple[Words, ...]


class OneOf(Phrase):
    """`choose one: gain 1 rune; or gain 1 power`"""

    clauses: tuple[Words, ...]


class ForEach(Phrase):
    """`gain 1 rune for each Construct you control`"""

    counted: Words
    clause: Words
    keyword: Words = ""


class Pay(Phrase):
    """`you may pay 3 runes to gain 3 honor`"""

    cost: Do
    clause: Words


class OncePerTurn(Wrapping):
    """`once per turn, draw a card`"""


class OnceThisTurn(Wrapping):
    """`once this turn, draw a card`"""


WHENEVER: Final = "whenever"
WHEN: Final = "when"
FIRST_TIME: Final = "the first time each turn"
NEXT_TIME: Final = "the next time this turn"
WHENEVER_THIS_TURN: Final = "whenever, this turn"
WHILE: Final = "while"


class Whenever(Phrase):
    """`whenever you play a Hero, gain 1 honor`; `how` is one of the constants above."""

    occasion: Words
    clause: Words
    how: str = WHENEVER


# --- lines of a card

REWARD: Final = "Reward"


class Labelled(Phrase):
    """`Reward: Gain 3 honor.` Several labels: `Trophy, Day: ...`."""

    labels: tuple[Words, ...]
    clause: Words


class Reminder(Phrase):
    """A keyword with its meaning: `Empower (when you acquire this, ...)`."""

    keyword: Keyword
    clause: Words


def steps(clauses: tuple[Words, ...]) -> Words:
    """The clauses as one."""
    return clauses[0] if len(clauses) == 1 else Steps(clauses)


def is_plain(clause: Words) -> bool:
    """Whether the clause can follow `to` or `may`: it starts with a verb and is one sentence."""
    if isinstance(clause, Steps):
        return all(map(is_plain, clause.steps))
    if isinstance(clause, ForEach):
        return is_action(clause.clause) and not isinstance(clause.clause, Take)
    return is_action(clause)


def is_action(clause: Words) -> bool:
    """Whether the clause is just a verb with its objects. Plain strings count as one."""
    return isinstance(clause, (Do, Gain, Draw, Take, str))
