"""The weights that count at a table: the package's, and before them those of the file that the environment names."""

from __future__ import annotations

from pathlib import Path

import pytest

from vigil.bots import Budget, make_bot, notices
from vigil.bots.levels import NETWORK
from vigil.bots.weights import PLAIN_WEIGHTS, WEIGHTS, fitted_weights
from vigil.cards import LIBRARY, new_state
from vigil.engine.setup import Setup
from vigil.engine.terms import ACQUIRE, DEFEAT
from vigil.lab.fingerprint import PLAYED_BY, fingerprint

CHRONICLE = "chronicle-of-the-godslayer"


def table(players: int, *sets: str) -> Setup:
    return Setup(LIBRARY, players, sets or (CHRONICLE,))


@pytest.fixture
def named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "weights.toml"
    path.write_text(f'["{CHRONICLE}".2]\nrune = 7\n\n["rise-of-vigil".4]\npower = 3\n')
    monkeypatch.setenv(WEIGHTS, str(path))
    return path


def test_a_file_comes_before_the_package(named: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert fitted_weights(table(2)) == PLAIN_WEIGHTS._replace(rune=7)
    theirs = [table(3), table(2, CHRONICLE, "rise-of-vigil"), table(2, "rise-of-vigil"), table(2, "war-of-shadows")]
    with_file = [fitted_weights(each) for each in theirs]
    assert fitted_weights(table(4, "rise-of-vigil")) == PLAIN_WEIGHTS._replace(power=3)
    monkeypatch.delenv(WEIGHTS)
    assert [fitted_weights(each) for each in theirs] == with_file, "what the file does not speak of stays as it is"
    assert fitted_weights(table(2)).rune < 2


def first_buys(path: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> list[str]:
    """What an expert with these weights takes in the first rounds of a game."""
    path.write_text(text)
    monkeypatch.setenv(WEIGHTS, str(path))
    bot, game, taken = make_bot("expert", 3, Budget(nodes=8)), new_state(2, [CHRONICLE], seed=4), []
    while game.decision is not None and game.turn_number < 12:
        option = bot.choose(game.view(game.decision.seat), game.decision)
        if option.verb in (ACQUIRE, DEFEAT) and option.card is not None:
            taken.append(option.card.name)
        game.choose(option)
    return taken


def test_bots_play_by_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    peaceful, warlike = (
        first_buys(tmp_path / f"{weight}.toml", monkeypatch, f'["{CHRONICLE}".2]\n{weight} = 9\n')
        for weight in ("rune", "power")
    )
    assert peaceful.count("Mystic") > warlike.count("Mystic")
    assert peaceful.count("Heavy Infantry") < warlike.count("Heavy Infantry")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (None, "There is no file {path}."),
        ("rune 1", "{path} is not a file of weights: Expected '=' after a key in a key/value pair (at line 1"),
        ("[all]", '{path}: "all" should hold tables by number of players: ["all".2].'),
        ("[all.2]\npowr = 1", '{path}, ["all".2]: there is no weight `powr`. Did you mean "power"?'),
    ],
)
def test_a_file_that_cannot_be_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: str | None, said: str
) -> None:
    before = fitted_weights(table(2))
    path = tmp_path / "weights.toml"
    if content is not None:
        path.write_text(content)
    monkeypatch.setenv(WEIGHTS, str(path))
    assert fitted_weights(table(2)) == before
    (notice,) = notices(["expert"])
    assert notice.startswith(said.format(path=path))
    assert notice.endswith("Until then expert has the weights of the package.")
    assert notices(["random", "casual", "player", "advanced"]) == [], "they have none that are fitted"
    monkeypatch.setenv(NETWORK, "missing.npz")
    (both,) = notices(["master"])
    assert "Until then master plays like expert. " in both
    assert both.endswith("Until then master has the weights of the package.")


def test_bots_with_other_weights_are_other_bots(named: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    states = {fingerprint(PLAYED_BY, ())}
    named.write_text(f'["{CHRONICLE}".2]\nrune = 8\n')
    states.add(fingerprint(PLAYED_BY, ()))
    monkeypatch.delenv(WEIGHTS)
    states.add(fingerprint(PLAYED_BY, ()))
    assert len(states) == 3
