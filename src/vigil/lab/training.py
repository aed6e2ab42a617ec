"""Training a value network with PyTorch, on a GPU if there is one. The trained network is run with numpy alone.

It first learns how games ended. That is a noisy target: the end of one game says little about its beginning. In the
reviews that follow, the network's own evaluations of later positions are part of the targets.

Networks are not chosen by their loss: the candidates play, and the one that wins most is kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from vigil.bots.bag_sums import BAG
from vigil.bots.card_features import FEATURES, card_features
from vigil.bots.network import Network, others_of, shapes
from vigil.bots.position_features import NUMBERS, ZONES
from vigil.cards import LIBRARY
from vigil.engine.errors import VigilError
from vigil.engine.terms import TEAM
from vigil.extras import needed

from .selfplay import ARRAYS, KINDS, Kind, chunk_files

MOST_AT_ONCE: Final = 16_384
"""Positions in one batch at most. More would not make a GPU faster."""
LONGEST_BAG: Final = 48
"""The number of cards of a bag that are read in training; the rest hardly matters."""


GOING_ON: Final = 2
"""The factor by which a network that continues from another one learns more slowly."""
REVIEW_EPOCHS: Final = 2
BOOTSTRAP: Final = 0.2
"""The weight of the network's evaluation of the next position in a review's target; the rest is the target of that
position. The target of the last position of a game is its result."""


class NoGames(VigilError):
    """There are no games to learn from."""


@dataclass(frozen=True)
class Lesson:
    """The sizes of the network (see `shapes`) and how long it learns: `epochs` from how games ended, then `reviews`.

    With a `start` it continues from that network, with its sizes, and learns more slowly."""

    wide: int = 128
    card: int = 48
    hidden: int = 96
    second: int = 32
    epochs: int = 4
    reviews: int = 2
    batch: int | None = None
    """Positions in a step. By default it depends on the number of positions."""
    learning_rate: float = 2e-3
    seed: int = 0
    start: Network | None = None
    validation: float = 0.02

    @property
    def all_epochs(self) -> int:
        return self.epochs + REVIEW_EPOCHS * self.reviews


class Positions(NamedTuple):
    """The positions of one kind of table, with all bags padded to one length, game by game."""

    kind: Kind
    bags: Any
    numbers: Any
    results: Any
    games: Any


class Report(NamedTuple):
    """The progress of a lesson. Losses are in nats per position; `validation` is on other games."""

    epoch: int
    loss: float
    validation: float


def read_games(folder: Path) -> list[Positions]:
    """All positions of the chunks in the folder."""
    parts: dict[Kind, list[tuple[Any, ...]]] = {kind: [] for kind in KINDS}
    begun = 0
    for path in chunk_files(folder):
        for kind, arrays in read_chunk(path, ARRAYS).items():
            places, starts, numbers, results, games = arrays.values()
            # Each chunk numbers its games from 0: here every game gets its own number.
            parts[kind].append((*_padded(kind, places, starts, numbers, results), games + begun))
            begun += 1 + games.max(initial=0)
    found = [
        Positions(kind, *(np.concatenate(arrays) for arrays in zip(*each, strict=True)))
        for kind, each in parts.items()
        if each
    ]
    if not found:
        raise NoGames(f'There are no games in "{folder}". `vigil train` plays some first.')
    return found


def read_chunk(path: Path, names: Sequence[str]) -> dict[Kind, dict[str, Any]]:
    """The arrays of a chunk with these names, for every kind of table in it."""
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as arrays:
            kinds = [kind for kind in KINDS if f"{kind.label} results" in arrays]
            return {kind: {name: arrays[f"{kind.label} {name}"] for name in names} for kind in kinds}
    except Exception as error:
        # A damaged file can raise many kinds of exceptions.
        raise NoGames(f'"{path}" is damaged ({error}). Delete it: `vigil train` plays its games again.') from None


def _padded(kind: Kind, places: Any, starts: Any, numbers: Any, results: Any) -> tuple[Any, Any, Any]:
    """Bags padded to one length with the place of no card."""
    nothing = ZONES * len(LIBRARY.cards)
    ends = np.append(starts[1:], len(places))
    # The first place of a bag is that of no card, too, because no bag may be empty.
    lengths = np.minimum(ends - starts - 1, LONGEST_BAG)
    bags = np.full((len(starts), LONGEST_BAG), nothing, dtype=np.int16)
    columns = np.arange(LONGEST_BAG)[None, :]
    filled = columns < lengths[:, None]
    bags[filled] = places[(starts[:, None] + 1 + columns)[filled]]
    count, seats = len(results), kind.players
    return bags.reshape(count, 2 * seats + 1, LONGEST_BAG), numbers.reshape(count, seats, NUMBERS), results


def pytorch() -> Any:
    """PyTorch, or an error that says how to install it and scipy."""
    needed("scipy", "train", "Training a network")
    return needed("torch", "train", "Training a network")


def teach(positions: list[Positions], lesson: Lesson) -> Iterator[tuple[Report, Network]]:
    """Yields the network after every epoch."""
    torch = pytorch()
    torch.manual_seed(lesson.seed)
    # The steps are so small that threads would mostly wait for each other: one alone is several times as fast.
    torch.set_num_threads(1)
    torch.set_float32_matmul_precision("high")
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    network = TorchNetwork(torch, lesson, device)
    halves = [_split(torch, each, lesson, device) for each in positions]
    learned = [each for each, _ in halves if len(each.results)]
    held_out = [each for _, each in halves]
    if not learned:
        raise NoGames("One game is not enough to learn from: another one is needed for validation.")
    generator = torch.Generator(device="cpu").manual_seed(lesson.seed)
    learning_rate = lesson.learning_rate / (1 if lesson.start is None else GOING_ON)
    size = lesson.batch or _usual_batch(sum(len(each.results) for each in learned))
    epoch = 0
    for part in range(1 + lesson.reviews):
        targets = [network.td_targets(each) if part else each.results for each in learned]
        epochs = REVIEW_EPOCHS if part else lesson.epochs
        rate = learning_rate / 2 if part else learning_rate
        for loss in _train(network, learned, targets, epochs, rate, size, generator):
            epoch += 1
            yield Report(epoch, loss, _validation(network, held_out)), network.to_numpy()


def _train(
    network: TorchNetwork,
    learned: list[Positions],
    targets: list[Any],
    epochs: int,
    rate: float,
    size: int,
    generator: Any,
) -> Iterator[float]:
    """The mean loss of every epoch."""
    torch = network.torch
    optimizer = torch.optim.AdamW(network.parameters(), lr=rate, weight_decay=1e-4)
    steps = epochs * sum(-(-len(each.results) // size) for each in learned)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, rate, total_steps=steps + 1)
    for _ in range(epochs):
        batches = _batches(torch, learned, size, generator)
        total = torch.zeros((), device=network.device)
        for which, rows in batches:
            loss = network.loss(learned[which], targets[which], rows.to(network.device))
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            optimizer.step()
            schedule.step()
            total += loss.detach()
        yield total.item() / len(batches)


def _validation(network: TorchNetwork, held_out: list[Positions]) -> float:
    """The loss on games that were not learned from."""
    with network.torch.no_grad():
        checks = [
            (network.loss(each, each.results, rows).item(), rows.stop - rows.start)
            for each in held_out
            for rows in _slices(each)
        ]
    total: float = sum(loss * count for loss, count in checks) / sum(count for _, count in checks)
    return total


def _split(torch: Any, each: Positions, lesson: Lesson, device: Any) -> tuple[Positions, Positions]:
    """The positions to learn from, and those of the last games for validation."""
    last = max(1, int(len(each.results) * lesson.validation))
    cut = int(np.searchsorted(each.games, each.games[-last]))
    arrays = [torch.from_numpy(array).to(device) for array in each[1:]]
    learned, held_out = ([array[part] for array in arrays] for part in (slice(cut), slice(cut, None)))
    return Positions(each.kind, *learned), Positions(each.kind, *held_out)


def _slices(positions: Positions) -> list[slice]:
    """All positions, in parts that fit into memory."""
    count = len(positions.results)
    return [slice(begin, min(begin + MOST_AT_ONCE, count)) for begin in range(0, count, MOST_AT_ONCE)]


def _usual_batch(positions: int) -> int:
    """The batch size: many small steps for few positions, large steps for many, to keep a GPU busy."""
    return min(MOST_AT_ONCE, max(256, positions // 1_000))


def _batches(torch: Any, learned: list[Positions], size: int, generator: Any) -> list[tuple[int, Any]]:
    found = [
        (which, rows)
        for which, each in enumerate(learned)
        for rows in torch.randperm(len(each.results), generator=generator).split(size)
    ]
    order = torch.randperm(len(found), generator=generator).tolist()
    return [found[place] for place in order]


class TorchNetwork:
    """The network of `vigil.bots.network` in training: the same arrays and operations."""

    def __init__(self, torch: Any, lesson: Lesson, device: Any) -> None:
        self.torch = torch
        self.device = device
        self.traits = torch.tensor(card_features(LIBRARY), dtype=torch.float32, device=device)
        if lesson.start is None:
            sizes = shapes(lesson.wide, lesson.card, lesson.hidden, lesson.second)
            begun = {name: self._noise(shape) for name, shape in sizes.items()}
        else:
            begun = {name: torch.from_numpy(array.copy()) for name, array in lesson.start.arrays.items()}
        self.arrays = {name: array.to(device).requires_grad_() for name, array in begun.items()}

    def _noise(self, shape: tuple[int, ...]) -> Any:
        spread = 0.0 if len(shape) == 1 else (2.0 / shape[0]) ** 0.5
        return self.torch.randn(shape) * spread

    def parameters(self) -> list[Any]:
        return list(self.arrays.values())

    def loss(self, positions: Positions, targets: Any, rows: Any) -> Any:
        """The mean cross-entropy of the predictions for these positions."""
        strengths = self.sides(positions, rows)
        return -(targets[rows, : strengths.shape[1]] * self.torch.log_softmax(strengths, dim=1)).sum(dim=1).mean()

    def sides(self, positions: Positions, rows: Any) -> Any:
        """The strengths of all sides: every seat, or every team."""
        strengths = self.strengths(positions.kind, positions.bags[rows], positions.numbers[rows])
        if positions.kind.variant == TEAM:
            half = positions.kind.players // 2
            strengths = (strengths[:, :half] + strengths[:, half:]) / 2
        return strengths

    def td_targets(self, positions: Positions) -> Any:
        """What each position is worth to every side, by the positions that came next (temporal differences)."""
        torch = self.torch
        with torch.no_grad():
            said = torch.cat([self.sides(positions, rows).softmax(dim=1) for rows in _slices(positions)])
        targets = positions.results[:, : said.shape[1]].clone()
        numbers = torch.arange(len(targets), device=self.device)
        is_last = torch.ones(len(targets), dtype=torch.bool, device=self.device)
        is_last[:-1] = positions.games[1:] != positions.games[:-1]
        lasts = numbers[is_last]
        to_come = lasts[torch.searchsorted(lasts, numbers)] - numbers
        for steps in range(1, int(to_come.max()) + 1):
            now = numbers[to_come == steps]
            targets[now] = BOOTSTRAP * said[now + 1] + (1 - BOOTSTRAP) * targets[now + 1]
        return targets

    def strengths(self, kind: Kind, bags: Any, numbers: Any) -> Any:
        torch, arrays, seats = self.torch, self.arrays, kind.players
        sums = self._sums(bags.reshape(-1, LONGEST_BAG)).reshape(len(bags), 2 * seats + 1, -1)
        owned, before = sums[:, 0 : 2 * seats : 2], sums[:, 1 : 2 * seats : 2]
        average = owned / (numbers[:, :, 1:2] * 20.0).clamp(min=1.0)
        holdings = torch.cat([(owned + before) / BAG, average], dim=2)
        others = torch.matmul(self._others(kind), holdings)
        hidden = holdings @ arrays["mine"] + others @ arrays["others"] + numbers @ arrays["numbers"]
        hidden = hidden + (sums[:, 2 * seats] / BAG @ arrays["middle"])[:, None, :] + arrays["hidden_bias"]
        second = torch.relu(torch.relu(hidden) @ arrays["second"] + arrays["second_bias"])
        return (second @ arrays["last"])[:, :, 0]

    def _sums(self, bags: Any) -> Any:
        """The vectors of each bag's cards, added up."""
        torch, nothing = self.torch, ZONES * len(self.traits)
        if self.device.type == "cpu":
            return torch.nn.functional.embedding_bag(bags.int(), self._vectors(), mode="sum", padding_idx=nothing)
        # A GPU is ten times as fast with one large, mostly empty product: in the backward pass of an embedding, the
        # updates would all wait for the same few cards.
        counts = torch.zeros(len(bags), nothing + 1, device=self.device)
        counts.scatter_add_(1, bags.long(), torch.ones(bags.shape, device=self.device))
        return counts @ self._vectors()

    def _vectors(self) -> Any:
        torch, arrays = self.torch, self.arrays
        of_card, of_zone = torch.split(arrays["card_in"], [len(FEATURES), ZONES])
        inside = self.traits @ of_card + arrays["card_in_bias"]
        hidden = torch.relu(inside[None, :, :] + of_zone[:, None, :])
        flat = (hidden @ arrays["card_out"] + arrays["card_out_bias"]).reshape(ZONES * len(self.traits), -1)
        return torch.cat([flat, torch.zeros_like(flat[:1])])

    def _others(self, kind: Kind) -> Any:
        return self.torch.from_numpy(others_of(kind.players, kind.variant == TEAM)).to(self.device)

    def to_numpy(self) -> Network:
        return Network({name: array.detach().cpu().numpy().copy() for name, array in self.arrays.items()})
