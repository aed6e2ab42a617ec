"""Workers: results come in order where that is asked for, errors come back, and a process that dies is noticed."""

from __future__ import annotations

import os
import time

import pytest

from vigil.engine.errors import VigilError
from vigil.lab.workers import LocalWorkers, NoWorkers


def product(factor: int, task: int) -> int:
    """The first one takes longest."""
    time.sleep(0.2 if task == 0 else 0)
    return factor * task


def refuses(given: None, task: int) -> int:
    if task == 1:
        raise VigilError("no idea what to do")
    return task


def dies(given: None, task: int) -> int:
    if task == 1:
        os._exit(7)
    return task


@pytest.mark.parametrize("processes", [1, 2])
def test_results_in_order(processes: int) -> None:
    with LocalWorkers(processes) as workers:
        assert list(workers.results_in_order(product, 3, 5)) == [0, 3, 6, 9, 12]
        assert list(workers.results_in_order(product, 5, 2)) == [0, 5]
        assert sorted(workers.results(product, 2, [7, 8])) == [14, 16]


@pytest.mark.parametrize("processes", [1, 2])
def test_an_error_is_raised_by_whoever_asked(processes: int) -> None:
    with LocalWorkers(processes) as workers, pytest.raises(VigilError, match="no idea what to do"):
        list(workers.results(refuses, None, range(3)))


def test_a_process_that_dies_is_reported_or_made_up_for() -> None:
    with LocalWorkers(2) as workers:
        with pytest.raises(NoWorkers, match=r"died \(exit code 7\)\. What was finished is kept\."):
            list(workers.results(dies, None, range(3)))
        found = workers.results(dies, None, range(3), lambda task, code: 100 * task + (code or 0))
        assert sorted(found) == [0, 2, 107]
