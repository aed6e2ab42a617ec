"""What the printed cards are worth: measured numbers that come with Vigil. `docs/card-worth.md` says how."""

from .model import Measure, Worth
from .own import own_worth

__all__ = ["Measure", "Worth", "own_worth"]
