"""Scores and winners: honor tokens plus the honor of all cards a player owns. The later player wins a tie."""

from __future__ import annotations

from . import happenings
from .procedures.solitaire import cult_score
from .state import GameState


def owned(game: GameState, seat: int) -> list[int]:
    """Every card that counts towards the score. Trophies are left out: they have no honor."""
    game.check_seat(seat)
    player = game.players[seat]
    return [*player.hand, *player.deck.cards, *player.discard, *player.played, *player.constructs]


def score(game: GameState, seat: int) -> int:
    cards = owned(game, seat)
    return game.players[seat].honor + sum(game.cards[card].honor for card in cards)


def scores(game: GameState) -> list[int]:
    return [score(game, seat) for seat in range(len(game.players))]


def finish(game: GameState) -> None:
    game.over = True
    game.winners = winners(game)
    game.add_happening(happenings.GAME_OVER, game.winners[0] if game.winners else -1)


def winners(game: GameState) -> tuple[int, ...]:
    """The winning seats; empty if the Cult wins."""
    points = scores(game)
    count = len(points)
    if game.setup.solitaire:
        return (0,) if points[0] > cult_score(game) else ()
    # Ties go to the player whose first turn came later.
    lateness = [(seat - game.first) % count for seat in range(count)]
    if game.setup.team:
        half = count // 2
        teams = [(seat, seat + half) for seat in range(half)]
        return max(teams, key=lambda team: (sum(points[seat] for seat in team), max(lateness[seat] for seat in team)))
    return (max(range(count), key=lambda seat: (points[seat], lateness[seat])),)
