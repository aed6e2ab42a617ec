"""Positions that somebody has set up: checked, shown as a table that is stored nowhere, and written as scenario files.

    position = Position(["chronicle"], Given(row=["Mephit"], p1=PlayerGiven(power=3)), ["defeat Mephit"])
    table = table_at(position)              after its steps; BadPosition or Refused if that is not possible
    problems_of(position)                   what is wrong, in sentences

The keys are those of `vigil.position` and of a scenario's `given` (docs/scenarios.md).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta, Struct, field

from vigil.cards import LIBRARY
from vigil.engine.errors import BadPosition, VigilError
from vigil.engine.positions import TURN_NUMBERS, build_position, is_player_key
from vigil.engine.records import Record
from vigil.engine.setup import RULES_VERSION
from vigil.engine.state import GameState
from vigil.engine.terms import NOTHING, STANDARD, seat_name
from vigil.engine.view import SPECTATOR
from vigil.scenarios import Moment, Scenario, copies, moment, scenario_text, spelled_out_steps
from vigil.set_names import set_names

from .actions import Choose, Entry, Open, SeatBot, Sit, Start
from .beginnings import Beginning
from .fairness import Secret
from .refusals import Code, Refused
from .settings import TableSettings
from .table import Table

EDITOR: Final = "editor"
"""The id of the table that shows a position, and of the person who has all of its seats."""
LARGEST_POSITION: Final = 32_768
"""Bytes: the center deck of all sets has hundreds of names."""
MOST_STEPS: Final = 300
MOST_PROBLEMS: Final = 20
"""Nobody reads more of them, and finding each takes time."""
LONGEST_TITLE: Final = 200

Text = Annotated[str, Meta(max_length=200)]
Names = Annotated[list[Text], Meta(max_length=1_000)]
Amount = Annotated[int, Meta(ge=0, le=9_999)]
Seat = Annotated[str, Meta(max_length=2)]


class PlayerGiven(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A player's cards and resources. The deck is listed from the top down."""

    hand: Names = []
    deck: Names = []
    discard: Names = []
    played: Names = []
    constructs: Names = []
    trophies: Names = []
    honor: Amount = 0
    runes: Amount = 0
    power: Amount = 0
    energy: Amount = 0
    mechana_runes: Amount = 0


class CultGiven(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The opponent in solitaire."""

    honor: Amount = 0
    cards: Names = []


class Given(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A position, with the keys of a scenario's `given`. Treasure under a card of the row follows after a slash."""

    players: Annotated[int, Meta(ge=1, le=6)] | None = None
    variant: Text = STANDARD
    first: Seat = "p1"
    turn: Seat = "p1"
    row: Names = []
    center_deck: Names = []
    void: Names = []
    event: Text = ""
    honor_pool: Amount | None = None
    supply: Annotated[dict[Text, Amount], Meta(max_length=20)] = {}
    cult: CultGiven | None = None
    seed: Annotated[int, Meta(ge=0, le=2**53 - 1)] = 0
    shuffled: bool = False
    p1: PlayerGiven | None = None
    p2: PlayerGiven | None = None
    p3: PlayerGiven | None = None
    p4: PlayerGiven | None = None
    p5: PlayerGiven | None = None
    p6: PlayerGiven | None = None

    def plain(self) -> dict[str, Any]:
        """The same as `build_position` takes it."""
        data: dict[str, Any] = msgspec.to_builtins(self)
        return data


class Position(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A position and the steps that were taken from there, each spelled out as the options of the table are."""

    sets: Annotated[list[Text], Meta(min_length=1, max_length=20)]
    given: Given = field(default_factory=Given)
    when: Annotated[list[Text], Meta(max_length=MOST_STEPS)] = []

    def record(self) -> Record:
        """The game that begins with this position."""
        names = set_names(self.sets)
        game = build_position(LIBRARY, names, self.given.plain())
        setup = TableSettings(tuple(names), game.setup.players, game.setup.variant).setup().to_dict()
        return Record(setup, self.given.seed, list(self.when), position=self.given.plain())


class Problem(Struct, frozen=True):
    """Something that is wrong with a position, and the key that it is about, such as `p1.hand`; empty for the whole."""

    text: str
    key: str = ""


# --- a table that is stored nowhere


def table_at(position: Position) -> Table:
    """The table after the steps. One person has all of its seats."""
    return table_of(position, EDITOR)


def table_of(position: Position, table_id: str, seat: int | None = None, bot: str = "") -> Table:
    """The table after the steps, where one person has all seats, or this one and bots of a level have the others."""
    record = position.record()
    settings = TableSettings(**{**record.setup, "sets": tuple(record.setup["sets"])})
    opening = Open(settings, Beginning(), (), RULES_VERSION, record.position)
    table = Table(table_id, Secret.known(record.seed), Entry(1, 0.0, EDITOR, opening))
    for each in range(settings.players):
        taken = Sit(each, seat_name(each) if seat is None else "") if seat in (None, each) else SeatBot(each, bot)
        table.apply(Entry(table.number + 1, 0.0, EDITOR, taken))
    table.apply(Entry(table.number + 1, 0.0, EDITOR, Start()))
    for number, step in enumerate(position.when, 1):
        if table.game is None or table.game.decision is None:
            raise BadPosition(f'Step {number} "{step}" comes after the end of the game.', step)
        try:
            choice = table.option(step)
        except VigilError as error:
            raise BadPosition(f"Step {number} is not possible: {error}", step) from None
        words = table.game.decision.text(choice)
        table.apply(Entry(table.number + 1, 0.0, EDITOR, Choose(table.deciding, table.version, words)))
    return table


def shuffled(game: GameState) -> GameState:
    """The same game in which nobody knows the order of a deck, nor what others have drawn from it.

    A described position has its decks in a known order.
    """
    found = game.copy()
    found.deck.shuffle()
    for player in found.players:
        player.deck.shuffle()
        player.shown = ()
    return found


# --- what is wrong


def problems_of(position: Position) -> list[Problem]:
    """Everything that keeps the position from being set up. Each part is tried on its own, so that all are found."""
    try:
        table_at(position)
    except VigilError as error:
        whole = Problem(str(error))
    else:
        return []
    given = position.given.plain()
    base = {key: value for key, value in given.items() if key in ("players", "variant")}
    found: dict[str, Problem] = {}
    for key, part in _parts(given):
        try:
            build_position(LIBRARY, set_names(position.sets), {**base, **part})
        except VigilError as error:
            found.setdefault(str(error), Problem(str(error), key))
        if len(found) == MOST_PROBLEMS:
            break
    return list(found.values()) or [whole]


def _parts(given: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every part of the description by itself: each card of a list, each number, with its key."""
    for key, value in given.items():
        if is_player_key(key) or key == "cult":
            for inner, content in value.items():
                yield from ((f"{key}.{inner}", {key: {inner: each}}) for each in _pieces(content))
        else:
            yield from ((key, {key: each}) for each in _pieces(value))


def _pieces(value: Any) -> list[Any]:
    return [[each] for each in dict.fromkeys(value)] if isinstance(value, list) and value else [value]


def notes_on(position: Position) -> list[Problem]:
    """What could not be so in a game, or has no effect. The position can be played all the same."""
    game = build_position(LIBRARY, set_names(position.sets), position.given.plain())
    given = position.given.plain()
    active = seat_name(game.turn.seat)
    found = []
    for seat in range(len(game.players)):
        name = seat_name(seat)
        unused = [key for key in TURN_NUMBERS if name != active and given.get(name, {}).get(key)]
        found += [
            Problem(f"It is {active}'s turn: {name}'s {key.replace('_', ' ')} will not count.", f"{name}.{key}")
            for key in unused
        ]
    if game.pool == 0:
        found.append(Problem("The honor pool is empty: this is the last round.", "honor_pool"))
    return [*found, *_copies_notes(game)]


def _copies_notes(game: GameState) -> Iterator[Problem]:
    """Cards of which a game with these sets has fewer copies, or none."""
    known = copies(game.setup)
    for number, count in Counter(_all_cards(game)).items():
        card = game.cards[number]
        most = known.get(number, 0)
        if card.is_event or number in game.set_aside or card.other_side != NOTHING:
            continue
        if not most:
            yield Problem(f"{card.name} is not in these sets.")
        elif count > most:
            yield Problem(f"The position has {count} copies of {card.name}; a game has {most}.")


def _all_cards(game: GameState) -> Iterator[int]:
    """Every card of the position, except those of the supply: its size is a number of its own."""
    yield from (card for card in (*game.row, *game.void, *game.cult_cards, *game.deck.cards) if card != NOTHING)
    for under in game.under:
        yield from under
    for player in game.players:
        zones = (player.hand, player.discard, player.played, player.constructs, player.trophies, player.deck.cards)
        for zone in zones:
            yield from zone


# --- moments of games, and files


def moment_of(table: Table, step: int | None = None, person: str = "") -> Moment:
    """A moment of a table's game, after so many steps. While the game runs it is the present one, and only what this
    person may know is in it: what one of their seats sees, or what everybody does."""
    if table.game is None:
        raise Refused(Code.GAME_NOT_RUNNING, "The game has not started.", "Come back when it has.")
    moves = table.moves[1:] if step is None else table.moves[1 : step + 1]
    if step is not None and step >= len(table.moves):
        raise Refused(Code.INVALID_REQUEST, f"There is no step {step}.", f"The game has {len(table.moves) - 1} steps.")
    games = [table.first_game()]
    choices = [move.text for move in moves]
    for choice in choices:
        games.append(_after(games[-1], choice))
    return moment(LIBRARY, games, choices, None if table.is_over else _eyes(table, person))


def _after(game: GameState, choice: str) -> GameState:
    assert game.decision is not None
    after = game.copy()
    exact = [each for each in game.decision.options if each.words == choice]
    after.choose(exact[0] if len(exact) == 1 else Record({}, 0, [choice]).choice_in(game, 0))
    return after


def _eyes(table: Table, person: str) -> int:
    """The seat whose view counts: the own one that has to decide, the first own one, or nobody's."""
    seats = table.seats_of(person)
    return table.deciding if table.deciding in seats else next(iter(seats), SPECTATOR)


def position_of(found: Moment) -> Position:
    return Position(found.sets, msgspec.convert(found.given, Given), found.steps)


def file_of(position: Position, title: str, comment: str = "") -> str:
    """The position and its steps as a scenario file."""
    given = {key: value for key, value in position.given.plain().items() if value not in ({}, [])}
    return scenario_text(title, set_names(position.sets), given, position.when, comment=comment)


class ReadScenario(Struct, frozen=True):
    """A scenario of a file: its position with every step spelled out, and what of it does not hold."""

    title: str
    position: Position
    failures: list[str]


def read_scenario(scenario: Scenario) -> ReadScenario:
    """Raises ScenarioError or Refused where it cannot be set up."""
    steps, failures = spelled_out_steps(LIBRARY, scenario)
    players = scenario.set_up(LIBRARY).setup.players
    try:
        given = msgspec.convert({"players": players, **scenario.given}, Given)
        position = msgspec.convert({"sets": scenario.sets, "given": given, "when": steps}, Position)
    except msgspec.ValidationError as error:
        raise scenario.error(f"given: {error}") from None
    return ReadScenario(scenario.title, position, [str(each) for each in failures])
