"""Somebody's own games: those that are not over, those that are, and which of the former are not to be seen."""

from __future__ import annotations

from math import isfinite
from typing import Annotated, Final

from litestar import delete, get, put
from litestar.params import FromPath, QueryParameter
from msgspec import Struct

from vigil.set_names import set_names
from vigil.storage.history import Filters
from vigil.storage.ids import is_id
from vigil.storage.usernames import LONGEST_NAME
from vigil.table import actions as do
from vigil.table.refusals import Code, Refused
from vigil.table.results import Outcome
from vigil.table.table import Phase, Table

from ..services import Services
from ..sessions import AnyVisitor, InjectedServices, KnownVisitor
from .game_lists import GameLine, TableLine, game_lines, table_lines

MOST_GAMES: Final = 100
LISTED: Final = 200
"""Unfinished games in one answer."""

OpponentName = Annotated[str, QueryParameter(description="A part of an opponent's name, or the level of a bot.")]
Result = Annotated[Outcome | None, QueryParameter(description="Games with this outcome for the player.")]
Since = Annotated[float | None, QueryParameter(description="Games that ended at this time or later.")]
Until = Annotated[float | None, QueryParameter(description="Games that ended before this time.")]
Cursor = Annotated[str, QueryParameter(description="`next` of the page before.")]
Count = Annotated[int, QueryParameter(ge=1, le=MOST_GAMES, description="How many games.")]


class GamePages(Struct, frozen=True):
    """Games that are over, the latest first. `next` asks for those after them; it is empty when there are no more."""

    games: list[GameLine]
    next: str


class GameHistory(Struct, frozen=True):
    """`current` are your games that are not over: first those that wait for you, the nearest deadline first. `hidden`
    are those of them that you have hidden. Both come with the first page only."""

    now: float
    current: list[TableLine]
    hidden: list[TableLine]
    games: list[GameLine]
    next: str


def filters_of(
    set_name: str, opponent: str, result: Outcome | None, since: float | None, until: float | None, cursor: str
) -> Filters:
    """What was asked for, looked at."""
    if set_name:
        set_name = set_names([set_name])[0]
    if len(opponent) > LONGEST_NAME:
        raise Refused(Code.INVALID_REQUEST, "No name is that long.", f"Use up to {LONGEST_NAME} characters.")
    for time in (since, until):
        if time is not None and not isfinite(time):
            raise Refused(Code.INVALID_REQUEST, "That is no time.", "Send seconds since 1970.")
    return Filters(set_name, opponent.strip(), result, since, until, _before(cursor))


def _before(cursor: str) -> tuple[float, str] | None:
    if not cursor:
        return None
    text, _, table_id = cursor.partition("~")
    try:
        ended = float(text)
    except ValueError:
        ended = float("nan")
    if not isfinite(ended) or not is_id(table_id):
        raise Refused(Code.INVALID_REQUEST, "This cursor was not made here.", "Send `next` of the page before.")
    return ended, table_id


async def game_pages(
    services: Services, person: str, filters: Filters, count: int, viewer: str | None = None
) -> GamePages:
    """A page of somebody's games; with a `viewer`, of those that this person may see."""
    found = await services.history.games_of(person, filters, count + 1, viewer)
    games = found[:count]
    following = f"{games[-1].ended!r}~{games[-1].table_id}" if len(found) > count else ""
    return GamePages(await game_lines(services, games), following)


@get("/api/me/games", summary="Your games", tags=["people"])
async def my_games(
    services: InjectedServices,
    visitor: AnyVisitor,
    set_name: Annotated[str, QueryParameter(name="set", description="Games with this set.")] = "",
    opponent: OpponentName = "",
    result: Result = None,
    since: Since = None,
    until: Until = None,
    cursor: Cursor = "",
    count: Count = 30,
) -> GameHistory:
    """Those that are over by pages; those that are not with the first page."""
    filters = filters_of(set_name, opponent, result, since, until, cursor)
    you, now = visitor.id, services.clock.now()
    if not you:
        return GameHistory(now, [], [], [], "")
    page = await game_pages(services, you, filters, count)
    current: list[TableLine] = []
    hidden: list[TableLine] = []
    if not cursor:
        current = await table_lines(services, await services.store.unfinished_games_of(you, LISTED), you)
        concealed = await services.store.unfinished_games_of(you, LISTED, hidden=True)
        hidden = await table_lines(services, concealed, you)
    return GameHistory(now, current, hidden, page.games, page.next)


# --- unfinished games that are not to be seen


@put("/api/me/hidden/{table_id:str}", status_code=204, summary="Hide an unfinished game", tags=["people"])
async def hide(services: InjectedServices, me: KnownVisitor, table_id: FromPath[str]) -> None:
    """It goes on, and clocks run; it is only left out of your lists until you show it again."""
    table = await _own(services, me.id, table_id)
    if table.is_over:
        raise Refused(Code.NO_EFFECT, "This game is over.", "It is in your history.")
    await services.history.hide(me.id, table_id)
    services.notices.tell([me.id])


@delete("/api/me/hidden/{table_id:str}", summary="Show a hidden game again", tags=["people"])
async def show(services: InjectedServices, me: KnownVisitor, table_id: FromPath[str]) -> None:
    await services.history.show(me.id, table_id)
    services.notices.tell([me.id])


@delete("/api/me/games/{table_id:str}", summary="Abandon a game that is not over", tags=["people"])
async def abandon(services: InjectedServices, me: KnownVisitor, table_id: FromPath[str]) -> None:
    """A game that belongs to nobody else ends. From other games you leave, and they are hidden from you.

    A table that waits for players is closed by its owner.
    """
    table = await _own(services, me.id, table_id)
    services.limits.spend("action", me.bucket)
    if table.is_over:
        return
    is_alone = all(seat.person in ("", me.id) for seat in table.seats)
    if is_alone if table.phase == Phase.PLAYING else table.owner == me.id:
        await services.host.act(table_id, me.id, do.Close())
    elif table.phase == Phase.LOBBY or me.id in table.humans():
        await services.host.act(table_id, me.id, do.Leave())
    if not (await services.host.table(table_id)).is_over:
        await services.history.hide(me.id, table_id)
    services.notices.tell([me.id])


async def _own(services: Services, person: str, table_id: str) -> Table:
    table = await services.host.table(table_id)
    if not table.seats_of(person) and table.owner != person:
        raise Refused(Code.NOT_SEATED, "You have no seat in this game.", "Look at your own games.")
    return table


HANDLERS = [my_games, hide, show, abandon]
