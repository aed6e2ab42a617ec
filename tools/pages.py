"""Pages of the documentation with generated parts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

DOCS: Final = Path(__file__).parent.parent / "docs"


def with_generated(page: Path, parts: Mapping[str, Callable[[], str]]) -> str:
    """The page, with everything between the marks of these parts made anew."""
    text = page.read_text(encoding="utf-8")
    for name, make in parts.items():
        before, mark, rest = text.partition(f"<!-- made by make docs: {name} -->")
        if mark:
            _, end, after = rest.partition("<!-- end -->")
            text = f"{before}{mark}\n\n{make()}\n\n{end}{after}"
    return text
