"""Unfinished work: the frames of a game's stack, and the contexts in which effects happen.

Nothing here ever changes once it is made, so copies of a game share it. These objects come and go with every decision:
with `free_list_len` the compiled engine keeps the memory of one freed object of the class for the next.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import mypyc_attr

from .errors import BadCard
from .options import Option
from .terms import DISCARD, NEITHER, NOTHING, seat_name

if TYPE_CHECKING:
    from .abilities import Ability
    from .effect import Effect


@mypyc_attr(free_list_len=1)
class Context:
    """In which context a card does something: for whom, and what was true when it began.

    `target` is whose cards are meant where that is another player; `ancestors` are the copied heroes and the rewarded
    monsters that this is a part of, which must not repeat themselves for ever; `trigger_card` is the card that set a
    trigger off, and `count` a number that was read in that moment.
    """

    __slots__ = ("ancestors", "card", "count", "energy", "light", "seat", "target", "trigger_card")

    def __init__(
        self,
        seat: int,
        card: int,
        light: int = NEITHER,
        energy: int = 0,
        target: int = NOTHING,
        ancestors: tuple[int, ...] = (),
        trigger_card: int = NOTHING,
        count: int = 0,
    ) -> None:
        self.seat = seat
        self.card = card
        self.light = light
        self.energy = energy
        self.target = target if target != NOTHING else seat
        self.ancestors = ancestors
        self.trigger_card = trigger_card
        self.count = count

    def __repr__(self) -> str:
        return f"<Context of {seat_name(self.seat)}, card {self.card}>"

    def for_seat(self, seat: int) -> Context:
        """The same for another player, with that player's own cards."""
        return Context(seat, self.card, self.light, self.energy, seat, self.ancestors, self.trigger_card, self.count)

    def at(self, target: int) -> Context:
        """The same player decides about another's cards."""
        return Context(
            self.seat, self.card, self.light, self.energy, target, self.ancestors, self.trigger_card, self.count
        )

    def to_list(self) -> list[object]:
        moment = [self.seat, self.card, self.light, self.energy, self.target]
        return [*moment, list(self.ancestors), self.trigger_card, self.count]


NO_CONTEXT: Final = Context(NOTHING, NOTHING)


@mypyc_attr(free_list_len=1)
class Taken:
    """A card that is acquired or defeated: where it comes from, and what is settled about where it goes.

    `to` is where an acquired card goes if nothing leads it elsewhere; `receiver` is who gets it, NOTHING as long as the
    player who takes it may still give it to a teammate; `places` are those to which it can go: none before anybody
    looked, several in a question, one when that is settled. A monster with `may_send` may go to any discard pile.
    """

    __slots__ = ("card", "may_send", "places", "receiver", "slot", "to", "zone")

    def __init__(
        self,
        card: int,
        zone: int,
        slot: int = NOTHING,
        to: int = DISCARD,
        receiver: int = NOTHING,
        places: tuple[int, ...] = (),
        may_send: bool = False,
    ) -> None:
        self.card = card
        self.zone = zone
        self.slot = slot
        self.to = to
        self.receiver = receiver
        self.places = places
        self.may_send = may_send

    @property
    def is_settled(self) -> bool:
        return self.receiver != NOTHING and len(self.places) == 1

    def going(self, receiver: int, places: tuple[int, ...]) -> Taken:
        """The same card with what is known now about where it goes."""
        return Taken(self.card, self.zone, self.slot, self.to, receiver, places, self.may_send)

    def to_list(self) -> list[object]:
        return [self.card, self.zone, self.slot, self.to, self.receiver, list(self.places), self.may_send]


@mypyc_attr(free_list_len=1)
class Frame:
    """A piece of unfinished work: which effect, in which context, how far it has come. Never changed once made.

    `picks` are the options chosen so far; `taken` are the cards that are on their way.
    """

    __slots__ = ("context", "effect", "picks", "taken")

    def __init__(
        self, effect: Effect, context: Context, picks: tuple[Option, ...] = (), taken: tuple[Taken, ...] = ()
    ) -> None:
        if effect.number < 0:
            raise BadCard(
                f"{type(effect).__name__} is not registered: name it in parts() of the effect that begins it."
            )
        self.effect = effect
        self.context = context
        self.picks = picks
        self.taken = taken

    def __repr__(self) -> str:
        return f"<Frame of {self.effect!r}>"


class Pending:
    """Something that waits for the rest of the turn: a bonus, or a better place for what is acquired."""

    __slots__ = ("ability", "context", "once")

    def __init__(self, ability: Ability, context: Context, once: bool) -> None:
        self.ability = ability
        self.context = context
        self.once = once
