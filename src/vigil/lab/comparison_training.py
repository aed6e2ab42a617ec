"""Training a network with comparisons: it learns how the options of a decision differ, not only who wins.

The loss has two parts. One is the cross-entropy of every position with how its game ended, as in `training`. The other
is the squared error of the differences between the options of a decision, each averaged over its worlds: the averages
have far less luck in them than a single game.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from vigil.bots.network import Network
from vigil.bots.position_features import NUMBERS, ZONES
from vigil.cards import LIBRARY
from vigil.engine.terms import TEAM

from .comparisons import COMPARISON_ARRAYS, MOST_OPTIONS
from .selfplay import KINDS, Kind, chunk_files
from .training import LONGEST_BAG, Lesson, NoGames, TorchNetwork, pytorch, read_chunk

GROUPS: Final = 2 * MOST_OPTIONS
"""The groups of a decision: each option at each of the two horizons."""


@dataclass(frozen=True)
class ComparisonLesson:
    """How long a network learns. `difference` is the weight of the differences, beside the cross-entropy."""

    start: Network
    epochs: int = 8
    difference: float = 30.0
    decisions: int = 96
    """Decisions in a step."""
    learning_rate: float = 7e-4
    seed: int = 0
    validation: float = 0.03


class Comparisons(NamedTuple):
    """All positions of one kind of table. `firsts` says where the positions of each decision begin, and where the last
    one ends."""

    kind: Kind
    bags: Any
    numbers: Any
    results: Any
    groups: Any
    seats: Any
    firsts: Any


class ComparisonReport(NamedTuple):
    """The progress after an epoch. `validation` is on decisions that were not learned from: the cross-entropy. There
    `error` is the mean squared error of the differences, and `spread` what it would be if none were seen. Both contain
    the luck of the worlds."""

    epoch: int
    loss: float
    validation: float
    error: float
    spread: float


def read_comparisons(folder: Path) -> list[Comparisons]:
    """All decisions of the chunks in the folder, in the memory of the GPU if there is one."""
    torch = pytorch()
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    parts: dict[Kind, list[list[Any]]] = {kind: [] for kind in KINDS}
    begun = dict.fromkeys(KINDS, 0)
    for path in chunk_files(folder):
        for kind, arrays in read_chunk(path, COMPARISON_ARRAYS).items():
            on_device = [torch.from_numpy(each.astype(_TYPES.get(name, each.dtype))) for name, each in arrays.items()]
            places, starts, numbers, results, groups, seats = (each.to(device) for each in on_device)
            if len(results):
                bags = _padded(torch, places, starts).reshape(len(results), 2 * kind.players + 1, LONGEST_BAG)
                numbers = numbers.reshape(len(results), kind.players, NUMBERS)
                parts[kind].append([bags, numbers, results, groups + GROUPS * begun[kind], seats])
                begun[kind] += int(groups[-1]) // GROUPS + 1
    found = []
    for kind, each in parts.items():
        if each:
            bags, numbers, results, groups, seats = (torch.cat(arrays) for arrays in zip(*each, strict=True))
            decisions = groups // GROUPS
            firsts = torch.searchsorted(decisions, torch.arange(int(decisions[-1]) + 2, device=device))
            found.append(Comparisons(kind, bags, numbers, results, groups, seats, firsts.cpu()))
    if not found:
        raise NoGames(f'There are no compared decisions in "{folder}". `vigil train --decisions` makes some first.')
    return found


_TYPES: Final[dict[str, Any]] = {"places": np.int32, "starts": np.int64, "groups": np.int64, "seats": np.int64}


def _padded(torch: Any, places: Any, starts: Any) -> Any:
    """Bags padded to one length with the place of no card, which is also the first of every bag."""
    ends = torch.cat([starts[1:], torch.tensor([len(places)], device=starts.device)])
    columns = torch.arange(LONGEST_BAG, device=starts.device)[None, :]
    inside = columns < (ends - starts - 1)[:, None]
    where = (starts[:, None] + 1 + columns).clamp(max=len(places) - 1)
    return torch.where(inside, places[where], ZONES * len(LIBRARY.cards)).to(torch.int16)


def teach_differences(found: list[Comparisons], lesson: ComparisonLesson) -> Iterator[tuple[ComparisonReport, Network]]:
    """Yields the network after every epoch."""
    torch = pytorch()
    torch.manual_seed(lesson.seed)
    torch.set_float32_matmul_precision("high")
    device = found[0].bags.device
    network = TorchNetwork(torch, Lesson(start=lesson.start), device)
    optimizer = torch.optim.AdamW(network.parameters(), lr=lesson.learning_rate, weight_decay=1e-4)
    cuts = [int((len(each.firsts) - 1) * (1 - lesson.validation)) for each in found]
    steps = sum(-(-cut // lesson.decisions) for cut in cuts)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, lesson.learning_rate, total_steps=lesson.epochs * steps + 1
    )
    for epoch in range(1, lesson.epochs + 1):
        total = torch.zeros((), device=device)
        for which, chosen in _steps(torch, cuts, lesson):
            cross_entropy, error, _ = _losses(network, found[which], chosen)
            loss = cross_entropy + lesson.difference * error
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            optimizer.step()
            schedule.step()
            total += loss.detach()
        yield _report(network, found, cuts, epoch, total.item() / steps), network.to_numpy()


def _steps(torch: Any, cuts: list[int], lesson: ComparisonLesson) -> list[tuple[int, Any]]:
    found = [
        (which, chosen) for which, cut in enumerate(cuts) for chosen in torch.randperm(cut).split(lesson.decisions)
    ]
    return [found[place] for place in torch.randperm(len(found)).tolist()]


def _losses(network: TorchNetwork, each: Comparisons, chosen: Any) -> tuple[Any, Any, Any]:
    """The cross-entropy, the mean squared error of the differences, and what that is without any differences."""
    torch = network.torch
    device = each.bags.device
    begins, ends = each.firsts[chosen], each.firsts[chosen + 1]
    rows = torch.cat([torch.arange(int(begin), int(end)) for begin, end in zip(begins, ends, strict=True)]).to(device)
    if not len(rows):
        nothing = sum(array.sum() for array in network.parameters()) * 0.0
        return nothing, nothing, nothing
    strengths = network.strengths(each.kind, each.bags[rows], each.numbers[rows])
    results, seats = each.results[rows], each.seats[rows]
    if each.kind.variant == TEAM:
        half = each.kind.players // 2
        strengths = (strengths[:, :half] + strengths[:, half:]) / 2
        results, seats = results[:, :half], seats % half
    logs = torch.log_softmax(strengths, dim=1)
    cross_entropy = -(results * logs).sum(dim=1).mean()
    missed = logs.exp().gather(1, seats[:, None])[:, 0] - results.gather(1, seats[:, None])[:, 0]
    ended = results.gather(1, seats[:, None])[:, 0]
    # Decisions are renumbered in the order in which they were chosen.
    order = torch.repeat_interleave(torch.arange(len(chosen)), (ends - begins)).to(device)
    groups = GROUPS * order + each.groups[rows] % GROUPS
    counts = torch.zeros(GROUPS * len(chosen), device=device).index_add_(0, groups, torch.ones_like(missed))
    return cross_entropy, _spread(torch, missed, groups, counts), _spread(torch, ended, groups, counts)


def _spread(torch: Any, values: Any, groups: Any, counts: Any) -> Any:
    """How much the means of the options differ within a decision and horizon: the mean square."""
    sums = torch.zeros_like(counts).index_add_(0, groups, values)
    # Where games had ended before the horizon there is nothing to learn.
    most = counts.reshape(-1, MOST_OPTIONS, 2).amax(dim=1, keepdim=True).expand(-1, MOST_OPTIONS, -1)
    means = (sums / most.reshape(-1).clamp(min=1.0)).reshape(-1, MOST_OPTIONS, 2)
    used = (counts > 0).float().reshape(-1, MOST_OPTIONS, 2)
    middle = (means * used).sum(dim=1, keepdim=True) / used.sum(dim=1, keepdim=True).clamp(min=1.0)
    return (((means - middle) * used) ** 2).sum() / used.sum().clamp(min=1.0)


def _report(
    network: TorchNetwork, found: list[Comparisons], cuts: list[int], epoch: int, loss: float
) -> ComparisonReport:
    torch = network.torch
    sums = torch.zeros(3)
    weight = 0
    with torch.no_grad():
        for each, cut in zip(found, cuts, strict=True):
            for chosen in torch.arange(cut, len(each.firsts) - 1).split(64):
                sums += torch.tensor([part.item() for part in _losses(network, each, chosen)]) * len(chosen)
                weight += len(chosen)
    cross_entropy, error, spread = (sums / max(1, weight)).tolist()
    return ComparisonReport(epoch, loss, cross_entropy, error, spread)
