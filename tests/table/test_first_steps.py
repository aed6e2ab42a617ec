"""The lesson for beginners: whoever does what the guide says meets the cards that it speaks of. Its seed is 128134."""

from __future__ import annotations

from vigil.bots import make_bot
from vigil.cards import LIBRARY
from vigil.engine.notation import parse
from vigil.engine.state import GameState
from vigil.table.beginnings import lesson

TOLD = [
    ["acquire Wolf Shaman", "defeat Cultist"],
    ["acquire Shadow Star", "acquire Heavy Infantry"],
    ["use Shadow Star", "defeat Samael's Trickster", "acquire Mystic"],
]


def do(game: GameState, text: str) -> None:
    assert game.decision is not None
    game.choose(parse(game.decision, text))


def play_all(game: GameState) -> None:
    while game.decision and (plays := [text for text in game.decision.texts() if text.startswith("play ")]):
        do(game, plays[0])


def hand(game: GameState) -> list[str]:
    return sorted(LIBRARY.cards[card].name for card in game.view(0).me.hand or ())


def test_what_the_guide_tells_to_do_can_be_done() -> None:
    game = lesson("first-steps").begin(LIBRARY)
    bot = make_bot("player")
    hands = []
    for turn in TOLD:
        hands.append(hand(game))
        play_all(game)
        for text in [*turn, "end turn"]:
            do(game, text)
        while game.decision and game.decision.seat == 1:
            game.choose(bot.choose(game.view(1), game.decision))
    assert hands == [
        ["Apprentice"] * 3 + ["Militia"] * 2,
        ["Apprentice"] * 5,
        ["Apprentice"] * 3 + ["Heavy Infantry", "Shadow Star"],
    ]
    assert game.players[0].honor == 2
