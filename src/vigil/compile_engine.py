"""Compiles the engine with mypyc: for this environment (`vigil compile`) or for a wheel (hatch_build.py).

Without a C compiler everything works in plain Python, only slower.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from vigil._compiled import compiled_engine, compiled_sources, fingerprint
from vigil.engine.errors import VigilError

BUILD_SCRIPT: Final = """
import os
from concurrent.futures import ThreadPoolExecutor

from mypyc.build import mypycify
from setuptools import setup
from setuptools.command.build_ext import build_ext


class ParallelBuild(build_ext):
    def build_extensions(self):
        compile_files = self.compiler.compile

        def compile_in_parallel(sources, **options):
            with ThreadPoolExecutor(os.cpu_count()) as pool:
                return sum(pool.map(lambda source: compile_files([source], **options), sources), [])

        self.compiler.compile = compile_in_parallel
        super().build_extensions()


# Modules that are not compiled may import libraries that are missing here, or have other types.
sources = ["--ignore-missing-imports", "--follow-imports=silent", *{files!r}]
# A C file for each module, so that they are compiled in parallel.
modules = mypycify(sources, opt_level="3", debug_level="0", multi_file=True)
if os.name == "posix":
    # Only Python calls into the library from outside, so its own functions may call one another directly.
    for module in modules:
        module.extra_compile_args = [*module.extra_compile_args, "-fvisibility=hidden", "-fno-plt"]
setup(name="vigil-compiled", packages=[], ext_modules=modules, cmdclass={{"build_ext": ParallelBuild}})
"""


class CannotCompile(VigilError):
    """The engine cannot be compiled here; the message says why, and what helps."""


def what_is_missing() -> str:
    """Why the engine cannot be compiled here; empty if it can."""
    compiler = (sysconfig.get_config_var("CC") or "cc").split()[0]
    # On Windows setuptools finds the compiler, which is usually not on the PATH.
    if sys.platform != "win32" and shutil.which(compiler) is None and shutil.which("cc") is None:
        return "There is no C compiler here. Install one, such as gcc or clang."
    if not (Path(sysconfig.get_path("include")) / "Python.h").exists():
        return "Python's header files are not installed. Debian and Ubuntu have them in the package python3-dev."
    if find_spec("mypyc") is None or find_spec("setuptools") is None:
        return f"mypyc or setuptools is not installed. Run: {sys.executable} -m pip install 'mypy[mypyc]' setuptools"
    return ""


def compile_engine(folder: Path) -> Path:
    """Puts the compiled engine into this folder, in place of any other, and returns where it is.

    An engine that was compiled from the same sources before is copied.
    """
    target = folder / fingerprint()
    present = compiled_engine()
    if present == target:
        return target
    with TemporaryDirectory(prefix="vigil-compile-") as scratch:
        built = present or _build(Path(scratch))
        try:
            shutil.rmtree(folder, ignore_errors=True)
            shutil.copytree(built, target)
        except OSError as problem:
            raise CannotCompile(
                f"The compiled engine cannot be written to {folder}: {problem.strerror}. "
                "Install Vigil into a virtual environment."
            ) from problem
    return target


def _build(scratch: Path) -> Path:
    """Compiles a copy of the installed sources. Returns the folder of the result."""
    reason = what_is_missing()
    if reason:
        raise CannotCompile(reason)
    files = copy_sources(scratch)
    (scratch / "setup.py").write_text(BUILD_SCRIPT.format(files=files), encoding="utf-8")
    at_a_time = str(os.cpu_count() or 1)
    command = [sys.executable, "setup.py", "--quiet", "build_ext", "--build-lib", "built", "--parallel", at_a_time]
    done = subprocess.run(command, cwd=scratch, capture_output=True, text=True, check=False)
    if done.returncode:
        raise CannotCompile(f"The compilation failed:\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}")
    return scratch / "built"


def copy_sources(folder: Path) -> list[str]:
    """Copies the installed package into a folder. Returns the files to compile, relative to it."""
    package = Path(__file__).parent
    shutil.copytree(package, folder / "vigil", ignore=shutil.ignore_patterns("__pycache__", "_engine", "page"))
    return [str(Path("vigil") / path.relative_to(package)) for path in compiled_sources()]
