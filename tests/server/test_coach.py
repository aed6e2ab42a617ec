"""The coach: which choices would be blunders, in games against bots alone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.helpers.servers import Served, serving
from tests.helpers.set_up_positions import PLENTY
from vigil.server.bot_players import BotPlayers
from vigil.text.tokens import plain


@pytest.fixture(scope="module")
def thinking(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    file = tmp_path_factory.mktemp("coach") / "tables.sqlite"
    with serving(f"sqlite:///{file}", bots=lambda host: BotPlayers(host, 1)) as found:
        yield found


def test_a_blunder_is_named_with_what_is_better_and_why(thinking: Served) -> None:
    ada = thinking.guest("Ada")
    now = ada.good(ada.http.post("/api/tables", json={"position": PLENTY, "start": True}))
    found = ada.good(ada.http.get(f"/api/tables/{now['id']}/coach", params={"seat": 0}))
    texts = [option["text"] for option in now["views"][0]["decision"]["options"]]
    (end,) = [each for each in found["blunders"] if each["choice"] == "end turn"]
    assert end["loss"] >= 8
    assert found["version"] == now["version"]
    assert found["better"] in texts
    assert found["better"] not in [each["choice"] for each in found["blunders"]]
    assert found["reason"] == plain(found["reason_pieces"]) != ""


def test_not_where_other_people_play_nor_for_others(thinking: Served) -> None:
    ada, ben = thinking.guest(), thinking.guest()
    shared = ada.open(["me", ""])["id"]
    ben.act(shared, do="sit", seat=1)
    ada.act(shared, do="start")
    (who, seat) = (ada, 0) if ada.now(shared)["views"][0]["decision"] else (ben, 1)
    who.refused(who.http.get(f"/api/tables/{shared}/coach", params={"seat": seat}), "forbidden")
    alone = ada.open(["me", "player"], start=True, first=0)["id"]
    ben.refused(ben.http.get(f"/api/tables/{alone}/coach", params={"seat": 0}), "not_your_seat")
    ada.refused(ada.http.get(f"/api/tables/{alone}/coach", params={"seat": 1}), "not_your_seat")
