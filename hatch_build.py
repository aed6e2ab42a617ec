"""A hook of the build backend: every wheel and every source distribution holds the page of the browser table."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

WITHOUT_PAGE = "VIGIL_WITHOUT_PAGE"
EDITABLE = "editable"

REFUSAL = f"""The page of the browser table is not built, and the package would lack it. Choose one:
- install Node.js 20.19 or newer and npm, and run the same command again: it builds the page;
- install from the clone with `python -m pip install -e .`, which needs no page;
- set {WITHOUT_PAGE}=1 to build the package without the browser table."""


class PageHook(BuildHookInterface[Any]):
    """Brings the page up to date where Node.js is installed; refuses to build a package without one."""

    PLUGIN_NAME = "page"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == EDITABLE or os.environ.get(WITHOUT_PAGE) == "1":
            return
        root = Path(self.root)
        if shutil.which("node") and shutil.which("npm"):
            path = os.pathsep.join(filter(None, [str(root / "src"), os.environ.get("PYTHONPATH")]))
            subprocess.run(
                [sys.executable, "-m", "tools.web"], cwd=root, env={**os.environ, "PYTHONPATH": path}, check=True
            )
        if not (root / "src" / "vigil" / "server" / "page" / "index.html").is_file():
            raise RuntimeError(REFUSAL)
