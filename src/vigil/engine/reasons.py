"""Why the active player cannot take a card: a code with parameters, whose text is in `vigil.messages`."""

from __future__ import annotations

from typing import NamedTuple

from .card import Card
from .costs import can_pay, may_use_restricted, price
from .library import fold
from .modifiers import MIXED_PAYMENT
from .state import GameState
from .terms import NOTHING, ROW_ZONE, SUPPLY_ZONE


class Reason(NamedTuple):
    """Why something is not possible: the code of a message, and the parameters of its template."""

    code: str
    params: dict[str, int | str]


def why_not_taken(game: GameState, card: Card, zone: int, slot: int) -> Reason | None:
    """Why the active player cannot acquire or defeat this card of the row or the supply; None if they can pay."""
    setup, turn = game.setup, game.turn
    if zone == SUPPLY_ZONE and card.number in setup.supply and not game.supply[setup.supply.index(card.number)]:
        return Reason("none-left", {"card": card.name})
    runes, power = price(game, card, zone, slot)
    restricted = may_use_restricted(game, card)
    have = turn.runes + (turn.mechana_runes if restricted else 0)
    if turn.modifier(MIXED_PAYMENT) or card.pays_either:
        if have + turn.power >= runes + power:
            return None
        return Reason("not-enough-together", {"card": card.name, "cost": runes + power, "have": have + turn.power})
    if can_pay(game, runes, power, restricted):
        return None
    in_runes: dict[str, int | str] = {"card": card.name, "runes": runes, "have_runes": have}
    in_power: dict[str, int | str] = {"card": card.name, "power": power, "have_power": turn.power}
    if runes and power:
        return Reason("not-enough-of-both", {**in_runes, **in_power})
    return Reason("not-enough-power", in_power) if power else Reason("not-enough-runes", in_runes)


def why_not_chosen(game: GameState, text: str) -> Reason | None:
    """Why `acquire Mystic` or `defeat Mephit` is not possible; None unless the text names exactly one card on offer.

    Words may be abbreviated to their beginnings.
    """
    verb, _, name = fold(text).partition(" ")
    if not name or not any(word.startswith(verb) for word in ("acquire", "defeat")):
        return None
    setup, cards = game.setup, game.cards
    places = [(number, ROW_ZONE, slot) for slot, number in enumerate(game.row) if number != NOTHING]
    places += [(number, SUPPLY_ZONE, NOTHING) for number in (*setup.supply, *setup.standing_monsters)]
    found = {
        (number, zone): slot for number, zone, slot in places if begins(name.split(), fold(cards[number].name).split())
    }
    if len(found) != 1:
        return None
    ((number, zone), slot) = found.popitem()
    return why_not_taken(game, cards[number], zone, slot)


def begins(typed: list[str], words: list[str]) -> bool:
    """Whether the typed words are beginnings of the first of these words: `acq mys` for `acquire Mystic`."""
    return len(typed) <= len(words) and all(word.startswith(start) for start, word in zip(typed, words, strict=False))
