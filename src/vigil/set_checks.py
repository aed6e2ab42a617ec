"""Checks of a whole set whose declarations are valid one by one: its names, and its author's own effects.

Nothing here changes the set or the library.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from vigil.engine import terms
from vigil.engine.card import Card
from vigil.engine.declared import Declared, attributes, declared_in
from vigil.engine.effect import Effect
from vigil.engine.errors import BadCard, did_you_mean
from vigil.engine.filters import Named
from vigil.engine.library import CardSet, Library, fold
from vigil.text.english import ENGLISH

PILE_KINDS: Final = {
    "starting": (terms.HERO_KIND, terms.CONSTRUCT_KIND, terms.TREASURE_KIND),
    "supply": (terms.HERO_KIND, terms.CONSTRUCT_KIND),
    "treasure": (terms.TREASURE_KIND,),
    "standing": (terms.MONSTER_KIND,),
}


class Problem(NamedTuple):
    """A problem of a card or of the set itself."""

    of: Card | CardSet
    message: str


def problems_of(new: CardSet, library: Library) -> list[Problem]:
    """All problems that prevent the set from being added to the library."""
    own = (*new.cards, *new.transformed)
    known = {fold(card.name): card for card in (*library, *own)}
    found = [*_wrong_names(new, library), *_wrong_piles(new, known), *_wrong_events(new)]
    for card in own:
        if (card.is_hero or card.is_construct) and not card.runes and not card.power and card in new.cards:
            found.append(Problem(card, f"A {card.kind} costs runes or power. Write cost=Runes(3)."))
        found += [Problem(card, message) for message in _wrong_words(card, known)]
    return list(dict.fromkeys(found))


def _wrong_names(new: CardSet, library: Library) -> Iterator[Problem]:
    if new.name in library.sets or new.name == "all":
        yield Problem(new, f'A set called "{new.name}" exists already: choose another name.')
    taken = {fold(name): name for name in library.names()}
    seen = set()
    for card in (*new.cards, *new.transformed):
        name = fold(card.name)
        if name in taken:
            yield Problem(card, f'A card called "{taken[name]}" exists already: choose another name.')
        elif name in seen:
            yield Problem(card, "Two cards of the set have this name.")
        seen.add(name)


def _wrong_piles(new: CardSet, known: dict[str, Card]) -> Iterator[Problem]:
    for pile, kinds in PILE_KINDS.items():
        for name in getattr(new, pile):
            card = known.get(fold(name))
            if card is None:
                yield Problem(new, _unknown(name, f"in {pile}", known))
            elif card.kind_number not in kinds:
                words = " or ".join(terms.KIND_WORDS[kind] for kind in kinds)
                yield Problem(new, f"{card.name} cannot be in {pile}: it is not a {words}.")


def _unknown(name: str, where: str, known: dict[str, Card]) -> str:
    hint = did_you_mean(name, [card.name for card in known.values()])
    return f'There is no card called "{name}" ({where}).{hint}'


def _wrong_events(new: CardSet) -> Iterator[Problem]:
    sides = {card.name for card in new.transformed}
    for card in new.cards:
        if card.is_event and card.becomes not in sides:
            hint = did_you_mean(card.becomes, sides)
            message = f'It becomes "{card.becomes}", which is not among the transformed cards of the set.{hint}'
            yield Problem(card, message)
    for card in new.transformed:
        if card.name not in {each.becomes for each in new.cards}:
            yield Problem(card, "It is among the transformed cards, but no event of the set becomes it.")


# --- what the cards do


def _wrong_words(card: Card, known: dict[str, Card]) -> Iterator[str]:
    try:
        found = [message for node in declared_in([card]) for message in _wrong_node(node, known)]
        yield from found
        if not found:
            _ = card.lines(), card.keywords, card.facts
    except BadCard as error:
        yield str(error)
    except Exception as error:
        # Any method of an effect written by the set's author may fail.
        yield f"Its text cannot be rendered: {said(error)}"


def _wrong_node(node: Declared, known: dict[str, Card]) -> Iterator[str]:
    word = type(node).__name__
    if isinstance(node, Named) and fold(node.name) not in known:
        yield _unknown(node.name, "in Named", known)
    if isinstance(node, Effect) and not type(node).__module__.startswith("vigil."):
        if not ENGLISH.clause(node.phrase()).strip():
            yield f"The text of {word} is empty. Check its phrase()."
        named = declared_in([node.parts(), node.pending_abilities()])
        for child in declared_in([*attributes(node).values()]):
            if isinstance(child, Effect) and not any(child is each for each in named):
                yield f"{word} contains {type(child).__name__}, but its parts() does not return it."


def said(error: BaseException) -> str:
    """The type and message of an exception as a sentence."""
    return f"{type(error).__name__}: {error}".rstrip(".: ") + "."
