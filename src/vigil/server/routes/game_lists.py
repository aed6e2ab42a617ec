"""Tables and games in lists: those that are not over, and those that are."""

from __future__ import annotations

from msgspec import Struct

from vigil.storage.history import PlayedGame
from vigil.storage.store import Listed
from vigil.table.projection import seat_name
from vigil.table.results import Ending, Outcome
from vigil.table.settings import TableSettings
from vigil.table.table import ANONYMOUS, Phase, Seat

from ..services import Services


class SeatLine(Struct, frozen=True):
    """`name` is that of the person or, without one, of the bot's character; empty for an open seat."""

    person: str
    name: str
    bot: str


class TableLine(Struct, frozen=True):
    """A table in a list. `deciding` is the name of the person who has to decide; `your_turn` says if that is you."""

    id: str
    owner: str
    owner_name: str
    phase: Phase
    settings: TableSettings
    seats: list[SeatLine]
    open_seats: int
    deciding: str
    your_turn: bool
    deadline: float | None
    created: float
    changed: float


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
    clock that runs while one waits; the others are played by correspondence. A game is `reviewed` if there is a review
    to read.
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
    reviewed: bool
    players: list[PlayerLine]


async def table_lines(services: Services, tables: list[Listed], you: str) -> list[TableLine]:
    """Tables of a list, for somebody."""
    names = await services.names.of({person for each in tables for person in each.people()})
    return [table_line(each, names, you) for each in tables]


def table_line(listed: Listed, names: dict[str, str], you: str) -> TableLine:
    """`you` is the person who asks."""

    def name(person: str) -> str:
        return names.get(person, ANONYMOUS) if person else ""

    return TableLine(
        id=listed.id,
        owner=listed.owner,
        owner_name=name(listed.owner),
        phase=listed.phase,
        settings=listed.settings,
        seats=[
            SeatLine(seat.person, seat_name(seat, listed.id, place, names), seat.bot)
            for place, seat in enumerate(listed.seats)
        ],
        open_seats=listed.open_seats,
        deciding=name(listed.deciding),
        your_turn=bool(you) and listed.deciding == you,
        deadline=listed.deadline,
        created=listed.created,
        changed=listed.changed,
    )


async def game_lines(services: Services, games: list[PlayedGame]) -> list[GameLine]:
    people = {seat.person for game in games for seat in game.seats} - {""}
    names = await services.names.of(people)
    accounts = await services.history.accounts(people)
    reviewed = await services.reviewing.reviews.done([game.table_id for game in games])
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
            game.table_id in reviewed,
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
