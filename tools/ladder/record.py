"""docs/bots.json: what every match said, kept beside the page that is made from it.

The matches themselves take hours and megabytes and stay on the machine that played them. The record is part of the
project, so that whoever has the same sources goes on from what others have measured.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path

from vigil.engine.errors import VigilError

from .finding import Finding, as_json, from_json
from .profile import Profile


class BadRecord(VigilError):
    """The file is there and says nothing that could be understood."""


class Record:
    """What a file says about the sources in the state `state`; nothing, if it speaks of others."""

    def __init__(self, path: Path, state: str) -> None:
        self.path = path
        self.state = state
        self.findings: dict[str, Finding] = {}
        self.profile: Profile | None = None
        self.speaks_of_others = False
        if path.exists():
            self._read()

    def _read(self) -> None:
        try:
            told = json.loads(self.path.read_text(encoding="utf-8"))
            if told["sources"] != self.state:
                self.speaks_of_others = True
                return
            self.findings = {name: from_json(each) for name, each in told["matches"].items()}
            self.profile = Profile(**told["profile"]) if told["profile"] else None
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise BadRecord(
                f"{self.path} is damaged ({error!r}). Take it from the project's history, or delete it: then "
                "everything is measured anew."
            ) from None

    def write(self, findings: Mapping[str, Finding], profile: Profile | None) -> None:
        """A line for each match, so that a difference between two states can be read."""
        matches = ",\n".join(f"  {json.dumps(name)}: {json.dumps(as_json(each))}" for name, each in findings.items())
        text = (
            f'{{\n "sources": {json.dumps(self.state)},\n'
            f' "profile": {json.dumps(asdict(profile)) if profile else "null"},\n'
            f' "matches": {{\n{matches}\n }}\n}}\n'
        )
        self.path.write_text(text, encoding="utf-8")
