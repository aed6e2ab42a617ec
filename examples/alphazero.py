"""A sketch of AlphaZero's loop for a game with hidden cards: search, play, learn from the search. Needs PyTorch.

    python examples/alphazero.py --rounds 5

Every decision is searched on games sampled from the view (`view.sample`), so the search never sees a hidden card: each
simulation deals everything hidden anew, descends one tree of statistics by PUCT, and ends with the network's value. The
network is that of train_ppo.py. It learns to predict what the search preferred and who won. This is a place to begin,
not a strong player: the tree has one level for each decision, and nothing runs in batches.
"""

from __future__ import annotations

from argparse import ArgumentParser
from math import sqrt

import numpy as np
import torch
from numpy.typing import NDArray
from train_ppo import Agent, examine

from vigil.engine.options import Decision
from vigil.engine.setup import deal
from vigil.engine.state import GameState
from vigil.engine.view import SeatView
from vigil.learn import Encoding, rewards, table

EXPLORATION = 1.5
DEPTH = 12  # decisions that a simulation goes down at most


class Node:
    """What is known after a sequence of choices: visits and total value by action, for the seat that decides."""

    def __init__(self, chances: dict[int, float]) -> None:
        self.chances = chances
        self.visits: dict[int, int] = {}
        self.values: dict[int, float] = {}
        self.children: dict[int, Node] = {}

    def select(self, offered: list[int]) -> int:
        """PUCT among what is on offer in this sample: in another one it may be something else."""
        total = sqrt(1 + sum(self.visits.get(each, 0) for each in offered))

        def urgency(action: int) -> float:
            visits = self.visits.get(action, 0)
            value = self.values.get(action, 0.0) / visits if visits else 0.0
            return value + EXPLORATION * self.chances.get(action, 1 / len(offered)) * total / (1 + visits)

        return max(offered, key=urgency)


class Search:
    def __init__(self, agent: Agent, encoding: Encoding, simulations: int) -> None:
        self.agent, self.encoding, self.simulations = agent, encoding, simulations

    @torch.no_grad()
    def evaluate(self, game: GameState, decision: Decision) -> tuple[dict[int, float], float]:
        """The network's policy, and its value for the seat that has to decide."""
        seen, mask = self.encoding.observe_seat(game, decision.seat)
        logarithms, value = self.agent(torch.tensor(seen)[None], torch.tensor(mask)[None])
        chances = logarithms[0].exp().numpy()
        return {each: float(chances[each]) for each in self.encoding.ids(decision)}, float(value[0])

    def visits(self, view: SeatView, decision: Decision, seed: int) -> dict[int, int]:
        """How often the search took each action."""
        root = Node(self.evaluate(view.sample(seed), decision)[0])
        for number in range(self.simulations):
            self.simulate(root, view.sample(seed + number))
        return root.visits

    def simulate(self, node: Node, game: GameState) -> None:
        path: list[tuple[Node, int, int]] = []
        worth: list[float] | None = None
        while worth is None:
            decision = game.decision
            assert decision is not None
            action = node.select(self.encoding.ids(decision))
            path.append((node, action, decision.seat))
            game.apply(self.encoding.option(decision, action))
            if game.decision is None:
                worth = rewards(game)
            elif action not in node.children or len(path) == DEPTH:
                chances, value = self.evaluate(game, game.decision)
                node.children.setdefault(action, Node(chances))
                # Two players: what one gains the other loses.
                worth = [value if seat == game.decision.seat else -value for seat in range(2)]
            else:
                node = node.children[action]
        for each, action, seat in path:
            each.visits[action] = each.visits.get(action, 0) + 1
            each.values[action] = each.values.get(action, 0.0) + worth[seat]


def play(search: Search, seed: int) -> tuple[list[NDArray[np.float32]], ...]:
    """One game of the search against itself: observations, masks, shares of visits, and results."""
    random = np.random.default_rng(seed)
    encoding = search.encoding
    game = deal(encoding.setup, seed)
    seen, masks, shares, seats = [], [], [], []
    while game.decision is not None:
        decision = game.decision
        if len(decision.options) == 1:
            game.apply(decision.options[0])
            continue
        visits = search.visits(game.view(decision.seat), decision, int(random.integers(2**40)))
        observation, mask = encoding.observe_seat(game, decision.seat)
        share = np.zeros(encoding.actions, np.float32)
        share[list(visits)] = np.array(list(visits.values())) / sum(visits.values())
        for kept, value in zip((seen, masks, shares, seats), (observation, mask, share, decision.seat), strict=True):
            kept.append(value)  # type: ignore[attr-defined]
        action = int(random.choice(encoding.actions, p=share / share.sum()))
        game.apply(encoding.option(decision, action))
    worth = rewards(game)
    return seen, masks, shares, [np.float32(worth[seat]) for seat in seats]  # type: ignore[return-value]


def learn(agent: Agent, optimizer: torch.optim.Optimizer, data: tuple[list[NDArray[np.float32]], ...]) -> float:
    """One pass: cross entropy with the visits, squared error with the results."""
    seen, masks, shares, results = (torch.tensor(np.array(each)) for each in data)
    loss = torch.tensor(0.0)
    for rows in torch.randperm(len(seen)).split(256):
        logarithms, values = agent(seen[rows], masks[rows])
        policy_loss = -(shares[rows] * logarithms.clamp(min=-30)).sum(dim=1).mean()
        loss = policy_loss + (values - results[rows]).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return float(loss.detach())


def main() -> None:
    parser = ArgumentParser(description="A sketch of AlphaZero's loop on sampled games.")
    parser.add_argument("--rounds", type=int, default=5, help="rounds of playing and learning (default: 5)")
    parser.add_argument("--games", type=int, default=4, help="games in each round (default: 4)")
    parser.add_argument("--simulations", type=int, default=32, help="simulations for each decision (default: 32)")
    parser.add_argument(
        "--honor", type=int, default=15, help="the honor pool; a small one makes short games (default: 15)"
    )
    asked = parser.parse_args()
    torch.manual_seed(1)
    torch.set_num_threads(1)
    encoding = Encoding(table(honor_pool=asked.honor))
    agent = Agent(encoding.size, encoding.actions, encoding.scales)
    optimizer = torch.optim.Adam(agent.parameters(), lr=1e-3)
    for number in range(asked.rounds):
        played = [
            play(Search(agent, encoding, asked.simulations), seed=1000 * number + each) for each in range(asked.games)
        ]
        data = tuple([row for game in played for row in game[part]] for part in range(4))
        loss = [learn(agent, optimizer, data) for _ in range(4)][-1]
        won = examine(agent, "chronicle", "random", 40, number)
        print(
            f"round {number + 1}: {len(data[0])} decisions, loss {loss:.2f}, {sum(won)} of 40 won against random",
            flush=True,
        )


if __name__ == "__main__":
    main()
