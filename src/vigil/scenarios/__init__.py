"""Rules questions as files: set up a position, take some steps, say what must be true."""

from vigil.engine.library import Library

from .lenient import LenientRunner
from .loading import Scenario, ScenarioError, load
from .runner import Failure, Runner

__all__ = ["Failure", "Scenario", "ScenarioError", "load", "run"]


def run(library: Library, scenario: Scenario, strict: bool = False) -> list[Failure]:
    """What does not hold; an empty list if everything does.

    A `strict` run takes the steps exactly as written. Otherwise a step may leave out an answer that makes no
    difference, or name one that the engine has given by itself.
    """
    runner = Runner if strict else LenientRunner
    return runner(library, scenario).run()
