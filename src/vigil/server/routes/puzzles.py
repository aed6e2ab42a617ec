"""Puzzles: the next one, the one of the day, what an answer is worth, and what came of all tries.

What is best in a puzzle leaves the server with the answer to a try that is over, and not before.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from datetime import date
from random import Random
from typing import Annotated, Final

from litestar import get, post
from litestar.params import FromPath, JSONBody, QueryParameter
from msgspec import Meta, Struct

from vigil.puzzles import THEMES, Puzzle, PuzzleStep, load_puzzles, puzzle_of_the_day
from vigil.storage.puzzles import PuzzleRecord, PuzzleTry
from vigil.table.actions import LONGEST_CHOICE, LONGEST_KEY
from vigil.table.messages import RatingChange, RatingNow, TableNow
from vigil.table.positions import Position
from vigil.table.puzzles import puzzle_now, puzzle_position
from vigil.table.refusals import Code, Refused

from ..puzzles import day_at, found_puzzles, judged, next_puzzle, puzzle_called, start_rating
from ..services import Services
from ..sessions import AnyVisitor, InjectedServices, KnownVisitor, Visitor
from .play import Key
from .ratings import shown_person

MOST_CHOICES: Final = 4
MOST_TRIES: Final = 500
_chance: Final = Random()


class PuzzleRecordNow(Struct, frozen=True):
    """What somebody has done at puzzles. `streak` is how many of the last ones were solved without a failure."""

    rating: RatingNow
    tries: int
    solved: int
    streak: int
    best_streak: int

    @staticmethod
    def of(record: PuzzleRecord, now: float) -> PuzzleRecordNow:
        rating = RatingNow.of(record.standing.at(now))
        return PuzzleRecordNow(rating, record.tries, record.solved, record.streak, record.best_streak)


class PuzzleTheme(Struct, frozen=True):
    """What puzzles are about, by the name that is sent; `count` is how many there are."""

    name: str
    description: str
    count: int


class PuzzleSets(Struct, frozen=True):
    """Sets that are played together, and how many puzzles there are with exactly these."""

    sets: list[str]
    count: int


class PuzzleOverview(Struct, frozen=True):
    """All puzzles by their themes and sets, the puzzle of `day`, and your own record.

    `today` says whether you have `"solved"` or `"failed"` the puzzle of the day; it is empty before your first try.
    """

    count: int
    themes: list[PuzzleTheme]
    collections: list[PuzzleSets]
    day: date
    today: str
    you: PuzzleRecordNow


class PuzzleNow(Struct, frozen=True):
    """A puzzle as its solver sees it. `table` is the position with the options of the first of its `steps`.

    `tried` is `"solved"` or `"failed"`, or empty before your first try. `day` is set on the puzzle of the day.
    """

    id: str
    sets: list[str]
    players: int
    seat: int
    steps: int
    prompt: str
    table: TableNow
    tried: str
    day: date | None = None


class PuzzleAttempt(Struct, frozen=True, forbid_unknown_fields=True):
    """What is chosen in the steps so far, each as the text of an option. Whoever gives up is shown the answer."""

    choices: Annotated[list[Annotated[str, Meta(max_length=LONGEST_CHOICE)]], Meta(max_length=MOST_CHOICES)] = []
    give_up: bool = False


class ValuedOption(Struct, frozen=True):
    """An option of a step: the chance to win after it, and what it loses compared with the best one, in points.

    `error` is the standard error of the loss; of the best option, that of its chance.
    """

    text: str
    chance: float
    loss: float
    error: float


class SolvedStep(Struct, frozen=True):
    """A question with its answer. `best`, `accepted` and `chosen` are places in `options`; `chosen` is null where
    nothing was chosen."""

    prompt: str
    options: list[ValuedOption]
    best: int
    accepted: list[int]
    chosen: int | None
    reason: str

    @staticmethod
    def of(step: PuzzleStep, choice: str | None) -> SolvedStep:
        texts, best = list(step.texts), step.best
        options = [
            ValuedOption(each.text, each.chance, round(max(0.0, best.chance - each.chance), 2), each.error)
            for each in step.options
        ]
        chosen = None if choice is None else texts.index(choice)
        return SolvedStep(
            step.prompt, options, texts.index(best.text), [*map(texts.index, step.accepted)], chosen, step.reason
        )


class PuzzleSolution(Struct, frozen=True):
    """What is best in each step, and why. `fooled` are the bots that choose wrongly. `position` is the puzzle to be
    played on, where hidden cards are dealt at random."""

    steps: list[SolvedStep]
    themes: list[str]
    fooled: list[str]
    rating: RatingNow
    tries: int
    solved: int
    position: Position


class PuzzleAnswer(Struct, frozen=True):
    """Whether the last choice was `right`. While there is another step, `prompt` and `table` ask for it; the table goes
    on from the best choice. Otherwise the try is over, and the `solution` is there.

    Your first try `counted`: `change` is what it made of your rating.
    """

    right: bool
    prompt: str
    table: TableNow | None
    solution: PuzzleSolution | None
    counted: bool
    change: RatingChange | None
    you: PuzzleRecordNow | None


class PuzzleTryLine(Struct, frozen=True):
    """Somebody's first try at a puzzle."""

    puzzle: str
    at: float
    solved: bool
    change: RatingChange

    @staticmethod
    def of(made: PuzzleTry) -> PuzzleTryLine:
        return PuzzleTryLine(made.puzzle, made.at, made.solved, _change(made))


class PuzzleHistory(Struct, frozen=True):
    """The last tries, the newest first."""

    you: PuzzleRecordNow
    tries: list[PuzzleTryLine]


Sets = Annotated[
    str, QueryParameter(name="sets", description="Puzzles with exactly these sets, with commas between; empty for any.")
]
Theme = Annotated[str, QueryParameter(description="Puzzles with this theme; empty for any.")]
After = Annotated[str, QueryParameter(description="The puzzle that was shown last: it does not come again.")]


@get("/api/puzzles", summary="What puzzles there are, and your record", tags=["puzzles"])
async def puzzle_overview(services: InjectedServices, visitor: AnyVisitor) -> PuzzleOverview:
    now = services.clock.now()
    puzzles = await asyncio.to_thread(load_puzzles)
    today = puzzle_of_the_day(day_at(now))
    themes = Counter(theme for puzzle in puzzles for theme in puzzle.themes)
    sets = Counter(puzzle.sets for puzzle in puzzles)
    return PuzzleOverview(
        len(puzzles),
        [PuzzleTheme(name, about, themes[name]) for name, about in THEMES.items() if themes[name]],
        [PuzzleSets(list(names), count) for names, count in sets.most_common()],
        day_at(now),
        await _tried(services, visitor, today),
        await _record(services, visitor),
    )


@get("/api/puzzles/next", summary="A puzzle that you have not tried", tags=["puzzles"])
async def another_puzzle(
    services: InjectedServices, visitor: AnyVisitor, sets: Sets = "", theme: Theme = "", after: After = ""
) -> PuzzleNow:
    """Its rating is near yours. When you have tried all of them, those that you have not solved come again."""
    services.limits.spend("position", visitor.bucket)
    puzzles = await asyncio.to_thread(found_puzzles, sets, theme)
    tried = await services.puzzle_tries.tried(visitor.id) if visitor.id else {}
    record = await services.puzzle_tries.record_of(visitor.id)
    known = await services.puzzle_tries.ratings()
    puzzle = next_puzzle(puzzles, tried, known, record.standing.rating, after, _chance)
    return await _shown(services, visitor, puzzle)


@get("/api/puzzles/daily", summary="The puzzle of the day", tags=["puzzles"])
async def daily_puzzle(services: InjectedServices, visitor: AnyVisitor) -> PuzzleNow:
    """The same for everybody who has these puzzles, on this server or another one. The day begins at midnight UTC."""
    services.limits.spend("position", visitor.bucket)
    day = day_at(services.clock.now())
    await asyncio.to_thread(load_puzzles)
    return await _shown(services, visitor, puzzle_of_the_day(day), day)


@get("/api/puzzles/{puzzle_id:str}", summary="Show a puzzle", tags=["puzzles"])
async def show_puzzle(services: InjectedServices, visitor: AnyVisitor, puzzle_id: FromPath[str]) -> PuzzleNow:
    services.limits.spend("position", visitor.bucket)
    await asyncio.to_thread(load_puzzles)
    return await _shown(services, visitor, puzzle_called(puzzle_id))


@post("/api/puzzles/{puzzle_id:str}/tries", status_code=200, summary="Answer a puzzle", tags=["puzzles"])
async def try_puzzle(
    services: InjectedServices, me: KnownVisitor, puzzle_id: FromPath[str], data: JSONBody[PuzzleAttempt], key: Key = ""
) -> PuzzleAnswer:
    """Your first try at a puzzle changes your rating and the puzzle's. It is over with the first wrong choice, with the
    right choice in the last step, or when you give up. Sent again with the same key it gets the same answer."""
    services.limits.spend("position", me.bucket)
    if len(key) > LONGEST_KEY:
        raise Refused(Code.INVALID_REQUEST, "The key is too long.", f"Send up to {LONGEST_KEY} characters.")
    await asyncio.to_thread(load_puzzles)
    puzzle = puzzle_called(puzzle_id)
    found = judged(puzzle, data.choices, gives_up=data.give_up)
    if not found.is_over:
        step = len(data.choices)
        table = await asyncio.to_thread(puzzle_now, puzzle, step)
        return PuzzleAnswer(True, puzzle.steps[step].prompt, table, None, False, None, None)
    before = await services.puzzle_tries.find(me.id, puzzle.id)
    if before is not None and key == before.key != "" and list(found.choices) != before.choices:
        raise Refused(Code.IDEMPOTENCY_KEY_REUSED, "This key belongs to another answer.", "Send a fresh key.")
    made = before or await services.puzzle_tries.record(
        me.id,
        puzzle.id,
        start_rating(puzzle),
        solved=found.is_right,
        now=services.clock.now(),
        choices=found.choices,
        key=key,
    )
    counted = before is None if not key else made.key == key
    solution = await _solution(services, puzzle, found.choices)
    change = _change(made) if counted else None
    return PuzzleAnswer(found.is_right, "", None, solution, counted, change, await _record(services, me))


@get("/api/me/puzzles", summary="Your tries at puzzles", tags=["puzzles"])
async def my_puzzles(
    services: InjectedServices,
    me: KnownVisitor,
    count: Annotated[int, QueryParameter(ge=0, le=MOST_TRIES, description="How many of the last tries.")] = 50,
) -> PuzzleHistory:
    tries = await services.puzzle_tries.history(me.id, count) if count else []
    return PuzzleHistory(await _record(services, me), [PuzzleTryLine.of(each) for each in tries])


@get("/api/people/{name:str}/puzzles", summary="Somebody's record at puzzles", tags=["puzzles"])
async def puzzles_of_person(services: InjectedServices, visitor: AnyVisitor, name: FromPath[str]) -> PuzzleRecordNow:
    """Of an account with a public profile, or of your own."""
    person = await shown_person(services, visitor.id, name)
    return PuzzleRecordNow.of(await services.puzzle_tries.record_of(person.id), services.clock.now())


async def _shown(services: Services, visitor: Visitor, puzzle: Puzzle, day: date | None = None) -> PuzzleNow:
    return PuzzleNow(
        puzzle.id,
        list(puzzle.sets),
        puzzle.players,
        puzzle.seat,
        len(puzzle.steps),
        puzzle.steps[0].prompt,
        await asyncio.to_thread(puzzle_now, puzzle),
        await _tried(services, visitor, puzzle),
        day,
    )


async def _tried(services: Services, visitor: Visitor, puzzle: Puzzle) -> str:
    made = await services.puzzle_tries.find(visitor.id, puzzle.id) if visitor.id else None
    return "" if made is None else "solved" if made.solved else "failed"


async def _record(services: Services, visitor: Visitor) -> PuzzleRecordNow:
    record = await services.puzzle_tries.record_of(visitor.id) if visitor.id else PuzzleRecord()
    return PuzzleRecordNow.of(record, services.clock.now())


async def _solution(services: Services, puzzle: Puzzle, choices: Sequence[str]) -> PuzzleSolution:
    standing = await services.puzzle_tries.rating_of(puzzle.id)
    assert standing is not None
    answers: list[str | None] = [*choices, *[None] * len(puzzle.steps)]
    return PuzzleSolution(
        [SolvedStep.of(step, choice) for step, choice in zip(puzzle.steps, answers, strict=False)],
        list(puzzle.themes),
        list(puzzle.fooled),
        RatingNow.of(standing.rating),
        standing.tries,
        standing.solved,
        puzzle_position(puzzle),
    )


def _change(made: PuzzleTry) -> RatingChange:
    return RatingChange(RatingNow.of(made.before), RatingNow.of(made.after))


HANDLERS = [puzzle_overview, another_puzzle, daily_puzzle, show_puzzle, try_puzzle, my_puzzles, puzzles_of_person]
