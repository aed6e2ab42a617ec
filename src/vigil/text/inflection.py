"""The forms of English words: number, person and articles."""

from __future__ import annotations

from typing import Final

NUMBER_WORDS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_IRREGULAR: Final = {"have": "has", "be": "is", "do": "does", "may": "may", "would": "would"}
_PLURALS: Final = {"Hero": "Heroes"}


def plural(noun: str) -> str:
    return _PLURALS.get(noun, f"{noun}s")


def third_person(verb: str) -> str:
    """`draws`, `banishes`, `copies`, `has`"""
    if verb in _IRREGULAR:
        return _IRREGULAR[verb]
    if verb.endswith(("s", "sh", "ch", "x", "z", "o")):
        return f"{verb}es"
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return f"{verb[:-1]}ies"
    return f"{verb}s"


def number_word(number: int) -> str:
    return NUMBER_WORDS[number] if number < len(NUMBER_WORDS) else str(number)


def article_of(word: str) -> str:
    """`a` or `an`, by the sound of the word."""
    small = word.lower()
    return "an" if small[:1] in tuple("aeiou") and not small.startswith(("uni", "eu", "one")) else "a"


def with_article(noun: str) -> str:
    return f"{article_of(noun)} {noun}"
