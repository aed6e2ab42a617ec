"""Opening tables, finding them, and inviting people to a seat."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Final

from litestar import Request, get, post
from litestar.params import FromPath, JSONBody
from msgspec import Meta, Struct

from vigil.bots import bot_kind
from vigil.storage.store import Listed
from vigil.storage.usernames import LONGEST_NAME
from vigil.table import actions as do
from vigil.table.beginnings import Beginning, Deal, going_on, lesson
from vigil.table.messages import Done, TableNow
from vigil.table.positions import LARGEST_POSITION, Position
from vigil.table.records import record_of
from vigil.table.refusals import Code, Refused
from vigil.table.settings import TableSettings
from vigil.table.table import ANONYMOUS, Phase
from vigil.table.validation import require_rated_bot

from ..services import Services
from ..sessions import AnyVisitor, InjectedServices, KnownVisitor
from .game_lists import GameLine, TableLine, game_lines, table_lines
from .games import game_that_is_over
from .play import Key, act, require_account

ME: Final = "me"
LISTED: Final = 50
LATEST: Final = 6


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """`seats` says who sits where: `me`, the level of a bot, or nobody (an empty text).

    `names` is what those are called who play on your seats beside you, seat by seat; an empty text is your own name.
    With a `beginning` the game goes on from there: sets, players, variant and options are those of the other game.
    With a `position` it starts there, after its steps. Who names no seats then is whoever has to decide there, and bots
    (the `stand_in` of the settings) are the others.
    """

    settings: TableSettings = TableSettings()
    seats: Annotated[list[str], Meta(max_length=6)] | None = None
    names: Annotated[list[Annotated[str, Meta(max_length=LONGEST_NAME)]], Meta(max_length=6)] = []
    start: bool = False
    beginning: Beginning | None = None
    position: Position | None = None


class Lobby(Struct, frozen=True):
    """Ask again every few seconds. `mine` are your tables that are not over, except those that you have hidden: first
    those that wait for you. `turns` is how many do. `latest` are your last games that are over; `/api/me/games` has
    them all."""

    now: float
    open: list[TableLine]
    running: list[TableLine]
    mine: list[TableLine]
    turns: int
    latest: list[GameLine]


@post("/api/tables", request_max_body_size=LARGEST_POSITION, summary="Open a table", tags=["tables"])
async def open_table(services: InjectedServices, me: KnownVisitor, data: JSONBody[NewTable], key: Key = "") -> TableNow:
    """Everything at once: open it, take seats, seat bots, and start."""
    # Before any work is done for it: going on from another game replays that game.
    services.limits.spend("table", me.bucket)
    deal = await _deal(services, data)
    settings, seats = deal.settings.with_loaded_versions(), data.seats
    if seats is None:
        others = "" if deal.secret is None else settings.stand_in
        seats = [ME if seat == deal.deciding else others for seat in range(settings.players)]
    if len(seats) > settings.players:
        raise Refused(Code.SEAT_NOT_FOUND, f"{len(seats)} seats were given.", f"This table has {settings.players}.")
    levels = [each if each in ("", ME) else bot_kind(each).name for each in seats]
    for level in levels:
        if level not in ("", ME):
            require_rated_bot(settings, level)
    if settings.rated:
        await require_account(services, me)
        if levels.count(ME) > 1 or any(data.names):
            raise Refused(
                Code.NOT_IN_RATED_GAMES,
                "In a rated game everybody has one seat, under their own name.",
                "Take one seat, and leave names out.",
            )
    names = {seat: await services.people.free_name(me.id, name) for seat, name in enumerate(data.names) if name}
    # The id follows from who asks and with which key: whoever asks again gets the same table.
    table_id = services.signature(f"table:{me.id}:{key}") if key else ""
    table = await services.host.open(
        me.id, settings, deal.secret, table_id, deal.beginning, deal.earlier, deal.rules, deal.position
    )
    for seat, level in enumerate(levels):
        if level:
            action = do.Sit(seat, names.get(seat, "")) if level == ME else do.SeatBot(seat, level)
            await services.host.act(table.id, me.id, action, f"new-{seat}")
    if data.start:
        await services.host.act(table.id, me.id, do.Start(), "new-start")
    return await services.project(await services.host.table(table.id), me.id)


async def _deal(services: Services, asked: NewTable) -> Deal:
    """A new one, that of the game that this one goes on from, or a position that somebody has set up."""
    beginning, position = asked.beginning, asked.position
    if beginning is not None and position is not None:
        raise Refused(Code.INVALID_REQUEST, "Name either a beginning or a position.", "Give one of the two.")
    if position is not None:
        record, beginning = await asyncio.to_thread(position.record), Beginning(step=len(position.when))
    elif beginning is None:
        return Deal(asked.settings)
    elif bool(beginning.game) == bool(beginning.lesson):
        raise Refused(Code.INVALID_REQUEST, "Name either a game or a lesson to continue from.", "Give one of the two.")
    elif beginning.lesson:
        record = lesson(beginning.lesson)
    else:
        record = record_of(await game_that_is_over(services, beginning.game), {})
    return going_on(record, beginning.step, asked.settings)._replace(beginning=beginning)


@get("/api/lobby", summary="List open tables, running games, and your own", tags=["tables"])
async def lobby(services: InjectedServices, visitor: AnyVisitor) -> Lobby:
    store = services.store
    now = services.clock.now()
    mine = await store.unfinished_games_of(visitor.id, LISTED) if visitor.id else []
    return Lobby(
        now,
        await table_lines(services, _playable(await store.open_tables(now, LISTED)), visitor.id),
        await table_lines(services, _playable(await store.running_tables(LISTED)), visitor.id),
        await table_lines(services, mine, visitor.id),
        sum(each.deciding == visitor.id for each in mine),
        await game_lines(services, await services.history.latest_games(visitor.id, LATEST) if visitor.id else []),
    )


def _playable(tables: list[Listed]) -> list[Listed]:
    """Without those whose custom set this server does not have."""
    return [each for each in tables if not each.settings.unavailable_sets()]


# --- invitations


class NewInvitation(Struct, frozen=True, forbid_unknown_fields=True):
    seat: int


class Invitation(Struct, frozen=True):
    """Whoever opens the link first gets exactly this seat. It is shown once."""

    table: str
    seat: int
    token: str
    link: str


class Invited(Struct, frozen=True):
    """What an invitation is for; `by` is the name of the table's owner."""

    table: str
    seat: int
    by: str
    phase: Phase
    settings: TableSettings
    is_free: bool


@post("/api/tables/{table_id:str}/invitations", summary="Invite somebody to a seat", tags=["tables"])
async def invite(
    request: Request[Any, Any, Any],
    services: InjectedServices,
    me: KnownVisitor,
    table_id: FromPath[str],
    data: JSONBody[NewInvitation],
) -> Invitation:
    table = await services.host.table(table_id)
    if me.id != table.owner:
        raise Refused(Code.FORBIDDEN, "Only the owner of the table can invite people.", "Ask the owner.")
    if not 0 <= data.seat < len(table.seats):
        raise Refused(
            Code.SEAT_NOT_FOUND, f"There is no seat {data.seat}.", f"The seats are 0 to {len(table.seats) - 1}."
        )
    services.limits.spend("table", me.bucket)
    token = await services.people.invite(table_id, data.seat, services.clock.now())
    base = services.settings.public_url.rstrip("/") or str(request.base_url).rstrip("/")
    return Invitation(table_id, data.seat, token, f"{base}/join/{token}")


@get("/api/invitations/{token:str}", summary="Show an invitation", tags=["tables"])
async def invitation(services: InjectedServices, visitor: AnyVisitor, token: FromPath[str]) -> Invited:
    found = await services.people.invitation(token)
    if found is None:
        raise _no_such_invitation()
    table_id, seat = found
    table = await services.host.table(table_id)
    names = await services.names.of([table.owner])
    is_free = table.phase == Phase.LOBBY and table.seats[seat].is_open
    return Invited(table_id, seat, names.get(table.owner, ANONYMOUS), table.phase, table.settings, is_free)


class Seated(Struct, frozen=True):
    table: str
    seat: int
    number: int


@post("/api/invitations/{token:str}", status_code=200, summary="Accept an invitation", tags=["tables"])
async def accept(services: InjectedServices, me: KnownVisitor, token: FromPath[str]) -> Seated:
    """It is yours from then on: doing it again changes nothing, and nobody else can use the link.

    It gives the seat once: whoever stood up or was removed needs another invitation.
    """
    found = await services.people.accept(token, me.id)
    if found is None:
        raise _no_such_invitation()
    table_id, seat = found
    table = await services.host.table(table_id)
    if table.seats[seat].person == me.id:
        return Seated(table_id, seat, table.number)
    # The key follows from the invitation: it seats somebody once, so whoever was removed needs another one.
    done: Done = await act(services, me, table_id, do.Sit(seat), services.signature(f"invitation:{token}"))
    if (await services.host.table(table_id)).seats[seat].person != me.id:
        raise _no_such_invitation()
    return Seated(table_id, seat, done.number)


def _no_such_invitation() -> Refused:
    return Refused(Code.INVITATION_NOT_FOUND, "This invitation is unknown, or already used.", "Ask for a new one.")


HANDLERS = [open_table, lobby, invite, invitation, accept]
