"""Filters of cards. `&` means and, `|` means or. They depend on the game, because abilities can change factions."""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from ..text.english import ENGLISH
from ..text.phrases import Cards, Kind, Kinds
from . import arguments, terms
from .declared import Declared
from .errors import BadCard
from .modifiers import EXTRA_MECHANA, FACTIONS, in_force
from .state import GameState
from .terms import CONSTRUCTS_ZONE, NOTHING


@mypyc_attr(allow_interpreted_subclasses=True)
class Filter(Declared):
    """The base class. `test` tells whether a card matches, and `phrase` describes the matching cards."""

    def test(self, game: GameState, seat: int, card: int, zone: int) -> bool:
        """Whether the card in this zone matches for the player in this seat."""
        raise NotImplementedError

    def __and__(self, other: Filter) -> Filter:
        return Both(self, other)

    def __or__(self, other: Filter) -> Filter:
        return Either(self, other)

    def phrase(self) -> Kinds:
        """`Mechana Construct`, `Hero that costs 3 or less`."""
        raise NotImplementedError


class Both(Filter):
    def __init__(self, first: Filter, second: Filter) -> None:
        self.first = first
        self.second = second
        if not self.phrase().kinds:
            raise BadCard(f"No card is both {described(first)} and {described(second)}. Use | for either of them.")

    def test(self, game: GameState, seat: int, card: int, zone: int) -> bool:
        return self.first.test(game, seat, card, zone) and self.second.test(game, seat, card, zone)

    def phrase(self) -> Kinds:
        return self.first.phrase().both(self.second.phrase())


class Either(Filter):
    def __init__(self, first: Filter, second: Filter) -> None:
        self.first = first
        self.second = second

    def test(self, game: GameState, seat: int, card: int, zone: int) -> bool:
        return self.first.test(game, seat, card, zone) or self.second.test(game, seat, card, zone)

    def phrase(self) -> Kinds:
        return self.first.phrase().either(self.second.phrase())


class AnyCard(Filter):
    def test(self, game: GameState, seat: int, card: int, zone: int) -> bool:
        return True

    def phrase(self) -> Kinds:
        return Kinds()


class OfKind(Filter):
    """Compares the kind. A monster among a player's constructs (a captured one) is a construct."""

    def __init__(self, kind: int) -> None:
        self.kind = kind

    def test(self, game: GameState, seat: int, card: int, zone: int) -> bool:
        if zone == CONSTRUCTS_ZONE:
            return self.kind == terms.CONSTRUCT_KIND
        return game.cards[card].kind_number == self.kind

    def phrase(self) -> Kinds:
        return Kinds((Kind(terms.KIND_WORDS[self.kind].capitalize()),))


class OfFaction(Filter):
    def __init__(self, faction: int) -> None:
        self.faction = faction

    def test(self, game: GameState, seat: int, card: int, zone: int) -> bool:
        found = game.cards[card]
        if (found.faction_in_play if zone == CONSTRUCTS_ZONE else found.faction_number) == self.faction:
            return True
        return found.is_construct and constructs_count_as(game, seat, self.faction)

    def phrase(self) -> Kinds:
        return Kinds((Kind(faction=terms.FACTION_WORDS[self.faction]),))


def constructs_count_as(game: GameState, seat: int, faction: int) -> bool:
    """Whether an ability makes all constructs count as this faction too for this player."""
    if seat == NOTHING:
        return False
    return any(ability.makes_constructs(faction) for _, ability in in_force(game, seat, FACTIONS))


class CostsAtMost(Filter):
    """Compares the printed cost: runes for what is acquired, power for what is defeated."""

    def __init__(self, limit: int) -> None:
        self.limit = arguments.amount("CostsAtMost", "limit", limit, 0)

    def test(self, game: GameState, seat: int, card: int, zone: int) -> bool:
        found = game.cards[card]
        return (found.power if found.is_monster else found.runes) <= self.limit

    def phrase(self) -> Kinds:
        return Kinds((Kind(most=self.limit),))


class Named(Filter):
    """The card with this name."""

    def __init__(self, name: str, unique: bool = False) -> None:
        self.name = name
        self.unique = unique

    def test(self, game: GameState, seat: int, card: int, zone: int) -> bool:
        return game.cards[card].name == self.name

    def phrase(self) -> Kinds:
        return Kinds((Kind(name=self.name, unique=self.unique),))


class WithOrb(Filter):
    def __init__(self, orb: int) -> None:
        self.orb = orb

    def test(self, game: GameState, seat: int, card: int, zone: int) -> bool:
        return game.cards[card].orb_number == self.orb

    def phrase(self) -> Kinds:
        return Kinds((Kind(orb=terms.ORB_WORDS[self.orb]),))


class WithEmpower(Filter):
    def test(self, game: GameState, seat: int, card: int, zone: int) -> bool:
        return game.cards[card].empower

    def phrase(self) -> Kinds:
        return Kinds((Kind(traits=("Empower",)),))


def described(kind: Filter) -> str:
    """`a Void Hero`, for messages."""
    return ENGLISH.clause(Cards(kind.phrase()))


ANY: Final = AnyCard()
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
    """The number of matching constructs that a player controls, including EXTRA_MECHANA."""
    count = 0
    for card in game.players[seat].constructs:
        if kind.test(game, seat, card, CONSTRUCTS_ZONE):
            count += 1
    if game.turn.modifier(EXTRA_MECHANA) and seat == game.turn.seat and _is_mechana(kind):
        count += game.turn.modifier(EXTRA_MECHANA)
    return count


def possible_kinds(kind: Filter) -> frozenset[int]:
    """The kinds of cards that can match; none for a filter by name."""
    if isinstance(kind, Both):
        return possible_kinds(kind.first) & possible_kinds(kind.second)
    if isinstance(kind, Either):
        return possible_kinds(kind.first) | possible_kinds(kind.second)
    if isinstance(kind, OfKind):
        return frozenset([kind.kind])
    if isinstance(kind, OfFaction):
        return frozenset([terms.HERO_KIND, terms.CONSTRUCT_KIND])
    if isinstance(kind, WithEmpower):
        return frozenset([terms.HERO_KIND])
    return frozenset() if isinstance(kind, Named) else frozenset(range(len(terms.KIND_WORDS)))


def can_match(kind: Filter, kinds: tuple[int, ...]) -> bool:
    """Whether a card of one of these kinds can match. The kind of a named card is not known."""
    possible = possible_kinds(kind)
    return not possible or any(each in possible for each in kinds)


def of_constructs(word: str, kind: Filter) -> Filter:
    """Returns the filter if a construct can match it."""
    if not can_match(kind, (terms.CONSTRUCT_KIND,)):
        raise BadCard(f"Only constructs are in play, so {word} cannot find {described(kind)}. Write {word}(CONSTRUCT).")
    return kind


def means_constructs(kind: Filter) -> bool:
    """Whether only constructs can match."""
    return possible_kinds(kind) == {terms.CONSTRUCT_KIND}


def _is_mechana(kind: Filter) -> bool:
    if isinstance(kind, Both):
        return _is_mechana(kind.first) or _is_mechana(kind.second)
    return isinstance(kind, OfFaction) and kind.faction == terms.MECHANA_FACTION
