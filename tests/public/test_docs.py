"""The examples in the docstrings of the library are run, and the reference in its guide is up to date."""

from __future__ import annotations

import doctest
import pkgutil
from importlib import import_module
from inspect import getdoc
from pathlib import Path

import pytest

import vigil.public
from tools.make_library_docs import PAGE, library_page

MODULES = ["vigil", *(f"vigil.public.{each.name}" for each in pkgutil.iter_modules(vigil.public.__path__))]


@pytest.mark.parametrize("module", MODULES)
def test_the_examples_in_docstrings_do_what_they_say(
    module: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    tried = doctest.testmod(import_module(module), optionflags=doctest.ELLIPSIS)
    assert tried.failed == 0


PUBLIC = [name for name in vigil.__all__ if name not in ("ENGINE", "__version__")]


@pytest.mark.parametrize("name", PUBLIC)
def test_help_shows_an_example_and_explains_every_part(name: str) -> None:
    """On the compiled engine too, whose own classes have no docstrings."""
    public = getattr(vigil, name)
    assert ">>> import vigil" in public.__doc__
    assert public.__module__ == "vigil"
    parts = [part for part in vars(public) if not part.startswith("_")] if isinstance(public, type) else []
    assert [part for part in parts if not getdoc(getattr(public, part))] == []


def test_the_reference_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == library_page(), "Run make docs."
