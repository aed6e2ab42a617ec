"""Servers with bots of one's own: `vigil serve --bot my_bot.py:Bot`. In processes, as people start them."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from click.testing import CliRunner

from tests.helpers.serve_process import Process
from tests.helpers.servers import PATIENCE
from vigil.bots import BOTS
from vigil.cli import main
from vigil.public.play import BadBot, add_bots

FILE = '''
import vigil

class Spender(vigil.Bot):
    """Buys the dearest card."""

    def choose(self, view, decision):
        assert not hasattr(view, "game"), "It sees what its seat may know."
        return max(decision.options, key=lambda option: option.card.cost if option.card else 0)

def broken(view, decision):
    return 1 / 0
'''


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "my_bot.py"
    path.write_text(FILE, encoding="utf-8")
    return path


@contextmanager
def served(file: Path) -> Iterator[tuple[httpx.Client, Process]]:
    process = Process(
        *("--database", f"sqlite:///{file.parent}/tables.sqlite", "--log", "text"),
        *("--bot", f"{file}:Spender", "--bot", f"{file}:broken"),
    )
    try:
        with httpx.Client(base_url=process.url, timeout=60) as client:
            yield client, process
    finally:
        process.stop()


def until_it_waits_for_me(client: httpx.Client, table: str) -> dict[str, Any]:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        now: dict[str, Any] = client.get(f"/api/tables/{table}").json()
        if now["views"][0]["board"]["deciding"] == 0:
            return now
        time.sleep(0.05)
    raise AssertionError("The bot does not end its turn.")


def opened(client: httpx.Client, level: str, **settings: Any) -> httpx.Response:
    new = {"settings": {"first": 1, **settings}, "seats": ["me", level], "start": True}
    return client.post("/api/tables", json=new)


@pytest.mark.slow
def test_a_bot_from_a_file_plays_at_a_table_and_its_errors_are_logged(file: Path) -> None:
    with served(file) as (client, process):
        bots = {each["name"]: each["description"] for each in client.get("/api/catalogue").json()["bots"]}
        assert list(bots) == [*BOTS, "spender", "broken"]
        assert bots["spender"] == "Buys the dearest card."
        now = until_it_waits_for_me(client, opened(client, "spender").json()["id"])
        assert (now["seats"][1]["bot"], now["views"][0]["board"]["turn"]["number"]) == ("spender", 2)
        assert now["seats"][1]["name"] not in ("", "spender")
        now = until_it_waits_for_me(client, opened(client, "broken").json()["id"])
        assert now["seats"][1]["bot"] == "player", "The stand-in has taken the seat."
        clock = {"kind": "game"}
        refused = opened(client, "spender", rated=True, first=None, clock=clock)
        assert refused.json()["message"] == 'The bot "spender" has no rating.'
        refused = opened(client, "random", stand_in="spender")
        assert "There is no bot called" in refused.text
        log = process.stop()
    assert "the bot broken on seat 1 failed: ZeroDivisionError at my_bot.py:" in log
    assert str(file.parent) not in str(bots)


@pytest.mark.parametrize(
    ("named", "complaint"),
    [
        ("nowhere.py:Spender", 'There is no file "nowhere.py" with a bot called "Spender".'),
        ("spender", '"spender" names no bot. Write a file and a name in it, such as my_bot.py:Bot.'),
    ],
)
def test_what_is_no_bot_is_refused_before_the_server_starts(named: str, complaint: str, tmp_path: Path) -> None:
    ran = CliRunner().invoke(main, ["serve", "--bot", named, "--database", f"sqlite:///{tmp_path}/tables.sqlite"])
    assert ran.exit_code != 0
    assert complaint in str(ran.exception) + ran.output


def test_no_bot_takes_the_name_of_another(tmp_path: Path) -> None:
    path = tmp_path / "my_bot.py"
    path.write_text("def Random(view, decision):\n    return decision.options[0]\n", encoding="utf-8")
    with pytest.raises(BadBot, match=r'There is a bot called "random" already\. Rename the one in ".*my_bot\.py"'):
        add_bots([f"{path}:Random"])
