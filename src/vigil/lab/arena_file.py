"""Finished blocks in a file, a line of JSON each, so that an arena can be stopped at any moment and go on later.

The first line names what is played. Blocks stand in the order in which they were finished. A last line without its end
is what an interruption left of a block, and is dropped.
"""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from vigil.custom_sets import loaded_sources
from vigil.engine.errors import VigilError

from .arena import NOBODY, Block, Contest, Mishap, Thinking
from .fingerprint import PLAYED_BY, fingerprint
from .matches import Played

FORMAT: Final = "vigil arena 1"
GAME_FIELDS: Final = ("lineup", "first", "winners", "scores", "cult", "turns", "decisions", "stalled")


class BadArenaFile(VigilError):
    """A file holds something else than the blocks of this arena."""


class ArenaFile:
    """Opens or begins the file; `blocks` are those that were finished before, by their numbers."""

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
        self._write(_as_data(block))
        self.blocks[block.number] = block

    def _write(self, data: dict[str, Any]) -> None:
        try:
            self._file.write(_line(data))
            self._file.flush()
        except OSError as error:
            raise BadArenaFile(f"{self.path} cannot be written: {error.strerror}. What is in it stays.") from None

    def _lock(self) -> None:
        """Two arenas that write to the same file would play the same blocks twice. The lock ends with the process."""
        with suppress(ImportError):
            import fcntl

            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise BadArenaFile(f"{self.path} is being written by another arena: wait, or name another.") from None

    def _resume(self) -> None:
        self._file.seek(0)
        text = self._file.read()
        whole, _, rest = text.rpartition(b"\n")
        lines = whole.split(b"\n") if whole else []
        header = header_of(self.contest)
        if not lines:
            if not _line(header).startswith(rest):
                raise BadArenaFile(f"{self.path} holds something else than an arena: name another file.")
            self._file.truncate(0)
            self._write(header)
            return
        self._check_header(_read(lines[0]), header)
        for number, line in enumerate(lines[1:], start=2):
            try:
                block = _as_block(_read(line), self.contest)
            except (KeyError, TypeError, ValueError):
                raise BadArenaFile(
                    f"{self.path}:{number} is damaged: it holds no block of this arena. Remove the line to have "
                    "the block played again, or name another file."
                ) from None
            self.blocks[block.number] = block
        self._file.truncate(len(text) - len(rest))

    def _check_header(self, found: dict[str, Any], wanted: dict[str, Any]) -> None:
        if found.get("format") != FORMAT:
            raise BadArenaFile(f"{self.path} holds something else than an arena: name another file.")
        others = [
            f"{key.replace('_', ' ')} {_shown(found.get(key))} instead of {_shown(value)}"
            for key, value in wanted.items()
            if found.get(key) != value and key != "sources"
        ]
        if others:
            raise BadArenaFile(
                f"{self.path} holds an arena with other arguments: {'; '.join(others)}. Name another file, or go on "
                "with the arguments that it was begun with."
            )
        if found.get("sources") != wanted["sources"]:
            raise BadArenaFile(
                f"{self.path} was played by another state of Vigil or of your own sets: bots, cards or rules have "
                "changed since. Name another file."
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


# --- blocks as data


def _as_data(block: Block) -> dict[str, Any]:
    data: dict[str, Any] = {
        "block": block.number,
        "games": [{name: getattr(game, name) for name in GAME_FIELDS} for game in block.games],
        "thinking": [[each.decisions, round(each.seconds, 6), round(each.worst, 6)] for each in block.thinking],
        "seconds": round(block.seconds, 6),
    }
    if block.mishap is not None:
        data["mishap"] = vars(block.mishap)
    return data


def _as_block(data: dict[str, Any], contest: Contest) -> Block:
    """Raises KeyError, TypeError or ValueError if that is no block of the contest."""
    mishap = Mishap(**data["mishap"]) if "mishap" in data else None
    games = tuple(_as_played(number, game) for number, game in enumerate(data["games"]))
    thinking = tuple(Thinking(int(count), float(whole), float(worst)) for count, whole, worst in data["thinking"])
    block = Block(int(data["block"]), games, thinking, float(data["seconds"]), mishap)
    lineups = contest.lineups()
    played = [game.lineup for game in games]
    is_whole = played == lineups or (mishap is not None and played == lineups[: len(played)])
    count = len(contest.entrants)
    is_sound = block.number >= 0 and len(thinking) == count and (mishap is None or NOBODY <= mishap.entrant < count)
    if not is_whole or not is_sound:
        raise ValueError("not a block of this arena")
    return block


def _as_played(number: int, data: dict[str, Any]) -> Played:
    def numbers(name: str) -> tuple[int, ...]:
        return tuple(map(int, data[name]))

    return Played(
        number=number,
        lineup=numbers("lineup"),
        first=int(data["first"]),
        winners=numbers("winners"),
        scores=numbers("scores"),
        cult=None if data["cult"] is None else int(data["cult"]),
        turns=int(data["turns"]),
        decisions=int(data["decisions"]),
        stalled=bool(data["stalled"]),
        seconds=0.0,
    )


def _read(line: bytes) -> dict[str, Any]:
    try:
        data = json.loads(line)
    except ValueError:
        return {}
    return data if isinstance(data, dict) else {}


def _line(data: dict[str, Any]) -> bytes:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def _shown(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return "as usual" if value is None else str(value)
