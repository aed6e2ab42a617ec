"""Where acquired cards go. If there are several possible places, the player who acquires them chooses."""

from __future__ import annotations

from typing import Final

from ...text.phrases import Words, words
from .. import happenings
from ..abilities import PLACE_PHRASES, Ability
from ..costs import can_pay, may_use_restricted, pay
from ..effect import Effect, procedure
from ..frames import Context, Frame, Taken
from ..modifiers import PLACEMENT, in_force
from ..options import NO, YES, Option, place_option, seat_option
from ..state import GameState
from ..terms import CONSTRUCTS_ZONE, DECK_ZONE, DISCARD_ZONE, HAND_ZONE, NOTHING
from ..zones import replaced, without
from .moves import put_into_play, resolve_entering, to_hand
from .rewards import give_rewards

# Without the type the compiler would make a new tuple at every use.
_DISCARD_PILE: Final[tuple[int, ...]] = (DISCARD_ZONE,)


class PlaceAcquired(Effect):
    """Determines the place of each acquired card in turn, and then puts all of them down together.

    Cards acquired together do not affect each other's places. Monsters defeated together with them come last in the
    frame, and their rewards follow.
    """

    def resume(self, game: GameState, frame: Frame) -> None:
        self.place(game, frame.context, frame.taken)

    def place(self, game: GameState, context: Context, taken: tuple[Taken, ...]) -> None:
        seat = context.seat
        for index, each in enumerate(taken):
            if each.is_settled or game.cards[each.card].is_monster:
                continue
            receiver = each.receiver
            if receiver == NOTHING and not _can_give(game, seat, each):
                receiver = seat
            places = (
                possible_places(game, context, each.card, each.to) if receiver in (seat, NOTHING) else _DISCARD_PILE
            )
            taken = replaced(taken, index, each.going(receiver, places))
            if not taken[index].is_settled:
                here = Context(seat, each.card, context.light, context.energy, ancestors=context.ancestors)
                game.ask(Frame(self, here, taken=taken))
                return
            self._use_up_offers(game, context, taken[index])
        self._put_down(game, context, taken)

    def options(self, game: GameState, frame: Frame) -> list[Option]:
        asked = asked_about(frame)
        if is_yes_or_no(asked):
            return [YES, NO]
        found = [place_option(place) for place in asked.places]
        return found if asked.receiver != NOTHING else [*found, seat_option(game.teammate(frame.context.seat))]

    def answer(self, game: GameState, frame: Frame, choice: Option) -> None:
        seat = frame.context.seat
        asked = asked_about(frame)
        if choice.seat != NOTHING:
            pay(game, 1, 0, may_use_restricted(game, game.cards[asked.card]))
            game.add_happening(happenings.MOVES, seat, asked.card, 1, asked.zone, DISCARD_ZONE, choice.seat)
            settled = asked.going(choice.seat, (DISCARD_ZONE,))
        else:
            settled = asked.going(seat, (place_of(asked, choice),))
        self._use_up_offers(game, frame.context, settled)
        index = frame.taken.index(asked)
        self.place(game, frame.context, replaced(frame.taken, index, settled))

    def _put_down(self, game: GameState, context: Context, taken: tuple[Taken, ...]) -> None:
        seat = context.seat
        entered: list[int] = []
        monsters: tuple[Taken, ...] = ()
        for each in taken:
            number = each.card
            if game.cards[number].is_monster:
                monsters += (each,)
                continue
            place = each.places[0]
            game.in_transit = without(game.in_transit, number)
            if place == CONSTRUCTS_ZONE:
                put_into_play(game, seat, number)
                entered.append(number)
            elif place == HAND_ZONE:
                to_hand(game, seat, number)
            elif place == DECK_ZONE:
                game.players[seat].deck.put_on_top([number])
            else:
                game.players[each.receiver].discard += (number,)
            if place != DISCARD_ZONE:
                game.add_happening(happenings.MOVES, seat, number, 1, each.zone, place)
        for number in reversed(entered):
            resolve_entering(game, seat, number)
        if monsters:
            give_rewards(game, context, monsters)

    def _use_up_offers(self, game: GameState, context: Context, taken: Taken) -> None:
        """Marks the redirect that was used. A pending redirect of the next card expires even if it was declined."""
        number, place = taken.card, taken.places[0]
        if place not in (DISCARD_ZONE, taken.to):
            offers = [each for each in _offers(game, context, number) if each[0].to == place]
            if offers and all(index != NOTHING for _, index in offers):
                redirect, index = offers[0]
                game.players[context.seat].mark_used(index, redirect.bit)
        turn = game.turn
        if turn.pending:
            turn.pending = tuple(
                each for each in turn.pending if not (each.once and each.ability.applies(game, each.context, number))
            )

    def question(self, frame: Frame) -> Words:
        asked = asked_about(frame)
        if is_yes_or_no(asked):
            return words("put the acquired card", PLACE_PHRASES[asked.places[1]], "?")
        if asked.receiver == NOTHING:
            return "Where does the acquired card go? You may pay 1 rune to give it to your teammate."
        return "Where does the acquired card go?"

    def refusal(self, frame: Frame) -> str:
        return "into the discard pile"

    def phrase(self) -> str:
        return "put the acquired card directly into play, or wherever else it may go"


PLACE_ACQUIRED: Final = procedure("place acquired", PlaceAcquired())


def asked_about(frame: Frame) -> Taken:
    """The card that the open question is about: the first whose place is not settled."""
    return next(each for each in frame.taken if not each.is_settled)


def is_yes_or_no(asked: Taken) -> bool:
    """Whether the only choice is between the discard pile and one other place, which is accepted or declined."""
    return asked.receiver != NOTHING and asked.places[0] == DISCARD_ZONE and len(asked.places) == 2


def place_of(asked: Taken, choice: Option) -> int:
    """The place that the option stands for."""
    if choice is NO:
        return asked.places[0]
    if choice is YES:
        return asked.places[1]
    return next(each for each in asked.places if place_option(each) is choice)


def _can_give(game: GameState, seat: int, taken: Taken) -> bool:
    """Whether the player can give the card to a teammate, which costs one rune."""
    if not game.setup.team or game.setup.rules < 2:
        return False
    return can_pay(game, 1, 0, may_use_restricted(game, game.cards[taken.card]))


def possible_places(game: GameState, context: Context, number: int, to: int = DISCARD_ZONE) -> tuple[int, ...]:
    """The possible places of a card that is acquired, the default first. `to` is where what acquires it sends it."""
    card = game.cards[number]
    offers = _offers(game, context, number)
    if to == DISCARD_ZONE and card.arrives is None and not offers:
        return _DISCARD_PILE
    musts: list[int] = [] if to == DISCARD_ZONE else [to]
    mays: list[int] = []
    if card.arrives is not None and card.arrives.applies(
        game, Context(context.seat, number, context.light, game.turn.energy), number
    ):
        musts.append(card.arrives.to)
    is_bound = bool(musts)
    for redirect, _ in offers:
        # Other redirects apply only to cards that would go to the discard pile.
        if not is_bound or redirect.to == CONSTRUCTS_ZONE:
            (musts if redirect.must else mays).append(redirect.to)
    if not musts:
        musts.append(DISCARD_ZONE)
    return tuple(dict.fromkeys(musts + mays))


def _offers(game: GameState, context: Context, number: int) -> list[tuple[Ability, int]]:
    """The abilities that can redirect the card, each with the index of the construct that it uses, or NOTHING."""
    found: list[tuple[Ability, int]] = []
    for pending in game.turn.pending:
        if pending.ability.applies(game, pending.context, number):
            found.append((pending.ability, NOTHING))
    seat = context.seat
    player = game.players[seat]
    for index, ability in in_force(game, seat, PLACEMENT):
        source = Context(seat, player.constructs[index], context.light, game.turn.energy)
        if not ability.bit & player.uses[index] and ability.applies(game, source, number):
            found.append((ability, index if ability.once else NOTHING))
    return found
