"""Finds a Chromium or Chrome for the tests of pages, and gets one where it may: `python -m tools.browser`."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

SHELL = "chromium-headless-shell"
"""Debian's package and program without windows: the same engine, and a fifth less work for the tests."""
NAMES = (SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
ADVICE = (
    "No Chromium or Chrome was found, and the tests of pages need one. "
    f"Install Debian's package (apt-get install {SHELL}), or run: python -m playwright install chromium"
)


def find() -> str | None:
    """A browser that runs: a name on the PATH may stand for nothing but advice to install something."""
    for name in NAMES:
        if (path := shutil.which(name)) and _runs(path):
            return path
    return next(filter(_runs, _playwrights_own()), None)


def _playwrights_own() -> list[str]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return [path] if Path(path).is_file() else []


def _runs(path: str) -> bool:
    try:
        return subprocess.run([path, "--version"], capture_output=True, timeout=60, check=False).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def get() -> bool:
    """Debian's package where that is allowed, Playwright's own browser otherwise. Whether something was installed."""
    if shutil.which("apt-get") and os.geteuid() == 0:
        apt("update")
        # Ubuntu and older releases of Debian have the browser with windows alone.
        if any(apt("install", "--yes", "--no-install-recommends", package) for package in (SHELL, "chromium")):
            return True
    print("Fetching the browser that Playwright brings ...", flush=True)
    return subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=False).returncode == 0


def apt(*arguments: str) -> bool:
    print(f"apt-get {' '.join(arguments)} ...", flush=True)
    command = ["apt-get", "-qq", "-o", "Dpkg::Use-Pty=0", *arguments]
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    return subprocess.run(command, env=environment, check=False).returncode == 0


def main() -> int:
    found = find() or (find() if get() else None)
    if found is None:
        print(ADVICE, file=sys.stderr)
        return 1
    print(f"Pages are tested in {found}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
