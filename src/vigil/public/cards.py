"""Looking up cards and loading sets."""

from __future__ import annotations

import re
from collections.abc import Iterable
from os import PathLike, fspath

from vigil.cards import LIBRARY
from vigil.engine import terms
from vigil.engine.card import Card
from vigil.engine.errors import BadNotation, UnknownName, did_you_mean
from vigil.engine.library import CardSet, fold
from vigil.set_names import set_names


def card(name: str) -> Card:
    """The card with this name. Case does not matter. Raises UnknownName if there is none.

    >>> import vigil
    >>> templar = vigil.card("arha templar")
    >>> templar
    <Card 'Arha Templar'>
    >>> templar.set, templar.faction, templar.kind, str(templar.cost), templar.honor, templar.copies
    ('Chronicle of the Godslayer', 'Enlightened', 'hero', '4 runes', 3, 2)
    >>> templar.cost >= 4
    True
    >>> vigil.card("Arha Templer")
    Traceback (most recent call last):
    vigil.engine.errors.UnknownName: There is no card called "Arha Templer". Did you mean "Arha Templar" or ...?
    """
    return LIBRARY.card(name)


def find_cards(
    words: str = "",
    *,
    set: str | Iterable[str] = (),
    faction: str = "",
    kind: str = "",
    cost: int | str = "",
    keyword: str = "",
    name: str = "",
    text: str = "",
) -> list[Card]:
    """The cards that match all given criteria; without any, all cards.

    Each of the `words` must occur in the name, the type line or the rules text; `name` is a part of the name, `text` a
    part of the rules text. `cost` is the total of runes and power: `3`, `"2-4"` or `"5+"`.

    >>> import vigil
    >>> vigil.find_cards(set="gift", faction="void", text="banish", cost="5+")
    [<Card 'Voidrift Stalker'>, <Card 'Grand-Arbiter Todd'>, <Card 'Ulan, the Crusher'>]
    >>> len(vigil.find_cards(kind="monster"))
    43
    """
    found = list(LIBRARY)
    if sets := set_names(set):
        found = [each for each in found if each.set_name in sets]
    if faction:
        wanted = _known(faction, "faction", terms.FACTION_WORDS[1:])
        found = [each for each in found if each.faction.lower() == wanted]
    if kind:
        wanted = _known(kind, "kind of card", terms.KIND_WORDS)
        found = [each for each in found if each.kind == wanted]
    if cost != "":
        costs = cost_range(str(cost))
        found = [each for each in found if not each.is_event and int(each.cost) in costs]
    if keyword:
        wanted = _known(keyword, "keyword", all_keywords())
        found = [each for each in found if wanted in each.keywords]
    if name:
        found = [each for each in found if fold(name) in fold(each.name)]
    if text:
        found = [each for each in found if fold(text) in fold(each.text)]
    if words:
        found = [each for each in found if _has_words(each, fold(words).split())]
    return found


def _has_words(each: Card, words: list[str]) -> bool:
    anywhere = fold(f"{each.name} {each.type_line} {each.text}")
    return all(word in anywhere for word in words)


def load_set(source: str | PathLike[str]) -> CardSet:
    """Loads a custom set from a Python file, or by the name that an installed package announces (docs/custom-sets.md).

    From then on its name is accepted wherever sets are named. Raises `vigil.custom_sets.BadSet` if it cannot be loaded.
    """
    from vigil.custom_sets import load_sets

    [found] = load_sets([fspath(source)])
    return found


def cost_range(text: str) -> range:
    """Parses `3`, `2-4` or `5+` as a range of total costs."""
    found = re.fullmatch(r"(\d{1,3})(?:-(\d{1,3})|(\+))?", text.strip())
    if found is None:
        raise BadNotation(f'"{text}" is not a cost. Write 3, 2-4 or 5+.')
    low = int(found[1])
    high = 999 if found[3] else int(found[2] or low)
    return range(low, high + 1)


def all_keywords() -> list[str]:
    """All keywords that occur on cards, sorted."""
    return sorted({word for each in LIBRARY for word in each.keywords})


def _known(word: str, what: str, known: Iterable[str]) -> str:
    """The word in lower case. Raises UnknownName if it is not one of the known ones."""
    names = [each.lower() for each in known]
    if fold(word) not in names:
        raise UnknownName(f'There is no {what} "{word}".{did_you_mean(word, names)} Known: {", ".join(names)}.')
    return fold(word)
