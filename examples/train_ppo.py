"""Trains an agent by self-play with PPO in PyTorch, and shows how it does against the bots.

    python -m pip install torch
    python examples/train_ppo.py --minutes 10 --opponent player --curve ppo.svg

One network plays every seat of many games: a masked policy, and a value for the seat that has to decide. The rewards
are the result of the game and, on the way, what the position gains by the judgement of Vigil's own small network
(potential-based shaping, which does not change what the best play is). Plain card plays are made automatically.
"""

from __future__ import annotations

from argparse import ArgumentParser
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from vigil.lab import charts
from vigil.lab.intervals import wilson_interval
from vigil.learn import Games, table

GAMES = 128  # games side by side
STEPS = 64  # decisions in each of them between two updates
EPOCHS = 3
MINIBATCH = 2048
HIDDEN = 256
LEARNING_RATE = 1e-3
CLIP = 0.2
LAMBDA = 0.9  # of generalized advantage estimation; the discount is 1
ENTROPY = 0.01
VALUE_WEIGHT = 0.5


class Agent(nn.Module):
    """A policy and a value with a common trunk. As a `BatchPolicy` it can play in `Games`."""

    def __init__(self, size: int, actions: int, scales: NDArray[np.float32]) -> None:
        super().__init__()
        self.register_buffer("scales", torch.from_numpy(scales))
        self.trunk = nn.Sequential(nn.Linear(size, HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, HIDDEN), nn.ReLU())
        self.policy = nn.Linear(HIDDEN, actions)
        self.value = nn.Linear(HIDDEN, 1)
        with torch.no_grad():
            self.policy.weight *= 0.01

    def forward(self, observations: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """The logarithm of the probability of every action, and the value for the seat that decides."""
        seen = self.trunk(observations * self.scales)
        preferences = self.policy(seen).masked_fill(masks == 0, -1e9)
        return preferences.log_softmax(dim=1), self.value(seen)[:, 0]

    @torch.no_grad()
    def act(self, observations: NDArray[np.int16], masks: NDArray[np.int8]) -> NDArray[np.int64]:
        """The most likely action of every row."""
        found: NDArray[np.int64] = self(self.tensor(observations), self.tensor(masks))[0].argmax(dim=1).cpu().numpy()
        return found

    def tensor(self, array: NDArray[Any]) -> Tensor:
        """A copy of the array where the network is."""
        return torch.tensor(array, device=self.value.bias.device)


@dataclass
class Batch:
    """What was seen, done and gained in `STEPS` decisions of `GAMES` games."""

    observations: Tensor
    masks: Tensor
    actions: Tensor
    likelihoods: Tensor
    values: Tensor
    advantages: Tensor


@torch.no_grad()
def collect(games: Games, agent: Agent) -> Batch:
    shape, place = (STEPS, games.num_envs), agent.value.bias.device
    observations = torch.empty((*shape, games.encoding.size), dtype=torch.int16, device=place)
    masks = torch.empty((*shape, games.encoding.actions), dtype=torch.int8, device=place)
    actions = torch.empty(shape, dtype=torch.int64, device=place)
    likelihoods, values = torch.empty(shape, device=place), torch.empty(shape, device=place)
    seats, rewards, ends = [], [], []
    for step in range(STEPS):
        observations[step], masks[step] = agent.tensor(games.observations), agent.tensor(games.masks)
        logarithms, values[step] = agent(observations[step], masks[step])
        actions[step] = torch.multinomial(logarithms.exp(), 1)[:, 0]
        likelihoods[step] = logarithms.gather(1, actions[step, :, None])[:, 0]
        seats.append(games.seats.copy())
        _, _, ended, _, infos = games.step(actions[step].cpu().numpy())
        rewards.append(infos["rewards"])
        ends.append(ended)
    _, last = agent(agent.tensor(games.observations), agent.tensor(games.masks))
    advantages = advantages_of(
        np.array(seats), np.array(rewards), np.array(ends), values.cpu().numpy(), games.seats, last.cpu().numpy()
    )
    flat = (each.flatten(0, 1) for each in (observations, masks, actions, likelihoods, values))
    return Batch(*flat, agent.tensor(advantages).flatten())


def advantages_of(
    seats: NDArray[np.int64],
    rewards: NDArray[np.float32],
    ends: NDArray[np.bool_],
    values: NDArray[np.float32],
    last_seats: NDArray[np.int64],
    last_values: NDArray[np.float32],
) -> NDArray[np.float32]:
    """Generalized advantage estimation along the decisions of each seat: others decide in between."""
    rows = np.arange(seats.shape[1])
    # Between two players, what the position is worth to one it costs the other.
    next_value = np.repeat(-last_values[:, None], rewards.shape[2], axis=1)
    next_value[rows, last_seats] = last_values
    next_advantage = np.zeros_like(next_value)
    gained = np.zeros_like(next_value)
    found = np.zeros_like(values)
    for step in reversed(range(len(seats))):
        over = ends[step]
        for each in (next_value, next_advantage, gained):
            each[over] = 0
        gained += rewards[step]
        own = rows, seats[step]
        surprise = gained[own] + next_value[own] - values[step]
        found[step] = surprise + LAMBDA * next_advantage[own]
        next_value[own], next_advantage[own], gained[own] = values[step], found[step], 0
    return found


def learn(agent: Agent, optimizer: torch.optim.Optimizer, batch: Batch) -> None:
    """Several passes over the batch with PPO's clipped objective."""
    advantages = (batch.advantages - batch.advantages.mean()) / (batch.advantages.std() + 1e-8)
    returns = batch.advantages + batch.values
    for _ in range(EPOCHS):
        for some in torch.randperm(len(returns), device=returns.device).split(MINIBATCH):
            logarithms, values = agent(batch.observations[some], batch.masks[some])
            ratio = (logarithms.gather(1, batch.actions[some, None])[:, 0] - batch.likelihoods[some]).exp()
            gain = advantages[some]
            policy_loss = -torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
            entropy = -(logarithms.exp() * logarithms.clamp(min=-30)).sum(dim=1).mean()
            value_loss = (values - returns[some]).square().mean()
            optimizer.zero_grad()
            (policy_loss + VALUE_WEIGHT * value_loss - ENTROPY * entropy).backward()
            nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
            optimizer.step()


def examine(agent: Agent, asked_sets: str, opponent: str, count: int, seed: int) -> list[bool]:
    """Which of so many games against a bot the agent wins; every place plays its share, long games too."""
    games = Games(table(asked_sets), min(count, 100), seed, opponents=opponent, autoplay="plays")
    left = np.bincount(np.arange(count) % games.num_envs, minlength=games.num_envs)
    won: list[bool] = []
    while left.any():
        _, rewards, ended, _, _ = games.step(agent.act(games.observations, games.masks))
        counts = ended & (left > 0)
        won += (rewards[counts] > 0).tolist()
        left -= counts
    return won


def mark(won: list[bool]) -> charts.Mark:
    """The share of wins in percent, with its 95 % interval."""
    share, (low, high) = 100 * float(np.mean(won)), wilson_interval(sum(won), len(won))
    note = f"{sum(won)} of {len(won)} games won ({100 * low:.0f} to {100 * high:.0f} %)"
    return charts.Mark(share, 100 * low, 100 * high, note)


def main() -> None:
    parser = ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--minutes", type=float, default=10, help="how long to train, examinations aside (default: 10)")
    parser.add_argument("--updates", type=int, help="train for so many updates, however long they take")
    parser.add_argument("--opponents", default="player,advanced", help="bots to examine it against (player,advanced)")
    parser.add_argument("--sets", default="chronicle", help="what is played (default: chronicle)")
    parser.add_argument("--games", type=int, default=400, help="games of the last examination (default: 400)")
    parser.add_argument(
        "--every", type=float, default=60, help="seconds of training between examinations (default: 60)"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2, help="processor cores for PyTorch (default: 2)")
    parser.add_argument("--device", default="cpu", help="where the network is, such as cuda (default: cpu)")
    parser.add_argument("--curve", type=Path, metavar="FILE", help="write the learning curve as an SVG file")
    parser.add_argument("--save", type=Path, metavar="FILE", help="keep the trained network")
    asked = parser.parse_args()
    torch.manual_seed(asked.seed)
    torch.set_num_threads(asked.threads)
    games = Games(table(asked.sets), GAMES, asked.seed, potential="network", autoplay="plays", copy=False)
    agent = Agent(games.encoding.size, games.encoding.actions, games.encoding.scales).to(asked.device)
    optimizer = torch.optim.Adam(agent.parameters(), lr=LEARNING_RATE, eps=1e-5)
    opponents = asked.opponents.split(",")
    curves: dict[str, dict[str, charts.Mark]] = {each: {} for each in opponents}
    trained, updates, examined = 0.0, 0, 0.0
    while (updates < asked.updates) if asked.updates is not None else (trained < 60 * asked.minutes):
        start = perf_counter()
        done = updates / asked.updates if asked.updates is not None else trained / (60 * asked.minutes)
        optimizer.param_groups[0]["lr"] = LEARNING_RATE * max(1 - done, 0.05)
        learn(agent, optimizer, collect(games, agent))
        updates += 1
        trained += perf_counter() - start
        if trained - examined >= asked.every:
            examined = trained
            minute = f"{trained / 60:.1f}"
            print(f"{minute} min, {updates} updates, {games.finished} games:", end=" ")
            for each, curve in curves.items():
                curve[minute] = mark(examine(agent, asked.sets, each, 100, asked.seed))
                print(curve[minute].note, "against", each, end="; ", flush=True)
            print()
    for each in opponents:
        print(mark(examine(agent, asked.sets, each, asked.games, asked.seed + 1)).note, "against", each)
    if asked.save is not None:
        torch.save(agent.state_dict(), asked.save)
    if asked.curve is not None:
        minutes = list(dict.fromkeys(minute for curve in curves.values() for minute in curve))
        picture = charts.levels("Wins of the agent, by minutes of training", "% won", minutes, curves)
        asked.curve.write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    main()
