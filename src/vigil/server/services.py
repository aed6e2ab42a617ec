"""Everything behind the doors of one process: the store, the tables, the people, and who is connected.

It is built with the application, opened when the server starts and closed when it stops. Routes get it as `services`.
"""

from __future__ import annotations

import asyncio
import base64
import hmac
import logging
from collections.abc import Callable, Collection, Mapping
from contextlib import AsyncExitStack
from hashlib import sha256
from itertools import count
from typing import Final, NamedTuple

from vigil.ratings.games import Standing
from vigil.ratings.pools import Pool
from vigil.storage.audit import SERVER, AuditLog
from vigil.storage.blocks import Blocks, Reports
from vigil.storage.challenges import Challenges
from vigil.storage.daily import DailyDeals
from vigil.storage.database import BadDatabase, Database
from vigil.storage.history import History
from vigil.storage.hub import MemoryHub, PostgresHub
from vigil.storage.people import People
from vigil.storage.puzzles import PuzzleTries
from vigil.storage.ratings import Change, Ratings
from vigil.storage.recovery import RecoveryCodes
from vigil.storage.retention import Retention
from vigil.storage.reviews import Reviews
from vigil.storage.store import Store
from vigil.table.actions import Entry
from vigil.table.daily import require_open
from vigil.table.messages import RatingChange, RatingNow, TableNow
from vigil.table.projection import NO_RATINGS, project
from vigil.table.projection import Ratings as TableRatings
from vigil.table.rated import pool
from vigil.table.table import Table

from .audiences import Audiences
from .bot_players import BotPlayers
from .cache import Cache
from .challenges import begin_accepted
from .daily import Daily
from .file_descriptors import Descriptors
from .host import Clock, Host
from .known_addresses import KnownAddresses
from .metrics import Metrics
from .moderation import Moderation
from .notices import Notices
from .notifications import Notifications
from .passwords import Passwords
from .presence import AGAIN, TOGETHER, Presence
from .rate_limits import Limits
from .reviewing import Reviewing
from .settings import ServerSettings
from .steady_clock import SteadyClock

MakeBotPlayers = Callable[[Host], BotPlayers]

TIDY_UP: Final = 120
"""Every so many times that the server is looked after, it checks whether pruning is due: once an hour."""
FOLLOW: Final = 1.0
"""Seconds between two looks at the audit log."""
PAUSE: Final = 0.05
"""Seconds between two portions of work that nobody waits for."""
_SIGNATURE: Final = 16
"""Bytes: nobody guesses that many."""

log = logging.getLogger("vigil.web")


class Surroundings(NamedTuple):
    """What is told with a table, to everybody the same: names, who is connected, the time, and the ratings."""

    names: Mapping[str, str]
    here: Collection[str]
    now: float
    ratings: TableRatings

    def project(self, table: Table, person: str, since: int, muted: Collection[str]) -> TableNow:
        return project(table, person, since, self.names, self.now, muted, self.here, self.ratings)


class Services:
    """Nothing is connected before `open`; the clock is given by tests."""

    def __init__(
        self, settings: ServerSettings, clock: Clock | None = None, bots: MakeBotPlayers | None = None
    ) -> None:
        self.settings = settings
        self.clock: Clock = clock or SteadyClock()
        self.database = Database(settings.database_url)
        self.store = Store(self.database)
        self.people = People(self.database)
        self.history = History(self.database, self.store.load)
        self.challenges = Challenges(self.database)
        self.blocks = Blocks(self.database)
        self.reports = Reports(self.database)
        self.recovery = RecoveryCodes(self.database)
        self.passwords = Passwords()
        hub = PostgresHub(self.database) if self.database.is_postgres else MemoryHub()
        self.host = Host(self.store, self.clock, hub)
        self.reviewing = Reviewing(self.host, Reviews(self.database))
        self.daily = Daily(self.host, DailyDeals(self.database))
        self.moderation = Moderation(self.host)
        self.administration = self.moderation.administration
        self.audit = AuditLog(self.database)
        self.retention = Retention(self.database)
        self.presence = Presence(self.host, settings.sockets, settings.address_sockets)
        self.audiences = Audiences(self)
        self.limits = Limits(settings, self.clock)
        self.known_addresses = KnownAddresses(self.signature)
        self.names: Cache[str] = Cache(self.people.names, self.clock)
        self.mutes: Cache[set[str]] = Cache(self.blocks.unheard_by, self.clock)
        self.ratings = Ratings(self.database)
        self.puzzle_tries = PuzzleTries(self.database)
        self.standings: Cache[dict[Pool, Standing]] = Cache(self.ratings.of, self.clock)
        self.rating_changes: Cache[dict[int, Change]] = Cache(self.ratings.changes_at, self.clock)
        self.metrics = Metrics()
        self.descriptors = Descriptors()
        self.notices = Notices(self.presence)
        self.notifications = Notifications(self)
        self.bot_players = None if bots is None else bots(self.host)
        self.is_open = False
        self._secret = settings.secret.encode()
        self._stack = AsyncExitStack()
        self._checking: asyncio.Task[None] | None = None
        self.presence.check_lines = self._check_lines_soon

    # --- opening and closing

    async def open(self) -> None:
        """Brings the database up to date, and lets clocks and bots run."""
        stack = self._stack
        await self.database.migrate()
        stack.push_async_callback(self.store.close)
        await self.people.update_keys()
        self._secret = self._secret or await self.store.key("cookies")
        await self.host.start()
        stack.push_async_callback(self.host.stop)
        if self.bot_players is not None:
            await self.bot_players.start()
            stack.push_async_callback(self.bot_players.stop)
        self.reviewing.start()
        stack.push_async_callback(self.reviewing.stop)
        self.daily.start()
        stack.push_async_callback(self.daily.stop)
        self.host.after_write += [self.notices.after_write, self.notifications.after_write, self._forget_ratings]
        self.notifications.start()
        stack.push_async_callback(self.notifications.stop)
        last = await self.audit.last_number()
        for chore in (self.host.run(), self._run_chores(), self._follow_audit(last), self._record_older_games()):
            task = asyncio.create_task(chore)
            stack.push_async_callback(_cancelled, task)
        await begin_accepted(self)
        self.is_open = True

    async def close(self) -> None:
        """In the opposite order: what was begun is finished before the database is closed."""
        self.is_open = False
        await self._stack.aclose()

    async def _run_chores(self) -> None:
        for number in count(1):
            await asyncio.sleep(AGAIN)
            try:
                self.presence.tell_again()
                await begin_accepted(self)
                await self._check_lines()
                if number % TIDY_UP == 0:
                    await self._prune()
                    await self.challenges.forget_old(self.clock.now())
            except Exception:
                log.exception("what is done now and then could not be done")

    async def _prune(self) -> None:
        now = self.clock.now()
        if await self.retention.is_due(now):
            days = (self.settings.guest_days, self.settings.chat_days)
            await self.retention.prune(*days, SERVER, now, self.moderation.leave_tables)

    async def _follow_audit(self, seen: int) -> None:
        """Notices what other processes have done: bans end connections, closed tables are read again."""
        while True:
            await asyncio.sleep(FOLLOW)
            try:
                last = await self.audit.last_number()
                if last > seen:
                    seen = last
                    await self._check_lines()
                    await self.host.refresh()
            except BadDatabase:
                # The tables notice it too, and log it.
                continue
            except Exception:
                log.exception("the audit log could not be followed")

    async def _record_older_games(self) -> None:
        """The results of games that ended before results were stored, while nobody has to wait for it."""
        while True:
            try:
                if not await self.history.record_older():
                    return
                await asyncio.sleep(PAUSE)
            except Exception:
                log.exception("results of older games could not be computed")
                await asyncio.sleep(AGAIN)

    async def look_at_lines(self) -> None:
        """Ends the lines of sessions and tokens that were taken back, here and at other workers."""
        self.presence.tell_signed_out()
        await self._check_lines()

    def _check_lines_soon(self) -> None:
        """Another worker has signed somebody out; what it says meanwhile is looked at together."""
        if self._checking is None or self._checking.done():
            self._checking = asyncio.create_task(self._check_lines_together())

    async def _check_lines_together(self) -> None:
        await asyncio.sleep(TOGETHER)
        try:
            await self._check_lines()
        except Exception:
            # They are looked at every half minute all the same.
            log.exception("connections could not be checked")

    async def _check_lines(self) -> None:
        lines = [line for line in self.presence.lines() if line.proof]
        live = await self.people.live_sessions({line.proof for line in lines}, self.clock.now())
        for line in lines:
            if line.proof not in live:
                line.end(4001, "You were signed out.")

    # --- what only this server could have made

    def signature(self, text: str) -> str:
        digest = hmac.digest(self._secret, text.encode(), sha256)
        return base64.urlsafe_b64encode(digest[:_SIGNATURE]).decode().rstrip("=")

    # --- looking

    async def project(self, table: Table, person: str, since: int = 0) -> TableNow:
        """The table as this person may know it now: nobody but its player sees a daily deal before the day is over."""
        require_open(table, person, self.clock.now())
        muted = await self.muted_by(person)
        return (await self.surroundings(table)).project(table, person, since, muted)

    async def muted_by(self, person: str) -> Collection[str]:
        """Whom this person does not want to hear."""
        return (await self.mutes.of([person])).get(person, ()) if person else ()

    async def surroundings(self, table: Table) -> Surroundings:
        while (known := self.known_surroundings(table)) is None:
            await self.names.of(table.people())
            if table.settings.rated:
                await (self.rating_changes.of([table.id]) if table.is_over else self.standings.of(_seated(table)))
        return known

    def known_surroundings(self, table: Table) -> Surroundings | None:
        """Nearly always everything is known, and nobody has to wait for anything."""
        names = self.names.known(table.people())
        ratings = self._known_ratings(table) if table.settings.rated else NO_RATINGS
        if names is None or ratings is None:
            return None
        return Surroundings(names, self.presence.here(table.id), self.clock.now(), ratings)

    def _known_ratings(self, table: Table) -> TableRatings | None:
        """While it is played, what everybody is rated now; afterwards, what the game made of it."""
        if table.is_over:
            found = self.rating_changes.known([table.id])
            if found is None:
                return None
            shown = {
                seat: RatingChange(RatingNow.of(each.before), RatingNow.of(each.after))
                for seat, each in found.get(table.id, {}).items()
            }
            return TableRatings(changes=shown)
        known = self.standings.known(_seated(table))
        if known is None:
            return None
        in_pool = pool(table.settings)
        return TableRatings({person: each[in_pool] for person, each in known.items() if in_pool in each})

    def _forget_ratings(self, table: Table, entry: Entry) -> None:
        """A rated game is over: the ratings of its players have changed."""
        if table.settings.rated and table.is_over:
            for seat in table.seats:
                self.standings.forget(seat.person)


def _seated(table: Table) -> set[str]:
    return {seat.person for seat in table.seats if seat.person}


async def _cancelled(task: asyncio.Task[None]) -> None:
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
