"""Scenarios: rules questions as TOML files that set up a position, take steps and state the expected result."""

from vigil.engine.library import Library

from .describing import copies, describe, scenario_text
from .lenient import LenientRunner
from .loading import Scenario, ScenarioError, load, loads
from .moments import Moment, moment
from .runner import Failure, Runner

__all__ = [
    "Failure",
    "Moment",
    "Scenario",
    "ScenarioError",
    "copies",
    "describe",
    "load",
    "loads",
    "moment",
    "run",
    "scenario_text",
    "spelled_out_steps",
]


def run(library: Library, scenario: Scenario, strict: bool = False) -> list[Failure]:
    """Runs a scenario and returns its failures; an empty list if it passes.

    A `strict` run takes the steps exactly as written. Otherwise an answer that makes no difference may be left out, and
    one that the engine gives by itself may be written down.
    """
    runner = Runner if strict else LenientRunner
    return runner(library, scenario).run()


def spelled_out_steps(library: Library, scenario: Scenario) -> tuple[list[str], list[Failure]]:
    """Every choice of a lenient run, as far as it gets, and its failures. `check` and `cannot` are no choices."""
    runner = LenientRunner(library, scenario)
    failures = runner.run()
    return runner.choices, failures
