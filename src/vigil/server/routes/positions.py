"""Positions that somebody has set up: checked, played on, judged, and as scenario files. Nothing of them is stored."""

from __future__ import annotations

import asyncio
from typing import Annotated, Final

from litestar import get, post
from litestar.params import FromPath, JSONBody, QueryParameter
from msgspec import Meta, Struct

from vigil._version import __version__
from vigil.bot_pool.queue import Urgency
from vigil.bot_pool.worker import JudgedChoice
from vigil.engine.setup import RULES_VERSION
from vigil.scenarios import loads
from vigil.table.daily import require_unsealed
from vigil.table.messages import TableNow
from vigil.table.positions import (
    EDITOR,
    LARGEST_POSITION,
    LONGEST_TITLE,
    Position,
    Problem,
    ReadScenario,
    file_of,
    moment_of,
    notes_on,
    position_of,
    problems_of,
    read_scenario,
    shuffled,
    table_at,
)
from vigil.table.projection import project
from vigil.table.refusals import Code, Refused
from vigil.text.tokens import plain

from ..sessions import AnyVisitor, InjectedServices
from .games import game_after, game_that_is_over
from .play import require_bots

LARGEST_FILE: Final = 32_768
"""Bytes of a scenario file that is read."""
MOST_SCENARIOS: Final = 50
NODES: Final = 200
"""Playouts of a judgement: about a second."""

Title = Annotated[str, Meta(min_length=1, max_length=LONGEST_TITLE)]


class CheckedPosition(Struct, frozen=True):
    """With `problems` there is no `table`. `notes` say what could not be so in a game, or has no effect.

    `table` is the position after its steps, seen from all seats by one person; it is stored nowhere.
    """

    problems: list[Problem]
    notes: list[Problem]
    table: TableNow | None


class JudgedPosition(Struct, frozen=True):
    """Every option of whoever has to decide, the best one first, and what speaks for that one in a sentence."""

    seat: int
    options: list[JudgedChoice]
    reason: str


class ScenarioToWrite(Struct, frozen=True, forbid_unknown_fields=True):
    title: Title
    position: Position


class ScenarioFile(Struct, frozen=True):
    """The text of a scenario file (TOML)."""

    text: str


class ReadScenarios(Struct, frozen=True):
    scenarios: list[ReadScenario]


class GameMoment(Struct, frozen=True):
    """A moment of a game: the position at the beginning of its turn, and the steps that lead there.

    Where it is not `exact` there are no steps, and the position lacks its open question and what was used this turn.
    """

    position: Position
    exact: bool


class ReportTitle(Struct, frozen=True, forbid_unknown_fields=True):
    """What looks wrong, in a sentence: the title of the scenario."""

    title: Title


class ReportFile(Struct, frozen=True):
    """A scenario file about a game, with what whoever asks may know. `position` is the one in the file."""

    text: str
    position: Position
    exact: bool


@post(
    "/api/positions",
    status_code=200,
    request_max_body_size=LARGEST_POSITION,
    summary="Check a position and show it",
    tags=["positions"],
)
async def check_position(
    services: InjectedServices,
    visitor: AnyVisitor,
    data: JSONBody[Position],
    since: Annotated[int, QueryParameter(ge=0, description="The last entry of the table that is known.")] = 0,
) -> CheckedPosition:
    """What is possible is in the decision of the `table`; why something is not, in the `why_not` of its cards."""
    services.limits.spend("position", visitor.bucket)
    return await asyncio.to_thread(_checked, data, since)


def _checked(position: Position, since: int) -> CheckedPosition:
    problems = problems_of(position)
    if problems:
        return CheckedPosition(problems, [], None)
    table = table_at(position)
    return CheckedPosition([], notes_on(position), project(table, EDITOR, since, {EDITOR: EDITOR}, 0.0, here=[EDITOR]))


@post(
    "/api/positions/values",
    status_code=200,
    request_max_body_size=LARGEST_POSITION,
    summary="Ask what every option is worth",
    tags=["positions"],
)
async def judge_position(services: InjectedServices, visitor: AnyVisitor, data: JSONBody[Position]) -> JudgedPosition:
    """A search from what a player on the deciding seat could know, who has not seen the order of the decks.

    Whoever plays goes before whoever asks this.
    """
    bot_players = require_bots(services)
    services.limits.spend("thought", visitor.bucket)
    table = await asyncio.to_thread(table_at, data)
    seat = table.deciding
    if table.playing.decision is None:
        raise Refused(Code.GAME_NOT_RUNNING, "The game is over: nothing is left to decide.", "Go back a step.")
    found = await bot_players.judgement(shuffled(table.playing).view(seat), NODES, visitor.bucket, Urgency.WATCHED)
    return JudgedPosition(seat, found.judged, plain(found.why))


@post(
    "/api/positions/file",
    status_code=200,
    request_max_body_size=LARGEST_POSITION,
    summary="Write a position as a scenario file",
    tags=["positions"],
)
async def write_scenario(
    services: InjectedServices, visitor: AnyVisitor, data: JSONBody[ScenarioToWrite]
) -> ScenarioFile:
    services.limits.spend("position", visitor.bucket)
    await asyncio.to_thread(table_at, data.position)
    return ScenarioFile(file_of(data.position, data.title))


@post(
    "/api/positions/read",
    status_code=200,
    request_max_body_size=LARGEST_FILE + LARGEST_FILE // 4,
    summary="Read the positions of a scenario file",
    tags=["positions"],
)
async def read_scenarios(
    services: InjectedServices, visitor: AnyVisitor, data: JSONBody[ScenarioFile]
) -> ReadScenarios:
    """Steps are spelled out, so that every question has its answer; `failures` say what does not hold."""
    services.limits.spend("thought", visitor.bucket)
    if len(data.text.encode()) > LARGEST_FILE:
        raise Refused(Code.TOO_LARGE, "The file is too large.", f"Files of up to {LARGEST_FILE // 1024} KB are read.")
    return ReadScenarios(await asyncio.to_thread(_read, data.text))


def _read(text: str) -> list[ReadScenario]:
    scenarios = loads(text, "file")
    if len(scenarios) > MOST_SCENARIOS:
        raise Refused(
            Code.TOO_LARGE, f"The file has {len(scenarios)} scenarios.", f"Up to {MOST_SCENARIOS} are read at once."
        )
    return [read_scenario(each) for each in scenarios]


@get("/api/games/{table_id:str}/moments/{step:int}", summary="Show a moment as a position", tags=["games"])
async def game_moment(
    services: InjectedServices, visitor: AnyVisitor, table_id: FromPath[str], step: FromPath[int]
) -> GameMoment:
    """For the position editor, or `vigil.position`: a moment of a finished game, with everything that was hidden."""
    table = await game_that_is_over(services, table_id)
    services.limits.spend("thought", visitor.bucket)
    found = await asyncio.to_thread(moment_of, table, step)
    return GameMoment(position_of(found), found.is_exact)


@get("/api/games/{table_id:str}/positions/{step:int}/values", summary="Ask what every option was worth", tags=["games"])
async def judge_step(
    services: InjectedServices, visitor: AnyVisitor, table_id: FromPath[str], step: FromPath[int]
) -> JudgedPosition:
    """A position of a finished game, judged from what the player who had to decide could know there."""
    bot_players = require_bots(services)
    table = await game_that_is_over(services, table_id)
    services.limits.spend("thought", visitor.bucket)
    game = await asyncio.to_thread(game_after, table, step)
    if game.decision is None:
        raise Refused(Code.GAME_NOT_RUNNING, "The game is over: nothing is left to decide.", "Go back a step.")
    seat = game.decision.seat
    found = await bot_players.judgement(game.view(seat), NODES, visitor.bucket, Urgency.WATCHED)
    return JudgedPosition(seat, found.judged, plain(found.why))


@post("/api/tables/{table_id:str}/scenario", status_code=200, summary="Make a scenario file", tags=["play"])
async def table_scenario(
    services: InjectedServices, visitor: AnyVisitor, table_id: FromPath[str], data: JSONBody[ReportTitle]
) -> ReportFile:
    """The present position and the steps of the turn, to be attached to a report.

    While the game runs, it contains only what you may know: all other cards are dealt at random.
    """
    table = await services.host.table(table_id)
    require_unsealed(table, services.clock.now())
    services.limits.spend("thought", visitor.bucket)
    found = await asyncio.to_thread(moment_of, table, None, visitor.id)
    position = position_of(found)
    comment = "\n".join(_about(found.is_exact, table.is_over))
    return ReportFile(file_of(position, data.title, comment), position, found.is_exact)


def _about(is_exact: bool, is_over: bool) -> list[str]:
    """What whoever reads the file has to know, above the scenario."""
    lines = [f"Made by Vigil {__version__} with rules version {RULES_VERSION}. Run it with: vigil scenario FILE"]
    if is_exact:
        lines.append("It starts with the turn and takes the steps that were taken until the moment that is reported.")
    else:
        lines.append(
            "It shows the moment that is reported, without the open question and without what was used this turn."
        )
    if not is_over:
        lines.append("Cards that the reporter could not see are dealt at random.")
    return lines


HANDLERS = [check_position, judge_position, write_scenario, read_scenarios, game_moment, judge_step, table_scenario]
