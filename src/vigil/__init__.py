"""Vigil: a computer table for the Ascension deckbuilding game. `import vigil` is all that a program needs.

>>> import vigil
>>> game = vigil.new_game(sets="rise,war", players=3, seed=8, first=0)
>>> [str(option) for option in game.decision.options]
['play Apprentice', 'play Militia', 'end turn']
>>> game.choose("play Militia")
>>> game.turn.power
1

docs/library.md is the guide.
"""

from vigil._compiled import ENGINE  # which engine runs is settled before anything of it is imported
from vigil._version import __version__
from vigil.engine.errors import (
    BadNotation,
    BadPosition,
    BadRecord,
    GameIsOver,
    IllegalChoice,
    ImpossibleTable,
    UnknownName,
    VigilError,
)
from vigil.public.cards import Card, Cost, card, find_cards, load_set
from vigil.public.decisions import Decision, Option
from vigil.public.game import Game, Player, new_game
from vigil.public.happenings import Happening
from vigil.public.play import Bot, Result, bot, play
from vigil.public.positions import position
from vigil.public.puzzles import Puzzle, find_puzzles, puzzle, puzzle_of_the_day
from vigil.public.records import Record, Step, load
from vigil.public.reviews import review_game
from vigil.public.table import Cult, Supply, Turn
from vigil.public.view import SeenPlayer, View
from vigil.review.model import Review
from vigil.worth.model import Measure, Worth

__all__ = [
    "ENGINE",
    "BadNotation",
    "BadPosition",
    "BadRecord",
    "Bot",
    "Card",
    "Cost",
    "Cult",
    "Decision",
    "Game",
    "GameIsOver",
    "Happening",
    "IllegalChoice",
    "ImpossibleTable",
    "Measure",
    "Option",
    "Player",
    "Puzzle",
    "Record",
    "Result",
    "Review",
    "SeenPlayer",
    "Step",
    "Supply",
    "Turn",
    "UnknownName",
    "View",
    "VigilError",
    "Worth",
    "__version__",
    "bot",
    "card",
    "find_cards",
    "find_puzzles",
    "load",
    "load_set",
    "new_game",
    "play",
    "position",
    "puzzle",
    "puzzle_of_the_day",
    "review_game",
]

for _name in __all__:
    if _name not in ("ENGINE", "__version__"):
        globals()[_name].__module__ = "vigil"  # what tracebacks, help() and pickles call it
