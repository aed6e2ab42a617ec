"""Acquiring: the card leaves its place, the row is filled, the card finds its place, and what it sets off follows.

Cards that are acquired together find their places together: what one of them does in play is nothing to the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from ..text.phrases import Words, words
from . import happenings
from .abilities import ON_ACQUIRE, PLACE_PHRASES, Redirect
from .effect import Effect
from .empower import EMPOWER
from .entering import begin_to_work, lie_in_play
from .light import light_for
from .moves import change_supply, to_hand
from .options import NO, YES, Option, label_option
from .rewards import give_rewards
from .row import clear_slot, expect_fates, refill, take_treasure
from .state import Context, Frame
from .terms import CONSTRUCTS, DECK, DISCARD, EVENT, HAND, NOTHING, ROW, SUPPLY
from .triggers import context_now, fire
from .zones import without

if TYPE_CHECKING:
    from .state import GameState

PLACE_LABELS: Final = {HAND: "hand", CONSTRUCTS: "into play", DECK: "top of the deck", DISCARD: "discard pile"}


Take = tuple[int, int, int]
"""A card that is taken, the zone it comes from, and its slot in the row."""

# The numbers that a frame of `Arrive` begins with; `LISTS` is where its lists begin.
TO: Final = 0
GIFT: Final = 1
CARDS: Final = 2
SLAIN: Final = 3
SETTLED: Final = 4
LISTS: Final = 5


def acquire(game: GameState, seat: int, takes: list[Take], to: int = DISCARD, gift: int = NOTHING) -> None:
    """Whoever calls has seen to the payment."""
    expect_fates(game)
    light = light_of_taking(game, seat, takes)
    take_away(game, seat, takes, gift)
    refill(game)
    arrive(game, Context(seat, takes[0][0], light), takes, to, gift)


def light_of_taking(game: GameState, seat: int, takes: list[Take]) -> int:
    """The light under which cards are taken, where one of them asks for it."""
    cards = game.cards
    return light_for(game, seat) if any(cards[take[0]].arrives is not None for take in takes) else 0


def take_away(game: GameState, seat: int, takes: list[Take], gift: int = NOTHING) -> None:
    """The cards leave their places, treasure included. What this sets off waits until they have found others."""
    cards = game.cards
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
        if game.records_happenings:
            game.happenings.append((happenings.ACQUIRES, seat, number, 1, zone, NOTHING, receiver, "", NOTHING))
    if len(takes) == 1:
        _set_off(game, seat, takes[0])
    else:
        _set_off_in_order(game, seat, takes)


def _set_off(game: GameState, seat: int, take: Take) -> None:
    number, zone, _ = take
    fire(game, ON_ACQUIRE, number, zone, zone == ROW)
    if game.cards[number].empower:
        game.push(EMPOWER, Context(seat, number))


def _set_off_in_order(game: GameState, seat: int, takes: list[Take]) -> None:
    """What the first of the cards sets off comes first, so it has to lie on top."""
    depth = len(game.stack)
    above: tuple[Frame, ...] = ()
    for take in takes:
        _set_off(game, seat, take)
        above = game.stack[depth:] + above
        game.stack = game.stack[:depth]
    game.stack += above


def arrive(
    game: GameState,
    moment: Context,
    takes: list[Take],
    to: int = DISCARD,
    gift: int = NOTHING,
    slain: Sequence[int] = (),
) -> None:
    """The cards find their places. `slain` are monsters that fell together with them: their rewards follow then."""
    numbers, zones = [take[0] for take in takes], [take[1] for take in takes]
    game.push(ARRIVE, moment, (to, gift, len(takes), len(slain), 0, *numbers, *zones, *slain))


class Arrive(Effect):
    """Acquired cards go where they belong; where there is more than one such place, their new owner says which.

    The frame says where they go if nothing leads them elsewhere, to whom they are given (NOTHING: to nobody), how many
    cards there are, how many monsters fell with them, and for how many cards a place is settled. Lists follow: the
    cards, the zones they come from, the monsters, the settled places, and in a question the places on offer.
    """

    def resume(self, game: GameState, frame: Frame) -> None:
        data = frame.data
        context = frame.context
        while data[SETTLED] < data[CARDS]:
            number = data[LISTS + data[SETTLED]]
            places = [DISCARD] if data[GIFT] != NOTHING else self._places(game, context, number, data[TO])
            if len(places) > 1:
                here = Context(context.seat, number, context.light, context.energy, chain=context.chain)
                asking = Frame(self, here, (*data, *places))
                game.ask(context.seat, self.options(game, asking), asking)
                return
            data = self._settled(game, context.seat, data, places[0])
        self._put_down(game, context, data)

    def _places(self, game: GameState, context: Context, number: int, to: int) -> list[int]:
        """The places on offer; the first is where the card goes when nobody wants anything else."""
        seat = context.seat
        musts: list[int] = [] if to == DISCARD else [to]
        mays: list[int] = []
        card = game.cards[number]
        if card.arrives is not None and card.arrives.applies(
            game, Context(seat, number, context.light, game.turn.energy), number
        ):
            musts.append(card.arrives.to)
        is_bound = bool(musts)
        for redirect, _ in self._offers(game, number, seat):
            # Most of them speak of cards that would go to the discard pile.
            if not is_bound or redirect.to == CONSTRUCTS:
                (musts if redirect.must else mays).append(redirect.to)
        if not musts:
            musts.append(DISCARD)
        return list(dict.fromkeys(musts + mays))

    def _offers(self, game: GameState, number: int, seat: int) -> list[tuple[Redirect, int]]:
        """What may lead the card elsewhere, and the construct whose use that takes (NOTHING: it takes none)."""
        found: list[tuple[Redirect, int]] = []
        for pending in game.turn.pending:
            ability = pending.ability
            if isinstance(ability, Redirect) and ability.applies(game, pending.context, number):
                found.append((ability, NOTHING))
        player = game.players[seat]
        for index, each in enumerate(player.constructs):
            for redirect in game.cards[each].redirects:
                if not (redirect.once and player.uses[index] & redirect.bit) and redirect.applies(
                    game, context_now(game, seat, each, False), number
                ):
                    found.append((redirect, index if redirect.once else NOTHING))
        return found

    def options(self, game: GameState, frame: Frame) -> list[Option]:
        places = places_on_offer(frame)
        if places[0] == DISCARD and len(places) == 2:
            return [YES, NO]
        return [label_option(PLACE_LABELS[place]) for place in places]

    def answer(self, game: GameState, frame: Frame, choice: Option) -> None:
        places = places_on_offer(frame)
        if choice is NO:
            place = places[0]
        elif choice is YES:
            place = places[1]
        else:
            place = next(each for each in places if PLACE_LABELS[each] == choice.label)
        asked = frame.data[: len(frame.data) - len(places)]
        self.resume(game, Frame(self, frame.context, self._settled(game, frame.context.seat, asked, place)))

    def _settled(self, game: GameState, seat: int, data: tuple[int, ...], place: int) -> tuple[int, ...]:
        """The next card has a place, and nobody else can have what led it there."""
        number = data[LISTS + data[SETTLED]]
        if place not in (DISCARD, data[TO]):
            self._use_offer(game, number, seat, place)
        self._forget_one_time_offers(game, number)
        return (*data[:SETTLED], data[SETTLED] + 1, *data[LISTS:], place)

    def _put_down(self, game: GameState, context: Context, data: tuple[int, ...]) -> None:
        seat = context.seat
        gift = data[GIFT]
        count = data[CARDS]
        slain = data[LISTS + 2 * count : LISTS + 2 * count + data[SLAIN]]
        places = _places_of(data)
        entered: list[int] = []
        for index in range(count):
            number, zone, place = data[LISTS + index], data[LISTS + count + index], places[index]
            game.limbo = without(game.limbo, number)
            if place == CONSTRUCTS:
                lie_in_play(game, seat, number)
                entered.append(number)
            elif place == HAND:
                to_hand(game, seat, number)
            elif place == DECK:
                game.players[seat].deck.put_on_top([number])
            else:
                game.players[seat if gift == NOTHING else gift].discard += (number,)
            if place != DISCARD:
                game.add_happening(happenings.MOVES, seat, number, 1, zone, place)
        for number in reversed(entered):
            begin_to_work(game, seat, number)
        if slain:
            give_rewards(game, context, slain)

    def _use_offer(self, game: GameState, number: int, seat: int, place: int) -> None:
        offers = [each for each in self._offers(game, number, seat) if each[0].to == place]
        if offers and all(index != NOTHING for _, index in offers):
            redirect, index = offers[0]
            game.players[seat].mark_used(index, redirect.bit)

    def _forget_one_time_offers(self, game: GameState, number: int) -> None:
        """`The next construct you acquire` is this one, whether the offer was taken or not."""
        turn = game.turn
        if turn.pending:
            turn.pending = tuple(
                each
                for each in turn.pending
                if not (
                    each.once
                    and isinstance(each.ability, Redirect)
                    and each.ability.applies(game, each.context, number)
                )
            )

    def question(self, frame: Frame) -> Words:
        places = places_on_offer(frame)
        if places[0] == DISCARD and len(places) == 2:
            return words("put the acquired card", PLACE_PHRASES[places[1]], "instead of into the discard pile", "?")
        return "Where does the acquired card go?"

    def phrase(self) -> str:
        return "put the acquired card directly into play, or wherever else it may go"


ARRIVE: Final = Arrive()


def _places_of(data: tuple[int, ...]) -> tuple[int, ...]:
    """Those that are settled, and after them those on offer."""
    return data[LISTS + 2 * data[CARDS] + data[SLAIN] :]


def places_on_offer(frame: Frame) -> tuple[int, ...]:
    """The places between which the player of an open question chooses."""
    return _places_of(frame.data)[frame.data[SETTLED] :]


def transform_event(game: GameState, seat: int) -> None:
    """The event leaves its zone and is set aside; its hero is acquired."""
    event = game.event
    game.event = NOTHING
    game.set_aside += (event,)
    acquire(game, seat, [(game.cards[event].other_side, EVENT, NOTHING)])
