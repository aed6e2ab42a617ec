"""The tables of this process: loaded when somebody needs them, one change at a time, store first, then tell.

    host = Host(store)
    table = await host.open(person, settings)
    await host.act(table.id, person, Choose(seat, version, "end turn"), key="...")      Done, or a Refused
    async for table in host.watch(table.id): ...                                        after every change

An action is judged and applied on a draft; the draft takes the table's place when its entry is durable. So whoever
looks at a table sees only what would survive a crash. A watcher who is slow misses no news: it gets the latest table,
and `projection.project` tells everything since the entry that it has seen.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable, Collection, Coroutine, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import count
from typing import Any, Final, Protocol, TypeVar

from vigil.custom_sets import loaded_versions
from vigil.engine.setup import RULES_VERSION
from vigil.storage.announcements import Change
from vigil.storage.database import BadDatabase
from vigil.storage.hub import Hub, MemoryHub
from vigil.storage.ids import fresh_id
from vigil.storage.store import Conflict, Store
from vigil.table.actions import LONGEST_KEY, SERVER, Action, Entry, Expire, Open
from vigil.table.beginnings import Beginning
from vigil.table.daily_game import DailyGame
from vigil.table.fairness import Secret
from vigil.table.messages import Done
from vigil.table.rated import require_rateable
from vigil.table.refusals import Code, Refused
from vigil.table.settings import TableSettings
from vigil.table.table import Table
from vigil.table.validation import accept, require_repeat, require_somebody

from .steady_clock import SteadyClock

IDLE: Final = 300.0
"""Seconds after which a table that nobody uses leaves the memory."""
TICK: Final = 1.0
REFRESH: Final = 30
"""So many ticks after one another pass before missed changes are looked for."""
MOST_TRIES: Final = 100
"""Every try that fails means that another worker has written something: nobody waits for nothing."""
LONG: Final = 500
"""A journal with more entries than this is replayed in a thread, so that the event loop does not wait for it."""

AfterWrite = Callable[[Table, Entry], None]
Wake = Callable[[], None]
AfterArrival = Callable[[Table], None]
Here = Callable[[str], Collection[str]]
Outcome = TypeVar("Outcome")

log = logging.getLogger("vigil.table")


class Clock(Protocol):
    def now(self) -> float:
        """Seconds since 1970."""

    def monotonic(self) -> float:
        """Seconds from an arbitrary start, which never go back: for limits, and for everything that expires."""


class _Room:
    """A table in memory. `users` counts the actions under way and the watchers: it stays as long as there are any.

    `noticed` is the last entry that another worker is known to have written. `nudges` counts what has changed around
    the table: nothing that is written down, but watchers want to know.
    """

    def __init__(self, table_id: str) -> None:
        self.id = table_id
        self.table: Table | None = None
        self.lock = asyncio.Lock()
        self.wakers: dict[Wake, None] = {}
        self.noticed = 0
        self.nudges = 0
        self.users = 0
        self.used = 0.0

    def show(self, table: Table) -> None:
        self.table = table
        self.wake()

    def wake(self) -> None:
        for wake in self.wakers:
            wake()


class Host:
    """`after_write` is called for every entry that this host has written: for bots, and for notices to people.

    `here` says who is connected to a table, whatever the worker; `after_arrival` is called for those who connect here.
    """

    def __init__(self, store: Store, clock: Clock | None = None, hub: Hub | None = None) -> None:
        self.store = store
        self.clock: Clock = clock or SteadyClock()
        self.hub: Hub = hub or MemoryHub()
        store.announce = self.hub.announce
        self.after_write: list[AfterWrite] = []
        self.here: Here = lambda table_id: ()
        self.after_arrival: list[AfterArrival] = []
        self._rooms: dict[str, _Room] = {}
        self._missed = False
        self._unplayable: set[str] = set()
        self._tasks: set[asyncio.Task[Any]] = set()

    async def start(self) -> None:
        await self.hub.start(self._noticed, self._lost)

    async def stop(self) -> None:
        """Everything that was begun is finished."""
        await self.hub.stop()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # --- doing

    async def open(
        self,
        by: str,
        settings: TableSettings,
        secret: Secret | None = None,
        table_id: str = "",
        beginning: Beginning | None = None,
        earlier: Sequence[str] = (),
        rules: int = RULES_VERSION,
        position: dict[str, Any] | None = None,
        daily: DailyGame | None = None,
    ) -> Table:
        """A new table; the secret is for daily deals, and for games that go on from another one's `beginning`.

        Whoever may have to ask twice says which id the table is to have: the second time it is there already.
        """
        require_somebody(by)
        require_rateable(settings)
        settings = settings.with_loaded_versions()
        opening = Entry(1, self.clock.now(), by, Open(settings, beginning, tuple(earlier), rules, position, daily))
        table = Table(table_id or fresh_id(), secret or Secret.fresh(), opening)
        try:
            await self.store.create(table, opening)
        except Conflict:
            known = await self.table(table.id)
            first = Open(known.settings, known.beginning, known.earlier, known.rules, known.position, known.daily)
            require_repeat(opening.action, first)
            return known
        room = self._rooms[table.id] = _Room(table.id)
        room.used = opening.at
        room.show(table)
        self._wrote(table, opening)
        return table

    async def act(self, table_id: str, by: str, action: Action, key: str = "") -> Done:
        """The action is written down, or refused. Once begun it is finished, even if nobody waits for the answer."""
        if len(key) > LONGEST_KEY or not (key.isascii() and key.isprintable()):
            raise Refused(
                Code.INVALID_REQUEST,
                "The idempotency key is invalid.",
                f"Use up to {LONGEST_KEY} printable ASCII characters.",
            )
        return await asyncio.shield(self._begin(self._act(table_id, by, action, key)))

    def _begin(self, work: Coroutine[Any, Any, Outcome]) -> asyncio.Task[Outcome]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _act(self, table_id: str, by: str, action: Action, key: str) -> Done:
        with self._using(table_id) as room:
            async with room.lock:
                for _ in range(MOST_TRIES):
                    try:
                        return await self._try(room, by, action, key)
                    except Conflict:
                        await self._catch_up(room)
        raise Refused(Code.UNAVAILABLE, "Too much is happening at this table at once.", "Try again.")

    async def _try(self, room: _Room, by: str, action: Action, key: str) -> Done:
        table = await self._loaded(room)
        earlier = table.answered(by, key)
        if earlier is not None:
            require_repeat(action, earlier.action)
            return Done(earlier.number, key)
        await self._expire(room, table)
        return Done(await self._write(room, by, action, key), key)

    async def _expire(self, room: _Room, table: Table) -> None:
        """Whoever ran out of time is treated so before anything else happens."""
        if table.deadline is not None and self.clock.now() > table.deadline:
            await self._write(room, SERVER, Expire(table.clocks.seat), "")

    async def _write(self, room: _Room, by: str, action: Action, key: str) -> int:
        assert room.table is not None
        now = self.clock.now()
        entry, after = accept(room.table, by, action, now, key)
        await self.store.append(after, entry)
        room.used = now
        room.show(after)
        self._wrote(after, entry)
        return entry.number

    def _wrote(self, table: Table, entry: Entry) -> None:
        for each in self.after_write:
            try:
                each(table, entry)
            except Exception:
                # The entry is written: whoever did it is told so, whatever else goes wrong.
                log.exception("table %s: something failed after entry %d", table.id, entry.number)

    # --- looking

    async def table(self, table_id: str) -> Table:
        """The table as it is now, for reading only."""
        with self._using(table_id) as room:
            return await self._ready(room)

    async def watch(self, table_id: str, since: int = 0) -> AsyncGenerator[Table, None]:
        """The table, as soon as it has an entry after `since`, and again after every change and every `nudge`.

        For reading only.

        Whoever stops early closes it (`contextlib.aclosing`): a table with watchers stays in memory.
        """
        await self.table(table_id)
        waker = asyncio.Event()
        with self.waking(table_id, waker.set) as room:
            nudges = room.nudges
            while True:
                waker.clear()
                table = room.table
                if table is not None and (table.number > since or room.nudges > nudges):
                    since, nudges = table.number, room.nudges
                    yield table
                else:
                    await waker.wait()

    @contextmanager
    def waking(self, table_id: str, wake: Wake) -> Iterator[_Room]:
        """`wake` is called after every change and every `nudge`; meanwhile the table stays in memory."""
        with self._using(table_id) as room:
            room.wakers[wake] = None
            try:
                yield room
            finally:
                del room.wakers[wake]

    def watched(self) -> list[str]:
        """The tables that somebody watches in this process."""
        return [room.id for room in self._rooms.values() if room.wakers]

    def arrived(self, table_id: str) -> None:
        """Somebody has connected to a table."""
        room = self._rooms.get(table_id)
        if room is not None and room.table is not None:
            for each in self.after_arrival:
                each(room.table)

    def nudge(self, table_id: str) -> None:
        """Something around the table has changed, such as who is there: whoever watches looks again."""
        room = self._rooms.get(table_id)
        if room is not None:
            room.nudges += 1
            room.wake()

    # --- rooms

    @contextmanager
    def _using(self, table_id: str) -> Iterator[_Room]:
        room = self._rooms.get(table_id)
        if room is None:
            room = self._rooms[table_id] = _Room(table_id)
        room.users += 1
        try:
            yield room
        finally:
            room.users -= 1
            room.used = self.clock.now()
            if room.table is None and not room.users:
                # There is no such table, or it could not be loaded.
                self._rooms.pop(table_id, None)

    async def _ready(self, room: _Room) -> Table:
        """Whoever only looks does not wait for what is being written."""
        if room.table is not None:
            return room.table
        async with room.lock:
            return await self._loaded(room)

    async def _loaded(self, room: _Room) -> Table:
        if room.table is None:
            found = await self.store.load(room.id)
            if found is None:
                raise Refused(Code.TABLE_NOT_FOUND, "There is no such table.", "Check the link.")
            opening = found[1][0].action
            assert isinstance(opening, Open)
            _require_sets(opening.settings)
            room.table = await _rebuilt(room.id, *found)
            if room.table.number < room.noticed:
                # Somebody has written while it was being read.
                await self._catch_up(room)
        return room.table

    async def _catch_up(self, room: _Room) -> None:
        """Applies what others have written."""
        if room.table is None:
            return
        found = await self.store.load(room.id, after=room.table.number)
        if found is None or not found[1]:
            return
        entries = found[1]
        if len(entries) > LONG:
            room.show(await asyncio.to_thread(_followed, room.table, entries))
        else:
            room.show(_followed(room.table, entries))

    # --- other workers

    def _noticed(self, change: Change) -> None:
        """Another worker has written an entry, or this one, which knows it already."""
        room = self._rooms.get(change.table_id)
        table = room.table if room is not None else None
        if room is None or table is None or table.number != change.number - 1 or room.lock.locked():
            self._missed_entry(change.table_id, change.number)
        elif (entry := change.entry()) is not None:
            room.show(_followed(table, [entry]))
        else:
            self._missed_entry(change.table_id, change.number)

    def _missed_entry(self, table_id: str, number: int) -> None:
        """There is an entry that the table here may not have yet."""
        room = self._rooms.get(table_id)
        if room is None:
            return
        room.noticed = max(room.noticed, number)
        if room.table is not None and room.table.number < number:
            self._begin(self._refresh(table_id))

    def _lost(self) -> None:
        self._begin(self._refresh_all())

    async def _refresh_all(self) -> None:
        try:
            await self.refresh()
        except BadDatabase:
            self._missed = True

    async def _refresh(self, table_id: str) -> None:
        with self._using(table_id) as room:
            async with room.lock:
                if room.table is not None and room.table.number < room.noticed:
                    try:
                        await self._catch_up(room)
                    except BadDatabase:
                        self._missed = True

    async def follow(self, numbers: Mapping[str, int]) -> None:
        """Applies what was written without this host: the last entries of some tables, by their ids."""
        for table_id, number in numbers.items():
            if table_id in self._rooms:
                self._rooms[table_id].noticed = max(self._rooms[table_id].noticed, number)
                await self._refresh(table_id)

    async def refresh(self) -> None:
        """Looks whether others have changed any table that is in memory."""
        for table_id, number in (await self.store.numbers(list(self._rooms))).items():
            self._missed_entry(table_id, number)

    # --- time

    async def tick(self) -> None:
        """Whoever has run out of time is treated so, and tables that nobody uses leave the memory."""
        for table_id in await self.store.overdue(self.clock.now(), without=self._unplayable):
            try:
                await self._begin(self._expire_at(table_id))
            except Refused as refused:
                # A set is missing: until the server is started with it, nothing can happen there.
                log.warning("table %s: %s", table_id, refused)
                self._unplayable.add(table_id)
            except Exception:
                # One table that cannot be read must not stop the clocks of the others.
                log.exception("table %s: the clock could not be looked at", table_id)
        now = self.clock.now()
        for room in list(self._rooms.values()):
            if not room.users and now - room.used > IDLE:
                del self._rooms[room.id]

    async def _expire_at(self, table_id: str) -> None:
        with self._using(table_id) as room:
            async with room.lock:
                try:
                    await self._expire(room, await self._loaded(room))
                except Conflict:
                    await self._catch_up(room)

    async def run(self) -> None:
        """Ticks until it is cancelled; now and then it looks whether a change of another worker was missed.

        Where that fails because the database is away, it looks again with the next tick.
        """
        is_away = False
        for number in count(1):
            try:
                await self.tick()
                if number % REFRESH == 0 or self._missed:
                    self._missed = False
                    await self._refresh_all()
                if is_away:
                    log.warning("the database answers again")
                is_away = False
            except BadDatabase as error:
                # Everybody who needs it notices; it is logged once.
                if not is_away:
                    log.error("%s", error)
                is_away = True
            except Exception:
                log.exception("the clocks could not be looked at")
            await asyncio.sleep(TICK)

    @property
    def tables_in_memory(self) -> int:
        return len(self._rooms)


def _followed(table: Table, entries: Sequence[Entry]) -> Table:
    after = table.copy()
    for entry in entries:
        after.apply(entry)
    return after


def _require_sets(settings: TableSettings) -> None:
    missing = settings.unavailable_sets()
    if missing:
        names = " and ".join(f'"{name}"' for name in missing)
        changed = all(name in loaded_versions() for name in missing)
        problem = "has changed since this game was opened" if changed else "is not on this server any more"
        raise Refused(
            Code.SET_UNAVAILABLE,
            f"The game cannot be shown: its custom set {names} {problem}.",
            "Whoever runs the server can start it with the file that the game was played with.",
        )


async def _rebuilt(table_id: str, secret: Secret, entries: list[Entry]) -> Table:
    if len(entries) > LONG:
        return await asyncio.to_thread(Table.rebuilt, table_id, secret, entries)
    return Table.rebuilt(table_id, secret, entries)
