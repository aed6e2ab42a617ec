"""The browser table: static files, where it is built; otherwise a page that says so.

All files are read when the server starts, so no path that somebody asks for ever reaches the disk.
"""

from __future__ import annotations

import gzip
import mimetypes
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from litestar import Request, Response, get
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath
from msgspec import Struct

FOLDER: Final = Path(__file__).parent / "page"
INDEX: Final = "index.html"
NEVER_CHANGES: Final = "assets/"
"""What the builder puts there has its hash in its name."""
_TEXTS: Final = ("text/", "application/javascript", "application/json", "image/svg", "application/manifest")
_API: Final = ("api/", "ws/")

NOT_BUILT: Final = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Vigil</title>
<h1>Vigil</h1>
<p>This is a table server for the Ascension deckbuilding game. It runs, but its browser table is not built:
there is nothing to click here yet.
<p>Programs can play: <a href="/api/docs">the API</a>.
</html>
"""


class File(Struct, frozen=True):
    data: bytes
    packed: bytes | None
    kind: str
    etag: str
    keep: str


def read_files(folder: Path = FOLDER) -> dict[str, File]:
    """Every file by its path, with slashes."""
    found = {}
    for path in sorted(folder.rglob("*")) if folder.is_dir() else []:
        if path.is_file():
            name = path.relative_to(folder).as_posix()
            found[name] = _file(name, path.read_bytes())
    if INDEX not in found:
        found = {INDEX: _file(INDEX, NOT_BUILT.encode())}
    return found


def _file(name: str, data: bytes) -> File:
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    if kind == "text/javascript":
        kind = "application/javascript"
    is_text = kind.startswith(_TEXTS)
    packed = gzip.compress(data, mtime=0) if is_text and len(data) > 1_000 else None
    keep = "public, max-age=31536000, immutable" if name.startswith(NEVER_CHANGES) else "no-cache"
    kind = f"{kind}; charset=utf-8" if is_text else kind
    return File(data, packed, kind, f'"{sha256(data).hexdigest()[:24]}"', keep)


def page_handler(files: dict[str, File]) -> HTTPRouteHandler:
    """Routes of the page itself (`/tables/...`) are the page; a file that is not there is missing."""

    @get(["/", "/{path:path}"], include_in_schema=False)
    async def show(request: Request[Any, Any, Any], path: FromPath[str] = "") -> Response[bytes]:
        name = path.strip("/")
        file = files.get(name)
        if file is None:
            looks_like_a_file = "." in name.rsplit("/", 1)[-1]
            if f"{name}/".startswith(_API) or name.startswith(NEVER_CHANGES) or looks_like_a_file:
                raise NotFoundException()
            file = files[INDEX]
        return _answer(request, file)

    return show


def _answer(request: Request[Any, Any, Any], file: File) -> Response[bytes]:
    headers = {"etag": file.etag, "cache-control": file.keep, "vary": "accept-encoding"}
    if request.headers.get("if-none-match") == file.etag:
        return Response(b"", status_code=304, headers=headers)
    data = file.data
    if file.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        data, headers["content-encoding"] = file.packed, "gzip"
    return Response(data, media_type=file.kind, headers=headers)
