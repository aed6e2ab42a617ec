"""Fixtures for databases: SQLite and a real PostgreSQL. tests/conftest.py makes them available to every test."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import asyncpg
import pytest

from tools import postgres

KINDS = ("sqlite", "postgres")


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    if postgres.find() is None:
        pytest.fail(postgres.ADVICE)
    with postgres.server(durable=False) as url:
        yield url


@pytest.fixture(params=KINDS)
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'vigil.sqlite'}"
    return str(request.getfixturevalue("postgres_url"))


@pytest.fixture
def postgres_url(postgres_server: str) -> str:
    return emptied(postgres_server)


def emptied(url: str) -> str:
    """The same database of a PostgreSQL, without anything in it: that is much faster than a new one."""

    async def empty() -> None:
        connection = await asyncpg.connect(url)
        await connection.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
        await connection.close()

    asyncio.run(empty())
    return url
