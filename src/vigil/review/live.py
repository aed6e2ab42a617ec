"""What is possible here: one position judged, for a page or a program that asks about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vigil.engine.errors import GameIsOver

from .budget import QUICK, ReviewBudget
from .judge import Judge
from .model import Judgement
from .playouts import Playouts

if TYPE_CHECKING:
    from vigil.bots.network import Network
    from vigil.engine.view import SeatView


def judge_position(
    view: SeatView, budget: ReviewBudget = QUICK, *, seed: int = 0, network: Network | None = None
) -> Judgement:
    """Every option of the open decision with its win chance, judged from what the view's seat may know.

    The view must be that of the seat which decides: `game.view(game.decision.seat)`.
    """
    if view.over:
        raise GameIsOver("The game is over: there is nothing left to choose, so there is nothing to judge.")
    if view.decision is None:
        raise ValueError(f"seat {view.seat} has no decision; take the view of seat {view.deciding}")
    return Judge(Playouts(view.setup, network), budget.at(view.setup).nodes, seed).judgement(view, view.decision)
