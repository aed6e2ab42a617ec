"""Records: saved games, to continue or to replay."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from os import PathLike, fspath
from pathlib import Path
from typing import Any

from vigil.cards import LIBRARY
from vigil.engine import records as engine
from vigil.engine.errors import BadRecord

from .decisions import Decision, Option
from .game import Game
from .happenings import Happening
from .wording import Printed, amount


@dataclass(frozen=True, repr=False)
class Step(Printed):
    """One choice of a recorded game.

    >>> import vigil
    >>> game = vigil.new_game(seed=8, first=0)
    >>> game.choose("play Militia")
    >>> [step] = game.replay()
    >>> step
    <Step 1: p1, 'play Militia'>
    >>> step.number, step.seat, step.choice.kind, step.game.turn.power
    (1, 0, 'play', 1)
    """

    number: int
    """Counted from 1."""
    decision: Decision
    """The decision before the choice."""
    choice: Option
    """The option that was chosen."""
    game: Game
    """The game after the choice, as an independent copy."""

    @property
    def seat(self) -> int:
        """The seat that chose."""
        return self.decision.seat

    @property
    def text(self) -> str:
        """The choice in notation."""
        return self.choice.text

    def happenings(self, seat: int | None = None) -> list[Happening]:
        """What happened after the choice, as this seat may see it; without a seat, as a spectator may."""
        return self.game.happenings(seat)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Step {self.number}: {self.game.name_of(self.seat)}, {self.text!r}>"


class Record:
    """The record of a game: its setup, seed and choices, from which the game can be replayed.

    >>> import vigil
    >>> game = vigil.new_game(seed=8, first=0, names=["Ada", "Ben"])
    >>> game.choose("play Militia")
    >>> game.choose("end turn")
    >>> game.record
    <Record of Chronicle of the Godslayer, 2 players, 2 choices>
    >>> game.record.choices
    ['play Militia', 'end turn']
    >>> vigil.Record.from_json(game.record.to_json()).game() == game
    True
    """

    __slots__ = ("_record",)

    def __init__(self, record: engine.Record) -> None:
        self._record = record

    @property
    def names(self) -> list[str]:
        """The players' names; empty if none were given."""
        return self._record.names

    @property
    def seed(self) -> int:
        """The seed of the game's random numbers."""
        return self._record.seed

    @property
    def setup(self) -> dict[str, Any]:
        """The number of players, the sets, the variant and so on."""
        return self._record.setup

    @property
    def position(self) -> dict[str, Any] | None:
        """The description of the starting position; None for a game that was dealt."""
        return self._record.position

    @property
    def choices(self) -> list[str]:
        """All choices, in notation."""
        return self._record.choices

    @property
    def result(self) -> dict[str, Any] | None:
        """The scores, the winners and a checksum of the final position; None if the game is not over."""
        return self._record.result

    def game(self) -> Game:
        """The game after the last choice, ready to continue.

        Raises BadRecord if a choice is not legal, or if the game does not end with the result in the record.
        """
        game = self._begin()
        for _ in self._choices(game):
            pass
        self._record.check_result(game.state)
        return game

    def replay(self) -> Iterator[Step]:
        """Replays the game step by step: yields each choice with the game after it."""
        game = self._begin()
        for number, (decision, choice) in enumerate(self._choices(game), 1):
            yield Step(number, decision, choice, game.copy())

    def _begin(self) -> Game:
        record = self._record
        return Game(record.begin(LIBRARY), record.names, record.position, dealt=record.position is None)

    def _choices(self, game: Game) -> Iterator[tuple[Decision, Option]]:
        """Makes the recorded choices in the game, and yields each with its decision."""
        for index in range(len(self.choices)):
            raw = self._record.choice_in(game.state, index)
            decision = game.decision
            choice = Option(raw, decision.raw)
            game.choose(choice)
            yield decision, choice

    def to_json(self) -> str:
        """The record as JSON, which `Record.from_json` reads."""
        return self._record.to_json()

    @staticmethod
    def from_json(text: str) -> Record:
        """Reads a record. Raises BadRecord if it is not a valid record."""
        return Record(engine.Record.from_json(text))

    def save(self, path: str | PathLike[str]) -> None:
        """Writes the record to a file."""
        Path(path).write_text(self.to_json(), encoding="utf-8")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Record) and self.to_json() == other.to_json()

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[object, ...]:
        return Record.from_json, (self.to_json(),)

    def __repr__(self) -> str:
        names = map(str, self.setup.get("sets", []))
        titles = [LIBRARY.sets[name].title if name in LIBRARY.sets else name for name in names]
        players, choices = amount(self.setup.get("players", 2), "player"), amount(len(self.choices), "choice")
        return f"<Record of {' + '.join(titles)}, {players}, {choices}>"


def load(path: str | PathLike[str]) -> Game:
    """Loads a saved game, verifies it, and returns it ready to continue.

    Raises BadRecord if the file is not a valid record, or if its choices do not lead to its result.

    >>> import vigil
    >>> game = vigil.new_game(seed=8, first=0)
    >>> game.choose("play Militia")
    >>> game.save("x.vigil")
    >>> vigil.load("x.vigil") == game
    True
    >>> [step.text for step in vigil.load("x.vigil").replay()]
    ['play Militia']
    """
    try:
        return Record.from_json(Path(path).read_text(encoding="utf-8-sig")).game()
    except UnicodeDecodeError:
        raise BadRecord(f"{fspath(path)} cannot be loaded. This is not a record of Vigil: it is not text.") from None
    except BadRecord as error:
        raise BadRecord(f"{fspath(path)} cannot be loaded. {error}") from None
