"""A run of an arena: blocks from a file, blocks that are played, and a test that may end it early."""

from __future__ import annotations

from collections.abc import Iterator

from vigil.engine.errors import ImpossibleTable

from .arena import Block, Contest, play_blocks
from .arena_file import ArenaFile
from .sequential import SequentialTest
from .workers import Workers


class ArenaRun:
    """Up to so many blocks of a contest.

    A test is given the blocks in the order of their numbers, so where it ends the arena depends on the contest alone.
    Later blocks stay in the file and do not count.
    """

    def __init__(
        self, contest: Contest, most: int, file: ArenaFile | None = None, test: SequentialTest | None = None
    ) -> None:
        if most < 1:
            raise ImpossibleTable(f"An arena of {most} blocks cannot be played: choose 1 or more.")
        self.contest = contest
        self.most = most
        self.test = test
        self._file = file
        known = {} if file is None else file.blocks
        self._done = {number: block for number, block in known.items() if number < most}
        self.remembered = len(self._done)
        self._judged = 0
        self._judge()

    @property
    def blocks(self) -> list[Block]:
        """The blocks that count, in order."""
        return [self._done[number] for number in sorted(self._done) if not self._is_decided or number < self._judged]

    @property
    def is_finished(self) -> bool:
        return self._is_decided or len(self._done) == self.most

    def play(self, workers: Workers) -> Iterator[Block]:
        """Plays the missing blocks, and yields each when it has been written to the file."""
        if self.is_finished:
            return
        missing = (number for number in range(self.most) if number not in self._done)
        for block in play_blocks(self.contest, missing, workers):
            if self._file is not None:
                self._file.add(block)
            self._done[block.number] = block
            self._judge()
            yield block
            if self._is_decided:
                return

    @property
    def _is_decided(self) -> bool:
        return self.test is not None and self.test.accepted is not None

    def _judge(self) -> None:
        while self.test is not None and not self._is_decided and self._judged in self._done:
            block = self._done[self._judged]
            if block.mishap is None:
                self.test.add(block.score(0))
            self._judged += 1


def sequential_test(contest: Contest, hypotheses: tuple[float, float]) -> SequentialTest:
    """A test of the first entrant against the second."""
    if len(contest.entrants) != 2 or contest.setup.solitaire:
        raise ImpossibleTable("A sequential test compares two bots at one table: name two.")
    lineups = contest.lineups()
    return SequentialTest(*hypotheses, chairs=lineups[0].count(0), of=contest.setup.players, games=len(lineups))
