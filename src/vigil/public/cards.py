"""Cards: what is printed on them, looking them up, and loading sets."""

from __future__ import annotations

import re
from collections.abc import Iterable
from os import PathLike, fspath
from typing import Final

from vigil.cards import LIBRARY
from vigil.engine import card as engine
from vigil.engine import terms
from vigil.engine.errors import BadNotation, UnknownName, did_you_mean
from vigil.engine.library import CardSet, fold
from vigil.set_names import set_names
from vigil.worth import Worth, own_worth

from .arguments import string, whole
from .notebook import card_html
from .wording import Printed


class Cost(int):
    """The cost of a card. As a number it is the total of runes and power.

    >>> import vigil
    >>> cost = vigil.card("Arha Templar").cost
    >>> cost, cost.runes, cost.power
    (<Cost 4 runes>, 4, 0)
    >>> cost > 3, cost + 2, str(cost)
    (True, 6, '4 runes')
    """

    runes: int
    """The part that is paid in runes."""
    power: int
    """The part that is paid in power."""
    either: bool
    """Whether any part of the runes may be paid in power instead."""

    def __new__(cls, runes: int, power: int, either: bool = False) -> Cost:
        cost = super().__new__(cls, runes + power)
        cost.runes, cost.power, cost.either = runes, power, either
        return cost

    def __eq__(self, other: object) -> bool:
        """A cost equals a cost of the same runes and power, and a number that is its total."""
        if isinstance(other, Cost):
            return self._parts == other._parts
        return int(self) == other

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return int(self)

    def __str__(self) -> str:
        return str(engine.Cost(*self._parts))

    def __repr__(self) -> str:
        return f"<Cost {self}>"

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    def __reduce__(self) -> tuple[object, ...]:
        return Cost, self._parts

    @property
    def _parts(self) -> tuple[int, int, bool]:
        return self.runes, self.power, self.either


class Card(Printed):
    """A card as it is printed. All copies of a card are the same object.

    >>> import vigil
    >>> card = vigil.card("Arha Templar")
    >>> card
    <Card 'Arha Templar'>
    >>> card.type_line, str(card.cost), card.honor
    ('Enlightened Hero', '4 runes', 3)
    >>> print(card.text)
    Defeat a Monster that costs 4 or less without paying its cost.
    """

    __slots__ = ("_card", "_cost")

    def __init__(self, card: engine.Card) -> None:
        self._card = card
        self._cost = Cost(card.runes, card.power, card.pays_either)

    @property
    def name(self) -> str:
        """The name of the card."""
        return self._card.name

    @property
    def set(self) -> str:
        """The title of the card's set; empty for starting and always-available cards, which every set has."""
        return self._card.set

    @property
    def faction(self) -> str:
        """`Enlightened`, `Lifebound`, `Mechana` or `Void`; empty for a card of no faction."""
        return self._card.faction

    @property
    def kind(self) -> str:
        """`hero`, `construct`, `monster`, `treasure` or `event`."""
        return self._card.kind

    @property
    def type_line(self) -> str:
        """Faction and kind: `Void Hero`."""
        return self._card.type_line

    @property
    def cost(self) -> Cost:
        """The cost: it prints as `3 runes`, has `.runes` and `.power`, and counts as the total of both."""
        return self._cost

    @property
    def honor(self) -> int:
        """The honor that the card is worth to its owner at the end of the game."""
        return self._card.honor

    @property
    def copies(self) -> int:
        """The number of copies in the center deck of its set; 0 for starting and always-available cards."""
        return self._card.copies if self._card.set_name else 0

    @property
    def orb(self) -> str:
        """`light` or `dark`; empty for a card without an orb."""
        return self._card.orb

    @property
    def keywords(self) -> tuple[str, ...]:
        """The keywords on the card, in alphabetical order."""
        return self._card.keywords

    @property
    def text(self) -> str:
        """The rules text, made from the card's declaration."""
        return self._card.text

    @property
    def rulings(self) -> list[str]:
        """The rulings on the card; empty if there are none."""
        return self._card.rulings

    @property
    def worth(self) -> Worth | None:
        """What the card is worth, measured in games of bots; None for a card that nobody can take, or a custom card.

        >>> import vigil
        >>> worth = vigil.card("Hedron Cannon").worth
        >>> worth.effect.low > 0, sorted(worth.by)[:3]
        (True, ['2 players', '3 players', '4 players'])
        """
        return own_worth(self.name)

    @property
    def raw(self) -> engine.Card:
        """The engine's card, with its declaration."""
        return self._card

    def __lt__(self, other: Card) -> bool:
        """Cards are sorted by name."""
        return self.name < other.name

    def __str__(self) -> str:
        return self.name

    def _repr_html_(self) -> str:
        """The card as a notebook shows it."""
        return card_html(self)

    def __reduce__(self) -> tuple[object, ...]:
        return _unpickled, (self._card,)


class _Wrapped(dict[engine.Card, Card]):
    """The public card for each card of the engine, made when it is first asked for. There is one object per card."""

    def __missing__(self, raw: engine.Card) -> Card:
        return self.setdefault(raw, Card(raw))


WRAPPED: Final = _Wrapped()


def _unpickled(raw: engine.Card) -> Card:
    return WRAPPED[raw]


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
    vigil.UnknownName: There is no card called "Arha Templer". Did you mean "Arha Templar" or ...?
    """
    if not isinstance(name, str):
        raise TypeError(f"A card is named by a string, not by {name!r}.")
    return WRAPPED[LIBRARY.card(name)]


def find_cards(
    words: str = "",
    *,
    set: str | Iterable[str] | None = None,
    faction: str | None = None,
    kind: str | None = None,
    cost: int | str | None = None,
    keyword: str | None = None,
    name: str = "",
    text: str = "",
) -> list[Card]:
    """The cards that match all given criteria; without any, all cards.

    Each of the `words` must occur in the name, the type line or the rules text; `name` is a part of the name, `text` a
    part of the rules text. `faction=""` finds the cards of no faction. `cost` is the total of runes and power: `3`,
    `"2-4"` or `"5+"`.

    >>> import vigil
    >>> vigil.find_cards(set="gift", faction="void", text="banish", cost="5+")
    [<Card 'Voidrift Stalker'>, <Card 'Grand-Arbiter Todd'>, <Card 'Ulan, the Crusher'>]
    >>> len(vigil.find_cards(kind="monster"))
    43
    """
    words, name, text = string("words", words), string("name", name), string("text", text)
    found = [WRAPPED[each] for each in LIBRARY]
    if sets := set_names(set or ()):
        found = [each for each in found if each.raw.set_name in sets]
    if faction is not None:
        wanted = _checked(faction, "faction", terms.FACTION_WORDS)
        found = [each for each in found if each.faction.lower() == wanted]
    if kind is not None:
        wanted = _checked(kind, "kind of card", terms.KIND_WORDS)
        found = [each for each in found if each.kind == wanted]
    if cost is not None:
        costs = cost_range(cost if isinstance(cost, str) else str(whole("cost", cost)))
        found = [each for each in found if each.kind != "event" and int(each.cost) in costs]
    if keyword is not None:
        wanted = _checked(keyword, "keyword", all_keywords())
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

    >>> import vigil
    >>> vigil.load_set("no_set.py")
    Traceback (most recent call last):
    vigil.custom_sets.BadSet: no_set.py cannot be read: No such file or directory.
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
    if high < low:
        raise BadNotation(f'"{text}" is not a range of costs. Write {high}-{low}.')
    return range(low, high + 1)


def all_keywords() -> list[str]:
    """All keywords that occur on cards, sorted."""
    return sorted({word for each in LIBRARY for word in each.keywords})


def _checked(word: str, what: str, known: Iterable[str]) -> str:
    """The word in lower case. Raises UnknownName if it is not one of the known ones."""
    names = [each.lower() for each in known]
    if fold(string(what, word)) not in names:
        raise UnknownName(
            f'There is no {what} "{word}".{did_you_mean(word, names)} Known: {", ".join(filter(None, names))}.'
        )
    return fold(word)
