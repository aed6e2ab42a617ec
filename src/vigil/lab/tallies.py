"""Counting what the games of a match say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .estimates import wilson_interval
from .matches import Match, Played


def game_key(
    bots: Sequence[str], turns: int, decisions: int, scores: Sequence[int], winners: Sequence[int]
) -> tuple[object, ...]:
    """How a game went, as far as it takes to know it again.

    Twins that leave nothing to chance play a deal the same way from either chair. Counted twice, such a game would make
    every interval too narrow.
    """
    return (*bots, turns, decisions, *scores, *winners)


@dataclass
class Standing:
    """One entrant's results. `seats` counts the chairs that it sat on, of all `chairs` at its tables."""

    name: str
    games: int = 0
    wins: int = 0
    seats: int = 0
    chairs: int = 0
    points: int = 0

    @property
    def share(self) -> float:
        return self.wins / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        return wilson_interval(self.wins, self.games)

    @property
    def par(self) -> float:
        """The share that it would have among equals."""
        return self.seats / self.chairs if self.chairs else 0.0

    @property
    def average_score(self) -> float:
        return self.points / self.seats if self.seats else 0.0


class Tally:
    """Results as they come in, in order. A game that goes exactly as another one of its deal is not counted again."""

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
            standing.chairs += len(played.lineup)
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

    # --- averages

    @property
    def turns_per_game(self) -> float:
        return self.turns / self.games if self.games else 0.0

    @property
    def decisions_per_game(self) -> float:
        return self.decisions / self.games if self.games else 0.0

    @property
    def first_player_share(self) -> float:
        return self.first_player_wins / self.games if self.games else 0.0

    @property
    def first_player_interval(self) -> tuple[float, float]:
        return wilson_interval(self.first_player_wins, self.games)
