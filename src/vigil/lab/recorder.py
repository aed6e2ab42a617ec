"""What a study keeps of a game: each turn, and who took which card. Recorded while the game is played."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from vigil.engine import happenings
from vigil.engine.scoring import owned
from vigil.engine.state import GameState
from vigil.engine.terms import NOTHING

ACQUIRED: Final = "acquired"
DEFEATED: Final = "defeated"
TAKINGS: Final = {happenings.ACQUIRES: ACQUIRED, happenings.DEFEATS: DEFEATED}


@dataclass(frozen=True)
class TurnRow:
    """How the player stood when the turn was over."""

    turn: int
    round: int
    """How many turns the seat has had by now, this one and extra turns included."""
    seat: int
    honor: int
    """Tokens only."""
    score: int
    """Tokens, and the honor on the cards."""
    pool: int
    cards: int


@dataclass(frozen=True)
class CardRow:
    """A card that somebody acquired, or a monster that somebody defeated."""

    turn: int
    seat: int
    card: int
    taking: str
    zone: int


@dataclass
class GameData:
    """What is kept of one game. Cards are their numbers in the library."""

    turns: list[TurnRow] = field(default_factory=list)
    cards: list[CardRow] = field(default_factory=list)
    offers: dict[int, int] = field(default_factory=dict)
    """How often each card came into the row."""


class Recorder:
    """Watches a game from outside: the game is the same whether it is recorded or not."""

    def __init__(self, game: GameState) -> None:
        self.data = GameData()
        self._turn = 0
        self._seat = game.first
        self._rounds = [0] * len(game.players)
        self.watch(game)

    def watch(self, game: GameState) -> None:
        """To be called after the deal, and after every choice."""
        for kind, seat, card, amount, zone, *_ in game.happenings:
            if kind == happenings.ENTERS_ROW:
                self.data.offers[card] = self.data.offers.get(card, 0) + 1
            elif kind == happenings.TURN_BEGINS:
                self._end_turn(game)
                self._turn, self._seat = amount, seat
            elif kind in TAKINGS and seat != NOTHING:  # the Cult takes cards too, but plays for nobody
                self.data.cards.append(CardRow(self._turn, seat, card, TAKINGS[kind], zone))
        if game.over:
            self._end_turn(game)

    def _end_turn(self, game: GameState) -> None:
        """The next turn has only just begun, so the player's cards are still as the turn left them."""
        if not self._turn:
            return
        seat = self._seat
        player = game.players[seat]
        cards = owned(game, seat)
        self._rounds[seat] += 1
        self.data.turns.append(
            TurnRow(
                turn=self._turn,
                round=self._rounds[seat],
                seat=seat,
                honor=player.honor,
                score=player.honor + sum(game.cards[card].honor for card in cards),
                pool=game.pool,
                cards=len(cards),
            )
        )
