"""The lessons: whoever does what the guide says meets the cards that it speaks of, and the game can go on."""

from __future__ import annotations

from collections import Counter

import pytest

from vigil.bots import make_bot
from vigil.cards import LIBRARY
from vigil.engine.light import light_over
from vigil.engine.notation import parse
from vigil.engine.state import GameState
from vigil.engine.terms import FROM_CENTER, NIGHT
from vigil.table.beginnings import lesson, lessons

PLAY_ALL = "play all"

STORIES = {
    "first-steps": [
        [PLAY_ALL, "acquire Wolf Shaman", "defeat Cultist"],
        [PLAY_ALL, "acquire Shadow Star", "acquire Heavy Infantry"],
        [PLAY_ALL, "use Shadow Star", "defeat Samael's Trickster", "acquire Mystic"],
    ],
    "a-better-deck": [
        [
            *("play Void Initiate", "choose Apprentice from discard", "play Lifebound Initiate"),
            *("play Runic Lycanthrope", PLAY_ALL, "acquire Wolf Shaman", "defeat Samael's Trickster"),
        ],
        [PLAY_ALL, "acquire Demon Slayer", "defeat Mistake of Creation", "decline", "decline"],
    ],
    "rise-of-vigil": [
        ["play Energy Shard (starting)", "play Leotan's Familiar", PLAY_ALL, "acquire Darkwalker"],
        [PLAY_ALL, "defeat Serpent Siren", "use Serpent Siren", "defeat Raging Ursine"],
    ],
    "war-of-shadows": [
        ["play Solar Sentry", PLAY_ALL, "acquire Lunar Guardian", "acquire Mystic"],
        [
            *("play Heavy Infantry", "play Heavy Infantry", "defeat Shardwing Beetle"),
            *("play Dark Gladiator", "defeat Shade Viper"),
        ],
    ],
    "gift-of-the-elements": [
        [PLAY_ALL, "acquire Flourishing Druidess", "choose Apprentice", "defeat Bam Tribe Gremlins", "choose p2"],
        [PLAY_ALL, "use Emri's Trial"],
    ],
}
"""What the guide tells to do, turn by turn."""


def do(game: GameState, text: str) -> None:
    assert game.decision is not None
    if text != PLAY_ALL:
        game.choose(parse(game.decision, text))
        return
    while game.decision and (plays := [each for each in game.decision.texts() if each.startswith("play ")]):
        do(game, plays[0])


def hand(game: GameState) -> list[str]:
    return sorted(LIBRARY.cards[card].name for card in game.view(0).me.hand or ())


def followed(name: str, turns: int = 9) -> GameState:
    """The lesson's game after so many turns of whoever follows the guide; the last one is not ended."""
    game = lesson(name).begin(LIBRARY)
    bot = make_bot("player")
    for number, turn in enumerate(STORIES[name][:turns]):
        if number:
            do(game, "end turn")
            while game.decision and game.decision.seat == 1:
                game.choose(bot.choose(game.view(1), game.decision))
        for text in turn:
            do(game, text)
    return game


def test_every_lesson_has_a_story() -> None:
    assert set(STORIES) == set(lessons())


@pytest.mark.parametrize("name", STORIES)
def test_what_the_guide_tells_to_do_can_be_done(name: str) -> None:
    game = followed(name)
    assert game.decision is not None
    assert game.decision.is_turn
    assert game.turn.seat == 0


@pytest.mark.parametrize("name", STORIES)
def test_a_lesson_holds_every_card_of_its_set_so_that_the_game_can_go_on(name: str) -> None:
    game = lesson(name).begin(LIBRARY)
    (box,) = (LIBRARY.sets[each] for each in lesson(name).setup["sets"])
    found = [*game.void, *game.row, *(card for under in game.under for card in under), *game.deck.cards, game.event]
    for player in game.players:
        found += [*player.hand, *player.deck.cards, *player.discard, *player.constructs]
    known = Counter(
        LIBRARY.cards[card].name for card in found if card >= 0 and card in {each.number for each in box.cards}
    )
    assert known == {card.name: card.copies for card in box.cards if card.origin == FROM_CENTER}


@pytest.mark.parametrize("name", STORIES)
def test_nobody_knows_the_order_of_a_deck(name: str) -> None:
    game = lesson(name).begin(LIBRARY)
    assert not any(pile.top_is_known() for pile in (game.deck, *(player.deck for player in game.players)))


def test_the_first_steps_draw_what_was_acquired() -> None:
    assert hand(followed("first-steps", 1)) == []
    assert followed("first-steps").players[0].honor == 2


def test_a_better_deck_ends_the_game() -> None:
    game = followed("a-better-deck")
    assert game.pool == 0
    assert game.ending


def test_the_energy_is_there_when_the_monster_asks_for_it() -> None:
    game = followed("rise-of-vigil")
    assert (game.turn.energy, game.turn.runes) == (2, 4)


def test_night_falls_before_the_gladiator_fights() -> None:
    game = followed("war-of-shadows", 1)
    assert light_over(game) != NIGHT
    game = followed("war-of-shadows")
    assert light_over(game) == NIGHT
    assert game.players[0].honor == 5


def test_the_event_is_transformed_and_the_monster_infests_the_opponent() -> None:
    game = followed("gift-of-the-elements")
    names = [LIBRARY.cards[card].name for card in game.players[0].discard]
    assert "Emri, Born of Battle" in names
    other = game.players[1]
    assert "Bam Tribe Gremlins" in [
        LIBRARY.cards[card].name for card in (*other.discard, *other.hand, *other.deck.cards)
    ]


def test_whoever_follows_the_guide_to_the_end_of_a_game_wins() -> None:
    game = followed("a-better-deck")
    do(game, "end turn")
    bot = make_bot("player")
    while game.decision:
        game.choose(bot.choose(game.view(1), game.decision))
    assert game.winners == (0,)
