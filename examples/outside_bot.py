"""A bot from outside: it takes a seat at a table of a server, and plays through the API.

    vigil serve
    python examples/outside_bot.py http://127.0.0.1:8470 TOKEN TABLE

TOKEN is a personal token (docs/api.md says how to make one), TABLE the id of a table with an open seat. It needs the
library `websockets`, which comes with the extra `serve`. Replace `pick` by something better.
"""

from __future__ import annotations

import json
import random
import sys
from urllib.request import Request, urlopen

from websockets.sync.client import connect

TASTE = ("play", "use", "defeat", "acquire", "choose", "accept")


def pick(options: list[dict]) -> str:
    """Whatever there is to do, in the order of one's taste; among equals by lot."""
    wanted = [option for verb in TASTE for option in options if option["verb"] == verb]
    favourites = [option for option in wanted if option["verb"] == wanted[0]["verb"]]
    return random.choice(favourites or options)["text"]


def play(server: str, token: str, table: str) -> list[int]:
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    with urlopen(Request(f"{server}/api/tables/{table}", headers=headers)) as answer:
        seats = json.load(answer)["seats"]
    seat = next(place for place, seat in enumerate(seats) if not seat["person"] and not seat["bot"])
    with connect(f"{server.replace('http', 'ws', 1)}/ws/tables/{table}", additional_headers=headers) as line:
        line.send(json.dumps({"key": "sit", "action": {"do": "sit", "seat": seat}}))
        for message in map(json.loads, line):
            if message["kind"] == "refused" and message["code"] != "stale":
                raise SystemExit(f"{message['message']} {message['hint']}")
            if message["kind"] == "table" and message["result"]:
                return message["result"]["scores"]
            for view in message.get("views", []):
                if view["decision"]:
                    choice = pick(view["decision"]["options"])
                    action = {"do": "choose", "seat": seat, "version": message["version"], "choice": choice}
                    line.send(json.dumps({"key": str(message["version"]), "action": action}))
    raise SystemExit("The server has closed the line.")


if __name__ == "__main__":
    print("The game is over; scores:", *play(*sys.argv[1:4]))
