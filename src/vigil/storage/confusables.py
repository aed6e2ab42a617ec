"""Which characters look alike: the skeleton of a text, as Unicode Technical Standard 39 defines it.

    skeleton("раураl") == skeleton("paypal")        the first is Cyrillic

The classes of confusable characters come from Unicode's own list, which the package confusable_homoglyphs carries.
"""

from __future__ import annotations

import json
from collections import defaultdict
from functools import cache
from importlib import resources
from typing import Final
from unicodedata import normalize

_DIRECTION_MARK: Final = "\u200e"
"""The list puts it around characters that are written from right to left, so that its lines can be read."""


def skeleton(text: str) -> str:
    """Equal for texts that look alike. It is for comparison only: nobody should see it."""
    composed = normalize("NFC", text).translate(_prototypes())
    return normalize("NFD", normalize("NFD", composed).translate(_prototypes()))


@cache
def _prototypes() -> dict[int, str]:
    """For each confusable character what stands for all characters that look like it: one of them, or several that
    look like it when they follow each other ("rn" for "m")."""
    pairs = _pairs()
    chosen: dict[str, str] = {}
    for character in pairs:
        if len(character) == 1 and character not in chosen:
            members = _class_of(character, pairs)
            prototype = max(members, key=lambda each: (len(each), [-ord(letter) for letter in each]))
            chosen.update(dict.fromkeys((each for each in members if len(each) == 1), prototype))
    return {ord(character): _resolved(character, chosen) for character in chosen}


def _resolved(character: str, chosen: dict[str, str]) -> str:
    """A prototype of several characters consists of prototypes itself."""
    prototype = chosen.get(character, character)
    if len(prototype) == 1:
        return prototype
    return "".join(
        letter if letter == character else _resolved(letter, chosen) for letter in normalize("NFD", prototype)
    )


def _class_of(first: str, pairs: dict[str, set[str]]) -> set[str]:
    """Everything that looks like this character, however indirectly."""
    members, waiting = {first}, [first]
    while waiting:
        for other in pairs[waiting.pop()] - members:
            members.add(other)
            if len(other) == 1:
                waiting.append(other)
    return members


def _pairs() -> dict[str, set[str]]:
    data = resources.files("confusable_homoglyphs").joinpath("confusables.json").read_text("utf-8")
    pairs: dict[str, set[str]] = defaultdict(set)
    for given, others in json.loads(data).items():
        character = given.replace(_DIRECTION_MARK, "")
        for each in others:
            other = each["c"].replace(_DIRECTION_MARK, "")
            pairs[character].add(other)
            pairs[other].add(character)
    return pairs
