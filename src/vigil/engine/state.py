"""The complete state of a game, hidden cards included, and the methods that advance it.

Cards are small numbers (indices into the library's list), zones are tuples of them, and unfinished work is a stack of
frames. Zones and everything that a frame refers to are immutable, so copies of a game share them.
"""

from __future__ import annotations

from inspect import get_annotations
from typing import TYPE_CHECKING

from mypy_extensions import mypyc_attr

from .chance import Chance
from .errors import GameIsOver, LateChoice, UnknownName
from .frames import Context, Frame, Pending, Taken
from .modifiers import NO_MODIFIERS
from .options import Decision, Option
from .piles import Pile
from .terms import NOTHING, seat_name
from .zones import Zone, replaced

if TYPE_CHECKING:
    from .card import Card
    from .effect import Effect
    from .setup import Setup
    from .view import SeatView

RawHappening = tuple[str, int, int, int, int, int, int, str, int]


def fields_of(kind: type) -> tuple[str, ...]:
    """The names of the fields that a state class declares, including inherited ones."""
    compiled: tuple[str, ...] | None = getattr(kind, "__mypyc_attrs__", None)
    if compiled is not None:
        return compiled
    return tuple(name for base in kind.__mro__ for name in get_annotations(base))


# The fields of the state are declared here and nowhere else: snapshots, views and checks go through `fields_of`. Copies
# are made too often for that; each field is copied in one place, and a test compares that with the declaration.
# `free_list_len`: the compiled engine keeps the memory of one freed object of the class for the next.


class PublicPlayer:
    """The public part of a player's state. `shown` are the cards in hand that everybody has seen.

    `uses` is parallel to `constructs`: for each construct a bit mask of the abilities used this turn.
    """

    honor: int = 0
    shown: Zone = ()
    discard: Zone = ()
    played: Zone = ()
    constructs: Zone = ()
    uses: tuple[int, ...] = ()
    trophies: Zone = ()

    def copy_public(self, other: PublicPlayer) -> None:
        self.honor = other.honor
        self.shown = other.shown
        self.discard = other.discard
        self.played = other.played
        self.constructs = other.constructs
        self.uses = other.uses
        self.trophies = other.trophies


@mypyc_attr(free_list_len=1)
class PlayerState(PublicPlayer):
    """The state of one player. `hand` is kept sorted."""

    deck: Pile
    hand: Zone = ()

    def __init__(self, deck: Pile) -> None:
        self.deck = deck

    def __repr__(self) -> str:
        return f"<PlayerState: {self.honor} honor, {len(self.hand)} in hand, {len(self.deck.cards)} in deck>"

    def mark_used(self, index: int, bit: int) -> None:
        """Marks an ability of the construct at this index as used this turn."""
        self.uses = replaced(self.uses, index, self.uses[index] | bit)

    def copy(self) -> PlayerState:
        twin = PlayerState(self.deck.copy())
        twin.hand = self.hand
        twin.copy_public(self)
        return twin


@mypyc_attr(free_list_len=1)
class TurnState:
    """What the active player has gained and done this turn. Every turn starts with a new one.

    `modifiers` are the rules changed until the end of the turn, indexed by the constants of modifiers.py.
    """

    seat: int
    runes: int = 0
    power: int = 0
    energy: int = 0
    mechana_runes: int = 0
    row_defeats: int = 0
    banished: int = 0
    event_uses: int = 0
    cards_taken: int = 0
    modifiers: tuple[int, ...] = NO_MODIFIERS
    played: Zone = ()
    entered: Zone = ()
    pending: tuple[Pending, ...] = ()

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def __repr__(self) -> str:
        return f"<TurnState of {seat_name(self.seat)}: {self.runes} runes, {self.power} power, {self.energy} energy>"

    def is_modified(self) -> bool:
        """Whether any rule (see modifiers.py) is changed."""
        return self.modifiers is not NO_MODIFIERS and any(self.modifiers)

    def modifier(self, rule: int) -> int:
        """By how much a rule is changed. Mostly none is, which is quickly seen."""
        return 0 if self.modifiers is NO_MODIFIERS else self.modifiers[rule]

    def modify(self, rule: int, by: int) -> None:
        """Changes a rule (see modifiers.py) for the rest of the turn."""
        self.modifiers = replaced(self.modifiers, rule, self.modifiers[rule] + by)

    def use_up(self, rule: int) -> None:
        """Resets the changes to a rule."""
        if self.modifier(rule):
            self.modifiers = replaced(self.modifiers, rule, 0)

    def copy(self) -> TurnState:
        twin = TurnState(self.seat)
        twin.runes = self.runes
        twin.power = self.power
        twin.energy = self.energy
        twin.mechana_runes = self.mechana_runes
        twin.row_defeats = self.row_defeats
        twin.banished = self.banished
        twin.event_uses = self.event_uses
        twin.cards_taken = self.cards_taken
        twin.modifiers = self.modifiers
        twin.played = self.played
        twin.entered = self.entered
        twin.pending = self.pending
        return twin


class PublicState:
    """The public part of the state, the same in a game and in every view of it."""

    row: Zone = ()
    under: tuple[Zone, ...] = ()
    void: Zone = ()
    removed: Zone = ()
    set_aside: Zone = ()
    in_transit: Zone = ()
    supply: tuple[int, ...] = ()
    event: int = NOTHING
    pool: int = 0
    ending: bool = False
    over: bool = False
    winners: tuple[int, ...] = ()
    first: int = 0
    turn_number: int = 0
    extra_turns: int = 0
    idle_turns: int = 0
    cult_honor: int = 0
    cult_cards: Zone = ()
    fates: tuple[tuple[int, int], ...] = ()
    version: int = 0

    def copy_public(self, other: PublicState) -> None:
        self.row = other.row
        self.under = other.under
        self.void = other.void
        self.removed = other.removed
        self.set_aside = other.set_aside
        self.in_transit = other.in_transit
        self.supply = other.supply
        self.event = other.event
        self.pool = other.pool
        self.ending = other.ending
        self.over = other.over
        self.winners = other.winners
        self.first = other.first
        self.turn_number = other.turn_number
        self.extra_turns = other.extra_turns
        self.idle_turns = other.idle_turns
        self.cult_honor = other.cult_honor
        self.cult_cards = other.cult_cards
        self.fates = other.fates
        self.version = other.version


@mypyc_attr(free_list_len=1)
class GameState(PublicState):
    """A game in progress, with everything that is hidden. Players get a `SeatView` of it, never the game itself.

    `seen` counts the cards revealed or drawn so far: a choice that does not change it can be undone.
    """

    setup: Setup
    cards: list[Card]
    chance: Chance
    players: list[PlayerState]
    deck: Pile
    turn: TurnState
    stack: tuple[Frame, ...] = ()
    seen: int = 0
    decision: Decision | None = None
    happenings: list[RawHappening]
    records_happenings: bool

    def __init__(
        self,
        setup: Setup,
        cards: list[Card],
        chance: Chance,
        players: list[PlayerState],
        deck: Pile,
        turn: TurnState,
        records_happenings: bool = True,
    ) -> None:
        self.setup = setup
        self.cards = cards
        self.chance = chance
        self.players = players
        self.deck = deck
        self.turn = turn
        self.first = turn.seat
        self.happenings = []
        self.records_happenings = records_happenings

    def __repr__(self) -> str:
        deciding = NOTHING if self.decision is None else self.decision.seat
        return f"<GameState {self.setup.summary(self.turn_number, deciding, self.winners)}>"

    def copy(self, quiet: bool = False) -> GameState:
        """An independent copy. A quiet one does not record happenings, which saves time in searches."""
        players = [each.copy() for each in self.players]
        chance, deck, turn = self.chance.copy(), self.deck.copy(), self.turn.copy()
        twin = GameState(self.setup, self.cards, chance, players, deck, turn, self.records_happenings and not quiet)
        twin.copy_public(self)
        twin.stack = self.stack
        twin.seen = self.seen
        twin.decision = self.decision
        return twin

    def __copy__(self) -> GameState:
        return self.copy()

    def __deepcopy__(self, memo: object) -> GameState:
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        from .snapshot import snapshot, unpickled

        return unpickled, (self.setup, snapshot(self), self.happenings, self.records_happenings)

    # --- choosing

    def choose(self, choice: Option, version: int | None = None) -> None:
        """Applies the choice and continues to the next decision. An illegal choice raises and changes nothing."""
        decision = self.decision
        if decision is None:
            raise GameIsOver("The game is over: there is nothing left to choose.")
        if version is not None and version != self.version:
            raise LateChoice(
                f"The choice answers version {version}, but the game is at version {self.version}: look again."
            )
        if choice not in decision.options:
            raise decision.illegal(choice.text)
        self.apply(choice)

    def apply(self, choice: Option) -> None:
        """Applies a choice that is known to be legal, without checking: for rollouts and searches."""
        self.version += 1
        if self.records_happenings:
            self.happenings = []
        self.answer(choice)
        self.run()

    def answer(self, choice: Option) -> None:
        """Passes the choice to the effect that asked. `run` continues from there."""
        self.decision = None
        frame = self._next_frame()
        frame.effect.answer(self, frame, choice)

    def run(self) -> None:
        """Continues with unfinished work until a player has to decide or the game is over."""
        while not self.is_waiting:
            self.step()

    @property
    def is_waiting(self) -> bool:
        """Whether the game is over or waits for a player. A question with a single answer does not wait."""
        decision = self.decision
        return self.over or (decision is not None and (len(decision.options) > 1 or decision.frame.effect.stays))

    def step(self) -> None:
        """Answers an open question that has a single answer, or resumes the topmost frame."""
        if self.decision is not None:
            self.answer(self.decision.options[0])
        else:
            frame = self._next_frame()
            frame.effect.resume(self, frame)

    def _next_frame(self) -> Frame:
        """The topmost frame, popped from the stack unless its effect stays there until it ends."""
        frame = self.stack[-1]
        if not frame.effect.stays:
            self.stack = self.stack[:-1]
        return frame

    def ask(self, frame: Frame, options: list[Option] | None = None) -> None:
        """Asks the question of the frame, unless it has no answers or the game is over."""
        if options is None:
            options = frame.effect.options(self, frame)
        if options and not self.over:
            self.stack += (frame,)
            self.decision = Decision(frame.context.seat, options, frame)

    def perform(self, context: Context, effects: tuple[Effect, ...]) -> None:
        """Carries out effects in order. They may leave frames on the stack, so callers must do nothing afterwards."""
        for index, effect in enumerate(effects):
            if effect.instant:
                effect.do(self, context)
            else:
                for later in range(len(effects) - 1, index, -1):
                    self.push(effects[later], context)
                effect.do(self, context)
                return

    def push(self, effect: Effect, context: Context, taken: tuple[Taken, ...] = ()) -> None:
        self.stack += (Frame(effect, context, (), taken),)

    # --- looking

    def view(self, seat: int) -> SeatView:
        """What this seat may know; `SPECTATOR` gives the view of a spectator."""
        from .view import SPECTATOR, SeatView

        if seat != SPECTATOR:
            self.check_seat(seat)
        return SeatView(self, seat)

    def check_seat(self, seat: int) -> None:
        if not 0 <= seat < len(self.players):
            raise UnknownName(f"There is no seat {seat}: choose 0 to {len(self.players) - 1}.")

    # --- small questions about the table

    def opponents(self, seat: int) -> list[int]:
        """The other seats clockwise, starting to the left of this one, without a teammate."""
        count = len(self.players)
        others = [(seat + step) % count for step in range(1, count)]
        if self.setup.team:
            others.remove(self.teammate(seat))
        return others

    def teammate(self, seat: int) -> int:
        count = len(self.players)
        return (seat + count // 2) % count

    def seats_from(self, seat: int) -> list[int]:
        count = len(self.players)
        return [(seat + step) % count for step in range(count)]

    def add_happening(
        self,
        kind: str,
        seat: int,
        card: int = NOTHING,
        amount: int = 0,
        source: int = NOTHING,
        target: int = NOTHING,
        other: int = NOTHING,
        detail: str = "",
        audience: int = NOTHING,
    ) -> None:
        """Records something that happened since the last choice, unless the game is quiet."""
        if self.records_happenings:
            self.happenings.append((kind, seat, card, amount, source, target, other, detail, audience))
