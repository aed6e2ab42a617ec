"""Chooses the engine: the compiled one if it was built from the present sources, otherwise the plain one.

A wheel brings the compiled engine along, in the package; `vigil compile` puts it into the environment (see
compile_engine.py). Its folder is named after a fingerprint of the sources: after a change to a source the plain engine
runs until the next build, never a stale one.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from hashlib import blake2b
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType

from ._docs import DocumentedLoader

PLAIN = "plain"
COMPILED = "compiled"
SWITCH = "VIGIL_ENGINE"
"""Set to `plain` in the environment to run without the compiled engine."""

_HERE = Path(__file__).parent
# Declarations check their arguments themselves, the vocabulary only re-exports names, packages stay plain, and errors
# keep their docstrings, which compiled classes do not have.
_LEFT_PLAIN = ("__init__.py", "declarations.py", "errors.py", "freezing.py", "vocabulary.py")
_BESIDE_THE_ENGINE = (
    "cards/nodes.py",
    "bots/question_kinds.py",
    "bots/evaluator.py",
    "bots/purchases.py",
    "bots/policy.py",
    "bots/position_features.py",
    "bots/turn_finisher.py",
    "learn/writing.py",
    "learn/batch.py",
    "table/projection.py",
    "table/offers.py",
)


def compiled_sources() -> list[Path]:
    """The source files that are compiled: the engine, and the code around it that needs the same speed."""
    engine = [path for path in sorted((_HERE / "engine").rglob("*.py")) if path.name not in _LEFT_PLAIN]
    return [*engine, *(_HERE / each for each in _BESIDE_THE_ENGINE)]


def fingerprint() -> str:
    digest = blake2b(sys.implementation.cache_tag.encode(), digest_size=12)
    for path in compiled_sources():
        digest.update(path.relative_to(_HERE).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


IN_PACKAGE = _HERE / "_engine"
"""The folder of the compiled engine that a wheel has brought."""


def in_environment() -> Path:
    """The folder of the engines that were compiled in this environment."""
    return Path(sys.prefix) / "vigil-compiled"


def compiled_engine() -> Path | None:
    """The engine that was compiled from the present sources, if there is one."""
    folders = [each for each in (IN_PACKAGE, in_environment()) if each.is_dir()]
    if not folders:
        return None
    name = fingerprint()
    return next((each / name for each in folders if (each / name).is_dir()), None)


_COMPILED_PACKAGES = {".".join(("vigil", *path.relative_to(_HERE).parent.parts)) for path in compiled_sources()}


class _CompiledFinder(MetaPathFinder):
    """Finds compiled modules before the usual finders find their sources."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        package, _, _ = fullname.rpartition(".")
        if package not in _COMPILED_PACKAGES:
            return None
        found = PathFinder.find_spec(fullname, [str(self.folder.joinpath(*package.split(".")))])
        if found is not None and found.origin is not None:
            found.loader = DocumentedLoader(fullname, found.origin)
        return found


def choose_engine() -> str:
    """Installs the compiled engine if there is one, and returns which engine runs.

    Must be called before any module of the engine is imported.
    """
    if os.environ.get(SWITCH, "") == PLAIN or "vigil.engine" in sys.modules:
        return PLAIN
    folder = compiled_engine()
    if folder is None:
        return PLAIN
    # The compiled modules share one extension module, which they import by its bare name.
    sys.path.append(str(folder))
    sys.meta_path.insert(0, _CompiledFinder(folder))
    return COMPILED


ENGINE = choose_engine()
"""`compiled` or `plain`."""


def plain_notice() -> str:
    """What to tell people who run the plain engine without having asked for it; empty for everybody else."""
    if ENGINE == COMPILED or os.environ.get(SWITCH, "") == PLAIN:
        return ""
    return "The engine is not compiled, and several times slower than it could be. To compile it, run: vigil compile"
