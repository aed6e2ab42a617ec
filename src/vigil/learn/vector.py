"""Many games at once, as a vector environment of Gymnasium: every call takes one decision in each of them."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from random import Random
from typing import Any

from vigil.engine.errors import IllegalChoice, ImpossibleTable, UnknownName
from vigil.engine.scoring import scores
from vigil.engine.setup import ROW_LENGTH, Setup
from vigil.engine.state import GameState
from vigil.engine.terms import NOTHING
from vigil.extras import needed

from .batch import AUTOPLAY, Batch
from .encoding import MOST, Encoding
from .opponents import BatchPolicy, Choose, Opponent, Opponents
from .rewards import POTENTIALS, REWARDS
from .setups import Sets, table

needed("gymnasium", "learn", "The vector environment")

import numpy as np  # noqa: E402
from gymnasium import spaces  # noqa: E402
from gymnasium.vector import AutoresetMode, VectorEnv  # noqa: E402
from gymnasium.vector.utils import batch_space  # noqa: E402
from numpy.typing import NDArray  # noqa: E402

Observations = NDArray[np.int16] | NDArray[np.float32]
Infos = dict[str, Any]
Step = tuple[Observations, NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], Infos]


class ArrayEnv(VectorEnv[Any, Any, Any]):
    """A vector environment whose observations, masks and seats are in arrays that each step overwrites."""

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}  # noqa: RUF012 (what Gymnasium reads)
    observations: NDArray[np.int16]
    masks: NDArray[np.int8]
    seats: NDArray[np.int64]

    def __init__(self, encoding: Encoding, count: int, scaled: bool, copy: bool) -> None:
        self.encoding = encoding
        self.num_envs = count
        self.scaled = scaled
        self.copy = copy
        size = (encoding.size,)
        box = spaces.Box(0, np.inf, size, np.float32) if scaled else spaces.Box(0, MOST, size, np.int16)
        self.single_observation_space = box
        self.single_action_space = spaces.Discrete(encoding.actions)
        self.observation_space = batch_space(box, count)
        self.action_space = batch_space(self.single_action_space, count)

    def _shown(self) -> Observations:
        if self.scaled:
            return self.encoding.scaled(self.observations)
        return self.observations.copy() if self.copy else self.observations

    def _infos(self) -> Infos:
        masks, seats = (self.masks.copy(), self.seats.copy()) if self.copy else (self.masks, self.seats)
        return {"action_mask": masks, "seat": seats}


class Games(ArrayEnv):
    """So many games on one table, all of them always waiting for a decision.

    Without `opponents` the caller decides for every seat: `seats` says who has to decide in each game, and the reward
    of a step is that of the seat that acted. With `opponents` (a bot's name, a function, a `BatchPolicy`, or a list of
    them) the caller plays one seat of each game, `seat` or one that is drawn anew for every game.

    `observations` and `masks` show what the deciding seats see and may do. They are read-only views that `step` writes
    over; what `reset` and `step` return is a copy, unless `copy` is False. A finished game is dealt anew at once. Which
    deals a game plays depends on the seed and its place (counted from `first_place`), not on how many games there are.
    """

    def __init__(
        self,
        setup: Setup,
        count: int,
        seed: int = 0,
        *,
        opponents: Opponent | Sequence[Opponent] | None = None,
        seat: int | None = None,
        reward: str = "result",
        potential: str | None = None,
        discount: float = 1.0,
        autoplay: str = "none",
        scaled: bool = False,
        copy: bool = True,
        first_place: int = 0,
    ) -> None:
        if count < 1:
            raise ImpossibleTable(f"{count} games at once cannot be played: choose 1 or more.")
        if seat is not None and not 0 <= seat < setup.players:
            raise ImpossibleTable(f"There is no seat {seat}: choose 0 to {setup.players - 1}.")
        if setup.solitaire and potential == "network":
            raise ImpossibleTable("The network knows no solitaire games. Use the potential honor.")
        super().__init__(Encoding(setup), count, scaled, copy)
        self.seed = seed
        self.opponents = None if opponents is None else Opponents(opponents)
        self.autoplay = autoplay
        self.discount = discount
        self.first_place = first_place
        self.finished = 0
        self.finals: list[tuple[int, Infos]] = []
        """The games that ended in the last step: their places, and what `infos` says about them."""
        self._seat = seat
        self._reward = _named(REWARDS, reward, "reward")
        self._potential = None if potential is None else _named(POTENTIALS, potential, "potential")
        self._level = _named(AUTOPLAY, autoplay, "autoplay")
        self._everywhere = list(range(count))
        self._dealt = [0] * count
        self._own = np.full(count, NOTHING)
        self._players: list[list[Choose | BatchPolicy]] = [[] for _ in range(count)]
        self._make_arrays()
        self.reset(seed=seed)

    def _make_arrays(self) -> None:
        self._batch = Batch(self.encoding.places, self.encoding.setup, self.num_envs, self._level)
        rows = self._batch.rows
        self.observations = np.frombuffer(memoryview(rows.observations), np.int16).reshape(self.num_envs, -1)
        self.masks = np.frombuffer(memoryview(rows.masks), np.int8).reshape(self.num_envs, -1)
        self.seats = np.frombuffer(memoryview(rows.seats), np.int64)
        self._offered = np.frombuffer(memoryview(rows.offered), np.int64)
        self._offers = np.frombuffer(memoryview(rows.offers), np.int64)
        self._starts = np.arange(self.num_envs) * self.encoding.actions
        self._stood = np.zeros((self.num_envs, self.encoding.setup.players), np.float32)
        self._turns = np.zeros(self.num_envs, np.int64)

    def __getstate__(self) -> dict[str, Any]:
        views = ("_batch", "observations", "masks", "seats", "_offered", "_offers")
        kept = {name: value for name, value in self.__dict__.items() if name not in views}
        return {**kept, "games": self._batch.games, "automatic": self._batch.automatic}

    def __setstate__(self, state: dict[str, Any]) -> None:
        games, automatic = state.pop("games"), state.pop("automatic")
        stood, turns = state.pop("_stood"), state.pop("_turns")
        self.__dict__.update(state)
        self._make_arrays()
        self._stood, self._turns = stood, turns
        self._batch.games, self._batch.automatic = games, automatic
        for place in self._everywhere:
            self._batch.write(place)

    # --- playing

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observations, Infos]:
        """Deals all games anew: with a seed those of this seed from the beginning, without one the next ones."""
        if seed is not None:
            self.seed = seed
            self._dealt = [0] * self.num_envs
        self._batch.games = [self._deal(place) for place in self._everywhere]
        for place in self._everywhere:
            self._batch.write(place)
        self._let_opponents_play({})
        self._shape(None)
        return self._shown(), self._infos()

    def step(self, actions: Sequence[int] | NDArray[np.integer]) -> Step:
        """Takes one action in every game.

        A game that ended has been dealt anew: its row shows the next one, and `infos` holds the last observation as
        `final_obs` and the scores in `final_info`. If an action is not on offer, IllegalChoice says so, and no game has
        moved.
        """
        chosen = actions.tolist() if isinstance(actions, np.ndarray) else list(actions)
        if len(chosen) != self.num_envs:
            raise IllegalChoice(f"{self.num_envs} games need {self.num_envs} actions, not {len(chosen)}.")
        acting = self._own if self.opponents is not None else self.seats.copy()
        ended: dict[int, tuple[GameState, int]] = {}
        for place in self._batch.step(self._everywhere, chosen):
            self._end(place, int(acting[place]), ended)
        if self.opponents is not None:
            acting = acting.copy()
            self._let_opponents_play(ended)
        won = np.zeros((self.num_envs, self.encoding.setup.players), np.float32)
        terminations = np.zeros(self.num_envs, np.bool_)
        infos = self._infos()
        self.finals = []
        for place, (game, seat) in ended.items():
            won[place] = self._reward(game)
            terminations[place] = True
            acting[place] = seat
            self.finals.append((place, self._final(game, seat)))
            self._add_info(infos, self.finals[-1][1], place)
        if self._potential is not None:
            won += self._shape(terminations)
        infos["rewards"] = won
        rewards = won[self._everywhere, acting]
        return self._shown(), rewards, terminations, np.zeros(self.num_envs, np.bool_), infos

    def sample(self, generator: np.random.Generator) -> NDArray[np.int64]:
        """For every game one of the actions on offer, all of them equally likely."""
        picks = (generator.random(self.num_envs) * self._offers).astype(np.int64)
        found: NDArray[np.int64] = self._offered[self._starts + picks]
        return found

    def game(self, place: int) -> GameState:
        """The game itself, to look at; only `step` plays it."""
        return self._batch.games[place]

    # --- games that begin and end

    def _deal(self, place: int) -> GameState:
        name = f"{self.seed},{self.first_place + place},{self._dealt[place]}"
        digest = blake2b(name.encode(), digest_size=16).digest()
        self._dealt[place] += 1
        if self.opponents is not None:
            random = Random(digest[8:])
            players = self.encoding.setup.players
            self._own[place] = random.randrange(players) if self._seat is None else self._seat
            seated = self._players[place] = self.opponents.seat(random, players)
            # Bots decide for themselves; a batch policy plays under the rules of the agent.
            is_policy = isinstance(seated[0], BatchPolicy)
            self._batch.automatic[place] = NOTHING if is_policy else int(self._own[place])
        return self._batch.deal(place, int.from_bytes(digest[:8], "big"))

    def _end(self, place: int, seat: int, ended: dict[int, tuple[GameState, int]]) -> None:
        ended[place] = (self._batch.games[place], seat)
        self.finished += 1
        self._batch.games[place] = self._deal(place)
        self._batch.write(place)

    def _final(self, game: GameState, seat: int) -> Infos:
        about = {
            "seat": seat,
            "scores": np.array(scores(game)),
            "rewards": np.array(self._reward(game), np.float32),
            "won": seat in game.winners,
            "turns": game.turn_number,
        }
        seen, _ = self.encoding.observe_seat(game, seat)
        return {"final_obs": self.encoding.scaled(seen) if self.scaled else seen, "final_info": about}

    # --- the other seats

    def _let_opponents_play(self, ended: dict[int, tuple[GameState, int]]) -> None:
        if self.opponents is None:
            return
        while len(waiting := np.flatnonzero(self.seats != self._own).tolist()):
            policies: dict[int, tuple[BatchPolicy, list[int]]] = {}
            for place in waiting:
                player = self._players[place][self.seats[place]]
                if isinstance(player, BatchPolicy):
                    policies.setdefault(id(player), (player, []))[1].append(place)
                else:
                    self._let_bot_play(place, ended)
            for policy, places in policies.values():
                actions = policy.act(self.observations[places], self.masks[places])
                for place in self._batch.step(places, [int(each) for each in actions]):
                    self._end(place, int(self._own[place]), ended)

    def _let_bot_play(self, place: int, ended: dict[int, tuple[GameState, int]]) -> None:
        game, own = self._batch.games[place], self._own[place]
        while game.decision is not None and game.decision.seat != own:
            player = self._players[place][game.decision.seat]
            assert not isinstance(player, BatchPolicy)
            self._batch.choose(place, player(game.view(game.decision.seat), game.decision))
        if game.over:
            self._end(place, int(own), ended)
        else:
            self._batch.write(place)

    # --- what is returned

    def _shape(self, ended: NDArray[np.bool_] | None) -> NDArray[np.float32]:
        """What potential-based shaping adds to the rewards: the potential now, discounted, less the one before.

        It is computed anew when a turn has begun. At the end of a game it is 0, so the best policy stays the best.
        """
        before = self._stood.copy()
        if self._potential is None:
            return before
        games = self._batch.games
        turns = np.array([game.turn_number for game in games])
        new = self._everywhere if ended is None else np.flatnonzero(ended | (turns != self._turns)).tolist()
        if new:
            self._stood[new] = self._potential([games[place] for place in new])
        self._turns = turns
        after = self._stood if ended is None else np.where(ended[:, None], 0.0, self._stood)
        found: NDArray[np.float32] = (self.discount * after - before).astype(np.float32)
        return found


def vector_env(
    num_envs: int,
    sets: Sets = "chronicle",
    players: int = 2,
    variant: str = "standard",
    bot: Opponent | Sequence[Opponent] | None = "advanced",
    honor_pool: int | None = None,
    shards: int | None = None,
    row_length: int = ROW_LENGTH,
    first: int | None = None,
    **options: Any,
) -> Games:
    """What `gymnasium.make_vec` makes: `Games` with the arguments of the environment for one game."""
    setup = table(sets, players, variant, honor_pool, shards, row_length, first)
    return Games(setup, num_envs, opponents=bot, **options)


def _named(known: dict[str, Any], name: str, what: str) -> Any:
    if name not in known:
        raise UnknownName(f'There is no {what} "{name}": choose {" or ".join(known)}.')
    return known[name]
