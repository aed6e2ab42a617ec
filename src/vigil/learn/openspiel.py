"""The game for OpenSpiel: after `import vigil.learn.openspiel`, `pyspiel.load_game("python_vigil")` knows it.

Chance is explicit. When a choice turns out to need randomness, it waits, and two chance nodes of 256 outcomes each
settle how it goes: together they are the seed of everything that this one choice draws. The deal is the first choice of
that kind. So a state never holds its own future, and a search that clones states cannot look into it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from typing import Any, Final, NamedTuple

import numpy as np

from vigil.cards import LIBRARY
from vigil.engine.chance import Chance
from vigil.engine.errors import ImpossibleTable
from vigil.engine.happenings import Happening
from vigil.engine.options import Decision, Option
from vigil.engine.scoring import finish
from vigil.engine.setup import Setup, deal
from vigil.engine.snapshot import checksum
from vigil.engine.state import GameState
from vigil.engine.terms import NOTHING, SOLITAIRE, seat_name
from vigil.engine.view import SPECTATOR, SeatView
from vigil.extras import needed

from . import setups
from .encoding import Encoding
from .rewards import rewards

needed("open_spiel", "openspiel", "The game for OpenSpiel")

import pyspiel  # type: ignore[import-not-found]  # noqa: E402

OUTCOMES: Final = 256
"""How many outcomes a chance node has."""
NODES: Final = 2
"""How many chance nodes settle what one choice draws."""
LONGEST_GAME: Final = 20_000
"""No player who wants anything comes near it; a game that does is scored as it stands."""

GAME_TYPE: Final = pyspiel.GameType(
    short_name="python_vigil",
    long_name="Vigil",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=6,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    provides_factored_observation_string=True,
    parameter_specification={
        "sets": "chronicle-of-the-godslayer",
        "players": 2,
        "variant": "standard",
        "honor_pool": 0,
        "shards": -1,
        "row_length": 6,
        "first": -1,
    },
)


class VigilGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel comes without types
    """A table at which games are played. Sets are joined by "+"; an honor pool of 0, -1 shards and a first seat of -1
    leave it to the rules."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        asked = GAME_TYPE.parameter_specification | (params or {})
        self.setup = _setup(asked)
        self.encoding = Encoding(self.setup)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.encoding.actions,
            max_chance_outcomes=OUTCOMES,
            num_players=self.setup.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST_GAME,
        )
        super().__init__(GAME_TYPE, info, asked)

    def new_initial_state(self) -> VigilState:
        return VigilState(self)

    def make_py_observer(self, kind: Any = None, params: Any = None) -> VigilObserver:
        return VigilObserver(self.encoding, kind or pyspiel.IIGObservationType(perfect_recall=False), params)


def _setup(asked: dict[str, Any]) -> Setup:
    if asked["variant"] == SOLITAIRE:
        raise ImpossibleTable("The game for OpenSpiel is for 2 players or more, and solitaire is for one alone.")
    return setups.table(
        asked["sets"].split("+"),
        players=asked["players"],
        variant=asked["variant"],
        honor_pool=asked["honor_pool"] or None,
        shards=None if asked["shards"] < 0 else asked["shards"],
        row_length=asked["row_length"],
        first=None if asked["first"] < 0 else asked["first"],
    )


class Step(NamedTuple):
    """A choice that was made, and what happened then. All copies of a position share it."""

    seat: int
    choice: str
    is_open: bool
    """Everybody sees what is done in a turn; of an answer to a card's question, only what comes of it."""
    happenings: Sequence[tuple[Any, ...]]

    def seen_by(self, seat: int) -> str:
        """A line for the choice, and one for each thing that happened, as far as the seat may know them."""
        lines = [f"> {self.choice}" if self.is_open or self.seat == seat else ">"]
        lines += [_words(Happening(*each).seen_by(seat)) for each in self.happenings]
        return "\n".join(lines)

    def known_to(self, seat: int) -> Step:
        """The same step, with nothing in it that the seat may not know."""
        choice = self.choice if self.is_open or self.seat == seat else ""
        seen = [Happening(*each).seen_by(seat) for each in self.happenings]
        return Step(self.seat, choice, self.is_open, [tuple(each) for each in seen])


def _words(what: Happening) -> str:
    who = "" if what.seat == NOTHING else f"{seat_name(what.seat)} "
    card = "" if what.card == NOTHING else f" {LIBRARY.cards[what.card].name}"
    return f"{who}{what.kind}{card} ({what.amount}, {what.source}, {what.target}, {what.other}) {what.detail}".rstrip()


class Position:
    """What a state holds: the game (none before the deal), the choice that waits for chance, the outcomes of chance
    so far, and the steps until now. It never changes its game but takes the next one, so copies share everything."""

    __slots__ = ("draws", "game", "outcomes", "steps", "waiting")

    def __init__(self) -> None:
        self.game: GameState | None = None
        self.waiting: Option | None = None
        self.outcomes: tuple[int, ...] = ()
        self.draws = 0
        self.steps: tuple[Step, ...] = ()

    @property
    def decision(self) -> Decision | None:
        """What a player has to decide; None before the deal, at a chance node, and at the end."""
        return None if self.game is None or self.waiting is not None else self.game.decision

    def choose(self, choice: Option) -> None:
        """Takes the choice, or lets it wait if anything random happens on the way."""
        game = self.game
        assert game is not None
        after = game.copy()
        after.apply(choice)
        if (after.chance.block, after.chance.index) == (game.chance.block, game.chance.index):
            self._go_on(after, choice)
        else:
            self.waiting = choice

    def settle(self, outcome: int, setup: Setup) -> None:
        """Takes an outcome of chance; after the last node the cards are dealt, or the choice that waits is made."""
        self.outcomes = (*self.outcomes, outcome)
        if len(self.outcomes) < NODES:
            return
        # Counting the draws gives every one of them numbers of its own.
        seed = self.draws
        for number in self.outcomes:
            seed = seed * OUTCOMES + number
        self.outcomes = ()
        self.draws += 1
        if self.game is None:
            self.game = deal(setup, seed)
            self.steps = (Step(NOTHING, "deal", True, self.game.happenings),)
        elif self.waiting is not None:
            after = self.game.copy()
            after.chance = Chance(seed)
            after.apply(self.waiting)
            self._go_on(after, self.waiting)
            self.waiting = None

    def _go_on(self, after: GameState, choice: Option) -> None:
        decision = self.game.decision if self.game is not None else None
        assert decision is not None
        if after.version >= LONGEST_GAME and not after.over:
            after.decision = None
            finish(after)
        self.steps = (*self.steps, Step(decision.seat, choice.text, decision.is_turn, after.happenings))
        self.game = after

    def __deepcopy__(self, memo: object) -> Position:
        """OpenSpiel clones a state by copy.deepcopy."""
        return copy(self)


class VigilState(pyspiel.State):  # type: ignore[misc]
    """A moment of a game. OpenSpiel keeps the history; everything else is in the position."""

    def __init__(self, game: VigilGame) -> None:
        super().__init__(game)
        self.position = Position()

    @property
    def table(self) -> VigilGame:
        found: VigilGame = self.get_game()
        return found

    def current_player(self) -> int:
        decision = self.position.decision
        if decision is not None:
            return decision.seat
        return int(pyspiel.PlayerId.TERMINAL if self.is_terminal() else pyspiel.PlayerId.CHANCE)

    def is_terminal(self) -> bool:
        game = self.position.game
        return game is not None and game.over

    def returns(self) -> list[float]:
        game = self.position.game
        return [0.0] * self.num_players() if game is None else rewards(game)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(outcome, 1 / OUTCOMES) for outcome in range(OUTCOMES)]

    def _legal_actions(self, player: int) -> list[int]:
        decision = self.position.decision
        return [] if decision is None else sorted(self.table.encoding.ids(decision))

    def _apply_action(self, action: int) -> None:
        decision = self.position.decision
        if decision is None:
            self.position.settle(action, self.table.setup)
        else:
            self.position.choose(self.table.encoding.option(decision, action))

    def _action_to_string(self, player: int, action: int) -> str:
        """In the words of the decision where the action is on offer, otherwise in those of the encoding."""
        if player == pyspiel.PlayerId.CHANCE:
            return f"chance {action}"
        decision, encoding = self.position.decision, self.table.encoding
        if decision is not None and action in encoding.ids(decision):
            return decision.text(encoding.option(decision, action))
        return encoding.action_name(action)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> VigilState:
        """A state that looks the same to the player who has to decide, with everything hidden dealt anew.

        Of what the others saw until now, it holds no more than the player knows.
        """
        twin: VigilState = self.clone()
        if twin.position.game is not None:
            twin.position.game = twin.position.game.view(player).sample(int(sampler() * 2**53))
            twin.position.steps = tuple(step.known_to(player) for step in twin.position.steps)
        return twin

    def __str__(self) -> str:
        game = self.position.game
        if game is None:
            return f"before the deal, chance gave {list(self.position.outcomes)}"
        lines = [f"turn {game.turn_number}, position {checksum(game)}"]
        if game.decision is None:
            lines.append("over, won by " + " and ".join(seat_name(seat) for seat in game.winners))
        else:
            lines.append(f"{seat_name(game.decision.seat)}: {'; '.join(game.decision.texts())}")
        if self.position.waiting is not None:
            lines.append(f"{self.position.waiting.text} waits, chance gave {list(self.position.outcomes)}")
        return "\n".join(lines)


_PRIVATE_PARTS: Final = ("own hand", "own deck", "own deck top", "chosen so far")


class VigilObserver:
    """What a seat knows, or the part of it that is public, or the part that is its own.

    With perfect recall there is also everything that it saw and chose before, as a text: what a seat has seen in a
    whole game has no fixed size.
    """

    def __init__(self, encoding: Encoding, kind: Any, params: Any) -> None:
        if params or kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("Vigil is observed from one seat or from outside, without parameters.")
        self.encoding = encoding
        self.recalls = kind.perfect_recall
        self.public = kind.public_info
        self.private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        shown = np.full(encoding.size, self.public, np.float32)
        for part in encoding.observation_parts:
            if part.name in _PRIVATE_PARTS:
                shown[part.start : part.end] = self.private
        self._shown = shown
        self.tensor = None if self.recalls else np.zeros(encoding.size, np.float32)
        self.dict = {} if self.tensor is None else {"observation": self.tensor}

    def set_from(self, state: VigilState, player: int) -> None:
        if self.tensor is not None:
            game = state.position.game
            self.tensor[:] = 0 if game is None else self.encoding.observe_seat(game, player)[0] * self._shown

    def string_from(self, state: VigilState, player: int) -> str:
        game = state.position.game
        if game is None:
            return "before the deal" if self.public else ""
        if not self.public:
            return self._own_cards(game.view(player)) if self.private else ""
        seat = player if self.private else SPECTATOR
        now = game.view(seat).to_bytes().decode()
        if not self.recalls:
            return now
        return "\n".join([*(step.seen_by(seat) for step in state.position.steps), now])

    def _own_cards(self, view: SeatView) -> str:
        """The cards that only this seat sees."""
        names = [card.name for card in view.cards]
        hand = ", ".join(names[card] for card in view.me.hand or ())
        deck = "; ".join(", ".join(names[card] for card in layer.cards or ()) for layer in view.me.deck)
        picks = view.stack[-1].picks if view.deciding == view.seat and view.stack else ()
        return f"hand: {hand}\ndeck: {deck}\nchosen: {', '.join(pick.text for pick in picks)}"


pyspiel.register_game(GAME_TYPE, VigilGame)
