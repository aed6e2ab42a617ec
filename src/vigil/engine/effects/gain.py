"""Effects that gain something, draw cards, or end the game."""

from __future__ import annotations

from ...text import phrases as p
from ...text.phrases import Words
from .. import arguments, happenings
from ..amounts import Amount, ValueOf
from ..effect import Effect
from ..errors import BadCard
from ..frames import Context
from ..procedures.moves import draw, gain_honor
from ..procedures.row import add_slot
from ..state import GameState
from ..terms import NOTHING


class Gain(Effect):
    """Gains a number of each resource, or the printed value of cards: `Gain(honor=HonorOf(THAT_CARD))`."""

    instant = True

    def __init__(
        self,
        runes: int | Amount = 0,
        power: int | Amount = 0,
        honor: int | Amount = 0,
        energy: int | Amount = 0,
        mechana_runes: int = 0,
    ) -> None:
        self.amounts: tuple[tuple[str, ValueOf], ...] = ()
        self.runes = self._number("runes", runes)
        self.power = self._number("power", power)
        self.honor = self._number("honor", honor)
        self.energy = self._number("energy", energy)
        self.mechana_runes = arguments.amount("Gain", "mechana_runes", mechana_runes, 0)
        if not (runes or power or honor or energy or mechana_runes):
            raise BadCard("Gain has no resource. Write Gain(runes=1), or power, honor, energy or mechana_runes.")
        self.personal = not (runes or power or energy or mechana_runes)

    def _number(self, name: str, value: int | Amount) -> int:
        """Returns the number; an amount is added to `amounts` instead."""
        if not isinstance(value, Amount):
            return arguments.amount("Gain", name, value, 0)
        if not isinstance(value, ValueOf):
            counted = type(value).__name__
            raise BadCard(f"Gain cannot count {counted}. Write ForEach({counted}(...), Gain({name}=1)).")
        self.amounts += ((name, value),)
        return 0

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
        for name, amount in self.amounts:
            if number := amount.of(game, context):
                Gain(**{name: number}).do(game, context)

    def phrase(self) -> Words:
        gained = [(self.runes, "rune"), (self.power, "power"), (self.honor, "honor"), (self.energy, "energy")]
        amounts: list[Words] = [p.Amount(number, resource) for number, resource in gained if number]
        if self.mechana_runes:
            only = p.Short("that can be spent only on Mechana Constructs", "for Mechana Constructs")
            amounts.append(p.words(p.Amount(self.mechana_runes, "rune"), only))
        for name, value in self.amounts:
            amounts.append(p.words(p.Amount(None, name.removesuffix("s")), "equal to", value.whole()))
        return p.Gain(tuple(amounts))


class Draw(Effect):
    """The player draws cards."""

    instant = True
    personal = True

    def __init__(self, count: int = 1) -> None:
        self.count = arguments.amount("Draw", "count", count)

    def do(self, game: GameState, context: Context) -> None:
        draw(game, context.seat, self.count)

    def phrase(self) -> Words:
        return p.Draw(self.count)


class GrowPool(Effect):
    """Adds honor to the pool. Nobody gains it, and it does not undo the end of the game once the pool was empty."""

    instant = True

    def __init__(self, honor: int) -> None:
        self.amount = arguments.amount("GrowPool", "honor", honor)

    def do(self, game: GameState, context: Context) -> None:
        game.pool += self.amount
        game.add_happening(happenings.POOL_GROWS, NOTHING, amount=self.amount)

    def phrase(self) -> Words:
        return p.Do("add", p.Short(p.Amount(self.amount, "honor"), f"{self.amount} honor"), "to the honor pool")


class GrowRow(Effect):
    """The center row gets one more card for the rest of the game."""

    instant = True

    def do(self, game: GameState, context: Context) -> None:
        add_slot(game)

    def phrase(self) -> Words:
        return p.Do("add", p.Short("a slot to the center row", "a slot to the row"))


class ExtraTurn(Effect):
    """The player takes another turn after this one."""

    instant = True

    def do(self, game: GameState, context: Context) -> None:
        game.extra_turns += 1
        game.add_happening(happenings.EXTRA_TURN, context.seat)

    def phrase(self) -> Words:
        return p.Do("take", p.Short("an additional turn after this one", "an extra turn"))


class WinTheGame(Effect):
    """Ends the game at once: there is no last round, and scores do not matter."""

    instant = True

    def do(self, game: GameState, context: Context) -> None:
        game.over = True
        game.winners = (context.seat, game.teammate(context.seat)) if game.setup.team else (context.seat,)
        game.add_happening(happenings.GAME_OVER, context.seat)

    def phrase(self) -> Words:
        return p.Fact(p.YOU, "win", "the game")
