"""The rewards of defeated monsters, and where the monsters go afterwards. Rewards use the state at the defeat."""

from __future__ import annotations

from typing import Final

from .. import happenings
from ..capture import can_capture
from ..effect import Effect, procedure
from ..frames import Context, Frame, Taken
from ..options import NO, YES, Option, option, place_option, seat_option
from ..state import GameState
from ..terms import CHOOSE, CONSTRUCTS_ZONE, DISCARD_ZONE, TRANSIT_ZONE, VOID_ZONE
from ..zones import added, without
from .moves import enter_play
from .row import fill_late


def give_rewards(game: GameState, moment: Context, monsters: tuple[Taken, ...]) -> None:
    """Gives the rewards of the monsters. If there are several, the player chooses the order."""
    if len(monsters) == 1:
        _reward(game, moment, monsters[0])
    else:
        context = Context(moment.seat, monsters[0].card, moment.light, moment.energy, ancestors=moment.ancestors)
        game.push(ORDER_REWARDS, context, monsters)


def _reward(game: GameState, moment: Context, monster: Taken) -> None:
    """Gives the reward of one monster; a monster still in transit is placed afterwards."""
    number = monster.card
    context = Context(moment.seat, number, moment.light, moment.energy, ancestors=added(moment.ancestors, number))
    if number in game.in_transit:
        game.push(PLACE_DEFEATED, context, (monster,))
    game.perform(context, game.cards[number].reward)


class OrderRewards(Effect):
    """Asks which of several monsters defeated at once gives its reward next, in the order of the row by default."""

    def resume(self, game: GameState, frame: Frame) -> None:
        game.ask(frame)

    def options(self, game: GameState, frame: Frame) -> list[Option]:
        return [
            option(CHOOSE, game.cards[number], TRANSIT_ZONE)
            for number in dict.fromkeys(each.card for each in frame.taken)
        ]

    def answer(self, game: GameState, frame: Frame, choice: Option) -> None:
        chosen = next(each for each in frame.taken if game.cards[each.card] is choice.card)
        left = tuple(each for each in frame.taken if each is not chosen)
        if left:
            game.push(self, frame.context, left)
        _reward(game, frame.context, chosen)

    def question(self, frame: Frame) -> str:
        return "Which Monster's reward comes next?"

    def phrase(self) -> str:
        return "gain the rewards in any order"


ORDER_REWARDS: Final = procedure("order rewards", OrderRewards())


class PlaceDefeated(Effect):
    """Puts a defeated monster into the void, into a player's discard pile (infest), or into play (captured)."""

    def resume(self, game: GameState, frame: Frame) -> None:
        monster = frame.taken[0]
        seat = frame.context.seat
        places: tuple[int, ...] = (VOID_ZONE,)
        if game.cards[monster.card].infest or monster.may_send:
            places += (DISCARD_ZONE,)
        if can_capture(game, seat):
            places += (CONSTRUCTS_ZONE,)
        game.ask(Frame(self, frame.context, taken=(monster.going(seat, places),)))

    def options(self, game: GameState, frame: Frame) -> list[Option]:
        places = frame.taken[0].places
        found: list[Option] = []
        if DISCARD_ZONE in places:
            found.extend(seat_option(each) for each in game.seats_from(frame.context.seat))
        if CONSTRUCTS_ZONE in places:
            found.append(place_option(CONSTRUCTS_ZONE) if found else YES)
        found.append(NO)
        return found

    def answer(self, game: GameState, frame: Frame, choice: Option) -> None:
        number = frame.context.card
        seat = frame.context.seat
        game.in_transit = without(game.in_transit, number)
        if choice is NO:
            game.void += (number,)
            fill_late(game)
        elif choice is YES or choice is place_option(CONSTRUCTS_ZONE):
            game.add_happening(happenings.MOVES, seat, number, 1, TRANSIT_ZONE, CONSTRUCTS_ZONE)
            enter_play(game, seat, number)
        else:
            game.players[choice.seat].discard += (number,)
            game.add_happening(happenings.MOVES, seat, number, 1, TRANSIT_ZONE, DISCARD_ZONE, choice.seat)

    def question(self, frame: Frame) -> str:
        places = frame.taken[0].places
        if DISCARD_ZONE not in places:
            return "Put the defeated Monster directly into play as a Mechana Construct?"
        either = " or into play" if CONSTRUCTS_ZONE in places else ""
        return f"Put the defeated Monster into a player's discard pile{either}?"

    def refusal(self, frame: Frame) -> str:
        return "into the void"

    def phrase(self) -> str:
        return "put the defeated Monster into the void, a player's discard pile or play"


PLACE_DEFEATED: Final = procedure("place defeated", PlaceDefeated())
