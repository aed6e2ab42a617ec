"""Acquiring: the card leaves its place, the row is filled, the card finds its place, and what it sets off follows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from . import happenings as tale
from .abilities import ON_ACQUIRE, ON_ENTER, Redirect
from .effect import Effect
from .empower import EMPOWER
from .light import light_for
from .moves import change_supply, to_hand
from .options import NO, YES, Option, label_option
from .row import clear_slot, expect_fates, refill, take_treasure
from .state import Frame, Scene
from .terms import CONSTRUCTS, DECK, DISCARD, EVENT, HAND, NOTHING, ROW, SUPPLY
from .triggers import fire, scene_now
from .zones import without

if TYPE_CHECKING:
    from .state import Game

PLACE_LABELS: Final = {HAND: "hand", CONSTRUCTS: "into play", DECK: "top of the deck", DISCARD: "discard pile"}


PLACE_PHRASES: Final = {HAND: "into your hand", CONSTRUCTS: "directly into play", DECK: "on top of your deck"}

Take = tuple[int, int, int]
"""A card that is taken, the zone it comes from, and its slot in the row."""


def acquire(game: Game, seat: int, takes: list[Take], to: int = DISCARD, gift: int = NOTHING) -> None:
    """Whoever calls has seen to the payment."""
    expect_fates(game)
    light = take_away(game, seat, takes, gift)
    refill(game)
    arrive(game, seat, takes, to, gift, light)


def take_away(game: Game, seat: int, takes: list[Take], gift: int = NOTHING) -> int:
    """The cards leave their places, treasure included. Returns the light under which they were taken."""
    cards = game.cards
    light = light_for(game, seat) if any(cards[take[0]].arrives is not None for take in takes) else 0
    for number, zone, slot in takes:
        if zone == ROW:
            clear_slot(game, slot)
            take_treasure(game, seat, slot)
        elif zone == SUPPLY:
            change_supply(game, number, -1)
        if cards[number].is_construct:
            game.turn.construct_discount = 0
        game.limbo += (number,)
        game.turn.took += 1
        receiver = seat if gift == NOTHING else gift
        if game.tells:
            game.told.append((tale.ACQUIRES, seat, number, 1, zone, NOTHING, receiver, "", NOTHING))
    return light


def arrive(game: Game, seat: int, takes: list[Take], to: int, gift: int, light: int) -> None:
    """The cards find their places, one after the other."""
    for number, zone, _ in reversed(takes):
        game.push(ARRIVE, Scene(seat, number), (number, zone, to, gift, light))


class Arrive(Effect):
    """An acquired card goes where it belongs; where there is more than one such place, its new owner says which."""

    def resume(self, game: Game, frame: Frame) -> None:
        gift = frame.data[3]
        if gift != NOTHING:
            self._settle(game, frame, DISCARD)
            return
        places = self._places(game, frame)
        if len(places) == 1:
            self._settle(game, frame, places[0])
        else:
            asking = Frame(self, frame.scene, (*frame.data, *places))
            game.ask(frame.scene.seat, self.options(game, asking), asking)

    def _places(self, game: Game, frame: Frame) -> list[int]:
        """The places on offer; the first is where the card goes when nobody wants anything else."""
        number, _, to, _, light = frame.data[:5]
        seat = frame.scene.seat
        musts: list[int] = [] if to == DISCARD else [to]
        mays: list[int] = []
        card = game.cards[number]
        if card.arrives is not None and card.arrives.applies(
            game, Scene(seat, number, light, game.turn.energy), number
        ):
            musts.append(card.arrives.to)
        for redirect, _ in self._offers(game, number, seat):
            if to == DISCARD or redirect.to == CONSTRUCTS:
                (musts if redirect.must else mays).append(redirect.to)
        if not musts:
            musts.append(DISCARD)
        return list(dict.fromkeys(musts + mays))

    def _offers(self, game: Game, number: int, seat: int) -> list[tuple[Redirect, int]]:
        """What may lead the card elsewhere, and the construct whose use that takes (NOTHING: it takes none)."""
        found: list[tuple[Redirect, int]] = []
        for pending in game.turn.pending:
            ability = pending.ability
            if isinstance(ability, Redirect) and ability.applies(game, pending.scene, number):
                found.append((ability, NOTHING))
        player = game.players[seat]
        for index, each in enumerate(player.constructs):
            for redirect in game.cards[each].redirects:
                if not (redirect.once and player.uses[index] & redirect.bit) and redirect.applies(
                    game, scene_now(game, seat, each, False), number
                ):
                    found.append((redirect, index if redirect.once else NOTHING))
        return found

    def options(self, game: Game, frame: Frame) -> list[Option]:
        places = self._places(game, frame)
        if places[0] == DISCARD and len(places) == 2:
            return [YES, NO]
        return [label_option(PLACE_LABELS[place]) for place in places]

    def answer(self, game: Game, frame: Frame, choice: Option) -> None:
        places = self._places(game, frame)
        if choice is NO:
            place = places[0]
        elif choice is YES:
            place = places[1]
        else:
            place = next(each for each in places if PLACE_LABELS[each] == choice.label)
        self._settle(game, frame, place)

    def _settle(self, game: Game, frame: Frame, place: int) -> None:
        number, zone, to, gift, _ = frame.data[:5]
        seat = frame.scene.seat
        card = game.cards[number]
        if place not in (DISCARD, to):
            self._use_offer(game, number, seat, place)
        self._forget_one_time_offers(game, number)
        game.limbo = without(game.limbo, number)
        fire(game, ON_ACQUIRE, number, zone, zone == ROW)
        if card.empower:
            game.push(EMPOWER, Scene(seat, number))
        if place == CONSTRUCTS:
            enter_play(game, seat, number)
        elif place == HAND:
            to_hand(game, seat, number)
        elif place == DECK:
            game.players[seat].deck.put_on_top([number])
        else:
            game.players[seat if gift == NOTHING else gift].discard += (number,)
        if place != DISCARD:
            game.tell(tale.MOVES, seat, number, 1, zone, place)

    def _use_offer(self, game: Game, number: int, seat: int, place: int) -> None:
        offers = [each for each in self._offers(game, number, seat) if each[0].to == place]
        if offers and all(index != NOTHING for _, index in offers):
            redirect, index = offers[0]
            game.players[seat].mark_used(index, redirect.bit)

    def _forget_one_time_offers(self, game: Game, number: int) -> None:
        """`The next construct you acquire` is this one, whether the offer was taken or not."""
        turn = game.turn
        if turn.pending:
            turn.pending = tuple(
                each
                for each in turn.pending
                if not (
                    each.once and isinstance(each.ability, Redirect) and each.ability.applies(game, each.scene, number)
                )
            )

    def question(self, frame: Frame) -> str:
        places = frame.data[5:]
        if places[0] == DISCARD and len(places) == 2:
            return f"Put the acquired card {PLACE_PHRASES[places[1]]} instead of into the discard pile?"
        return "Where does the acquired card go?"

    def clause(self) -> str:
        return "put the acquired card directly into play, or wherever else it may go"


ARRIVE: Final = Arrive()


def enter_play(game: Game, seat: int, number: int) -> None:
    """A construct (or a captured monster) comes into play under the active player's control."""
    player = game.players[seat]
    player.constructs += (number,)
    player.uses += (0,)
    game.turn.entered += (number,)
    fire(game, ON_ENTER, number, CONSTRUCTS)
    card = game.cards[number]
    if card.is_construct and card.play:
        scene = scene_now(game, seat, number, card.play_reads_light)
        for effect in reversed(card.play):
            game.push(effect, scene)


def transform_event(game: Game, seat: int) -> None:
    """The event leaves its zone and is set aside; its hero is acquired."""
    event = game.event
    game.event = NOTHING
    game.set_aside += (event,)
    acquire(game, seat, [(game.cards[event].other_side, EVENT, NOTHING)])
