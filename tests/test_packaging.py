"""The distribution is called vigil-table, and a package that is built holds everything that it should."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.helpers.repository import ROOT, text_files
from tests.helpers.wheels import build_wheel
from vigil import __version__

PAGE = Path("src", "vigil", "server", "page")
# Until vigil-table is published, pip would find somebody else's package, or none.
FOREIGN = re.compile(r"pip[^\n]* install[^\n]*[\s'\"=]vigil(?:-table)?(?![\w/.-])|\bvigil\[\w")


def test_the_distribution_is_called_vigil_table() -> None:
    assert tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["name"] == "vigil-table"


@pytest.mark.parametrize(
    ("line", "foreign"),
    [
        ("pip install " + "'vigil[learn]'", True),
        ("python -m pip install -U " + "vigil", True),
        ("it needs " + "vigil[lab]", True),
        ("python -m pip install -e '.[learn]'", False),
        ("pip install ./vigil/dist/it.whl", False),
        ('ray = ["vigil-table[lab]"]', False),
    ],
)
def test_an_installation_from_the_package_index_is_recognized(line: str, foreign: bool) -> None:
    assert (FOREIGN.search(line) is not None) is foreign


def test_nothing_installs_vigil_from_the_package_index() -> None:
    here = str(Path(__file__).relative_to(ROOT))
    found = [f"{name}: {match[0]}" for name, text in text_files() if name != here for match in FOREIGN.finditer(text)]
    assert not found, "Install from the clone: " + "; ".join(found)


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """What git knows of this clone, without anything that was built."""
    copy = tmp_path / "clone"
    for name, _ in text_files():
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, copy / name)
    return copy


def bare_build(clone: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Builds a wheel on a machine that has neither Node.js nor a C compiler."""
    return build_wheel(clone, clone / "dist", PATH="", **environment)


def test_no_wheel_is_built_without_the_page_by_accident(clone: Path) -> None:
    refused = bare_build(clone)
    assert refused.returncode != 0
    assert "The page of the browser table is not built" in refused.stdout + refused.stderr
    assert not (clone / "dist").exists() or not list((clone / "dist").iterdir())
    assert bare_build(clone, VIGIL_WITHOUT_PAGE="1").returncode == 0


def test_without_a_compiler_the_wheel_holds_the_page_and_the_plain_engine(clone: Path) -> None:
    (clone / PAGE).mkdir()
    (clone / PAGE / "index.html").write_text("the page", encoding="utf-8")
    with (clone / "src" / "vigil" / "engine" / "state.py").open("a", encoding="utf-8") as source:
        source.write("# A change: no engine was ever compiled from these sources.\n")
    refused = bare_build(clone, VIGIL_WHEEL_ENGINE="compiled")
    assert "There is no C compiler here." in refused.stdout + refused.stderr
    assert refused.returncode != 0
    assert bare_build(clone).returncode == 0
    (wheel,) = (clone / "dist").iterdir()
    assert wheel.name == f"vigil_table-{__version__}-py3-none-any.whl"
    with ZipFile(wheel) as files:
        assert files.read("vigil/server/page/index.html") == b"the page"
        assert not [name for name in files.namelist() if name.startswith("vigil/_engine")]


def test_the_engine_is_compiled_from_the_installed_sources(tmp_path: Path) -> None:
    """After an ordinary installation the sources lie outside the clone."""
    installed = tmp_path / "site-packages" / "vigil"
    shutil.copytree(ROOT / "src" / "vigil", installed, ignore=shutil.ignore_patterns("page", "__pycache__"))
    program = "import sys, pathlib, vigil.compile_engine as it; print(*it.copy_sources(pathlib.Path(sys.argv[1])))"
    ran = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path / "copy")],
        env={**os.environ, "PYTHONPATH": str(installed.parent)},
        capture_output=True,
        text=True,
        check=False,
    )
    files = ran.stdout.split()
    assert "vigil/engine/state.py" in files, ran.stderr
    assert all((tmp_path / "copy" / each).is_file() for each in files)
