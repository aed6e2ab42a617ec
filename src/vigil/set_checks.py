"""What can be wrong with a set that somebody else has written. Nothing here changes the set or the library."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Final, NamedTuple

from vigil.engine import terms
from vigil.engine.abilities import Ability, Redirect
from vigil.engine.amounts import Amount
from vigil.engine.card import Card, Cost
from vigil.engine.conditions import Condition
from vigil.engine.effect import Effect
from vigil.engine.errors import did_you_mean
from vigil.engine.filters import Filter, Named, OfFaction
from vigil.engine.library import CardSet, fold
from vigil.engine.select import Select
from vigil.engine.taking import Transform
from vigil.text.english import ENGLISH

DEAREST: Final = 30
"""Nobody ever has so many runes or so much power to spend."""

EFFECT_LISTS: Final = ("play", "reward", "fate", "banished")
ABILITY_LISTS: Final = ("abilities", "trophy")
COUNTED_PILES: Final = ("starting", "supply", "treasure")
PILE_KINDS: Final = {
    "starting": (terms.HERO_KIND, terms.CONSTRUCT_KIND, terms.TREASURE_KIND),
    "supply": (terms.HERO_KIND, terms.CONSTRUCT_KIND),
    "treasure": (terms.TREASURE_KIND,),
    "standing": (terms.MONSTER_KIND,),
}
FIELDS: Final = (
    *("name", "faction", "cost", "honor", "copies", "orb"),
    *(*EFFECT_LISTS, *ABILITY_LISTS, "arrives", "free_if", "cheaper", "empower", "infest", "copyable"),
    *("becomes", "shown_name"),
)
"""What a declaration may say about a card."""

Node = Effect | Ability | Filter | Condition | Amount


class Problem(NamedTuple):
    """`card` is empty where the set itself is meant; `copy` says which of several declarations with that name."""

    card: str
    message: str
    copy: int = 0


class Checks:
    """Looks a set through, and collects what is wrong with it."""

    def __init__(self, new: CardSet, known_cards: Collection[Card], known_sets: Collection[str]) -> None:
        self.new = new
        self.known_cards = known_cards
        self.known_sets = known_sets
        self.own = [card for card in (*new.cards, *new.transformed) if isinstance(card, Card)]
        self.all_names = [str(card.name) for card in (*known_cards, *self.own)]
        self.found: list[Problem] = []

    def run(self) -> list[Problem]:
        self._check_box()
        self._check_names()
        for card in self.own:
            self._check_numbers(card)
            try:
                self._check_words(card)
            except Exception as error:
                # An effect of the author's own may fail wherever it is asked anything.
                self._say(card.name, f"It cannot be looked through: {said(error)}")
        self._check_events()
        if not self.found:
            # Cards of which something else is wrong could not be asked what kind they are.
            self._check_piles()
        return self.found

    def _say(self, card: str, message: str, copy: int = 0) -> None:
        problem = Problem(card, message, copy)
        if problem not in self.found:
            self.found.append(problem)

    # --- the box

    def _check_box(self) -> None:
        new = self.new
        if not isinstance(new.name, str) or not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", new.name):
            self._say("", f'{new.name!r} cannot be the name of a set: write small letters with hyphens, "my-own-set".')
        elif new.name in self.known_sets or new.name == "all":
            self._say("", f'A set called "{new.name}" exists already: choose another name.')
        if not isinstance(new.title, str) or not new.title.strip():
            self._say("", 'The set has no title: write one as people read it, "My Own Set".')
        if not new.cards:
            self._say("", "The set has no cards.")
        for each in (*new.cards, *new.transformed):
            if not isinstance(each, Card):
                self._say("", f"Among its cards is {described(each)}, which is not a card.")
        if not new.starting:
            self._say("", 'Nobody can start without cards: write starting={"Apprentice": 8, "Militia": 2}.')

    def _check_piles(self) -> None:
        by_name = {fold(card.name): card for card in (*self.known_cards, *self.own)}
        piles = [(pile, name, count) for pile in COUNTED_PILES for name, count in getattr(self.new, pile).items()]
        for pile, name, count in [*piles, *(("standing", name, 1) for name in self.new.standing)]:
            self._check_known("", name, f"in {pile}")
            if not is_whole(count) or count < 1:
                self._say("", f"{count!r} cards called {name!r} in {pile} are impossible: write 1 or more.")
            card = by_name.get(fold(str(name)))
            if card is not None and card.kind_number not in PILE_KINDS[pile]:
                words = " or ".join(terms.KIND_WORDS[kind] for kind in PILE_KINDS[pile])
                self._say("", f"{card.name} cannot be in {pile}: there lies a {words}, and it is not one.")

    def _check_known(self, card: str, name: object, where: str) -> None:
        if not isinstance(name, str) or fold(name) not in {fold(each) for each in self.all_names}:
            hint = did_you_mean(str(name), self.all_names)
            self._say(card, f'There is no card called "{name}" ({where}).{hint}')

    # --- names and numbers

    def _check_names(self) -> None:
        taken = {fold(card.name): card.name for card in self.known_cards}
        seen: dict[str, int] = {}
        for card in self.own:
            if not isinstance(card.name, str) or not card.name.strip() or re.search(r"[\n/#]", card.name):
                self._say(str(card.name), "This cannot be a card's name: write words, without / and # in them.")
                continue
            folded = fold(card.name)
            if folded in taken:
                self._say(card.name, f'A card called "{taken[folded]}" exists already: choose another name.')
            elif folded in seen:
                self._say(card.name, "Two cards of the set have this name.", copy=seen[folded])
            seen[folded] = seen.get(folded, 0) + 1

    def _check_numbers(self, card: Card) -> None:
        for word, amount in (("runes", card.runes), ("power", card.power)):
            if not is_whole(amount):
                self._say(card.name, f"It costs {amount!r} {word}: write a whole number.")
            elif amount < 0:
                self._say(card.name, f"It costs {amount} {word}: a cost cannot be negative.")
            elif amount > DEAREST:
                self._say(card.name, f"It costs {amount} {word}: nobody can pay more than {DEAREST}.")
        is_free = not card.runes and not card.power
        if (card.is_hero or card.is_construct) and is_free and card not in self.new.transformed:
            self._say(card.name, f"A {card.kind} costs runes or power: write cost=Runes(3).")
        if card.is_monster and card.runes:
            self._say(card.name, "A monster costs power, not runes: write cost=Power(4).")
        elif card.is_monster and is_free:
            self._say(card.name, "A monster costs power: write cost=Power(4).")
        if not is_whole(card.honor) or card.honor < 0:
            self._say(card.name, f"It is worth {card.honor!r} honor: write 0 or more.")
        fewest = 0 if card.is_treasure else 1
        if not is_whole(card.copies) or card.copies < fewest:
            self._say(card.name, f"There are {card.copies!r} copies of it: write {fewest} or more.")

    def _check_events(self) -> None:
        sides = {card.name for card in self.new.transformed if isinstance(card, Card)}
        for card in self.own:
            if card.is_event and card.becomes not in sides:
                hint = did_you_mean(card.becomes, sides)
                message = f'It becomes "{card.becomes}", which is not among the transformed cards of the set.{hint}'
                self._say(card.name, message)
        for name in sides - {card.becomes for card in self.own}:
            self._say(name, "It is a transformed card, but no event of the set becomes it.")

    # --- what the cards do

    def _check_words(self, card: Card) -> None:
        before = len(self.found)
        for field in (*EFFECT_LISTS, *ABILITY_LISTS):
            for message in wrong_items(field, getattr(card, field)):
                self._say(card.name, message)
        for field, value in (("arrives", card.arrives), ("free_if", card.free_if)):
            for message in wrong_items(field, value):
                self._say(card.name, message)
        if len(self.found) > before:
            return
        for node in nodes_of(card):
            self._check_node(card, node)
        if len(self.found) == before:
            self._check_text(card)

    def _check_node(self, card: Card, node: Node) -> None:
        word = type(node).__name__
        if isinstance(node, Named):
            self._check_known(card.name, node.name, "in Named")
        if isinstance(node, Transform):
            self._check_known(card.name, node.into, "in Transform")
        if isinstance(node, Effect):
            if hasattr(node, "at_least") and not isinstance(node, Select):
                self._say(card.name, f"{word} chooses no cards, so May cannot make it optional.")
            if type(node).do is Effect.do and type(node).resume is Effect.resume and is_foreign(node):
                self._say(card.name, f"{word} does not say what it does: give it do(self, game, context).")
        if isinstance(node, Effect | Ability):
            named = {id(part) for part in inner_parts(node)}
            for message in wrong_parts(node):
                self._say(card.name, message)
            for child in children(node):
                if isinstance(child, Effect) and id(child) not in named:
                    inside = type(child).__name__
                    self._say(card.name, f"{word} holds {inside}, but its parts() does not name it.")
        text = text_of(node)
        if text is not None:
            self._say(card.name, text)

    def _check_text(self, card: Card) -> None:
        try:
            lines = card.lines()
            _ = card.keywords, card.facts
        except Exception as error:
            self._say(card.name, f"Its text cannot be made: {said(error)}")
            return
        if not all(isinstance(line, str) and line.strip() for line in lines):
            self._say(card.name, "A line of its text is empty.")


# --- looking inside


def is_whole(number: object) -> bool:
    return isinstance(number, int) and not isinstance(number, bool)


def is_foreign(node: Node) -> bool:
    """Written by the author of the set rather than by us."""
    return not type(node).__module__.startswith("vigil.")


def said(error: BaseException) -> str:
    """What Python says about an error, as a sentence."""
    return f"{type(error).__name__}: {error}".rstrip(".: ") + "."


def described(thing: object) -> str:
    if isinstance(thing, type):
        return f"`{thing.__name__}` without brackets"
    if callable(thing):
        return f"`{getattr(thing, '__name__', thing)}` without brackets"
    if isinstance(thing, str | int | float | bool | None):
        return repr(thing)
    return f"{type(thing).__name__}(...)"


def wrong_items(field: str, value: object) -> Iterator[str]:
    """What does not belong into that part of a declaration."""
    if field in EFFECT_LISTS or field in ABILITY_LISTS:
        kind: type = Effect if field in EFFECT_LISTS else Ability
        noun = "effect" if kind is Effect else "ability"
        if not isinstance(value, list | tuple):
            yield f"{field} must be a list: write {field}=[...]."
            return
        for item in value:
            if not isinstance(item, kind):
                help_ = ""
                if isinstance(item, Effect):
                    help_ = f" Say when it happens: OncePerTurn({type(item).__name__}(...))."
                yield f"{field} holds {described(item)}, which is not an {noun}.{help_}"
            elif isinstance(item, Effect | Ability):
                yield from wrong_parts(item)
    elif field not in FIELDS:
        yield f"A card has no `{field}`." + did_you_mean(field, FIELDS).replace('"', "`")
    elif field == "arrives" and value is not None and not isinstance(value, Redirect):
        yield f"arrives is {described(value)}: write Redirect(...)."
    elif field == "free_if" and value is not None and not isinstance(value, Condition):
        yield f"free_if is {described(value)}, which is not a condition."
    elif field == "cost" and not isinstance(value, Cost):
        yield f"cost is {described(value)}: write Runes(3), Power(4) or both with a +."
    elif field == "faction" and value is not None and not isinstance(value, OfFaction):
        yield f"Its faction is {described(value)}: write ENLIGHTENED, LIFEBOUND, MECHANA, VOID or None."


def wrong_parts(node: Effect | Ability) -> Iterator[str]:
    for part in inner_parts(node):
        if not isinstance(part, Effect | Ability):
            yield f"Inside {type(node).__name__} is {described(part)}, which is not an effect."


def inner_parts(node: Effect | Ability) -> list[object]:
    """What the library will find inside."""
    found: list[object] = list(node.parts())
    if isinstance(node, Effect):
        found += node.waiting_abilities()
    return found


def children(node: Node) -> Iterator[Node]:
    """Everything of our vocabulary that lies in an attribute. A compiled object has no `__dict__`; `dir` knows both."""
    for name in dir(node):
        if not name.startswith("_"):
            value = getattr(node, name, None)
            for each in value if isinstance(value, list | tuple) else (value,):
                if isinstance(each, Node):
                    yield each


def nodes_of(card: Card) -> list[Node]:
    """Every effect, ability, condition, filter and amount on a card, whatever it is inside of."""
    waiting: list[object] = [item for field in (*EFFECT_LISTS, *ABILITY_LISTS) for item in getattr(card, field)]
    waiting += [card.arrives, card.free_if, *(card.cheaper or ())]
    found: dict[int, Node] = {}
    while waiting:
        node = waiting.pop(0)
        if isinstance(node, Node) and id(node) not in found:
            found[id(node)] = node
            waiting += children(node)
            if isinstance(node, Effect | Ability):
                waiting += inner_parts(node)
    return list(found.values())


def text_of(node: Node) -> str | None:
    """What is wrong with the node's words; nothing if they are there."""
    word = type(node).__name__
    try:
        text = ENGLISH.clause(node.phrase())
    except NotImplementedError:
        return f"{word} has no text: give it phrase(self)."
    except Exception as error:
        return f"The text of {word} cannot be made: phrase() ends with {said(error)}"
    return None if text.strip() else f"The text of {word} is empty: see its phrase()."
