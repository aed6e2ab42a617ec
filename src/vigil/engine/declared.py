"""The base class of everything that a declaration consists of."""

from __future__ import annotations

from types import GetSetDescriptorType
from typing import Any

from mypy_extensions import mypyc_attr


@mypyc_attr(allow_interpreted_subclasses=True)
class Declared:
    """A card, or a part of one: an effect, an ability, a filter and so on. Once `frozen` it cannot be changed."""

    frozen: bool = False

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        move_to_instances(cls)


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
