"""The rules of the table's layout, checked on a page as it is drawn: at any size, for any question.

for screen in SCREENS:
    screen.set(page)
    view = look(page, screen, prompt="Banish a card in your hand.")
    assert view.failures == []
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from re import split
from typing import Any, Final, Literal, NamedTuple

from playwright.sync_api import CDPSession, Page

CHECKS: Final = Path(__file__).with_suffix(".js")
COLORS: Final = CHECKS.with_stem("layout_colors")
LEAST_TEXT: Final = 11
"""CSS pixels of the smallest text on the table; whatever is smaller has to be a symbol."""
LEAST_TARGET: Final = 44
"""CSS pixels of the least width and height of what is touched with a finger."""
LEAST_CONTRAST: Final = {"least_ring": 3, "least_text": 4.5}
"""Of what shows that something is possible, and of sentences and buttons, to their surroundings."""
NO_SCROLLING: Final = (820, 600)
"""From this size on a table of two to four players does not scroll."""
MOVES: Final = 1.0
"""CSS pixels by which a zone may differ because of rounding."""
DRAWN: Final = """async () => {
    const drawn = () => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
    for (let moving = [true]; moving.length;) {
        await drawn();
        moving = document.getAnimations().filter(each => each.playState === 'running'
            && each.effect?.getComputedTiming().endTime !== Infinity);
        await Promise.allSettled(moving.map(each => each.finished));
    }
}"""
"""Waits until the page is laid out at its size, and nothing is on its way any more."""

FLOATING: Final = frozenset({"tray", "question", "status", "final", "result", "event", "hand-over"})
"""Zones that are as large as what they hold, inside others or over them."""
OF_SETS: Final = frozenset({"purse", "stores", "pool", "light", "cult"})
"""Zones that hold more in some sets: energy, day and night."""

Zones = dict[str, list[float]]
Theme = Literal["dark", "light", "forced"]


class Screen(NamedTuple):
    """A window in CSS pixels. `zoom` is the browser's, of which only the sharpness is left to set; `text` enlarges the
    text alone, as the browser's font size does. In the theme `forced` the colors are those that the system forces."""

    width: int
    height: int
    touch: bool = False
    zoom: int = 1
    text: int = 1
    theme: Theme = "dark"

    def __str__(self) -> str:
        more = [f"zoom {self.zoom}00 %"] if self.zoom > 1 else []
        more += [f"text {self.text}00 %"] if self.text > 1 else []
        more += ["touch"] if self.touch else []
        more += [] if self.theme == "dark" else [self.theme]
        return f"{self.width}x{self.height}" + (f" ({', '.join(more)})" if more else "")

    @property
    def is_cramped(self) -> bool:
        """Whether everything is so large that not even the cards of one zone fit into the window."""
        return self.zoom == 4 or (self.text == 2 and self.touch)

    @property
    def file_name(self) -> str:
        more = f"-zoom{self.zoom}" * (self.zoom > 1) + f"-text{self.text}" * (self.text > 1)
        more += f"-{self.theme}" * (self.theme != "dark")
        return f"{self.width}x{self.height}{more}"


SCREENS: Final = (
    Screen(360, 640, touch=True),
    Screen(390, 844, touch=True),
    Screen(640, 360, touch=True),
    Screen(820, 600),
    Screen(820, 1180, touch=True),
    Screen(1280, 800),
    Screen(1440, 900),
    Screen(1920, 1080),
    Screen(2560, 1080),
    Screen(640, 400, zoom=2),
    Screen(320, 200, zoom=4),
    Screen(1280, 800, text=2),
    Screen(390, 844, touch=True, text=2),
)

COSTLY: Final = ((1, False), (2, False), (2, True), (1, True))
"""Text sizes and pointers in an order in which one of the two changes at a time: a change lays out everything anew."""


def in_quick_order(screens: Iterable[Screen], backwards: bool = False) -> list[Screen]:
    """Screens that are reached with few changes beside the size."""
    order = {each: place for place, each in enumerate(COSTLY)}
    return sorted(screens, key=lambda each: (each.theme, order[each.text, each.touch]), reverse=backwards)


THEMED: Final = tuple(
    Screen(*size, theme=theme) for theme in ("dark", "light", "forced") for size in ((1280, 720), (390, 844, True))
)
"""Screens on which colors are looked at."""


UNDRAWN: Final = 0.05
"""The scale at which the window is painted while nobody looks at its pixels. The page is laid out the same."""


class Window:
    """The window of a page, which takes any size without opening the page anew.

    The page has `no_viewport`: Playwright would go back to a size of its own for each picture.
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        self._session: CDPSession = page.context.new_cdp_session(page)
        self._now = Screen(0, 0)

    def set(self, screen: Screen) -> None:
        """Waits until the page is laid out and painted."""
        self.resize(screen)
        self.page.evaluate(DRAWN)

    def resize(self, screen: Screen, scale: float = 1) -> None:
        """Does not wait. `scale` is that of the painted pixels alone: painting takes as long as laying out."""
        # Before the size of the window: what listens to media queries is not told of another size of text.
        if screen.text != self._now.text:
            sizes = {"standard": 16 * screen.text, "fixed": 13 * screen.text}
            self._session.send("Page.setFontSizes", {"fontSizes": sizes})
        metrics = {"deviceScaleFactor": screen.zoom, "mobile": screen.touch, "scale": scale}
        size = {"width": screen.width, "height": screen.height}
        self._session.send("Emulation.setDeviceMetricsOverride", {**size, **metrics})
        if screen.touch != self._now.touch:
            self._session.send("Emulation.setTouchEmulationEnabled", {"enabled": screen.touch})
        if screen.theme != self._now.theme:
            scheme: Literal["light", "dark"] = "light" if screen.theme == "light" else "dark"
            forced: Literal["active", "none"] = "active" if screen.theme == "forced" else "none"
            self.page.emulate_media(color_scheme=scheme, forced_colors=forced)
            self.page.wait_for_function("it => document.documentElement.dataset.theme === it", arg=scheme)
        self._now = screen


class Failure(NamedTuple):
    """What rule is broken, by which element of the page, and how."""

    check: str
    where: str
    detail: str

    def __str__(self) -> str:
        return f"{self.check}: {self.where}: {self.detail}"


@dataclass
class Look:
    """What was found on a screen; `zones` are the boxes of everything that has `data-zone`."""

    screen: Screen
    failures: list[Failure]
    zones: Zones
    candidates: int


def look(
    page: Page,
    screen: Screen,
    prompt: str = "",
    answers: Sequence[Sequence[str]] = (),
    players: int = 2,
    crowded: bool = False,
) -> Look:
    """Checks the page, which has this size, as soon as it is laid out.

    `prompt` is the sentence of the open question as the engine has it, `answers` are the texts of its options; of
    several in one list one has to be lit. On a crowded board, and where everything is enlarged fourfold, candidates may
    have to be scrolled to.
    """
    fits = screen.width >= NO_SCROLLING[0] and screen.height >= NO_SCROLLING[1] and 2 <= players <= 4
    asked = {
        "width": screen.width,
        "height": screen.height,
        "prompt": max(split(r"\bp[1-6]\b", " ".join(prompt.split())), key=len).strip(),
        "answers": answers,
        "least_text": LEAST_TEXT,
        "least_target": LEAST_TARGET if screen.touch else 0,
        "may_scroll": not fits or screen.text > 1,
        "may_scroll_to": crowded or screen.is_cramped,
    }
    found = page.evaluate(f"async asked => {{ await ({DRAWN})(); return ({_script(CHECKS)})(asked); }}", asked)
    return Look(screen, [Failure(**each) for each in found["failures"]], found["zones"], found["candidates"])


def look_at_colors(page: Page) -> list[Failure]:
    """What cannot be told apart on the page as it is drawn now."""
    picture = b64encode(page.screenshot(scale="css")).decode()
    return [Failure(**each) for each in page.evaluate(_script(COLORS), {"picture": picture, **LEAST_CONTRAST})]


@cache
def _script(path: Path) -> str:
    return path.read_text(encoding="utf-8").rstrip().removesuffix(";")


def moved(before: Zones, after: Zones) -> list[Failure]:
    """The fixed zones that are in both and not at the same place, or not of the same size."""
    return [
        Failure("moved", f"[{name}]", f"{_box(before[name])} is now {_box(box)}")
        for name, box in after.items()
        if name in before
        and name not in FLOATING
        and any(abs(old - new) > MOVES for old, new in zip(before[name], box, strict=True))
    ]


def _box(box: Iterable[float]) -> str:
    x, y, width, height = box
    return f"{width:g}x{height:g} at {x:g},{y:g}"


@dataclass
class FixedZones:
    """Where the zones have been first, for each screen and number of players: they stay there."""

    first: dict[Any, Zones] = field(default_factory=dict)

    def check(self, key: Any, sets: Any, zones: Zones) -> list[Failure]:
        """`key` is what the places of all zones follow from; those of some follow from the sets of the game too."""
        found = []
        for is_of_sets in (False, True):
            chosen = {name: box for name, box in zones.items() if (name in OF_SETS) is is_of_sets}
            known = self.first.setdefault((key, sets if is_of_sets else None), {})
            found += moved(known, chosen)
            self.first[key, sets if is_of_sets else None] = {**chosen, **known}
        return found
