"""Everything that a bot is given, written down attribute by attribute."""

from __future__ import annotations

import pickle
from io import BytesIO
from types import GetSetDescriptorType, MemberDescriptorType
from typing import Any

from vigil.cards import LIBRARY
from vigil.engine.abilities import Ability
from vigil.engine.card import Card
from vigil.engine.effect import Effect
from vigil.engine.options import Decision, Option
from vigil.engine.view import SeatView

_SHARED = {
    id(LIBRARY): "library",
    id(LIBRARY.cards): "cards",
    id(LIBRARY.effects): "effects",
    id(LIBRARY.abilities): "abilities",
}


def fields(thing: object) -> dict[str, Any]:
    """Every attribute of one of the engine's objects, in the plain and in the compiled engine."""
    named = [
        name
        for kind in type(thing).__mro__
        for name, member in vars(kind).items()
        if isinstance(member, (MemberDescriptorType, GetSetDescriptorType)) and not name.startswith("__")
    ]
    return {name: getattr(thing, name) for name in [*named, *getattr(thing, "__dict__", ())]}


class Scribe(pickle.Pickler):
    """Writes down what an object holds, attribute by attribute; only what is printed on cards is referred to."""

    def persistent_id(self, thing: object) -> tuple[str, int] | None:
        if id(thing) in _SHARED:
            return _SHARED[id(thing)], -1
        if isinstance(thing, Card):
            return "cards", thing.number
        if isinstance(thing, Effect):
            return "effects", thing.number
        return ("abilities", thing.number) if isinstance(thing, Ability) else None

    def reducer_override(self, thing: object) -> Any:
        kind = type(thing)
        if isinstance(thing, (type, Option)) or not kind.__module__.startswith("vigil.engine"):
            return NotImplemented
        return tuple, ((kind.__name__, tuple(thing) if isinstance(thing, tuple) else fields(thing)),)


def written(view: SeatView, decision: Decision) -> bytes:
    """Everything that a bot is given, by value. It is read by nobody, only compared."""
    paper = BytesIO()
    scribe = Scribe(paper)
    # Without it equal things would be written in two ways, depending on whether they are one object.
    scribe.fast = True
    scribe.dump((view, decision))
    return paper.getvalue()
