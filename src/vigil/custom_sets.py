"""Sets that others have written: a Python file with declarations, or an installed package that announces one.

A set is read, looked through, and only then added to the library. Whatever is wrong with it is said with the card and
the line, as one `BadSet`; docs/custom-sets.md explains how sets are written.
"""

from __future__ import annotations

import ast
import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from traceback import format_exception
from types import ModuleType
from typing import Any, Final

from vigil.cards import LIBRARY
from vigil.engine import vocabulary
from vigil.engine.errors import BadCard, UnknownName, VigilError, did_you_mean
from vigil.engine.library import CardSet, Library
from vigil.set_checks import Checks, said, wrong_items

GROUP: Final = "vigil.sets"
"""The group of entry points by which installed packages announce their sets."""
VARIABLE: Final = "SET"
DECLARATIONS: Final = ("Hero", "Construct", "Monster", "Treasure", "Event", "Card")


class BadSet(VigilError):
    """A set cannot be loaded. One line for each thing that is wrong with it: file, line, card, and what to do."""


# --- into the library

_loaded: dict[str, CardSet] = {}
"""What was added to the library of this process, by where it came from, in order."""


def load_sets(sources: Iterable[str]) -> list[CardSet]:
    """Adds sets to the library that everything plays with, each of them once."""
    found = []
    for source in sources:
        key = _key(source)
        if key not in _loaded:
            _loaded[key] = add_set(LIBRARY, key)
        found.append(_loaded[key])
    return found


def loaded_sources() -> tuple[str, ...]:
    """Where the sets came from, for another process that needs the same ones in the same order."""
    return tuple(_loaded)


def loaded_names() -> list[str]:
    return [box.name for box in _loaded.values()]


def is_source(text: str) -> bool:
    """Whether somebody means a file or an announced set, rather than a set that is there already."""
    return _is_file(text) or text in announced_sets()


def add_set(library: Library, source: str) -> CardSet:
    """Reads a file or an announced set, looks it through, and adds it. What is wrong leaves the library as it was."""
    if _is_file(source):
        text = Source.of_file(Path(source))
        value = text.run()
    else:
        text, value = _announced(source)
    if not isinstance(value, CardSet):
        what = f"is a {type(value).__name__}" if value is not None else "is missing"
        raise text.error(f'{VARIABLE} {what}: write {VARIABLE} = CardSet("my-own-set", "My Own Set", [...], ...).')
    problems = Checks(value, library.cards, list(library.sets)).run()
    if problems:
        raise BadSet("\n".join(text.located(each.message, each.card, each.copy) for each in problems))
    library.add_set(value)
    return value


def require_sets(setup: Mapping[str, Any]) -> None:
    """Says how to go on where the table of a record needs a set that is not loaded."""
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
    """What to say when an effect of a loaded file fails in the middle of a game, be it in another process."""
    # A process sends its traceback as text, so that text is what all of them have in common.
    told = "".join(format_exception(error))
    places = re.findall(r'File "(.+)", line (\d+), in (\w+)', told)
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


def _announced(name: str) -> tuple[Source, object]:
    known = announced_sets()
    if name not in known:
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
    module = sys.modules.get(entry.module)
    file = getattr(module, "__file__", None)
    text = Source.of_file(Path(file)) if file else Source(Path(entry.module), "")
    return text, getattr(found, VARIABLE, None) if isinstance(found, ModuleType) else found


def _from_package(entry: EntryPoint, error: BaseException) -> BadSet:
    """The error in the package's own file, where it can be found."""
    trace = error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_globals.get("__name__") == entry.module:
            path = trace.tb_frame.f_code.co_filename
            return Source.of_file(Path(path)).explained(error, trace.tb_frame.f_globals)
        trace = trace.tb_next
    return BadSet(f'The package that announces "{entry.name}" cannot be loaded: {said(error)}')


# --- files


class Source:
    """The text of a set: runs it, and knows on which line a card is declared."""

    def __init__(self, path: Path, text: str) -> None:
        self.path = _short(path)
        self.full_path = str(path)
        try:
            self.tree = ast.parse(text, str(path))
        except SyntaxError as error:
            raise BadSet(f"{self.path}:{error.lineno or 1}: This is not Python: {error.msg}.") from None
        except (ValueError, RecursionError, MemoryError) as error:
            raise BadSet(f"{self.path}:1: This is not Python: {error}.") from None

    @staticmethod
    def of_file(path: Path) -> Source:
        try:
            return Source(path, path.read_text(encoding="utf-8-sig"))
        except UnicodeDecodeError:
            raise BadSet(f"{_short(path)} is not a set: it is not UTF-8 text.") from None
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise BadSet(f"{_short(path)} cannot be read: {reason}.") from None

    def run(self) -> object:
        """What the file calls SET. The module gets a private name, so that it hides nothing that can be imported."""
        stem = re.sub(r"\W", "_", Path(self.full_path).stem)
        module = ModuleType(f"_vigil_set_{stem}")
        module.__file__ = self.full_path
        # Python looks classes up by their module, for instance to make a dataclass of one.
        sys.modules[module.__name__] = module
        try:
            exec(compile(self.tree, self.full_path, "exec", dont_inherit=True), module.__dict__)
        except (Exception, SystemExit) as error:
            raise self.explained(error, module.__dict__) from None
        return getattr(module, VARIABLE, None)

    # --- lines

    def calls(self) -> Iterator[tuple[ast.Call, str]]:
        """Every call, with the name of what is called."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Call):
                function = node.func
                yield node, str(getattr(function, "id", None) or getattr(function, "attr", ""))

    def line_of(self, card: str, copy: int = 0) -> int:
        """Where the card is declared: the call whose first argument is its name; failing that, the set."""
        found = [(node.lineno, name) for node, name in self.calls() if _first_argument(node) == card]
        lines = sorted(line for line, name in found if name in DECLARATIONS) or sorted(line for line, _ in found)
        if lines:
            return lines[min(copy, len(lines) - 1)]
        mentions = [
            node.lineno for node in ast.walk(self.tree) if isinstance(node, ast.Constant) and node.value == card
        ]
        return min(mentions) if mentions else self.line_of_set()

    def line_of_set(self) -> int:
        for node in self.tree.body:
            targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
            if any(isinstance(target, ast.Name) and target.id == VARIABLE for target in targets):
                return node.lineno
        return min((node.lineno for node, name in self.calls() if name == CardSet.__name__), default=1)

    def declaration_at(self, line: int) -> ast.Call | None:
        """The declaration of a card that the line is part of."""
        for node, name in self.calls():
            if name in DECLARATIONS and node.lineno <= line <= (node.end_lineno or node.lineno):
                return node
        return None

    def located(self, message: str, card: str = "", copy: int = 0) -> str:
        if not card:
            return f"{self.path}:{self.line_of_set()}: {message}"
        return f'{self.path}:{self.line_of(card, copy)}: "{card}": {message}'

    def error(self, message: str) -> BadSet:
        return BadSet(self.located(message))

    # --- what went wrong while the file ran

    def explained(self, error: BaseException, words: dict[str, Any]) -> BadSet:
        """An error in the file, for the person who wrote it."""
        if isinstance(error, BadSet):
            return error
        line = self._line_of_error(error)
        call = self.declaration_at(line)
        card = _first_argument(call) if call is not None else None
        whose = f'"{card}": ' if isinstance(card, str) else ""
        message = _about_words(error, words)
        if not message and call is not None:
            message = _about_arguments(call, words)
        if not message and isinstance(error, BadCard):
            message = str(error).removeprefix(f"{card}: ")
            message = message[:1].upper() + message[1:]
        return BadSet(f"{self.path}:{line}: {whose}{message or said(error)}")

    def _line_of_error(self, error: BaseException) -> int:
        """The last line of the file that was at work when it happened."""
        line = 1
        trace = error.__traceback__
        while trace is not None:
            if trace.tb_frame.f_code.co_filename == self.full_path:
                line = trace.tb_lineno
            trace = trace.tb_next
        return line


def _short(path: Path) -> str:
    """The path as somebody in this folder would write it."""
    try:
        return str(path.absolute().relative_to(Path.cwd()))
    except (ValueError, OSError):
        return str(path)


def _first_argument(call: ast.Call) -> object:
    """The name that stands first in a declaration, or that is given by the word `name`."""
    named = [keyword.value for keyword in call.keywords if keyword.arg == "name"]
    first = call.args[0] if call.args else named[0] if named else None
    return first.value if isinstance(first, ast.Constant) else None


def _about_words(error: BaseException, words: dict[str, Any]) -> str:
    """A word that nobody knows, or that was not imported."""
    if isinstance(error, NameError) and error.name:
        word = error.name
    elif isinstance(error, ImportError) and error.name == vocabulary.__name__:
        found = re.search(r"cannot import name '(\w+)'", str(error))
        word = found[1] if found else ""
    else:
        return ""
    if not word:
        return ""
    if word in vocabulary.__all__:
        return f"`{word}` is not imported: add it to `from {vocabulary.__name__} import ...`."
    known = [*vocabulary.__all__, *(each for each in words if not each.startswith("__"))]
    return f"There is no word `{word}`." + did_you_mean(word, known).replace('"', "`")


def _about_arguments(call: ast.Call, words: dict[str, Any]) -> str:
    """What does not belong into the declaration. Its parts are made once more, one by one, to see which it is."""
    parts = [(keyword.arg, keyword.value) for keyword in call.keywords if keyword.arg]
    if len(call.args) > 1:
        parts.insert(0, ("faction", call.args[1]))
    for field, expression in parts:
        try:
            value = eval(compile(ast.Expression(expression), "<declaration>", "eval"), dict(words))
        except Exception:
            continue
        for message in wrong_items(field, value):
            return message
    return ""
