"""Where the matches are kept: an arena's file each, in a folder for every state of the sources.

Files that were played on another machine by the same sources can be laid into the folder.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from bench.page import interpreter, processor
from vigil._compiled import ENGINE
from vigil.engine.errors import VigilError
from vigil.lab.arena import Block
from vigil.lab.arena_run import ArenaFile, ArenaRun, BadArenaFile
from vigil.lab.fingerprint import PLAYED_BY, fingerprint
from vigil.lab.workers import Workers

from .plan import Fixture
from .profile import Profile

PROFILE: Final = "profile"


class SourcesChanged(VigilError):
    """Somebody changed what plays while it was being measured."""


def machine() -> str:
    return f"{processor()}, {interpreter()}, {ENGINE} engine"


class Folder:
    """The matches of the sources as they are now."""

    def __init__(self, root: Path) -> None:
        self.state = fingerprint(PLAYED_BY, ())
        self.path = root / self.state

    def file(self, fixture: Fixture) -> Path:
        return self.path / f"{fixture.name}.jsonl"

    def blocks(self, fixture: Fixture) -> list[Block]:
        """What has been played of the match, as much of it as the plan asks for."""
        path = self.file(fixture)
        if not path.exists():
            return []
        # Whoever is playing the match has locked the file, and a reader has no business mending it: a copy is read.
        with TemporaryDirectory() as aside:
            copy = Path(shutil.copy(path, aside))
            try:
                with ArenaFile(copy, fixture.contest) as file:
                    found = file.blocks
            except BadArenaFile as error:
                raise BadArenaFile(str(error).replace(str(copy), str(path))) from None
        return [found[number] for number in sorted(found) if number < fixture.blocks]

    def play(self, fixture: Fixture, workers: Workers) -> Iterator[Block]:
        """Plays what is missing, and gives each block when it is kept."""
        self._check_sources()
        with ArenaFile(self.file(fixture), fixture.contest) as file:
            run = ArenaRun(fixture.contest, fixture.blocks, file)
            if not run.is_finished:
                self._note_machine(fixture)
            yield from run.play(workers)

    def machines(self, fixture: Fixture) -> list[str]:
        """Who played the match, where that was noted."""
        path = self._machine_file(fixture)
        return path.read_text(encoding="utf-8").splitlines() if path.exists() else []

    def _check_sources(self) -> None:
        if fingerprint(PLAYED_BY, ()) != self.state:
            raise SourcesChanged(
                "The engine, the cards or the bots have changed since this began, and nobody could say who played "
                "what. Start again: what has been played stays with the sources that played it."
            )

    def _machine_file(self, fixture: Fixture) -> Path:
        return self.file(fixture).with_suffix(".machine")

    def _note_machine(self, fixture: Fixture) -> None:
        known = dict.fromkeys([*self.machines(fixture), machine()])
        self._machine_file(fixture).write_text("".join(f"{each}\n" for each in known), encoding="utf-8")

    # --- profiles

    def profile(self, bot: str) -> Profile | None:
        path = self._profile_file(bot)
        return Profile(**json.loads(path.read_text(encoding="utf-8"))) if path.exists() else None

    def keep(self, profile: Profile) -> None:
        self._check_sources()
        self.path.mkdir(parents=True, exist_ok=True)
        text = json.dumps(asdict(profile), indent=1) + "\n"
        self._profile_file(profile.bot).write_text(text, encoding="utf-8")

    def _profile_file(self, bot: str) -> Path:
        return self.path / f"{PROFILE}-{bot}.json"
