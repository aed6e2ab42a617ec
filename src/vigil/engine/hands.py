"""Effects on hands, and on cards that are sent to other players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import mypyc_attr

from . import arguments, happenings
from .effect import Effect
from .errors import BadCard
from .filters import Filter
from .moves import gain_honor, leave, random_from_hand, reveal_into_hand, to_hand
from .options import NO, Option, option, seat_option
from .places import Places
from .select import Select
from .state import Frame
from .terms import CHOOSE, CONSTRUCTS, DECK, DISCARD, HAND, NOTHING, PLAYED, ROW, SUPPLY

if TYPE_CHECKING:
    from .state import Context, GameState


class TakeRandomCards(Effect):
    """One random card from each opponent's hand; it is the taker's from then on."""

    instant = True

    def do(self, game: GameState, context: Context) -> None:
        for seat in game.opponents(context.seat):
            card = random_from_hand(game, seat)
            if card != NOTHING:
                to_hand(game, context.seat, card)
                game.add_happening(happenings.TAKES, context.seat, card, 1, HAND, HAND, seat)

    def clause(self) -> str:
        return "take a random card from each opponent's hand and put it into your hand"


class DiscardRandomThenTakeOne(Effect):
    """Each opponent discards a random card; you may take one of the cards discarded this way."""

    def do(self, game: GameState, context: Context) -> None:
        dropped: list[int] = []
        for seat in game.opponents(context.seat):
            card = random_from_hand(game, seat)
            if card != NOTHING:
                game.players[seat].discard += (card,)
                game.add_happening(happenings.DISCARDS, seat, card, 1, HAND, DISCARD)
                dropped += [seat, card]
        if dropped:
            frame = Frame(self, context, tuple(dropped))
            game.ask(context.seat, self.options(game, frame), frame)

    def options(self, game: GameState, frame: Frame) -> list[Option]:
        data = frame.data
        found = [
            option(CHOOSE, game.cards[data[index + 1]], DISCARD, NOTHING, data[index])
            for index in range(0, len(data), 2)
        ]
        return [*found, NO]

    def answer(self, game: GameState, frame: Frame, choice: Option) -> None:
        if choice.card is not None:
            number = choice.card.number
            leave(game, choice.seat, number, DISCARD)
            to_hand(game, frame.context.seat, number)
            game.add_happening(happenings.TAKES, frame.context.seat, number, 1, DISCARD, HAND, choice.seat)

    def clause(self) -> str:
        return "each opponent discards a random card. You may put one of the cards discarded this way into your hand"


class RevealTopCard(Effect):
    """The top card of the deck goes to the hand, openly; some cards bring honor."""

    instant = True

    def __init__(self, kind: Filter, honor: int) -> None:
        self.kind = kind
        self.amount = arguments.amount("RevealTopCard", "honor", honor)

    def do(self, game: GameState, context: Context) -> None:
        card = reveal_into_hand(game, context.seat)
        if card != NOTHING and self.kind.test(game, context.seat, card, HAND):
            gain_honor(game, context.seat, self.amount)

    def clause(self) -> str:
        it = f"is {self.kind.one()}" if self.kind.noun else f"has {self.kind.suffix.removeprefix('with ')}"
        return f"reveal the top card of your deck and put it into your hand. If it {it}, gain {self.amount} honor"


class ShowHands(Effect):
    """Each opponent shows the hand; honor for each card of the kind. Everybody keeps the cards."""

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
                game.add_happening(happenings.REVEALS, seat, card, 1, HAND, HAND)
                if self.kind.test(game, seat, card, HAND):
                    found += 1
        if found:
            gain_honor(game, context.seat, self.amount * found)

    def clause(self) -> str:
        shown = f"{self.kind.phrase()} revealed this way"
        return f"each opponent reveals their hand. Gain {self.amount} honor for each {shown}"


class LiftConstructs(Effect):
    """All constructs of the context's target go on top of their deck, in an order that nobody knows."""

    instant = True

    def do(self, game: GameState, context: Context) -> None:
        player = game.players[context.target]
        lifted = player.constructs
        player.constructs = ()
        player.uses = ()
        for card in lifted:
            game.add_happening(happenings.MOVES, context.target, card, 1, CONSTRUCTS, DECK)
        player.deck.put_on_top(lifted)

    def clause(self) -> str:
        return "put all constructs you control on top of your deck in a random order"


@mypyc_attr(allow_interpreted_subclasses=True)
class SendCard(Select):
    """A card goes to the discard pile of a player: first the card is chosen, then the player."""

    verb = "put"

    def __init__(self, places: Places, kind: Filter, anyone: bool) -> None:
        super().__init__(places, kind)
        if ROW in places.zones or SUPPLY in places.zones:
            raise BadCard("SendCard takes a player's cards, or those in THE_VOID: it cannot look into the center row.")
        self.anyone = anyone

    def candidates(self, game: GameState, context: Context) -> list[Option]:
        return super().candidates(game, context) if self.anyone or game.opponents(context.seat) else []

    def act(self, game: GameState, context: Context, picks: tuple[Option, ...]) -> None:
        frame = Frame(SEND_TO, context, (int(self.anyone),), picks)
        SEND_TO.resume(game, frame)

    def what(self) -> str:
        whom = "any player's" if self.anyone else "an opponent's"
        return f"{super().what().replace(' in ', ' from ', 1)} into {whom} discard pile"


class SendTo(Effect):
    """Who gets the card?"""

    def resume(self, game: GameState, frame: Frame) -> None:
        options = self.options(game, frame)
        if options:
            game.ask(frame.context.seat, options, frame)

    def options(self, game: GameState, frame: Frame) -> list[Option]:
        seat = frame.context.seat
        return [seat_option(each) for each in (game.seats_from(seat) if frame.data[0] else game.opponents(seat))]

    def answer(self, game: GameState, frame: Frame, choice: Option) -> None:
        pick = frame.picks[0]
        assert pick.card is not None
        number = pick.card.number
        leave(game, frame.context.target, number, pick.zone)
        game.players[choice.seat].discard += (number,)
        game.add_happening(happenings.MOVES, frame.context.seat, number, 1, pick.zone, DISCARD, choice.seat)

    def question(self, frame: Frame) -> str:
        return "Whose discard pile does it go to?"

    def clause(self) -> str:
        return "put the card into a player's discard pile"


SEND_TO = SendTo()


class MaySendThis(Effect):
    """The card that was just played may go to another player's discard pile."""

    def do(self, game: GameState, context: Context) -> None:
        frame = Frame(self, context)
        options = self.options(game, frame)
        if len(options) > 1 and context.card in game.players[context.seat].played:
            game.ask(context.seat, options, frame)

    def options(self, game: GameState, frame: Frame) -> list[Option]:
        others = game.seats_from(frame.context.seat)[1:]
        return [*(seat_option(seat) for seat in others), NO]

    def answer(self, game: GameState, frame: Frame, choice: Option) -> None:
        if choice is not NO:
            seat, number = frame.context.seat, frame.context.card
            leave(game, seat, number, PLAYED)
            game.players[choice.seat].discard += (number,)
            game.add_happening(happenings.MOVES, seat, number, 1, PLAYED, DISCARD, choice.seat)

    def clause(self) -> str:
        return "you may put this into another player's discard pile"
