"""The rules that cards change: while they lie in play, and for the rest of the turn.

A card in play changes a rule by an ability that says which (`Ability.changes`) and overrides the method for it; whoever
applies the rule asks the cards that change it. For the rest of the turn a rule is changed by an amount
(`TurnState.modify`); amounts are added up.
"""

from __future__ import annotations

from typing import Final

# While the card is in play. Bits: a card joins those of its abilities.
PRICES: Final = 1
FACTIONS: Final = 2
LIGHT: Final = 4
PLACEMENT: Final = 8
CAPTURE: Final = 16
PROTECTION: Final = 32

# For the rest of the turn.
CONSTRUCT_DISCOUNT: Final = 0
"""So many runes less for the next construct, however it is acquired."""
TREASURE_DISCOUNT: Final = 1
"""So much power less for the next monster with treasure under it, however it is defeated."""
MIXED_PAYMENT: Final = 2
"""Above zero: runes and power stand for one another."""
EXTRA_MECHANA: Final = 3
"""So many Mechana constructs more count as controlled."""
VOID_DEFEATS: Final = 4
"""So many monsters in the void may be defeated as if they lay in the row."""

# Without the type the compiler would make a new tuple at every use.
NO_MODIFIERS: Final[tuple[int, ...]] = (0, 0, 0, 0, 0)
