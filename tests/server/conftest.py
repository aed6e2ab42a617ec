"""A server for the stories of a file; whoever comes to it is new."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.helpers.databases import copied
from tests.helpers.servers import Served, serving


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory, sqlite_template: Path) -> Iterator[Served]:
    with serving(copied(sqlite_template, tmp_path_factory.mktemp("server") / "tables.sqlite")) as found:
        yield found


@pytest.fixture
def sqlite(tmp_path: Path, sqlite_template: Path) -> str:
    """A database for a server of one's own, with nothing in it."""
    return copied(sqlite_template, tmp_path / "tables.sqlite")
