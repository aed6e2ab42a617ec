"""Conditions. They are evaluated in the context of an effect; some are introduced by a keyword."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from mypy_extensions import mypyc_attr

from ..text import phrases as p
from ..text.phrases import Words
from . import arguments, terms
from .declared import Declared, declared_in
from .errors import BadCard
from .filters import Filter, count_in_play, described, of_constructs
from .frames import Context
from .state import GameState
from .terms import DAY, NIGHT, NOTHING


@mypyc_attr(allow_interpreted_subclasses=True)
class Condition(Declared):
    keyword_number: int = 0
    """The number after the keyword: 2 for `Energize 2`."""
    light: bool = False
    """Whether it depends on day and night."""
    personal: bool = False
    """Whether it is about the context's player, rather than about the turn or the row."""

    def holds(self, game: GameState, context: Context) -> bool:
        raise NotImplementedError

    def phrase(self) -> Words:
        """`you control a Construct`"""
        raise NotImplementedError

    def introduce(self, clause: Words) -> p.If:
        """`Energize 2: Draw a card`, or without a keyword `if you control a Construct, draw a card`."""
        return p.If(self.phrase(), clause, self.label())

    def label(self) -> Words:
        """`Energize 2`; empty without a keyword."""
        return p.Keyword(self.keyword, self.keyword_number) if self.keyword else ""

    def __or__(self, other: Condition) -> Condition:
        return AnyOf(self, other)


def checked(word: str, value: Any) -> Condition:
    """Returns the value if it is a condition. Filters are easily confused with conditions.

    Parameters that are checked here are annotated with Any: otherwise mypyc's own check would raise first, with a less
    helpful message.
    """
    if isinstance(value, Condition):
        return value
    what = f"a filter ({described(value)})" if isinstance(value, Filter) else repr(value)
    raise BadCard(f"{word} needs a condition, such as Played(HERO) or Control(CONSTRUCT), but this is {what}.")


def reads_light(things: Iterable[object]) -> bool:
    """Whether anything in these effects depends on day and night."""
    return any(isinstance(each, Condition) and each.light for each in declared_in(things))


class AnyOf(Condition):
    def __init__(self, first: Condition, second: Condition) -> None:
        self.first = first
        self.second = second
        self.light = first.light or second.light
        self.personal = first.personal and second.personal
        alternatives = self.alternatives()
        if len(set(alternatives)) < len(alternatives):
            raise BadCard("The conditions on both sides of | are the same. Write it once.")

    def alternatives(self) -> tuple[Words, ...]:
        """The phrases of all conditions that | combines."""
        sides = (self.first, self.second)
        return tuple(
            each for side in sides for each in (side.alternatives() if isinstance(side, AnyOf) else (side.phrase(),))
        )

    def holds(self, game: GameState, context: Context) -> bool:
        return self.first.holds(game, context) or self.second.holds(game, context)

    def phrase(self) -> Words:
        return p.Listed(self.alternatives(), "or")


class Energized(Condition):
    """Compares the energy gained when the context was created: when a hero is played, or a monster defeated."""

    def __init__(self, amount: int) -> None:
        self.amount = arguments.amount("Energize", "amount", amount)
        self.keyword = "Energize"
        self.keyword_number = amount

    def holds(self, game: GameState, context: Context) -> bool:
        return context.energy >= self.amount

    def phrase(self) -> Words:
        return p.Fact(p.YOU, p.Perfect("gained"), p.Amount(self.amount, "energy", at_least=True), "this turn")


class IsDay(Condition):
    """Whether it is day."""

    keyword = "Day"
    light = True

    def holds(self, game: GameState, context: Context) -> bool:
        return bool(context.light & DAY)

    def phrase(self) -> Words:
        return p.Fact("it", "be", "day")


class IsNight(Condition):
    """Whether it is night."""

    keyword = "Night"
    light = True

    def holds(self, game: GameState, context: Context) -> bool:
        return bool(context.light & NIGHT)

    def phrase(self) -> Words:
        return p.Fact("it", "be", "night")


class Control(Condition):
    """Whether the player has such cards in play, `at_least` so many."""

    personal = True

    def __init__(self, kind: Filter, at_least: int = 1) -> None:
        self.kind = of_constructs("Control", kind)
        self.at_least = arguments.amount("Control", "at_least", at_least)

    def holds(self, game: GameState, context: Context) -> bool:
        return count_in_play(game, context.seat, self.kind) >= self.at_least

    def phrase(self) -> Words:
        return p.Fact(p.YOU, "control", p.Cards(self.kind.phrase(), self.at_least, p.AT_LEAST))


def played_count(game: GameState, context: Context, kind: Filter, another: bool) -> int:
    """The number of matching cards that the active player has played this turn, including banished ones."""
    count = 0
    for card in game.turn.played:
        if kind.test(game, game.turn.seat, card, terms.PLAYED_ZONE):
            count += 1
    if another and context.card != NOTHING and kind.test(game, game.turn.seat, context.card, terms.PLAYED_ZONE):
        count -= 1
    return count


class Played(Condition):
    """A card of each kind was played this turn. With `another`, the card with this condition does not count."""

    def __init__(self, *kinds: Filter, another: bool = False) -> None:
        if not kinds:
            raise BadCard("Played has no filter. Write Played(HERO).")
        if len({kind.phrase() for kind in kinds}) < len(kinds):
            raise BadCard("Played names the same cards twice. One card of each kind is enough: name each kind once.")
        self.kinds = kinds
        self.another = another

    def holds(self, game: GameState, context: Context) -> bool:
        return all(played_count(game, context, kind, self.another) > 0 for kind in self.kinds)

    def phrase(self) -> Words:
        how = p.ANOTHER if self.another else p.EXACTLY
        cards = p.Listed(tuple(p.Cards(kind.phrase(), how=how) for kind in self.kinds))
        return p.Fact(p.YOU, p.Perfect("played"), cards, "this turn")


class PutIntoPlay(Condition):
    """A matching construct entered play this turn in any way. The card with this condition counts too."""

    def __init__(self, kind: Filter) -> None:
        self.kind = of_constructs("PutIntoPlay", kind)

    def holds(self, game: GameState, context: Context) -> bool:
        return any(self.kind.test(game, context.seat, card, terms.CONSTRUCTS_ZONE) for card in game.turn.entered)

    def phrase(self) -> Words:
        return p.Fact(p.YOU, p.Perfect("put"), p.Cards(self.kind.phrase()), "into play this turn")


class InDiscard(Condition):
    """Whether there is such a card in the player's discard pile."""

    personal = True

    def __init__(self, kind: Filter) -> None:
        self.kind = kind

    def holds(self, game: GameState, context: Context) -> bool:
        seat = context.seat
        return any(self.kind.test(game, seat, card, terms.DISCARD_ZONE) for card in game.players[seat].discard)

    def phrase(self) -> Words:
        return p.Fact("there", "be", p.Cards(self.kind.phrase(), place=p.Place(own=("discard pile",))))


class DefeatedInRow(Condition):
    """Whether a monster of the center row has been defeated this turn."""

    def holds(self, game: GameState, context: Context) -> bool:
        return game.turn.row_defeats > 0

    def phrase(self) -> Words:
        return p.Fact(p.YOU, p.Perfect("defeated"), "a Monster", p.IN_ROW, "this turn")


class HaveBanished(Condition):
    """Whether a card has been banished this turn."""

    def holds(self, game: GameState, context: Context) -> bool:
        return game.turn.banished > 0

    def phrase(self) -> Words:
        return p.Fact(p.YOU, p.Perfect("banished"), "a card this turn")


class MostHonor(Condition):
    """The player has more honor tokens than every other player. Honor on cards does not count."""

    personal = True

    def holds(self, game: GameState, context: Context) -> bool:
        mine = game.players[context.seat].honor
        return all(other.honor < mine for seat, other in enumerate(game.players) if seat != context.seat)

    def phrase(self) -> Words:
        return p.Fact(p.YOU, "have", "the most honor")


class RowIsAll(Condition):
    """Every card in the row shows this orb."""

    def __init__(self, orb: int) -> None:
        if orb not in (terms.LIGHT_ORB, terms.DARK_ORB):
            raise BadCard("RowIsAll is about an orb. Write RowIsAll(LIGHT_ORB) or RowIsAll(DARK_ORB).")
        self.orb = orb

    def holds(self, game: GameState, context: Context) -> bool:
        return all(game.cards[card].orb_number == self.orb for card in game.row if card != NOTHING)

    def phrase(self) -> Words:
        return p.Fact(p.words("every card", p.IN_ROW), "be", terms.ORB_WORDS[self.orb])
