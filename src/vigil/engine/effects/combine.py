"""Effects that contain other effects: conditional, repeated, chosen, paid for, or delayed until later this turn."""

from __future__ import annotations

from typing import Any

from ...text import phrases as p
from ...text.english import ENGLISH
from ...text.phrases import Words
from .. import arguments
from ..abilities import ON_PLAY, Ability, Redirect, When
from ..amounts import Amount
from ..conditions import Condition, Energized, IsDay, IsNight, checked, played_count
from ..costs import can_pay, pay
from ..effect import Effect, phrases
from ..errors import BadCard
from ..filters import HERO, Filter, OfFaction
from ..frames import Context, Frame, Pending
from ..options import NO, YES, Option, label_option
from ..state import GameState


class If(Effect):
    """Effects under a condition. The text begins with the keyword of the condition, or with `if`."""

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


def Energize(amount: int, *effects: Effect) -> If:
    """The effects happen if the player has gained so much energy this turn."""
    return If(Energized(amount), *effects)


def ByDay(*effects: Effect) -> If:
    """The effects happen if it is day."""
    return If(IsDay(), *effects)


def ByNight(*effects: Effect) -> If:
    """The effects happen if it is night."""
    return If(IsNight(), *effects)


class Instead(Effect):
    """An effect that a better one replaces under a condition."""

    def __init__(self, normal: Effect, condition: Any, better: Effect) -> None:
        self.normal, self.better = self.effects = arguments.effects("Instead", (normal, better))
        self.condition: Condition = checked("Instead", condition)
        if isinstance(better.phrase(), p.If | p.Instead):
            raise BadCard("The third argument of Instead cannot have a condition of its own.")

    def do(self, game: GameState, context: Context) -> None:
        (self.better if self.condition.holds(game, context) else self.normal).do(game, context)

    def phrase(self) -> Words:
        condition = self.condition
        return p.Instead(self.normal.phrase(), condition.phrase(), self.better.phrase(), condition.label())


class ForEach(Effect):
    """An effect that happens as often as something is counted: `ForEach(InPlay(CONSTRUCT), Gain(power=1))`."""

    def __init__(self, amount: Amount, effect: Effect) -> None:
        self.amount = amount
        (self.effect,) = self.effects = arguments.effects("ForEach", (effect,))
        self.instant = effect.instant
        self.personal = amount.personal and effect.personal

    def do(self, game: GameState, context: Context) -> None:
        for _ in range(self.amount.of(game, context)):
            if self.effect.instant:
                self.effect.do(game, context)
            else:
                game.push(self.effect, context)

    def phrase(self) -> Words:
        keyword = p.Keyword(self.amount.keyword) if self.amount.keyword else ""
        return p.ForEach(self.amount.phrase(), self.effect.phrase(), keyword)


class Choose(Effect):
    """One of several effects, chosen by the player."""

    def __init__(self, *effects: Effect) -> None:
        self.effects = arguments.some("Choose", effects)
        if any(isinstance(effect, Choose) for effect in effects):
            raise BadCard("Choose cannot contain another Choose. List all effects in one: Choose(a, b, c).")
        self.labels = [label_option(ENGLISH.clause(effect.phrase())) for effect in effects]
        if len(set(self.labels)) < len(effects):
            raise BadCard("Choose offers the same effect twice. List different effects.")
        self.personal = all(effect.personal for effect in effects)

    def do(self, game: GameState, context: Context) -> None:
        game.ask(Frame(self, context))

    def options(self, game: GameState, frame: Frame) -> list[Option]:
        return self.labels[:]

    def answer(self, game: GameState, frame: Frame, choice: Option) -> None:
        self.effects[self.labels.index(choice)].do(game, frame.context)

    def phrase(self) -> Words:
        return p.OneOf(tuple(effect.phrase() for effect in self.effects))

    def question(self, frame: Frame) -> Words:
        return "choose one"


class MayPay(Effect):
    """Effects that the player may pay for. The offer is made once, when this effect resolves."""

    def __init__(self, runes: int, *effects: Effect) -> None:
        self.runes = arguments.amount("MayPay", "runes", runes)
        self.effects = arguments.some("MayPay", effects)

    def do(self, game: GameState, context: Context) -> None:
        if can_pay(game, self.runes, 0, False):
            game.ask(Frame(self, context))

    def options(self, game: GameState, frame: Frame) -> list[Option]:
        return [YES, NO]

    def answer(self, game: GameState, frame: Frame, choice: Option) -> None:
        if choice is YES:
            pay(game, self.runes, 0, False)
            game.perform(frame.context, self.effects)

    def refusal(self, frame: Frame) -> str:
        return "pay nothing"

    def phrase(self) -> Words:
        return p.Pay(p.Do("pay", p.Amount(self.runes, "rune")), phrases(self.effects))


class ThisTurn(Effect):
    """An ability that lasts until the end of the turn or, with `once`, until it has happened."""

    instant = True

    def __init__(self, ability: Ability, once: bool = False) -> None:
        if not isinstance(ability, When | Redirect):
            raise BadCard("ThisTurn takes When(...) or Redirect(...). Other abilities cannot last for a turn.")
        if ability.once or (isinstance(ability, When) and ability.first):
            raise BadCard("The ability in ThisTurn takes no `once` or `first`. Write ThisTurn(..., once=True).")
        if isinstance(ability, Redirect) and ability.only_if is not None:
            raise BadCard("The Redirect in ThisTurn takes no `only_if`. Write If(..., ThisTurn(Redirect(...))).")
        self.ability: Ability = ability
        self.once = once

    def do(self, game: GameState, context: Context) -> None:
        game.turn.pending += (Pending(self.ability, context, self.once),)

    def phrase(self) -> Words:
        return self.ability.phrase_this_turn(self.once)

    def pending_abilities(self) -> tuple[Ability, ...]:
        return (self.ability,)


class PlayOrHavePlayed(Effect):
    """A bonus in either order: at once if a matching card was already played, otherwise when the next one is played."""

    def __init__(self, kind: Filter, *effects: Effect, another: bool = False, keyword: str = "") -> None:
        self.kind = kind
        self.effects = arguments.some("PlayOrHavePlayed", effects)
        self.another = another
        self.keyword = keyword
        self.pending = When(ON_PLAY, kind, *effects)

    def do(self, game: GameState, context: Context) -> None:
        if played_count(game, context, self.kind, self.another) > 0:
            game.perform(context, self.effects)
        else:
            game.turn.pending += (Pending(self.pending, context, True),)

    def phrase(self) -> Words:
        cards = p.Cards(self.kind.phrase(), how=p.ANOTHER if self.another else p.EXACTLY)
        played = p.Fact(p.YOU, p.Short("play or have played", "play/played"), cards, "this turn")
        return p.If(played, phrases(self.effects), p.Keyword(self.keyword) if self.keyword else "")

    def pending_abilities(self) -> tuple[Ability, ...]:
        return (self.pending,)


def Unite(faction: OfFaction, *effects: Effect) -> PlayOrHavePlayed:
    """A bonus for another hero of the same faction, played before or after in the same turn."""
    return PlayOrHavePlayed(faction & HERO, *effects, another=True, keyword="Unite")
