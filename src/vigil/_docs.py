"""Documentation of compiled classes: the compiler drops docstrings and annotations, so they are read from the sources.

That happens when somebody asks for them, as `help` and `inspect.signature` do, and costs a program nothing otherwise.
"""

from __future__ import annotations
import __future__

import ast
import inspect
import sys
from functools import cache
from importlib.machinery import ExtensionFileLoader
from pathlib import Path
from types import ModuleType
from typing import ClassVar

_HERE = Path(__file__).parent


class DocumentedLoader(ExtensionFileLoader):
    """Loads a compiled module, and lets its classes find their documentation.

    Compiled modules load each other without a loader, so that all of them are looked through once the first is there.
    """

    _loading = 0
    _seen: ClassVar[set[str]] = set()

    def exec_module(self, module: ModuleType) -> None:
        DocumentedLoader._loading += 1
        try:
            super().exec_module(module)
        finally:
            DocumentedLoader._loading -= 1
        if DocumentedLoader._loading == 0:
            self._document()

    def _document(self) -> None:
        suffix = Path(self.path).suffix
        for name in [each for each in sys.modules if each.startswith("vigil.") and each not in self._seen]:
            self._seen.add(name)
            module = sys.modules[name]
            if not (getattr(module, "__file__", None) or "").endswith(suffix):
                continue
            for value in vars(module).values():
                if isinstance(value, type) and value.__module__ == name:
                    value.__doc__ = _Doc(value)  # type: ignore[assignment]
                    value.__signature__ = _Signature(value)  # type: ignore[attr-defined]


class _Doc:
    """The docstring of a class, as an attribute of it."""

    def __init__(self, owner: type) -> None:
        self.owner = owner

    def __get__(self, instance: object, owner: type) -> str | None:
        found = _source(self.owner)
        return None if found is None else ast.get_docstring(found)


class _Signature:
    """The signature of a class with its annotations. Only of the class itself: a subclass may take other arguments."""

    def __init__(self, owner: type) -> None:
        self.owner = owner

    def __get__(self, instance: object, owner: type) -> inspect.Signature:
        found = _source(self.owner) if owner is self.owner else None
        made = [each for each in found.body if isinstance(each, ast.FunctionDef)] if found is not None else []
        init = next((each for each in made if each.name == "__init__"), None)
        if init is None:
            raise AttributeError("__signature__")
        init.body, init.decorator_list = [ast.Pass()], []
        names: dict[str, object] = {}
        module = ast.fix_missing_locations(ast.Module([init], []))
        code = compile(module, "signature", "exec", __future__.annotations.compiler_flag, dont_inherit=True)
        exec(code, dict(vars(sys.modules[self.owner.__module__])), names)
        whole = inspect.signature(names["__init__"])  # type: ignore[arg-type]
        return whole.replace(parameters=list(whole.parameters.values())[1:])


def _source(owner: type) -> ast.ClassDef | None:
    return _classes(owner.__module__).get(owner.__name__)


@cache
def _classes(module: str) -> dict[str, ast.ClassDef]:
    """The classes of a module of Vigil, as they are written."""
    path = _HERE.joinpath(*module.split(".")[1:]).with_suffix(".py")
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {each.name: each for each in tree.body if isinstance(each, ast.ClassDef)}
