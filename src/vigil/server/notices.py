"""What somebody is told on every page: which games wait for them, and who challenges them.

`Notices` knows who listens in this process, and wakes them when there may be something new. Turns at the tables of this
process are followed in memory; everything else is looked up. What happens at other workers is told by them, gathered
for half a second. Somebody without an open page is told by a webhook (`notifications.py`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from vigil.engine.terms import NOTHING
from vigil.storage.challenges import Challenge, State
from vigil.storage.store import Listed
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
    """A game in which it is your turn. `opponents` are the names of the others.

    `since` is the number of the latest entry in the table's journal when the turn was first seen to be yours. It is
    another one as soon as the turn has been elsewhere in between. `deadline` is in seconds since 1970.
    """

    id: str
    settings: TableSettings
    opponents: list[str]
    since: int
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


class _Waiting(Struct, frozen=True):
    """A game that waits for somebody, as a list or a table shows it."""

    id: str
    settings: TableSettings
    seats: list[Seat]
    deadline: float | None
    changed: float
    since: int

    @staticmethod
    def of(shown: Listed | Table, before: _Waiting | None = None) -> _Waiting:
        seats = [Seat(seat.person, seat.bot) for seat in shown.seats]
        since = before.since if before else shown.number
        return _Waiting(shown.id, shown.settings, seats, shown.deadline, shown.changed, since)

    @property
    def order(self) -> tuple[bool, float, float, str]:
        """The nearest deadline first, then the latest change."""
        return (self.deadline is None, self.deadline or 0.0, -self.changed, self.id)


class Listener:
    """What somebody who listens knows. Where it `is_stale`, it has to be looked up; what happens at tables of this
    process is followed without that: in a quick game the turn changes every few seconds."""

    def __init__(self, person: str) -> None:
        self.person = person
        self.waker = asyncio.Event()
        self.is_stale = True
        self._is_looking = False
        self._waiting: dict[str, _Waiting] = {}
        self._hidden: set[str] = set()
        self._challenges: list[Challenge] = []

    def wake(self) -> None:
        """There may be something new."""
        self.is_stale = True
        self.waker.set()

    def follow(self, table: Table, deciding: str) -> None:
        """The turn at a table has changed."""
        if deciding == self.person and table.id not in self._hidden:
            self._waiting[table.id] = _Waiting.of(table)
        else:
            self._waiting.pop(table.id, None)
        # What is being looked up may be older than this.
        self.is_stale = self.is_stale or self._is_looking
        self.waker.set()

    async def look_up(self, services: Services) -> None:
        self.is_stale, self._is_looking = False, True
        try:
            games = await services.store.unfinished_games_of(self.person, MOST_WAITING, waiting=True)
            self._hidden = await services.history.hidden(self.person)
            self._challenges = await services.challenges.of(self.person, services.clock.now())
            self._waiting = {game.id: _Waiting.of(game, self._waiting.get(game.id)) for game in games}
        finally:
            self._is_looking = False

    async def now(self, services: Services) -> NoticesNow:
        games = sorted(self._waiting.values(), key=lambda each: each.order)[:MOST_WAITING]
        people = {seat.person for game in games for seat in game.seats} | {
            each for challenge in self._challenges for each in challenge.people()
        }
        names = await services.names.of(people - {""})
        waiting = [
            WaitingGame(game.id, game.settings, self._opponents(game, names), game.since, game.deadline)
            for game in games
        ]
        return NoticesNow(self.person, len(waiting), waiting, [challenge_now(each, names) for each in self._challenges])

    def _opponents(self, game: _Waiting, names: dict[str, str]) -> list[str]:
        seats = enumerate(game.seats)
        return [seat_name(seat, game.id, place, names) for place, seat in seats if seat.person != self.person]


class Notices:
    def __init__(self, presence: Presence) -> None:
        self._presence = presence
        self._listeners: dict[str, set[Listener]] = {}
        self._untold: dict[str, None] = {}
        presence.heard_of_notices = self._wake

    @contextmanager
    def listening(self, person: str) -> Iterator[Listener]:
        """Somebody who is woken whenever there may be something new for this person."""
        listener = Listener(person)
        self._listeners.setdefault(person, set()).add(listener)
        try:
            yield listener
        finally:
            self._listeners[person].discard(listener)
            if not self._listeners[person]:
                del self._listeners[person]

    def tell(self, people: Iterable[str]) -> None:
        """There may be something new for these people, wherever they listen."""
        found = [person for person in people if person and person != SERVER]
        self._wake(found)
        self._tell_others_soon(found)

    def _tell_others_soon(self, people: list[str]) -> None:
        if people and not self._untold:
            asyncio.get_running_loop().call_later(TOGETHER, self._tell_others)
        self._untold.update(dict.fromkeys(people))

    def _tell_others(self) -> None:
        people, self._untold = list(self._untold), {}
        self._presence.tell_notified(people)

    def _wake(self, people: Iterable[str]) -> None:
        for person in people:
            for listener in self._listeners.get(person, ()):
                listener.wake()

    def after_write(self, table: Table, entry: Entry) -> None:
        """Whoever has the turn now is told, and whoever had it."""
        is_for_everybody = table.is_over or isinstance(entry.action, _FOR_EVERYBODY)
        if not is_for_everybody and not isinstance(entry.action, (do.Choose, do.Undo)):
            return
        seat = table.deciding
        deciding = table.seats[seat].person if seat != NOTHING and not table.seats[seat].bot else ""
        if is_for_everybody or deciding != entry.by:
            people = table.people() if is_for_everybody else {deciding, entry.by} - {""}
            for person in people:
                for listener in self._listeners.get(person, ()):
                    listener.follow(table, deciding)
            self._tell_others_soon([person for person in people if person != SERVER])


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
