"""Where Vigil keeps what belongs to the user: games, and the tables of a server."""

from __future__ import annotations

import os
from pathlib import Path


def data_folder() -> Path:
    """$XDG_DATA_HOME/vigil, %APPDATA%\\vigil, or ~/.local/share/vigil."""
    chosen = os.environ.get("XDG_DATA_HOME", "")
    if chosen and Path(chosen).is_absolute():
        return Path(chosen) / "vigil"
    roaming = os.environ.get("APPDATA", "")
    if os.name == "nt" and roaming:
        return Path(roaming) / "vigil"
    return Path.home() / ".local" / "share" / "vigil"
