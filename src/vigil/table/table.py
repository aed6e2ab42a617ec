"""One table: made from its entries and nothing else.

    table = Table(id, secret, entries[0])
    for entry in entries[1:]:
        table.apply(entry)

`validation.accept` says whether an action is allowed, and changes nothing. `apply` does not check: an entry is an
action that was allowed when it was written. So a table is rebuilt by applying its journal again, and two workers that
have applied the same entries have the same table.

`version` is the number of the entry that led to the present position. It only grows, also when a choice is taken back,
so an answer to a position that is gone can never be taken for an answer to the present one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from vigil.cards import LIBRARY
from vigil.engine.happenings import TURN_BEGINS
from vigil.engine.notation import parse
from vigil.engine.options import Option
from vigil.engine.positions import build_position
from vigil.engine.setup import deal
from vigil.engine.state import GameState, RawHappening
from vigil.engine.terms import NOTHING, TEAM

from . import actions as do
from .actions import SERVER, Entry
from .answers import Answers
from .clocks import Clocks
from .fairness import Secret
from .settings import Leaving
from .shared_list import SharedList

CHAT_KEPT: Final = 200
CHANGES_KEPT: Final = 200
ANONYMOUS: Final = "Somebody"
RECENT: Final = 32
"""The games before so many moves are kept, and of the older ones one in so many."""
MOST_UNDOS: Final = 1_000
"""Undos at one table. They stay in its journal, which has to be read whenever the table is loaded."""


class Phase(StrEnum):
    """`finished` games have a winner; `ended` ones were given up."""

    LOBBY = "lobby"
    PLAYING = "playing"
    FINISHED = "finished"
    ENDED = "ended"


class Seat(Struct, frozen=True):
    """Open, a person's, a bot's; or a person's that a bot keeps. `name` is set where somebody else plays for them."""

    person: str = ""
    bot: str = ""
    name: str = ""

    @property
    def is_open(self) -> bool:
        return not self.person and not self.bot

    @property
    def is_kept(self) -> bool:
        return bool(self.person and self.bot)


def person_name(seat: Seat, known: Mapping[str, str]) -> str:
    """What the person on the seat is called. Whoever is not `known` is forgotten."""
    return (seat.name or known[seat.person]) if seat.person in known else ANONYMOUS


class Change(StrEnum):
    """What became of a person's seat: a bot plays there from now on, or the person is back."""

    LEFT = "left"
    TIMED_OUT = "timed-out"
    RETURNED = "returned"


class SeatChange(Struct, frozen=True, gc=False):
    """`number` is that of the entry, `at` its time in seconds since 1970."""

    number: int
    at: float
    seat: int
    kind: Change


class Move(NamedTuple):
    """A choice that stands, and what came of it. The first move is the deal, by nobody."""

    version: int
    seat: int
    by: str
    text: str
    seen_before: int
    told: list[RawHappening]


class UndoRequest(Struct, frozen=True):
    """Somebody wants to go back to the position before a move; `agreed` are those who do not mind.

    Everybody who plays in person is asked, and so are those whose `consent` is needed, even when they have left.
    """

    number: int
    by: str
    place: int
    agreed: tuple[str, ...]
    consent: tuple[str, ...] = ()


class ChatLine(NamedTuple):
    number: int
    at: float
    by: str
    phrase: str
    text: str


class Table:
    """`number` is that of the last entry. `moves` are the choices that stand; what was undone is not among them.

    `forfeits` are the seats whose players left a rated game or ran out of time, in order: for them it is lost.
    `ended_by` is the number of the entry after which the table was over.
    """

    def __init__(self, table_id: str, secret: Secret, opening: Entry) -> None:
        assert isinstance(opening.action, do.Open), "The first entry opens the table."
        self.id = table_id
        self.secret = secret
        self.settings = opening.action.settings
        self.beginning = opening.action.beginning
        self.earlier = opening.action.earlier
        self.rules = opening.action.rules
        self.position = opening.action.position
        self.daily = opening.action.daily
        self.owner = opening.by
        self.opened = opening.at
        self.changed = opening.at
        self.number = opening.number
        self.version = opening.number
        self.phase = Phase.LOBBY
        self.seats = [Seat()] * self.settings.players
        self.clocks = Clocks.of(self.settings.clock, self.settings.players)
        self.game: GameState | None = None
        self.moves: SharedList[Move] = SharedList()
        self._games: dict[int, GameState] = {}
        self.taken_back: list[tuple[int, int]] = []
        self.request: UndoRequest | None = None
        self.chat: list[ChatLine] = []
        self.seat_changes: list[SeatChange] = []
        self.left_by = NOTHING
        self.forfeits: list[int] = []
        self.is_aborted = False
        self.ended_by = 0
        self._answers = Answers()
        self._answers.add(opening)

    @staticmethod
    def rebuilt(table_id: str, secret: Secret, entries: Iterable[Entry]) -> Table:
        journal = iter(entries)
        table = Table(table_id, secret, next(journal))
        for entry in journal:
            table.apply(entry)
        return table

    def copy(self) -> Table:
        """A draft: what is applied to it does not change this table. Games are never changed, so both share theirs."""
        twin = Table.__new__(Table)
        twin.__dict__.update(self.__dict__)
        twin.seats, twin.moves, twin.taken_back = self.seats[:], self.moves.copy(), self.taken_back[:]
        twin.forfeits, twin._games, twin._answers = self.forfeits[:], self._games.copy(), self._answers.copy()
        return twin

    # --- looking

    def answered(self, by: str, key: str) -> Entry | None:
        """The entry that an earlier request with the same key has led to."""
        return self._answers.find(by, key)

    def seats_of(self, person: str) -> list[int]:
        return [place for place, seat in enumerate(self.seats) if person and seat.person == person]

    def people(self) -> set[str]:
        """Everybody whose name may be shown: at the seats, and in the chat."""
        return {seat.person for seat in self.seats if seat.person} | {line.by for line in self.chat}

    def humans(self) -> list[str]:
        """Everybody who plays here in person now, each of them once."""
        return list(dict.fromkeys(seat.person for seat in self.seats if seat.person and not seat.bot))

    def bot_since(self, place: int) -> float | None:
        """When a bot took over the seat of a person who has left or ran out of time."""
        if not self.seats[place].is_kept:
            return None
        return next((change.at for change in reversed(self.seat_changes) if change.seat == place), None)

    @property
    def is_paused(self) -> bool:
        """Everybody who played has left. Bots do not play on; the game waits until one of them is back."""
        return self.phase == Phase.PLAYING and any(seat.is_kept for seat in self.seats) and not self.humans()

    @property
    def is_over(self) -> bool:
        return self.phase in (Phase.FINISHED, Phase.ENDED)

    @property
    def is_first_round(self) -> bool:
        """Whether somebody has not finished their first turn: a rated game can still be aborted."""
        return self.phase == Phase.PLAYING and self.playing.turn_number <= len(self.seats)

    def side(self, place: int) -> int:
        """The same for seats that win together."""
        return place % (len(self.seats) // 2) if self.settings.variant == TEAM else place

    @property
    def deciding(self) -> int:
        """The seat that has the open decision; NOTHING outside a game."""
        is_open = self.phase == Phase.PLAYING and self.game is not None and self.game.decision is not None
        return self.game.decision.seat if is_open else NOTHING  # type: ignore[union-attr]

    @property
    def deadline(self) -> float | None:
        """When somebody runs out of time, if nothing happens before."""
        return self.clocks.deadline() if self.phase == Phase.PLAYING else None

    @property
    def playing(self) -> GameState:
        assert self.game is not None, "The game has not begun."
        return self.game

    def first_game(self) -> GameState:
        """The game before the first choice."""
        if self.position is not None:
            return build_position(LIBRARY, self.settings.sets, self.position, self.rules)
        return deal(self.settings.setup(self.rules), self.secret.seed)

    def option(self, choice: str) -> Option:
        """The option that a text means now."""
        decision = self.playing.decision
        assert decision is not None
        # Programs and pages send back what they were told: then there is nothing to guess.
        exact = [each for each in decision.options if each.words == choice]
        return exact[0] if len(exact) == 1 else parse(decision, choice)

    # --- undo

    def last_own_move(self, person: str) -> int | None:
        """The place of the last choice that this person made; nothing where there is none."""
        for place, move in zip(range(len(self.moves) - 1, 0, -1), reversed(self.moves), strict=False):
            if move.by == person:
                return place
        return None

    def undo_is_free(self, place: int) -> bool:
        """Nobody else has acted since, and the choice brought nothing to light that was hidden before."""
        return place == len(self.moves) - 1 and self.moves[place].seen_before == self.playing.seen

    @property
    def has_undos_left(self) -> bool:
        return len(self.taken_back) < MOST_UNDOS

    def turns_since(self, place: int) -> list[int]:
        """The seats whose turns began with this move or after it, in order."""
        return [told[1] for move in self.moves[place:] for told in move.told if told[0] == TURN_BEGINS]

    def affected_by_undo(self, place: int) -> list[str]:
        """Everybody whose choices are taken back when the game goes back to the position before this move."""
        return list(dict.fromkeys(move.by for move in self.moves[place:] if move.by != SERVER))

    def unanswered(self) -> list[str]:
        """Who still has to answer the open request for an undo."""
        if self.request is None:
            return []
        asked = dict.fromkeys([*self.humans(), *self.request.consent])
        return [person for person in asked if person not in self.request.agreed]

    # --- changing

    def game_after(self, option: Option) -> GameState:
        """The game after this choice; the table keeps its own."""
        return _after(self.playing, option)

    def apply(self, entry: Entry, game: GameState | None = None) -> None:
        """Carries out an entry. `game` is the game after a choice, if it is known already."""
        assert entry.number == self.number + 1, f"Entry {entry.number} does not follow entry {self.number}."
        self.number = entry.number
        if not isinstance(entry.action, do.Merge):
            # It changes who somebody is, and nothing of the game.
            self.changed = entry.at
        self._answers.add(entry)
        was_over = self.is_over
        self._carry_out(entry, game)
        if self.is_over and not was_over:
            self.ended_by = entry.number

    def _carry_out(self, entry: Entry, game: GameState | None) -> None:
        match entry.action:
            case do.Choose() as choice:
                self._choose(entry, choice, game or self.game_after(self.option(choice.choice)))
            case do.Say(phrase=phrase, text=text):
                self.chat = [*self.chat[1 - CHAT_KEPT :], ChatLine(entry.number, entry.at, entry.by, phrase, text)]
            case do.Sit(seat=place, name=name):
                self.seats[place] = Seat(person=entry.by, name=name)
            case do.Stand(seat=place):
                self.seats[place] = Seat()
            case do.SeatBot(seat=place, level=level):
                self.seats[place] = replace(self.seats[place], bot=level)
            case do.Start():
                self._start(entry)
            case do.Undo(consent=consent):
                self._undo(entry, consent)
            case do.AnswerUndo(agree=agree):
                self._answer_undo(entry, agree)
            case do.Leave():
                self._leave(entry, self.seats_of(entry.by))
            case do.Expire(seat=place):
                self._leave(entry, [place])
            case do.Abort():
                self._abort(entry.by)
            case do.Return():
                self._return(entry)
            case do.Close():
                self._close(entry)
            case do.Merge(guest=guest, account=account):
                self._merge(guest, account)
            case do.Open():
                raise AssertionError("A table is opened once.")

    def _start(self, entry: Entry) -> None:
        self.phase = Phase.PLAYING
        self.game = self.first_game()
        self.moves = SharedList([Move(entry.number, NOTHING, SERVER, "", 0, self.game.happenings)])
        for text in self.earlier:
            # They are the server's, so nobody can take them back.
            self._move(entry.number, self.deciding, SERVER, text, self.game_after(self.option(text)))
        self._goes_on(entry)

    def _choose(self, entry: Entry, action: do.Choose, after: GameState) -> None:
        self._move(entry.number, action.seat, entry.by, action.choice, after)
        self.request = None
        self._goes_on(entry)

    def _move(self, version: int, seat: int, by: str, text: str, after: GameState) -> None:
        place = len(self.moves)
        self._games[place] = self.playing
        if place % RECENT != 1:
            self._games.pop(place - RECENT, None)
        self.moves.append(Move(version, seat, by, text, self.playing.seen, after.happenings))
        self.game = after

    def _goes_on(self, entry: Entry) -> None:
        """There is a new position: its version, and whose clock runs now."""
        self.version = entry.number
        if self.playing.over:
            self.phase = Phase.FINISHED
        self._run_clock(entry.at)

    def _run_clock(self, now: float) -> None:
        game, seat = self.playing, self.deciding
        is_person = seat != NOTHING and not self.seats[seat].bot
        self.clocks = self.clocks.passed_to(seat if is_person else NOTHING, game.turn_number, game.turn.seat, now)

    def _undo(self, entry: Entry, consent: tuple[str, ...]) -> None:
        place = self.last_own_move(entry.by)
        assert place is not None
        self.request = UndoRequest(entry.number, entry.by, place, (entry.by,), consent)
        if self.undo_is_free(place):
            self._take_back(entry, place)
        else:
            self._settle_request(entry)

    def _answer_undo(self, entry: Entry, agree: bool) -> None:
        assert self.request is not None
        if agree:
            self.request = replace(self.request, agreed=(*self.request.agreed, entry.by))
            self._settle_request(entry)
        else:
            self.request = None

    def _settle_request(self, entry: Entry) -> None:
        """As soon as everybody who is asked agrees, it is done."""
        if self.request is not None and not self.unanswered():
            self._take_back(entry, self.request.place)

    def _take_back(self, entry: Entry, place: int) -> None:
        self.taken_back.append((entry.number, self.moves[place].version))
        self.game = self._game_before(place)
        self._games = {before: game for before, game in self._games.items() if before < place}
        self.moves.cut(place)
        self.request = None
        self._goes_on(entry)

    def _game_before(self, place: int) -> GameState:
        """Played again from the nearest game that is kept. The games on the way are kept too, so that going further
        back move by move plays nothing twice."""
        kept = next(before for before in range(place, 0, -1) if before in self._games)
        game = self._games[kept]
        for before in range(kept, place):
            assert game.decision is not None
            game = _after(game, parse(game.decision, self.moves[before].text))
            self._games[before + 1] = game
        return game

    def _leave(self, entry: Entry, places: list[int]) -> None:
        if self.phase == Phase.LOBBY:
            self._leave_lobby(entry.by, places)
        elif self.phase == Phase.PLAYING and places:
            if self._ends_when_left(places):
                self.phase = Phase.ENDED
                self.left_by = places[0]
            else:
                kind = Change.TIMED_OUT if isinstance(entry.action, do.Expire) else Change.LEFT
                for place in places:
                    if not self.seats[place].bot:
                        self._note(SeatChange(entry.number, entry.at, place, kind))
                    self.seats[place] = replace(self.seats[place], bot=self.settings.stand_in)
            self._run_clock(entry.at)
            if self.request is not None and self.request.by not in self.humans():
                self.request = None
            self._settle_request(entry)

    def _ends_when_left(self, places: list[int]) -> bool:
        """An unrated game as was agreed; a rated one in its first round, when one side is left, or no person at all."""
        if not self.settings.rated:
            return self.settings.leaving == Leaving.END
        if self.is_first_round:
            self.is_aborted = True
            return True
        self.forfeits += places
        staying = [place for place in range(len(self.seats)) if place not in self.forfeits]
        is_person_left = any(self.seats[place].person for place in staying)
        return len({self.side(place) for place in staying}) < 2 or not is_person_left

    def _abort(self, person: str) -> None:
        self.phase = Phase.ENDED
        self.is_aborted = True
        self.left_by = self.seats_of(person)[0]

    def _leave_lobby(self, person: str, places: list[int]) -> None:
        for place in places:
            self.seats[place] = Seat()
        if person == self.owner:
            self.owner = next(iter(self.humans()), "")
            if not self.owner:
                self.phase = Phase.ENDED

    def _close(self, entry: Entry) -> None:
        if self.phase == Phase.PLAYING:
            self.left_by = next(iter(self.seats_of(entry.by)), NOTHING)
        self.phase = Phase.ENDED

    def _return(self, entry: Entry) -> None:
        for place in self.seats_of(entry.by):
            if self.seats[place].bot:
                self._note(SeatChange(entry.number, entry.at, place, Change.RETURNED))
            self.seats[place] = replace(self.seats[place], bot="")
            self.clocks = self.clocks.welcomed(place)
        self._run_clock(entry.at)

    def _merge(self, guest: str, account: str) -> None:
        def merged(person: str) -> str:
            return account if person == guest else person

        self.owner = merged(self.owner)
        self.seats = [replace(seat, person=merged(seat.person)) for seat in self.seats]
        self.moves = SharedList(move._replace(by=merged(move.by)) for move in self.moves)
        self.chat = [line._replace(by=merged(line.by)) for line in self.chat]
        self._answers.rename(merged)
        if self.request is not None:
            self.request = replace(
                self.request,
                by=merged(self.request.by),
                agreed=tuple(map(merged, self.request.agreed)),
                consent=tuple(map(merged, self.request.consent)),
            )

    def _note(self, change: SeatChange) -> None:
        self.seat_changes = [*self.seat_changes[1 - CHANGES_KEPT :], change]


def _after(game: GameState, option: Option) -> GameState:
    after = game.copy()
    after.choose(option)
    return after
