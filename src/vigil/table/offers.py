"""The row and the piles: what each card costs now, which option takes it, and why not where none does."""

from __future__ import annotations

from vigil.engine.card import Card
from vigil.engine.costs import may_use_restricted, price
from vigil.engine.modifiers import MIXED_PAYMENT
from vigil.engine.options import Decision
from vigil.engine.state import GameState
from vigil.engine.terms import NOTHING, ROW, SUPPLY
from vigil.engine.view import SeatView

from .messages import Offer


def row_offers(view: SeatView, game: GameState, decision: Decision | None) -> list[Offer]:
    found = []
    for slot, number in enumerate(view.row):
        under = [view.cards[each].name for each in view.under[slot]]
        if number == NOTHING:
            found.append(Offer(None, under, None, 0, 0, None, ""))
        else:
            found.append(_offer(view, game, decision, view.cards[number], ROW, slot, under, None))
    return found


def pile_offers(view: SeatView, game: GameState, decision: Decision | None) -> list[Offer]:
    """The always-available cards, and those monsters of which there is no end."""
    setup, cards = view.setup, view.cards
    found = [
        _offer(view, game, decision, cards[number], SUPPLY, NOTHING, [], left)
        for number, left in zip(setup.supply, view.supply, strict=True)
    ]
    standing = (cards[number] for number in setup.standing_monsters)
    return found + [_offer(view, game, decision, card, SUPPLY, NOTHING, [], None) for card in standing]


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
        return Offer(card.name, under, left, card.runes, card.power, None, "")
    option = _option_for(view, decision, card, zone, slot)
    if not decision.is_turn:
        return Offer(card.name, under, left, card.runes, card.power, option, "")
    runes, power = price(game, card, zone, slot)
    reason = _why_not(game, card, runes, power, left) if option is None else ""
    return Offer(card.name, under, left, runes, power, option, reason)


def _option_for(view: SeatView, decision: Decision, card: Card, zone: int, slot: int) -> int | None:
    """The first option that takes this card. Equal cards with equal treasure are one option: a twin stands for both."""
    for place, option in enumerate(decision.options):
        if option.card is card and option.zone == zone:
            if zone != ROW or option.slot == slot:
                return place
            if option.slot != NOTHING and view.under[option.slot] == view.under[slot]:
                return place
    return None


def _why_not(game: GameState, card: Card, runes: int, power: int, left: int | None) -> str:
    """`Costs 5 runes, you have 3.`"""
    turn = game.turn
    if left == 0:
        return "None are left."
    have = turn.runes + (turn.mechana_runes if may_use_restricted(game, card) else 0)
    if turn.modifiers[MIXED_PAYMENT] or card.pays_either:
        return f"Costs {runes + power} in runes and power together, you have {have + turn.power}."
    if runes and power:
        cost = f"{_count(runes, 'rune')} and {power} power"
        return f"Costs {cost}, you have {_count(have, 'rune')} and {turn.power} power."
    if power:
        return f"Takes {power} power, you have {turn.power}."
    return f"Costs {_count(runes, 'rune')}, you have {have}."


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
