"""Checks of what a declaration is made with: a mistake is refused where it is written, with what would be right."""

from __future__ import annotations

from inspect import currentframe
from typing import Any

from .effect import Effect
from .errors import BadCard


def is_whole(value: object, least: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= least


def amount(word: str, name: str, value: int, least: int = 1) -> int:
    """The value, unless it is too small to be played."""
    if not is_whole(value, least):
        raise BadCard(f"{word}({name}={value}) is impossible: {name} must be {least} or more.")
    return value


def effects(word: str, values: Any) -> tuple[Effect, ...]:
    """The values as a tuple, unless one of them is not an effect."""
    for each in values:
        if not isinstance(each, Effect):
            raise BadCard(f"{word} holds {described(each)}, which is not an effect.")
    return tuple(values)


def some(word: str, values: Any) -> tuple[Effect, ...]:
    """The effects, unless there are none."""
    if not values:
        raise BadCard(f"{word} has no effect: name at least one, such as Draw(1).")
    return effects(word, values)


def described(thing: object) -> str:
    """A value as its author has written it, as far as that can be told."""
    if callable(thing):
        return f"`{getattr(thing, '__name__', thing)}` without brackets"
    if thing is None or isinstance(thing, str | int | float):
        return repr(thing)
    return f"{type(thing).__name__}(...)"


def place_of_declaration() -> tuple[str, int]:
    """The file and the line outside the engine that is being run: there somebody declares something.

    In a function that makes declarations for its file, it is the line that calls the function.
    """
    frame = currentframe()
    while frame is not None and frame.f_globals.get("__name__", "").startswith("vigil.engine."):
        frame = frame.f_back
    assert frame is not None
    file = frame.f_code.co_filename
    while frame.f_back is not None and frame.f_back.f_code.co_filename == file:
        frame = frame.f_back
    return file, frame.f_lineno
