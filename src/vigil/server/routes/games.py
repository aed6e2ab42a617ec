"""Games that are over: what their permanent page shows, the record to download, and every position again."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Final

from litestar import Response, get
from litestar.openapi import ResponseSpec
from litestar.params import FromPath, QueryParameter
from msgspec import Struct

from vigil.engine.notation import parse
from vigil.engine.state import GameState
from vigil.engine.view import SPECTATOR
from vigil.table.beginnings import Beginning
from vigil.table.daily import require_unsealed
from vigil.table.messages import Held, Result, Revealed, SeatNow, ViewNow
from vigil.table.projection import held, view_of
from vigil.table.records import record_json
from vigil.table.refusals import Code, Refused
from vigil.table.settings import TableSettings
from vigil.table.shared_list import SharedList
from vigil.table.table import Phase, Table

from ..services import Services
from ..sessions import AnyVisitor, InjectedServices

MOST_POSITIONS: Final = 100


class Step(Struct, frozen=True):
    """A choice of the game: who made it, and in which words."""

    seat: int
    choice: str


class GamePage(Struct, frozen=True):
    """A game that is over. `steps` are its choices; position 0 is the deal, position N what came of step N."""

    id: str
    phase: Phase
    settings: TableSettings
    beginning: Beginning | None
    seats: list[SeatNow]
    result: Result
    commitment: str
    revealed: Revealed
    opened: float
    ended: float
    steps: list[Step]


class Positions(Struct, frozen=True):
    """`views[N]` holds the position after step `first + N`, seen from the seats that were asked for.

    `held[N]` is what the players have out of sight there, seat by seat.
    """

    first: int
    views: list[list[ViewNow]]
    held: list[list[Held]]


async def game_that_is_over(services: Services, table_id: str) -> Table:
    table = await services.host.table(table_id)
    if table.game is None or not table.is_over:
        raise Refused(Code.GAME_NOT_OVER, "This game is not over.", "Watch the table; come back when the game is over.")
    require_unsealed(table, services.clock.now())
    return table


@get("/api/games/{table_id:str}", summary="Show a finished game", tags=["games"])
async def game_page(services: InjectedServices, visitor: AnyVisitor, table_id: FromPath[str]) -> GamePage:
    table = await game_that_is_over(services, table_id)
    now = await services.project(table, visitor.id, table.number)
    assert now.result is not None
    assert now.revealed is not None
    return GamePage(
        id=table.id,
        phase=table.phase,
        settings=table.settings,
        beginning=table.beginning,
        seats=now.seats,
        result=now.result,
        commitment=now.commitment,
        revealed=now.revealed,
        opened=table.opened,
        ended=table.changed,
        steps=[Step(move.seat, move.text) for move in table.moves[1:]],
    )


@get(
    "/api/games/{table_id:str}/record",
    responses={200: ResponseSpec(dict[str, Any], generate_examples=False, description="A file with JSON.")},
    summary="Download the record, for vigil replay and vigil verify",
    tags=["games"],
)
async def game_record(services: InjectedServices, table_id: FromPath[str]) -> Response[bytes]:
    table = await game_that_is_over(services, table_id)
    text = record_json(table, await services.names.of(table.people()))
    headers = {"content-disposition": f'attachment; filename="vigil-{table.id}.json"'}
    return Response(text.encode() + b"\n", media_type="application/json", headers=headers)


@get("/api/games/{table_id:str}/positions", summary="Show positions of a finished game", tags=["games"])
async def game_positions(
    services: InjectedServices,
    visitor: AnyVisitor,
    table_id: FromPath[str],
    first: Annotated[int, QueryParameter(ge=0, description="The step after which the first position is.")] = 0,
    count: Annotated[int, QueryParameter(ge=1, le=MOST_POSITIONS, description="How many positions.")] = 1,
    seat: Annotated[int | None, QueryParameter(description="Seen from this seat; without it, from all.")] = None,
) -> Positions:
    """The game is over, so everybody may look from everywhere."""
    table = await game_that_is_over(services, table_id)
    if seat is not None and not 0 <= seat < len(table.seats):
        raise Refused(
            Code.SEAT_NOT_FOUND, f"There is no seat {seat}.", f"The seats are 0 to {len(table.seats) - 1}, or none."
        )
    services.limits.spend("thought", visitor.bucket)
    seats = [seat] if seat is not None else [*range(len(table.seats)), SPECTATOR]
    return await asyncio.to_thread(_positions, table, first, count, seats)


def game_after(table: Table, step: int) -> GameState:
    """The game after so many steps, played again from the deal."""
    if not 0 <= step < len(table.moves):
        last = len(table.moves) - 1
        raise Refused(Code.INVALID_REQUEST, f"There is no step {step}.", f"The steps of this game are 0 to {last}.")
    game = table.first_game()
    for move in table.moves[1 : step + 1]:
        assert game.decision is not None
        game.choose(parse(game.decision, move.text))
    return game


def _positions(table: Table, first: int, count: int, seats: list[int]) -> Positions:
    """Played again from the deal: a draft of the table stands at each position in turn."""
    draft = table.copy()
    draft.game = table.first_game()
    found = Positions(first, [], [])
    for step, move in enumerate(table.moves[: first + count]):
        if step:
            decision = draft.playing.decision
            assert decision is not None
            draft.playing.choose(parse(decision, move.text))
        if step >= first:
            draft.moves = SharedList([move])
            draft.version = move.version
            draft.phase = table.phase if draft.playing.over else Phase.PLAYING
            found.views.append([view_of(draft, seat, move.version - 1) for seat in seats])
            found.held.append(held(draft.playing))
    return found


HANDLERS = [game_page, game_record, game_positions]
