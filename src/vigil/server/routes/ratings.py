"""Ratings: of a person, with their history, and leaderboards."""

from __future__ import annotations

from typing import Annotated, Final

from litestar import get
from litestar.params import FromPath, QueryParameter
from msgspec import Struct

from vigil.ratings.games import Standing
from vigil.ratings.pools import Pool
from vigil.storage.people import Person
from vigil.storage.ratings import Change
from vigil.table.messages import RatingNow
from vigil.table.refusals import Code, Refused

from ..services import Services
from ..sessions import AnyVisitor, InjectedServices

MOST_GAMES: Final = 500
MOST_LINES: Final = 100


class RatedResult(Struct, frozen=True):
    """A rated game of somebody; `game` is the id of its table."""

    game: str
    ended: float
    before: RatingNow
    after: RatingNow

    @staticmethod
    def of(change: Change) -> RatedResult:
        return RatedResult(change.table_id, change.ended, RatingNow.of(change.before), RatingNow.of(change.after))


class PersonRating(Struct, frozen=True):
    """Somebody's rating in a pool today, and the games that led to it: the last ones, the oldest first."""

    pool: Pool
    rating: RatingNow
    games: int
    history: list[RatedResult]


class PersonRatings(Struct, frozen=True):
    name: str
    ratings: list[PersonRating]


class LeaderboardLine(Struct, frozen=True):
    """Equal ratings share a rank."""

    rank: int
    name: str
    rating: RatingNow
    games: int
    is_you: bool


class Leaderboard(Struct, frozen=True):
    """`total` is how many people have an established rating in the pool; `lines` are those of one page."""

    pool: Pool
    total: int
    offset: int
    lines: list[LeaderboardLine]


@get("/api/people/{name:str}/ratings", summary="Somebody's ratings, with their history", tags=["ratings"])
async def ratings_of(
    services: InjectedServices,
    visitor: AnyVisitor,
    name: FromPath[str],
    games: Annotated[int, QueryParameter(ge=0, le=MOST_GAMES, description="How many games of each pool.")] = 200,
) -> PersonRatings:
    """Of an account with a public profile, or of your own."""
    person = await shown_person(services, visitor.id, name)
    known = (await services.ratings.of([person.id])).get(person.id, {})
    found = [await _rating(services, person, pool, known[pool], games) for pool in Pool if pool in known]
    return PersonRatings(person.name, found)


async def shown_person(services: Services, visitor: str, name: str) -> Person:
    person = await services.people.called(name)
    if person is None:
        raise Refused(Code.PERSON_NOT_FOUND, "There is no account with this name.", "Check the name.")
    if person.id != visitor and await services.history.private([person.id]):
        raise Refused(Code.FORBIDDEN, "This profile is private.", "Its owner can change that.")
    return person


async def _rating(services: Services, person: Person, pool: Pool, standing: Standing, games: int) -> PersonRating:
    history = await services.ratings.history(person.id, pool, games) if games else []
    now = RatingNow.of(standing.at(services.clock.now()))
    return PersonRating(pool, now, standing.games, [RatedResult.of(each) for each in history])


@get("/api/leaderboards/{pool:str}", summary="The best players of a pool", tags=["ratings"])
async def leaderboard(
    services: InjectedServices,
    visitor: AnyVisitor,
    pool: FromPath[Pool],
    offset: Annotated[int, QueryParameter(ge=0, le=1_000_000, description="How many lines to skip.")] = 0,
    limit: Annotated[int, QueryParameter(ge=1, le=MOST_LINES, description="How many lines.")] = 50,
) -> Leaderboard:
    """Established ratings, the highest first. People with a private profile are left out."""
    now = services.clock.now()
    total, ranked = await services.ratings.leaderboard(pool, now, offset, limit)
    lines = [
        LeaderboardLine(
            each.rank, each.name, RatingNow.of(each.standing.at(now)), each.standing.games, each.person == visitor.id
        )
        for each in ranked
    ]
    return Leaderboard(pool, total, offset, lines)


HANDLERS = [ratings_of, leaderboard]
