"""The row and the piles: what each card costs now, which option takes it, and why not where none does."""

from __future__ import annotations

from vigil.engine.card import Card
from vigil.engine.costs import price
from vigil.engine.options import Decision
from vigil.engine.reasons import why_not_taken
from vigil.engine.state import GameState
from vigil.engine.terms import NOTHING, ROW_ZONE, SUPPLY_ZONE
from vigil.engine.view import SeatView

from .messages import Offer, WhyNot


def row_offers(view: SeatView, game: GameState, decision: Decision | None) -> list[Offer]:
    found = []
    for slot, number in enumerate(view.row):
        under = [view.cards[each].name for each in view.under[slot]]
        if number == NOTHING:
            found.append(Offer(None, under, None, 0, 0, None, None))
        else:
            found.append(_offer(view, game, decision, view.cards[number], ROW_ZONE, slot, under, None))
    return found


def pile_offers(view: SeatView, game: GameState, decision: Decision | None) -> list[Offer]:
    """The always-available cards, and those monsters of which there is no end."""
    setup, cards = view.setup, view.cards
    found = [
        _offer(view, game, decision, cards[number], SUPPLY_ZONE, NOTHING, [], left)
        for number, left in zip(setup.supply, view.supply, strict=True)
    ]
    standing = (cards[number] for number in setup.standing_monsters)
    return found + [_offer(view, game, decision, card, SUPPLY_ZONE, NOTHING, [], None) for card in standing]


def _offer(
    view: SeatView,
    game: GameState,
    decision: Decision | None,
    card: Card,
    zone: int,
    slot: int,
    under: list[str],
    left: int | None,
) -> Offer:
    if decision is None:
        return Offer(card.name, under, left, card.runes, card.power, None, None)
    option = _option_for(view, decision, card, zone, slot)
    if not decision.is_turn:
        return Offer(card.name, under, left, card.runes, card.power, option, None)
    runes, power = price(game, card, zone, slot)
    why_not = why_not_taken(game, card, zone, slot) if option is None else None
    return Offer(card.name, under, left, runes, power, option, WhyNot.of(why_not))


def _option_for(view: SeatView, decision: Decision, card: Card, zone: int, slot: int) -> int | None:
    """The first option that takes this card. Equal cards with equal treasure are one option: a twin stands for both."""
    for place, option in enumerate(decision.options):
        if option.card is card and option.zone == zone:
            if zone != ROW_ZONE or option.slot == slot:
                return place
            if option.slot != NOTHING and view.under[option.slot] == view.under[slot]:
                return place
    return None
