"""The reference in docs/library.md, made from the docstrings of everything that `import vigil` gives.

The sources are read rather than imported, so that it does not matter which engine runs.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from textwrap import dedent
from typing import Final

from .pages import DOCS, with_generated

SOURCES: Final = Path(__file__).parent.parent / "src"
PAGE: Final = DOCS / "library.md"
NO_PART: Final = {"ENGINE", "__version__"}
INTERNAL: Final = {"number_as", "row_option", "lines"}
"""Methods of the engine's cards that are for the engine."""

Function = ast.FunctionDef
Definition = ast.FunctionDef | ast.ClassDef


def library_page() -> str:
    """docs/library.md as it should be."""
    return with_generated(PAGE, {"reference": reference})


def reference() -> str:
    found = [(name, _definition(module, name)) for module, name in _public_names()]
    functions = [each for _, each in found if isinstance(each, Function)]
    classes = [each for _, each in found if isinstance(each, ast.ClassDef) and not _is_error(each)]
    errors = [each for _, each in found if isinstance(each, ast.ClassDef) and _is_error(each)]
    lines = ["### Functions", ""]
    for each in functions:
        lines += _function(each)
    lines += ["### Classes", ""]
    for each in classes:
        lines += _class(each)
    lines += ["### Errors", "", "| error | what went wrong |", "| --- | --- |"]
    lines += [f"| `{each.name}` | {_first_sentence(each)} |" for each in errors]
    return "\n".join(lines)


# --- finding


def _public_names() -> Iterator[tuple[str, str]]:
    for node in _parsed("vigil").body:
        if isinstance(node, ast.ImportFrom) and node.module:
            yield from ((node.module, alias.name) for alias in node.names if alias.name not in NO_PART)


def _parsed(module: str) -> ast.Module:
    path = SOURCES.joinpath(*module.split("."))
    path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    return ast.parse(path.read_text(encoding="utf-8"))


def _definition(module: str, name: str) -> Definition:
    found = (node for node in _parsed(module).body if isinstance(node, Definition) and node.name == name)
    return next(found)


def _is_error(each: ast.ClassDef) -> bool:
    return any(isinstance(base, ast.Name) and base.id in ("VigilError", "Exception") for base in each.bases)


def _members(each: ast.ClassDef) -> list[tuple[str, str, str]]:
    """Name, type and docstring of every attribute, property and method, those of `Table` and `TablePlayer` included."""
    found: list[tuple[str, str, str]] = []
    for base in each.bases:
        if isinstance(base, ast.Name) and base.id in ("Table", "TablePlayer"):
            shared = _definition("vigil.public.table", base.id)
            assert isinstance(shared, ast.ClassDef)
            found += _members(shared)
    found += _attributes(each.body)
    for node in each.body:
        text = ast.get_docstring(node) if isinstance(node, Function) else None
        if isinstance(node, Function) and not node.name.startswith("_") and node.name not in INTERNAL:
            returns = "" if node.returns is None else ast.unparse(node.returns)
            is_property = any(isinstance(mark, ast.Name) and mark.id == "property" for mark in node.decorator_list)
            name = node.name if is_property else f"{node.name}({_arguments(node)})"
            found.append((name, returns, text or ""))
    return found


def _attributes(body: list[ast.stmt]) -> Iterator[tuple[str, str, str]]:
    """Annotated names with a docstring of their own."""
    for node, after in pairwise(body):
        if not isinstance(after, ast.Expr) or not isinstance(after.value, ast.Constant):
            continue
        if isinstance(node, ast.AnnAssign):
            yield ast.unparse(node.target).removeprefix("self."), ast.unparse(node.annotation), str(after.value.value)


# --- writing


def _arguments(function: Function) -> str:
    """As in the source, without `self` and without types."""
    arguments = function.args
    for each in [*arguments.args, *arguments.kwonlyargs, *filter(None, [arguments.kwarg])]:
        each.annotation = None
    return ast.unparse(arguments).removeprefix("self").removeprefix(", ")


def _function(each: Function) -> list[str]:
    returns = "" if each.returns is None else f" -> {ast.unparse(each.returns)}"
    return [f"#### `vigil.{each.name}({_arguments(each)}){returns}`", "", *_text(each), ""]


def _class(each: ast.ClassDef) -> list[str]:
    lines = [f"#### `vigil.{each.name}`", "", *_text(each), ""]
    members = _members(each)
    if members:
        lines += ["| | type | |", "| --- | --- | --- |"]
        lines += [f"| `{name}` | {_code(kind)} | {_paragraph(text)} |" for name, kind, text in members]
        lines.append("")
    return lines


def _code(text: str) -> str:
    # `| Any` is for type checkers: it is None at run time, but users need not prove that it is not.
    escaped = re.sub(r"\| Any$", "| None", text).replace("|", "\\|")
    return f"`{escaped}`" if text else ""


def _paragraph(text: str) -> str:
    """The docstring up to its example, on one line of a table."""
    return " ".join(dedent(text).partition(">>>")[0].split()).replace("|", "\\|")


def _first_sentence(each: Definition) -> str:
    return " ".join((ast.get_docstring(each) or "").split("\n\n")[0].split())


def _text(each: Definition) -> list[str]:
    """The docstring, with its example as a block of code."""
    words, arrow, example = (ast.get_docstring(each) or "").partition(">>>")
    lines = words.strip().splitlines()
    return [*lines, "", "```python", *f"{arrow}{example}".strip().splitlines(), "", "```"] if arrow else lines
