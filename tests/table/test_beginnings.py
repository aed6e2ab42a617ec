"""Games that go on from another: the same cards, other choices, and nothing that could not be loaded again."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.helpers.hosts import with_hosts
from tests.helpers.journals import ADA, BEN, NAMES, Played, play_on, started
from tests.helpers.stores import reloaded, with_store
from vigil.cards import LIBRARY
from vigil.cli import main
from vigil.engine.records import Record
from vigil.server.host import Host
from vigil.storage.store import Store
from vigil.table import actions as do
from vigil.table.actions import Entry
from vigil.table.beginnings import LESSONS, Beginning, Deal, going_on, lesson, lessons
from vigil.table.fairness import Secret
from vigil.table.projection import project
from vigil.table.records import record_json, record_of
from vigil.table.refusals import Code, Refused
from vigil.table.settings import TableSettings
from vigil.table.table import Table

GAME = Beginning(game="earlier", step=40)


def finished(**settings: object) -> Record:
    """Ada and Ben have played a short game with seed 8."""
    played = started(8, honor_pool=10, **settings)
    play_on(played)
    return record_of(played.table, NAMES)


def went_on(record: Record, step: int = 40, **asked: object) -> Played:
    """Ada and Ben sit down again at that moment."""
    deal = going_on(record, step, TableSettings(**asked))  # type: ignore[arg-type]
    played = Played()
    assert deal.secret is not None
    played.secret = deal.secret
    played.journal = [Entry(1, 0.0, ADA, do.Open(deal.settings, GAME, deal.earlier))]
    played.table = Table("t", deal.secret, played.journal[0])
    for place, person in enumerate((ADA, BEN)):
        played.act(person, do.Sit(place))
    played.act(ADA, do.Start())
    return played


def test_a_game_goes_on_with_the_cards_and_options_of_the_other() -> None:
    record = finished()
    played = went_on(record, public=True)
    there = Record(record.setup, record.seed, record.choices[:40]).replay(LIBRARY)
    assert played.table.playing.view(0).to_bytes() == there.view(0).to_bytes()
    assert (played.table.settings.honor_pool, played.table.settings.public) == (10, True)
    seats = [move.seat for move in played.table.moves[1:]]
    assert len(seats) == 40
    assert set(seats) == {0, 1}
    now = project(played.table, ADA, 0, NAMES, 0.0)
    assert now.beginning == GAME
    assert len(now.views[0].news) == 41, "the log tells what came before"


def test_nobody_takes_back_what_was_before_the_beginning() -> None:
    played = went_on(finished())
    by = (ADA, BEN)[played.table.deciding]
    position = played.table.playing.view(0).to_bytes()
    played.refused(by, do.Undo(played.table.version), Code.NOTHING_TO_UNDO)
    assert not project(played.table, by, 0, NAMES, 0.0).may_undo
    played.choose(by, played.may()[0])
    played.act(by, do.Undo(played.table.version))
    if played.table.request is not None:
        played.act(({ADA, BEN} - {by}).pop(), do.AnswerUndo(played.table.request.number, True))
    assert played.table.playing.view(0).to_bytes() == position
    played.refused(by, do.Undo(played.table.version), Code.NOTHING_TO_UNDO)


def test_its_seed_is_no_secret_and_nobody_pretends() -> None:
    table = went_on(finished()).table
    now = project(table, BEN, 0, NAMES, 0.0)
    assert now.commitment == ""
    assert now.revealed is not None
    assert (now.revealed.seed, now.revealed.salt) == ("8", "")
    assert project(started(8).table, BEN, 0, NAMES, 0.0).revealed is None


def test_its_record_is_true_and_says_where_the_seed_is_from(tmp_path: Path) -> None:
    played = went_on(finished())
    play_on(played, level="random")
    file = tmp_path / "game.json"
    file.write_text(record_json(played.table, NAMES))
    verified = CliRunner().invoke(main, ["verify", str(file)])
    assert verified.exit_code == 0, verified.output
    assert "Its seed was known before it began" in verified.output
    assert "commitment" not in verified.output
    replayed = CliRunner().invoke(main, ["replay", str(file)], input="q\n")
    assert replayed.exit_code == 0, replayed.output


def test_one_may_go_on_from_a_game_that_went_on_from_another() -> None:
    played = went_on(finished())
    play_on(played, level="random")
    second = going_on(record_of(played.table, NAMES), 45, TableSettings())
    assert len(second.earlier) == 45
    assert second.secret == Secret.known(8)


@pytest.mark.parametrize("step", ["last", "later"])
def test_where_nobody_decides_nobody_goes_on(step: str) -> None:
    record = finished()
    length = len(record.choices)
    with pytest.raises(Refused, match=f"the game has {length} steps") as met:
        going_on(record, length + (step == "later"), TableSettings())
    assert met.value.code == Code.GAME_NOT_RUNNING
    assert going_on(record, length - 1, TableSettings()).deciding in (0, 1)


def test_a_game_with_known_shuffles_is_not_rated() -> None:
    with pytest.raises(Refused, match="cannot be rated"):
        going_on(finished(), 3, TableSettings(rated=True))


def test_it_is_loaded_like_any_other(database_url: str) -> None:
    record = finished()

    async def story(store: Store) -> None:
        played = went_on(record)
        by = (ADA, BEN)[played.table.deciding]
        played.choose(by, played.may()[0])
        opening, *rest = played.journal
        table = Table("t", played.secret, opening)
        await store.create(table, opening)
        for entry in rest:
            table.apply(entry)
            await store.append(table, entry)
        again = await reloaded(store)
        assert Played.trace(again) == Played.trace(table)
        assert again.secret.is_known

    with_store(database_url, story)


def test_two_workers_serve_it_together(database_url: str) -> None:
    record = finished()

    async def story(first: Host, second: Host) -> None:
        deal = going_on(record, 40, TableSettings())
        table = await first.open(ADA, deal.settings, deal.secret, "", GAME, deal.earlier)
        await second.act(table.id, BEN, do.Sit(1 - deal.deciding))
        await first.act(table.id, ADA, do.Sit(deal.deciding))
        await first.act(table.id, ADA, do.Start())
        there = await first.table(table.id)
        decision = there.playing.decision
        assert decision is not None
        choice = do.Choose(deal.deciding, there.version, decision.texts()[0])
        await first.act(table.id, ADA, choice)
        await second.refresh()
        async for now in second.watch(table.id, there.number):
            assert Played.trace(now) == Played.trace(await first.table(table.id))
            assert len(now.moves) == 42
            break

    with_hosts(database_url, 2, story)


# --- lessons


def test_every_lesson_is_a_record_that_can_be_played() -> None:
    assert set(lessons()) >= {"first-steps"}
    for name, record in lessons().items():
        deal = going_on(record, len(record.choices), TableSettings())
        assert isinstance(deal, Deal)
        verified = CliRunner().invoke(main, ["verify", str(LESSONS / f"{name}.json")])
        assert verified.exit_code == 0, verified.output


def test_the_first_steps_are_taken_in_chronicle() -> None:
    deal = going_on(lesson("first-steps"), 0, TableSettings())
    assert (deal.settings.sets, deal.settings.players, deal.deciding) == (("chronicle-of-the-godslayer",), 2, 0)
    with pytest.raises(Refused, match="There is no such lesson") as met:
        lesson("../first-steps")
    assert met.value.code == Code.LESSON_NOT_FOUND
