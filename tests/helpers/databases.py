"""Fixtures for databases: SQLite and a real PostgreSQL. tests/conftest.py makes them available to every test."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Iterator
from pathlib import Path

import asyncpg
import pytest

from tools import postgres
from vigil.storage.database import Database, latest_revision
from vigil.storage.schema import metadata

KINDS = ("sqlite", "postgres")
EMPTY_TABLES = f"SET session_replication_role = replica; TRUNCATE {', '.join(metadata.tables)} RESTART IDENTITY"
"""Without triggers: there are tables that can only grow."""


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    if postgres.find() is None:
        pytest.fail(postgres.ADVICE)
    with postgres.server(durable=False) as url:
        yield url


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with the present schema: to copy it is much faster than to migrate."""
    path = tmp_path_factory.mktemp("database") / "template.sqlite"
    asyncio.run(migrated(f"sqlite:///{path}"))
    return path


@pytest.fixture(params=KINDS)
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database with the present schema, and nothing in it."""
    if request.param == "sqlite":
        return copied(request.getfixturevalue("sqlite_template"), tmp_path / "vigil.sqlite")
    return str(request.getfixturevalue("ready_postgres"))


@pytest.fixture(params=KINDS)
def bare_database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database without any tables."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'vigil.sqlite'}"
    return str(request.getfixturevalue("postgres_url"))


@pytest.fixture
def postgres_url(postgres_server: str) -> str:
    """A PostgreSQL without any tables."""
    return emptied(postgres_server)


@pytest.fixture
def ready_postgres(postgres_server: str) -> str:
    """A PostgreSQL with the present schema, and nothing in it."""
    if not asyncio.run(has_empty_tables(postgres_server)):
        asyncio.run(migrated(emptied(postgres_server)))
    return postgres_server


def copied(template: Path, path: Path) -> str:
    shutil.copy(template, path)
    return f"sqlite:///{path}"


async def migrated(url: str) -> None:
    database = Database(url)
    await database.migrate()
    await database.close()


async def has_empty_tables(url: str) -> bool:
    """Empties the tables of a PostgreSQL, where they are those of the present schema."""
    connection = await asyncpg.connect(url)
    try:
        names = {
            row["tablename"]
            for row in await connection.fetch("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
        }
        if names != {*metadata.tables, "alembic_version"}:
            return False
        if await connection.fetchval("SELECT version_num FROM alembic_version") != latest_revision():
            return False
        await connection.execute(EMPTY_TABLES)
        return True
    finally:
        await connection.close()


def emptied(url: str) -> str:
    """The same database of a PostgreSQL, without anything in it: that is much faster than a new one."""

    async def empty() -> None:
        connection = await asyncpg.connect(url)
        await connection.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
        await connection.close()

    asyncio.run(empty())
    return url
