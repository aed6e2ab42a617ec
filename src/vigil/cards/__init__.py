"""The printed cards: one declaration each, a file per set. Nothing else lives here."""

from __future__ import annotations

from vigil.engine.library import Library

from . import chronicle_of_the_godslayer, gift_of_the_elements, rise_of_vigil, war_of_shadows
from .basics import BASICS

LIBRARY = Library(
    BASICS,
    [chronicle_of_the_godslayer.SET, rise_of_vigil.SET, war_of_shadows.SET, gift_of_the_elements.SET],
    address="vigil.cards:LIBRARY",
)

__all__ = ["LIBRARY"]
