"""Everything that a server keeps, in one file that both kinds of database can be restored from.

The file is text, packed with gzip: a first line that says what it is and which revision of the schema it has, then a
line of JSON for each row. It is read in one transaction, so that it shows one moment, also while a server goes on. What
is restored is written in one transaction too: all of it or nothing. The tables are made as they were at the revision of
the file, filled, and then migrated, so a backup can be restored by every later version.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import zlib
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from itertools import groupby, islice
from pathlib import Path
from typing import Any, Final, TextIO

from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, MetaData, Table, func, insert, select, text
from sqlalchemy.exc import InterfaceError, OperationalError, StatementError

from vigil.engine.errors import VigilError
from vigil.files import replacing

from .database import Database, database_url, known_revisions, upgrade
from .schema import metadata

FORMAT: Final = "vigil backup"
VERSION: Final = 1
AT_ONCE: Final = 1_000
KEYS: Final = "keys"
UNMARKED: Final = "0002"
"""The revision of a file that names none."""

Row = tuple[str, dict[str, Any]]
"""The name of a table, and what is in its columns."""


class BadBackup(VigilError):
    """The file cannot be written, is no backup, or does not fit."""


def write_backup(url: str, path: Path) -> int:
    """Replaces the file as a whole, and returns the number of rows."""
    kept = database_url(url)
    if kept.get_backend_name() == "sqlite" and not Path(kept.database or "").is_file():
        raise BadBackup(f"There is nothing to back up: {kept.database} does not exist.")
    try:
        with replacing(path) as draft:
            # Whoever can read it can read everything: it is for its owner alone.
            draft.touch(0o600)
            with gzip.open(draft, "wt", encoding="utf-8") as file:
                return asyncio.run(_write(url, file))
    except OSError as error:
        raise BadBackup(f"{path} cannot be written: {error.strerror or error}.") from None


async def _write(url: str, file: TextIO) -> int:
    count = 0
    async with _database(url) as database, database.reading() as connection:
        if database.is_postgres:
            await connection.execute(text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ"))
        revision = await connection.run_sync(_current_revision)
        file.write(json.dumps({"format": FORMAT, "version": VERSION, "revision": revision}) + "\n")
        for table in metadata.sorted_tables:
            rows = await connection.stream(select(table))
            async for row in rows.mappings():
                file.write(json.dumps([table.name, dict(row)], separators=(",", ":")) + "\n")
                count += 1
    return count


def _current_revision(connection: Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()


@asynccontextmanager
async def _database(url: str) -> AsyncIterator[Database]:
    database = Database(url)
    try:
        await database.migrate()
        yield database
    finally:
        await database.close()


def restore_backup(url: str, path: Path) -> int:
    """How many rows were restored."""
    return asyncio.run(_restore(url, path))


def _checked_revision(path: Path) -> str:
    """The revision of the file, which was read to its end: one that is foreign, damaged or too new is refused before
    anything is opened."""
    lines = _lines(path)
    revision = _revision(path, next(lines, None))
    for line in lines:
        if not (isinstance(line, list) and len(line) == 2 and isinstance(line[0], str) and isinstance(line[1], dict)):
            raise _does_not_fit(path)
    if revision not in known_revisions():
        raise BadBackup(f"{path} was written by a newer version of Vigil: restore it with that one.")
    return revision


async def _restore(url: str, path: Path) -> int:
    count = 0
    revision = _checked_revision(path)
    lines = _lines(path)
    next(lines)
    async with _database(url) as database, database.changing_schema() as connection:
        for table in metadata.sorted_tables:
            if table.name != KEYS and await connection.scalar(select(func.count()).select_from(table)):
                raise BadBackup("The database is not empty: restore into a new one.")
        tables = await connection.run_sync(_tables_at, revision)
        try:
            for name, rows in _batches(_rows(path, lines, tables)):
                await connection.execute(insert(tables[name]), rows)
                count += len(rows)
        except (OperationalError, InterfaceError):
            # The trouble is the database's and not the file's: the disk is full, or the connection is lost.
            raise
        except (StatementError, UnicodeError):
            raise _does_not_fit(path) from None
        if not database.is_postgres and (await connection.execute(text("PRAGMA foreign_key_check"))).first():
            raise _does_not_fit(path)
        await connection.run_sync(upgrade)
    return count


def _does_not_fit(path: Path) -> BadBackup:
    return BadBackup(f"{path} is damaged: its rows do not fit together.")


def _tables_at(connection: Connection, revision: str) -> dict[str, Table]:
    """Empty tables as they were at a revision. A server that was started once has drawn keys: they go too."""
    metadata.drop_all(connection)
    connection.execute(text("DROP TABLE alembic_version"))
    upgrade(connection, revision)
    found = MetaData()
    found.reflect(connection)
    return dict(found.tables)


def _batches(rows: Iterator[Row]) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Rows of one table after another, as they lie in the file: the tables that others point to come first."""
    for name, group in groupby(rows, key=lambda row: row[0]):
        while some := [row for _, row in islice(group, AT_ONCE)]:
            yield name, some


def _revision(path: Path, head: Any) -> str:
    if not isinstance(head, dict) or (head.get("format"), head.get("version")) != (FORMAT, VERSION):
        raise BadBackup(f"{path} is no backup that this program can read.")
    return str(head.get("revision", UNMARKED))


def _rows(path: Path, lines: Iterator[Any], tables: dict[str, Table]) -> Iterator[Row]:
    for line in lines:
        match line:
            case [str(name), dict(row)] if name in tables and set(row) == set(tables[name].columns.keys()):
                yield name, row
            case _:
                raise _does_not_fit(path)


def _lines(path: Path) -> Iterator[Any]:
    """What each line of the file says."""
    try:
        with gzip.open(path, "rt", encoding="utf-8") as file:
            for line in file:
                yield json.loads(line)
    except (gzip.BadGzipFile, zlib.error, ValueError, EOFError, RecursionError):
        raise BadBackup(f"{path} is no backup, or it is damaged.") from None
    except OSError as error:
        raise BadBackup(f"{path} cannot be read: {error.strerror or error}.") from None
