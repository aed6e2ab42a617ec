"""The terms of the game as small integers, and their names."""

from __future__ import annotations

from typing import Final

NOTHING: Final = -1
"""No card, no seat, no slot."""

# Zones.
HAND_ZONE: Final = 0
DISCARD_ZONE: Final = 1
DECK_ZONE: Final = 2
PLAYED_ZONE: Final = 3
CONSTRUCTS_ZONE: Final = 4
TROPHIES_ZONE: Final = 5
ROW_ZONE: Final = 6
VOID_ZONE: Final = 7
SUPPLY_ZONE: Final = 8
EVENT_ZONE: Final = 9
CENTER_DECK_ZONE: Final = 10
REMOVED_ZONE: Final = 11
TRANSIT_ZONE: Final = 12
CULT_ZONE: Final = 13

ZONE_WORDS: Final = (
    "hand",
    "discard",
    "deck",
    "played",
    "constructs",
    "trophies",
    "row",
    "void",
    "supply",
    "event",
    "center deck",
    "out of the game",
    "on its way",
    "cult",
)

# The verbs of options. `choose`, `accept` and `decline` answer questions; the others are actions in a turn.
PLAY: Final = 0
USE: Final = 1
ACQUIRE: Final = 2
DEFEAT: Final = 3
CHOOSE: Final = 4
ACCEPT: Final = 5
DECLINE: Final = 6
END_TURN: Final = 7

VERB_WORDS: Final = ("play", "use", "acquire", "defeat", "choose", "accept", "decline", "end turn")

# Kinds of cards.
HERO_KIND: Final = 0
CONSTRUCT_KIND: Final = 1
MONSTER_KIND: Final = 2
TREASURE_KIND: Final = 3
EVENT_KIND: Final = 4

ACQUIRED_KINDS: Final = (HERO_KIND, CONSTRUCT_KIND)

KIND_WORDS: Final = ("hero", "construct", "monster", "treasure", "event")

# Factions.
NO_FACTION: Final = 0
ENLIGHTENED_FACTION: Final = 1
LIFEBOUND_FACTION: Final = 2
MECHANA_FACTION: Final = 3
VOID_FACTION: Final = 4

FACTION_WORDS: Final = ("", "Enlightened", "Lifebound", "Mechana", "Void")

# Origins: where a card comes from determines where it goes when it is banished.
FROM_CENTER: Final = 0
FROM_START: Final = 1
FROM_SUPPLY: Final = 2
FROM_EVENT: Final = 3

# The orb on a card, and the light of the row. Light is a bit mask: day and night can both apply to one player.
NO_ORB: Final = 0
LIGHT_ORB: Final = 1
DARK_ORB: Final = 2
ORB_WORDS: Final = ("", "light", "dark")

NEITHER: Final = 0
DAY: Final = 1
NIGHT: Final = 2
LIGHT_WORDS: Final = ("neither", "day", "night")

# Variants.
STANDARD: Final = "standard"
TEAM: Final = "team"
SOLITAIRE: Final = "solitaire"
VARIANTS: Final = (STANDARD, TEAM, SOLITAIRE)


def seat_name(seat: int) -> str:
    return f"p{seat + 1}"
