"""Turns: the options of the active player, the end of a turn, and the next one."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from .. import happenings
from ..card import Card
from ..costs import highest_affordable, offers, pay_for
from ..effect import Effect, procedure
from ..frames import NO_CONTEXT, Context, Frame, Taken
from ..modifiers import PRICES, VOID_DEFEATS, in_force
from ..options import END, Decision, Option
from ..places import is_twin
from ..scoring import finish
from ..state import GameState, TurnState
from ..terms import NOTHING, PLAY, ROW_ZONE, SUPPLY_ZONE, USE, VOID_ZONE
from .moves import draw
from .play import play_card, use_ability, use_options
from .solitaire import CULT_TURN
from .take import take

HAND_SIZE: Final = 5
YOUR_TURN: Final = "Your turn."
IDLE_ROUNDS: Final = 50
"""After this many rounds in which nobody acquired or defeated a card, the game ends and is scored."""


class TakeTurn(Effect):
    """Lets the active player take one action after another until they end the turn."""

    stays = True

    def resume(self, game: GameState, frame: Frame) -> None:
        game.decision = Decision(game.turn.seat, turn_options(game), TURN)

    def options(self, game: GameState, frame: Frame) -> list[Option]:
        return turn_options(game)

    def answer(self, game: GameState, frame: Frame, choice: Option) -> None:
        verb = choice.verb
        card = choice.card
        if card is None:
            end_turn(game)
        elif verb == PLAY:
            play_card(game, card)
        elif verb == USE:
            use_ability(game, choice)
        else:
            self._take(game, choice, card)

    def _take(self, game: GameState, choice: Option, card: Card) -> None:
        pay_for(game, choice)
        seat = game.turn.seat
        if choice.zone == VOID_ZONE:
            game.turn.modify(VOID_DEFEATS, -1)
        receiver = seat if choice.seat == NOTHING else choice.seat
        take(game, Context(seat, card.number), [Taken(card.number, choice.zone, choice.slot, receiver=receiver)])

    def question(self, frame: Frame) -> str:
        return YOUR_TURN

    def phrase(self) -> str:
        return "take a turn"


TAKE_TURN: Final = procedure("take turn", TakeTurn())
TURN: Final = Frame(TAKE_TURN, NO_CONTEXT)

# Nothing else is unfinished when a turn begins or ends. (Without the type the compiler would make new tuples.)
_ONLY_TURN: Final[tuple[Frame, ...]] = (TURN,)


def turn_options(game: GameState) -> list[Option]:
    """All options of the active player, in order.

    Cards to play, abilities to use, the row, the always-available cards, the void if allowed, and the end of the turn.
    """
    turn = game.turn
    player = game.players[turn.seat]
    cards = game.cards
    found: list[Option] = []
    number: i64
    last: i64 = NOTHING
    for number in player.hand:
        if number != last:
            found.append(cards[number].play_option)
            last = number
    if player.constructs or player.trophies or game.event != NOTHING:
        use_options(game, found)
    pays_as_usual = not (turn.mechana_runes or turn.is_modified() or game.setup.team)
    if pays_as_usual and not in_force(game, turn.seat, PRICES):
        _plain_row(game, found)
    else:
        _special_row(game, found)
    if pays_as_usual:
        _plain_supply(game, found)
    else:
        _special_supply(game, found)
    found.append(END)
    return found


# The fast path, nearly always taken: no effect changes a cost or a way to pay, so printed costs are compared with the
# player's runes and power.


def _plain_row(game: GameState, found: list[Option]) -> None:
    turn = game.turn
    cards = game.cards
    runes, power = turn.runes, turn.power
    number: i64
    for slot, number in enumerate(game.row):
        if number == NOTHING:
            continue
        card = cards[number]
        if card.special_price:
            if not is_twin(game, slot):
                offers(game, card, ROW_ZONE, slot, found)
        elif card.runes <= runes and card.power <= power and not is_twin(game, slot):
            found.append(card.row_option(slot))


def _special_row(game: GameState, found: list[Option]) -> None:
    cards = game.cards
    most = highest_affordable(game)
    number: i64
    for slot, number in enumerate(game.row):
        if number == NOTHING:
            continue
        card = cards[number]
        if (card.special_price or card.runes + card.power <= most) and not is_twin(game, slot):
            offers(game, card, ROW_ZONE, slot, found)


def _plain_supply(game: GameState, found: list[Option]) -> None:
    turn = game.turn
    cards = game.cards
    setup = game.setup
    if turn.runes >= setup.least_runes:
        for index, number in enumerate(setup.supply):
            card = cards[number]
            if card.runes <= turn.runes and game.supply[index]:
                found.append(card.supply_option)
    if turn.power >= setup.least_power:
        for number in setup.standing_monsters:
            if cards[number].power <= turn.power:
                found.append(cards[number].supply_option)


def _special_supply(game: GameState, found: list[Option]) -> None:
    """The always-available cards, and the void where it is open."""
    cards = game.cards
    for index, number in enumerate(game.setup.supply):
        if game.supply[index]:
            offers(game, cards[number], SUPPLY_ZONE, NOTHING, found)
    for number in game.setup.standing_monsters:
        offers(game, cards[number], SUPPLY_ZONE, NOTHING, found)
    if game.turn.modifier(VOID_DEFEATS):
        for number in sorted(set(game.void)):
            card = cards[number]
            if card.is_monster and not card.is_trophy:
                offers(game, card, VOID_ZONE, NOTHING, found)


# --- the end of a turn


def end_turn(game: GameState) -> None:
    """Discards the hand and the played cards, clears the resources, draws a new hand and schedules the next turn."""
    seat = game.turn.seat
    player = game.players[seat]
    player.discard = player.discard + player.hand + player.played
    player.hand = ()
    player.shown = ()
    player.played = ()
    if player.uses:
        player.uses = (0,) * len(player.uses)
    game.idle_turns = 0 if game.turn.cards_taken else game.idle_turns + 1
    game.turn = TurnState(seat)
    draw(game, seat, HAND_SIZE)
    game.stack = _ONLY_NEXT_TURN
    if game.setup.solitaire:
        CULT_TURN.do(game, NO_CONTEXT)


def is_standstill(game: GameState) -> bool:
    """Whether nobody has taken a card for `IDLE_ROUNDS` rounds: the players have banished what they need to do so."""
    return game.idle_turns >= IDLE_ROUNDS * len(game.players)


class BeginNextTurn(Effect):
    """Begins an extra turn, or the turn of the next player clockwise, or ends the game after the last round."""

    def do(self, game: GameState, context: Context) -> None:
        count = len(game.players)
        seat = game.turn.seat
        if is_standstill(game):
            finish(game)
            return
        if game.extra_turns:
            game.extra_turns -= 1
        elif game.ending and (seat + 1) % count == game.first:
            finish(game)
            return
        else:
            seat = (seat + 1) % count
        begin_turn(game, seat)

    def phrase(self) -> str:
        return "begin the next turn"


BEGIN_NEXT_TURN: Final = procedure("begin next turn", BeginNextTurn())
_ONLY_NEXT_TURN: Final[tuple[Frame, ...]] = (Frame(BEGIN_NEXT_TURN, NO_CONTEXT),)


def begin_turn(game: GameState, seat: int) -> None:
    game.turn = TurnState(seat)
    game.turn_number += 1
    game.add_happening(happenings.TURN_BEGINS, seat, NOTHING, game.turn_number)
    game.stack = _ONLY_TURN


class BeginGame(Effect):
    """Begins the first turn, after the row is dealt and its fates are resolved."""

    def do(self, game: GameState, context: Context) -> None:
        begin_turn(game, game.first)

    def phrase(self) -> str:
        return "begin the game"


BEGIN_GAME: Final = procedure("begin game", BeginGame())
