"""Builds the documentation site into site/, strictly: a broken link is an error. Run by `make site`.

The pages are those of docs/, and a few that have to lie elsewhere in the repository. They are copied to .site/docs with
their links adapted; links to sources become plain text, because the site does not contain them. zensical.toml has the
navigation. Nothing on the site is fetched from another host.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parent.parent
DOCS: Final = ROOT / "docs"
SCRATCH: Final = ROOT / ".site"
PAGES: Final = SCRATCH / "docs"


class Script(NamedTuple):
    """The one file of a package that browsers need."""

    package: str
    version: str
    path: str

    @property
    def file(self) -> str:
        return f"{self.package}.min.js"


MERMAID: Final = Script("mermaid", "11.17.2", "dist/mermaid.min.js")
"""Draws the diagrams."""
IFRAME_WORKER: Final = Script("iframe-worker", "1.0.4", "shim/index.js")
"""Lets the search run in pages that are opened from the disk."""

ELSEWHERE: Final = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "CODE_OF_CONDUCT.md": "code-of-conduct.md",
    "SECURITY.md": "security.md",
    "CHANGELOG.md": "changelog.md",
    "LICENSE": "license.md",
    "web/README.md": "web.md",
}
"""Pages outside of docs/, and what they are called on the site. docs/index.md takes the place of the README."""
LINK: Final = re.compile(r"(!?\[[^\]]*\])\(([^)#\s]*)(#[^)\s]*)?\)")


def prepare() -> None:
    """Copies all pages and files to .site/docs."""
    shutil.rmtree(PAGES, ignore_errors=True)
    shutil.copytree(DOCS, PAGES)
    for page in DOCS.glob("*.md"):
        (PAGES / page.name).write_text(_adapted(page), encoding="utf-8")
    for name, renamed in ELSEWHERE.items():
        if renamed != "index.md":
            (PAGES / renamed).write_text(_adapted(ROOT / name), encoding="utf-8")


def _adapted(page: Path) -> str:
    """The text of a page, with links as they have to be on the site."""

    def adapted(match: re.Match[str]) -> str:
        text, target, anchor = match[1], match[2], match[3] or ""
        if not target or "://" in target or target.startswith("mailto:"):
            return match[0]
        path = Path(os.path.normpath(page.parent / target))
        if path.is_relative_to(DOCS):
            return f"{text}({path.relative_to(DOCS).as_posix()}{anchor})"
        renamed = ELSEWHERE.get(path.relative_to(ROOT).as_posix())
        return f"{text}({renamed}{anchor})" if renamed else text[1:-1]

    return LINK.sub(adapted, page.read_text(encoding="utf-8"))


def add_script(script: Script) -> bool:
    """Adds a script to the pages' files; npm fetches it once. Whether it is there."""
    kept = SCRATCH / f"{script.package}-{script.version}.min.js"
    if not kept.is_file() and shutil.which("npm"):
        package = f"{script.package}@{script.version}"
        subprocess.run(["npm", "pack", "--silent", package], cwd=SCRATCH, stdout=subprocess.DEVNULL, check=False)
        archive = SCRATCH / f"{script.package}-{script.version}.tgz"
        if archive.is_file():
            with tarfile.open(archive) as files:
                found = files.extractfile(f"package/{script.path}")
                assert found is not None
                kept.write_bytes(found.read())
            archive.unlink()
    if kept.is_file():
        shutil.copyfile(kept, PAGES / "assets" / script.file)
    return kept.is_file()


def build() -> int:
    """Builds the site from what is prepared. Returns Zensical's exit code."""
    command = [sys.executable, "-m", "zensical", "build", "--clean", "--strict"]
    return subprocess.run(command, cwd=ROOT, check=False).returncode


def main() -> int:
    prepare()
    if not add_script(MERMAID):
        print("Diagrams stay text: Mermaid could not be fetched with npm.", file=sys.stderr)
    if not add_script(IFRAME_WORKER):
        print("Search needs a server: iframe-worker could not be fetched with npm.", file=sys.stderr)
    return build()


if __name__ == "__main__":
    sys.exit(main())
