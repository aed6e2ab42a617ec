"""What people call the device that a session was opened on: "Firefox on Windows"."""

from __future__ import annotations

from typing import Final

_BROWSERS: Final = {
    "Edg": "Edge",
    "OPR/": "Opera",
    "SamsungBrowser/": "Samsung Internet",
    "Firefox/": "Firefox",
    "FxiOS/": "Firefox",
    "CriOS/": "Chrome",
    "Chrome/": "Chrome",
    "Safari/": "Safari",
}
"""In this order: most of them also claim to be one that comes later."""
_SYSTEMS: Final = {
    "Windows": "Windows",
    "Android": "Android",
    "iPhone": "iPhone",
    "iPad": "iPad",
    "CrOS": "ChromeOS",
    "Macintosh": "Mac",
    "Linux": "Linux",
}


def device_name(user_agent: str) -> str:
    """Empty where the header tells nothing that people know."""
    browser, system = _first(_BROWSERS, user_agent), _first(_SYSTEMS, user_agent)
    return f"{browser} on {system}" if browser and system else browser or system


def _first(names: dict[str, str], text: str) -> str:
    return next((name for sign, name in names.items() if sign in text), "")
