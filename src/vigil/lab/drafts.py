"""Files that are there as a whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def draft_of(path: Path) -> Iterator[Path]:
    """Where to write what then takes the place of the file: a crash leaves the old one or the new one, never half."""
    draft = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        yield draft
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
