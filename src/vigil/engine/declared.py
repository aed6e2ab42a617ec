"""The base class of everything that a declaration consists of."""

from __future__ import annotations

from typing import Any

from mypy_extensions import mypyc_attr

from .subclasses import move_to_instances


@mypyc_attr(allow_interpreted_subclasses=True)
class Declared:
    """A card, or a part of one: an effect, an ability, a filter and so on. Once `frozen` it cannot be changed."""

    frozen: bool = False

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        move_to_instances(cls)
