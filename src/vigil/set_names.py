"""Short names of sets: `rise`, `war`, `cotg`, `all`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Set
from typing import Final

from vigil.cards import LIBRARY
from vigil.engine.errors import UnknownName, did_you_mean
from vigil.engine.library import fold

ALL: Final = "all"


def short_name(name: str) -> str:
    """The first word of a set's name: `chronicle`."""
    return name.split("-")[0]


def initials(name: str) -> str:
    """The initials of a set's name: `rov` for `rise-of-vigil`."""
    return "".join(word[0] for word in name.split("-"))


def set_names(texts: str | Iterable[str]) -> list[str]:
    """The full names of the given sets, without duplicates. Each text may name several, separated by `,` or `+`."""
    if isinstance(texts, Set):
        texts = sorted(texts, key=str)  # the order of the sets matters for the deal
    texts = [texts] if isinstance(texts, str) or not isinstance(texts, Iterable) else list(texts)
    for text in texts:
        if not isinstance(text, str):
            raise TypeError(f'A set is named by a string, as in "rise,war" or ["rise", "war"], not by {text!r}.')
    wanted = [part for text in texts for part in re.split("[,+]", text) if part.strip()]
    found: list[str] = []
    for part in wanted:
        found += list(LIBRARY.sets) if fold(part) == ALL else [set_name(part)]
    return list(dict.fromkeys(found))


def set_name(text: str) -> str:
    """The full name of one set, given its name, title, initials or the beginning of any of its words."""
    wanted = fold(text).replace(" ", "-")
    if wanted in LIBRARY.sets:
        return wanted
    by_initials = [name for name in LIBRARY.sets if initials(name) == wanted]
    near = by_initials or [name for name in LIBRARY.sets if name.startswith(wanted)]
    near = near or [name for name in LIBRARY.sets if any(word.startswith(wanted) for word in name.split("-"))]
    if len(near) == 1:
        return near[0]
    if near:
        raise UnknownName(f'"{text.strip()}" is ambiguous. Did you mean {" or ".join(near)}?')
    if text.strip().endswith(".py"):
        raise UnknownName(f'"{text.strip()}" is a file. Load it first (--set in commands, vigil.load_set in Python).')
    known = {**{short_name(name): name for name in LIBRARY.sets}, **{name: name for name in LIBRARY.sets}, ALL: ALL}
    raise UnknownName(
        f'There is no set called "{text.strip()}".{did_you_mean(text.strip(), known)} '
        f"Known sets: {', '.join(short_name(name) for name in LIBRARY.sets)} (or {ALL})."
    )
