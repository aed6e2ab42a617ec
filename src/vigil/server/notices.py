"""What somebody is told on every page: which games wait for them, and who challenges them.

`Notices` knows who listens in this process, and wakes them when there may be something new; whoever is woken looks it
up. What happens at other workers is told by them, gathered for half a second. Somebody without an open page is told by
a webhook (`notifications.py`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from vigil.engine.terms import NOTHING
from vigil.storage.challenges import Challenge, State
from vigil.table import actions as do
from vigil.table.actions import SERVER, Entry
from vigil.table.projection import seat_name
from vigil.table.settings import TableSettings
from vigil.table.table import ANONYMOUS, Seat, Table

from .presence import TOGETHER, Presence

if TYPE_CHECKING:
    from .services import Services

MOST_WAITING: Final = 50
_FOR_EVERYBODY: Final = (do.Start, do.Leave, do.Return, do.Expire, do.Close, do.AnswerUndo)
"""After these it may be anybody's turn, or nobody's."""


class WaitingGame(Struct, frozen=True):
    """A game in which it is your turn. `opponents` are the names of the others; `deadline` is in seconds since 1970."""

    id: str
    settings: TableSettings
    opponents: list[str]
    deadline: float | None


class ChallengedPerson(Struct, frozen=True):
    person: str
    name: str
    accepted: bool


class ChallengeNow(Struct, frozen=True):
    """A challenge that waits for answers, or whose game has begun at `table`. `people` are all who are to play.

    `by` is the id of the challenger. `bots` are the levels of the bots that play with you. With `rematch_of` it
    repeats the game at that table.
    """

    id: str
    by: str
    by_name: str
    state: State
    people: list[ChallengedPerson]
    bots: list[str]
    settings: TableSettings
    created: float
    expires: float
    table: str
    rematch_of: str


class NoticesNow(Struct, frozen=True, tag_field="kind", tag="notices"):
    """`turns` is how many games wait for you, `waiting` the first of them, the nearest deadline first."""

    you: str
    turns: int
    waiting: list[WaitingGame]
    challenges: list[ChallengeNow]


class Notices:
    def __init__(self, presence: Presence) -> None:
        self._presence = presence
        self._wakers: dict[str, set[asyncio.Event]] = {}
        self._untold: dict[str, None] = {}
        presence.heard_of_notices = self._wake

    @contextmanager
    def listening(self, person: str) -> Iterator[asyncio.Event]:
        """An event that is set whenever there may be something new for this person."""
        waker = asyncio.Event()
        self._wakers.setdefault(person, set()).add(waker)
        try:
            yield waker
        finally:
            self._wakers[person].discard(waker)
            if not self._wakers[person]:
                del self._wakers[person]

    def tell(self, people: Iterable[str]) -> None:
        """There may be something new for these people, wherever they listen."""
        found = [person for person in people if person and person != SERVER]
        self._wake(found)
        if found and not self._untold:
            asyncio.get_running_loop().call_later(TOGETHER, self._tell_others)
        self._untold.update(dict.fromkeys(found))

    def _tell_others(self) -> None:
        people, self._untold = list(self._untold), {}
        self._presence.tell_notified(people)

    def _wake(self, people: Iterable[str]) -> None:
        for person in people:
            for waker in self._wakers.get(person, ()):
                waker.set()

    def after_write(self, table: Table, entry: Entry) -> None:
        """Whoever has the turn now is told, and whoever had it."""
        if table.is_over or isinstance(entry.action, _FOR_EVERYBODY):
            self.tell(table.people())
        elif isinstance(entry.action, (do.Choose, do.Undo)):
            seat = table.deciding
            deciding = table.seats[seat].person if seat != NOTHING and not table.seats[seat].bot else ""
            if deciding != entry.by:
                self.tell({deciding, entry.by})


async def notices_for(services: Services, person: str) -> NoticesNow:
    """What there is now."""
    games = await services.store.unfinished_games_of(person, MOST_WAITING, waiting=True)
    challenges = await services.challenges.of(person, services.clock.now())
    ids = {seat.person for game in games for seat in game.seats} | {
        each for challenge in challenges for each in challenge.people()
    }
    names = await services.names.of(ids - {""})
    waiting = [
        WaitingGame(
            game.id,
            game.settings,
            [
                seat_name(Seat(seat.person, seat.bot), game.id, place, names)
                for place, seat in enumerate(game.seats)
                if seat.person != person
            ],
            game.deadline,
        )
        for game in games
    ]
    return NoticesNow(person, len(waiting), waiting, [challenge_now(each, names) for each in challenges])


def challenge_now(challenge: Challenge, names: dict[str, str]) -> ChallengeNow:
    def name(person: str) -> str:
        return names.get(person, ANONYMOUS)

    return ChallengeNow(
        challenge.id,
        challenge.challenger,
        name(challenge.challenger),
        challenge.state,
        [ChallengedPerson(each, name(each), each in challenge.accepted) for each in challenge.people()],
        [seat.bot for seat in challenge.seats if seat.bot],
        challenge.settings,
        challenge.created,
        challenge.expires,
        challenge.table_id,
        challenge.rematch_of,
    )
