"""Scenarios: rules questions as TOML files that set up a position, take steps and state the expected result."""

from vigil.engine.library import Library

from .lenient import LenientRunner
from .loading import Scenario, ScenarioError, load
from .runner import Failure, Runner

__all__ = ["Failure", "Scenario", "ScenarioError", "load", "run"]


def run(library: Library, scenario: Scenario, strict: bool = False) -> list[Failure]:
    """Runs a scenario and returns its failures; an empty list if it passes.

    A `strict` run takes the steps exactly as written. Otherwise an answer that makes no difference may be left out, and
    one that the engine gives by itself may be written down.
    """
    runner = Runner if strict else LenientRunner
    return runner(library, scenario).run()
