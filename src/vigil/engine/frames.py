"""Unfinished work: the frames of a game's stack, and the contexts of effects.

Everything here is immutable, so copies of a game share it. These objects are short-lived: `free_list_len` lets the
compiled engine reuse the memory of one freed object of each class.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import mypyc_attr

from .errors import BadCard
from .options import Option
from .terms import DISCARD_ZONE, NEITHER, NOTHING, seat_name

if TYPE_CHECKING:
    from .abilities import Ability
    from .effect import Effect


@mypyc_attr(free_list_len=1)
class Context:
    """The context of an effect: the player, the card, and what was true when it started.

    `target` is the player whose cards are affected; `ancestors` are the copied heroes and defeated monsters that led to
    this effect, kept to stop infinite repetition; `trigger_card` is the card that set off a trigger, and `count` a
    number read at that moment.
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

    def of(self, seat: int, target: int) -> Context:
        """The same context, in which the player in `seat` decides about the cards of `target`."""
        return Context(seat, self.card, self.light, self.energy, target, self.ancestors, self.trigger_card, self.count)

    def to_list(self) -> list[object]:
        moment = [self.seat, self.card, self.light, self.energy, self.target]
        return [*moment, list(self.ancestors), self.trigger_card, self.count]


NO_CONTEXT: Final = Context(NOTHING, NOTHING)


@mypyc_attr(free_list_len=1)
class Taken:
    """A card that is being acquired or defeated: where it comes from, and what is known about where it goes.

    `to` is where an acquired card goes unless it is redirected; `receiver` is the seat that gets it, NOTHING while the
    player may still give it to a teammate; `places` are its possible destinations: empty until they are determined,
    several while the player is asked, one once it is settled. A monster with `may_send` may go to any discard pile.
    """

    __slots__ = ("card", "may_send", "places", "receiver", "slot", "to", "zone")

    def __init__(
        self,
        card: int,
        zone: int,
        slot: int = NOTHING,
        to: int = DISCARD_ZONE,
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
        """The same card with this receiver and these possible destinations."""
        return Taken(self.card, self.zone, self.slot, self.to, receiver, places, self.may_send)

    def to_list(self) -> list[object]:
        return [self.card, self.zone, self.slot, self.to, self.receiver, list(self.places), self.may_send]


@mypyc_attr(free_list_len=1)
class Frame:
    """A unit of unfinished work: an effect, its context and its progress. Immutable.

    `picks` are the options chosen so far, or those that are offered; `taken` are the cards in transit.
    """

    __slots__ = ("context", "effect", "picks", "taken")

    def __init__(
        self, effect: Effect, context: Context, picks: tuple[Option, ...] = (), taken: tuple[Taken, ...] = ()
    ) -> None:
        if effect.number < 0:
            raise BadCard(
                f"{type(effect).__name__} is not registered. Return it from parts() of the effect that starts it."
            )
        self.effect = effect
        self.context = context
        self.picks = picks
        self.taken = taken

    def __repr__(self) -> str:
        return f"<Frame of {self.effect!r}>"


class Pending:
    """An ability that applies for the rest of the turn: a bonus, or another destination for acquired cards."""

    __slots__ = ("ability", "context", "once")

    def __init__(self, ability: Ability, context: Context, once: bool) -> None:
        self.ability = ability
        self.context = context
        self.once = once
