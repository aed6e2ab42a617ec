"""Effects that choose cards: their base class, and those that banish, discard or destroy the chosen cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from mypy_extensions import mypyc_attr

from ...text import phrases as p
from ...text.phrases import Words
from .. import arguments, terms
from ..effect import Effect, procedure
from ..errors import BadCard
from ..filters import ANY, CONSTRUCT, Filter
from ..frames import Context, Frame
from ..modifiers import PROTECTION
from ..options import NO, Option, option
from ..places import CONSTRUCTS, HAND, PLAYED, Places, find, twins, zone_of
from ..procedures.banish import banish
from ..procedures.moves import destroy, discard_from_hand
from ..state import GameState
from ..terms import CHOOSE, ROW_ZONE, SUPPLY_ZONE
from ..zones import without

EVERY_ONE = 99
"""A count that means all matching cards."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Select(Effect):
    """Chooses `count` cards, or fewer down to `at_least`, one at a time, and then acts on all of them together.

    `count=EVERY_ONE` takes all matching cards without a choice; with `at_least`, the player chooses any number from
    there. `then` follows if a card was chosen and, with `then_if`, only if all chosen cards match it.
    """

    concerns_one_player: bool = False
    allowed_zones: tuple[int, ...] = tuple(range(len(terms.ZONE_WORDS)))
    """The zones from which cards can be chosen."""

    def __init__(
        self,
        places: Places,
        kind: Filter = ANY,
        count: int = 1,
        at_least: int = EVERY_ONE,
        then: Sequence[Effect] = (),
        then_if: Filter | None = None,
    ) -> None:
        word = type(self).__name__
        self.places = places.within(word, self.allowed_zones)
        self.kind = kind
        self.count = arguments.amount(word, "count", count)
        self.at_least = min(arguments.amount(word, "at_least", at_least, 0), count)
        if count < at_least < EVERY_ONE:
            raise BadCard(f"{word} chooses {count} at most, so at_least={at_least} is impossible.")
        self.then = self.effects = arguments.effects(word, then)
        self.then_if = then_if
        self.personal = self.concerns_one_player and all(effect.personal for effect in then)

    def act(self, game: GameState, context: Context, picks: tuple[Option, ...]) -> None:
        """Acts on the chosen cards. This is the last step of the effect."""
        raise NotImplementedError

    def candidates(self, game: GameState, context: Context) -> list[Option]:
        return find(game, context.seat, context.target, self.places, self.kind)

    def has_object(self, game: GameState, context: Context) -> bool:
        return bool(self.candidates(game, context))

    def takes_all(self) -> bool:
        """Whether it takes all matching cards, so that there is nothing to choose."""
        return self.at_least == EVERY_ONE

    # --- asking

    def do(self, game: GameState, context: Context) -> None:
        self.resume(game, Frame(self, context))

    def resume(self, game: GameState, frame: Frame) -> None:
        if self.takes_all():
            self.finish(game, Frame(self, frame.context, self._everything(game, frame.context)))
            return
        options = self.options(game, frame)
        if not options or options == [NO]:
            self.finish(game, frame)
        else:
            game.ask(frame, options)

    def options(self, game: GameState, frame: Frame) -> list[Option]:
        found = self.candidates(game, frame.context)
        if frame.picks:
            found = [left for each in found if (left := self._left(game, frame, each)) is not None]
        if len(frame.picks) >= self.at_least:
            found.append(NO)
        return found

    def _everything(self, game: GameState, context: Context) -> tuple[Option, ...]:
        """Every copy of every candidate, in the order of its zone."""
        found: list[Option] = []
        candidates = self.candidates(game, context)
        for zone in self.places.zones:
            meant = {each.number: each for each in candidates if each.zone == zone}
            if zone == ROW_ZONE:
                cards = game.cards
                found += [
                    option(CHOOSE, cards[card], ROW_ZONE, slot) for slot, card in enumerate(game.row) if card in meant
                ]
            elif zone == SUPPLY_ZONE:
                found += meant.values()
            else:
                found += [meant[card] for card in zone_of(game, context.target, zone) if card in meant]
        return tuple(found)

    def _left(self, game: GameState, frame: Frame, each: Option) -> Option | None:
        """The option for one more copy of a card beyond those chosen already, or None. In the row it is a twin."""
        chosen = frame.picks.count(each)
        if not chosen:
            return each
        if each.zone == SUPPLY_ZONE:
            return None
        if each.zone == ROW_ZONE:
            return next((twin for twin in twins(game, each) if twin not in frame.picks), None)
        return each if zone_of(game, frame.context.target, each.zone).count(each.number) > chosen else None

    def answer(self, game: GameState, frame: Frame, choice: Option) -> None:
        if choice is NO:
            self.finish(game, frame)
            return
        frame = Frame(self, frame.context, (*frame.picks, choice))
        if len(frame.picks) == self.count:
            self.finish(game, frame)
        else:
            self.resume(game, frame)

    def finish(self, game: GameState, frame: Frame) -> None:
        if not frame.picks:
            return
        kind, seat = self.then_if, frame.context.seat
        if kind is None or all(kind.test(game, seat, each.number, each.zone) for each in frame.picks):
            for effect in reversed(self.then):
                game.push(effect, frame.context)
        self.act(game, frame.context, frame.picks)

    # --- text

    verb = "choose"

    def cards(self) -> p.Cards:
        """`a card in your hand or discard pile`"""
        kinds, place = self.kind.phrase(), self.places.phrase()
        if self.count == EVERY_ONE:
            return p.Cards(kinds, 1, p.EVERY if self.takes_all() else p.ANY_NUMBER, place)
        if self.count == 1 or self.at_least == self.count:
            return p.Cards(kinds, self.count, p.EXACTLY, place)
        return p.Cards(kinds, self.count, p.BETWEEN if self.at_least else p.UP_TO, place, self.at_least)

    def action_phrase(self) -> Words:
        """The action on the chosen cards: `banish a card in your hand`."""
        return p.Do(self.verb, self.cards())

    def phrase(self) -> Words:
        clause = self.action_phrase()
        if not self.at_least and self.count == 1:
            clause = p.May(clause)
        afterwards = self.afterwards()
        if not afterwards:
            return clause
        condition = "" if self.then_if is None else p.Is(self.then_if.phrase(), self.count, past=True)
        return p.Follow(clause, p.steps(afterwards), condition)

    def afterwards(self) -> tuple[Words, ...]:
        """The phrases of what follows if a card was chosen."""
        return tuple(effect.phrase() for effect in self.then)

    def question(self, frame: Frame) -> Words:
        target = frame.context.target
        if target == frame.context.seat:
            return self.action_phrase()
        cards = self.cards()
        return p.Do(self.verb, replace(cards, place=replace(cards.place, controlled=False, seat=target)))

    def refusal(self, frame: Frame) -> str:
        return f"{self.verb} {'no more' if frame.picks else 'nothing'}"


@mypyc_attr(allow_interpreted_subclasses=True)
class Banish(Select):
    """The player banishes cards from these places: `Banish(HAND | DISCARD)`."""

    verb = "banish"
    concerns_one_player = True
    allowed_zones: tuple[int, ...] = (terms.HAND_ZONE, terms.DISCARD_ZONE, terms.DECK_ZONE, terms.PLAYED_ZONE, ROW_ZONE)

    def candidates(self, game: GameState, context: Context) -> list[Option]:
        found = super().candidates(game, context)
        return [each for each in found if each.zone != ROW_ZONE or not game.cards[each.number].changes & PROTECTION]

    def act(self, game: GameState, context: Context, picks: tuple[Option, ...]) -> None:
        banish(game, context.seat, context.target, picks, shuffle_deck=terms.DECK_ZONE in self.places.zones)

    def afterwards(self) -> tuple[Words, ...]:
        shuffle = (p.Do("shuffle", p.YOUR, "deck"),) if terms.DECK_ZONE in self.places.zones else ()
        return (*shuffle, *super().afterwards())


EMPOWER: Final = procedure("empower", Banish(PLAYED, at_least=0))
"""The keyword Empower: when you acquire the card, you may banish a card that you played this turn."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Discard(Select):
    """The player discards cards from the hand."""

    verb = "discard"
    concerns_one_player = True

    def __init__(self, count: int = 1, then: Sequence[Effect] = ()) -> None:
        super().__init__(HAND, count=count, then=then)

    def act(self, game: GameState, context: Context, picks: tuple[Option, ...]) -> None:
        for pick in picks:
            discard_from_hand(game, context.target, pick.number)

    def cards(self) -> p.Cards:
        return super().cards() if self.takes_all() else replace(super().cards(), place=p.Place())


@mypyc_attr(allow_interpreted_subclasses=True)
class Destroy(Select):
    """Destroys constructs of the context's target, chosen by the context's player."""

    verb = "destroy"
    concerns_one_player = True

    def __init__(self, count: int = 1) -> None:
        super().__init__(CONSTRUCTS, CONSTRUCT, count)

    def act(self, game: GameState, context: Context, picks: tuple[Option, ...]) -> None:
        for pick in picks:
            destroy(game, context.target, pick.number)


class DestroyAllButOne(Select):
    """Destroys all constructs but a chosen one."""

    verb = "keep"
    concerns_one_player = True

    def __init__(self) -> None:
        super().__init__(CONSTRUCTS, CONSTRUCT)

    def act(self, game: GameState, context: Context, picks: tuple[Option, ...]) -> None:
        for card in without(game.players[context.target].constructs, picks[0].number):
            destroy(game, context.target, card)

    def action_phrase(self) -> Words:
        return p.Do("keep", "one Construct", p.CONTROLLED, "and", p.Verb("destroy"), "all the others")
