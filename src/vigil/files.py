"""Files: where Vigil keeps those of a user, and how they are written."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from platformdirs import user_data_path


def data_folder() -> Path:
    """Where the system keeps the data of programs: saved games, and the database of a server."""
    return user_data_path("vigil", appauthor=False, roaming=True)


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """A draft that takes the place of the file at the end: a crash leaves the old file or the new one, never half."""
    draft = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        yield draft
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
