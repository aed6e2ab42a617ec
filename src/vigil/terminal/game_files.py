"""Saved games: one file each in the user's data folder."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from vigil.engine.errors import BadRecord, VigilError
from vigil.engine.records import Record
from vigil.files import data_folder, replacing


class NotSaved(VigilError):
    """The file cannot be written, or must not be overwritten."""


def games_folder() -> Path:
    return data_folder() / "games"


def new_game_file(now: datetime) -> Path:
    """An unused name: the time at which the game began."""
    name = f"{now:%Y-%m-%d-%H%M%S}"
    path = games_folder() / f"{name}.json"
    number = 1
    while path.exists():
        number += 1
        path = games_folder() / f"{name}-{number}.json"
    return path


def write(record: Record, path: Path) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with replacing(path) as draft:
            draft.write_text(record.to_json() + "\n", encoding="utf-8")
    except (OSError, ValueError) as error:
        raise NotSaved(f"The game could not be saved to {path}: {_reason(error)}.") from None


def _reason(error: Exception) -> str:
    return str(getattr(error, "strerror", None) or error)


def save_as(record: Record, name: str) -> Path:
    """Saves to a file that the player names. An older record is replaced, any other file is left alone."""
    try:
        path = Path(name).expanduser().absolute()
        is_taken, is_folder = path.exists(), path.is_dir()
    except (OSError, ValueError, RuntimeError) as error:
        raise NotSaved(f'"{name}" cannot be the name of a file: {_reason(error)}.') from None
    if is_folder:
        raise NotSaved(f"{path} is a folder: name a file in it, such as {path / 'game.json'}.")
    if is_taken and not _is_record(path):
        raise NotSaved(f"{path} exists and is not a record of Vigil. Choose another name.")
    write(record, path)
    return path


def _is_record(path: Path) -> bool:
    try:
        read(path)
    except VigilError:
        return False
    return True


def read(path: Path) -> Record:
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise BadRecord(f"There is no file {path}.") from None
    except IsADirectoryError:
        raise BadRecord(f"{path} is a folder, not a record.") from None
    except UnicodeDecodeError:
        raise BadRecord(f"{path} is not a record: it is not UTF-8 text.") from None
    except OSError as error:
        raise BadRecord(f"{path} cannot be read: {_reason(error)}.") from None
    try:
        return Record.from_json(text)
    except BadRecord as error:
        raise BadRecord(f"{path}: {error}") from None


def last_unfinished() -> tuple[Path, Record] | None:
    """The newest game, if it is not finished."""
    try:
        newest = max(games_folder().glob("*.json"), key=lambda path: path.stat().st_mtime, default=None)
        record = None if newest is None else read(newest)
    except (OSError, VigilError):
        return None
    if newest is None or record is None or record.result is not None or not record.choices:
        return None
    return newest, record
