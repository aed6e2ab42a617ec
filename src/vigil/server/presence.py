"""Who is connected: the lines of this process, and what other workers say about theirs.

Who comes to a table and goes within half a second is announced together: to those who watch it, and to other workers.
A worker tells the others everything again every half minute. One that has not been heard of for longer is gone, and so
are the people it had.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from itertools import count
from math import inf
from typing import Final

import msgspec
from msgspec import Struct

from vigil.storage.ids import fresh_id
from vigil.table.refusals import Code, Refused

from .host import Host

TOGETHER: Final = 0.5
"""Seconds in which changes at one table are gathered: otherwise each of many would be told to all the others."""
AGAIN: Final = 30.0
GONE: Final = 100.0
_MOST_TOLD: Final = 100
"""People at one table, in one message to other workers: a PostgreSQL takes messages of 8,000 bytes."""
_MOST_NAMES: Final = 250
"""Ids of tables and people in one message: so many always have room."""
_numbers = count(1)


class Connection:
    """One open line. `proof` is the token that says who it is, so that it can be looked at again.

    A line for notices belongs to no table: its `table_id` is empty. Somebody without a name is told apart by a number.
    """

    def __init__(self, table_id: str, person: str, proof: str, address: str) -> None:
        self.table_id = table_id
        self.person = person
        self.proof = proof
        self.address = address
        self.guise = person or f"~{next(_numbers)}"
        self.ended = asyncio.Event()
        self.code = 1000
        self.reason = ""

    def end(self, code: int, reason: str) -> None:
        self.code, self.reason = code, reason
        self.ended.set()


class Whisper(Struct, frozen=True, array_like=True):
    """What one worker tells the others: who is at which of its tables now, that somebody may have signed out, or for
    which people there are new notices."""

    worker: str
    tables: dict[str, list[str]]
    signed_out: bool = False
    notified: list[str] = []


_whispers: Final = msgspec.json.Decoder(Whisper)


class Presence:
    """`most_of_address` may be 0: no limit."""

    def __init__(self, host: Host, most_of_one: int, most_of_address: int) -> None:
        self._host = host
        self._most = most_of_one
        self._most_of_address = most_of_address
        self._worker = fresh_id()
        self._at: dict[str, dict[Connection, None]] = {}
        self._of: dict[str, dict[Connection, None]] = {}
        self._from: dict[str, dict[Connection, None]] = {}
        self._unannounced: set[str] = set()
        self._known: dict[str, tuple[float, frozenset[str]]] = {}
        self._elsewhere: dict[str, dict[str, tuple[float, list[str]]]] = {}
        self.check_lines: Callable[[], None] = lambda: None
        """Called when another worker has signed somebody out."""
        self.heard_of_notices: Callable[[list[str]], None] = lambda people: None
        """Called when another worker says that there are new notices for some people."""
        host.hub.heard = self._heard
        host.here = self.here

    # --- this process

    def arrive(self, line: Connection) -> None:
        if line.person and len(self._of.get(line.person, ())) >= self._most:
            raise Refused(
                Code.LIMIT_REACHED, f"You have {self._most} connections open already.", "Close some pages or programs."
            )
        if 0 < self._most_of_address <= len(self._from.get(line.address, ())):
            raise Refused(
                Code.LIMIT_REACHED,
                f"Your network address has {self._most_of_address} connections open already.",
                "Close some pages or programs.",
            )
        for lines, key in self._groups(line):
            lines.setdefault(key, {})[line] = None
        if line.table_id:
            self._changed(line.table_id)
            self._host.arrived(line.table_id)

    def _groups(self, line: Connection) -> list[tuple[dict[str, dict[Connection, None]], str]]:
        """Where a connection is kept, and by which key."""
        named = [(self._of, line.person)] if line.person else []
        return [(self._at, line.table_id), (self._from, line.address), *named]

    def leave(self, line: Connection) -> None:
        for lines, key in self._groups(line):
            there = lines.get(key, {})
            there.pop(line, None)
            if not there:
                lines.pop(key, None)
        if line.table_id:
            self._changed(line.table_id)

    def _changed(self, table_id: str) -> None:
        self._known.pop(table_id, None)
        if table_id not in self._unannounced:
            self._unannounced.add(table_id)
            asyncio.get_running_loop().call_later(TOGETHER, self._announce, table_id)

    def _announce(self, table_id: str) -> None:
        self._unannounced.discard(table_id)
        self._host.nudge(table_id)
        self._tell({table_id: self._here(table_id)})

    def _here(self, table_id: str) -> list[str]:
        return list(dict.fromkeys(line.guise for line in self._at.get(table_id, ())))

    def here(self, table_id: str) -> frozenset[str]:
        """Everybody who is connected to a table, from anywhere. Everybody there asks for it, so it is kept."""
        now = self._host.clock.monotonic()
        kept_until, kept = self._known.get(table_id, (-inf, frozenset[str]()))
        if kept_until > now:
            return kept
        found = set(self._here(table_id))
        first_end = inf
        for worker, (until, people) in self._elsewhere.get(table_id, {}).items():
            if until > now:
                first_end = min(first_end, until)
                # Those without a name are counted by every worker for itself.
                found.update(f"{worker}{each}" if each.startswith("~") else each for each in people)
        if not found:
            return frozenset()
        self._known[table_id] = (first_end, frozenset(found))
        return self._known[table_id][1]

    def lines(self) -> list[Connection]:
        return [line for lines in self._at.values() for line in lines]

    def end_all_of(self, person: str, reason: str) -> None:
        """Whoever signs out everywhere is signed out at once."""
        for line in list(self._of.get(person, ())):
            line.end(4001, reason)
        self.tell_signed_out()

    # --- other workers

    def tell_signed_out(self) -> None:
        """The other workers look whether a connection of theirs has to end."""
        self._tell({}, signed_out=True)

    def tell_notified(self, people: list[str]) -> None:
        """The other workers look for new notices for these people."""
        for start in range(0, len(people), _MOST_TOLD):
            self._tell({}, notified=people[start : start + _MOST_TOLD])

    def _tell(self, tables: dict[str, list[str]], signed_out: bool = False, notified: Sequence[str] = ()) -> None:
        short = {table_id: people[:_MOST_TOLD] for table_id, people in tables.items()}
        self._host.hub.say(msgspec.json.encode(Whisper(self._worker, short, signed_out, list(notified))).decode())

    def _heard(self, text: str) -> None:
        try:
            whisper = _whispers.decode(text)
        except msgspec.MsgspecError:
            return
        if whisper.worker == self._worker:
            return
        if whisper.signed_out:
            self.check_lines()
        if whisper.notified:
            self.heard_of_notices(whisper.notified)
        until = self._host.clock.monotonic() + GONE
        for table_id, people in whisper.tables.items():
            known = self._elsewhere.setdefault(table_id, {})
            before = known.pop(whisper.worker, (0.0, []))[1]
            if people:
                known[whisper.worker] = (until, people)
            if not known:
                del self._elsewhere[table_id]
            if before != people:
                self._look_again(table_id)

    def _look_again(self, table_id: str) -> None:
        self._known.pop(table_id, None)
        self._host.nudge(table_id)

    def tell_again(self) -> None:
        tables: dict[str, list[str]] = {}
        room = _MOST_NAMES
        for table_id in filter(None, list(self._at)):
            people = self._here(table_id)[:_MOST_TOLD]
            room -= 1 + len(people)
            if room < 0:
                self._tell(tables)
                tables, room = {}, _MOST_NAMES - 1 - len(people)
            tables[table_id] = people
        if tables:
            self._tell(tables)
        self._forget_the_gone()

    def _forget_the_gone(self) -> None:
        now = self._host.clock.monotonic()
        for table_id, known in list(self._elsewhere.items()):
            alive = {worker: (until, people) for worker, (until, people) in known.items() if until > now}
            if len(alive) < len(known):
                self._look_again(table_id)
            if alive:
                self._elsewhere[table_id] = alive
            else:
                del self._elsewhere[table_id]
