"""What a defeated monster brings, and where it lies then."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from . import happenings
from .effect import Effect
from .entering import enter_play
from .options import NO, YES, Option, label_option, option, seat_option
from .row import fill_late
from .state import Context, Frame
from .terms import CHOOSE, CONSTRUCTS, DISCARD, LIMBO
from .zones import without

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .state import GameState

INTO_PLAY: Final = label_option("into play")


def give_rewards(game: GameState, context: Context, monsters: Sequence[int], may_send: bool = False) -> None:
    """`context` is the moment of the defeat."""
    if len(monsters) == 1:
        reward(game, context, monsters[0], may_send)
    else:
        game.push(ORDER_REWARDS, context, (int(may_send), *monsters))


def reward(game: GameState, moment: Context, number: int, may_send: bool) -> None:
    """The whole reward, honor first; then the monster that has no place yet finds one."""
    context = Context(moment.seat, number, moment.light, moment.energy, chain=(*moment.chain, number))
    if number in game.limbo:
        game.push(SETTLE, context, (int(may_send),))
    game.perform(context, game.cards[number].reward)


def can_capture(game: GameState, seat: int) -> bool:
    return any(game.cards[each].captures for each in game.players[seat].constructs)


class OrderRewards(Effect):
    """Of several monsters defeated at once: whose reward comes next? The order of the row unless the player minds."""

    ordering = True

    def resume(self, game: GameState, frame: Frame) -> None:
        game.ask(frame.context.seat, self.options(game, frame), frame)

    def options(self, game: GameState, frame: Frame) -> list[Option]:
        monsters = dict.fromkeys(frame.data[1:])
        return [option(CHOOSE, game.cards[each], LIMBO) for each in monsters]

    def answer(self, game: GameState, frame: Frame, choice: Option) -> None:
        assert choice.card is not None
        number = choice.card.number
        left = list(frame.data[1:])
        left.remove(number)
        context = frame.context
        if left:
            game.push(self, context, (frame.data[0], *left))
        reward(game, context, number, bool(frame.data[0]))

    def question(self, frame: Frame) -> str:
        return "Which Monster's reward comes next?"

    def phrase(self) -> str:
        return "gain the rewards in any order"


ORDER_REWARDS: Final = OrderRewards()


class Settle(Effect):
    """A defeated monster goes to the void, unless it infests somebody, is sent to somebody, or is captured."""

    def resume(self, game: GameState, frame: Frame) -> None:
        options = self.options(game, frame)
        asking = Frame(self, frame.context, (frame.data[0], int(YES in options)))
        game.ask(frame.context.seat, options, asking)

    def options(self, game: GameState, frame: Frame) -> list[Option]:
        number = frame.context.card
        seat = frame.context.seat
        found: list[Option] = []
        if game.cards[number].infest or frame.data[0]:
            found.extend(seat_option(each) for each in game.seats_from(seat))
        if can_capture(game, seat):
            found.append(INTO_PLAY if found else YES)
        found.append(NO)
        return found

    def answer(self, game: GameState, frame: Frame, choice: Option) -> None:
        number = frame.context.card
        seat = frame.context.seat
        game.limbo = without(game.limbo, number)
        if choice is NO:
            game.void += (number,)
            fill_late(game)
        elif choice is YES or choice is INTO_PLAY:
            game.add_happening(happenings.MOVES, seat, number, 1, LIMBO, CONSTRUCTS)
            enter_play(game, seat, number)
        else:
            game.players[choice.seat].discard += (number,)
            game.add_happening(happenings.MOVES, seat, number, 1, LIMBO, DISCARD, choice.seat)

    def question(self, frame: Frame) -> str:
        if frame.data[1]:
            return "Put the defeated Monster directly into play as a Mechana Construct?"
        return "Where does the defeated Monster go instead of into the void?"

    def phrase(self) -> str:
        return "put the defeated Monster somewhere else than into the void"


SETTLE: Final = Settle()
