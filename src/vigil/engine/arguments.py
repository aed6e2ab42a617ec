"""Validation of the arguments of declarations. Messages say what is wrong and what would be right."""

from __future__ import annotations

from inspect import currentframe
from typing import Any

from .effect import Effect
from .errors import BadCard


def is_whole(value: object, least: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= least


def amount(word: str, name: str, value: int, least: int = 1) -> int:
    """Returns the value if it is a whole number of at least `least`."""
    if not is_whole(value, least):
        raise BadCard(f"{word}({name}={value}) is impossible: {name} must be {least} or more.")
    return value


def effects(word: str, values: Any) -> tuple[Effect, ...]:
    """Returns the values as a tuple if all of them are effects."""
    for each in values:
        if not isinstance(each, Effect):
            raise BadCard(f"{word} contains {described(each)}, which is not an effect.")
    return tuple(values)


def some(word: str, values: Any) -> tuple[Effect, ...]:
    """Returns the effects if there is at least one."""
    if not values:
        raise BadCard(f"{word} has no effect. Name at least one, such as Draw(1).")
    return effects(word, values)


def described(thing: object) -> str:
    """The value roughly as it was written in the declaration."""
    if callable(thing):
        return f"`{getattr(thing, '__name__', thing)}` without parentheses"
    if thing is None or isinstance(thing, str | int | float):
        return repr(thing)
    return f"{type(thing).__name__}(...)"


def place_of_declaration() -> tuple[str, int]:
    """The file and line of the declaration that is being made: the innermost caller outside the engine.

    If a function of that file makes the declaration, it is the line that calls the function.
    """
    frame = currentframe()
    while frame is not None and frame.f_globals.get("__name__", "").startswith("vigil.engine."):
        frame = frame.f_back
    assert frame is not None
    file = frame.f_code.co_filename
    while frame.f_back is not None and frame.f_back.f_code.co_filename == file:
        frame = frame.f_back
    return file, frame.f_lineno
