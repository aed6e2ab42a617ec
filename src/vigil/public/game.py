"""Games and their players."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from os import PathLike
from typing import TYPE_CHECKING, Any

from vigil.cards import new_state
from vigil.engine import records as engine
from vigil.engine import scoring
from vigil.engine.errors import BadRecord, GameIsOver
from vigil.engine.options import Decision as EngineDecision
from vigil.engine.options import Option as EngineOption
from vigil.engine.setup import usual_players
from vigil.engine.snapshot import snapshot
from vigil.engine.state import GameState, PlayerState, RawHappening
from vigil.engine.terms import NOTHING
from vigil.set_names import set_names

from .arguments import optional_whole, player_names, seat_in, variant_name, whole
from .cards import Card
from .decisions import Decision, Option
from .happenings import Happening, seen_by
from .table import Table, TablePlayer, cards_of
from .view import View
from .wording import amount

if TYPE_CHECKING:
    from .records import Record, Step


class Player(TablePlayer):
    """One player of a game, including what is hidden from the others. It always shows the current state of the game.

    >>> import vigil
    >>> game = vigil.new_game(seed=8)
    >>> game.players[0]
    <Player p1: 0 honor, 5 cards in hand, 5 in deck>
    >>> game.players[0].hand
    [<Card 'Apprentice'>, <Card 'Apprentice'>, <Card 'Apprentice'>, <Card 'Militia'>, <Card 'Militia'>]
    """

    __slots__ = ()

    _table: Game

    @property
    def _player(self) -> PlayerState:
        return self._table.state.players[self.seat]

    @property
    def score(self) -> int:
        """Honor tokens plus the honor of all cards that the player owns."""
        return scoring.score(self._table.state, self.seat)

    @property
    def hand(self) -> list[Card]:
        """The cards in hand."""
        return self._cards(self._player.hand)

    @property
    def deck(self) -> list[Card]:
        """The cards in the deck, those put on top first. The order of the rest is undetermined until it is drawn."""
        return self._cards(card for layer in self._player.deck.shown_layers() for card in layer)

    @property
    def owned(self) -> list[Card]:
        """All cards that the player owns, in any zone."""
        return self._cards(scoring.owned(self._table.state, self.seat))

    def __repr__(self) -> str:
        counts = f"{amount(len(self.hand), 'card')} in hand, {len(self.deck)} in deck"
        return f"<Player {self.name}: {self.honor} honor, {counts}>"


class Game(Table):
    """A game, including what is hidden from the players. Until it is over, exactly one decision is open.

    >>> import vigil
    >>> game = vigil.new_game(sets="rise,war", players=3, seed=8)
    >>> game
    <Game Rise of Vigil + War of Shadows, 3 players, turn 1, p1 to play>
    >>> while not game.over:
    ...     game.choose(game.decision.options[0])
    >>> game
    <Game Rise of Vigil + War of Shadows, 3 players, turn 60, over, p3 won>
    """

    __slots__ = ("_beginning", "_choices", "_decision", "_log", "_version")

    state: GameState
    """The engine's game: fast, with numbers instead of cards. Make choices only on a copy: this one is recorded."""

    def __init__(
        self, state: GameState, names: Sequence[str] = (), position: dict[str, Any] | None = None, dealt: bool = False
    ) -> None:
        """Wraps a game of the engine. Only games that were dealt or started from a position have a record."""
        self.state = state
        self.names = list(names)
        self._beginning: engine.Record | None = None
        if dealt or position is not None:
            setup = state.setup
            self._beginning = engine.Record(setup.to_dict(), state.chance.seed, rules=setup.rules, position=position)
        self._choices: list[str | tuple[EngineDecision, EngineOption]] = []
        self._log: list[list[RawHappening]] = [state.happenings]
        self._decision: Decision | None = None
        self._version = state.version

    # --- choosing

    @property
    def decision(self) -> Decision | Any:
        """The open decision; None once the game is over."""
        # `| Any`, not `| None`: callers who know that the game is not over need not prove it to the type checker.
        raw = self.state.decision
        if raw is None:
            return None
        if self._decision is None or self._decision.raw is not raw:
            self._decision = Decision(raw, self.state.cards)
        return self._decision

    def choose(self, choice: Option | str) -> None:
        """Makes a choice, given as an option or its text, and continues to the next decision.

        Raises IllegalChoice if it is not legal, BadNotation if the text is ambiguous, and GameIsOver if the game is
        over. In these cases the game does not change.

        >>> import vigil
        >>> game = vigil.new_game(seed=8, first=0)
        >>> game.choose("play Militia")
        >>> game.choose(game.decision.options[0])
        >>> game.choices
        ['play Militia', 'play Apprentice']
        >>> game.choose("play Aprentice")
        Traceback (most recent call last):
        vigil.IllegalChoice: "play Aprentice" is not possible now. Did you mean "play Apprentice"? p1 may: ...
        """
        decision: Decision | None = self.decision
        if decision is None:
            raise GameIsOver("The game is over: there is nothing left to choose.")
        option = decision.option(choice).raw
        self._check_untouched()
        self.state.apply(option)
        self._version += 1
        self._choices.append((decision.raw, option))
        self._log.append(self.state.happenings)

    def _check_untouched(self) -> None:
        if self.state.version != self._version:
            raise BadRecord("A choice was made on game.state, so it is not in the record. Use game.state.copy().")

    # --- looking

    @property
    def players(self) -> list[Player]:
        """The players by seat."""
        return [Player(self, seat) for seat in range(len(self.state.players))]

    @property
    def scores(self) -> list[int]:
        """The scores by seat: honor tokens plus the honor of all cards that the player owns."""
        return [player.score for player in self.players]

    @property
    def seed(self) -> int:
        """The seed of the game's random numbers."""
        return self.state.chance.seed

    @property
    def center_deck(self) -> list[Card]:
        """The cards left in the center deck. Their order is undetermined until they are drawn."""
        return cards_of(self.state, (card for layer in self.state.deck.shown_layers() for card in layer))

    @property
    def choices(self) -> list[str]:
        """All choices so far, in notation.

        >>> import vigil
        >>> game = vigil.new_game(seed=8, first=0)
        >>> game.choose("play Militia")
        >>> game.choices
        ['play Militia']
        """
        for number, made in enumerate(self._choices):
            if not isinstance(made, str):
                decision, option = made
                self._choices[number] = decision.text(option)
        return [made for made in self._choices if isinstance(made, str)]

    def view(self, seat: int | None = None) -> View:
        """What this seat may know; without a seat, what a spectator may know.

        >>> import vigil
        >>> vigil.new_game(seed=8, first=0).view(1).players[0].hand is None
        True
        """
        return View(self.state.view(seat_in(self.state, seat)), self.names)

    def happenings(self, seat: int | None = None, *, since: int | None = None) -> list[Happening]:
        """What happened since the last choice, as this seat may see it; without a seat, as a spectator may.

        `since` is a number of choices: `since=0` includes everything from the deal on, `since=10` everything after the
        tenth choice.

        >>> import vigil
        >>> game = vigil.new_game(seed=8, first=0)
        >>> game.choose("end turn")
        >>> game.happenings(seat=0)[0]
        <Happening 'You draw Apprentice.'>
        >>> game.happenings(seat=1)[0]
        <Happening 'p1 draws a card.'>
        """
        reader = seat_in(self.state, seat)
        after = optional_whole("since", since)
        start = len(self._log) - 1 if after is None else after + 1 if after else 0
        raw = [each for entry in self._log[start:] for each in entry]
        return seen_by(reader, raw, self.state.cards, [player.name for player in self.players])

    # --- copies and records

    def copy(self) -> Game:
        """An independent copy. It continues with the same random numbers.

        >>> import vigil
        >>> game = vigil.new_game(seed=8, first=0)
        >>> twin = game.copy()
        >>> twin.choose("play Militia")
        >>> game.turn.power, twin.turn.power
        (0, 1)
        """
        twin = Game.__new__(Game)
        twin.state = self.state.copy()
        twin.state.happenings = self.state.happenings
        twin.names = self.names.copy()
        twin._beginning = self._beginning
        twin._choices = self._choices.copy()
        twin._log = self._log.copy()
        twin._decision = self._decision
        twin._version = self._version
        return twin

    def __copy__(self) -> Game:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Game:
        return self.copy()

    def __getstate__(self) -> dict[str, object]:
        return {
            "state": self.state,
            "names": self.names,
            "_beginning": None if self._beginning is None else self._beginning.to_json(),
            "_choices": self.choices,
            "_log": self._log,
            "_version": self._version,
        }

    def __setstate__(self, saved: dict[str, Any]) -> None:
        beginning = saved.pop("_beginning")
        for name, value in saved.items():
            setattr(self, name, value)
        self._decision = None
        self._beginning = None if beginning is None else engine.Record.from_json(beginning)

    @property
    def record(self) -> Record:
        """The record of the game so far: its setup, seed and choices."""
        from .records import Record

        if self._beginning is None:
            raise BadRecord("A sampled game has no record. Save the game that it was sampled from.")
        self._check_untouched()
        begun = self._beginning
        result = engine.result_of(self.state) if self.over else None
        choices, names = self.choices, self.names.copy()
        return Record(engine.Record(begun.setup, begun.seed, choices, names, result, begun.rules, begun.position))

    def save(self, path: str | PathLike[str]) -> None:
        """Saves the record to a file that `vigil.load` reads.

        >>> import vigil
        >>> game = vigil.new_game(seed=8)
        >>> game.save("game.vigil")
        >>> vigil.load("game.vigil") == game
        True
        """
        self.record.save(path)

    def replay(self) -> Iterator[Step]:
        """Replays the game step by step.

        >>> import vigil
        >>> game = vigil.new_game(seed=8, first=0)
        >>> game.choose("play Militia")
        >>> [(step.number, step.text) for step in game.replay()]
        [(1, 'play Militia')]
        """
        return self.record.replay()

    def __eq__(self, other: object) -> bool:
        """Games are equal if they are in the same position and continue with the same random numbers."""
        return isinstance(other, Game) and snapshot(self.state) == snapshot(other.state)

    __hash__ = None  # type: ignore[assignment]

    def __str__(self) -> str:
        return str(self._decider_view())

    def _repr_html_(self) -> str:
        """The board as a notebook shows it, for the player who has to decide."""
        return self._decider_view()._repr_html_()

    def _decider_view(self) -> View:
        return self.view(self.turn.seat if self.over else self.decision.seat)

    def __repr__(self) -> str:
        state = self.state
        deciding = NOTHING if state.decision is None else state.decision.seat
        return f"<Game {state.setup.summary(state.turn_number, deciding, state.winners)}>"


def new_game(
    sets: str | Iterable[str] = "chronicle",
    players: int | None = None,
    *,
    seed: int | None = None,
    variant: str = "standard",
    first: int | None = None,
    names: str | Sequence[str] = (),
    honor_pool: int | None = None,
    shards: int | None = None,
    row_length: int = 6,
) -> Game:
    """Deals a new game.

    `sets` are titles or unique beginnings of their words, in a list or in one comma-separated string; `all` means all
    of them. The default is two players, four for the variant `team` and one for `solitaire`. The same `seed` gives the
    same game; without one the seed is random. `first` is the seat that takes the first turn, by default a random one.
    `honor_pool` (default: 30 per player), `shards` (energy shards in the center deck) and `row_length` change the
    setup.

    >>> import vigil
    >>> vigil.new_game(sets="rise,war", players=3, seed=8)
    <Game Rise of Vigil + War of Shadows, 3 players, turn 1, p1 to play>
    >>> vigil.new_game(sets=["Gift of the Elements"], variant="solitaire", seed=8)
    <Game Gift of the Elements, solitaire, turn 1, p1 to play>
    >>> vigil.new_game(sets="rize")
    Traceback (most recent call last):
    vigil.UnknownName: There is no set called "rize". Did you mean "rise"? Known sets: ...
    """
    variant = variant_name(variant)
    count = usual_players(variant) if players is None else whole("players", players)
    state = new_state(
        count,
        set_names(sets),
        variant,
        optional_whole("seed", seed),
        optional_whole("honor_pool", honor_pool),
        optional_whole("shards", shards),
        whole("row_length", row_length),
        optional_whole("first", first),
    )
    return Game(state, player_names(names, count), dealt=True)
