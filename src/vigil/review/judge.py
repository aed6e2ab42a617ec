"""The judge: every option of a decision in the same sampled worlds, from what the deciding seat may know.

The worse half of the options is dropped again and again, so that good ones get more worlds (successive halving); an
option that somebody has chosen is never dropped, because its loss is what is asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, log2
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from vigil.bots.hints import explain
from vigil.bots.search import BEYOND_DOUBT, FEWEST_WORLDS, FIRST_CHECK, world_seed

from .labels import SPREAD_OF_REAL, SURE
from .model import JudgedOption, Judgement
from .playouts import Floats, Playouts
from .statistics import standard_errors

if TYPE_CHECKING:
    from vigil.engine.options import Decision, Option
    from vigil.engine.state import GameState
    from vigil.engine.view import SeatView

JUDGE_VERSION: Final = 2
"""Incremented when the same record and budget would give other numbers."""


class Difference(NamedTuple):
    """How much worse an option is than the best one: in points, by seat, over so many worlds that both have met."""

    loss: float
    error: float
    effects: Floats
    worlds: int


class Verdict:
    """What came of all options: for each of them a row for every world that it met, a column for every seat."""

    def __init__(self, seat: int, options: Sequence[Option], values: dict[Option, Floats]) -> None:
        self.seat = seat
        self.options = options
        self.values = values
        most = max(len(each) for each in values.values())
        # Only options that met all worlds can be the best: the mean of another one is that of other worlds.
        self.finalists = [each for each in options if len(values[each]) == most]
        self.best = self._best_in(slice(None))

    def _best_in(self, worlds: slice) -> Option:
        return max(self.finalists, key=lambda each: float(self.values[each][worlds, self.seat].mean()))

    @property
    def chance(self) -> float:
        return float(self.values[self.best][:, self.seat].mean())

    @property
    def error(self) -> float:
        return float(standard_errors(self.values[self.best])[self.seat])

    def difference(self, option: Option) -> Difference:
        """The paired difference between the best option and this one."""
        mine, best = self.values[option], self.values[self.best]
        worlds = min(len(mine), len(best))
        if option is self.best:
            return Difference(0.0, 0.0, np.zeros(mine.shape[1]), worlds)
        differences = mine[:worlds] - best[:worlds]
        effects = differences.mean(axis=0)
        return Difference(float(-effects[self.seat]), float(standard_errors(differences)[self.seat]), effects, worlds)

    def effects(self, option: Option) -> Floats:
        """By seat: how a chosen option has changed the win chances, without the bias of picking the best afterwards.

        The best of several noisy means is too good. So the best option is picked in one half of the worlds and
        compared with the chosen one in the other half, and the other way round. The option must not have been dropped.
        """
        mine = self.values[option]
        halves = (slice(0, None, 2), slice(1, None, 2))
        if len(mine) < 2:
            return self.difference(option).effects
        found = [
            (mine[measured] - self.values[self._best_in(picked)][measured]).mean(axis=0)
            for picked, measured in (halves, halves[::-1])
        ]
        effects: Floats = np.mean(found, axis=0)
        return effects

    def judged(self, decision: Decision) -> list[JudgedOption]:
        found = []
        for option in self.options:
            loss, error, _, _ = self.difference(option)
            loss = round(max(0.0, loss), 2)
            chance = round(max(0.0, self.chance - loss), 2)
            found.append(JudgedOption(decision.text(option), chance, loss, round(error, 2), len(self.values[option])))
        return found

    @property
    def is_real(self) -> bool:
        """Whether it matters what is chosen."""
        return max(self.difference(each).loss for each in self.options) >= SPREAD_OF_REAL


class Judge:
    """Judges decisions of one game with a budget of `nodes` playouts each."""

    def __init__(self, playouts: Playouts, nodes: int, seed: int) -> None:
        self.playouts = playouts
        self.nodes = nodes
        self.seed = seed

    def judge(
        self,
        view: SeatView,
        decision: Decision,
        chosen: Option | None = None,
        known: dict[Option, Floats] | None = None,
    ) -> Verdict:
        """Tries all options. Stops early if one of them is beyond doubt, or if all are the same in every world.

        `known` is what came of the options in the first worlds when a judge with the same seed met them. It is not
        played again, and what is new is added.
        """
        known = {} if known is None else known
        options = decision.options
        values = {option: np.zeros((0, view.setup.players)) for option in options}
        left = list(options)
        rounds = max(1, ceil(log2(len(left))))
        used = world = 0
        for number in range(1, rounds + 1):
            worlds = max(FEWEST_WORLDS, (self.nodes * number // rounds - used) // len(left))
            self._meet(view, left, range(world, world + worlds), known)
            values.update({option: known[option][: world + worlds] for option in left})
            used += worlds * len(left)
            world += worlds
            if world >= FIRST_CHECK and _is_settled(left, values, view.seat):
                break
            left.sort(key=lambda option: -float(values[option][:, view.seat].mean()))
            kept = left[: (len(left) + 1) // 2]
            left = [*kept, chosen] if chosen is not None and chosen not in kept else kept
        return Verdict(view.seat, options, values)

    def _meet(self, view: SeatView, options: list[Option], worlds: range, known: dict[Option, Floats]) -> None:
        """Makes known what comes of the options in these worlds; what comes of them in earlier ones is known."""
        options = [option for option in options if len(known.get(option, ())) < worlds.stop]
        if not options:
            return
        games: list[GameState] = []
        for world in worlds:
            base = view.sample(world_seed(self.seed, view.version, world)).copy(quiet=True)
            for option in options:
                game = base.copy()
                game.apply(option)
                games.append(game)
        found = self.playouts.values(games, view.turn_number, view.turn.seat).reshape(len(worlds), len(options), -1)
        for place, option in enumerate(options):
            earlier = known[option][: worlds.start] if worlds.start else found[:0, place]
            known[option] = np.concatenate([earlier, found[:, place]])

    def judgement(self, view: SeatView, decision: Decision) -> Judgement:
        """All options as data, with the reason for the best."""
        verdict = self.judge(view, decision)
        return Judgement(
            seat=view.seat,
            prompt=decision.prompt,
            chance=round(verdict.chance, 2),
            error=round(verdict.error, 2),
            best=decision.options.index(verdict.best),
            options=verdict.judged(decision),
            reason=self.reason(view, decision, verdict.best),
        )

    def reason(self, view: SeatView, decision: Decision, option: Option) -> str:
        """What speaks for the option that was found to be the best, in one sentence."""
        return explain(view, decision, option, self.playouts.policy.twin(), is_best=True)

    def is_routine(self, view: SeatView, decision: Decision, chosen: Option) -> bool:
        """Whether there is nothing to judge: one option, or a card is played that the quick policy would play too."""
        if len(decision.options) == 1:
            return True
        policy = self.playouts.policy
        policy.begin()
        usual = policy.pick(view.sample(self.seed), decision)
        return policy.is_routine(decision, usual) and policy.is_routine(decision, chosen)


def is_sure(difference: Difference) -> bool:
    """Whether a loss is large enough to count."""
    return difference.loss > SURE * difference.error


def _is_settled(left: list[Option], values: dict[Option, Floats], seat: int) -> bool:
    leader = max(left, key=lambda option: float(values[option][:, seat].mean()))
    for other in left:
        if other is not leader:
            differences = (values[leader] - values[other])[:, [seat]]
            mean, error = float(differences.mean()), float(standard_errors(differences)[0])
            if mean <= BEYOND_DOUBT * error and differences.any():
                return False
    return True
