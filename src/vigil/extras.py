"""Libraries that only some people need: whoever meets their absence is told what to install."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any

from vigil.engine.errors import VigilError


class MissingExtra(VigilError):
    """A part of Vigil needs a library that is not installed."""


def needed(module: str, extra: str, purpose: str) -> Any:
    """The module, or a sentence that says how to get it."""
    try:
        return import_module(module)
    except ImportError as missing:
        library = module.split(".")[0]
        raise MissingExtra(
            f"{purpose} needs {library}, which is not installed. "
            f"In your clone of Vigil, run: {sys.executable} -m pip install -e '.[{extra}]'"
        ) from missing
