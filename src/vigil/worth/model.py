"""The worth of a card as data: three measures, each with its interval and the number of games."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Measure:
    """A measured difference in points of win chance, with its 95 % interval and the number of games behind it.

    >>> import vigil
    >>> vigil.Measure(2.5, 0.5, 4.5, 1200)
    <Measure +2.5 (+0.5 to +4.5; 1,200 games)>
    """

    value: float
    """The mean, in points."""
    low: float
    """The lower end of the interval."""
    high: float
    """The upper end of the interval."""
    games: int
    """How many games were measured."""

    @property
    def is_sure(self) -> bool:
        """Whether the interval does not contain zero."""
        return self.low > 0 or self.high < 0

    def __str__(self) -> str:
        return f"{signed(self.value)} ({signed(self.low)} to {signed(self.high)}; {self.games:,} games)"

    def __repr__(self) -> str:
        return f"<Measure {self}>"


def signed(points: float) -> str:
    return f"{points:+.1f}" if abs(points) >= 0.05 else "0.0"


@dataclass(frozen=True)
class Worth:
    """What a card is worth in the games of a study. A measure is None where there were too few games.

    >>> import vigil
    >>> worth = vigil.card("Mystic").worth
    >>> worth.gain.high < 0, worth.by["late"].effect.games > 1000
    (True, True)
    """

    card: str
    """The name of the card."""
    acquired: Measure | None
    """How much more often than their equal share those win who took the card. It is biased: whoever is ahead can afford
    more, long games see more cards, and a card may be taken because it fits."""
    gain: Measure | None
    """How much better taking it is than the best alternative, in the eyes of the judge of the reviews."""
    effect: Measure | None
    """How much more often a player wins who is made to take the card than one who is made to leave it for the turn."""
    honor: Measure | None
    """The same in honor: the difference in the lead of the final score."""
    by: Mapping[str, Worth]
    """The same for parts of these games, by name: for the number of players, the phase, and other sets."""

    def __str__(self) -> str:
        parts = {"forced": self.effect, "judged": self.gain, "when acquired": self.acquired}
        known = [f"{name} {measure}" for name, measure in parts.items() if measure is not None]
        return ", ".join(known) or "not measured"

    def __repr__(self) -> str:
        return f"<Worth of {self.card}: {self}>"
