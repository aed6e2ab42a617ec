"""Loading scenario files. Errors name the file and the line."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from vigil.engine.errors import BadPosition, VigilError, did_you_mean
from vigil.engine.library import Library
from vigil.engine.positions import build_position, least_players
from vigil.engine.state import GameState
from vigil.engine.terms import STANDARD

KEYS = ("title", "sets", "given", "when", "then")
DEFAULT_SETS = ["chronicle-of-the-godslayer"]


class ScenarioError(VigilError):
    """The file cannot be read, or a scenario in it cannot be set up."""


@dataclass
class Scenario:
    """One scenario of a file."""

    path: str
    title: str
    sets: list[str]
    given: dict[str, Any]
    steps: list[str]
    then: dict[str, Any]
    first_line: int
    lines: list[str] = field(repr=False)

    def line_of(self, text: str) -> int:
        """The number of the first line that contains the text, or of the first line of the scenario."""
        for offset, line in enumerate(self.lines):
            if text in line:
                return self.first_line + offset
        return self.first_line

    def error(self, message: str, near: str = "") -> ScenarioError:
        line = self.line_of(near) if near else self.first_line
        return ScenarioError(f'{self.path}:{line}: in "{self.title}": {message}')

    def highest_player(self) -> int:
        """The highest pN that occurs anywhere in the scenario."""
        seats = [*(table.get(key) for table in (self.given, self.then) for key in ("first", "turn"))]
        words = [*self.given, *self.then, *self.steps, *seats, self.then.get("winners")]
        return max([0, *(int(each) for word in words for each in re.findall(r"\bp([1-6])\b", str(word)))])

    def set_up(self, library: Library) -> GameState:
        """The game in the given position."""
        players = least_players(self.given.get("variant", STANDARD), self.highest_player())
        try:
            return build_position(library, self.sets, {"players": players, **self.given})
        except BadPosition as error:
            raise self.error(f"given: {error}", error.near) from None


def load(path: Path) -> list[Scenario]:
    """Loads all scenarios of a file."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise ScenarioError(f"{path}: cannot be read: {reason}") from None
    return loads(text, str(path))


def loads(text: str, path: str) -> list[Scenario]:
    """All scenarios of a text; `path` is what errors call it."""
    try:
        content = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise ScenarioError(f"{path}: not valid TOML: {error}") from None
    lines = text.splitlines()
    starts = [number for number, line in enumerate(lines, 1) if line.strip().startswith("[[scenario]]")]
    for key in content:
        if key != "scenario":
            raise ScenarioError(f'{path}: There is no key "{key}". A file contains only [[scenario]] tables.')
    raw = content.get("scenario", [])
    if not isinstance(raw, list) or not raw or not all(isinstance(each, dict) for each in raw):
        raise ScenarioError(f"{path}: contains no scenarios. Start one with [[scenario]].")
    ends = [*starts[1:], len(lines) + 1]
    starts += [1] * (len(raw) - len(starts))
    ends += [len(lines) + 1] * (len(raw) - len(ends))
    return [
        _scenario(path, number, table, starts[number], lines[starts[number] - 1 : ends[number] - 1])
        for number, table in enumerate(raw)
    ]


def _scenario(path: str, number: int, table: dict[str, Any], first_line: int, lines: list[str]) -> Scenario:
    title = str(table.get("title", f"scenario {number + 1}"))
    made = Scenario(path, title, [], {}, [], {}, first_line, lines)
    for key in table:
        if key not in KEYS:
            raise made.error(f'There is no key "{key}".{did_you_mean(key, KEYS)} Known keys: {", ".join(KEYS)}.', key)
    sets = table.get("sets", DEFAULT_SETS)
    steps = table.get("when", [])
    if isinstance(sets, str):
        sets = [sets]
    if not isinstance(sets, list) or not all(isinstance(each, str) for each in sets):
        raise made.error('"sets" must be a list of names.', "sets")
    if not isinstance(steps, list) or not all(isinstance(each, str) for each in steps):
        raise made.error('"when" must be a list of steps.', "when")
    for key in ("given", "then"):
        if not isinstance(table.get(key, {}), dict):
            raise made.error(f'"{key}" must be a table. Write {key}.p1.hand = [...].', key)
    made.sets = sets
    made.steps = steps
    made.given = table.get("given", {})
    made.then = table.get("then", {})
    return made
