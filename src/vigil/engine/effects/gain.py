"""Effects that gain something, draw cards, or end the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...text import phrases as p
from ...text.phrases import Words
from .. import arguments, happenings
from ..effect import Effect
from ..errors import BadCard
from ..procedures.moves import draw, gain_honor
from ..procedures.row import add_slot
from ..terms import NOTHING

if TYPE_CHECKING:
    from ..frames import Context
    from ..state import GameState


class Gain(Effect):
    instant = True

    def __init__(self, runes: int = 0, power: int = 0, honor: int = 0, energy: int = 0, mechana_runes: int = 0) -> None:
        self.runes = arguments.amount("Gain", "runes", runes, 0)
        self.power = arguments.amount("Gain", "power", power, 0)
        self.honor = arguments.amount("Gain", "honor", honor, 0)
        self.energy = arguments.amount("Gain", "energy", energy, 0)
        self.mechana_runes = arguments.amount("Gain", "mechana_runes", mechana_runes, 0)
        if not (runes or power or honor or energy or mechana_runes):
            raise BadCard("Gain does not say what: write Gain(runes=1), or power, honor, energy or mechana_runes.")
        self.personal = not (runes or power or energy or mechana_runes)

    def do(self, game: GameState, context: Context) -> None:
        turn = game.turn
        if self.runes:
            turn.runes += self.runes
        if self.power:
            turn.power += self.power
        if self.honor:
            gain_honor(game, context.seat, self.honor)
        if self.energy:
            turn.energy += self.energy
        if self.mechana_runes:
            turn.mechana_runes += self.mechana_runes

    def phrase(self) -> Words:
        gained = [(self.runes, "rune"), (self.power, "power"), (self.honor, "honor"), (self.energy, "energy")]
        amounts: list[Words] = [p.Amount(number, resource) for number, resource in gained if number]
        if self.mechana_runes:
            only = p.Short("that can be spent only on Mechana Constructs", "for Mechana Constructs")
            amounts.append(p.words(p.Amount(self.mechana_runes, "rune"), only))
        return p.Gain(tuple(amounts))


class Draw(Effect):
    instant = True
    personal = True

    def __init__(self, count: int = 1) -> None:
        self.count = arguments.amount("Draw", "count", count)

    def do(self, game: GameState, context: Context) -> None:
        draw(game, context.seat, self.count)

    def phrase(self) -> Words:
        return p.Draw(self.count)


class GrowPool(Effect):
    """Honor is added to the pool. Nobody gains it, and an end that is settled stays settled."""

    instant = True

    def __init__(self, honor: int) -> None:
        self.amount = arguments.amount("GrowPool", "honor", honor)

    def do(self, game: GameState, context: Context) -> None:
        game.pool += self.amount
        game.add_happening(happenings.POOL_GROWS, NOTHING, amount=self.amount)

    def phrase(self) -> Words:
        return p.Do("add", p.Short(p.Amount(self.amount, "honor"), f"{self.amount} honor"), "to the honor pool")


class GrowRow(Effect):
    instant = True

    def do(self, game: GameState, context: Context) -> None:
        add_slot(game)

    def phrase(self) -> Words:
        return p.Do("add", p.Short("a slot to the center row", "a slot to the row"))


class ExtraTurn(Effect):
    instant = True

    def do(self, game: GameState, context: Context) -> None:
        game.extra_turns += 1
        game.add_happening(happenings.EXTRA_TURN, context.seat)

    def phrase(self) -> Words:
        return p.Do("take", p.Short("an additional turn after this one", "an extra turn"))


class WinTheGame(Effect):
    """On the spot: no last round, no counting."""

    instant = True

    def do(self, game: GameState, context: Context) -> None:
        game.over = True
        game.winners = (context.seat, game.teammate(context.seat)) if game.setup.team else (context.seat,)
        game.add_happening(happenings.GAME_OVER, context.seat)

    def phrase(self) -> Words:
        return p.Do("win", "the game")
