"""Choosing cards: the base of every effect that asks for some, and the effects that move what was chosen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mypy_extensions import mypyc_attr

from . import arguments, terms
from .banish import banish
from .effect import Effect, clauses
from .errors import BadCard
from .filters import ANY, CONSTRUCT, Filter
from .moves import destroy, discard_from_hand
from .options import NO, Option
from .places import CONSTRUCTS, HAND, Places, find, twins, zone_of
from .state import Frame
from .terms import ROW, SUPPLY, counted
from .zones import without

if TYPE_CHECKING:
    from .state import Context, GameState

EVERY_ONE = 99
"""As many as there are."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Select(Effect):
    """Choose `count` cards (or fewer, down to `at_least`), one at a time; what happens to them happens at the end.

    `then` follows if something was chosen, and every chosen card is a `then_if`.
    """

    def __init__(
        self,
        places: Places,
        kind: Filter = ANY,
        count: int = 1,
        at_least: int = EVERY_ONE,
        then: Sequence[Effect] = (),
        then_if: Filter | None = None,
    ) -> None:
        self.places = places
        self.kind = kind
        word = type(self).__name__
        self.count = arguments.amount(word, "count", count)
        self.at_least = min(arguments.amount(word, "at_least", at_least, 0), count)
        self.then = arguments.effects(word, then)
        self.then_if = then_if

    def act(self, game: GameState, context: Context, picks: tuple[Option, ...]) -> None:
        """What happens to the chosen cards. Nothing of this effect is left to do afterwards."""
        raise NotImplementedError

    def candidates(self, game: GameState, context: Context) -> list[Option]:
        return find(game, context.seat, context.target, self.places, self.kind)

    def has_object(self, game: GameState, context: Context) -> bool:
        return bool(self.candidates(game, context))

    # --- asking

    def do(self, game: GameState, context: Context) -> None:
        self.resume(game, Frame(self, context))

    def resume(self, game: GameState, frame: Frame) -> None:
        options = self.options(game, frame)
        if not options or options == [NO]:
            self.finish(game, frame)
        else:
            game.ask(frame.context.seat, options, frame)

    def options(self, game: GameState, frame: Frame) -> list[Option]:
        found = self.candidates(game, frame.context)
        if frame.picks:
            found = [left for each in found if (left := self._left(game, frame, each)) is not None]
        if len(frame.picks) >= self.at_least:
            found.append(NO)
        return found

    def _left(self, game: GameState, frame: Frame, each: Option) -> Option | None:
        """What stands for another copy of the card besides those chosen already; in the row that is a twin of it."""
        chosen = frame.picks.count(each)
        if not chosen:
            return each
        if each.zone == SUPPLY or each.card is None:
            return None
        if each.zone == ROW:
            return next((twin for twin in twins(game, each) if twin not in frame.picks), None)
        owner = frame.context.target
        return each if zone_of(game, owner, each.zone).count(each.card.number) > chosen else None

    def answer(self, game: GameState, frame: Frame, choice: Option) -> None:
        if choice is NO:
            self.finish(game, frame)
            return
        frame = Frame(self, frame.context, frame.data, (*frame.picks, choice))
        if len(frame.picks) == self.count:
            self.finish(game, frame)
        else:
            self.resume(game, frame)

    def finish(self, game: GameState, frame: Frame) -> None:
        if not frame.picks:
            return
        if self.then and (self.then_if is None or self._all_are(game, frame, self.then_if)):
            for effect in reversed(self.then):
                game.push(effect, frame.context)
        self.act(game, frame.context, frame.picks)

    def _all_are(self, game: GameState, frame: Frame, kind: Filter) -> bool:
        return all(
            each.card is not None and kind.test(game, frame.context.seat, each.card.number, each.zone)
            for each in frame.picks
        )

    # --- words

    verb = "choose"

    def what(self) -> str:
        """`a card in your hand or discard pile`"""
        noun = self.kind.phrase() + self.places.phrase()
        if self.count == EVERY_ONE:
            return f"any number of {terms.plural(noun)}"
        if self.at_least == 0 and self.count > 1:
            return f"up to {counted(self.count, noun)}"
        return counted(self.count, noun) if self.count > 1 or not self.kind.unique else noun

    def clause(self) -> str:
        may = "" if self.at_least else "you may "
        text = f"{may}{self.verb} {self.what()}"
        if not self.then:
            return text
        follow = clauses(self.then)
        if self.then_if is not None:
            return f"{text}. If it was {self.then_if.one()}, {follow}"
        return f"{text}. If you do, {follow}"

    def question(self, frame: Frame) -> str:
        return terms.sentence(f"{self.verb} {self.what()}")

    def parts(self) -> tuple[Effect, ...]:
        return self.then


@mypyc_attr(allow_interpreted_subclasses=True)
class Banish(Select):
    verb = "banish"

    def __init__(
        self,
        places: Places,
        kind: Filter = ANY,
        count: int = 1,
        at_least: int = EVERY_ONE,
        then: Sequence[Effect] = (),
        then_if: Filter | None = None,
    ) -> None:
        super().__init__(places, kind, count, at_least, then, then_if)
        if SUPPLY in places.zones:
            raise BadCard("Always-available cards are not banished: write Banish(CENTER_ROW), HAND, DISCARD or PLAYED.")

    def candidates(self, game: GameState, context: Context) -> list[Option]:
        found = super().candidates(game, context)
        return [each for each in found if each.zone != ROW or each.card is None or not each.card.unbanishable]

    def act(self, game: GameState, context: Context, picks: tuple[Option, ...]) -> None:
        banish(game, context.seat, context.target, picks, shuffle_deck=terms.DECK in self.places.zones)

    def clause(self) -> str:
        text = super().clause()
        return f"{text}. If you do, shuffle your deck" if terms.DECK in self.places.zones else text


@mypyc_attr(allow_interpreted_subclasses=True)
class Discard(Select):
    verb = "discard"

    def __init__(self, count: int = 1, then: Sequence[Effect] = ()) -> None:
        super().__init__(HAND, count=count, then=then)

    def act(self, game: GameState, context: Context, picks: tuple[Option, ...]) -> None:
        for pick in picks:
            assert pick.card is not None
            discard_from_hand(game, context.target, pick.card.number)

    def what(self) -> str:
        return counted(self.count, "card")


@mypyc_attr(allow_interpreted_subclasses=True)
class Destroy(Select):
    """Constructs of the context's target, chosen by the context's player."""

    verb = "destroy"

    def __init__(self, count: int = 1) -> None:
        super().__init__(CONSTRUCTS, CONSTRUCT, count)

    def act(self, game: GameState, context: Context, picks: tuple[Option, ...]) -> None:
        for pick in picks:
            assert pick.card is not None
            destroy(game, context.target, pick.card.number)

    def what(self) -> str:
        return f"{counted(self.count, 'construct')} you control"

    def question(self, frame: Frame) -> str:
        if frame.context.target == frame.context.seat:
            return super().question(frame)
        return f"Destroy {counted(self.count, 'construct')} of {terms.seat_name(frame.context.target)}."


class DestroyAllButOne(Select):
    """Choose what to keep; everything else goes."""

    verb = "keep"

    def __init__(self) -> None:
        super().__init__(CONSTRUCTS, CONSTRUCT)

    def act(self, game: GameState, context: Context, picks: tuple[Option, ...]) -> None:
        kept = picks[0].card
        assert kept is not None
        for card in without(game.players[context.target].constructs, kept.number):
            destroy(game, context.target, card)

    def what(self) -> str:
        return "one construct you control and destroy all the others"


class DestroyAll(Effect):
    instant = True

    def do(self, game: GameState, context: Context) -> None:
        for card in game.players[context.target].constructs[:]:
            destroy(game, context.target, card)

    def clause(self) -> str:
        return "destroy all constructs you control"
