"""The rules that cards can change, while they are in play or for the rest of the turn.

While a card is in play, its ability changes a rule: it names the rule in `Ability.changes` and overrides the method for
it. The code that applies a rule asks the abilities `in_force`. For the rest of the turn, a rule is changed by an amount
(`TurnState.modify`); amounts add up.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from .terms import NOTHING

if TYPE_CHECKING:
    from .abilities import Ability
    from .state import GameState

# While the card is in play: bits, which a card combines from its abilities.
PRICES: Final = 1
FACTIONS: Final = 2
DAY_AND_NIGHT: Final = 4
PLACEMENT: Final = 8
CAPTURE: Final = 16
PROTECTION: Final = 32

# For the rest of the turn.
CONSTRUCT_DISCOUNT: Final = 0
"""The discount in runes for the next construct, however it is acquired."""
TREASURE_DISCOUNT: Final = 1
"""The discount in power for the next monster with treasure under it, however it is defeated."""
MIXED_PAYMENT: Final = 2
"""If positive, runes can be spent as power and power as runes."""
EXTRA_MECHANA: Final = 3
"""How many additional Mechana constructs the player counts as controlling."""
VOID_DEFEATS: Final = 4
"""How many monsters in the void may be defeated as if they were in the row."""

# Without the annotation, mypyc would create a new tuple at every use.
NO_MODIFIERS: Final[tuple[int, ...]] = (0, 0, 0, 0, 0)


def in_force(game: GameState, seat: int, rule: int) -> tuple[tuple[int, Ability], ...]:
    """The abilities that change the rule for a player: those of the event, on their own turn, and of their constructs.

    Each comes with the index of its construct, or NOTHING if it is the event's.
    """
    cards = game.cards
    found: tuple[tuple[int, Ability], ...] = ()
    if game.event != NOTHING and cards[game.event].changes & rule and seat == game.turn.seat:
        for ability in cards[game.event].abilities:
            if ability.changes & rule:
                found += ((NOTHING, ability),)
    for index, number in enumerate(game.players[seat].constructs):
        if cards[number].changes & rule:
            for ability in cards[number].abilities:
                if ability.changes & rule:
                    found += ((index, ability),)
    return found
