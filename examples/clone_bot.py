"""Trains a policy to do what a bot does (behaviour cloning), from decision data, with numpy alone.

    python examples/clone_bot.py --bot advanced --games 200 --data decisions.npz

The data are what the bot saw, what it could do and what it did. The network is the one of train_agent.py; it learns to
give the bot's action a high probability. Games that it did not learn from say how often it would do the same.
"""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path

import numpy as np
from train_agent import Moment, Policy, examine

from vigil.learn import Encoding, table
from vigil.learn.demonstrations import Demonstrations, demonstrations

BATCH = 512


def agreement(policy: Policy, data: Demonstrations, rows: np.ndarray) -> float:
    """How often the policy's first choice is the bot's, where there was something to choose."""
    rows = rows[data.masks[rows].sum(axis=1) > 1]
    likely = policy.look(data.observations[rows], data.masks[rows])[-1]
    return float((likely.argmax(axis=1) == data.actions[rows]).mean())


def main() -> None:
    parser = ArgumentParser(description="Train a policy to do what a bot does.")
    parser.add_argument("--bot", default="advanced", help="the bot to imitate (default: advanced)")
    parser.add_argument("--games", type=int, default=200, help="games that it plays against itself (default: 200)")
    parser.add_argument("--passes", type=int, default=8, help="how often the data are gone through (default: 8)")
    parser.add_argument("--sets", default="chronicle", help="what is played (default: chronicle)")
    parser.add_argument("--data", type=Path, metavar="FILE", help="keep the decision data as an .npz file")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    setup = table(asked.sets)
    data = demonstrations(setup, [asked.bot] * 2, asked.games, asked.seed)
    if asked.data is not None:
        np.savez_compressed(asked.data, **data._asdict())
    random = np.random.default_rng(asked.seed)
    policy = Policy(Encoding(setup), random)
    unseen = data.games >= 0.9 * asked.games
    learned, held_back = np.flatnonzero(~unseen), np.flatnonzero(unseen)
    print(f"{len(learned)} decisions to learn from, {len(held_back)} to compare with")
    for number in range(asked.passes):
        random.shuffle(learned)
        for rows in np.array_split(learned, max(1, len(learned) // BATCH)):
            moments = [Moment(data.observations[r], data.masks[r], int(data.actions[r]), 0) for r in rows]
            policy.learn(moments, [1.0] * len(moments))
        print(f"pass {number + 1}: {agreement(policy, data, held_back):.1%} of its choices are those of {asked.bot}")
    won = examine(policy, setup, 100, asked.seed)
    print(f"It wins {sum(won)} of {len(won)} games against the random bot.")


if __name__ == "__main__":
    main()
