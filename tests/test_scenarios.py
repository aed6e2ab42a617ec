"""Every scenario file of the project holds, step by step: the examples, a story for each card, and the rulings."""

from __future__ import annotations

from pathlib import Path

import pytest

from vigil.cards import LIBRARY
from vigil.engine.library import fold
from vigil.scenarios import Scenario, load, run
from vigil.scenarios.runner import is_choice, split_seat, verb_and_name

HERE = Path(__file__).parent
FILES = sorted([*HERE.glob("stories/**/*.toml"), *HERE.glob("rulings/*.toml")])
SCENARIOS = [scenario for path in FILES for scenario in load(path)]


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda each: f"{Path(each.path).stem}: {each.title}")
def test_scenario_holds(scenario: Scenario) -> None:
    failures = run(LIBRARY, scenario, strict=True)
    assert not failures, "\n".join(str(each) for each in failures)


def test_every_card_is_played_used_or_defeated_in_a_story() -> None:
    steps = [split_seat(step)[1] for scenario in SCENARIOS for step in scenario.steps if is_choice(step)]
    taken = {fold(name) for verb, name in map(verb_and_name, steps) if verb in ("play", "use", "defeat")}
    assert [card.name for card in LIBRARY if fold(card.name) not in taken] == []
