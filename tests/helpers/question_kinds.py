"""Every kind of decision that a printed card leads to, each at a filled table.

    for decision in kinds():                      found in the scenarios of all cards
        position = at_table(decision, FOUR)       the same decision with four players, full rows, hands and boards

A kind is the class of the effect that asks, the zones of its candidates, and whether the answer may be "no". The
scenarios play every card, so running them meets every kind; `declared` lists what the declarations of the cards ask,
and a test compares the two.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import cycle, islice
from pathlib import Path
from typing import Any, Final, NamedTuple

from vigil.bots import make_bot
from vigil.cards import LIBRARY
from vigil.engine.effect import Effect
from vigil.engine.effects.select import Select
from vigil.engine.errors import VigilError
from vigil.engine.notation import parse
from vigil.engine.options import Decision
from vigil.engine.positions import build_position
from vigil.engine.records import Record
from vigil.engine.setup import Setup, deal
from vigil.engine.state import GameState
from vigil.engine.terms import NOTHING, SOLITAIRE, STANDARD, TEAM, VERB_WORDS, ZONE_WORDS, seat_name
from vigil.scenarios import Scenario, load
from vigil.scenarios.runner import Runner, is_choice, split_seat

TESTS: Final = Path(__file__).parents[1]
TURN: Final = "TakeTurn"
ALL_SETS: Final = tuple(LIBRARY.sets)


class Seating(NamedTuple):
    """How many play, and what."""

    players: int
    variant: str = STANDARD

    def __str__(self) -> str:
        return f"{self.players} players" if self.variant == STANDARD else f"{self.players} players, {self.variant}"


SEATINGS: Final = (Seating(1, SOLITAIRE), *(Seating(players) for players in range(2, 7)), Seating(4, TEAM))


class Kind(NamedTuple):
    """`asks` is the class of the effect; `zones` are where the candidates lie, `player` and `words` where nowhere."""

    asks: str
    zones: tuple[str, ...]
    is_optional: bool

    def __str__(self) -> str:
        where = "+".join(self.zones) or ("as usual" if self.asks == TURN else "yes or no")
        return f"{'may ' if self.is_optional else ''}{self.asks} {where}"


@dataclass(frozen=True, eq=False)
class Asked:
    """The decision that is open before a step of a scenario."""

    kind: Kind
    scenario: Scenario
    step: int
    options: int

    @property
    def sets(self) -> tuple[str, ...]:
        return tuple(self.scenario.sets)


@dataclass(frozen=True, eq=False)
class Position:
    """A game in which `decision` is open, at a table where `seating` plays; its record leads there."""

    name: str
    kind: Kind
    seating: Seating
    record: Record
    game: GameState
    crowded: bool = False

    @property
    def decision(self) -> Decision:
        assert self.game.decision is not None
        return self.game.decision

    @property
    def prompt(self) -> str:
        """The sentence of the question; nothing in a turn."""
        return "" if self.decision.is_turn else self.decision.prompt

    def choices(self) -> list[list[str]]:
        """What can be chosen. Options that lie on the same card are a list of several."""
        found: dict[Any, list[str]] = {}
        for option in self.decision.options:
            place = (option.card.name, option.zone, option.slot) if option.card is not None else option
            found.setdefault(place, []).append(self.decision.text(option))
        return list(found.values())


# --- what is asked


@cache
def kinds() -> tuple[Asked, ...]:
    """For each kind and set, the decision with most options."""
    found: dict[tuple[Kind, tuple[str, ...]], Asked] = {}
    for scenario in scenarios():
        for asked in _decisions(scenario):
            key = (asked.kind, asked.sets)
            if key not in found or asked.options > found[key].options:
                found[key] = asked
    return tuple(found[key] for key in sorted(found))


@cache
def scenarios() -> tuple[Scenario, ...]:
    files = sorted([*TESTS.glob("stories/**/*.toml"), *TESTS.glob("rulings/*.toml")])
    return tuple(scenario for path in files for scenario in load(path))


def _decisions(scenario: Scenario) -> Iterator[Asked]:
    runner = Runner(LIBRARY, scenario)
    for step, text in enumerate(scenario.steps):
        decision = runner.game.decision
        if decision is not None and is_choice(text):
            yield Asked(kind_of(decision), scenario, step, len(decision.options))
        runner.take(text.strip(), scenario.steps[step + 1 :])


def kind_of(decision: Decision) -> Kind:
    if decision.is_turn:
        return Kind(TURN, _possible_in_turn(decision), False)
    return Kind(type(decision.frame.effect).__name__, tuple(sorted(_zones(decision))), decision.is_optional)


def _zones(decision: Decision) -> set[str]:
    zones = set()
    for option in decision.options:
        if option.card is not None:
            place = "nowhere" if option.zone == NOTHING else ZONE_WORDS[option.zone]
            zones.add(place if option.seat == NOTHING else f"{place} of a player")
        elif option.label:
            zones.add("words")
        elif option.seat != NOTHING:
            zones.add("player")
    return zones


def _possible_in_turn(decision: Decision) -> tuple[str, ...]:
    """What is rare in a turn: to use something that is no construct, the void, and several ways to pay for one card."""
    found = set()
    cards = [(option.card, option.zone, option.slot) for option in decision.options if option.card is not None]
    if len(set(cards)) < len(cards):
        found.add("several ways")
    for option in decision.options:
        if option.zone != NOTHING and ZONE_WORDS[option.zone] not in ("row", "supply", "hand"):
            found.add(f"{VERB_WORDS[option.verb]} {ZONE_WORDS[option.zone]}")
        elif VERB_WORDS[option.verb] == "use" and option.card is not None and not option.card.is_construct:
            found.add("use event" if option.card.is_event else "use trophy")
    return tuple(sorted(found))


class Declared(NamedTuple):
    """What a declaration says about a question: the class of the effect, its places, and whether it may be refused."""

    asks: str
    places: tuple[str, ...]
    is_optional: bool


def declared_by(effect: Effect) -> Declared:
    name = type(effect).__name__
    if not isinstance(effect, Select):
        return Declared(name, (), False)
    return Declared(name, tuple(ZONE_WORDS[zone] for zone in effect.places.zones), not effect.at_least)


def declared() -> set[Declared]:
    """The questions that the declarations of the cards, and the procedures of the game, can ask."""
    asking = [each for each in LIBRARY.effects if type(each).answer is not Effect.answer]
    choosing = [each for each in asking if not (isinstance(each, Select) and each.takes_all())]
    return {declared_by(each) for each in choosing if type(each).__name__ != TURN}


def met() -> set[Declared]:
    """The questions that the scenarios meet."""
    found = set()
    for scenario in scenarios():
        runner = Runner(LIBRARY, scenario)
        for step, text in enumerate(scenario.steps):
            decision = runner.game.decision
            if decision is not None and not decision.is_turn:
                found.add(declared_by(decision.frame.effect))
            runner.take(text.strip(), scenario.steps[step + 1 :])
    return found


# --- at a table


def at_table(asked: Asked, seating: Seating, every_set: bool = False, crowded: bool = False) -> Position | None:
    """The same kind of decision at such a table, as full as its scenario lets it be; None where nobody asks it there.

    Crowded boards have more than most games ever see: 20 constructs, 15 cards played, 10 in hand.
    """
    sets = _sets_for(seating, ALL_SETS if every_set else asked.sets)
    if asked.scenario.given.get("turn", "p1") not in _seats(seating):
        return None
    for fill in (_crowded,) if crowded else (_everything, _row_and_others, _others, _nothing):
        given = fill(_given(asked, seating), sets, seating)
        found = _played(replace(asked.scenario, sets=list(sets), given=given), asked)
        if found is not None:
            crowd = ", crowded" if crowded else ""
            card = asked.scenario.title.partition(":")[0]
            name = f"{asked.kind} ({card}, {seating}, {_set_names(sets)}{crowd})"
            return Position(name, asked.kind, seating, *found, crowded)
    return None


def _set_names(sets: tuple[str, ...]) -> str:
    return "all sets" if sets == ALL_SETS else " + ".join(sets)


def _sets_for(seating: Seating, sets: tuple[str, ...]) -> tuple[str, ...]:
    """With more sets where so many players need them."""
    for more in range(len(ALL_SETS) + 1):
        wanted = tuple(each for each in ALL_SETS if each in sets or each in ALL_SETS[:more])
        try:
            Setup(LIBRARY, seating.players, wanted, seating.variant)
        except VigilError:
            continue
        return wanted
    raise AssertionError(f"No sets for {seating}")


def _seats(seating: Seating) -> list[str]:
    return [seat_name(seat) for seat in range(seating.players)]


def _given(asked: Asked, seating: Seating) -> dict[str, Any]:
    seats = _seats(seating)
    kept = {key: value for key, value in asked.scenario.given.items() if not key.startswith("p") or key in seats}
    return {**kept, "players": seating.players, "variant": seating.variant}


def _played(scenario: Scenario, asked: Asked) -> tuple[Record, GameState] | None:
    """The game before the step, if all steps until there are possible and the decision is of the same kind."""
    try:
        game = build_position(LIBRARY, scenario.sets, scenario.given)
        record = Record(game.setup.to_dict(), game.chance.seed, position=scenario.given)
        for step in filter(is_choice, scenario.steps[: asked.step]):
            seat, text = split_seat(step.strip())
            if game.decision is None or seat not in (None, game.decision.seat):
                return None
            record.choose(game, parse(game.decision, text))
    except VigilError:
        return None
    if game.decision is None:
        return None
    found = kind_of(game.decision)
    is_same = (found.asks, found.is_optional) == (asked.kind.asks, asked.kind.is_optional)
    return (record, game) if is_same and set(found.zones) >= set(asked.kind.zones) else None


# --- filling a table

HAND: Final = ("Apprentice", "Militia", "Mystic", "Heavy Infantry", "Apprentice")
PILE: Final = ("Apprentice", "Militia", "Mystic", "Heavy Infantry", "Apprentice", "Militia")


def _nothing(given: dict[str, Any], sets: tuple[str, ...], seating: Seating) -> dict[str, Any]:
    return given


def _others(given: dict[str, Any], sets: tuple[str, ...], seating: Seating) -> dict[str, Any]:
    """The boards, hands and piles of the other players, and the number of honor of everybody."""
    turn = given.get("turn", "p1")
    filled = dict(given)
    for seat, name in enumerate(_seats(seating)):
        filled[name] = {"honor": 23 + 9 * seat, **given.get(name, {})}
        if name != turn:
            lists = {"constructs": _named(sets, "is_construct", seat, 3), "hand": HAND, "discard": PILE, "deck": PILE}
            filled[name] = _longer(filled[name], {**lists, "trophies": _named(sets, "is_monster", seat, 2)})
    return filled


def _row_and_others(given: dict[str, Any], sets: tuple[str, ...], seating: Seating) -> dict[str, Any]:
    """Six cards in the row, and cards that follow them."""
    filled = _others(given, sets, seating)
    row = list(given.get("row", []))
    filled["row"] = row + _named(sets, "is_hero", len(row), 6 - len(row))
    return _longer(filled, {"center_deck": _named(sets, "is_hero", 9, 8), "void": _named(sets, "is_monster", 3, 4)})


def _everything(given: dict[str, Any], sets: tuple[str, ...], seating: Seating) -> dict[str, Any]:
    """The hand and the board of the player whose turn it is, too."""
    filled = _row_and_others(given, sets, seating)
    turn = given.get("turn", "p1")
    lists = {"constructs": _named(sets, "is_construct", 7, 4), "hand": HAND, "discard": PILE, "deck": PILE}
    filled[turn] = _longer(filled[turn], {**lists, "played": ("Apprentice", "Mystic", "Militia", "Heavy Infantry")})
    return filled


def _crowded(given: dict[str, Any], sets: tuple[str, ...], seating: Seating) -> dict[str, Any]:
    """Every zone of every player."""
    filled = _row_and_others(given, sets, seating)
    turn = given.get("turn", "p1")
    for seat, name in enumerate(_seats(seating)):
        filled[name] = {
            **_longer(filled[name], {"discard": PILE, "deck": PILE}),
            "honor": 128 + seat,
            "trophies": _named(sets, "is_monster", seat, 8),
            "constructs": _padded(given, name, "constructs", _named(sets, "is_construct", 3 * seat, 20)),
            "hand": _padded(given, name, "hand", [*HAND, *_named(sets, "is_hero", seat, 5)]),
            "played": _padded(given, name, "played", _named(sets, "is_hero", 2, 15)) if name == turn else [],
        }
    return filled


def _padded(given: Mapping[str, Any], player: str, zone: str, more: list[str]) -> list[str]:
    """As many cards as `more`, those that the scenario needs among them."""
    needed = given.get(player, {}).get(zone, [])
    return [*needed, *more][: max(len(needed), len(more))]


def _longer(table: Mapping[str, Any], lists: Mapping[str, Any]) -> dict[str, Any]:
    return {**table, **{key: [*table.get(key, []), *more] for key, more in lists.items()}}


def _named(sets: tuple[str, ...], quality: str, start: int, count: int) -> list[str]:
    """The names of some cards of the center deck."""
    cards = [card for name in sets for card in LIBRARY.sets[name].cards if getattr(card, quality) and not card.is_event]
    return [card.name for card in islice(cycle(cards), start, start + max(0, count))]


# --- a sample


LEAST: Final = 2
"""Decisions for each number of players in the sample."""


@cache
def sample() -> tuple[Position, ...]:
    """A few decisions that have everything: every zone with candidates, each number of players, every set."""
    found: list[Position] = []
    used: Counter[tuple[str, ...]] = Counter()
    left = {feature for asked in kinds() for feature in _features(asked.kind)}
    for seating in cycle(SEATINGS):
        have = [each.seating for each in found]
        if not left and all(have.count(each) >= LEAST for each in SEATINGS):
            return tuple(found)
        possible = [(asked, position) for asked in kinds() if (position := at_table(asked, seating))]
        # What is new, then a set that was seen least.
        asked, position = max(possible, key=lambda each: (len(left & _features(each[0].kind)), -used[each[0].sets]))
        if left & _features(asked.kind) or have.count(seating) < LEAST:
            found.append(position)
            used[asked.sets] += 1
            left -= _features(asked.kind)
    raise AssertionError("It goes round for ever.")


def _features(kind: Kind) -> set[str]:
    return {f"{TURN} {zone}" if kind.asks == TURN else zone for zone in kind.zones or ("",)}


# --- in games of bots

LATE: Final = 5
"""Questions of one game."""
GAMES: Final = (
    (Seating(2), ALL_SETS[3:]),
    (Seating(3), ALL_SETS[2:3]),
    (Seating(4, TEAM), (ALL_SETS[0], ALL_SETS[2])),
    (Seating(5), ALL_SETS[:2]),
    (Seating(6), ALL_SETS),
    (Seating(1, SOLITAIRE), ALL_SETS[1:2]),
)


@cache
def late_questions() -> tuple[Position, ...]:
    """From the second half of whole games, of each kind the one with most options."""
    return tuple(position for seating, sets in GAMES for position in _late_questions(seating, sets))


def _late_questions(seating: Seating, sets: tuple[str, ...]) -> list[Position]:
    game = deal(Setup(LIBRARY, seating.players, sets, seating.variant), seed=17)
    bots = [make_bot("player", seat) for seat in range(seating.players)]
    record, asked = Record.of(game), []
    while (decision := game.decision) is not None:
        if not decision.is_turn:
            asked.append((len(record.choices), game.copy()))
        record.choose(game, bots[decision.seat].choose(game.view(decision.seat), decision))
    found: dict[Kind, Position] = {}
    for step, each in asked[len(asked) // 2 :]:
        assert each.decision is not None
        kind = kind_of(each.decision)
        if kind not in found or len(found[kind].decision.options) < len(each.decision.options):
            name = f"{kind} (late in a game of bots, {seating}, {_set_names(sets)})"
            until = Record(record.setup, record.seed, record.choices[:step], rules=record.rules)
            found[kind] = Position(name, kind, seating, until, each)
    return sorted(found.values(), key=lambda position: -len(position.decision.options))[:LATE]
