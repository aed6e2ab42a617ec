"""Somebody's own games: those that are not over, those that are, and which of the former are not to be seen."""

from __future__ import annotations

from math import isfinite
from typing import Annotated, Final

from litestar import delete, get, put
from litestar.params import FromPath, QueryParameter
from msgspec import Struct

from vigil.set_names import set_names
from vigil.storage.history import Filters, PlayedGame
from vigil.storage.ids import is_id
from vigil.storage.usernames import LONGEST_NAME
from vigil.table import actions as do
from vigil.table.projection import seat_name
from vigil.table.refusals import Code, Refused
from vigil.table.results import Ending, Outcome
from vigil.table.table import Phase, Seat, Table

from ..services import Services
from ..sessions import InjectedServices, KnownVisitor
from .tables import TableLine, table_lines

MOST_GAMES: Final = 100
LISTED: Final = 200
"""Unfinished games in one answer."""

OpponentName = Annotated[str, QueryParameter(description="A part of an opponent's name, or the level of a bot.")]
Result = Annotated[Outcome | None, QueryParameter(description="Games with this outcome for the player.")]
Since = Annotated[float | None, QueryParameter(description="Games that ended at this time or later.")]
Until = Annotated[float | None, QueryParameter(description="Games that ended before this time.")]
Cursor = Annotated[str, QueryParameter(description="`next` of the page before.")]
Count = Annotated[int, QueryParameter(ge=1, le=MOST_GAMES, description="How many games.")]


class PlayerLine(Struct, frozen=True):
    """A player of a game that is over. `has_profile` says whether there is a page about the person.

    `place` is 1 for the winner, and 0 where the game was not played to its end.
    """

    person: str
    name: str
    bot: str
    has_profile: bool
    score: int
    place: int
    outcome: Outcome


class GameLine(Struct, frozen=True):
    """A game that is over, in somebody's history: `outcome`, `place` and `score` are theirs.

    A `practice` game began in the middle of another one, or with a lesson, and counts for nothing. `live` games have a
    clock that runs while one waits; the others are played by correspondence.
    """

    id: str
    ended: float
    ending: Ending
    sets: list[str]
    variant: str
    turns: int
    live: bool
    rated: bool
    practice: bool
    outcome: Outcome
    place: int
    score: int
    players: list[PlayerLine]


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


async def game_lines(services: Services, games: list[PlayedGame]) -> list[GameLine]:
    people = {seat.person for game in games for seat in game.seats} - {""}
    names = await services.names.of(people)
    accounts = await services.history.accounts(people)
    return [
        GameLine(
            game.table_id,
            game.ended,
            game.ending,
            game.sets,
            game.variant,
            game.turns,
            game.live,
            game.rated,
            game.practice,
            game.outcome,
            game.place,
            game.score,
            [
                PlayerLine(
                    seat.person,
                    seat_name(Seat(seat.person, seat.bot), game.table_id, place, names),
                    seat.bot,
                    seat.person in accounts,
                    seat.score,
                    seat.place,
                    seat.outcome,
                )
                for place, seat in enumerate(game.seats)
            ],
        )
        for game in games
    ]


@get("/api/me/games", summary="Your games", tags=["people"])
async def my_games(
    services: InjectedServices,
    me: KnownVisitor,
    set_name: Annotated[str, QueryParameter(name="set", description="Games with this set.")] = "",
    opponent: OpponentName = "",
    result: Result = None,
    since: Since = None,
    until: Until = None,
    cursor: Cursor = "",
    count: Count = 30,
) -> GameHistory:
    filters = filters_of(set_name, opponent, result, since, until, cursor)
    page = await game_pages(services, me.id, filters, count)
    current: list[TableLine] = []
    hidden: list[TableLine] = []
    if not cursor:
        current = await table_lines(services, await services.store.unfinished_games_of(me.id, LISTED), me.id)
        concealed = await services.store.unfinished_games_of(me.id, LISTED, hidden=True)
        hidden = await table_lines(services, concealed, me.id)
    return GameHistory(services.clock.now(), current, hidden, page.games, page.next)


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
