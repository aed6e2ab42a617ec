"""What the blocks of an arena say. The block is the observation: its games share a deal, and are not independent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from typing import Final

from .arena import ERROR, TIMEOUT, Block, Contest, Thinking, score_of
from .estimates import Estimate, mean_of_blocks, share_of_blocks
from .matches import Played
from .ratings import elo, games_among_equals

WHOLE_TABLE: Final = "the table"
"""Who is named where no bot is to blame for a mishap."""


@dataclass
class Standing:
    """One entrant's results."""

    label: str
    won: Estimate
    par: float
    """The share that it would win among equals."""
    honor: Estimate
    """By how much its average score is above that of the others at its table."""
    rating: Estimate


@dataclass
class Conduct:
    """How an entrant behaved, in all blocks."""

    label: str
    thinking: Thinking = field(default_factory=Thinking)
    mishaps: Counter[str] = field(default_factory=Counter)
    sentences: Counter[str] = field(default_factory=Counter)

    @property
    def errors(self) -> int:
        return self.mishaps[ERROR]

    @property
    def timeouts(self) -> int:
        return self.mishaps[TIMEOUT]

    @property
    def mean_seconds(self) -> float:
        return self.thinking.seconds / self.thinking.decisions if self.thinking.decisions else 0.0


class Results:
    """Counts the blocks; those that a mishap spoiled say nothing about strength and are set aside."""

    def __init__(self, contest: Contest, blocks: Iterable[Block], reference: int = 0) -> None:
        self.contest = contest
        self.blocks = sorted(blocks, key=lambda block: block.number)
        self.counted = [block for block in self.blocks if block.mishap is None]
        self.reference = reference
        self.lineups = contest.lineups()

    @property
    def games_played(self) -> int:
        """Those of the blocks that were set aside too."""
        return sum(len(block.games) for block in self.blocks)

    @property
    def decisions(self) -> int:
        return sum(each.decisions for block in self.blocks for each in block.thinking)

    @property
    def seconds(self) -> float:
        """The time of all processes together."""
        return sum(block.seconds for block in self.blocks)

    @property
    def stalled(self) -> int:
        return sum(game.stalled for block in self.counted for game in block.games)

    def scores(self, entrant: int) -> list[float]:
        """What it scored in each block that counts, in order."""
        return [block.score(entrant) for block in self.counted]

    @cached_property
    def standings(self) -> list[Standing]:
        """By entrant; only where some block counts."""
        ratings = self._ratings()
        return [
            Standing(
                label,
                share_of_blocks(self.scores(who), self._games_of(who)),
                self._par(who),
                mean_of_blocks([_honor_difference(block.games, who) for block in self.counted]),
                ratings[who],
            )
            for who, label in enumerate(self.contest.labels)
        ]

    def between(self, one: int, other: int) -> Estimate | None:
        """How often the one won against the other, where they met with nobody else at the table."""
        met = [place for place, lineup in enumerate(self.lineups) if set(lineup) == {one, other}]
        if not met or not self.counted:
            return None
        scores = [score_of([block.games[place] for place in met], one) for block in self.counted]
        return share_of_blocks(scores, len(met))

    @cached_property
    def crosses(self) -> dict[tuple[int, int], Estimate]:
        found = {}
        for one, other in combinations(range(len(self.contest.entrants)), 2):
            for pair in ((one, other), (other, one)):
                estimate = self.between(*pair)
                if estimate is not None:
                    found[pair] = estimate
        return found

    @property
    def first_player(self) -> Estimate:
        shares = [sum(game.first in game.winners for game in block.games) / len(block.games) for block in self.counted]
        return share_of_blocks(shares, len(self.lineups))

    @cached_property
    def conduct(self) -> list[Conduct]:
        """By entrant, and at the end what nobody of them is to blame for."""
        found = [Conduct(label) for label in [*self.contest.labels, WHOLE_TABLE]]
        for block in self.blocks:
            for who, thinking in enumerate(block.thinking):
                found[who].thinking.include(thinking)
            if block.mishap is not None:
                # NOBODY is the last place of a list, too.
                found[block.mishap.entrant].mishaps[block.mishap.kind] += 1
                found[block.mishap.entrant].sentences[block.mishap.sentence] += 1
        return found

    def _games_of(self, who: int) -> int:
        return sum(who in lineup for lineup in self.lineups)

    def _par(self, who: int) -> float:
        if len(self.lineups[0]) == 1:
            return 0.5
        return games_among_equals(self.lineups, who + 1)[who] / self._games_of(who)

    def _ratings(self) -> list[Estimate]:
        count = len(self.contest.entrants)
        wins = [[block.won(who) for who in range(count)] for block in self.counted]
        if len(self.lineups[0]) > 1:
            return elo(self.lineups, wins, self.reference)
        # The Cult is everybody's opponent in solitaire, and wins what the player does not.
        against = [(*lineup, count) for lineup in self.lineups]
        return elo(against, [[*won, len(self.lineups) - sum(won)] for won in wins], self.reference)


def _honor_difference(games: Sequence[Played], who: int) -> float:
    differences = []
    for game in games:
        own = [score for score, holder in zip(game.scores, game.lineup, strict=True) if holder == who]
        others = [score for score, holder in zip(game.scores, game.lineup, strict=True) if holder != who]
        if game.cult is not None:
            others.append(game.cult)
        if own and others:
            differences.append(sum(own) / len(own) - sum(others) / len(others))
    return sum(differences) / len(differences)
