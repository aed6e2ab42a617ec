"""The book of decisions: where they come from, what a choice costs, and the file."""

from __future__ import annotations

import lzma
from dataclasses import replace
from pathlib import Path

import pytest

from vigil.bots import Bot
from vigil.cards import LIBRARY
from vigil.engine.options import Decision, Option
from vigil.engine.records import Record
from vigil.engine.view import SeatView
from vigil.lab.book import PHASES, BookPlan, Entry, make_entries, make_entry, sample_world, table_of
from vigil.lab.book_file import FORMAT, BadBook, own_book, read_book, write_book
from vigil.lab.book_score import Examination, Group, blunders, examine, losses_by_group, mean_loss, rebuild
from vigil.lab.entrants import NamedBot
from vigil.lab.workers import LocalWorkers

PLAN = BookPlan(seed=5, worlds=6)


@pytest.fixture(scope="module")
def entries() -> list[Entry]:
    return [make_entry(PLAN, number) for number in range(3)]


def entry(even: tuple[float, ...], odd: tuple[float, ...]) -> Entry:
    options = tuple(f"option {number}" for number in range(len(even)))
    return Entry(0, "early", "turn", Record({}, 0), 1000, options, (even, odd), (0.01,) * len(even))


# --- where they come from


def test_forty_five_decisions_are_one_of_each_table() -> None:
    tables = [table_of(number) for number in range(45)]
    assert len(set(tables)) == 45
    assert {table.players for table in tables} == {2, 3, 4}
    assert len({table.sets for table in tables}) == len(LIBRARY.sets) + 1


def test_a_decision_is_of_its_table_and_can_be_rebuilt(entries: list[Entry]) -> None:
    for each in entries:
        table = table_of(each.number)
        assert (each.sets, each.players, each.phase) == table
        view, decision = rebuild(each)
        assert tuple(decision.texts()) == each.options
        gone = 1 - view.pool / (30 * each.players)
        assert PHASES[min(2, int(3 * gone))] == each.phase
        assert all(0 <= value <= 1 for value in each.values)


def test_a_decision_depends_on_its_number_alone(entries: list[Entry]) -> None:
    with LocalWorkers(2) as workers:
        made = sorted(make_entries(PLAN, [2, 1], workers), key=lambda each: each.number)
    assert [each.values for each in made] == [each.values for each in entries[1:]]
    assert [each.record.choices for each in made] == [each.record.choices for each in entries[1:]]


def test_a_world_could_be_the_real_game_and_has_one_center_deck(entries: list[Entry]) -> None:
    view, _ = rebuild(entries[0])
    world = sample_world(view, 7)
    one, other = world.copy(), world.copy()
    one.chance.below(10)
    drawn = [[game.deck.take(game.chance) for _ in range(10)] for game in (one, other)]
    assert drawn[0] == drawn[1]
    assert sorted(world.deck.cards) == sorted(card for layer in view.center_deck for card in layer.cards or [])
    assert world.players[view.seat].hand == view.me.hand


# --- what a choice costs


def test_the_best_option_is_found_in_one_half_and_measured_in_the_other() -> None:
    clear = entry((0.6, 0.5), (0.7, 0.4))
    assert (clear.loss(0), clear.loss(1)) == pytest.approx((0.0, 0.2))
    noise = entry((0.6, 0.5), (0.5, 0.6))
    assert (noise.loss(0), noise.loss(1)) == pytest.approx((-0.05, -0.05)), "nobody profits from luck"


def test_losses_are_counted_by_set_players_phase_and_kind(entries: list[Entry]) -> None:
    with LocalWorkers() as workers:
        choices = list(examine(Examination(NamedBot("random"), tuple(entries)), workers))
    groups = losses_by_group(choices)
    assert mean_loss(choices).count == 3
    assert sum(loss.count for group, loss in groups.items() if group.by == "phase") == 3
    assert groups[Group("players", "2")].count == 1


class Oracle(Bot):
    """Has read the book."""

    name = "oracle"
    about = "Knows the values."
    entries: tuple[Entry, ...] = ()

    def choose(self, view: SeatView, decision: Decision) -> Option:
        known = next(each for each in self.entries if each.options == tuple(decision.texts()))
        return decision.options[known.values.index(max(known.values))]


def test_whoever_knows_the_values_makes_no_blunder(entries: list[Entry]) -> None:
    Oracle.entries = tuple(entries)
    with LocalWorkers() as workers:
        choices = list(examine(Examination(Oracle, Oracle.entries), workers))
    assert blunders(choices) == 0


def test_a_position_that_has_other_options_today_is_refused(entries: list[Entry]) -> None:
    with pytest.raises(BadBook, match="Decision 0 of the book has other options"):
        rebuild(replace(entries[0], options=("end turn", "win the game")))


# --- the file


def test_a_book_is_read_as_it_was_written(tmp_path: Path, entries: list[Entry]) -> None:
    path = tmp_path / "book.jsonl.xz"
    write_book(path, PLAN, reversed(entries))
    plan, found = read_book(path)
    assert plan == PLAN
    assert [(each.number, each.options, each.halves) for each in found] == [
        (each.number, each.options, each.halves) for each in entries
    ]
    assert [rebuild(each)[0].to_bytes() for each in found] == [rebuild(each)[0].to_bytes() for each in entries]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"nothing", "is not a book of decisions, or it is damaged"),
        (lzma.compress(b'{"format":"vigil book 0"}'), "is a book of another version of Vigil"),
        (lzma.compress(f'{{"format":"{FORMAT}","seed":1,"worlds":2}}\n{{"number":1}}'.encode()), "damaged"),
    ],
)
def test_a_file_that_is_no_book_is_refused(tmp_path: Path, content: bytes, said: str) -> None:
    path = tmp_path / "book.jsonl.xz"
    path.write_bytes(content)
    with pytest.raises(BadBook, match=said):
        read_book(path)


def test_the_book_of_the_package_tells_expert_from_random() -> None:
    decisions = tuple(own_book()[:45])
    lost = {}
    for name in ("expert", "random"):
        with LocalWorkers() as workers:
            lost[name] = mean_loss(list(examine(Examination(NamedBot(name), decisions), workers)))
    assert lost["expert"].value + 0.01 < lost["random"].value
