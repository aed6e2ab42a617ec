"""What holds for every test."""

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from vigil.one_thread import use_one_thread

# Before anything loads numpy: there is a test process for every core already.
use_one_thread()

# How long an example takes depends on what else the machine does.
settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")

# Fixtures for databases, used by the tests of storage, server and bot pool.
pytest_plugins = ["tests.helpers.databases"]


@pytest.fixture(autouse=True)
def no_bots_of_other_tests() -> Iterator[None]:
    """Commands add bots from files to those that are known, until the process ends."""
    from vigil.bots import BOTS

    known = dict(BOTS)
    yield
    if known != BOTS:
        BOTS.clear()
        BOTS.update(known)
