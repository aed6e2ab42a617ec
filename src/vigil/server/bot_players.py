"""The server's own bots: they think in processes of their own, and the server writes down what they choose.

    bot_players = BotPlayers(host)
    await bot_players.start()                          from now on bots answer, also where a killed server left off
    choice, why = await bot_players.hint(view)         what a strong player would do
    await bot_players.judgement(view, 300, person, urgency)     what every option is worth
    bot_players.tally.thoughts                         how much was thought, and what went wrong
    await bot_players.stop()

A process is sent what the seat of the bot may know, and nothing more. Its choice carries the version that it answers,
so two servers that think about one decision do no harm: the second answer comes too late, and nobody minds.

A table where no person plays does not go on by itself: one that everybody has left waits until somebody comes back, and
one of bots alone plays while somebody watches. The questions of tables where somebody who plays is connected go first.

A bot that thinks too long is answered for by the next simpler level. One that fails, or is too slow again and again,
gives its seat to that level. In the end the first legal option is taken: the game always goes on.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from msgspec import Raw

from vigil.bot_pool.pool import Crashed, Tally, TooSlow, WorkerPool
from vigil.bot_pool.queue import Urgency
from vigil.bot_pool.worker import Advise, Answer, Judge, MakeBot, Think
from vigil.bots import BOTS, BUILT_IN, bot_kind, make_bot
from vigil.bots.levels import SearchingBot
from vigil.engine.terms import NOTHING, seat_name
from vigil.engine.view import SeatView
from vigil.table.actions import SERVER, Choose, Entry, SeatBot
from vigil.table.refusals import Code, Refused
from vigil.table.settings import STAND_IN
from vigil.table.table import Table
from vigil.text.tokens import Piece

from .host import Host

LIMIT: Final = 10.0
"""Seconds for one choice."""
MOST_TABLES: Final = 5_000
"""So many tables are attended to at once; the others have to wait until there is room."""
MOST_HINTS: Final = 50
"""So many people may wait for a hint."""
MOST_JUDGED: Final = 20
"""So many positions may wait to be judged."""
LOOK_AROUND: Final = 10.0
"""Seconds between two looks for tables where a bot waits and nobody thinks for it."""
TOO_OFTEN: Final = 3
"""Whoever was too slow so many times after one another loses its seat."""

_NO_MATTER: Final = (
    Code.STALE,
    Code.OUT_OF_TIME,
    Code.NOT_YOUR_TURN,
    Code.NOT_YOUR_SEAT,
    Code.GAME_NOT_RUNNING,
    Code.UNAVAILABLE,
    Code.TABLE_NOT_FOUND,
)
"""The table has moved on while a bot was thinking."""

log = logging.getLogger("vigil.table")


class BotPlayers:
    """`processes` is how many bots think at once, at the most. `pace` is how many seconds at least lie before each of
    their choices, so that people can follow. `make` is looked up again in the processes: a function of a module.
    `sets` are the sources of the custom sets, if not those that this process has loaded."""

    def __init__(
        self,
        host: Host,
        processes: int | None = None,
        limit: float = LIMIT,
        pace: float = 0.0,
        make: MakeBot = make_bot,
        sets: Sequence[str] | None = None,
        bots: Sequence[str] = (),
    ) -> None:
        self.host = host
        self.pace = pace
        self._pool = WorkerPool(processes or usual_processes(), limit, make, sets, bots)
        self._playing: dict[str, asyncio.Task[None]] = {}
        self._hopeless: dict[str, int] = {}
        self._hints = 0
        self._judging = 0
        self._looking: asyncio.Task[None] | None = None

    async def start(self) -> None:
        self._pool.start()
        self.host.after_write.append(self.after_write)
        self.host.after_arrival.append(self.after_arrival)
        self._looking = asyncio.create_task(self._look_around())

    async def stop(self) -> None:
        """What is being thought is forgotten; after the next start it is thought again."""
        with suppress(ValueError):
            self.host.after_write.remove(self.after_write)
            self.host.after_arrival.remove(self.after_arrival)
        tasks = [*self._playing.values(), *([self._looking] if self._looking else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._pool.stop()

    # --- numbers for whoever runs the server

    @property
    def tally(self) -> Tally:
        return self._pool.tally

    @property
    def waiting(self) -> int:
        """How many questions have no process yet."""
        return self._pool.waiting

    @property
    def ready(self) -> int:
        """How many processes are there to think."""
        return self._pool.ready

    # --- hints

    async def hint(self, view: SeatView, person: str = "") -> tuple[str, list[Piece]]:
        """What a strong player would choose here, and why: a sentence in pieces, for the person who asks."""
        if view.decision is None:
            raise Refused(Code.NOT_YOUR_TURN, "You have nothing to decide now.", "Ask when it is your turn.")
        if self._hints >= MOST_HINTS:
            raise Refused(Code.UNAVAILABLE, "Too many people are asking for hints.", "Try again in a moment.")
        self._hints += 1
        try:
            answer = await self._pool.ask(Advise(Raw(view.to_bytes())), owner=person)
        except (TooSlow, Crashed) as error:
            log.error("no hint was found: %s", error)
            raise Refused(Code.INTERNAL_ERROR, "No hint was found.", "Please report this.") from None
        finally:
            self._hints -= 1
        return answer.choice, answer.why

    async def judgement(self, view: SeatView, nodes: int, person: str, urgency: Urgency) -> Answer:
        """What every option is worth, and why the best one is: a search from what the seat may know."""
        if self._judging >= MOST_JUDGED:
            raise Refused(Code.UNAVAILABLE, "Too many positions are being judged.", "Try again in a moment.")
        self._judging += 1
        try:
            return await self._pool.ask(Judge(Raw(view.to_bytes()), nodes), True, person, urgency)
        except TooSlow:
            raise Refused(Code.UNAVAILABLE, "Judging this position takes too long.", "Try a simpler one.") from None
        except Crashed as error:
            log.error("a position was not judged: %s", error)
            raise Refused(Code.INTERNAL_ERROR, "The position was not judged.", "Please report this.") from None
        finally:
            self._judging -= 1

    # --- tables

    def after_write(self, table: Table, entry: Entry) -> None:
        """Something has happened at a table: perhaps a bot has to decide now."""
        self._attend(table)

    def after_arrival(self, table: Table) -> None:
        """The first who watches a table of bots alone sets it going; after that some worker thinks for it already."""
        if not table.humans() and len(self.host.here(table.id)) == 1:
            self._attend(table)

    def _attend(self, table: Table) -> None:
        if self._waits(table) and table.id not in self._playing and len(self._playing) < MOST_TABLES:
            self._playing[table.id] = asyncio.create_task(self._play(table.id))

    def _waits(self, table: Table) -> bool:
        seat = table.deciding
        is_asked = seat != NOTHING and bool(table.seats[seat].bot) and self._hopeless.get(table.id) != table.version
        return is_asked and self._goes_on(table)

    def _goes_on(self, table: Table) -> bool:
        return bool(table.humans()) or (not table.is_paused and bool(self.host.here(table.id)))

    def _urgency(self, table: Table) -> Urgency:
        here = self.host.here(table.id)
        if any(person in here for person in table.humans()):
            return Urgency.PLAYED
        return Urgency.WATCHED if here else Urgency.UNATTENDED

    async def _look_around(self) -> None:
        """Finds the tables that nobody attends to: at first all of them, later those where nothing happens."""
        before: dict[str, int] | None = None
        while True:
            try:
                tables = [*await self.host.store.waiting_for_bots(MOST_TABLES), *self.host.watched()]
                waiting = await self.host.store.numbers(tables)
                for table_id, number in waiting.items():
                    if before is None or before.get(table_id) == number:
                        await self._take_up(table_id)
                before = waiting
            except Exception:
                log.exception("the tables that wait for bots could not be looked for")
            await asyncio.sleep(LOOK_AROUND)

    async def _take_up(self, table_id: str) -> None:
        if table_id in self._playing:
            return
        try:
            self._attend(await self.host.table(table_id))
        except Refused as refused:
            # Such as a custom set that this server does not have.
            log.debug("table %s: %s", table_id, refused)
        except Exception:
            # One table that cannot be read must not stop the others.
            log.exception("table %s: the bots could not be looked after", table_id)

    # --- choosing

    async def _play(self, table_id: str) -> None:
        """Answers for bots until somebody else has to decide."""
        slow: Counter[int] = Counter()
        try:
            while self._waits(table := await self.host.table(table_id)):
                await self._decide(table, slow)
        except Exception:
            # Such as a database that cannot be reached. The table is found again by looking around.
            log.exception("table %s: the bots could not play on", table_id)
        finally:
            del self._playing[table_id]

    async def _decide(self, table: Table, slow: Counter[int]) -> None:
        """One decision, by the bot that has to take it or by a simpler one; `slow` counts who was too slow of late."""
        now = asyncio.get_running_loop().time
        shown = now() + self.pace
        seat = table.deciding
        for level in _from(table.seats[seat].bot):
            is_own = level == table.seats[seat].bot
            is_slow = level not in BUILT_IN or issubclass(bot_kind(level), SearchingBot)
            try:
                answer = await self._pool.ask(question(table, level), is_slow, table.owner, self._urgency(table))
            except (TooSlow, Crashed) as error:
                log.warning("table %s: the bot %s on seat %d failed: %s", table.id, level, seat, error)
                slow[seat] += is_own
                is_enough = isinstance(error, Crashed) or slow[seat] >= TOO_OFTEN
                if is_own and is_enough and await self._replaced(table):
                    return
                continue
            if is_own:
                slow[seat] = 0
            await asyncio.sleep(max(0.0, shown - now()))
            if await self._written(table, answer.choice):
                return
        await self._first_possible(table)

    async def _replaced(self, table: Table) -> bool:
        """The bot gives its seat to the next simpler one, if there is any; then that one is asked."""
        seat = table.deciding
        level, *simpler = _from(table.seats[seat].bot)
        if not simpler:
            return False
        log.warning("table %s: %s takes the seat %d of %s", table.id, simpler[0], seat, level)
        # Whoever came back to the seat meanwhile has it already.
        with suppress(Refused):
            await self.host.act(table.id, SERVER, SeatBot(seat, simpler[0]))
        return True

    async def _first_possible(self, table: Table) -> None:
        decision = table.playing.decision
        for choice in decision.texts() if decision is not None else []:
            if await self._written(table, choice):
                return
        log.error("table %s: nothing that %s may do is possible", table.id, seat_name(table.deciding))
        self._hopeless[table.id] = table.version

    async def _written(self, table: Table, choice: str) -> bool:
        """Whether this decision is settled: by the choice, or because the table has moved on or goes on no more."""
        if not self._goes_on(await self.host.table(table.id)):
            return True
        try:
            await self.host.act(table.id, SERVER, Choose(table.deciding, table.version, choice))
        except Refused as refused:
            if refused.code in _NO_MATTER:
                return True
            log.error("table %s: the choice of a bot was refused as %s", table.id, refused.code)
            return False
        return True


def question(table: Table, level: str) -> Think:
    """All that a process is sent: what the seat may know, and the seed."""
    view = table.playing.view(table.deciding)
    return Think(Raw(view.to_bytes()), level, table.secret.bot_seed(table.deciding))


def usual_processes() -> int:
    """One processor is left to the table itself."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, cores - 1)


def _from(level: str) -> list[str]:
    """The level and all simpler ones, downwards. The stand-in and what is simpler come after a bot from a file, and
    in place of a level that is gone since a table was saved."""
    levels = list(BUILT_IN)
    simpler = levels[levels.index(level if level in BUILT_IN else STAND_IN) :: -1]
    return simpler if level in simpler or level not in BOTS else [level, *simpler]
