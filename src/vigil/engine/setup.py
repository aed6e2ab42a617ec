"""Setting up: which table can be played, what it is made of, and the deal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from .chance import Chance
from .errors import ImpossibleTable, UnknownName, did_you_mean
from .frames import NO_CONTEXT, Frame
from .piles import Pile
from .procedures.moves import draw
from .procedures.row import FATES, fill
from .procedures.turn import BEGIN_GAME, HAND_SIZE
from .state import GameState, PlayerState, TurnState
from .terms import NOTHING, SOLITAIRE, STANDARD, TEAM, VARIANTS, seat_name

if TYPE_CHECKING:
    from .library import CardSet, Library

HONOR_PER_PLAYER: Final = 30
HONOR_IN_SOLITAIRE: Final = 50
ROW_LENGTH: Final = 6
MOST_PLAYERS: Final = 6
MOST_PLAYERS_OF_ONE_SET: Final = 4

RULES_VERSION: Final = 2
"""Raised whenever the same choices could lead to another game. A game keeps the rules by which it was begun.

Since 2 a team's gift (ruling 131) is offered for cards that are acquired together, and for the hero of an event.
"""


class Setup:
    """What was agreed before the first card: it never changes during a game, and all copies share it."""

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
    ) -> None:
        """`is_study` allows more players than the boxes are made for: the table is no game but a question."""
        if isinstance(sets, str):
            sets = [sets]
        boxes = [library.set_called(name) for name in dict.fromkeys(sets)]
        check_table(players, boxes, variant, is_study)
        check_options(players, honor_pool, shards, row_length, first)
        self.library = library
        self.players = players
        self.sets = tuple(box.name for box in boxes)
        self.variant = variant
        self.honor_pool = honor_pool
        self.shards = shards
        self.row_length = row_length
        self.first = first
        self.rules = rules
        self.team = variant == TEAM
        self.solitaire = variant == SOLITAIRE
        supply = [library.card(name) for name in boxes[0].supply]
        standing = [library.card(name) for name in boxes[0].standing]
        self.supply = tuple([card.number for card in supply])
        self.standing_monsters = tuple([card.number for card in standing])
        # Whoever has less than this need not look at the cards that are always available.
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
        return f"{' + '.join(box.title for box in self.boxes())}, {how}{' in teams' if self.team else ''}"

    def summary(self, turn_number: int, deciding: int, winners: Sequence[int]) -> str:
        """How far a game has come: `Rise of Vigil, 2 players, turn 4, p2 to play`."""
        if deciding != NOTHING:
            now = f"{seat_name(deciding)} to play"
        else:
            now = f"over, {' and '.join(map(seat_name, winners)) or 'the Cult'} won"
        return f"{self.title}, turn {turn_number}, {now}"

    def __reduce__(self) -> tuple[object, ...]:
        return unpickled, (self.library, self.to_dict(), self.rules)

    def boxes(self) -> list[CardSet]:
        return [self.library.set_called(name) for name in self.sets]

    def starting_deck(self) -> list[int]:
        """Eight and two, and one more where a set of the mixture brings it."""
        counts: dict[str, int] = {}
        for box in self.boxes():
            for name, count in box.starting.items():
                counts[name] = max(count, counts.get(name, 0))
        return [self.library.card(name).number for name, count in counts.items() for _ in range(count)]

    def supply_counts(self) -> tuple[int, ...]:
        """The first set's own piles; a fifth and sixth player need those of all boxes together."""
        boxes = self.boxes()
        if self.players <= MOST_PLAYERS_OF_ONE_SET:
            boxes = boxes[:1]
        names = self.boxes()[0].supply
        return tuple([sum(box.supply.get(name, 0) for box in boxes) for name in names])

    def center_deck(self) -> list[int]:
        boxes = self.boxes()
        cards = [card.number for box in boxes for card in box.cards for _ in range(card.copies)]
        for box in boxes:
            for name, per_set in box.treasure.items():
                count = per_set * len(boxes) if self.shards is None else self.shards
                cards += [self.library.card(name).number] * count
        return cards

    def pool(self) -> int:
        if self.honor_pool is not None:
            return self.honor_pool
        return HONOR_IN_SOLITAIRE if self.solitaire else HONOR_PER_PLAYER * self.players

    def to_dict(self) -> dict[str, object]:
        """What a record needs, besides the version of the rules, to set the same table again."""
        return {
            "players": self.players,
            "sets": list(self.sets),
            "variant": self.variant,
            "honor_pool": self.honor_pool,
            "shards": self.shards,
            "row_length": self.row_length,
            "first": self.first,
        }


def unpickled(library: Library, table: dict[str, Any], rules: int) -> Setup:
    """A setup that was pickled. The table exists, so it is set again even if it was one for a study."""
    return Setup(library, **table, is_study=True, rules=rules)


def usual_players(variant: str) -> int:
    """How many play where nobody says it."""
    return {SOLITAIRE: 1, TEAM: 4}.get(variant, 2)


def check_table(players: int, boxes: Sequence[CardSet], variant: str, is_study: bool = False) -> None:
    if not boxes:
        raise ImpossibleTable("A game needs at least one set.")
    if variant not in VARIANTS:
        known = ", ".join(VARIANTS)
        raise UnknownName(f'There is no variant "{variant}".{did_you_mean(variant, VARIANTS)} Known variants: {known}.')
    if not 1 <= players <= MOST_PLAYERS:
        raise ImpossibleTable(f"{players} players cannot play: there are seats for 1 to {MOST_PLAYERS}.")
    if variant == SOLITAIRE and players != 1:
        raise ImpossibleTable(f"Solitaire is for 1 player, not for {players}.")
    if variant != SOLITAIRE and players == 1:
        raise ImpossibleTable("One player alone plays solitaire: choose the variant solitaire, or more players.")
    if variant == TEAM and players not in (4, 6):
        raise ImpossibleTable(f"Team play is for 4 or 6 players, not for {players}.")
    if players > MOST_PLAYERS_OF_ONE_SET and len(boxes) < 2 and not is_study:
        raise ImpossibleTable(f"{players} players need at least two sets together; one set is for up to 4.")


def check_options(players: int, honor_pool: int | None, shards: int | None, row_length: int, first: int | None) -> None:
    if honor_pool is not None and not 1 <= honor_pool <= 1000:
        raise ImpossibleTable(f"A pool of {honor_pool} honor cannot be played: choose 1 to 1000.")
    if shards is not None and not 0 <= shards <= 300:
        raise ImpossibleTable(f"{shards} energy shards are impossible: choose 0 to 300.")
    if not 1 <= row_length <= 12:
        raise ImpossibleTable(f"A row of {row_length} cards cannot be laid out: choose 1 to 12.")
    if first is not None and not 0 <= first < players:
        raise ImpossibleTable(f"Seat {first + 1} cannot start: there are seats 1 to {players}.")


def deal(setup: Setup, seed: int, stacked: Sequence[int] | None = None) -> GameState:
    """A new game, dealt and ready for its first decision. A `stacked` center deck (top card first) is for lessons."""
    chance = Chance(seed)
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
    # From the center deck outward, in solitaire too: nothing slides yet.
    for slot in range(setup.row_length):
        fill(game, slot)
    game.run()
    return game
