"""Effects that one or two cards need. When a third card needs one, it moves to the vocabulary of the engine."""

from __future__ import annotations

from vigil.engine import happenings, terms
from vigil.engine.effect import phrases
from vigil.engine.frames import Context, Frame
from vigil.engine.options import NO, YES, Option
from vigil.engine.procedures.banish import after_banishing
from vigil.engine.procedures.moves import leave, put_away, to_hand
from vigil.engine.procedures.row import clear_slot, flip, refill
from vigil.engine.state import GameState
from vigil.engine.terms import NOTHING
from vigil.engine.vocabulary import CENTER_ROW, Banish, Discard, Effect, Named
from vigil.text import phrases as p
from vigil.text.phrases import Words

MYSTIC = Named("Mystic")
HEAVY_INFANTRY = Named("Heavy Infantry")
MYSTIC_OR_INFANTRY = MYSTIC | HEAVY_INFANTRY


class TakeRevealedTreasure(Banish):
    """Banishes a card in the center row, and acquires the first card revealed to replace it if it is a treasure."""

    def __init__(self) -> None:
        super().__init__(CENTER_ROW)

    def act(self, game: GameState, context: Context, picks: tuple[Option, ...]) -> None:
        number = clear_slot(game, picks[0].slot)
        game.add_happening(happenings.BANISHES, context.seat, number, 1, terms.ROW_ZONE, put_away(game, number))
        first = flip(game)
        if first != NOTHING and game.cards[first].is_treasure:
            game.players[context.seat].discard += (first,)
            game.add_happening(happenings.ACQUIRES, context.seat, first, 1, terms.CENTER_DECK_ZONE)
        elif first != NOTHING:
            game.deck.put_on_top([first])
        refill(game)
        after_banishing(game, context.seat, [number])

    def phrase(self) -> Words:
        treasure = p.Fact("the first card revealed to replace it", "be", "a Treasure")
        return p.Follow(super().phrase(), p.Do("acquire", "that Treasure"), treasure)


class BanishThis(Effect):
    """Banishes the card that was just played. The effects follow only if it was banished."""

    acts_on_played = True

    def __init__(self, *effects: Effect) -> None:
        self.effects = effects

    def do(self, game: GameState, context: Context) -> None:
        if context.card not in game.players[context.seat].played:
            return
        leave(game, context.seat, context.card, terms.PLAYED_ZONE)
        target = put_away(game, context.card)
        game.add_happening(happenings.BANISHES, context.seat, context.card, 1, terms.PLAYED_ZONE, target)
        for effect in reversed(self.effects):
            game.push(effect, context)
        after_banishing(game, context.seat, [context.card])

    def phrase(self) -> Words:
        return p.Follow(p.Do("banish", p.THIS), phrases(self.effects))


class DiscardTwoKeepThePair(Discard):
    """Discards two cards. If they are a Mystic and a Heavy Infantry, both may return to the hand."""

    def __init__(self) -> None:
        super().__init__(2)
        self.take_back = TakeBack()
        self.effects = (self.take_back,)

    def act(self, game: GameState, context: Context, picks: tuple[Option, ...]) -> None:
        super().act(game, context, picks)
        names = {game.cards[pick.number].name for pick in picks}
        if names == {MYSTIC.name, HEAVY_INFANTRY.name}:
            game.ask(Frame(self.take_back, context, picks))

    def phrase(self) -> Words:
        pair = p.Listed((p.Cards(MYSTIC.phrase()), p.Cards(HEAVY_INFANTRY.phrase())))
        discarded = p.Fact(p.YOU, "discard", pair, "this way")
        return p.Follow(super().phrase(), p.May(p.Do("return", "both to", p.YOUR, "hand")), discarded)


class TakeBack(Effect):
    def options(self, game: GameState, frame: Frame) -> list[Option]:
        return [YES, NO]

    def answer(self, game: GameState, frame: Frame, choice: Option) -> None:
        if choice is YES:
            seat = frame.context.seat
            for pick in frame.picks:
                leave(game, seat, pick.number, terms.DISCARD_ZONE)
                to_hand(game, seat, pick.number)
                game.add_happening(happenings.MOVES, seat, pick.number, 1, terms.DISCARD_ZONE, terms.HAND_ZONE)

    def phrase(self) -> Words:
        return "return both cards to your hand"
