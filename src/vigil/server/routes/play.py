"""Acting at a table: the same structs over HTTP and over a WebSocket."""

from __future__ import annotations

import time
from typing import Annotated, Final

from litestar import get, post
from litestar.params import FromPath, FromQuery, HeaderParameter, JSONBody
from msgspec import Struct
from msgspec.structs import replace

from vigil.bot_pool.queue import Urgency
from vigil.engine.view import SPECTATOR
from vigil.table import actions as do
from vigil.table.daily import require_help, require_open
from vigil.table.messages import Done, Piles, TableNow
from vigil.table.projection import piles
from vigil.table.refusals import Code, Refused
from vigil.table.table import Phase, Table
from vigil.text.tokens import Piece, plain

from ..bot_players import BotPlayers
from ..services import Services
from ..sessions import AnyVisitor, InjectedServices, KnownVisitor, Visitor

COACH_NODES: Final = 64
"""Playouts for a decision that a coach looks at: well under a second, so that bots do not wait for it."""

PublicAction = (
    do.Sit
    | do.Stand
    | do.SeatBot
    | do.Start
    | do.Choose
    | do.Undo
    | do.AnswerUndo
    | do.Say
    | do.Leave
    | do.Abort
    | do.Return
    | do.Close
)
"""What people do; opening has a page of its own, and the clocks are watched by the server."""

Key = Annotated[
    str,
    HeaderParameter(
        name="Idempotency-Key",
        description="A text of your own, up to 64 characters: an action that is sent again with it is applied once.",
    ),
]


async def require_account(services: Services, visitor: Visitor) -> None:
    """Guests play unrated: a rating that is gone with a cookie would say nothing about anybody."""
    # Looked up anew: whoever has an account since the connection was made may play at once.
    person = await services.people.person(visitor.id)
    if person is None or person.is_guest:
        raise Refused(
            Code.NOT_IN_RATED_GAMES,
            "Rated games are for people with an account, so that their ratings last.",
            "Choose a name and a password to get one; guests can play everything unrated.",
        )


async def act(services: Services, visitor: Visitor, table_id: str, action: PublicAction, key: str) -> Done:
    """Within the limits, and counted."""
    began = time.perf_counter()
    name = action.__struct_config__.tag
    outcome = str(Code.INTERNAL_ERROR)
    try:
        services.limits.spend("action", visitor.bucket)
        if isinstance(action, do.Say):
            services.limits.spend("chat", visitor.bucket)
            # Looked up again: somebody who is connected may have been muted since.
            await services.moderation.require_not_muted(await services.people.person(visitor.id))
        if isinstance(action, do.Sit):
            await _check_blocks(services, visitor.id, table_id)
            if (await services.host.table(table_id)).settings.rated:
                await require_account(services, visitor)
            if action.name:
                action = replace(action, name=await services.people.free_name(visitor.id, action.name))
        done = await services.host.act(table_id, visitor.id, action, key)
        outcome = "done"
        return done
    except Refused as refused:
        outcome = str(refused.code)
        raise
    finally:
        services.metrics.action(str(name), outcome, time.perf_counter() - began)


async def _check_blocks(services: Services, person: str, table_id: str) -> None:
    """Nobody sits down at a table with somebody whom they have blocked, or who has blocked them."""
    table = await services.host.table(table_id)
    others = {table.owner, *(seat.person for seat in table.seats)} - {"", person}
    if others and await services.blocks.between(person, others):
        raise Refused(Code.BLOCKED, "Somebody at this table has blocked you, or you them.", "Play at another table.")


@post("/api/tables/{table_id:str}/actions", status_code=200, summary="Act at a table", tags=["play"])
async def act_at_table(
    services: InjectedServices, me: KnownVisitor, table_id: FromPath[str], data: JSONBody[PublicAction], key: Key = ""
) -> Done:
    return await act(services, me, table_id, data, key)


@get("/api/tables/{table_id:str}", summary="Show a table as you may see it", tags=["play"])
async def table_now(
    services: InjectedServices, visitor: AnyVisitor, table_id: FromPath[str], since: FromQuery[int] = 0
) -> TableNow:
    """`since` is the last entry that you have seen: news and chat after it are told."""
    return await services.project(await services.host.table(table_id), visitor.id, since)


@get("/api/tables/{table_id:str}/piles", summary="Show what the face-down piles consist of", tags=["play"])
async def table_piles(
    services: InjectedServices, visitor: AnyVisitor, table_id: FromPath[str], seat: FromQuery[int | None] = None
) -> Piles:
    """As far as one of your seats knows; without a seat, as far as everybody knows."""
    table = await services.host.table(table_id)
    require_open(table, visitor.id, services.clock.now())
    _begun(table)
    if seat is not None and seat not in table.seats_of(visitor.id):
        raise Refused(Code.NOT_YOUR_SEAT, f"Seat {seat} is not yours.", "Ask for your own seats, or for none.")
    return piles(table, SPECTATOR if seat is None else seat)


class Hint(Struct, frozen=True):
    """What a strong player would choose at a glance, and why.

    `reason_pieces` is the reason in pieces, as the prompt of a decision has them: a player is a piece of its own.
    """

    version: int
    choice: str
    reason: str
    reason_pieces: list[Piece]


@get("/api/tables/{table_id:str}/hint", summary="Ask what a strong player would do", tags=["play"])
async def table_hint(
    services: InjectedServices, me: KnownVisitor, table_id: FromPath[str], seat: FromQuery[int]
) -> Hint:
    """For the open decision of an own seat; not in rated games."""
    table = await services.host.table(table_id)
    if table.settings.rated:
        raise Refused(Code.NOT_IN_RATED_GAMES, "There are no hints in rated games.", "Ask in an unrated game.")
    require_help(table)
    _require_decision(table, me, seat)
    bot_players = require_bots(services)
    services.limits.spend("thought", me.bucket)
    choice, reason = await bot_players.hint(table.playing.view(seat), me.id)
    return Hint(table.version, choice, plain(reason), reason)


class Blunder(Struct, frozen=True):
    """A choice that certainly loses a lot: `loss` is in points of the chance to win, with its standard error."""

    choice: str
    loss: float
    error: float


class Coaching(Struct, frozen=True):
    """The choices that would be blunders, what would be `better` than they are, and why; in pieces, as in a `Hint`."""

    version: int
    blunders: list[Blunder]
    better: str
    reason: str
    reason_pieces: list[Piece]


@get("/api/tables/{table_id:str}/coach", summary="Ask which choices would be blunders", tags=["play"])
async def table_coach(
    services: InjectedServices, me: KnownVisitor, table_id: FromPath[str], seat: FromQuery[int]
) -> Coaching:
    """For the open decision of an own seat, in unrated games where nobody else plays; judged from what it may know.

    Ask when the decision opens: whoever plays does not have to wait for the answer.
    """
    table = await services.host.table(table_id)
    if table.settings.rated:
        raise Refused(Code.NOT_IN_RATED_GAMES, "There is no coach in rated games.", "Ask in an unrated game.")
    require_help(table)
    _require_decision(table, me, seat)
    if any(each.person not in ("", me.id) for each in table.seats):
        raise Refused(Code.FORBIDDEN, "Other people play here.", "Ask in a game against bots.")
    decision = table.playing.decision
    if decision is None or len(decision.options) < 2:
        return Coaching(table.version, [], "", "", [])
    bot_players = require_bots(services)
    services.limits.spend("thought", me.bucket)
    version = table.version
    found = await bot_players.judgement(table.playing.view(seat), COACH_NODES, me.id, Urgency.WATCHED)
    blunders = [Blunder(each.choice, each.loss, each.error) for each in found.judged if each.blunder]
    return Coaching(version, blunders, found.choice, plain(found.why), found.why)


def _require_decision(table: Table, me: Visitor, seat: int) -> None:
    """Only whoever has the seat may ask about its decision, while it is open."""
    _begun(table)
    if seat not in table.seats_of(me.id):
        raise Refused(Code.NOT_YOUR_SEAT, f"Seat {seat} is not yours.", "Ask for your own seats.")
    if table.phase != Phase.PLAYING or table.deciding != seat:
        raise Refused(Code.NOT_YOUR_TURN, "This seat has nothing to decide now.", "Ask when it has.")


def require_bots(services: Services) -> BotPlayers:
    if services.bot_players is None:
        raise Refused(Code.UNAVAILABLE, "This server runs no bots.", "Ask its operator.")
    return services.bot_players


def _begun(table: Table) -> None:
    if table.game is None:
        raise Refused(Code.GAME_NOT_RUNNING, "The game has not started.", "It can start when all seats are taken.")


HANDLERS = [act_at_table, table_now, table_piles, table_hint, table_coach]
