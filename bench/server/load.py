"""The load generator: a process that plays whole games at many tables at once, and says how long everything took.

    python -m bench.server.load '{"service": "vigil", "port": 8470, "pid": 123, "tables": 100, "phases": [...]}'

A choice is made when both seats have received the one before: at once, or at a pace. The time of a choice is that
from sending it until the other seat receives it. When a game is over, the next table is opened in its place.
"""

import asyncio
import gc
import os
import sys
from functools import partial
from time import perf_counter, process_time

import msgspec
from msgspec import Struct

from bench.server.players import SERVICES, Endpoint, Service, Unexpected
from bench.server.processes import processor_seconds, resident_bytes
from bench.server.wire import Wire

OPENED_AT_ONCE = 16


class Phase(Struct, frozen=True):
    """`every` is the time between two choices at a table, in seconds; 0 is flat out. `warm_up` is not measured."""

    every: float
    seconds: float
    warm_up: float


class Task(Struct, frozen=True):
    """`pid` is the server's: it and its workers are asked how much memory and processor time they take."""

    service: str
    port: int
    pid: int
    tables: int
    phases: list[Phase]


class Measured(Struct, frozen=True):
    """One phase. `times` are those of all choices, in order of size; memory is of the server's process."""

    tables: int
    every: float
    seconds: float
    games: int
    times: list[float]
    server_seconds: float
    load_seconds: float
    bytes_before: int
    bytes_after: int
    notices: int = 0


class Tally:
    """What all tables count together. Nothing is counted before a phase has warmed up."""

    def __init__(self) -> None:
        self.times: list[float] = []
        self.games = 0
        self.notices = 0

    def clear(self) -> None:
        self.times.clear()
        self.games = self.notices = 0


class Table:
    """A game in progress: two connections, and at most one choice on its way."""

    def __init__(self, generator: "Generator", endpoints: list[Endpoint]) -> None:
        self._generator = generator
        self._endpoints = endpoints
        self._wires: list[Wire] = []
        self._notices: list[Wire] = []
        self._versions = [-1, -1]
        self._choice: tuple[int, bytes] | None = None
        self._chooser = 0
        self._sent = 0.0
        self.due = 0.0

    async def sit_down(self) -> None:
        for seat, endpoint in enumerate(self._endpoints):
            wire = Wire(partial(self._receive, seat), self._generator.fail)
            self._wires.append(wire)
            endpoint.player.send = wire.send
            await wire.connect(endpoint.url, endpoint.headers)
            if endpoint.notices:
                notices = Wire(self._count_notice, self._generator.fail)
                self._notices.append(notices)
                await notices.connect(endpoint.notices, endpoint.headers)

    def _count_notice(self, text: bytes) -> None:
        self._generator.tally.notices += 1

    def _receive(self, seat: int, text: bytes) -> None:
        try:
            received = self._endpoints[seat].player.receive(text)
        except (Unexpected, msgspec.MsgspecError) as error:
            self._generator.fail(str(error))
            return
        if received is not None and received.version > self._versions[seat]:
            self._update(seat, *received)

    def _update(self, seat: int, version: int, choice: bytes | None, is_over: bool) -> None:
        self._versions[seat] = version
        if choice is not None:
            self._choice = (seat, choice)
        if self._sent and seat != self._chooser:
            self._generator.tally.times.append(perf_counter() - self._sent)
            self._sent = 0.0
        if self._versions[0] == self._versions[1]:
            if is_over:
                self._generator.over(self)
            else:
                self._generator.when_due(self)

    def choose(self) -> None:
        if not self._wires:
            return
        if not self._choice:
            self._generator.fail("Both seats know the position, and nobody has to decide.")
            return
        self._chooser, text = self._choice
        self._choice = None
        self._sent = perf_counter()
        # A table that has fallen behind does not hurry: people do not either.
        self.due = max(self.due, self._sent) + self._generator.every
        self._wires[self._chooser].send(text)

    def leave(self) -> None:
        wires, self._wires, self._notices = [*self._wires, *self._notices], [], []
        for wire in wires:
            wire.close()


class Generator:
    def __init__(self, service: Service, every: float) -> None:
        self.service = service
        self.every = every
        self.tally = Tally()
        self._loop = asyncio.get_running_loop()
        self._failed: asyncio.Future[None] = self._loop.create_future()
        self._opening = asyncio.Semaphore(OPENED_AT_ONCE)
        self._held: list[Table] | None = []
        self._tables: dict[Table, None] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def fail(self, reason: str) -> None:
        if not self._failed.done():
            self._failed.set_exception(Unexpected(reason))

    async def open(self, count: int) -> None:
        """Nobody chooses before everybody is there: who opens tables would wait behind those who play."""
        opening = asyncio.gather(*(self._open_table() for _ in range(count)))
        self._failed.add_done_callback(lambda _: opening.cancel())
        try:
            await opening
        except asyncio.CancelledError:
            self._failed.result()
            raise

    def begin(self) -> None:
        """Everybody at another moment: tables that keep in step would be one crowd, over and over."""
        held, self._held = self._held or [], None
        now = perf_counter()
        for table in held:
            table.due = now + self.every * self.service.random.random()
            self.when_due(table)

    async def _open_table(self) -> None:
        async with self._opening:
            table = Table(self, await self.service.open_table())
            self._tables[table] = None
            await table.sit_down()

    def over(self, table: Table) -> None:
        """A game has ended; another begins."""
        table.leave()
        del self._tables[table]
        self.tally.games += 1
        task = asyncio.create_task(self._open_table())
        self._tasks.add(task)
        task.add_done_callback(self._opened)

    def _opened(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self.fail(str(error))

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for table in self._tables:
            table.leave()
        await self.service.http.aclose()

    def when_due(self, table: Table) -> None:
        wait = table.due - perf_counter() if self.every else 0
        if self._held is not None:
            self._held.append(table)
        elif wait > 0:
            self._loop.call_later(wait, table.choose)
        else:
            table.choose()

    async def wait(self, seconds: float) -> None:
        """Sleeps, or ends at once with what went wrong."""
        await asyncio.wait([self._failed], timeout=seconds)
        if self._failed.done():
            self._failed.result()

    async def run(self, phase: Phase, task: Task, bytes_before: int) -> Measured:
        self.every = phase.every
        await self.wait(phase.warm_up)
        self.tally.clear()
        began, server, own = perf_counter(), processor_seconds(task.pid), process_time()
        await self.wait(phase.seconds)
        return Measured(
            tables=task.tables,
            every=phase.every,
            seconds=perf_counter() - began,
            games=self.tally.games,
            notices=self.tally.notices,
            times=sorted(self.tally.times),
            server_seconds=processor_seconds(task.pid) - server,
            load_seconds=process_time() - own,
            bytes_before=bytes_before,
            bytes_after=resident_bytes(task.pid),
        )


async def measure(task: Task) -> list[Measured]:
    generator = Generator(SERVICES[task.service](task.port), task.phases[0].every)
    await generator.service.prepare()
    before = resident_bytes(task.pid)
    try:
        await generator.open(task.tables)
        generator.begin()
        return [await generator.run(phase, task, before) for phase in task.phases]
    finally:
        await generator.close()


def main() -> None:
    import uvloop

    # Nothing that is made here forms circles, and looking for them would be measured along.
    gc.disable()
    task = msgspec.json.decode(sys.argv[1], type=Task)
    measured = msgspec.json.encode(uvloop.run(measure(task)))
    # More than a pipe holds; what does not fit at once would be lost where writing does not wait.
    os.set_blocking(sys.stdout.fileno(), True)
    with open(sys.stdout.fileno(), "wb", closefd=False) as out:
        out.write(measured)


if __name__ == "__main__":
    main()
