"""Steps that spell out what an option does by default: how much is paid in power, and how many discounts are used."""

from __future__ import annotations

from vigil.engine.costs import price, treasure_cuts
from vigil.engine.library import fold
from vigil.engine.notation import forms
from vigil.engine.options import Option, option
from vigil.engine.state import GameState
from vigil.engine.terms import ACQUIRE, NOTHING, ROW_ZONE


def spelled_out(game: GameState, options: list[Option], step: str) -> list[Option]:
    """The options that the step describes with details that the options themselves leave out."""
    wanted = fold(step)
    return [each for each in options if any(wanted in forms(detailed) for detailed in _details(game, each))]


def _details(game: GameState, choice: Option) -> list[Option]:
    card = choice.card
    if card is None or choice.verb != ACQUIRE:
        return []
    powers, cuts = {choice.power}, {choice.cuts}
    if card.pays_either and choice.power == NOTHING:
        runes, _ = price(game, card, choice.zone, choice.slot, choice.cuts)
        powers.add(max(0, runes + (choice.seat != NOTHING) - game.turn.runes))
    if choice.zone == ROW_ZONE and game.under[choice.slot] and choice.cuts == NOTHING:
        full, _ = price(game, card, choice.zone, choice.slot, cuts=0)
        cuts.add(len(treasure_cuts(game, full)))
    return [
        option(ACQUIRE, card, choice.zone, choice.slot, choice.seat, power, number)
        for power in powers
        for number in cuts
    ]
