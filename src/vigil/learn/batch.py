"""Steps many games at once, without arrays of Python objects in between. Compiled with the engine."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from vigil.engine.effects.gain import Gain
from vigil.engine.options import Decision, Option
from vigil.engine.setup import Setup, deal
from vigil.engine.state import GameState
from vigil.engine.terms import NOTHING, PLAY

from .writing import Places, Rows

ALL_DECISIONS: Final = 0
FORCED: Final = 1
PLAIN_PLAYS: Final = 2
AUTOPLAY: Final = {"none": ALL_DECISIONS, "forced": FORCED, "plays": PLAIN_PLAYS}


class Autoplay:
    """Which decisions are made without asking: none, those with a single option, or also plays of plain cards.

    A plain card does nothing but gain runes, power, honor or energy when it is played.
    """

    def __init__(self, setup: Setup, level: int) -> None:
        self.level: i64 = level
        self.is_plain = [
            card.is_hero and len(card.play) > 0 and all(isinstance(each, Gain) for each in card.play)
            for card in setup.library.cards
        ]

    def play(self, game: GameState, seat: int) -> None:
        """Plays on to a decision that is not made automatically, or to the end of the game.

        Only this seat's decisions are made; NOTHING stands for all seats.
        """
        while True:
            decision = game.decision
            if decision is None or (seat != NOTHING and decision.seat != seat):
                return
            choice = self.choice(decision)
            if choice is None:
                return
            game.apply(choice)

    def choice(self, decision: Decision) -> Option | None:
        """The option that is taken without asking, if there is one."""
        options = decision.options
        if len(options) == 1:
            return options[0]
        if self.level == PLAIN_PLAYS and decision.is_turn:
            # Plays come first among the options of a turn.
            for each in options:
                if each.verb != PLAY:
                    return None
                if self.is_plain[each.number]:
                    return each
        return None


class Batch:
    """Games that always wait for a decision, and the rows of the arrays that show them."""

    def __init__(self, places: Places, setup: Setup, count: int, level: int) -> None:
        self.rows = Rows(places, count)
        self.setup = setup
        self.autoplay = Autoplay(setup, level)
        self.games: list[GameState] = []
        # By row: the seat whose decisions may be made automatically; NOTHING stands for all seats.
        self.automatic = [NOTHING] * count
        self._choices: list[Option] = []

    def deal(self, row: int, seed: int) -> GameState:
        """A new game for this row, which waits for the first decision that is not made automatically."""
        game = deal(self.setup, seed)
        # Nobody asks what happened on the way.
        game.records_happenings = False
        if self.autoplay.level != ALL_DECISIONS:
            self.autoplay.play(game, self.automatic[row])
        return game

    def write(self, row: int) -> None:
        self.rows.write(row, self.games[row])

    def step(self, rows: list[int], actions: list[int]) -> list[int]:
        """Takes an action in the games of these rows, and writes the rows. Returns those whose games are over.

        If an action is not on offer, IllegalChoice says so, and no game has moved.
        """
        choices = self._choices
        choices.clear()
        index: i64
        row: i64
        for index in range(len(rows)):
            row = rows[index]
            choices.append(self._choice(row, actions[index]))
        ended: list[int] = []
        games = self.games
        automatic = self.autoplay.level != ALL_DECISIONS
        for index in range(len(rows)):
            row = rows[index]
            game = games[row]
            game.apply(choices[index])
            if automatic:
                self.autoplay.play(game, self.automatic[row])
            if game.over:
                ended.append(row)
            else:
                self.rows.write(row, game)
        return ended

    def choose(self, row: int, choice: Option) -> None:
        """Takes an option in one game, and leaves its row as it is."""
        game = self.games[row]
        game.choose(choice)
        if self.autoplay.level != ALL_DECISIONS:
            self.autoplay.play(game, self.automatic[row])

    def _choice(self, row: i64, action: int) -> Option:
        rows = self.rows
        decision = self.games[row].decision
        assert decision is not None
        start: i64 = row * rows.action_count
        wanted: i64 = action
        index: i64
        for index in range(rows.offers[row]):
            if rows.offered[start + index] == wanted:
                return decision.options[index]
        raise rows.places.actions.illegal(decision, action)
