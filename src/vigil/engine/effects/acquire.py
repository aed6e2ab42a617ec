"""Effects that acquire cards and defeat monsters without paying."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from mypy_extensions import mypyc_attr

from ...text import phrases as p
from ...text.phrases import Words
from .. import terms
from ..abilities import PLACE_PHRASES
from ..costs import can_pay, may_use_restricted, pay
from ..effect import Effect
from ..errors import BadCard
from ..filters import ANY, CONSTRUCT, HERO, MONSTER, Filter, can_match, means_constructs, possible_kinds
from ..frames import Context, Taken
from ..options import Option, option
from ..places import ANYWHERE, CENTER_ROW, Places
from ..procedures.take import take
from ..state import GameState
from ..terms import CHOOSE, DISCARD_ZONE, EVENT_ZONE, NOTHING, ROW_ZONE
from .select import EVERY_ONE, Select

SUPPLY = Places((terms.SUPPLY_ZONE,))


@mypyc_attr(allow_interpreted_subclasses=True)
class Acquire(Select):
    """Acquires cards without paying. In a team game a single card can be given to the teammate for one rune."""

    verb = "acquire"
    allowed_zones: tuple[int, ...] = (ROW_ZONE, terms.SUPPLY_ZONE)
    may_defeat: bool = False

    def __init__(
        self,
        kind: Filter = HERO,
        places: Places = ANYWHERE,
        to: int = DISCARD_ZONE,
        count: int = 1,
        at_least: int = EVERY_ONE,
        then: Sequence[Effect] = (),
    ) -> None:
        super().__init__(places, kind, count, at_least, then)
        if to != DISCARD_ZONE and to not in PLACE_PHRASES:
            raise BadCard("The `to` of Acquire is INTO_PLAY, TO_HAND or TOP_OF_DECK; the default is the discard pile.")
        if to == terms.CONSTRUCTS_ZONE and not means_constructs(kind):
            raise BadCard("Only constructs can be put into play. Write Acquire(CONSTRUCT, to=INTO_PLAY).")
        if terms.MONSTER_KIND in possible_kinds(kind) and not self.may_defeat:
            raise BadCard("Monsters are defeated, not acquired. Write Acquire(HERO_OR_CONSTRUCT & ...).")
        if not can_match(kind, terms.ACQUIRED_KINDS):
            raise BadCard("Only heroes and constructs are acquired. Write Acquire(HERO_OR_CONSTRUCT).")
        self.to = to

    def candidates(self, game: GameState, context: Context) -> list[Option]:
        found = super().candidates(game, context)
        if not self.may_defeat:
            found = [each for each in found if not game.cards[each.number].is_monster]
        if game.setup.team and self.count == 1:
            mate = game.teammate(context.seat)
            found += [
                option(CHOOSE, each.card, each.zone, each.slot, mate, label="gift")
                for each in found
                if can_pay(game, 1, 0, may_use_restricted(game, game.cards[each.number]))
            ]
        return found

    def act(self, game: GameState, context: Context, picks: tuple[Option, ...]) -> None:
        mate = picks[0].seat
        if mate != NOTHING:
            pay(game, 1, 0, may_use_restricted(game, game.cards[picks[0].number]))
            take(game, context, taken_by(picks, receiver=mate))
        else:
            # The gift of a single card was one of the options; for several, `take` asks once each destination is known.
            take(game, context, taken_by(picks, self.to, context.seat if self.count == 1 else NOTHING))

    def cards(self) -> p.Cards:
        cards = super().cards()
        kinds = cards.kinds.kinds
        names = [kind.name for kind in kinds if kind.name]
        is_one_each = cards.place.supply and cards.how == p.BETWEEN and self.count == len(names) == len(kinds)
        how = p.EACH_OR_ALL if is_one_each and self.at_least == 1 else cards.how
        return replace(cards, how=how, place=replace(cards.place, preposition="from"))

    def action_phrase(self) -> Words:
        return p.Take(self.verb, (self.cards(),), "" if self.to == DISCARD_ZONE else PLACE_PHRASES[self.to])


def taken_by(
    picks: tuple[Option, ...], to: int = DISCARD_ZONE, receiver: int = NOTHING, may_send: bool = False
) -> list[Taken]:
    """The chosen cards, as `take` expects them."""
    return [Taken(pick.number, pick.zone, pick.slot, to, receiver, may_send=may_send) for pick in picks]


@mypyc_attr(allow_interpreted_subclasses=True)
class Defeat(Select):
    """Defeats monsters without paying for them: `Defeat(MONSTER, CENTER_ROW)`."""

    verb = "defeat"
    allowed_zones: tuple[int, ...] = (ROW_ZONE, terms.SUPPLY_ZONE)

    def __init__(
        self, kind: Filter = MONSTER, places: Places = ANYWHERE, may_send: bool = False, count: int = 1
    ) -> None:
        super().__init__(places, kind, count)
        if possible_kinds(kind) - {terms.MONSTER_KIND}:
            raise BadCard("Defeat is for monsters only. Write Defeat(MONSTER).")
        if may_send and count > 1:
            raise BadCard("may_send=True is for a single monster only.")
        self.may_send = may_send

    def candidates(self, game: GameState, context: Context) -> list[Option]:
        found = super().candidates(game, context)
        return [
            each for each in found if game.cards[each.number].is_monster and not is_used_up(game, context, each.number)
        ]

    def act(self, game: GameState, context: Context, picks: tuple[Option, ...]) -> None:
        take(game, context, taken_by(picks, may_send=self.may_send))

    def action_phrase(self) -> Words:
        return p.Take(self.verb, (self.cards(),))

    def phrase(self) -> Words:
        if not self.may_send:
            return super().phrase()
        to_void = p.Fact("it", "would", "go to the void")
        return p.Follow(super().phrase(), p.May(p.Do("put", "it into any player's discard pile instead")), to_void)


class AcquireOrDefeat(Acquire):
    """Acquires heroes and constructs, and defeats monsters, in the center row."""

    may_defeat = True

    def __init__(self, count: int = 1) -> None:
        super().__init__(ANY, CENTER_ROW, count=count)

    def candidates(self, game: GameState, context: Context) -> list[Option]:
        found = super().candidates(game, context)
        return [
            each
            for each in found
            if not game.cards[each.number].is_monster
            or (each.seat == NOTHING and not is_used_up(game, context, each.number))
        ]

    def action_phrase(self) -> Words:
        return p.Take(("acquire", "defeat"), (replace(self.cards(), place=p.IN_ROW),))


LONGEST_CHAIN: Final = 4
"""The length of the longest chain of monsters that are each defeated by the reward of the one before."""


def is_used_up(game: GameState, context: Context, monster: int) -> bool:
    """Whether the monster cannot be defeated again in the current chain of rewards.

    With an empty center deck monsters return from the void at once. Without a limit, a reward that defeats monsters
    could repeat forever, and a chain of several such monsters could take very long.
    """
    rewarded = sum(game.cards[each].is_monster for each in context.ancestors)
    return rewarded >= LONGEST_CHAIN or 0 < game.cards[monster].copies <= context.ancestors.count(monster)


class Transform(Effect):
    """Transforms the current event into its hero, which the player acquires."""

    keyword = "Transform"

    def __init__(self, into: str) -> None:
        self.into = into

    def do(self, game: GameState, context: Context) -> None:
        if game.event != context.card:
            return
        event = game.event
        game.event = NOTHING
        game.set_aside += (event,)
        take(game, context, [Taken(game.cards[event].other_side, EVENT_ZONE)])

    def phrase(self) -> Words:
        return p.Do("transform", p.THIS, f"into {self.into} and", p.Verb("acquire"), "it")


HERO_OR_CONSTRUCT = HERO | CONSTRUCT
