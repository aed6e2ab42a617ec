"""The example of a bot from outside plays a whole game."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.helpers.servers import PATIENCE, SHORT, Served

EXAMPLE = Path(__file__).parents[2] / "examples" / "outside_bot.py"


def test_the_example_takes_a_seat_and_plays(served: Served) -> None:
    ada, owner = served.guest("Ada"), served.guest("Owner of a bot")
    token = owner.good(owner.http.post("/api/me/tokens", json={"label": "example"}))["token"]
    table = ada.open(["me"], **SHORT)["id"]
    line = ada.line(table)
    line.told()
    command = [sys.executable, str(EXAMPLE), served.url, token, table]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as bot:
        while not line.told()["seats"][1]["person"]:
            pass
        line.send({"do": "start"})
        while line.table["phase"] != "finished":
            if line.options:
                line.until(line.choose(line.options[0])["number"])
            else:
                line.told()
        out, errors = bot.communicate(timeout=PATIENCE)
    assert errors == ""
    assert out == f"The game is over; scores: {' '.join(map(str, line.table['result']['scores']))}\n"


def test_the_example_says_what_is_wrong(served: Served) -> None:
    command = [sys.executable, str(EXAMPLE), served.url, "nonsense", "nowhere"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
