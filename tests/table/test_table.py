"""Stories at one table: the lobby, choices, time, undo, leaving, the record."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.helpers.journals import ADA, BEN, CLEO, NAMES, Played, play_on, started
from vigil.cards import LIBRARY
from vigil.cli import main
from vigil.engine.errors import VigilError
from vigil.engine.reasons import Reason
from vigil.engine.records import Record
from vigil.table import actions as do
from vigil.table.actions import LONGEST_TEXT, SERVER, Entry
from vigil.table.clocks import PerGame, PerTurn
from vigil.table.fairness import Secret
from vigil.table.records import record_json, record_of
from vigil.table.refusals import Code
from vigil.table.settings import Leaving
from vigil.table.table import Phase, Seat

# --- the lobby


def test_two_people_sit_down_and_play() -> None:
    played = Played()
    played.refused(ADA, do.Start(), Code.SEATS_OPEN)
    played.act(ADA, do.Sit(0))
    played.refused(BEN, do.Sit(0), Code.SEAT_TAKEN)
    played.refused(BEN, do.Sit(2), Code.SEAT_NOT_FOUND)
    played.act(BEN, do.Sit(1))
    played.refused(CLEO, do.Start(), Code.NOT_SEATED)
    played.act(BEN, do.Start())
    assert played.table.phase == Phase.PLAYING
    assert played.table.deciding == 0
    played.refused(CLEO, do.Sit(0), Code.GAME_STARTED)


def test_the_owner_seats_bots_and_clears_seats() -> None:
    played = Played(players=3)
    played.act(BEN, do.Sit(1))
    played.refused(BEN, do.SeatBot(0, "advanced"), Code.FORBIDDEN)
    played.refused(BEN, do.Stand(0), Code.NO_EFFECT)
    played.act(ADA, do.SeatBot(0, "Advanced"))
    played.refused(BEN, do.Stand(0), Code.FORBIDDEN)
    played.refused(ADA, do.SeatBot(1, "advanced"), Code.SEAT_TAKEN)
    played.refused(ADA, do.SeatBot(2, "gready"), Code.INVALID_REQUEST)
    assert played.table.seats[0] == Seat(bot="advanced")
    played.act(ADA, do.Stand(0))
    played.act(ADA, do.Stand(1))
    assert all(seat.is_open for seat in played.table.seats)


def test_a_table_without_an_owner_goes_to_the_next_or_is_closed() -> None:
    played = Played()
    played.act(BEN, do.Sit(0))
    played.act(ADA, do.Leave())
    assert (played.table.owner, played.table.phase) == (BEN, Phase.LOBBY)
    played.act(BEN, do.Leave())
    assert played.table.phase == Phase.ENDED
    played.refused(CLEO, do.Sit(0), Code.GAME_STARTED)


def test_one_person_may_hold_several_seats_but_not_in_rated_games() -> None:
    played = Played()
    played.act(ADA, do.Sit(0))
    played.act(ADA, do.Sit(1))
    played.act(ADA, do.Start())
    play_on(played, 12)
    assert played.table.seats_of(ADA) == [0, 1]
    rated = Played(rated=True, first=None)
    rated.act(ADA, do.Sit(0))
    rated.refused(ADA, do.Sit(1), Code.NOT_IN_RATED_GAMES)


# --- choosing


def test_a_choice_is_judged_before_anything_changes() -> None:
    played = started()
    version = played.table.version
    assert played.may() == ["play Apprentice", "play Militia", "end turn"]
    played.refused(BEN, do.Choose(0, version, "play Militia"), Code.NOT_YOUR_SEAT)
    played.refused(BEN, do.Choose(1, version, "play Militia"), Code.NOT_YOUR_TURN)
    played.refused(CLEO, do.Choose(0, version, "play Militia"), Code.NOT_YOUR_SEAT)
    played.refused(SERVER, do.Choose(0, version, "play Militia"), Code.NOT_YOUR_SEAT)
    played.refused("", do.Choose(0, version, "play Militia"), Code.UNAUTHENTICATED)
    played.refused(ADA, do.Choose(9, version, "play Militia"), Code.SEAT_NOT_FOUND)
    played.refused(ADA, do.Choose(0, version - 1, "play Militia"), Code.STALE)
    refusal = played.refused(ADA, do.Choose(0, version, "acquire Mystic"), Code.ILLEGAL_CHOICE)
    assert refusal.hint == "You may: play Apprentice; play Militia; end turn."
    played.refused(ADA, do.Choose(0, version, "x" * 10_000), Code.INVALID_REQUEST)
    played.choose(ADA, "  PLAY   militia ")
    assert played.journal[-1].action == do.Choose(0, version, "play Militia")
    played.refused(ADA, do.Choose(0, version, "play Militia"), Code.STALE)


def test_a_fault_in_the_rules_is_never_written_down(monkeypatch: pytest.MonkeyPatch) -> None:
    played = started()

    def fail(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(type(played.table), "game_after", fail)
    played.refused(ADA, do.Choose(0, played.table.version, "end turn"), Code.INTERNAL_ERROR)


def test_a_repeated_request_is_known_by_its_key() -> None:
    played = started()
    number = played.act(ADA, do.Choose(0, played.table.version, "play Militia"), key="k1")
    answered = played.table.answered(ADA, "k1")
    assert answered is not None
    assert answered.number == number
    assert played.table.answered(BEN, "k1") is None
    assert played.table.answered(ADA, "") is None
    assert played.rebuilt().answered(ADA, "k1") == answered


# --- undo


def test_a_choice_that_showed_nothing_is_taken_back_at_once() -> None:
    played = started(rated=True, first=None, seed=8)
    who = played.table.humans()[played.table.deciding]
    before = played.table.playing.view(played.table.deciding).to_bytes()
    version = played.table.version
    played.choose(who, "play Militia")
    played.choose(who, "play Apprentice")
    other = next(each for each in (ADA, BEN) if each != who)
    played.refused(other, do.Undo(played.table.version), Code.NOTHING_TO_UNDO)
    played.act(who, do.Undo(played.table.version))
    played.act(who, do.Undo(played.table.version))
    assert played.table.playing.view(played.table.deciding).to_bytes() == before
    assert played.table.version > version
    played.refused(who, do.Choose(played.table.deciding, version, "play Militia"), Code.STALE)
    played.refused(who, do.Undo(played.table.version), Code.NOTHING_TO_UNDO)


def test_what_showed_something_new_stays_in_rated_games() -> None:
    played = started(rated=True, first=None)
    who = played.table.humans()[played.table.deciding]
    played.choose(who, "end turn")
    refusal = played.refused(who, do.Undo(played.table.version), Code.NOT_IN_RATED_GAMES)
    assert refusal.why == Reason("no-undo-when-rated", {})


def test_everybody_is_asked_where_something_was_seen() -> None:
    played = started(players=3)
    position = played.table.playing.view(0).to_bytes()
    played.choose(ADA, "end turn")
    played.choose(BEN, "end turn")
    request = played.act(ADA, do.Undo(played.table.version))
    assert played.table.request is not None
    played.refused(ADA, do.AnswerUndo(request, agree=True), Code.NOT_ASKED)
    played.refused(BEN, do.AnswerUndo(request + 1, agree=True), Code.STALE)
    played.act(BEN, do.AnswerUndo(request, agree=True))
    assert len(played.table.moves) == 3
    played.act(CLEO, do.AnswerUndo(request, agree=True))
    assert (played.table.request, len(played.table.moves)) == (None, 1)
    assert played.table.playing.view(0).to_bytes() == position


def test_one_no_is_enough_and_a_choice_answers_too() -> None:
    played = started()
    played.choose(ADA, "end turn")
    request = played.act(ADA, do.Undo(played.table.version))
    played.act(BEN, do.AnswerUndo(request, agree=False))
    assert (played.table.request, len(played.table.moves)) == (None, 2)
    played.act(ADA, do.Undo(played.table.version))
    played.refused(BEN, do.Undo(played.table.version), Code.NOTHING_TO_UNDO)
    played.choose(BEN, "end turn")
    assert played.table.request is None


def test_alone_with_bots_nobody_has_to_be_asked() -> None:
    played = Played()
    played.act(ADA, do.Sit(0))
    played.act(ADA, do.SeatBot(1, "advanced"))
    played.act(ADA, do.Start())
    played.choose(ADA, "end turn")
    play_on(played, 2)
    played.act(ADA, do.Undo(played.table.version))
    assert (len(played.table.moves), played.table.deciding) == (1, 0)


def test_whoever_has_left_is_not_asked() -> None:
    played = started(players=3)
    played.choose(ADA, "end turn")
    request = played.act(ADA, do.Undo(played.table.version))
    played.act(BEN, do.AnswerUndo(request, agree=True))
    played.act(CLEO, do.Leave())
    assert (played.table.request, played.table.deciding) == (None, 0)


# --- time and leaving


def test_a_bot_takes_the_seat_of_whoever_runs_out_of_time() -> None:
    played = started(clock=PerTurn(60))
    played.now = 59.0
    played.refused(SERVER, do.Expire(0), Code.TIME_LEFT)
    played.now = 61.0
    played.refused(BEN, do.Expire(0), Code.FORBIDDEN)
    played.refused(ADA, do.Choose(0, played.table.version, "end turn"), Code.OUT_OF_TIME)
    played.act(SERVER, do.Expire(0))
    assert played.table.seats[0] == Seat(ADA, "player")
    assert played.table.deadline is None
    played.refused(ADA, do.Choose(0, played.table.version, "end turn"), Code.SEAT_HELD_BY_BOT)
    played.choose(SERVER, "play Militia")
    played.act(ADA, do.Return())
    assert played.table.deadline == 61.0 + 60
    played.choose(ADA, "end turn")
    assert played.table.deadline == 61.0 + 60


def test_or_the_game_ends_as_was_agreed() -> None:
    played = started(leaving=Leaving.END)
    played.act(BEN, do.Leave())
    assert (played.table.phase, played.table.left_by) == (Phase.ENDED, 1)
    played.refused(ADA, do.Choose(0, played.table.version, "end turn"), Code.GAME_NOT_RUNNING)
    played.refused(BEN, do.Return(), Code.GAME_NOT_RUNNING)
    assert record_of(played.table, NAMES).verify(LIBRARY).over is False


def test_a_player_comes_back_to_a_seat_that_a_bot_keeps() -> None:
    played = started(clock=PerGame(60, 0))
    played.act(ADA, do.Leave())
    played.refused(ADA, do.Leave(), Code.NO_EFFECT)
    played.refused(BEN, do.Return(), Code.NO_EFFECT)
    play_on(played, 5)
    played.act(SERVER, do.SeatBot(0, "random"))
    played.refused(SERVER, do.SeatBot(1, "random"), Code.SEAT_TAKEN)
    assert played.table.seats[0] == Seat(ADA, "random")
    played.act(ADA, do.Return())
    assert played.table.seats[0] == Seat(ADA)


# --- talking


def test_people_talk_in_phrases_and_in_their_own_words() -> None:
    played = Played()
    played.act(CLEO, do.Say(phrase="hello"))
    played.act(ADA, do.Say(text="Ça va? 👩‍👩‍👧 <b>"))
    assert [line.text or line.phrase for line in played.table.chat] == ["hello", "Ça va? 👩‍👩‍👧 <b>"]
    for bad in (do.Say(), do.Say("hello", "you"), do.Say("howdy"), do.Say(text="a\nb"), do.Say(text=" ")):
        played.refused(ADA, bad, Code.INVALID_REQUEST)
    played.refused(ADA, do.Say(text="x" * (LONGEST_TEXT + 1)), Code.INVALID_REQUEST)


# --- the journal and the record


@pytest.mark.parametrize(
    "settings", [{}, {"sets": ("all",), "players": 4, "variant": "team"}, {"players": 1, "variant": "solitaire"}]
)
def test_a_table_is_its_journal(settings: dict[str, object]) -> None:
    played = started(**settings)
    play_on(played, 30)
    played.act(ADA, do.Undo(played.table.version))
    for each in played.table.humans():
        if played.table.request is not None and each != ADA:
            played.act(each, do.AnswerUndo(played.table.request.number, agree=True))
    played.act(ADA, do.Say(phrase="oops"))
    play_on(played, 40)
    assert Played.trace(played.rebuilt()) == Played.trace(played.table)


def test_a_game_without_other_people_is_given_up_for_good() -> None:
    played = Played()
    played.act(ADA, do.Sit(1))
    played.act(ADA, do.SeatBot(0, "player"))
    played.act(ADA, do.Start())
    played.refused(BEN, do.Close(), Code.NOT_SEATED)
    played.act(ADA, do.Leave())
    played.act(ADA, do.Close())
    assert (played.table.phase, played.table.left_by) == (Phase.ENDED, 1)
    played.refused(ADA, do.Return(), Code.GAME_NOT_RUNNING)


def test_nobody_gives_up_the_game_of_others() -> None:
    played = started()
    played.refused(ADA, do.Close(), Code.FORBIDDEN)
    played.act(BEN, do.Leave())
    played.refused(ADA, do.Close(), Code.FORBIDDEN)


def test_a_draft_leaves_the_table_alone() -> None:
    played = started()
    before = Played.trace(played.table)
    draft = played.table.copy()
    for action in (do.Choose(0, draft.version, "play Militia"), do.Leave(), do.Say(phrase="oops"), do.Return()):
        draft.apply(Entry(draft.number + 1, 1.0, ADA, action, key=str(draft.number)))
    assert Played.trace(played.table) == before
    assert Played.trace(draft) != before


def test_a_finished_game_gives_a_record_that_the_commands_accept(tmp_path: Path) -> None:
    played = started(honor_pool=12)
    with pytest.raises(VigilError, match="when the game is over"):
        record_of(played.table, NAMES)
    play_on(played)
    assert played.table.phase == Phase.FINISHED
    played.refused(ADA, do.Undo(played.table.version), Code.GAME_NOT_RUNNING)
    file = tmp_path / "game.json"
    file.write_text(record_json(played.table, NAMES))
    assert Record.from_json(file.read_text()).names == ["Ada", "Ben"]
    verified = CliRunner().invoke(main, ["verify", str(file)])
    assert verified.exit_code == 0, verified.output
    assert "is true" in verified.output
    replayed = CliRunner().invoke(main, ["replay", str(file)], input="q\n")
    assert replayed.exit_code == 0, replayed.output
    assert '"commitment": "' + played.secret.commitment in file.read_text()


def test_the_seed_was_settled_before_the_first_turn() -> None:
    from hashlib import sha256

    secret = Secret.fresh()
    assert secret.commitment == sha256(f"{secret.salt}:{secret.seed}".encode()).hexdigest()
    assert secret != Secret.fresh()
    assert str(secret.seed) not in repr(secret)
