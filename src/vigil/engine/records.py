"""Records: a game as setup, seed and choices. Loading, replaying and verifying a record plays its choices again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from json import JSONDecodeError, dumps, loads
from re import fullmatch
from typing import Any, Final

from .errors import BadRecord, VigilError
from .library import Library
from .notation import parse
from .options import Option
from .positions import build_position
from .scoring import scores
from .setup import RULES_VERSION, Setup, deal
from .snapshot import checksum, is_comparable
from .state import GameState
from .terms import seat_name

FORMAT: Final = "vigil record"
POSITION_FORMAT: Final = "vigil position record"
"""The format of a game that started from a position: `position` describes it with the keys of a scenario's `given`."""


@dataclass(repr=False, eq=False)
class Record:
    """The record of one game. `names` are the players' names; `result` is None until the game is over.

    `position` describes the starting position of a game that was not dealt.
    """

    setup: dict[str, Any]
    seed: int
    choices: list[str] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    result: dict[str, Any] | None = None
    rules: int = RULES_VERSION
    position: dict[str, Any] | None = None

    def __repr__(self) -> str:
        sets = " + ".join(str(each) for each in self.setup.get("sets", []))
        return f"<Record of {sets}, {self.setup.get('players')} players, {len(self.choices)} choices>"

    @staticmethod
    def of(game: GameState, names: list[str] | None = None) -> Record:
        """A new record for a game that has just started."""
        return Record(game.setup.to_dict(), game.chance.seed, names=names or [], rules=game.setup.rules)

    def choose(self, game: GameState, choice: Option) -> None:
        """Applies the choice to the game and appends it to the record."""
        assert game.decision is not None
        text = game.decision.text(choice)
        game.choose(choice)
        self.choices.append(text)
        if game.over:
            self.result = result_of(game)

    # --- text

    def to_json(self) -> str:
        data = {
            "format": FORMAT if self.position is None else POSITION_FORMAT,
            "rules": self.rules,
            "setup": self.setup,
            "seed": str(self.seed),
            "names": self.names,
            "choices": self.choices,
            "result": self.result,
        }
        if self.position is not None:
            data["position"] = self.position
        return dumps(data, indent=1)

    @staticmethod
    def from_json(text: str) -> Record:
        try:
            data = loads(text)
        except (JSONDecodeError, RecursionError):
            raise BadRecord("This is not a record of Vigil: it is not JSON.") from None
        if not isinstance(data, dict) or data.get("format") not in (FORMAT, POSITION_FORMAT):
            raise BadRecord(f'This is not a record of Vigil: it has no "format": "{FORMAT}".')
        rules = data.get("rules")
        if rules not in range(1, RULES_VERSION + 1):
            raise BadRecord(f"The record has rules version {rules}. This program supports 1 to {RULES_VERSION}.")
        return _from_data(data)

    # --- replaying

    def begin(self, library: Library) -> GameState:
        """The game before the first choice."""
        try:
            if self.position is not None:
                return build_position(library, self.setup["sets"], self.position, self.rules)
            return deal(Setup(library, **self.setup, rules=self.rules), self.seed)
        except (KeyError, TypeError, VigilError) as error:
            raise BadRecord(f"The record's game cannot be set up: {error}") from None

    def steps(self, library: Library) -> Iterator[tuple[str, GameState]]:
        """Yields the text of each choice with the game after it. The game is always the same object."""
        game = self.begin(library)
        for index, text in enumerate(self.choices):
            game.choose(self.choice_in(game, index))
            yield text, game

    def choice_in(self, game: GameState, index: int) -> Option:
        """The option that the choice at this index means in `game`, which must be at that point of the record."""
        text = self.choices[index]
        if game.decision is None:
            raise BadRecord(f'Choice {index + 1} "{text}" comes after the end of the game.')
        try:
            return parse(game.decision, text)
        except VigilError as error:
            raise BadRecord(f"Choice {index + 1} is not legal: {error}") from None

    def replay(self, library: Library) -> GameState:
        """The game after the last choice."""
        game = self.begin(library)
        for _, after in self.steps(library):
            game = after
        return game

    def verify(self, library: Library) -> GameState:
        """Replays the record and compares the outcome with its `result`. Raises `BadRecord` if they differ.

        A checksum of another snapshot version is skipped; choices, scores and winners are always compared.
        """
        game = self.replay(library)
        self.check_result(game)
        return game

    def check_result(self, game: GameState) -> None:
        """Compares the game after the last choice with the record's `result`."""
        if self.result is not None:
            found = result_of(game)
            for key, value in self.result.items():
                if found.get(key) != value and (key != "checksum" or is_comparable(value)):
                    raise BadRecord(f"The record says {key} {value}, but its choices lead to {found.get(key)}.")


def result_of(game: GameState) -> dict[str, Any]:
    return {
        "over": game.over,
        "scores": scores(game),
        "winners": [seat_name(seat) for seat in game.winners],
        "checksum": checksum(game),
    }


def _from_data(data: dict[str, Any]) -> Record:
    found: list[Any] = [data.get(key) for key in ("setup", "seed", "choices", "names", "result")]
    setup, seed, choices, names, result = found
    if not isinstance(setup, dict) or not isinstance(seed, str) or not fullmatch("-?[0-9]{1,200}", seed):
        raise BadRecord("The record is damaged: its setup or its seed is missing or invalid.")
    if not isinstance(setup.get("variant", ""), str):
        raise BadRecord("The record is damaged: the variant must be a string.")
    for key, value in (("choices", choices), ("names", names), ("sets", setup.get("sets", []))):
        if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
            raise BadRecord(f"The record is damaged: {key} must be a list of strings.")
    if result is not None and not isinstance(result, dict):
        raise BadRecord("The record is damaged: its result must be an object.")
    position = data.get("position") if data["format"] == POSITION_FORMAT else None
    if data["format"] == POSITION_FORMAT and not isinstance(position, dict):
        raise BadRecord("The record is damaged: its position is missing.")
    return Record(setup, int(seed), choices, names, result, data["rules"], position)
