"""Moments of games as positions of puzzles: described by what the seat that chooses may know, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from vigil.cards import LIBRARY
from vigil.engine.errors import VigilError
from vigil.engine.notation import parse
from vigil.engine.positions import build_position
from vigil.engine.terms import NOTHING, seat_name
from vigil.puzzles.model import PHASES
from vigil.puzzles.solving import dealt
from vigil.scenarios import describe

if TYPE_CHECKING:
    from vigil.engine.state import GameState
    from vigil.engine.view import SeatView

_NOT_DESCRIBED: Final = ("setup", "turn_number", "version", "removed", "idle_turns", "stack", "set_aside")
_COUNTERS: Final = ("row_defeats", "banished", "cards_taken", "entered")
"""What only matters to the past of a game, and what `given` has no keys for: a puzzle begins without."""


class Place(NamedTuple):
    """Where a puzzle is asked: the position, and the choices that lead from there to the question."""

    sets: tuple[str, ...]
    given: dict[str, Any]
    hidden_hands: tuple[int, ...]
    when: tuple[str, ...]
    seat: int

    def game(self, seed: int = 0) -> GameState:
        """The game at the question, with the hidden cards dealt by the seed."""
        game = build_position(LIBRARY, list(self.sets), dealt(self.given, self.hidden_hands, f"{self.sets} {seed}"))
        for choice in self.when:
            if game.decision is None:
                raise VigilError("The game is over before the question.")
            game.choose(parse(game.decision, choice))
        return game


def place_of(views: Sequence[SeatView], choices: Sequence[str]) -> Place | None:
    """The question of the last of these views, or None if it cannot be described without what is hidden.

    The views are those of one seat in one of its turns, at every decision since the turn began; the choices are those
    made there, one less. A puzzle begins at the last view that can be described from which the choices lead to the
    question whatever the hidden cards are.
    """
    now = views[-1]
    wanted = facts(now)
    for first in reversed(range(len(views))):
        if (position := _position(views[first])) is not None:
            place = position._replace(when=tuple(choices[first:]))
            if _leads_to(place, wanted):
                return place
    return None


def _leads_to(place: Place, wanted: dict[str, Any]) -> bool:
    """Whether the place is the one that was looked for, and no hidden card has come up on the way there."""
    with suppress(VigilError):
        game = place.game()
        is_asked = game.decision is not None and game.decision.seat == place.seat
        return is_asked and not game.seen and facts(game.view(place.seat)) == wanted
    return False


def _position(view: SeatView) -> Place | None:
    """The view as a position without choices. Everything whose order nobody knows is sorted."""
    if view.decision is None or not view.decision.is_turn or NOTHING in view.row or view.setup.solitaire:
        return None
    given = describe(view.sample(0))
    hidden = [0] * len(view.players)
    for key in ("center_deck", "void"):
        if key in given:
            given[key] = sorted(given[key])
    for seat, player in enumerate(view.players):
        table = dict(given.get(seat_name(seat), {}))
        if seat != view.seat:
            hidden[seat] = player.hand_count
            table["deck"] = [*table.pop("hand", []), *table.get("deck", [])]
        found = {key: sorted(value) if key in ("hand", "deck", "discard") else value for key, value in table.items()}
        given[seat_name(seat)] = {key: value for key, value in found.items() if value != []}
    return Place(tuple(view.setup.sets), given, tuple(hidden), (), view.seat)


def facts(view: SeatView) -> dict[str, Any]:
    """What a game and the position of a puzzle have to agree on, as the seat that chooses sees it."""
    data = {key: value for key, value in view.to_dict().items() if key not in _NOT_DESCRIBED}
    data["turn"] = {key: value for key, value in data["turn"].items() if key not in _COUNTERS}
    # What others have seen of the own hand makes no difference to the choice.
    data["players"][view.seat]["shown"] = ()
    for player in data["players"]:
        player["trophies"] = sorted(player["trophies"])
    return data


def phase_of(game: GameState) -> str:
    """Early, middle or late, by how much of the honor pool is left."""
    pool = game.setup.pool()
    return PHASES[min(len(PHASES) - 1, len(PHASES) * max(0, pool - game.pool) // pool)]
