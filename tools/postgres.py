"""Finds a PostgreSQL for the tests of the store, and gets one where it may: `python -m tools.postgres`."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from pwd import getpwnam

ADVICE = (
    "No PostgreSQL was found, and the tests of the store need one. "
    "Install Debian's package (apt-get install postgresql), or run: python -m pip install pgserver"
)
UNPRIVILEGED = ("postgres", "nobody")
"""PostgreSQL refuses to run as root; these run it then."""

USER = "vigil"


@lru_cache(maxsize=1)
def find() -> Path | None:
    """The folder of the programs of a PostgreSQL that runs."""
    return next((folder for folder in _candidates() if (folder / "initdb").is_file() and _runs(folder)), None)


def _candidates() -> Iterator[Path]:
    if found := shutil.which("pg_ctl"):
        yield Path(found).resolve().parent
    # Debian keeps them off the PATH, a folder for each version.
    yield from sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    package = find_spec("pgserver")
    if package is not None and package.origin is not None:
        yield Path(package.origin).parent / "pginstall" / "bin"


def _runs(folder: Path) -> bool:
    try:
        return subprocess.run([folder / "postgres", "--version"], capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def get() -> bool:
    """Debian's package where that is allowed, the package pgserver otherwise. Whether something was installed."""
    if shutil.which("apt-get") and os.geteuid() == 0:
        quiet = ["apt-get", "-qq", "-o", "Dpkg::Use-Pty=0"]
        print("Installing the package postgresql ...", flush=True)
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        install = [*quiet, "install", "--yes", "--no-install-recommends", "postgresql"]
        if all(
            subprocess.run(each, env=environment, check=False).returncode == 0 for each in ([*quiet, "update"], install)
        ):
            return True
    print("Installing the package pgserver ...", flush=True)
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "pgserver"]
    return subprocess.run(pip, check=False).returncode == 0


@contextmanager
def server(durable: bool = True) -> Iterator[str]:
    """A server of our own, on a socket in a folder of its own: the address of its database, until the block ends.

    One that is not durable forgets its last changes when the power is cut, and is faster.
    """
    programs = find()
    if programs is None:
        raise FileNotFoundError(ADVICE)
    # A short path: the name of a socket has to fit into 107 bytes.
    folder = Path(tempfile.mkdtemp(prefix="vigil-pg-"))
    user = _unprivileged()
    if user is not None:
        shutil.chown(folder, user)
    data = folder / "data"
    options = f"-k {folder} -c listen_addresses='' -c fsync={'on' if durable else 'off'}"
    start = [programs / "pg_ctl", "-D", data, "-w", "-l", folder / "log", "-o", options, "start"]
    make = [programs / "initdb", "-D", data, "-U", USER, "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"]
    try:
        _run(make, user, folder)
        _run(start, user, folder)
        try:
            yield f"postgresql://{USER}@/postgres?host={folder}"
        finally:
            _run([programs / "pg_ctl", "-D", data, "-m", "immediate", "stop"], user, folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _unprivileged() -> str | None:
    """Who runs the server where we are root."""
    if os.geteuid() != 0:
        return None
    for name in UNPRIVILEGED:
        try:
            return getpwnam(name).pw_name
        except KeyError:
            continue
    raise FileNotFoundError(f"PostgreSQL does not run as root, and there is no user {' or '.join(UNPRIVILEGED)}.")


def _run(command: list[str | Path], user: str | None, folder: Path) -> None:
    # Output goes to a file: a pipe would be held open by the server that pg_ctl leaves behind.
    with (folder / "output").open("ab") as output:
        code = subprocess.run(
            command, user=user, extra_groups=[] if user else None, cwd=folder, stdout=output, stderr=output, check=False
        ).returncode
    if code != 0:
        texts = [path.read_text(errors="replace") for path in (folder / "output", folder / "log") if path.exists()]
        raise RuntimeError(f"{Path(command[0]).name} failed:\n" + "\n".join(texts))


def main() -> int:
    found = find()
    if found is None and get():
        find.cache_clear()
        found = find()
    if found is None:
        print(ADVICE, file=sys.stderr)
        return 1
    print(f"The store is tested on the PostgreSQL in {found}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
