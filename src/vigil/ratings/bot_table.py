"""The bots' ratings and their standard errors by pool and level. Made by `make docs`; do not edit."""

from __future__ import annotations

from typing import Final

BOT_TABLE: Final[dict[str, dict[str, tuple[float, float]]]] = {
    "live": {
        "random": (100.0, 95.0),
        "casual": (1345.0, 4.0),
        "player": (1500.0, 0.0),
        "advanced": (1650.0, 4.0),
        "expert": (1806.0, 8.0),
        "master": (1928.0, 13.0),
    },
    "correspondence": {
        "random": (100.0, 95.0),
        "casual": (1345.0, 4.0),
        "player": (1500.0, 0.0),
        "advanced": (1650.0, 4.0),
        "expert": (1806.0, 8.0),
        "master": (1928.0, 13.0),
    },
    "multiplayer": {
        "random": (100.0, 143.0),
        "casual": (1341.0, 2.0),
        "player": (1500.0, 0.0),
        "advanced": (1675.0, 2.0),
        "expert": (1845.0, 5.0),
        "master": (1986.0, 12.0),
    },
    "team": {
        "random": (100.0, 350.0),
        "casual": (1263.0, 4.0),
        "player": (1500.0, 0.0),
        "advanced": (1701.0, 4.0),
        "expert": (1886.0, 13.0),
        "master": (2028.0, 22.0),
    },
}
