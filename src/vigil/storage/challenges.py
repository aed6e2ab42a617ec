"""Challenges: somebody proposes a game to certain people, and it begins when all of them have accepted.

A rematch is a challenge too: its id follows from the game that it repeats, so whoever asks second accepts what the
first has asked. Every change of a state is one transaction that looks at the state first: of somebody who accepts and
somebody who withdraws at the same moment one is too late, at whichever worker they ask. A challenge that everybody has
accepted is `accepted` until its table stands, and `started` from then on; a server that dies between the two goes on
with it when it starts.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Any, Final

import msgspec
from msgspec import Struct
from sqlalchemy import delete, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from vigil.engine.errors import VigilError
from vigil.table.clocks import DAY, DaysPerTurn, Untimed
from vigil.table.settings import TableSettings

from . import schema
from .database import Database

LASTS: Final = 600.0
"""Seconds for an answer where the game is played at once."""
LASTS_BY_CORRESPONDENCE: Final = 14.0 * DAY
TOLD: Final = 600.0
"""Seconds for which the people of a challenge are told that its game has begun."""
KEPT: Final = 30.0 * DAY
MOST_OPEN: Final = 20
"""Challenges of one person that wait for an answer."""


class State(StrEnum):
    OPEN = "open"
    ACCEPTED = "accepted"
    STARTED = "started"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"


class PlannedSeat(Struct, frozen=True, omit_defaults=True):
    """Who is to sit there: a person or a bot. `name` is what somebody is called who shares the person's device."""

    person: str = ""
    bot: str = ""
    name: str = ""


class Challenge(Struct, frozen=True):
    """`accepted` are those of its people who have agreed, the challenger among them."""

    id: str
    challenger: str
    settings: TableSettings
    seats: list[PlannedSeat]
    created: float
    expires: float
    rematch_of: str = ""
    state: State = State.OPEN
    table_id: str = ""
    accepted: frozenset[str] = frozenset()

    def people(self) -> list[str]:
        return list(dict.fromkeys(seat.person for seat in self.seats if seat.person))

    @property
    def is_live(self) -> bool:
        return is_live(self.settings)


def is_live(settings: TableSettings) -> bool:
    """Whether a game is played at once, and not by correspondence."""
    return not isinstance(settings.clock, (Untimed, DaysPerTurn))


def expiry(settings: TableSettings, now: float) -> float:
    return now + (LASTS if is_live(settings) else LASTS_BY_CORRESPONDENCE)


class TooManyChallenges(VigilError):
    """Somebody has challenged the same person already, or too many people."""


_settings: Final = msgspec.json.Decoder(TableSettings)
_seats: Final = msgspec.json.Decoder(list[PlannedSeat])
_KEPT: Final = schema.challenges.c
_ANSWER: Final = schema.challenge_answers.c


class Challenges:
    def __init__(self, database: Database) -> None:
        self.database = database

    async def add(self, challenge: Challenge, now: float) -> bool:
        """Whether it is new: there may be one with this id, which then stays as it is unless it was answered."""
        people = challenge.people()
        try:
            async with self.database.writing() as connection:
                await _check_open_ones(connection, challenge, now)
                over = (State.DECLINED, State.WITHDRAWN)
                is_over = or_(_KEPT.state.in_(over), (_KEPT.state == State.OPEN) & (_KEPT.expires <= now))
                await connection.execute(delete(schema.challenges).where(_KEPT.id == challenge.id, is_over))
                await connection.execute(insert(schema.challenges), _row(challenge, now))
                answers = [
                    {"challenge_id": challenge.id, "person": each, "accepted": each == challenge.challenger}
                    for each in people
                ]
                await connection.execute(insert(schema.challenge_answers), answers)
        except IntegrityError:
            return False
        return True

    async def find(self, challenge_id: str) -> Challenge | None:
        async with self.database.reading() as connection:
            found = await _read(connection, _KEPT.id == challenge_id)
        return found[0] if found else None

    async def of(self, person: str, now: float) -> list[Challenge]:
        """Those that wait for an answer, of this person or for this person, and those whose game has just begun."""
        mine = _KEPT.id.in_(select(_ANSWER.challenge_id).where(_ANSWER.person == person))
        is_open = (_KEPT.state == State.OPEN) & (_KEPT.expires > now)
        has_begun = (_KEPT.state == State.STARTED) & (_KEPT.changed > now - TOLD)
        async with self.database.reading() as connection:
            return await _read(connection, mine & or_(is_open, has_begun))

    async def unstarted(self) -> list[Challenge]:
        """Everybody has accepted, but there is no table yet."""
        async with self.database.reading() as connection:
            return await _read(connection, _KEPT.state == State.ACCEPTED)

    async def accept(self, challenge_id: str, person: str, now: float) -> Challenge | None:
        """The challenge as it is then: unchanged where it is not open any more. Nothing where it is not theirs."""
        async with self.database.writing() as connection:
            found = await _locked(connection, challenge_id, person)
            if found is None or found.state != State.OPEN or found.expires <= now:
                return found
            which = (_ANSWER.challenge_id == challenge_id) & (_ANSWER.person == person)
            await connection.execute(update(schema.challenge_answers).where(which).values(accepted=True))
            if found.accepted | {person} >= set(found.people()):
                await _change(connection, challenge_id, State.ACCEPTED, now)
            return await _locked(connection, challenge_id, person)

    async def end(self, challenge_id: str, person: str, now: float) -> Challenge | None:
        """The challenger withdraws, or somebody else declines. The challenge as it is then."""
        async with self.database.writing() as connection:
            found = await _locked(connection, challenge_id, person)
            if found is None or found.state != State.OPEN:
                return found
            state = State.WITHDRAWN if person == found.challenger else State.DECLINED
            await _change(connection, challenge_id, state, now)
            return await _locked(connection, challenge_id, person)

    async def end_between(self, person: str, other: str, now: float) -> list[Challenge]:
        """Open challenges of one of them to the other are over."""
        async with self.database.writing() as connection:
            theirs = [
                _KEPT.id.in_(select(_ANSWER.challenge_id).where(_ANSWER.person == each)) for each in (person, other)
            ]
            found = await _read(connection, theirs[0] & theirs[1] & (_KEPT.state == State.OPEN))
            for each in found:
                await _change(connection, each.id, State.DECLINED, now)
        return found

    async def started(self, challenge_id: str, table_id: str, now: float) -> None:
        values = {"state": str(State.STARTED), "table_id": table_id, "changed": now}
        which = (_KEPT.id == challenge_id) & (_KEPT.state == State.ACCEPTED)
        async with self.database.writing() as connection:
            await connection.execute(update(schema.challenges).where(which).values(values))

    async def forget_old(self, now: float) -> None:
        async with self.database.writing() as connection:
            await connection.execute(delete(schema.challenges).where(_KEPT.expires < now - KEPT))


def _row(challenge: Challenge, now: float) -> dict[str, Any]:
    return {
        "id": challenge.id,
        "challenger": challenge.challenger,
        "settings": msgspec.json.encode(challenge.settings).decode(),
        "seats": msgspec.json.encode(challenge.seats).decode(),
        "rematch_of": challenge.rematch_of,
        "state": str(State.OPEN),
        "table_id": "",
        "created": challenge.created,
        "expires": challenge.expires,
        "changed": now,
    }


async def _check_open_ones(connection: AsyncConnection, challenge: Challenge, now: float) -> None:
    is_open = (_KEPT.challenger == challenge.challenger) & (_KEPT.state == State.OPEN) & (_KEPT.expires > now)
    open_ones = await connection.scalar(select(func.count()).select_from(schema.challenges).where(is_open))
    if (open_ones or 0) >= MOST_OPEN:
        raise TooManyChallenges(f"{MOST_OPEN} of your challenges wait for an answer.")
    others = [person for person in challenge.people() if person != challenge.challenger]
    if not challenge.rematch_of and len(others) == 1:
        same = select(_KEPT.id).where(
            is_open,
            _KEPT.rematch_of == "",
            _KEPT.id.in_(select(_ANSWER.challenge_id).where(_ANSWER.person == others[0])),
        )
        if (await connection.execute(same.limit(1))).first() is not None:
            raise TooManyChallenges("You have challenged this person already.")


async def _change(connection: AsyncConnection, challenge_id: str, state: State, now: float) -> None:
    values = {"state": str(state), "changed": now}
    await connection.execute(update(schema.challenges).where(_KEPT.id == challenge_id).values(values))


async def _locked(connection: AsyncConnection, challenge_id: str, person: str) -> Challenge | None:
    """Nobody else changes it before this transaction ends: in SQLite nobody writes anything meanwhile."""
    await connection.execute(select(_KEPT.id).where(_KEPT.id == challenge_id).with_for_update())
    found = await _read(connection, _KEPT.id == challenge_id)
    return found[0] if found and person in found[0].people() else None


async def _read(connection: AsyncConnection, which: Any) -> list[Challenge]:
    rows = (await connection.execute(select(schema.challenges).where(which).order_by(_KEPT.created, _KEPT.id))).all()
    accepted: dict[str, set[str]] = {row.id: set() for row in rows}
    answers = select(_ANSWER.challenge_id, _ANSWER.person)
    answers = answers.where(_ANSWER.challenge_id.in_(list(accepted)), _ANSWER.accepted.is_(True))
    for each in await connection.execute(answers):
        accepted[each.challenge_id].add(each.person)
    return [_challenge(row, accepted[row.id]) for row in rows]


def _challenge(row: Any, accepted: Iterable[str]) -> Challenge:
    return Challenge(
        row.id,
        row.challenger,
        _settings.decode(row.settings),
        _seats.decode(row.seats),
        row.created,
        row.expires,
        row.rematch_of,
        State(row.state),
        row.table_id,
        frozenset(accepted),
    )
