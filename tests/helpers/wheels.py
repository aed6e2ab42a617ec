"""Building the wheel of this clone, and installing it into an environment of its own."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Iterator
from importlib.metadata import PathDistribution, distribution
from pathlib import Path
from zipfile import Path as ZipPath

from packaging.requirements import Requirement

from tests.helpers.repository import ROOT


def build_wheel(clone: Path, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Lets the build backend build a wheel of a clone."""
    return subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)],
        cwd=clone,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def release_wheel(folder: Path) -> Path:
    """Builds the wheel of this clone as a release does, with the page and the compiled engine."""
    built = build_wheel(ROOT, folder, VIGIL_WHEEL_ENGINE="compiled")
    assert built.returncode == 0, built.stdout + built.stderr
    (wheel,) = folder.glob("*.whl")
    return wheel


def installed(wheel: Path, extra: str, folder: Path) -> Path:
    """Installs a wheel with what it requires into an empty environment, and returns the environment's Python.

    What the wheel requires, and nothing else, is linked to from the environment of the tests: pip would fetch the same
    files once more.
    """
    venv.create(folder, symlinks=True, with_pip=False)
    site = Path(sysconfig.get_path("purelib", "venv", {"base": str(folder)}))
    python = Path(sysconfig.get_path("scripts", "venv", {"base": str(folder)})) / "python"
    metadata = next(each for each in ZipPath(wheel).iterdir() if each.name.endswith(".dist-info"))
    for required in set(_requirements(PathDistribution(metadata), {extra})):  # type: ignore[arg-type]
        for name in {file.parts[0] for file in required.files or ()} - {"..", "__pycache__"}:
            link = site / name
            if not link.exists():
                link.symlink_to(required.locate_file(name))  # type: ignore[arg-type]
    arguments = ["--python", str(python), "install", "--quiet", "--no-index", "--no-deps", "--no-compile", str(wheel)]
    subprocess.run([sys.executable, "-m", "pip", *arguments], check=True)
    return python


def _requirements(of: PathDistribution, extras: set[str]) -> Iterator[PathDistribution]:
    """Everything that a distribution with these extras requires, directly or not."""
    for text in of.requires or ():
        wanted = Requirement(text)
        if wanted.marker is None or any(wanted.marker.evaluate({"extra": each}) for each in extras | {""}):
            found = distribution(wanted.name)
            yield found  # type: ignore[misc]
            yield from _requirements(found, wanted.extras)  # type: ignore[arg-type]
