"""Subclasses of the vocabulary that authors of custom sets write in plain Python, beside the compiled engine."""

from __future__ import annotations

from types import GetSetDescriptorType
from typing import Any


def move_to_instances(kind: type) -> None:
    """Makes attributes that the body of an interpreted class sets, such as `instant = True`, those of its instances.

    Compiled code reads the attributes of a compiled base class from the instance and would not see those of the class.
    Call it from `__init_subclass__`, which compiled classes call too.
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
