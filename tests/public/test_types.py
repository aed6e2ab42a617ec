"""Programs of users pass `mypy --strict`, and mistakes in them are found."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from mypy import api

USER_PROGRAM = """
from random import Random
import vigil

class Cautious(vigil.Bot):
    def begin(self, seat: int, seed: int) -> None:
        self.random = Random(seed)

    def choose(self, view: vigil.View, decision: vigil.Decision) -> vigil.Option | str:
        cheap = [option for option in decision.options if option.card is not None and option.card.cost <= 3]
        return self.random.choice(cheap or list(decision.options))

def first(view: vigil.View, decision: vigil.Decision) -> vigil.Option:
    return decision.options[0]

game: vigil.Game = vigil.new_game(sets=["rise", "war"], players=3, seed=8)
seat: int = game.decision.seat
names: list[str] = [str(card) for card in game.row]
mystics: int = game.supply["Mystic"] + game.supply[vigil.card("Mystic")]
costs: int = sum(card.cost for card in game.row)
game.choose(game.decision.options[0])
game.choose("end turn")
happening: vigil.Happening = game.happenings(seat=1)[0]
card: vigil.Card | None = happening.card
possible: vigil.Game = game.view(1).sample(seed=5)
for step in vigil.load("x.vigil").replay():
    kind: str = step.choice.kind
position: vigil.Game = vigil.position(sets="chronicle", row=["Mystic"], p1={"hand": ["Mystic"], "runes": 3})
stocked: vigil.Game = vigil.position(row=game.row, supply={vigil.card("Mystic"): 3}, turn=0)
result: vigil.Result = vigil.play([first, Cautious, Cautious(), "expert"], sets="gift", seed=3)
best: int = max(result.scores)
"""
WRONG = {
    "game.turn.seet": "has no attribute",
    "game.players[game.row[0]]": "No overload variant|Invalid index type",
    "game.view('p1')": "incompatible type",
    "game.decision.optoins": "has no attribute",
    "vigil.position(p1={'hnd': []})": "hnd",
    "vigil.card(3)": "incompatible type",
    "game.row[0].cots": "has no attribute",
    "game.happenings(seat=game.row[0])": "incompatible type",
    "game.choose(game.row[0])": "incompatible type",
    "game.row.index(game.turn.seat)": "incompatible type",
    "game.turn.seat == game.row[0]": "Non-overlapping",
}


def checked(program: str, tmp_path: Path) -> tuple[str, int]:
    path = tmp_path / "program.py"
    path.write_text(program, encoding="utf-8")
    cache = Path(__file__).parents[2] / ".mypy_cache"
    options = ["--strict", "--config-file=", f"--cache-dir={cache}/user", f"--python-executable={sys.executable}"]
    out, _, status = api.run([*options, str(path)])
    return out, status


@pytest.mark.slow
def test_a_program_of_a_user_passes(tmp_path: Path) -> None:
    assert checked(USER_PROGRAM, tmp_path) == ("Success: no issues found in 1 source file\n", 0)


@pytest.mark.slow
def test_mistakes_are_found(tmp_path: Path) -> None:
    lines = ["import vigil", "game = vigil.new_game()", *WRONG]
    out, status = checked("\n".join(lines), tmp_path)
    assert status == 1
    for number, (line, words) in enumerate(WRONG.items(), 3):
        assert re.search(rf"^.*:{number}: error: .*({words})", out, flags=re.MULTILINE), (line, out)
