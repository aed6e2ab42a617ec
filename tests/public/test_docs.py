"""The guide is run: its dialogues as one doctest, its programs one by one; and its reference is up to date."""

from __future__ import annotations

import doctest
import pkgutil
import re
import subprocess
import sys
from importlib import import_module
from inspect import getdoc
from pathlib import Path

import pytest

import vigil.public
from tools.make_library_docs import PAGE, library_page

BLOCKS = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), flags=re.DOTALL)
PROGRAMS = [block for block in BLOCKS if not block.startswith(">>>")]
MODULES = ["vigil", *(f"vigil.public.{each.name}" for each in pkgutil.iter_modules(vigil.public.__path__))]


def test_the_tutorial_does_what_it_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    tried = doctest.testfile(str(PAGE), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert tried.attempted >= 30
    assert tried.failed == 0


@pytest.mark.parametrize("program", PROGRAMS, ids=range(len(PROGRAMS)))
def test_the_recipes_run(program: str, tmp_path: Path) -> None:
    script = tmp_path / "recipe.py"
    script.write_text(program.replace("GAMES = 1000", "GAMES = 4"), encoding="utf-8")
    done = subprocess.run([sys.executable, script], cwd=tmp_path, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert done.stdout


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
