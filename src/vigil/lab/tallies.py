"""Counting the results of a match."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .intervals import Estimate, share
from .matches import Match, Played


def game_key(
    bots: Sequence[str], turns: int, decisions: int, scores: Sequence[int], winners: Sequence[int]
) -> tuple[object, ...]:
    """Identifies the course of a game.

    Two deterministic bots of the same kind play a deal the same way from either seat. Counted twice, such a game would
    make every interval too narrow.
    """
    return (*bots, turns, decisions, *scores, *winners)


@dataclass
class Standing:
    """One entrant's results. `seats` is the number of seats that it had, out of `all_seats` at its tables."""

    name: str
    games: int = 0
    wins: int = 0
    seats: int = 0
    all_seats: int = 0
    points: int = 0

    @property
    def won(self) -> Estimate:
        """The share of the games that it won."""
        return share(self.wins, self.games) or Estimate(0.0, 0.0, 1.0, 0)

    @property
    def par(self) -> float:
        """The share that it would have won among equals."""
        return self.seats / max(1, self.all_seats)

    @property
    def average_score(self) -> float:
        return self.points / max(1, self.seats)


class Tally:
    """Counts results in order. A game that went exactly as another one of its deal is not counted again."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.repeats = 0
        self._deal = -1
        self._keys: set[tuple[object, ...]] = set()
        self.standings = [Standing(label) for label in match.entrants()]
        self.cult = Standing("the Cult") if match.setup.solitaire else None
        self.games = 0
        self.stalled = 0
        self.turns = 0
        self.decisions = 0
        self.first_player_wins = 0

    def add(self, played: Played) -> None:
        if self._is_repeat(played):
            self.repeats += 1
            return
        self.games += 1
        self.stalled += played.stalled
        self.turns += played.turns
        self.decisions += played.decisions
        self.first_player_wins += played.first in played.winners
        for entrant in set(played.lineup):
            standing = self.standings[entrant]
            seats = [seat for seat, who in enumerate(played.lineup) if who == entrant]
            standing.games += 1
            standing.wins += any(seat in played.winners for seat in seats)
            standing.seats += len(seats)
            standing.all_seats += len(played.lineup)
            standing.points += sum(played.scores[seat] for seat in seats)
        if self.cult is not None and played.cult is not None:
            self.cult.games += 1
            self.cult.seats += 1
            self.cult.wins += not played.winners
            self.cult.points += played.cult

    def _is_repeat(self, played: Played) -> bool:
        deal = self.match.deal(played.number)
        if deal != self._deal:
            self._deal = deal
            self._keys.clear()
        names = self.match.names()
        bots = [names[who] for who in played.lineup]
        this = game_key(bots, played.turns, played.decisions, played.scores, played.winners)
        is_known = this in self._keys
        self._keys.add(this)
        return is_known

    @property
    def played(self) -> int:
        return self.games + self.repeats
