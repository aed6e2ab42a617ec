"""Rules questions as files: set a table up, take some steps, say what must be true."""

from .loading import Scenario, ScenarioError, load
from .running import Failure, run

__all__ = ["Failure", "Scenario", "ScenarioError", "load", "run"]
