"""Which cards are meant. `&` is and, `|` is or. Filters ask the game, not the declaration: factions can change."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import mypyc_attr

from . import arguments, terms
from .terms import CONSTRUCTS, NOTHING

if TYPE_CHECKING:
    from .state import GameState


@mypyc_attr(allow_interpreted_subclasses=True)
class Filter:
    """The base: `adjective`, `noun` and `suffix` are its words, `test` its meaning."""

    adjective: str = ""
    noun: str = ""
    suffix: str = ""
    unique: bool = False

    def test(self, game: GameState, seat: int, card: int, zone: int) -> bool:
        """Whether the card, lying in that zone, is meant when the player in that seat asks."""
        raise NotImplementedError

    def __and__(self, other: Filter) -> Filter:
        return Both(self, other)

    def __or__(self, other: Filter) -> Filter:
        return Either(self, other)

    def phrase(self) -> str:
        """`Mechana construct`, `hero that costs 3 or less`."""
        return " ".join(word for word in (self.adjective, self.noun or "card", self.suffix) if word)

    def one(self) -> str:
        """`a Mechana construct`; a card that is the only one of its name has no article."""
        phrase = self.phrase()
        return phrase if self.unique or phrase.startswith("another") else terms.article(phrase)


class Both(Filter):
    def __init__(self, first: Filter, second: Filter) -> None:
        self.first = first
        self.second = second
        self.adjective = " ".join(each for each in (first.adjective, second.adjective) if each)
        self.noun = first.noun or second.noun
        self.suffix = " ".join(each for each in (first.suffix, second.suffix) if each)

    def test(self, game: GameState, seat: int, card: int, zone: int) -> bool:
        return self.first.test(game, seat, card, zone) and self.second.test(game, seat, card, zone)


class Either(Filter):
    def __init__(self, first: Filter, second: Filter) -> None:
        self.first = first
        self.second = second
        if first.suffix == second.suffix and not first.adjective and not second.adjective:
            self.noun = f"{first.noun} or {second.noun}"
            self.suffix = first.suffix
        else:
            self.noun = f"{first.phrase()} or {second.one()}"

    def test(self, game: GameState, seat: int, card: int, zone: int) -> bool:
        return self.first.test(game, seat, card, zone) or self.second.test(game, seat, card, zone)


class AnyCard(Filter):
    def test(self, game: GameState, seat: int, card: int, zone: int) -> bool:
        return True


class OfKind(Filter):
    """A monster that lies among a player's constructs is one of them (a captured monster)."""

    def __init__(self, kind: int) -> None:
        self.kind = kind
        self.noun = terms.KIND_WORDS[kind]

    def test(self, game: GameState, seat: int, card: int, zone: int) -> bool:
        if zone == CONSTRUCTS:
            return self.kind == terms.CONSTRUCT_KIND
        return game.cards[card].kind_number == self.kind


class OfFaction(Filter):
    def __init__(self, faction: int) -> None:
        self.faction = faction
        self.adjective = terms.FACTION_WORDS[faction]

    def test(self, game: GameState, seat: int, card: int, zone: int) -> bool:
        found = game.cards[card]
        if found.faction_number == self.faction:
            return True
        if zone == CONSTRUCTS and found.is_monster:
            return self.faction == terms.MECHANA_FACTION
        return found.is_construct and constructs_count_as(game, seat, self.faction)


def constructs_count_as(game: GameState, seat: int, faction: int) -> bool:
    """Whether something this player controls makes every construct one of the faction too."""
    if seat == NOTHING:
        return False
    return any(game.cards[each].constructs_become == faction for each in game.players[seat].constructs)


class CostsAtMost(Filter):
    """Compares the printed cost: runes for what is acquired, power for what is defeated."""

    def __init__(self, limit: int) -> None:
        self.limit = arguments.amount("CostsAtMost", "limit", limit, 0)
        self.suffix = f"that costs {limit} or less"

    def test(self, game: GameState, seat: int, card: int, zone: int) -> bool:
        found = game.cards[card]
        return (found.power if found.is_monster else found.runes) <= self.limit


class Named(Filter):
    def __init__(self, name: str, unique: bool = False) -> None:
        self.name = name
        self.noun = name
        self.unique = unique

    def test(self, game: GameState, seat: int, card: int, zone: int) -> bool:
        return game.cards[card].name == self.name


class WithOrb(Filter):
    def __init__(self, orb: int) -> None:
        self.orb = orb
        self.adjective = terms.ORB_WORDS[orb]

    def test(self, game: GameState, seat: int, card: int, zone: int) -> bool:
        return game.cards[card].orb == self.orb


class WithEmpower(Filter):
    suffix = "with Empower"

    def test(self, game: GameState, seat: int, card: int, zone: int) -> bool:
        return game.cards[card].empower


class Another(Filter):
    """Not the card itself. Who asks leaves the card out; the filter only carries the word."""

    adjective = "another"

    def test(self, game: GameState, seat: int, card: int, zone: int) -> bool:
        return True


ANY: Final = AnyCard()
ANOTHER: Final = Another()
HERO: Final = OfKind(terms.HERO_KIND)
CONSTRUCT: Final = OfKind(terms.CONSTRUCT_KIND)
MONSTER: Final = OfKind(terms.MONSTER_KIND)
TREASURE: Final = OfKind(terms.TREASURE_KIND)
ENLIGHTENED: Final = OfFaction(terms.ENLIGHTENED_FACTION)
LIFEBOUND: Final = OfFaction(terms.LIFEBOUND_FACTION)
MECHANA: Final = OfFaction(terms.MECHANA_FACTION)
VOID: Final = OfFaction(terms.VOID_FACTION)
LIGHT: Final = WithOrb(terms.LIGHT_ORB)
DARK: Final = WithOrb(terms.DARK_ORB)
EMPOWERED: Final = WithEmpower()


def count_in_play(game: GameState, seat: int, kind: Filter) -> int:
    """How many constructs of the kind a player controls, what merely counts as one included."""
    count = 0
    for card in game.players[seat].constructs:
        if kind.test(game, seat, card, CONSTRUCTS):
            count += 1
    if game.turn.extra_mechana and seat == game.turn.seat and _is_mechana(kind):
        count += game.turn.extra_mechana
    return count


def possible_kinds(kind: Filter) -> frozenset[int]:
    """The kinds of cards that can be meant; none where a name says which card it is."""
    if isinstance(kind, Both):
        return possible_kinds(kind.first) & possible_kinds(kind.second)
    if isinstance(kind, Either):
        return possible_kinds(kind.first) | possible_kinds(kind.second)
    if isinstance(kind, OfKind):
        return frozenset([kind.kind])
    if isinstance(kind, OfFaction):
        return frozenset([terms.HERO_KIND, terms.CONSTRUCT_KIND])
    return frozenset() if isinstance(kind, Named) else frozenset(range(len(terms.KIND_WORDS)))


def means_constructs(kind: Filter) -> bool:
    """Whether nothing but constructs can be meant."""
    return possible_kinds(kind) == {terms.CONSTRUCT_KIND}


def _is_mechana(kind: Filter) -> bool:
    if isinstance(kind, Both):
        return _is_mechana(kind.first) or _is_mechana(kind.second)
    return isinstance(kind, OfFaction) and kind.faction == terms.MECHANA_FACTION
