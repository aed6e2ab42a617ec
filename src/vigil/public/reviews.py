"""Reviews of games: what the choices were worth, and what was luck."""

from __future__ import annotations

from collections.abc import Callable

from vigil.cards import LIBRARY
from vigil.review import Review, ReviewBudget

from .game import Game
from .records import Record


def review_game(
    game: Game | Record,
    *,
    nodes: int = 512,
    abandoned: bool = False,
    progress: Callable[[int, int], None] | None = None,
) -> Review:
    """Reviews a finished game: the loss of every decision, the luck of every chance event, and the win chances.

    `nodes` is the number of playouts for each decision, 16 to 65,536: the same number gives the same review. 512 take
    up to half a minute for a game of two players, 64 a few seconds. A game that is not over is refused, because a
    review could tell what the others hold; `abandoned` reviews one that nobody will continue. `progress` is called
    after every choice with how many of how many are done; an exception from it stops the review.

    >>> import vigil
    >>> result = vigil.play("player,random", seed=8, honor_pool=3)
    >>> review = vigil.review_game(result.game, nodes=16)
    >>> review
    <Review of Chronicle of the Godslayer, 2 players: 6 turns, 11 decisions>
    >>> account = review.players[0].account
    >>> parts = account.luck + account.own + account.opponents + account.remainder
    >>> round(account.start + parts - account.result, 6)
    0.0
    """
    # Numpy takes a while to load, and most programs can do without.
    from vigil.review.review import Progress, review_record

    def show(done: Progress) -> None:
        if progress is not None:
            progress(done.done, done.total)

    if not isinstance(game, Game | Record):
        raise TypeError(f"review_game takes a Game or a Record, not {type(game).__name__}.")
    record = game.record if isinstance(game, Game) else game
    return review_record(record._record, LIBRARY, ReviewBudget.of(nodes), abandoned=abandoned, progress=show)
