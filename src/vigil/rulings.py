"""Rulings on single cards."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files


@cache
def _all_rulings() -> dict[str, list[str]]:
    text = files("vigil.cards").joinpath("rulings.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def rulings_for(name: str) -> list[str]:
    """The rulings on the card with exactly this name; empty if there are none."""
    return list(_all_rulings().get(name, []))
