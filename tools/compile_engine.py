"""Compiles the engine of the installed Vigil with mypyc, into the environment that runs this. Run by make.

Without a C compiler everything works in plain Python, only slower.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

import vigil
from vigil._compiled import compiled_sources, fingerprint, home

BUILD_SCRIPT = """
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


def main() -> None:
    target = home() / fingerprint()
    if target.is_dir():
        print("The compiled engine is up to date.")
        return
    reason = what_is_missing()
    if reason:
        print(f"The engine is not compiled: {reason}. Everything works in plain Python, only slower.")
        return
    print("Compiling the engine, which takes a minute or two ...", flush=True)
    built = build()
    if built is None:
        print("The engine could not be compiled. Everything works in plain Python, only slower.")
        return
    shutil.rmtree(home(), ignore_errors=True)
    home().mkdir(parents=True)
    shutil.move(str(built), target)
    print("The engine is compiled.")


def what_is_missing() -> str:
    compiler = (sysconfig.get_config_var("CC") or "cc").split()[0]
    if shutil.which(compiler) is None and shutil.which("cc") is None:
        return "there is no C compiler here"
    if not (Path(sysconfig.get_path("include")) / "Python.h").exists():
        return "Python's header files are not installed"
    try:
        import mypyc  # noqa: F401
        import setuptools  # noqa: F401
    except ImportError:
        return "mypyc or setuptools is not installed"
    return ""


def build() -> Path | None:
    """Compiles a copy of the installed sources. Returns the folder of the result, or None if it failed."""
    workshop = Path(tempfile.mkdtemp(prefix="vigil-compile-"))
    files = copy_sources(workshop)
    (workshop / "setup.py").write_text(BUILD_SCRIPT.format(files=files), encoding="utf-8")
    at_a_time = str(os.cpu_count() or 1)
    command = [sys.executable, "setup.py", "--quiet", "build_ext", "--build-lib", "built", "--parallel", at_a_time]
    done = subprocess.run(command, cwd=workshop, capture_output=True, text=True, check=False)
    if done.returncode:
        print(done.stdout[-2000:], done.stderr[-2000:], sep="\n", file=sys.stderr)
        shutil.rmtree(workshop, ignore_errors=True)
        return None
    return workshop / "built"


def copy_sources(folder: Path) -> list[str]:
    """Copies the installed package into a folder. Returns the files to compile, relative to it."""
    package = Path(vigil.__file__).parent
    shutil.copytree(package, folder / "vigil", ignore=shutil.ignore_patterns("__pycache__"))
    return [str(Path("vigil") / path.relative_to(package)) for path in compiled_sources()]


if __name__ == "__main__":
    main()
