"""What can turn up in a game of one setup: its cards, the questions they ask, the answers in words.

Nothing here depends on how many other sets the library holds, or on the order in which they were loaded: the places of
the arrays are counted along these lists, so they have to be the same in every process.
"""

from __future__ import annotations

from collections.abc import Iterator

from vigil.engine.capture import MAY_CAPTURE
from vigil.engine.card import Card
from vigil.engine.effect import Effect
from vigil.engine.effects.combine import Choose
from vigil.engine.effects.gain import GrowRow
from vigil.engine.effects.select import EMPOWER, Select
from vigil.engine.modifiers import CAPTURE
from vigil.engine.options import PLACE_LABELS
from vigil.engine.procedures.placement import PLACE_ACQUIRED
from vigil.engine.procedures.rewards import ORDER_REWARDS, PLACE_DEFEATED
from vigil.engine.procedures.turn import TAKE_TURN
from vigil.engine.setup import Setup
from vigil.engine.terms import FROM_CENTER, FROM_EVENT

_QUESTIONS_OF_THE_GAME: tuple[Effect, ...] = (
    TAKE_TURN,
    PLACE_ACQUIRED,
    ORDER_REWARDS,
    PLACE_DEFEATED,
    MAY_CAPTURE,
    EMPOWER,
)
_SPARE_SLOTS = 4


class Inventory:
    """`cards` in a fixed order: what the players start with and can always have, then set by set, as printed."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.cards = list(dict.fromkeys(_cards(setup)))
        deck = setup.center_deck()
        self.copies = {card: deck.count(card.number) for card in self.cards}
        effects = list(dict.fromkeys(effect for card in self.cards for effect in _effects_of(card)))
        self.questions = [*_QUESTIONS_OF_THE_GAME, *(effect for effect in effects if _asks(effect))]
        self.labels = list(dict.fromkeys(_labels(effects)))
        grows = any(isinstance(effect, GrowRow) for effect in effects)
        self.slots = setup.row_length + (_SPARE_SLOTS if grows else 0)
        self.treasure_cuts = sum(
            bool(ability.treasure_discount) * self.copies[card] for card in self.cards for ability in card.abilities
        )

    def in_row(self) -> list[Card]:
        return [card for card in self.cards if self.copies[card] and not card.is_treasure and not card.is_event]

    def in_supply(self) -> list[Card]:
        always = {*self.setup.supply, *self.setup.standing_monsters}
        return [card for card in self.cards if card.number in always]

    def events(self) -> list[Card]:
        return [card for card in self.cards if card.is_event]

    def trophies(self) -> list[Card]:
        return [card for card in self.cards if card.is_trophy]

    def ownable(self) -> list[Card]:
        """What can come into a hand; monsters do so by infesting, or when somebody sends them."""
        standing = self.setup.standing_monsters
        return [card for card in self.cards if not card.is_event and card.number not in standing]

    def losable(self) -> list[Card]:
        """What goes to the void when it is banished; the other cards go back to their piles or leave the game."""
        return [card for card in self.cards if card.origin in (FROM_CENTER, FROM_EVENT)]

    def in_play(self) -> list[Card]:
        """What can lie among a player's constructs; monsters only where something captures them."""
        captured = any(card.changes & CAPTURE for card in self.cards)
        return [card for card in self.ownable() if card.is_construct or (card.is_monster and captured)]


def _cards(setup: Setup) -> Iterator[Card]:
    boxes = setup.card_sets()
    for box in boxes:
        yield from map(setup.library.card, (*box.starting, *box.supply, *box.standing, *box.treasure))
    for box in boxes:
        yield from box.cards
        yield from box.transformed


def _effects_of(card: Card) -> Iterator[Effect]:
    for effect in card.play + card.reward + card.fate + card.banished:
        yield from _with_parts(effect)
    for ability in card.abilities + card.trophy:
        for effect in ability.parts():
            yield from _with_parts(effect)


def _with_parts(effect: Effect) -> Iterator[Effect]:
    yield effect
    for part in effect.parts():
        yield from _with_parts(part)
    for ability in effect.pending_abilities():
        for part in ability.parts():
            yield from _with_parts(part)


def _asks(effect: Effect) -> bool:
    if effect.instant or (isinstance(effect, Select) and effect.takes_all()):
        return False
    return type(effect).options is not Effect.options


def _labels(effects: list[Effect]) -> Iterator[str]:
    yield from PLACE_LABELS.values()
    for effect in effects:
        if isinstance(effect, Choose):
            yield from (each.label for each in effect.labels)
