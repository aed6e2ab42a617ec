"""The architecture: which package may import which, and what must not be found where."""

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.helpers.repository import ROOT, text_files

VIGIL = ROOT / "src" / "vigil"
ENGINE = VIGIL / "engine"
SOURCES = sorted(VIGIL.rglob("*.py"))
ENGINE_SOURCES = sorted(ENGINE.rglob("*.py"))

# From low to high. "vigil" is vigil/__init__.py, which gives the public names: nothing else may import it.
MAY_IMPORT = {
    "text": set(),
    "engine": {"text"},
    "messages": {"engine"},
    "_version": set(),
    "_docs": set(),
    "_compiled": {"_docs"},
    "compile_engine": {"_compiled", "engine"},
    "rulings": set(),
    "cards": {"engine", "text", "rulings"},
    "rules": {"engine", "cards"},
    "extras": {"engine"},
    "files": set(),
    "one_thread": set(),
    "set_names": {"engine", "cards"},
    "set_checks": {"engine", "text"},
    "custom_sets": {"engine", "cards", "set_checks"},
    "scenarios": {"engine", "cards"},
    "ratings": set(),
    "worth": set(),
    "bots": {"engine", "cards", "text"},
    "review": {"engine", "bots"},
    "daily": {"engine", "cards", "bots"},
    "puzzles": {"engine", "cards", "files"},
    "public": {"engine", "cards", "messages", "set_names", "bots", "review", "puzzles", "custom_sets", "worth"},
    "vigil": {"_compiled", "_version", "engine", "public", "review", "worth"},
    "lab": {
        "_version",
        "engine",
        "cards",
        "extras",
        "files",
        "scenarios",
        "ratings",
        "bots",
        "review",
        "puzzles",
        "public",
        "learn",
        "custom_sets",
    },
    "learn": {"engine", "cards", "extras", "set_names", "bots", "public"},
    "table": {
        "_version",
        "engine",
        "cards",
        "text",
        "messages",
        "set_names",
        "scenarios",
        "bots",
        "daily",
        "custom_sets",
        "ratings",
        "puzzles",
    },
    "storage": {"engine", "files", "bots", "daily", "ratings", "table"},
    "bot_pool": {"engine", "cards", "one_thread", "bots", "public", "review", "custom_sets"},
    "server": {
        "_compiled",
        "_version",
        "engine",
        "cards",
        "text",
        "files",
        "set_names",
        "scenarios",
        "bots",
        "public",
        "daily",
        "custom_sets",
        "ratings",
        "review",
        "puzzles",
        "table",
        "storage",
        "bot_pool",
    },
    "terminal": {
        "engine",
        "cards",
        "text",
        "messages",
        "rules",
        "rulings",
        "files",
        "set_names",
        "bots",
        "puzzles",
        "table",
        "custom_sets",
    },
    "commands": {
        "_compiled",
        "compile_engine",
        "engine",
        "cards",
        "extras",
        "files",
        "set_names",
        "scenarios",
        "bots",
        "daily",
        "review",
        "puzzles",
        "public",
        "lab",
        "table",
        "storage",
        "server",
        "terminal",
        "custom_sets",
        "worth",
    },
    "cli": {"_compiled", "_version", "engine", "commands", "custom_sets", "one_thread"},
    "__main__": {"cli"},
}

# The engine is pure: no clock, no files, no randomness but its own.
IMPURE = {
    "asyncio", "datetime", "io", "logging", "os", "pathlib", "random",
    "secrets", "socket", "subprocess", "sys", "threading", "time",
}  # fmt: skip

MOST_LINES = 500


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def located(path: Path) -> str:
    return str(path.relative_to(ROOT))


def layer(path: Path) -> str:
    """The top-level package or module that a source file belongs to."""
    first = path.relative_to(VIGIL).parts[0].removesuffix(".py")
    return "vigil" if first == "__init__" else first


def imports(path: Path, source: str) -> Iterator[str]:
    """The full dotted name of everything that a file imports, wherever in the file."""
    package = ("vigil", *path.relative_to(VIGIL).parent.parts)
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            module = ".".join((*base, node.module) if node.module else base)
            yield from (f"{module}.{alias.name}" for alias in node.names)


def imported_layers(path: Path, source: str) -> set[str]:
    """The top-level packages of vigil that a file imports, except its own."""
    ours = [name.split(".") for name in imports(path, source) if name.split(".")[0] == "vigil"]
    found = {name[1] if len(name) > 1 and name[1] in MAY_IMPORT else "vigil" for name in ours}
    return found - {layer(path)}


@pytest.mark.parametrize(
    ("where", "source", "found"),
    [
        ("bots/advanced.py", "import vigil.engine.views", {"engine"}),
        ("bots/advanced.py", "from vigil.engine import Game", {"engine"}),
        ("bots/advanced.py", "from ..cards.chronicle import heroes", {"cards"}),
        ("bots/advanced.py", "from .. import cards, table", {"cards", "table"}),
        ("bots/advanced.py", "from . import rollout", set()),
        ("engine/state.py", "def f():\n    from vigil import new_game", {"vigil"}),
        ("__init__.py", "from .engine.setup import new_game", {"engine"}),
        ("cli.py", "import click\nfrom vigil import __version__", {"vigil"}),
    ],
)
def test_imports_are_found_however_they_are_written(where: str, source: str, found: set[str]) -> None:
    assert imported_layers(VIGIL / where, source) == found


@pytest.mark.parametrize("path", SOURCES, ids=located)
def test_imports_point_downwards(path: Path) -> None:
    assert layer(path) in MAY_IMPORT, f"Add {layer(path)} to MAY_IMPORT, which says which package may import which."
    upwards = imported_layers(path, read(path)) - MAY_IMPORT[layer(path)]
    assert not upwards, f"{located(path)} may import {MAY_IMPORT[layer(path)] or 'nothing of vigil'}, not {upwards}."


@pytest.mark.parametrize("path", SOURCES, ids=located)
def test_files_are_short(path: Path) -> None:
    lines = len(read(path).splitlines())
    assert lines <= MOST_LINES, f"{located(path)} has {lines} lines. Split it by ideas; about 400 is the habit."


def test_what_tests_share_is_in_the_helpers() -> None:
    """No test imports from a test module or a conftest.py."""
    elsewhere = re.compile(r"^\s*(?:from|import) (?!tests\.helpers\b)(?:tests|\.).*", re.MULTILINE)
    sources = sorted((ROOT / "tests").rglob("*.py"))
    assert sources
    found = [f"{located(path)}: {line.strip()}" for path in sources for line in elsewhere.findall(read(path))]
    assert not found, f"What tests share belongs in tests/helpers: {found}"


def test_the_engine_is_there() -> None:
    assert ENGINE_SOURCES, "The tests of the engine's purity would check nothing."


@pytest.mark.parametrize("path", ENGINE_SOURCES, ids=located)
def test_the_engine_is_pure(path: Path) -> None:
    impure = {name.split(".")[0] for name in imports(path, read(path))} & IMPURE
    assert not impure, (
        f"{located(path)} imports {impure}; the engine knows no clock, no files and no chance but its own."
    )


def card_names() -> set[str]:
    """Every name in the fact tables that is long enough to be no ordinary word."""
    facts = [tomllib.loads(read(path)) for path in sorted((ROOT / "tests" / "facts").glob("*.toml"))]
    tables = [value for table in facts for value in table.values() if isinstance(value, list)]
    entries = [entry for table in tables for entry in table if isinstance(entry, dict)]
    return {entry["name"] for entry in entries if len(entry["name"]) > 5}


def strings(source: str) -> Iterator[str]:
    """The strings that a file works with. Docstrings are left out: an explanation may give an example."""
    tree = ast.parse(source)
    docstrings = {
        id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield node.value


def test_the_fact_tables_name_the_cards() -> None:
    assert {"Mystic", "Darkwalker", "Hedron Link Device", "Dhartha, Eternal Seer"} <= card_names()


@pytest.mark.parametrize("path", ENGINE_SOURCES, ids=located)
def test_the_engine_knows_no_card_by_name(path: Path) -> None:
    names = re.compile(r"\b(?:" + "|".join(map(re.escape, sorted(card_names()))) + r")\b")
    found = {match for text in strings(read(path)) for match in names.findall(text)}
    assert not found, f"{located(path)} names {found}; what a card does is said in its declaration."


def test_no_file_names_a_package_registry() -> None:
    # The hosts are put together here, or this file would be the first to name them.
    hosts = [
        "pypi" + ".org",
        "pythonhosted" + ".org",
        "npmjs" + ".org",
        "npmjs" + ".com",
        "yarnpkg" + ".com",
        "debian" + ".org",
        "crates" + ".io",
    ]
    found = [f"{name} names {host}" for name, text in text_files() for host in hosts if host in text]
    assert not found, "Packages are asked for by name, wherever they are fetched from: " + "; ".join(found)


def test_the_picture_of_the_layers_shows_imports_that_exist() -> None:
    tour = read(ROOT / "docs" / "tour.md")
    picture = tour[tour.index("flowchart TD") : tour.index("```", tour.index("flowchart TD"))]
    arrows = set(re.findall(r"^ *(\w+)(?:\[[^\]]*\])? --> (\w+)", picture, re.MULTILINE))
    exist = {(layer(path), each) for path in SOURCES for each in imported_layers(path, read(path))}
    assert len(arrows) > 15
    assert arrows <= exist, f"Nothing is imported along {sorted(arrows - exist)}."


def test_the_tree_of_the_tour_is_the_tree_that_is_there() -> None:
    tour = read(ROOT / "docs" / "tour.md")
    tree = tour[tour.index("## The tree") : tour.index("## The layers")]
    named = set(re.findall(r"^    ([\w./-]+)", tree, re.MULTILINE))
    gone = sorted(name for name in named if not (ROOT / name).exists())
    assert not gone, f"The tour names {gone}, which are not there."
    packages = {f"src/vigil/{path.parent.name}/" for path in VIGIL.glob("*/__init__.py")}
    folders = {f"{name.split('/')[0]}/" for name, _ in text_files() if "/" in name and not name.startswith(".")}
    missing = sorted((packages | folders) - {"src/"} - named)
    assert not missing, f"The tour does not name {missing}."


@pytest.mark.parametrize(("package", "title"), [("lab", "## The lab"), ("learn", "## Learning")])
def test_the_files_that_the_tour_names_exist(package: str, title: str) -> None:
    tour = read(ROOT / "docs" / "tour.md")
    section = tour[tour.index(title) :].split("\n## ")[0]
    table = "\n".join(line for line in section.splitlines() if line.startswith("|"))
    named = set(re.findall(r"`([a-z_]+\.py)`", table))
    modules = {path.name for path in (VIGIL / package).glob("*.py")} - {"__init__.py"}
    assert named == modules, f"In one place only: {sorted(named ^ modules)}."
