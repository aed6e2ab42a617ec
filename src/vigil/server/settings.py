"""How a server is run: every setting once, with its default and a description.

The command line, the environment (`VIGIL_PORT=80`) and the table in docs/server.md are made from this declaration. A
flag counts more than the environment.
"""

from __future__ import annotations

import socket
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

from vigil.engine.errors import VigilError
from vigil.files import data_folder

PREFIX: Final = "VIGIL_"
ANYWHERE: Final = "0.0.0.0"
_YES: Final = ("1", "true", "yes", "on")
_NO: Final = ("0", "false", "no", "off", "")


class BadSetting(VigilError):
    """A setting has a value that it cannot have."""


def _setting(
    default: Any,
    description: str,
    least: float | None = None,
    most: float | None = None,
    choices: tuple[str, ...] = (),
    flag: str = "",
) -> Any:
    return field(default=default, metadata={"told": (description, least, most, choices, flag)})


@dataclass(frozen=True)
class ServerSettings:
    """Put secrets in the environment: other users of the machine can read command lines."""

    host: str = _setting("127.0.0.1", "The address to listen on.")
    port: int = _setting(8470, "The port to listen on; 0 chooses a free one.", 0, 65535)
    lan: bool = _setting(False, "Be reachable from other devices on the network, and print the address for them.")
    database: str = _setting(
        "", "`sqlite:///FILE` or `postgresql://USER@HOST/NAME`. Empty: a SQLite file in the data folder."
    )
    sets: tuple[str, ...] = _setting(
        (), "Files of custom sets that can be played here, separated by commas; repeat the flag for each.", flag="--set"
    )
    bots: tuple[str, ...] = _setting(
        (),
        "Bots of your own to play against here, each a file and a name in it, such as `my_bot.py:Bot`; separated by "
        "commas; repeat the flag for each.",
        flag="--bot",
    )
    workers: int = _setting(1, "Number of server processes; more than one needs PostgreSQL.", 1, 64)
    bot_processes: int = _setting(
        0, "Processes in which bots think, per worker. 0: one less than the number of processors.", 0, 64
    )
    bot_seconds: float = _setting(10.0, "The longest time that a bot may think about a choice, in seconds.", 0.1, 600)
    public_url: str = _setting("", "The address of the server for links and notices, such as `https://vigil.example`.")
    names: str = _setting(
        "", "Host names of the server besides that of the public URL, separated by commas; * for any name."
    )
    origins: str = _setting(
        "", "Other origins whose pages may use the API with the visitor's cookie, separated by commas."
    )
    trusted_proxies: str = _setting("", "Addresses of reverse proxies whose X-Forwarded headers are trusted.")
    secret: str = _setting("", "The key that signs cookies. Empty: a random one that is kept in the database.")
    session_days: int = _setting(365, "Days that somebody stays signed in.", 1, 3650)
    registration: str = _setting(
        "open",
        "Who may create an account: anybody, people with an invitation from an operator, or nobody.",
        choices=("open", "invitation", "closed"),
    )
    accounts_only: bool = _setting(
        False, "Nobody plays or watches as a guest: everybody signs in, or registers where registration allows it."
    )
    guest_days: int = _setting(0, "Delete guests who have not been seen for this many days; 0 keeps them.", 0, 36500)
    chat_days: int = _setting(
        0, "Remove chat texts this many days after the last change to a finished game; 0 keeps them.", 0, 36500
    )
    metrics_token: str = _setting("", "The Bearer token for /metrics. Empty: only this machine may ask.")
    private_webhooks: bool = _setting(
        False, "Send webhooks to private addresses too: for a server in your own network."
    )
    compress: bool = _setting(False, "Compress WebSocket messages: less traffic, more computation.")
    requests_a_second: float = _setting(
        30.0, "Requests and connections from one address, on average; 0 for no limit.", 0
    )
    actions_a_second: float = _setting(20.0, "Actions of one person, on average; 0 for no limit.", 0)
    chats_a_minute: float = _setting(20.0, "Chat messages of one person; 0 for no limit.", 0)
    tables_an_hour: float = _setting(60.0, "Tables that one person may open; 0 for no limit.", 0)
    reviews_an_hour: float = _setting(30.0, "Reviews of games that one person may request; 0 for no limit.", 0)
    guests_an_hour: float = _setting(120.0, "New guests and password attempts from one address; 0 for no limit.", 0)
    sockets: int = _setting(20, "Open connections of one person.", 1)
    address_sockets: int = _setting(200, "Open connections from one address; 0 for no limit.", 0)
    log: str = _setting(
        "auto",
        "The format of the log; auto is text on a terminal and JSON elsewhere.",
        choices=("auto", "json", "text"),
    )
    log_level: str = _setting("info", "The lowest level that is logged.", choices=("debug", "info", "warning", "error"))

    def __post_init__(self) -> None:
        if self.workers > 1 and not self.database.startswith("postgres"):
            raise BadSetting(
                "Several workers need PostgreSQL: set the database to postgresql://HOST/NAME, or use one worker."
            )
        if self.public_url and not self.public_url.startswith(("http://", "https://")):
            raise BadSetting(f'The public URL begins with http:// or https://, not with "{self.public_url}".')

    @property
    def database_url(self) -> str:
        return self.database or f"sqlite:///{data_folder() / 'tables.sqlite'}"

    @property
    def listens_on(self) -> str:
        return ANYWHERE if self.lan else self.host

    @property
    def allowed_names(self) -> frozenset[str]:
        """The names that a request may be addressed to, beside IP addresses; with `*` any name."""
        machine = socket.gethostname().lower()
        given = [each.strip().lower() for each in self.names.split(",")]
        public = urlsplit(self.public_url).hostname or ("*" if self.trusted_proxies else "")
        known = ["localhost", machine, f"{machine}.local", self.host.lower(), public, *given]
        return frozenset(filter(None, known))

    @property
    def allowed_origins(self) -> frozenset[str]:
        own = [self.public_url] if self.public_url else []
        return frozenset(each.strip().rstrip("/").lower() for each in [*self.origins.split(","), *own] if each.strip())


class Setting(NamedTuple):
    """One of them, for whoever makes options or tables of them."""

    name: str
    default: Any
    description: str
    least: float | None
    most: float | None
    choices: tuple[str, ...]
    other_flag: str

    @property
    def variable(self) -> str:
        return PREFIX + self.name.upper()

    @property
    def flag(self) -> str:
        return self.other_flag or "--" + self.name.replace("_", "-")

    def read(self, text: str) -> Any:
        """The value that a text means."""
        kind = type(self.default)
        if kind is tuple:
            return tuple(each.strip() for each in text.split(",") if each.strip())
        if kind is bool and text.lower() in _YES + _NO:
            return text.lower() in _YES
        if kind is str and (not self.choices or text in self.choices):
            return text
        if kind in (int, float):
            try:
                value = kind(text)
            except ValueError:
                raise self._bad(text) from None
            if (self.least is None or value >= self.least) and (self.most is None or value <= self.most):
                return value
        raise self._bad(text)

    def _bad(self, text: str) -> BadSetting:
        return BadSetting(f'{self.flag} ({self.variable}) cannot be "{text}": it is {self.kind}.')

    @property
    def kind(self) -> str:
        """What a value looks like, for people."""
        if isinstance(self.default, bool):
            return "true or false"
        if self.choices:
            return " or ".join(self.choices)
        if isinstance(self.default, str | tuple):
            return "a text"
        what = "a whole number" if isinstance(self.default, int) else "a number"
        least = "" if self.least is None else f" from {self.least}"
        return what + least + ("" if self.most is None else f" to {self.most}")


def all_settings() -> Iterator[Setting]:
    for each in fields(ServerSettings):
        yield Setting(each.name, each.default, *each.metadata["told"])


def settings_from(environment: Mapping[str, str], **given: Any) -> ServerSettings:
    """What was said on the command line (None: nothing), and for the rest the environment."""
    found: dict[str, Any] = {}
    for each in all_settings():
        value = given.get(each.name)
        if isinstance(value, tuple):
            value = ",".join(value) or None
        if value is None and each.variable in environment:
            value = environment[each.variable]
        if value is not None:
            found[each.name] = each.read(str(value))
    return ServerSettings(**found)


def as_environment(settings: ServerSettings) -> dict[str, str]:
    """What other processes are told it by."""
    values = {each.variable: getattr(settings, each.name) for each in all_settings()}
    return {name: ",".join(value) if isinstance(value, tuple) else str(value) for name, value in values.items()}
