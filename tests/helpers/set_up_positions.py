"""Positions that somebody has set up, as the API takes them."""

from __future__ import annotations

from tests.helpers.servers import Message

DECK = ["Apprentice"] * 6 + ["Militia"] * 4
PLENTY: Message = {
    "sets": ["chronicle"],
    "given": {
        "row": ["Landtalker", "Mephit", "Muramasa", "Arha Initiate", "Void Initiate", "Mechana Initiate"],
        "center_deck": ["Wolf Shaman", "Spike Vixen", "Arha Templar", "Seer of the Forked Path"] * 4,
        "honor_pool": 12,
        "p1": {"hand": ["Militia"], "deck": DECK, "runes": 9, "power": 9},
        "p2": {"hand": ["Apprentice"] * 3 + ["Militia"] * 2, "deck": DECK},
    },
}
"""Whoever ends the turn here gives most of the game away."""
