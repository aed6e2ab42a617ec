"""What the bots at a table are called."""

from __future__ import annotations

from vigil.bots import BOTS, make_bot
from vigil.bots.levels import STYLES, CasualBot
from vigil.cards import LIBRARY
from vigil.storage.usernames import name_keys
from vigil.table.characters import CHARACTERS, character, style

MOST_PLAYERS = 6


def test_the_bots_of_a_table_never_share_a_name() -> None:
    everybody = [name_keys(name) for names in CHARACTERS.values() for name in names]
    assert len(set(everybody)) == len(everybody)
    for level in BOTS:
        names = {character(level, "some-table", seat) for seat in range(MOST_PLAYERS)}
        assert len(names) == MOST_PLAYERS


def test_a_seat_keeps_its_character_and_the_next_table_has_others() -> None:
    assert character("expert", "a", 1) == character("expert", "a", 1)
    assert len({character("expert", f"table-{number}", 1) for number in range(50)}) > 1


def test_a_level_that_is_gone_still_has_a_name() -> None:
    assert character("gentle", "a", 0) in CHARACTERS["player"]


def test_no_character_is_called_like_a_card() -> None:
    words = {name_keys(word) for name in LIBRARY.names() for word in name.replace(",", "").split()}
    assert not words & {name_keys(name) for names in CHARACTERS.values() for name in names}


def test_the_style_of_a_casual_bot_is_the_one_it_plays() -> None:
    assert {style("casual", seed) for seed in range(len(STYLES))} == {each.name for each in STYLES}
    bot = make_bot("casual", 7)
    assert isinstance(bot, CasualBot)
    assert style("casual", 7) == bot.style.name
    assert style("player", 7) == ""
