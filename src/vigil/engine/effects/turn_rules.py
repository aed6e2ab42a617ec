"""Effects that change a rule for the rest of the turn."""

from __future__ import annotations

from ...text import phrases as p
from ...text.phrases import Words
from .. import arguments
from ..effect import Effect
from ..filters import CONSTRUCT, MECHANA, MONSTER
from ..frames import Context
from ..modifiers import CONSTRUCT_DISCOUNT, EXTRA_MECHANA, MIXED_PAYMENT, TREASURE_DISCOUNT, VOID_DEFEATS
from ..places import THE_VOID
from ..state import GameState


class ChangeRule(Effect):
    """Changes one of the rules in modifiers.py by an amount. The functions below create all of them."""

    instant = True

    def __init__(self, rule: int, amount: int, phrase: Words) -> None:
        self.rule = rule
        self.amount = amount
        self._phrase = phrase

    def do(self, game: GameState, context: Context) -> None:
        game.turn.modify(self.rule, self.amount)

    def phrase(self) -> Words:
        return self._phrase


def NextConstructCostsLess(runes: int) -> ChangeRule:
    """Discounts add up. The next construct uses all of them, however it is acquired."""
    arguments.amount("NextConstructCostsLess", "runes", runes)
    construct = p.words(p.Cards(CONSTRUCT.phrase(), how=p.NEXT), p.YOU, p.Verb("acquire"), "this turn")
    return ChangeRule(CONSTRUCT_DISCOUNT, runes, p.Fact(construct, "cost", p.Less(p.Amount(runes, "rune"))))


def NextTreasureMonsterCostsLess(power: int) -> ChangeRule:
    """Discounts add up. The next monster with treasure under it uses all of them, however it is defeated."""
    arguments.amount("NextTreasureMonsterCostsLess", "power", power)
    next_one = p.Cards(MONSTER.phrase(), how=p.NEXT)
    monster = p.words(next_one, "with Treasure under it that", p.YOU, p.Verb("defeat"), "this turn")
    return ChangeRule(TREASURE_DISCOUNT, power, p.Fact(monster, "cost", p.Less(p.Amount(power, "power"))))


def MixPayments() -> ChangeRule:
    """Runes can be spent as power, and power as runes."""
    return ChangeRule(MIXED_PAYMENT, 1, p.May(p.Do("spend", "runes as power and power as runes this turn")))


def CountMoreMechana(count: int) -> ChangeRule:
    """The player counts as controlling this many more Mechana constructs."""
    arguments.amount("CountMoreMechana", "count", count)
    constructs = p.Cards((MECHANA & CONSTRUCT).phrase(), count, p.ADDITIONAL)
    return ChangeRule(EXTRA_MECHANA, count, p.Fact(p.YOU, "count", "as controlling", constructs, "this turn"))


def HuntInTheVoid() -> ChangeRule:
    """One monster in the void may be defeated for its cost, as if it were in the row."""
    defeat = p.Do("defeat", "a Monster", THE_VOID.phrase(), "that has no Trophy as if it were", p.IN_ROW)
    put = p.Do("put", "it on the bottom of the center deck")
    return ChangeRule(VOID_DEFEATS, 1, p.Follow(p.OnceThisTurn(p.May(defeat)), put))
