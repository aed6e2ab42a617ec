"""Effects on hands, and on cards that are sent to other players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import arguments
from . import happenings as tale
from .effect import Effect
from .filters import Filter
from .moves import gain_honor, leave, random_from_hand, reveal_into_hand, to_hand
from .options import NO, Option, option, seat_option
from .places import Places
from .select import Select
from .state import Frame
from .terms import CHOOSE, CONSTRUCTS, DECK, DISCARD, HAND, NOTHING, PLAYED

if TYPE_CHECKING:
    from .state import Game, Scene


class TakeRandomCards(Effect):
    """One random card from each opponent's hand; it is the taker's from then on."""

    instant = True

    def do(self, game: Game, scene: Scene) -> None:
        for seat in game.opponents(scene.seat):
            card = random_from_hand(game, seat)
            if card != NOTHING:
                to_hand(game, scene.seat, card)
                game.tell(tale.TAKES, scene.seat, card, 1, HAND, HAND, seat)

    def clause(self) -> str:
        return "take a random card from each opponent's hand and put it into your hand"


class DiscardRandomThenTakeOne(Effect):
    """Each opponent discards a random card; you may take one of the cards discarded this way."""

    def do(self, game: Game, scene: Scene) -> None:
        dropped: list[int] = []
        for seat in game.opponents(scene.seat):
            card = random_from_hand(game, seat)
            if card != NOTHING:
                game.players[seat].discard += (card,)
                game.tell(tale.DISCARDS, seat, card, 1, HAND, DISCARD)
                dropped += [seat, card]
        if dropped:
            frame = Frame(self, scene, tuple(dropped))
            game.ask(scene.seat, self.options(game, frame), frame)

    def options(self, game: Game, frame: Frame) -> list[Option]:
        data = frame.data
        found = [
            option(CHOOSE, game.cards[data[index + 1]], DISCARD, NOTHING, data[index])
            for index in range(0, len(data), 2)
        ]
        return [*found, NO]

    def answer(self, game: Game, frame: Frame, choice: Option) -> None:
        if choice.card is not None:
            number = choice.card.number
            leave(game, choice.seat, number, DISCARD)
            to_hand(game, frame.scene.seat, number)
            game.tell(tale.TAKES, frame.scene.seat, number, 1, DISCARD, HAND, choice.seat)

    def clause(self) -> str:
        return "each opponent discards a random card. You may put one of the cards discarded this way into your hand"


class RevealTopCard(Effect):
    """The top card of the deck goes to the hand, openly; some cards bring honor."""

    instant = True

    def __init__(self, kind: Filter, honor: int) -> None:
        self.kind = kind
        self.amount = arguments.amount("RevealTopCard", "honor", honor)

    def do(self, game: Game, scene: Scene) -> None:
        card = reveal_into_hand(game, scene.seat)
        if card != NOTHING and self.kind.test(game, scene.seat, card, HAND):
            gain_honor(game, scene.seat, self.amount)

    def clause(self) -> str:
        it = f"is {self.kind.one()}" if self.kind.noun else f"has {self.kind.suffix.removeprefix('with ')}"
        return f"reveal the top card of your deck and put it into your hand. If it {it}, gain {self.amount} honor"


class ShowHands(Effect):
    """Each opponent shows the hand; honor for each card of the kind. Everybody keeps the cards."""

    instant = True

    def __init__(self, kind: Filter, honor: int) -> None:
        self.kind = kind
        self.amount = arguments.amount("ShowHands", "honor", honor)

    def do(self, game: Game, scene: Scene) -> None:
        found = 0
        for seat in game.opponents(scene.seat):
            player = game.players[seat]
            player.shown = player.hand
            game.seen += 1
            for card in player.hand:
                game.tell(tale.REVEALS, seat, card, 1, HAND, HAND)
                if self.kind.test(game, seat, card, HAND):
                    found += 1
        if found:
            gain_honor(game, scene.seat, self.amount * found)

    def clause(self) -> str:
        shown = f"{self.kind.phrase()} revealed this way"
        return f"each opponent reveals their hand. Gain {self.amount} honor for each {shown}"


class LiftConstructs(Effect):
    """All constructs of the scene's target go on top of their deck, in an order that nobody knows."""

    instant = True

    def do(self, game: Game, scene: Scene) -> None:
        player = game.players[scene.target]
        lifted = player.constructs
        player.constructs = ()
        player.uses = ()
        for card in lifted:
            game.tell(tale.MOVES, scene.target, card, 1, CONSTRUCTS, DECK)
        player.deck.put_on_top(lifted)

    def clause(self) -> str:
        return "put all constructs you control on top of your deck in a random order"


class SendCard(Select):
    """A card goes to the discard pile of a player: first the card is chosen, then the player."""

    verb = "put"

    def __init__(self, places: Places, kind: Filter, anyone: bool) -> None:
        super().__init__(places, kind)
        self.anyone = anyone

    def candidates(self, game: Game, scene: Scene) -> list[Option]:
        return super().candidates(game, scene) if self.anyone or game.opponents(scene.seat) else []

    def act(self, game: Game, scene: Scene, picks: tuple[Option, ...]) -> None:
        frame = Frame(SEND_TO, scene, (int(self.anyone),), picks)
        SEND_TO.resume(game, frame)

    def what(self) -> str:
        whom = "any player's" if self.anyone else "an opponent's"
        return f"{super().what().replace(' in ', ' from ', 1)} into {whom} discard pile"


class SendTo(Effect):
    """Who gets the card?"""

    def resume(self, game: Game, frame: Frame) -> None:
        options = self.options(game, frame)
        if options:
            game.ask(frame.scene.seat, options, frame)

    def options(self, game: Game, frame: Frame) -> list[Option]:
        seat = frame.scene.seat
        return [seat_option(each) for each in (game.seats_from(seat) if frame.data[0] else game.opponents(seat))]

    def answer(self, game: Game, frame: Frame, choice: Option) -> None:
        pick = frame.picks[0]
        assert pick.card is not None
        number = pick.card.number
        leave(game, frame.scene.target, number, pick.zone)
        game.players[choice.seat].discard += (number,)
        game.tell(tale.MOVES, frame.scene.seat, number, 1, pick.zone, DISCARD, choice.seat)

    def question(self, frame: Frame) -> str:
        return "Whose discard pile does it go to?"

    def clause(self) -> str:
        return "put the card into a player's discard pile"


SEND_TO = SendTo()


class MaySendThis(Effect):
    """The card that was just played may go to another player's discard pile."""

    def do(self, game: Game, scene: Scene) -> None:
        frame = Frame(self, scene)
        options = self.options(game, frame)
        if len(options) > 1 and scene.card in game.players[scene.seat].played:
            game.ask(scene.seat, options, frame)

    def options(self, game: Game, frame: Frame) -> list[Option]:
        others = game.seats_from(frame.scene.seat)[1:]
        return [*(seat_option(seat) for seat in others), NO]

    def answer(self, game: Game, frame: Frame, choice: Option) -> None:
        if choice is not NO:
            seat, number = frame.scene.seat, frame.scene.card
            leave(game, seat, number, PLAYED)
            game.players[choice.seat].discard += (number,)
            game.tell(tale.MOVES, seat, number, 1, PLAYED, DISCARD, choice.seat)

    def clause(self) -> str:
        return "you may put this into another player's discard pile"
