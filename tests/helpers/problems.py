"""Consistency checks of a position, for every step of random games."""

from __future__ import annotations

from collections import Counter

from vigil.engine.capture import can_capture
from vigil.engine.piles import Pile
from vigil.engine.procedures.row import only_events_are_left
from vigil.engine.state import GameState, PlayerState, TurnState, fields_of
from vigil.engine.terms import FROM_EVENT, FROM_START, FROM_SUPPLY, NOTHING, seat_name


def card_census(game: GameState) -> Counter[int]:
    """Counts every card in every zone. A transformed hero counts as the event it was."""
    census: Counter[int] = Counter([*game.row, *game.void, *game.deck.cards])
    for cards in (*game.under, game.removed, game.in_transit, game.cult_cards):
        census.update(cards)
    if game.event != NOTHING:
        census[game.event] += 1
    for index, number in enumerate(game.setup.supply):
        census[number] += game.supply[index]
    for player in game.players:
        for zone in (player.hand, player.deck.cards, player.discard, player.played, player.constructs, player.trophies):
            census.update(zone)
    del census[NOTHING]
    for number in list(census):
        if game.cards[number].origin == FROM_EVENT:
            census[game.cards[number].other_side] += census.pop(number)
    return census


def full_census(game: GameState) -> Counter[int]:
    """Counts the cards that the game was set up with."""
    setup = game.setup
    census: Counter[int] = Counter(setup.center_deck())
    for _ in range(setup.players):
        census.update(setup.starting_deck())
    for number, count in zip(setup.supply, setup.supply_counts(), strict=True):
        census[number] += count
    return census


def problems(game: GameState, census: Counter[int] | None = None) -> list[str]:
    """Describes every inconsistency of the position; empty if there is none.

    `census` is the expected number of each card, by default what the game was set up with.
    """
    found: list[str] = []
    _check_cards(game, full_census(game) if census is None else census, found)
    _check_row(game, found)
    for seat, player in enumerate(game.players):
        _check_player(game, seat, player, found)
    _check_numbers(game, found)
    _check_decision(game, found)
    return found


def _check_cards(game: GameState, wanted: Counter[int], found: list[str]) -> None:
    census = card_census(game)
    for number in census | wanted:
        if census[number] != wanted[number]:
            found.append(f"there are {census[number]} {game.cards[number].name}, expected {wanted[number]}")
    for number in game.void:
        if game.cards[number].origin in (FROM_START, FROM_SUPPLY):
            found.append(f"{game.cards[number].name} is in the void")
    transformed = sorted(
        game.cards[number].other_side
        for player in game.players
        for zone in (player.hand, player.deck.cards, player.discard, player.played)
        for number in zone
        if game.cards[number].origin == FROM_EVENT
    )
    transformed += [game.cards[card].other_side for card in game.void if game.cards[card].origin == FROM_EVENT]
    transformed += [game.cards[card].other_side for card in game.in_transit if game.cards[card].origin == FROM_EVENT]
    if sorted(transformed) != sorted(game.set_aside):
        found.append(f"the events set aside are {game.set_aside}, but the heroes in play are those of {transformed}")


def _check_row(game: GameState, found: list[str]) -> None:
    if len(game.row) != len(game.under):
        found.append("the row and the treasure under it differ in length")
    if NOTHING in game.row and (game.deck.cards or game.void) and not only_events_are_left(game):
        found.append("the row has an empty slot although there are cards to fill it")
    for number in game.row:
        if number != NOTHING and (game.cards[number].is_treasure or game.cards[number].is_event):
            found.append(f"{game.cards[number].name} is in the row")
    for cards in game.under:
        found.extend(
            f"{game.cards[number].name} is under a card" for number in cards if not game.cards[number].is_treasure
        )
    if game.event != NOTHING and not game.cards[game.event].is_event:
        found.append(f"{game.cards[game.event].name} is in the event zone")


def _check_player(game: GameState, seat: int, player: PlayerState, found: list[str]) -> None:
    who = seat_name(seat)
    if list(player.hand) != sorted(player.hand):
        found.append(f"the hand of {who} is not sorted")
    if Counter(player.shown) - Counter(player.hand):
        found.append(f"{who} has revealed cards that are not in hand")
    if len(player.uses) != len(player.constructs):
        found.append(f"the uses of {who} do not match the constructs")
    if player.honor < 0:
        found.append(f"{who} has {player.honor} honor")
    for number in player.constructs:
        card = game.cards[number]
        if not card.is_construct and not card.is_monster:
            found.append(f"{card.name} is among the constructs of {who}")
    captives = any(game.cards[number].is_monster for number in player.constructs)
    if captives and not can_capture(game, seat):
        found.append(f"{who} has captured monsters but no construct that captures")
    found.extend(
        f"{game.cards[number].name} is among the trophies of {who}"
        for number in player.trophies
        if not game.cards[number].is_trophy
    )
    if seat != game.turn.seat and player.played:
        found.append(f"{who} has played cards during another player's turn")
    _check_pile(player.deck, f"the deck of {who}", found)


def _check_pile(pile: Pile, name: str, found: list[str]) -> None:
    start = -1
    for where, size in pile.layers:
        if where < 0 or where >= len(pile.cards) or size < 1 or where <= start - (start == -1):
            found.append(f"the layers {pile.layers} of {name} do not fit its {len(pile.cards)} cards")
            return
        start = where


def _check_numbers(game: GameState, found: list[str]) -> None:
    for name in fields_of(TurnState):
        value = getattr(game.turn, name)
        if value < 0 if isinstance(value, int) else name == "modifiers" and min(value) < 0:
            found.append(f"{name} is {value}")
    if game.pool < 0 or any(count < 0 for count in game.supply):
        found.append("the honor pool or the supply is negative")
    if game.pool == 0 and not game.ending:
        found.append("the honor pool is empty, but this is not the last round")
    _check_pile(game.deck, "the center deck", found)


def _check_decision(game: GameState, found: list[str]) -> None:
    decision = game.decision
    if game.over:
        if decision is not None:
            found.append("the game is over, but a decision is open")
        return
    if decision is None:
        found.append("the game is not over, but no decision is open")
        return
    if not decision.options:
        found.append("the decision has no options")
    if len(set(decision.options)) != len(decision.options):
        found.append("the same option is offered twice")
    if len(set(decision.texts())) != len(decision.options):
        found.append(f"two options have the same text: {decision.texts()}")
    if decision.is_turn and game.in_transit:
        found.append("cards are still in transit")
    again = decision.frame.effect.options(game, decision.frame)
    if again != decision.options:
        found.append("computing the options again gives different ones")
