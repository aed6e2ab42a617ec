"""Prices: what a card costs the active player now, whether they can pay it, and the payment."""

from __future__ import annotations

from . import terms
from .abilities import Ability
from .card import Card
from .conditions import Condition
from .filters import MECHANA
from .frames import Context
from .light import light_for
from .modifiers import CONSTRUCT_DISCOUNT, MIXED_PAYMENT, PRICES, TREASURE_DISCOUNT, in_force
from .options import Option, option
from .state import GameState
from .terms import NEITHER, NOTHING, ROW_ZONE


def price(game: GameState, card: Card, zone: int, slot: int, cuts: int = NOTHING) -> tuple[int, int]:
    """The runes and power that the active player has to pay now, using `cuts` optional discounts (by default all)."""
    turn = game.turn
    seat = turn.seat
    if card.free_if is not None and zone == ROW_ZONE and _holds(game, card, card.free_if):
        return 0, 0
    runes, power = card.runes, card.power
    # A monster in the void is defeated as if it were in the row.
    if zone in (ROW_ZONE, terms.VOID_ZONE):
        for _, ability in in_force(game, seat, PRICES):
            if card.is_monster:
                power = ability.price(game, seat, card.number, power)
            else:
                runes = ability.price(game, seat, card.number, runes)
    if card.cheaper is not None and _holds(game, card, card.cheaper[0]):
        power = max(0, power - card.cheaper[1])
    if card.is_construct and turn.modifier(CONSTRUCT_DISCOUNT):
        runes = max(0, runes - turn.modifier(CONSTRUCT_DISCOUNT))
    if zone == ROW_ZONE and game.under[slot]:
        if card.is_monster:
            power = max(0, power - turn.modifier(TREASURE_DISCOUNT))
        else:
            runes = max(0, runes - sum(cut.treasure_discount for _, cut in treasure_cuts(game, runes, cuts)))
    return runes, power


def _holds(game: GameState, card: Card, condition: Condition) -> bool:
    """Whether a condition on the card's own price is true for the active player now."""
    seat = game.turn.seat
    light = light_for(game, seat) if condition.light else NEITHER
    return condition.holds(game, Context(seat, card.number, light, game.turn.energy))


def treasure_cuts(game: GameState, runes: int, most: int = NOTHING) -> list[tuple[int, Ability]]:
    """The abilities that reduce the cost of a card with treasure, and their constructs; no more than are useful."""
    found: list[tuple[int, Ability]] = []
    seat = game.turn.seat
    for index, ability in in_force(game, seat, PRICES):
        less = ability.treasure_discount
        if less and runes > 0 and len(found) != most and not game.players[seat].uses[index] & ability.bit:
            found.append((index, ability))
            runes -= less
    return found


def use_treasure_cuts(game: GameState, card: Card, slot: int, most: int) -> None:
    """Marks the constructs whose discounts the purchase uses."""
    if game.under[slot] and not card.is_monster:
        runes, _ = price(game, card, ROW_ZONE, slot, cuts=0)
        for index, ability in treasure_cuts(game, runes, most):
            game.players[game.turn.seat].mark_used(index, ability.bit)


def may_use_restricted(game: GameState, card: Card) -> bool:
    """Whether the card can be paid for with runes that are only for Mechana constructs."""
    if not game.turn.mechana_runes or not card.is_construct:
        return False
    return MECHANA.test(game, game.turn.seat, card.number, ROW_ZONE)


def can_pay(game: GameState, runes: int, power: int, restricted: bool) -> bool:
    turn = game.turn
    extra = turn.mechana_runes if restricted else 0
    if turn.modifier(MIXED_PAYMENT):
        return turn.runes + turn.power + extra >= runes + power
    return turn.runes + extra >= runes and turn.power >= power


def pay(game: GameState, runes: int, power: int, restricted: bool) -> None:
    """Spends restricted runes first. Where runes and power are interchangeable, one replaces only what is missing."""
    turn = game.turn
    if restricted:
        spent = min(runes, turn.mechana_runes)
        as_power = min(power, turn.mechana_runes - spent) if turn.modifier(MIXED_PAYMENT) else 0
        turn.mechana_runes -= spent + as_power
        runes -= spent
        power -= as_power
    if turn.runes < runes:
        power += runes - turn.runes
        runes = turn.runes
    elif turn.power < power:
        runes += power - turn.power
        power = turn.power
    turn.runes -= runes
    turn.power -= power


# --- options


def highest_affordable(game: GameState) -> int:
    """The highest total of printed runes and power that the active player can pay, `special_price` cards aside."""
    turn = game.turn
    most = turn.runes + turn.power + turn.mechana_runes
    most += turn.modifier(CONSTRUCT_DISCOUNT) + turn.modifier(TREASURE_DISCOUNT)
    for _, ability in in_force(game, turn.seat, PRICES):
        most += ability.discount + ability.treasure_discount
    return most


def offers(game: GameState, card: Card, zone: int, slot: int, found: list[Option]) -> None:
    """Appends every way in which the active player can acquire or defeat this card now, the simplest first."""
    has_treasure = zone == ROW_ZONE and bool(game.under[slot])
    if card.is_monster or not (game.setup.team or card.pays_either or has_treasure):
        # Nearly always there is one way only.
        runes, power = price(game, card, zone, slot)
        if can_pay(game, runes, power, may_use_restricted(game, card)):
            found.append(plain_option(card, zone, slot))
        return
    receivers: tuple[int, ...] = (NOTHING,)
    if game.setup.team:
        receivers = (NOTHING, game.teammate(game.turn.seat))
    for cuts in _numbers_of_cuts(game, card, slot) if has_treasure else [NOTHING]:
        runes, power = price(game, card, zone, slot, cuts)
        for receiver in receivers:
            # A gift to the teammate costs one rune more.
            extra = 0 if receiver == NOTHING else 1
            for split in _splits(game, card, runes, power, extra):
                if receiver == NOTHING and split == NOTHING and cuts == NOTHING:
                    found.append(plain_option(card, zone, slot))
                else:
                    found.append(option(terms.ACQUIRE, card, zone, slot, receiver, split, cuts))


def _numbers_of_cuts(game: GameState, card: Card, slot: int) -> list[int]:
    """How many optional discounts the player can use: NOTHING for all of them, then every smaller number."""
    full, _ = price(game, card, ROW_ZONE, slot, cuts=0)
    return [NOTHING, *range(len(treasure_cuts(game, full)) - 1, -1, -1)]


def _splits(game: GameState, card: Card, runes: int, power: int, extra: int) -> list[int]:
    """The ways to pay this price and `extra` runes: how much of it in power. NOTHING, the usual one, is first.

    Where the card lets its player choose, runes are usually spent first.
    """
    turn = game.turn
    if not card.pays_either or turn.modifier(MIXED_PAYMENT):
        return [NOTHING] if can_pay(game, runes + extra, power, may_use_restricted(game, card)) else []
    left = turn.runes - extra
    usual = max(0, runes - left)
    if left < 0 or usual > turn.power:
        return []
    return [NOTHING, *range(usual + 1, min(runes, turn.power) + 1)]


def plain_option(card: Card, zone: int, slot: int) -> Option:
    if zone == ROW_ZONE:
        return card.row_option(slot)
    if zone == terms.SUPPLY_ZONE:
        return card.supply_option
    return option(terms.DEFEAT, card, zone)


def pay_for(game: GameState, choice: Option) -> None:
    """Pays for the card that the option acquires or defeats, and uses up the discounts."""
    card = game.cards[choice.number]
    runes, power = price(game, card, choice.zone, choice.slot, choice.cuts)
    if choice.seat != NOTHING:
        runes += 1
    if choice.power != NOTHING:
        runes -= choice.power
        power += choice.power
    restricted = may_use_restricted(game, card)
    if choice.zone == ROW_ZONE:
        use_treasure_cuts(game, card, choice.slot, choice.cuts)
    pay(game, runes, power, restricted)
