"""Everything that can be done at a table, as data: what people send, and what the journal keeps.

An `Entry` is an action that was accepted: its number (1, 2, 3 ...), when, by whom, and the key that makes a repeated
request harmless. A table is nothing but its entries, applied one after the other; entry 1 is always `Open`.
`SERVER` acts for the server itself: it answers for bots, and it watches the clocks.
"""

from __future__ import annotations

from typing import Any, Final

from msgspec import Struct

from .beginnings import Beginning
from .daily_game import DailyGame
from .settings import TableSettings

SERVER: Final = "house"
"""No person has this id: those of people are longer."""
LONGEST_TEXT: Final = 300
REMOVED: Final = "(removed)"
"""What stays of a text when its author is forgotten."""
LONGEST_CHOICE: Final = 200
LONGEST_KEY: Final = 64

PHRASES: Final = {
    "hello": "Hello!",
    "good-luck": "Good luck!",
    "well-played": "Well played!",
    "thanks": "Thank you!",
    "oops": "Oops.",
    "thinking": "I am thinking.",
    "back-soon": "I am back in a moment.",
    "good-game": "Good game!",
    "again": "Another one?",
}
"""What can be said with one click, by the name that is sent."""


class _Action(Struct, frozen=True, tag_field="do", forbid_unknown_fields=True):
    pass


class Open(_Action, frozen=True, tag="open"):
    """A table is set up; whoever does it owns it. `earlier` are the choices that lead to its beginning.

    `position` describes where the game starts, with the keys of docs/scenarios.md; without it the cards are dealt.
    `rules` is the version of the rules by which the game is played; journals that do not say it are of the first.
    `daily` says which daily deal it is, if it is one.
    """

    settings: TableSettings
    beginning: Beginning | None = None
    earlier: tuple[str, ...] = ()
    rules: int = 1
    position: dict[str, Any] | None = None
    daily: DailyGame | None = None


class Sit(_Action, frozen=True, tag="sit"):
    """Take an open seat. One person may take several and play them all from one device.

    `name` is what whoever plays this seat is called, where that is not the person who takes it.
    """

    seat: int
    name: str = ""


class Stand(_Action, frozen=True, tag="stand"):
    """Give a seat up before the game. The owner may also clear the seats of bots and of other people."""

    seat: int


class SeatBot(_Action, frozen=True, tag="seat-bot"):
    """The owner gives an open seat to a bot. During a game the server exchanges one bot for another."""

    seat: int
    level: str


class Start(_Action, frozen=True, tag="start"):
    """Every seat is taken: deal."""


class Choose(_Action, frozen=True, tag="choose"):
    """Answer the open decision. `version` is that of the position that the answer was made for."""

    seat: int
    version: int
    choice: str


class Undo(_Action, frozen=True, tag="undo"):
    """Take the last own choice back: at once where nothing new was seen, otherwise everybody is asked.

    `consent` is written down by the server: the other people whose choices would be taken back. They are asked even
    when they have left.
    """

    version: int
    consent: tuple[str, ...] = ()


class AnswerUndo(_Action, frozen=True, tag="answer-undo"):
    """Agree or not; `request` is the number of the entry that asked."""

    request: int
    agree: bool


class Say(_Action, frozen=True, tag="say"):
    """A phrase by its name, or a text of one's own."""

    phrase: str = ""
    text: str = ""


class Leave(_Action, frozen=True, tag="leave"):
    """Get up from all own seats. In a game a bot takes over, or the game ends, as was agreed.

    A rated game is lost for whoever leaves it after the first round, and there is no way back.
    """


class Abort(_Action, frozen=True, tag="abort"):
    """End a rated game in its first round. It counts for nobody."""


class Return(_Action, frozen=True, tag="return"):
    """Take the own seats back from the bot that kept them."""


class Expire(_Action, frozen=True, tag="expire"):
    """The server has seen that a seat's time is over."""

    seat: int


class Close(_Action, frozen=True, tag="close"):
    """The table is given up for good: by its owner before the game, by a player when nobody else has a seat in it, by
    the server at any time."""


class Merge(_Action, frozen=True, tag="merge"):
    """A guest has become part of an account: what was the guest's at this table is the account's. By the server."""

    guest: str
    account: str


Action = (
    Open | Sit | Stand | SeatBot | Start | Choose | Undo | AnswerUndo | Say | Leave | Abort | Return | Expire | Close
    | Merge
)  # fmt: skip


class Entry(Struct, frozen=True):
    """One line of the journal."""

    number: int
    at: float
    by: str
    action: Action
    key: str = ""
