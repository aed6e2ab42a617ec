"""What cards are worth: forced decisions, the judge, and the sums of studies."""

from __future__ import annotations

import lzma
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from random import Random
from statistics import mean
from textwrap import dedent

import numpy as np
import pytest
from click.testing import CliRunner

from tests.helpers.libraries import fresh_library
from tools.card_worth.__main__ import main as command
from vigil.cards import LIBRARY
from vigil.custom_sets import add_set
from vigil.engine.options import END
from vigil.engine.setup import Setup, deal
from vigil.engine.snapshot import checksum
from vigil.engine.terms import DEFEAT
from vigil.lab.card_worth import FORCED, JUDGED, Occasions, forced, gain_of, judged, phase_of, policy_for, takeable
from vigil.lab.intervals import Estimate
from vigil.lab.workers import LocalWorkers
from vigil.lab.worth_study import (
    BadWorthStudy,
    WorthStudy,
    batch,
    begin_study,
    check_continued,
    continue_study,
    measure_game,
    merged,
    read_study,
    write_study,
)
from vigil.lab.worth_sums import ACQUIRED, EFFECT, GAIN, HONOR, Cell, Sheet, Sums, add_up, total
from vigil.review.playouts import Playouts

RISE = Setup(LIBRARY, sets=["rise-of-vigil"], honor_pool=15)

INVENTED = """
    from vigil.engine.vocabulary import *

    CARDS = [
        Hero("Gift", VOID, cost=Runes(1), copies=3, honor=10, play=[Draw(1)]),
        Hero("Pebble", VOID, cost=Runes(1), copies=60, play=[Draw(1)]),
    ]
    SET = CardSet("invented", "Invented", CARDS, starting={"Apprentice": 8, "Militia": 2},
        supply={}, standing=["Cultist"])
"""


@pytest.fixture(scope="module")
def invented(tmp_path_factory: pytest.TempPathFactory) -> Sheet:
    """Games with a card that gives ten honor for nothing, and one that makes no difference."""
    path = tmp_path_factory.mktemp("sets") / "invented.py"
    path.write_text(dedent(INVENTED), encoding="utf-8")
    library = fresh_library()
    add_set(library, str(path))
    setup = Setup(library, sets=["invented"], honor_pool=10)
    return add_up(measure_game(setup, seed, has_judged=False) for seed in range(150))


def measured(sheet: Sheet, measure: str, card: str) -> Estimate:
    found = total(sheet, lambda cell: (cell.measure, cell.card) == (measure, card)).estimate
    assert found is not None
    return found


# --- the known effects of invented cards


def test_ten_honor_for_nothing_are_worth_twenty_against_an_opponent_who_would_take_them(invented: Sheet) -> None:
    honor = measured(invented, HONOR, "Gift")
    assert 18 < honor.low < honor.high < 24
    assert measured(invented, EFFECT, "Gift").low > 0.2


def test_a_card_that_makes_no_difference_has_an_effect_of_nothing(invented: Sheet) -> None:
    for measure in (EFFECT, HONOR):
        nothing = measured(invented, measure, "Pebble")
        assert nothing.low < 0 < nothing.high
    assert measured(invented, EFFECT, "Pebble").high < 0.15


def test_those_who_took_a_good_card_won_more_often(invented: Sheet) -> None:
    assert measured(invented, ACQUIRED, "Gift").low > 0


# --- forcing


def occasions_of(seed: int) -> Occasions:
    game = deal(RISE, seed)
    policy = policy_for(RISE)
    policy.begin()
    occasions = Occasions(seed)
    while game.decision is not None:
        choice = policy.pick(game, game.decision)
        if game.decision.is_turn and not policy.is_routine(game.decision, choice):
            occasions.meet(game)
        game.apply(choice)
    return occasions


def test_an_occasion_is_a_decision_at_which_the_card_can_be_taken() -> None:
    found = occasions_of(1)
    assert len(found.forced) > 5
    for card, occasion in found.forced.items():
        assert card in takeable(occasion.decision.options)
        assert occasion.decision.options[-1] is END
    assert found.judged is not None


def test_forcing_a_card_changes_nothing_but_copies() -> None:
    found = occasions_of(2)
    card, occasion = next(iter(found.forced.items()))
    before = checksum(occasion.game)
    one = forced(occasion.game, card, policy_for(RISE), 7)
    assert one == forced(occasion.game, card, policy_for(RISE), 7)
    assert checksum(occasion.game) == before
    assert (one.how, one.card, one.phase) == (FORCED, card, phase_of(occasion.game))
    assert -1 <= one.value <= 1


def test_every_occasion_has_the_same_chance() -> None:
    """The third of four occasions is kept in a quarter of the cases."""
    game = deal(RISE, 3)
    policy = policy_for(RISE)
    while not (game.decision is not None and takeable(game.decision.options)):
        assert game.decision is not None
        game.apply(policy.pick(game, game.decision))
    kept = 0
    for seed in range(2000):
        occasions = Occasions(seed)
        for place in range(4):
            twin = game.copy()
            twin.pool = place
            occasions.meet(twin)
        assert occasions.judged is not None
        kept += occasions.judged.game.pool == 2
    assert 420 < kept < 580


def test_the_judge_compares_with_the_best_alternative_without_its_luck() -> None:
    random = np.random.default_rng(4)
    mine, others = np.full((16, 1), 40.0), np.array([[30.0, 35.0]] * 16)
    assert gain_of(mine, others) == 5.0
    # Ten alternatives that are as good: the best of ten noisy means would look three points better than it is.
    found = [gain_of(random.normal(40, 8, (16, 1)), random.normal(40, 8, (16, 10))) for _ in range(2000)]
    assert abs(mean(found)) < 0.25


def test_the_judge_measures_every_card_that_can_be_taken() -> None:
    occasion = occasions_of(1).judged
    assert occasion is not None
    found = list(judged(occasion.game, Playouts(RISE), 1))
    assert [each.card for each in found] == takeable(occasion.decision.options)
    assert all(each.how == JUDGED and abs(each.value) < 1 for each in found)


def test_defeating_a_monster_is_taking_it() -> None:
    verbs = {option.verb for occasion in occasions_of(1).forced.values() for option in occasion.decision.options}
    assert DEFEAT in verbs


# --- sums


def simulated(random: Random) -> Estimate:
    sums = Sums()
    for _ in range(200):
        holders = random.choice((1, 2))
        sums.add(sum(random.gauss(0.1 * holders, 1) for _ in range(holders)) + random.gauss(0, 1), holders)
    found = sums.estimate
    assert found is not None
    return found


def test_intervals_contain_the_truth_as_often_as_they_say() -> None:
    random = Random(1)
    truth = mean(simulated(random).value for _ in range(1500))
    hits = [found.low < truth < found.high for found in (simulated(random) for _ in range(1500))]
    assert 0.93 < mean(hits) < 0.97


def test_sums_of_parts_are_those_of_the_whole() -> None:
    random = Random(2)
    values = [(random.random(), random.choice((1.0, 2.0))) for _ in range(50)]
    whole, one, other = Sums(), Sums(), Sums()
    for number, (value, weight) in enumerate(values):
        whole.add(value, weight)
        (one if number < 20 else other).add(value, weight)
    one.join(other)
    assert vars(one) == pytest.approx(vars(whole))


def test_nothing_is_said_about_one_game() -> None:
    sums = Sums()
    sums.add(1.0)
    assert sums.estimate is None


# --- studies


def budget(batches: int) -> Iterator[bool]:
    return (number < batches for number in count())


def study_of(batches: int, seed: int = 5, before: WorthStudy | None = None) -> WorthStudy:
    study = before or begin_study(seed)
    allowed = budget(batches)
    for _ in continue_study(study, LocalWorkers(), lambda: next(allowed)):
        pass
    return study


@pytest.mark.usefixtures("short")
def test_a_study_may_only_judge() -> None:
    study = begin_study(5, only_judged=True)
    allowed = budget(2)
    for _ in continue_study(study, LocalWorkers(), lambda: next(allowed)):
        pass
    assert {cell.measure for cell in study.sheet} == {ACQUIRED, GAIN}
    with pytest.raises(BadWorthStudy, match="only-judged"):
        check_continued(study, begin_study(5))


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vigil.lab.worth_study.GAMES_IN_BATCH", 1)


@pytest.mark.usefixtures("short")
def test_a_study_that_was_stopped_goes_on_and_becomes_the_same(tmp_path: Path) -> None:
    path = tmp_path / "seed-5.json.xz"
    write_study(path, study_of(1))
    continued = study_of(1, before=read_study(path))
    whole = study_of(2)
    assert (continued.batches, continued.sheet) == (2, whole.sheet)
    assert whole.sheet == add_up([batch(5, False, 0), batch(5, False, 1)])


@pytest.mark.usefixtures("short")
def test_two_studies_add_up() -> None:
    one, other = study_of(1, seed=5), study_of(1, seed=6)
    both = merged([one, other])
    assert total(both, lambda _: True).count == sum(total(each.sheet, lambda _: True).count for each in (one, other))
    with pytest.raises(BadWorthStudy, match="same seed"):
        merged([one, one])
    with pytest.raises(BadWorthStudy, match="different versions"):
        merged([one, WorthStudy(7, "another")])


def test_files_that_are_no_studies_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "seed-0.json.xz"
    with pytest.raises(BadWorthStudy, match="cannot be read"):
        read_study(path)
    path.write_bytes(b"no")
    with pytest.raises(BadWorthStudy, match="damaged"):
        read_study(path)
    path.write_bytes(lzma.compress(b'{"format": "vigil card worth 0"}'))
    with pytest.raises(BadWorthStudy, match="another version"):
        read_study(path)


def test_a_study_is_kept_as_it_is(tmp_path: Path) -> None:
    cell = Cell(EFFECT, "Mystic", "rise-of-vigil", 2, "early")
    study = WorthStudy(3, "hash", True, 4, {cell: Sums(2, 2.0, 0.5, 2.0, 0.5, 1.0)})
    write_study(tmp_path / "seed-3.json.xz", study)
    assert read_study(tmp_path / "seed-3.json.xz") == study


def test_the_command_begins_no_batch_when_the_time_is_up(tmp_path: Path) -> None:
    result = CliRunner().invoke(command, ["run", str(tmp_path), "--minutes", "0", "--processes", "1"])
    assert (result.exit_code, "0 batches" in result.output) == (0, True)
