"""What workers tell each other about entries: who wrote which entry where.

An announcement holds the entry itself, so that a worker that is up to date need not ask the database for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from operator import itemgetter
from typing import Any, Final

import msgspec
from msgspec import Raw, Struct
from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from vigil.table.actions import Action, Entry

CHANNEL: Final = "vigil_tables"
LARGEST: Final = 7_900
"""Bytes in one notification: PostgreSQL takes less than 8,000."""
SEPARATOR: Final = "\n"

_NONE: Final = Raw(b"null")
_actions: Final = msgspec.json.Decoder(Action)


class Change(Struct, frozen=True, array_like=True):
    """An entry that was written. Without an action it was too long to be sent."""

    table_id: str
    number: int
    at: float = 0.0
    by: str = ""
    key: str = ""
    action: Raw = _NONE

    @staticmethod
    def of(row: Mapping[str, Any]) -> Change:
        """That of a row of `entries`."""
        return Change(row["table_id"], row["number"], row["at"], row["by"], row["key"], Raw(row["action"].encode()))

    def entry(self) -> Entry | None:
        if bytes(self.action) == bytes(_NONE):
            return None
        return Entry(self.number, self.at, self.by, _actions.decode(self.action), self.key)


_changes: Final = msgspec.json.Decoder(Change)


def packed(rows: Iterable[Mapping[str, Any]]) -> list[tuple[int, str]]:
    """A line for each row of `entries`, and the number of the notification that it goes with."""
    found: list[tuple[int, str]] = []
    number = size = 0
    for row in rows:
        line = msgspec.json.encode(Change.of(row))
        if len(line) > LARGEST:
            line = msgspec.json.encode(Change(row["table_id"], row["number"]))
        size += len(line) + len(SEPARATOR)
        if size > LARGEST:
            number, size = number + 1, len(line)
        found.append((number, line.decode()))
    return found


async def announce(connection: AsyncConnection, rows: Iterable[Mapping[str, Any]]) -> None:
    """Tells the other workers on PostgreSQL, in the transaction that writes the rows: what is durable is also told."""
    for _, lines in groupby(packed(rows), key=itemgetter(0)):
        text = SEPARATOR.join(line for _, line in lines)
        await connection.execute(select(func.pg_notify(CHANNEL, text)))


def unpacked(text: str) -> Iterator[Change]:
    for line in text.split(SEPARATOR):
        yield _changes.decode(line)
