"""Duplicate games: whoever plays the same seed is dealt the same cards, whatever the others draw."""

from __future__ import annotations

import pytest

from vigil.bots import make_bot
from vigil.cards import LIBRARY
from vigil.engine.procedures.moves import draw
from vigil.engine.procedures.row import flip
from vigil.engine.records import Record
from vigil.engine.setup import Setup, deal
from vigil.engine.snapshot import checksum, restore, snapshot
from vigil.engine.state import GameState

SETS = ("rise-of-vigil",)


def game(seed: int = 3, duplicate: bool = True) -> GameState:
    return deal(Setup(LIBRARY, sets=SETS, duplicate=duplicate), seed)


def flipped(game: GameState, count: int = 40) -> list[int]:
    return [flip(game) for _ in range(count)]


@pytest.mark.parametrize("duplicate", [True, False])
def test_what_a_player_draws_does_not_change_the_center_deck(duplicate: bool) -> None:
    usual, other = game(duplicate=duplicate), game(duplicate=duplicate)
    draw(other, 0, 3)
    assert (flipped(usual) == flipped(other)) is duplicate


def test_what_leaves_the_center_deck_does_not_change_the_decks() -> None:
    """Two of seven cards are drawn, so many seeds are tried: with one stream for all, some hands differ."""
    same = {}
    for duplicate in (True, False):
        pairs = [(game(seed, duplicate), game(seed, duplicate)) for seed in range(20)]
        for usual, other in pairs:
            flipped(other, 7)
            for each in (usual, other):
                draw(each, 1, 2)
        same[duplicate] = sum(usual.players[1].hand == other.players[1].hand for usual, other in pairs)
    assert same[True] == 20
    assert same[False] < 20


def test_the_order_of_the_discard_pile_does_not_change_what_is_drawn() -> None:
    one, two = game(), game()
    for each, order in ((one, 1), (two, -1)):
        player = each.players[0]
        player.discard = tuple((player.hand + tuple(player.deck.cards))[::order])
        player.hand = ()
        player.deck.renew([])
        draw(each, 0, 7)
    assert one.players[0].hand == two.players[0].hand


def test_the_cards_differ_from_seed_to_seed_and_are_those_of_the_sets() -> None:
    rows = {game(seed).row for seed in range(20)}
    assert len(rows) == 20
    deck = sorted(Setup(LIBRARY, sets=SETS).center_deck())
    dealt = game()
    assert sorted([*dealt.row, *dealt.deck.cards, *dealt.void]) == deck


def test_records_snapshots_and_copies_keep_the_streams() -> None:
    played = game()
    record = Record.of(played)
    bot = make_bot("advanced", 1)
    for _ in range(40):
        assert played.decision is not None
        record.choose(played, bot.choose(played.view(played.decision.seat), played.decision))
    restored, copied = restore(LIBRARY, snapshot(played)), played.copy()
    replayed = Record.from_json(record.to_json()).replay(LIBRARY)
    later = [flipped(each, 30) for each in (played, restored, copied, replayed)]
    assert later.count(later[0]) == 4
    assert len({checksum(each) for each in (played, restored, copied, replayed)}) == 1


def test_other_games_are_as_before() -> None:
    """Their records and snapshots say nothing of streams: those of earlier versions are still true."""
    usual = game(duplicate=False)
    assert "duplicate" not in usual.setup.to_dict()
    assert snapshot(usual)["chance"] == [3, usual.chance.block, usual.chance.index]
    assert game().setup.to_dict()["duplicate"] is True
