"""A hook of the build backend: a wheel holds the page of the browser table and, where it can, the compiled engine."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from functools import cached_property
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

WITHOUT_PAGE = "VIGIL_WITHOUT_PAGE"
ENGINE = "VIGIL_WHEEL_ENGINE"
"""`compiled` refuses to build a wheel without a compiled engine; `plain` builds a wheel for every system.

Otherwise the engine is compiled where there is a C compiler.
"""
COMPILED, PLAIN = "compiled", "plain"
EDITABLE = "editable"

REFUSAL = f"""The page of the browser table is not built, and the package would lack it. Choose one:
- install Node.js 20.19 or newer and npm, and run the same command again: it builds the page;
- install from the clone with `python -m pip install -e .`, which needs no page;
- set {WITHOUT_PAGE}=1 to build the package without the browser table."""


class ProductHook(BuildHookInterface[Any]):
    """Puts what is built into the package: the page, and the engine compiled for this Python and this system."""

    PLUGIN_NAME = "product"

    def dependencies(self) -> list[str]:
        """The engine is compiled by `vigil compile`, which needs what Vigil needs, and mypyc."""
        if os.environ.get(ENGINE) == PLAIN:
            return []
        project = self.metadata.core
        return [*project.dependencies, *project.optional_dependencies["compile"]]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == EDITABLE:
            return
        if os.environ.get(WITHOUT_PAGE) != "1":
            self._build_page()
        if self.target_name == "wheel" and os.environ.get(ENGINE) != PLAIN:
            self._compile_engine(build_data)

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        shutil.rmtree(self._scratch, ignore_errors=True)

    def _build_page(self) -> None:
        if shutil.which("node") and shutil.which("npm"):
            self._run(".", "tools.web").check_returncode()
        if not Path(self.root, "src", "vigil", "server", "page", "index.html").is_file():
            raise RuntimeError(REFUSAL)

    def _compile_engine(self, build_data: dict[str, Any]) -> None:
        folder = self._scratch / "_engine"
        if self._run("src", "vigil", "compile", "--into", str(folder)).returncode == 0:
            build_data["pure_python"] = False
            build_data["infer_tag"] = True
            build_data["force_include"][str(folder)] = "vigil/_engine"
        elif os.environ.get(ENGINE) == COMPILED:
            raise RuntimeError(f"The engine could not be compiled, and {ENGINE}={COMPILED} asks for it.")
        else:
            self.app.display_warning("The engine is not compiled: the wheel holds the plain one, for every system.")

    def _run(self, folder: str, module: str, *arguments: str) -> subprocess.CompletedProcess[bytes]:
        """Runs a module from the folder where it lies: pip's build environment drops paths of the surrounding one."""
        return subprocess.run([sys.executable, "-m", module, *arguments], cwd=Path(self.root, folder), check=False)

    @cached_property
    def _scratch(self) -> Path:
        return Path(tempfile.mkdtemp(prefix="vigil-wheel-"))
