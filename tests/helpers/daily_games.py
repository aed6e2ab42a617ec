"""Playing the daily deal at a server, through its API."""

from __future__ import annotations

from secrets import token_hex

from tests.helpers.servers import Guest, Line

TODAY = "1970-01-12"
"""The day of the tests' clock."""
DAY = 86_400.0


def start(guest: Guest, kind: str = "solitaire", date: str = TODAY) -> str:
    """The scored attempt: begun, or continued. The id of its table."""
    return str(guest.good(guest.http.post(f"/api/daily/days/{date}/{kind}"))["table"])


def practise(guest: Guest, kind: str = "solitaire", date: str = TODAY) -> str:
    return str(guest.good(guest.http.post(f"/api/daily/days/{date}/{kind}/practice"))["table"])


def line_at(guest: Guest, table: str) -> Line:
    line = guest.line(table)
    line.told()
    return line


def play_to_the_end(guest: Guest, table: str, last: bool = False) -> None:
    """Takes the first option, or the last one, until the game is over."""
    line = line_at(guest, table)
    while line.table["phase"] == "playing":
        done = line.choose(line.options[-1 if last else 0], token_hex(8))
        line.until(done["number"])
    line.close()
