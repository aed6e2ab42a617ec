"""The rules in words: how a turn goes, and a topic for everything that has a name. The text is in cards/rules.toml."""

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
    """A part of a turn, with cards that show it: what they bring, and what is paid for them."""

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
    """What somebody looks up. Without sets it is about every game."""

    name: str
    title: str
    text: str
    cards: tuple[str, ...] = ()
    sets: tuple[str, ...] = ()
    rulings: tuple[int, ...] = ()
    """Numbers of the rulings that settle questions about it."""
    see: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    """Other words under which it is looked for."""
    search: str = ""
    """What the card browser is asked for to show all cards of the kind."""

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
    """How a turn goes."""
    return _read()[0]


def topics() -> tuple[Topic, ...]:
    """Every topic, by title."""
    return _read()[1]


def find_topics(words: str) -> list[Topic]:
    """Those of exactly this name; otherwise those that have all the words in their names, or at least in their text."""
    wanted = fold(words)
    named = [topic for topic in topics() if topic.is_named(wanted)]
    if named:
        return named
    parts = wanted.split()
    titled = [topic for topic in topics() if _has(parts, (topic.title, *topic.also))]
    found = titled or [topic for topic in topics() if _has(parts, (topic.text,))]
    if not found:
        raise UnknownName(f'No rule is about "{words}".{did_you_mean(words, [topic.title for topic in topics()])}')
    return found


def _has(parts: list[str], texts: tuple[str, ...]) -> bool:
    return all(part in fold(" ".join(texts)) for part in parts)
