"""A server for the stories of a file; whoever comes to it is new."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.helpers.servers import Served, serving


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(f"sqlite:///{tmp_path_factory.mktemp('server') / 'tables.sqlite'}") as found:
        yield found


@pytest.fixture
def sqlite(tmp_path: Path) -> str:
    """An empty database for a server of one's own."""
    return f"sqlite:///{tmp_path / 'tables.sqlite'}"
