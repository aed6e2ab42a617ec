"""The commands of `vigil`: a module for each, or for a few that belong together."""

from __future__ import annotations

from typing import Final

INTERRUPTED: Final = 130
"""The exit code that shells report for a program that was ended by Ctrl-C."""
