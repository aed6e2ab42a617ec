"""Teaching a value network with PyTorch, on a GPU where there is one. What it learns is run by numpy alone.

The loss chooses nothing: every network that training leaves behind plays, and the one that wins most is kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from vigil import LIBRARY
from vigil.bots.network import BAG, Network, others_of, shapes
from vigil.bots.position import NUMBERS, ZONES
from vigil.bots.traits import TRAITS, traits_of
from vigil.engine.errors import VigilError
from vigil.engine.terms import TEAM
from vigil.extras import needed

from .selfplay import ARRAYS, KINDS, Kind, chunk_files

LONGEST_BAG: Final = 48
"""More cards than a bag ever holds that matters; what is beyond it is not read in training."""


class NoGames(VigilError):
    """There is nothing to learn from."""


@dataclass(frozen=True)
class Lesson:
    """How large the network is, and how long it learns. The sizes are of one card's vector and of the two layers."""

    card: int = 48
    hidden: int = 96
    second: int = 32
    epochs: int = 4
    batch: int | None = None
    """Positions in a step. Without a number it goes by how many positions there are."""
    pace: float = 2e-3
    seed: int = 0
    validation: float = 0.02


class Positions(NamedTuple):
    """What was read at tables of one kind, with all bags filled up to one length."""

    kind: Kind
    bags: Any
    numbers: Any
    results: Any


class Report(NamedTuple):
    """Where a lesson stands. The losses are in nats a position; the second is on games that were not learned from."""

    epoch: int
    loss: float
    validation: float


def read_games(folder: Path) -> list[Positions]:
    """Everything that self-play left in the folder."""
    parts: dict[Kind, list[tuple[Any, Any, Any]]] = {kind: [] for kind in KINDS}
    for path in chunk_files(folder):
        for kind, arrays in _chunk(path).items():
            parts[kind].append(_padded(kind, *arrays))
    found = [
        Positions(kind, *(np.concatenate(arrays) for arrays in zip(*each, strict=True)))
        for kind, each in parts.items()
        if each
    ]
    if not found:
        raise NoGames(f'There are no games in "{folder}". `vigil train` plays some first.')
    return found


def _chunk(path: Path) -> dict[Kind, list[Any]]:
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as arrays:
            kinds = [kind for kind in KINDS if f"{kind.label} results" in arrays]
            return {kind: [arrays[f"{kind.label} {name}"] for name in ARRAYS] for kind in kinds}
    except Exception as error:
        # What is inside such a file can be damaged in many ways, and each has its own exception.
        raise NoGames(f'"{path}" is damaged ({error}). Delete it: `vigil train` plays its games again.') from None


def _padded(kind: Kind, places: Any, starts: Any, numbers: Any, results: Any) -> tuple[Any, Any, Any]:
    """Bags of one length, with as many places of no card at their ends as it takes."""
    nothing = ZONES * len(LIBRARY.cards)
    ends = np.append(starts[1:], len(places))
    # The first place of a bag is that of no card, too: it is there for bags that hold nothing.
    lengths = np.minimum(ends - starts - 1, LONGEST_BAG)
    bags = np.full((len(starts), LONGEST_BAG), nothing, dtype=np.int16)
    columns = np.arange(LONGEST_BAG)[None, :]
    filled = columns < lengths[:, None]
    bags[filled] = places[(starts[:, None] + 1 + columns)[filled]]
    count, seats = len(results), kind.players
    return bags.reshape(count, 2 * seats + 1, LONGEST_BAG), numbers.reshape(count, seats, NUMBERS), results


def pytorch() -> Any:
    """The library, or a sentence that says how to get it."""
    return needed("torch", "train", "Training a network")


def teach(positions: list[Positions], lesson: Lesson) -> Iterator[tuple[Report, Network]]:
    """A network after every epoch."""
    torch = pytorch()
    torch.manual_seed(lesson.seed)
    # The steps are so small that threads would mostly wait for one another: one alone is several times as fast.
    torch.set_num_threads(1)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    student = Student(torch, lesson, device)
    optimizer = torch.optim.AdamW(student.parameters(), lr=lesson.pace, weight_decay=1e-4)
    learned, kept = zip(*(_split(torch, each, lesson, device) for each in positions), strict=True)
    generator = torch.Generator(device="cpu").manual_seed(lesson.seed)
    size = lesson.batch or _usual_batch(sum(len(each.results) for each in learned))
    steps = lesson.epochs * sum(-(-len(each.results) // size) for each in learned)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, lesson.pace, total_steps=steps + 1)
    for epoch in range(1, lesson.epochs + 1):
        batches = _batches(torch, learned, size, generator)
        total = 0.0
        for which, rows in batches:
            loss = student.loss(learned[which], rows.to(device))
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            optimizer.step()
            schedule.step()
            total += float(loss.detach())
        with torch.no_grad():
            checks = [(student.loss(each, slice(None)).item(), len(each.results)) for each in kept]
        validation = sum(loss * count for loss, count in checks) / sum(count for _, count in checks)
        yield Report(epoch, total / len(batches), validation), student.network()


def _split(torch: Any, each: Positions, lesson: Lesson, device: Any) -> tuple[Positions, Positions]:
    """What is learned from, and the last part, which is only looked at: other games altogether."""
    last = max(1, int(len(each.results) * lesson.validation))
    arrays = [torch.from_numpy(array).to(device) for array in each[1:]]
    return (
        Positions(each.kind, *(array[:-last] for array in arrays)),
        Positions(each.kind, *(array[-last:] for array in arrays)),
    )


def _usual_batch(positions: int) -> int:
    """Some have to be learned from in many small steps; with a lot of them large steps keep a GPU busy."""
    return min(4_096, max(256, positions // 1_000))


def _batches(torch: Any, learned: tuple[Positions, ...], size: int, generator: Any) -> list[tuple[int, Any]]:
    found = [
        (which, rows)
        for which, each in enumerate(learned)
        for rows in torch.randperm(len(each.results), generator=generator).split(size)
        if len(rows)
    ]
    order = torch.randperm(len(found), generator=generator).tolist()
    return [found[place] for place in order]


class Student:
    """The network of `vigil.bots.network` while it learns: the same arrays, the same steps."""

    def __init__(self, torch: Any, lesson: Lesson, device: Any) -> None:
        self.torch = torch
        self.device = device
        self.traits = torch.tensor(traits_of(LIBRARY), dtype=torch.float32, device=device)
        sizes = shapes(lesson.card, lesson.hidden, lesson.second)
        self.arrays = {name: self._array(shape) for name, shape in sizes.items()}

    def _array(self, shape: tuple[int, ...]) -> Any:
        spread = 0.0 if len(shape) == 1 else (2.0 / shape[0]) ** 0.5
        return (self.torch.randn(shape, device=self.device) * spread).requires_grad_()

    def parameters(self) -> list[Any]:
        return list(self.arrays.values())

    def loss(self, positions: Positions, rows: Any) -> Any:
        strengths = self.strengths(positions.kind, positions.bags[rows], positions.numbers[rows])
        results = positions.results[rows]
        if positions.kind.variant == TEAM:
            half = positions.kind.players // 2
            strengths = (strengths[:, :half] + strengths[:, half:]) / 2
            results = results[:, :half]
        return -(results * self.torch.log_softmax(strengths, dim=1)).sum(dim=1).mean()

    def strengths(self, kind: Kind, bags: Any, numbers: Any) -> Any:
        torch, arrays, seats = self.torch, self.arrays, kind.players
        sums = torch.nn.functional.embedding_bag(
            bags.reshape(-1, LONGEST_BAG).int(), self._vectors(), mode="sum", padding_idx=ZONES * len(self.traits)
        ).reshape(len(bags), 2 * seats + 1, -1)
        owned, before = sums[:, 0 : 2 * seats : 2], sums[:, 1 : 2 * seats : 2]
        average = owned / (numbers[:, :, 1:2] * 20.0).clamp(min=1.0)
        holdings = torch.cat([(owned + before) / BAG, average], dim=2)
        others = torch.matmul(self._others(kind), holdings)
        hidden = holdings @ arrays["mine"] + others @ arrays["others"] + numbers @ arrays["numbers"]
        hidden = hidden + (sums[:, 2 * seats] / BAG @ arrays["middle"])[:, None, :] + arrays["hidden_bias"]
        second = torch.relu(torch.relu(hidden) @ arrays["second"] + arrays["second_bias"])
        return (second @ arrays["last"])[:, :, 0]

    def _vectors(self) -> Any:
        torch, arrays = self.torch, self.arrays
        of_card, of_zone = torch.split(arrays["card_in"], [len(TRAITS), ZONES])
        inside = self.traits @ of_card + arrays["card_in_bias"]
        hidden = torch.relu(inside[None, :, :] + of_zone[:, None, :])
        flat = (hidden @ arrays["card_out"] + arrays["card_out_bias"]).reshape(ZONES * len(self.traits), -1)
        return torch.cat([flat, torch.zeros_like(flat[:1])])

    def _others(self, kind: Kind) -> Any:
        return self.torch.from_numpy(others_of(kind.players, kind.variant == TEAM)).to(self.device)

    def network(self) -> Network:
        return Network({name: array.detach().cpu().numpy().copy() for name, array in self.arrays.items()})
