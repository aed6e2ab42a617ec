"""The parts of an array: which places mean what. The documentation and the names of all places are made from them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from vigil.engine.errors import VigilError


class NotEncodable(VigilError):
    """A card of somebody's own does what no printed card does, and the arrays have no place for it."""


@dataclass(frozen=True)
class Part:
    """Places `start` to `start + len(names) - 1` of an array, and what each of them stands for."""

    name: str
    about: str
    start: int
    names: tuple[str, ...]
    scales: tuple[float, ...] = ()
    """What each place of an observation is divided by to be about 1 at most; 1 where nothing is said."""
    zone: bool = False
    """Whether it counts cards, so that its names are those of cards."""

    @property
    def end(self) -> int:
        return self.start + len(self.names)


class Layout:
    """An array that is laid out part by part."""

    def __init__(self) -> None:
        self.parts: list[Part] = []
        self.size = 0

    def add(
        self, name: str, about: str, names: Sequence[str], scales: Sequence[float] = (), zone: bool = False
    ) -> Part:
        part = Part(name, about, self.size, tuple(names), tuple(scales), zone)
        self.parts.append(part)
        self.size = part.end
        return part

    def names(self) -> list[str]:
        """One name for every place: the part, and the place in it."""
        return [f"{part.name}: {name}" for part in self.parts for name in part.names]

    def scales(self) -> list[float]:
        """What to multiply each place with."""
        return [1 / scale for part in self.parts for scale in part.scales or [1.0] * len(part.names)]
