"""Cards and everything in them are frozen when they enter a library: all games share them.

This module is never compiled: a compiled class that authors can subclass cannot define `__setattr__` itself.
"""

from __future__ import annotations

from collections.abc import Iterable

from .abilities import Ability
from .declared import Declared, declared_in
from .effect import Effect
from .errors import BadCard


def freeze(things: Iterable[object]) -> None:
    """Freezes cards with everything in them, all of which is registered by now."""
    for each in declared_in(things):
        if isinstance(each, Effect | Ability) and each.number < 0:
            name = type(each).__name__
            raise BadCard(f"{name} is not registered. Return it from parts() of the effect that contains it.")
        if not each.frozen:
            each.frozen = True


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
