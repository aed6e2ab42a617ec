"""Effects that one or two cards need. When a third card needs one, it becomes a verb of the engine."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vigil.engine import arguments, happenings, terms
from vigil.engine.effect import phrases
from vigil.engine.frames import Frame
from vigil.engine.modifiers import CONSTRUCT_DISCOUNT, EXTRA_MECHANA, MIXED_PAYMENT, TREASURE_DISCOUNT, VOID_DEFEATS
from vigil.engine.options import NO, YES, Option
from vigil.engine.procedures.banish import after_banishing
from vigil.engine.procedures.moves import leave, put_away, to_hand
from vigil.engine.procedures.row import clear_slot, flip, refill
from vigil.engine.terms import NOTHING
from vigil.engine.vocabulary import CENTER_ROW, CONSTRUCT, MECHANA, MONSTER, THE_VOID, Banish, Discard, Effect, Named
from vigil.text import phrases as p
from vigil.text.phrases import Words

if TYPE_CHECKING:
    from vigil.engine.frames import Context
    from vigil.engine.state import GameState

MYSTIC = Named("Mystic")
HEAVY_INFANTRY = Named("Heavy Infantry")
MYSTIC_OR_INFANTRY = MYSTIC | HEAVY_INFANTRY


# --- prices


class NextConstructCostsLess(Effect):
    """Several add up, and the next construct acquired in any way uses all of them up."""

    instant = True

    def __init__(self, runes: int) -> None:
        self.amount = arguments.amount("NextConstructCostsLess", "runes", runes)

    def do(self, game: GameState, context: Context) -> None:
        game.turn.modify(CONSTRUCT_DISCOUNT, self.amount)

    def phrase(self) -> Words:
        construct = p.words(p.Cards(CONSTRUCT.phrase(), how=p.NEXT), p.YOU, p.Verb("acquire"), "this turn")
        return p.Fact(construct, "cost", p.Less(p.Amount(self.amount, "rune")))


class NextTreasureMonsterCostsLess(Effect):
    """Several add up, and the next monster with treasure that is defeated in any way uses all of them up."""

    instant = True

    def __init__(self, power: int) -> None:
        self.amount = arguments.amount("NextTreasureMonsterCostsLess", "power", power)

    def do(self, game: GameState, context: Context) -> None:
        game.turn.modify(TREASURE_DISCOUNT, self.amount)

    def phrase(self) -> Words:
        monster = p.words(
            p.Cards(MONSTER.phrase(), how=p.NEXT), "with Treasure under it that", p.YOU, p.Verb("defeat"), "this turn"
        )
        return p.Fact(monster, "cost", p.Less(p.Amount(self.amount, "power")))


class MixPayments(Effect):
    """Runes and power stand for one another until the end of the turn."""

    instant = True

    def do(self, game: GameState, context: Context) -> None:
        game.turn.modify(MIXED_PAYMENT, 1)

    def phrase(self) -> Words:
        return p.May(p.Do("spend", "runes as power and power as runes this turn"))


class CountMoreMechana(Effect):
    """Constructs that exist only for counting."""

    instant = True

    def __init__(self, count: int) -> None:
        self.count = arguments.amount("CountMoreMechana", "count", count)

    def do(self, game: GameState, context: Context) -> None:
        game.turn.modify(EXTRA_MECHANA, self.count)

    def phrase(self) -> Words:
        constructs = p.Cards((MECHANA & CONSTRUCT).phrase(), self.count, p.ADDITIONAL)
        return p.Fact(p.YOU, "count", "as controlling", constructs, "this turn")


class HuntInTheVoid(Effect):
    """One monster in the void may be fought for its cost, as if it were in the row."""

    instant = True

    def do(self, game: GameState, context: Context) -> None:
        game.turn.modify(VOID_DEFEATS, 1)

    def phrase(self) -> Words:
        monster = p.words("one Monster without a Trophy", THE_VOID.phrase(), "this turn as if it were", p.IN_ROW)
        return p.Follow(p.May(p.Do("defeat", monster)), p.Do("put", "it on the bottom of the center deck"))


# --- moving cards


class TakeRevealedTreasure(Banish):
    """Banish a card of the row; a treasure that turns up first in its place is taken before anything lands on it."""

    def __init__(self) -> None:
        super().__init__(CENTER_ROW)

    def act(self, game: GameState, context: Context, picks: tuple[Option, ...]) -> None:
        number = clear_slot(game, picks[0].slot)
        game.add_happening(happenings.BANISHES, context.seat, number, 1, terms.ROW, put_away(game, number))
        first = flip(game)
        if first != NOTHING and game.cards[first].is_treasure:
            game.players[context.seat].discard += (first,)
            game.add_happening(happenings.ACQUIRES, context.seat, first, 1, terms.CENTER_DECK)
        elif first != NOTHING:
            game.deck.put_on_top([first])
        refill(game)
        after_banishing(game, context.seat, [number])

    def phrase(self) -> Words:
        treasure = p.Fact("the first card revealed to replace it", "be", "a Treasure")
        return p.Follow(super().phrase(), p.Do("acquire", "that Treasure"), treasure)


class BanishThis(Effect):
    """The card that was just played leaves; what follows happens only if it did."""

    def __init__(self, *effects: Effect) -> None:
        self.effects = effects

    def do(self, game: GameState, context: Context) -> None:
        if context.card not in game.players[context.seat].played:
            return
        leave(game, context.seat, context.card, terms.PLAYED)
        target = put_away(game, context.card)
        game.add_happening(happenings.BANISHES, context.seat, context.card, 1, terms.PLAYED, target)
        for effect in reversed(self.effects):
            game.push(effect, context)
        after_banishing(game, context.seat, [context.card])

    def phrase(self) -> Words:
        return p.Follow(p.Do("banish", p.THIS), phrases(self.effects))

    def parts(self) -> tuple[Effect, ...]:
        return self.effects


class DiscardTwoKeepThePair(Discard):
    """Two cards are discarded; one Mystic together with one Heavy Infantry may come back."""

    def __init__(self) -> None:
        super().__init__(2)
        self.take_back = TakeBack()

    def act(self, game: GameState, context: Context, picks: tuple[Option, ...]) -> None:
        super().act(game, context, picks)
        names = {pick.card.name for pick in picks if pick.card is not None}
        if names == {MYSTIC.name, HEAVY_INFANTRY.name}:
            frame = Frame(self.take_back, context, picks)
            game.ask(context.seat, self.take_back.options(game, frame), frame)

    def phrase(self) -> Words:
        pair = p.Listed((p.Cards(MYSTIC.phrase()), p.Cards(HEAVY_INFANTRY.phrase())))
        discarded = p.Fact(p.YOU, "discard", pair, "this way")
        return p.Follow(super().phrase(), p.May(p.Do("return", "both to", p.YOUR, "hand")), discarded)

    def parts(self) -> tuple[Effect, ...]:
        return (self.take_back,)


class TakeBack(Effect):
    def options(self, game: GameState, frame: Frame) -> list[Option]:
        return [YES, NO]

    def answer(self, game: GameState, frame: Frame, choice: Option) -> None:
        if choice is YES:
            seat = frame.context.seat
            for pick in frame.picks:
                assert pick.card is not None
                leave(game, seat, pick.card.number, terms.DISCARD)
                to_hand(game, seat, pick.card.number)
                game.add_happening(happenings.MOVES, seat, pick.card.number, 1, terms.DISCARD, terms.HAND)

    def phrase(self) -> Words:
        return "return both cards to your hand"
