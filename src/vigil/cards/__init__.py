"""The printed cards: one declaration each, a file per set. Nothing else lives here."""

from __future__ import annotations

from vigil.engine.library import Library

from . import chronicle_of_the_godslayer
from .basics import BASICS

LIBRARY = Library(BASICS, [chronicle_of_the_godslayer.SET])

__all__ = ["LIBRARY"]
