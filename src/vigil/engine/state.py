"""The state of a game: the truth about every card, and the work that is not finished yet.

Cards are small numbers (places in the library's list), zones are tuples of them, and unfinished work is a stack of
frames. Neither a zone nor anything that a frame refers to ever changes, so copies of a game share them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from .errors import GameIsOver, IllegalChoice, LateChoice, UnknownName
from .options import Decision, Option
from .terms import NEITHER, NOTHING, seat_name
from .zones import Zone, replaced

if TYPE_CHECKING:
    from .abilities import Ability
    from .card import Card
    from .chance import Chance
    from .effect import Effect
    from .piles import Pile
    from .setup import Setup
    from .view import SeatView

RawHappening = tuple[str, int, int, int, int, int, int, str, int]


class Context:
    """In which context a card does something: for whom, and what was true when it began.

    `target` is whose cards are meant where that is another player; `chain` are the cards that copy one another;
    `about` is the card that set a trigger off, and `count` a number that was read in that moment.
    """

    __slots__ = ("about", "card", "chain", "count", "energy", "light", "seat", "target")

    def __init__(
        self,
        seat: int,
        card: int,
        light: int = NEITHER,
        energy: int = 0,
        target: int = NOTHING,
        chain: tuple[int, ...] = (),
        about: int = NOTHING,
        count: int = 0,
    ) -> None:
        self.seat = seat
        self.card = card
        self.light = light
        self.energy = energy
        self.target = target if target != NOTHING else seat
        self.chain = chain
        self.about = about
        self.count = count

    def for_seat(self, seat: int) -> Context:
        """Another player goes through the same, with the own cards."""
        return Context(seat, self.card, self.light, self.energy, seat, self.chain, self.about, self.count)

    def at(self, target: int) -> Context:
        """The same player decides about another's cards."""
        return Context(self.seat, self.card, self.light, self.energy, target, self.chain, self.about, self.count)

    def to_list(self) -> list[object]:
        return [self.seat, self.card, self.light, self.energy, self.target, list(self.chain), self.about, self.count]


NO_CONTEXT: Final = Context(NOTHING, NOTHING)


class Frame:
    """A piece of unfinished work: which effect, in which context, how far it has come. Never changed once made."""

    __slots__ = ("context", "data", "effect", "picks")

    def __init__(
        self, effect: Effect, context: Context, data: tuple[int, ...] = (), picks: tuple[Option, ...] = ()
    ) -> None:
        self.effect = effect
        self.context = context
        self.data = data
        self.picks = picks


class Pending:
    """Something that waits for the rest of the turn: a bonus, or a better place for what is acquired."""

    __slots__ = ("ability", "context", "once")

    def __init__(self, ability: Ability, context: Context, once: bool) -> None:
        self.ability = ability
        self.context = context
        self.once = once


class PlayerState:
    """One player's cards. `hand` is kept sorted; `shown` is the part of it that everybody has seen.

    `uses` runs beside `constructs`: the bits of the abilities that each of them has used this turn.
    """

    __slots__ = ("constructs", "deck", "discard", "hand", "honor", "played", "shown", "trophies", "uses")

    def __init__(
        self,
        deck: Pile,
        honor: int = 0,
        hand: Zone = (),
        shown: Zone = (),
        discard: Zone = (),
        played: Zone = (),
        constructs: Zone = (),
        uses: tuple[int, ...] = (),
        trophies: Zone = (),
    ) -> None:
        self.deck = deck
        self.honor = honor
        self.hand = hand
        self.shown = shown
        self.discard = discard
        self.played = played
        self.constructs = constructs
        self.uses = uses
        self.trophies = trophies

    def mark_used(self, index: int, bit: int) -> None:
        """The construct at this place has used one of its abilities this turn."""
        self.uses = replaced(self.uses, index, self.uses[index] | bit)

    def copy(self) -> PlayerState:
        return PlayerState(
            self.deck.copy(),
            self.honor,
            self.hand,
            self.shown,
            self.discard,
            self.played,
            self.constructs,
            self.uses,
            self.trophies,
        )


class TurnState:
    """What the active player has gained and done this turn; a new one every turn."""

    __slots__ = (
        "banished",
        "construct_discount",
        "energy",
        "entered",
        "event_uses",
        "extra_mechana",
        "mechana_runes",
        "mixed_payment",
        "pending",
        "played",
        "power",
        "row_defeats",
        "runes",
        "seat",
        "took",
        "treasure_discount",
        "void_defeats",
    )

    def __init__(self, seat: int, played: Zone = (), entered: Zone = (), pending: tuple[Pending, ...] = ()) -> None:
        self.seat = seat
        self.runes = 0
        self.power = 0
        self.energy = 0
        self.mechana_runes = 0
        self.row_defeats = 0
        self.banished = 0
        self.extra_mechana = 0
        self.construct_discount = 0
        self.treasure_discount = 0
        self.void_defeats = 0
        self.event_uses = 0
        self.took = 0
        self.mixed_payment = False
        self.played = played
        self.entered = entered
        self.pending = pending

    def copy(self) -> TurnState:
        twin = TurnState(self.seat, self.played, self.entered, self.pending)
        twin.runes = self.runes
        twin.power = self.power
        twin.energy = self.energy
        twin.mechana_runes = self.mechana_runes
        twin.row_defeats = self.row_defeats
        twin.banished = self.banished
        twin.extra_mechana = self.extra_mechana
        twin.construct_discount = self.construct_discount
        twin.treasure_discount = self.treasure_discount
        twin.void_defeats = self.void_defeats
        twin.event_uses = self.event_uses
        twin.took = self.took
        twin.mixed_payment = self.mixed_payment
        return twin


class GameState:
    """A game in progress: the truth. A player is shown a `SeatView` of it, never the game itself."""

    __slots__ = (
        "cards",
        "chance",
        "cult_cards",
        "cult_honor",
        "decision",
        "deck",
        "ending",
        "event",
        "extra_turns",
        "fates",
        "first",
        "happenings",
        "idle_turns",
        "limbo",
        "over",
        "players",
        "pool",
        "records_happenings",
        "removed",
        "row",
        "seen",
        "set_aside",
        "setup",
        "stack",
        "supply",
        "turn",
        "turn_number",
        "under",
        "version",
        "void",
        "winners",
    )

    def __init__(
        self,
        setup: Setup,
        cards: list[Card],
        chance: Chance,
        players: list[PlayerState],
        deck: Pile,
        turn: TurnState,
        original: GameState | None = None,
        records_happenings: bool = True,
    ) -> None:
        self.setup = setup
        self.cards = cards
        self.chance = chance
        self.players = players
        self.deck = deck
        self.turn = turn
        self.happenings: list[RawHappening] = []
        self.records_happenings = records_happenings
        if original is None:
            self._lay_out()
        else:
            self._take_after(original)

    def _lay_out(self) -> None:
        """An empty table."""
        self.row: Zone = ()
        self.under: tuple[Zone, ...] = ()
        self.void: Zone = ()
        self.removed: Zone = ()
        self.set_aside: Zone = ()
        self.limbo: Zone = ()
        self.supply: tuple[int, ...] = ()
        self.event = NOTHING
        self.pool = 0
        self.ending = False
        self.over = False
        self.winners: tuple[int, ...] = ()
        self.first = self.turn.seat
        self.turn_number = 0
        self.extra_turns = 0
        self.idle_turns = 0
        self.cult_honor = 0
        self.cult_cards: Zone = ()
        self.fates: tuple[tuple[int, int], ...] = ()
        self.stack: tuple[Frame, ...] = ()
        self.decision: Decision | None = None
        self.version = 0
        self.seen = 0

    def _take_after(self, original: GameState) -> None:
        """The same table as another. What never changes is shared."""
        self.row = original.row
        self.under = original.under
        self.void = original.void
        self.removed = original.removed
        self.set_aside = original.set_aside
        self.limbo = original.limbo
        self.supply = original.supply
        self.event = original.event
        self.pool = original.pool
        self.ending = original.ending
        self.over = original.over
        self.winners = original.winners
        self.first = original.first
        self.turn_number = original.turn_number
        self.extra_turns = original.extra_turns
        self.idle_turns = original.idle_turns
        self.cult_honor = original.cult_honor
        self.cult_cards = original.cult_cards
        self.fates = original.fates
        self.stack = original.stack
        self.decision = original.decision
        self.version = original.version
        self.seen = original.seen

    def copy(self, quiet: bool = False) -> GameState:
        """An independent twin. A quiet one records no happenings, which is what a search wants."""
        players = [each.copy() for each in self.players]
        chance, deck, turn = self.chance.copy(), self.deck.copy(), self.turn.copy()
        return GameState(
            self.setup, self.cards, chance, players, deck, turn, self, self.records_happenings and not quiet
        )

    def __copy__(self) -> GameState:
        return self.copy()

    def __deepcopy__(self, memo: object) -> GameState:
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        from .snapshot import snapshot, unpickled

        return unpickled, (self.setup, snapshot(self), self.happenings, self.records_happenings)

    # --- choosing

    def choose(self, choice: Option, version: int | None = None) -> None:
        """Takes the choice and goes on until somebody has to decide again. What is wrong changes nothing."""
        decision = self.decision
        if decision is None:
            raise GameIsOver("The game is over: there is nothing left to choose.")
        if version is not None and version != self.version:
            raise LateChoice(
                f"The choice answers version {version}, but the game is at version {self.version}: look again."
            )
        if choice not in decision.options:
            raise IllegalChoice(
                f'"{choice.text}" is not possible now. {seat_name(decision.seat)} may: '
                + "; ".join(decision.texts())
                + "."
            )
        self.apply(choice)

    def apply(self, choice: Option) -> None:
        """Takes a choice that is known to be on offer, without looking again: for rollouts and searches."""
        self.version += 1
        if self.records_happenings:
            self.happenings = []
        self.answer(choice)
        self.run()

    def answer(self, choice: Option) -> None:
        """Gives the choice to the effect that asked. What follows from it is left to `run`."""
        self.decision = None
        frame = self._next_frame()
        frame.effect.answer(self, frame, choice)

    def run(self) -> None:
        """Goes on with unfinished work until somebody has to decide, or the game is over."""
        while not self.is_waiting:
            self.step()

    @property
    def is_waiting(self) -> bool:
        """Whether nothing happens before somebody decides. A question with one possible answer waits for nobody."""
        decision = self.decision
        return self.over or (decision is not None and (len(decision.options) > 1 or decision.frame.effect.always_asks))

    def step(self) -> None:
        """Answers the question that has one possible answer, or resumes the topmost piece of unfinished work."""
        if self.decision is not None:
            self.answer(self.decision.options[0])
        else:
            frame = self._next_frame()
            frame.effect.resume(self, frame)

    def _next_frame(self) -> Frame:
        """The topmost piece of unfinished work leaves the stack."""
        frame = self.stack[-1]
        self.stack = self.stack[:-1]
        return frame

    def ask(self, seat: int, options: list[Option], frame: Frame) -> None:
        """Opens a decision; the frame gets the answer. When the game has been won, nobody is asked any more."""
        if not self.over:
            self.stack += (frame,)
            self.decision = Decision(seat, options, frame)

    def perform(self, context: Context, effects: tuple[Effect, ...]) -> None:
        """Carries effects out in order. Nothing may be left to do for the caller but what is on the stack already."""
        for index, effect in enumerate(effects):
            if effect.instant:
                effect.do(self, context)
            else:
                for later in range(len(effects) - 1, index, -1):
                    self.push(effects[later], context)
                effect.do(self, context)
                return

    def push(self, effect: Effect, context: Context, data: tuple[int, ...] = ()) -> None:
        self.stack += (Frame(effect, context, data),)

    # --- looking

    def view(self, seat: int) -> SeatView:
        """What this seat may know; `SPECTATOR` for somebody who only looks on."""
        from .view import SPECTATOR, SeatView

        if seat != SPECTATOR:
            self.check_seat(seat)
        return SeatView(self, seat)

    def check_seat(self, seat: int) -> None:
        if not 0 <= seat < len(self.players):
            raise UnknownName(f"There is no seat {seat}: choose 0 to {len(self.players) - 1}.")

    # --- small questions about the table

    def opponents(self, seat: int) -> list[int]:
        """Clockwise from the left of the seat, without a teammate."""
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
        """Adds to what happened since the last choice."""
        if self.records_happenings:
            self.happenings.append((kind, seat, card, amount, source, target, other, detail, audience))


__all__ = ["NO_CONTEXT", "Context", "Frame", "GameState", "Pending", "PlayerState", "RawHappening", "TurnState"]
