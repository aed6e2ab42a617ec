"""The browser table: static files where the page is built, and otherwise a page that says that it is not.

The addresses of the page's own views (`/tables/...`) show the page. The build has put compressed files beside the
others.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Final

from litestar import MediaType, Request, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import File
from litestar.response.file import ASGIFileResponse
from litestar.static_files import create_static_files_router
from litestar.types import ASGIApp, ControllerRouterHandler

from .errors import answer_error

FOLDER: Final = Path(__file__).parent / "page"
INDEX: Final = "index.html"
VIEWER: Final = "api-docs.html"
COMPRESSED: Final = ".gz"
HASHED: Final = "/assets/"
"""Files there have a hash of their content in their names."""
FOREVER: Final = "public, max-age=31536000, immutable"
REVALIDATE: Final = "no-cache"
_API: Final = ("/api/", "/ws/")
_NAMES: Final = "/people/"
"""Addresses that end with the name of a person, which may have a dot in it."""

NOT_BUILT: Final = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Vigil</title>
<h1>Vigil</h1>
<p>This is a table server for the Ascension deckbuilding game. It is running, but its page has not been built.
<p>Programs can play: <a href="/api/openapi.json">the API</a>.
</html>
"""


def page_handler(folder: Path = FOLDER) -> ControllerRouterHandler:
    """What serves the page."""
    folder = folder.resolve()
    hashed = folder / HASHED.strip("/")
    if not (folder / INDEX).is_file():
        return _not_built

    def is_file(name: str) -> bool:
        # Unlike `Path.is_file` it is not surprised by any name.
        return os.path.isfile(f"{folder}{name}")

    def find_file(request: Request[Any, Any, Any]) -> None:
        """Takes the compressed file where there is one and the browser can read it."""
        name = request.path_params.get("file_path", f"/{INDEX}")
        if not is_file(name):
            raise NotFoundException
        if "gzip" in request.headers.get("accept-encoding", "") and is_file(f"{name}{COMPRESSED}"):
            request.scope["path_params"] = {"file_path": f"{name}{COMPRESSED}"}

    def describe(response: ASGIApp) -> ASGIApp:
        assert isinstance(response, ASGIFileResponse)
        is_hashed = Path(response.file_path).is_relative_to(hashed)
        response.headers["cache-control"] = FOREVER if is_hashed else REVALIDATE
        response.headers["vary"] = "accept-encoding"
        del response.headers["content-disposition"]
        return response

    def show_page(request: Request[Any, Any, Any], error: NotFoundException) -> Response[Any]:
        """A view of the page, where the address looks like one."""
        path = request.scope["path"]
        is_file = "." in path.rpartition("/")[2] and not path.startswith(_NAMES)
        is_view = not is_file and not f"{path}/".startswith((*_API, HASHED))
        if is_view and request.method in ("GET", "HEAD"):
            return _html(folder / INDEX)
        return answer_error(request, error)

    return create_static_files_router(
        "/",
        [folder],
        html_mode=True,
        name="page",
        before_request=find_file,
        after_request=describe,
        exception_handlers={NotFoundException: show_page},
    )


def viewer_response(folder: Path = FOLDER) -> Response[Any]:
    """The page that shows the document of the API."""
    if not (folder / VIEWER).is_file():
        return Response(NOT_BUILT, media_type=MediaType.HTML)
    return _html(folder / VIEWER)


def _html(path: Path) -> File:
    headers = {"cache-control": REVALIDATE}
    return File(path, filename=path.name, content_disposition_type="inline", headers=headers)


@get(["/", "/{path:path}"], include_in_schema=False, media_type=MediaType.HTML)
async def _not_built(path: FromPath[str] = "") -> str:
    if f"{path}/".startswith(_API):
        raise NotFoundException
    return NOT_BUILT
