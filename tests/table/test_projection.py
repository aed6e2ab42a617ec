"""What people are told: enough to play, and nothing that they may not know."""

from __future__ import annotations

from random import Random

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.helpers.journals import ADA, BEN, CLEO, NAMES, Played, play_on, started
from tests.helpers.midgame import table as set_table
from tests.helpers.random_tables import TABLES, dealt_anew_behind, random_table
from vigil.engine.view import SPECTATOR
from vigil.table import actions as do
from vigil.table.actions import SERVER
from vigil.table.clocks import PerTurn
from vigil.table.fairness import Secret
from vigil.table.messages import Refusal, TableNow, WhyNot, schemas
from vigil.table.projection import piles, project
from vigil.table.refusals import Code
from vigil.table.settings import TableSettings
from vigil.table.table import Phase, Table


def seen(played: Played, person: str, since: int = 0) -> TableNow:
    return project(played.table, person, since, NAMES, played.now)


# --- enough to play


def test_a_lobby_shows_who_sits_where() -> None:
    played = Played(players=3, clock=PerTurn(60))
    played.act(BEN, do.Sit(1))
    played.act(ADA, do.SeatBot(2, "advanced"))
    now = seen(played, BEN)
    assert [(seat.name, seat.bot, seat.seconds) for seat in now.seats] == [
        ("", "", 60),
        ("Ben", "", 60),
        ("Kaldane", "advanced", 60),
    ]
    assert (now.phase, now.your_seats, now.views, now.revealed) == (Phase.LOBBY, [1], [], None)
    assert now.commitment == played.secret.commitment


def test_a_player_sees_the_own_hand_and_the_open_decision() -> None:
    played = started()
    (mine,), (theirs,) = seen(played, ADA).views, seen(played, BEN).views
    assert mine.decision is not None
    assert [option.text for option in mine.decision.options] == played.may()
    assert mine.board.players[0].hand is not None
    assert set(mine.board.players[0].hand) == {"Apprentice", "Militia"}
    assert mine.board.players[1].hand is None
    assert theirs.decision is None
    assert theirs.board.waits == WhyNot("waiting", {"who": 0}, "Waiting for p1.")
    assert (theirs.board.deciding, theirs.board.players[1].hand_count) == (0, 5)


def test_an_option_says_where_it_belongs() -> None:
    played = started()
    for choice in ("play Apprentice", "play Apprentice", "play Apprentice"):
        played.choose(ADA, choice)
    (mine,) = seen(played, ADA).views
    assert mine.decision is not None
    by_text = {option.text: option for option in mine.decision.options}
    mystic = by_text["acquire Mystic"]
    assert (mystic.verb, mystic.card, mystic.zone) == ("acquire", "Mystic", "supply")
    assert msgspec.to_builtins(by_text["end turn"]) == {"text": "end turn", "verb": "end turn"}
    pile = next(pile for pile in mine.board.piles if pile.card == "Mystic")
    assert pile.option is not None
    assert mine.decision.options[pile.option].text == "acquire Mystic"


def test_what_is_not_possible_says_why() -> None:
    played = started()
    played.choose(ADA, "play Militia")
    (mine,) = seen(played, ADA).views
    reasons = [pile.why_not.text for pile in mine.board.piles if pile.why_not]
    assert reasons == [
        "Mystic costs 3 runes; you have 0.",
        "Heavy Infantry costs 2 runes; you have 0.",
        "Cultist costs 2 power; you have 1.",
    ]
    assert all(bool(place.why_not) == (place.option is None) for place in mine.board.row)
    cultist = mine.board.piles[2].why_not
    assert cultist is not None
    assert (cultist.code, cultist.params) == ("not-enough-power", {"card": "Cultist", "power": 2, "have_power": 1})


def test_a_choice_that_cannot_be_paid_for_is_refused_with_the_reason() -> None:
    played = started()
    refusal = played.refused(ADA, do.Choose(0, played.table.version, "acquire Mystic"), Code.ILLEGAL_CHOICE)
    assert refusal.message == "Mystic costs 3 runes; you have 0."


def test_twins_in_the_row_are_one_option() -> None:
    played = started()
    played.table.game = set_table(p1={"power": 3}, row=["Mephit", "Wind Tyrant", "Mephit"])
    (mine,) = seen(played, ADA).views
    assert mine.decision is not None
    mephit, tyrant, twin = mine.board.row[:3]
    assert mephit.option is not None
    assert mine.decision.options[mephit.option].text == "defeat Mephit"
    assert (twin.option, twin.why_not) == (mephit.option, None)
    assert tyrant.option is None
    assert tyrant.why_not is not None
    assert tyrant.why_not.text == "Wind Tyrant costs 5 power; you have 3."


def test_a_question_names_the_card_that_asks() -> None:
    played = started()
    played.table.game = set_table(p1={"power": 3, "hand": ["Apprentice"]}, row=["Mephit", "Arha Initiate"])
    played.choose(ADA, "defeat Mephit")
    (mine,), (theirs,) = seen(played, ADA).views, seen(played, BEN).views
    assert mine.decision is not None
    assert (mine.decision.card, mine.decision.is_turn, mine.decision.is_optional) == ("Mephit", False, True)
    assert mine.decision.refusal == "banish nothing"
    assert mine.board.waits == WhyNot("answer-first", {"card": "Mephit"}, "Answer Mephit first.")
    assert theirs.board.waits is not None
    assert theirs.board.waits.text == "Waiting for p1 to answer Mephit."


def test_a_hot_seat_player_has_a_view_for_each_seat_and_a_watcher_one_without() -> None:
    played = Played(players=3)
    for person, seat in ((ADA, 0), (BEN, 1), (ADA, 2)):
        played.act(person, do.Sit(seat))
    played.act(ADA, do.Start())
    assert [view.seat for view in seen(played, ADA).views] == [0, 2]
    (watched,) = seen(played, CLEO).views
    assert watched.seat is None
    assert [player.hand for player in watched.board.players] == [None, None, None]


def test_news_are_told_from_where_somebody_was() -> None:
    played = started()
    (deal,) = seen(played, BEN).views[0].news
    assert (deal.version, deal.seat) == (played.table.version, None)
    played.choose(ADA, "play Militia")
    here = played.table.number
    played.choose(ADA, "end turn")
    (mine,), (theirs,) = seen(played, ADA, here).views[0].news, seen(played, BEN, here).views[0].news
    draws = [[each.card for each in news.happenings if each.kind == "draws"] for news in (mine, theirs)]
    assert None not in draws[0]
    assert draws[1] == [None] * len(draws[0])
    assert theirs.text == "p1 draws 5 cards. Turn 2: your turn."
    assert seen(played, BEN, played.table.number).views[0].news == []


def test_news_that_did_not_happen_after_all() -> None:
    played = started()
    here = played.table.number
    first = played.choose(ADA, "play Militia")
    played.act(ADA, do.Undo(played.table.version))
    now = seen(played, BEN, first)
    assert (now.taken_back, now.views[0].news) == (first, [])
    assert seen(played, BEN, played.table.number).taken_back is None
    assert [news.version for news in seen(played, BEN).views[0].news] == [here]


def test_requests_chat_and_clocks_are_told() -> None:
    played = started(clock=PerTurn(60))
    played.choose(ADA, "end turn")
    played.act(CLEO, do.Say(text="<script>"))
    assert seen(played, ADA).may_undo
    request = played.act(ADA, do.Undo(played.table.version))
    played.now = 10.04
    now = seen(played, BEN)
    assert now.undo is not None
    assert (now.undo.request, now.undo.by, now.undo.waits_for) == (request, ADA, [BEN])
    assert [(line.name, line.text) for line in now.chat] == [("Cleo", "<script>")]
    assert project(played.table, BEN, 0, NAMES, 0.0, muted={CLEO}).chat == []
    assert [(seat.seconds, seat.clock_runs) for seat in now.seats] == [(60, False), (50.0, True)]
    assert (seen(played, BEN).may_undo, seen(played, CLEO).may_undo) == (False, False)


def test_everybody_is_told_that_a_bot_plays_for_somebody_and_that_they_are_back() -> None:
    played = started(players=3, clock=PerTurn(60))
    played.now = 61.0
    played.act(SERVER, do.Expire(0))
    left = played.act(BEN, do.Leave())
    back = played.act(ADA, do.Return())
    for person in (ADA, CLEO, "somebody else"):
        now = seen(played, person)
        changes = [(change.seat, change.kind) for change in now.seat_changes]
        assert changes == [(0, "timed-out"), (1, "left"), (0, "returned")]
        assert [(seat.name, seat.bot) for seat in now.seats] == [("Ada", ""), ("Ben", "player"), ("Cleo", "")]
    assert [change.number for change in seen(played, CLEO, left).seat_changes] == [back]


def test_it_is_told_since_when_a_bot_plays() -> None:
    played = started()
    assert [seat.bot_since for seat in seen(played, ADA).seats] == [None, None]
    played.act(BEN, do.Leave())
    left = seen(played, ADA).seat_changes[-1]
    assert [seat.bot_since for seat in seen(played, ADA).seats] == [None, left.at]
    played.act(BEN, do.Return())
    assert seen(played, ADA).seats[1].bot_since is None


def test_a_game_is_paused_when_everybody_has_left() -> None:
    played = started()
    played.act(ADA, do.Leave())
    assert not seen(played, ADA).paused
    played.act(BEN, do.Leave())
    assert seen(played, ADA).paused
    played.act(ADA, do.Return())
    assert not seen(played, ADA).paused


def test_the_seed_is_revealed_when_the_game_is_over() -> None:
    played = started(seed=2**100 + 1, honor_pool=10)
    play_on(played, 10)
    before = msgspec.json.encode(seen(played, ADA)).decode()
    assert str(played.secret.seed) not in before
    assert played.secret.salt not in before
    play_on(played)
    now = seen(played, CLEO)
    assert now.revealed is not None
    assert Secret(int(now.revealed.seed), now.revealed.salt).commitment == now.commitment
    assert now.result is not None
    assert now.result.winners == list(played.table.playing.winners)
    assert now.views[0].board.waits == WhyNot("game-over", {}, "The game is over.")


def test_whoever_counts_cards_may() -> None:
    played = started()
    mine, theirs = piles(played.table, 0), piles(played.table, 1)
    assert mine.unseen == [{}, {"Apprentice": 8, "Militia": 2}]
    assert sum(mine.decks[0][0].cards.values() if mine.decks[0][0].cards else []) == 5
    assert theirs.decks[0][0].cards is None
    assert mine.center_deck == theirs.center_deck


def test_every_message_has_a_schema() -> None:
    shown, parts = schemas()
    assert len(shown) == 5
    assert {"TableNow", "ViewNow", "OptionNow", "Refusal"} <= set(parts)
    assert parts["TableNow"]["properties"]["kind"] == {"enum": ["table"]}


def test_a_refusal_is_a_message() -> None:
    refused = started().refused(BEN, do.Choose(0, 4, "end turn"), Code.NOT_YOUR_SEAT)
    data = msgspec.json.decode(msgspec.json.encode(Refusal.of(refused, "k7")))
    assert data == {
        "kind": "refused",
        "code": "not_your_seat",
        "message": "Seat 0 is not yours.",
        "hint": "Choose for your own seats only.",
        "why": {"code": "seat-of-another", "params": {"seat": 0}, "text": "Seat 0 is not yours."},
        "advice": None,
        "key": "k7",
    }


# --- nothing more


def everything_told(table: Table, person: str) -> bytes:
    heard = [project(table, person, since, NAMES, 5.0) for since in (0, table.number // 2, table.number)]
    counted = [piles(table, seat) for seat in table.seats_of(person) or [SPECTATOR]]
    return msgspec.json.encode([heard, counted])


@settings(max_examples=60)
@given(
    agreed=st.sampled_from(TABLES),
    person=st.sampled_from([ADA, BEN, CLEO, "a watcher"]),
    seed=st.integers(0, 10_000),
    choices=st.integers(0, 250),
    other=st.integers(0, 10_000),
)
def test_games_that_cannot_be_told_apart_look_the_same(
    agreed: TableSettings, person: str, seed: int, choices: int, other: int
) -> None:
    table = random_table(agreed, seed, choices)
    before = everything_told(table, person)
    dealt_anew_behind(table, table.seats_of(person), Random(other))
    assert everything_told(table, person) == before


def test_the_games_are_not_the_same() -> None:
    """The check above would find a leak: whoever has the other seat sees that something changed."""
    betrayed = 0
    for seed in range(20):
        table = random_table(TABLES[0], seed, 60)
        before = everything_told(table, BEN)
        dealt_anew_behind(table, [0], Random(seed))
        betrayed += everything_told(table, BEN) != before
    assert betrayed == 20
