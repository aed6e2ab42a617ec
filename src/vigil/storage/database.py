"""The connection to SQLite or PostgreSQL, and the migrations that run on start.

SQLite writes ahead and synchronises fully: what was committed survives a power cut. Its writers say so when they begin,
because a reader that turns into a writer may find that somebody else has written since.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sqlite3
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, closing, contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any, Final

from asyncpg import InterfaceError, PostgresError  # type: ignore[import-untyped]
from sqlalchemy import Connection, event, func, make_url, select, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from vigil.engine.errors import UnknownName, VigilError

from .postgres_writer import PostgresWriter
from .sqlite_writer import Row, SqliteWriter

if TYPE_CHECKING:
    from alembic.config import Config

log = logging.getLogger("vigil.table")

MIGRATIONS: Final = Path(__file__).parent / "migrations"
_DRIVERS: Final = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}
_PATIENCE: Final = 10.0
"""Seconds that a SQLite file may be locked by somebody else."""
_PRAGMAS: Final = ("synchronous=FULL", "foreign_keys=ON", f"busy_timeout={_PATIENCE * 1000:.0f}")
_ONE_AT_A_TIME: Final = 7_164_901
"""The number of the lock that a worker holds while it migrates a PostgreSQL."""


def database_url(text: str) -> URL:
    """`sqlite:///file` or `postgresql://user@host/name`, with the driver that Vigil uses."""
    kind, separator, _ = text.partition("://")
    kind = kind.split("+")[0]
    if not separator or kind not in _DRIVERS:
        raise UnknownName(f'"{kind}" is no database that Vigil knows. Use sqlite:///FILE or postgresql://HOST/NAME.')
    return make_url(text).set(drivername=_DRIVERS[kind])


class BadDatabase(VigilError):
    """It is none, or it cannot be reached."""


class BadText(VigilError):
    """PostgreSQL cannot store this text; so SQLite does not either."""


class Database:
    """An engine for reading and one for writing; in PostgreSQL they are the same."""

    def __init__(self, url: str) -> None:
        self.url = database_url(url)
        self.is_postgres = self.url.get_backend_name() == "postgresql"
        self.engine: AsyncEngine = create_async_engine(
            self.url,
            # What went wrong is logged; what was being written is nobody's business.
            hide_parameters=True,
            # One that died while nobody used it is replaced instead of failing whoever gets it.
            pool_pre_ping=self.is_postgres,
        )
        self._writing = self.engine.execution_options(writes=True)
        self._turn = asyncio.Lock()
        event.listen(self.engine.sync_engine, "before_cursor_execute", _check_texts)
        self.write_failed = False
        """Whether the last write failed, and not because of what was written."""
        if not self.is_postgres:
            event.listen(self.engine.sync_engine, "connect", _prepare_sqlite)
            event.listen(self.engine.sync_engine, "begin", _begin_sqlite)
        self._is_file = not self.is_postgres and self.url.database not in (None, "", ":memory:") and not self.url.query
        self._quick: SqliteWriter | PostgresWriter | None = None
        if self.is_postgres:
            self._quick = PostgresWriter(self.url)
        elif self._is_file:
            self._quick = SqliteWriter(str(self.url.database), _prepare_sqlite)

    def reading(self) -> AbstractAsyncContextManager[AsyncConnection]:
        return _connected(self.engine)

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """A transaction: what is done in it is done when it ends, or not at all."""
        with self._noting_failures():
            if self.is_postgres:
                async with _connected(self.engine) as connection, connection.begin():
                    yield connection
            else:
                # SQLite has one writer at a time, and lets the others sleep and try again: a queue is quicker.
                async with self._turn, _connected(self._writing) as connection, connection.begin():
                    yield connection

    async def write_quickly(self, entries: Sequence[Row], summaries: Sequence[Row]) -> set[str] | None:
        """Writes entries of several tables, with what has changed there, and says for which tables; or nothing, where
        that needs more care."""
        if self._quick is None:
            return None
        with self._noting_failures():
            async with self._turn:
                try:
                    return await self._quick.write(entries, summaries)
                except (OSError, PostgresError, InterfaceError) as error:
                    raise _cannot_be_used(error) from error

    @contextmanager
    def _noting_failures(self) -> Iterator[None]:
        try:
            yield
        except (IntegrityError, DataError):
            raise
        except (BadDatabase, DBAPIError, sqlite3.Error):
            self.write_failed = True
            raise
        self.write_failed = False

    async def migrate(self) -> None:
        """Brings the database to the present schema; several workers may try it at once."""
        try:
            await self._migrate()
        except (OSError, sqlite3.Error, SQLAlchemyError, PostgresError) as error:
            raise _cannot_be_used(error) from error

    async def _migrate(self) -> None:
        if not self.is_postgres and self.url.database:
            path = Path(self.url.database)
            # What is new is for its owner alone: the file holds seeds, hashes and keys.
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            if self._is_file:
                if not path.exists():
                    path.touch(0o600)
                await asyncio.to_thread(_write_ahead, self.url.database)
                if os.name == "posix" and path.stat().st_mode & 0o004:
                    log.warning("Every user of this machine can read %s. Run: chmod 600 %s", path, path)
        # Most have it already, and importing alembic takes a while.
        if await self._revision() != latest_revision():
            async with self.changing_schema() as connection:
                await connection.run_sync(upgrade)

    async def _revision(self) -> str | None:
        """The revision of the schema; None where there is none yet."""
        try:
            async with self.reading() as connection:
                found: str | None = await connection.scalar(text("SELECT version_num FROM alembic_version"))
                return found
        except DBAPIError:
            return None

    @asynccontextmanager
    async def changing_schema(self) -> AsyncIterator[AsyncConnection]:
        """A transaction for migrations, one at a time.

        To change a column SQLite drops the table and makes it anew, and with it goes whatever refers to it by a foreign
        key: so foreign keys are not enforced here.
        """
        if self.is_postgres:
            async with self.writing() as connection:
                await connection.execute(select(func.pg_advisory_xact_lock(_ONE_AT_A_TIME)))
                yield connection
        else:
            unchecked = self._writing.execution_options(checks_foreign_keys=False)
            async with self._turn, _connected(unchecked) as connection:
                try:
                    async with connection.begin():
                        yield connection
                finally:
                    # Nobody else gets a connection that does not enforce them.
                    await connection.invalidate()

    async def close(self) -> None:
        if self._quick is not None:
            await self._quick.close()
        await self.engine.dispose()


@asynccontextmanager
async def _connected(engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
    """A connection. BadDatabase where there is none to be had, and where it is lost."""
    stack = AsyncExitStack()
    try:
        connection = await stack.enter_async_context(engine.connect())
    except (OSError, PostgresError, SQLAlchemyError) as error:
        raise _cannot_be_used(error) from error
    try:
        async with stack:
            yield connection
    except DBAPIError as error:
        if error.connection_invalidated:
            raise _cannot_be_used(error) from error
        raise


def _cannot_be_used(error: Exception) -> BadDatabase:
    return BadDatabase(f"The database cannot be used: {reason_of(error)}")


def reason_of(error: Exception) -> str:
    """What the database itself says, without the statement."""
    return str(getattr(error, "orig", None) or error).splitlines()[0]


def upgrade(connection: Connection, revision: str = "head") -> None:
    """From the revision that the database has to this one."""
    from alembic import command
    from alembic.util import CommandError

    config = _migration_config()
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, revision)
    except CommandError:
        raise BadDatabase("The database was written by a newer version of Vigil: use that one.") from None


def latest_revision() -> str:
    """The last revision of the schema, by the name of its file."""
    return max(path.name for path in (MIGRATIONS / "versions").glob("v*.py"))[1:5]


def known_revisions() -> list[str]:
    """All revisions of the schema, the first one first."""
    from alembic.script import ScriptDirectory

    scripts = ScriptDirectory.from_config(_migration_config()).walk_revisions()
    return [script.revision for script in scripts][::-1]


def _migration_config() -> Config:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    return config


def _write_ahead(path: str) -> None:
    """From now on the file is written ahead, whoever opens it. Where two want that at once, SQLite lets nobody wait."""
    until = monotonic() + _PATIENCE
    with closing(sqlite3.connect(path)) as connection:
        while True:
            try:
                connection.execute("PRAGMA journal_mode=WAL")
                return
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or monotonic() > until:
                    raise
                sleep(0.01)


def _prepare_sqlite(connection: Any, _: object) -> None:
    # The driver would begin transactions by itself, and too late: _begin_sqlite does it.
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in _PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _check_texts(_c: Any, _cursor: Any, _statement: str, parameters: Any, _context: Any, _many: bool) -> None:
    """No text with a NUL gets to a database, whichever request it came with."""
    for row in parameters if isinstance(parameters, list) else (parameters,):
        for value in row.values() if isinstance(row, dict) else row:
            if isinstance(value, str) and "\0" in value:
                raise BadText("A text contains the character NUL (U+0000).")


def _begin_sqlite(connection: Connection) -> None:
    options = connection.get_execution_options()
    writes = options.get("writes", False)
    if not options.get("checks_foreign_keys", True):
        # Inside a transaction this would have no effect.
        connection.exec_driver_sql("PRAGMA foreign_keys=OFF")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
