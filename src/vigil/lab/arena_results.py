"""The results of an arena. A block is one observation: its games share a deal and are not independent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import permutations
from typing import Final

from .arena import ERROR, TIMEOUT, Block, Contest, Thinking, score_of
from .elo import elo, games_among_equals
from .intervals import Estimate, mean_of_blocks, share_of_blocks
from .matches import Played

WHOLE_TABLE: Final = "the table"
"""The label of mishaps that no bot caused."""


@dataclass
class Standing:
    """One entrant's results."""

    label: str
    won: Estimate
    par: float
    """The share that it would win among equals."""
    honor: Estimate
    """How far its average score is above that of the others at its table."""
    rating: Estimate


@dataclass
class Conduct:
    """How long an entrant thought, and its mishaps, in all blocks."""

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
    """Counts the blocks. Those with a mishap are set aside."""

    def __init__(self, contest: Contest, blocks: Iterable[Block], reference: int = 0) -> None:
        self.contest = contest
        self.blocks = sorted(blocks, key=lambda block: block.number)
        self.counted = [block for block in self.blocks if block.mishap is None]
        self.reference = reference
        self.lineups = contest.lineups()

    @property
    def games_played(self) -> int:
        """All games, including those of blocks that were set aside."""
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
        """The entrant's score in each block that counts, in order."""
        return [block.score(entrant) for block in self.counted]

    @cached_property
    def standings(self) -> list[Standing]:
        """By entrant. At least one block must count."""
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

    @cached_property
    def crosses(self) -> dict[tuple[int, int], Estimate]:
        """How often one entrant won against another in games without anybody else, if they had such games."""
        found = {}
        for pair in permutations(range(len(self.contest.entrants)), 2):
            met = [place for place, lineup in enumerate(self.lineups) if set(lineup) == set(pair)]
            if met and self.counted:
                scores = [score_of([block.games[place] for place in met], pair[0]) for block in self.counted]
                found[pair] = share_of_blocks(scores, len(met))
        return found

    @property
    def first_player(self) -> Estimate:
        shares = [sum(game.first in game.winners for game in block.games) / len(block.games) for block in self.counted]
        return share_of_blocks(shares, len(self.lineups))

    @cached_property
    def conduct(self) -> list[Conduct]:
        """By entrant; the last one collects the mishaps that no entrant caused."""
        found = [Conduct(label) for label in [*self.contest.labels, WHOLE_TABLE]]
        for block in self.blocks:
            for who, thinking in enumerate(block.thinking):
                found[who].thinking.add(thinking)
            if block.mishap is not None:
                # NOBODY is -1, the last index of the list.
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
        # In solitaire the Cult is the opponent, and wins what the player does not.
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
