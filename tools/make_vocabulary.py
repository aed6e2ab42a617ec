"""Makes docs/vocabulary.md: the words of card declarations, with what they take and what they mean.

Everything is read from the sources, so that the page is the same on both engines.
"""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent
ENGINE: Final = ROOT / "src" / "vigil" / "engine"
VOCABULARY: Final = ROOT / "docs" / "vocabulary.md"
TITLES: Final = {
    "declarations": "Cards",
    "library": "Sets",
    "card": "Costs",
    "effects.gain": "Effects: gaining and drawing",
    "effects.select": "Effects: choosing cards",
    "effects.acquire": "Effects: acquiring and defeating",
    "effects.copy_hero": "Effects: copying",
    "effects.hands": "Effects: hands",
    "effects.other_players": "Effects: other players",
    "effects.turn_rules": "Effects: rules for the rest of the turn",
    "effects.combine": "Effects: combined",
    "effect": "Effects of your own",
    "capture": "Effects: captured monsters",
    "abilities": "Abilities",
    "conditions": "Conditions",
    "amounts": "Amounts",
    "filters": "Filters: which cards",
    "places": "Places: where cards are",
    "terms": "Terms",
}
HEAD: Final = """# The vocabulary

Made by `make docs` from the sources; do not edit. These are the words of card declarations, with what they take:
`from vigil.engine.vocabulary import *` brings all of them. [Your own cards](custom-sets.md) shows how they are used.
"""


def vocabulary_page() -> str:
    words = _words()
    assert words.keys() <= TITLES.keys(), f"Give these a title: {words.keys() - TITLES.keys()}"
    parts = [HEAD]
    for module, title in TITLES.items():
        known = _definitions(module)
        rows = [f"| `{name}{known[name][0]}` | {known[name][1]} |" for name in words.get(module, []) if name in known]
        others = [f"`{name}`" for name in words.get(module, []) if name not in known]
        if rows or others:
            parts.append(f"## {title}\n")
        if rows:
            parts.append("\n".join(["| word | meaning |", "| --- | --- |", *rows]) + "\n")
        if others:
            parts.append(f"Names: {', '.join(others)}.\n")
    return "\n".join(parts)


def _words() -> dict[str, list[str]]:
    """The names that the vocabulary imports under their own name, by module."""
    tree = ast.parse((ENGINE / "vocabulary.py").read_text(encoding="utf-8"))
    found: dict[str, list[str]] = {}
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [each.name for each in node.names if each.asname == each.name != "Card"]
            if names:
                found.setdefault(node.module, []).extend(names)
    return found


def _definitions(module: str) -> dict[str, tuple[str, str]]:
    """The classes and functions of a module: what they take, and the first paragraph of their docstring."""
    path = ENGINE.joinpath(*module.split(".")).with_suffix(".py")
    if not path.is_file():
        return {}
    found: dict[str, tuple[str, str]] = {}
    nodes = ast.parse(path.read_text(encoding="utf-8")).body
    classes = {node.name: node for node in nodes if isinstance(node, ast.ClassDef)}
    for node in nodes:
        if isinstance(node, ast.ClassDef):
            init = _init(node, classes)
            takes = "()" if init is None else _takes(init, classes)
        elif isinstance(node, ast.FunctionDef):
            takes = _takes(node, classes)
        else:
            continue
        text = " ".join((ast.get_docstring(node) or "").split("\n\n")[0].split())
        found[node.name] = (takes.replace("|", "\\|"), text.replace("|", "\\|"))
    return found


def _init(node: ast.ClassDef, classes: dict[str, ast.ClassDef]) -> ast.FunctionDef | None:
    """How the class is made, by itself or by a base class of the same module."""
    for each in node.body:
        if isinstance(each, ast.FunctionDef) and each.name == "__init__":
            return each
    bases = (classes[ast.unparse(base)] for base in node.bases if ast.unparse(base) in classes)
    return next((found for base in bases if (found := _init(base, classes)) is not None), None)


def _takes(function: ast.FunctionDef, classes: dict[str, ast.ClassDef]) -> str:
    arguments = function.args
    arguments.args = [each for each in arguments.args if each.arg != "self"]
    fields = arguments.kwarg.annotation if arguments.kwarg is not None else None
    if isinstance(fields, ast.Subscript) and isinstance(fields.slice, ast.Name):
        # Unpack[HeroFields]: every field by its name.
        arguments.kwarg = None
        more = _fields(fields.slice.id, classes)
        return f"({', '.join(filter(None, [ast.unparse(arguments), *more]))})"
    return f"({ast.unparse(arguments)})"


def _fields(name: str, classes: dict[str, ast.ClassDef]) -> list[str]:
    """The fields of a TypedDict, those of its bases first; those that may be left out with dots."""
    if name not in classes:
        return []
    rest = " = ..." if classes[name].keywords else ""
    own = [
        f"{ast.unparse(each.target)}: {ast.unparse(each.annotation)}{rest}"
        for each in classes[name].body
        if isinstance(each, ast.AnnAssign)
    ]
    return [*(field for base in classes[name].bases for field in _fields(ast.unparse(base), classes)), *own]
