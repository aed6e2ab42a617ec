"""Games that go on from another: from the middle of a finished one, or from a lesson that is shipped with the package.

    record = lesson("first-steps")                a finished table has a record too
    deal = going_on(record, step, settings)       how a table is dealt that begins there

A lesson is a record like any other, a file in `lessons`: it starts with a deal or with a position, `vigil replay` shows
it, and a table may begin after any of its choices. A table keeps the position and the choices that came before it,
so it can be loaded whatever becomes of the other game.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Annotated, Any, Final, NamedTuple

from msgspec import Meta, Struct
from msgspec.structs import replace

from vigil.cards import LIBRARY
from vigil.engine.records import Record
from vigil.engine.setup import RULES_VERSION

from .fairness import Secret
from .refusals import Code, Refused
from .settings import TableSettings

LESSONS: Final = Path(__file__).parent / "lessons"


class Beginning(Struct, frozen=True, forbid_unknown_fields=True):
    """After so many choices (`step`) of a finished `game`, or of a `lesson`; the other of the two is an empty text.

    Both are empty where the game began with a position that somebody has set up.
    """

    game: str = ""
    lesson: str = ""
    step: Annotated[int, Meta(ge=0)] = 0


@cache
def lessons() -> dict[str, Record]:
    files = sorted(LESSONS.glob("*.json"))
    return {file.stem: Record.from_json(file.read_text(encoding="utf-8")) for file in files}


def lesson(name: str) -> Record:
    if name not in lessons():
        raise Refused(Code.LESSON_NOT_FOUND, "There is no such lesson.", f"Lessons: {', '.join(lessons())}.")
    return lessons()[name]


class Deal(NamedTuple):
    """How a table is dealt: `earlier` choices lead to its beginning, where `deciding` has to decide.

    Without a secret it is a fresh one. `position` describes where the first choice was made, unless that was a deal.
    `beginning` says where it goes on from.
    """

    settings: TableSettings
    secret: Secret | None = None
    earlier: tuple[str, ...] = ()
    deciding: int = 0
    rules: int = RULES_VERSION
    position: dict[str, Any] | None = None
    beginning: Beginning | None = None


def going_on(record: Record, step: int, asked: TableSettings) -> Deal:
    """The same cards for the same seats; the clock and all manners as asked for."""
    if asked.rated:
        raise Refused(
            Code.NOT_IN_RATED_GAMES, "A game whose shuffles are known in advance cannot be rated.", "Play it unrated."
        )
    earlier = record.choices[:step]
    game = Record(record.setup, record.seed, earlier, rules=record.rules, position=record.position).replay(LIBRARY)
    decision = game.decision
    if decision is None or step > len(earlier):
        raise Refused(
            Code.GAME_NOT_RUNNING,
            f"There is nothing to decide after step {step}: the game has {len(record.choices)} steps.",
            "Start from an earlier step.",
        )
    settings = replace(asked, **record.setup)
    secret = Secret.known(game.chance.seed)
    return Deal(settings, secret, tuple(earlier), decision.seat, record.rules, record.position)
