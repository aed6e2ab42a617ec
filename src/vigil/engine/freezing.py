"""Cards and everything in them are frozen when they enter a library: all games share them.

This module is never compiled: a compiled class that authors can subclass cannot define `__setattr__` itself.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from types import GetSetDescriptorType
from typing import Any

from .abilities import Ability
from .declared import Declared
from .effect import Effect
from .errors import BadCard


def freeze(things: Iterable[object]) -> None:
    """Freezes cards with everything in them, all of which is registered by now."""
    for each in declared_in(things):
        if isinstance(each, Effect | Ability) and each.number < 0:
            name = type(each).__name__
            raise BadCard(f"{name} is not registered. Return it from parts() of the effect that contains it.")
        each.frozen = True


def declared_in(things: Iterable[object]) -> list[Declared]:
    """The cards and other parts of declarations among these things, and everything in them, each once."""
    waiting = list(things)
    found: dict[int, Declared] = {}
    while waiting:
        thing = waiting.pop()
        if isinstance(thing, tuple | list):
            waiting += reversed(thing)
        elif isinstance(thing, Declared) and not thing.frozen and id(thing) not in found:
            found[id(thing)] = thing
            waiting += reversed(attributes(thing).values())
            if isinstance(thing, Effect | Ability):
                waiting += reversed(thing.parts())
    return list(found.values())


def attributes(thing: Declared) -> dict[str, Any]:
    """The attributes of an instance. Those of compiled classes are not in a `__dict__` but have descriptors."""
    kind: type = type(thing)
    found = {name: getattr(thing, name) for name in _names(kind) if hasattr(thing, name)}
    return found | getattr(thing, "__dict__", {})


@cache
def _names(kind: type) -> tuple[str, ...]:
    """The attributes of instances that are not in their `__dict__`."""
    members = [item for base in reversed(kind.__mro__) for item in vars(base).items() if not item[0].startswith("__")]
    return tuple(name for name, value in members if isinstance(value, GetSetDescriptorType | Declared | tuple | list))


def _set(self: Declared, name: str, value: object) -> None:
    _refuse_if_frozen(self, name)
    object.__setattr__(self, name, value)


def _delete(self: Declared, name: str) -> None:
    _refuse_if_frozen(self, name)
    object.__delattr__(self, name)


def _refuse_if_frozen(thing: Declared, name: str) -> None:
    if thing.frozen:
        raise AttributeError(f"{thing!r} is in a library and does not change, so its `{name}` cannot be set.")


setattr(Declared, "__setattr__", _set)  # noqa: B010 (an assignment would be a method to mypy)
setattr(Declared, "__delattr__", _delete)  # noqa: B010
