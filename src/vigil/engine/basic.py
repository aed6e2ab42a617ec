"""The everyday effects: gain, draw, and the ways in which effects are put together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..text import phrases as p
from ..text.english import ENGLISH
from ..text.phrases import Words
from . import arguments, happenings
from .abilities import ON_PLAY, Ability, Redirect, When
from .amounts import Amount
from .conditions import Condition, Energized, IsDay, IsNight, checked, played_count
from .costs import can_pay, pay
from .effect import Effect, phrases
from .errors import BadCard
from .filters import HERO, Filter, OfFaction
from .moves import draw, gain_honor, take_honor
from .options import NO, YES, Option, label_option, seat_option
from .row import add_slot
from .select import Banish, Destroy, DestroyAllButOne, Discard
from .state import Frame, Pending
from .terms import NOTHING

if TYPE_CHECKING:
    from .state import Context, GameState


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


# --- putting effects together


class If(Effect):
    """Effects under a condition. A keyword stands in front; other conditions are an if."""

    def __init__(self, condition: Any, *effects: Effect) -> None:
        self.condition: Condition = checked("If", condition)
        self.effects = arguments.some("If", effects)
        self.instant = all(effect.instant for effect in effects)
        self.personal = self.condition.personal and all(effect.personal for effect in effects)

    def do(self, game: GameState, context: Context) -> None:
        if self.condition.holds(game, context):
            game.perform(context, self.effects)

    def phrase(self) -> Words:
        return self.condition.introduce(phrases(self.effects))

    def parts(self) -> tuple[Effect, ...]:
        return self.effects

    def reads_light(self) -> bool:
        return self.condition.light or super().reads_light()

    def marks(self) -> tuple[str, ...]:
        return self.condition.marks


def Energize(amount: int, *effects: Effect) -> If:
    return If(Energized(amount), *effects)


def ByDay(*effects: Effect) -> If:
    return If(IsDay(), *effects)


def ByNight(*effects: Effect) -> If:
    return If(IsNight(), *effects)


class Instead(Effect):
    """A weaker effect, and the one that replaces it under a condition."""

    def __init__(self, normal: Effect, condition: Any, better: Effect) -> None:
        self.normal, self.better = arguments.effects("Instead", (normal, better))
        self.condition: Condition = checked("Instead", condition)
        if isinstance(better.phrase(), p.If | p.Instead):
            raise BadCard("What Instead puts in the place of the other effect has no condition of its own.")

    def do(self, game: GameState, context: Context) -> None:
        (self.better if self.condition.holds(game, context) else self.normal).do(game, context)

    def phrase(self) -> Words:
        condition = self.condition
        return p.Instead(self.normal.phrase(), condition.phrase(), self.better.phrase(), condition.keyword)

    def parts(self) -> tuple[Effect, ...]:
        return (self.normal, self.better)

    def reads_light(self) -> bool:
        return self.condition.light or super().reads_light()

    def marks(self) -> tuple[str, ...]:
        return self.condition.marks


class ForEach(Effect):
    def __init__(self, amount: Amount, effect: Effect) -> None:
        self.amount = amount
        (self.effect,) = arguments.effects("ForEach", (effect,))
        self.instant = effect.instant
        self.personal = amount.personal and effect.personal

    def do(self, game: GameState, context: Context) -> None:
        for _ in range(self.amount.of(game, context)):
            if self.effect.instant:
                self.effect.do(game, context)
            else:
                game.push(self.effect, context)

    def phrase(self) -> Words:
        return p.ForEach(self.amount.phrase(), self.effect.phrase(), self.amount.keyword)

    def parts(self) -> tuple[Effect, ...]:
        return (self.effect,)

    def marks(self) -> tuple[str, ...]:
        return self.amount.marks


class Choose(Effect):
    """One of several effects, as the player likes."""

    def __init__(self, *effects: Effect) -> None:
        self.effects = arguments.some("Choose", effects)
        if any(isinstance(effect, Choose) for effect in effects):
            raise BadCard("Choose holds another Choose: name all the effects in one, as in Choose(a, b, c).")
        self.labels = [label_option(ENGLISH.clause(effect.phrase())) for effect in effects]
        if len(set(self.labels)) < len(effects):
            raise BadCard("Choose offers the same effect twice: the player could not tell them apart.")
        self.personal = all(effect.personal for effect in effects)

    def do(self, game: GameState, context: Context) -> None:
        frame = Frame(self, context)
        game.ask(context.seat, self.options(game, frame), frame)

    def options(self, game: GameState, frame: Frame) -> list[Option]:
        return self.labels[:]

    def answer(self, game: GameState, frame: Frame, choice: Option) -> None:
        self.effects[self.labels.index(choice)].do(game, frame.context)

    def phrase(self) -> Words:
        return p.OneOf(tuple(effect.phrase() for effect in self.effects))

    def question(self, frame: Frame) -> Words:
        return "choose one"

    def parts(self) -> tuple[Effect, ...]:
        return self.effects


class MayPay(Effect):
    """Offered once, in this moment."""

    def __init__(self, runes: int, *effects: Effect) -> None:
        self.runes = arguments.amount("MayPay", "runes", runes)
        self.effects = arguments.some("MayPay", effects)

    def do(self, game: GameState, context: Context) -> None:
        if can_pay(game, self.runes, 0, False):
            frame = Frame(self, context)
            game.ask(context.seat, self.options(game, frame), frame)

    def options(self, game: GameState, frame: Frame) -> list[Option]:
        return [YES, NO]

    def answer(self, game: GameState, frame: Frame, choice: Option) -> None:
        if choice is YES:
            pay(game, self.runes, 0, False)
            game.perform(frame.context, self.effects)

    def phrase(self) -> Words:
        return p.Pay(p.Do("pay", p.Amount(self.runes, "rune")), phrases(self.effects))

    def parts(self) -> tuple[Effect, ...]:
        return self.effects


# --- other players


class EachPlayer(Effect):
    """Every player in turn, the active player first, each with their own cards."""

    def __init__(self, effect: Effect) -> None:
        self.effect = _of_a_player("EachPlayer", effect)

    def do(self, game: GameState, context: Context) -> None:
        for seat in reversed(game.seats_from(context.seat)):
            game.push(self.effect, context.for_seat(seat))

    def phrase(self) -> Words:
        return p.Each("player", self.effect.phrase())

    def parts(self) -> tuple[Effect, ...]:
        return (self.effect,)


class EachOpponent(Effect):
    """Every opponent in turn, each with their own cards and their own choice."""

    def __init__(self, effect: Effect) -> None:
        self.effect = _of_a_player("EachOpponent", effect)

    def do(self, game: GameState, context: Context) -> None:
        for seat in reversed(game.opponents(context.seat)):
            game.push(self.effect, context.for_seat(seat))

    def phrase(self) -> Words:
        return p.Each("opponent", self.effect.phrase())

    def parts(self) -> tuple[Effect, ...]:
        return (self.effect,)


class ToEachOpponent(Effect):
    """You choose among the cards of each opponent in turn."""

    def __init__(self, effect: Effect) -> None:
        if not isinstance(effect, Banish | Discard | Destroy | DestroyAllButOne) or effect.then:
            raise BadCard(
                "ToEachOpponent chooses cards of every opponent: write ToEachOpponent(Destroy(1)), or Banish(...) or "
                "Discard(...) without `then`."
            )
        self.effect: Effect = effect

    def do(self, game: GameState, context: Context) -> None:
        for seat in reversed(game.opponents(context.seat)):
            game.push(self.effect, context.at(seat))

    def phrase(self) -> Words:
        return p.OfEachOpponent(self.effect.phrase())

    def parts(self) -> tuple[Effect, ...]:
        return (self.effect,)


def _of_a_player(word: str, effect: Effect) -> Effect:
    """The effect, unless it is one of the turn: runes, power and the like belong to whoever's turn it is."""
    if effect.personal:
        return effect
    raise BadCard(
        f"{word} cannot hold {type(effect).__name__}, which concerns the turn, not one player: it holds what a player "
        "does with their own cards and honor, such as Draw(1) or Discard(1). A condition of the turn stands outside: "
        f"If(..., {word}(...))."
    )


class TakeHonor(Effect):
    """Tokens from one opponent of the player's choice."""

    personal = True

    def __init__(self, amount: int) -> None:
        self.amount = arguments.amount("TakeHonor", "amount", amount)

    def do(self, game: GameState, context: Context) -> None:
        frame = Frame(self, context)
        options = self.options(game, frame)
        if options:
            game.ask(context.seat, options, frame)

    def options(self, game: GameState, frame: Frame) -> list[Option]:
        return [seat_option(seat) for seat in game.opponents(frame.context.seat)]

    def answer(self, game: GameState, frame: Frame, choice: Option) -> None:
        take_honor(game, choice.seat, frame.context.seat, self.amount)

    def phrase(self) -> Words:
        whom = p.Short(p.words("an opponent of", p.YOUR, "choice"), "a foe")
        return p.Do("take", p.Amount(self.amount, "honor"), "from", whom)


class TakeHonorFromAll(Effect):
    """From every other player."""

    instant = True

    def __init__(self, amount: int) -> None:
        self.amount = arguments.amount("TakeHonorFromAll", "amount", amount)

    def do(self, game: GameState, context: Context) -> None:
        for seat in game.seats_from(context.seat)[1:]:
            take_honor(game, seat, context.seat, self.amount)

    def phrase(self) -> Words:
        return p.Do("take", p.Amount(self.amount, "honor"), "from each other player")


# --- the rest of the turn


class ThisTurn(Effect):
    """An ability that lasts until the end of the turn; with `once`, until it has happened."""

    instant = True

    def __init__(self, ability: Ability, once: bool = False) -> None:
        if not isinstance(ability, When | Redirect):
            raise BadCard("ThisTurn holds When(...) or Redirect(...): nothing else lasts for a turn.")
        if ability.once or (isinstance(ability, When) and ability.first):
            raise BadCard("An ability that lasts for the turn is not counted: write ThisTurn(..., once=True).")
        self.ability: Ability = ability
        self.once = once

    def do(self, game: GameState, context: Context) -> None:
        game.turn.pending += (Pending(self.ability, context, self.once),)

    def phrase(self) -> Words:
        return self.ability.phrase_this_turn(self.once)

    def waiting_abilities(self) -> tuple[Ability, ...]:
        return (self.ability,)


class PlayOrHavePlayed(Effect):
    """A bonus in either order: at once if such a card was played already, otherwise when the next one is played."""

    def __init__(self, kind: Filter, *effects: Effect, another: bool = False, keyword: str = "") -> None:
        self.kind = kind
        self.effects = arguments.some("PlayOrHavePlayed", effects)
        self.another = another
        self.keyword = keyword
        self.waiting = When(ON_PLAY, kind, *effects)

    def do(self, game: GameState, context: Context) -> None:
        if played_count(game, context, self.kind, self.another) > 0:
            game.perform(context, self.effects)
        else:
            game.turn.pending += (Pending(self.waiting, context, True),)

    def phrase(self) -> Words:
        cards = p.Cards(self.kind.phrase(), how=p.ANOTHER if self.another else p.EXACTLY)
        played = p.Fact(p.YOU, p.Short("play or have played", "play/played"), cards, "this turn")
        return p.If(played, phrases(self.effects), self.keyword)

    def parts(self) -> tuple[Effect, ...]:
        return self.effects

    def waiting_abilities(self) -> tuple[Ability, ...]:
        return (self.waiting,)

    def marks(self) -> tuple[str, ...]:
        return (self.keyword.lower(),) if self.keyword else ()


def Unite(faction: OfFaction, *effects: Effect) -> PlayOrHavePlayed:
    """The bonus for another hero of the same faction in the same turn, before or after."""
    return PlayOrHavePlayed(faction & HERO, *effects, another=True, keyword="Unite")
