"""The signs and colours of the terminal table. Nothing is said by colour alone, and everything can be said in ASCII."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from vigil.text.brief import Brief, brief

if TYPE_CHECKING:
    from vigil.engine.card import Card


@dataclass(frozen=True)
class Signs:
    honor: str
    times: str
    dot: str
    dash: str
    more: str
    active: str
    light: str
    dark: str
    treasure: str
    at_most: str
    line: str

    @property
    def brief(self) -> Brief:
        """What renders rules text in short with these signs."""
        return brief(self.honor, self.at_most)


UNICODE: Final = Signs("★", "×", "·", "–", "…", "▸", "☼", "☾", "◇", "≤", "─")
ASCII: Final = Signs("*", "x", "|", "-", "...", ">", "L", "D", "$", "<=", "-")


def signs_for(encoding: str) -> Signs:
    """What a terminal of this encoding can show."""
    return UNICODE if encoding.lower().replace("-", "").startswith("utf") else ASCII


FACTION_STYLES: Final = ("white", "cyan", "green", "yellow", "magenta")
MONSTER_STYLE: Final = "red"
RUNES_STYLE: Final = "bright_blue"
POWER_STYLE: Final = "bright_red"
ENERGY_STYLE: Final = "bright_yellow"
HONOR_STYLE: Final = "bright_green"
QUIET: Final = "dim"

_SHORT_KINDS: Final = ("hero", "constr", "monster", "treasure", "event")


def card_style(card: Card) -> str:
    return MONSTER_STYLE if card.is_monster else FACTION_STYLES[card.faction_number]


def type_tag(card: Card) -> str:
    """`E hero`, `M constr`, `monster`: the type line where there is little room."""
    letter = card.faction[:1]
    return f"{letter} {_SHORT_KINDS[card.kind_number]}".lstrip()


def cost_tag(runes: int, power: int, either: bool = False) -> str:
    """`4R`, `3P`, `4R+2P`; `12R/P` may be paid in either."""
    if either:
        return f"{runes}R/P"
    parts = [f"{runes}R"] if runes else []
    if power:
        parts.append(f"{power}P")
    return "+".join(parts) or "free"
