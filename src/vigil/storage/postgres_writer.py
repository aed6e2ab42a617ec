"""The quick way of a batch of entries into a PostgreSQL: one statement on a connection of its own, however many.

The statement writes the entries that are new and the summaries of their tables, and tells the other workers; it is a
transaction of its own. A longer one would go to the server and back for every step, while everybody waits.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import asyncpg  # type: ignore[import-untyped]
from sqlalchemy import Column
from sqlalchemy.engine import URL

from . import schema
from .announcements import CHANNEL, SEPARATOR, packed
from .sqlite_writer import Row

_UNUSUAL: Final = (
    asyncpg.IntegrityConstraintViolationError,
    asyncpg.DataError,
    asyncpg.exceptions.TransactionRollbackError,
    asyncpg.exceptions.AdminShutdownError,
)
"""A table that is not there, a text that is too long, two workers that waited for each other, a connection that the
database had ended before it could be asked: nothing was written."""
_TYPES: Final = {str: "text", int: "int4", float: "float8", bool: "bool"}


class PostgresWriter:
    def __init__(self, url: URL) -> None:
        self._address = url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._connection: Any = None

    async def write(self, entries: Sequence[Row], summaries: Sequence[Row]) -> set[str] | None:
        """Writes an entry and the summary of its table, for each of several tables, where nobody else has written an
        entry with this number; and says for which tables. Where one cannot be written, none is."""
        if self._connection is None or self._connection.is_closed():
            self._connection = await asyncpg.connect(self._address)
        columns = [
            *([row[name] for row in entries] for name in schema.ENTRY_COLUMNS),
            *([row[name] for row in summaries] for name in schema.SUMMARY_COLUMNS),
            *zip(*packed(entries), strict=True),
        ]
        try:
            return {row["table_id"] for row in await self._connection.fetch(_STATEMENT, *columns)}
        except _UNUSUAL:
            return None

    async def close(self) -> None:
        if self._connection is not None:
            await self._connection.close()


def _statement() -> str:
    entry, summary = schema.ENTRY_COLUMNS, schema.SUMMARY_COLUMNS
    types = [_type(schema.entries.c[name]) for name in entry] + [_type(schema.tables.c[name]) for name in summary]
    names = [f"entry_{name}" for name in entry] + [f"table_{name}" for name in summary]
    arrays = ", ".join(f"${number}::{each}[]" for number, each in enumerate([*types, "int4", "text"], 1))
    changed = ", ".join(f'"{name}" = told.table_{name}' for name in summary)
    return f"""
        WITH told AS (
            SELECT * FROM unnest({arrays}) AS told({", ".join(names)}, part, line)
        ), written AS (
            INSERT INTO entries ({", ".join(f'"{name}"' for name in entry)})
            SELECT {", ".join(f"entry_{name}" for name in entry)} FROM told ON CONFLICT DO NOTHING RETURNING table_id
        ), summarised AS (
            UPDATE tables SET {changed}
            FROM told JOIN written ON written.table_id = told.entry_table_id WHERE tables.id = told.entry_table_id
        ), announced AS (
            SELECT pg_notify('{CHANNEL}', string_agg(line, E'{SEPARATOR.encode("unicode_escape").decode()}'))
            FROM told JOIN written ON written.table_id = told.entry_table_id GROUP BY part
        )
        SELECT table_id, (SELECT count(*) FROM announced) FROM written
    """


def _type(column: Column[Any]) -> str:
    return _TYPES[column.type.python_type]


_STATEMENT: Final = _statement()
