"""Effects on hands, and effects that put cards into the discard piles of other players."""

from __future__ import annotations

from dataclasses import replace

from mypy_extensions import mypyc_attr

from ...text import phrases as p
from ...text.phrases import Words
from .. import arguments, happenings
from ..abilities import PLACE_PHRASES
from ..effect import Effect
from ..filters import CONSTRUCT, Filter
from ..frames import Context, Frame
from ..options import NO, Option, option, seat_option
from ..places import Places
from ..procedures.moves import gain_honor, leave, random_from_hand, reveal_into_hand, to_hand
from ..state import GameState
from ..terms import CHOOSE, CONSTRUCTS_ZONE, DECK_ZONE, DISCARD_ZONE, HAND_ZONE, NOTHING, PLAYED_ZONE, VOID_ZONE
from .select import Select


class TakeRandomCards(Effect):
    """Takes a random card from each opponent's hand. The player owns it from then on."""

    instant = True

    def do(self, game: GameState, context: Context) -> None:
        for seat in game.opponents(context.seat):
            card = random_from_hand(game, seat)
            if card != NOTHING:
                to_hand(game, context.seat, card)
                game.add_happening(happenings.TAKES, context.seat, card, 1, HAND_ZONE, HAND_ZONE, seat)

    def phrase(self) -> Words:
        theirs = p.Short("each opponent's hand", "each foe's hand")
        into = p.Short(p.words("and put it into", p.YOUR, "hand"), "into hand")
        return p.Do("take", "a random card from", theirs, into)


class DiscardRandomThenTakeOne(Effect):
    """Each opponent discards a random card; you may take one of the cards discarded this way."""

    offers_picks = True

    def do(self, game: GameState, context: Context) -> None:
        dropped: list[Option] = []
        for seat in game.opponents(context.seat):
            card = random_from_hand(game, seat)
            if card != NOTHING:
                game.players[seat].discard += (card,)
                game.add_happening(happenings.DISCARDS, seat, card, 1, HAND_ZONE, DISCARD_ZONE)
                dropped.append(option(CHOOSE, game.cards[card], DISCARD_ZONE, NOTHING, seat))
        if dropped:
            game.ask(Frame(self, context, tuple(dropped)))

    def options(self, game: GameState, frame: Frame) -> list[Option]:
        return [*frame.picks, NO]

    def answer(self, game: GameState, frame: Frame, choice: Option) -> None:
        if choice is not NO:
            seat, number = frame.context.seat, choice.number
            leave(game, choice.seat, number, DISCARD_ZONE)
            to_hand(game, seat, number)
            game.add_happening(happenings.TAKES, seat, number, 1, DISCARD_ZONE, HAND_ZONE, choice.seat)

    def refusal(self, frame: Frame) -> str:
        return "take nothing"

    def phrase(self) -> Words:
        discard = p.Each("opponent", p.Do("discard", "a random card"))
        into = PLACE_PHRASES[HAND_ZONE]
        return p.Sentences((discard, p.May(p.Do("put", "one of the cards discarded this way", into))))


class RevealTopCard(Effect):
    """Reveals the top card of the deck and puts it into the hand. A matching card gives honor."""

    instant = True
    personal = True

    def __init__(self, kind: Filter, honor: int) -> None:
        self.kind = kind
        self.amount = arguments.amount("RevealTopCard", "honor", honor)

    def do(self, game: GameState, context: Context) -> None:
        card = reveal_into_hand(game, context.seat)
        if card != NOTHING and self.kind.test(game, context.seat, card, HAND_ZONE):
            gain_honor(game, context.seat, self.amount)

    def phrase(self) -> Words:
        into = p.Short(p.words("and", p.Verb("put"), "it into", p.YOUR, "hand"), "into hand")
        reveal = p.Do("reveal", "the top card of", p.YOUR, "deck", into)
        return p.Follow(reveal, p.Gain((p.Amount(self.amount, "honor"),)), p.Is(self.kind.phrase()))


class ShowHands(Effect):
    """Each opponent reveals their hand. Each matching card gives honor, and stays in the hand."""

    instant = True

    def __init__(self, kind: Filter, honor: int) -> None:
        self.kind = kind
        self.amount = arguments.amount("ShowHands", "honor", honor)

    def do(self, game: GameState, context: Context) -> None:
        found = 0
        for seat in game.opponents(context.seat):
            player = game.players[seat]
            player.shown = player.hand
            game.seen += 1
            for card in player.hand:
                game.add_happening(happenings.REVEALS, seat, card, 1, HAND_ZONE, HAND_ZONE)
                if self.kind.test(game, seat, card, HAND_ZONE):
                    found += 1
        if found:
            gain_honor(game, context.seat, self.amount * found)

    def phrase(self) -> Words:
        reveal = p.Each("opponent", p.Do("reveal", p.YOUR, "hand"))
        shown = p.words(p.Cards(self.kind.phrase(), how=p.SINGULAR), "revealed this way")
        return p.Sentences((reveal, p.ForEach(shown, p.Gain((p.Amount(self.amount, "honor"),)))))


class LiftConstructs(Effect):
    """Puts all constructs of the context's target on top of their deck, in random order."""

    instant = True
    personal = True

    def do(self, game: GameState, context: Context) -> None:
        player = game.players[context.target]
        lifted = player.constructs
        player.constructs = ()
        player.uses = ()
        for card in lifted:
            game.add_happening(happenings.MOVES, context.target, card, 1, CONSTRUCTS_ZONE, DECK_ZONE)
        player.deck.put_on_top(lifted)

    def phrase(self) -> Words:
        constructs = p.Cards(CONSTRUCT.phrase(), how=p.EVERY, place=p.CONTROLLED)
        return p.Do("put", constructs, PLACE_PHRASES[DECK_ZONE], "in a random order")


@mypyc_attr(allow_interpreted_subclasses=True)
class SendCard(Select):
    """Puts a card into a player's discard pile. First the card is chosen, then the player."""

    verb = "put"
    concerns_one_player = True
    allowed_zones: tuple[int, ...] = (HAND_ZONE, DISCARD_ZONE, PLAYED_ZONE, VOID_ZONE)

    def __init__(self, places: Places, kind: Filter, anyone: bool) -> None:
        super().__init__(places, kind)
        self.anyone = anyone
        self.send_to = SendTo(anyone)
        self.effects += (self.send_to,)

    def candidates(self, game: GameState, context: Context) -> list[Option]:
        return super().candidates(game, context) if self.anyone or game.opponents(context.seat) else []

    def act(self, game: GameState, context: Context, picks: tuple[Option, ...]) -> None:
        game.ask(Frame(self.send_to, context, picks))

    def action_phrase(self) -> Words:
        cards = self.cards()
        whose = p.Short("any player's", "anyone's") if self.anyone else p.Short("an opponent's", "a foe's")
        return p.Do(
            "put", replace(cards, place=replace(cards.place, preposition="from")), "into", whose, "discard pile"
        )


class SendTo(Effect):
    """The second step of `SendCard`: the choice of the player."""

    def __init__(self, anyone: bool) -> None:
        self.anyone = anyone

    def options(self, game: GameState, frame: Frame) -> list[Option]:
        seat = frame.context.seat
        return [seat_option(each) for each in (game.seats_from(seat) if self.anyone else game.opponents(seat))]

    def answer(self, game: GameState, frame: Frame, choice: Option) -> None:
        pick = frame.picks[0]
        leave(game, frame.context.target, pick.number, pick.zone)
        game.players[choice.seat].discard += (pick.number,)
        game.add_happening(happenings.MOVES, frame.context.seat, pick.number, 1, pick.zone, DISCARD_ZONE, choice.seat)

    def question(self, frame: Frame) -> Words:
        return "whose discard pile does it go to?"

    def phrase(self) -> Words:
        return "put the card into a player's discard pile"


class MaySendThis(Effect):
    """The player may put the card that was just played into another player's discard pile."""

    acts_on_played = True

    def do(self, game: GameState, context: Context) -> None:
        if len(game.players) > 1 and context.card in game.players[context.seat].played:
            game.ask(Frame(self, context))

    def options(self, game: GameState, frame: Frame) -> list[Option]:
        others = game.seats_from(frame.context.seat)[1:]
        return [*(seat_option(seat) for seat in others), NO]

    def answer(self, game: GameState, frame: Frame, choice: Option) -> None:
        if choice is not NO:
            seat, number = frame.context.seat, frame.context.card
            leave(game, seat, number, PLAYED_ZONE)
            game.players[choice.seat].discard += (number,)
            game.add_happening(happenings.MOVES, seat, number, 1, PLAYED_ZONE, DISCARD_ZONE, choice.seat)

    def refusal(self, frame: Frame) -> str:
        return "keep it"

    def phrase(self) -> Words:
        return p.May(p.Do("put", p.THIS, "into another player's discard pile"))
