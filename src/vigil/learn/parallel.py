"""Many games at once in several processes, which write what they show into memory that all of them share."""

from __future__ import annotations

from collections.abc import Sequence
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vigil.engine.errors import IllegalChoice, ImpossibleTable
from vigil.engine.setup import Setup

from .encoding import Encoding
from .vector import ArrayEnv, Games, Infos, Observations, Step

_SPAWN = get_context("spawn")
_CLOSE, _RESET, _STEP = range(3)


class _Shared:
    """Arrays that lie in shared memory; each process views its own rows of them."""

    def __init__(self, encoding: Encoding, count: int) -> None:
        players = encoding.setup.players
        self.shapes: dict[str, tuple[Any, tuple[int, ...]]] = {
            "observations": (np.int16, (count, encoding.size)),
            "masks": (np.int8, (count, encoding.actions)),
            "seats": (np.int64, (count,)),
            "samples": (np.int64, (count,)),
            "actions": (np.int64, (count,)),
            "all_rewards": (np.float32, (count, players)),
            "rewards": (np.float32, (count,)),
            "ended": (np.bool_, (count,)),
        }
        self.memory = {
            name: _SPAWN.RawArray("b", int(np.prod(shape)) * np.dtype(kind).itemsize)
            for name, (kind, shape) in self.shapes.items()
        }

    def array(self, name: str, first: int = 0, last: int | None = None) -> NDArray[Any]:
        kind, shape = self.shapes[name]
        return np.frombuffer(self.memory[name], kind).reshape(shape)[first:last]


class ParallelGames(ArrayEnv):
    """The same games as `Games` with the same arguments, stepped by `workers` processes.

    Opponents are sent to the processes once, so they have to be pickled and do not learn on. Close it at the end, or
    use it in a `with` statement.
    """

    def __init__(self, setup: Setup, count: int, seed: int = 0, *, workers: int = 2, **options: Any) -> None:
        if not 1 <= workers <= count:
            raise ImpossibleTable(f"{workers} processes cannot share {count} games: choose 1 to {count}.")
        super().__init__(Encoding(setup), count, options.pop("scaled", False), options.pop("copy", True))
        self._shared = _Shared(self.encoding, count)
        for name in ("observations", "masks", "seats"):
            setattr(self, name, self._shared.array(name))
        self._bounds = [(count * each // workers, count * (each + 1) // workers) for each in range(workers)]
        self._pipes: list[Connection] = []
        self._processes = []
        for bounds in self._bounds:
            here, there = _SPAWN.Pipe()
            work = (there, self._shared, setup, seed, bounds, options)
            process = _SPAWN.Process(target=_work, args=work, daemon=True)
            process.start()
            self._pipes.append(here)
            self._processes.append(process)
        self._collect()

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observations, Infos]:
        """Deals all games anew: with a seed those of this seed from the beginning, without one the next ones."""
        self._ask(_RESET, seed)
        return self._shown(), self._infos()

    def step(self, actions: Sequence[int] | NDArray[np.integer]) -> Step:
        """Takes one action in every game, as `Games.step` does.

        An illegal action raises IllegalChoice; the games of other processes have moved then.
        """
        if len(actions) != self.num_envs:
            raise IllegalChoice(f"{self.num_envs} games need {self.num_envs} actions, not {len(actions)}.")
        self._shared.array("actions")[:] = actions
        finals = self._ask(_STEP)
        infos = self._infos()
        infos["rewards"] = self._shared.array("all_rewards").copy()
        for (first, _), found in zip(self._bounds, finals, strict=True):
            for place, about in found:
                self._add_info(infos, about, first + place)
        rewards, ended = self._shared.array("rewards").copy(), self._shared.array("ended").copy()
        return self._shown(), rewards, ended, np.zeros(self.num_envs, np.bool_), infos

    def sample(self) -> NDArray[np.int64]:
        """For every game one of the actions on offer, all of them equally likely; drawn by the processes."""
        return self._shared.array("samples")

    def close_extras(self, **kwargs: Any) -> None:
        for pipe, process in zip(self._pipes, self._processes, strict=True):
            if process.is_alive():
                pipe.send((_CLOSE, None))
            process.join()
            pipe.close()

    def __enter__(self) -> ParallelGames:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def _ask(self, what: int, about: Any = None) -> list[Any]:
        for pipe in self._pipes:
            pipe.send((what, about))
        return self._collect()

    def _collect(self) -> list[Any]:
        """The answers of all processes; the first exception among them is raised here."""
        answers = [pipe.recv() for pipe in self._pipes]
        for answer in answers:
            if isinstance(answer, Exception):
                raise answer
        return answers


def _work(
    pipe: Connection, shared: _Shared, setup: Setup, seed: int, bounds: tuple[int, int], options: dict[str, Any]
) -> None:
    """What a process does: it steps its games as often as it is asked to."""
    first, last = bounds
    arrays = {name: shared.array(name, first, last) for name in shared.shapes}
    random = np.random.default_rng([seed, first])
    try:
        games = Games(setup, last - first, seed, first_place=first, copy=False, **options)
    except Exception as error:
        pipe.send(error)
        return

    def show() -> None:
        arrays["observations"][:] = games.observations
        arrays["masks"][:] = games.masks
        arrays["seats"][:] = games.seats
        arrays["samples"][:] = games.sample(random)

    def step() -> list[tuple[int, Infos]]:
        _, arrays["rewards"][:], arrays["ended"][:], _, infos = games.step(arrays["actions"])
        arrays["all_rewards"][:] = infos["rewards"]
        return games.finals

    show()
    pipe.send(None)
    while True:
        what, about = pipe.recv()
        if what == _CLOSE:
            return
        try:
            found = step() if what == _STEP else games.reset(seed=about) and None
            show()
        except Exception as error:
            pipe.send(error)
        else:
            pipe.send(found)
