"""Makes what the browser table knows of the server's API, from the OpenAPI document.

    python -m tools.make_web_types

web/src/api/messages.ts has the types of all paths and messages, made by openapi-typescript. web/src/api/shapes.ts has
the shapes that the page checks what it receives against: when it runs there are no types any more.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from vigil.server.app import create_app
from vigil.server.openapi import document
from vigil.server.settings import ServerSettings

from . import web

FOLDER: Final = Path(__file__).parent.parent / "web" / "src" / "api"
TYPES: Final = FOLDER / "messages.ts"
SHAPES: Final = FOLDER / "shapes.ts"
OPTIONS: Final = ("--root-types", "--root-types-no-schema-prefix", "--default-non-nullable=false")
"""Each message can be imported by its name, and what has a default need not be sent."""

Schema = dict[str, Any]
_PLAIN: Final = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
_HEAD: Final = """\
/** Shapes of messages, made from the OpenAPI document by `python -m tools.make_web_types`: change the server. */

"""


def api_document() -> Schema:
    return document(create_app(ServerSettings(database="sqlite:///:memory:")))


def files() -> dict[Path, str]:
    """What is generated, and where it belongs."""
    found = api_document()
    return {TYPES: types(found), SHAPES: shapes(found)}


def types(api: Schema) -> str:
    with TemporaryDirectory() as folder:
        source, result = Path(folder, "openapi.json"), Path(folder, "messages.ts")
        source.write_text(json.dumps(api), encoding="utf-8")
        web.install().run(
            "exec", "--offline", "--", "openapi-typescript", str(source), "--output", str(result), *OPTIONS
        )
        return re.sub(r"[ \t]+$", "", result.read_text(encoding="utf-8"), flags=re.MULTILINE)


# --- shapes


def shapes(api: Schema) -> str:
    known = api["components"]["schemas"]
    answers = dict(_answers(api))
    roots = [name for each in answers.values() for name in _references(each)]
    lines = [f"  {name}: {_line(known[name])}," for name in _reached(known, [*roots, *_sent(api)])]
    routes = [f"  {json.dumps(route)}: {_line(schema)}," for route, schema in sorted(answers.items())]
    return (
        _HEAD
        + "\n".join(["export const SHAPES = {", *lines, "} as const;", ""])
        + "\n/** What is answered where, if it is not refused. */\n"
        + "\n".join(["export const ANSWERS = {", *routes, "} as const;", ""])
    )


def _answers(api: Schema) -> Iterator[tuple[str, Schema]]:
    for path, methods in api["paths"].items():
        for method, operation in methods.items():
            for status, response in operation["responses"].items():
                content = response.get("content") or {}
                if status.startswith("2") and "application/json" in content and path.startswith("/api/"):
                    yield f"{method.upper()} {path}", content["application/json"]["schema"]


def _sent(api: Schema) -> list[str]:
    """What comes over the WebSocket."""
    return [name for each in api["x-websockets"].values() for name in _references(each["sends"])]


def _reached(known: dict[str, Schema], roots: list[str]) -> list[str]:
    """The schemas that these consist of, by name."""
    seen: set[str] = set()
    wanted = list(roots)
    while wanted:
        name = wanted.pop()
        if name not in seen:
            seen.add(name)
            wanted += _references(known[name])
    return sorted(seen)


def _references(schema: Any) -> Iterator[str]:
    if isinstance(schema, list):
        for each in schema:
            yield from _references(each)
    elif isinstance(schema, dict):
        if "$ref" in schema:
            yield _name(schema)
        for key, each in schema.items():
            if key != "discriminator":
                yield from _references(each)


def _name(reference: Schema) -> str:
    return str(reference["$ref"]).rpartition("/")[2]


def _line(schema: Schema) -> str:
    return json.dumps(_shape(schema), separators=(",", ":"))


def _shape(schema: Schema) -> Any:
    if "properties" in schema:
        required = schema.get("required", [])
        return {
            field if field in required else f"{field}?": _shape(each) for field, each in schema["properties"].items()
        }
    if "$ref" in schema:
        return f"@{_name(schema)}"
    if "enum" in schema:
        # One word tells messages apart. Of many words a later server may know more than this page.
        return f"={schema['enum'][0]}" if len(schema["enum"]) == 1 else "string"
    if alternatives := schema.get("anyOf") or schema.get("oneOf"):
        return ["or", *(_shape(each) for each in alternatives)]
    match schema.get("type"):
        case "array":
            return ["list", _shape(schema["items"])]
        case "object":
            return ["map", _shape(schema.get("additionalProperties", {}))]
        case None:
            return "any"
        case kind:
            return _PLAIN[kind]


def main() -> int:
    for path, text in files().items():
        is_new = not path.is_file() or path.read_text(encoding="utf-8") != text
        if is_new:
            path.write_text(text, encoding="utf-8")
        print(f"{path} {'was written' if is_new else 'is up to date'}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
