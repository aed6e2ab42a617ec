"""The quick way of a batch of entries into a SQLite file: one thread, one transaction, two statements however many.

A thread that comes back from SQLite waits for its turn in Python again; while the tables are busy, that takes longer
than the writing itself. So a batch makes the way once, and its rows go along in one statement. What is unusual (an
entry that somebody else has written, a table that is not there) is left to the ordinary way, which says what was wrong.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any, Final

from .schema import ENTRY_COLUMNS, SUMMARY_COLUMNS

Row = Mapping[str, Any]

KEPT_STATEMENTS: Final = 64


class SqliteWriter:
    """`prepare` says how a connection keeps its promises; it is the same for all connections."""

    def __init__(self, path: str, prepare: Callable[[Any, object], None]) -> None:
        self._path = path
        self._prepare = prepare
        self._thread = ThreadPoolExecutor(1, "vigil-writer")
        self._connection: sqlite3.Connection | None = None

    async def write(self, entries: Sequence[Row], summaries: Sequence[Row]) -> set[str] | None:
        """Writes an entry and the summary of its table, for each of several tables, and says for which. Where one
        cannot be written, none is."""
        loop = asyncio.get_running_loop()
        if not await loop.run_in_executor(self._thread, self._write, entries, summaries):
            return None
        return {row["table_id"] for row in entries}

    async def close(self) -> None:
        await asyncio.to_thread(self._thread.shutdown)
        if self._connection is not None:
            self._connection.close()

    def _write(self, entries: Sequence[Row], summaries: Sequence[Row]) -> bool:
        connection = self._connected()
        rows = [row[name] for row in entries for name in ENTRY_COLUMNS]
        changes = [
            value
            for row, summary in zip(entries, summaries, strict=True)
            for value in (row["table_id"], *(summary[name] for name in SUMMARY_COLUMNS))
        ]
        connection.execute("BEGIN IMMEDIATE")
        try:
            connection.execute(_insert(len(entries)), rows)
            connection.execute(_update(len(entries)), changes)
            connection.execute("COMMIT")
        except sqlite3.Error as error:
            # Where the disk is full or fails, SQLite has done it already.
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            if isinstance(error, sqlite3.IntegrityError):
                return False
            raise
        return True

    def _connected(self) -> sqlite3.Connection:
        if self._connection is None:
            self._connection = sqlite3.connect(self._path, check_same_thread=False, cached_statements=KEPT_STATEMENTS)
            self._prepare(self._connection, None)
        return self._connection


@cache
def _insert(count: int) -> str:
    names = ", ".join(f'"{name}"' for name in ENTRY_COLUMNS)
    return f"INSERT INTO entries ({names}) VALUES {_places(len(ENTRY_COLUMNS), count)}"


@cache
def _update(count: int) -> str:
    # SQLite calls the columns of a list of values column1, column2, ...
    changed = ", ".join(f'"{name}" = told.column{number}' for number, name in enumerate(SUMMARY_COLUMNS, 2))
    told = f"(VALUES {_places(1 + len(SUMMARY_COLUMNS), count)}) AS told"
    return f"UPDATE tables SET {changed} FROM {told} WHERE tables.id = told.column1"


def _places(columns: int, rows: int) -> str:
    return ", ".join([f"({', '.join('?' * columns)})"] * rows)
