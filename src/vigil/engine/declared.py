"""The base class of everything that a declaration consists of."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from types import GetSetDescriptorType
from typing import Any

from mypy_extensions import mypyc_attr


@mypyc_attr(allow_interpreted_subclasses=True)
class Declared:
    """A card, or a part of one: an effect, an ability, a filter and so on. Once `frozen` it cannot be changed."""

    frozen: bool = False
    keyword: str = ""
    """The keyword that it gives its card."""

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        move_to_instances(cls)

    def parts(self) -> tuple[Any, ...]:
        """The effects that it contains or starts."""
        return ()


def move_to_instances(kind: type) -> None:
    """Makes attributes that the body of an interpreted class sets, such as `instant = True`, those of its instances.

    Authors of custom sets write such classes. Compiled code reads the attributes of a compiled base class from the
    instance and would not see those of the class.
    """
    if kind.__module__.startswith("vigil."):
        return
    inherited = {name: member for base in reversed(kind.__mro__[1:]) for name, member in vars(base).items()}
    moved = [
        (inherited[name], value)
        for name, value in vars(kind).items()
        if isinstance(inherited.get(name), GetSetDescriptorType) and not name.startswith("__")
    ]
    if not moved:
        return
    for descriptor, _ in moved:
        delattr(kind, descriptor.__name__)
    base_new: Any = kind.__new__

    def new(cls: type, *_: Any, **__: Any) -> Any:
        instance = base_new(cls)
        for descriptor, value in moved:
            descriptor.__set__(instance, value)
        return instance

    setattr(kind, "__new__", staticmethod(new))  # noqa: B010 (an assignment would be a method to mypy)


def declared_in(things: Iterable[object], outside: type | None = None) -> list[Declared]:
    """The parts of declarations among these things and everything in them, each once.

    With `outside` a kind of ability, nothing that only such an ability contains.
    """
    waiting = list(things)
    found: dict[int, Declared] = {}
    while waiting:
        thing = waiting.pop()
        if isinstance(thing, tuple | list):
            waiting += reversed(thing)
        elif isinstance(thing, Declared) and id(thing) not in found:
            found[id(thing)] = thing
            if outside is None or not isinstance(thing, outside):
                waiting += reversed(attributes(thing).values())
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
