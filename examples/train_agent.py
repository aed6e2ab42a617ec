"""Trains a small policy to beat the random bot, with numpy alone, on one core, and shows the learning curve.

    python examples/train_agent.py --minutes 3 --curve curve.svg

The policy is a network with one hidden layer: what a seat sees goes in, a preference for every action comes out. It
plays many games at once against itself, and after every few of them makes what the winners did more likely and what the
losers did less (REINFORCE; between equals the expected result is 0, so no baseline is needed). Some games beside are
against random opponents. Nothing is learned from them: the share of wins is the curve. Same seed, same curve.
"""

from __future__ import annotations

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # one core, and sums that are added up in the same order every time

from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from statistics import fmean
from time import perf_counter
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from rich.live import Live

from vigil._compiled import ENGINE
from vigil.engine.setup import Setup
from vigil.lab.intervals import wilson_interval
from vigil.learn import Encoding, Games, table

Array = NDArray[np.float32]

AT_ONCE = 32  # games that are played side by side
EXAMS = 12  # how many of them are against a random opponent
BATCH = 16  # games against itself between two updates
HIDDEN = 32
LEARNING_RATE = 0.005
WINDOW = 40  # games against random opponents that make a point of the curve


class Moment(NamedTuple):
    """A decision of the policy, kept until it is known how the game ended."""

    observation: NDArray[np.int16]
    mask: NDArray[np.int8]
    action: int
    seat: int


class Policy:
    """Observation -> hidden layer -> a preference for every action; trained with Adam."""

    def __init__(self, encoding: Encoding, numbers: np.random.Generator) -> None:
        into_hidden: Array = numbers.normal(0, encoding.size**-0.5, (encoding.size + 1, HIDDEN)).astype(np.float32)
        self.layers: list[Array] = [into_hidden, np.zeros((HIDDEN + 1, encoding.actions), np.float32)]
        self.means = [np.zeros_like(each) for each in self.layers]
        self.squares = [np.zeros_like(each) for each in self.layers]
        self.updates = 0

    def look(self, observations: NDArray[np.int16], masks: NDArray[np.int8]) -> tuple[Array, Array, Array]:
        """What goes into the first layer and into the second, and how likely each action is."""
        seen = with_constant(np.log1p(observations, dtype=np.float32))
        hidden = with_constant(np.tanh(seen @ self.layers[0]))
        preferences = np.where(masks, hidden @ self.layers[1], -np.inf)
        likely = np.exp(preferences - preferences.max(axis=1, keepdims=True))
        return seen, hidden, likely / likely.sum(axis=1, keepdims=True)

    def learn(self, moments: list[Moment], results: list[float]) -> None:
        """Makes actions more likely that led to victory, and less likely that led to defeat."""
        observations, masks, actions, _ = zip(*moments, strict=True)
        seen, hidden, slope = self.look(np.stack(observations), np.stack(masks))
        slope[np.arange(len(moments)), actions] -= 1
        slope *= np.array(results, np.float32)[:, None] / len(moments)
        slope_of_hidden = ((slope @ self.layers[1].T) * (1 - hidden**2))[:, :-1]
        self.updates += 1
        for layer, gradient in enumerate((seen.T @ slope_of_hidden, hidden.T @ slope)):
            self.means[layer] += 0.1 * (gradient - self.means[layer])
            self.squares[layer] += 0.001 * (gradient**2 - self.squares[layer])
            mean = self.means[layer] / (1 - 0.9**self.updates)
            square = self.squares[layer] / (1 - 0.999**self.updates)
            self.layers[layer] -= LEARNING_RATE * mean / (np.sqrt(square) + 1e-8)


def with_constant(layer: Array) -> Array:
    """A one beside every row, so that a layer's weights hold its bias too."""
    return np.concatenate([layer, np.ones((len(layer), 1), np.float32)], axis=1)


def choose(games: Games, policy: Policy, own: NDArray[np.bool_], numbers: np.random.Generator) -> NDArray[np.intp]:
    """An action for every game: as the policy likes where it has to decide, otherwise any."""
    likely: Array = games.masks / games.masks.sum(axis=1, keepdims=True, dtype=np.float32)
    likely[own] = policy.look(games.observations[own], games.masks[own])[-1]
    heights = likely.cumsum(axis=1)
    found: NDArray[np.intp] = (heights > numbers.random((games.num_envs, 1)) * heights[:, -1:]).argmax(axis=1)
    return found


def training(policy: Policy, setup: Setup, seed: int) -> Iterator[list[bool]]:
    """Plays and learns for ever. With each update comes which of the latest games against random opponents were won."""
    numbers = np.random.default_rng([seed, 1])
    games = Games(setup, AT_ONCE, seed, copy=False)
    random_seats = np.where(np.arange(AT_ONCE) < EXAMS, np.arange(AT_ONCE) % 2, -1)
    stories: list[list[Moment]] = [[] for _ in range(AT_ONCE)]
    moments: list[Moment] = []
    results: list[float] = []
    exams: list[bool] = []
    finished = 0
    while True:
        actions = choose(games, policy, games.seats != random_seats, numbers)
        for place in range(EXAMS, AT_ONCE):
            seen, allowed = games.observations[place].copy(), games.masks[place].copy()
            stories[place].append(Moment(seen, allowed, int(actions[place]), int(games.seats[place])))
        _, _, ended, _, infos = games.step(actions)
        rewards = infos["rewards"]
        for place in np.flatnonzero(ended).tolist():
            if place < EXAMS:
                exams.append(bool(rewards[place, 1 - random_seats[place]] > 0))
            else:
                moments += stories[place]
                results += [float(rewards[place, each.seat]) for each in stories[place]]
                stories[place] = []
                finished += 1
        if finished >= BATCH:
            policy.learn(moments, results)
            yield exams
            moments, results, exams, finished = [], [], [], 0


def examine(policy: Policy, setup: Setup, count: int, seed: int) -> list[bool]:
    """Which of so many games against random opponents are won, half of them in either seat."""
    numbers = np.random.default_rng([seed, 2])
    games = Games(setup, AT_ONCE, seed + 1, copy=False)
    random_seats = np.arange(AT_ONCE) % 2
    # Every place has its share to play: the first results to come in would be those of the short games.
    left = np.bincount(np.arange(count) % AT_ONCE, minlength=AT_ONCE)
    won: list[bool] = []
    while left.any():
        _, _, ended, _, infos = games.step(choose(games, policy, games.seats != random_seats, numbers))
        rewards = infos["rewards"]
        counts = ended & (left > 0)
        won += (rewards[counts, 1 - random_seats[counts]] > 0).tolist()
        left -= counts
    return won


def text_chart(curve: list[float], width: int = 72, height: int = 8) -> str:
    """The curve in eighths of a line, from 0 to 100 %."""
    shown = curve if len(curve) <= width else [curve[place * len(curve) // width] for place in range(width)]
    lines = []
    for level in reversed(range(height)):
        cells = "".join(" ▁▂▃▄▅▆▇█"[round(8 * min(max(share * height - level, 0), 1))] for share in shown)
        lines.append(f"{(level + 1) / height:5.0%} |{cells}")
    return "\n".join(lines)


def svg_chart(curve: list[float]) -> str:
    points = " ".join(f"{50 + 540 * n / (len(curve) - 1):.1f},{220 - 200 * share:.1f}" for n, share in enumerate(curve))
    grid = "".join(f'<path d="M50 {y}H590"/><text x="8" y="{y + 4}">{110 - y // 2} %</text>' for y in (20, 120, 220))
    return f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 260" font-family="sans-serif" font-size="12">
<rect width="600" height="260" fill="white"/><g stroke="gray" stroke-width="0.4">{grid}</g>
<text x="50" y="245">wins against random opponents, over {(len(curve) - 1) * BATCH} games against itself</text>
<polyline points="{points}" fill="none" stroke="teal" stroke-width="2"/></svg>
"""


def main() -> None:
    parser = ArgumentParser(description="Train a small policy to beat the random bot, and show how it learns.")
    parser.add_argument("--minutes", type=float, default=3, help="how long to train (default: 3)")
    parser.add_argument("--updates", type=int, help="train for so many updates, however long they take")
    parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same curve (default: 1)")
    parser.add_argument("--set", action="append", help="what is played (default: chronicle); may be repeated")
    parser.add_argument("--honor", type=int, help="the honor pool; a small one makes short games")
    parser.add_argument("--games", type=int, default=400, help="how many games to play at the end (default: 400)")
    parser.add_argument("--curve", type=Path, metavar="FILE", help="write the learning curve as an SVG file")
    asked = parser.parse_args()
    setup = table(asked.set or "chronicle", players=2, honor_pool=asked.honor)
    policy = Policy(Encoding(setup), np.random.default_rng([asked.seed, 0]))
    start = perf_counter()
    exams = examine(policy, setup, WINDOW, asked.seed)
    curve = [fmean(exams)]
    with Live() as live:
        for won in training(policy, setup, asked.seed):
            exams = (exams + won)[-WINDOW:]
            curve.append(fmean(exams))
            passed = perf_counter() - start
            news = f"{policy.updates} updates, {passed:.0f} s ({ENGINE} engine), {curve[-1]:.0%} won"
            live.update(f"Wins against random opponents\n{text_chart(curve)}\n{news}")
            if policy.updates == asked.updates or (asked.updates is None and passed > asked.minutes * 60):
                break
    if asked.curve is not None:
        asked.curve.write_text(svg_chart(curve))
    won = examine(policy, setup, asked.games, asked.seed + 1)
    low, high = wilson_interval(sum(won), asked.games)
    print(f"\n{sum(won)} of {asked.games} more games against the random bot won: {fmean(won):.1%}")
    print(f"(95 % interval: {low:.1%} to {high:.1%}), {perf_counter() - start:.0f} s in all")


if __name__ == "__main__":
    main()
