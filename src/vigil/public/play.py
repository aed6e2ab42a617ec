"""Bots, and games between them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from vigil.engine.errors import IllegalChoice, ImpossibleTable, UnknownName, VigilError, did_you_mean
from vigil.engine.terms import seat_name

from .arguments import optional_whole, string
from .decisions import Decision, Option
from .game import Game, new_game
from .records import Record
from .view import View

if TYPE_CHECKING:
    from vigil import bots as engine
    from vigil.engine import options as engine_options
    from vigil.engine.view import SeatView


class Bot(ABC):
    """The base class for your own bots. `choose` gets what the seat may know and returns an option.

    >>> import vigil
    >>> class Spender(vigil.Bot):
    ...     def choose(self, view, decision):
    ...         return max(decision.options, key=lambda option: option.card.cost if option.card else 0)
    >>> vigil.play([Spender, "random"], sets="chronicle", seed=3)
    <Result: p1 Spender 81, p2 random 5; p1 won>
    """

    @property
    def name(self) -> str:
        """The bot's name in results and records."""
        return type(self).__name__

    def begin(self, seat: int, seed: int) -> None:
        """Called before each game with the bot's seat and a seed for its random numbers."""
        return

    @abstractmethod
    def choose(self, view: View, decision: Decision) -> Option | str:
        """Returns one of the decision's options, or its text."""

    def __repr__(self) -> str:
        return f"<Bot {self.name!r}>"


class _BuiltIn(Bot):
    """A built-in bot."""

    def __init__(self, kind: type[engine.Bot], seed: int = 0, budget: engine.Budget | None = None) -> None:
        self._kind = kind
        self._budget = budget
        self.engine_bot = kind(seed, budget)

    @property
    def name(self) -> str:
        from vigil.bots import bot_label

        return bot_label(self._kind.name, self._budget)

    def begin(self, seat: int, seed: int) -> None:
        self.engine_bot = self._kind(seed, self._budget)

    def choose(self, view: View, decision: Decision) -> Option | str:
        return Option(self.engine_bot.choose(view.state, decision.raw), decision.raw)


class _Adapter(Bot):
    """A function (view, decision) -> option, or any object with the methods of a `Bot`."""

    def __init__(self, one: Any) -> None:
        self._one = one
        self._choose: Callable[[View, Decision], Option | str] = getattr(one, "choose", one)

    @property
    def name(self) -> str:
        names = (getattr(self._one, "name", ""), getattr(self._one, "__name__", ""), type(self._one).__name__)
        return next(name for name in names if name and isinstance(name, str)).strip("<>")

    def begin(self, seat: int, seed: int) -> None:
        if hasattr(self._one, "begin"):
            self._one.begin(seat, seed)

    def choose(self, view: View, decision: Decision) -> Option | str:
        return self._choose(view, decision)


BotLike = str | Bot | type[Bot] | Callable[[View, Decision], Option | str]
"""A bot's name, a bot, a bot class, or a function (view, decision) -> option."""


def bot(name: str, seed: int = 0, *, nodes: int | None = None, seconds: float | None = None) -> Bot:
    """One of the built-in bots, from weak to strong: `random`, `casual`, `player`, `advanced`, `expert` or `master`.

    The budget can be set in `nodes` (positions per decision, reproducible on every machine) or in `seconds` per turn,
    also as a part of the name: `expert@400n` or `master@1s`. A bot of your own is named by its file and its name there:
    `my_bot.py:Spender`.

    >>> import vigil
    >>> game = vigil.new_game(seed=8, first=0)
    >>> vigil.bot("advanced").choose(game.view(0), game.decision)
    <Option 'play Apprentice'>
    """
    from vigil.bots import Budget, parse_bot
    from vigil.bots.bot import BadBudget

    if ".py:" in string("name", name):
        return as_bot(bot_from_file(name))
    kind, budget = parse_bot(name)
    if nodes is not None or seconds is not None:
        if budget is not None:
            raise BadBudget(f'"{name}" has a budget already. Leave out nodes and seconds.')
        budget = Budget(optional_whole("nodes", nodes), seconds)
    return _BuiltIn(kind, seed, budget)


def bot_from_file(text: str) -> BotLike:
    """The bot class or function that a text like `my_bot.py:Spender` names. The file is run once in a process."""
    file, _, name = text.rpartition(":")
    path = Path(file).expanduser().resolve()
    if not path.is_file():
        raise UnknownName(f'There is no file "{file}" with a bot called "{name}".')
    module = _modules.get(path)
    if module is None:
        specification = spec_from_file_location(f"vigil_bot_{path.stem}", path)
        assert specification is not None
        assert specification.loader is not None
        module = module_from_spec(specification)
        try:
            specification.loader.exec_module(module)
        except Exception as error:
            raise BadBot(f'"{file}" cannot be run: {type(error).__name__}: {error}') from error
        _modules[path] = module
    found: BotLike | None = getattr(module, name, None)
    if found is None or not callable(getattr(found, "choose", found)):
        known = [each for each, value in vars(module).items() if callable(value) and not each.startswith("_")]
        raise UnknownName(f'There is no bot called "{name}" in "{file}".{did_you_mean(name, known)}')
    return found


_modules: dict[Path, ModuleType] = {}


def engine_kind(text: str, called: str = "") -> type[engine.Bot]:
    """A bot from a file as a class of the engine's bots, for what seats bots by their names."""
    from vigil.bots import Bot as EngineBot

    description = (bot_from_file(text).__doc__ or "").strip().partition("\n")[0]

    class OwnBot(EngineBot):
        name = called or text
        about = description or "A bot from a file."
        _choose: Callable[[SeatView, engine_options.Decision], engine_options.Option] | None = None

        def choose(self, view: SeatView, decision: engine_options.Decision) -> engine_options.Option:
            if self._choose is None:
                self._choose = seated(text, view.seat, self.seed)
            return self._choose(view, decision)

    return OwnBot


def add_bots(texts: Iterable[str]) -> None:
    """Makes bots from files known by their names in lower case: `my_bot.py:Spender` is `spender` from then on."""
    from vigil.bots import BOTS

    for text in texts:
        file, colon, name = text.rpartition(":")
        if not colon or not file.endswith(".py"):
            raise BadBot(f'"{text}" names no bot. Write a file and a name in it, such as my_bot.py:Bot.')
        called = name.strip().lower()
        if called in BOTS:
            raise BadBot(f'There is a bot called "{called}" already. Rename the one in "{file}".')
        BOTS[called] = engine_kind(text, called)


class BadBot(VigilError):
    """A bot from a file cannot be used."""


def as_bot(like: BotLike) -> Bot:
    """Converts a name, class or function to a bot."""
    from vigil import bots as engine

    if isinstance(like, str):
        return bot(like)
    one: object = like() if isinstance(like, type) else like
    if isinstance(one, Bot):
        return one
    if isinstance(one, engine.Bot):
        return _BuiltIn(type(one), one.seed, one.budget)
    if callable(getattr(one, "choose", one)):
        return _Adapter(one)
    raise TypeError(f"{like!r} is not a bot. Use a name, a vigil.Bot, or a function (view, decision) -> option.")


def bot_name(like: BotLike) -> str:
    """The bot's name. Does not instantiate a bot class."""
    return like.__name__ if isinstance(like, type) else as_bot(like).name


class _Seated:
    """A bot of the public kind, asked with the engine's own view and decision."""

    def __init__(self, player: Bot, seat: int) -> None:
        self._player = player
        self._seat = seat

    def __call__(self, view: SeatView, decision: engine_options.Decision) -> engine_options.Option:
        shown = Decision(decision, view.cards)
        try:
            answer = self._player.choose(View(view), shown)
        except Exception as error:
            error.add_note(_note(self._seat, self._player, view.turn_number, decision.prompt))
            raise
        return _checked(self._seat, self._player, shown, answer).raw


def seated(like: BotLike, seat: int, seed: int) -> Callable[[SeatView, engine_options.Decision], engine_options.Option]:
    """How the bot chooses in this seat, for code that plays through the engine and not through `Game`."""
    player = as_bot(like)
    player.begin(seat, seed)
    return player.engine_bot.choose if isinstance(player, _BuiltIn) else _Seated(player, seat)


@dataclass(frozen=True, repr=False)
class Result:
    """The result of a game between bots.

    >>> import vigil
    >>> result = vigil.play(["random", "advanced"], sets="chronicle", seed=3)
    >>> result.names, result.winners
    (['random', 'advanced'], [1])
    >>> result.scores == result.game.scores
    True
    """

    game: Game
    """The finished game."""

    @property
    def winners(self) -> list[int]:
        """The seats that won: one, a team, or none (the Cult)."""
        return self.game.winners

    @property
    def scores(self) -> list[int]:
        """The scores by seat: honor tokens plus the honor of all cards that the player owns."""
        return self.game.scores

    @property
    def names(self) -> list[str]:
        """The bots' names by seat."""
        return self.game.names

    @property
    def turns(self) -> int:
        """The number of turns played."""
        return self.game.turn_number

    @property
    def seed(self) -> int:
        """The seed of the game."""
        return self.game.seed

    @property
    def record(self) -> Record:
        """The record of the game, to save or replay."""
        return self.game.record

    def __repr__(self) -> str:
        game = self.game
        players = [f"{seat_name(player.seat)} {player.name} {player.score}" for player in game.players]
        cult = [] if game.cult is None else [f"the Cult {game.cult.score}"]
        who = " and ".join(map(seat_name, self.winners)) or "the Cult"
        return f"<Result: {', '.join(players + cult)}; {who} won>"


def play(
    bots: str | Sequence[BotLike],
    sets: str | Iterable[str] = "chronicle",
    players: int | None = None,
    *,
    seed: int | None = None,
    game: Game | None = None,
    variant: str = "standard",
    first: int | None = None,
    honor_pool: int | None = None,
    shards: int | None = None,
    row_length: int = 6,
) -> Result:
    """Plays a game between bots, one for each seat, to its end.

    A bot is a name, a `Bot`, a bot class, or any function (view, decision) -> option; a class needs no arguments to be
    instantiated. The other arguments are those of `new_game`; with `game` the bots continue a copy of that game
    instead. The same seed gives the same game if the bots are deterministic.

    An illegal answer raises IllegalChoice, which names the seat. An exception raised by a bot gets a note that names
    the seat.

    >>> import vigil
    >>> def first_option(view, decision):
    ...     return decision.options[0]
    >>> vigil.play([first_option, "random"], sets="gift", seed=3)
    <Result: p1 first_option 91, p2 random 7; p1 won>
    """
    seated = [as_bot(each) for each in (bots.split(",") if isinstance(bots, str) else bots)]
    if game is None:
        count = len(seated) if players is None else players
        game = new_game(
            sets,
            count,
            seed=seed,
            variant=variant,
            first=first,
            honor_pool=honor_pool,
            shards=shards,
            row_length=row_length,
        )
    elif not isinstance(game, Game):
        raise TypeError(f"game must be a Game, not {game!r}.")
    elif (sets, variant, first, honor_pool, shards, row_length) != ("chronicle", "standard", None, None, None, 6):
        raise TypeError("The game has been dealt already: leave out sets, variant and the other options of a deal.")
    else:
        game = game.copy()
    if len(game.players) != len(seated):
        raise ImpossibleTable(f"{len(game.players)} players need {len(game.players)} bots, not {len(seated)}.")
    game.names = [each.name for each in seated]
    for seat, each in enumerate(seated):
        each.begin(seat, _seed_of(game.seed if seed is None else seed, seat))
    while not game.over:
        decision: Decision = game.decision
        game.choose(_ask(seated[decision.seat], game, decision))
    return Result(game)


def _ask(each: Bot, game: Game, decision: Decision) -> Option:
    try:
        view = game.view(decision.seat)
        answer = each.choose(view, view.decision or decision)
    except Exception as error:
        error.add_note(_note(decision.seat, each, game.turn_number, decision.prompt))
        raise
    return _checked(decision.seat, each, decision, answer)


def _note(seat: int, each: Bot, turn: int, prompt: str) -> str:
    return f"{seat_name(seat)} ({each.name}) was asked in turn {turn}: {prompt}"


def _checked(seat: int, each: Bot, decision: Decision, answer: Option | str) -> Option:
    try:
        return decision.option(answer)
    except (VigilError, TypeError) as error:
        raise IllegalChoice(f"{seat_name(seat)} ({each.name}) gave an illegal answer: {error}") from None


def _seed_of(seed: int, seat: int) -> int:
    """A different seed for each seat."""
    return int.from_bytes(blake2b(f"{seed},{seat}".encode(), digest_size=8).digest(), "big")
