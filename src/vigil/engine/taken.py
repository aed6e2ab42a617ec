"""A card on its way: what a frame remembers of a card that is being acquired or defeated."""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from .terms import DISCARD, NOTHING


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
