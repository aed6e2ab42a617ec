"""Effects on other players: their cards, their choices and their honor."""

from __future__ import annotations

from ...text import phrases as p
from ...text.phrases import Words
from .. import arguments
from ..effect import Effect
from ..errors import BadCard
from ..frames import Context, Frame
from ..options import Option, seat_option
from ..procedures.moves import take_honor
from ..state import GameState
from .select import Banish, Destroy, DestroyAllButOne, Discard


class EachPlayer(Effect):
    """Every player in turn order, the active player first, each with their own cards and choices."""

    who: str = "player"

    def __init__(self, effect: Effect) -> None:
        word = type(self).__name__
        (self.effect,) = self.effects = arguments.effects(word, (effect,))
        if not effect.personal:
            raise BadCard(
                f"{word} cannot contain {type(effect).__name__}, which affects the turn rather than one player. It "
                "takes effects on a player's own cards and honor, such as Draw(1) or Discard(1). Put a condition about "
                f"the turn outside: If(..., {word}(...))."
            )

    def seats(self, game: GameState, seat: int) -> list[int]:
        return game.seats_from(seat)

    def do(self, game: GameState, context: Context) -> None:
        for seat in reversed(self.seats(game, context.seat)):
            game.push(self.effect, context.of(seat, seat))

    def phrase(self) -> Words:
        return p.Each(self.who, self.effect.phrase())


class EachOpponent(EachPlayer):
    """Every opponent in turn order, each with their own cards and choices."""

    who = "opponent"

    def seats(self, game: GameState, seat: int) -> list[int]:
        return game.opponents(seat)


class ToEachOpponent(Effect):
    """The player chooses among the cards of each opponent in turn order."""

    def __init__(self, effect: Effect) -> None:
        if not isinstance(effect, Banish | Discard | Destroy | DestroyAllButOne) or effect.then or effect.takes_all():
            raise BadCard(
                "ToEachOpponent takes an effect that chooses cards and has no `then`: Destroy(1), Banish(...) or "
                "Discard(1)."
            )
        self.effect: Effect = effect
        self.effects = (self.effect,)

    def do(self, game: GameState, context: Context) -> None:
        for seat in reversed(game.opponents(context.seat)):
            game.push(self.effect, context.of(context.seat, seat))

    def phrase(self) -> Words:
        return p.OfEachOpponent(self.effect.phrase())


class TakeHonor(Effect):
    """Takes honor tokens from one opponent of the player's choice, or from every other player."""

    def __init__(self, amount: int, from_everyone: bool = False) -> None:
        self.amount = arguments.amount("TakeHonor", "amount", amount)
        self.from_everyone = from_everyone
        self.instant = from_everyone
        self.personal = not from_everyone

    def do(self, game: GameState, context: Context) -> None:
        if self.from_everyone:
            for seat in game.seats_from(context.seat)[1:]:
                take_honor(game, seat, context.seat, self.amount)
        else:
            game.ask(Frame(self, context))

    def options(self, game: GameState, frame: Frame) -> list[Option]:
        return [seat_option(seat) for seat in game.opponents(frame.context.seat)]

    def answer(self, game: GameState, frame: Frame, choice: Option) -> None:
        take_honor(game, choice.seat, frame.context.seat, self.amount)

    def phrase(self) -> Words:
        whom: Words = p.Short(p.words("an opponent of", p.YOUR, "choice"), "a foe")
        if self.from_everyone:
            whom = "each other player"
        return p.Do("take", p.Amount(self.amount, "honor"), "from", whom)
