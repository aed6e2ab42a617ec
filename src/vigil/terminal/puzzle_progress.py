"""What somebody has solved: one small file in the user's data folder."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from vigil.engine.errors import VigilError
from vigil.files import data_folder, replacing

FORMAT: Final = "vigil puzzle progress 1"


class BadProgress(VigilError):
    """The file with the solved puzzles cannot be read or written."""


def progress_file() -> Path:
    return data_folder() / "puzzles.json"


@dataclass
class Progress:
    """Which puzzles were tried, and whether the first try was right; `streak` is how many in a row were."""

    tried: dict[str, bool] = field(default_factory=dict)
    streak: int = 0
    longest: int = 0

    def note(self, puzzle: str, is_right: bool) -> bool:
        """Counts the first try of a puzzle. Later ones count for nothing: the answer is known. Says if it counted."""
        if puzzle in self.tried:
            return False
        self.tried[puzzle] = is_right
        self.streak = self.streak + 1 if is_right else 0
        self.longest = max(self.longest, self.streak)
        return True

    @property
    def solved(self) -> int:
        return sum(self.tried.values())


def read_progress() -> Progress:
    path = progress_file()
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        if data["format"] != FORMAT:
            raise BadProgress(f"{path} was written by another version of Vigil. Move it away to begin anew.")
        tried = {str(name): bool(right) for name, right in data["tried"].items()}
        return Progress(tried, int(data["streak"]), int(data["longest"]))
    except FileNotFoundError:
        return Progress()
    except OSError as error:
        raise BadProgress(f"{path} cannot be read: {error.strerror}.") from None
    except (ValueError, KeyError, TypeError, AttributeError):
        raise BadProgress(f"{path} is damaged. Move it away to begin anew.") from None


def write_progress(progress: Progress) -> None:
    path = progress_file()
    data = {"format": FORMAT, "tried": progress.tried, "streak": progress.streak, "longest": progress.longest}
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with replacing(path) as draft:
            draft.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    except OSError as error:
        raise BadProgress(f"{path} cannot be written: {error.strerror}.") from None
