"""Setup: which combinations of players, sets and variant are allowed, what they are played with, and the deal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from .chance import Chance
from .errors import ImpossibleTable, UnknownName, did_you_mean
from .frames import NO_CONTEXT, Frame
from .library import CardSet, Library
from .piles import Pile
from .procedures.moves import draw
from .procedures.row import FATES, fill
from .procedures.turn import BEGIN_GAME, HAND_SIZE
from .state import GameState, PlayerState, TurnState
from .terms import NOTHING, SOLITAIRE, STANDARD, TEAM, VARIANTS, seat_name

HONOR_PER_PLAYER: Final = 30
HONOR_IN_SOLITAIRE: Final = 50
ROW_LENGTH: Final = 6
MOST_PLAYERS: Final = 6
MOST_PLAYERS_OF_ONE_SET: Final = 4

RULES_VERSION: Final = 2
"""Incremented whenever the same choices could lead to a different game. A game keeps the version it was started with.

Since version 2, giving a card to a teammate (ruling 131) is also offered for cards acquired together and for the hero
of a transformed event.
"""


class Setup:
    """The players, sets, variant and options of a game. Never changes during the game; all copies share it."""

    def __init__(
        self,
        library: Library,
        players: int = 2,
        sets: Sequence[str] = (),
        variant: str = STANDARD,
        honor_pool: int | None = None,
        shards: int | None = None,
        row_length: int = ROW_LENGTH,
        first: int | None = None,
        is_study: bool = False,
        rules: int = RULES_VERSION,
        duplicate: bool = False,
    ) -> None:
        """`is_study` allows more players than the sets support, for positions that only pose a rules question.

        In a `duplicate` game, everybody who plays the same seed is dealt the same cards as far as possible: the center
        deck and the decks of the players have random numbers of their own, and cards are sorted before a shuffle.
        """
        if isinstance(sets, str):
            sets = [sets]
        card_sets = [library.set_called(name) for name in dict.fromkeys(sets)]
        check_table(players, card_sets, variant, is_study)
        check_options(players, honor_pool, shards, row_length, first)
        self.library = library
        self.players = players
        self.sets = tuple(card_set.name for card_set in card_sets)
        self.variant = variant
        self.honor_pool = honor_pool
        self.shards = shards
        self.row_length = row_length
        self.first = first
        self.rules = rules
        self.duplicate = duplicate
        self.team = variant == TEAM
        self.solitaire = variant == SOLITAIRE
        supply = [library.card(name) for name in card_sets[0].supply]
        standing = [library.card(name) for name in card_sets[0].standing]
        self.supply = tuple([card.number for card in supply])
        self.standing_monsters = tuple([card.number for card in standing])
        # A player who has less than this can pay for none of the always-available cards.
        self.least_runes = min([card.runes for card in supply], default=0)
        self.least_power = min([card.power for card in standing], default=0)

    def __repr__(self) -> str:
        return f"<Setup {self.title}>"

    def __deepcopy__(self, memo: object) -> Setup:
        return self

    @property
    def title(self) -> str:
        """`Rise of Vigil + War of Shadows, 3 players`"""
        how = "solitaire" if self.solitaire else f"{self.players} players"
        return f"{' + '.join(card_set.title for card_set in self.card_sets())}, {how}{' in teams' if self.team else ''}"

    def summary(self, turn_number: int, deciding: int, winners: Sequence[int]) -> str:
        """One line about the state of a game: `Rise of Vigil, 2 players, turn 4, p2 to play`."""
        if deciding != NOTHING:
            now = f"{seat_name(deciding)} to play"
        else:
            now = f"over, {' and '.join(map(seat_name, winners)) or 'the Cult'} won"
        return f"{self.title}, turn {turn_number}, {now}"

    def __reduce__(self) -> tuple[object, ...]:
        return unpickled, (self.library, self.to_dict(), self.rules)

    def card_sets(self) -> list[CardSet]:
        return [self.library.set_called(name) for name in self.sets]

    def starting_deck(self) -> list[int]:
        """One player's starting cards. Where several sets list a card, the largest count applies."""
        counts: dict[str, int] = {}
        for card_set in self.card_sets():
            for name, count in card_set.starting.items():
                counts[name] = max(count, counts.get(name, 0))
        return [self.library.card(name).number for name, count in counts.items() for _ in range(count)]

    def supply_counts(self) -> tuple[int, ...]:
        """The sizes of the always-available piles: those of the first set, or of all sets together above 4 players."""
        card_sets = self.card_sets()
        if self.players <= MOST_PLAYERS_OF_ONE_SET:
            card_sets = card_sets[:1]
        names = self.card_sets()[0].supply
        return tuple([sum(card_set.supply.get(name, 0) for card_set in card_sets) for name in names])

    def center_deck(self) -> list[int]:
        card_sets = self.card_sets()
        cards = [card.number for card_set in card_sets for card in card_set.cards for _ in range(card.copies)]
        for card_set in card_sets:
            for name, per_set in card_set.treasure.items():
                count = per_set * len(card_sets) if self.shards is None else self.shards
                cards += [self.library.card(name).number] * count
        return cards

    def pool(self) -> int:
        if self.honor_pool is not None:
            return self.honor_pool
        return HONOR_IN_SOLITAIRE if self.solitaire else HONOR_PER_PLAYER * self.players

    def to_dict(self) -> dict[str, object]:
        """Everything that a record needs to recreate the setup, except the version of the rules."""
        data: dict[str, object] = {
            "players": self.players,
            "sets": list(self.sets),
            "variant": self.variant,
            "honor_pool": self.honor_pool,
            "shards": self.shards,
            "row_length": self.row_length,
            "first": self.first,
        }
        if self.duplicate:
            # Older records do not have it.
            data["duplicate"] = True
        return data


def unpickled(library: Library, table: dict[str, Any], rules: int) -> Setup:
    """Restores a pickled setup. It was valid when it was made, so `is_study` skips the limit on players."""
    return Setup(library, **table, is_study=True, rules=rules)


def usual_players(variant: str) -> int:
    """The default number of players of a variant."""
    return {SOLITAIRE: 1, TEAM: 4}.get(variant, 2)


def check_table(players: int, card_sets: Sequence[CardSet], variant: str, is_study: bool = False) -> None:
    if not card_sets:
        raise ImpossibleTable("A game needs at least one set.")
    if variant not in VARIANTS:
        known = ", ".join(VARIANTS)
        raise UnknownName(f'There is no variant "{variant}".{did_you_mean(variant, VARIANTS)} Known variants: {known}.')
    if not 1 <= players <= MOST_PLAYERS:
        raise ImpossibleTable(f"A game is for 1 to {MOST_PLAYERS} players, not for {players}.")
    if variant == SOLITAIRE and players != 1:
        raise ImpossibleTable(f"Solitaire is for 1 player, not for {players}.")
    if variant != SOLITAIRE and players == 1:
        raise ImpossibleTable("A game for 1 player is solitaire. Choose the variant solitaire, or more players.")
    if variant == TEAM and players not in (4, 6):
        raise ImpossibleTable(f"Team play is for 4 or 6 players, not for {players}.")
    if players > MOST_PLAYERS_OF_ONE_SET and len(card_sets) < 2 and not is_study:
        raise ImpossibleTable(f"{players} players need at least two sets. One set is for up to 4 players.")


def check_options(players: int, honor_pool: int | None, shards: int | None, row_length: int, first: int | None) -> None:
    if honor_pool is not None and not 1 <= honor_pool <= 1000:
        raise ImpossibleTable(f"The honor pool cannot be {honor_pool}. Choose 1 to 1000.")
    if shards is not None and not 0 <= shards <= 300:
        raise ImpossibleTable(f"The number of energy shards cannot be {shards}. Choose 0 to 300.")
    if not 1 <= row_length <= 12:
        raise ImpossibleTable(f"The center row cannot have {row_length} slots. Choose 1 to 12.")
    if first is not None and not 0 <= first < players:
        raise ImpossibleTable(f"{seat_name(first)} cannot take the first turn. The players are p1 to p{players}.")


def deal(setup: Setup, seed: int, stacked: Sequence[int] | None = None) -> GameState:
    """Deals a new game, up to its first decision. `stacked` is a center deck in a fixed order, top card first."""
    chance = Chance.duplicate(seed, setup.players) if setup.duplicate else Chance(seed)
    deck = setup.starting_deck()
    players = [PlayerState(Pile(deck[:])) for _ in range(setup.players)]
    first = chance.below(setup.players) if setup.first is None else setup.first
    center_deck = Pile(setup.center_deck()) if stacked is None else Pile.ordered(stacked)
    game = GameState(setup, setup.library.cards, chance, players, center_deck, TurnState(first))
    game.pool = setup.pool()
    game.supply = setup.supply_counts()
    for seat in game.seats_from(game.first):
        draw(game, seat, HAND_SIZE)
    game.row = (NOTHING,) * setup.row_length
    game.under = ((),) * setup.row_length
    game.stack = (Frame(BEGIN_GAME, NO_CONTEXT), FATES)
    # From the center deck outward, in solitaire too: cards do not slide while the row is dealt.
    for slot in range(setup.row_length):
        fill(game, slot)
    game.run()
    return game
