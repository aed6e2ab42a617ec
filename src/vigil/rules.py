"""The rules as text: the steps of a turn, and a topic for every term. The text is in cards/rules.toml."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from vigil.engine.errors import UnknownName, did_you_mean
from vigil.engine.library import fold


@dataclass(frozen=True)
class Step:
    """A step of a turn, with example cards: what they give, and what is paid for them."""

    title: str
    text: str
    cards: tuple[str, ...] = ()
    runes: int = 0
    power: int = 0
    honor: int = 0
    paid_runes: int = 0
    paid_power: int = 0


@dataclass(frozen=True)
class Topic:
    """A topic of the rules. Without `sets` it applies to every game."""

    name: str
    title: str
    text: str
    cards: tuple[str, ...] = ()
    sets: tuple[str, ...] = ()
    rulings: tuple[int, ...] = ()
    """The numbers of the rulings on it."""
    see: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    """Other words that find the topic."""
    search: str = ""
    """The card browser's search that shows the cards it is about."""

    def is_named(self, words: str) -> bool:
        return words in {fold(each) for each in (self.name, self.title, *self.also)}


@cache
def _read() -> tuple[tuple[Step, ...], tuple[Topic, ...]]:
    data = tomllib.loads(files("vigil.cards").joinpath("rules.toml").read_text(encoding="utf-8"))
    steps = tuple(Step(**_frozen(step)) for step in data["turn"])
    topics = (Topic(name, **_frozen(topic)) for name, topic in data["topics"].items())
    return steps, tuple(sorted(topics, key=lambda topic: topic.title.lower()))


def _frozen(entry: dict[str, Any]) -> dict[str, Any]:
    return {key: tuple(value) if isinstance(value, list) else value for key, value in entry.items()}


def turn() -> tuple[Step, ...]:
    """The steps of a turn."""
    return _read()[0]


def topics() -> tuple[Topic, ...]:
    """Every topic, sorted by title."""
    return _read()[1]


def find_topics(words: str) -> list[Topic]:
    """The topics with exactly this name; otherwise those with all the words in their names, or in their text."""
    wanted = fold(words)
    named = [topic for topic in topics() if topic.is_named(wanted)]
    if named:
        return named
    parts = wanted.split()
    titled = [topic for topic in topics() if _has(parts, (topic.title, *topic.also))]
    found = titled or [topic for topic in topics() if _has(parts, (topic.text,))]
    if not found:
        raise UnknownName(f'There is no rule about "{words}".{did_you_mean(words, [each.title for each in topics()])}')
    return found


def _has(parts: list[str], texts: tuple[str, ...]) -> bool:
    return all(part in fold(" ".join(texts)) for part in parts)
