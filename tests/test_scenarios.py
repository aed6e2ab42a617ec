"""Every scenario file of the project holds: the examples, a story for each card, and the rulings."""

from __future__ import annotations

from pathlib import Path

import pytest

from vigil.cards import LIBRARY
from vigil.scenarios import Scenario, load, run

HERE = Path(__file__).parent
FILES = sorted([*HERE.glob("stories/**/*.toml"), *HERE.glob("rulings/*.toml")])
SCENARIOS = [scenario for path in FILES for scenario in load(path)]


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda each: f"{Path(each.path).stem}: {each.title}")
def test_scenario_holds(scenario: Scenario) -> None:
    failures = run(LIBRARY, scenario)
    assert not failures, "\n".join(str(each) for each in failures)


def test_every_card_has_a_story() -> None:
    told = " ".join(scenario.title for scenario in SCENARIOS)
    missing = [card.name for card in LIBRARY if card.name not in told]
    assert not missing, f"no story names: {', '.join(missing)}"
