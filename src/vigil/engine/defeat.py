"""Defeating: the monster leaves, the row is filled, then its reward, then what the defeat sets off, then fates."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from . import happenings as tale
from .abilities import ON_DEFEAT
from .acquire import Take, enter_play
from .effect import Effect
from .light import light_for
from .options import NO, YES, Option, label_option, option, seat_option
from .row import clear_slot, expect_fates, refill, take_treasure
from .state import Frame, Scene
from .terms import CENTER_DECK, CHOOSE, CONSTRUCTS, DISCARD, LIMBO, NOTHING, ROW, SUPPLY, VOID
from .triggers import fire
from .zones import without

if TYPE_CHECKING:
    from .state import Game

INTO_PLAY: Final = label_option("into play")


def defeat(game: Game, seat: int, takes: list[Take], may_send: bool = False) -> None:
    """All the monsters leave at once; the rewards come one after the other.

    With `may_send` a monster that would go to the void may go to any player's discard pile instead.
    """
    expect_fates(game)
    scene = strike_down(game, seat, takes, may_send)
    refill(game)
    give_rewards(game, scene, takes, may_send)


def strike_down(game: Game, seat: int, takes: list[Take], may_send: bool = False) -> Scene:
    """The monsters leave their places. Returns the moment of the defeat, which their rewards will look back to."""
    cards = game.cards
    light = light_for(game, seat) if any(cards[take[0]].reward_reads_light for take in takes) else 0
    for number, zone, slot in takes:
        _leave(game, seat, number, zone, slot)
    for number, zone, _ in takes:
        _lay_down(game, seat, number, zone, may_send)
    return Scene(seat, takes[0][0], light, game.turn.energy)


def give_rewards(game: Game, scene: Scene, takes: list[Take], may_send: bool = False) -> None:
    if len(takes) == 1:
        reward(game, scene, may_send)
    else:
        game.push(ORDER_REWARDS, scene, (int(may_send), *(take[0] for take in takes)))


def _leave(game: Game, seat: int, number: int, zone: int, slot: int) -> None:
    turn = game.turn
    if zone == ROW:
        clear_slot(game, slot)
        if game.under[slot]:
            turn.treasure_discount = 0
            take_treasure(game, seat, slot)
    elif zone == VOID:
        game.void = without(game.void, number)
    turn.took += 1
    # A monster in the void is fought as if it lay in the row; the one that always stands there is not in the row.
    in_row = zone != SUPPLY
    if in_row:
        turn.row_defeats += 1
    if game.tells:
        game.told.append((tale.DEFEATS, seat, number, 1, zone, NOTHING, NOTHING, "", NOTHING))
    fire(game, ON_DEFEAT, number, zone, in_row)


def _lay_down(game: Game, seat: int, number: int, zone: int, may_send: bool) -> None:
    """Trophies stay with the player, most monsters go to the void; some wait until their reward is gained."""
    card = game.cards[number]
    if zone == SUPPLY:
        return
    if card.is_trophy:
        game.players[seat].trophies += (number,)
    elif zone == VOID:
        game.deck.put_underneath(number)
        game.tell(tale.MOVES, seat, number, 1, VOID, CENTER_DECK)
    elif card.infest or may_send or _can_capture(game, seat):
        game.limbo += (number,)
    else:
        game.void += (number,)


def _can_capture(game: Game, seat: int) -> bool:
    return any(game.cards[each].captures for each in game.players[seat].constructs)


def reward(game: Game, scene: Scene, may_send: bool) -> None:
    """The whole reward, honor first; then the monster that has no place yet finds one."""
    if scene.card in game.limbo:
        game.push(SETTLE, scene, (int(may_send),))
    game.perform(scene, game.cards[scene.card].reward)


class OrderRewards(Effect):
    """Of several monsters defeated at once: whose reward comes next? The order of the row unless the player minds."""

    ordering = True

    def resume(self, game: Game, frame: Frame) -> None:
        game.ask(frame.scene.seat, self.options(game, frame), frame)

    def options(self, game: Game, frame: Frame) -> list[Option]:
        monsters = dict.fromkeys(frame.data[1:])
        return [option(CHOOSE, game.cards[each], LIMBO) for each in monsters]

    def answer(self, game: Game, frame: Frame, choice: Option) -> None:
        assert choice.card is not None
        number = choice.card.number
        left = list(frame.data[1:])
        left.remove(number)
        scene = frame.scene
        if left:
            game.push(self, scene, (frame.data[0], *left))
        reward(game, Scene(scene.seat, number, scene.light, scene.energy), bool(frame.data[0]))

    def question(self, frame: Frame) -> str:
        return "Which monster's reward comes next?"

    def clause(self) -> str:
        return "gain the rewards in any order"


ORDER_REWARDS: Final = OrderRewards()


class Settle(Effect):
    """A defeated monster goes to the void, unless it infests somebody, is sent to somebody, or is captured."""

    def resume(self, game: Game, frame: Frame) -> None:
        options = self.options(game, frame)
        asking = Frame(self, frame.scene, (frame.data[0], int(YES in options)))
        game.ask(frame.scene.seat, options, asking)

    def options(self, game: Game, frame: Frame) -> list[Option]:
        number = frame.scene.card
        seat = frame.scene.seat
        found: list[Option] = []
        if game.cards[number].infest or frame.data[0]:
            found.extend(seat_option(each) for each in game.seats_from(seat))
        if _can_capture(game, seat):
            found.append(INTO_PLAY if found else YES)
        found.append(NO)
        return found

    def answer(self, game: Game, frame: Frame, choice: Option) -> None:
        number = frame.scene.card
        seat = frame.scene.seat
        game.limbo = without(game.limbo, number)
        if choice is NO:
            game.void += (number,)
        elif choice is YES or choice is INTO_PLAY:
            game.tell(tale.MOVES, seat, number, 1, LIMBO, CONSTRUCTS)
            enter_play(game, seat, number)
        else:
            game.players[choice.seat].discard += (number,)
            game.tell(tale.MOVES, seat, number, 1, LIMBO, DISCARD, choice.seat)

    def question(self, frame: Frame) -> str:
        if frame.data[1]:
            return "Put the defeated monster directly into play as a Mechana construct?"
        return "Where does the defeated monster go instead of into the void?"

    def clause(self) -> str:
        return "put the defeated monster somewhere else than into the void"


SETTLE: Final = Settle()
