"""A run of an arena, which can be stopped at any moment and resumed from its file.

The file has one JSON object per line: first what is played, then the finished blocks, in the order in which they were
finished. An incomplete last line is what an interruption left of a block, and is dropped.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from msgspec import MsgspecError
from msgspec.json import decode, encode

from vigil.custom_sets import loaded_sources
from vigil.engine.errors import ImpossibleTable, VigilError

from .arena import NOBODY, Block, Contest, play_blocks
from .fingerprint import PLAYED_BY, fingerprint
from .sequential import SequentialTest
from .workers import Workers

FORMAT: Final = "vigil arena 2"


class BadArenaFile(VigilError):
    """The file cannot be written, or does not contain blocks of this arena."""


class ArenaFile:
    """Opens or creates the file. `blocks` are the finished blocks by number."""

    def __init__(self, path: Path, contest: Contest) -> None:
        self.path = path
        self.contest = contest
        self.blocks: dict[int, Block] = {}
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = path.open("a+b")
        except OSError as error:
            raise BadArenaFile(f"{path} cannot be written: {error.strerror}.") from None
        try:
            self._lock()
            self._resume()
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> ArenaFile:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def add(self, block: Block) -> None:
        self._write(block)
        self.blocks[block.number] = block

    def _write(self, what: Any) -> None:
        try:
            self._file.write(encode(what) + b"\n")
            self._file.flush()
        except OSError as error:
            raise BadArenaFile(f"{self.path} cannot be written: {error.strerror}. Its contents are kept.") from None

    def _lock(self) -> None:
        """Two arenas that write to the same file would play the same blocks twice. The lock ends with the process."""
        with suppress(ImportError):
            import fcntl

            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise BadArenaFile(f"{self.path} is in use by another arena. Wait, or choose another file.") from None

    def _resume(self) -> None:
        self._file.seek(0)
        text = self._file.read()
        *lines, rest = text.split(b"\n")
        header = header_of(self.contest)
        if not lines and encode(header).startswith(rest):
            self._file.truncate(0)
            self._write(header)
            return
        self._check_header(lines[0] if lines else b"", header)
        for number, line in enumerate(lines[1:], start=2):
            try:
                block = _block_of(line, self.contest)
            except (MsgspecError, ValueError):
                raise BadArenaFile(
                    f"{self.path}:{number} is damaged: it is not a block of this arena. Delete the line to play the "
                    "block again, or choose another file."
                ) from None
            self.blocks[block.number] = block
        self._file.truncate(len(text) - len(rest))

    def _check_header(self, line: bytes, wanted: dict[str, Any]) -> None:
        found: Any = None
        with suppress(MsgspecError, UnicodeDecodeError):
            found = decode(line)
        if not isinstance(found, dict) or found.get("format") != FORMAT:
            raise BadArenaFile(f"{self.path} is not the file of an arena. Choose another file.")
        others = [
            f"{key.replace('_', ' ')} {_shown(found.get(key))} instead of {_shown(value)}"
            for key, value in wanted.items()
            if found.get(key) != value and key != "sources"
        ]
        if others:
            raise BadArenaFile(
                f"{self.path} belongs to an arena with other arguments: {'; '.join(others)}. Choose another file, or "
                "use the original arguments."
            )
        if found.get("sources") != wanted["sources"]:
            raise BadArenaFile(
                f"{self.path} was written by another state of Vigil or of your own sets: bots, cards or rules have "
                "changed since. Choose another file."
            )


def header_of(contest: Contest) -> dict[str, Any]:
    """Everything that the blocks depend on."""
    return {
        "format": FORMAT,
        "bots": contest.labels,
        **contest.setup.to_dict(),
        "seed": contest.seed,
        "move_limit": contest.move_limit,
        "sources": fingerprint(PLAYED_BY, loaded_sources()),
    }


def _block_of(line: bytes, contest: Contest) -> Block:
    """Raises MsgspecError or ValueError if the line is not a block of the contest."""
    block = decode(line, type=Block)
    lineups = contest.lineups()
    played = [game.lineup for game in block.games]
    count = len(contest.entrants)
    is_complete = played == lineups or (block.mishap is not None and played == lineups[: len(played)])
    is_mishap_known = block.mishap is None or NOBODY <= block.mishap.entrant < count
    if not is_complete or not is_mishap_known or block.number < 0 or len(block.thinking) != count:
        raise ValueError("not a block of this arena")
    return block


def _shown(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return "the default" if value is None else str(value)


class ArenaRun:
    """Plays up to `most` blocks of a contest; those in the file are not played again.

    A test gets the blocks in the order of their numbers, so the block at which it ends the arena depends only on the
    contest. Later blocks stay in the file and do not count.
    """

    def __init__(
        self, contest: Contest, most: int, file: ArenaFile | None = None, test: SequentialTest | None = None
    ) -> None:
        if most < 1:
            raise ImpossibleTable(f"An arena of {most} blocks cannot be played. Choose 1 or more.")
        self.contest = contest
        self.most = most
        self.test = test
        self._file = file
        known = {} if file is None else file.blocks
        self._done = {number: block for number, block in known.items() if number < most}
        self.remembered = len(self._done)
        self._tested = 0
        self._run_test()

    @property
    def blocks(self) -> list[Block]:
        """The blocks that count, in order."""
        return [self._done[number] for number in sorted(self._done) if not self._is_decided or number < self._tested]

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
            self._run_test()
            yield block
            if self._is_decided:
                return

    @property
    def _is_decided(self) -> bool:
        return self.test is not None and self.test.accepted is not None

    def _run_test(self) -> None:
        while self.test is not None and not self._is_decided and self._tested in self._done:
            block = self._done[self._tested]
            if block.mishap is None:
                self.test.add(block.score(0))
            self._tested += 1


def sequential_test(contest: Contest, hypotheses: tuple[float, float]) -> SequentialTest:
    """A test of the first entrant against the second."""
    if len(contest.entrants) != 2 or contest.setup.solitaire:
        raise ImpossibleTable("A sequential test compares two bots at one table. Name exactly two.")
    lineups = contest.lineups()
    return SequentialTest(*hypotheses, chairs=lineups[0].count(0), of=contest.setup.players, games=len(lineups))
