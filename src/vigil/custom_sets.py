"""Custom sets: a Python file with declarations, or an entry point of an installed package.

A set is loaded and checked before it is added to the library. All its problems are raised as one `BadSet`, with the
line and the card of each. docs/custom-sets.md explains how to write a set.
"""

from __future__ import annotations

import ast
import os
import re
import sys
import traceback
from collections.abc import Iterable, Mapping
from hashlib import blake2b
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any, Final, NamedTuple

from vigil.cards import LIBRARY
from vigil.engine import vocabulary
from vigil.engine.card import Card
from vigil.engine.errors import BadCard, UnknownName, VigilError, did_you_mean
from vigil.engine.library import CardSet, Library
from vigil.set_checks import Problem, problems_of, said

GROUP: Final = "vigil.sets"
"""The entry point group in which installed packages announce their sets."""
VARIABLE: Final = "SET"
DECLARATIONS: Final = ("Hero", "Construct", "Monster", "Treasure", "Event")


class BadSet(VigilError):
    """The set cannot be loaded. The message has one line per problem: file, line, card, and what would be right."""


# --- loading


class LoadedSet(NamedTuple):
    """A set in the library of this process. `files` is what it was made of, and `version` their hash."""

    card_set: CardSet
    version: str
    files: dict[str, bytes]


_loaded: dict[str, LoadedSet] = {}
"""The sets added to the library of this process, by source, in order."""


def load_sets(sources: Iterable[str]) -> list[CardSet]:
    """Adds sets to the global library, skipping those that are loaded already."""
    found = []
    for source in sources:
        key = _key(source)
        if key not in _loaded:
            files = _files_of(key)
            _loaded[key] = LoadedSet(add_set(LIBRARY, key), _hash(files), files)
        found.append(_loaded[key].card_set)
    return found


def loaded_sources() -> tuple[str, ...]:
    """The sources of the loaded sets in order, so that another process can load the same ones."""
    return tuple(_loaded)


def loaded_names() -> list[str]:
    return [each.card_set.name for each in _loaded.values()]


def loaded_versions() -> dict[str, str]:
    """The version of each loaded set, by the set's name. Any change of a set's file makes another version."""
    return {each.card_set.name: each.version for each in _loaded.values()}


def write_copies(folder: Path) -> tuple[str, ...]:
    """Sources like `loaded_sources`, but files are copied into the folder as they were when they were loaded.

    Processes that load the copies have the same cards, whatever becomes of the files.
    """
    sources = []
    for number, (source, loaded) in enumerate(_loaded.items()):
        if _is_file(source):
            copy = folder / str(number) / Path(source).name
            copy.parent.mkdir()
            copy.write_bytes(loaded.files[copy.name])
            source = str(copy)
        sources.append(source)
    return tuple(sources)


def _files_of(source: str) -> dict[str, bytes]:
    """The Python files of a set; nothing where they cannot be read, which `add_set` reports."""
    if _is_file(source):
        paths = [Path(source)]
    else:
        entry = announced_sets().get(source)
        found = find_spec(entry.module.partition(".")[0]) if entry is not None else None
        folders = [Path(each) for each in (found.submodule_search_locations or ())] if found is not None else []
        single = [Path(found.origin)] if found is not None and found.origin is not None and not folders else []
        paths = [*single, *(path for folder in folders for path in sorted(folder.rglob("*.py")))]
    return {path.name if len(paths) == 1 else str(path): path.read_bytes() for path in paths if path.is_file()}


def _hash(files: dict[str, bytes]) -> str:
    digest = blake2b(digest_size=12)
    for content in files.values():
        digest.update(blake2b(content).digest())
    return digest.hexdigest()


def is_source(text: str) -> bool:
    """Whether the text is a file or an announced set, rather than the name of a loaded set."""
    return _is_file(text) or text in announced_sets()


def add_set(library: Library, source: str) -> CardSet:
    """Loads a file or an announced set, checks it and adds it. On an error the library is unchanged."""
    path, value = _run_file(Path(source)) if _is_file(source) else _announced(source)
    if not isinstance(value, CardSet):
        what = "is missing" if value is None else "is not a CardSet"
        raise BadSet(
            f"{_short(path)}:{_line_of_variable(path)}: "
            f'{VARIABLE} {what}. Write {VARIABLE} = CardSet("my-own-set", "My Own Set", [...], ...).'
        )
    problems = problems_of(value, library)
    if problems:
        raise BadSet("\n".join(map(_located, problems)))
    library.add_set(value)
    return value


def _located(problem: Problem) -> str:
    file, line = problem.of.declared_at
    whose = f'"{problem.of.name}": ' if isinstance(problem.of, Card) else ""
    return f"{_short(Path(file))}:{line}: {whose}{problem.message}"


def require_sets(setup: Mapping[str, Any]) -> None:
    """Raises an error that says how to load it if a record's setup needs a set that is not loaded."""
    names = setup.get("sets", [])
    for name in map(str, names if isinstance(names, list) else []):
        try:
            LIBRARY.set_called(name)
        except UnknownName:
            hint = did_you_mean(name, LIBRARY.sets)
            file = name.replace("-", "_") + ".py"
            raise UnknownName(
                f'This game was played with the set "{name}", which is not loaded.{hint} If it is a set of your own, '
                f"name its file or package, such as --set {file}. Loaded: {', '.join(LIBRARY.sets)}."
            ) from None


def blamed(error: BaseException) -> BadSet | None:
    """The error to report if an effect of a loaded file failed during a game, here or in another process."""
    # Another process sends its traceback as text, so search the text in both cases.
    text = "".join(traceback.format_exception(error))
    places = re.findall(r'File "(.+)", line (\d+), in (\w+)', text)
    own = [(path, line, function) for path, line, function in places if path in _loaded]
    if not own:
        return None
    path, line, function = own[-1]
    return BadSet(f"{_short(Path(path))}:{line}: {function} failed in a game: {said(error)}")


def _is_file(text: str) -> bool:
    return text.endswith(".py") or os.sep in text or Path(text).is_file()


def _key(source: str) -> str:
    return os.path.abspath(source) if _is_file(source) else source


# --- packages


def announced_sets() -> dict[str, EntryPoint]:
    """The sets of installed packages, by name."""
    return {each.name: each for each in entry_points(group=GROUP)}


def _announced(name: str) -> tuple[Path, object]:
    known = announced_sets()
    if name not in known:
        if any(name in (each, each.split("-")[0]) for each in LIBRARY.sets):
            raise BadSet(
                f'"{name}" is there already. Only sets of your own are loaded; name it among the sets to play with.'
            )
        listed = f"Announced: {', '.join(known)}." if known else "No installed package announces one."
        raise BadSet(
            f'There is no set "{name}" to load.{did_you_mean(name, known)} Name a Python file (my_set.py), or a set '
            f"that an installed package announces. {listed}"
        )
    entry = known[name]
    try:
        found = entry.load()
    except (Exception, SystemExit) as error:
        raise _from_package(entry, error) from None
    file = getattr(sys.modules.get(entry.module), "__file__", None)
    return Path(file or entry.module), getattr(found, VARIABLE, None) if isinstance(found, ModuleType) else found


def _from_package(entry: EntryPoint, error: BaseException) -> BadSet:
    """The error with its line in the package's file, if it occurred there."""
    trace = error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_globals.get("__name__") == entry.module:
            path = Path(trace.tb_frame.f_code.co_filename)
            return _explained(error, path, _parsed(path), trace.tb_frame.f_globals)
        trace = trace.tb_next
    return BadSet(f'The package that announces "{entry.name}" cannot be loaded: {said(error)}')


# --- files


def _run_file(path: Path) -> tuple[Path, object]:
    """Runs the file and returns its `SET`. The module gets a private name, so that it shadows no other module."""
    tree = _parsed(path)
    module = ModuleType("_vigil_set_" + re.sub(r"\W", "_", path.stem))
    module.__file__ = str(path)
    # Python looks up the module of a class by name, for instance in `dataclass`.
    sys.modules[module.__name__] = module
    try:
        exec(compile(tree, str(path), "exec", dont_inherit=True), module.__dict__)
    except (Exception, SystemExit) as error:
        raise _explained(error, path, tree, module.__dict__) from None
    return path, getattr(module, VARIABLE, None)


def _parsed(path: Path) -> ast.Module:
    try:
        return ast.parse(path.read_text(encoding="utf-8-sig"), str(path))
    except UnicodeDecodeError:
        raise BadSet(f"{_short(path)} is not a set: it is not UTF-8 text.") from None
    except SyntaxError as error:
        raise BadSet(f"{_short(path)}:{error.lineno or 1}: This is not valid Python: {error.msg}.") from None
    except OSError as error:
        raise BadSet(f"{_short(path)} cannot be read: {error.strerror or error}.") from None
    except (ValueError, RecursionError, MemoryError) as error:
        raise BadSet(f"{_short(path)}:1: This is not valid Python: {error}.") from None


def _short(path: Path) -> str:
    """The path relative to the current folder, if it is inside."""
    try:
        return str(path.absolute().relative_to(Path.cwd()))
    except (ValueError, OSError):
        return str(path)


def _line_of_variable(path: Path) -> int:
    """The line that assigns `SET`, or 1."""
    body = _parsed(path).body if path.is_file() else []
    found = [node for node in body if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == VARIABLE]
    return found[-1].lineno if found else 1


# --- errors while the file runs


def _explained(error: BaseException, path: Path, tree: ast.Module, words: dict[str, Any]) -> BadSet:
    """An exception raised by the file, as an error for its author."""
    if isinstance(error, BadSet):
        return error
    frames = traceback.extract_tb(error.__traceback__)
    line = next((each.lineno for each in reversed(frames) if each.filename == str(path)), None) or 1
    message = str(error) if isinstance(error, BadCard) else _about_words(error, words) or said(error)
    card = _card_at(tree, line)
    whose = f'"{card}": ' if card else ""
    return BadSet(f"{_short(path)}:{line}: {whose}{message.removeprefix(whose)}")


def _card_at(tree: ast.Module, line: int) -> str:
    """The name of the card whose declaration contains the line."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and node.lineno <= line <= (node.end_lineno or 0):
            names = [*node.args[:1], *(each.value for each in node.keywords if each.arg == "name")]
            if ast.unparse(node.func).rpartition(".")[2] in DECLARATIONS and names:
                return str(names[0].value) if isinstance(names[0], ast.Constant) else ""
    return ""


def _about_words(error: BaseException, words: dict[str, Any]) -> str:
    """A message about a name that does not exist or is not imported; empty for other errors."""
    if isinstance(error, NameError) and error.name:
        word = error.name
    elif isinstance(error, ImportError) and error.name == vocabulary.__name__:
        found = re.search(r"cannot import name '(\w+)'", str(error))
        word = found[1] if found else ""
    else:
        return ""
    if not word:
        return ""
    if word in vocabulary.WORDS:
        return f"`{word}` is not imported. Add it to `from {vocabulary.__name__} import ...`."
    known = [*vocabulary.WORDS, *(each for each in words if not each.startswith("__"))]
    return f"There is no word `{word}`." + did_you_mean(word, known).replace('"', "`")
