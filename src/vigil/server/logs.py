"""The log: one line of JSON for each event, or lines that people can read on a terminal.

What is logged is chosen field by field where it happens; nowhere a whole request or a whole message is written down.
So no token, no seed, no word of a chat and no hidden card gets into it.
"""

from __future__ import annotations

import json
import logging
import sys
import time
from typing import Any, Final, TextIO

from .settings import ServerSettings

_LIBRARIES: Final = ("uvicorn", "alembic", "websockets", "httpcore", "httpx", "aiosqlite", "sqlalchemy", "asyncio")


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        return json.dumps({"at": _stamp(record), "level": record.levelname.lower(), **_told(self, record)})


class Readable(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        told = _told(self, record)
        trouble = told.pop("trouble", "")
        head = f"{_stamp(record)[11:19]} {record.levelname.lower():7} {told.pop('event')}"
        rest = "".join(f"  {name}={value}" for name, value in told.items() if name != "logger")
        return head + rest + (f"\n{trouble}" if trouble else "")


def _told(formatter: logging.Formatter, record: logging.LogRecord) -> dict[str, Any]:
    told: dict[str, Any] = {"logger": record.name, "event": record.getMessage(), **getattr(record, "fields", {})}
    if record.exc_info:
        told["trouble"] = formatter.formatException(record.exc_info)
    return told


def _stamp(record: logging.LogRecord) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03}Z"


def set_up(settings: ServerSettings, stream: TextIO | None = None) -> None:
    """Everything goes to stderr, or to the stream; of the libraries only what is wrong is told."""
    stream = stream or sys.stderr
    is_json = settings.log == "json" or (settings.log == "auto" and not stream.isatty())
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonLines() if is_json else Readable())
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("vigil").setLevel(settings.log_level.upper())
    for name in _LIBRARIES:
        logging.getLogger(name).setLevel(logging.WARNING)
